"""Differences between two sequences: which stretches give way to which.

In: two sequences of hashable items (words, tokens, whole paragraphs). Out: `Edit`s in order, with
unchanged items between them. Invariant: the old sequence with every edit made is the new one.

Method: common ends are trimmed; a longest common subsequence by bit-parallel Indel does the rest (Hyyrö 2004,
as rapidfuzz has it). Its memory grows with the product of the lengths, so sequences too long for it are first
cut at items that stand once on both sides (patience diff).
"""

import itertools
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rapidfuzz.distance import Indel, LCSseq

from kb.ends import count_ends
from kb.values import quick

H = TypeVar("H", bound=Hashable)

CELL_LIMIT = 200_000_000
"""Largest product of lengths given to the bit-parallel method: 25 MB of bits."""


@quick
@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Items [old_start, old_end) of the old sequence give way to [new_start, new_end) of the new one."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int

    @property
    def inserts(self) -> bool:
        """Whether nothing is taken out."""
        return self.old_start == self.old_end

    @property
    def deletes(self) -> bool:
        """Whether nothing is put in."""
        return self.new_start == self.new_end

    def side(self, new: int) -> tuple[int, int]:
        """The items of the old (0) or of the new sequence (1)."""
        return (self.new_start, self.new_end) if new else (self.old_start, self.old_end)

    def shifted(self, old: int, new: int) -> "Edit":
        """The same edit in sequences that have `old` and `new` more items in front."""
        return Edit(self.old_start + old, self.old_end + old, self.new_start + new, self.new_end + new)


@dataclass(frozen=True, slots=True)
class Match:
    """`length` items that are the same on both sides."""

    old_start: int
    new_start: int
    length: int


def diff(old: Sequence[Hashable], new: Sequence[Hashable]) -> tuple[Edit, ...]:
    """The edits that turn `old` into `new`: as few items as possible, neighbours in one edit.

    Minimal where the product of the lengths (common ends trimmed) is at most `CELL_LIMIT`, else cut at
    items unique to both sides, or, where there are none, in halves.
    """
    ids: dict[Hashable, int] = {}
    a = [ids.setdefault(item, len(ids)) for item in old]
    b = [ids.setdefault(item, len(ids)) for item in new]
    return join_touching(_diff_ids(a, b))


def _diff_ids(a: list[int], b: list[int]) -> Iterator[Edit]:
    """Edits between id lists, in order; an explicit stack of their parts, each with where it begins in the whole."""
    stack = [(a, b, 0, 0)]
    while stack:
        a, b, old, new = stack.pop()
        lead, tail = count_ends(a, b)
        a, b, old, new = a[lead : len(a) - tail], b[lead : len(b) - tail], old + lead, new + lead
        if not a or not b:
            if a or b:
                yield Edit(old, old + len(a), new, new + len(b))
        elif len(a) * len(b) <= CELL_LIMIT:
            for step in Indel.opcodes(a, b):
                if step.tag != "equal":
                    yield Edit(step.src_start, step.src_end, step.dest_start, step.dest_end).shifted(old, new)
        else:
            cuts = [(0, 0), *(_anchors(a, b) or [(len(a) // 2, len(b) // 2)]), (len(a), len(b))]
            stack.extend(
                (a[i0:i1], b[j0:j1], old + i0, new + j0)
                for (i0, j0), (i1, j1) in reversed(list(itertools.pairwise(cuts)))
            )


def _anchors(a: list[int], b: list[int]) -> list[tuple[int, int]]:
    """Places of items that stand once on both sides, the longest chain that rises on both."""
    in_a, in_b = Counter(a), Counter(b)
    place = {item: j for j, item in enumerate(b) if in_b[item] == 1}
    pairs = [(i, place[item]) for i, item in enumerate(a) if in_a[item] == 1 and item in place]
    return longest_rising(pairs)


def longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """A longest run of pairs whose second numbers rise strictly, in order (patience sorting)."""
    tails: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for index, (_, value) in enumerate(pairs):
        pile = bisect_left(tails, value)
        before.append(at[pile - 1] if pile else -1)
        if pile == len(tails):
            tails.append(value)
            at.append(index)
        else:
            tails[pile], at[pile] = value, index
    chain: list[tuple[int, int]] = []
    index = at[-1] if at else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]


def join_touching(edits: Sequence[Edit] | Iterator[Edit]) -> tuple[Edit, ...]:
    """Edits with nothing unchanged between them become one; empty ones are dropped."""
    joined: list[Edit] = []
    for edit in edits:
        if edit.inserts and edit.deletes:
            continue
        if joined and joined[-1].old_end == edit.old_start and joined[-1].new_end == edit.new_start:
            edit = Edit(joined[-1].old_start, edit.old_end, joined[-1].new_start, edit.new_end)  # noqa: PLW2901
            joined.pop()
        joined.append(edit)
    return tuple(joined)


def matches(edits: Sequence[Edit], old_length: int) -> Iterator[Match]:
    """The stretches that the edits leave unchanged, in order."""
    old = new = 0
    for edit in edits:
        if edit.old_start > old:
            yield Match(old, new, edit.old_start - old)
        old, new = edit.old_end, edit.new_end
    if old_length > old:
        yield Match(old, new, old_length - old)


def common_length(old: Sequence[Hashable], new: Sequence[Hashable]) -> int:
    """The length of a longest common subsequence; for very long sequences that of the one `diff` finds."""
    if len(old) * len(new) <= CELL_LIMIT // 10:
        return int(LCSseq.similarity(old, new))
    return sum(match.length for match in matches(diff(old, new), len(old)))


def common_runs(old: Sequence[Hashable], new: Sequence[Hashable]) -> int:
    """Into how many unbroken stretches the items common to both fall."""
    return sum(1 for _ in matches(diff(old, new), len(old)))


def slide(
    edits: Sequence[Edit], old: Sequence[Hashable], new: Sequence[Hashable], rank: Callable[[Edit], int]
) -> tuple[Edit, ...]:
    """Move each insertion or deletion to its best-ranked equivalent place between its neighbours.

    `A b A` put after `A` may as well be read as `A b` put before it; ties keep the leftmost place.
    """
    settled: list[Edit] = []
    for index, edit in enumerate(edits):
        if not edit.inserts and not edit.deletes:
            settled.append(edit)
            continue
        low = settled[-1].old_end + 1 if settled else 0
        high = edits[index + 1].old_start - 1 if index + 1 < len(edits) else len(old)
        settled.append(max(_places(edit, old, new, low, high), key=rank))
    return tuple(settled)


def _places(edit: Edit, old: Sequence[Hashable], new: Sequence[Hashable], low: int, high: int) -> list[Edit]:
    items, start, end = (new, edit.new_start, edit.new_end) if edit.inserts else (old, edit.old_start, edit.old_end)
    left = 0
    while edit.old_start - left - 1 >= low and items[start - left - 1] == items[end - left - 1]:
        left += 1
    right = 0
    while edit.old_end + right + 1 <= high and end + right < len(items) and items[start + right] == items[end + right]:
        right += 1
    return [edit.shifted(by, by) for by in range(-left, right + 1)]
