"""Renumbered rules: why a rule has another number: which changes put rules in before it, or take some out.

In: an alignment and the changes found. Out: for each change that only counts a rule anew, the changes it comes with.
"""

from collections.abc import Iterator, Mapping, Sequence, Set

from kb.align import Alignment
from kb.emendations._found import Found
from kb.emendations._references import numbered
from kb.numbering import parts_of

_Number = tuple[str, ...]


def find_causes(alignment: Alignment, changes: Sequence[Found]) -> Mapping[int, tuple[int, ...]]:
    """For each change that only counts rules anew, by its place among all, the places of those it comes with."""
    counted = {at: change.counted for at, change in enumerate(changes) if change.counted}
    if not counted:
        return {}
    sides = tuple(_Side(alignment, changes, side) for side in (0, 1))
    found = ((at, sorted({cause for pair in pairs for cause in _causes(sides, pair)})) for at, pairs in counted.items())
    return {at: tuple(causes) for at, causes in found if causes}


class _Side:
    """The numbers of one text that the other has no rule for, each with the change that it stands in."""

    def __init__(self, alignment: Alignment, changes: Sequence[Found], side: int) -> None:
        document = (alignment.published, alignment.emended)[side]
        stays = {(pair.published, pair.emended)[side][0] for pair in alignment.pairs if not pair.moved}
        numbers = {clause: parts_of(number) for clause, number in numbered(document).items()}
        starts = (alignment.old, alignment.new)[side].starts
        self.kept: Set[_Number] = {
            number[:depth]
            for clause, number in numbers.items()
            if clause in stays
            for depth in range(1, len(number) + 1)
        }
        self.alone: dict[_Number, int] = {}
        for at, change in enumerate(changes):
            low, high = change.edit.side(side)
            for clause, number in numbers.items():
                if not change.inner and clause not in stays and low <= starts[clause] < high:
                    self.alone[number] = at

    def before(self, number: _Number, depth: int) -> Iterator[int]:
        """The changes with rules that only this text has, and that are counted before a number at some depth."""
        for other, at in self.alone.items():
            same = other[:depth] == number[:depth] and len(other) > depth
            if same and other[: depth + 1] not in self.kept and _rank(other[depth]) < _rank(number[depth]):
                yield at


def _causes(sides: Sequence[_Side], pair: tuple[str, str]) -> Iterator[int]:
    """The changes because of which a rule has another number."""
    old, new = map(parts_of, pair)
    for depth in range(min(len(old), len(new))):
        if old[depth] != new[depth]:
            yield from sides[0].before(old, depth)
            yield from sides[1].before(new, depth)


def _rank(part: str) -> tuple[int, str]:
    """A part of a number as it is counted: `9` before `10`, `a` before `b`."""
    return (int(part), "") if part.isdecimal() else (0, part)
