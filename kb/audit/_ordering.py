"""What the errata that a change rests on ask of its book: the orders that hold come in, those of one change go out."""

from collections.abc import Iterator

from kb.graph import Book, Kb
from kb.instructions import BookOutcome
from kb.model import Edition, RulingId
from kb.provenance import Emendation, Refusal
from kb.queries.emended_books import BookOrder
from kb.queries.judging import judge_book
from kb.text import Span


def orders_of(kb: Kb, book: Book, rulings: tuple[RulingId, ...]) -> Iterator[BookOrder]:
    """The orders of some rulings that can be carried out on the published text."""
    for done in kb.memory.ask(judge_book, kb, book).orders:
        base = outcome_in(book.base, done)
        if base is not None and base.tried.refusal is None and not set(rulings).isdisjoint(done.order.rulings):
            yield done


def outcome_in(edition: Edition | None, done: BookOrder) -> BookOutcome | None:
    """What comes of an order in a text of its book."""
    return next((outcome for each, outcome in done.outcomes if each is edition), None)


def spans_asked(book: Book, done: BookOrder) -> Iterator[Span]:
    """The characters of the published text that an order changes."""
    outcome = outcome_in(book.base, done)
    yield from (each.span for each in (outcome.changes if outcome is not None else ()))


def is_as_asked(kb: Kb, book: Book, record: Emendation) -> bool:
    """Whether a change is in the place of words that an erratum it rests on orders to change, and the emended text
    reads as that asks."""
    for done in orders_of(kb, book, record.rulings):
        outcome = outcome_in(book.emended, done)
        there = any(span.holds(record.published_span) for span in spans_asked(book, done))
        if there and outcome is not None and outcome.tried.refusal is Refusal.ALREADY_APPLIED:
            return True
    return False
