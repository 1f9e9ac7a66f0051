"""Hints of cards: the HTML of a page comes in, what it tells of the cards it names goes out, for cards that hover.

Only the cards that the page links to are told of, each once, in one attribute: a page does not grow with their number.
"""

import json
import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from markupsafe import Markup

from kb.html.quotes import curl
from kb.instructions import read_face
from kb.interface import Words
from kb.site.base import Base
from kb.site.card_places import PlacedCard

LONGEST = 420
"""Characters of a card's text that a hint tells."""
_LINK = re.compile(r'<a class="term" href="([^"#]*)"')
Told = tuple[str, str, str, str]
"""The name of a card, its kinds, its text in force, and whether errata changed it."""


@dataclass(frozen=True, slots=True)
class CardHints:
    """What is told of each card by the address of its page; found when it is first asked for."""

    words: Words = field(repr=False)
    told: Callable[[str], Told | None] = field(repr=False)

    @classmethod
    def of(cls, base: Base) -> "CardHints":
        """The hints of all cards of a site."""
        placed = {each.page: each for each in base.cards.placed if each.card.printings}
        return cls(base.words, cache(lambda page: _tell(base, placed[page]) if page in placed else None))

    def for_page(self, body: str, here: str) -> str:
        """The hints of the cards that the links of a page lead to, as an element without words; nothing without any."""
        found: dict[str, Told] = {}
        for href in dict.fromkeys(_LINK.findall(body)):
            hint = self.told(posixpath.normpath(posixpath.join(here, href)) + "/")
            if hint is not None:
                found[href] = hint
        if not found:
            return ""
        data = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        element = Markup('<div id="kb-hints" hidden data-cards="{}" data-words-card="{}" data-words-shut="{}"></div>')
        return str(element.format(data, self.words("card.page"), self.words("card.shut")))


def _tell(base: Base, placed: PlacedCard) -> Told:
    emended = base.lore.emended.get(placed.key)
    made = emended.printings if emended is not None and emended.card is placed.card else ()
    face = made[0].face if made else read_face(placed.card.printings[0])
    text = " ".join(face.passage.paragraphs[: face.passage.running])
    if len(text) > LONGEST:
        text = text[: text.rfind(" ", 0, LONGEST)] + " …"
    changed = base.words("cards.emended") if any(each.changed for each in made) else ""
    return curl(placed.card.name), face.classification, curl(text), changed
