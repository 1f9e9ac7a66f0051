"""Records and the lives of their rulings: which of them hold on a day, on what ground, and since which version."""

from dataclasses import replace
from datetime import date

import pytest

from kb.dated import (
    Dated,
    Voice,
    find_begin,
    find_days,
    find_outlived,
    find_reworded,
    find_sharers,
    hold_on,
    rested_on,
    voices_in,
)
from kb.dates import read_date
from kb.force import Status
from kb.model import FootnoteId, RulingId
from kb.provenance import EmendationKind, Unit
from kb.queries.proofs import voices_of
from kb.queries.stretches import find_stretches
from kb.records import BaseText, Citation, Record, Records
from tests.kites import game, rulings

MAY, NOT = "A kite may be flown at the pier.", "A kite may not be flown at the pier."
TIED, LOST = "A kite that is flown here must be tied to a post.", "A kite that falls into the water is lost for good."
MOTH = "A moth is no kite at all."
DAY = read_date("2004")


def voices(*versions: str) -> dict[RulingId, Voice]:
    """By id, of rulings under Pier in versions of 6 May 2001, 2002 and so on; one without any has the moth alone."""
    return voices_of(game([rulings(Pier=each) if each else rulings(Moth=MOTH) for each in versions]))


def saying(known: dict[RulingId, Voice], text: str) -> RulingId:
    return next(name for name, voice in known.items() if any(each.text == text for each in voice.life.stated))


def record(name: str, emended: str, *resting: RulingId, issued: str = "", effective: str = "") -> Record:
    kind, unit = (EmendationKind.INSERTION, Unit.SENTENCE) if emended else (EmendationKind.STRUCTURE, Unit.MARKUP)
    made = Record(name, kind, unit, None, "", emended, rulings=resting, substantive=bool(emended))
    return replace(made, issued=issued or None, effective=effective or None)


def held(known: dict[RulingId, Voice], day: str, *records: Record) -> list[Dated]:
    return list(hold_on(listed(*records), known, read_date(day)))


def listed(*records: Record) -> Records:
    return Records("kites", BaseText("kites", ""), records)


@pytest.mark.parametrize(
    ("versions", "text", "since"),
    [
        ((MAY, MAY, NOT, NOT), MAY, "kr-1"),
        ((MAY, MAY, NOT, NOT), NOT, "kr-3"),
        ((MAY, MAY, NOT, NOT), "A kite may[^a] not be flown at the pier.[^b]", "kr-3"),
        ((MAY, NOT, MAY), MAY, "kr-3"),
        ((MAY, NOT, MAY), NOT, "kr-2"),
        ((MAY, NOT, MAY, NOT), f"{MAY} {NOT}", "kr-4"),
        ((MAY, NOT, MAY), "A kite is flown nowhere.", "kr-3"),
        ((MAY, NOT), "may be flown", "kr-1"),
        ((MAY, NOT), "not[^a]", "kr-2"),
        ((MAY, NOT), "at the pier", "kr-2"),
        ((MAY, NOT, MAY), "may be flown", "kr-3"),
        ((MAY, NOT, "", NOT), NOT, "kr-2"),
        ((MAY, "", NOT), MAY, "kr-1"),
        ((f"{MAY} {TIED}", f"{NOT} {TIED}"), TIED, "kr-2"),
        ((f"{MAY} {TIED}", f"{NOT} {TIED}"), f"{MAY} {TIED}", "kr-1"),
        ((MAY, MAY), NOT, "kr-1"),
    ],
)
def test_a_text_rests_on_a_ruling_as_far_back_as_this_says_what_the_text_says(
    versions: tuple[str, ...], text: str, since: str
) -> None:
    known = voices(*versions)
    name = saying(known, versions[0])
    (voice,) = voices_in(text, [name, RulingId("pier-zzzzzz")], known)
    assert voice.spoken.attestations[0].version == since
    assert voice.life == known[name].life
    assert rested_on([RulingId("pier-zzzzzz")], known) == {}


def test_what_words_leave_open_is_told_by_what_is_quoted_for_them() -> None:
    known = voices(MAY, NOT)
    name = saying(known, MAY)
    note = Citation(FootnoteId("a"), f" {MAY} See [KR 1, Pier](/kr-1/#pier).")
    noted = replace(record("a", "and also at the pier", name), footnotes=(FootnoteId("a"),))
    bare = replace(noted, id="b", footnotes=())
    file = replace(listed(noted, bare), citations=(note,))
    assert [each.status for each in hold_on(file, known, read_date("2001-12-01"))] == [Status.IN_FORCE, Status.NOT_YET]


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        (LOST, ["2001-05-06", "2003-05-06"]),
        ("A kite is flown nowhere.", ["2001-05-06"]),
        (f"{LOST} It is so: {TIED}", ["2001-05-06"]),
    ],
    ids=["of the one that was dropped", "of either, and one stayed", "of both"],
)
def test_a_change_was_out_of_force_where_all_that_it_rests_on_was(text: str, begins: list[str]) -> None:
    known = voices(f"{LOST}\n{TIED}", TIED, f"{LOST}\n{TIED}")
    both = voices_in(text, [saying(known, TIED), saying(known, LOST)], known)
    found = find_stretches(text, both)
    assert [each.begun.begins.last.isoformat() for each in found] == begins
    assert find_stretches(text, ()) == ()


@pytest.mark.parametrize(
    ("versions", "begins"),
    [
        (("both", "", "both"), ["2001-05-06", "2003-05-06"]),
        (("tied", "both", "", "both"), ["2002-05-06", "2004-05-06"]),
        (("tied", "both", "", "lost", "both"), ["2002-05-06", "2004-05-06"]),
        (("tied", "", "lost", "both"), ["2003-05-06"]),
        (("both", "lost", "tied", "both"), ["2001-05-06"]),
    ],
)
def test_a_change_that_needs_two_rulings_was_out_of_force_where_neither_was(
    versions: tuple[str, ...], begins: list[str]
) -> None:
    """As the book by date has it: once both have begun, either keeps the change."""
    said = {"both": f"{LOST}\n{TIED}", "tied": TIED, "lost": LOST, "": "A gull is no kite."}
    known = voices(*(said[each] for each in versions))
    names = [saying(known, TIED), saying(known, LOST)]
    text = f"{LOST} It is so: {TIED}"
    found = find_stretches(text, voices_in(text, names, known))
    assert [each.begun.begins.last.isoformat() for each in found] == begins
    file = listed(replace(record("a", text, names[0]), rulings=tuple(names)))
    for number in range(1, len(versions) + 1):
        (dated,) = hold_on(file, known, read_date(f"200{number}-12-01"))
        day = date(2000 + number, 12, 1)
        held = any(each.begun.begins.last <= day and (each.ends is None or day < each.ends.last) for each in found)
        assert held is (dated.status is Status.IN_FORCE)


@pytest.mark.parametrize(
    ("text", "parts", "begins"),
    [
        (TIED, [TIED], "2001-05-06"),
        (LOST, [LOST], "2002-05-06"),
        (f"{TIED} {LOST}", [TIED, LOST], "2002-05-06"),
        (f"{LOST} It is so: {TIED}", [TIED, LOST], "2002-05-06"),
        ("A kite is flown nowhere.", [], "2001-05-06"),
    ],
)
def test_a_change_with_sentences_of_two_rulings_begins_with_the_later(text: str, parts: list[str], begins: str) -> None:
    known = voices(TIED, f"{LOST}\n{TIED}")
    both = voices_in(text, [saying(known, TIED), saying(known, LOST)], known)
    assert [voice.life.newest.text for voice in find_sharers(text, both)] == parts
    begun = find_begin(text, both)
    assert begun is not None and str(begun.begins.last) == begins
    assert find_sharers(text, both[:1]) == () and find_begin(text, ()) is None


def test_a_sentence_that_two_rulings_have_makes_neither_a_part() -> None:
    known = voices(TIED, f"{TIED}\n{TIED} {LOST}")
    both = [known[saying(known, TIED)], known[saying(known, f"{TIED} {LOST}")]]
    assert [voice.life.newest.text for voice in find_sharers(f"{TIED} {LOST}", both)] == [f"{TIED} {LOST}"]
    assert find_sharers(TIED, both) == ()


def test_a_sentence_of_three_words_tells_no_ruling_from_others() -> None:
    known = voices(f"Kites fly high. {MOTH}", f"Kites fly high. {MOTH}\nKites fly very high. {LOST}")
    both = [known[name] for name in known]
    found = find_sharers("Kites fly high. Kites fly very high.", both)
    assert [voice.life.newest.text for voice in found] == [f"Kites fly very high. {LOST}"]


@pytest.mark.parametrize(
    ("day", "status", "ground"),
    [
        ("2001-05-05", Status.NOT_YET, "first seen in KR 1 (2001-05-06)"),
        ("2001-05", Status.UNDETERMINED, "not-yet on 2001-05-01, in-force on 2001-05-31"),
        ("2001-05-06", Status.IN_FORCE, "first seen in KR 1 (2001-05-06)"),
        ("2003-05-06", Status.ENDED, "absent from KR 3 (2003-05-06)"),
    ],
)
def test_a_record_holds_while_its_ruling_does(day: str, status: Status, ground: str) -> None:
    known = voices(TIED, TIED, "")
    (found,) = held(known, day, record("a", TIED, saying(known, TIED)))
    assert (found.record, found.status, found.ground) == ("a", status, ground)
    assert found.between == (("KR 1",) if status is Status.UNDETERMINED else ())


def test_a_record_of_several_rulings_holds_once_all_do_that_it_has_sentences_of_and_while_any_does() -> None:
    known = voices(TIED, f"{TIED}\n{LOST}", "")
    tied, lost = saying(known, TIED), saying(known, LOST)
    both, one = record("both", f"{TIED} {LOST}", tied, lost), record("one", TIED, tied, lost)
    days = {"2001-06": "first seen in KR 1 (2001-05-06)", "2002-06": "first seen in KR 2 (2002-05-06)"}
    found = {day: held(known, day, both, one) for day in days}
    assert [each.status for each in found["2001-06"]] == [Status.NOT_YET, Status.IN_FORCE]
    assert [each.status for each in found["2002-06"]] == [Status.IN_FORCE, Status.IN_FORCE]
    assert [each.ground for each in found["2001-06"]] == [days["2002-06"], days["2001-06"]]
    assert [each.ground for each in found["2002-06"]] == [days["2002-06"], days["2001-06"]]
    assert [each.status for each in held(known, "2004", both, one)] == [Status.ENDED, Status.ENDED]


@pytest.mark.parametrize(
    ("effective", "day", "status"),
    [
        ("2002-03-04", "2002-03-03", Status.NOT_YET),
        ("2002-03-04", "2002-03-04", Status.IN_FORCE),
        ("2002-03-04", "2002-03", Status.UNDETERMINED),
        ("2002-03", "2002-03-15", Status.UNDETERMINED),
        ("2002-03", "2002-03-31", Status.IN_FORCE),
        ("2002-03", "2002-02-28", Status.NOT_YET),
    ],
)
def test_a_date_of_its_own_or_of_the_text_it_rests_on_begins_a_record(effective: str, day: str, status: Status) -> None:
    own, text = held({}, day, record("own", TIED, effective=effective), record("text", TIED, issued=effective))
    assert (own, own.ground) == (Dated("own", status, f"effective {effective}"), own.ground)
    assert text == Dated("text", status, f"what it rests on was issued {effective}")


def test_what_names_no_source_that_is_known_is_there_with_the_newest_of_them() -> None:
    known = voices(TIED, f"{TIED}\n{LOST}")
    newest = record("newest", LOST, saying(known, LOST))
    oldest = record("oldest", TIED, saying(known, TIED))
    said, plain = record("said", "A gull is no kite."), record("plain", "")
    noted = Record("noted", plain.kind, plain.unit, None, "", "[^a]", footnotes=(FootnoteId("a"),))
    found = held(known, "2002-05-05", oldest, newest, said, plain, noted)
    grounds = [
        f"it {what}: made with the emended text, 2002-05-06 at the earliest"
        for what in ("names no ruling that is known", "needs no authority", "names no ruling that is known")
    ]
    assert [(each.status, each.ground) for each in found[2:]] == [(Status.NOT_YET, ground) for ground in grounds]
    assert all(each.status is Status.IN_FORCE for each in held(known, "2002-05-06", oldest, newest, said, plain))
    assert held({}, "1999", plain)[0].ground == "no record of this text has a date"
    dated = record("dated", TIED, effective="2005-01-02")
    assert [each.status for each in held({}, "2005-01-01", dated, plain)] == [Status.NOT_YET] * 2
    assert [each.status for each in held(known, "2004", dated, newest, plain)[1:]] == [Status.IN_FORCE] * 2


def test_the_text_changes_on_each_day_on_which_a_record_begins_or_ends() -> None:
    known = voices(TIED, f"{TIED}\n{LOST}", "")
    tied, lost = record("tied", TIED, saying(known, TIED)), record("lost", LOST, saying(known, LOST))
    own = record("own", LOST, saying(known, LOST), effective="2000-02")
    text = record("text", MOTH, issued="1999")
    days = {name: [str(day) for day in find_days(listed(*each), known)] for name, each in {
        "tied": [tied], "both": [tied, lost], "own": [own], "text": [text, record("plain", "")],
    }.items()}  # fmt: skip
    assert days == {
        "tied": ["2001-05-06", "2003-05-06"],
        "both": ["2001-05-06", "2002-05-06", "2003-05-06"],
        "own": ["2000-02-29", "2002-05-06"],
        "text": ["1999-12-31"],
    }


def test_a_ruling_that_said_the_opposite_before_begins_where_it_was_reversed() -> None:
    known = voices(MAY, NOT, MAY)
    name = saying(known, MAY)
    for text, begins, days in (
        (NOT, "2002-05-06", ["2002-05-06", "2003-05-06"]),
        (MAY, "2003-05-06", ["2003-05-06"]),
    ):
        resting = record("a", text, name)
        assert [str(day) for day in find_days(listed(resting), known)] == days
        assert [each.status for each in held(known, begins, resting)] == [Status.IN_FORCE]


def test_a_record_has_later_words_than_its_ruling_had_on_a_day() -> None:
    older, newer = "A moth is no kite.", "A moth is no kite, nor is a bat or any bird of the quay."
    known = voices(older, newer, newer)
    name = saying(known, older)
    resting, dated = record("a", newer, name), record("b", newer, name, effective="2001")
    told = {
        day: [
            (each.record, each.ruling, each.version) for each in find_reworded([resting, dated], known, read_date(day))
        ]
        for day in ("2001-05-05", "2001-05", "2001-05-06", "2002-05-05", "2002-05-06", "2004")
    }
    assert [day for day, each in told.items() if each] == ["2001-05-06", "2002-05-05"]
    assert told["2002-05-05"] == [("a", name, "KR 1")]


@pytest.mark.parametrize(
    ("older", "newer", "text"),
    [
        ("A moth is no kite.", "A moth is no kite, nor is a bat of the quay.", "A moth is no kite."),
        ("A moth may fly. It may rest.", "A moth may fly. It may rest. It may eat.", "A moth can fly. It may rest."),
        ("A moth is bold. Feed one.", "A moth is bold. Feed a moth. Or do not.", "A moth is bold. Feed one."),
        ("A moth is bold. Feed one.", "A moth is bold. Feed a moth.", "A moth is bold. Feed one."),
        ("A moth is a kite at dusk.", "A moth at dawn is a kite.", "For this, at dusk a moth counts as a kite."),
    ],
)
def test_a_record_that_was_not_made_anew_since_has_no_later_words(older: str, newer: str, text: str) -> None:
    """The newest version words its ruling otherwise; the record has what the ruling said on the day. A word that stands
    where another did is a later one though the ruling had it elsewhere (`one`, `a moth`)."""
    known = voices(older, newer)
    name = saying(known, older)
    resting, anew = record("a", text, name), record("b", newer, name)
    told = find_reworded([resting, anew], known, read_date("2001-06-01"))
    assert [each.record for each in told] == ["b"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (MAY, {"2002-06-01": "KR 2", "2003-06-01": "KR 2"}),
        ("at the pier", {}),
        ("A kite is flown nowhere.", {}),
        (NOT, {}),
        ("", {}),
        (f"{MAY}[^a]", {"2002-06-01": "KR 2", "2003-06-01": "KR 2"}),
    ],
)
def test_a_record_has_earlier_words_where_its_ruling_has_others_on_a_day(text: str, told: dict[str, str]) -> None:
    known = voices(MAY, NOT, NOT)
    name = saying(known, MAY)
    resting = [record("a", text, name), record("b", text, name, effective="2001")]
    found = {
        day: [(each.record, each.version) for each in find_outlived(resting, known, read_date(day))]
        for day in ("2000-06-01", "2001-06-01", "2002-05-05", "2002-06-01", "2003-06-01")
    }
    assert {day: each for day, each in found.items() if each} == {day: [("a", by)] for day, by in told.items()}


def test_what_another_ruling_of_a_record_says_is_not_outlived() -> None:
    known = voices(MAY, NOT)
    name, other = saying(known, MAY), RulingId("mill-aaaaaa")
    (same,) = voices(MAY, MAY).values()
    assert [each.ruling for each in find_outlived([record("a", MAY, name, other)], known, DAY)] == [name]
    assert find_outlived([record("a", MAY, name, other)], {**known, other: same}, DAY) == ()


@pytest.mark.parametrize(
    ("newer", "told"),
    [(f"{TIED} {MOTH}", []), (f"{MOTH} {TIED}", []), ("It must be tied to a post. Ask the harbour master.", ["KR 2"])],
)
def test_a_ruling_that_only_says_more_still_says_what_a_record_has(newer: str, told: list[str]) -> None:
    known = voices(TIED, newer)
    noted = record("a", f"**Clarification:** {TIED}", saying(known, TIED))
    assert [each.version for each in find_outlived([noted], known, DAY)] == told


@pytest.mark.parametrize(
    ("newer", "text", "told"),
    [
        ("A kite may be sold only at noon.", "A kite may be sold.", ["KR 2"]),
        ("A kite may be sold only at noon.", "A kite may be sold.[^a]", ["KR 2"]),
        ("A kite may be sold only at noon.", "A kite may be sold only at noon.", []),
        ("A kite may be sold only at noon.", "A kite may be sold", []),  # who knows how the book goes on
        ("A kite may be sold by its owner.", "A kite may be sold.", []),
    ],
)
def test_a_sentence_whose_ruling_was_narrowed_has_earlier_words(newer: str, text: str, told: list[str]) -> None:
    known = voices("A kite may be sold.", newer)
    noted = record("a", text, saying(known, newer))
    assert [each.version for each in find_outlived([noted], known, DAY)] == told
