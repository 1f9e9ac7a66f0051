"""Instructions for books: an edition, the place an instruction names and its operation come in; the changes of the
edition's source, or why there are none, go out. A place is named by headings, or by the number of a rule.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kb.instructions._applying import Tried, refuse, try_operation
from kb.instructions._operations import Add, Figure, Operation, Reclass, Rename, Rewrite, Unclear
from kb.instructions._passage import Edit, Passage
from kb.model import Clause, ClauseId, ClauseKind, Document, Heading, PieceKind, SectionId
from kb.numbering import Numbering, is_number, lead_of, number_of, number_rules, rule_span
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


Numbered = Callable[[Document], Numbering]
"""What tells the numbers of a text's rules: who asks of one text often asks it of a memory."""


def change_book(
    document: Document, headings: Sequence[str], operation: Operation, numbered: Numbered = number_rules
) -> BookOutcome:
    """An operation carried out in the section that `headings` lead to, from the highest; in the whole text without."""
    if isinstance(operation, Unclear):
        return BookOutcome(refuse(Refusal.NEEDS_HUMAN, operation.reason))
    if isinstance(operation, Figure | Reclass | Rename):
        return BookOutcome(refuse(Refusal.OUTSIDE_SCOPE, "it changes what only a card has"))
    sections = find_sections(document, headings, numbered)
    if isinstance(sections, Tried):
        return BookOutcome(sections)
    if len(sections) > 1 and isinstance(operation, Add | Rewrite):
        return BookOutcome(refuse(Refusal.TEXT_AMBIGUOUS, f"the text has {len(sections)} headings `{headings[-1]}`"))
    clauses = [each for each in document.clauses if _is_text(each) and any(span.holds(each.span) for span in sections)]
    texts = [_Text(clause) for clause in clauses]
    if headings and is_number(headings[-1]) and _is_of_whole(operation):
        texts = [_Text(each, behind=_behind_number(each)) for each in clauses[:1]]
        if any(not number_of(each) for each in clauses[1:]):
            return BookOutcome(refuse(Refusal.NEEDS_HUMAN, _SEVERAL))
    tried = try_operation(operation, Passage(tuple(each.text for each in texts), len(texts)))
    return BookOutcome(tried, tuple(texts[edit.paragraph].change(document, edit) for edit in tried.edits))


_SEVERAL = "the rule has more than one paragraph, and it does not say which"


def _is_of_whole(operation: Operation) -> bool:
    """Whether an operation is about a rule as a whole, and names no words of it."""
    return isinstance(operation, Rewrite) or (isinstance(operation, Add) and operation.anchor is None)


def find_sections(
    document: Document, headings: Sequence[str], numbered: Numbered = number_rules
) -> tuple[Span, ...] | Tried:
    """The spans of the sections that some headings lead to, each inside those before where these have one such."""
    spans: tuple[Span, ...] = (Span(0, len(document.source.text)),)
    for name in headings:
        if is_number(name):
            numbering = numbered(document)
            at = numbering.clauses.get(name)
            if at is None:
                return refuse(Refusal.TARGET_MISSING, f"the text has no rule `{name}`")
            spans = (rule_span(document, numbering, at),)
            continue
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
    return clause.kind not in {ClauseKind.HEADING, ClauseKind.CODE, ClauseKind.HTML} and bool(clause.current.strip())


def _behind_number(clause: Clause) -> int:
    """Where the words of a rule begin, behind its number and, where it has one, its title in strong words."""
    lead = lead_of(clause.current)
    at = lead.span.end if lead is not None else 0
    match = re.compile(r"[\s.:)\]]*").match(clause.current, at)
    at = match.end() if match is not None else at
    read = 0
    strong = False
    for piece in clause.pieces:
        if piece.tag in {"strong", "b"} and piece.kind is PieceKind.OPEN and read <= at:
            strong = True
        elif piece.tag in {"strong", "b"} and piece.kind is PieceKind.CLOSE and strong and read > at:
            return read + len(clause.current[read:]) - len(clause.current[read:].lstrip(" .:"))
        read += len(piece.current)
    return at


class _Text:
    """The reading text of a clause that holds, from a character on, with the place of each character in the source."""

    def __init__(self, clause: Clause, behind: int = 0) -> None:
        self.clause = clause
        self.text = clause.current[behind:]
        self.starts: list[int] = []
        self.ends: list[int] = []
        for piece in clause.pieces:
            size, start, end = len(piece.current), piece.span.start, piece.span.end
            exact = piece.kind is PieceKind.TEXT and size == end - start
            self.starts += range(start, end) if exact else [start] * size
            self.ends += range(start + 1, end + 1) if exact else [end] * size
        del self.starts[:behind], self.ends[:behind]

    def change(self, document: Document, edit: Edit) -> Change:
        """An edit of the reading text as a change of the source."""
        start, end = edit.span.start, edit.span.end
        if start < end:
            span = Span(self.starts[start], self.ends[end - 1])
        else:
            at = self.ends[start - 1] if start else self.starts[0]
            span = Span(at, at)
        return Change(self.clause.section, self.clause.id, span, document.source.slice(span), edit.new)
