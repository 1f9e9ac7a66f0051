"""The log of a book: the texts it had come in; the days its text changed go out, the newest first, each with the
changes that came into force and those that went, their words and their rulings.

What no day has (a change whose ruling nobody knows the beginning of) stands by itself.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from kb.book_pages.books import BookView
from kb.book_pages.introduced import Origins
from kb.book_pages.records import Corrections, RecordView, RecordViews, count_corrections
from kb.book_pages.states import StateLine, list_states, lost_in
from kb.dates import days_of
from kb.graph import Book
from kb.places.base import Base
from kb.places.downloads import feed_of
from kb.queries.lacking import sort_changes
from kb.records import Record


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A change of substance in the log: its record, the versions that first stated its rulings; `dated` where that says
    more than the day it is under, or no ruling says anything of a day."""

    record: RecordView
    first: str
    later: tuple[Markup, ...]
    dated: str


@dataclass(frozen=True, slots=True)
class LogDay:
    """A day the text changed: the text from then on, what came in, what went, how many slight changes came, and how
    many sections went that the emended text lacks as a whole."""

    line: StateLine
    came: tuple[LogEntry, ...]
    went: tuple[LogEntry, ...]
    slight: int
    lacking: int


@dataclass(frozen=True, slots=True)
class LogView:
    """The log of a book: its days, newest first, the changes without one, the address of its feed or nothing, and the
    first day it can have been read on (ISO 8601), empty where nobody knows; its slight changes as it counts them."""

    book: BookView
    days: tuple[LogDay, ...]
    never: tuple[LogEntry, ...]
    feed: str
    earliest: str
    corrections: Corrections


def view_log(base: Base, book: Book, here: str) -> LogView:
    """The log of a book that had several texts, as the page `here` shows it."""
    teller = _Teller(base, book, here)
    states = base.states[book.work.id]
    before: frozenset[str] = frozenset()
    changed = sort_changes(book)
    parts = changed.parts
    days: list[LogDay] = []
    for state, line in zip(states, list_states(base, book, here), strict=True):
        came, went = state.made - before, before - state.made
        others = (each for each in teller.records if each.id in came - parts and not each.follows)
        slight = sum(not record.substantive for record in others)
        lacking = len(lost_in(changed, came))
        days.append(LogDay(line, teller.tell(came - parts, line.day), teller.tell(went - parts), slight, lacking))
        before = state.made
    ever = frozenset().union(*(state.made for state in states))
    never = teller.tell(frozenset(record.id for record in teller.records) - ever - parts)
    published = days_of(book.base.date).first if book.base is not None else date.min
    earliest = published.isoformat() if published > date.min else ""
    feed, corrections = feed_of(base.downloads, here), count_corrections(base.proofs[book.work.id], book)
    return LogView(teller.view, tuple(reversed(days)), never, feed, earliest, corrections)


class _Teller:
    """Tells of the records of one book in the order of its text."""

    def __init__(self, base: Base, book: Book, here: str) -> None:
        proof = base.proofs[book.work.id]
        self.view = BookView(base, book, here)
        self.records: tuple[Record, ...] = proof.records.records
        self.views = RecordViews(self.view, proof)
        self.origins = Origins(base, book, here)

    def tell(self, names: Iterable[str], day: str = "") -> tuple[LogEntry, ...]:
        """The entries of those records of substance that have these ids, under a day."""
        wanted = frozenset(names)
        return tuple(self._entry(each, day) for each in self.records if each.id in wanted and each.substantive)

    def _entry(self, record: Record, day: str) -> LogEntry:
        since = self.origins.of_record(record)
        plain = self.view.words("since.day", date=self.view.words.time(day))
        told = since.words or (self.view.words("log.unknown") if day else "")
        return LogEntry(self.views.of(record), since.first, since.later, "" if told == plain else told)
