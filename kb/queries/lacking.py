"""What a text lacks as a whole: a published text and which of its clauses another has nothing of come in; the highest
headings of which the other has neither themselves nor anything below them go out.

The other may be an edition of some chapters alone, or a printing without some. This is the one place that says so: for
the audit, for lists of changes and for pages.
"""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from kb.align import Alignment
from kb.graph import Book
from kb.model import ClauseKind, Document, Heading
from kb.provenance import Emendation
from kb.text import Span

SEVERAL = 2
"""A section of fewer changes is told by its words."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of a published text with all that is below it, up to the next that is as high: what it spans, and its
    clauses by number, the heading too."""

    heading: Heading
    span: Span
    clauses: Sequence[int]
    worded: int
    """How many of its clauses say something, headings aside."""

    @property
    def id(self) -> str:
        """What it is known by as one change."""
        return f"{self.heading.id}~lacking"


@dataclass(frozen=True, slots=True)
class Lacking:
    """A section that an emended text has nothing of, and the records that took out what is in it."""

    section: Section
    records: Sequence[Emendation]


@dataclass(frozen=True, slots=True)
class BookChanges:
    """The changes of a book: the sections that its emended text lacks as a whole, where no footnote says why any of it
    went, and the records of all that was changed besides."""

    lacking: tuple[Lacking, ...]
    others: tuple[Emendation, ...] = field(repr=False)

    @property
    def parts(self) -> frozenset[str]:
        """The ids of the records of what is lacking."""
        return frozenset(record.id for each in self.lacking for record in each.records)

    @property
    def substantive(self) -> int:
        """How many of the others are of substance."""
        return sum(record.substantive for record in self.others)


def find_lacking(
    published: Document, alone: Collection[int], tells: Callable[[Section], bool] = lambda _: True
) -> Iterator[Section]:
    """The highest sections of a published text of which another has nothing, in order, where it has none of the clauses
    `alone` (by number); where one does not tell what is asked for, those below it."""
    lone, behind = frozenset(alone), 0
    for heading, end in _ends(published):
        if heading.span.start < behind:
            continue
        span = Span(heading.span.start, end)
        numbers = published.clauses_over(span)
        if all(at in lone or not published.clauses[at].current.strip() for at in numbers):
            clauses = [published.clauses[at] for at in numbers]
            worded = sum(each.kind is not ClauseKind.HEADING and bool(each.current.strip()) for each in clauses)
            section = Section(heading, span, numbers, worded)
            if tells(section):
                behind = end
                yield section


def find_gone(book: Book) -> Iterator[Lacking]:
    """The highest sections of a book of which its emended text has nothing, several changes each, whether a footnote
    says why or not."""
    yield from _find(book.alignment, book.emendations, lambda records: len(records) >= SEVERAL)


def sort_changes(book: Book) -> BookChanges:
    """The changes of a book as they are told: what is lacking as a whole, and each of the others."""
    return sort_records(book.alignment, book.emendations)


def sort_records(alignment: Alignment | None, records: Sequence[Emendation]) -> BookChanges:
    """The same of two texts and the records between them."""
    lacking = BookChanges(tuple(_find(alignment, records, _is_silent)), ())
    known = lacking.parts
    return BookChanges(lacking.lacking, tuple(each for each in records if each.id not in known))


def _is_silent(records: Sequence[Emendation]) -> bool:
    """Whether several rules went and nobody said why: what a footnote tells of is a change like others."""
    return sum(each.substantive for each in records) >= SEVERAL and not any(each.footnotes for each in records)


def _find(
    alignment: Alignment | None, records: Sequence[Emendation], tells: Callable[[Sequence[Emendation]], bool]
) -> Iterator[Lacking]:
    if alignment is None:
        return
    taken = [each for each in records if len(each.published_span) and not len(each.emended_span)]
    taken.sort(key=lambda each: each.published_span)
    starts = [each.published_span.start for each in taken]

    def inside(section: Section) -> Sequence[Emendation]:
        return taken[bisect_left(starts, section.span.start) : bisect_left(starts, section.span.end)]

    found = find_lacking(alignment.published, alignment.deletions, lambda section: tells(inside(section)))
    for section in found:
        yield Lacking(section, inside(section))


def _ends(document: Document) -> Iterator[tuple[Heading, int]]:
    """The headings of a text, each with where its section ends: at the next that is as high."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for at, heading in enumerate(document.headings):
        while opened and document.headings[opened[-1]].level >= heading.level:
            ends[opened.pop()] = heading.span.start
        opened.append(at)
    return ((each, ends.get(at, len(document.source.text))) for at, each in enumerate(document.headings))
