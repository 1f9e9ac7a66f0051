"""Instructions for books: an edition, the headings an instruction names and its operation come in; the changes of the
edition's source, or why there are none, go out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kb.instructions._applying import Tried, refuse, try_operation
from kb.instructions._operations import Add, Figure, Operation, Reclass, Rewrite, Unclear
from kb.instructions._passage import Edit, Passage
from kb.model import Clause, ClauseId, ClauseKind, Document, Heading, PieceKind, SectionId
from kb.provenance import Refusal
from kb.terms import name_key
from kb.text import Span


@dataclass(frozen=True, slots=True)
class Change:
    """New words in the place of a span of the source; start == end where words are only put in."""

    section: SectionId
    clause: ClauseId
    span: Span
    old: str = field(repr=False)
    new: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class BookOutcome:
    """What came of an operation for one edition: the changes of its source, or why there are none."""

    tried: Tried
    changes: tuple[Change, ...] = ()


def change_book(document: Document, headings: Sequence[str], operation: Operation) -> BookOutcome:
    """An operation carried out in the section that `headings` lead to, from the highest; in the whole text without."""
    if isinstance(operation, Unclear):
        return BookOutcome(refuse(Refusal.NEEDS_HUMAN, operation.reason))
    if isinstance(operation, Figure | Reclass):
        return BookOutcome(refuse(Refusal.OUTSIDE_SCOPE, "it changes what only a card has"))
    sections = find_sections(document, headings)
    if isinstance(sections, Tried):
        return BookOutcome(sections)
    if len(sections) > 1 and isinstance(operation, Add | Rewrite):
        return BookOutcome(refuse(Refusal.TEXT_AMBIGUOUS, f"the text has {len(sections)} headings `{headings[-1]}`"))
    clauses = [each for each in document.clauses if _is_text(each) and any(span.holds(each.span) for span in sections)]
    texts = [_Text(clause) for clause in clauses]
    tried = try_operation(operation, Passage(tuple(each.clause.text for each in texts), len(texts)))
    return BookOutcome(tried, tuple(texts[edit.paragraph].change(document, edit) for edit in tried.edits))


def find_sections(document: Document, headings: Sequence[str]) -> tuple[Span, ...] | Tried:
    """The spans of the sections that some headings lead to, each inside those before where these have one such."""
    spans: tuple[Span, ...] = (Span(0, len(document.source.text)),)
    for name in headings:
        found = [each for each in document.headings if _key(each.text) == _key(name)]
        inside = [each for each in found if any(span.holds(each.span) for span in spans)] or found
        if not inside:
            return refuse(Refusal.TARGET_MISSING, f"the text has no heading `{name}`")
        spans = tuple(_section(document, each) for each in inside)
    return spans


def _key(heading: str) -> str:
    """A heading without its number and what is in brackets."""
    bare = heading.partition("(")[0] or heading
    return name_key(bare.lstrip("0123456789.•·- ") or bare)


def _section(document: Document, heading: Heading) -> Span:
    """From a heading to the next that is as high."""
    ends = (
        each.span.start
        for each in document.headings
        if each.span.start > heading.span.start and each.level <= heading.level
    )
    return Span(heading.span.start, min(ends, default=len(document.source.text)))


def _is_text(clause: Clause) -> bool:
    return clause.kind not in {ClauseKind.HEADING, ClauseKind.CODE, ClauseKind.HTML} and bool(clause.text.strip())


class _Text:
    """The reading text of a clause with the place of each character in the source."""

    def __init__(self, clause: Clause) -> None:
        self.clause = clause
        self.starts: list[int] = []
        self.ends: list[int] = []
        for piece in clause.pieces:
            size, start, end = len(piece.text), piece.span.start, piece.span.end
            exact = piece.kind is PieceKind.TEXT and size == end - start
            self.starts += range(start, end) if exact else [start] * size
            self.ends += range(start + 1, end + 1) if exact else [end] * size

    def change(self, document: Document, edit: Edit) -> Change:
        """An edit of the reading text as a change of the source."""
        start, end = edit.span.start, edit.span.end
        if start < end:
            span = Span(self.starts[start], self.ends[end - 1])
        else:
            at = self.ends[start - 1] if start else self.starts[0]
            span = Span(at, at)
        return Change(self.clause.section, self.clause.id, span, document.source.slice(span), edit.new)
