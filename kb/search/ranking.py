"""The figures by which results are ranked: one table for `kb search` and, as it is written there, for the site.

What they are for stands in `docs/search.md`. Scores add up: what a record is to the question (a tier), how well its
words answer (below 1), how close they stand in its text, and what it lost by being no longer said (`Record.weight`).
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Ranking:
    """How results are ranked."""

    thing: float = 3.0
    """The tier of the term or card that a question names."""
    ruled: float = 2.0
    """Of the rulings under it."""
    begun: float = 3.0
    """Of a term or card whose name begins as is asked, where nothing is named so."""
    begun_beside: float = 1.5
    """Of one where something is."""
    step: float = 0.001
    """What each of them has less than the one before it."""
    under: float = 1.0
    """Of a ruling under a term that some words of the question name."""
    half: float = 10.0
    """The score of words alone that counts half of what they can earn."""
    together: float = 0.1
    """What a text earns that has all words itself, not in names alone."""
    near: tuple[tuple[int, float], ...] = ((0, 0.3), (3, 0.25), (8, 0.2))
    """What it earns instead that has them with no more than so many others between."""
    far: int = 40
    """A text that has them with more than so many others between stands among those that lack one."""
    lesser: float = 0.5
    """What a card has less that is not called as was asked, letter by letter, where another is (`Kite`, `Kites`)."""
    enough: int = 8
    """Where fewer have all parts of a question, what has most of them follows."""
    few: int = 3
    """A word that no more records have, and no name, may be a misprint of theirs."""
    most_begun: int = 60
    """Where more names begin as is asked, so many of them come first: the others may be found by their words."""
    told_apart: int = 12
    """So many of them are ranked one by one, the shortest first; the others come after them together."""
    inside: int = 100
    """How many letters longer than it is a name counts that has the words later, in a row."""
    scattered: int = 200
    """One that has them apart."""
    least_begun: int = 3
    """The letters from which a beginning is looked for."""
    longest_name: int = 5
    """The most words of a name that is looked for in a longer question."""
    most_words: int = 24
    """Further words of a question are left out."""

    def told(self) -> Mapping[str, object]:
        """The figures by their names."""
        return asdict(self)


RANKING = Ranking()
