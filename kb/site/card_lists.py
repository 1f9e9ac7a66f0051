"""Lists of cards: the cards of a site come in, their lists by name and by kind go out.

A kind is what the frame of a printing tells (`storm`; `storm-second` is one of its reprints), and within it the
classification that the card prints.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from kb.model import Document
from kb.site.addresses import Place
from kb.site.base import Base
from kb.site.card_places import PlacedCard, letter_page
from kb.site.cards import family


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card in a list: its name and address, its kinds and sets, how many rulings are on it, and whether errata change
    its words."""

    name: str
    address: str
    kinds: tuple[str, ...]
    sets: tuple[str, ...]
    rulings: int
    changed: bool


@dataclass(frozen=True, slots=True)
class CardShelf:
    """The cards under one letter, with the address of their list."""

    letter: str
    page: str
    cards: tuple[PlacedCard, ...] = field(repr=False)

    @property
    def documents(self) -> tuple[Document, ...]:
        """The texts of its cards."""
        return tuple(each.card.document for each in self.cards)


@dataclass(frozen=True, slots=True)
class CardLists:
    """Some cards in lists. `letters` are all letters that have cards, with the address of each and its cards among
    these; `kinds` the cards by kind and classification."""

    count: int
    lines: tuple[CardLine, ...] = field(repr=False)
    letters: tuple[tuple[str, str, tuple[CardLine, ...]], ...] = field(repr=False)
    kinds: tuple[tuple[str, tuple[tuple[str, tuple[CardLine, ...]], ...]], ...] = field(repr=False)


def list_shelves(base: Base) -> Iterator[CardShelf]:
    """The cards by letter."""
    for letter, group in groupby(base.cards.placed, key=lambda each: each.letter):
        yield CardShelf(letter, letter_page(letter), tuple(group))


def list_cards(base: Base, cards: Sequence[PlacedCard], here: str) -> CardLists:
    """Some cards as lists of the page `here`."""
    lines = {each.page: _line(base, each, here) for each in cards}
    letters = tuple(
        (shelf.letter, Place(shelf.page).seen_from(here), tuple(lines[e.page] for e in shelf.cards if e.page in lines))
        for shelf in list_shelves(base)
    )
    return CardLists(len(cards), tuple(lines.values()), letters, tuple(_kinds(base, cards, lines)))


def _line(base: Base, placed: PlacedCard, here: str) -> CardLine:
    printings, emended = placed.card.printings, base.lore.emended.get(placed.key)
    return CardLine(
        name=placed.card.name,
        address=Place(placed.page).seen_from(here),
        kinds=tuple(dict.fromkeys(each.classification for each in printings if each.classification)),
        sets=tuple(dict.fromkeys(each.set for each in printings if each.set)),
        rulings=len(base.lore.lives.get(placed.key, ())),
        changed=emended is not None and emended.card is placed.card and any(each.changed for each in emended.printings),
    )


def _kinds(
    base: Base, cards: Sequence[PlacedCard], lines: dict[str, CardLine]
) -> Iterator[tuple[str, tuple[tuple[str, tuple[CardLine, ...]], ...]]]:
    frames = frozenset(printing.frame for each in base.cards.placed for printing in each.card.printings)
    found: dict[str, dict[str, dict[str, CardLine]]] = {}
    for each in cards:
        for printing in each.card.printings:
            kind = family(printing.frame, frames).replace("-", " ")
            kind = kind[:1].upper() + kind[1:] or base.words("cards.other")
            found.setdefault(kind, {}).setdefault(printing.classification, {})[each.page] = lines[each.page]
    for kind, classes in sorted(found.items()):
        yield kind, tuple((name, tuple(group.values())) for name, group in sorted(classes.items()))
