"""Places where words or marks differ: sides come in, ranges of the base go out, joined over all witnesses.

Places are counted double (see `_comparing`). Two changes that overlap or touch are one place, whoever makes them, so
that the order of the witnesses cannot matter.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.grouping import join_stretches
from kb.similarity import word_similarity
from kb.witnesses._atoms import Atoms
from kb.witnesses._losses import LISTED
from kb.witnesses._side import Side

ALIKE = 0.5
"""Likeness in words from which passages that two witnesses add at one place are one passage."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Words [start, end) of the base, in the range [low, high) of doubled places; an empty range is a gap."""

    low: int
    high: int
    start: int
    end: int


def find_places(base: Atoms, sides: Iterable[Side]) -> list[Place]:
    """Where witnesses have other words or marks inside sentences.

    A difference of marks alone is shown with the words on either side; words put in stand for themselves.
    """
    ranges: set[tuple[int, int]] = set()
    put_in: set[int] = set()
    for side in sides:
        ranges |= set(side.comparison.ranges())
        put_in |= {2 * edit.old_start for edit in side.comparison.edits if edit.inserts}
    return [_place(base, low, high, low in put_in) for low, high in join_stretches(ranges)]


def _place(base: Atoms, low: int, high: int, put_in: bool) -> Place:
    start, end = low // 2, high // 2
    if high == low + 1 and low % 2 == 0:
        if not put_in:
            start, end = max(0, start - 1), min(len(base), start + 1)
        return Place(low, high, start, end)
    if low % 2 == 0 and start > 0:
        start -= 1
    if high % 2 == 1 and end < len(base):
        end += 1
    return Place(low, high, start, end)


def find_left_out(sides: Iterable[Side]) -> list[Place]:
    """Passages of the base that witnesses have not: clauses, parts of clauses, and together the items of a list, and
    all before or behind the part that a fragment has.
    """
    ranges: set[tuple[int, int]] = set()
    for side in sides:
        run: list[tuple[int, int]] = []
        for edit, _, _ in side.losses.passages:
            piece = edit.old_start, edit.old_end
            if run and run[-1][1] == piece[0] and _is_one(side, run[-1][1] - 1, piece[0]):
                run[-1] = (run[-1][0], piece[1])
            else:
                run.append(piece)
        ranges |= set(run)
    return [Place(2 * start + 1, 2 * end, start, end) for start, end in sorted(_nested(ranges))]


def _nested(ranges: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Ranges of which none crosses another: those that do are cut where the other begins or ends."""
    kept: set[tuple[int, int]] = set()
    ends = sorted({at for piece in ranges for at in piece})
    for start, end in ranges:
        crossing = [other for other in ranges if other[0] < start < other[1] < end or start < other[0] < end < other[1]]
        cuts = {at for other in crossing for at in other if start < at < end}
        bounds = [start, *(at for at in ends if at in cuts), end]
        kept |= set(pairwise(bounds))
    return kept


def _is_one(side: Side, before: int, after: int) -> bool:
    """Whether a witness lacks two words of the base that follow each other in one passage."""
    if all(side.base.clauses[at] in side.losses.fragment for at in (before, after)):
        return True
    return all(side.base.clause(at).kind in LISTED for at in (before, after))


@dataclass(frozen=True, slots=True)
class Addition:
    """A passage that witnesses have in a gap of the base: for each side its words, one stretch."""

    gap: int
    words: tuple[tuple[Side, int, int], ...]


def find_additions(sides: Iterable[Side], others: Iterable[Side]) -> Iterator[Addition]:
    """Passages that witnesses add, those that are alike at one place together; `others` only join in."""
    groups: dict[int, list[list[tuple[Side, int, int]]]] = {}
    for side in sides:
        for gap, start, end in added(side):
            _join(groups.setdefault(gap, []), (side, start, end), new=True)
    for side in others:
        for gap, start, end in added(side):
            if gap in groups:
                _join(groups[gap], (side, start, end), new=False)
    for gap in sorted(groups):
        yield from (Addition(gap, tuple(group)) for group in groups[gap])


def added(side: Side) -> Iterator[tuple[int, int, int]]:
    """The passages a witness adds; an editor's bracketed note behind an added clause goes with it."""
    run: list[tuple[int, int, int]] = []
    for edit in side.comparison.extra:
        piece = edit.old_start, edit.new_start, edit.new_end
        if run and run[-1][0] == piece[0] and run[-1][2] == piece[1] and _is_bracketed(side.atoms, *piece[1:]):
            run[-1] = (piece[0], run[-1][1], piece[2])
        else:
            run.append(piece)
    yield from run


def _is_bracketed(atoms: Atoms, start: int, end: int) -> bool:
    return atoms.marks[start].endswith("[") and "]" in atoms.marks[end]


def _join(groups: list[list[tuple[Side, int, int]]], piece: tuple[Side, int, int], new: bool) -> None:
    words = _forms(*piece)
    for group in groups:
        if any(held[0] is piece[0] for held in group):
            continue
        if max(_likeness(words, _forms(*held)) for held in group) >= ALIKE:
            group.append(piece)
            return
    if new:
        groups.append([piece])


def _forms(side: Side, start: int, end: int) -> tuple[str, ...]:
    return tuple(atom.form for atom in side.atoms.items[start:end])


def _likeness(a: Sequence[str], b: Sequence[str]) -> float:
    """Likeness of two passages; one that begins as the whole other one is it with a note."""
    shorter = min(len(a), len(b))
    return 1.0 if a[:shorter] == b[:shorter] else word_similarity(a, b)
