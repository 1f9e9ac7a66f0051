"""Sides: clauses of a text with marks on them come in, what a row of a comparison shows of them goes out."""

from dataclasses import dataclass

from markupsafe import Markup

from kb.html import Looks, Mark, Page, is_emptied, render_cells, render_clause
from kb.model import Clause, ClauseKind, Document

_LETTERS = 26
_KIND = {ClauseKind.LIST_ITEM: "li", ClauseKind.HEADING: "heading", ClauseKind.CODE: "code"}


@dataclass(frozen=True, slots=True)
class Side:
    """Some clauses of one text: what kind of paragraph they are, and their HTML."""

    kind: str
    html: Markup

    @property
    def look(self) -> str:
        """Its classes; a side whose words are all hidden goes with them."""
        return f"c-{self.kind}" + (" emptied" if self.emptied else "")

    @property
    def emptied(self) -> bool:
        """Whether all its words are such as one state or another of a page does not show."""
        return is_emptied(self.html)


def render_side(document: Document, at: int, looks: Looks, marks: tuple[Mark, ...]) -> Side:
    """One clause of a document, by its index."""
    clause = document.clauses[at]
    if clause.kind is ClauseKind.TABLE_ROW:
        cells = render_cells(clause, Page(looks, marks=marks))
        return Side("tr", Markup(' <span class="bar">|</span> ').join(map(Markup, cells)))
    html = render_clause(clause, Page(looks, marks=marks))
    return Side(look_of(clause), Markup(html))


def look_of(clause: Clause) -> str:
    """What kind of paragraph a clause looks like, none of a table."""
    return _KIND.get(clause.kind, "p") if clause.note is None else "note"


def sign_of(at: int) -> str:
    """A letter for the changes of a row: a to z, then numbers."""
    return chr(ord("a") + at) if at < _LETTERS else str(at + 1)


def hidden(words: str) -> str:
    """Words for the ear."""
    return f'<span class="vh">{words}</span>'
