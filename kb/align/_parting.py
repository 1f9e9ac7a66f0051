"""Parting: what was split off a clause, or joined to it, is taken into its pair.

In: two sides between which pairs were made. The pairs grow: free clauses of the one side go into the pairs beside them
when they give words of the other that the pair does not yet account for.
"""

from bisect import bisect_left, insort

from kb.align._sides import Group, Side
from kb.align._windows import Stretch, Windows, are_wide
from kb.diff import common_length, common_runs, diff, matches

UNBROKEN = 6
"""At least so many words of a part whose other sentences were dropped stand unbroken in the whole."""


class Parting:
    """Takes free clauses of one side (`parts`) into pairs with clauses of the other (`whole`)."""

    def __init__(self, whole: Side, parts: Side) -> None:
        self.whole, self.parts = whole, parts
        self.windows: dict[Group, Windows] = {}

    def run(self) -> None:
        """Each free clause in turn, with the pair before it or the one behind it."""
        parts = self.parts
        for clause in sorted(parts.free):
            for group in parts.beside(clause) if len(parts.words[clause]) >= 4 else ():
                own = group.of(parts)
                if parts.classes[clause] == parts.classes[own[0]] and self._splits(group, clause):
                    insort(own, clause)
                    parts.take(clause, group)
                    break

    def _splits(self, group: Group, clause: int) -> bool:
        """Whether a further part gives words of the whole that its own parts lack: most of itself or of what lacks.

        Where sentences were dropped as paragraphs were joined, what is left of a part must stand there unbroken.
        """
        more = self.parts.words[clause]
        whole, before, behind = self._compared(group, clause)
        own = before + behind
        gain = common_length(whole, before + more + behind) - common_length(whole, own)
        if gain >= 0.6 * len(more) and common_length(whole, more) >= 2 * common_runs(whole, more):
            return True
        if gain >= UNBROKEN and common_length(whole, more) == len(more) and common_runs(whole, more) == 1:
            return True
        lacking = max((whole[e.new_start : e.new_end] for e in diff(own, whole)), key=len, default=[])
        left = max((match.length for match in matches(diff(lacking, more), len(lacking))), default=0)
        return min(gain, left) >= UNBROKEN and left >= 0.6 * len(lacking)

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
