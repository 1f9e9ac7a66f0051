"""Rows that an erratum adds: its words and the tables among some texts of a draft come in, the row with its bars goes
out. Its cells are parted as they are told: by bars, else by semicolons or commas where these make as
many; by blanks before figures where all columns but the first hold figures.
"""

import re
from collections.abc import Sequence

from kb.instructions._drafts import Draft
from kb.instructions._laying import Laid, find_named
from kb.instructions._operations import Edge, Spot
from kb.instructions._present import Tried, refuse
from kb.instructions._tabled import parts_tables
from kb.model import ClauseKind
from kb.provenance import Refusal, Relation, Unit
from kb.terms import name_key

_PARTS = tuple(map(re.compile, (r"\s*\|\s*", r"\s*;\s+", r"\s*,\s+")))
_FIGURE = re.compile(r"[+−–-]?\d+(?:[.,]\d+)?[%\"″′']?|[–—-]")
_ROW = re.compile(r"(?P<lead> {0,3}(?:\|[ \t]*)?)(?P<cells>[^|\n].*[^|\s])?(?P<tail>[ \t]*\|?)[ \t]*\Z")


def find_tables(draft: Draft, numbers: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The tables among some texts of a draft: the numbers of their rows, the head first."""
    tables: list[list[int]] = []
    before: int | None = None
    for number in numbers:
        clause = draft.texts[number].clause
        if clause.kind is not ClauseKind.TABLE_ROW:
            before = None
            continue
        if before is None or parts_tables(draft.document, draft.texts[before].clause.span, clause.span):
            tables.append([])
        tables[-1].append(number)
        before = number
    return tuple(tuple(each) for each in tables)


def lay_row(words: str, spot: Spot, draft: Draft, numbers: Sequence[int]) -> Laid | Tried:
    """A row in the table that its spot means; refused as applied where the table has it."""
    tables = [each for each in find_tables(draft, numbers) if len(each) > 1]
    if not tables:
        return refuse(Refusal.NEEDS_HUMAN, "no table stands there that a row goes into")
    rows = [row for table in tables for row in table[1:]]
    places = [find_named(each, rows, draft) for each in spot.beside if each.words]
    if refused := next((each for each in places if isinstance(each, Tried)), None):
        return _told(words, tables, draft) or refused
    named = [each for each in places if isinstance(each, int)]
    if named:
        tables = [each for each in tables if set(named) <= set(each)]
    elif spot.which:
        at = spot.which - 1 if spot.which > 0 else len(tables) - 1
        tables = tables[at : at + 1]
    if len(tables) != 1:
        several = refuse(Refusal.TEXT_AMBIGUOUS, f"{len(tables)} tables stand there, and it does not say which")
        return several if tables else refuse(Refusal.NEEDS_HUMAN, "no table has both rows")
    found = _told(words, tables, draft)
    return found if found is not None else _put(words, spot, named, tables[0], draft)


def _told(words: str, tables: Sequence[Sequence[int]], draft: Draft) -> Tried | None:
    """That a table has the row, or another of its name; None where it has neither."""
    for table in tables:
        cells = _cells(words, table, draft)
        keys = [_keys(draft, row) for row in table[1:]]
        if cells and [_fold(each) for each in cells] in keys:
            return refuse(Refusal.ALREADY_APPLIED, "the table has the row already", Relation.VERBATIM)
        if cells and name_key(cells[0]) and any(each[:1] == [_fold(cells[0])] for each in keys):
            return refuse(Refusal.PRECONDITION_CHANGED, f"the table has a row `{cells[0]}`, which says otherwise")
    return None


def _keys(draft: Draft, row: int) -> list[str]:
    text = draft.texts[row]
    return [_fold(text.text[each.start : each.end]) for each in text.cells()]


def _fold(cell: str) -> str:
    return " ".join(cell.split()).casefold()


def _cells(words: str, table: Sequence[int], draft: Draft) -> list[str]:
    """The cells that words tell; none where they are not as many as those of a table."""
    count = len(draft.texts[table[0]].cells())
    words = words.strip().strip("|").strip()
    for pattern in _PARTS:
        cells = pattern.split(words)
        if len(cells) == count:
            return cells
        if pattern is _PARTS[0] and len(cells) > 1:
            return []
    *called, _ = cells = words.rsplit(maxsplit=count - 1)
    figures = all(map(_FIGURE.fullmatch, cells[1:])) and len(cells) == count > 1 and _FIGURE.fullmatch(cells[0]) is None
    there = (each for row in table[1:] for each in _keys(draft, row)[1:])
    behind = bool(called) and _FIGURE.fullmatch(called[0].split()[-1]) is not None
    return cells if figures and not behind and all(map(_FIGURE.fullmatch, there)) else []


def _put(words: str, spot: Spot, named: Sequence[int], table: Sequence[int], draft: Draft) -> Laid | Tried:
    count = len(draft.texts[table[0]].cells())
    cells = _cells(words, table, draft)
    if not cells:
        return refuse(Refusal.NEEDS_HUMAN, f"the new words are no row of {count} cells, which the table has")
    rows = table[1:]
    at = _place(spot, named, rows)
    if isinstance(at, Tried):
        return at
    beside = rows[max(at - 1, 0)]
    source = draft.document.source
    line = source.slice(draft.texts[beside].clause.span)
    shape = _ROW.fullmatch(line.rstrip())
    if shape is None or line.count("|") < count - 1 or "\n" in line.rstrip():
        return refuse(Refusal.NEEDS_HUMAN, "the rows of the table are written in a form that is not known")
    written = f"{shape['lead']}{' | '.join(cells)}{shape['tail']}"
    return Laid(beside, not at, " ".join(cells), written, "\n", Unit.BLOCK)


def _place(spot: Spot, named: Sequence[int], rows: Sequence[int]) -> int | Tried:
    """Before which row of a table, without its head, a new one goes."""
    ats = [rows.index(each) for each in named]
    if len(ats) == 2:
        apart = refuse(Refusal.NEEDS_HUMAN, "the two rows between which it goes are not beside each other")
        return ats[1] if ats[1] == ats[0] + 1 else apart
    if spot.beside and not ats:  # `after the second row`: whether the head is counted nobody knows
        last = spot.beside[0].number == -1 and len(spot.beside) == 1
        unsaid = refuse(Refusal.NEEDS_HUMAN, "it counts the rows, and does not say from which on")
        return len(rows) - (spot.edge is Edge.BEFORE) if last else unsaid
    if spot.number:
        return refuse(Refusal.NEEDS_HUMAN, "it counts the rows, and does not say from which on")
    if ats:
        return ats[0] + (spot.edge is Edge.AFTER)
    if spot.edge is None and len(rows) > 1:
        return refuse(Refusal.NEEDS_HUMAN, "it does not say between which rows of the table it goes")
    return 0 if spot.edge is Edge.START else len(rows)
