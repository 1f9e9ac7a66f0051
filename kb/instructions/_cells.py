"""Cells of tables: the words of an erratum come in, the cell that it names by its row and column goes out with what it
shall say; and rows of a book come in, the edit of the one that has it goes out.

A table of weapons or prices has no words to quote: `Change the Range of the longbow to 30"`, `The Levy should have
Nerve 3`, `Add "Slow" to the rules of the sling`. A row is called what its first cell says, a column what the head of
the table says, or what is shortened there.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.instructions._drafts import Draft
from kb.instructions._operations import Cell
from kb.instructions._passage import Edit
from kb.instructions._standing import Tried, refuse
from kb.instructions._tabled import parts_tables
from kb.model import ClauseKind
from kb.provenance import Refusal, Relation
from kb.terms import name_key
from kb.text import NUMBER_SIGN, Span

_VALUE = rf"[\"“][^\"“”]{{1,60}}[\"”]|{NUMBER_SIGN}?(?:\d+|\d*D\d+)(?:[.,/+-]\d+)*\+?[\"″”′']?"
_UNIT = r"(?:\s+(?!(?:and|instead|not|rather|to)\b)[a-z]{2,12})?"
"""What a figure counts: `10 yards`."""
_NEW = rf"(?P<new>{_VALUE}{_UNIT})"
_INSTEAD = rf"(?:,?\s+\(?(?:and\s+)?(?:not|instead\s+of|rather\s+than)\s+(?P<old>{_VALUE})\)?)?"
_FROM = rf"(?:from\s+(?P<old>{_VALUE})\s+)?"
_ROW = r"(?:(?:the|an?)\s+)?(?:[\"“](?P<quoted>[^\"“”]{1,160})[\"”]|(?P<row>[^\s\"“”:;,.][^\"“”:;,.]{0,60}?))"
_COLUMN = r"(?P<column>[^\W\d_][^\"“”:;,.]{0,40}?)"
_IS = r"(?:should\s+(?:now\s+)?(?:be|read)|is\s+now|becomes|is\s+changed\s+to|changes\s+to)"
_CELLS = tuple(
    re.compile(rf"{pattern}\s*\.?", re.IGNORECASE)
    for pattern in (
        rf"(?:change|correct|increase|raise|decrease|reduce|lower)\s+the\s+{_COLUMN}\s+(?:of|for)\s+{_ROW}\s+{_FROM}to\s+{_NEW}",
        rf"(?:change|correct|increase|raise|decrease|reduce|lower)\s+{_ROW}['’]s\s+{_COLUMN}\s+{_FROM}to\s+{_NEW}",
        rf"the\s+{_COLUMN}\s+(?:of|for)\s+{_ROW}\s+{_IS}\s+{_NEW}{_INSTEAD}",
        rf"{_ROW}['’]s\s+{_COLUMN}\s+{_IS}\s+{_NEW}{_INSTEAD}",
        rf"{_ROW}\s+should\s+have\s+(?:an?\s+)?{_COLUMN}\s+(?:of\s+)?{_NEW}{_INSTEAD}",
        rf"(?:in|on)\s+the\s+(?:row|line)\s+(?:for|of)\s+{_ROW},\s+(?:the\s+)?{_COLUMN}\s+{_IS}\s+{_NEW}{_INSTEAD}",
        rf"(?P<adds>add)\s+{_NEW}\s+to\s+the\s+{_COLUMN}\s+(?:of|for)\s+{_ROW}",
    )
)
_SHORT = 3
"""So many letters, or fewer, in the head of a column are short for a word that begins with them."""


def read_cell(told: str) -> Cell | None:
    """The cell that an erratum of one sentence names, or None."""
    match = next((found for each in _CELLS if (found := each.fullmatch(told.strip()))), None)
    if match is None:
        return None
    groups = match.groupdict()
    new, old = (_unquoted(groups.get(name) or "") for name in ("new", "old"))
    row = match["quoted"] or match["row"]
    if not new or not name_key(row):
        return None
    return Cell(" ".join(row.split()), " ".join(match["column"].split()), new, old, bool(groups.get("adds")))


def _unquoted(value: str) -> str:
    quoted = value[:1] in '"“' and value[-1:] in '"”' and len(value) > 1
    return value[1:-1].strip() if quoted else value.replace("−", "-").replace("–", "-")


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a table below its head: the number of its text, what the columns are called, and its cells."""

    number: int
    head: tuple[str, ...]
    cells: tuple[str, ...]
    spans: tuple[Span, ...]


def try_cell(cell: Cell, draft: Draft, numbers: Sequence[int]) -> Tried:
    """The edit of the one cell that is meant among the rows of some texts of a draft, or why there is none."""
    rows = list(_rows(draft, numbers, cell.row))
    found = [(each, at) for each in rows for at in _columns(each, cell.column)]
    if not found:
        missing = f"no table there has a row `{cell.row}`" if not rows else f"the table has no column `{cell.column}`"
        return refuse(Refusal.TARGET_MISSING, missing)
    if len(found) > 1:
        return refuse(Refusal.TEXT_AMBIGUOUS, f"{len(found)} cells there are so called")
    row, at = found[0]
    there = row.cells[at]
    said = there.split(", ") if cell.adds else [there]
    if any(_same(each, cell.new) for each in said):
        return refuse(Refusal.ALREADY_APPLIED, "the cell says so already", Relation.VERBATIM)
    if cell.old and not _same(there, cell.old):
        return refuse(Refusal.PRECONDITION_CHANGED, f"the cell says `{there}`, not `{cell.old}`")
    empty = not any(map(str.isalnum, there))
    new = f"{there}, {cell.new}" if cell.adds and not empty else cell.new
    return Tried((Edit(row.number, row.spans[at], new),))


def _rows(draft: Draft, numbers: Sequence[int], name: str) -> Iterator[_Row]:
    """The rows of the tables among some texts, without their heads, that are called so."""
    head = 0
    before: Span | None = None
    for number in numbers:
        text = draft.texts[number]
        span = text.clause.span
        if text.clause.kind is not ClauseKind.TABLE_ROW:
            before = None
            continue
        if before is None or parts_tables(draft.document, before, span):
            head = number
        elif _is_called(text.first_cell(), name):
            called, cells = draft.texts[head].cells(), text.cells()
            if len(called) == len(cells):
                heads, said = (
                    tuple(row.text[each.start : each.end] for each in spans)
                    for row, spans in ((draft.texts[head], called), (text, cells))
                )
                yield _Row(number, heads, said, cells)
        before = span


def _columns(row: _Row, name: str) -> list[int]:
    """The columns that are called so: by their whole name or a sign in brackets, else by what is short for it, else by
    the name without what they hold (`the Combat effect` in the column *Combat*)."""
    whole = [at for at, each in enumerate(row.head) if at and _is_called(each, name)]
    if whole:
        return whole
    wanted = name_key(name)
    keys = [name_key(each) for each in row.head]
    short = [at for at, key in enumerate(keys) if at and 0 < len(key) <= _SHORT and wanted.startswith(key)]
    words = [name_key(" ".join(name.split()[:count])) for count in range(1, len(name.split()))]
    return short or [at for at, key in enumerate(keys) if at and key in words]


def _is_called(cell: str, name: str) -> bool:
    """Whether a cell is a name, in the singular or the plural; brackets behind it may have it shortened."""
    bare, bracket, behind = cell.partition("(")
    names = {name_key(each) for each in (cell, bare, behind.strip(") ") if bracket else "")} - {""}
    wanted = name_key(name)
    return any(wanted in {each, f"{each}s", each.removesuffix("s")} for each in names)


def _same(there: str, value: str) -> bool:
    """Whether a cell says a value, whatever its marks and capitals."""
    folded = (re.sub(r"[\"″”“]|''|[′’']", "", each.replace("−", "-").replace("–", "-")) for each in (there, value))
    first, second = (" ".join(each.split()).casefold() for each in folded)
    return first == second
