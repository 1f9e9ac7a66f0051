"""Footnotes on pages: a document comes in; its footnotes' numbers, their markers' places and the ids of both go out, or
the words of each where its marker stands.

The ids are those of the site that a text comes from (kramdown's): `fn:name` is a footnote, `fnref:name` its first
marker, `fnref:name:1` the next. A name has no colon.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from kb.html import Looks, render_words
from kb.html.inline import Resolve
from kb.model import Document, FootnoteId, FootnoteReference
from kb.provenance import Emendation
from kb.text import Span


def number_footnotes(document: Document) -> dict[FootnoteId, int]:
    """Numbers of footnotes in the order of their first markers, defined or not; without a marker there is none."""
    numbers: dict[FootnoteId, int] = {}
    for reference in markers_of(document):
        numbers.setdefault(reference.id, len(numbers) + 1)
    return numbers


def note_anchor(ident: FootnoteId) -> str:
    """The id of a footnote on its page."""
    return f"fn:{ident}"


def marker_anchors(document: Document) -> Mapping[Span, str]:
    """The ids of the markers in clauses, by where they stand."""
    times: Counter[FootnoteId] = Counter()
    names: dict[Span, str] = {}
    for reference in markers_of(document):
        again = times[reference.id]
        names[reference.span] = f"fnref:{reference.id}" + (f":{again}" if again else "")
        times[reference.id] += 1
    return names


def note_anchors(document: Document) -> frozenset[str]:
    """The ids of all footnotes that are shown, and of their markers."""
    return frozenset((*map(note_anchor, number_footnotes(document)), *marker_anchors(document).values()))


def markers_of(document: Document) -> tuple[FootnoteReference, ...]:
    """The markers in clauses, in order."""
    return tuple(sorted((each for each in document.references if each.clause is not None), key=lambda each: each.span))


def looks_without_notes(document: Document, resolve: Resolve) -> Looks:
    """How words of a document are told, footnote markers left out, and what links lead to in their text."""
    return Looks(resolve=resolve, text=document.source.text, abbreviations=document.abbreviations)


def looks_with_notes(document: Document, resolve: Resolve) -> Looks:
    """The same with the words of a footnote in brackets where its marker stands: for a text that is shown in pieces, on
    many pages. Markers inside of footnotes are left out there."""
    looks = looks_without_notes(document, resolve)
    notes = {each.id: each for each in document.definitions}

    def tell(ident: str, _: Span) -> str:
        note = notes.get(FootnoteId(ident))
        words = render_words(note.pieces, looks) if note else ""
        return f' <span class="small">[{words}]</span>' if words else ""

    return replace(looks, footnote=tell)


def find_markers(document: Document, records: Iterable[Emendation]) -> Iterator[tuple[str, Span]]:
    """For each record the marker that supports it: the first of its footnotes' that ends at or after its words."""
    places: dict[FootnoteId, list[Span]] = {}
    for reference in markers_of(document):
        places.setdefault(reference.id, []).append(reference.span)
    for record in sorted(records, key=lambda record: record.emended_span):
        for ident in record.footnotes:
            spans = places.get(ident, [])
            found = next((span for span in spans if span.end >= record.emended_span.start), None)
            if found is not None:
                yield record.id, found
                break
