"""Unfollowed changes: an emendation of one book whose passage stands in a sister book that lacks it.

In: a knowledge base. Out: `Unfollowed` values. A sister book is judged by its newest text, the emended one if there is
one at hand. Whether the ruling was meant for the sister too is for an editor to say: this only finds the places.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kb.corpus import WorkEntry
from kb.diff import common_length, common_runs, diff
from kb.differences import Passage
from kb.graph import Book, Kb
from kb.grouping import group_pairs
from kb.model import ClauseId, ClauseKind, Edition, RulingId, WorkId
from kb.parallels import Place
from kb.provenance import Emendation, Unit
from kb.queries.stated import state_rulings
from kb.text import Span
from kb.titles import find_scope
from kb.tokens import Stream, read_stream
from kb.unapplied import Stated

HELD = 0.6
"""A text has words of a change when so large a share of them stands at its place."""
_WHOLE = frozenset({Unit.NOTE, Unit.PARAGRAPH, Unit.LIST_ITEM, Unit.BLOCK})


@dataclass(frozen=True, slots=True)
class Unfollowed:
    """A change of `work` that the passage's parallel in `sister` lacks.

    `clause`, `line` and `text` tell where the sister's newest text,
    `edition`, has the words; `emended` whether that is an emended edition. `beside` says that the change adds a clause
    of its own right beside the passage.
    """

    work: WorkId
    record: Emendation
    sister: Place
    edition: Edition
    clause: ClauseId
    line: int
    text: str
    emended: bool
    beside: bool


def find_unfollowed(kb: Kb) -> tuple[Unfollowed, ...]:
    """Every change of the rules with a footnote that a sister's newest text lacks, by work and place; not one resting
    on a ruling which the passage was changed for there too, in words of its own hand, nor on rulings which all are no
    more, or name this book as what they are about."""
    return kb.memory.ask(_find, kb)


def _find(kb: Kb) -> tuple[Unfollowed, ...]:
    sides = ((parallel.a, parallel.b) for parallel in kb.parallels)
    passages = group_pairs((one.work, (one, other)) for a, b in sides for one, other in ((a, b), (b, a)))
    newest = {work: text for work, book in kb.books.items() if (text := _newest(kb, book)) is not None}
    stated = {name: each for each in state_rulings(kb, None) for name in each.names}
    return tuple(
        found
        for work, book in kb.books.items()
        if book.alignment is not None
        for record in book.emendations
        if record.substantive and record.footnotes and record.part_of is None
        for found in _of_record(work, book, record, passages.get(work, ()), newest)
        if _may_hold_for(kb.books[found.sister.work].work, book.work, record, stated)
    )


def _may_hold_for(sister: WorkEntry, own: WorkEntry, record: Emendation, stated: Mapping[RulingId, Stated]) -> bool:
    """Whether a ruling that a change rests on is in force, and none that names the change's own book alone; so it is,
    too, where the footnotes name no ruling. An erratum names the book that its words stand in, and what was wrong with
    these may be wrong in the sister too."""
    found = [stated[ruling] for ruling in record.rulings if ruling in stated]
    if record.rulings and not found:
        return False
    every = (each.kind == "erratum" or find_scope(each.text, (own, sister)) != own for each in found)
    return not found or any(every)


@dataclass(frozen=True, slots=True)
class _Newest:
    """The newest text of a book: its edition, the ids of its clauses, its tokens, the clauses that hold a word, which
    of its clauses stand for a base clause, and the rulings that the changes of a clause rest on."""

    edition: Edition
    ids: Sequence[ClauseId]
    stream: Stream
    holders: Mapping[str, tuple[int, ...]]
    clauses_of: Mapping[int, tuple[int, ...]]
    emended: bool
    rulings: Mapping[int, tuple[RulingId, ...]] = field(default_factory=dict)


def _newest(kb: Kb, book: Book) -> _Newest | None:
    if book.base is None:
        return None
    if book.alignment is None or book.emended is None:
        stream = kb.memory.ask(read_stream, book.base.document)
        same = {k: (k,) for k in range(len(stream.document.clauses))}
        return _Newest(
            book.base, book.ids_of(book.base), stream, kb.memory.ask(_find_holders, stream), same, emended=False
        )
    clauses = {base: pair.emended for pair in book.alignment.pairs for base in pair.published}
    new = book.alignment.new
    holders = kb.memory.ask(_find_holders, new)
    told = ((new.document.clause_at(each.emended_span.start), each) for each in book.emendations)
    rulings = group_pairs((clause, ruling) for clause, each in told for ruling in each.rulings)
    return _Newest(book.emended, book.ids_of(book.emended), new, holders, clauses, emended=True, rulings=rulings)


def _find_holders(stream: Stream) -> dict[str, tuple[int, ...]]:
    """The clauses that each word stands in, in order."""
    clauses = range(len(stream.document.clauses))
    return group_pairs((word, clause) for clause in clauses for word in set(stream.words(clause)))


def _of_record(
    work: WorkId,
    book: Book,
    record: Emendation,
    passages: Sequence[tuple[Place, Place]],
    newest: Mapping[WorkId, _Newest],
) -> Iterator[Unfollowed]:
    assert book.alignment is not None
    beside = record.unit in _WHOLE and not len(record.published_span)
    for own, sister in _touched(book, record, passages, beside):
        text = newest[sister.work]
        clauses = text.clauses_of.get(sister.index, ())
        if not clauses:
            continue
        here = Passage.of_clauses(text.stream, clauses)
        lacks = _lacks_clause(book, record, text) if beside else _lacks_words(book, record, own, here)
        if lacks and not any(ruling in text.rulings.get(each, ()) for each in clauses for ruling in record.rulings):
            clause = text.ids[clauses[0]]
            yield Unfollowed(work, record, sister, text.edition, clause, here.line, here.text, text.emended, beside)


def _touched(
    book: Book, record: Emendation, passages: Sequence[tuple[Place, Place]], beside: bool
) -> Iterator[tuple[Place, Place]]:
    """The passages a change lies in; of a new clause those of the clause before it, failing that of the one behind."""
    span = record.published_span
    if not beside:
        yield from (pair for pair in passages if _inside(span, pair[0].span))
        return
    assert book.base is not None
    known = book.base.document.clauses
    texts = [k for k, clause in enumerate(known) if clause.kind is not ClauseKind.HEADING]
    before = [k for k in texts if known[k].span.start < span.start and known[k].section == record.section_id]
    behind = [k for k in texts if known[k].span.start >= span.start and known[k].section == record.section_id]
    for index in (*before[-1:], *behind[:1]):
        found = [pair for pair in passages if pair[0].index == index]
        if found:
            yield from found
            return


def _inside(span: Span, passage: Span) -> bool:
    return span.overlaps(passage) or (not len(span) and passage.start < span.start <= passage.end)


def _lacks_words(book: Book, record: Emendation, own: Place, sister: Passage) -> bool:
    """Whether the sister has the words a change took out, or lacks the ones it put in.

    Words are looked for where they stand: the passage with and without them is compared with the sister's.
    """
    assert book.alignment is not None
    span = record.published_span
    tokens = [t for t in book.alignment.old.of_clause(own.index) if t.is_word and own.span.holds(t.span)]
    at = sum(t.span.start < span.start for t in tokens)
    old = [t.form for t in tokens if span.holds(t.span)]
    new = _emended_words(book, record)
    edits = diff(old, new)
    gone = {at + k for edit in edits for k in range(edit.old_start, edit.old_end)}
    words = [t.form for t in tokens]
    theirs = [t.form for t in sister.tokens if t.is_word]
    common = [word for k, word in enumerate(words) if k not in gone]
    emended = [*words[:at], *new, *words[at + len(old) :]]
    shared = common_length(common, theirs)
    put_in = sum(edit.new_end - edit.new_start for edit in edits)
    has_old = common_length(words, theirs) - shared >= HELD * len(gone)
    has_new = put_in > 0 and common_length(emended, theirs) - shared >= HELD * put_in
    return has_old and not has_new


def _lacks_clause(book: Book, record: Emendation, text: _Newest) -> bool:
    """Whether no clause of a text has the words of a new clause."""
    new = _emended_words(book, record)
    for clause in _sharers(new, text.holders):
        theirs = text.stream.words(clause)
        common = common_length(new, theirs)
        if common >= HELD * len(new) and common >= 2 * common_runs(new, theirs):
            return False
    return bool(new)


def _sharers(words: Sequence[str], holders: Mapping[str, Sequence[int]]) -> set[int]:
    """The clauses that may hold so large a share of some words: each holds one of the rarest, for without all of these
    too few are left."""
    counts = Counter(words)
    found: set[int] = set()
    passed = 0
    for word in sorted(counts, key=lambda word: (len(holders.get(word, ())), word)):
        if passed > len(words) - HELD * len(words):
            break
        found.update(holders.get(word, ()))
        passed += counts[word]
    return found


def _emended_words(book: Book, record: Emendation) -> list[str]:
    """The words of a change as they are read, without a reference at its end (`See also ...`)."""
    assert book.alignment is not None
    sentences: list[list[str]] = [[]]
    for token in book.alignment.new.within(record.emended_span):
        sentences[-1] += [token.form] if token.is_word else []
        sentences += [[]] if token.ends else []
    return [word for sentence in sentences if sentence[:1] not in (["see"], ["cf"]) for word in sentence]
