"""Gathering terms: compendium versions, rulebooks, index pages, cards and aliases come in, an inventory goes out.

A rulebook explains a term where a paragraph begins with it in strong words and a colon, or a list of definitions has
it, several to a section, as glossaries do; or where it is emphasised beside words that define (`is called`, `means`).
What is emphasised for its weight only (`not`, `or`, a name of a card) is no term.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kb.lexicon import upright
from kb.model import (
    Clause,
    ClauseKind,
    CompendiumVersion,
    Document,
    Piece,
    PieceKind,
    SectionKind,
    current_of,
    walk_blocks,
)
from kb.sheets import Card
from kb.similarity import LEAST_TELLING
from kb.spelling import ARTICLES, name_key, plain_form, unnumbered
from kb.terms._cards import CardNames, printed_names
from kb.terms._inventory import Inventory, Origin, Term, TermKind, TermPlace
from kb.text import WORD, word_forms

GLOSSARY = 4
"""A section that explains so many words in front of its paragraphs is a glossary."""
_LONGEST = 5
_SHORTEST_PHRASE = 2
_SECTIONS = {
    SectionKind.TERM: TermKind.TERM,
    SectionKind.TURN: TermKind.TERM,
    SectionKind.CARD: TermKind.CARD,
}
_LESSER = LEAST_TELLING | frozenset(
    word_forms("one every both either before after during until unless always never immediately")
)
"""Words of which alone no term consists; a name that is written small has none of them."""
_NAMELESS = frozenset(
    word_forms("general other others miscellaneous introduction notes contents rulings errata clarifications overview")
)
"""Headings that only say what kind of thing stands under them."""
_WHEN = frozenset(word_forms("after before during if unless until when whenever while"))
"""Words that a heading at the start of its paragraph begins with, and the name of a term does not."""
_LINES = frozenset({PieceKind.SPACE, PieceKind.BREAK})
_LEAD = re.compile(
    r"(?:called|termed|named|known as|referred to as|defined as)\s+(?:(?:an?|the|[\w'’-]+['’]s)\s+)?[\"“]?$"
)
_TRAIL = re.compile(r"^[\"”]?\s+(?:is|are|means?|refers? to|represents?)\s")


@dataclass(frozen=True, slots=True)
class TermSources:
    """Where terms come from. `versions` are oldest first; `card_pages` the addresses of cards without their
    edges (`cards/x`), at hand or not; `aliases` other words for a term, by the term; `namesakes` what cards are known
    by, by what a name is known by that is miswritten for theirs; `renamed` the cards at hand by names that errata give
    them or take from them."""

    versions: Sequence[CompendiumVersion] = ()
    rulebooks: Sequence[Document] = ()
    indexes: Sequence[Document] = ()
    cards: Sequence[Card] = ()
    card_pages: frozenset[str] = frozenset()
    aliases: Mapping[str, Sequence[str]] = field(default_factory=dict)
    namesakes: Mapping[str, str] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Named:
    kind: TermKind
    name: str
    place: TermPlace


def take_inventory(sources: TermSources) -> Inventory:
    """Every term and card the sources have a name for."""
    named = [
        *_headings(sources.versions),
        *_cards(sources.cards, sources.renamed),
        *_indexed(sources.indexes, sources.card_pages),
    ]
    cards = {name_key(each.name) for each in named if each.kind is TermKind.CARD}
    for document in sources.rulebooks:
        named += _defined(document)
        named += (each for each in _emphasised(document) if name_key(each.name) not in cards)
    return Inventory.of(_merged(named, sources), _common(sources))


def _headings(versions: Sequence[CompendiumVersion]) -> Iterator[_Named]:
    for version in reversed(versions):
        for heading in version.terms:
            kind = _SECTIONS.get(heading.section)
            if kind is not None:
                yield _Named(kind, heading.term, TermPlace(Origin.HEADING, version.document.source.path))


def _cards(cards: Sequence[Card], renamed: Mapping[str, str]) -> Iterator[_Named]:
    """The names of cards, and those that only a printing has and no other card, or that errata give or take."""
    own = {name_key(card.name) for card in cards}
    for card in cards:
        for name in (card.name, *(each for each in printed_names(card) if name_key(each) not in own)):
            yield _Named(TermKind.CARD, name, TermPlace(Origin.CARD, card.document.source.path))
    paths = {card.name: card.document.source.path for card in cards}
    for name, called in renamed.items():  # behind all that pages say, for the first name is the card's
        yield _Named(TermKind.CARD, name, TermPlace(Origin.CARD, paths[called]))


def _indexed(indexes: Iterable[Document], card_pages: frozenset[str]) -> Iterator[_Named]:
    """Names an index leads by: those of card pages, and those that lead to a place inside another page."""
    for document in indexes:
        for link in document.links:
            path, _, anchor = link.href.partition("#")
            place = TermPlace(Origin.INDEX, document.source.path)
            if path.strip("/") in card_pages and not anchor:
                yield _Named(TermKind.CARD, link.text, place)
            elif anchor and path and len(word_forms(link.text)) <= _LONGEST:
                yield _Named(TermKind.TERM, link.text, place)


def _defined(document: Document) -> Iterator[_Named]:
    """Words explained at the beginning of lines of a glossary."""
    for lead in find_leads(document):
        place = TermPlace(Origin.DEFINED, document.source.path, lead.clause, lead.words, lead.start)
        yield _Named(TermKind.TERM, lead.name, place)
        head, comma, rest = lead.name.partition(", ")
        if comma:
            yield _Named(TermKind.TERM, f"{rest} {head}", place)


@dataclass(frozen=True, slots=True)
class Lead:
    """A name in front of a line: its clause (index), the offset where it begins, and all words up to the next such
    name; `first` where its clause begins with it."""

    name: str
    clause: int
    start: int
    words: str
    first: bool


def find_leads(document: Document) -> Iterator[Lead]:
    """The words that the glossaries of a text explain, section after section."""
    found: dict[str, list[Lead]] = {}
    for index, clause in enumerate(document.clauses):
        if clause.kind in {ClauseKind.PARAGRAPH, ClauseKind.LIST_ITEM} and clause.note is None:
            found.setdefault(clause.section, []).extend(_in_front(index, clause))
    for lead in _listed(document):
        found.setdefault(document.clauses[lead.clause].section, []).append(lead)
    for group in found.values():
        if len(group) >= GLOSSARY:
            yield from group


def _listed(document: Document) -> Iterator[Lead]:
    """The terms of lists of definitions, each with the first of what is told of it."""
    for block in walk_blocks(document.blocks):
        for term, told in pairwise(block.children):
            if (term.tag, told.tag) != ("dt", "dd"):
                continue
            named, said = (next((leaf.clause for leaf in each.children), None) for each in (term, told))
            if named is None or said is None:
                continue
            clause = document.clauses[named]
            name, after = current_of(clause.pieces), current_of(document.clauses[said].pieces)
            plain = name.strip(' :.…"“”')
            if _is_name(plain) and "?" not in name:
                yield Lead(plain, named, clause.pieces[0].span.start, " ".join(f"{plain}: {after}".split()), first=True)


def _in_front(index: int, clause: Clause) -> Iterator[Lead]:
    """The strong words before a colon that open a line, where a sentence follows them."""
    leads = [
        (first, last)
        for first, last in _runs(clause, frozenset({"strong"}))
        if _opens_line(clause.pieces[:first]) and current_of(clause.pieces[first:last]).strip()
    ]
    for number, (first, last) in enumerate(leads):
        end = leads[number + 1][0] if number + 1 < len(leads) else len(clause.pieces)
        name, after = current_of(clause.pieces[first:last]), current_of(clause.pieces[last:end])
        plain = name.strip(' :.…"“”')
        colon = name.rstrip('"”').endswith(":") or after.lstrip().startswith(":")
        small = [word[0].islower() for word in WORD.findall(after)]
        told = len(small) >= GLOSSARY and 2 * sum(small) > len(small)
        if colon and told and _is_name(plain) and '"' not in name:
            begins = not current_of(clause.pieces[:first]).strip()
            yield Lead(plain, index, clause.pieces[first].span.start, " ".join((name + after).split()), begins)


def _is_name(plain: str) -> bool:
    """Whether strong words in front of a line can be what a term is called."""
    words = word_forms(plain)
    return 0 < len(words) <= _LONGEST and words[0] not in _WHEN


def _opens_line(before: Sequence[Piece]) -> bool:
    """Whether what stands before is nothing, or ends a line."""
    last = next((piece for piece in reversed(before) if piece.text or piece.kind in _LINES), None)
    return last is None or last.kind in _LINES


def _emphasised(document: Document) -> Iterator[_Named]:
    for index, clause in enumerate(document.clauses):
        if clause.kind is ClauseKind.HEADING or clause.kind is ClauseKind.HTML:
            continue
        for text, before, after in _strong(clause, frozenset({"em", "strong"})):
            name = text.strip(' .,;:"“”')
            words = word_forms(name)
            if not 0 < len(words) <= 3 or not name[0].islower() or _LESSER.intersection(words):
                continue
            told = _LEAD.search(before.casefold()) or _TRAIL.search(after)
            if told or (len(words) >= _SHORTEST_PHRASE and "/" not in name):
                yield _Named(TermKind.TERM, name, TermPlace(Origin.EMPHASISED, document.source.path, index))


def _strong(clause: Clause, tags: frozenset[str]) -> Iterator[tuple[str, str, str]]:
    """Emphasised words of a clause with the text before and after them."""
    for first, last in _runs(clause, tags):
        pieces = clause.pieces
        yield (
            current_of(pieces[first:last]),
            current_of(pieces[max(0, first - 8) : first]),
            current_of(pieces[last : last + 12]),
        )


def _runs(clause: Clause, tags: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Where emphasis begins and ends, in pieces; emphasis inside emphasis counts once."""
    depth, start = 0, 0
    for number, piece in enumerate(clause.pieces):
        if piece.tag not in tags:
            continue
        if piece.kind is PieceKind.OPEN:
            start = number if depth == 0 else start
            depth += 1
        elif piece.kind is PieceKind.CLOSE and depth:
            depth -= 1
            if depth == 0:
                yield start, number


_Groups = dict[tuple[TermKind, str], list[_Named]]
"""Names that are one, by their kind and key."""


def _merged(named: Sequence[_Named], sources: TermSources) -> Iterator[Term]:
    """Names of one kind that are one when spelled alike or miswritten, and the aliases the corpus gives them."""
    known = CardNames.of(sources.cards)
    groups = _grouped(named, sources, known)
    others = dict(_join_aliases(groups, sources, known))
    order = tuple(Origin)
    bare = Counter(
        (kind, name)
        for (kind, _), group in groups.items()
        for name in {name_key(_unbracketed(each.name)) for each in group}
    )
    for (kind, key), group in groups.items():
        group.sort(key=lambda each: order.index(each.place.origin))
        spellings = dict.fromkeys([*(each.name for each in group), *others.get((kind, key), ())])
        called = [_unbracketed(name) for name in spellings]
        spellings |= dict.fromkeys([name for name in called if bare[kind, name_key(name)] < 2])
        spellings |= dict.fromkeys([unnumbered(name) for name in spellings])
        places = dict.fromkeys(each.place for each in group)
        own = [each for each in group if kind is TermKind.TERM or name_key(each.name) not in known.printed] or group
        paged = (each for each in own if each.place.origin is Origin.CARD)  # a heading may miswrite it
        name = next(paged, own[0]).name
        yield Term(kind, key, name, tuple(name for name in spellings if name), tuple(places))


def _grouped(named: Sequence[_Named], sources: TermSources, known: CardNames) -> _Groups:
    """The names that are one, without those that name nothing."""
    groups: _Groups = {}
    cards = {known.key_of(each.name) for each in named if each.kind is TermKind.CARD}
    for each in named:
        name = upright(_unquoted(" ".join(each.name.split())))
        key = known.key_of(name) if each.kind is TermKind.CARD else name_key(name)
        meant = sources.namesakes.get(key, key)
        key = meant if each.kind is TermKind.CARD and meant in cards else key
        titled = each.place.origin is Origin.CARD  # that it is a name is told by a page of its own
        nameless = ARTICLES if titled else _LESSER | _NAMELESS
        if key and not nameless.issuperset(word_forms(name)):
            groups.setdefault((each.kind, key), []).append(_Named(each.kind, name, each.place))
    return groups


def _join_aliases(
    groups: _Groups, sources: TermSources, known: CardNames
) -> Iterator[tuple[tuple[TermKind, str], Sequence[str]]]:
    """What else the corpus calls its terms, each of which is named in its group then."""
    for term, names in sources.aliases.items():
        kind, key, card = TermKind.TERM, name_key(term), known.key_of(term)
        if (TermKind.CARD, card) in groups and (TermKind.TERM, key) not in groups:
            kind, key = TermKind.CARD, card
        groups.setdefault((kind, key), []).append(_Named(kind, term, TermPlace(Origin.MANIFEST, "")))
        yield (kind, key), names


def _unquoted(name: str) -> str:
    """A name without the quotation marks it stands in; those around a part of it are its own."""
    bare = name.strip('"“” ')
    return name if re.search('["“”]', bare) else bare


def _unbracketed(name: str) -> str:
    """A name without what stands in brackets behind it."""
    return re.sub(r"\s*[\[(][^\])]*[\])]\s*$", "", name)


def _common(sources: TermSources) -> frozenset[str]:
    """Words that rulebooks and compendia also write without a capital."""
    documents = (*sources.rulebooks, *(version.document for version in sources.versions))
    found = {
        word
        for document in documents
        for clause in document.clauses
        for word in WORD.findall(clause.text)
        if word[0].islower()
    }
    return frozenset(plain_form(word) for word in found | _LESSER)
