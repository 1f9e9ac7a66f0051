"""Joining words: the `or` or `and` before the last item of a list, which moves when items are added or taken out there.

In: an alignment and the changes found, with their footnotes. Out: the same, of which those rule nothing that only carry
such a word from the end of one item to that of another.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.align import Alignment
from kb.emendations._found import Found

LONGEST = 12
"""So many items are looked at behind the one that a word was moved from."""


def join_items(alignment: Alignment, changes: Sequence[Found]) -> Iterator[Found]:
    """The changes, without substance where they only move a joining word because items come or go behind it."""
    moved = {number for side in (0, 1) for number in _Side(alignment, changes, side).moved()}
    for number, change in enumerate(changes):
        yield replace(change, substantive=False) if number in moved else change


class _Side:
    """One text of an alignment, which alone has some items: the emended one (1) where items were added, the published
    one (0) where they were taken out."""

    def __init__(self, alignment: Alignment, changes: Sequence[Found], side: int) -> None:
        self.changes, self.side = changes, side
        self.streams = alignment.old, alignment.new
        self.stream = self.streams[side]
        self.alone = {
            token.clause
            for change in changes
            if change.whole and not change.moved and not self._words(change, 1 - side)
            for token in self.stream.tokens[slice(*change.edit.side(side))]
        }

    def moved(self) -> Iterator[int]:
        """The changes (by number) that a joining word went from, and those that put it where it is on this side."""
        if not self.alone:
            return
        put = {
            (at, words): number
            for number, change in enumerate(self.changes)
            if (at := self._end_of(change)) is not None and (words := self._words(change, self.side))
            if not self._words(change, 1 - self.side)
        }
        for number, change in enumerate(self.changes):
            at, words = self._end_of(change), self._words(change, 1 - self.side)
            if at is None or len(words) != 1 or self._words(change, self.side):
                continue
            to = self._ends_with(at, words)
            if to is not None and not self.alone.isdisjoint(range(at + 1, to + 2)):
                yield number
                if (to, words) in put:
                    yield put[to, words]

    def _end_of(self, change: Found) -> int | None:
        """The item at whose end a change stands, one without a footnote and inside of the item."""
        at = (change.old_clause, change.new_clause)[self.side]
        if at is None or change.whole or change.inner or change.footnotes or not change.substantive:
            return None
        _, end = change.edit.side(self.side)
        behind = self.stream.tokens[end : self.stream.starts[at + 1]]
        return None if any(token.is_word for token in behind) else at

    def _words(self, change: Found, side: int) -> tuple[str, ...]:
        return tuple(token.form for token in self.streams[side].tokens[slice(*change.edit.side(side))] if token.is_word)

    def _ends_with(self, at: int, words: tuple[str, ...]) -> int | None:
        """The next item of the list that ends with a word; a list goes on as long as items are of one kind."""
        clauses = self.stream.document.clauses
        for other in range(at + 1, min(at + 1 + LONGEST, len(clauses))):
            if (clauses[other].kind, clauses[other].section) != (clauses[at].kind, clauses[at].section):
                return None
            if self.stream.words(other)[-1:] == words:
                return other
        return None
