"""The states of a book: its records and the lives of their rulings come in, each distinct text it had goes out.

A state begins on the day its text first was so, and ends where the next begins. What was not in force then is listed
with the day it came in, and, where lives are incomplete, with the versions it may have come in before.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from kb.align import align
from kb.compile import plan_text
from kb.dated import Dated, Reworded, Voice, compile_as_of, find_days, find_outlived, find_reworded, hold_on
from kb.dates import Days, days_of
from kb.emendations import find_emendations
from kb.force import Status
from kb.graph import Book, Kb
from kb.model import Document, Edition, EditionId, Role, RulingId
from kb.provenance import Emendation
from kb.queries.proofs import Proof, voices_of
from kb.queries.stated import LAST_DAY
from kb.readers.kramdown import read_document
from kb.records import Record
from kb.text import Source, Span


@dataclass(frozen=True, slots=True)
class Waiting:
    """A record that a state has not: how it stood on the last day of the state, and the day it came in, if it did."""

    record: Record = field(repr=False)
    dated: Dated
    joins: date | None


@dataclass(frozen=True, slots=True)
class BookState:
    """A text a book had: from `first` on, to the day before `until` (None: to this day). `made` are the ids of the
    records in force. `book` is the book with that text as its emended one, and of its changes those that the emended
    edition has too; None where the text is that of the published or the emended edition. Of the records made `reworded`
    are those whose rulings were stated in other words on its first day than now, `outlived` those in words that their
    rulings had no more on its last."""

    first: date
    until: date | None
    made: frozenset[str]
    waiting: tuple[Waiting, ...]
    book: Book | None = field(repr=False)
    is_published: bool
    is_emended: bool
    reworded: tuple[Reworded, ...] = ()
    outlived: tuple[Reworded, ...] = ()


def find_book_states(kb: Kb, book: Book, proof: Proof) -> tuple[BookState, ...]:
    """Every distinct state of a book from its publication on, oldest first; the day of an undated book is its first
    ruling's, and the state before that is published."""
    assert book.base is not None
    voices = voices_of(kb)
    published = days_of(book.base.date).last if book.base.date else date.min
    published = date.min if published == date.max else published
    turns = [published, *(day for day in find_days(proof.records, voices) if day > published)]
    plan = plan_text(proof.base, proof.records)
    found: list[tuple[date, str, tuple[Dated, ...]]] = []
    for day in turns:
        dated = hold_on(proof.records, voices, Days(day, day))
        if found and _made(dated) == _made(found[-1][2]):
            continue
        text = compile_as_of(plan, proof.records, voices, Days(day, day)).text
        if not found or found[-1][1] != text:
            found.append((day, text, dated))
    return tuple(_states(kb, book, proof, found, voices))


def _made(dated: Sequence[Dated]) -> frozenset[str]:
    return frozenset(each.record for each in dated if each.status is Status.IN_FORCE)


def _states(
    kb: Kb,
    book: Book,
    proof: Proof,
    found: Sequence[tuple[date, str, tuple[Dated, ...]]],
    voices: Mapping[RulingId, Voice],
) -> Iterator[BookState]:
    assert book.base is not None
    emended = book.emended.document.source.text if book.emended is not None else None
    site = kb.manifest.upstream.site if kb.manifest.upstream else None
    for number, (first, text, dated) in enumerate(found):
        later = found[number + 1 :]
        until = later[0][0] if later else None
        made = _made(dated)
        source = Source.from_text(f"{book.work.id}@{first.isoformat()}", text)
        last = hold_on(proof.records, voices, _last_day(until)) if until is not None else dated
        records = [each for each in proof.records.records if each.id in made]
        yield BookState(
            first,
            until,
            made,
            tuple(_waiting(proof.records.records, last, made, later)),
            _with_text(book, read_document(source, site).value, first, made) if made and text != emended else None,
            not made,
            text == emended,
            find_reworded(records, voices, Days(first, first)),
            find_outlived(records, voices, _last_day(until) if until is not None else days_of(LAST_DAY)),
        )


def _with_text(book: Book, document: Document, first: date, made: frozenset[str]) -> Book:
    """A book with a text of its past as its emended one."""
    assert book.base is not None
    base = book.base.document
    alignment = align(book.alignment.old if book.alignment is not None else base, document)
    found = find_emendations(base, document, alignment)
    kept = tuple(_as_known(found, book.emendations, made))
    day = first.isoformat()
    edition = Edition(EditionId(f"{book.work.id}@{day}"), book.work.id, Role.EMENDED, day, document)
    others = {name: each for name, each in book.editions.items() if each is not book.emended}
    return replace(book, editions=others, emended=edition, alignment=alignment, emendations=kept)


def _as_known(found: Sequence[Emendation], emended: Sequence[Emendation], made: frozenset[str]) -> Iterator[Emendation]:
    """Those changes of a state that the emended text has too, with its ids and authorities.

    The id of a change looks at the words around it where another of its section says the same, as one may do that came
    later; where no footnote stands, one change may be found as several, and what stands before a note may be found with
    it: then a change is known by its place in the published text.
    """
    by_id = {record.id: record for record in emended}
    by_place = {(record.published_span, record.emended_text): record for record in emended}
    rest: list[Emendation] = []
    known: dict[str, Emendation] = {}
    for each in found:
        same = by_id.get(each.id) or by_place.get((each.published_span, each.emended_text))
        if same is None:
            rest.append(each)
        else:
            known[same.id] = replace(same, emended_span=each.emended_span, part_of=each.part_of)
    for record in emended:
        if record.id in made and record.id not in known:
            place = record.published_span
            own = (each for each in rest if each.clause == record.clause and place.holds(each.published_span))
            parts = [each.emended_span for each in own]
            if parts:
                hull = Span(min(span.start for span in parts), max(span.end for span in parts))
                known[record.id] = replace(record, emended_span=hull)
    yield from sorted(known.values(), key=lambda record: (record.emended_span, record.published_span))


def _last_day(until: date) -> Days:
    day = until - timedelta(days=1)
    return Days(day, day)


def _waiting(
    records: Sequence[Record],
    last: Sequence[Dated],
    made: frozenset[str],
    later: Sequence[tuple[date, str, tuple[Dated, ...]]],
) -> Iterator[Waiting]:
    joining = [(day, _made(standing)) for day, _, standing in later]
    for record, dated in zip(records, last, strict=True):
        if record.id not in made:
            yield Waiting(record, dated, next((day for day, joined in joining if record.id in joined), None))
