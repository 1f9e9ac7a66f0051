"""Hints of terms: the HTML of a reading page comes in, the rulings in force on the terms it names go out in short.

Only the terms that the page links to are told of, each once, in one attribute: hovering asks nothing of elsewhere.
"""

import json
import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from kb.force import Status
from kb.html.inline import attributes
from kb.html.quotes import curl
from kb.interface import Words
from kb.model import Statement
from kb.site.base import Base
from kb.site.templates import HELD
from kb.site.topics import Topic

SHOWN = 2
"""Rulings that a hint tells; the page of the term has all of them."""
LONGEST = 220
"""Characters of a ruling that a hint tells."""
_LINK = re.compile(r'<a class="term" href="([^"#]*)"')
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
        found: dict[str, Told] = {}
        for href in dict.fromkeys(_LINK.findall(body)):
            hint = self.told(posixpath.normpath(posixpath.join(here, href)) + "/")
            if hint is not None:
                found[href] = hint
        if not found:
            return ""
        words = self.words
        data = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
        said = (("card", words("term.name")), ("shut", words("card.shut")), ("more", words("term.more")))
        attrs = ((f"data-words-{key}", text) for key, text in said)
        return f'<div id="kb-term-hints" hidden{attributes((("data-terms", data), *attrs))}></div>'


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
