"""Elements of HTML around blocks: one that a source says holds Markdown comes in, its HTML with all it holds goes out.

Each stretch of raw HTML between its blocks is a clause of its own, whose tags open and close what the blocks lie in.
They are written as they stand, as kramdown does; whatever that leaves open ends with the element. A stretch without
words is no place of its own.
"""

import re
from dataclasses import replace
from typing import Protocol

from kb.html._page import Page
from kb.html.clean import BLOCK
from kb.html.inline import attributes, render_pieces
from kb.model import Block, BlockKind, Clause, Document, Piece, PieceKind
from kb.text import Span


class Writer(Protocol):
    """What an element needs of who writes the block tree it is in."""

    document: Document
    page: Page
    begun: set[str]

    def block(self, block: Block) -> str:
        """The HTML of a block inside the element."""

    def inline(self, at: int, *, flow: bool = False, pieces: tuple[Piece, ...] = ()) -> str:
        """The HTML of a clause, or of `pieces` in the place of its own."""

    def free(self, ident: str) -> bool:
        """Whether no element has an id yet."""


_WORDS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "p", "pre"})
"""Blocks that no block may stand in."""
_PARTS = frozenset({"caption", "dd", "dt", "figcaption", "li", "summary", "tbody", "td", "tfoot", "th", "thead", "tr"})
"""Elements that have their meaning from the one right around them."""
_VOID = frozenset({"hr", "wbr"})
_TAGS = re.compile(r'(?:\s*<(?:[^<>"]|"[^"]*")*>)*\s*')


def write_element(writer: Writer, block: Block) -> str:
    """The HTML of an element with blocks in it; where its source is not balanced it is not either."""
    tag = block.tag.casefold()
    written = tag if tag in BLOCK and tag not in _WORDS else "div"
    own = block.attributes
    attrs = (("id", own.id or ""), ("class", " ".join(own.classes)), *own.pairs)
    place = Span(block.span.start, block.span.start)
    start = render_pieces(
        (Piece(PieceKind.TAG, place, "", written, attrs),), writer.page.looks, begun=writer.begun, flow=True
    )
    last = len(block.children) - 1
    inside = [_child(writer, child, tag, (at == 0, at == last)) for at, child in enumerate(block.children)]
    return f"{start}{''.join(inside)}</{written}>"


def _child(writer: Writer, child: Block, tag: str, edges: tuple[bool, bool]) -> str:
    """A child of an element by its tag; the first and the last hold its own tags, which stand already."""
    if child.kind is not BlockKind.HTML:
        return writer.block(child)
    if child.clause is None:
        return write_element(writer, child)
    clause = writer.document.clauses[child.clause]
    pieces = list(clause.pieces)
    shown = [at for at, piece in enumerate(pieces) if piece.kind is not PieceKind.MARKUP] or [0]
    own = False
    for at, edge, end in ((shown[0], edges[0], False), (shown[-1], edges[1], True)):
        if edge and pieces[at].tag.casefold() == tag and _ends(writer, pieces[at]) is end:
            pieces[at] = replace(pieces[at], kind=PieceKind.SPACE, text="", tag="", attrs=())
            own = True
    if not own and child.tag.casefold() not in _PARTS and _is_whole(writer, clause):
        return writer.block(child)
    html = writer.inline(child.clause, flow=True, pieces=tuple(pieces))
    ident = writer.page.ids.get(child.clause, "")
    if not clause.text.strip() or not ident or not writer.free(ident):
        return html
    writer.begun.add(f"id {ident}")
    tags = _TAGS.match(html)
    cut = tags.end() if tags else 0
    return f"{html[:cut]}<span{attributes((('id', ident),))}></span>{html[cut:]}"


def _is_whole(writer: Writer, clause: Clause) -> bool:
    """Whether a stretch of raw HTML ends every element that it begins, and no other."""
    depth = 0
    for piece in clause.pieces:
        if piece.kind is PieceKind.TAG and piece.tag.casefold() in BLOCK - _VOID:
            depth += -1 if _ends(writer, piece) else 1
            if depth < 0:
                return False
    return not depth


def _ends(writer: Writer, piece: Piece) -> bool:
    """Whether a piece is an end tag."""
    return writer.document.source.text.startswith("</", piece.span.start)
