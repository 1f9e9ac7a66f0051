"""Ends: two sequences come in, how far they are alike at their beginnings and ends goes out."""

from collections.abc import Sequence


def count_alike(one: Sequence[object], other: Sequence[object]) -> int:
    """How many items two sequences begin with alike."""
    at, step, end = 0, 1, min(len(one), len(other))
    while at < end:  # by slices, ever longer ones: these are compared without a look at each item here
        stop = min(at + step, end)
        if one[at:stop] == other[at:stop]:
            at, step = stop, step * 2
        elif step == 1:
            break
        else:
            step, end = 1, stop - 1
    return at


def count_ends(one: Sequence[object], other: Sequence[object]) -> tuple[int, int]:
    """How many items two sequences begin with alike, and with how many of the others they end alike."""
    lead = count_alike(one, other)
    return lead, count_alike(one[lead:][::-1], other[lead:][::-1])
