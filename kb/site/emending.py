"""Collections about emending: records, the texts a book has had, rulings it has and lacks, instructions."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from kb.book_pages.book_log import view_log
from kb.book_pages.books import BookView
from kb.book_pages.comparing import view_comparison
from kb.book_pages.judged import JudgedView, count_verdicts, view_judged
from kb.book_pages.records import view_records
from kb.book_pages.states import view_state
from kb.book_pages.upkeep import can_compare
from kb.graph import Book
from kb.model import WorkId
from kb.places.base import Base
from kb.places.items import Item
from kb.ruling_pages.instructions import find_instructed, name_compendium, view_instructions


def _recorded(base: Base) -> Iterator[Item]:
    for work, proof in base.proofs.items():
        book = base.kb.books[work]
        documents = (proof.emended,) if proof.emended is not None else ()
        yield Item(work, book.work.title, documents, partial(view_records, base, book))


def _dated(base: Base) -> Iterator[Item]:
    for work in base.states:
        yield _viewed(base, work, partial(view_log, base, base.kb.books[work]))


def _comparable(base: Base) -> Iterator[Item]:
    for work, book in base.kb.books.items():
        if can_compare(base, book):
            texts = tuple(edition.document for edition in book.editions.values())
            yield Item(work, book.work.title, texts, partial(view_comparison, base, book))


def _states(base: Base) -> Iterator[Item]:
    for work, states in base.states.items():
        for state in states:
            if state.book is not None:
                item = _viewed(base, work, partial(view_state, base, state))
                day, told = state.first.isoformat(), base.words.date(state.first.isoformat())
                short = base.words("state.kicker", date=told)
                yield replace(item, id=f"{work}/@{day}", short=short, extra={"day": told})


def _viewed(base: Base, work: WorkId, view: Callable[[str], object]) -> Item:
    """An item made from both texts of a book."""
    book = base.kb.books[work]
    texts = tuple(edition.document for edition in (book.emended, book.base) if edition is not None)
    return Item(work, book.work.title, texts, view)


def _judged(base: Base) -> Iterator[Item]:
    for work, judged in base.judged.items():
        if count_verdicts(judged).all:
            yield Item(work, judged.book.work.title, (judged.document,), partial(_view_judged, base, judged.book))


def _view_judged(base: Base, book: Book, here: str) -> tuple[BookView, JudgedView]:
    return BookView(base, book, here), view_judged(base, book, here)


def _instructed(base: Base) -> Iterator[Item]:
    for version in find_instructed(base):
        name, title = name_compendium(base, version)
        yield Item(name, title, (version.document,), partial(view_instructions, base, version))


EMENDING: Mapping[str, Callable[[Base], Iterator[Item]]] = {
    "recorded": _recorded,
    "dated": _dated,
    "states": _states,
    "comparable": _comparable,
    "judged": _judged,
    "instructed": _instructed,
}
