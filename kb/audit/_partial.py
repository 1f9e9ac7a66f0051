"""Partial texts: a book comes in; the highest headings of which its emended text has nothing go out, with what they
span in the published text. That text may be one of some chapters alone.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kb.graph import Book
from kb.model import APART, Document, Heading
from kb.provenance import Emendation, EmendationKind
from kb.terms import name_key
from kb.text import Span

_SEVERAL = 2
"""A section of fewer changes is told by its words."""


class GoneSection(NamedTuple):
    """A heading with all that is below it in the published text, and the records that took that out, several."""

    heading: Heading
    span: Span
    records: Sequence[Emendation]


def find_gone_sections(
    book: Book, emended: Document, counts: Callable[[Emendation], bool] = lambda _: True
) -> Iterator[GoneSection]:
    """The highest headings of a book of which neither they nor any below them nor any clause there are in its emended
    text, by the deletions that count."""
    if book.base is None:
        return
    base, kept = book.base.document, {name_key(each.text) for each in emended.headings}
    taken = [each for each in book.emendations if each.kind is EmendationKind.DELETION and counts(each)]
    taken.sort(key=lambda each: each.published_span)
    starts = [each.published_span.start for each in taken]
    without = {at for each in taken for at in base.clauses_over(each.published_span)}
    behind = 0
    for heading, end in _ends(base):
        span = Span(heading.span.start, end)
        inside = taken[bisect_left(starts, span.start) : bisect_left(starts, end)]
        if span.start < behind or len(inside) < _SEVERAL:
            continue
        below = (name_key(each.text) for each in base.headings if span.holds(each.span))
        clauses = [at for at in base.clauses_over(span) if base.clauses[at].kind not in APART]
        if kept.isdisjoint(below) and all(at in without or not base.clauses[at].current.strip() for at in clauses):
            behind = end
            yield GoneSection(heading, span, inside)


def _ends(document: Document) -> Iterator[tuple[Heading, int]]:
    """The headings of a text, each with where its section ends: at the next that is as high."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for at, heading in enumerate(document.headings):
        while opened and document.headings[opened[-1]].level >= heading.level:
            ends[opened.pop()] = heading.span.start
        opened.append(at)
    return ((each, ends.get(at, len(document.source.text))) for at, each in enumerate(document.headings))
