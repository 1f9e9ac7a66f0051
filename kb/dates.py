"""Dates as sources give them: `YYYY`, `YYYY-MM` or `YYYY-MM-DD` comes in, the days it may mean go out.

A partial date is an interval of days. An empty text is an unknown date and is nobody's interval.
"""

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

_SHAPE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_LOOSE = re.compile(r"([0-9]{4})([-./])([0-9]{1,2})(?:\2([0-9]{1,2}))?")
"""The same in other signs, or without its noughts."""
_YEAR_LAST = re.compile(r"([0-9]{1,2})([-./])([0-9]{1,2})\2([0-9]{4})")
_NAMED = re.compile(
    r"(?:(?P<first>[0-9]{1,2})(?:st|nd|rd|th)?[ -])?(?P<month>[a-z]{3,9})\.?"
    r"(?:[ ](?P<day>[0-9]{1,2})(?:st|nd|rd|th)?)?,?[ -](?P<year>[0-9]{4})",
    re.IGNORECASE,
)
"""A day or a month as English names it: `1 Dec 2005`, `December 1, 2005`, `Dec. 2005`."""


class ImpossibleDateError(ValueError):
    """A text that is no date: of another shape, or a day or month there never was."""


@dataclass(frozen=True, slots=True, order=True)
class Days:
    """The days a date may mean, both ends included."""

    first: date
    last: date


def read_date(text: str) -> Days:
    """The days of a date; raises ImpossibleDateError, whose message says what is wrong."""
    match = _SHAPE.fullmatch(text)
    if match is None:
        raise ImpossibleDateError(f"expected `YYYY`, `YYYY-MM` or `YYYY-MM-DD`{_meant(text)}")
    year, month, day = (int(part) if part else None for part in match.groups())
    if not year:
        raise ImpossibleDateError("there is no year 0")
    if month is None:
        return Days(date(year, 1, 1), date(year, 12, 31))
    if not 1 <= month <= 12:
        raise ImpossibleDateError(f"there is no month {month}")
    length = calendar.monthrange(year, month)[1]
    if day is None:
        return Days(date(year, month, 1), date(year, month, length))
    if not 1 <= day <= length:
        raise ImpossibleDateError(f"{calendar.month_name[month]} {year} has {length} days")
    return Days(date(year, month, day), date(year, month, day))


@lru_cache(maxsize=1000)
def days_of(text: str) -> Days:
    """The days of a date; all days when it is unknown or no date (which is diagnosed where it is read)."""
    try:
        return read_date(text)
    except ImpossibleDateError:
        return Days(date.min, date.max)


def first_day(text: str) -> str:
    """The first day that a date may mean, as ISO writes it; nothing where it is unknown or no date."""
    return read_date(text).first.isoformat() if not date_problem(text) else ""


def may_be_one_day(one: str, other: str) -> bool:
    """Whether two dates, each of which may be a month or a year, may be one day."""
    first, second = days_of(one), days_of(other)
    return first.first <= second.last and second.first <= first.last


def _meant(text: str) -> str:
    """What to write for a date in another shape; nothing where that would be none, or may be either of two days."""
    meant = {each for each in _readings(" ".join(text.split())) if _SHAPE.fullmatch(each) and not date_problem(each)}
    return f"; write `{meant.pop()}`" if len(meant) == 1 else ""


def _readings(text: str) -> Iterator[str]:
    """What a date in another shape may say, each as it is written here; not all of them are dates."""
    if loose := _LOOSE.fullmatch(text):
        year, _, *parts = loose.groups()
        yield "-".join((year, *(f"{part:0>2}" for part in parts if part)))
    elif last := _YEAR_LAST.fullmatch(text):
        one, _, other, year = last.groups()
        yield f"{year}-{one:0>2}-{other:0>2}"
        yield f"{year}-{other:0>2}-{one:0>2}"
    elif (named := _NAMED.fullmatch(text)) and not (named["first"] and named["day"]):
        day = named["first"] or named["day"]
        for number, name in enumerate(calendar.month_name):
            if name and named["month"].lower() in {name.lower(), name[:3].lower(), name[:4].lower()}:
                yield "-".join((named["year"], f"{number:02}", *([f"{day:0>2}"] if day else [])))


def date_problem(text: str) -> str:
    """Why a text is no date; empty when it is one."""
    try:
        read_date(text)
    except ImpossibleDateError as error:
        return str(error)
    return ""
