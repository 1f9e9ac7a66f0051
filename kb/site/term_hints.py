"""Hints of terms: the HTML of a reading page comes in, what is told of the terms it names goes out in short.

That is the rulings in force, or where there are none the words that explain a term on another page.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from kb.force import Status
from kb.graph import Book
from kb.html.quotes import curl
from kb.interface import Words
from kb.model import APART, Edition, Statement
from kb.places.base import Base
from kb.places.glossaries import place_leads
from kb.places.topics import Topic
from kb.site.hinting import Hints, find_hints
from kb.terms import find_leads

SHOWN = 2
"""Rulings that a hint tells; the page of the term has all of them."""
LONGEST, LONGEST_EXPLAINED = 220, 420
"""Characters of a ruling, and of the words that explain a term, that a hint tells."""
Told = tuple[str, str, tuple[str, ...]]
"""The title of a term, how many rulings on it are in force, the first of them."""
Explained = tuple[str, str]
"""The words that explain a term, and which book has them."""


@dataclass(frozen=True, slots=True)
class TermHints:
    """What is told of each term by the address of the page of its rulings; found when it is first asked for."""

    words: Words = field(repr=False)
    told: Callable[[str], Told | None] = field(repr=False)
    explained: Callable[[str], Mapping[str, Explained]] = field(repr=False)
    """By the page of a book, what explains terms there, by its anchor."""

    @classmethod
    def of(cls, base: Base) -> "TermHints":
        """The hints of all terms with rulings in force or an explanation in a book."""
        topics = {topic.page: topic for topic in (base.rulings.topics if base.rulings is not None else ())}
        books = {
            page: (book, edition)
            for book in base.kb.books.values()
            for edition in book.editions.values()
            if (page := base.addresses.pages.get(edition.document.source.path)) is not None
        }
        return cls(
            base.words,
            cache(lambda page: _tell(base, topics[page]) if page in topics else None),
            cache(lambda page: _explain(base.words, *books[page]) if page in books else {}),
        )

    def for_page(self, body: str, here: str) -> Hints:
        """The hints of the terms that the links of a book lead to."""
        names = (("card", "term.name"), ("shut", "card.shut"), ("more", "term.more"))
        return find_hints(self._at, body, here, ((name, self.words(key)) for name, key in names))

    def _at(self, page: str, anchor: str) -> Told | Explained | None:
        return self.explained(page).get(anchor) if anchor else self.told(page)


def _explain(words: Words, book: Book, edition: Edition) -> Mapping[str, Explained]:
    """What a hint tells of each rule of a book, and of each word that a glossary there explains inside of one."""
    document, ids = edition.document, book.ids_of(edition)
    said = {str(ids[at]): each.told for at, each in enumerate(document.clauses) if each.kind not in APART}
    named = place_leads(document, dict(enumerate(ids)))
    for lead in find_leads(document):
        if anchor := str(ids[lead.clause]) if lead.first else named.get(lead.start, ""):
            said[anchor] = lead.words
    source = words("term.explained", title=book.work.title)
    return {anchor: (_short(text, LONGEST_EXPLAINED), source) for anchor, text in said.items()}


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


def _short(words: str, longest: int = LONGEST) -> str:
    text = curl(" ".join(words.split()))
    return text if len(text) <= longest else text[: text.rfind(" ", 0, longest)] + " …"
