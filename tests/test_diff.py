"""Differences between sequences: the cases worth reading. What holds always is in properties/test_diff.py."""

import random
from difflib import SequenceMatcher

import pytest

from kb.diff import Edit, diff, join_touching, slide
from tests.splicing import apply_edits
from tests.timing import least_seconds

OLD_NEW_EDITS = [
    ("", "", []),
    ("abc", "abc", []),
    ("", "ab", [Edit(0, 0, 0, 2)]),
    ("ab", "", [Edit(0, 2, 0, 0)]),
    ("abc", "axc", [Edit(1, 2, 1, 2)]),
    ("abcd", "bcde", [Edit(0, 1, 0, 0), Edit(4, 4, 3, 4)]),
]


@pytest.mark.parametrize(("old", "new", "edits"), OLD_NEW_EDITS)
def test_diff(old: str, new: str, edits: list[Edit]) -> None:
    assert list(diff(old, new)) == edits


def test_insertion_slides_to_the_place_preferred() -> None:
    old, new = "a b . c".split(), "a b . x b . c".split()  # noqa: SIM905
    edits = diff(old, new)

    def slid(at: int) -> Edit:
        return slide(edits, old, new, lambda edit: edit.new_start == at)[0]

    starts = {slid(at).new_start for at in range(4)}
    assert starts == {1, 2, 3}


def test_touching_edits_are_one_and_empty_ones_none() -> None:
    edits = [Edit(1, 2, 1, 1), Edit(2, 2, 1, 3), Edit(4, 4, 5, 5)]
    assert join_touching(edits) == (Edit(1, 2, 1, 3),)


def test_long_sequences_take_moderate_time() -> None:
    dice = random.Random(7)
    old = [dice.randrange(3000) for _ in range(40_000)]
    new = [dice.randrange(3000) if dice.random() < 0.05 else word for word in old]
    ours, theirs = least_seconds(lambda: diff(old, new), SequenceMatcher(None, old, new, False).get_opcodes, rounds=1)
    assert ours < theirs / 2
    assert apply_edits(diff(old, new), old, new) == new
