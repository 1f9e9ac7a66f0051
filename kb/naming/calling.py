"""What texts are called: words and the names of the texts come in; where a name ends that stands there goes out.

Who knows the names needs neither a link nor a comma to see a text named: `LRF 5`, `LRF (3 May 2004)`, `LRF 1 ff.`,
`Harbour policy 2`.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from kb.counting import CARDINALS, ORDINALS
from kb.effective import DAY, DAY_OF_MONTH, MONTH, YEAR
from kb.naming.mentions import DOWN, ISSUE, name_words
from kb.naming.versions import EVERY_NEXT, read_row
from kb.text import word_forms

DIGITS = 2
"""Digits of the number of a version that nobody lists; more are a year or the number of something else."""
_WRITTEN = frozenset(CARDINALS) | frozenset(ORDINALS)
"""Numbers in words."""
LONGEST_NAME = 8
"""Words of the longest name."""
_TOKEN = re.compile(rf"[ \n]*(?P<word>[^\s,;:()\[\]/{DOWN}]+)")
_DAYS = rf"(?:{DAY}\s*[–—-]\s*)?"
DATE = (
    r"\d{4}-\d\d-\d\d|\d{1,2}/\d{1,2}/\d{2,4}"
    rf"|{_DAYS}(?:(?:{DAY}\s+)?(?i:{MONTH})(?:\s+{DAY},?)?\s+{YEAR}|{DAY_OF_MONTH})"
)
_DATE_BEFORE = re.compile(rf"(?P<date>{DATE})(?:\s+{ISSUE}\s+of(?:\s+the)?)?\s+(?=[A-Z])")
"""The date of a version before its name: `3 May 1999 LRF`."""
_BEFORE_DATE = re.compile(rf"\d+(?=[–—-]+(?:{DATE}))")
"""The number of a version that a date follows at once: `LRF 4—3 May 1999`."""
ONWARDS = re.compile(
    r",?\s+(?:ff?\.|et\s+seqq?\.|(?:onwards?|forwards?|on(?=\s*(?:[.,;:)\]]|$))|(?:and|or)\s+(?:all\s+)?(?:after|later|since|up)(?:\s+(?:issue|version|one)s?)?)(?!\w))"
    r"|\+(?!\w)"
)
"""The versions behind the one that is named, which need not be named: `LRF 1 ff.`, `LRF 1 and later`."""
_VERSION_BEHIND = re.compile(
    rf"\s*(?:[,(\[]\s*\d+(?:st|nd|rd|th)\s+(?:{ISSUE}\b|ed\b\.?)|(?:[(\[]\s*#?"
    rf"|[,(\[]\s*(?:v|vers?|{ISSUE}|no|nr|number|rev|ed)\.?\s*)\d+(?:\.\d+)*)[)\]]?",
    re.IGNORECASE,
)
_DATE_BEHIND = re.compile(
    rf"\s*[(\[](?=[^()\[\]]*(?:{YEAR}|\d[/-]\d|{DAY_OF_MONTH}))[^()\[\]]{{4,40}}[)\]]"
    rf"|(?:(?:[,;]|\s+(?:of|from|dated|issued)(?:\s+the)?)?\s+|\s*/\s*|\s*[–—-]{{1,3}}\s*)"
    rf"(?P<date>{DATE})(?!\w)"
)
"""The date of a version: in brackets, or bare behind its name, a sign or a word between them."""

BOOK = re.compile(
    r"\s+(?:rules?\s?book|rules(?:\s+(?:booklet|insert))?|booklet|insert)(?=[\s,]*(?:$|[,;:.)\]&+]|and\s|pp?\.|§))",
    re.IGNORECASE,
)
"""What an editor says behind the name of a book that the name itself does not have: `HR rulebook`."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the texts of a corpus are called, at hand or not, and what they speak of, folded."""

    names: Collection[str] = frozenset()
    subjects: Collection[str] = frozenset()


NOTHING_KNOWN = Known()


def end_of_name(text: str, start: int, names: Collection[str]) -> int | None:
    """Where the longest name ends that a text has at a place, or behind a date there; a single word is one only as an
    abbreviation."""
    dated = _DATE_BEFORE.match(text, start)
    start = dated.end() if dated is not None else start
    for end in ends_of_words(text, start):
        called = text[start:end]
        telling = is_marked(called, names) or (" " in called and called[0].isupper())
        words = name_words(called)
        if telling and (" ".join(words) in names or _is_further(words, names)):
            return end
    return None


def _is_further(words: Sequence[str], names: Collection[str]) -> bool:
    """Whether words are the name of a text that has versions, and a number that none of them has, with as many parts as
    theirs."""
    for parts in (1, 2):
        name, number = " ".join(words[:-parts]), words[-parts:]
        if name in names and all(each.isdecimal() and len(each) <= DIGITS for each in number):
            behind = (each[len(name) :].split() for each in names if each.startswith(f"{name} "))
            return any(len(each) == parts and all(map(str.isdecimal, each)) for each in behind)
    return False


def ends_of_words(text: str, start: int) -> list[int]:
    """Where a name may end that begins at a place, the longest first."""
    ends: list[int] = []
    at = start
    while len(ends) < LONGEST_NAME:
        token = _TOKEN.match(text, at)
        if token is None or not any(map(str.isalnum, token["word"])):
            break
        at = token.end()
        dated = _BEFORE_DATE.match(text, token.start("word"))
        if dated is not None:
            ends.append(dated.end())
            break
        ends.append(at - (text[at - 1] == "."))
    return ends[::-1]


def end_of_work(text: str, start: int, names: Collection[str]) -> int | None:
    """Where the name of a text ends with all that tells which version of it: further numbers behind the first one, its
    number behind a comma or in brackets, its date in brackets, that it is a rulebook."""
    end = _end_of_version(text, start, names)
    if end is None:
        return None
    behind = ONWARDS.match(text, end) or (None if text[end - 1].isdigit() else BOOK.match(text, end))
    return behind.end() if behind is not None else end


def _end_of_version(text: str, start: int, names: Collection[str]) -> int | None:
    row = read_row(text, start, names)
    if row is not None:
        return row.end
    end = end_of_name(text, start, names)
    every = EVERY_NEXT.match(text, end) if end is not None else None
    if every is not None:
        return every.end()
    for each in ends_of_words(text, start) if text[start : start + 1].isupper() else ():
        version = _VERSION_BEHIND.match(text, each)
        if version is not None and " ".join(name_words(text[start : version.end()])) in names:
            return version.end()
        dated = _DATE_BEHIND.match(text, each) if " ".join(name_words(text[start:each])) in names else None
        if dated is not None:
            return dated.end()
    return end


def with_date_in_brackets(called: str, names: Collection[str]) -> str:
    """The name of a text with the date behind or before it in brackets: `LRF (3 May 1999)` for `3 May 1999 LRF`."""
    before = _DATE_BEFORE.match(called)
    if before is not None:
        return f"{called[before.end() :]} ({before['date']})"
    for end in ends_of_words(called, 0):
        dated = _DATE_BEHIND.fullmatch(called, end)
        if dated is not None and dated["date"] and " ".join(name_words(called[:end])) in names:
            return f"{called[:end]} ({dated['date']})"
    return called


def is_marked(called: str, names: Collection[str]) -> bool:
    """Whether a name is none of the words of a sentence: it is an abbreviation or has a number; one in words only where
    the rest is the name of a text too, which has versions then (`sixth ledger`, but not a title `First Tide`)."""
    words = name_words(called)
    numbered = any(map(str.isdigit, "".join(words)))
    told = not _WRITTEN.isdisjoint(word_forms(called)) and not any(map(str.isdigit, called))
    return called.isupper() or (numbered and not (told and " ".join(words[:-1]) not in names))
