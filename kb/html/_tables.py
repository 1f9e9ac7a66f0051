"""Tables with even rows: clean HTML comes in, the same cells in a grid without holes and overruns go out, each table in
a box of its own that a narrow screen scrolls.

Texts leave the last cells of a row away, or have a cell span more rows or columns than there are. A browser draws what
it can; programs that read a table aloud count its columns. The cells are laid as the HTML standard lays them (4.9.12,
"forming a table"); then none spans more than there is, and every row is as wide as the widest.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape

_TAG = re.compile(r"""(</?(?:table|thead|tbody|tfoot|tr|td|th)\b(?:[^<>"]|"[^"]*")*>)""")
_EDGE = re.compile(r"<table\b|</table>")
_BOX = '<div class="table">'
_SCOPE = re.compile(r' scope="[^"]*"')
ANY_TAG = re.compile(r"<[^<>]*>")
_UNSEEN = re.compile("[\xad\u200b-\u200f\u2060\ufeff]")
_SPAN = re.compile(r' (colspan|rowspan)="(\d+)"')
_GROUPS = ("<thead", "<tbody", "<tfoot")
_CELLS = ("<td", "<th")


@dataclass(slots=True)
class _Cell:
    """A cell: the part that is its start tag, the row of its group and the column it begins in, what it spans."""

    part: int
    row: int
    wide: int
    high: int
    column: int = 0


@dataclass(slots=True)
class _Row:
    """A row: the cells that begin in it, those that reach into it from above, the part that is its end tag."""

    cells: list[_Cell] = field(default_factory=list)
    from_above: list[_Cell] = field(default_factory=list)
    end: int = 0


def even(html: str) -> str:
    """The HTML with each of its tables even; what stands in the cells stays as it is."""
    if "<table" not in html:
        return html
    parts = _TAG.split(html)
    for table in _find_tables(parts):
        for group in table:
            _lay(group)
        _write([row for group in table for row in group], parts)
    return _boxed("".join(parts))


def _boxed(html: str) -> str:
    """The HTML with a box around each table that stands in no other and has none."""
    depth, had = 0, False

    def boxed(found: re.Match[str]) -> str:
        nonlocal depth, had
        if found.group() == "</table>":
            depth -= 1
            return found.group() + ("" if depth or had else "</div>")
        depth += 1
        if depth == 1:
            had = html.endswith(_BOX, 0, found.start())
        return ("" if depth > 1 or had else _BOX) + found.group()

    return _EDGE.sub(boxed, html)


def _find_tables(parts: Sequence[str]) -> Iterator[list[list[_Row]]]:
    """The rows of each table by group, one inside a cell apart; every second part is a tag, all of them balanced."""
    tables: list[list[list[_Row]]] = []
    for at in range(1, len(parts), 2):
        tag = parts[at]
        if tag.startswith("<table"):
            tables.append([])
        elif tag.startswith("</table"):
            yield tables.pop()
        elif tag.startswith(_GROUPS):
            tables[-1].append([])
        elif tag.startswith("<tr"):
            tables[-1][-1].append(_Row())
        elif tag.startswith("</tr"):
            tables[-1][-1][-1].end = at
        elif tag.startswith(_CELLS):
            group = tables[-1][-1]
            spans = {name: max(int(number), 1) for name, number in _SPAN.findall(tag)}
            group[-1].cells.append(_Cell(at, len(group) - 1, spans.get("colspan", 1), spans.get("rowspan", 1)))


def _lay(rows: Sequence[_Row]) -> None:
    """Give each cell of a group its column; where cells would overlap or overrun, the earlier one spans less.

    A row in which no cell begins is none to HTML: what reaches into it ends above it.
    """
    reaching: list[_Cell] = []
    for number, row in enumerate(rows):
        if not row.cells:
            for cell in reaching:
                cell.high = number - cell.row
        reaching = [cell for cell in reaching if cell.row + cell.high > number]
        row.from_above = list(reaching)
        taken = {column for cell in reaching for column in range(cell.column, cell.column + cell.wide)}
        column = 0
        for cell in row.cells:
            while column in taken:
                column += 1
            free = (each for each in range(1, cell.wide) if column + each in taken)
            cell.column, cell.wide = column, next(free, cell.wide)
            cell.high = min(cell.high, len(rows) - number)
            column += cell.wide
        reaching += [cell for cell in row.cells if cell.high > 1]


def _write(rows: Sequence[_Row], parts: list[str]) -> None:
    """Write what each cell spans of the columns in which a cell begins, and empty cells where a row ends early."""
    begins = sorted({cell.column for row in rows for cell in row.cells})
    places = {column: place for place, column in enumerate(begins)}
    for row in rows:
        for cell in row.cells:
            wide = sum(1 for each in range(cell.column, cell.column + cell.wide) if each in places)
            cell.wide = wide
            parts[cell.part] = _spanning(parts[cell.part], (("colspan", cell.wide), ("rowspan", cell.high)))
    for row in rows:
        filled = sum(cell.wide for cell in (*row.cells, *row.from_above))
        parts[row.end] = "<td></td>" * (max(len(begins), 1) - filled) + parts[row.end]
        for at in (cell.part for cell in row.cells):
            if parts[at].startswith("<th") and parts[at + 2] == "</th>" and not heads(parts[at + 1]):
                parts[at], parts[at + 2] = _SCOPE.sub("", parts[at]).replace("<th", "<td", 1), "</td>"


def heads(html: str) -> bool:
    """Whether a cell can head others: only one with something to read in it can."""
    return bool(_UNSEEN.sub("", unescape(ANY_TAG.sub("", html))).strip())


def _spanning(tag: str, spans: Iterable[tuple[str, int]]) -> str:
    """The start tag of a cell that spans so many columns and rows."""
    said = "".join(f' {name}="{number}"' for name, number in spans if number > 1)
    return f"{_SPAN.sub('', tag)[:-1]}{said}>"
