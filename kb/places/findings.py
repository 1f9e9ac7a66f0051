"""Where a finding can be read: a file and a line come in, the place of the clause, footnote or ruling that has it goes
out.

Only texts of books and the rulings of the newest version have such places. What no page shows (front matter, a footnote
without a marker) has none.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from kb.graph import Book
from kb.model import Document, Edition
from kb.places.addresses import Place
from kb.places.base import Base
from kb.places.footnotes import note_anchor, number_footnotes
from kb.places.topics import Rulings
from kb.text import Span

_Shown = tuple[tuple[Span, str], ...]
"""The clauses and footnotes of a text in its order, each with its anchor; a footnote no page shows has none."""


@dataclass(slots=True)
class Findings:
    """Tells where findings can be read; a text is looked through when it is first asked for."""

    base: Base
    _shown: dict[str, _Shown] = field(default_factory=dict)

    def place(self, path: str, number: int) -> Place | None:
        """Where what is found on a line of a text can be read; None where no page shows it."""
        rulings = self.base.rulings
        if rulings is not None and rulings.version.document.source.path == path:
            return _stated(rulings, number)
        page = self.base.addresses.pages.get(path)
        document = self.base.kb.documents.get(path)
        if page is None or document is None or not 0 < number <= len(document.source.line_starts):
            return None
        if path not in self._shown:
            self._shown[path] = tuple(sorted(self._find(document)))
        line = document.source.line_span(number)
        shown = self._shown[path]
        at = bisect_right(shown, line.end, key=lambda each: each[0].start) - 1
        if at >= 0 and shown[at][0].end > line.start:
            return Place(page, shown[at][1]) if shown[at][1] else None
        # What stands alone on its line, as a list of attributes does, is about what follows it.
        after = shown[at + 1 : at + 2]
        follows = after and after[0][1] and after[0][0].start <= line.end + 1
        return Place(page, after[0][1]) if follows else None

    def _find(self, document: Document) -> Iterator[tuple[Span, str]]:
        path = document.source.path
        for book in self.base.kb.books.values():
            for edition in book.editions.values():
                if edition.document.source.path == path:
                    yield from _clauses(book, edition)
                    numbers = number_footnotes(edition.document)
                    for note in edition.document.definitions:
                        yield note.span, note_anchor(note.id) if note.id in numbers else ""


def _stated(rulings: Rulings, number: int) -> Place | None:
    """Where the ruling is that a line of the newest version states, or the first of those fused there, under the
    heading that it has there: one that is stated twice may have other words at home."""
    source = rulings.version.document.source
    if not 0 < number <= len(source.line_starts):
        return None
    line = source.line_span(number)
    on_it = (each for each in rulings.version.statements if each.span.start < line.end and line.start < each.span.end)
    found = ((each, ruling) for each in on_it for ruling in rulings.by_statement.get(each.span.start, ()))
    return next((Place(rulings.topic_of(said).page, ruling.id) for said, ruling in found), None)


def _clauses(book: Book, edition: Edition) -> Iterator[tuple[Span, str]]:
    """The clauses of an edition with the ids they have on its page; a tag around others may have none."""
    clauses = edition.document.clauses
    named = zip(clauses, book.ids_of(edition), strict=True)
    return ((clause.span, str(ident)) for clause, ident in named if clause.text.strip())
