"""Headings: the subjects of two versions come in, those of the one under the names of the other go out.

A heading with a slip in one version (`Seige`) or in another number (`Lamps`) parts a ruling from itself. Names
are matched only where each side has the one and not the other, so that two cards of like names stay two.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from rapidfuzz.distance import OSA

from kb.lives._units import Unit

SHORTEST = 5
"""Names with fewer letters are told apart by each of them (`orc`, `ore`)."""
CROWD = 4
"""Of more names that are alike but for one letter none is taken for a slip: they are a series."""


def match_subjects(units: Iterable[Unit], known: Collection[str]) -> Mapping[str, str]:
    """The subjects of units that are known by another name, which differs from their own by a single slip."""
    own = {subject for unit in units for subject in unit.subjects}
    return match_names(own - set(known), set(known) - own)


def rename_subjects(units: Sequence[Unit], names: Mapping[str, str]) -> Sequence[Unit]:
    """Units under the names by which their subjects are known."""
    if not names:
        return units
    return [
        replace(
            unit,
            subjects=frozenset(names.get(subject, subject) for subject in unit.subjects),
            cards=frozenset(names.get(card, card) for card in unit.cards),
        )
        if any(subject in names for subject in unit.subjects)
        else unit
        for unit in units
    ]


def same_name(first: str, second: str) -> bool:
    """Whether two names are one, perhaps with a slip."""
    return first == second or (min(len(first), len(second)) >= SHORTEST and _one_slip(first, second))


def match_names(mine: Collection[str], theirs: Collection[str]) -> Mapping[str, str]:
    """Which of my names is which of theirs but for one letter: one too many, too few, another, or two swapped.

    A name that may be two of the others is none of them. Names are compared by what is left of them without a
    letter, so that time grows with their number and not with the pairs.
    """
    wanted = frozenset[str]().union(*map(_rests, mine))
    by_rest: dict[str, set[str]] = {}
    for name in theirs:
        for rest in _rests(name) & wanted:
            by_rest.setdefault(rest, set()).add(name)
    matched: dict[str, str] = {}
    for name in sorted(mine):
        rests = (by_rest.get(rest, set()) for rest in _rests(name))
        near = {other for others in rests if len(others) <= CROWD for other in others if _one_slip(name, other)}
        if len(near) == 1:
            matched[name] = near.pop()
    times = Counter(matched.values())
    return {name: other for name, other in matched.items() if times[other] == 1}


def _one_slip(first: str, second: str) -> bool:
    """Whether two names differ by one letter; with another digit (`Annotation 2`) they are two."""
    return OSA.distance(first, second) == 1 and _digits(first) == _digits(second)


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))


@lru_cache(maxsize=1 << 12)
def _rests(name: str) -> frozenset[str]:
    if len(name) < SHORTEST:
        return frozenset()
    return frozenset({name, *(name[:at] + name[at + 1 :] for at in range(len(name)))})
