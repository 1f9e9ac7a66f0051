"""Entities outside of Markdown's own text: characters by name or number come in, what they stand for goes out.

In attributes, addresses and raw HTML kramdown hands them on as they are written, and a browser reads them: any name
that HTML knows, closed by a semicolon. In Markdown it reads those of HTML 4 itself (`_inline_rules.entity`).
"""

import re
from collections.abc import Iterator
from html import unescape

_ENTITY = re.compile(r"&(?:[A-Za-z][A-Za-z0-9]{0,31}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});")


def find_entities(text: str) -> Iterator[tuple[int, int, str]]:
    """Where the entities of a text stand, [start, end), and the character each stands for."""
    for match in _ENTITY.finditer(text):
        character = unescape(match.group())
        if character != match.group() and "\0" not in character:
            yield match.start(), match.end(), character


def decode(text: str) -> str:
    """A text with its entities as the characters they stand for."""
    if "&" not in text:
        return text
    parts, at = [], 0
    for start, end, character in find_entities(text):
        parts += [text[at:start], character]
        at = end
    return "".join((*parts, text[at:]))
