"""Between: passages that were found come in; they go out with the short sentences that stand between or beside them in
both works.

A short sentence tells no passage by itself: a list item of four words stands in many books. Between two passages that
follow each other in both works, in the same order, or near one in its section, it is one where its words are the same,
its figures alone differ, or it is built alike and speaks of the same.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from rapidfuzz.distance import Indel

from kb.align import heaviest_rising
from kb.claims import is_number
from kb.diff import common_length, diff, matches
from kb.differences import Passage
from kb.grouping import group_pairs
from kb.model import ClauseKind, SectionId
from kb.parallels._units import LONG, Sentence, Unit, Units

MOST = 8
"""Two passages with more sentences between them in one work are no neighbours."""
NEAR = 3
"""Beside one passage alone a sentence is no more than so many from it, or from the one before, in both works."""
TWICE = 2
"""A sentence that a work says more often stands between any two passages."""
SAME = 2
"""Sentences that are the same have so many words, one of them long,"""
BUILT, LIKE = 6, 0.7
"""and those that are only built alike so many in common, and this share of them,"""
TOLD = 0.6
"""and this share of their long ones,"""
UNBROKEN = 4
"""and so many unbroken."""

Pair = tuple[Passage, Passage]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence of a unit, with the kind of clause it stands in and its section."""

    unit: Unit
    sentence: Sentence
    kind: ClauseKind
    section: SectionId

    def passage(self, units: Units) -> Passage:
        """Where it stands."""
        return Passage(units.streams[self.unit.work], (self.unit.clause,), self.sentence.start, self.sentence.end)


def fill_between(units: Units, pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs with those that stand between and beside them, by the order of works and the place in the first."""
    rank = {id(stream): number for number, stream in enumerate(units.streams)}
    held = group_pairs(((rank[id(a.stream)], rank[id(b.stream)]), (a, b)) for a, b in pairs)
    books = {work: _Book(units, work) for work in sorted({work for works in held for work in works})}
    every = [*pairs]
    for (one, other), found in held.items():
        every += _short_of(units, (books[one], books[other]), found)
    return sorted(every, key=lambda pair: (rank[id(pair[0].stream)], rank[id(pair[1].stream)], *_places(pair)))


def _places(pair: Pair) -> tuple[int, int, int]:
    return pair[0].clauses[0], pair[1].clauses[0], pair[0].start


class _Book:
    """The sentences of a work in their order."""

    def __init__(self, units: Units, work: int) -> None:
        clauses = units.streams[work].document.clauses
        self.pieces = [
            _Piece(unit, sentence, clauses[unit.clause].kind, clauses[unit.clause].section)
            for unit in units.units
            if unit.work == work
            for sentence in unit.sentences
            if sentence.words
        ]
        self.sections = [clause.section for clause in clauses]
        self.starts = [each.sentence.start for each in self.pieces]
        self.said = Counter(each.sentence.words for each in self.pieces)

    def between(self, start: int, end: int) -> list[_Piece]:
        """The sentences that stand whole among the tokens [start, end)."""
        inside = self.pieces[bisect_left(self.starts, start) : bisect_left(self.starts, end)]
        return [each for each in inside if each.sentence.end <= end]

    def around(self, passage: Passage, found: Sequence[Passage]) -> tuple[list[_Piece], list[_Piece]]:
        """The nearest sentences of its section before a passage and behind it, outwards, up to the next that is found;
        `found` are the passages by their places."""
        section = self.sections[passage.clauses[0]]
        at = bisect_left(found, passage.start, key=_start)
        low = max((each.end for each in found[:at]), default=0)
        rest = found[bisect_left(found, passage.end, key=_start) :]
        high = rest[0].start if rest else passage.stream.starts[-1]
        sides = self.between(low, passage.start)[::-1], self.between(passage.end, high)
        before, behind = ([*takewhile(lambda each: each.section == section, side)][:MOST] for side in sides)
        return before, behind

    def is_rare(self, piece: _Piece) -> bool:
        """Whether it says a sentence seldom."""
        return self.said[piece.sentence.words] <= TWICE


def _start(passage: Passage) -> int:
    return passage.start


def _short_of(units: Units, books: tuple[_Book, _Book], pairs: Sequence[Pair]) -> Iterator[Pair]:
    """The short sentences of two works, each in one pair: those between two passages, then those beside one."""
    taken: set[tuple[int, int]] = set()
    for gaps, step in (*_between(books, pairs), *_beside(books, pairs)):
        free = [[each for each in gap if (side, each.sentence.start) not in taken] for side, gap in enumerate(gaps)]
        for first, second in _matching(units, books, free, step):
            taken |= {(0, first.sentence.start), (1, second.sentence.start)}
            yield first.passage(units), second.passage(units)


Gaps = tuple[Sequence[_Piece], Sequence[_Piece]]
"""Sentences of two works, in one order."""


def _between(books: tuple[_Book, _Book], pairs: Sequence[Pair]) -> Iterator[tuple[Gaps, int]]:
    """The sentences between each two passages that are neighbours in both works."""
    starts = sorted(second.start for _, second in pairs)
    for (a, b), (c, d) in pairwise(sorted(pairs, key=lambda pair: (pair[0].start, pair[1].start))):
        if a.end > c.start or b.end > d.start or bisect_left(starts, b.end) != bisect_left(starts, d.start):
            continue
        gaps = books[0].between(a.end, c.start), books[1].between(b.end, d.start)
        if max(map(len, gaps)) <= MOST:
            yield gaps, MOST


def _beside(books: tuple[_Book, _Book], pairs: Sequence[Pair]) -> Iterator[tuple[Gaps, int]]:
    """The sentences before and behind each passage in both works."""
    found = [sorted((pair[side] for pair in pairs), key=lambda each: (each.start, each.end)) for side in (0, 1)]
    for pair in pairs:
        sides = [book.around(passage, known) for book, passage, known in zip(books, pair, found, strict=True)]
        for one, other in zip(*sides, strict=True):
            yield (one, other), NEAR


def _matching(
    units: Units, books: tuple[_Book, _Book], gaps: Sequence[Sequence[_Piece]], step: int
) -> Iterator[tuple[_Piece, _Piece]]:
    """The sentences that are one, in their order, none more than so many steps from the one before."""
    scored = [
        (i, j, weight)
        for i, first in enumerate(gaps[0])
        for j, second in enumerate(gaps[1])
        if (weight := _weigh(units, first, second)) and books[0].is_rare(first) and books[1].is_rare(second)
    ]
    at, there = -1, -1
    for k in heaviest_rising(scored):
        i, j, _ = scored[k]
        if max(i - at, j - there) > step:
            return
        at, there = i, j
        yield gaps[0][i], gaps[1][j]


def _weigh(units: Units, first: _Piece, second: _Piece) -> float:
    """How much speaks for two sentences being one, 0 where nothing does."""
    x, y = first.sentence.words, second.sentence.words
    common = common_length(x, y)
    told = [_long_words(units, piece) for piece in (first, second)]
    if first.kind is not second.kind or not set(told[0]) & set(told[1]):
        return 0.0
    least = 1 if first.kind is ClauseKind.TABLE_ROW else SAME
    if common >= least and len(x) == len(y) and (x == y or _differ_in_figures(units, first, second)):
        return 2.0 * common
    alike = 2 * common / (len(x) + len(y))
    if common < BUILT or alike < LIKE or Indel.normalized_similarity(*told) < TOLD:
        return 0.0
    longest = max((match.length for match in matches(diff(x, y), len(x))), default=0)
    return common * alike if longest >= UNBROKEN else 0.0


def _long_words(units: Units, piece: _Piece) -> list[int]:
    forms = _forms(units, piece)
    return [word for word, form in zip(piece.sentence.words, forms, strict=True) if len(form) >= LONG]


def _differ_in_figures(units: Units, first: _Piece, second: _Piece) -> bool:
    """Whether only numbers of two sentences differ."""
    sides = zip(_forms(units, first), _forms(units, second), strict=True)
    return all(one == other or (is_number(one) and is_number(other)) for one, other in sides)


def _forms(units: Units, piece: _Piece) -> list[str]:
    tokens = units.streams[piece.unit.work].tokens[piece.sentence.start : piece.sentence.end]
    return [token.form for token in tokens if token.is_word]
