"""Errata that say how to change a text, carried out: what each asks for, and what came of it in each text."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from itertools import islice

from kb.chronicle import Chronicle
from kb.corpus import WorkEntry
from kb.force import days_of
from kb.graph import Book, Kb
from kb.instructions import (
    Asked,
    BookOutcome,
    EmendedPrinting,
    Instruction,
    Operation,
    Outcome,
    Remove,
    Target,
    Tried,
    Unclear,
    change_book,
    emend_printing,
    find_families,
    read_instructions,
)
from kb.memory import Recent
from kb.model import CompendiumVersion, Document, Edition, RulingId, SectionKind, Statement, VersionId
from kb.numbering import Numbering, number_rules
from kb.provenance import Refusal
from kb.queries.namesakes import find_namesake_keys, know_card_names, know_cards, know_subjects
from kb.rulings import slug_of
from kb.sheets import Card
from kb.terms import CardNames, name_key, unaccented, upright
from kb.text import normalise

_FIRST = (SectionKind.CARD, SectionKind.TERM, SectionKind.TURN, SectionKind.ERRATA, SectionKind.DELAYED)
"""Where an instruction is looked for first when several places word it a little differently."""


@dataclass(frozen=True, slots=True)
class Order:
    """One operation on one target, wherever a version asks for it: its first instruction, all its statements, the
    rulings they state, the day it takes effect (or None)."""

    instruction: Instruction
    operation: Operation
    statements: tuple[Statement, ...]
    rulings: tuple[RulingId, ...]
    effective: str | None


@dataclass(frozen=True, slots=True)
class CardOrder:
    """An order for a card: the card, None where its page is not at hand, and what came of it in each printing; of
    several cards of the name the first that has its words, and what came of it in the printings of all."""

    order: Order
    card: Card | None
    outcomes: tuple[tuple[EmendedPrinting, Outcome], ...]
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class BookOrder:
    """An order for a book, or for no text that it names: what came of it in each edition at hand."""

    order: Order
    outcomes: tuple[tuple[Edition, BookOutcome], ...]
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class EmendedCard:
    """A card with its printings as emended; their outcomes name an order by its number among `orders`."""

    card: Card
    printings: tuple[EmendedPrinting, ...]
    orders: tuple[Order, ...]

    def by_version(self) -> tuple[EmendedPrinting, ...]:
        """The printings, an order left to the version of the card that has its words: where a printing has none of
        them and one of another version does, the order is not about it."""
        every = find_families(self.card)
        families = [every[self.card.printings.index(each.printing)] for each in self.printings]
        has = [
            {family for family, each in zip(families, self.printings, strict=True) if _fits(each.outcomes[number])}
            for number in range(len(self.orders))
        ]
        return tuple(
            replace(each, outcomes=tuple(_left_to(o, family, has[o.asked.order]) for o in each.outcomes))
            for family, each in zip(families, self.printings, strict=True)
        )


def _fits(outcome: Outcome) -> bool:
    """Whether an instruction is carried out in a text, or its words stand there."""
    return outcome.tried.refusal in {None, Refusal.ALREADY_APPLIED}


_OTHER = Tried((), Refusal.OUTSIDE_SCOPE, "its words stand in another version of the card")


def _left_to(outcome: Outcome, family: tuple[str, str], has: Collection[tuple[str, str]]) -> Outcome:
    absent = outcome.tried.refusal is Refusal.TEXT_NOT_FOUND and outcome.tried.relation is None
    return replace(outcome, tried=_OTHER) if absent and has and family not in has else outcome


@dataclass(frozen=True, slots=True)
class CarriedOut:
    """The instructions of a version carried out."""

    version: CompendiumVersion
    as_of: str | None
    orders: tuple[CardOrder | BookOrder, ...]
    cards: tuple[EmendedCard, ...]
    namesakes: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What cards are known by, by what names are known by that compendia miswrite for theirs."""
    names: CardNames = field(default_factory=CardNames, repr=False)

    def key_of(self, name: str) -> str:
        """What the card is known by that a name means."""
        return _key_of(name, self.names, self.namesakes)

    def orders_for(self, card: str | None) -> tuple[CardOrder | BookOrder, ...]:
        """What is asked of a card; with None of everything."""
        if card is None:
            return self.orders
        return tuple(
            each for each in self.orders if self.key_of(each.order.instruction.target.card) == self.key_of(card)
        )

    def cards_named(self, card: str) -> tuple[EmendedCard, ...]:
        """The cards of a name, as emended, mostly one."""
        return tuple(each for each in self.cards if self.names.key_of(each.card.name) == self.key_of(card))


def _key_of(name: str, names: CardNames, namesakes: Mapping[str, str]) -> str:
    key = names.key_of(name)
    return namesakes.get(key, key)


def carry_out(kb: Kb, version: CompendiumVersion, as_of: str | None = None) -> CarriedOut:
    """The instructions of a version carried out on the cards and books at hand; with a day, those in force by then."""
    orders = find_orders(kb, version)
    names, namesakes = know_card_names(kb), find_namesake_keys(kb)
    cards = know_cards(kb)
    asked = _of_cards((order for order in orders if not _waits(order, as_of)), names, namesakes)
    emended = _emend_cards(kb, (version.id,), cards, asked)
    pages = frozenset(name_key(each.id) for each in kb.manifest.cards) if kb.manifest is not None else frozenset()
    known = _Cards(cards, emended, asked, pages, partial(_key_of, names=names, namesakes=namesakes))
    done = tuple(
        _card_order(order, known, as_of) if order.instruction.target.card else _book_order(kb, order, as_of)
        for order in orders
    )
    made = tuple(each for key in sorted(emended) for each in emended[key])
    return CarriedOut(version, as_of, done, made, namesakes, names)


def emend_cards(kb: Kb) -> tuple[EmendedCard, ...]:
    """The cards at hand as the newest versions of all compendia make them, each that one of them asks something of;
    where two ask for other words, those of the version issued last stand, and what they ask alike is done once."""
    versions = kb.newest_versions
    if len(versions) == 1:
        return kb.memory.ask(carry_out, kb, versions[0]).cards
    names, namesakes = know_card_names(kb), find_namesake_keys(kb)
    asked = _of_cards(_once(order for each in versions for order in find_orders(kb, each)), names, namesakes)
    emended = _emend_cards(kb, tuple(each.id for each in versions), know_cards(kb), asked)
    return tuple(each for key in sorted(emended) for each in emended[key])


def carry_out_on_book(kb: Kb, version: CompendiumVersion, book: Book) -> tuple[BookOrder, ...]:
    """The instructions of a version for one book, carried out on its editions."""
    orders = (each for each in find_orders(kb, version) if each.instruction.target.work == book.work.id)
    return tuple(_book_order(kb, each, None) for each in orders)


def find_orders(kb: Kb, version: CompendiumVersion) -> tuple[Order, ...]:
    """What a version asks for, each operation once, in the order of its first place."""
    works = kb.manifest.works if kb.manifest is not None else tuple(book.work for book in kb.books.values())
    return kb.memory.ask(_find_orders, version, works, know_subjects(kb), tuple(kb.chronicles.values()))


def _find_orders(
    version: CompendiumVersion, works: Sequence[WorkEntry], cards: Collection[str], chronicles: Sequence[Chronicle]
) -> tuple[Order, ...]:
    found: dict[object, list[tuple[Instruction, Operation]]] = {}
    instructions = sorted(read_instructions(version, works, cards), key=lambda each: _rank(each.statement))
    for instruction in instructions:
        for operation in instruction.operations:
            found.setdefault(_key(instruction.target, operation), []).append((instruction, operation))
    stated = _stated(version, chronicles)
    orders: list[Order] = []
    for same in found.values():
        instruction, operation = same[0]
        statements = tuple(each.statement for each, _ in same)
        rulings = tuple(dict.fromkeys(name for each in statements for name in stated.get(each.span.start, ())))
        dates = [each.effective for each in statements if each.effective]
        orders.append(Order(instruction, operation, statements, rulings, min(dates, default=None)))
    return tuple(orders)


def _rank(statement: Statement) -> tuple[int, int]:
    place = _FIRST.index(statement.section) if statement.section in _FIRST else len(_FIRST)
    return place, statement.span.start


def _key(target: Target, operation: Operation) -> object:
    """What two instructions have in common that ask for the same: target and operation, spelling folded."""
    values = (getattr(operation, each.name) for each in fields(operation))
    folded = tuple(unaccented(normalise(value).text) if isinstance(value, str) else value for value in values)
    headings = tuple(map(name_key, target.headings))
    return name_key(target.card), target.work, headings, target.qualifier, type(operation), folded


def _stated(version: CompendiumVersion, chronicles: Sequence[Chronicle]) -> Mapping[int, tuple[RulingId, ...]]:
    """The rulings that stand at each statement of a version, by its place; errata alone where there are any."""
    found: dict[int, list[tuple[bool, RulingId]]] = {}
    for chronicle in chronicles:
        for life in chronicle.history.lives:
            for attestation in life.stated:
                if attestation.version == version.id:
                    for statement in attestation.statements:
                        found.setdefault(statement.span.start, []).append((attestation.kind == "erratum", life.id))
    return {
        start: tuple(name for erratum, name in each if erratum or not any(other for other, _ in each))
        for start, each in found.items()
    }


def _of_cards(orders: Iterable[Order], names: CardNames, namesakes: Mapping[str, str]) -> Mapping[str, Sequence[Order]]:
    """The orders for cards, by the key of the card's name."""
    found: dict[str, list[Order]] = {}
    for order in orders:
        if order.instruction.target.card:
            found.setdefault(_key_of(order.instruction.target.card, names, namesakes), []).append(order)
    return found


def _once(orders: Iterable[Order]) -> Collection[Order]:
    """Orders, of those that ask for the same the first, with the rulings of all."""
    found: dict[object, Order] = {}
    for order in orders:
        same = _key(order.instruction.target, order.operation)
        rulings = (*found.get(same, order).rulings, *order.rulings)
        found[same] = replace(found.get(same, order), rulings=tuple(dict.fromkeys(rulings)))
    return found.values()


def _waits(order: Order, as_of: str | None) -> bool:
    return bool(as_of and order.effective and days_of(as_of).last < days_of(order.effective).first)


class _Asked:
    """What was asked of cards last: what is asked still is the same value, and what came of it is known."""

    def __init__(self, versions: tuple[VersionId, ...]) -> None:
        self.of = versions
        self._known: Recent[Asked, Asked] = Recent()

    def of_cards(self, asked: Mapping[str, Sequence[Order]]) -> dict[str, tuple[Asked, ...]]:
        """What orders ask of each card, by the key of its name."""
        wanted = [
            Asked(each.operation, number, each.instruction.target.qualifier)
            for orders in asked.values()
            for number, each in enumerate(orders)
        ]
        known = iter(self._known.ask(lambda each: each, wanted))
        return {key: tuple(islice(known, len(orders))) for key, orders in asked.items()}


def _emend_cards(
    kb: Kb, versions: tuple[VersionId, ...], cards: Mapping[str, Sequence[Card]], wanted: Mapping[str, Sequence[Order]]
) -> dict[str, tuple[EmendedCard, ...]]:
    """The cards at hand that some orders of versions are for, as emended, by the key of their names."""
    figures = kb.manifest.figures if kb.manifest is not None else {}
    orders = {key: wanted[key] for key in wanted if key in cards}
    asked = kb.memory.ask(_Asked, versions).of_cards(orders)
    return {
        key: _each_its_own(
            [EmendedCard(card, kb.memory.ask(_emend, card, asked[key], figures), tuple(mine)) for card in cards[key]]
        )
        for key, mine in orders.items()
    }


def _each_its_own(same: Sequence[EmendedCard]) -> tuple[EmendedCard, ...]:
    """Cards of one name, an order left to that which has its words: where one card has them, it is not about others
    that have none of them."""
    if len(same) < 2:
        return tuple(same)
    has = [
        {number for number in range(len(card.orders)) if any(_fits(each.outcomes[number]) for each in card.printings)}
        for card in same
    ]
    return tuple(
        replace(card, printings=tuple(_left_to_others(each, own, frozenset().union(*has)) for each in card.printings))
        for card, own in zip(same, has, strict=True)
    )


def _left_to_others(printing: EmendedPrinting, own: Collection[int], fits: Collection[int]) -> EmendedPrinting:
    """A printing of a card, orders left to other cards of its name where only those have their words."""
    elsewhere = [outcome.asked.order in fits and outcome.asked.order not in own for outcome in printing.outcomes]
    if not any(elsewhere):
        return printing
    outcomes = zip(printing.outcomes, elsewhere, strict=True)
    return replace(printing, outcomes=tuple(replace(o, tried=_OTHER_CARD) if not_it else o for o, not_it in outcomes))


_OTHER_CARD = Tried((), Refusal.OUTSIDE_SCOPE, "its words stand on another card of the name")


def _emend(card: Card, asked: Sequence[Asked], figures: Mapping[str, str]) -> tuple[EmendedPrinting, ...]:
    made = [emend_printing(card, each, asked, figures) for each in card.printings]
    gone = {
        number
        for number, each in enumerate(asked)
        if isinstance(each.operation, Remove) and any(face.outcomes[number].tried.refusal is None for face in made)
    }
    return tuple(
        replace(each, outcomes=tuple(_gone(o) if o.asked.order in gone else o for o in each.outcomes)) for each in made
    )


_GONE = Tried((), Refusal.ALREADY_APPLIED, "another text has the words that go, and this one has not")


def _gone(outcome: Outcome) -> Outcome:
    """That words are gone is seen where another printing has them: there is nothing else to see them by."""
    return replace(outcome, tried=_GONE) if outcome.tried.refusal is Refusal.TEXT_NOT_FOUND else outcome


@dataclass(frozen=True, slots=True)
class _Cards:
    """The cards at hand, as emended, with what was asked of each, by the key of their names; the keys of all pages;
    what key a name means."""

    cards: Mapping[str, Sequence[Card]]
    emended: Mapping[str, Sequence[EmendedCard]]
    asked: Mapping[str, Sequence[Order]]
    pages: frozenset[str]
    key_of: Callable[[str], str]


def _card_order(order: Order, known: _Cards, as_of: str | None) -> CardOrder:
    name = order.instruction.target.card
    key = known.key_of(name)
    if _waits(order, as_of):
        return CardOrder(order, next(iter(known.cards.get(key, ())), None), (), Refusal.NOT_YET_EFFECTIVE)
    if key not in known.cards:
        if isinstance(order.operation, Unclear):
            return CardOrder(order, None, (), Refusal.NEEDS_HUMAN)
        listed = key in known.pages or name_key(slug_of(unaccented(upright(name)))) in known.pages
        return CardOrder(order, None, (), Refusal.SOURCE_UNAVAILABLE if listed else Refusal.TARGET_MISSING)
    number = next(at for at, each in enumerate(known.asked[key]) if each is order)
    tried = [(card.card, each, each.outcomes[number]) for card in known.emended[key] for each in card.printings]
    changed = (card for card, _, outcome in tried if _fits(outcome))
    card = next(changed, known.cards[key][0])
    return CardOrder(order, card, tuple((each, outcome) for _, each, outcome in tried))


def _book_order(kb: Kb, order: Order, as_of: str | None) -> BookOrder:
    """An order for a book, tried on its base edition and on its emended one."""
    target = order.instruction.target
    if _waits(order, as_of):
        return BookOrder(order, (), Refusal.NOT_YET_EFFECTIVE)
    if isinstance(order.operation, Unclear) or target.work is None:
        return BookOrder(order, (), Refusal.NEEDS_HUMAN)
    book = kb.books.get(target.work)
    editions = tuple(each for each in (book.base, book.emended) if each is not None) if book is not None else ()
    if not editions:
        return BookOrder(order, (), Refusal.SOURCE_UNAVAILABLE)

    def numbered(document: Document) -> Numbering:
        return kb.memory.ask(number_rules, document)

    tried = tuple((each, change_book(each.document, target.headings, order.operation, numbered)) for each in editions)
    if isinstance(order.operation, Remove) and any(outcome.tried.refusal is None for _, outcome in tried):
        absent = Refusal.TEXT_NOT_FOUND
        tried = tuple((each, BookOutcome(_GONE) if o.tried.refusal is absent else o) for each, o in tried)
    return BookOrder(order, tried)


def outcome_of(each: CardOrder | BookOrder) -> str:
    """What came of an order in a word: `applied` where any text was changed by it, else `already-applied` where any has
    it, else the refusal."""
    if each.refusal is not None:
        return each.refusal.value
    refusals = [outcome.tried.refusal for _, outcome in each.outcomes]
    if None in refusals:
        return "applied"
    told = (Refusal.ALREADY_APPLIED, Refusal.NEEDS_HUMAN, Refusal.TEXT_AMBIGUOUS, *Refusal)
    first: Refusal = next((refusal for refusal in told if refusal in refusals), Refusal.NEEDS_HUMAN)
    return first.value
