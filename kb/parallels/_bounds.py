"""Bounds: from where to where two passages are one, and whether they are one at all.

In: the sentences of two units that stand for each other. Out: two passages, or nothing where what they share is a turn
of phrase.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rapidfuzz.distance import Indel

from kb.diff import common_length, diff, matches
from kb.differences import Passage
from kb.parallels._units import Unit, Units, shingles_of

SPEAKS = 8
"""A passage has so many words in common with its parallel: fewer may be a turn of phrase of the game."""
SAME = 5
SAYS = 2
"""Clauses that are the same from end to end need only so many, if so many of these are long."""
DISTINCT = 0.3
"""This share of the shingles that a passage shares with its parallel is no formula of the game."""
HELD = 2 / 3
"""A passage that has all words of its parallel in their order may have as many besides."""
UNBROKEN = 8
"""So many words of a passage, or half of them, stand in its parallel unbroken: what is only built alike shares short
runs. Of all passages that were read none has a shorter one."""
TOLD = 0.4
"""Long words of two passages are alike in this share at least: two rules of one game may share all their little words.
Of the passages that were read none has less than 0.54; sentences with other words in the same places have 0.2."""
FEW = 3
"""Of fewer long words nothing follows."""
EDGE = 3
"""A run of fewer words is no edge of a passage, and as many beyond it still belong to it."""
MOST = 0.5
"""What stands beside the sentences of a passage belongs to it as long as it is not the larger part."""
LIKE, SLACK, ENOUGH = 0.55, 5.0, 0.85
"""Passages of n words are one from a similarity of `LIKE + SLACK / n`, and always from `ENOUGH`: the fewer the words,
the likelier it is that two rules of one game are built alike by chance."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Sentences of a unit, half-open: the `core` that stands in the other work, and as far as it may reach beyond."""

    unit: Unit
    core: tuple[int, int]
    whole: tuple[int, int]


def settle_bounds(units: Units, a: Reach, b: Reach) -> tuple[Passage, Passage] | None:
    """The widest passages that are one: with what stands beside, without it, without the ends of sentences."""
    for first, second in _bounds(units, a, b):
        x, y = _words(a.unit, first), _words(b.unit, second)
        whole = x == y == a.unit.words == b.unit.words and len(units.telling.intersection(x)) >= SAYS
        least = SAME if whole else SPEAKS
        if common_length(x, y) >= least and _is_one(units, x, y):
            return first, second
    return None


def _bounds(units: Units, a: Reach, b: Reach) -> Iterator[tuple[Passage, Passage]]:
    wide = _passage(units, a, _widened(a)), _passage(units, b, _widened(b))
    yield wide
    core = _passage(units, a, a.core), _passage(units, b, b.core)
    if core != wide:
        yield core
    trimmed = _trimmed(core, a.unit, b.unit)
    if trimmed is not None and trimmed != core:
        yield trimmed


def _widened(reach: Reach) -> tuple[int, int]:
    core = sum(len(sentence.words) for sentence in reach.unit.sentences[slice(*reach.core)])
    whole = sum(len(sentence.words) for sentence in reach.unit.sentences[slice(*reach.whole)])
    return reach.whole if core >= MOST * whole else reach.core


def _passage(units: Units, reach: Reach, sentences: tuple[int, int]) -> Passage:
    inside = reach.unit.sentences[slice(*sentences)]
    return Passage(units.streams[reach.unit.work], (reach.unit.clause,), inside[0].start, inside[-1].end)


def _words(unit: Unit, passage: Passage) -> tuple[int, ...]:
    return unit.words[bisect_left(unit.at, passage.start) : bisect_left(unit.at, passage.end)]


def _trimmed(core: tuple[Passage, Passage], a: Unit, b: Unit) -> tuple[Passage, Passage] | None:
    """The longer passage from the first run of words it shares with the shorter one to the last.

    So a sentence that was joined with others finds its place. Of two sentences only parts of which are alike neither
    stands in the other: what they share is a turn of phrase.
    """
    x, y = _words(a, core[0]), _words(b, core[1])
    runs = [match for match in matches(diff(x, y), len(x)) if match.length >= EDGE]
    if not runs:
        return None
    first, last = runs[0], runs[-1]
    if len(x) > len(y):
        return _between(core[0], a, first.old_start, last.old_start + last.length), core[1]
    return core[0], _between(core[1], b, first.new_start, last.new_start + last.length)


def _between(passage: Passage, unit: Unit, start: int, end: int) -> Passage:
    """The words [start, end) of a passage, with the marks right behind them, and its ends where they are near."""
    base, size = bisect_left(unit.at, passage.start), len(_words(unit, passage))
    first = passage.start if start <= EDGE else unit.at[base + start]
    if size - end <= EDGE:
        return replace(passage, start=first)
    last = unit.at[base + end - 1] + 1
    while last < unit.at[base + end] and not passage.stream.tokens[last].gap:
        last += 1
    return replace(passage, start=first, end=last)


def _is_one(units: Units, x: Sequence[int], y: Sequence[int]) -> bool:
    """Whether two passages are alike enough for their length, and what they share is no formula."""
    alike = Indel.normalized_similarity(x, y)
    holds = common_length(x, y) == min(len(x), len(y)) and alike >= HELD
    if not holds and alike < min(ENOUGH, LIKE + SLACK / max(len(x), len(y))):
        return False
    told = [[word for word in side if word in units.telling] for side in (x, y)]
    if max(map(len, told)) >= FEW and Indel.normalized_similarity(*told) < TOLD:
        return False
    longest = max((match.length for match in matches(diff(x, y), len(x))), default=0)
    if longest < min(UNBROKEN, len(x) / 2, len(y) / 2):
        return False
    shared = set(shingles_of(x)) & set(shingles_of(y))
    return len(shared - units.formulae) >= DISTINCT * len(shared)
