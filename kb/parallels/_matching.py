"""Matching: two units that may stand for each other come in; which of their sentences do goes out."""

from collections.abc import Sequence
from dataclasses import dataclass

from kb.align import heaviest_rising
from kb.diff import common_length, common_runs
from kb.parallels._units import Unit

ALIKE = 0.6
"""Share of common words from which two sentences are one sentence changed. Half of the words of any two sentences
of one game are the same little ones in the same order."""
CONTAINED = 0.8
"""Share of the shorter sentence's words that stand in the longer one where one was joined with another."""
LEAST = 4
"""A sentence of fewer words is alike only where it is equal."""


@dataclass(frozen=True, slots=True)
class Match:
    """Sentences (indices) of two units that stand for each other, the words they have in common, and their share."""

    a: int
    b: int
    common: int
    ratio: float


@dataclass(frozen=True, slots=True)
class Matching:
    """Two units with the sentences that stand for each other, rising on both sides."""

    a: Unit
    b: Unit
    matches: tuple[Match, ...]

    @property
    def weight(self) -> float:
        """How much speaks for it: the words in common, those of sentences that are hardly alike for less."""
        return sum(match.common * match.ratio for match in self.matches)


def match_sentences(a: Unit, b: Unit) -> Matching:
    """The heaviest selection of sentences alike that rises on both sides."""
    scored = [
        match
        for i, first in enumerate(a.sentences)
        for j, second in enumerate(b.sentences)
        if (match := _match(i, j, first.words, second.words)) is not None
    ]
    chain = heaviest_rising([(match.a, match.b, match.common * match.ratio) for match in scored])
    return Matching(a, b, tuple(scored[k] for k in chain))


def _match(i: int, j: int, x: Sequence[int], y: Sequence[int]) -> Match | None:
    """Two sentences as a match, None where they are not one sentence."""
    if x == y:
        return Match(i, j, len(x), 1.0)
    shorter = min(len(x), len(y))
    if shorter < LEAST or set(x).isdisjoint(y):
        return None
    common = common_length(x, y)
    ratio = 2 * common / (len(x) + len(y))
    joined = common >= max(6, CONTAINED * shorter) and common >= 3 * common_runs(x, y)
    return Match(i, j, common, ratio) if ratio >= ALIKE or joined else None
