"""Hints of cards: the HTML of a page comes in, what it tells of the cards it names goes out, for cards that hover."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from kb.html.quotes import curl
from kb.instructions import read_face
from kb.interface import Words
from kb.places.addresses import Place
from kb.places.base import Base
from kb.places.cards import PlacedCard
from kb.site.hinting import Hints, find_hints

LONGEST = 420
"""Characters of a card's text that a hint tells."""
Told = tuple[str, str, str, str]
"""The name of a card, its kinds, its text in force, and whether errata changed it."""
Others = tuple[tuple[str, str], ...]
"""The titles and pages of the other cards of its name."""


@dataclass(frozen=True, slots=True)
class CardHints:
    """What is told of each card by the address of its page; found when it is first asked for."""

    words: Words = field(repr=False)
    told: Callable[[str], Told | None] = field(repr=False)
    others: Callable[[str], Others] = field(repr=False)

    @classmethod
    def of(cls, base: Base) -> "CardHints":
        """The hints of all cards of a site."""
        placed = {each.page: each for each in base.cards.placed}
        several = {one.page: same for same in base.cards.by_key.values() if len(same) > 1 for one in same}
        return cls(
            base.words,
            cache(lambda page: _tell(base, placed[page]) if page in placed else None),
            lambda page: tuple((curl(each.title), each.page) for each in several.get(page, ()) if each.page != page),
        )

    def for_page(self, body: str, here: str) -> Hints:
        """The hints of the cards that the links of a page lead to."""
        words = (("card", self.words("card.page")), ("shut", self.words("card.shut")))

        def told(page: str, anchor: str) -> tuple[object, ...] | None:
            return None if anchor else self._seen_from(here, page)

        return find_hints(told, body, here, words)

    def _seen_from(self, here: str, page: str) -> tuple[object, ...] | None:
        """What is told of a card on a page, with the ways to the other cards of its name, if there are any."""
        told = self.told(page)
        if told is None:
            return None
        said = self.words("card.named.too")
        others = [(said, title, Place(other).seen_from(here)) for title, other in self.others(page) if other != here]
        return (*told, others) if others else told


def _tell(base: Base, placed: PlacedCard) -> Told:
    emended = base.lore.emended.get(placed.path)
    made = emended.printings if emended is not None else ()
    faces = (*(each.face for each in made), *map(read_face, placed.card.printings))
    face = next(iter(faces), None)
    text = " ".join(face.passage.paragraphs[: face.passage.running]) if face else placed.card.besides
    if len(text) > LONGEST:
        text = text[: text.rfind(" ", 0, LONGEST)] + " …"
    changed = base.words("cards.emended") if any(each.changed for each in made) else ""
    return curl(placed.card.name), face.classification if face else "", curl(text), changed
