"""Where texts name a card, as its page tells it: places with their words come in, addresses and excerpts go out."""

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from kb.grouping import group_pairs
from kb.places.cards import Naming

AROUND = 70
"""Characters shown on either side of a name in its text."""


@dataclass(frozen=True, slots=True)
class NamingView:
    """A place that names a card: its address and title, the words around the name, and the key of a remark."""

    address: str
    title: str
    words: Markup
    remark: str


def by_book(found: Iterable[Naming], here: str) -> tuple[tuple[str, tuple[NamingView, ...]], ...]:
    """Namings by the book they stand in, in order."""
    return tuple(group_pairs((each.group, view_naming(each, here)) for each in found).items())


def view_naming(each: Naming, here: str) -> NamingView:
    """A naming as the page `here` shows it."""
    return NamingView(each.place.seen_from(here), each.title, _around(each), each.remark)


def _around(each: Naming) -> Markup:
    """The words around a name, cut between words, the name itself strong."""
    text, start, end = each.words, each.span.start, each.span.end
    first = 0 if start <= AROUND else text.find(" ", start - AROUND, start) + 1 or start
    last = len(text) if len(text) - end <= AROUND else max(text.rfind(" ", end, end + AROUND), end)
    before, after = " ".join(("… " * (first > 0) + text[first:start]).split()), text[end:last]
    gap = " " * (start > 0 and text[start - 1].isspace() and bool(before))
    tail = " ".join(after.split())
    space = " " * (bool(after) and after[0].isspace())
    more = " …" if last < len(text) else ""
    return Markup("{}{}<strong>{}</strong>{}{}{}").format(before, gap, text[start:end], space, tail, more)
