"""Packing: plain data comes in, its JSON goes out in as few characters as can be, for browsers and the store."""

import json


def pack(value: object) -> str:
    """A value as JSON on one line, without blanks, letters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
