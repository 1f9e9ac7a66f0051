"""Cells: the two sides of a pair of table rows, cell for cell, so that no change reaches over the border of a cell.

In: two parts. Out: the parts to compare one with one, in order. Cells stand for each other by their number where both
rows have as many; else those that read alike do, and between them those in turn.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from kb.diff import Edit, diff
from kb.differences._parts import Part
from kb.model import Clause, ClauseKind, PieceKind

BAR = "|"
"""The tag of the piece that parts two cells."""

Cell = tuple[int, int]
"""Local positions from the first token of a cell to behind its last; the same where it has none."""


def pair_cells(old: Part, new: Part) -> Iterator[tuple[Part, Part]]:
    """The parts to compare: a part for each cell where both are table rows, else the two as they are."""
    rows = _row(old), _row(new)
    if rows[0] is None or rows[1] is None:
        yield old, new
        return
    for a, b in _matched(old, new, _cells(old, rows[0]), _cells(new, rows[1])):
        yield old.within(*a), new.within(*b)


def _row(part: Part) -> Clause | None:
    """The table row that a part is, or is of."""
    clauses = [part.stream.document.clauses[clause] for clause in part.clauses]
    return clauses[0] if [clause.kind for clause in clauses] == [ClauseKind.TABLE_ROW] else None


def _cells(part: Part, row: Clause) -> list[Cell]:
    """The cells of a row, as far as the part has them."""
    bars = (piece.span.end for piece in row.pieces if piece.kind is PieceKind.MARKUP and piece.tag == BAR)
    borders = [bisect_left(part.tokens, bar, key=lambda token: token.span.start) for bar in bars]
    return list(zip([0, *borders], [*borders, len(part.tokens)], strict=True))


def _matched(old: Part, new: Part, before: Sequence[Cell], after: Sequence[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """The cells that stand for each other; an empty place where one side has none."""
    if len(before) == len(after):
        yield from zip(before, after, strict=True)
        return
    keys = [[tuple(part.forms[a:b]) for a, b in cells] for part, cells in ((old, before), (new, after))]
    i = j = 0
    for gap in [*diff(*keys), Edit(len(before), len(before), len(after), len(after))]:
        yield from zip(before[i : gap.old_start], after[j : gap.new_start], strict=True)
        i, j = gap.old_end, gap.new_end
        ends = _end(before, i), _end(after, j)
        sides = before[gap.old_start : i], after[gap.new_start : j]
        for a, b in zip_longest(*sides):
            yield a or (ends[0], ends[0]), b or (ends[1], ends[1])


def _end(cells: Sequence[Cell], count: int) -> int:
    """Where the first cells, so many, end."""
    return cells[count - 1][1] if count else 0
