"""Windows: what of a long clause is compared with a short one, so that a book on one line costs no more than its words.

In: two stretches of neighbouring clauses, one of each side. Out: of the words of one stretch those around the place
where a clause of the other would stand.

Method: one `diff` of all words of both stretches gives every clause its place. Places rise with their clauses, so all
windows of a stretch together are about as long as the stretch and `REACH` for each of its clauses.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise

from kb.align._sides import Side
from kb.diff import diff, matches

WIDE = 2000
"""Clauses of together at most so many words are compared in full: no paragraph is longer, only a text that lost its
breaks. In one that long any twenty words stand somewhere in their order, and the more one compares the less it says."""
REACH = 60
"""So many words on each side of a place are compared too: some sentences, whose words may have changed clauses."""


class Stretch:
    """Neighbouring clauses of one side, as one sequence of words."""

    def __init__(self, side: Side, clauses: Sequence[int]) -> None:
        ends = [*accumulate((len(side.words[clause]) for clause in clauses), initial=0)]
        self.words = side.joined(clauses)
        self.bounds = dict(zip(clauses, pairwise(ends), strict=True))
        """Where the words of each clause begin and end."""


class Windows:
    """Where the clauses of one stretch (`parts`) stand in another (`whole`)."""

    def __init__(self, whole: Stretch, parts: Stretch) -> None:
        self.whole, self.parts = whole, parts
        self.places = dict(_places(whole, parts))

    def around(self, part: int) -> tuple[int, int]:
        """Where the words of the whole begin and end that are compared with a part."""
        start, end = self.places[part]
        return max(0, start - REACH), min(len(self.whole.words), end + REACH)

    def inside(self, clause: int, part: int) -> list[int]:
        """The words of one clause of the whole around the place of a part."""
        (low, high), (start, end) = self.whole.bounds[clause], self.around(part)
        return self.whole.words[max(low, start) : max(low, min(high, end))]

    def beside(self, own: Sequence[int], part: int) -> tuple[list[int], list[int]]:
        """The words of some parts (rising) before and behind another, where they stand near it in the whole."""
        start, end = self.around(part)
        at = bisect_left(own, part)
        before: list[int] = []
        for k in range(at - 1, -1, -1):
            if len(before) >= REACH or self.places[own[k]][1] <= start:
                break
            low, high = self.parts.bounds[own[k]]
            before[:0] = self.parts.words[max(low, high - REACH) : high]
        behind: list[int] = []
        for k in range(at, len(own)):
            if len(behind) >= REACH or self.places[own[k]][0] >= end:
                break
            low, high = self.parts.bounds[own[k]]
            behind += self.parts.words[low : min(high, low + REACH)]
        return before, behind


def _places(whole: Stretch, parts: Stretch) -> Iterator[tuple[int, tuple[int, int]]]:
    """Each part with the first and the last place of its words in the whole; an empty one where it has none there."""
    same = list(matches(diff(parts.words, whole.words), len(parts.words)))
    starts = [match.old_start for match in same]
    ends = [match.old_start + match.length for match in same]
    start = end = 0
    for part, (low, high) in parts.bounds.items():
        first, behind = bisect_left(ends, low + 1), bisect_left(starts, high)
        start = end
        if first < behind:
            start = same[first].new_start + max(0, low - starts[first])
            end = same[behind - 1].new_start + min(high, ends[behind - 1]) - starts[behind - 1]
        yield part, (start, end)


def are_wide(side: Side, clauses: Iterable[int]) -> bool:
    """Whether clauses are together too long to be compared in full."""
    return any(words > WIDE for words in accumulate(len(side.words[clause]) for clause in clauses))
