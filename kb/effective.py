"""Printed effective dates: text comes in, ISO dates and where they stand go out.

Rulings files print when a ruling begins to hold in brackets after it (`[Effective 8/27/98]`) or in a
heading above it (`Rulings Effective 12/1/97`). Months come before days, as in the sources of the trade.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.dates import date_problem
from kb.sentences import find_sentences
from kb.text import Span

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH = rf"(?:{'|'.join(MONTHS)})[a-z]*\.?"
_NAMES = "january february march april may june july august sept september october november december"
_WORDS = "|".join(f"{name}|{name[:3]}" for name in _NAMES.split()) + "|sept"
DAY = r"\d{1,2}(?:st|nd|rd|th)?"
YEAR = r"(?:\d{4}|['’‘]\d{2}(?!\w))"
"""A year behind its month, whole or with a sign in the place of the century: `March 1997`, `March '97`."""
DAY_OF_MONTH = rf"(?i:{DAY}\s+(?:{_WORDS})\b\.?|(?:{_WORDS})\b\.?\s+{DAY})(?=\s*(?:[,;:.)\]]|$))"
"""A day without its year, nothing more behind it: `3 May`, `May 3`."""
_DAYS = re.compile(rf"{DAY}\s*[–—-]\s*{DAY}\s+(?={MONTH})", re.IGNORECASE)
_NAMED = re.compile(
    r"\b(?:takes?\s+effect|effective|eff\.|(?:(?<=[\[(])|(?<=[.!?]\s)|(?<=[.!?][\"”’')\]]\s))(?:in\s+(?:effect|force)|valid))"
    r"(?:\s+(?:on|as\s+of|from|since|starting|beginning))?:?\s*[\[(]?\s*"
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?(?:the\s+(?=\d))?"
    r"(?:(?P<iso>\d{4}-\d{1,2}-\d{1,2})"
    r"|(?P<month>\d{1,2})[/.\-](?P<day>\d{1,2})[/.\-](?P<year>\d{4}|\d{2})\b"
    rf"|(?P<named>{MONTH})\s+(?P<named_day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<named_year>{YEAR})"
    rf"|(?P<first_day>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:(?:day\s+)?of\s+)?(?P<first>{MONTH}),?\s+(?P<first_year>{YEAR})"
    rf"|(?P<dashed_day>\d{{1,2}})-(?P<dashed>{MONTH})-(?P<dashed_year>\d{{4}}|\d{{2}})\b"
    rf"|(?P<only>{MONTH}),?\s+(?P<only_year>{YEAR})"
    r"|(?P<only_month>\d{1,2})/(?P<short_year>\d{4})\b)",
    re.IGNORECASE,
)
WITHDRAWN = "withdrawn|rescinded|revoked|repealed"
"""What is said of a ruling that is no more, as alternatives for a pattern."""
_ENDED = re.compile(
    rf"\b(?:no\s+(?:longer|more)|not|never|ceas(?:e|es|ed|ing)(?:\s+to\s+be)?|{WITHDRAWN}|expires|ends)[\s,:]+\Z",
    re.IGNORECASE,
)
"""What makes a date one on which something ends: `no longer effective 8/16/99`."""
_DATES_RULINGS = re.compile(
    r"[\s*_]*(?:the\s+following\s+)?(?:(?:new|delayed)\s+)?(?:rulings?)?(?:\s+(?:are|will))?[\s*_:.]*", re.IGNORECASE
)
_OPENING = re.compile(r"[\[(]\s*(?:[^\W\d_]+,?\s+)*\Z")
_CLOSING = re.compile(r"(?:\s+on(?:wards?)?\b)?(?:[.\s]*[\])]+|\.?\s*$)")
_SUBJECT = re.compile(
    r"(?:\A|(?<=[.!?]\s))(?:this|it)(?:\s+(?:ruling|change|erratum|rule))?(?:\s+(?:is|will(?:\s+be)?|becomes))?\s+\Z",
    re.IGNORECASE,
)
"""What a last sentence that only dates a ruling has for a subject: `This takes effect on 3 May 1999.`"""
_BE = re.compile(r"\w\s+(?:is|are|was|were|be|becomes?)\s+\Z", re.IGNORECASE)
"""What makes the words before a date the subject of a sentence that tells it: `The price is effective 3 May 1999.`"""
_ISSUED = re.compile(
    r"[\s*_(\[]*(?:(?:current\s+)?(?:as\s+of|to)|dated?|issued|(?:last\s+)?(?:revised|updated))\b[\s:*_]*",
    re.IGNORECASE,
)
_IN_FORCE = re.compile(r"\bin\s+(?:effect|force)\s+(?:on|as\s+of|from|since|starting|beginning)\s+", re.IGNORECASE)
_CURRENT = re.compile(r"\bcurrent\s+(?:as\s+of|to)\b[\s:*_]*", re.IGNORECASE)
_VERSION = re.compile(
    r"\bversion\s+\d[\w.]*,?\s(?:[^.!?]{0,200}?[\s,])??(?P<upto>(?:up\s+to|(?<!current\s)as\s+of)\s+)(?=[^;.!?]*\d)",
    re.IGNORECASE,
)
"""A sentence that tells which version a text is, up to what says to what day it reaches."""
_STATUS = re.compile(
    r"[\[(]\s*(?:now\s+)?(?:banned|restricted|suspended|prohibited|legal|allowed|permitted|playable)\s+"
    r"(?:as\s+of|from|since|starting|beginning)\s+(?P<day>[^()\[\]]{4,40})[\])]\W*\Z",
    re.IGNORECASE,
)
_ENDING = re.compile(
    rf"(?:(?:this|the)\s+(?:ruling|entry|erratum|answer|clarification)\s+)?(?:(?:is|was|has\s+been)\s+)?(?:now\s+)?"
    r"(?:(?:effective|valid|in\s+(?:effect|force)|holds|good)\s+)?(?:(?P<until>until|till|through|up\s+to|to|[–—-]|expire[sd]|end(?:s|ed))"
    rf"|{WITHDRAWN}|no\s+longer\s+(?:in\s+(?:force|effect)|effective|valid|holds))[\s:,]+"
    r"(?:(?:on|as\s+of|from|since|effective|with)\s+)?(?P<day>[^()\[\]]{4,40}?)[\s.]*",
    re.IGNORECASE,
)
"""What says that a ruling ends, and on what day: `Rescinded 2/15/99`, `valid until 1 May 1999`."""
_BRACKETS = re.compile(r"[\[(](?P<said>[^()\[\]]{8,90})[\])]")
_TERM = re.compile(r"\s+(?:until|till|through|up\s+to|to|[–—-])\s+(?P<day>[^()\[\]]{4,40}?)\s*\Z", re.IGNORECASE)
"""The end of a stretch of days: `effective 4/1/98 until 12/31/98`."""
_FIRST_UNTIL = re.compile(r"(?:until|till|through)\s+(?P<day>[^()\[\]]{4,30}?),\s", re.IGNORECASE)
_LAST_UNTIL = re.compile(r"(?<=\w)\s+(?:until|till|through)\s+(?P<day>[^()\[\]]{4,30}?)\W*\Z", re.IGNORECASE)
_DENIES = re.compile(r"\b(?:no|not|never|none|nor|neither|nobody|cannot|without|\w+n['’]t)\b", re.IGNORECASE)
CENTURY_TURNS = 70
"""Years of two digits from this one on lie in the twentieth century."""


@dataclass(frozen=True, slots=True)
class PrintedDate:
    """A date as printed: `iso` is None when there never was such a day, and `problem` says why."""

    span: Span
    printed: str
    iso: str | None
    problem: str = ""


def find_effective(text: str) -> tuple[PrintedDate, ...]:
    """The effective dates in brackets, or at the end, of a ruling; spans are in `text`, brackets included.

    One of the two brackets is enough: rulings files lose the other. The span is empty where the date is told of words
    of the ruling, which lack their verb without it (`The new price takes effect on 3 May 1999.`).
    """
    found = []
    for match in _beginnings(text):
        closing = _CLOSING.match(text, match.end())
        opening = _opening(text, match.start(), 5 if closing and closing.group().strip(" .") else 0)
        subject = _SUBJECT.search(text, max(0, opening - 60), opening) if closing and opening == match.start() else None
        opening = subject.start() if subject else opening
        if opening < match.start() or closing:
            end = closing.end() if closing else match.end()
            told = opening == match.start() and _is_told_of_words(text, match)
            found.append(_printed(match, Span(end, end) if told else Span(opening, end)))
    return tuple(found)


def _is_told_of_words(text: str, match: re.Match[str]) -> bool:
    """Whether a date that stands in no brackets is what a sentence tells of the words before it."""
    before = text[max(0, match.start() - 60) : match.start()]
    ends_in_a_word = re.search(r"[\w)]\s+\Z", before) is not None
    return _BE.search(before) is not None or (match.group().startswith("take") and ends_in_a_word)


def status_effective(text: str) -> str | None:
    """The day from which something has a status, in brackets at the end of an item that says so: `Gull (banned as of
    1 May 2002)`. The brackets are words of the ruling, which is what they say."""
    match = _STATUS.search(text, max(0, len(text) - 100))
    return read_day(match["day"]) if match is not None else None


@dataclass(frozen=True, slots=True)
class Ending:
    """A day on which a ruling ends, as an ISO date, maybe a partial one; `through` where it holds until then, of which
    nobody knows whether it holds on the day itself."""

    iso: str
    through: bool


def find_endings(text: str) -> tuple[Span, ...]:
    """What says beside the words of a ruling on what day it ends, in order: brackets at either end of one sentence
    (`[Rescinded 2/15/99]`), or inside of brackets that say from when on it holds what says until when. Of several
    sentences it is not known which end."""
    found = []
    for match in _BRACKETS.finditer(text):
        if read_ending(match["said"]) is not None:
            rest = text[: match.start()].strip() or text[match.end() :].strip(" .")
            outer = not (text[: match.start()].strip() and text[match.end() :].strip(" ."))
            if outer and len(tuple(find_sentences(rest))) == 1:
                found.append(Span(*match.span()))
            continue
        term = _TERM.search(match["said"])
        if term is not None and read_day(term["day"]) and heading_effective(match["said"][: term.start()]):
            found.append(Span(match.start("said") + term.start(), match.end("said")))
    return tuple(found)


def read_ending(text: str) -> Ending | None:
    """The day on which a ruling ends, of words that say it and nothing else."""
    match = _ENDING.fullmatch(text.strip())
    day = read_day(match["day"]) if match is not None else None
    return Ending(day, match["until"] is not None) if match is not None and day is not None else None


def told_ending(words: str) -> Ending | None:
    """The day up to which a ruling of one sentence holds by its own words: `Until 1 May 1999, ...`, `... until 1 May
    1999.` What denies before it (`not until`) may tell when something begins."""
    if len(tuple(find_sentences(words))) != 1:
        return None
    match = _FIRST_UNTIL.match(words.strip()) or _LAST_UNTIL.search(words, max(0, len(words) - 50))
    if match is None or _DENIES.search(match.string, 0, match.start()):
        return None
    day = read_day(match["day"])
    return Ending(day, through=True) if day is not None else None


def _beginnings(text: str) -> Iterator[re.Match[str]]:
    """The dates from which something holds that a text names."""
    for match in _NAMED.finditer(text):
        if _ENDED.search(text, max(0, match.start() - 60), match.start()) is None:
            yield match


def _opening(text: str, at: int, words: int) -> int:
    """Where the bracket opens that stands before a place, blanks and at most so many words between them
    (`[addition effective`); the place itself without one."""
    opened = _OPENING.search(text, max(0, at - 60), at)
    return opened.start() if opened and len(opened.group().split()) <= words + 1 else at


def names_only_a_date(text: str) -> bool:
    """Whether a line says nothing but since when rulings hold, as the heading above dated rulings does."""
    match = _NAMED.search(text)
    return match is not None and _DATES_RULINGS.fullmatch(text[: match.start()] + text[match.end() :]) is not None


def names_only_a_day(text: str) -> bool:
    """Whether a line is a date and nothing else: `12 May 1997`."""
    return names_only_a_date(f"effective {text.strip(' *_')}")


def read_day(text: str) -> str | None:
    """The day that a text says and nothing else, as an ISO date, or the month of several days (`1–3 May 2004`); None
    for other texts and days there never were."""
    match = _NAMED.fullmatch(f"effective {_DAYS.sub('', text.strip())}")
    return _printed(match, Span(*match.span())).iso if match else None


def day_problem(text: str) -> str:
    """Why there never was the day that a text says and nothing else; nothing for other days and texts."""
    match = _NAMED.fullmatch(f"effective {_DAYS.sub('', text.strip())}")
    return _printed(match, Span(*match.span())).problem if match else ""


def names_only_its_issue(text: str) -> bool:
    """Whether a line says nothing but of what day the text around it is: `As of 15 November 1983`."""
    match = _ISSUED.match(text)
    return match is not None and names_only_a_date(f"effective {text[match.end() :].rstrip(' )]*_')}")


def find_issued(text: str) -> tuple[PrintedDate, ...]:
    """The days of which a text says that it is itself: `current as of 3/16/96` anywhere, so `up to 3/16/96` where the
    sentence tells which version it is, else a line of its own that says nothing more (`Last revised: June 2004`); spans
    are in `text`."""
    found: list[PrintedDate] = []
    at = 0
    for line in text.split("\n"):
        told = _CURRENT.search(line) or (_ISSUED.match(line) if names_only_its_issue(line) else None)
        if told is not None:
            found += _printed_behind(text[: at + len(line)], Span(at + told.start(), at + told.end()))
        at += len(line) + 1
    reached = (Span(*told.span("upto")) for told in _VERSION.finditer(text))
    found += (date for span in reached for date in _printed_behind(text, span))
    return tuple(sorted(found, key=lambda date: date.span.start))


def _printed_behind(text: str, told: Span) -> Iterator[PrintedDate]:
    """The date that stands right behind the words which say that one comes, with these, if any does."""
    match = _NAMED.match(f"effective {text[told.end :]}")
    if match is not None:
        yield _printed(match, Span(told.start, told.end + match.end() - len("effective ")))


def heading_effective(text: str) -> PrintedDate | None:
    """The effective date that a heading names, or a footnote, without need of brackets (`in force from 3 May 1999`)."""
    match = next(_beginnings(text), None)
    if match is not None:
        return _printed(match, Span(*match.span()))
    told = _IN_FORCE.search(text)
    match = _NAMED.match(f"effective {text[told.end() :]}") if told else None
    ended = told is None or _ENDED.search(text, max(0, told.start() - 60), told.start())
    if told is None or match is None or ended:
        return None
    return _printed(match, Span(told.start(), told.end() + match.end() - len("effective ")))


def _printed(match: re.Match[str], span: Span) -> PrintedDate:
    iso = "-".join(f"{part:0{width}}" for part, width in zip(_parts(match), (4, 2, 2), strict=False))
    problem = date_problem(iso)
    return PrintedDate(span, match.group(), None if problem else iso, problem)


def _parts(match: re.Match[str]) -> tuple[int, ...]:
    """Year, month and, where one is printed, day, which stands before the month between points where that is no month
    (`14.3.2000`)."""
    if match["iso"]:
        return tuple(int(part) for part in match["iso"].split("-"))
    if match["month"]:
        month, day = int(match["month"]), int(match["day"])
        first = match.string[match.end("month")] == "." and month > len(MONTHS) >= day
        return _year(match["year"]), *((day, month) if first else (month, day))
    if match["only"]:
        return _year(match["only_year"]), _number(match["only"])
    if match["only_month"]:
        return int(match["short_year"]), int(match["only_month"])
    style = next(style for style in ("named", "first", "dashed") if match[style])
    return _year(match[f"{style}_year"]), _number(match[style]), int(match[f"{style}_day"])


def _number(month: str) -> int:
    return MONTHS.index(month[:3].lower()) + 1


def _year(digits: str) -> int:
    year = int(digits.lstrip("'’‘"))
    if len(digits) == 4:
        return year
    return year + (1900 if year >= CENTURY_TURNS else 2000)
