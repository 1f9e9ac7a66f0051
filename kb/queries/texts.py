"""The texts of a book side by side: its published text, the texts it has had, its emended text and its other editions
come in; rows go out, in each of which a text has some neighbouring clauses or none, and what differs in them.

Any two texts are compared by their rows: a row has few different wordings however many texts there are, so that all
pairs of texts take hardly more than each text against the published one. Invariant: what a text has in the rows, one
after the other, is all of its clauses that have words, in order.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations

from kb.align import Alignment, align
from kb.graph import Book, Kb
from kb.grouping import group_pairs, join_stretches
from kb.model import Document, Edition
from kb.paths import first_free
from kb.provenance import Emendation
from kb.queries.states import BookState
from kb.tokens import Stream, read_stream

NONE = -1
"""The wording of a text in a row that it has nothing in."""
NO_RECORDS: Mapping[str, Emendation] = {}


class TextKind(Enum):
    """What a text is to its book."""

    PUBLISHED = "published"
    STATE = "state"
    """The text as it stood from a day on."""
    EMENDED = "emended"
    EDITION = "edition"
    """A reprint or a transcription."""


@dataclass(frozen=True, slots=True)
class BookText:
    """A text of a book. `id` is `published`, `emended`, a day (ISO) or the id of an edition, `date` its day or nothing.

    `made` are the ids of the records it has, `records` those of them whose places in this text are known.
    """

    id: str
    kind: TextKind
    date: str
    stream: Stream = field(repr=False)
    alignment: Alignment | None = field(repr=False)
    made: frozenset[str] = field(default=frozenset(), repr=False)
    records: Mapping[str, Emendation] = field(default_factory=lambda: NO_RECORDS, repr=False)
    edition: Edition | None = field(default=None, repr=False)
    state: BookState | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class TextRow:
    """Clauses that stand for each other.

    `id` is that of the base clause, of an added one its own; `base` are the clauses of the base, `clauses` those of
    each text. `of` is the number of each text's wording, or `NONE`; `first` the first text of each wording, a state
    sooner than an edition: it knows why it says so.
    """

    id: str
    base: tuple[int, ...]
    clauses: tuple[tuple[int, ...], ...]
    of: tuple[int, ...]
    first: tuple[int, ...]

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The wordings, an older text's and a newer one's, that differ, once each."""
        found = dict.fromkeys((old, new) for old, new in combinations(self.of, 2) if old != new)
        return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class BookTexts:
    """The texts of a book, the published one first, then by date, and their rows."""

    texts: tuple[BookText, ...]
    rows: tuple[TextRow, ...] = field(repr=False)


def lay_texts(kb: Kb, book: Book, states: Sequence[BookState]) -> BookTexts:
    """The texts of a book that has a published one, and their rows. States of another published text are none of them:
    a preview has those of the last whole site."""
    texts = tuple(_find_texts(kb, book, states))
    return BookTexts(texts, tuple(_find_rows(texts)))


def count_texts(book: Book, states: Sequence[BookState]) -> int:
    """How many texts a book has to compare; none where it was not published."""
    if book.base is None:
        return 0
    had = sum(state.book is not None for state in states)
    return had + len({id(edition) for edition in (book.base, *book.editions.values())})


def _find_texts(kb: Kb, book: Book, states: Sequence[BookState]) -> Iterator[BookText]:
    assert book.base is not None
    base = kb.memory.ask(read_stream, book.base.document)
    yield BookText("published", TextKind.PUBLISHED, book.base.date, base, None, edition=book.base)
    others = [*_states(states, book.base.document), *_emended(book, states)]
    for edition in book.editions.values():
        if edition is not book.base and edition is not book.emended:
            alignment = kb.memory.ask(align, base, kb.memory.ask(read_stream, edition.document))
            others.append(
                BookText(str(edition.id), TextKind.EDITION, edition.date, alignment.new, alignment, edition=edition)
            )
    yield from sorted(others, key=lambda text: (not text.date, text.kind is TextKind.EMENDED, text.date))


def _states(states: Sequence[BookState], base: Document) -> Iterator[BookText]:
    for state in states:
        if state.book is not None and state.book.alignment is not None:
            alignment, day = state.book.alignment, state.first.isoformat()
            if alignment.published is not base:
                continue
            records = {record.id: record for record in state.book.emendations}
            yield BookText(day, TextKind.STATE, day, alignment.new, alignment, state.made, records, state=state)


def _emended(book: Book, states: Sequence[BookState]) -> Iterator[BookText]:
    if book.emended is None or book.alignment is None:
        return
    state = next((state for state in states if state.is_emended), None)
    day = state.first.isoformat() if state is not None else book.emended.date
    records = {record.id: record for record in book.emendations}
    alignment, made = book.alignment, frozenset(records)
    yield BookText("emended", TextKind.EMENDED, day, alignment.new, alignment, made, records, book.emended, state)


# Rows


@dataclass(slots=True)
class _Draft:
    """A row in the making: the clauses of each text in it."""

    id: str
    base: tuple[int, ...]
    clauses: dict[int, tuple[int, ...]]


def _find_rows(texts: Sequence[BookText]) -> Iterator[TextRow]:
    taken: set[str] = set()
    for draft in _draft_rows(texts):
        numbers: dict[tuple[str, ...], int] = {}
        first: list[int] = []
        of: list[int] = []
        for at, text in enumerate(texts):
            read = tuple(token.text for clause in draft.clauses.get(at, ()) for token in text.stream.of_clause(clause))
            if not read:
                of.append(NONE)
                continue
            number = numbers.setdefault(read, len(first))
            of.append(number)
            if number == len(first):
                first.append(at)
            elif texts[first[number]].kind is TextKind.EDITION and text.kind is not TextKind.EDITION:
                first[number] = at
        if first:
            ident = first_free(draft.id, taken)
            taken.add(ident)
            clauses = tuple(draft.clauses.get(at, ()) if of[at] != NONE else () for at in range(len(texts)))
            yield TextRow(ident, draft.base, clauses, tuple(of), tuple(first))


def _draft_rows(texts: Sequence[BookText]) -> Sequence[_Draft]:
    """The rows of the base's clauses, each followed by what texts have behind it."""
    base = texts[0].stream.document
    ranges = _cut(len(base.clauses), [text.alignment for text in texts if text.alignment is not None])
    rows = [
        _Draft(str(base.clauses[first].id), tuple(range(first, last + 1)), {0: tuple(range(first, last + 1))})
        for first, last in ranges
    ]
    row_of = {clause: row for row in rows for clause in row.base}
    drafts: Sequence[_Draft] = rows
    for at, text in enumerate(texts):
        if text.alignment is not None:
            drafts = _lay(at, text.alignment, drafts, row_of)
    return drafts


def _lay(at: int, alignment: Alignment, drafts: Sequence[_Draft], row_of: Mapping[int, _Draft]) -> Sequence[_Draft]:
    """The rows with the clauses of a text: those that the base has in its rows; each other one in the row that another
    text has for it between the same rows, else in one of its own right behind the row before.

    Both go forward only: the rows, and those of them that have what follows a clause; so each is looked at once.
    """
    for low, high, row in _places(alignment, row_of):
        row.clauses[at] = tuple(range(low, high + 1))
    placed = {clause for row in drafts for clause in row.clauses.get(at, ())}
    added = group_pairs((row.id, number) for number, row in enumerate(drafts) if not row.base)
    laid: list[_Draft] = []
    done = ahead = 0
    for clause in range(len(alignment.emended.clauses)):
        while ahead < len(drafts) and not _follows(drafts[ahead], at, clause):
            ahead += 1
        ident = str(alignment.ids[clause])
        held = ahead if clause in placed else _first(added.get(ident, ()), done, ahead)
        if held is None:
            laid.append(_Draft(ident, (), {at: (clause,)}))
            continue
        laid += drafts[done : held + 1]
        done = max(done, held + 1)
        if clause not in placed:
            drafts[held].clauses[at] = (clause,)
    return [*laid, *drafts[done:]]


def _first(numbers: Sequence[int], low: int, high: int) -> int | None:
    """The first of some numbers, in order, from one on and below another."""
    found = bisect_left(numbers, low)
    return numbers[found] if found < len(numbers) and numbers[found] < high else None


def _follows(row: _Draft, at: int, clause: int) -> bool:
    """Whether a text has in a row a clause or what comes behind it."""
    clauses = row.clauses.get(at, ())
    return bool(clauses) and clauses[-1] >= clause


def _cut(count: int, alignments: Sequence[Alignment]) -> list[tuple[int, int]]:
    """The base's clauses in rows, first and last: what any text joins or has in one with its neighbour is one row."""
    joined = [(clause, clause) for clause in range(count)]
    for alignment in alignments:
        high, held = NONE, 0
        for pair in sorted((pair for pair in alignment.pairs if not pair.moved), key=lambda pair: pair.published):
            first = held if pair.emended[0] <= high else min(pair.published)
            if first < max(pair.published):
                joined.append((first, max(pair.published)))
            high, held = max(high, *pair.emended), max(pair.published)
    return join_stretches(joined)


def _places(alignment: Alignment, row_of: Mapping[int, _Draft]) -> Iterator[tuple[int, int, _Draft]]:
    """The first and the last clause of a text in each row of the base that it has."""
    rows = ((row_of[pair.published[0]], pair) for pair in alignment.pairs if not pair.moved)
    places = group_pairs((row.id, (row, clause)) for row, pair in rows for clause in pair.emended)
    for held in places.values():
        clauses = [clause for _, clause in held]
        yield min(clauses), max(clauses), held[0][0]
