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
from kb.instructions._entries import labels_in
from kb.instructions._operations import Cell
from kb.instructions._passage import Edit
from kb.instructions._present import Tried, refuse
from kb.instructions._tabled import parts_tables
from kb.model import ClauseKind
from kb.provenance import Refusal, Relation
from kb.sentences import find_sentences
from kb.terms import name_key
from kb.text import NUMBER_SIGN, Span, word_forms

_VALUE = rf"[\"“][^\"“”]{{1,60}}[\"”]|{NUMBER_SIGN}?(?:\d+|\d*D\d+)(?:[.,/+-]\d+)*\+?[\"″”′']?"
_UNIT = r"(?:\s+(?!(?:and|instead|not|rather|to)\b)[a-z]{2,12})?"
"""What a figure counts: `10 yards`."""
_NEW = rf"(?P<new>{_VALUE}{_UNIT})"
_INSTEAD = rf"(?:,?\s+\(?(?:and\s+)?(?:not|instead\s+of|rather\s+than)\s+(?P<old>{_VALUE})\)?)?"
_FROM = rf"(?:from\s+(?P<old>{_VALUE})\s+)?"
_ROW = (
    r"(?:(?:the\s+(?:entry|row|line)\s+for\s+)?(?:(?:the|an?)\s+)?)"
    r"(?:[\"“](?P<quoted>[^\"“”]{1,160})[\"”]|(?P<row>[^\s\"“”:;,.][^\"“”:;,.]{0,60}?))"
)
_COLUMN = r"(?P<column>(?!(?:entry|row|line|text)\b)[^\W\d_][^\"“”:;,.]{0,40}?)"
_IS = r"(?:should\s+(?:now\s+)?(?:be|read)|is\s+now|becomes|is\s+changed\s+to|changes\s+to)"
_CELLS = tuple(
    re.compile(rf"{pattern}\s*\.?", re.IGNORECASE)
    for pattern in (
        rf"(?:change|correct|increase|raise|decrease|reduce|lower)\s+the\s+{_COLUMN}\s+(?:of|for)\s+{_ROW}\s+{_FROM}to\s+{_NEW}",
        rf"(?:change|correct|increase|raise|decrease|reduce|lower)\s+{_ROW}['’]s\s+{_COLUMN}\s+{_FROM}to\s+{_NEW}",
        rf"the\s+{_COLUMN}\s+(?:of|for)\s+{_ROW}\s+{_IS}\s+{_NEW}{_INSTEAD}",
        rf"{_ROW}['’]s\s+{_COLUMN}\s+(?:{_IS}|is)\s+{_NEW}{_INSTEAD}",
        rf"{_ROW}\s+should\s+have\s+(?:(?:the|an?)\s+)?{_COLUMN}\s+(?:of\s+)?{_NEW}{_INSTEAD}",
        rf"(?:in|on)\s+the\s+(?:row|line)\s+(?:for|of)\s+{_ROW},\s+(?:the\s+)?{_COLUMN}\s+{_IS}\s+{_NEW}{_INSTEAD}",
        rf"{_ROW}\s+should\s+(?:now\s+)?(?P<verb>cost|weigh)\s+{_NEW}{_INSTEAD}",
        rf"(?P<adds>add)\s+{_NEW}\s+to\s+the\s+{_COLUMN}\s+(?:of|for)\s+{_ROW}",
    )
)
_VERBED = {"cost": "cost", "weigh": "weight"}
"""The columns that verbs are about: `The plate should cost 9 and weigh 20 lb.`"""
_BESIDES = re.compile(
    rf"(?P<first>.+?)(?:,\s+(?:and\s+)?|\s+and\s+)(?:(?P<verb>cost|weigh)|its\s+{_COLUMN})\s+(?:(?:{_IS}|to)\s+)?"
    rf"(?P<new>{_VALUE}{_UNIT})\s*\.?",
    re.IGNORECASE,
)
"""Another cell of the row behind the first that an erratum names."""
_LONGEST = 300
_FIELD = re.compile(
    rf"(?:(?:the\s+)?{_COLUMN}\s+{_IS}\s*:?"
    r"|(?:change|correct)\s+the\s+(?P<changed>[^\W\d_][^\"“”:;,.]{0,40}?)\s+to)\s+"
    rf"(?P<new>[\"“][^\"“”]{{1,60}}[\"”]|\d[^\s\"“”.;:,]*(?:\s[^\s\"“”.;:,\d]+){{0,3}})\s*\.?",
    re.IGNORECASE,
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
    column = groups.get("column") or _VERBED[(groups.get("verb") or "").lower()]
    if not new or not name_key(row):
        return None
    return Cell(" ".join(row.split()), " ".join(column.split()), new, old, bool(groups.get("adds")))


def read_cells(told: str) -> tuple[Cell, ...]:
    """The cells that an erratum names, one in all of it, or one a sentence; none where any sentence names none."""
    whole = _read_row_cells(told)
    if whole:
        return whole
    cells = tuple(_read_row_cells(told[span.start : span.end]) for span in find_sentences(told))
    return tuple(each for found in cells for each in found) if all(cells) else ()


def _read_row_cells(told: str) -> tuple[Cell, ...]:
    """The cells of a row that a sentence names (`The cost of plate should be 9 and its weight 20 lb.`)."""
    match = _BESIDES.fullmatch(told.strip()) if len(told) <= _LONGEST else None
    before = _read_row_cells(match["first"]) if match is not None else ()
    if match is None or not before:
        one = read_cell(told)
        return (one,) if one is not None else ()
    column = match["column"] or _VERBED[match["verb"].lower()]
    return (*before, Cell(before[0].row, " ".join(column.split()), _unquoted(match["new"])))


def read_field(told: str) -> Cell | None:
    """The line with a label that an erratum of one sentence names (`The range should be 30 feet.`): a cell without a
    row."""
    match = _FIELD.fullmatch(told.strip())
    new = _unquoted(match["new"]) if match is not None else ""
    if match is None or not new:
        return None
    return Cell("", " ".join((match["column"] or match["changed"]).split()), new)


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
    if not cell.row:
        return _try_field(cell, draft, numbers)
    rows = list(_rows(draft, numbers, cell.row))
    found = [(each, at) for each in rows for at in _columns(each, cell.column)] or list(_stats(draft, numbers, cell))
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
    if there.endswith(".") and there.split()[-1] == f"{new.split()[-1]}.":
        new += "."  # `8 lb.`
    return Tried((Edit(row.number, row.spans[at], new),))


def _try_field(cell: Cell, draft: Draft, numbers: Sequence[int]) -> Tried:
    """The edit of what stands behind a label in strong words, up to the next label or the end of its text."""
    found = [(number, span) for number in numbers for span in _fields(draft, number, cell.column)]
    if len(found) != 1:
        told = f"{len(found)} lines there are called `{cell.column}`"
        missing = refuse(Refusal.TARGET_MISSING, f"nothing there is called `{cell.column}`")
        return refuse(Refusal.TEXT_AMBIGUOUS, told) if found else missing
    number, span = found[0]
    if _same(draft.texts[number].text[span.start : span.end], cell.new):
        return refuse(Refusal.ALREADY_APPLIED, "the line says so already", Relation.VERBATIM)
    return Tried((Edit(number, span, cell.new),))


def _fields(draft: Draft, number: int, name: str) -> Iterator[Span]:
    """What a text has behind a label that is called so; nothing where it is a sentence."""
    text = draft.texts[number].text
    labels = [label for label in labels_in(draft.texts[number].clause) if label.rstrip().endswith(":")]
    cuts = [match for label in labels for match in re.finditer(rf"(?<!\w){re.escape(label.strip())}", text)]
    cuts.sort(key=lambda each: each.start())
    for at, match in enumerate(cuts):
        end = cuts[at + 1].start() if at + 1 < len(cuts) else len(text)
        said = text[match.end() : end]
        if name_key(match.group()) == name_key(name) and said.strip() and not said.rstrip().endswith("."):
            start = match.end() + len(said) - len(said.lstrip())
            yield Span(start, start + len(said.strip()))


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
        elif _is_called(text.first_cell(), name) or _is_called(
            f"{text.first_cell()} {draft.texts[head].first_cell()}", name
        ):
            yield from _read_row(draft, head, number)
        before = span


def _read_row(draft: Draft, head: int, number: int) -> Iterator[_Row]:
    """A row with its head, where it has as many cells."""
    called, cells = draft.texts[head].cells(), draft.texts[number].cells()
    if len(called) == len(cells):
        heads, said = (
            tuple(row.text[each.start : each.end] for each in spans)
            for row, spans in ((draft.texts[head], called), (draft.texts[number], cells))
        )
        yield _Row(number, heads, said, cells)


def _stats(draft: Draft, numbers: Sequence[int], cell: Cell) -> Iterator[tuple[_Row, int]]:
    """The cells so called in tables of one row, which has no name but that of the heading above it (`the drake's
    Wounds` below *Marsh Drake*)."""
    wanted = set(word_forms(cell.row))
    tables: list[list[int]] = [[]]
    for number in numbers:
        clause = draft.texts[number].clause
        last = draft.texts[tables[-1][-1]].clause if tables[-1] else None
        row = clause.kind is ClauseKind.TABLE_ROW
        if not row or last is None or parts_tables(draft.document, last.span, clause.span):
            tables.append([])
        tables[-1] += [number] if row else []
    for table in tables:
        if len(table) == 2 and wanted <= set(draft.texts[table[0]].clause.section.split("-")):  # a head and a row
            for each in _read_row(draft, *table):
                yield from ((each, at) for at, name in enumerate(each.head) if _is_called(name, cell.column))


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
    words += {"cost": ["price"], "price": ["cost"]}.get(wanted, [])
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
