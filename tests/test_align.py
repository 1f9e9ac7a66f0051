"""Alignment of clauses: what was split, joined, moved, renamed; ids; size."""

import random

import pytest

from kb.align import Alignment, align, contents_clauses, heaviest_rising
from kb.model import Document, SectionId
from tests.applying import read
from tests.timing import least_seconds

BOATS = "A boat may carry two keepers across the open sea."
RAIN = "It is soaked by rain unless a tarpaulin covers it."
TIES = "Ties between a pilot and a wrecker go to the pilot."


def aligned(old: str, new: str) -> Alignment:
    return align(read(old), read(new))


def page(*blocks: str) -> str:
    return "\n\n".join(blocks)


def pairs(alignment: Alignment) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(pair.published, pair.emended) for pair in alignment.pairs]


def test_new_and_lost_clauses() -> None:
    found = aligned(page("# A", BOATS, RAIN), page("# A", TIES, BOATS))
    assert pairs(found) == [((0,), (0,)), ((1,), (2,))]
    assert (found.insertions, found.deletions) == ((1,), (2,))


def test_changed_clause_keeps_its_id() -> None:
    found = aligned(page("# A", BOATS, RAIN), page("# A", TIES, BOATS.replace("two", "three"), RAIN))
    ids = found.ids
    assert ids[2:] == ("a.p1", "a.p2")
    assert ids[1].startswith("a.+")
    assert len(ids[1]) == len("a.+abcde")


def test_moved_clause_keeps_its_id() -> None:
    found = aligned(page("# A", TIES, BOATS, RAIN, "# B"), page("# A", BOATS, RAIN, "# B", TIES))
    assert [(pair.published, pair.emended) for pair in found.moves] == [((1,), (4,))]
    assert found.ids[4] == "a.p1"


def test_a_clause_that_grew_where_it_moved_to_keeps_its_id() -> None:
    grown = f"{TIES} Nobody else may share in them, whatever the weather may be."
    found = aligned(page("# A", BOATS, RAIN, TIES), page("# A", grown, BOATS, RAIN))
    assert [(pair.published, pair.emended) for pair in found.moves] == [((3,), (1,))]
    assert (found.insertions, found.deletions) == ((), ())
    short = "Ties go to the pilot of it."
    found = aligned(page("# A", BOATS, RAIN, short), page("# A", f"{short} {grown}", BOATS, RAIN))
    assert not found.moves


def test_a_row_that_was_changed_moves_with_its_table() -> None:
    old = "| Sled | Load |\n|---|---|\n| Hand sled | 2 |\n| Dog sled | 4 |"
    around = (BOATS, RAIN, TIES)
    found = aligned(page("# A", *around, old), page("# A", old.replace("| 2 |", "| 3 |"), *around))
    moved = [(pair.published, pair.emended) for pair in found.moves]
    assert moved == [((4,), (1,)), ((5,), (2,)), ((6,), (3,))]
    assert (found.insertions, found.deletions) == ((), ())
    other = aligned(page("# A", *around, old), page("# A", old.replace("Hand sled | 2", "Oxcart | 7"), *around))
    assert (other.insertions, other.deletions) == ((1, 2), (4, 5))


def test_a_section_moves_with_its_heading_however_short() -> None:
    old = page("### Golden Rules", TIES, "### Boats", BOATS, "### Rain", RAIN)
    new = page("# All the Rules of the Sea", "### Boats", BOATS, "### Rain", RAIN, "### Golden Rules", TIES)
    found = aligned(old, new)
    assert [(pair.published, pair.emended) for pair in found.moves] == [((0,), (5,)), ((1,), (6,))]
    assert (found.sections[SectionId("golden-rules")], found.insertions) == ("golden-rules", (0,))


def test_a_heading_changes_places_with_the_paragraph_before_it() -> None:
    """It is the same heading, so the section keeps its address; of several of one name nobody knows which it was."""
    old, new = page("# A", BOATS, "## Rain", RAIN), page("# A", "## Rain", BOATS, RAIN)
    found = aligned(old, new)
    assert [(pair.published, pair.emended) for pair in found.moves] == [((2,), (1,))]
    assert (found.sections[SectionId("rain")], found.insertions, found.deletions) == ("rain", (), ())
    several = aligned(*(page(text, "# B", "## Rain", TIES) for text in (old, new)))
    assert (several.moves, several.insertions, several.deletions) == ((), (1,), (2,))


def test_long_changed_clause_is_not_taken_for_the_moved_one() -> None:
    long = page(BOATS + " " + RAIN)
    found = aligned(page("# A", long, TIES), page("# A", TIES, long.replace("two", "three")))
    assert [pair.published for pair in found.moves] == [(2,)]


def test_paragraph_split_and_joined() -> None:
    found = aligned(page("# A", f"{BOATS} {RAIN}", TIES), page("# A", BOATS, RAIN, TIES))
    assert pairs(found)[1] == ((1,), (1, 2))
    found = aligned(page("# A", BOATS, RAIN, TIES), page("# A", f"{BOATS} {RAIN}", TIES))
    assert pairs(found)[1] == ((1, 2), (1,))


def test_a_short_sentence_is_split_off_though_new_words_have_most_of_its_own() -> None:
    new = f"{RAIN} A gull that has no nest does not fly in winter."
    old = "Gulls do not fly in winter."
    found = aligned(page("# A", f"{RAIN} {old}"), page("# A", new, old))
    assert pairs(found)[1] == ((1,), (1, 2))
    first = "In winter a gull does not fly."
    new = f"In winter no gull that does not fly is fed. {RAIN}"
    found = aligned(page("# A", f"{first} {RAIN}"), page("# A", first, new))
    assert pairs(found)[1] == ((1,), (1, 2))


def test_renamed_heading_keeps_its_section() -> None:
    found = aligned(page("# A", "## Rain", BOATS, RAIN), page("# A", "## Weather at Sea", BOATS, RAIN))
    assert found.sections == {"a": "a", "weather-at-sea": "rain"}
    assert found.ids[1:] == ("rain", "rain.p1", "rain.p2")


def test_new_section() -> None:
    found = aligned(page("# A", BOATS), page("# A", BOATS, "## Ties", TIES))
    assert found.sections[SectionId("ties")] == "+ties"
    assert found.ids[3].startswith("+ties.+")


def test_new_clauses_that_begin_alike_have_ids_of_their_own() -> None:
    begin = "One two three four five six seven eight"
    found = aligned("# A", page("# A", f"{begin} nine.", f"{begin} ten.", f"{begin} ten."))
    ids = found.ids
    assert len(set(ids)) == 4
    again = aligned("# A", page("# A", f"{begin} nine."))
    assert again.ids[1] == ids[1]


def test_contents_are_told_from_text() -> None:
    contents = "| [Rain](#rain)<br>[Ties](#ties) | [Boats](#boats) |"
    assert contents_clauses(read(page("# A", contents, "See [rain](#rain)."))) == {1}


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ("- Oil burns, wool too.\n- Oil burns; wool too.", "- Oil burns; wool too.", [(2, 1)]),
        ("- Oil burns, wool too.\n- Oil burns; wool too.", "- Oil burns, wool too.", [(1, 1)]),
        ("- Oil burns; wool too.", "- Oil burns, wool too.\n- Oil burns; wool too.", [(1, 2)]),
        ("- Oil!\n- Oil.\n- Oil?", "- Oil.\n- Oil?", [(2, 1), (3, 2)]),
        ("- Oil!\n- Oil.\n- Oil?", "- Oil!\n- Oil?", [(1, 1), (3, 2)]),
        ("- Oil!\n- Oil.", "- Oil?", [(1, 1)]),
    ],
)
def test_of_items_equal_but_for_points_the_one_with_other_points_went(
    old: str, new: str, kept: list[tuple[int, int]]
) -> None:
    found = aligned(page("# A", old), page("# A", new))
    assert [(p, e) for (p,), (e,) in pairs(found)[1:]] == kept
    assert aligned(page("# A", new), page("# A", old)).pairs[1].published == (kept[0][1],)


def test_heaviest_chain_rises() -> None:
    pairs = [(0, 5, 1.0), (1, 0, 2.0), (1, 1, 2.5), (2, 1, 9.0), (3, 1, 1.0), (4, 7, 1.0)]
    assert heaviest_rising(pairs) == [1, 3, 5]
    assert heaviest_rising([]) == []


def paragraphs(count: int, length: int = 20) -> list[str]:
    dice = random.Random(7)
    words = [f"word{n}" for n in range(900)]
    return [" ".join(dice.choices(words, weights=range(900, 0, -1), k=length)).capitalize() + "." for _ in range(count)]


def test_text_that_lost_its_breaks_keeps_every_paragraph() -> None:
    old = paragraphs(250)
    one = " ".join(["A title", *old])
    assert pairs(aligned(page("# A title", *old), one)) == [(tuple(range(1, 251)), (0,))]
    assert pairs(aligned(one, page("# A title", *old))) == [((0,), tuple(range(1, 251)))]


def test_paragraph_that_a_text_without_breaks_lacks_is_no_part_of_it() -> None:
    old = paragraphs(250)
    one = " ".join([*old[:30], BOATS, *old[33:]])
    found = aligned(page(*old), one)
    assert pairs(found) == [((*range(30), *range(33, 250)), (0,))]
    assert found.deletions == (30, 31, 32)


def test_clauses_beside_a_text_without_breaks_have_pairs_of_their_own() -> None:
    old = paragraphs(250)
    found = aligned(page(BOATS, *old, RAIN), page(BOATS, " ".join(old), RAIN))
    assert pairs(found) == [((0,), (0,)), (tuple(range(1, 251)), (1,)), ((251,), (2,))]


def test_book_on_one_line_takes_time_as_its_words() -> None:
    def texts(count: int) -> tuple[Document, Document]:
        old = paragraphs(count)
        return read(page(*old)), read(" ".join(old))

    short, long = texts(250), texts(500)
    few, many, back = least_seconds(lambda: align(*short), lambda: align(*long), lambda: align(*reversed(long)))
    assert many < 3.5 * few, "twice the words"
    assert back < 3.5 * few, "twice the words, the line the published side"


def test_hundreds_of_clauses_take_moderate_time() -> None:
    dice = random.Random(5)
    words = [f"word{n}" for n in range(900)]
    old = [" ".join(dice.choices(words, k=25)).capitalize() + "." for _ in range(600)]
    new = [text.replace(text.split()[7], "changed") for text in old if dice.random() < 0.75]
    published, emended = read(page(*old)), read(page(*new))
    fewer = read(page(*old[:150])), read(page(*new[:110]))
    many, few = least_seconds(lambda: align(published, emended), lambda: align(*fewer))
    assert many < 10 * few, "four times as many clauses"
    assert len(align(published, emended).pairs) == len(new)
