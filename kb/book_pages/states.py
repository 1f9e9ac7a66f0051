"""The texts a book has had, on pages: its states come in, a page for each and a small table of dates go out.

The table is what leads from any day to the state that held, in the browser. What was not in force in a state is listed
there with the day it came in, and, where nobody knows the day, the versions it lies between; what was in force in other
words is listed too, with the version that has these.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from kb.book_pages.books import BookView
from kb.book_pages.reasons import ChangeView
from kb.dated import Reworded
from kb.force import Status
from kb.graph import Book
from kb.model import WorkId
from kb.places.addresses import BookPages, Place
from kb.places.base import Base
from kb.provenance import Emendation
from kb.queries.lacking import BookChanges, Lacking, sort_changes
from kb.queries.states import BookState, Waiting, find_book_states
from kb.records import Record


@dataclass(frozen=True, slots=True)
class WaitingView:
    """A change that a state has not: what it is, when it came in and in which state, and why not before."""

    kind: str
    section: str
    change: ChangeView | None
    joins: str
    address: str
    ground: str
    between: str
    uncertain: bool


@dataclass(frozen=True, slots=True)
class RewordedView:
    """A change that a state has in the words of the emended text, while its ruling was stated in others: by which
    version; the ruling's name and address."""

    kind: str
    section: str
    change: ChangeView | None
    version: str
    ruling: str
    address: str


@dataclass(frozen=True, slots=True)
class StateLine:
    """A state in the table: its first day as a date (empty for the oldest) and in words, its last, its address."""

    day: str
    first: str
    told: str
    last: str
    address: str
    made: int
    waiting: int
    uncertain: int
    name: str
    """What else the text is, where it is the published or the emended one."""


@dataclass(frozen=True, slots=True)
class StateView:
    """A state on its page; `slight` is how many changes of spelling and layout it has not, `lacking` how many of its
    sections the emended text lacks as a whole."""

    book: BookView
    line: StateLine
    waiting: tuple[WaitingView, ...]
    slight: int
    lacking: int
    reworded: tuple[RewordedView, ...]
    outlived: tuple[RewordedView, ...]
    older: StateLine | None
    newer: StateLine | None

    @property
    def uncertain(self) -> tuple[WaitingView, ...]:
        """The changes that may have been in force on some day of the state."""
        return tuple(each for each in self.waiting if each.uncertain)


def find_states(base: Base) -> Mapping[WorkId, tuple[BookState, ...]]:
    """The states of every book that has had more than one text."""
    found = {work: find_book_states(base.kb, base.kb.books[work], proof) for work, proof in base.proofs.items()}
    return {work: states for work, states in found.items() if len(states) > 1}


def list_states(base: Base, book: Book, here: str) -> tuple[StateLine, ...]:
    """The table of a book's states, oldest first, as the page `here` shows it."""
    states = base.states[book.work.id]
    return tuple(_line(base, book, state, number, here) for number, state in enumerate(states))


def view_state(base: Base, state: BookState, here: str) -> StateView:
    """A state that has a text of its own, as its page shows it."""
    assert state.book is not None and state.book.emended is not None
    work = state.book.work.id
    document = state.book.emended.document
    addresses = base.addresses
    pages = {**addresses.pages, document.source.path: here}
    known = {**addresses.documents, document.source.path: document}
    own = replace(base, addresses=replace(addresses, pages=pages, documents=known))
    lines = list_states(base, base.kb.books[work], here)
    at = base.states[work].index(state)
    views = _Waits(base, base.kb.books[work], here)
    changed = sort_changes(base.kb.books[work])
    parts, waiting = changed.parts, frozenset(str(each.record.id) for each in state.waiting)
    others = [each for each in state.waiting if each.record.id not in parts]
    return StateView(
        BookView(own, state.book, here),
        lines[at],
        tuple(views.of(each) for each in others if each.record.substantive),
        sum(not each.record.substantive and not each.record.follows for each in others),
        len(lost_in(changed, waiting)),
        tuple(views.reworded(each) for each in state.reworded),
        tuple(views.reworded(each) for each in state.outlived),
        lines[at - 1] if at else None,
        lines[at + 1] if at + 1 < len(lines) else None,
    )


def lost_in(changed: BookChanges, records: Collection[str]) -> tuple[Lacking, ...]:
    """Those of what a book lacks as a whole of which some records (by id) took out all that rules."""
    lost = (each for each in changed.lacking if all(one.id in records for one in each.records if one.substantive))
    return tuple(lost)


def state_page(work: str, state: BookState) -> str:
    """The address of a state: that of the published or emended text where it is this."""
    pages = BookPages.of(work)
    if state.is_published:
        return pages.published
    return pages.emended if state.is_emended else f"{pages.emended}@{state.first.isoformat()}/"


def _line(base: Base, book: Book, state: BookState, number: int, here: str) -> StateLine:
    words = base.words
    parts = sort_changes(book).parts
    waiting = [each for each in state.waiting if each.record.substantive and each.record.id not in parts]
    name = "page.published" if state.is_published else "page.emended" if state.is_emended else ""
    known = book.base.date if number == 0 and book.base is not None else state.first.isoformat()
    records = base.proofs[book.work.id].records.records
    substantive = sum(record.substantive and record.id not in parts for record in records)
    return StateLine(
        state.first.isoformat() if number else "",
        words.date(known),
        words.time(known),
        words.time((state.until - timedelta(days=1)).isoformat()) if state.until else "",
        Place(state_page(book.work.id, state)).seen_from(here),
        substantive - len(waiting),
        len(waiting),
        sum(each.dated.status is Status.UNDETERMINED for each in waiting),
        words(name) if name else "",
    )


class _Waits:
    """Makes the views of what a state of a book has not."""

    def __init__(self, base: Base, book: Book, here: str) -> None:
        self.base = base
        self.view = BookView(base, book, here)
        self.here = here
        self.changes: dict[str, Emendation] = {record.id: record for record in book.emendations}
        self.by_day = {state.first: state for state in base.states[book.work.id]}
        self.records = {record.id: record for record in base.proofs[book.work.id].records.records}

    def reworded(self, each: Reworded) -> RewordedView:
        """What it has in later or in earlier words."""
        record, view = self.records[each.record], self._change(each.record)
        address, name = self.base.named(each.ruling, self.here)
        return RewordedView(*self._told(record, view), view, each.version, name, address)

    def _change(self, record: str) -> ChangeView | None:
        change = self.changes.get(record)
        return self.view.change(change) if change is not None else None

    def _told(self, record: Record, view: ChangeView | None) -> tuple[str, str]:
        section = view.section if view is not None else str(record.section or "")
        return self.base.words(f"kind.{record.kind.value}"), section

    def of(self, each: Waiting) -> WaitingView:
        """One of them."""
        words, record = self.base.words, each.record
        view = self._change(record.id)
        kind, section = self._told(record, view)
        joined = self.by_day.get(each.joins) if each.joins is not None else None
        page = state_page(self.view.book.work.id, joined) if joined is not None else ""
        return WaitingView(
            kind,
            section,
            view,
            words.time(each.joins.isoformat()) if each.joins else "",
            Place(page).seen_from(self.here) if page else "",
            each.dated.ground,
            " – ".join(each.dated.between),
            each.dated.status is Status.UNDETERMINED,
        )
