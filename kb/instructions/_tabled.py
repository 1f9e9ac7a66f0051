"""Errata as a table: a row of it comes in, the order that it is goes out in words.

Publishers adjust prices in tables (`Model | Printed | New` below `Points Adjustments`): the head says which column
holds what was and which what shall be, the heading above what is changed, the first cell whose it is.
"""

import re

from kb.instructions._lines import BLANK
from kb.model import ClauseKind, Document, Statement, text_of
from kb.statements.splitting import row_cells
from kb.text import Span, has_words, word_forms

_WAS = frozenset({"before", "current", "former", "from", "old", "original", "previous", "printed", "published", "was"})
_SHALL = frozenset({"adjusted", "corrected", "new", "now", "revised", "should", "to", "updated"})
_WRONG = _WAS | {"error", "existing", "for", "incorrect", "is", "misprint", "reads", "wrong"}
_RIGHT = _SHALL | {"becomes", "correct", "correction", "instead", "read", "replacement", "right"}
_PLACES = frozenset({"chapter", "heading", "location", "page", "passage", "pg", "place", "section", "where"})
_GONE = re.compile(r"[(\[]?(?:delete[d]?|omit(?:ted)?|removed?|struck)[)\]]?", re.IGNORECASE)
"""What stands in the place of new words where there are none."""
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
    head, cells = _row_of(statement, tables)
    if not head or not statement.path:
        return None
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


def read_swap(statement: Statement, tables: Tables) -> str | None:
    """The order that a row of a table with old words and new ones is, behind the place that its other cells name; None
    for any other statement."""
    head, cells = _row_of(statement, tables)
    called = [set(word_forms(each)) for each in head]
    wrong = [number for number, words in enumerate(called) if words & _WRONG and not words & _SHALL]
    right = [number for number, words in enumerate(called) if words & _RIGHT and number not in wrong]
    if len(head) != len(cells) or len(wrong) != 1 or len(right) != 1:
        return None
    others = [number for number in range(len(head)) if number not in {wrong[0], right[0]}]
    if not all(called[number] & _PLACES for number in others):
        return None
    old, new = (cells[number].strip('"“” ') for number in (wrong[0], right[0]))
    if not has_words(old) or not has_words(new) or re.search('["“”]', f"{old}{new}") is not None:
        return None
    parts = [f"Page {cells[number]}" if cells[number].isdecimal() else cells[number] for number in others]
    place = ", ".join(part for part in parts if part)
    if _GONE.fullmatch(new) is not None:
        return f'{place}{": " if place else ""}Delete "{old}".'
    if new.startswith(("(", "[")):
        return None  # it says what to do in words of its own
    return f'{place}{": " if place else ""}Change "{old}" to "{new}".'


def _row_of(statement: Statement, tables: Tables) -> tuple[list[str], list[str]]:
    """The cells of the head of the table that a statement is a row of, and its own; none where it is no row."""
    document = tables.document
    at = document.clause_at(statement.span.start)
    first = tables.head_of(at)
    if first == at:
        return [], []
    rows = (row_cells(document.clauses[number].pieces) for number in (first, at))
    head, cells = ([" ".join(text_of(cell).split()) for cell in row] for row in rows)
    return head, cells
