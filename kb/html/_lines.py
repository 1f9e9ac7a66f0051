"""Blocks told in one line of HTML: the pieces of some words come in, of one block or of several, those to be shown go
out, with something to part them where the blocks do.

Words of a ruling, an answer, a footnote stand inside a paragraph of a page: what is a block in their text begins a line
there, an item behind its sign, a cell behind a bar. Words that go on in the next block stay on their line.
"""

import re
from collections.abc import Iterable, Iterator

from kb.html.clean import BLOCK
from kb.model import Piece, PieceKind
from kb.text import Span

EDGES = frozenset({PieceKind.OPEN, PieceKind.CLOSE})
_TAGS = EDGES | {PieceKind.TAG}
_SIGN = re.compile(r"\n[ \t>]*(?:([-+*])|(\d+\.))[ \t]+$")
"""What a list item begins with, at the end of what stands between two words."""
_WHOLE = frozenset(".:;!?…)]}\"”'’")
"""What a sentence ends with: words after none of them go on in the next block."""
_CELL = " | "


def inline_of(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Pieces without the tags of blocks; where these part words a blank stands, between two cells of a row a bar."""
    for piece in pieces:
        if piece.kind is PieceKind.MARKUP and piece.text:
            yield _parting(piece.span.start, _CELL if piece.tag == "|" else " ")
        elif piece.kind not in _TAGS or piece.tag.casefold() not in BLOCK:
            yield piece
        elif piece.text:
            yield Piece(PieceKind.SPACE, piece.span, piece.text)


def join_blocks(pieces: Iterable[Piece], text: str) -> Iterator[Piece]:
    """Pieces of a text, parted where something is left out between them; what is only markup is left out too.

    An element that nothing is shown of has no words to be parted from.
    """
    end, last, apart, listed = 0, "", False, False
    blank: Piece | None = None
    for piece in inline_of(pieces):
        apart = apart or piece.span.start > (blank.span.end if blank else end)
        if piece.kind in _NOTHING and not piece.text:
            apart = True
        elif piece.kind is PieceKind.SPACE and not apart:
            blank = piece
        else:
            if apart and last and piece.kind is not PieceKind.CLOSE:
                left = text[end : piece.span.start]
                sign = _SIGN.search(left)
                yield from _between(left, piece.span.start, sign, listed or last in _WHOLE)
                listed = sign is not None
            elif blank:
                yield blank
            apart, blank = apart and piece.kind is PieceKind.CLOSE, None
            end, last = piece.span.end, piece.text.rstrip()[-1:] or last
            yield piece


_NOTHING = frozenset({PieceKind.MARKUP, PieceKind.ATTRIBUTES})


def _between(left: str, at: int, sign: re.Match[str] | None, ended: bool) -> Iterator[Piece]:
    """What parts words, by what stands between them in their text and whether those before it have ended."""
    if sign is not None:
        yield Piece(PieceKind.BREAK, Span(at, at))
        yield _parting(at, f"{sign[2] or '•'} ")
    elif "\n" in left and (ended or "|" in left):
        yield Piece(PieceKind.BREAK, Span(at, at))
    else:
        yield _parting(at, _CELL if left.strip() == "|" else " ")


def _parting(at: int, text: str) -> Piece:
    return Piece(PieceKind.SPACE, Span(at, at), text)
