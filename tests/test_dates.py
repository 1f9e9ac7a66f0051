"""Dates are read as the days they may mean."""

from datetime import date

import pytest

from kb.dates import Days, ImpossibleDateError, date_problem, read_date


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("1996", date(1996, 1, 1), date(1996, 12, 31)),
        ("1996-02", date(1996, 2, 1), date(1996, 2, 29)),
        ("1998-08-27", date(1998, 8, 27), date(1998, 8, 27)),
    ],
)
def test_days(text: str, first: date, last: date) -> None:
    assert read_date(text) == Days(first, last)
    assert date_problem(text) == ""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1997-11-31", "November 1997 has 30 days"),
        ("1997-02-29", "February 1997 has 28 days"),
        ("1997-13", "there is no month 13"),
        ("0000", "there is no year 0"),
        ("1997-1", "expected `YYYY`"),
        ("1997-01-01T00:00", "expected `YYYY`"),
        ("", "expected `YYYY`"),
        ("१९९७", "expected `YYYY`"),
    ],
)
def test_impossible(text: str, reason: str) -> None:
    assert reason in date_problem(text)
    with pytest.raises(ImpossibleDateError):
        read_date(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1997-1", "; write `1997-01`"),
        ("2012-5-3", "; write `2012-05-03`"),
        ("2012/5/03", "; write `2012-05-03`"),
        ("2012.05", "; write `2012-05`"),
        ("2012-5/3", "`YYYY-MM-DD`"),
        ("2012-13-1", "`YYYY-MM-DD`"),
        ("3/5/2012", "`YYYY-MM-DD`"),
        ("3/3/2012", "; write `2012-03-03`"),
        ("30.11.1996", "; write `1996-11-30`"),
        ("11/30/1996", "; write `1996-11-30`"),
        ("31.11.1996", "`YYYY-MM-DD`"),
        ("30.11/1996", "`YYYY-MM-DD`"),
        ("1 Dec 2005", "; write `2005-12-01`"),
        ("Sept. 3rd, 2005", "; write `2005-09-03`"),
        ("December  2005", "; write `2005-12`"),
        ("1-may-2005", "; write `2005-05-01`"),
        ("31 Nov 2005", "`YYYY-MM-DD`"),
        ("1 December 2, 2005", "`YYYY-MM-DD`"),
        ("Decembre 2005", "`YYYY-MM-DD`"),
        ("today", "`YYYY-MM-DD`"),
    ],
)
def test_a_date_in_another_shape_is_told_as_it_is_written_here(text: str, told: str) -> None:
    assert date_problem(text).endswith(told)
