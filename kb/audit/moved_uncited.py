"""Words of an emended book that stand elsewhere than they were published, though no footnote says why."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from kb.audit._places import checked_books, first_words, reading_span
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Book, Kb
from kb.model import Document, Heading
from kb.provenance import AuthorityStatus, Emendation, EmendationKind, Unit
from kb.similarity import compare_words
from kb.text import Span

CODE = Code(
    "KB414",
    "moved-uncited",
    Severity.SUGGESTION,
    "Rules say what comes first: a step, an item or a sentence at another place may say another thing, or be a slip of "
    "whoever copied it.",
)
CODES = (CODE,)
_WHOLE = {Unit.SENTENCE, Unit.PARAGRAPH, Unit.LIST_ITEM, Unit.NOTE, Unit.BLOCK}
_COME = (EmendationKind.INSERTION, EmendationKind.NOTE_ADDED)


@dataclass(frozen=True, slots=True)
class _Move:
    """Words that moved: the record of where they came, and that of where they went from."""

    now: Emendation
    before: Emendation


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them where they stand now, with the line where they were published; blocks that moved together once, and
    those of a section that moved at its heading, unless a footnote on this says why it did."""
    for book, document in checked_books(kb):
        gone = {compare_words(each.published_text): each for each in _moved(book, (EmendationKind.DELETION,))}
        moves = []
        for record in _moved(book, _COME):
            words = compare_words(record.emended_text)
            before = gone.get(words)
            if before is not None and words and not _is_noted_beside(book, document, record):
                moves.append(_Move(record, before))
        sections, stood = _find_sections(book), dict[_Section, int]()
        for together in _join(book, document, moves):
            section = next((each for each in sections if each.holds(together[0], book, document)), None)
            at = together[0].before.published_span.start
            if section is None or at < stood.get(section, 0):
                yield _tell(book, document, together)
            elif section not in stood and not any(section.now.span.holds(each.span) for each in document.references):
                yield _tell_section(book, document, section)
            if section is not None:
                stood[section] = max(stood.get(section, 0), together[-1].before.published_span.start)


def _tell(book: Book, document: Document, together: Sequence[_Move]) -> Diagnostic:
    record, before = together[0].now, together[0].before
    message = f"this {record.unit.value} stands elsewhere than it was published, and cites no authority"
    hint = f"put it back{_published(book, before)}, or hang the footnote of the ruling that moved it on it"
    if len(together) > 1:
        last = document.source.line_of(together[-1].now.emended_span.start)
        message = f"these {len(together)} blocks, to line {last}, stand elsewhere than published, and cite no authority"
        back = f"put them back{_published(book, before, 'them')}"
        hint = f"{back}, or hang the footnote of the ruling that moved them on each"
    return diagnose(CODE, document.source, first_words(document, record.emended_span), message, hint)


@dataclass(frozen=True, slots=True)
class _Section:
    """A section that moved with its heading: the heading here and as published, and the clauses of each (numbers)."""

    now: Heading
    before: Heading
    here: range
    there: range

    def holds(self, move: _Move, book: Book, document: Document) -> bool:
        """Whether words stood in the section before they moved, and stand in it now."""
        if book.base is None:
            return False
        here = document.clauses_over(move.now.emended_span)
        there = book.base.document.clauses_over(move.before.published_span)
        return bool(here and there) and here[0] in self.here and there[0] in self.there


def _find_sections(book: Book) -> list[_Section]:
    """The sections that moved, the highest first."""
    if book.alignment is None:
        return []
    old, new = (_ranges(each) for each in (book.alignment.published, book.alignment.emended))
    found = list[_Section]()
    for pair in book.alignment.moves:
        now, before = pair.emended[0], pair.published[0]
        if now in new and before in old:
            found.append(_Section(new[now][0], old[before][0], new[now][1], old[before][1]))
    return sorted(found, key=lambda each: (each.now.level, each.now.clause))


def _ranges(document: Document) -> dict[int, tuple[Heading, range]]:
    """The headings of a text by their clauses, each with the clauses up to the next that is as high."""
    found, headings = dict[int, tuple[Heading, range]](), document.headings
    for at, heading in enumerate(headings):
        end = next((each.clause for each in headings[at + 1 :] if each.level <= heading.level), len(document.clauses))
        found[heading.clause] = (heading, range(heading.clause, end))
    return found


def _tell_section(book: Book, document: Document, section: _Section) -> Diagnostic:
    message = f"the section `{section.now.text}` stands elsewhere than it was published, and cites no authority"
    base = book.base.document.source if book.base is not None else document.source
    place = f"{base.path}:{base.line_of(section.before.span.start)}"
    hint = f"put it back where {place} has it, or hang the footnote of the ruling that moved it on its heading"
    return diagnose(CODE, document.source, reading_span(document.clauses[section.now.clause]), message, hint)


def _join(book: Book, document: Document, moves: Iterable[_Move]) -> Iterator[list[_Move]]:
    """Moves, those of blocks that follow each other here as they did there together: nothing that stayed is between."""
    base = book.base.document if book.base is not None else None
    stayed = _find_stayed(document, [each.emended_span for each in book.emendations])
    stood = _find_stayed(base, [each.published_span for each in book.emendations]) if base is not None else ()
    run: list[_Move] = []
    ends = (-1, -1)
    for move in moves:
        here = document.clauses_over(move.now.emended_span)
        there = base.clauses_over(move.before.published_span) if base is not None else ()
        if here and there and move.now.unit is not Unit.SENTENCE:
            follows = _is_next(ends[0], here[0], stayed) and _is_next(ends[1], there[0], stood)
            ends = (here[-1], there[-1])
        else:
            follows, ends = False, (-1, -1)
        if run and not follows:
            yield run
            run = []
        run.append(move)
    if run:
        yield run


def _find_stayed(document: Document, changed: Iterable[Span]) -> Sequence[int]:
    """The clauses of a text, by their numbers, that are no part of a change as a whole."""
    over = sorted((span for span in changed if span), key=lambda span: span.start)
    starts = [span.start for span in over]
    furthest = [*accumulate((span.end for span in over), max)]
    found = []
    for number, clause in enumerate(document.clauses):
        at = bisect_right(starts, clause.span.start) - 1
        if at < 0 or furthest[at] < clause.span.end:
            found.append(number)
    return found


def _is_next(last: int, number: int, stayed: Sequence[int]) -> bool:
    """Whether one clause comes behind another with none that stayed between them."""
    return 0 <= last < number and bisect_left(stayed, last + 1) == bisect_left(stayed, number)


def _moved(book: Book, kinds: Collection[EmendationKind]) -> Iterator[Emendation]:
    """The records of some kinds that are one end of a move."""
    for record in book.emendations:
        whole = record.kind in kinds and record.unit in _WHOLE
        if whole and not record.substantive and record.authority_status is AuthorityStatus.NOT_NEEDED:
            yield record


def _is_noted_beside(book: Book, document: Document, record: Emendation) -> bool:
    """Whether a footnote hangs on unchanged words of the clause right before or behind a moved one: of two that changed
    places either may be said to have moved."""
    around = document.clauses_over(record.emended_span)
    if not around:
        return False
    beside = document.clauses[max(0, around[0] - 1) : around[0]] + document.clauses[around[-1] + 1 : around[-1] + 2]
    hung = [each.emended_span for each in book.emendations if each.unit is Unit.FOOTNOTE]
    return any(clause.span.holds(span) for clause in beside for span in hung)


def _published(book: Book, record: Emendation, what: str = "it") -> str:
    """Where words stand in the published text, and behind which."""
    if book.base is None:
        return ""
    source = book.base.document.source
    behind = f", behind `{record.prefix}`" if record.prefix else ""
    return f" where {source.path}:{source.line_of(record.published_span.start)} has {what}{behind}"
