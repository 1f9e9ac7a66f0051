"""Notes that name another note for their source: what each note of a document names comes in, what it cites goes out.

Editors write a source once and go on with `Ibid.`, `Same.`, `As above`, `See previous note`, `See note 12`, and behind
a comma what is cited there besides (`Ibid., Agent`). Such a note cites what the other cites.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from kb.model import Document, FootnoteDefinition, FootnoteId
from kb.naming.mentions import Mention
from kb.sources.addresses import Resolved, Sources, resolve, resolve_every, resolve_shared

Noted = tuple[FootnoteDefinition, Sequence[Mention]]
"""A footnote and what it names."""


@dataclass(frozen=True, slots=True)
class _Order:
    """The footnotes of a document in the order readers meet them, with the places by id and by number."""

    places: Sequence[int]
    by_id: Mapping[FootnoteId, int]
    by_number: Mapping[str, int]
    before: Mapping[int, int]

    def meant(self, note: str, at: int) -> int | None:
        """The footnote that one at a place means by the name or number of a note, or by none: the one before it."""
        if not note:
            return self.before.get(at)
        return self.by_id.get(FootnoteId(note), self.by_number.get(note))


@dataclass(frozen=True, slots=True)
class _Notes:
    """The footnotes of a document with what is known of what they cite, by place.

    Those that name each other in a circle have one number in `circles`.
    """

    document: Document
    notes: Sequence[Noted]
    sources: Sources
    order: _Order
    circles: Mapping[int, int]
    known: dict[int, tuple[Resolved, ...]] = field(default_factory=dict)

    def cited(self, at: int) -> Iterator[Resolved]:
        """What the note at a place cites; what those cite that it names, and that do not name it, is known."""
        for shared, group in groupby(self.notes[at][1], key=lambda each: each.heading if each.shared else None):
            if shared is not None:
                yield from resolve_shared(tuple(group), self.document, self.sources)
            else:
                for mention in group:
                    yield from self._cited_by(mention, at)

    def _cited_by(self, mention: Mention, at: int) -> Iterator[Resolved]:
        if mention.note is None:
            yield from resolve_every(mention, self.document, self.sources)
        elif (other := self.order.meant(mention.note, at)) is not None:
            told = self.known[other] if self.circles[other] != self.circles[at] else ()
            for each in self._repeated(mention, told):
                yield replace(each, cited=replace(each.cited, as_note=self.notes[other][0].id))
        elif mention.url is not None:
            yield resolve(mention, self.document, self.sources)

    def _repeated(self, mention: Mention, cited: Sequence[Resolved]) -> Iterator[Resolved]:
        """What another note cites, or what a mention names besides in the same works, each once."""
        if mention.url is None and mention.heading is None:
            yield from cited
            return
        works = {(each.cited.path, each.cited.work): each for each in cited}
        if mention.url is not None:
            found = resolve(mention, self.document, self.sources)
            work = next((each.cited.work for each in works.values()), None)
            yield found if found.cited.work else replace(found, cited=replace(found.cited, work=work))
            return
        for each in works.values():
            named = replace(mention, work=each.cited.work_as_cited or each.cited.work)
            yield resolve(named, self.document, self.sources, each.document)


def follow_notes(document: Document, notes: Sequence[Noted], sources: Sources) -> Sequence[tuple[Resolved, ...]]:
    """What each footnote cites, in order; where it names another note, what that one cites.

    Notes that name each other in a circle cite nothing by it.
    """
    order = _order(document, [definition for definition, _ in notes])
    named = [
        [other for each in mentions if each.note is not None and (other := order.meant(each.note, at)) is not None]
        for at, (_, mentions) in enumerate(notes)
    ]
    naming: list[list[int]] = [[] for _ in notes]
    for at, others in enumerate(named):
        for other in others:
            naming[other].append(at)
    met: set[int] = set()
    ends = [each for first in order.places for each in _reached(first, named, met)]
    met = set()
    circles = {each: first for first in reversed(ends) for each in _reached(first, naming, met)}
    every = _Notes(document, notes, sources, order, circles)
    for at in ends:
        every.known[at] = tuple(_once(every.cited(at)))
    return [every.known[at] for at in range(len(notes))]


def _reached(first: int, named: Sequence[Sequence[int]], met: set[int]) -> Iterator[int]:
    """The notes that one leads to, with itself, but for those that were met before; each behind those it leads to."""
    if first in met:
        return
    met.add(first)
    way = [(first, iter(named[first]))]
    while way:
        at, others = way[-1]
        other = next((each for each in others if each not in met), None)
        if other is None:
            way.pop()
            yield at
        else:
            met.add(other)
            way.append((other, iter(named[other])))


def _once(cited: Iterator[Resolved]) -> Iterator[Resolved]:
    """What is cited, without what other notes are named for when it was cited before."""
    seen = set()
    for each in cited:
        own = replace(each.cited, as_note=None, also=False)
        if each.cited.as_note is None or own not in seen:
            yield each
        seen.add(own)


def _order(document: Document, definitions: Sequence[FootnoteDefinition]) -> _Order:
    """The order of first markers, as notes are numbered; one without a marker follows the one defined before it."""
    by_id = {definition.id: at for at, definition in enumerate(definitions)}  # of two of one id the last counts
    marked = [each for each in sorted(document.references, key=lambda each: each.span) if each.clause is not None]
    numbers = {ident: number for number, ident in enumerate(dict.fromkeys(each.id for each in marked), start=1)}
    ranks: list[tuple[int, int]] = []
    for at, definition in enumerate(definitions):
        number = numbers.get(definition.id) if by_id[definition.id] == at else None
        ranks.append((number if number is not None else ranks[-1][0] if ranks else 0, at))
    places = [at for _, at in sorted(ranks)]
    by_number = {str(number): by_id[ident] for ident, number in numbers.items() if ident in by_id}
    return _Order(places, by_id, by_number, dict(zip(places[1:], places, strict=False)))
