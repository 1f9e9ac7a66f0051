"""Besides: a file of rulings or answers, or the page of a card, comes in; what it says besides these goes out, under
the headings above it.

Who reads a ruling may have to know what the file says of all: when its rulings take effect, what its marks mean.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from markupsafe import Markup

from kb.html import Page, render_clause, render_span
from kb.model import Clause, ClauseKind, Document
from kb.places.base import Base
from kb.places.footnotes import looks_with_notes, markers_of
from kb.text import Span

_WORD = re.compile(r"[^\W_]{2,}|\d")
"""A letter alone is a mark or a way into the alphabet; a figure alone tells something."""


@dataclass(frozen=True, slots=True)
class Besides:
    """What stands under one heading: its title (none for that of the whole file) and the paragraphs as HTML, each with
    whether it is blocks of its own."""

    title: str
    paragraphs: tuple[tuple[Markup, bool], ...] = field(repr=False)


def tell_besides(base: Base, document: Document, asides: Iterable[Span], here: str) -> tuple[Besides, ...]:
    """The words of a file in some spans in order, with their footnotes, without those that only lead to its parts, as a
    table of contents does."""
    looks = looks_with_notes(document, base.addresses.resolver(document, here))
    links: dict[int | None, list[Span]] = {}
    for link in document.links:
        if link.href.startswith("#"):
            links.setdefault(link.clause, []).append(link.span)

    def shown() -> Iterator[tuple[str, Markup, bool]]:
        for span in sorted(asides):
            for number in document.clauses_over(span):
                clause = document.clauses[number]
                if not _says(clause, links.get(number, ()), span):
                    continue
                raw = clause.kind is ClauseKind.HTML
                own = Span(max(span.start, clause.span.start), min(span.end, clause.span.end))
                words = render_clause(clause, Page(looks)) if raw else render_span(document, own, looks)
                yield _heading_above(document, span.start), Markup(words), raw

    return tuple(
        Besides(title, tuple((words, raw) for _, words, raw in group))
        for title, group in groupby(shown(), key=lambda each: each[0])
    )


def find_noted(document: Document, shown: Iterable[Span]) -> Iterator[Span]:
    """The clauses with footnotes outside of some spans: what is shown of them by other ways has no notes."""
    told = tuple(shown)
    for number in dict.fromkeys(marker.clause for marker in markers_of(document)):
        clause = document.clauses[number] if number is not None else None
        if clause is not None and not any(span.holds(clause.span) for span in told):
            yield clause.span


def _says(clause: Clause, links: Sequence[Span], span: Span) -> bool:
    """Whether words of a clause stand in a span and outside of its links to parts of the file."""
    words = (piece for piece in clause.pieces if piece.text and piece.span.overlaps(span))
    return any(_WORD.search(piece.text) and not any(link.holds(piece.span) for link in links) for piece in words)


def _heading_above(document: Document, at: int) -> str:
    """The nearest heading before a place; none for the first of the file."""
    number = bisect_right(document.headings, at, key=lambda heading: heading.span.start) - 1
    return document.headings[number].text.strip() if number > 0 else ""
