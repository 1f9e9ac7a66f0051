"""Wording: the text of a ruling comes in; its words, and what an editor puts around them, go out.

Marks (`@` new, `#` other in tournaments, `[Added in version 3]`), a label (`Rules Erratum:`), and an effective date
stand before, after and among the words, in any order, and so does who ruled and when (`[QMR 19980311]`) and on what day
a ruling ends (`[Rescinded 2/15/99]`). Two texts of one ruling differ in them and are compared without them.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from kb.effective import PrintedDate, find_effective, find_endings
from kb.numbering import leading_number
from kb.ruled import find_ruled
from kb.text import Span
from kb.values import quick

_SIGN = r"\\?(?:@(?:\\?#)?|#(?:\\?@)?)"
"""`@`, `#`, or one right behind the other."""
_MARK = re.compile(
    rf"(?<!\S)(?:[\[(]?{_SIGN}[\])]?|[-–—]=[-–—])(?=\s|$)|^\s*(?:{_SIGN}|[-–—]=[-–—])(?=[^\W\d])"
    rf"|(?<=[.!?\])]){_SIGN}(?=\s|$)|(?<=: ){_SIGN}(?=[^\W\d_a-z])"
)
"""A mark; editors put a backslash before `@` as they do before `#`, and there kramdown prints it."""
_BESIDE = re.compile(r"(?<=[@#])\\?(?=[@#])")
_TURNED = r"(?:newly\s+)?(?:added|amended|changed|clarified|corrected|modified|new|revised|reworded|updated)"
_ISSUED = r"(?:compilation|digest|document|edition|file|issue|listing|release|revision|update|version)"
_NOTED = re.compile(
    rf"\[{_TURNED}(?:\s[^\[\]]{{0,40}}?\d[^\[\]]{{0,20}})\]|^\s*\[{_TURNED}\]|\[{_TURNED}\](?=\W*$)"
    rf"|[\[(]{_TURNED}\s+(?:for|in|since|with)\s+(?:this|the\s+(?:current|last|present|previous))\s+{_ISSUED}[.!]?[\])]"
    r"|(?:^|(?<=[.!?]\s)|(?<=[.!?][\"'”’]\s))\s*[\[(]v\.?\s?\d+\.\d+[\])]|[\[(]v\.?\s?\d+\.\d+[\])](?=\W*$)"
    rf"|(?:^|(?<=:))\s*{_TURNED}:(?=\s+(?-i:[^\W_a-z])|\s*$)",
    re.IGNORECASE,
)
"""What an editor says of when a ruling was made or changed: in brackets anywhere with a number, or of this issue or the
last (`(New in this issue)`), else at an end; the version alone (`(v1.3)`) there, or where a sentence ends; before a
colon and a sentence at the beginning (`New: Gulls ...`), or behind what the ruling is on (`Gull: New: It ...`)."""
_ERRATUM = r"er+at(?:um|a)"
_LABEL = re.compile(
    rf"\s*[\[(]?(?P<label>(?:(?:rules?|cards?|official)\s+{_ERRATUM}|has\s+{_ERRATUM}|{_ERRATUM}"
    r"|(?:(?:rules?|cards?)\s+)?clarification)"
    r"(?=[\])]?\s*(?:\([^)]*\)\s*)?(?::|\s[-–—]+\s)|[\])]\s)"
    rf"|(?:clarification|correction|{_ERRATUM})\s+(?:no\.\s*|#)?\d{{1,3}}[a-z]?(?=\s*(?:\([^)]*\)\s*)?:)(?:\s*\([^)]*\))?"
    r"|annotation\s+\d+[a-z]?\b(?:\s*\([^)]*\))?)[\])]?(?:\s*\((?:[^()\d]{1,15}\s)?(?:1[89]|20)\d\d\)(?=\s*:))?"
    r"(?:\s*:|\s+[-–—]+(?=\s))?",
    re.IGNORECASE,
)
"""What a ruling is called before its words, and, where a number counts it, what it is on; the year behind it too."""
_LED_LABEL = re.compile(
    rf"(?P<lead>[^:.]{{2,60}}?)\s*(?:[:,]\s+(?P<label>(?:rules?|cards?)\s+{_ERRATUM})"
    rf"|[\[(](?P<bracketed>(?:(?:rules?|cards?)\s+)?{_ERRATUM})[\])])\s*(?P<rest>\([^)]*\)\s*)?:",
    re.IGNORECASE,
)
_CALLED = (
    r"[(\[]\s*(?P<label>(?:(?:rules?|official|minor)\s+)?(?:clarif(?:ication|ied)|clar|chang(?:ed?)|correct(?:ion|ed)"
    r"|add(?:ition|ed|endum)|delet(?:ion|ed)|omission|replace(?:ment|d)|amend(?:ment|ed)|revis(?:ion|ed)"
    rf"|{_ERRATUM}))\.?\s*[)\]]"
)
"""What an editor calls a ruling, in brackets: `(correction)`, `[Addition]`."""
_PLACED_LABEL = re.compile(
    rf"(?:(?P<lead>(?-i:[^\W_a-z])[^:.()\[\]\"“”]{{1,60}}?)\s*)?{_CALLED}\s*:(?=\s)"
    rf"|(?P<place>\[(?-i:[^\W_a-z])[^\[\]]{{1,60}}\])[:,]?\s*{_CALLED.replace('label', 'kind')}"
    r"(?:\s*[:.]|\s+[-–—]+)?(?=\s)",
    re.IGNORECASE,
)
"""The same behind the name of a place, or alone where that stands above: `Range Table (correction): ...`,
`[Range Table] (correction) ...`, `(correction): ...`."""
_NUMBERED_LABEL = re.compile(
    rf"(?P<title>[^\W\d_][^:.()\[\]\"“”]{{0,60}}?\s+)??(?:{_CALLED}|(?P<bare>[Cc]larification|[Cc]hange"
    rf"|[Cc]orrection|[Aa]ddition|[Dd]eletion|[Aa]mendment|[Rr]eplacement|(?:(?:rules?|official)\s+)?{_ERRATUM})(?=\s*:))"
    r"(?:\s*[:.]|\s+[-–—]+(?=\s))?(?=\s|\Z)",
    re.IGNORECASE,
)
"""What an editor calls a ruling behind the number, and perhaps the title, of the rule it is on: `6.31 (change): ...`,
`[6.31] Piers (Clarification) ...`, `6.31 - Correction: ...`."""
_BEHIND_NUMBER = re.compile(r"[\])]?[.:,]?[\])]?\s*(?:[-–—]+\s+)?")

LEFT_OUT = re.compile(r"\s*(?:[(\[]\s*)?(?:…|\.\s?\.\s?\.(?:\s?\.)?)(?:\s*[)\]])?\s*")
"""The sign of words that a quotation leaves out: `...`, `. . .`, `[…]`."""
REFERS = re.compile(r"\W*(?:please\s+)?see\b(?!\s+(?:how|if|that|what|whether|each|the\s+top)\b)", re.IGNORECASE)
"""How a sentence begins that sends the reader elsewhere."""
GLOSS = re.compile(r"\[(?P<words>[^\[\]]*\w[^\[\]]*)\]")
"""What who quotes puts in, in square brackets, for himself or instead of other words: `[sic]`, `[the keeper]`."""


_RULING = re.compile(r"(?<=[.!?:;\"”)])\s+(?:ruling|decision|verdict)\s*(?:[:.]|\s[–—-])\s+(?=\S)", re.IGNORECASE)
"""What stands between what happens in a case and what is ruled of it."""


@dataclass(frozen=True, slots=True)
class Case:
    """A ruling as a case book has it: what happens, and what is ruled of it (`A bale falls. RULING: Legal. ...`)."""

    facts: str
    ruling: str


def part_case(words: str) -> Case | None:
    """The case that a ruling is of; None where its words are no case with its ruling behind."""
    parted = _RULING.search(words)
    if parted is None or _RULING.search(words, parted.end()) is not None:
        return None
    return Case(words[: parted.start()].strip(), words[parted.end() :].strip())


@quick
@dataclass(frozen=True, slots=True)
class Wording:
    """The words of a ruling; the marks in order, behind them when it ends, and who ruled and when; the label as
    printed, or None; all dates, impossible ones too."""

    words: str
    marks: tuple[str, ...]
    label: str | None
    dates: tuple[PrintedDate, ...]


@lru_cache(maxsize=20_000)
def read_wording(text: str) -> Wording:
    """A ruling's text told apart. White space is folded to single blanks.

    A qualifier in brackets after a label (`Card Erratum (night version):`) belongs to the words, one after the
    number of an annotation to the label. Whether a line is the name of a term is asked of most statements before they
    are read.
    """
    unmarked = _MARK.sub(lambda match: " " * len(match.group()), text)
    found = sorted((*_MARK.finditer(text), *_NOTED.finditer(unmarked)), key=lambda match: match.start())
    signs = (_BESIDE.split(match.group()) if match.re is _MARK else [match.group()] for match in found)
    marks = tuple(" ".join(sign.split()).strip(" \\[]():") for each in signs for sign in each)
    bare = " ".join(_NOTED.sub(" ", unmarked).split())
    endings = find_endings(bare)
    told = tuple(bare[span.start : span.end].strip("[]() ") for span in endings)
    for span in reversed(endings):
        bare = _without(bare, span)
    dates = find_effective(bare)
    for date in reversed(dates):
        bare = _without(bare, date.span)
    bare = bare.strip()
    ruled = find_ruled(bare)
    sources = tuple(bare[span.start : span.end].strip("[]():–—- ") for span in ruled)
    for span in reversed(ruled):
        bare = _without(bare, span)
    label, words = _split_label(" ".join(bare.split()))
    return Wording(words, (*marks, *told, *sources), label, dates)


def _without(text: str, span: Span) -> str:
    """A text without a span; the stop behind it stays where none stands before."""
    before, after = text[: span.start].rstrip(), text[span.end :].lstrip()
    ended = before.endswith((".", "!", "?", '"'))
    if after.startswith(('"', "”", "’")) and not text[span.end].isspace():  # it closes the quotation it was in
        return before + after
    return before + ("" if after.startswith(".") and not ended else " ") + (after.lstrip(".") if ended else after)


def _split_label(text: str) -> tuple[str | None, str]:
    match = _LABEL.match(text)
    if match:
        label = re.sub(r"\s*\(.*", "", match["label"])
        return label, text[match.end() :].strip()
    numbered = _split_numbered(text)
    if numbered is not None:
        return numbered
    placed = _PLACED_LABEL.match(text)
    if placed:
        lead, behind = (placed["place"] or placed["lead"] or "").strip("[]"), text[placed.end() :].strip()
        return placed["label"] or placed["kind"], f"{lead}{':' if lead else ''} {behind}".strip()
    led = _LED_LABEL.match(text)
    if led:
        qualifier = f" {led['rest'].strip()}" if led["rest"] else ""
        return led["label"] or led["bracketed"], f"{led['lead']}:{qualifier} {text[led.end() :].strip()}"
    return None, text


def _split_numbered(text: str) -> tuple[str, str] | None:
    """The label behind the number of a rule, and the words with that number before them."""
    lead = leading_number(text)
    behind = _BEHIND_NUMBER.match(text, lead.span.end) if lead is not None else None
    match = _NUMBERED_LABEL.match(text, behind.end()) if behind is not None else None
    if match is None or behind is None:
        return None
    before = text[: behind.end()] + (match["title"] or "")
    head = before.rstrip(" -–—,")
    joint = "" if head.endswith((":", "]", ")")) else ":"
    return match["label"] or match["bare"], f"{head}{joint} {text[match.end() :].strip()}".strip()
