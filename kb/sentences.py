"""Sentences: a text comes in, the spans of its sentences go out; they tile the text, blanks between them left out."""

import re
from collections.abc import Iterator

from kb.text import Span

_END = re.compile(r"(?:(?<![.!?…])[.!?…]++|:(?=\s))[\"'”’)\]*_]*+(?=\s+[\"'“‘(\[*_]*[^\W_a-z]|\s*$)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|cf|no|nos|p|pp|vol|st|mr|mrs|ms|dr|jr)|(?<![\w.])[A-Z])\.$", re.IGNORECASE
)
_LOOK_BACK = 8


def find_sentences(text: str, colons: bool = False) -> Iterator[Span]:
    """The sentences of a text; with `colons` also the parts before and after a colon.

    A full stop ends a sentence when a capital, a digit or the end of the text follows, closing quotation marks
    and brackets included, unless it belongs to an abbreviation.
    """
    start, end = 0, len(text.rstrip())
    for match in _END.finditer(text):
        if match.group().startswith(":") and not colons:
            continue
        if match.end() < end and _ABBREVIATION.search(text[max(start, match.end() - _LOOK_BACK) : match.end()]):
            continue
        yield from _trimmed(text, start, match.end())
        start = match.end()
    yield from _trimmed(text, start, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    piece = text[start:end]
    lead = len(piece) - len(piece.lstrip())
    if piece.strip():
        yield Span(start + lead, start + len(piece.rstrip()))
