"""Parting: what was split off a clause, or joined to it, is taken into its pair.

In: two sides between which pairs were made. The pairs grow: free clauses of the one side go into the pairs beside them
when they give words of the other that the pair does not yet account for.
"""

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from itertools import groupby

from kb.align._sides import Group, Side
from kb.align._windows import Stretch, Windows, are_wide
from kb.diff import common_length, common_runs, diff, matches
from kb.model import ClauseKind

SHORTEST = 2
"""A part of fewer words is none."""
TELLING = 4
"""A part of fewer words is too short to be told from others, unless it is just what the whole lacks at one place."""
UNBROKEN = 6
"""At least so many words of a part whose other sentences were dropped stand unbroken in the whole."""


class Parting:
    """Takes free clauses of one side (`parts`) into pairs with clauses of the other (`whole`)."""

    def __init__(self, whole: Side, parts: Side) -> None:
        self.whole, self.parts = whole, parts
        self.windows: dict[Group, Windows] = {}

    def run(self) -> None:
        """Each free clause in turn, with the pair before it or the one behind it; again beside the pairs that grew."""
        parts = self.parts
        free = [clause for clause in sorted(parts.free) if len(parts.words[clause]) >= SHORTEST]
        grown: set[Group] | None = None
        while grown is None or grown:
            tried, grown = grown, set()
            for clause in [clause for clause in free if clause in parts.free]:
                beside = [group for group in parts.beside(clause) if tried is None or group in tried or group in grown]
                if group := next((group for group in beside if self._belongs(group, clause)), None):
                    insort(group.of(parts), clause)
                    parts.take(clause, group)
                    grown.add(group)
        for row in [*self._rows()]:
            if group := next((group for group in parts.beside(row[0]) if self._belongs(group, *row)), None):
                for clause in row:
                    insort(group.of(parts), clause)
                    parts.take(clause, group)

    def _rows(self) -> Iterator[tuple[int, ...]]:
        """Free clauses in a row that are items of lists: each may be too short to be told from other words, as those
        of a list that became a sentence are, and all together are not."""
        parts = self.parts
        items = [c for c in sorted(parts.free) if parts.clauses[c].kind is ClauseKind.LIST_ITEM and parts.words[c]]
        for _, row in groupby(enumerate(items), lambda each: each[1] - each[0]):
            if len(clauses := tuple(clause for _, clause in row)) > 1:
                yield clauses

    def _belongs(self, group: Group, *row: int) -> bool:
        kind = self.parts.classes
        return kind[row[0]] == kind[group.of(self.parts)[0]] and self._splits(group, row)

    def _splits(self, group: Group, row: Sequence[int]) -> bool:
        """Whether a further part, of one clause or a row of them, gives words of the whole that its own parts lack:
        most of itself or of what lacks, or all that the whole ends or begins with there.

        Where sentences were dropped as paragraphs were joined, what is left of a part must stand there unbroken.
        """
        more = self.parts.joined(row)
        whole, before, behind = self._compared(group, row[0])
        own = before + behind
        gain = common_length(whole, before + more + behind) - common_length(whole, own)
        common, runs = common_length(whole, more), common_runs(whole, more)
        if len(more) >= TELLING and gain >= 0.6 * len(more) and common >= 2 * runs:
            return True
        if gain >= UNBROKEN and common == len(more) and runs == 1:
            return True
        if len(more) >= TELLING and not _has_row(own, more):
            ends = not behind and whole[-len(more) :] == more
            if ends or (not before and whole[: len(more)] == more):
                return True
        stretches = [whole[edit.new_start : edit.new_end] for edit in diff(own, whole)]
        if any(_ends_with(more, stretch) for stretch in stretches):
            return True
        lacking = max(stretches, key=len, default=[])
        left = max((match.length for match in matches(diff(lacking, more), len(lacking))), default=0)
        return len(more) >= TELLING and min(gain, left) >= UNBROKEN and left >= 0.6 * len(lacking)

    def _compared(self, group: Group, clause: int) -> tuple[list[int], list[int], list[int]]:
        """The words of the whole, and those of its own parts before and behind a clause: all, or those near it."""
        all_of, own = group.of(self.whole), group.of(self.parts)
        if not are_wide(self.whole, all_of) and not are_wide(self.parts, own):
            at = bisect_left(own, clause)
            return self.whole.joined(all_of), self.parts.joined(own[:at]), self.parts.joined(own[at:])
        if group not in self.windows:
            free = self.parts.room_of(own)
            self.windows[group] = Windows(Stretch(self.whole, all_of), Stretch(self.parts, free))
        windows = self.windows[group]
        start, end = windows.around(clause)
        return windows.whole.words[start:end], *windows.beside(own, clause)


def _ends_with(part: list[int], lacking: list[int]) -> bool:
    """Whether a part is just what the whole lacks at one place, or begins or ends with it."""
    length = len(lacking)
    return part == lacking or (length >= TELLING and lacking in (part[:length], part[-length:]))


def _has_row(words: list[int], row: list[int]) -> bool:
    """Whether some words stand in a row among others."""
    return any(words[at : at + len(row)] == row for at in range(len(words) - len(row) + 1) if words[at] == row[0])
