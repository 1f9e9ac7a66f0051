"""Footnotes on pages: a document comes in, the numbers of its footnotes and the places of their markers go out."""

from collections.abc import Iterable, Iterator

from kb.model import Document, FootnoteId, FootnoteReference
from kb.provenance import Emendation
from kb.text import Span


def number_footnotes(document: Document) -> dict[FootnoteId, int]:
    """Numbers of footnotes in the order of their first markers, defined or not; without a marker there is none."""
    numbers: dict[FootnoteId, int] = {}
    for reference in markers_of(document):
        numbers.setdefault(reference.id, len(numbers) + 1)
    return numbers


def markers_of(document: Document) -> tuple[FootnoteReference, ...]:
    """The markers in clauses, in order."""
    return tuple(sorted((each for each in document.references if each.clause is not None), key=lambda each: each.span))


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
