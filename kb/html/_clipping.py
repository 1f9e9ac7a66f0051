"""Part of a clause: its pieces and a span come in, the pieces in that span go out, inside the elements open around it.

A table is one clause, and every changed row of it is told by itself. So what stands where is found once for a clause:
to look it through again for each of its changes would take the longer the more there are, squared.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from kb.html._lines import EDGES, inline_of
from kb.model import Piece, PieceKind, Pieces
from kb.text import Span


def clip(pieces: Pieces, span: Span) -> Iterator[Piece]:
    """The part of some pieces, in order, that lies in a span; elements open around it stay around it."""
    return _standing(_Same(pieces)).clip(span)


def clip_inline(pieces: Pieces, span: Span) -> Iterator[Piece]:
    """As `clip`, without the tags of blocks: where these part words a blank stands (`inline_of`)."""
    return _standing(_Same(pieces), inline=True).clip(span)


@dataclass(frozen=True, slots=True)
class _Around:
    """An element that is open (the place of its start among the pieces), inside of others or of none."""

    at: int
    inside: "_Around | None"


@dataclass(frozen=True, slots=True)
class _Standing:
    """Where pieces stand: their offsets; before each of them, and behind the last, what is open; by the place of the
    start of an element that of its end."""

    pieces: Pieces
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    around: tuple[_Around | None, ...]
    closed: dict[int, int]

    def clip(self, span: Span) -> Iterator[Piece]:
        """The pieces in a span, in the elements around them."""
        first, after = bisect_left(self.ends, span.start), bisect_right(self.starts, span.end)
        for at in reversed(self._open(first)):
            yield self.pieces[at]
        for piece in self.pieces[first:after]:
            if piece.kind in EDGES:
                yield piece
            elif piece.kind is PieceKind.TEXT and len(piece.text) == len(piece.span):
                start, end = max(piece.span.start, span.start), min(piece.span.end, span.end)
                if start < end:
                    text = piece.text[start - piece.span.start : end - piece.span.start]
                    yield replace(piece, span=Span(start, end), text=text)
            elif span.holds(piece.span) and not _parts_at_edge(piece, span):
                yield piece
        for at in self._open(max(first, after)):
            if at in self.closed:
                yield self.pieces[self.closed[at]]

    def _open(self, before: int) -> list[int]:
        """The places of the elements open before a piece, the innermost first."""
        found, around = [], self.around[before]
        while around is not None:
            found.append(around.at)
            around = around.inside
        return found


def _parts_at_edge(piece: Piece, span: Span) -> bool:
    """Whether a piece parts words at the very edge of a span, where there is nothing to part them from."""
    at = piece.span.start
    return piece.kind is PieceKind.SPACE and at == piece.span.end and at in {span.start, span.end}


@dataclass(frozen=True, slots=True, eq=False)
class _Same:
    """Pieces known by what they are, not by what they say: to compare those of a table takes long."""

    pieces: Pieces

    def __hash__(self) -> int:
        return id(self.pieces)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.pieces is other.pieces


@lru_cache(maxsize=64)
def _standing(same: _Same, inline: bool = False) -> _Standing:
    pieces = tuple(inline_of(same.pieces)) if inline else same.pieces
    around: list[_Around | None] = [None]
    closed: dict[int, int] = {}
    for at, piece in enumerate(pieces):
        now = around[-1]
        if piece.kind is PieceKind.OPEN:
            now = _Around(at, now)
        elif piece.kind is PieceKind.CLOSE:
            opened = _opened(now, piece.tag, pieces)
            if opened is not None:
                closed[opened] = at
                now = _without(now, opened)
        around.append(now)
    starts, ends = tuple(each.span.start for each in pieces), tuple(each.span.end for each in pieces)
    return _Standing(pieces, starts, ends, tuple(around), closed)


def _opened(around: _Around | None, tag: str, pieces: Pieces) -> int | None:
    """The place of the innermost element of a name that is open, or None."""
    while around is not None and pieces[around.at].tag != tag:
        around = around.inside
    return None if around is None else around.at


def _without(around: _Around | None, ended: int) -> _Around | None:
    """What is open when an element has ended, those inside of it that go on as well."""
    kept: list[int] = []
    while around is not None and around.at != ended:
        kept.append(around.at)
        around = around.inside
    now = around.inside if around is not None else None
    for at in reversed(kept):
        now = _Around(at, now)
    return now
