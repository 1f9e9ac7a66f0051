"""Records made in another text of the work; made again they change nothing; one after another where ordered."""

import random
from pathlib import Path

import pytest

from kb.compile import Compiled, Names, compile_text, extract_records, rebase_records
from kb.compile._markup import MARKERS
from kb.model import Document
from kb.provenance import Refusal
from kb.records import Records
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


def test_where_old_and_new_words_stand_the_context_tells_whether_it_was_done() -> None:
    records = RECORDS.splitlines(keepends=True)[0]
    done = BASE.replace("burns oil.", "burns no oil. A lamp burns oil.")
    assert rebased(done, records) == (done, {"oil": Refusal.ALREADY_APPLIED})
    undone = BASE.replace("rests.\n\n##", "rests.\n- A boat with a lamp burns no oil.\n\n##")
    assert rebased(undone, records) == (undone.replace("A lamp burns oil", "A lamp burns no oil"), {})


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


def test_the_later_of_two_must_find_the_words_around_its_own() -> None:
    first = "{id: a, section: lamps, published: burns oil, emended: burns no oil}"
    later = "{id: b, section: lamps, prefix: A lamp burns, published: oil, emended: fat, after: [a]}"
    assert both(f"  - {first}\n  - {later}\n") == (
        BASE.replace("burns oil", "burns no oil"),
        [Refusal.CONFLICTS_WITH],
    )


@pytest.mark.parametrize("dates", [("", ""), (", effective: 2004", ", effective: 2004-05"), (", rank: 1", ", rank: 1")])
def test_unordered_records_of_the_same_words_are_both_refused(dates: tuple[str, str]) -> None:
    text, refused = both(
        f"  - {{id: a, section: lamps, published: burns oil, emended: burns wax{dates[0]}}}\n"
        f"  - {{id: b, section: lamps, published: oil, emended: fat{dates[1]}}}\n"
    )
    assert (text, refused) == (BASE, [Refusal.CONFLICTS_WITH, Refusal.CONFLICTS_WITH])


def test_words_put_in_behind_a_marker_leave_it_to_the_words_before() -> None:
    base = "# Lamps\n\nA lamp burns.\n\nThe end.\n"
    emended = (
        base.replace(
            "burns.", "burns. It may be lit.[^a] It may be doused.[^b]\n\n{: .note }\n> **Note:** So it is.[^c]"
        )
        + "\n[^a]: Ledger 1.\n[^b]: Ledger 2.\n[^c]: Ledger 3.\n"
    )
    records = extract_records(read(base), read(emended), Names("work", "edition")).records
    for record in records.records:
        half = compile_text(read(base), records, {record.id}).text
        assert rebase_records(read(base), read(half), records).text == emended


def marked_lines(text: str) -> set[tuple[str, frozenset[str]]]:
    """The lines of a text without their footnote markers, and which these are."""
    return {(MARKERS.sub("", line).strip("> "), frozenset(MARKERS.findall(line))) for line in text.split("\n")}


def make_half(paths: tuple[str, str], seed: int) -> tuple[Document, Document, Records, Compiled]:
    """A pair of texts, their records, and the published one with about half of these made."""
    published, emended = pair(paths)
    records = extract_records(published, emended, Names("work", "edition")).records
    chance = random.Random(seed)
    half = compile_text(published, records, {record.id for record in records.records if chance.random() < 0.5})
    return published, emended, records, half


@pytest.mark.parametrize("paths", PAIRS[:3], ids=lambda paths: Path(paths[1]).stem)
@pytest.mark.parametrize("seed", range(4))
def test_the_rest_of_half_made_records_gives_the_whole_text(paths: tuple[str, str], seed: int) -> None:
    published, emended, records, half = make_half(paths, seed)
    whole = rebase_records(published, read(half.text), records)
    assert whole.text == emended.source.text
    there = {placed.record.id for placed in half.applied}
    assert {placed.record.id for placed in whole.applied} == {record.id for record in records.records} - there
    assert {each.record.id: each.reason for each in whole.refused} == dict.fromkeys(there, Refusal.ALREADY_APPLIED)


@pytest.mark.parametrize("paths", PAIRS[:2], ids=lambda paths: Path(paths[1]).stem)
@pytest.mark.parametrize("seed", range(3))
def test_the_rest_of_half_made_records_leaves_each_line_its_authorities(paths: tuple[str, str], seed: int) -> None:
    """In a text that is not quite what they make: it has a page mark of its own."""
    published, emended, records, half = make_half(paths, seed)
    other = half.text.replace("\n## ", '\n<hr id="page99">\n\n## ', 1)
    assert other != half.text
    whole = rebase_records(published, read(other), records)
    assert {each.reason for each in whole.refused} <= {Refusal.ALREADY_APPLIED, Refusal.OUTSIDE_SCOPE}
    lines = {line for line in marked_lines(emended.source.text) if line[1] or line[0].startswith("| ")}
    assert lines <= marked_lines(whole.text)


def test_half_of_a_link_is_not_made() -> None:
    """Where only its end finds its place its address would be words."""
    words = " ".join(f"lamp{number}" for number in range(15))
    base, other = f"# Lamps\n\nSee {words} here.\n", f"# Lamps\n\nNobody knows why {words} here.\n"
    emended = f"# Lamps\n\nSee [{words}](/ledger/#lamps) here.\n"
    records = extract_records(read(base), read(emended), Names("work", "edition")).records
    assert len(records.records) == 2
    made = rebase_records(read(base), read(other), records)
    assert made.text == other
    assert Refusal.NEEDS_HUMAN in {each.reason for each in made.refused}


def test_a_footnote_defined_twice_is_one_footnote() -> None:
    base = "# Lamps\n\nA lamp burns.\n"
    emended = base.replace("burns.", "burns oil[^a].") + "\n[^a]: Ledger 1.\n[^a]: Ledger 2.\n"
    records = extract_records(read(base), read(emended), Names("work", "edition")).records
    half = compile_text(read(base), records, set()).text
    assert half == base + "\n[^a]: Ledger 2.\n"
    assert rebase_records(read(base), read(half), records).text == emended


NUMBERED = (
    "# Mills\n\nA mill grinds.\n\n## 2 Sails\n\nA sail may be mended at dusk. If the wlnd falls the miller rests, and "
    "whoever waits for flour goes home.\n"
)
RENAMED = NUMBERED.replace("wlnd", "wind").replace("## 2 Sails", "## 3 Sails").replace("goes home", "stays")


def test_words_that_stand_there_under_the_old_name_of_a_section_are_there_already() -> None:
    """The section gets another name by a record of its own, which a reprint has not."""
    records = extract_records(read(NUMBERED), read(RENAMED), Names("work", "edition")).records
    reprint = NUMBERED.replace("wlnd", "wind").replace("A mill grinds.", "A mill grinds all day.")
    made = rebase_records(read(NUMBERED), read(reprint), records)
    refused = {each.record.published: each.reason for each in made.refused}
    assert refused == {"wlnd": Refusal.ALREADY_APPLIED}
    assert made.text == RENAMED.replace("A mill grinds.", "A mill grinds all day.")
    other = reprint.replace("If the wind falls", "If the breeze falls")
    made = rebase_records(read(NUMBERED), read(other), records)
    assert {each.record.published: each.reason for each in made.refused} == {"wlnd": Refusal.TEXT_NOT_FOUND}
    elsewhere = other.replace("whoever waits", "the wind blows and whoever waits")
    made = rebase_records(read(NUMBERED), read(elsewhere), records)
    assert {each.record.published: each.reason for each in made.refused} == {"wlnd": Refusal.TEXT_NOT_FOUND}
