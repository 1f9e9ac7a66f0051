"""Grafting: a page and stretches of it that were read otherwise come in; the page with these in their places goes out.

What the page's own reading found in the stretches is dropped; every word there that the new reading has in no clause is
set aside with a reason.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kb.model import Block, Clause, Document, Exclusion
from kb.text import WORD, Span

MARKUP = "markup around a mailed text"


def lies_in(regions: Sequence[Span], span: Span) -> bool:
    """Whether one of some rising stretches holds a span."""
    at = bisect_right(regions, span.start, key=lambda region: region.start)
    return at > 0 and regions[at - 1].holds(span)


def graft(page: Document, regions: Sequence[Span], parts: Sequence[Document]) -> Document:
    """The page with its rising regions as `parts` read them, each of which has no words outside of its region."""
    kept = [at for at, clause in enumerate(page.clauses) if not lies_in(regions, clause.span)]
    placed = [(page.clauses[at].span.start, 0, at) for at in kept]
    for number, part in enumerate(parts, 1):
        placed += [(clause.span.start, number, at) for at, clause in enumerate(part.clauses)]
    placed.sort()
    whole = (page, *parts)
    own: list[dict[int, int]] = [{} for _ in whole]
    for index, (_, number, at) in enumerate(placed):
        own[number][at] = index
    notes = [at for at, note in enumerate(page.notes) if not lies_in(regions, note.span)]
    boxes = {at: index for index, at in enumerate(notes)}
    clauses = tuple(_boxed(whole[number].clauses[at], boxes if not number else {}) for _, number, at in placed)
    headings = [
        replace(heading, clause=own[number][heading.clause])
        for number, document in enumerate(whole)
        for heading in document.headings
        if heading.clause in own[number]
    ]
    links = [
        replace(link, clause=own[number].get(link.clause) if link.clause is not None else None)
        for number, document in enumerate(whole)
        for link in document.links
        if number or not lies_in(regions, link.span)
    ]
    blocks = [_moved(block, own[0]) for block in page.blocks if not lies_in(regions, block.span)]
    blocks += [_moved(block, own[number]) for number, part in enumerate(parts, 1) for block in part.blocks]
    exclusions = [each for each in page.exclusions if not lies_in(regions, each.span)]
    exclusions += [each for part in parts for each in part.exclusions]
    taken = [*(clause.span for clause in clauses), *(each.span for each in exclusions)]
    exclusions += _left(page, regions, taken)
    anchors = {name: span for name, span in page.anchors.items() if not lies_in(regions, span)}
    return replace(
        page,
        blocks=tuple(sorted(blocks, key=lambda block: block.span)),
        clauses=clauses,
        headings=tuple(sorted(headings, key=lambda heading: heading.span)),
        notes=tuple(
            replace(page.notes[at], clauses=tuple(own[0][each] for each in page.notes[at].clauses)) for at in notes
        ),
        definitions=tuple(each for each in page.definitions if not lies_in(regions, each.span)),
        references=tuple(
            replace(each, clause=own[0].get(each.clause) if each.clause is not None else None)
            for each in page.references
            if not lies_in(regions, each.span)
        ),
        links=tuple(sorted(links, key=lambda link: link.span)),
        images=tuple(each for each in page.images if not lies_in(regions, each.span)),
        anchors={**anchors, **{name: span for part in parts for name, span in part.anchors.items()}},
        orphans=tuple(each for each in page.orphans if not any(lies_in(regions, span) for span in each.spans)),
        exclusions=tuple(sorted(exclusions, key=lambda each: each.span)),
    )


def _boxed(clause: Clause, boxes: Mapping[int, int]) -> Clause:
    return clause if clause.note is None else replace(clause, note=boxes.get(clause.note))


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
        inside = (spans[number] for number in range(max(0, first - 1), len(spans)))
        for span in (*_until(inside, region.end), Span(region.end, region.end)):
            words = list(WORD.finditer(text, at, span.start)) if span.start > at else []
            if words:
                yield Exclusion(Span(words[0].start(), words[-1].end()), MARKUP)
            at = max(at, span.end)


def _until(spans: Iterable[Span], end: int) -> Iterator[Span]:
    for span in spans:
        if span.start >= end:
            return
        yield span
