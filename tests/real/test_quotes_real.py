"""Quotation marks on the reference texts: curled as kramdown itself curled them."""

import json
from collections.abc import Iterator
from pathlib import Path

from kb.html.quotes import curl

STRAIGHT = str.maketrans("“”‘’", "\"\"''")


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)


def test_marks_curl_as_kramdown_curled_them(real_texts: Path) -> None:
    oracle = json.loads((real_texts / "oracle" / "kramdown-facts.json").read_text(encoding="utf-8"))
    curled = {text for text in strings(oracle) if set(text) & set("“”‘’")}
    assert len(curled) > 100
    assert [text[:20] for text in sorted(curled) if curl(text.translate(STRAIGHT)) != text] == []
