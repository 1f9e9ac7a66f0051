"""Where cards stand on the site: the cards of a knowledge base come in, a page for each goes out.

A card's page lies under its letter, by its name; two of one name are counted up, and each is told from the others by
what it is. What is known of cards beyond their
own pages (`CardLore`) is gathered once for a whole site.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kb.attested import Life
from kb.graph import Kb
from kb.html.clean import may_be_placed
from kb.paths import free_name
from kb.places.addresses import Place
from kb.places.alphabet import OTHER, first_letter, fold
from kb.places.sheets import Answer
from kb.queries.emended_cards import EmendedCard
from kb.queries.namesakes import find_renames, know_card_names
from kb.rulings import slug_of
from kb.sheets import Card
from kb.terms import CardNames, name_key, printed_names, unaccented
from kb.text import Span, with_capital

INDEX = "cards/"
KINDS = "cards/kinds/"


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card with the address of its page."""

    card: Card
    letter: str
    page: str
    key: str
    """What it is known by."""
    apart: str = ""
    """What tells it from the other cards of its name, if there are any."""

    @property
    def path(self) -> str:
        """The file of its text."""
        return self.card.document.source.path

    @property
    def title(self) -> str:
        """Its name, with what tells it from the others of that name."""
        return f"{self.card.name} ({self.apart})" if self.apart else self.card.name


@dataclass(frozen=True, slots=True)
class CardPlaces:
    """The cards in the order of their names, and by the key of their names, mostly one, those of one name in order."""

    placed: tuple[PlacedCard, ...] = field(default=(), repr=False)
    by_key: Mapping[str, tuple[PlacedCard, ...]] = field(default_factory=dict, repr=False)
    names: CardNames = field(default_factory=CardNames, repr=False)
    printed: tuple[tuple[str, PlacedCard], ...] = field(default=(), repr=False)
    """The names that only printings have, or that errata give or take, each with its card."""

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters that names of cards stand under, those that only printings have too."""
        names = (*(each.card.name for each in self.placed), *(name for name, _ in self.printed))
        return tuple(dict.fromkeys(first_letter(name) for name in sorted(names, key=fold)))

    def find(self, name: str) -> PlacedCard | None:
        """The card of a name, however it is spelled; of several the first."""
        return next(iter(self.by_key.get(self.names.key_of(name), ())), None)

    def others(self, placed: PlacedCard) -> tuple[PlacedCard, ...]:
        """The other cards of a card's name."""
        return tuple(each for each in self.by_key.get(placed.key, ()) if each.page != placed.page)

    def pages(self) -> dict[str, str]:
        """The page of each card, by the path of its text."""
        return {each.path: each.page for each in self.placed}

    def anchors(self) -> dict[str, Mapping[str, Place]]:
        """Where the printings stand, by the path of the card's text and their anchors there."""
        return {
            each.path: {
                anchor: Place(each.page, anchor)
                for anchor in (*(one.anchor for one in each.card.printings), *(one.id for one in each.card.untold))
                if may_be_placed(anchor)
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
    return kb.memory.ask(_place_cards, kb.cards, know_card_names(kb), find_renames(kb))


def _place_cards(cards: Sequence[Card], names: CardNames, renames: Mapping[str, str]) -> CardPlaces:
    taken: dict[str, set[str]] = {}
    placed: list[PlacedCard] = []
    for card in sorted(cards, key=lambda each: (fold(each.name), *_file(each))):
        letter = first_letter(card.name)
        slug = free_name(slug_of(unaccented(card.name)), taken.setdefault(letter, set()))
        placed.append(PlacedCard(card, letter, f"{letter_page(letter)}{slug}/", names.key_of(card.name)))
    by_key: dict[str, list[PlacedCard]] = {}
    for each in placed:
        by_key.setdefault(each.key, []).append(each)
    apart = {
        each.page: told
        for same in by_key.values()
        if len(same) > 1
        for each, told in zip(same, _tell_apart([one.card for one in same]), strict=True)
    }
    told = tuple(replace(each, apart=apart[each.page]) if each.page in apart else each for each in placed)
    pages = {each.page: each for each in told}
    of_key = {key: tuple(pages[each.page] for each in same) for key, same in by_key.items()}
    printed = [(name, each) for each in told for name in printed_names(each.card)]
    known = {names.key_of(name) for name, _ in printed}
    printed += [
        (name, of_key[names.key_of(card)][0]) for name, card in renames.items() if names.key_of(name) not in known
    ]
    return CardPlaces(told, of_key, names, tuple(printed))


def _file(card: Card) -> tuple[str, str]:
    """The file of a card's text: `gull` goes before `gull-young`, which its full name would not."""
    path = card.document.source.path
    return path.rpartition(".")[0], path


def _tell_apart(cards: Sequence[Card]) -> tuple[str, ...]:
    """What tells cards of one name apart: the first of class, frame and set, or of these together, that is another for
    each; else the class of each with its number."""
    first = [next(iter(card.printings), None) for card in cards]
    classes = [each.classification if each else "" for each in first]
    frames = [with_capital(each.frame.replace("-", " ")) if each else "" for each in first]
    sets = [each.set if each else "" for each in first]
    for parts in ((classes,), (frames,), (frames, classes), (sets,), (classes, sets), (frames, classes, sets)):
        told = tuple(", ".join(filter(None, each)) for each in zip(*parts, strict=True))
        if all(told) and len({name_key(each) for each in told}) == len(told):
            return told
    return tuple(", ".join(filter(None, (each, str(number)))) for number, each in enumerate(classes, 1))


@dataclass(frozen=True, slots=True)
class Naming:
    """A text that names a card: its place, what it is called, its words and where in them the name stands. `group` is
    the book a rule stands in; `remark` is the key of what to say of a ruling that does not hold in these words."""

    place: Place
    title: str
    words: str = field(repr=False)
    span: Span
    group: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class CardLore:
    """What the texts know of cards, by the keys of these: the rulings on them, the answers, rules and other rulings
    that name them, and the names they are called by that are not quite theirs; and their errata carried out, by the
    path of each card's text."""

    emended: Mapping[str, EmendedCard] = field(default_factory=dict, repr=False)
    lives: Mapping[str, tuple[Life, ...]] = field(default_factory=dict, repr=False)
    answers: Mapping[str, tuple[Answer, ...]] = field(default_factory=dict, repr=False)
    rules: Mapping[str, tuple[Naming, ...]] = field(default_factory=dict, repr=False)
    named: Mapping[str, tuple[Naming, ...]] = field(default_factory=dict, repr=False)
    called: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
