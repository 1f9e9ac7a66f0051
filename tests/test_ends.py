"""How far two sequences are alike at their ends."""

from itertools import takewhile

from hypothesis import given
from hypothesis import strategies as st

from kb.ends import count_alike, count_ends

TEXTS = st.text("ab", max_size=40)


@given(TEXTS, TEXTS, TEXTS)
def test_what_two_sequences_begin_with_is_counted(lead: str, one: str, other: str) -> None:
    one, other = lead + one, lead + other
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    assert count_alike(one, other) == same == count_alike([*one], [*other])


@given(TEXTS, TEXTS, TEXTS)
def test_ends_do_not_overlap(one: str, other: str, tail: str) -> None:
    one, other = one + tail, other + tail
    lead, end = count_ends(one, other)
    assert lead + end <= min(len(one), len(other))
    assert (one[:lead], one[len(one) - end :]) == (other[:lead], other[len(other) - end :])
    rest, left = one[lead : len(one) - end], other[lead : len(other) - end]
    assert not (rest and left) or (rest[0] != left[0] and rest[-1] != left[-1])
