"""Tiles: a unit and the claims on its sentences come in, the unit cut up by them goes out.

No sentence of a unit is left out: what nobody claims is a ruling of its own, or goes with its neighbour.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from kb.lives._apart import UNCUT, Cuts
from kb.lives._units import Range, Unit
from kb.lives._wordings import Link


class Claim(NamedTuple):
    """Sentences of a unit and the wording whose ruling they say; None is a new ruling."""

    run: Range
    thread: int | None
    mine: Range = (0, 0)
    score: float = 1.0
    at_home: bool = False
    """Whether they stand under a heading that the ruling has in the version after too."""
    stem: Range | None = None
    """The words of the unit that they go on from, where they are an item of a list."""

    @property
    def place(self) -> tuple[Range, Range, float, bool, Range | None]:
        """All but which of the wordings it is."""
        return self.run, self.mine, self.score, self.at_home, self.stem


def tile_unit(unit: Unit, links: Sequence[Link]) -> list[tuple[Link | None, str]]:
    """A unit cut up by the links to it: each with its characters, and with None those no link takes up."""
    claims = [Claim(link.theirs, number, link.mine, link.score, stem=link.stem) for number, link in enumerate(links)]
    return [
        (links[claim.thread] if claim.thread is not None else None, unit.item_text(claim.run, claim.stem))
        for claim in tile(unit, claims)
    ]


def join_claims(claims: Iterable[Claim]) -> list[Claim]:
    """Claims, one each of what one wording claims side by side: its sentences changed places."""
    found: list[Claim] = []
    for claim in sorted(claims, key=lambda each: each.run):
        last = found[-1] if found else None
        if last is not None and last.thread == claim.thread and last.run[1] == claim.run[0]:
            mine = min(last.mine[0], claim.mine[0]), max(last.mine[1], claim.mine[1])
            score = min(last.score, claim.score)
            found[-1] = claim._replace(run=(last.run[0], claim.run[1]), mine=mine, score=score, stem=last.stem)
        else:
            found.append(claim)
    return found


def tile(unit: Unit, claims: Sequence[Claim], cuts: Cuts = UNCUT) -> list[Claim]:
    """The claims on a unit, completed so that every sentence is in one: what is left over joins its neighbour
    when it leans on it, else is a ruling of its own, or several, where others begin in it."""
    if not claims:
        return [Claim(run, None) for run in _runs(unit, (0, unit.size), cuts)]
    found: list[Claim] = []
    end = 0
    for claim in (*sorted(claims, key=lambda each: each.run), Claim((unit.size, unit.size), None)):
        found += _leftover(unit, (end, claim.run[0]), found, cuts)
        if claim.run[0] < claim.run[1]:
            start = found.pop().run[0] if found and found[-1].thread == -1 else claim.run[0]
            found.append(claim._replace(run=(start, claim.run[1])))
        end = claim.run[1]
    return found


def stem_leftover(unit: Unit, tiles: list[Claim]) -> list[Claim]:
    """The tiles of a unit, those that nobody claims with their stem where others are items of the same list."""
    claimed = {claim.stem for claim in tiles}
    stems = {
        item.start: (stem.start, stem.end)
        for stem in unit.stems
        if (stem.start, stem.end) in claimed
        for item in stem.items[1:]
    }
    return [
        claim._replace(stem=stems.get(unit.bounds[claim.run[0]])) if claim.thread is None and stems else claim
        for claim in tiles
    ]


def _runs(unit: Unit, run: Range, cuts: Cuts) -> list[Range]:
    """Sentences of a unit, apart where rulings begin."""
    starts = [run[0], *(at for at in range(run[0] + 1, run[1]) if unit.bounds[at] in cuts.starts), run[1]]
    return list(pairwise(starts))


def _leftover(unit: Unit, run: Range, before: list[Claim], cuts: Cuts) -> list[Claim]:
    """What becomes of sentences nobody claims. A thread of -1 asks the next claim to take them in."""
    start, end = run

    def goes_on(at: int) -> bool:
        word = unit.bounds[at]
        joined = word in cuts.inside or unit.leans(at) or before[-1].score < 0.8
        return word not in cuts.starts and joined

    while before and start < end and goes_on(start):
        last = before[-1]
        before[-1] = last._replace(run=(last.run[0], start + 1))
        start += 1
    if start == end:
        return []
    found = [Claim(each, None) for each in _runs(unit, (start, end), cuts)]
    if end < unit.size and unit.leans(end) and unit.bounds[end] not in cuts.starts:
        found[-1] = found[-1]._replace(thread=-1)
    return found
