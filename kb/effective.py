"""Printed effective dates: text comes in, ISO dates and where they stand go out.

Rulings files print when a ruling begins to hold in brackets after it (`[Effective 8/27/98]`) or in a
heading above it (`Rulings Effective 12/1/97`). Months come before days, as in the sources of the trade.
"""

import re
from dataclasses import dataclass

from kb.dates import date_problem
from kb.text import Span

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = rf"(?:{'|'.join(_MONTHS)})[a-z]*\.?"
_NAMED = re.compile(
    r"\beffective(?:\s+(?:on|as\s+of|from))?:?\s+"
    r"(?:(?P<iso>\d{4}-\d{1,2}-\d{1,2})"
    r"|(?P<month>\d{1,2})[/.\-](?P<day>\d{1,2})[/.\-](?P<year>\d{4}|\d{2})\b"
    rf"|(?P<named>{_MONTH})\s+(?P<named_day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<named_year>\d{{4}})"
    rf"|(?P<first_day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<first>{_MONTH}),?\s+(?P<first_year>\d{{4}}))",
    re.IGNORECASE,
)
_CLOSING = re.compile(r"\s*[\])]|\.?\s*$")
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

    One of the two brackets is enough: rulings files lose the other.
    """
    found = []
    for match in _NAMED.finditer(text):
        opening = _opening(text, match.start())
        closing = _CLOSING.match(text, match.end())
        if opening < match.start() or closing:
            found.append(_printed(match, Span(opening, closing.end() if closing else match.end())))
    return tuple(found)


def _opening(text: str, at: int) -> int:
    """Where the bracket opens that stands before a place, blanks between them; the place itself without one."""
    before = at
    while before > 0 and text[before - 1].isspace():
        before -= 1
    return before - 1 if before > 0 and text[before - 1] in "[(" else at


def heading_effective(text: str) -> PrintedDate | None:
    """The effective date that a heading names, without need of brackets."""
    match = _NAMED.search(text)
    return _printed(match, Span(*match.span())) if match else None


def _printed(match: re.Match[str], span: Span) -> PrintedDate:
    year, month, day = _parts(match)
    iso = f"{year:04}-{month:02}-{day:02}"
    problem = date_problem(iso)
    return PrintedDate(span, match.group(), None if problem else iso, problem)


def _parts(match: re.Match[str]) -> tuple[int, int, int]:
    if match["iso"]:
        year, month, day = match["iso"].split("-")
        return int(year), int(month), int(day)
    if match["month"]:
        return _year(match["year"]), int(match["month"]), int(match["day"])
    style = "named" if match["named"] else "first"
    return int(match[f"{style}_year"]), _MONTHS.index(match[style][:3].lower()) + 1, int(match[f"{style}_day"])


def _year(digits: str) -> int:
    year = int(digits)
    if len(digits) == 4:
        return year
    return year + (1900 if year >= CENTURY_TURNS else 2000)
