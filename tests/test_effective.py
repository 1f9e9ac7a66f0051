from itertools import pairwise

import pytest

from kb.effective import (
    find_effective,
    find_issued,
    heading_effective,
    names_only_a_date,
    names_only_a_day,
    names_only_its_issue,
    read_day,
    status_effective,
)


@pytest.mark.parametrize(
    ("text", "iso", "left"),
    [
        ("One. [Effective 8/27/98]", "1998-08-27", "One. "),
        ("One. [effective 11/17/1997] Two.", "1997-11-17", "One.  Two."),
        ("One (effective January 1, 1999).", "1999-01-01", "One ."),
        ("One. [Effective on 3 Nov. 1997]", "1997-11-03", "One. "),
        ("One. Effective 8/27/98]", "1998-08-27", "One. "),
        ("One. [second sentence only, effective 8/27/98]", "1998-08-27", "One. "),
        ("One. [addition effective 10/24/96] Two.", "1996-10-24", "One.  Two."),
        ("One. (this ruling is effective 10/24/96)", "1996-10-24", "One. "),
        ("One (effective 8/27/98 and later) two.", "1998-08-27", "One  and later) two."),
        ("One. [Effective 8/27/98.] Two.", "1998-08-27", "One.  Two."),
        ("One. [Effective Monday, 8/27/98]", "1998-08-27", "One. "),
        ("One. Effective 2004-03-04.", "2004-03-04", "One. "),
        ("One. In effect from March 4, 2004.", "2004-03-04", "One. "),
        ('"One." In force since 4 March 2004.', "2004-03-04", '"One." '),
        ("One (it is now effective 8/27/98.", "1998-08-27", "One (it is now "),
        ("One. [Effective: 3-Nov-97]", "1997-11-03", "One. "),
        ("One. [Effective the 3rd of November, 1997]", "1997-11-03", "One. "),
        ("One. (effective on Monday, the 3rd November 1997)", "1997-11-03", "One. "),
        ("One. [Effective 3. November 1997]", "1997-11-03", "One. "),
        ("One. [In effect 8/27/98] Two.", "1998-08-27", "One.  Two."),
        ("One. (valid from 27 August 1998)", "1998-08-27", "One. "),
        ("One. This takes effect on August 27, 1998.", "1998-08-27", "One. "),
        ("One. This ruling is effective from 27 August 1998 on.", "1998-08-27", "One. "),
        (
            "One. The new price takes effect on 3 May 1999.",
            "1999-05-03",
            "One. The new price takes effect on 3 May 1999.",
        ),
        ("The new price is effective 5/3/99", "1999-05-03", "The new price is effective 5/3/99"),
        ("One. Takes effect 5/3/99.", "1999-05-03", "One. "),
        ("[Effective 1/2/69]", "2069-01-02", ""),
        ("[Effective 1/2/70]", "1970-01-02", ""),
    ],
)
def test_a_bracket_or_the_end_dates_a_ruling(text: str, iso: str, left: str) -> None:
    (found,) = find_effective(text)
    assert (found.iso, found.problem) == (iso, "")
    assert text[: found.span.start] + text[found.span.end :] == left


@pytest.mark.parametrize(
    "text",
    [
        "It was effective 1/1/98 and later.",
        "Rulings take effect at once.",
        "An effective 3/4 blow.",
        "It was valid from 8/27/98.",
        "[no longer in effect 8/27/98]",
        "(It was effective 1/1/98 and later)",
        "One. [No longer effective 8/27/98]",
        "One. [ceases to be effective 8/27/98]",
        "One. [Withdrawn effective 8/27/98]",
        "One. (rescinded, effective 27 August 1998)",
        "One (not effective 8/27/98).",
        "",
    ],
)
def test_running_text_dates_nothing(text: str) -> None:
    assert find_effective(text) == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [("[Effective 2/30/98]", "February 1998 has 28 days"), ("[effective 13/1/97]", "there is no month 13")],
)
def test_an_impossible_day_is_told_and_not_guessed(text: str, problem: str) -> None:
    (found,) = find_effective(text)
    assert (found.iso, found.problem) == (None, problem)
    assert found.printed == text.strip("[]")


def test_between_points_the_day_may_stand_first() -> None:
    days = ("14.3.2000", "3.14.2000", "3.4.2000", "14.13.2000", "31.2.2000")
    found = [find_effective(f"[effective {day}]")[0].iso for day in days]
    assert found == ["2000-03-14", "2000-03-14", "2000-03-04", None, None]


def test_a_heading_needs_no_bracket() -> None:
    assert heading_effective("Rulings No Longer Effective 8/27/98") is None
    found = heading_effective("Rulings Effective 12/1/97")
    assert found is not None
    assert found.iso == "1997-12-01"
    assert heading_effective("Rulings Monday") is None


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("KR 3, Storms, in force from 1 September 2014: no kite flies.", "in force from 1 September 2014"),
        ("KR 3, Storms, in effect since 2014-09-01.", "in effect since 2014-09-01"),
        ("KR 3, no longer in force from 1 September 2014.", None),
        ("KR 3: a storm in force on any day.", None),
    ],
)
def test_a_footnote_tells_from_when_its_ruling_is_in_force(text: str, printed: str | None) -> None:
    found = heading_effective(text)
    told = found and (found.iso, text[found.span.start : found.span.end])
    assert told == (printed and ("2014-09-01", printed))


def test_dates_come_in_order() -> None:
    found = find_effective("[Effective 1/1/98] [Effective 1/2/98] " * 50)
    assert len(found) == 100
    assert all(first.span.end <= second.span.start for first, second in pairwise(found))


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("Number 7, **current as of** 3/16/96 for all.", ["1996-03-16"]),
        ("Kites\nLast revised: June 2004\n", ["2004-06"]),
        ("Last updated 6/2004", ["2004-06"]),
        ("Kites, current to 31 February 2004.", [None]),
        ("This is version 7 of all that is\nknown of kites, up to June 16, 2004; up to letter 9.", ["2004-06-16"]),
        ("Version 7 as of the 16th of June, 2004; up to letter 9.", ["2004-06-16"]),
        ("Version 7, current as of 6/16/04.", ["2004-06-16"]),
        ("Version 7 has rulings. Some, up to 6/16/04, are old.", []),
        ("This is version 7, up to letter 9 of 6/16/04.", []),
        ("As of 4/5/99 nobody flies.", []),
        ("Kites are current as of now, effective 4/5/99.", []),
    ],
)
def test_of_what_day_a_text_says_that_it_is(text: str, iso: list[str | None]) -> None:
    found = find_issued(text)
    assert [each.iso for each in found] == iso
    assert all(
        text[each.span.start : each.span.end].lower().startswith(("current", "last", "up to", "as of"))
        for each in found
    )


@pytest.mark.parametrize(
    ("line", "date", "day", "issue"),
    [
        ("**Delayed Rulings** effective 12/1/97", True, False, False),
        ("New rulings effective 12/1/97", True, False, False),
        ("Old rulings effective 12/1/97", False, False, False),
        ("The following rulings take effect on December 1st, 1997.", True, False, False),
        ("The following new rulings will take effect on 1 December 1997:", True, False, False),
        (" *12 May 1997* ", False, True, False),
        ("12 May 1997 or later", False, False, False),
        ("(As of 15 November 1983)", False, False, True),
        ("Current to 5/5/99", False, False, True),
        ("Dated 5/5/99", False, False, True),
        ("**Updated:** June 2004", False, False, True),
        ("Issued: 5/5/99 in haste", False, False, False),
    ],
)
def test_a_line_says_no_more_than_its_date(line: str, date: bool, day: bool, issue: bool) -> None:
    assert (names_only_a_date(line), names_only_a_day(line), names_only_its_issue(line)) == (date, day, issue)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        (" 8 May 2006\n", "2006-05-08"),
        ("1–3 May 2004", "2004-05"),
        ("6/2004", "2004-06"),
        ("June ’04", "2004-06"),
        ("3 June '97", "1997-06-03"),
        ("June 3, '97", "1997-06-03"),
        ("June '975", None),
        ("31 Nov. 1997", None),
        ("Page 3", None),
    ],
)
def test_a_text_is_a_day_and_nothing_else(text: str, day: str | None) -> None:
    assert read_day(text) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Gull (banned as of 1 May 2002)", "2002-05-01"),
        ("Gull [restricted from 5/1/2002].", "2002-05-01"),
        ("Gull (now legal since May 2002)", "2002-05"),
        ("Gull (banned as of 31 April 2002)", None),
        ("Gull (seen as of 1 May 2002)", None),
        ("Gull (banned as of 1 May 2002) may be kept.", None),
        ("A gull is banned as of 1 May 2002.", None),
    ],
)
def test_a_status_holds_from_the_day_behind_it(text: str, day: str | None) -> None:
    assert status_effective(text) == day
    assert find_effective(text) == ()
