"""Carrying over: what was found between texts before an edit comes in, the same where it stands now goes out.

For a first look at an edit. Laying texts beside each other takes longer than everything else that shows on a page, and
after an edit of a clause or two it finds what it found before, save in these. Where an edit made other blocks of what
stands before or behind it, nothing is carried over.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from kb.graph import Book, Kb
from kb.model import WorkId
from kb.parallels import Parallel, Place
from kb.pipeline._books import check_footnotes, collate_witnesses, find_reprints, trace_records
from kb.pipeline._making import Making, after
from kb.pipeline._moving import Move, find_move
from kb.pipeline._reading import write_chronicles
from kb.witnesses import Collation, Reading, Variant, Witness, WitnessId, tie

Name = TypeVar("Name")


def carry_chronicles(making: Making, known: Kb) -> Making:
    """The rulings of each compendium. Where one of its texts or an answer was edited, what contradicts what is as it
    was."""
    kb = making.kb
    asked = bool(_edited(kb.sheets, known.sheets))
    stated = {*_edited(kb.versions, known.versions), *_edited(kb.witnesses, known.witnesses)}
    compendia = {entry.id: {each.id for each in entry.versions} for entry in kb.manifest.compendia}
    edited = {name for name, versions in compendia.items() if asked or not stated.isdisjoint(versions)}
    return write_chronicles(making, {name: each for name, each in known.chronicles.items() if name in edited})


def _edited(now: Mapping[Name, object], before: Mapping[Name, object]) -> set[Name]:
    """The names of what is another than before, or gone."""
    return {name for name, each in before.items() if now.get(name) is not each}


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
    moves = {work: find_move(before[work], now) for work, now in bases.items() if now is not before[work]}
    if None in moves.values():
        return None

    def move(place: Place) -> Place | None:
        found = moves.get(place.work)
        return place if found is None else _move_place(place, found)

    carried = ((each, move(each.a), move(each.b)) for each in known.parallels)
    return tuple(replace(each, a=a, b=b) for each, a, b in carried if a is not None and b is not None)


def _move_place(place: Place, move: Move) -> Place | None:
    """Where a passage stands now; None where its clause was unmade."""
    at = move.clauses.get(place.index)
    if at is None:
        return None
    clause, span = move.now.clauses[at], move.span(place.span)
    line = move.now.source.line_of(span.start)
    return replace(place, clause=clause.id, index=at, section=clause.section, span=span, line=line)


def carry_verdicts(making: Making, known: Kb, traced: Collection[WorkId]) -> Making:
    """What was found of the footnotes of texts that were not edited; those of the others, and of works that are to be
    `traced` anew, are looked at."""
    anew = {text.document.source.path for work in traced for text in known.books[work].editions.values()}
    same = {path for path, document in known.documents.items() if making.kb.documents.get(path) is document} - anew
    return check_footnotes(making, {path: verdicts for path, verdicts in known.footnotes.items() if path in same})


def carry_authorities(making: Making, known: Kb, traced: Collection[WorkId]) -> Making:
    """The authorities of the records of books that were not edited; those of the others, and of works that are to be
    `traced` anew, are looked for."""
    books = {work: book for work, book in known.books.items() if work in making.kb.books and work not in traced}
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
    texts = {name: (edition.document, book.editions[name].document) for name, edition in before.editions.items()}
    moves = {WitnessId(name): find_move(was, now) for name, (was, now) in texts.items() if was is not now}
    if not moves:
        return held
    moved = {name: move for name, move in moves.items() if move is not None}
    if len(moved) < len(moves):
        return None
    witnesses = tuple(
        Witness(each.id, moved[each.id].now, each.role) if each.id in moved else each for each in held.witnesses
    )
    variants = _move_variants(held.variants, moved, held.base.id)
    return replace(held, witnesses=witnesses, variants=tuple(variants))


def _move_variants(variants: Sequence[Variant], moves: Mapping[WitnessId, Move], base: WitnessId) -> Iterator[Variant]:
    """Variants where they stand now, without those of clauses of the base that were unmade."""

    def move(reading: Reading) -> Reading:
        found = moves.get(reading.witness)
        return reading if found is None else replace(reading, span=found.span(reading.span))

    own = moves.get(base)
    ids = own.ids if own is not None else {}
    for each in variants:
        readings = tuple(map(move, each.readings))
        if own is None:
            yield replace(each, readings=readings)
        elif each.clause in ids and all(clause in ids for clause in each.clauses):
            clauses = tuple(ids[clause] for clause in each.clauses)
            span = own.span(each.span)
            yield replace(each, clause=ids[each.clause], clauses=clauses, span=span, readings=readings)
