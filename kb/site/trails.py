"""Trails: the pages of a site come in, the way down to each of them from its door goes out.

A trail names the pages a page lies under, by address, and last what the page itself is where its heading does not
say it. Pages that stand under a part of another (rulings on cards) have that part in their trail.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from markupsafe import Markup

from kb.interface import Words
from kb.places.addresses import Place
from kb.places.base import Base
from kb.places.other_texts import find_other_texts
from kb.places.sheets import sheet_page

DOORS = frozenset({"rules/", "rulings/", "cards/", "desk/"})
"""The pages under home that have a tab."""


@dataclass(frozen=True, slots=True)
class Trails:
    """The names of pages by address, and the part of the index of rulings that each of their pages is listed in."""

    words: Words = field(repr=False)
    names: Mapping[str, str] = field(repr=False)
    parts: Mapping[str, tuple[Place, str]] = field(repr=False)

    def of(self, here: str, named: str) -> Markup:
        """The trail of a page as HTML, ending with what it is `named`; nothing for home and the doors."""
        above = [(place.seen_from(here), name) for place, name in self._above(here)]
        if not above:
            return Markup()
        link, last = Markup('<li><a href="{}">{}</a></li>'), Markup('<li><span aria-current="page">{}</span></li>')
        steps = Markup().join((*(link.format(*each) for each in above), last.format(named) if named else ""))
        nav = Markup('<nav class="trail" aria-label="{}" data-search-exclude><ol>{}</ol></nav>\n')
        return nav.format(self.words("trail"), steps)

    def over(self, page: str) -> tuple[Place, str]:
        """Where the list stands that a page is in, and its name."""
        return [(Place(""), self.names[""]), *self._above(page)][-1]

    def _above(self, here: str) -> Iterator[tuple[Place, str]]:
        ends = [end for end, char in enumerate(here, start=1) if char == "/"]
        above = [here[:end] for end in ends[:-1] if here[:end] in self.names]
        if len(ends) == 1 and here not in DOORS:
            above = [""]
        yield from ((Place(page), self.names[page]) for page in above)
        if here in self.parts:
            part, name = self.parts[here]
            if part.page not in above:
                yield Place(part.page), self.names[part.page]
            yield part, name
        book, is_state, _ = here.partition("@")
        if is_state and f"{book}states/" in self.names:
            yield Place(f"{book}states/"), self.names[f"{book}states/"]


def find_trails(base: Base, names: Mapping[str, str]) -> Trails:
    """The trails of pages whose names go by address."""
    return Trails(base.words, names, dict(_parts(base)))


def _parts(base: Base) -> Iterator[tuple[str, tuple[Place, str]]]:
    """The part of the index of rulings that each topic and sheet of answers is listed in."""
    words, lives = base.words, base.lives
    for topic in base.rulings.topics if base.rulings is not None else ():
        kind = topic.kind.value
        yield topic.page, (Place("rulings/", kind), words(f"part.{kind}"))
    for topic in lives.past if lives is not None else ():
        assert lives is not None
        beside = topic.page in lives.beside
        name = words("rulings.beside") if beside else words("rulings.past")
        yield topic.page, (Place("rulings/", "beside" if beside else "past"), name)
    for sheet in base.kb.sheets.values():
        yield sheet_page(sheet), (Place("rulings/", "answers"), words("answers"))
    for text in find_other_texts(base.kb):
        yield text.page, (Place("rules/", "texts"), words("texts"))
