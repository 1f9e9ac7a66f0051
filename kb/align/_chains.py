"""Chains: of pairs of places with weights, the heaviest selection that rises on both sides."""

from bisect import bisect_left
from collections.abc import Sequence


def heaviest_rising(pairs: Sequence[tuple[int, int, float]]) -> list[int]:
    """Indices of the heaviest chain of (old, new, weight) that rises strictly on both sides.

    A Fenwick tree of best chains over the new side: k pairs take k log k steps.
    """
    places = sorted({new for _, new, _ in pairs})
    best: list[tuple[float, int]] = [(0.0, -1)] * (len(places) + 1)
    before = [-1] * len(pairs)
    order = sorted(range(len(pairs)), key=lambda k: (pairs[k][0], -pairs[k][1]))
    for k in order:
        rank = bisect_left(places, pairs[k][1])
        weight, before[k] = 0.0, -1
        at = rank
        while at > 0:
            if best[at][0] > weight:
                weight, before[k] = best[at]
            at -= at & -at
        entry = (weight + pairs[k][2], k)
        at = rank + 1
        while at <= len(places):
            if best[at][0] < entry[0]:
                best[at] = entry
            at += at & -at
    k = max(((best[at]) for at in range(len(best))), default=(0.0, -1))[1]
    chain: list[int] = []
    while k >= 0:
        chain.append(k)
        k = before[k]
    return chain[::-1]
