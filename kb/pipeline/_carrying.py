"""Carrying over: what was found between texts before an edit comes in, the same where it stands now goes out.

For a first look at an edit. Laying texts beside each other takes longer than everything else that shows on a page, and
after an edit inside a clause it finds what it found before, save in that clause. Where an edit made or unmade clauses,
nothing is carried over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kb.graph import Book, Kb
from kb.model import Document, WorkId
from kb.parallels import Parallel, Place
from kb.pipeline._books import check_footnotes, collate_witnesses, find_reprints, trace_records
from kb.pipeline._making import Making, after
from kb.text import Span
from kb.witnesses import Collation, Reading, Variant, Witness, WitnessId, tie


@dataclass(frozen=True, slots=True)
class Shift:
    """Where the characters of a text stand after an edit: those before `start` where they did, those from `end` on
    `by` further, those between at most behind the edit. Places keep their order."""

    start: int = 0
    end: int = 0
    by: int = 0

    def span(self, span: Span) -> Span:
        """Where a span stands now."""
        return Span(self._place(span.start), self._place(span.end)) if self.by or self.end > self.start else span

    def _place(self, at: int) -> int:
        if at <= self.start:
            return at
        return at + self.by if at >= self.end else min(at, self.end + self.by)


def find_shift(before: Document, now: Document) -> Shift | None:
    """How an edit moved the characters of a text; None where its clauses are not the ones it had."""
    if before is now:
        return Shift()
    if [clause.id for clause in before.clauses] != [clause.id for clause in now.clauses]:
        return None
    return shift_between(before.source.text, now.source.text)


def shift_between(old: str, new: str) -> Shift:
    """How an edit moved the characters of a text, by what is the same before and behind it."""
    start = _count_common(old, new)
    tail = _count_common(old[start:][::-1], new[start:][::-1])
    return Shift(start, len(old) - tail, len(new) - len(old))


def _count_common(one: str, other: str) -> int:
    """With how many of the same characters two texts begin."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def carry_reprints(making: Making, known: Kb) -> Making:
    """The passages that works share, where they stand now."""
    found = _carry_parallels(known, making.kb.books)
    if found is None:
        return find_reprints(making)
    return after(making, replace(making.kb, parallels=found), (), len(found))


def _carry_parallels(known: Kb, books: Mapping[WorkId, Book]) -> tuple[Parallel, ...] | None:
    bases = {work: book.base.document for work, book in books.items() if book.base is not None}
    before = {work: book.base.document for work, book in known.books.items() if book.base is not None}
    if bases.keys() != before.keys():
        return None
    shifts = {work: find_shift(before[work], document) for work, document in bases.items()}
    if None in shifts.values():
        return None

    def move(place: Place) -> Place:
        shift, source = shifts[place.work], bases[place.work].source
        assert shift is not None
        span = shift.span(place.span)
        return place if span == place.span else replace(place, span=span, line=source.line_of(span.start))

    edited = {work for work, document in bases.items() if document is not before[work]}
    return tuple(
        replace(each, a=move(each.a), b=move(each.b)) if each.a.work in edited or each.b.work in edited else each
        for each in known.parallels
    )


def carry_verdicts(making: Making, known: Kb) -> Making:
    """What was found of the footnotes of texts that were not edited; those of the others are looked at."""
    same = {path: verdicts for path, verdicts in known.footnotes.items() if _is_same(making.kb, known, path)}
    return check_footnotes(making, same)


def _is_same(kb: Kb, known: Kb, path: str) -> bool:
    return kb.documents.get(path) is known.documents.get(path)


def carry_authorities(making: Making, known: Kb) -> Making:
    """The authorities of the records of books that were not edited; those of the others are looked for."""
    books = {work: known.books[work] for work, book in making.kb.books.items() if work in known.books}
    same = {work: book for work, book in books.items() if book.editions == making.kb.books[work].editions}
    return trace_records(making, same)


def carry_collations(making: Making, known: Kb) -> Making:
    """What the witnesses of each work have, where it stands now; what records and rulings say of it is said anew."""
    kb, collations = making.kb, {}
    for work, book in kb.books.items():
        found = _carry_collation(known, work, book)
        if found is None and book.base is not None and len(book.editions) > 1:
            return collate_witnesses(making)
        if found is not None:
            collations[work] = kb.memory.ask(tie, found, book.emendations, kb.rulings)
    count = sum(len(each.variants) for each in collations.values())
    return after(making, replace(kb, collations=collations), (), count)


def _carry_collation(known: Kb, work: WorkId, book: Book) -> Collation | None:
    held = known.collations.get(work)
    before = known.books.get(work)
    if held is None or before is None or before.base is None or book.base is None:
        return None
    if [*before.editions] != [*book.editions] or before.base.id != book.base.id:
        return None
    documents = {WitnessId(name): edition.document for name, edition in book.editions.items()}
    shifts = {
        WitnessId(name): find_shift(edition.document, book.editions[name].document)
        for name, edition in before.editions.items()
    }
    if all(documents[each.id] is each.document for each in held.witnesses):
        return held
    moved = {name: shift for name, shift in shifts.items() if shift is not None}
    if len(moved) < len(shifts):
        return None
    return replace(
        held,
        witnesses=tuple(Witness(each.id, documents[each.id], each.role) for each in held.witnesses),
        variants=_move_variants(held.variants, moved, held.base.id),
    )


def _move_variants(
    variants: Sequence[Variant], shifts: Mapping[WitnessId, Shift], base: WitnessId
) -> tuple[Variant, ...]:
    def move(reading: Reading) -> Reading:
        span = shifts[reading.witness].span(reading.span)
        return reading if span == reading.span else replace(reading, span=span)

    return tuple(
        replace(each, span=shifts[base].span(each.span), readings=tuple(map(move, each.readings))) for each in variants
    )
