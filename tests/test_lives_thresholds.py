"""Where one ruling ends and another begins: each threshold of the following, held from both sides.

The words are invented and all as rare as each other, so that a likeness is a plain count.
"""

from collections.abc import Iterable
from itertools import product

import pytest

from kb.attested import Attestation, Change, History
from kb.lives._changes import change_between
from kb.model import SectionKind, VersionId
from kb.similarity import word_similarity
from tests.lives import follow, read_version

INVENTED = ["".join(parts) for parts in product("bdfgklmnprtvz", "aou", "bdfgklmnprtvz", "ao")]


def words(first: int, count: int, swapped: Iterable[int] = (), other: int = 500) -> list[str]:
    """So many invented words from one on, those at some places swapped for words that stand nowhere else."""
    found = INVENTED[first : first + count]
    for number, place in enumerate(swapped):
        found[place] = INVENTED[other + number]
    return found


def sentence(said: list[str]) -> str:
    return " ".join([said[0].capitalize(), *said[1:]]) + "."


def history(old: list[str], new: list[str]) -> History:
    return follow([read_version("1", "2001-01-01", old), read_version("2", "2002-01-01", new)])


def joined(old: list[str], new: list[str]) -> bool:
    """Whether some ruling stands in both versions."""
    return any(len(life.stated) == 2 for life in history(old, new).lives)


def spread(count: int) -> range:
    """Places spread over twenty words, the first of them included."""
    return range(0, 2 * count, 2)


@pytest.mark.parametrize(("swapped", "one"), [(8, True), (9, False)])
def test_under_one_heading_six_words_in_ten(swapped: int, one: bool) -> None:
    new = words(0, 20, spread(swapped))
    assert word_similarity(words(0, 20), new) == pytest.approx(1 - swapped / 20)
    assert joined([f"Lamp | {sentence(words(0, 20))}"], [f"Lamp | {sentence(new)}"]) is one


@pytest.mark.parametrize(("swapped", "one"), [(3, True), (4, False)])
def test_under_two_headings_seventeen_words_in_twenty(swapped: int, one: bool) -> None:
    assert joined([f"Lamp | {sentence(words(0, 20))}"], [f"Oil | {sentence(words(0, 20, spread(swapped)))}"]) is one


@pytest.mark.parametrize(("swapped", "one"), [(5, True), (6, False)])
def test_where_each_side_says_more_three_words_in_four(swapped: int, one: bool) -> None:
    old = f"Lamp | {sentence(words(0, 20))} {sentence(words(100, 8))}"
    new = f"Lamp | {sentence(words(0, 20, spread(swapped)))} {sentence(words(200, 8))}"
    assert joined([old], [new]) is one


@pytest.mark.parametrize(("count", "one"), [(4, True), (3, False)])
def test_the_same_few_words_under_two_headings(count: int, one: bool) -> None:
    assert joined([f"Lamp | {sentence(words(0, count))}"], [f"Oil | {sentence(words(0, count))}"]) is one


@pytest.mark.parametrize(("count", "one"), [(6, True), (5, False)])
def test_too_few_words_to_be_followed_reworded(count: int, one: bool) -> None:
    old, new = words(0, count), words(0, count + 1)
    assert word_similarity(old, new) > 0.85
    assert joined([f"Lamp | {sentence(old)}"], [f"Oil | {sentence(new)}"]) is one


@pytest.mark.parametrize(("kept", "lives"), [(5, 1), (4, 2)])
def test_a_sentence_of_which_half_is_kept_belongs_to_the_ruling(kept: int, lives: int) -> None:
    same, rest = sentence(words(0, 10)), words(100, 10)
    new = words(100, 10, range(10 - kept))
    found = history([f"Lamp | {same} {sentence(rest)}"], [f"Lamp | {same} {sentence(new)}"])
    assert len(found.lives) == lives


@pytest.mark.parametrize(("kept", "lives"), [(5, 1), (4, 2)])
def test_sentences_parted_anew_are_the_same_when_half_of_them_is_kept_inflections_aside(kept: int, lives: int) -> None:
    same, rest = sentence(words(0, 10)), words(100, 10)
    new = [f"{word}s" for word in words(100, kept)] + words(200, 10 - kept)
    found = history([f"Lamp | {same} {sentence(rest)}"], [f"Lamp | {same} {sentence(new[:5])} {sentence(new[5:])}"])
    assert len(found.lives) == lives


@pytest.mark.parametrize(("swapped", "lives"), [(3, 1), (4, 2)])
def test_sentences_that_changed_places_are_one_ruling_when_six_words_in_ten_are_kept(swapped: int, lives: int) -> None:
    first, second = words(0, 8), words(100, 12)
    turned = f"Lamp | {sentence(second)} {sentence(words(0, 8, spread(swapped)))}"
    (life, *others) = history([f"Lamp | {sentence(first)} {sentence(second)}"], [turned]).lives
    assert len([life, *others]) == lives
    if not others:
        assert [(each.parts, each.whole) for each in life.attestations] == [(1, True), (1, True)]


@pytest.mark.parametrize(("shared", "one"), [(10, True), (9, False)])
def test_texts_that_share_two_words_in_five_are_compared(shared: int, one: bool) -> None:
    same = sentence(words(0, shared))
    old = f"Lamp | {same} {sentence(words(100, 25 - shared))}"
    new = f"Lamp | {same} {sentence(words(200, 25 - shared))}"
    assert joined([old], [new]) is one


def turned(shared: int, in_order: int) -> tuple[list[str], list[str]]:
    """Twenty words each, some of them shared, of these some in the same order; nothing alike at the beginning."""
    apart = shared - in_order
    old = words(100, 20 - shared) + words(0, in_order) + words(40, apart)
    new = words(200, 20 - shared) + list(reversed(words(40, apart))) + words(0, in_order)
    return old, new


@pytest.mark.parametrize(("shared", "in_order", "one"), [(15, 8, True), (13, 8, False), (15, 7, True), (15, 6, False)])
def test_rewritten_from_the_ground_up(shared: int, in_order: int, one: bool) -> None:
    """Seven rare words in ten, and so many in order that seven in twenty of all words stand in place."""
    old, new = turned(shared, in_order)
    assert word_similarity(old, new) == pytest.approx(in_order / 20)
    assert joined([f"Lamp | {sentence(old)}"], [f"Lamp | {sentence(new)}"]) is one


@pytest.mark.parametrize(("shared", "in_order", "one"), [(16, 6, True), (15, 6, False), (20, 2, True)])
def test_turned_round(shared: int, in_order: int, one: bool) -> None:
    """Four words in five are enough though fewer than seven in twenty stand in place."""
    old, new = turned(shared, in_order)
    assert joined([f"Lamp | {sentence(old)}"], [f"Lamp | {sentence(new)}"]) is one


@pytest.mark.parametrize(("shared", "in_order", "one"), [(13, 10, True), (11, 10, False), (13, 9, False)])
def test_rewritten_in_place(shared: int, in_order: int, one: bool) -> None:
    """Six rare words in ten are enough where half of all words stand in place."""
    old, new = turned(shared, in_order)
    assert joined([f"Lamp | {sentence(old)}"], [f"Lamp | {sentence(new)}"]) is one


@pytest.mark.parametrize(("kept", "more", "one"), [(12, 8, True), (12, 9, False), (11, 7, False), (13, 8, True)])
def test_moved_to_another_heading_and_said_with_more(kept: int, more: int, one: bool) -> None:
    """Twelve words that stand whole under another heading are one ruling with them up to three words in four."""
    old, new = words(0, kept), words(0, kept) + words(100, more)
    assert joined([f"Lamp | {sentence(old)}"], [f"Oil | {sentence(new)}"]) is one


@pytest.mark.parametrize(("shared", "opening", "one"), [(9, 3, True), (7, 3, False), (9, 2, False)])
def test_rewritten_after_the_same_opening(shared: int, opening: int, one: bool) -> None:
    """Two rare words in five are enough when both begin with the same three words."""
    rest = words(40, shared - opening)
    old = words(0, opening) + words(100, 20 - shared) + rest
    new = words(0, opening) + words(200, 20 - shared) + rest
    assert joined([f"Lamp | {sentence(old)}"], [f"Lamp | {sentence(new)}"]) is one


def test_the_same_opening_behind_the_heading_said_again() -> None:
    """The words of the heading are no part of the opening, wherever they stand."""
    rest = words(40, 6)
    old = words(0, 3) + words(100, 11) + rest
    new = words(0, 3) + words(200, 11) + rest
    for first, second in ((old, ["lamp", *new]), (["lamps", *old], new)):
        assert joined([f"Lamp | {sentence(first)}"], [f"Lamp | {sentence(second)}"])
    assert not joined([f"Lamp | {sentence(old)}"], [f"Lamp | {sentence(['oil', *new])}"])


@pytest.mark.parametrize(("swapped", "lives"), [(3, 1), (4, 2)])
def test_a_second_place_is_almost_as_like_as_the_first(swapped: int, lives: int) -> None:
    first = f"Lamp | {sentence(words(0, 30, [29], 480))}"
    second = f"Oil | {sentence(words(0, 30, range(0, 3 * swapped, 3), 490))}"
    assert len(history([first, second], [f"Lamp | {sentence(words(0, 30))}"]).lives) == lives


@pytest.mark.parametrize(("kept", "change"), [(15, Change.SPLIT), (14, Change.REWORDED)])
def test_a_ruling_is_split_when_three_words_in_four_are_kept(kept: int, change: Change) -> None:
    before, after = words(0, 20), words(0, 20, range(20 - kept))
    similarity = word_similarity(before, after)
    assert change_between(attested(before, 1), attested(after, 2), similarity) is change
    backwards = {Change.SPLIT: Change.JOINED}.get(change, change)
    assert change_between(attested(after, 2), attested(before, 1), similarity) is backwards


def attested(said: list[str], parts: int) -> Attestation:
    return Attestation(
        VersionId("v"), "2001", (), sentence(said), tuple(said), "Lamp", SectionKind.TERM, "clarification", parts=parts
    )


def test_two_rulings_of_one_term_that_are_alike_stay_two() -> None:
    """Each is followed to its own wording, though each is as like the other's as a rewording would be."""
    lamp = "Lamp | A lamp may not be moved, lit or fed by its owner while a storm is on."
    bell = "Lamp | A bell may not be moved, rung or sold by its owner while a storm is on."
    found = history(
        [lamp, bell], [bell.replace("storm is on", "storm rages"), lamp.replace("storm is on", "gale is on")]
    )
    told = [[each.words[1] for each in life.stated] for life in found.lives]
    assert sorted(told) == [["bell", "bell"], ["lamp", "lamp"]]
