"""The upkeep of books: their proofs and judged rulings come in, what other pages tell of these goes out."""

from collections.abc import Iterator
from dataclasses import dataclass

from kb.book_pages.desk import count_changes
from kb.book_pages.judged import JudgedView, Verdicts, count_verdicts, unapplied_page, view_judged
from kb.graph import Book
from kb.places.addresses import Place
from kb.places.base import Base
from kb.queries.proofs import Proof
from kb.queries.texts import count_texts


@dataclass(frozen=True, slots=True)
class Kept:
    """A book on the desk: its records and what they prove, and the rulings that concern it."""

    work: str
    title: str
    proof: Proof | None
    verdicts: Verdicts | None


def keep_books(base: Base) -> Iterator[Kept]:
    """The books that have records or rulings that concern them, in the manifest's order."""
    for work, book in base.kb.books.items():
        proof, judged = base.proofs.get(work), base.judged.get(work)
        if proof is not None or judged is not None:
            verdicts = count_verdicts(judged) if judged is not None else None
            yield Kept(work, book.work.title, proof, verdicts)


def records_page(work: str) -> str:
    """The address of the page of a book's records."""
    return f"rules/{work}/records/"


def states_page(work: str) -> str:
    """The address of the page of the texts a book has had."""
    return f"rules/{work}/states/"


def compare_page(work: str) -> str:
    """The address of the page that compares any two texts of a book."""
    return f"rules/{work}/compare/"


def can_compare(base: Base, book: Book) -> bool:
    """Whether a book has texts that its page of changes does not compare."""
    known = 2 if book.alignment is not None else 1
    book = base.kb.books[book.work.id]
    return count_texts(book, base.states.get(book.work.id, ())) > known


@dataclass(frozen=True, slots=True)
class Upkeep:
    """What an editor keeps of one book, as seen from one of its pages (`here`)."""

    base: Base
    book: Book
    here: str

    @property
    def pages(self) -> tuple[tuple[str, str, str], ...]:
        """The pages there are about it: name, title as a key of the interface words, address."""
        work = self.book.work.id
        found = (
            ("records", "page.records", records_page(work), work in self.base.proofs),
            ("states", "page.states", states_page(work), work in self.base.states),
            ("compare", "page.compare", compare_page(work), can_compare(self.base, self.book)),
            ("unapplied", "page.unapplied", unapplied_page(work), self._concerned),
        )
        return tuple((name, title, Place(page).seen_from(self.here)) for name, title, page, there in found if there)

    def address(self, name: str) -> str:
        """The address of one of them; empty where the book has no such page."""
        return next((address for known, _, address in self.pages if known == name), "")

    @property
    def judged(self) -> JudgedView | None:
        """The rulings that concern it, where there are any."""
        return view_judged(self.base, self.book, self.here) if self._concerned else None

    @property
    def _concerned(self) -> bool:
        judged = self.base.judged.get(self.book.work.id)
        return judged is not None and count_verdicts(judged).all > 0

    @property
    def traced(self) -> int | None:
        """Of a hundred changed words those with an authority, rounded down; None where no word was changed."""
        figures = count_changes(self.book)
        return 100 * figures.traced // figures.words if figures.words else None
