"""Links of terms: a clause, a statement or plain words come in, the links from what it names go out.

Each term and card is linked once, to where it has its rulings, else where a rulebook explains it, and each number of a
rule that is cited to that rule; nothing links to where it stands itself. One of these is made for a whole site.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from markupsafe import Markup, escape

from kb.html import Link
from kb.mentions import Mention, MentionFinder, mentions_in, mentions_of, once_each, source_spans
from kb.model import APART, Clause, Piece, current_of
from kb.numbering import find_cited, whole_rule
from kb.places.addresses import Place
from kb.places.glossaries import stands_in
from kb.terms import Inventory, TermKind
from kb.text import Span


@dataclass(frozen=True, slots=True)
class TermLinks:
    """The terms of a site, their finder, and where each of them stands."""

    inventory: Inventory = field(default_factory=lambda: Inventory.of(()), repr=False)
    finder: MentionFinder = field(default_factory=lambda: MentionFinder(Inventory.of(())), repr=False)
    places: Mapping[tuple[TermKind, str], Place] = field(default_factory=dict, repr=False)
    ruled: Mapping[tuple[TermKind, str], Place] = field(default_factory=dict, repr=False)
    """Where each of them has its rulings; a card that has a page too is linked there."""

    of_name: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Of a page whose card is one of several of its name, not the first: the page of the first, where links lead."""

    rules: Mapping[str, Place] = field(default_factory=dict, repr=False)
    """The rules of all books by number, where that leads to one."""

    def in_clause(self, clause: Clause, ident: str, here: str, own: Mapping[str, Place]) -> tuple[Link, ...]:
        """The links of a clause that stands on the page `here` under an id; `own` are the rules of its text by
        number."""
        around = {ident, clause.section}
        links = tuple(self._links(mentions_in(clause, self.finder), here, around))
        if clause.kind in APART:
            return links
        return self._with_rules(links, clause.pieces, own or self.rules, here, {ident})

    def in_pieces(self, pieces: Sequence[Piece], here: str) -> tuple[Link, ...]:
        """The links of a statement on a page; the page's own term gets none."""
        links = tuple(self._links(mentions_of(pieces, self.finder), here))
        return self._with_rules(links, pieces, self.rules, here)

    def in_words(self, text: str, here: str) -> tuple[Link, ...]:
        """The same links of plain words, in their characters."""
        links = [link for each in once_each(self.finder.find(text)) for link in self._links((each,), here)]
        return _apart((*links, *self._to_rules(text, self.rules, here)))

    def in_text(self, text: str, here: str) -> Markup:
        """Plain words with the same links."""
        return write_linked(text, Span(0, len(text)), self.in_words(text, here))

    def cited(self, text: str, own: Mapping[str, Place]) -> Iterator[Place]:
        """Where the rules stand that a text cites by number, each once; `own` are those of the text itself."""
        rules = own or self.rules
        if rules:
            numbers = (whole_rule(each.number, rules) for each in find_cited(text))
            yield from dict.fromkeys(rules[number] for number in numbers if number)

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
            own = place is not None and place.page in {here, self.of_name.get(here)}
            if place is not None and not (own and stands_in(place.anchor, ("", *around))):
                yield Link(mention.span, place.seen_from(here))

    def _with_rules(
        self,
        links: tuple[Link, ...],
        pieces: Sequence[Piece],
        rules: Mapping[str, Place],
        here: str,
        around: Iterable[str] = (),
    ) -> tuple[Link, ...]:
        """The links of some pieces with those from the numbers of rules."""
        if not rules:
            return links
        cited = tuple(self._to_rules(current_of(pieces), rules, here, around))
        spans = source_spans(pieces, [link.span for link in cited])
        placed = (replace(link, span=span) for link, span in zip(cited, spans, strict=True) if span is not None)
        return _apart((*links, *placed))

    def _to_rules(self, text: str, rules: Mapping[str, Place], here: str, around: Iterable[str] = ()) -> Iterator[Link]:
        """The links from the numbers of rules in a text, each once, in its characters."""
        known: set[str] = set()
        for each in find_cited(text) if rules else ():
            number = whole_rule(each.number, rules)
            place = rules.get(number)
            if place is None or number in known or (place.page == here and place.anchor in ("", *around)):
                continue
            known.add(number)
            yield Link(each.span, place.seen_from(here))


def write_linked(text: str, span: Span, links: Iterable[Link]) -> Markup:
    """A stretch of plain words with those links that lie within it, which are in order and apart."""
    parts: list[Markup] = []
    at = span.start
    for link in links:
        if span.holds(link.span):
            parts.append(escape(text[at : link.span.start]))
            words = text[link.span.start : link.span.end]
            parts.append(Markup('<a class="{}" href="{}">{}</a>').format(link.kind, link.href, words))
            at = link.span.end
    return Markup().join((*parts, escape(text[at : span.end])))


def _apart(links: Iterable[Link]) -> tuple[Link, ...]:
    """Links in order, without those that begin inside another; of two in one place the first given stays."""
    kept: list[Link] = []
    for link in sorted(links, key=lambda each: each.span.start):
        if not kept or link.span.start >= kept[-1].span.end:
            kept.append(link)
    return tuple(kept)
