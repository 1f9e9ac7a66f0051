"""Where cards stand on the site: the cards of a knowledge base come in, a page for each goes out.

A card's page lies under its letter, by its name; two of one name are counted up. What is known of cards beyond their
own pages (`CardLore`) is gathered once for a whole site.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kb.attested import Life
from kb.graph import Kb
from kb.html.clean import may_be_placed
from kb.paths import free_name
from kb.queries.instructions import EmendedCard
from kb.rulings import slug_of
from kb.sheets import Card
from kb.site.addresses import Place
from kb.site.alphabet import OTHER, first_letter, fold
from kb.site.sheets import Answer
from kb.terms import name_key, unaccented
from kb.text import Span

INDEX = "cards/"
KINDS = "cards/kinds/"


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card with the address of its page."""

    card: Card
    letter: str
    page: str

    @property
    def key(self) -> str:
        """What it is known by."""
        return name_key(self.card.name)


@dataclass(frozen=True, slots=True)
class CardPlaces:
    """The cards in the order of their names, and by the key of their names: the first of one name."""

    placed: tuple[PlacedCard, ...] = field(default=(), repr=False)
    by_key: Mapping[str, PlacedCard] = field(default_factory=dict, repr=False)

    def find(self, name: str) -> PlacedCard | None:
        """The card of a name, however it is spelled."""
        return self.by_key.get(name_key(name))

    def pages(self) -> dict[str, str]:
        """The page of each card, by the path of its text."""
        return {each.card.document.source.path: each.page for each in self.placed}

    def anchors(self) -> dict[str, Mapping[str, Place]]:
        """Where the printings stand, by the path of the card's text and their anchors there."""
        return {
            each.card.document.source.path: {
                printing.anchor: Place(each.page, printing.anchor)
                for printing in each.card.printings
                if may_be_placed(printing.anchor)
            }
            for each in self.placed
        }


def letter_page(letter: str) -> str:
    """The address of the cards under a letter."""
    return f"{INDEX}{letter.lower() if letter != OTHER else 'other'}/"


def kind_page(slug: str) -> str:
    """The address of the cards of a kind, where there are many."""
    return f"{KINDS}{slug}/"


def place_cards(kb: Kb) -> CardPlaces:
    """The pages of all cards."""
    taken: dict[str, set[str]] = {}
    placed: list[PlacedCard] = []
    for card in sorted(kb.cards, key=lambda each: (fold(each.name), each.document.source.path)):
        letter = first_letter(card.name)
        slug = free_name(slug_of(unaccented(card.name)), taken.setdefault(letter, set()))
        placed.append(PlacedCard(card, letter, f"{letter_page(letter)}{slug}/"))
    return CardPlaces(tuple(placed), {each.key: each for each in reversed(placed)})


@dataclass(frozen=True, slots=True)
class Naming:
    """A text that names a card: its place, what it is called, its words and where in them the name stands. `group` is
    the book a rule stands in; `ended` says that a ruling is no more."""

    place: Place
    title: str
    words: str = field(repr=False)
    span: Span
    group: str = ""
    ended: bool = False


@dataclass(frozen=True, slots=True)
class CardLore:
    """What the texts know of cards, by the keys of these: their errata carried out, the rulings on them, the answers,
    rules and other rulings that name them, and the names they are called by that are not quite theirs."""

    emended: Mapping[str, EmendedCard] = field(default_factory=dict, repr=False)
    lives: Mapping[str, tuple[Life, ...]] = field(default_factory=dict, repr=False)
    answers: Mapping[str, tuple[Answer, ...]] = field(default_factory=dict, repr=False)
    rules: Mapping[str, tuple[Naming, ...]] = field(default_factory=dict, repr=False)
    named: Mapping[str, tuple[Naming, ...]] = field(default_factory=dict, repr=False)
    called: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
