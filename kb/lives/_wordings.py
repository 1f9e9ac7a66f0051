"""Wordings: the words by which rulings are looked for in a version, and their links to what it states."""

from dataclasses import dataclass, field

from kb.lives._lists import Stem
from kb.lives._units import Range, Said
from kb.similarity import Words
from kb.values import quick

LIKE = 0.6
"""Words so similar, under one heading, are one ruling."""
ALIKE = 0.85
"""Words so similar are one ruling wherever they stand, if they are enough to tell something."""
AKIN = 0.75
"""Words so similar are one ruling under one heading though each side says more, when a side has no heading, or under
another where one side holds the other whole."""
TELLING = 6
"""Words below this number tell too little to be followed to another heading."""
HALF = 0.5
"""Of a ruling rewritten in place that keeps half of its words so many of the rare ones need not be the same: `LIKE`."""
REWRITTEN = 0.35
"""What keeps fewer of its words in their place is no rewriting."""


@quick
@dataclass(frozen=True, slots=True, eq=False)
class Wording(Said):
    """The words by which a ruling is looked for in the version before: those it has in the version after, without
    accents (`unaccented_words`)."""

    words: Words = field(repr=False)
    bounds: tuple[int, ...]
    subjects: frozenset[str]
    cards: frozenset[str]
    distinct: frozenset[str] = field(repr=False)
    near: bool
    """Whether the next version at hand carries it: a ruling seldom comes back after a gap."""
    erratum: bool = False
    stems: tuple[Stem, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Link:
    """Sentences of a wording that say what sentences of a unit say.

    `stem` are the words of the unit that stand before an item of a list and belong to it: those of its sentences tell
    only how it goes on.
    """

    wording: int
    unit: int
    mine: Range
    theirs: Range
    score: float
    same_subject: bool
    stem: Range | None = None
