"""Hints of terms: the HTML of a reading page comes in, the rulings in force on the terms it names go out in short."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from kb.force import Status
from kb.html.quotes import curl
from kb.interface import Words
from kb.model import Statement
from kb.site.base import Base
from kb.site.hinting import write_hints
from kb.site.templates import HELD
from kb.site.topics import Topic

SHOWN = 2
"""Rulings that a hint tells; the page of the term has all of them."""
LONGEST = 220
"""Characters of a ruling that a hint tells."""
READER = HELD["reader"]
"""What a page has that is read as a book."""
Told = tuple[str, str, tuple[str, ...]]
"""The title of a term, how many rulings on it are in force, the first of them."""


@dataclass(frozen=True, slots=True)
class TermHints:
    """What is told of each term by the address of the page of its rulings; found when it is first asked for."""

    words: Words = field(repr=False)
    told: Callable[[str], Told | None] = field(repr=False)

    @classmethod
    def of(cls, base: Base) -> "TermHints":
        """The hints of all terms with rulings in force."""
        topics = {topic.page: topic for topic in (base.rulings.topics if base.rulings is not None else ())}
        return cls(base.words, cache(lambda page: _tell(base, topics[page]) if page in topics else None))

    def for_page(self, body: str, here: str) -> str:
        """The hints of the terms that the links of a book lead to, as an element without words; nothing without any."""
        if READER not in body:
            return ""
        names = (("card", "term.name"), ("shut", "card.shut"), ("more", "term.more"))
        return write_hints("term", self.told, body, here, ((name, self.words(key)) for name, key in names))


def _tell(base: Base, topic: Topic) -> Told | None:
    stated = [each for each in topic.statements if not each.reference and _in_force(base, each)]
    if not stated:
        return None
    return topic.title, base.words("term.rulings", n=len(stated)), tuple(_short(each.words) for each in stated[:SHOWN])


def _in_force(base: Base, statement: Statement) -> bool:
    """Whether something a statement says has not ended."""
    if base.lives is None:
        return True
    lives = base.lives.by_statement.get(statement.span.start, ())
    return not lives or any(base.lives.standing(life).status is not Status.ENDED for life in lives)


def _short(words: str) -> str:
    text = curl(" ".join(words.split()))
    return text if len(text) <= LONGEST else text[: text.rfind(" ", 0, LONGEST)] + " …"
