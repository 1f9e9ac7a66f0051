"""Partial texts: a book comes in; the highest headings of which its emended text has nothing go out, with what they
span in the published text. That text may be one of some chapters alone.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kb.graph import Book
from kb.model import Document, Heading
from kb.provenance import Emendation, EmendationKind
from kb.text import Span

_SEVERAL = 2
"""A section of fewer changes is told by its words."""


class GoneSection(NamedTuple):
    """A heading with all that is below it in the published text, and the records that took that out, several."""

    heading: Heading
    span: Span
    records: Sequence[Emendation]


def find_gone_sections(book: Book, counts: Callable[[Emendation], bool] = lambda _: True) -> Iterator[GoneSection]:
    """The highest headings of a book of which neither they nor any below them nor any clause there are in its emended
    text, by the deletions that count."""
    if book.base is None or book.alignment is None:
        return
    base, alone = book.base.document, frozenset(book.alignment.deletions)
    taken = [each for each in book.emendations if each.kind is EmendationKind.DELETION and counts(each)]
    taken.sort(key=lambda each: each.published_span)
    starts = [each.published_span.start for each in taken]
    behind = 0
    for heading, end in _ends(base):
        span = Span(heading.span.start, end)
        inside = taken[bisect_left(starts, span.start) : bisect_left(starts, end)]
        if span.start < behind or len(inside) < _SEVERAL:
            continue
        if all(at in alone or not base.clauses[at].current.strip() for at in base.clauses_over(span)):
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
