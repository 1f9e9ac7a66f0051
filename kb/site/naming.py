"""Links of terms: a clause, a statement or plain words come in, the links from the terms and cards it names go out.

Each term is linked once, to where it has its rulings, else where a rulebook explains it; nothing links to where it
stands itself. One of these is made for a whole site.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup, escape

from kb.html import Link
from kb.mentions import Mention, MentionFinder, mentions_in, mentions_of, once_each
from kb.model import Clause, Piece
from kb.site.addresses import Place
from kb.terms import Inventory, TermKind


@dataclass(frozen=True, slots=True)
class TermLinks:
    """The terms of a site, their finder, and where each of them stands."""

    inventory: Inventory = field(default_factory=lambda: Inventory.of(()), repr=False)
    finder: MentionFinder = field(default_factory=lambda: MentionFinder(Inventory.of(())), repr=False)
    places: Mapping[tuple[TermKind, str], Place] = field(default_factory=dict, repr=False)
    ruled: Mapping[tuple[TermKind, str], Place] = field(default_factory=dict, repr=False)
    """Where each of them has its rulings; a card that has a page too is linked there."""

    def in_clause(self, clause: Clause, ident: str, here: str) -> tuple[Link, ...]:
        """The links of a clause that stands on the page `here` under an id."""
        return tuple(self._links(mentions_in(clause, self.finder), here, {ident, clause.section}))

    def in_pieces(self, pieces: Sequence[Piece], here: str) -> tuple[Link, ...]:
        """The links of a statement on a page; the page's own term gets none."""
        return tuple(self._links(mentions_of(pieces, self.finder), here))

    def in_text(self, text: str, here: str) -> Markup:
        """Plain words with the same links."""
        parts: list[Markup] = []
        at = 0
        for mention in once_each(self.finder.find(text)):
            for link in self._links((mention,), here):
                words = text[mention.span.start : mention.span.end]
                parts.append(escape(text[at : mention.span.start]))
                parts.append(Markup('<a class="{}" href="{}">{}</a>').format(link.kind, link.href, words))
                at = mention.span.end
        return Markup().join((*parts, escape(text[at:])))

    def named(self, text: str) -> Iterator[Place]:
        """Where the terms and cards that a text names have their rulings, each once."""
        yield from dict.fromkeys(
            place
            for mention in self.finder.find(text)
            if (place := self.ruled.get((mention.term.kind, mention.term.key))) is not None
        )

    def rulings_of(self, name: str) -> Iterator[Place]:
        """Where the rulings of the terms and cards of a name stand."""
        for term in self.inventory.find(name):
            place = self.ruled.get((term.kind, term.key))
            if place is not None:
                yield place

    def _links(self, mentions: Iterable[Mention], here: str, around: Iterable[str] = ()) -> Iterator[Link]:
        for mention in mentions:
            place = self.places.get((mention.term.kind, mention.term.key))
            if place is not None and not (place.page == here and place.anchor in ("", *around)):
                yield Link(mention.span, place.seen_from(here))
