"""Units: the clauses of every work that may be reprinted, as words and shingles, and which may stand for each other.

In: token streams by work. Out: pairs of units of two works that share rare runs of words. Method: shingles of five
words (w-shingling, Broder 1997) in an inverted index; a unit asks for its rarest shingles first and looks at a bounded
number of places, so that n units take a number of steps that grows with n, not with its square.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from kb.align import contents_clauses
from kb.differences import fold_scanned
from kb.model import APART, WorkId
from kb.tokens import Stream

SHINGLE = 5
"""Words of a shingle: shorter ones are made of the little words of any sentence, longer ones break at every slip."""
PLACES = 1200
"""So many places are looked at for one unit, the rarest shingles first."""
NEAREST = 4
"""So many units of another work are compared with one unit."""
TWICE = 2
"""What stands more often than this in a book, on the mean of the books that have it, is a formula of the game."""
SHARED = 2
SHARE = 0.1
"""Units are compared when they share so many shingles, and this share of those of the shorter one,"""
TELLING = 3
"""and so many long words, or a third of those of the shorter one."""
LONG = 5
"""A word of so many letters is long."""
_BITS = 21
_ALL_BITS = (1 << SHINGLE * _BITS) - 1
"""A corpus has fewer than two million different words."""
_JOINTS = re.compile(r"(?<=\w)[-'](?=\w)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """Tokens [start, end) of the stream, and their words as numbers."""

    start: int
    end: int
    words: tuple[int, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Unit:
    """A clause of a work: `number` among all units, the rank of its work, its index in the document."""

    number: int
    work: int
    clause: int
    sentences: tuple[Sentence, ...]
    words: tuple[int, ...] = field(repr=False)
    at: tuple[int, ...] = field(repr=False)
    """Where each word stands: the index of its token in the stream."""
    shingles: tuple[int, ...] = field(repr=False)
    telling: frozenset[int] = field(repr=False)
    """Its long words."""


@dataclass(frozen=True)
class Units:
    """The units of all works; `streams[work]` goes by rank, `holders` are the units of shingles several units have.

    `telling` are the words (as numbers) that are long: the little words of two sentences are the same anyway.
    """

    works: tuple[WorkId, ...]
    streams: tuple[Stream, ...] = field(repr=False)
    units: tuple[Unit, ...] = field(repr=False)
    holders: Mapping[int, Sequence[int]] = field(repr=False)
    telling: frozenset[int] = field(repr=False)

    @cached_property
    def formulae(self) -> frozenset[int]:
        """Shingles that tell no passage: the works that have them say them again and again.

        A passage stands once in its book, perhaps twice; in how many books it stands says nothing against it.
        """
        return frozenset(
            shingle
            for shingle, held in self.holders.items()
            if len(held) > TWICE * len({self.units[number].work for number in held})
        )


def gather_units(streams: Mapping[WorkId, Stream]) -> Units:
    """Every clause of running text of every work; headings and tables of contents are no passages."""
    ids: dict[str, int] = {}
    units: list[Unit] = []
    telling: set[int] = set()
    for rank, stream in enumerate(streams.values()):
        contents = contents_clauses(stream.document)
        for clause, known in enumerate(stream.document.clauses):
            if known.kind in APART or clause in contents:
                continue
            at = [i for i in range(stream.starts[clause], stream.starts[clause + 1]) if stream.tokens[i].is_word]
            if not at:
                continue
            forms = (_fold(stream.tokens[i].form) for i in at)
            words = tuple(_number(form, ids, telling) for form in forms)
            sentences = tuple(_sentences(stream, clause, dict(zip(at, words, strict=True))))
            shingles, told = shingles_of(words), frozenset(telling.intersection(words))
            units.append(Unit(len(units), rank, clause, sentences, words, tuple(at), shingles, told))
    return Units(tuple(streams), tuple(streams.values()), tuple(units), _holders(units), frozenset(telling))


def _number(form: str, ids: dict[str, int], telling: set[int]) -> int:
    number = ids.setdefault(form, len(ids) + 1)
    if len(form) >= LONG:
        telling.add(number)
    return number


@lru_cache(maxsize=1 << 16)
def _fold(form: str) -> str:
    """A word without hyphens and apostrophes, scanning slips folded: those make no other passage."""
    return fold_scanned(_JOINTS.sub("", form))


def _sentences(stream: Stream, clause: int, words: Mapping[int, int]) -> Iterator[Sentence]:
    start, end = stream.starts[clause], stream.starts[clause + 1]
    for at in range(start, end):
        if stream.tokens[at].ends or at + 1 == end:
            yield Sentence(start, at + 1, tuple(words[i] for i in range(start, at + 1) if i in words))
            start = at + 1


def shingles_of(words: Sequence[int]) -> tuple[int, ...]:
    """The different shingles of some words, in order, each as one number."""
    found: dict[int, None] = {}
    shingle = 0
    for at, word in enumerate(words):
        shingle = ((shingle << _BITS) | word) & _ALL_BITS
        if at + 1 >= SHINGLE:
            found[shingle] = None
    return tuple(found)


def find_candidates(units: Units) -> Iterator[tuple[Unit, Unit]]:
    """Pairs of units of two works, the earlier work first, that share enough shingles to be compared."""
    seen: set[tuple[int, int]] = set()
    for unit in units.units:
        for other in _nearest(unit, units.units, units.holders):
            pair = (unit, other) if unit.work < other.work else (other, unit)
            key = (pair[0].number, pair[1].number)
            if key not in seen:
                seen.add(key)
                yield pair


def _holders(units: Sequence[Unit]) -> dict[int, list[int]]:
    """The units of each shingle that stands in more than one."""
    first: dict[int, int] = {}
    holders: dict[int, list[int]] = {}
    for unit in units:
        for shingle in unit.shingles:
            known = first.setdefault(shingle, unit.number)
            if known != unit.number:
                holders.setdefault(shingle, [known]).append(unit.number)
    return holders


def _nearest(unit: Unit, units: Sequence[Unit], holders: Mapping[int, Sequence[int]]) -> Iterator[Unit]:
    """The units of each other work that share most shingles with one, best first."""
    held = sorted((len(holders[s]), s) for s in unit.shingles if s in holders)
    shared: Counter[int] = Counter()
    places = 0
    for count, shingle in held:
        places += count
        if places > PLACES and shared:
            break
        shared.update(holders[shingle])
    taken: Counter[int] = Counter()
    for number in sorted(shared, key=lambda other: (-shared[other], other)):
        other = units[number]
        shorter = min(len(unit.shingles), len(other.shingles))
        least = max(min(SHARED, shorter), SHARE * shorter)
        tells = min(TELLING, min(len(unit.telling), len(other.telling)) / 3)
        if other.work == unit.work or shared[number] < least or len(unit.telling & other.telling) < tells:
            continue
        if taken[other.work] < NEAREST:
            taken[other.work] += 1
            yield other
