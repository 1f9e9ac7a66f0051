"""Places: where the words of one side would stand on the other.

In: tokens that stand for each other, and edits. Out: the token position on the other side of any position.
Invariant: positions rise together, so that changes put at them can be applied in order.
"""

from bisect import bisect_right
from collections.abc import Iterable

from kb.diff import Edit


class Places:
    """Corresponding positions of two streams, from what is unchanged and what is replaced."""

    def __init__(self, same: Iterable[tuple[int, int]], edits: Iterable[Edit]) -> None:
        ends = {(i + 1, j + 1) for i, j in same}
        ends.update((edit.old_end, edit.new_end) for edit in edits)
        rising = sorted(ends)
        self._old = [old for old, _ in rising]
        self._new: list[int] = []
        for _, new in rising:
            self._new.append(max(new, self._new[-1] if self._new else 0))

    def old_at(self, new: int) -> int:
        """The published position right after what stands before emended position `new`."""
        at = bisect_right(self._new, new) - 1
        return self._old[at] if at >= 0 else 0

    def new_at(self, old: int) -> int:
        """The emended position right after what stands before published position `old`."""
        at = bisect_right(self._old, old) - 1
        return self._new[at] if at >= 0 else 0
