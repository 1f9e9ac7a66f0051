"""The ledger: links between wordings and units are offered, the best first; which sentences are in one is kept.

A sentence of a unit is in one link at most; one of a wording is in several where a version states it at several places.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from kb.differences import FUNCTION_WORDS
from kb.lives._units import Range, Unit
from kb.lives._wordings import ALIKE, HALF, LIKE, REWRITTEN, TELLING, Link, Wording
from kb.similarity import Words, stem_words, word_similarity

_BINDING = frozenset(stem_words(FUNCTION_WORDS))


class Ledger:
    """Which sentences are taken, on both sides; links are offered best first."""

    def __init__(self, wordings: Sequence[Wording], units: Sequence[Unit]) -> None:
        self.wordings = wordings
        self.units = units
        self.taken: list[Link] = []
        self.by_wording: dict[int, _Taken] = {}
        self.by_unit: dict[int, _Taken] = {}
        self._placed: dict[int, frozenset[str]] = {}
        """Of each wording the headings under which it was found."""
        self._links: dict[int, list[Link]] = {}

    def offer(self, link: Link) -> bool:
        """Take a link unless its sentences are taken; a second place for the same words must be almost equal, or like
        them under a heading of its own that the wording has too: there it was reworded. What says another thing below
        the heading of the first is another ruling."""
        unit = self.by_unit.get(link.unit) or _Taken(self.units[link.unit].size)
        wording = self.by_wording.get(link.wording) or _Taken(self.wordings[link.wording].size)
        if unit.best(link.theirs) is not None:
            return False
        again = wording.best(link.mine)
        placed = self._placed.get(link.wording, frozenset())
        here = self.wordings[link.wording].subjects & self.units[link.unit].subjects
        if again is not None and not (link.score >= ALIKE and (link.score > 0.93 * again or not here <= placed)):
            return False
        if again is not None and any(self._are_rivals(link, other) for other in self._links[link.wording]):
            return False
        self.taken.append(link)
        self._links.setdefault(link.wording, []).append(link)
        self._placed[link.wording] = placed | here
        self.by_wording[link.wording], self.by_unit[link.unit] = wording, unit
        wording.take(link.mine, link.score)
        unit.take(link.theirs, link.score)
        return True

    def _are_rivals(self, link: Link, other: Link) -> bool:
        """Whether two links that are of the same words of a ruling lead to sentences below one heading that each have a
        telling word which the other has not."""
        apart = link.mine[1] <= other.mine[0] or other.mine[1] <= link.mine[0]
        one, two = self.units[link.unit], self.units[other.unit]
        if apart or one.subjects.isdisjoint(two.subjects):
            return False
        said, known = ({*stem_words(unit.part(at.theirs))} for unit, at in ((one, link), (two, other)))
        return not (said - known <= _BINDING or known - said <= _BINDING)

    def is_part(self, link: Link) -> bool:
        """Whether a link is to some of the sentences of a unit."""
        return link.theirs != (0, self.units[link.unit].size)

    def repeats(self, link: Link) -> bool:
        """Whether a link is a further place of words that were found."""
        wording = self.by_wording.get(link.wording)
        return wording is not None and wording.best(link.mine) is not None

    def tiled_by(self, unit: int, links: Sequence[Link]) -> bool:
        """Whether every sentence of a unit is in one of some links to it, or in one that was taken."""
        taken = self.by_unit.get(unit)
        said = {at for link in links for at in range(*link.theirs)}
        rest = set(range(self.units[unit].size)) - said
        return not rest or (taken is not None and all(taken.best((at, at + 1)) is not None for at in rest))

    def crossing(self) -> Iterator[Link]:
        """Links between sentences that changed places: before a link in one text and behind it in the other."""
        for link in self.taken:
            wording, unit = self.wordings[link.wording], self.units[link.unit]
            if not link.same_subject or (wording.size == 1 or unit.size == 1):
                continue
            mine, theirs = self._rests(link)
            for left, right in ((mine.before, theirs.behind), (mine.behind, theirs.before)):
                words, others = wording.part(left), unit.part(right)
                if min(len(words), len(others)) >= TELLING and (score := word_similarity(words, others)) >= LIKE:
                    yield replace(link, mine=left, theirs=right, score=score)

    def grown(self) -> Iterator[Link]:
        """The links, each with the sentence of the unit after it when it is in no link and like the last of the
        wording, which has more sentences: that one was rewritten where it stands. So were the sentences that follow
        on both sides, up to the next link or the end, when half of them is kept, inflections aside."""
        for link in self.taken:
            wording, unit = self.wordings[link.wording], self.units[link.unit]
            mine, theirs = (rests.behind for rests in self._rests(link))
            if _rewritten(wording.part(mine), unit.part(theirs)):
                yield replace(link, mine=(link.mine[0], mine[1]), theirs=(link.theirs[0], theirs[1]))
                continue
            after = (link.theirs[1], link.theirs[1] + 1)
            if (
                link.mine[1] - link.mine[0] > link.theirs[1] - link.theirs[0]
                and after[1] <= unit.size
                and self.by_unit[link.unit].best(after) is None
                and word_similarity(wording.part((link.mine[1] - 1, link.mine[1])), unit.part(after)) >= REWRITTEN
            ):
                yield replace(link, theirs=(link.theirs[0], after[1]))
            else:
                yield link

    def _rests(self, link: Link) -> tuple["_Rests", "_Rests"]:
        """The sentences beside a link that are in none, of its wording and of its unit."""
        return self.by_wording[link.wording].rests(link.mine), self.by_unit[link.unit].rests(link.theirs)


class _Rests(NamedTuple):
    """The sentences that are in no link before and behind one; either run may be empty."""

    before: Range
    behind: Range


class _Taken:
    """The sentences of a text that are in links."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._scores: list[float | None] = [None] * size
        self._starts: list[int] = []
        self._ends: list[int] = []

    def take(self, run: Range, score: float) -> None:
        """Note that sentences are in a link."""
        for at in range(*run):
            known = self._scores[at]
            self._scores[at] = score if known is None else max(score, known)
        insort(self._starts, run[0])
        insort(self._ends, run[1])

    def best(self, run: Range) -> float | None:
        """The best score of the links that some sentences are in; None where they are in none."""
        return max((score for score in self._scores[slice(*run)] if score is not None), default=None)

    def rests(self, run: Range) -> _Rests:
        """The sentences before and behind those of a link, up to the next link or the end."""
        before = bisect_right(self._ends, run[0])
        behind = bisect_left(self._starts, run[1])
        start = self._ends[before - 1] if before else 0
        end = self._starts[behind] if behind < len(self._starts) else self.size
        return _Rests((start, run[0]), (run[1], end))


def _rewritten(mine: Words, theirs: Words) -> bool:
    """Whether half of some sentences is kept, inflections aside."""
    return bool(mine and theirs) and word_similarity(stem_words(mine), stem_words(theirs)) >= HALF
