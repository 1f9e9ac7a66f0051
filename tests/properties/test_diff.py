"""Whatever the two sequences are: applying the differences gives the new one, and sliding changes nothing."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kb.diff
from kb.diff import diff, longest_rising, matches, slide
from tests.splicing import apply_edits

ITEMS = st.lists(st.sampled_from("abcd"), max_size=40)


@given(ITEMS, ITEMS)
def test_applying_the_diff_gives_the_new_sequence(old: list[str], new: list[str]) -> None:
    assert apply_edits(diff(old, new), old, new) == new


@given(st.binary(max_size=200), st.binary(max_size=200))
def test_bytes(old: bytes, new: bytes) -> None:
    assert bytes(apply_edits(diff(old, new), old, new)) == new


@given(ITEMS, ITEMS, st.randoms())
def test_sliding_keeps_the_result(old: list[str], new: list[str], random: object) -> None:
    edits = slide(diff(old, new), old, new, lambda edit: hash((edit.new_start * 7919) % 13))
    assert apply_edits(edits, old, new) == new
    assert all(a.old_end < b.old_start or a.new_end < b.new_start for a, b in itertools.pairwise(edits))


@given(ITEMS, ITEMS)
def test_matches_are_equal_and_complete(old: list[str], new: list[str]) -> None:
    edits = diff(old, new)
    kept = list(matches(edits, len(old)))
    for match in kept:
        assert (
            old[match.old_start : match.old_start + match.length]
            == (new[match.new_start : match.new_start + match.length])
        )
    assert sum(match.length for match in kept) + sum(e.old_end - e.old_start for e in edits) == len(old)


@given(ITEMS, ITEMS)
def test_long_sequences_are_cut_and_still_right(old: list[str], new: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kb.diff, "CELL_LIMIT", 6)
        assert apply_edits(diff(old, new), old, new) == new


@given(st.lists(st.integers(0, 30), max_size=30))
def test_longest_rising_rises(values: list[int]) -> None:
    pairs = [*enumerate(values)]
    chosen = longest_rising(pairs)
    assert all(a < c and b < d for (a, b), (c, d) in itertools.pairwise(chosen))
    assert set(chosen) <= set(pairs)
