"""Sentences: a text comes in, the spans of its sentences go out; they tile the text, blanks between them left out."""

import re
from collections.abc import Iterator

from kb.text import Span

_END = re.compile(r"(?:(?<![.!?…])[.!?…]++|:(?=\s))[\"'“”‘’«»)\]*_]*+(?=\s+[\"'“”„‘’‚«»(\[*_¿¡]*[^\W_a-z]|\s*$)")
"""Quotation marks close in one language as they open in another."""
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|cf|no|nos|p|pp|vol|st|mr|mrs|ms|dr|jr|s\.\s?v"
    r"|vgl|bzw|ggf|nr|evtl|z\.\s?b|d\.\s?h|cfr|p\.\s?ex|p\.\s?ej|núm|bijv|blz)"
    r"|(?<![\w.])(?:[A-Z]|(?-i:(?:[A-Z]\.)+[A-Z])|[QA]\d{1,3}))\.$",
    re.IGNORECASE,
)
_MONTH = re.compile(r"\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.$")
"""A month cut short; before a number only, since it may end a sentence too."""
_DATED = re.compile(
    r"\s+[(\[](?=[^()\[\]]{0,99}\d)"
    r"(?:\s*+(?:[^\W_a-z\d][\w'’.]*+|\d[\d/.,–-]*+(?:st|nd|rd|th)?|amended|revised|updated|added|issued|new|as|of|no|and)"
    r"[.,;]?+){1,8}+\s*+[)\]][.]?(?=\s*$|\s+[\"'“‘(\[*_]*[^\W_a-z])"
)
"""When a sentence was said, and in what issue, in brackets behind it: `(3/12/84, amended 5/1/86)`, `(Dispatch 14)`."""
_LOOK_BACK = 8
_BRACKETED = 400
"""Brackets hold a sentence together that open and close within so many characters before and after its full stop."""


def find_sentences(text: str, colons: bool = False) -> Iterator[Span]:
    """The sentences of a text; with `colons` also the parts before and after a colon.

    A full stop ends a sentence when a capital, a digit or the end of the text follows, closing quotation marks
    and brackets included, unless it belongs to an abbreviation or stands in brackets that the sentence opened.
    """
    start, end = 0, len(text.rstrip())
    for match in _END.finditer(text):
        if match.group().startswith(":") and not colons:
            continue
        if match.end() < end and _is_cut_short(text, start, match.end()):
            continue
        if _in_brackets(text, start, match.end()):
            continue
        if match.start() < start:  # the full stop of the brackets behind a sentence
            continue
        dated = _DATED.match(text, match.end())
        after = dated.end() if dated else match.end()
        yield from _trimmed(text, start, after)
        start = after
    yield from _trimmed(text, start, len(text))


def _is_cut_short(text: str, start: int, at: int) -> bool:
    """Whether the full stop before a place belongs to an abbreviation."""
    before = text[max(start, at - _LOOK_BACK) : at]
    dated = _MONTH.search(before) is not None and text[at : at + 2].strip()[:1].isdigit()
    return dated or _ABBREVIATION.search(before) is not None


def _in_brackets(text: str, start: int, at: int) -> bool:
    """Whether a place is inside brackets that a sentence opened after it began, and that close again."""
    since = max(start, at - _BRACKETED)
    opened = text.find("(", since, at)
    if opened < 0 or (since == start and not text[start:opened].strip(" \t\n\"'“‘[*_")):
        return False
    inside = text.count("(", since, at) - text.count(")", since, at)
    return inside > 0 and text.find(")", at, at + _BRACKETED) >= 0


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    piece = text[start:end]
    lead = len(piece) - len(piece.lstrip())
    if piece.strip():
        yield Span(start + lead, start + len(piece.rstrip()))
