"""What the errata that a change rests on ask of its book: the orders that hold come in, those of one change go out."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from kb.audit._slipping import Slipped, find_slip
from kb.graph import Book, Kb
from kb.instructions import BookOutcome
from kb.model import Edition, RulingId
from kb.provenance import Emendation, Refusal
from kb.queries.emended_books import BookOrder
from kb.queries.judging import judge_book
from kb.similarity import Words, compare_words
from kb.text import Span

_HAS_NOT_BOTH = {Refusal.TEXT_NOT_FOUND, Refusal.PRECONDITION_CHANGED}
"""Refusals of a text that has neither the words that give way nor those that an order puts there."""


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


@dataclass(frozen=True, slots=True)
class UnlikeOrder:
    """A change in the place of words that an erratum it rests on orders to replace, with the words that stand there
    now, folded, those that the erratum orders, folded, and as it writes them, and the word that differs."""

    record: Emendation
    words: Words
    asked: Words
    new: str
    slip: Slipped


def find_unlike_order(kb: Kb, book: Book) -> Iterator[UnlikeOrder]:
    """The changes that have one word for another that the erratum orders which they rest on, in the place that it
    names; not where another order or another change is about the same words."""
    orders = kb.memory.ask(judge_book, kb, book).orders
    for record in book.emendations:
        for done in orders_of(kb, book, record.rulings) if record.substantive and book.base is not None else ():
            outcome, spans = outcome_in(book.emended, done), [*spans_asked(book, done)]
            new = getattr(done.order.operation, "new", "")
            asked = compare_words(new)
            refused = outcome is not None and outcome.tried.refusal in _HAS_NOT_BOTH
            if not refused or len(spans) != 1 or _is_shared(spans[0], done, record, book, orders):
                continue
            words = compare_words(_standing(record, spans[0], book))
            slip = find_slip(words, asked) if words != asked and len(asked) > 1 else None
            if slip is not None and slip.source:
                yield UnlikeOrder(record, words, asked, new, slip)


def _standing(record: Emendation, span: Span, book: Book) -> str:
    """What stands in the emended text in the place of a stretch of the published one, where one change is about it."""
    if book.base is None or not span.holds(record.published_span):
        return record.emended_text
    text = book.base.document.source.text
    before, behind = text[span.start : record.published_span.start], text[record.published_span.end : span.end]
    return f"{before}{record.emended_text}{behind}"


def _is_shared(span: Span, done: BookOrder, record: Emendation, book: Book, orders: Sequence[BookOrder]) -> bool:
    """Whether a change is not alone about words that an order replaces, or the order is not."""
    if not (span.holds(record.published_span) or record.published_span.holds(span)):
        return True
    others = (each for each in book.emendations if each.id != record.id and each.substantive)
    further = (each for each in orders if each.order is not done.order)
    return any(each.published_span.overlaps(span) for each in others) or any(
        done.number in each.earlier or any(asked.overlaps(span) for asked in spans_asked(book, each))
        for each in further
    )


def rulings_stated(kb: Kb, paths: Collection[str | None]) -> Iterator[RulingId]:
    """The rulings that versions in some files state."""
    versions = {version.id for version in kb.versions.values() if version.document.source.path in paths}
    yield from (life.id for life in kb.lives if any(each.version in versions for each in life.stated))


def is_as_asked(kb: Kb, book: Book, record: Emendation, rulings: tuple[RulingId, ...]) -> bool:
    """Whether a change is in the place of words that one of some errata orders to change, and the emended text reads as
    that asks."""
    for done in orders_of(kb, book, rulings):
        outcome = outcome_in(book.emended, done)
        there = any(span.holds(record.published_span) for span in spans_asked(book, done))
        if there and outcome is not None and outcome.tried.refusal is Refusal.ALREADY_APPLIED:
            return True
    return False
