"""Choosing: of all units that may stand for each other, the passages that do, each with its bounds.

In: matchings. Out: pairs of passages. Every sentence stands for one of another work, the most alike; where a work says
a thing twice and its sister once, both places stand for that one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.differences import Passage
from kb.parallels._bounds import Reach, settle_bounds
from kb.parallels._matching import Match, Matching
from kb.parallels._units import Unit, Units

AGAIN = 0.85
"""A sentence that has a parallel already has another one only where this share of the words is the same."""
LEAST = 5
"""What two units have in common is looked at when it has so many words."""

Claim = tuple[int, int, int]
"""A unit, a sentence of it, and the other work in which it has its parallel."""


def choose_passages(units: Units, matched: Sequence[Matching]) -> Iterator[tuple[Passage, Passage]]:
    """Pairs of passages, by the order of works and the place in the first."""
    claims: set[Claim] = set()
    chosen: list[Matching] = []
    for matching in sorted(matched, key=lambda each: _order(units, each)):
        kept = _unclaimed(matching, claims)
        if sum(match.common for match in kept.matches) >= LEAST:
            chosen.append(kept)
            claims.update(claim for match in kept.matches for claim in _claims(kept, match))
    for matching in sorted(chosen, key=lambda each: (each.a.work, each.b.work, each.a.number, each.b.number)):
        for stretch in _stretches(matching, claims):
            passages = settle_bounds(
                units,
                _reach(matching.a, matching.b.work, [match.a for match in stretch], claims),
                _reach(matching.b, matching.a.work, [match.b for match in stretch], claims),
            )
            if passages is not None:
                yield passages


def _order(units: Units, matching: Matching) -> tuple[float, bool, float, int, int]:
    """The best matching first: the most words alike, then under headings of one name, then at like places."""
    headings, places = [], []
    for unit in (matching.a, matching.b):
        document = units.streams[unit.work].document
        headings.append(document.clauses[unit.clause].section)
        places.append(unit.clause / len(document.clauses))
    apart = headings[0] != headings[1]
    return (-matching.weight, apart, abs(places[0] - places[1]), matching.a.number, matching.b.number)


def _claims(matching: Matching, match: Match) -> tuple[Claim, Claim]:
    a, b = matching.a, matching.b
    return (a.number, match.a, b.work), (b.number, match.b, a.work)


def _unclaimed(matching: Matching, claims: set[Claim]) -> Matching:
    """The matches of sentences without a parallel yet; failing that, those of which one side has none."""
    taken = {match: [claim in claims for claim in _claims(matching, match)] for match in matching.matches}
    free = tuple(match for match in matching.matches if not any(taken[match]))
    again = tuple(match for match in matching.matches if not all(taken[match]) and match.ratio >= AGAIN)
    return replace(matching, matches=free or again)


def _stretches(matching: Matching, claims: set[Claim]) -> Iterator[list[Match]]:
    """The matches in stretches: where a sentence between two has its parallel elsewhere, another begins."""
    stretch: list[Match] = []
    for match in matching.matches:
        if stretch and (
            any((matching.a.number, k, matching.b.work) in claims for k in range(stretch[-1].a + 1, match.a))
            or any((matching.b.number, k, matching.a.work) in claims for k in range(stretch[-1].b + 1, match.b))
        ):
            yield stretch
            stretch = []
        stretch.append(match)
    yield stretch


def _reach(unit: Unit, other: int, matched: Sequence[int], claims: set[Claim]) -> Reach:
    """The sentences of a stretch, and as far as none beside them has a parallel elsewhere."""
    first, last = matched[0], matched[-1] + 1
    while first and (unit.number, first - 1, other) not in claims:
        first -= 1
    while last < len(unit.sentences) and (unit.number, last, other) not in claims:
        last += 1
    return Reach(unit, (matched[0], matched[-1] + 1), (first, last))
