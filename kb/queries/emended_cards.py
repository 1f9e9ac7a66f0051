"""Cards as emended: what orders ask of each card is carried out on its printings."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, repeat

from kb.graph import Kb
from kb.grouping import group_pairs
from kb.instructions import Asked, EmendedPrinting, Outcome, Remove, Tried, emend_printing, find_families, read_face
from kb.memory import Recent
from kb.model import VersionId
from kb.provenance import Refusal
from kb.queries.orders import Order
from kb.sheets import Card, Printing
from kb.terms import CardNames


@dataclass(frozen=True, slots=True)
class EmendedCard:
    """A card with its printings as emended; their outcomes name an order by its number among `orders`."""

    card: Card
    printings: tuple[EmendedPrinting, ...]
    orders: tuple[Order, ...]

    def number_of(self, order: Order) -> int | None:
        """The number of an order among its own, or of one that asks for the same; None where it has none."""
        return next(
            (number for number, each in enumerate(self.orders) if each.asks_of_card == order.asks_of_card), None
        )

    def by_version(self) -> tuple[EmendedPrinting, ...]:
        """The printings, an order left to the version of the card that has its words: where a printing has none of
        them and one of another version does, the order is not about it."""
        every = find_families(self.card)
        families = [every[self.card.printings.index(each.printing)] for each in self.printings]
        has = [
            {family for family, each in zip(families, self.printings, strict=True) if fits(each.outcomes[number])}
            for number in range(len(self.orders))
        ]
        return tuple(
            replace(each, outcomes=tuple(_left_to(o, family, has[o.asked.order]) for o in each.outcomes))
            for family, each in zip(families, self.printings, strict=True)
        )


def on_others(alone: EmendedCard, together: EmendedCard | None) -> EmendedCard:
    """A card as the orders of one version make it; as those of all compendia do, where one of its own is carried out
    only on what theirs have made."""
    if together is None:
        return alone
    for number, order in enumerate(alone.orders):
        at = together.number_of(order)
        for own, every in zip(alone.printings, together.printings, strict=True):
            done = at is not None and every.outcomes[at].tried.refusal is None
            if done and own.outcomes[number].tried.refusal is not None:
                return together
    return alone


def fits(outcome: Outcome) -> bool:
    """Whether an instruction is carried out in a text, or its words stand there."""
    return outcome.tried.refusal in {None, Refusal.ALREADY_APPLIED}


_OTHER = Tried((), Refusal.OUTSIDE_SCOPE, "its words stand in another version of the card")


def _left_to(outcome: Outcome, family: tuple[str, str], has: Collection[tuple[str, str]]) -> Outcome:
    absent = outcome.tried.refusal is Refusal.TEXT_NOT_FOUND and outcome.tried.relation is None
    return replace(outcome, tried=_OTHER) if absent and has and family not in has else outcome


def key_of(name: str, names: CardNames, namesakes: Mapping[str, str]) -> str:
    """What the card is known by that a name means."""
    key = names.key_of(name)
    return namesakes.get(key, key)


def orders_by_card(
    orders: Iterable[Order], names: CardNames, namesakes: Mapping[str, str]
) -> Mapping[str, Sequence[Order]]:
    """The orders for cards, by the key of the card's name."""
    called = ((order.instruction.target.card, order) for order in orders)
    return group_pairs((key_of(card, names, namesakes), order) for card, order in called if card)


class _Asked:
    """What was asked of cards last: what is asked still is the same value, and what came of it is known."""

    def __init__(self, versions: tuple[VersionId, ...]) -> None:
        self.of = versions
        self._known: Recent[Asked, Asked] = Recent()

    def of_cards(self, asked: Mapping[str, Sequence[Order]]) -> dict[str, tuple[Asked, ...]]:
        """What orders ask of each card, by the key of its name."""
        wanted = [
            Asked(each.operation, number, each.instruction.target.qualifier, each.days)
            for orders in asked.values()
            for number, each in enumerate(orders)
        ]
        known = iter(self._known.ask(lambda each: each, wanted))
        return {key: tuple(islice(known, len(orders))) for key, orders in asked.items()}


def emend_asked(
    kb: Kb, versions: tuple[VersionId, ...], cards: Mapping[str, Sequence[Card]], wanted: Mapping[str, Sequence[Order]]
) -> dict[str, tuple[EmendedCard, ...]]:
    """The cards at hand that some orders of versions are for, as emended, by the key of their names."""
    figures = kb.manifest.figures
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
        {number for number in range(len(card.orders)) if any(fits(each.outcomes[number]) for each in card.printings)}
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
    made: list[EmendedPrinting] = []
    wanted = tuple(asked)
    for printing in card.printings:
        made.append(emend_printing(card, printing, wanted, figures))
        wanted = tuple(map(_name_words, wanted, made[-1].outcomes, repeat(printing)))
    gone = {
        number
        for number, each in enumerate(asked)
        if isinstance(each.operation, Remove) and any(face.outcomes[number].tried.refusal is None for face in made)
    }
    return tuple(
        replace(each, outcomes=tuple(_gone(o) if o.asked.order in gone else o for o in each.outcomes)) for each in made
    )


def _name_words(asked: Asked, outcome: Outcome, printing: Printing) -> Asked:
    """An operation that took a part of a printing out, with the words that went: a reprint may be without them."""
    if not isinstance(asked.operation, Remove) or asked.operation.old or not outcome.tried.edits:
        return asked
    paragraphs = read_face(printing).passage.paragraphs
    words = (paragraphs[each.paragraph][each.span.start : each.span.end].strip() for each in outcome.tried.edits)
    return replace(asked, operation=Remove(" ".join(words)))


GONE = Tried((), Refusal.ALREADY_APPLIED, "another text has the words that go, and this one has not")


def _gone(outcome: Outcome) -> Outcome:
    """That words are gone is seen where another printing has them: there is nothing else to see them by."""
    return replace(outcome, tried=GONE) if outcome.tried.refusal is Refusal.TEXT_NOT_FOUND else outcome
