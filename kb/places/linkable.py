"""The texts whose clauses are linked with terms, cards and rulings: of each book the one in force, then the others.

A knowledge base with its addresses comes in, each such text with its page and the ids of its clauses goes out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kb.graph import Book
from kb.model import TOP, Document, SectionId
from kb.places.base import Base
from kb.places.other_texts import OtherText, find_other_texts


@dataclass(frozen=True, slots=True)
class Linkable:
    """A text, its page and the id of each of its clauses; `owner` tells whose they are: a book's id, else its page."""

    owner: str
    title: str
    document: Document = field(repr=False)
    page: str
    ids: tuple[str, ...] = field(repr=False)

    def headings(self) -> Mapping[SectionId, str]:
        """What stands above each section; the clauses before the first heading have none."""
        return {heading.id: heading.text.strip() for heading in self.document.headings if heading.id != TOP}


def find_linkable(base: Base) -> Iterator[Linkable]:
    """The texts, books first, each in the manifest's order; those without a page are left out."""
    pages = base.addresses.pages
    for work, book in base.kb.books.items():
        yield from _of_book(work, book, pages)
    for text in find_other_texts(base.kb):
        ids = tuple(clause.id for clause in text.document.clauses)
        yield Linkable(owner_of(text), text.title, text.document, text.page, ids)


def owner_of(text: OtherText) -> str:
    """What its clauses are kept under; no book's id is such a name."""
    return text.page.rstrip("/")


def _of_book(work: str, book: Book, pages: Mapping[str, str]) -> Iterator[Linkable]:
    edition = book.emended or book.base
    page = pages.get(edition.document.source.path) if edition is not None else None
    if edition is not None and page is not None:
        yield Linkable(work, book.work.title, edition.document, page, tuple(book.ids_of(edition)))
