"""Rows of a table of rulings: the pieces of each come in; its term and its ruling go out, or that it is a head.

What a column holds, all its cells show: the number of a rule, a day, a name, or a ruling. The number is read as if it
stood before the ruling, the day as if it stood in brackets behind it. What else stands in a table whose head names a
column of terms and one of rulings (who ruled, in which version) is read as the day is.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from kb.model import Piece, PieceKind, Pieces, text_of
from kb.statements.leads import lone_lead
from kb.statements.splitting import row_cells
from kb.text import Span, has_words, word_forms
from kb.wording import read_wording

_NUMBER = re.compile(r"[(\[]?(?:[Rr]ule\s+)?[A-Z]?\d+(?:\.\d+)*[a-z]?\.?[)\]]?(?:\s*\([a-z]\))?")


_FEW = 4
"""The name of a column has at most so many words."""


class Row(NamedTuple):
    """A row of a table: the head of it, a ruling behind its term, or, without one, a paragraph in cells."""

    ruling: Pieces
    term: Pieces | None = None
    """The cell of the term, which may say nothing: the ruling is on the term above then."""
    heads: bool = False
    parted: bool = False
    """Whether the cells are known by what they hold."""
    several: bool = False
    """Whether words stand in more than one cell."""


class _Holds(Enum):
    NUMBER = "number"
    DAY = "day"
    NAME = "name"
    RULING = "ruling"
    OTHER = "other"


_NAMES = frozenset({"card", "cards", "entry", "keyword", "name", "subject", "term", "terms", "topic", "what"})
_RULES = frozenset({
    "answer", "clarification", "correction", "decision", "errata", "erratum", "read", "reads", "ruling", "rulings",
    "text", "words",
})  # fmt: skip
"""What the head of a table calls the columns of terms and of rulings."""


def read_rows(rows: Sequence[tuple[Pieces, bool]], *, headed: bool, listed: bool) -> Iterator[Row]:
    """The rows of a table, in order; of each comes in whether it is the table's head. Where terms are
    `headed`, no cell is one; in a list of errata (`listed`) no name of a column is an erratum."""
    cells = [row_cells(pieces) for pieces, head in rows if not head]
    even = not headed and len(rows) > 1 and len({len(each) for each in cells}) == 1
    head = next((row_cells(pieces) for pieces, head in rows if head), [])
    shown = _shown(cells) if even else ()
    columns = shown if _is_told(shown) else _named_columns(shown, head)
    for pieces, heads in rows:
        if not columns or heads:
            several = sum(has_words(text_of(cell)) for cell in row_cells(pieces)) > 1
            called = not headed and _names(pieces)
            yield Row(
                pieces,
                heads=heads and (bool(columns) or called or (listed and _calls_columns(pieces, cells))),
                several=several,
            )
        else:
            yield _part_row(pieces, columns)


def _part_row(pieces: Pieces, columns: Sequence[_Holds]) -> Row:
    """A row whose columns hold a term or words of the ruling each; a day and other remarks stand in brackets in it."""
    term: Pieces | None = None
    ruling: Pieces = ()
    end = pieces[0].span.start
    for cell, holds in zip(row_cells(pieces), columns, strict=True):
        if holds is _Holds.NAME:
            term = cell
        elif holds is _Holds.RULING or has_words(text_of(cell)):
            ruling += _bracketed(cell, end) if holds in {_Holds.DAY, _Holds.OTHER} else _parted(cell)
        end = cell[-1].span.end if cell else end
    return Row(ruling, term, parted=True)


def _calls_columns(head: Pieces, cells: Sequence[Sequence[Pieces]]) -> bool:
    """Whether the head of a table only says what the columns hold of the rows below it: its cells are few words, none a
    sentence or a figure."""
    called = [text for cell in row_cells(head) if has_words(text := text_of(cell).strip())]
    short = all(len(word_forms(each)) <= _FEW and each[-1] not in ".!?:" and not each[0].isdigit() for each in called)
    return len(called) > 1 and short and any(len(each) >= len(called) for each in cells)


def _is_told(shown: Sequence[_Holds]) -> bool:
    """Whether the cells alone tell which column holds the rulings: one does, and no two hold the same."""
    told = shown.count(_Holds.RULING) == 1 and len(shown) == len(set(shown)) > 1
    return told and _Holds.OTHER not in shown


def _named_columns(shown: Sequence[_Holds], head: Sequence[Pieces]) -> Sequence[_Holds]:
    """What columns hold where the head of a table says which are of terms and of rulings; nothing where it does not."""
    if len(head) != len(shown):
        return ()
    called = [set(word_forms(text_of(cell))) for cell in head]
    told = [
        _Holds.OTHER if holds is _Holds.RULING and not words & _RULES else holds
        for holds, words in zip(shown, called, strict=True)
    ]
    named = any(holds is _Holds.NAME and words & _NAMES for holds, words in zip(shown, called, strict=True))
    return told if named and _Holds.RULING in told else ()


def _shown(rows: Sequence[Sequence[Pieces]]) -> list[_Holds]:
    """What the cells of each column show that it holds."""
    found: list[_Holds] = []
    for column in zip(*rows, strict=True):
        texts = [text_of(cell).strip() for cell in column]
        said = [text for text in texts if has_words(text)]
        if said and all(map(_NUMBER.fullmatch, said)) and any("." in text.rstrip(".") for text in said):
            found.append(_Holds.NUMBER)
        elif said and all(map(_is_day, said)):
            found.append(_Holds.DAY)
        elif _Holds.NAME not in found and all(not has_words(text_of(each)) or _names(each) for each in column):
            found.append(_Holds.NAME)
        elif all(len(word_forms(text)) > 1 for text in texts):
            found.append(_Holds.RULING)
        else:
            found.append(_Holds.OTHER)
    return found


def _names(cell: Pieces) -> bool:
    return lone_lead(cell, bare=True) is not None


def _is_day(text: str) -> bool:
    """Whether a text in brackets behind a ruling is the day on which it was made."""
    told = read_wording(f"So it is. [{text}]")
    return any(map(str.isdigit, text)) and bool(told.marks) and told.words == "So it is."


def _parted(cell: Pieces) -> Pieces:
    """A cell with a blank behind it."""
    end = cell[-1].span.end if cell else 0
    return (*cell, Piece(PieceKind.SPACE, Span(end, end), " ")) if cell else ()


def _bracketed(cell: Pieces, start: int) -> Pieces:
    """A cell with brackets around its words, the first in the place of the bar before it, from `start` on."""
    worded = [at for at, piece in enumerate(cell) if has_words(piece.text)]
    first, last = cell[worded[0]], cell[worded[-1]]
    opening = Piece(PieceKind.CHARACTER, Span(min(start, first.span.start), first.span.start), "[")
    closing = Piece(PieceKind.CHARACTER, Span(last.span.end, last.span.end), "] ")
    return (*cell[: worded[0]], opening, *cell[worded[0] : worded[-1] + 1], closing, *cell[worded[-1] + 1 :])
