"""Lists of cards: the cards of a site come in, their lists by name and by kind go out.

A kind is what the frame of a printing tells (`storm`; `storm-second` is one of its reprints), and within it the
classification that the card prints. A few cards stand on one page each by name and by kind; many have a page for each
letter and each kind, and those two pages only count them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from kb.card_pages.apart import rulings_on
from kb.card_pages.cards import family
from kb.model import Document
from kb.places.addresses import Place
from kb.places.alphabet import first_letter, fold
from kb.places.base import Base
from kb.places.cards import PlacedCard, kind_page, letter_page
from kb.rulings import slug_of
from kb.text import with_capital

FEW = 400
"""So many cards stand in one list: their names are about 30 kB of a page. A game has a few dozen or more than a
thousand."""
LONG = 60
"""A list longer than this, some four screens, has jumps into it."""


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card in a list: its name and address, its kinds and sets, how many rulings are on it, and whether errata change
    its words. The first of those that begin alike has an `anchor`; `apart` tells it from others of its name. A name
    that only a printing has stands in a list by name too, and `of` says which card it leads to."""

    name: str
    address: str
    kinds: tuple[str, ...]
    sets: tuple[str, ...]
    rulings: int
    changed: bool
    anchor: str = ""
    apart: str = ""
    of: str = ""


@dataclass(frozen=True, slots=True)
class CardShelf:
    """The cards under one letter or of one kind, with its name and the address of their list; under a letter also the
    names that only printings have, each with its card."""

    name: str
    page: str
    cards: tuple[PlacedCard, ...] = field(repr=False)
    printed: tuple[tuple[str, PlacedCard], ...] = field(default=(), repr=False)

    @property
    def documents(self) -> tuple[Document, ...]:
        """The texts of its cards, and of those its names lead to."""
        every = {each.page: each for each in (*self.cards, *(placed for _, placed in self.printed))}
        return tuple(each.card.document for each in every.values())


@dataclass(frozen=True, slots=True)
class CardClass:
    """The cards of a kind that print one classification; no name for those that print none."""

    name: str
    anchor: str
    cards: tuple[CardLine, ...] = field(repr=False)

    @property
    def letters(self) -> tuple[tuple[str, tuple[CardLine, ...]], ...]:
        """Many cards by letter; few together."""
        if len(self.cards) <= LONG:
            return (("", self.cards),)
        grouped = groupby(self.cards, key=lambda line: first_letter(line.name))
        return tuple((letter, tuple(lines)) for letter, lines in grouped)


@dataclass(frozen=True, slots=True)
class CardKind:
    """The cards of a kind by classification: its name, its anchor in the list of kinds, the address of its own page
    (empty where the list holds all), how many cards."""

    name: str
    anchor: str
    address: str
    count: int
    classes: tuple[CardClass, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class CardLetter:
    """A letter that has names of cards: the address of its list, how many in all, and its cards among those listed."""

    letter: str
    address: str
    count: int
    cards: tuple[CardLine, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class CardLists:
    """Some cards in lists: by name, under all letters that have names, by kind. `few` says that one page holds all;
    `jumps` lead into a long list: words and anchor."""

    count: int
    few: bool
    lines: tuple[CardLine, ...] = field(repr=False)
    letters: tuple[CardLetter, ...] = field(repr=False)
    kinds: tuple[CardKind, ...] = field(repr=False)

    @property
    def jumps(self) -> tuple[tuple[str, str], ...]:
        """The beginnings in the list that have an anchor."""
        return tuple((line.anchor.capitalize(), line.anchor) for line in self.lines if line.anchor)

    @property
    def changed(self) -> int:
        """How many of the cards errata changed."""
        return sum(line.changed for line in self.lines)


def list_shelves(base: Base) -> Iterator[CardShelf]:
    """The cards by letter."""
    for letter in base.cards.letters:
        cards = tuple(each for each in base.cards.placed if each.letter == letter)
        printed = tuple(each for each in base.cards.printed if first_letter(each[0]) == letter)
        yield CardShelf(letter, letter_page(letter), cards, printed)


def list_kinds(base: Base) -> Iterator[CardShelf]:
    """The cards by kind, where there are too many for one page."""
    if len(base.cards.placed) <= FEW:
        return
    pages = {placed.page: placed for placed in base.cards.placed}
    for name, classes in _find_kinds(base, base.cards.placed).items():
        shown = tuple(pages[page] for page in dict.fromkeys(page for group in classes.values() for page in group))
        yield CardShelf(name, kind_page(slug_of(name)), shown)


def list_cards(
    base: Base, cards: Sequence[PlacedCard], here: str, printed: Iterable[tuple[str, PlacedCard]] = ()
) -> CardLists:
    """Some cards as lists of the page `here`; those by name have the names that only printings have (`printed`) too."""
    lines = {each.page: _line(base, each, here) for each in cards}
    named = _by_name(lines, printed, here)
    few = len(base.cards.placed) <= FEW
    letters = tuple(
        CardLetter(
            shelf.name,
            Place(shelf.page).seen_from(here),
            len(shelf.cards),
            tuple(line for line in named if first_letter(line.name) == shelf.name),
        )
        for shelf in list_shelves(base)
    )
    kinds = tuple(
        _kind(name, classes, lines, "" if few else here) for name, classes in _find_kinds(base, cards).items()
    )
    return CardLists(len(cards), few, tuple(_anchored(named)), letters, kinds)


def _by_name(
    lines: Mapping[str, CardLine], printed: Iterable[tuple[str, PlacedCard]], here: str
) -> tuple[CardLine, ...]:
    """The lines of some cards in the order of their names, those of names that only a printing has among them."""
    ways = ((name, Place(placed.page).seen_from(here), placed.title) for name, placed in printed)
    found = (*lines.values(), *(CardLine(name, way, (), (), 0, False, of=title) for name, way, title in ways))
    return tuple(sorted(found, key=lambda line: fold(line.name)))


def _anchored(lines: Sequence[CardLine]) -> Iterator[CardLine]:
    """The lines of a list in order; in a long one the first of each beginning has an anchor."""
    before = ""
    for line in lines:
        begins = fold(line.name).replace(" ", "")[:2]
        fresh = len(lines) > LONG and begins.isalpha() and begins != before
        yield replace(line, anchor=begins) if fresh else line
        before = begins


def _line(base: Base, placed: PlacedCard, here: str) -> CardLine:
    printings, emended = placed.card.printings, base.lore.emended.get(placed.path)
    named = (*(each.set for each in printings), *(each.text for each in placed.card.untold))
    return CardLine(
        name=placed.card.name,
        apart=placed.apart,
        address=Place(placed.page).seen_from(here),
        kinds=tuple(dict.fromkeys(each.classification for each in printings if each.classification)),
        sets=tuple(dict.fromkeys(name for name in named if name)),
        rulings=len(rulings_on(base, placed)),
        changed=emended is not None and any(each.changed for each in emended.printings),
    )


def _kind(name: str, classes: Mapping[str, Iterable[str]], lines: Mapping[str, CardLine], here: str) -> CardKind:
    """A kind as a page shows it; `here` is empty where it has no page of its own."""
    slug = slug_of(name)
    shown = tuple(
        CardClass(each, f"class:{slug_of(each) or number}", tuple(lines[page] for page in pages))
        for number, (each, pages) in enumerate(classes.items())
    )
    count = len({page for pages in classes.values() for page in pages})
    return CardKind(name, f"kind:{slug}", Place(kind_page(slug)).seen_from(here) if here else "", count, shown)


def _find_kinds(base: Base, cards: Sequence[PlacedCard]) -> Mapping[str, Mapping[str, Sequence[str]]]:
    return base.kb.memory.ask(_kinds, base.cards.placed, cards, base.words("cards.other"))


def _kinds(
    every: Sequence[PlacedCard], cards: Sequence[PlacedCard], other: str
) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """The pages of some cards by kind and classification, both in order of name; a classification that is spelled in
    several ways is one, and a card without a printing is of the `other` kind."""
    frames = frozenset(printing.frame for each in every for printing in each.card.printings)
    found: dict[str, dict[str, dict[str, None]]] = {}
    spelled: dict[tuple[str, str], str] = {}
    for each in cards:
        for frame, said in [(one.frame, one.classification) for one in each.card.printings] or [("", "")]:
            kind = family(frame or _frame_of(said, frames), frames).replace("-", " ")
            kind = with_capital(kind) or other
            name = spelled.setdefault((kind, fold(said) or said), said)
            found.setdefault(kind, {}).setdefault(name, {})[each.page] = None
    return {
        kind: {name: tuple(pages) for name, pages in sorted(classes.items(), key=lambda each: fold(each[0]))}
        for kind, classes in sorted(found.items(), key=lambda each: (fold(each[0]), each[0]))
    }


def _frame_of(said: str, frames: Iterable[str]) -> str:
    """The frame that a printing without any has by its classification: that of other cards of the name."""
    return min((frame for frame in frames if said and fold(frame.replace("-", " ")) == fold(said)), default="")
