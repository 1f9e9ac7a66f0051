"""Grafting: a page and stretches of it that were read otherwise come in; the page with these in their places goes out.

What the page's own reading found in the stretches is dropped; every word there that the new reading has in no clause is
set aside with a reason.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from kb.model import Block, Clause, Document, Exclusion
from kb.text import WORD, Span, lies_in

MARKUP = "markup around a mailed text"


def graft(page: Document, regions: Sequence[Span], parts: Sequence[Document]) -> Document:
    """The page with its rising regions as `parts` read them, each of which has clauses, blocks, headings, links and
    exclusions alone, and no words outside of its region."""
    whole = (_without(page, regions), *parts)
    order = sorted(
        (clause.span.start, number, at)
        for number, document in enumerate(whole)
        for at, clause in enumerate(document.clauses)
    )
    places: list[dict[int, int]] = [{} for _ in whole]
    for index, (_, number, at) in enumerate(order):
        places[number][at] = index
    laid = [_renumbered(document, own) for document, own in zip(whole, places, strict=True)]
    clauses = tuple(whole[number].clauses[at] for _, number, at in order)
    exclusions = [each for document in laid for each in document.exclusions]
    exclusions += _left(page, regions, [*(clause.span for clause in clauses), *(each.span for each in exclusions)])
    return replace(
        laid[0],
        blocks=tuple(sorted((each for document in laid for each in document.blocks), key=lambda block: block.span)),
        clauses=clauses,
        headings=tuple(sorted((each for document in laid for each in document.headings), key=lambda head: head.span)),
        links=tuple(sorted((each for document in laid for each in document.links), key=lambda link: link.span)),
        anchors={name: span for document in laid for name, span in document.anchors.items()},
        exclusions=tuple(sorted(exclusions, key=lambda each: each.span)),
    )


def _without(page: Document, regions: Sequence[Span]) -> Document:
    """A page without what its own reading found in some stretches."""
    kept = [at for at, clause in enumerate(page.clauses) if not lies_in(regions, clause.span)]
    notes = [at for at, note in enumerate(page.notes) if not lies_in(regions, note.span)]
    boxes = {at: index for index, at in enumerate(notes)}
    rest = replace(
        page,
        blocks=_outside(regions, page.blocks),
        notes=tuple(page.notes[at] for at in notes),
        definitions=_outside(regions, page.definitions),
        references=_outside(regions, page.references),
        links=_outside(regions, page.links),
        images=_outside(regions, page.images),
        anchors={name: span for name, span in page.anchors.items() if not lies_in(regions, span)},
        orphans=tuple(each for each in page.orphans if not any(lies_in(regions, span) for span in each.spans)),
        exclusions=_outside(regions, page.exclusions),
    )
    clauses = tuple(_boxed(page.clauses[at], boxes) for at in kept)
    return replace(_renumbered(rest, {at: index for index, at in enumerate(kept)}), clauses=clauses)


class _Spanned(Protocol):
    """A part of a document that has a place in it."""

    @property
    def span(self) -> Span:
        """Where it stands."""


_Part = TypeVar("_Part", bound=_Spanned)


def _outside(regions: Sequence[Span], parts: Iterable[_Part]) -> tuple[_Part, ...]:
    """The parts of a document that lie in none of some rising stretches."""
    return tuple(each for each in parts if not lies_in(regions, each.span))


def _boxed(clause: Clause, boxes: Mapping[int, int]) -> Clause:
    return clause if clause.note is None else replace(clause, note=boxes.get(clause.note))


def _renumbered(document: Document, places: Mapping[int, int]) -> Document:
    """A document whose parts name its clauses by their new places; headings without one go."""

    def placed(clause: int | None) -> int | None:
        return places.get(clause) if clause is not None else None

    headings = (head for head in document.headings if head.clause in places)
    return replace(
        document,
        blocks=tuple(_moved(block, places) for block in document.blocks),
        headings=tuple(replace(head, clause=places[head.clause]) for head in headings),
        notes=tuple(replace(note, clauses=tuple(places[each] for each in note.clauses)) for note in document.notes),
        references=tuple(replace(each, clause=placed(each.clause)) for each in document.references),
        links=tuple(replace(each, clause=placed(each.clause)) for each in document.links),
    )


def _moved(block: Block, places: Mapping[int, int]) -> Block:
    """A block that names its clauses by their new places."""
    children = tuple(_moved(child, places) for child in block.children)
    return replace(block, children=children, clause=places[block.clause] if block.clause is not None else None)


def _left(page: Document, regions: Iterable[Span], taken: Iterable[Span]) -> Iterator[Exclusion]:
    """The stretches of regions with words that are in no clause and no exclusion."""
    text = page.source.text
    spans = sorted(taken)
    for region in regions:
        at = region.start
        first = bisect_right(spans, region.start, key=lambda span: span.start)
        stop = bisect_left(spans, region.end, key=lambda span: span.start)
        for span in (*spans[max(0, first - 1) : stop], Span(region.end, region.end)):
            words = list(WORD.finditer(text, at, span.start)) if span.start > at else []
            if words:
                yield Exclusion(Span(words[0].start(), words[-1].end()), MARKUP)
            at = max(at, span.end)
