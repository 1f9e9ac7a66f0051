"""Records made in another text of the work; made again they change nothing; one after another where ordered."""

from pathlib import Path

import pytest

from kb.compile import Names, compile_text, extract_records, rebase_records
from kb.provenance import Refusal
from tests.applying import read
from tests.test_compile import BASE, PAIRS, compiled, load, pair

RECORDS = (
    "  - {id: oil, section: lamps, published: burns oil, emended: burns no oil}\n"
    "  - {id: rests, clause: storms.p1, emended: It may not rest twice.}\n"
    '  - {id: item, clause: lamps.li1, emended: "- A keeper douses one lamp."}\n'
)


def rebased(other: str, records: str = RECORDS) -> tuple[str, dict[str, Refusal]]:
    made = rebase_records(read(BASE), read(other), load(records))
    return made.text, {each.record.id: each.reason for each in made.refused}


def test_a_text_that_differs_elsewhere_takes_every_record() -> None:
    other = BASE.replace("# Lamps\n", '# Lamps\n\n<hr id="page1">\n').replace(
        "A lamp may be lit.", "A lamp can be lit."
    )
    text, refused = rebased(other)
    assert refused == {}
    assert text == (
        other.replace("burns oil", "burns no oil")
        .replace("rests.\n\n##", "rests.\n\n##")
        .replace("one turn. A keeper rests.", "one turn. A keeper rests. It may not rest twice.")
        .replace("lights one lamp.\n", "lights one lamp.\n- A keeper douses one lamp.\n")
    )


def test_what_was_changed_there_is_refused_and_the_others_are_made() -> None:
    text, refused = rebased(BASE.replace("burns oil", "burns fat"))
    assert refused == {"oil": Refusal.TEXT_NOT_FOUND}
    assert "It may not rest twice." in text and "douses" in text
    text, refused = rebased(BASE.replace("## Storms", "## Gales"))
    assert refused["rests"] is Refusal.TARGET_MISSING
    assert "burns no oil" in text


def test_what_is_there_already_is_not_put_in_again() -> None:
    once, _ = rebased(BASE.replace("burns oil", "burns no oil"))
    assert once == compiled(RECORDS).text
    text, refused = rebased(once)
    assert text == once
    assert refused == dict.fromkeys(("oil", "rests", "item"), Refusal.ALREADY_APPLIED)


@pytest.mark.parametrize("paths", PAIRS[:2], ids=lambda paths: Path(paths[1]).stem)
def test_applying_twice_changes_nothing(paths: tuple[str, str]) -> None:
    published, emended = pair(paths)
    records = extract_records(published, emended, Names("work", "edition")).records
    again = rebase_records(published, emended, records)
    assert again.text == emended.source.text
    assert again.applied == ()
    assert {each.reason for each in again.refused} == {Refusal.ALREADY_APPLIED}


def both(records: str) -> tuple[str, list[Refusal]]:
    made = compile_text(read(BASE), load(records))
    return made.text, [each.reason for each in made.refused]


def test_ordered_records_of_the_same_words_are_made_one_after_the_other() -> None:
    first = "{id: a, section: lamps, published: burns oil, emended: burns no oil, effective: 2004-01-01}"
    second = "{id: b, section: lamps, published: no oil, emended: no fat, after: [a]}"
    assert both(f"  - {second}\n  - {first}\n") == (BASE.replace("burns oil", "burns no fat"), [])


def test_the_later_of_two_that_change_the_same_words_must_find_its_own() -> None:
    first = "{id: a, section: lamps, published: burns oil, emended: burns no oil, effective: 2004-01-01}"
    later = "{id: b, section: lamps, published: burns oil, emended: burns fat, effective: 2005-01-01}"
    expected = BASE.replace("burns oil", "burns no oil"), [Refusal.CONFLICTS_WITH]
    assert both(f"  - {first}\n  - {later}\n") == both(f"  - {later}\n  - {first}\n") == expected


@pytest.mark.parametrize("dates", [("", ""), (", effective: 2004", ", effective: 2004-05"), (", rank: 1", ", rank: 1")])
def test_unordered_records_of_the_same_words_are_both_refused(dates: tuple[str, str]) -> None:
    text, refused = both(
        f"  - {{id: a, section: lamps, published: burns oil, emended: burns wax{dates[0]}}}\n"
        f"  - {{id: b, section: lamps, published: oil, emended: fat{dates[1]}}}\n"
    )
    assert (text, refused) == (BASE, [Refusal.CONFLICTS_WITH, Refusal.CONFLICTS_WITH])
