"""Values that belong together go out together: by a key, in a row, or because they overlap."""

import pytest

from kb.grouping import group_pairs, group_runs, join_stretches


def test_values_of_a_key_stay_in_their_order_and_keys_in_that_of_their_first() -> None:
    found = group_pairs([("lamp", 2), ("bell", 1), ("lamp", 1)])
    assert list(found.items()) == [("lamp", (2, 1)), ("bell", (1,))]


@pytest.mark.parametrize(
    ("numbers", "runs"),
    [([], []), ([4], [range(4, 5)]), ([1, 2, 4, 5, 6, 9], [range(1, 3), range(4, 7), range(9, 10)])],
)
def test_numbers_that_follow_each_other_are_one_run(numbers: list[int], runs: list[range]) -> None:
    assert list(group_runs(numbers)) == runs


def test_stretches_that_overlap_or_touch_are_one_in_whatever_order_they_come() -> None:
    assert join_stretches([(6, 8), (0, 2), (2, 3), (1, 2)]) == [(0, 3), (6, 8)]


def test_a_stretch_inside_another_does_not_end_it() -> None:
    assert join_stretches([((0, 0), (2, 5)), ((0, 3), (1, 0)), ((2, 4), (3, 0))]) == [((0, 0), (3, 0))]
