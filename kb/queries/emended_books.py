"""Books as errata ask: what orders ask of a book is carried out on its base edition and on its emended one."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kb.graph import Book, Kb
from kb.grouping import group_pairs
from kb.instructions import (
    ABSENT,
    Asked,
    BookOutcome,
    Draft,
    Remove,
    Succession,
    Unclear,
    as_last,
    goes_last,
    refuse,
    take_up,
    with_removed_words,
)
from kb.model import CompendiumVersion, Document, Edition, EditionId
from kb.numbering import Numbering, number_rules
from kb.provenance import Refusal
from kb.queries.emended_cards import GONE
from kb.queries.orders import Order, find_orders, first_orders, waits

_OF_LATER = "only a later instruction puts its words there"
_CHANGED_SINCE = "the text has what a later instruction made of the new words"
Outcomes = tuple[tuple[Edition, BookOutcome], ...]
"""What came of an order in each edition."""
_Found = dict[EditionId, list[BookOutcome]]
"""What came of the orders so far, by edition."""


@dataclass(frozen=True, slots=True)
class BookOrder:
    """An order for a book, or for no text that it names: what came of it in each edition at hand. Its changes name the
    orders on whose words they were made by the numbers that those have in `earlier`; `number` is its own."""

    order: Order
    outcomes: Outcomes
    refusal: Refusal | None = None
    number: int = -1
    earlier: Mapping[int, "BookOrder"] = field(default_factory=dict, repr=False)


def order_books(
    kb: Kb, version: CompendiumVersion, orders: Sequence[Order], as_of: str | None = None
) -> Iterator[BookOrder]:
    """What comes of orders of a version for books, each in its place; with a day, of those in force by then."""
    ready = group_pairs((each.instruction.target.work, each) for each in orders if _idle(kb, each, as_of) is None)
    done = {work: iter(_carry_out(kb, version, mine, as_of)) for work, mine in ready.items()}
    for order in orders:
        refusal, work = _idle(kb, order, as_of), order.instruction.target.work
        yield BookOrder(order, (), refusal) if refusal is not None or work is None else next(done[work])


def carry_out_on_book(
    kb: Kb, version: CompendiumVersion, book: Book, as_of: str | None = None
) -> tuple[BookOrder, ...]:
    """The orders of a version for one book, carried out on its editions, behind those of other versions on whose words
    they were; with a day, those in effect by then."""
    orders = [each for each in find_orders(kb, version) if each.instruction.target.work == book.work.id]
    done = tuple(order_books(kb, version, orders, as_of))
    own = {each.number for each in done}
    needed = {number: other for each in done for number, other in each.earlier.items() if number not in own}
    return (*(needed[number] for number in sorted(needed)), *done)


def _idle(kb: Kb, order: Order, as_of: str | None) -> Refusal | None:
    """Why an order is not tried on any text."""
    work = order.instruction.target.work
    if waits(order, as_of):
        return Refusal.NOT_YET_EFFECTIVE
    if isinstance(order.operation, Unclear) or work is None:
        return Refusal.NEEDS_HUMAN
    return None if work in kb.books and kb.books[work].pair else Refusal.SOURCE_UNAVAILABLE


def _carry_out(kb: Kb, version: CompendiumVersion, own: Sequence[Order], as_of: str | None) -> Iterator[BookOrder]:
    """Orders for one book on its editions; beside those of other versions where its words are not there."""
    book = next(kb.books[work] for each in own if (work := each.instruction.target.work) is not None)
    count = len(own)
    found = {each.id: list(_try(kb, each, book, tuple(map(_ask, range(count), own)))) for each in book.pair}
    every: Sequence[Order] = own
    undone = {name: _undone(book, name) for name in found}
    if any(_needs_others(each, undone[name]) for name, outcomes in found.items() for each in outcomes):
        every = first_orders([*own, *_others(kb, version, book, as_of)])
        _try_beside(kb, book, every, count, found)
    return _tell(book, own, every, found)


def _try_beside(kb: Kb, book: Book, every: Sequence[Order], count: int, found: _Found) -> None:
    """Try the first `count` orders once more, beside those of the others that they follow."""
    asked = tuple(map(_ask, range(len(every)), every))
    own = _as_last(asked[:count])
    before = [each for each in asked[count:] if any(mine.follows(each) for mine in own)]
    last = sorted(filter(goes_last, map(as_last, before)), key=lambda each: (each.begun, each.order))
    behind = {each.order for each in last}
    in_turn = (*last, *own, *(each for each in before if each.order not in behind))
    for edition in book.pair:
        came = {each.asked.order: each for each in _try(kb, edition, book, in_turn)}
        better = _better(found[edition.id], [came[number] for number in range(count)], _undone(book, edition.id))
        found[edition.id] = [*better, *(came[each.order] for each in before)]
    _mind_later(kb, book, asked, found)


def _as_last(own: Sequence[Asked]) -> Sequence[Asked]:
    """Orders of one version, those to add a step as at the end of its list; not of two that say of neither which is
    first."""
    last = tuple(map(as_last, own))
    said = [each.headings for each, other in zip(last, own, strict=True) if each is not other]
    return [each if said.count(each.headings) == 1 else other for each, other in zip(last, own, strict=True)]


def _needs_others(outcome: BookOutcome, undone: Collection[Refusal]) -> bool:
    """Whether orders of other versions may help one, or come before it in a list that is numbered."""
    return outcome.tried.refusal in undone or (outcome.tried.refusal is None and goes_last(as_last(outcome.asked)))


def _tell(book: Book, own: Sequence[Order], every: Sequence[Order], found: _Found) -> Iterator[BookOrder]:
    """What came of some orders in each edition, with those of `every` on whose words they were made."""
    count = len(own)
    numbers = {each.asked.order: at for at, each in enumerate(next(iter(found.values())))}
    done: dict[int, BookOrder] = {}

    def tell(number: int) -> BookOrder:
        if number not in done:
            tried = tuple((each, found[each.id][numbers[number]]) for each in book.pair)
            order = own[number] if number < count else every[number]
            earlier: dict[int, BookOrder] = {}
            for after in (after for _, outcome in tried for change in outcome.changes for after in change.after):
                earlier |= {**tell(after).earlier, after: tell(after)}
            done[number] = BookOrder(order, _gone(order, tried), None, number, earlier)
        return done[number]

    return iter([tell(number) for number in range(count)])


def _ask(number: int, order: Order) -> Asked:
    target = order.instruction.target
    return Asked(order.operation, number, days=order.days, headings=target.headings, entry=target.entry)


def _undone(book: Book, edition: EditionId) -> Collection[Refusal]:
    """What comes of orders in an edition that those of other days may help: an emended text that has the new words has
    them."""
    return ABSENT if book.base is not None and edition == book.base.id else {Refusal.TEXT_NOT_FOUND}


def _try(kb: Kb, edition: Edition, book: Book, asked: Sequence[Asked]) -> Sequence[BookOutcome]:
    if book.base is not None and edition is not book.base:
        base = _take_up(kb, book.base)
        asked = tuple(with_removed_words(base, each) for each in asked)
    return _take_up(kb, edition).carry_out(asked, _undone(book, edition.id))


def _take_up(kb: Kb, edition: Edition) -> Succession[Draft, BookOutcome]:
    def numbered(document: Document) -> Numbering:
        return kb.memory.ask(number_rules, document)

    return take_up(edition.document, numbered)


def _others(kb: Kb, version: CompendiumVersion, book: Book, as_of: str | None) -> Iterator[Order]:
    """The orders of other versions for a book, those of the version issued last first."""
    by_day = sorted(kb.versions.values(), key=lambda each: (each.date, each.id), reverse=True)
    for each in by_day:
        for order in find_orders(kb, each) if each.id != version.id else ():
            meant = order.instruction.target.work == book.work.id
            if meant and not isinstance(order.operation, Unclear) and not waits(order, as_of):
                yield order


def _better(
    alone: Sequence[BookOutcome], beside: Sequence[BookOutcome], undone: Collection[Refusal]
) -> Iterator[BookOutcome]:
    """What came of orders: where nothing did, or they go behind what others put there, what comes of them beside
    these."""
    for own, other in zip(alone, beside, strict=True):
        behind = goes_last(other.asked) and any(each.after for each in other.changes)
        done = (own.tried.refusal in undone or behind) and other.tried.refusal is None
        yield replace(other, asked=own.asked) if done else own


def _mind_later(kb: Kb, book: Book, asked: Sequence[Asked], found: _Found) -> None:
    """Mend what is told of an emended text by what later orders do: an order that changes words which only those put
    there is not carried out, and one whose words they have changed since is."""
    if book.base is None or book.emended is None:
        return
    base, emended = _take_up(kb, book.base), found[book.emended.id]
    in_base = base.carry_out(asked)
    alone = {each.asked.order: each for each in _try(kb, book.emended, book, asked)}

    def holds(number: int) -> bool:
        resting = (each.asked.order for each in in_base if number in _rests_on(each))
        return alone[number].tried.refusal is Refusal.ALREADY_APPLIED or any(map(holds, resting))

    for at, (own, told) in enumerate(zip(found[book.base.id], emended, strict=True)):
        if own.tried.refusal is Refusal.TEXT_NOT_FOUND and told.tried.refusal is None:
            if base.is_of_later(own.asked, asked):
                emended[at] = BookOutcome(told.asked, refuse(Refusal.TEXT_NOT_FOUND, _OF_LATER))
        elif own.tried.refusal is None and told.tried.refusal is Refusal.TEXT_NOT_FOUND and holds(told.asked.order):
            emended[at] = BookOutcome(told.asked, refuse(Refusal.ALREADY_APPLIED, _CHANGED_SINCE))


def _rests_on(outcome: BookOutcome) -> Collection[int]:
    return {number for change in outcome.changes for number in change.after}


def _gone(order: Order, tried: Outcomes) -> Outcomes:
    """That words are gone is seen where another edition has them."""
    if not isinstance(order.operation, Remove) or all(outcome.tried.refusal is not None for _, outcome in tried):
        return tried
    absent = {Refusal.TEXT_NOT_FOUND} if order.operation.old else {Refusal.TEXT_NOT_FOUND, Refusal.TARGET_MISSING}
    return tuple((each, BookOutcome(o.asked, GONE) if o.tried.refusal in absent else o) for each, o in tried)
