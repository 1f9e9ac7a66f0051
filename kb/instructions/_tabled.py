"""Errata as a table: a row of it comes in, the order that it is goes out in words.

Publishers adjust prices in tables (`Model | Printed | New` below `Points Adjustments`): the head says which column
holds what was and which what shall be, the heading above what is changed, the first cell whose it is.
"""

import re

from kb.instructions._lines import BLANK
from kb.model import ClauseKind, Document, Statement, text_of
from kb.statements.splitting import row_cells
from kb.text import Span, word_forms

_WAS = frozenset({"before", "current", "former", "from", "old", "original", "previous", "printed", "published", "was"})
_SHALL = frozenset({"adjusted", "corrected", "new", "now", "revised", "should", "to", "updated"})
_KIND = re.compile(
    r"\b(?:adjustments?|adjusted|changes?|changed|corrections?|corrected|errata|new|revisions?|revised|updates?|updated)\b",
    re.IGNORECASE,
)
"""What a heading over such a table says besides what is changed."""


def parts_tables(document: Document, above: Span, below: Span) -> bool:
    """Whether a blank line stands between two rows of tables, so that the lower one begins a table of its own."""
    return BLANK.search(document.source.text, above.end, below.start) is not None


class Tables:
    """The tables of a document; the head of each row is kept for the rows below it."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._heads: dict[int, int] = {}

    def head_of(self, at: int) -> int:
        """The number of the first row of the table that a clause is in; its own where it is in none."""
        first = at
        while first not in self._heads and self._goes_on(first):
            first -= 1
        head = self._heads.get(first, first)
        self._heads.update(dict.fromkeys(range(first, at + 1), head))
        return head

    def _goes_on(self, at: int) -> bool:
        """Whether a clause is a row of the table that the one before it is in."""
        clauses = self.document.clauses
        rows = at > 0 and clauses[at - 1].kind is clauses[at].kind is ClauseKind.TABLE_ROW
        return rows and not parts_tables(self.document, clauses[at - 1].span, clauses[at].span)


def read_tabled(statement: Statement, tables: Tables) -> tuple[str, str] | None:
    """Whose figure a row of a table changes, and the order that says so; None for any other statement."""
    document = tables.document
    at = document.clause_at(statement.span.start)
    first = tables.head_of(at)
    if first == at or not statement.path:
        return None
    head, cells = (
        [" ".join(text_of(cell).split()) for cell in row_cells(document.clauses[number].pieces)]
        for number in (first, at)
    )
    called = [set(word_forms(each)) for each in head]
    was = [number for number, words in enumerate(called) if number and words & _WAS]
    shall = [number for number, words in enumerate(called) if number and words & _SHALL]
    column = " ".join(_KIND.sub(" ", statement.path[-1]).split()).strip(" :–—-")
    if len(head) != len(cells) or len(was) != 1 or len(shall) != 1 or was == shall or not column:
        return None
    name, old, new = cells[0], cells[was[0]], cells[shall[0]]
    if not name or not old or not new or '"' in f"{name}{old}{new}":
        return None
    return name, f'The {column} of "{name}" should be "{new}", not "{old}".'
