"""Errata that say how to change a text, carried out: what each asks for, and what came of it in each text."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial

from kb.dates import Days, days_of
from kb.graph import Kb
from kb.instructions import EmendedPrinting, Outcome, Unclear
from kb.model import CompendiumVersion, RulingId
from kb.provenance import Refusal
from kb.queries.emended_books import BookOrder, order_books
from kb.queries.emended_cards import EmendedCard, emend_asked, key_of, on_others, orders_by_card
from kb.queries.namesakes import find_namesake_keys, find_namesakes, know_card_names, know_cards
from kb.queries.orders import Order, find_orders, merge_orders, waits
from kb.queries.standing_orders import find_standing_orders, leave_reset
from kb.rulings import slug_of
from kb.sheets import Card
from kb.terms import CardNames, name_key, unaccented, upright


@dataclass(frozen=True, slots=True)
class CardOrder:
    """An order for a card, and what came of it in each printing of all cards of the name."""

    order: Order
    outcomes: tuple[tuple[EmendedPrinting, Outcome], ...]
    refusal: Refusal | None = None


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
        return key_of(name, self.names, self.namesakes)

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


def carry_out(kb: Kb, version: CompendiumVersion, as_of: str | None = None) -> CarriedOut:
    """The instructions of a version carried out on the cards and books at hand; with a day, those in effect by then.

    One that asks to change words which an earlier one put on a card, of another compendium or of an older version that
    stands, is carried out on these; so is one for a book.
    """
    orders = find_orders(kb, version)
    names, namesakes = know_card_names(kb), find_namesake_keys(kb)
    cards = know_cards(kb)
    asked = orders_by_card((order for order in orders if not waits(order, as_of)), names, namesakes)
    emended = _on_others(kb, version, as_of, emend_asked(kb, (version.id,), cards, asked))
    pages = frozenset(name_key(each.id) for each in kb.manifest.cards)
    known = _Cards(cards, emended, pages, partial(key_of, names=names, namesakes=namesakes))
    on_books = iter(order_books(kb, version, [each for each in orders if not each.instruction.target.card], as_of))
    done = tuple(
        _card_order(order, known, as_of) if order.instruction.target.card else next(on_books) for order in orders
    )
    made = tuple(each for key in sorted(emended) for each in emended[key])
    return CarriedOut(version, as_of, done, made, namesakes, names)


def emend_cards(kb: Kb) -> tuple[EmendedCard, ...]:
    """The cards at hand as the newest versions of all compendia make them, and what older ones ask that is in force
    still; where two ask for other words, those of the version issued last stand, and what they ask alike is done
    once."""
    versions = kb.newest_versions
    alone = len(versions) == 1 and not _stand(kb, None)
    return kb.memory.ask(carry_out, kb, versions[0]).cards if alone else _emend_by_all(kb, None)


def _stand(kb: Kb, as_of: str | None) -> tuple[Order, ...]:
    """The orders for cards of older versions that are in force still, or on a day."""
    return tuple(order for _, order in _orders_older(kb, as_of) if order.instruction.target.card)


def orders_standing(kb: Kb, as_of: str | None) -> Iterator[tuple[CompendiumVersion, Order]]:
    """The orders of older versions, with these, that are in force still, or on a day."""
    newest = kb.newest_versions_on(days_of(as_of) if as_of else None)
    asked = (order for version in newest for order in find_orders(kb, version))
    return leave_reset(asked, tuple(_orders_older(kb, as_of)))


def _orders_older(kb: Kb, as_of: str | None) -> Iterator[tuple[CompendiumVersion, Order]]:
    """The same, with those on whose figures later ones rest."""
    day = days_of(as_of) if as_of else None
    return find_standing_orders(kb, kb.newest_versions_on(day), day or Days(date.max, date.max))


def _emend_by_all(kb: Kb, as_of: str | None) -> tuple[EmendedCard, ...]:
    """The same by orders of several compendia; with a day, by those in force by then."""
    versions = kb.newest_versions_on(days_of(as_of) if as_of else None)
    standing = _stand(kb, as_of)
    known = frozenset(name for each in standing for name in each.rulings)
    every = (*(order for each in versions for order in find_orders(kb, each)), *standing)
    meant = find_namesakes(kb)
    orders = (_as_worded(_named_right(order, meant), known) for order in every if not waits(order, as_of))
    asked = orders_by_card(merge_orders(orders), know_card_names(kb), find_namesake_keys(kb))
    emended = emend_asked(kb, tuple(each.id for each in versions), know_cards(kb), asked)
    return tuple(each for key in sorted(emended) for each in emended[key])


def _named_right(order: Order, meant: Mapping[str, str]) -> Order:
    """An order under the name of its card, where it miswrites that: what another asks in the same words is one."""
    target = order.instruction.target
    if target.card not in meant:
        return order
    return replace(order, instruction=replace(order.instruction, target=replace(target, card=meant[target.card])))


def _as_worded(order: Order, rulings: frozenset[RulingId]) -> Order:
    """An order of some rulings, of which older wordings stand too, as of the days of its own wording."""
    return replace(order, days=order.worded) if not rulings.isdisjoint(order.rulings) else order


def _on_others(
    kb: Kb, version: CompendiumVersion, as_of: str | None, emended: Mapping[str, tuple[EmendedCard, ...]]
) -> Mapping[str, tuple[EmendedCard, ...]]:
    """Cards as a version makes them, beside the newest ones of other compendia where its orders need theirs."""
    newest = kb.newest_versions_on(days_of(as_of) if as_of else None)
    if version not in newest or (len(newest) == 1 and not _stand(kb, as_of)):
        return emended
    by_all = kb.memory.ask(emend_cards, kb) if as_of is None else _emend_by_all(kb, as_of)
    together = {each.card.document.source.path: each for each in by_all}
    return {
        key: tuple(on_others(each, together.get(each.card.document.source.path)) for each in cards)
        for key, cards in emended.items()
    }


@dataclass(frozen=True, slots=True)
class _Cards:
    """The cards at hand, and as emended, by the key of their names; the keys of all pages; what key a name means."""

    cards: Mapping[str, Sequence[Card]]
    emended: Mapping[str, Sequence[EmendedCard]]
    pages: frozenset[str]
    key_of: Callable[[str], str]


def _card_order(order: Order, known: _Cards, as_of: str | None) -> CardOrder:
    name = order.instruction.target.card
    key = known.key_of(name)
    if waits(order, as_of):
        return CardOrder(order, (), Refusal.NOT_YET_EFFECTIVE)
    if key not in known.cards:
        if isinstance(order.operation, Unclear):
            return CardOrder(order, (), Refusal.NEEDS_HUMAN)
        listed = key in known.pages or name_key(slug_of(unaccented(upright(name)))) in known.pages
        return CardOrder(order, (), Refusal.SOURCE_UNAVAILABLE if listed else Refusal.TARGET_MISSING)
    emended = [(card, number) for card in known.emended[key] if (number := card.number_of(order)) is not None]
    return CardOrder(order, tuple((each, each.outcomes[number]) for card, number in emended for each in card.printings))


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
