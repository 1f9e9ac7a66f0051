"""What the passes of this package find, before it becomes a record; and the source spans of token ranges."""

from bisect import bisect_left
from dataclasses import dataclass
from itertools import islice

from kb.diff import Edit
from kb.model import Clause, FootnoteId, Piece, PieceKind
from kb.provenance import EmendationKind, Unit
from kb.text import Span
from kb.tokens import Stream


@dataclass(frozen=True, slots=True)
class Found:
    """One change: its tokens in both streams, its spans in both sources, and what it is.

    `old_clause` and `new_clause` are where it lies; `whole` says that it is made of whole clauses; `bears` that a
    footnote may support it.
    """

    edit: Edit
    old_span: Span
    new_span: Span
    kind: EmendationKind
    unit: Unit
    substantive: bool
    old_clause: int | None
    new_clause: int | None
    label: str | None = None
    whole: bool = False
    bears: bool = True
    tentative: bool = False
    """A correction of grammar: a rule of its own where a footnote stands right behind it or supports nothing else."""
    doubtful: bool = False
    """A correction of spelling that may be another word: likewise, where the footnote supports nothing else."""
    footnotes: tuple[FootnoteId, ...] = ()
    moved: bool = False
    """The clause stands elsewhere on the other side."""
    inner: bool = False
    """A change inside a moved clause: its words are accounted for by the record of the move."""
    counted: tuple[tuple[str, str], ...] = ()
    """The published and the emended number of each rule that it only counts anew."""


def span_of(stream: Stream, start: int, end: int) -> Span:
    """The source span of tokens [start, end), with the markup that opens and closes inside it.

    An empty range gives the empty span right after the token before it.
    """
    if start == end:
        at = _after(stream, start)
        return Span(at, at)
    tokens = stream.tokens
    low, high = tokens[start].span.start, tokens[end - 1].span.end
    floor = tokens[start - 1].span.end if start else 0
    ceiling = tokens[end].span.start if end < len(tokens) else len(stream.document.source.text)
    for clause in {tokens[start].clause, tokens[end - 1].clause}:
        for opened, closed in _elements(stream.document.clauses[clause], floor, ceiling):
            if opened.start < high and closed.end > low:
                low, high = min(low, opened.start), max(high, closed.end)
    return Span(low, high)


def _after(stream: Stream, at: int) -> int:
    """The offset after token `at - 1` and the markup that closes right behind it."""
    if at == 0:
        return stream.document.clauses[stream.tokens[0].clause].span.start if stream.tokens else 0
    token = stream.tokens[at - 1]
    offset = token.span.end
    pieces = stream.document.clauses[token.clause].pieces
    for piece in islice(pieces, bisect_left(pieces, offset, key=_start), None):
        if piece.span.start > offset:
            break
        if piece.kind is PieceKind.CLOSE:
            offset = piece.span.end
    return offset


def _elements(clause: Clause, floor: int, ceiling: int) -> list[tuple[Span, Span]]:
    """The opening and closing marks of a clause's inline elements between two offsets, inner ones first."""
    stack: list[Span] = []
    found: list[tuple[Span, Span]] = []
    for piece in islice(clause.pieces, bisect_left(clause.pieces, floor, key=_start), None):
        if piece.span.end > ceiling:
            break
        if piece.kind is PieceKind.OPEN:
            stack.append(piece.span)
        elif piece.kind is PieceKind.CLOSE and stack:
            found.append((stack.pop(), piece.span))
    return found


def _start(piece: Piece) -> int:
    return piece.span.start
