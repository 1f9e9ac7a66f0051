"""Hints of cards: the HTML of a page comes in, what it tells of the cards it names goes out, for cards that hover.

Only the cards that the page links to are told of, each once, in one attribute: a page does not grow with their number.
"""

import json
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from markupsafe import Markup

from kb.instructions import read_face
from kb.interface import Words
from kb.site.base import Base
from kb.site.card_places import PlacedCard

LONGEST = 420
"""Characters of a card's text that a hint tells."""
_LINK = re.compile(r'<a class="term" href="([^"#]*)"')


@dataclass(frozen=True, slots=True)
class CardHints:
    """What is told of each card by the address of its page: its name, its kinds, its text in force, and whether errata
    changed it."""

    words: Words = field(repr=False)
    by_page: Mapping[str, tuple[str, str, str, str]] = field(repr=False)

    @classmethod
    def of(cls, base: Base) -> "CardHints":
        """The hints of all cards of a site."""
        return cls(base.words, {each.page: _tell(base, each) for each in base.cards.placed if each.card.printings})

    def for_page(self, body: str, here: str) -> str:
        """The hints of the cards that the links of a page lead to, as an element without words; nothing without any."""
        found: dict[str, tuple[str, str, str, str]] = {}
        for href in dict.fromkeys(_LINK.findall(body)):
            hint = self.by_page.get(posixpath.normpath(posixpath.join(here, href)) + "/")
            if hint is not None:
                found[href] = hint
        if not found:
            return ""
        data = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        element = Markup('<div id="kb-hints" hidden data-cards="{}" data-words-card="{}" data-words-shut="{}"></div>')
        return str(element.format(data, self.words("card.page"), self.words("card.shut")))


def _tell(base: Base, placed: PlacedCard) -> tuple[str, str, str, str]:
    emended = base.lore.emended.get(placed.key)
    made = emended.printings if emended is not None and emended.card is placed.card else ()
    face = made[0].face if made else read_face(placed.card.printings[0])
    text = " ".join(face.passage.paragraphs[: face.passage.running])
    if len(text) > LONGEST:
        text = text[: text.rfind(" ", 0, LONGEST)] + " …"
    changed = base.words("cards.emended") if any(each.changed for each in made) else ""
    return placed.card.name, face.classification, text, changed
