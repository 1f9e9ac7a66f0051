"""What an emended text lacks as a whole: the records between a published text and it come in; the highest sections of
which it has nothing, each with its records, go out.

It may be an edition of some chapters alone. This is the one place that says so: for the audit, for lists of changes
and for pages.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kb.align import SEVERAL, Alignment, Section, find_lacking
from kb.graph import Book
from kb.model import FootnoteId
from kb.provenance import Emendation


@dataclass(frozen=True, slots=True)
class Lacking:
    """A section that an emended text has nothing of, and the records that took out what is in it."""

    section: Section
    records: Sequence[Emendation]

    @property
    def told(self) -> Emendation:
        """The first of its records of substance: their footnotes are the same, and so is who tells why they went."""
        return next(record for record in self.records if record.substantive)

    @property
    def footnotes(self) -> tuple[FootnoteId, ...]:
        """The footnotes that say why it went."""
        return self.told.footnotes


@dataclass(frozen=True, slots=True)
class BookChanges:
    """The changes of a book: the sections that its emended text lacks as a whole, where no footnote says why a part of
    one went, and the records of all that was changed besides."""

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


def find_gone(book: Book) -> Iterator[Lacking]:
    """The highest sections of a book of which its emended text has nothing, several changes each, whether a footnote
    says why or not."""
    yield from _find(book.alignment, book.emendations, lambda records: len(records) >= SEVERAL)


def sort_changes(book: Book) -> BookChanges:
    """The changes of a book as they are told: what is lacking as a whole, and each of the others."""
    return sort_records(book.alignment, book.emendations)


def sort_records(alignment: Alignment | None, records: Sequence[Emendation]) -> BookChanges:
    """The same of two texts and the records between them."""
    lacking = BookChanges(tuple(_find(alignment, records, _is_one)), ())
    known = lacking.parts
    return BookChanges(lacking.lacking, tuple(each for each in records if each.id not in known))


def _is_one(records: Sequence[Emendation]) -> bool:
    """Whether several rules went, and nobody said why or the same footnotes say it of all of them: what one tells of
    a part is a change like others."""
    weighty = [each.footnotes for each in records if each.substantive]
    return len(weighty) >= SEVERAL and len({*weighty}) == 1


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
