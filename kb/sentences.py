"""Sentences: a text comes in, the spans of its sentences go out; they tile the text, blanks between them left out."""

import re
from collections.abc import Iterator

from kb.text import Span

_SMALL = "a-z" + "".join(letter for letter in map(chr, range(0xDF, 0x530)) if letter.islower())
"""Small letters, of other languages too, as a class of a pattern has them."""
_END = re.compile(rf"(?:(?<![.!?…])[.!?…]++|:(?=\s))[\"'“”‘’«»)\]*_]*+(?=\s+[\"'“”„‘’‚«»(\[*_¿¡]*[^\W_{_SMALL}]|\s*$)")
"""Quotation marks close in one language as they open in another."""
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|cf|p|pp|vol|st|mr|mrs|ms|dr|jr|s\.\s?v"
    r"|vgl|bzw|ggf|nr|evtl|inkl|exkl|bzgl|sog|z\.\s?b|d\.\s?h|u\.\s?a|v\.\s?a|cfr|p\.\s?ex|p\.\s?ej|núm|sr|sra|bijv|blz|o\.\s?a"
    r"|d\.\s?w\.\s?z)"
    r"|(?<![\w.])(?:[A-Z]|(?-i:(?:[A-Z]\.)+[A-Z])|[QA]\d{1,3}))\.$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\bnos?\.$", re.IGNORECASE)
_COUNTED = re.compile(r"\s*+(?:[A-Z]?#?\d|(?:[IVXLC]{2,}|[VXLC])\b|I(?=\s*(?:$|[.;:)\]]|,\s*[\"“‘]?[A-Z])))")
"""What has a number stands behind `No.`, which else is an answer: `No. You may not.`, `No. I do not think so.`"""
_COUNTS = re.compile(r"\s?['’‘]?\d")
"""A number behind a stop, or a short year (`Nov. '97`)."""
_MONTH = re.compile(r"\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.$")
_PLACE = re.compile(r"\b(?:vers?|rev|ed|abs|art|kap|chap|abb|fig|ziff|págs?|pag|ca)\.$", re.IGNORECASE)
"""A month, a version, or what parts of a text are called in other languages, cut short; before a number only, since it
may end a sentence too."""
_ORDINAL = re.compile(
    r"\b(?:(?:im|vom|zum|zur|de[rmns]|das|(?:jed|dies|ein|sein|ihr|dein)e[rmns]?)|(?P<english>am|die))\s\d{1,2}\.$",
    re.IGNORECASE,
)
"""A German number in order, `am 3. Januar`, `in der 2. Phase`; before a word only. `am 3.`, `die 2.` may be English."""
_GERMAN = re.compile(r"[äöüß]|\b(?:und|oder|der|dem|den|das|ist|nicht|eine[rmns]?|wird|im|zur|zum)\b", re.IGNORECASE)
_DATED = re.compile(
    r"\s+[(\[](?=[^()\[\]]{0,99}\d)"
    r"(?:\s*+(?:[^\W_a-z\d][\w'’.]*+|\d[\d/.,–-]*+(?:st|nd|rd|th)?|amended|revised|updated|added|issued|new|as|of|no|and)"
    r"[.,;]?+){1,8}+\s*+[)\]][.]?(?=\s*$|\s+[\"'“‘(\[*_]*[^\W_a-z])"
)
"""When a sentence was said, and in what issue, in brackets behind it: `(3/12/84, amended 5/1/86)`, `(Dispatch 14)`."""
_LOOK_BACK = 8
_AROUND = 200
"""Characters before and behind a number that tell what language it is in."""
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
    if _COUNTS.match(text, at) and (_MONTH.search(before) or _PLACE.search(before)):
        return True
    if _NUMBER.search(before):
        return _COUNTED.match(text, at) is not None
    return _ABBREVIATION.search(before) is not None or _is_in_order(text, start, at)


def _is_in_order(text: str, start: int, at: int) -> bool:
    """Whether a German number in order stands before a place, and what it counts behind it."""
    found = _ORDINAL.search(text, max(start, at - 2 * _LOOK_BACK), at)
    if found is None or not text[at : at + 2].strip()[:1].isalpha():
        return False
    return not found["english"] or _GERMAN.search(text, max(0, at - _AROUND), at + _AROUND) is not None


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
