"""Where terms stand on the site: the inventory of terms comes in, a place for each that has one goes out.

A card stands on its page. A term with rulings, or a card whose page is not at hand, has a page of its own. A term
without stands where a rulebook explains it, else under the heading of its name, else on the page of rulings that ended,
else where a ruling stands that was stated under it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from kb.mentions import MentionFinder
from kb.model import ClauseId, Document
from kb.places.addresses import Place
from kb.places.base import Base
from kb.places.glossaries import place_leads
from kb.places.naming import TermLinks
from kb.places.numbered import place_rules
from kb.queries.terms import know_terms
from kb.terms import Inventory, Term, TermKind, name_key

_KINDS = {"term": TermKind.TERM, "turn": TermKind.TERM, "card": TermKind.CARD}
_PARTS = re.compile(r",|\band\b")
Page = tuple[Document, str, tuple[ClauseId, ...]]
"""A rulebook's text, its page, and the ids its clauses have there."""
_Places = dict[tuple[TermKind, str], Place]
"""Where terms and cards stand, by kind and key."""


def link_terms(base: Base) -> TermLinks:
    """What links terms and cards to their places on a site. What a title of a work or compendium, or an owner of the
    texts, has in its name is none."""
    titles = [name for work in base.manifest.works for name in (work.title, *work.names)]
    titles += [name for compendium in base.manifest.compendia for name in (compendium.title, *compendium.names)]
    titles += _PARTS.split(base.manifest.rights.owner)
    inventory = know_terms(base.kb)
    ruled = _place_rulings(base, inventory)
    places = {**ruled, **_place_cards(base, inventory)}
    files = (text.path.rpartition("/")[2].rpartition(".")[0] for text in base.manifest.cards)
    finder = MentionFinder(inventory, titles, [name.replace("-", " ") for name in files])
    several = {each.page: first.page for first, *others in base.cards.by_key.values() for each in others}
    return TermLinks(inventory, finder, places, ruled, several, place_rules(base))


def place_terms(base: Base, inventory: Inventory) -> Mapping[tuple[TermKind, str], Place]:
    """The places of terms and cards, by kind and key; those that stand nowhere are not among them."""
    return {**_place_rulings(base, inventory), **_place_cards(base, inventory)}


def _place_cards(base: Base, inventory: Inventory) -> Mapping[tuple[TermKind, str], Place]:
    """The pages of cards, by kind and key."""
    found: _Places = {}
    for term in inventory.terms:
        if term.kind is TermKind.CARD:
            placed = next((base.cards.by_key[key] for key in keys_of(term) if key in base.cards.by_key), None)
            if placed is not None:
                found[term.kind, term.key] = Place(placed[0].page)
    return found


def _place_rulings(base: Base, inventory: Inventory) -> Mapping[tuple[TermKind, str], Place]:
    """Where terms and cards have their rulings, or a term its explanation."""
    pages = dict(find_texts(base))
    leads = {path: place_leads(document, dict(enumerate(ids))) for path, (document, _, ids) in pages.items()}
    (topics, past), kept = _topics(base), _kept(base, pages)
    headings = _headings(pages.values())
    stated = _stated(base)
    places: _Places = {}
    for term in inventory.terms:
        keys = keys_of(term)
        found = next((topics[term.kind, key] for key in keys if (term.kind, key) in topics), None)
        if found is None and term.kind is TermKind.TERM:
            found = _explained(term, pages, leads, kept) or next(
                (headings[key] for key in keys if key in headings), None
            )
        found = found or next((past[term.kind, key] for key in keys if (term.kind, key) in past), None)
        found = found or next((stated[key] for key in keys if key in stated), None)
        if found is not None:
            places[term.kind, term.key] = found
    return places


def keys_of(term: Term) -> tuple[str, ...]:
    """The keys of a term's spellings, its own first."""
    return tuple(dict.fromkeys((term.key, *map(name_key, term.spellings))))


def _topics(base: Base) -> tuple[_Places, _Places]:
    """The pages of terms and cards with rulings of the newest version, and those of such as have none there, by their
    names; a term goes before a part of the turn of its name."""
    found: tuple[_Places, _Places] = {}, {}
    topics = base.rulings.topics if base.rulings is not None else ()
    past = base.lives.past if base.lives is not None else ()
    for named, group in zip(found, (topics, past), strict=True):
        for topic in sorted(group, key=lambda topic: topic.kind.value == "turn"):
            kind = _KINDS.get(topic.kind.value)
            if kind is not None:
                card = kind is TermKind.CARD
                key = base.cards.names.key_of(topic.title) if card else name_key(topic.title)
                named.setdefault((kind, key), Place(topic.page))
    return found


def find_texts(base: Base) -> Iterator[tuple[str, Page]]:
    """The rulebooks that have a page, by path; of a book the text in force comes first."""
    for book in base.kb.books.values():
        for edition in sorted(book.editions.values(), key=lambda edition: edition is not book.emended):
            document = edition.document
            page = base.addresses.pages.get(document.source.path)
            if page is None:
                continue
            yield document.source.path, (document, page, book.ids_of(edition))


def _explained(
    term: Term, pages: Mapping[str, Page], leads: Mapping[str, Mapping[int, str]], kept: Mapping[str, Place]
) -> Place | None:
    for place in term.places:
        if place.clause is not None and place.path in pages:
            _, page, ids = pages[place.path]
            ident = ids[place.clause]
            line = leads[place.path].get(-1 if place.start is None else place.start, ident)
            own = kept.get(f"{page} {line}") or kept.get(f"{page} {ident}")
            return own or Place(page, line)
    return None


def _kept(base: Base, pages: Mapping[str, Page]) -> dict[str, Place]:
    """Where the clauses and explanations of published texts stand in the emended ones, by page and id."""
    found: dict[str, Place] = {}
    for book in base.kb.books.values():
        if book.base is None or book.emended is None or book.alignment is None:
            continue
        old, new = (pages.get(edition.document.source.path) for edition in (book.base, book.emended))
        if old is not None and new is not None:
            before, now = ({*ids, *place_leads(text, dict(enumerate(ids))).values()} for text, _, ids in (old, new))
            found.update({f"{old[1]} {ident}": Place(new[1], ident) for ident in before & now})
    return found


def _headings(pages: Iterable[Page]) -> dict[str, Place]:
    """The headings of rulebooks by their words."""
    found: dict[str, Place] = {}
    for document, page, _ in pages:
        for heading in document.headings:
            found.setdefault(name_key(heading.text), Place(page, heading.id))
    return found


def _stated(base: Base) -> dict[str, Place]:
    """Where a ruling stands that some version stated under a term, the first by its key."""
    found: dict[str, Place] = {}
    for _, statement, place in base.lives.stated() if base.lives is not None else ():
        found.setdefault(name_key(statement.term), place)
    return found
