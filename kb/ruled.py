"""Who ruled, and when: the text of a ruling comes in, where it only says that goes out.

Lists of rulings on cards end each with its source in brackets (`[QMR 19980311]`, `(Post #9, page 60)`), or begin it
with its day (`2004-10-04 The ...`); answers by mail end with a dash and who gave them (`-- Ann Reed, 3 May 2004`). A
source is names and a day, an issue or a page, and nothing else, at the end of a ruling or of one of its sentences; what
says more (`(banned as of 1 May 2002)`) are words of the ruling.
"""

import re

from kb.effective import MONTH, WITHDRAWN, YEAR
from kb.text import Span

_FULL = r"(?:19|20)\d\d([-/.])\d{1,2}\1\d{1,2}|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"
_FULL_DAY = re.compile(
    rf"(?:{_FULL}|\d{{1,2}}[-/.]\d{{1,2}}[-/.]\d{{4}}|\d{{1,2}}([-/.])\d{{1,2}}\2(?:9\d|0\d))(?![\w-])"
)
"""A day that is hardly anything else, as it may stand before words without a sign; figures of a card (`3/6/12`) have no
nought before them and seldom a third number so high."""
_DAY = re.compile(
    rf"(?:{_FULL}|\d{{1,2}}[-/.]\d{{1,2}}[-/.](?:\d{{4}}|\d\d)|\d{{1,2}}[-./ ]{MONTH}[-./ ,]{{1,2}}(?:{YEAR}|\d\d)"
    rf"|{MONTH} (?:\d{{1,2}},? )?{YEAR})(?![\w-])",
    re.IGNORECASE,
)
_NAMED_DAY = re.compile(
    rf"\d{{1,2}}[-./ ]{MONTH}[-./ ,]{{1,2}}{YEAR}|{MONTH} (?:\d{{1,2}}(?:, ?| ))?{YEAR}", re.IGNORECASE
)
"""A day or a month with its name and its year in full."""
_ISSUE = re.compile(
    r"(?:#\s?\d+|(?:issue|no\.?|nr\.?|vol\.?|volume|pages?|pgs?\.?|pp?\.)\s?#?\d+(?:[-–]\d+)?)(?!\w)", re.IGNORECASE
)
_NAME = re.compile(r"[^\W\d_a-z][\w.'’&@-]*")
_JOINT = re.compile(r"(?:and|by|de|in|of|on|the|to|van|via|von|&)(?![\w.])")
_GAP = re.compile(r"\s*[,;:/]\s*|\s+|\Z")
_BRACKETS = re.compile(r"\[[^\[\]()]{3,100}\]|\([^\[\]()]{3,100}\)")
_NO_NAME = re.compile(rf"\s*(?:see|cf|compare|{WITHDRAWN}|expires|expired|ended|ends|until)\b", re.IGNORECASE)
"""What points elsewhere or tells that a ruling ends is no source of it."""
_SIGNED = re.compile(
    r".*[.!?\"”’)\]]\s+(?P<sign>--|[–—-])\s*(?P<source>[^\W\d_][^!?()\[\]\n]{2,80}[^\W_])\s*\Z", re.DOTALL
)
"""What stands behind a dash at the end of a text, behind a sentence."""
_STOPS = (".", "!", "?", '"', "”", "’", ")", "]")
_ENDS = frozenset(("", ".", ";", ","))
_BEGUN = re.compile(r"\s+(?:\d+(?:\.\d+)+[a-z]?(?:\([a-z]\))?[.:]?\s+)?[\"“‘'(]?[^\W\d_a-z]")
"""How a ruling begins behind its day: as a sentence does, the number of a rule may stand before."""
_LED = re.compile(r"\s*[^\W\d][^:.!?()\[\]]{1,60}:\s+(?=[(\[]?\d)")
"""The name of what a ruling is on, before its day: `Gull: 9/30/98 It may ...`."""
_BEFORE = 8
"""Characters before brackets among which the end of a sentence is looked for."""
_TOKENS = 14
"""A source has at most so many names, days and pages."""


def find_ruled(text: str) -> tuple[Span, ...]:
    """What only says who ruled, and when: spans in order, with their brackets or the sign behind a day.

    No pass goes back over a text, so the cost grows with its length.
    """
    found: list[Span] = []
    after = len(text)
    signed = _SIGNED.match(text)
    if signed is not None and is_source(signed["source"]):
        after = signed.start("sign")
        found.append(Span(after, signed.end("source")))
    for match in reversed(list(_BRACKETS.finditer(text))):
        last = text[match.end() : after].strip() in _ENDS
        if (last or text[max(0, match.start() - _BEFORE) : match.start()].rstrip().endswith(_STOPS)) and is_source(
            match.group()[1:-1]
        ):
            found.append(Span(*match.span()))
            after = match.start() if last else after
    day = _leading_day(text)
    return (
        *((day,) if day is not None else ()),
        *(span for span in reversed(found) if day is None or span.start >= day.end),
    )


def is_source(words: str) -> bool:
    """Whether words in brackets are names with a day, an issue or a page, or a day alone that is written in full."""
    words = words.strip()
    if _FULL_DAY.fullmatch(words) or _NAMED_DAY.fullmatch(words):
        return True
    if _NO_NAME.match(words):
        return False
    at, named, placed = 0, False, False
    for _ in range(_TOKENS):
        match = _DAY.match(words, at) or _ISSUE.match(words, at)
        placed = placed or match is not None
        if match is None:
            match = _NAME.match(words, at)
            named = named or match is not None
        match = match or _JOINT.match(words, at)
        gap = _GAP.match(words, match.end()) if match is not None else None
        if gap is None:
            return False
        at = gap.end()
        if at == len(words):
            return named and placed
    return False


def _leading_day(text: str) -> Span | None:
    """The day before the words of a ruling, in brackets, before a colon or a dash, or written in full; what the ruling
    is on may stand before it."""
    led = _LED.match(text)
    start = led.end() if led else len(text) - len(text.lstrip())
    opened = text[start : start + 1] in {"[", "("}
    match = _DAY.match(text, start + opened)
    if match is None:
        return None
    end, sure = match.end(), _FULL_DAY.fullmatch(match.group()) is not None
    if opened:
        if text[end : end + 1] not in {"]", ")"}:
            return None
        end, sure = end + 1, True
    if text[end : end + 1] == ":":
        end, sure = end + 1, True
    elif text[end : end + 2] in {" -", " –", " —"}:
        end, sure = end + 2, True
    return Span(start, end) if sure and _BEGUN.match(text, end) else None
