"""A ruling that became two, or two that became one, is followed where the words account for nearly all of both."""

import pytest

from kb.lives._near_seams import find_meeting
from tests.lives import follow, read_version

SMOKE = "Smoke from a brazier keeps frost off every blossom in the same row until sunrise."
LOG = "A brazier burns one log of cherry wood each hour of the night."
BOTH = (
    "Smoke from a brazier keeps frost off all blossoms in the same row until sunrise, but a brazier burns one log of"
    " cherry wood for each hour of the night."
)
STAYS = "Frost | Hail is no frost and breaks glass."


def told(older: list[str], newer: list[str]) -> dict[str, list[tuple[str, str, int]]]:
    versions = [
        read_version("1", "2001-01-01", [STAYS, *older]),
        read_version("2", "2002-01-01", [STAYS, *newer]),
    ]
    return {
        life.newest.text: [(each.text, each.change.value, each.parts) for each in life.attestations]
        for life in follow(versions).lives
        if not life.newest.text.startswith("Hail")
    }


def test_two_rulings_said_in_one_sentence_in_almost_their_words_are_joined() -> None:
    found = told([f"Frost | {SMOKE}", f"Frost | {LOG}"], [f"Frost | {BOTH}"])
    assert found == {BOTH: [(f"{SMOKE} {LOG}", "first-seen", 2), (BOTH, "joined", 1)]}


def test_one_sentence_said_as_two_rulings_in_almost_its_words_is_split() -> None:
    found = told([f"Frost | {BOTH}"], [f"Frost | {SMOKE}", f"Frost | {LOG}"])
    first, second = BOTH.split(", but ")
    assert found == {
        SMOKE: [(f"{first},", "first-seen", 1), (SMOKE, "reworded", 1)],
        LOG: [(f"but {second}", "first-seen", 1), (LOG, "reworded", 1)],
    }


def test_the_word_that_joined_two_rulings_is_none_of_either() -> None:
    joined = f"{SMOKE.removesuffix('.')}, and a {LOG.removeprefix('A ')}"
    found = told([f"Frost | {joined}"], [f"Frost | {SMOKE}", f"Frost | {LOG}"])
    assert {words: [change for _, change, _ in each] for words, each in found.items()} == {
        SMOKE: ["first-seen", "same"],
        LOG: ["first-seen", "same"],
    }


@pytest.mark.parametrize(
    "newer",
    [
        [SMOKE],  # the other half is gone
        [SMOKE, "A brazier weighs more than one picker carries up a ladder."],  # it is another ruling
        [SMOKE, LOG, LOG.replace("cherry", "plum")],  # two may be the other half
    ],
)
def test_where_a_half_is_not_known_nothing_is_cut(newer: list[str]) -> None:
    found = told([f"Frost | {BOTH}"], [f"Frost | {each}" for each in newer])
    assert not any(text.endswith("sunrise,") for each in found.values() for text, _, _ in each)


def words(text: str) -> tuple[str, ...]:
    return tuple(text.lower().replace(",", "").replace(".", "").split())


def test_a_sentence_that_is_one_of_the_texts_reworded_is_not_two() -> None:
    assert find_meeting(words(BOTH), map(words, (SMOKE, LOG))) == 15
    whole = words(BOTH.replace("cherry", "plum"))
    assert find_meeting(words(BOTH), (*map(words, (SMOKE, LOG)), whole)) is None


def test_texts_that_stand_nowhere_in_a_sentence_do_not_meet_in_it() -> None:
    assert find_meeting(words(BOTH), map(words, (SMOKE, "A crow is no owl and never was one."))) is None
    assert find_meeting((), ()) is None


PAID = "A toll is paid before the lock is opened."
ONCE = "A toll is paid once for each barge in the train."
IN_ONE = "A toll is paid before the lock is opened, once for each barge in the train."


def test_a_comma_joins_two_rulings_on_one_thing_which_the_sentence_names_once() -> None:
    found = told([f"Toll | {PAID}", f"Toll | {ONCE}"], [f"Toll | {IN_ONE}"])
    assert found == {IN_ONE: [(f"{PAID} {ONCE}", "first-seen", 2), (IN_ONE, "joined", 1)]}


@pytest.mark.parametrize(
    "other",
    [
        "A toll is paid twice for each barge in the train.",  # says otherwise what the sentence ends with
        "A fee is paid once for each barge in the train.",  # speaks of another thing
    ],
)
def test_a_sentence_that_goes_on_as_no_other_ruling_does_joins_none(other: str) -> None:
    found = told([f"Toll | {PAID}", f"Toll | {other}"], [f"Toll | {IN_ONE}"])
    assert "joined" not in {change for each in found.values() for _, change, _ in each}
