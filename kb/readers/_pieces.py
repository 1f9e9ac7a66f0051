"""Pieces: the text of leaves comes in, stretches of the source that tile a span go out.

Invariant: the pieces of a span follow each other without gap or overlap, and a TEXT piece is the slice of the
source it stands for.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kb.kramdown import patterns as p
from kb.kramdown.entities import find_entities
from kb.kramdown.grammar import attributes_of, read_inline
from kb.kramdown.node import Node
from kb.kramdown.reading import Reading
from kb.model import Piece, PieceKind, Pieces
from kb.text import Source, Span

_WORDLY = re.compile(r"[^\W_]")
_NEWLINE = re.compile(r"[ \t\r\f\v]*\n\s*")
_IN_GAP = re.compile(r"\{[:#][^}\n]*\}")

_KINDS = {kind.value: kind for kind in PieceKind}


def leaf_pieces(leaf: Node, reading: Reading) -> list[Piece]:
    """The pieces of a leaf's text, in the source's coordinates; container marks between lines are left out."""
    base = leaf.body[0]
    length = leaf.body[1] - base
    pieces: list[Piece] = []
    at = 0
    for node in read_inline(leaf, reading):
        if node.lo > at:
            pieces.extend(text_pieces(leaf, base + at, base + node.lo, reading.source))
        kind = _KINDS[node.type]
        if kind is PieceKind.TEXT:
            pieces.extend(text_pieces(leaf, base + node.lo, base + node.hi, reading.source))
        else:
            span = leaf.buffer.span(base + node.lo, base + node.hi)
            attrs = _attrs(node, reading) if node.attrs or node.ial else ()
            pieces.append(Piece(kind, span, node.content, node.tag, attrs))
        at = node.hi
    if at < length:
        pieces.extend(text_pieces(leaf, base + at, base + length, reading.source))
    return part_blocks(settle_breaks(pieces))


def _attrs(node: Node, reading: Reading) -> tuple[tuple[str, str], ...]:
    if node.ial is None:
        return tuple((key, str(value)) for key, value in node.attrs.items())
    found = attributes_of(node, reading)
    own = str(node.attrs["id"]) if node.type == PieceKind.FOOTNOTE.value else None  # its name, whatever id it is given
    named = (("id", own or found.id or ""), ("class", " ".join(found.classes)))
    return (*found.pairs, *(pair for pair in named if pair[1]))


def text_pieces(leaf: Node, lo: int, hi: int, source: Source) -> Iterator[Piece]:
    """TEXT pieces for the characters [lo, hi) of a leaf's buffer, a SPACE piece for each line end among them."""
    buffer, text = leaf.buffer, leaf.buffer.text
    at = lo
    while at < hi:
        end = text.find("\n", at, hi)
        if end < 0:
            yield _text(leaf, at, hi, source)
            return
        match = _NEWLINE.search(text, _blanks_before(text, end, at), hi)
        assert match is not None
        if match.start() > at:
            yield _text(leaf, at, match.start(), source)
        start = buffer.place(match.start())
        stop = buffer.place(match.end()) if match.end() < len(text) else buffer.place(match.end() - 1) + 1
        if _WORDLY.search(source.text, start, stop):
            stop = buffer.place(end) + 1  # a line taken out of the text: what it holds is told by the gap
        yield Piece(PieceKind.SPACE, Span(start, max(start, stop)), " ")
        at = match.end()


def _blanks_before(text: str, at: int, floor: int) -> int:
    while at > floor and text[at - 1] in p.SPACE:
        at -= 1
    return at


def _text(leaf: Node, lo: int, hi: int, source: Source) -> Piece:
    span = leaf.buffer.span(lo, hi)
    return Piece(PieceKind.TEXT, span, source.text[span.start : span.end])


def settle_breaks(pieces: list[Piece]) -> list[Piece]:
    """Let each break take the white space after it, and read as one blank only where none stands beside it."""
    if PieceKind.BREAK not in [piece.kind for piece in pieces]:
        return pieces
    settled: list[Piece] = []
    for piece in pieces:
        last = settled[-1] if settled else None
        if piece.kind is PieceKind.BREAK:
            before = last is not None and last.text[-1:].isspace()
            settled.append(Piece(piece.kind, piece.span, "" if before else " ", piece.tag, piece.attrs))
            continue
        blanks = len(piece.text) - len(piece.text.lstrip(" \t")) if piece.kind is PieceKind.TEXT else 0
        if last is None or last.kind is not PieceKind.BREAK or not (blanks or piece.kind is PieceKind.SPACE):
            settled.append(piece)
            continue
        cut = piece.span.start + blanks if blanks else piece.span.end
        settled[-1] = Piece(last.kind, Span(last.span.start, cut), last.text, last.tag, last.attrs)
        if cut < piece.span.end:
            settled.append(Piece(piece.kind, Span(cut, piece.span.end), piece.text[blanks:]))
    return settled


def part_blocks(pieces: list[Piece]) -> list[Piece]:
    """Let the tag of a block (`</li><li>`) read as one blank where the words beside it would run into one."""
    last, tag = "", -1
    for at, piece in enumerate(pieces):
        if piece.text:
            if tag >= 0 and last and not (last.isspace() or piece.text[0].isspace()):
                parting = pieces[tag]
                pieces[tag] = Piece(parting.kind, parting.span, " ", parting.tag, parting.attrs)
            last, tag = piece.text[-1], -1
        elif tag < 0 and piece.tag in p.PARTING_TAGS:
            tag = at
    return pieces


def code_pieces(node: Node, source: Source) -> list[Piece]:
    """The lines of a code block, indent left out unless the block is fenced; line ends are kept as they are."""
    buffer, text = node.buffer, node.buffer.text
    lo, hi = node.body
    pieces: list[Piece] = []
    hi = lo + len(text[lo:hi].rstrip(p.SPACE))
    while lo < hi:
        stop = text.find("\n", lo, hi)
        stop = hi if stop < 0 else stop
        indent = None if node.markup else p.INDENT.match(text, lo)
        start = min(indent.end() if indent else lo, stop)
        if start < stop:
            piece = _text(node, start, stop, source)
            if pieces and pieces[-1].kind is PieceKind.SPACE:
                pieces[-1] = _stretched(pieces[-1], piece.span.start)
            pieces.append(piece)
        elif pieces and pieces[-1].kind is PieceKind.SPACE:
            pieces[-1] = _stretched(pieces[-1], buffer.place(stop))
        if stop < hi:
            place = buffer.place(stop)
            pieces.append(Piece(PieceKind.SPACE, Span(place, place + 1), "\n"))
        lo = stop + 1
    return pieces


def _stretched(piece: Piece, end: int) -> Piece:
    return Piece(piece.kind, Span(piece.span.start, max(end, piece.span.start)), piece.text)


def html_pieces(nodes: Iterable[Node], holder: Node, where: tuple[int, int], reading: Reading) -> list[Piece]:
    """The pieces of raw HTML in a stretch of the holder's buffer: tags, text between them, `markdown="span"`."""
    pieces: list[Piece] = []
    at, hi = where
    for node in nodes:
        if node.lo > at:
            pieces.extend(_decoded(text_pieces(holder, at, node.lo, reading.source)))
        if node.type == "span":
            pieces.extend(leaf_pieces(node, reading))
        else:
            pieces.append(_tag_piece(node, reading))
        at = max(at, node.hi)
    if at < hi:
        pieces.extend(_decoded(text_pieces(holder, at, hi, reading.source)))
    return part_blocks(settle_breaks(pieces))


def _decoded(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Pieces of raw HTML with the entities in their text as the characters they stand for."""
    for piece in pieces:
        if piece.kind is not PieceKind.TEXT or "&" not in piece.text:
            yield piece
            continue
        start, at = piece.span.start, 0
        for lo, hi, character in find_entities(piece.text):
            if lo > at:
                yield Piece(PieceKind.TEXT, Span(start + at, start + lo), piece.text[at:lo])
            yield Piece(PieceKind.CHARACTER, Span(start + lo, start + hi), character)
            at = hi
        if at < len(piece.text):
            yield Piece(PieceKind.TEXT, Span(start + at, piece.span.end), piece.text[at:])


def _tag_piece(node: Node, reading: Reading) -> Piece:
    attrs = _attrs(node, reading) if node.attrs else ()
    if node.tag == "br" and node.nesting == 0:
        return Piece(PieceKind.BREAK, node.span, " ", "br", attrs)
    if node.tag == "img":
        alt = str(node.attrs.get("alt", ""))
        return Piece(PieceKind.IMAGE, node.span, alt, "img", tuple(pair for pair in attrs if pair[0] != "alt"))
    kind = PieceKind.TAG
    if node.tag in p.SPAN_TAGS or node.tag in p.STRUCK_TAGS:
        if node.nesting == 1 and node.info == "closed":
            kind = PieceKind.OPEN
        elif node.nesting == -1:
            kind = PieceKind.CLOSE
    return Piece(kind, node.span, "", node.tag, attrs)


def tile(span: Span, pieces: Iterable[Piece], source: Source) -> Pieces:
    """Pieces that tile a span: the given ones in order, markup between them. What overlaps is cut off."""
    tiled: list[Piece] = []
    at = span.start
    for found in pieces:
        if found.span.start >= span.end and len(found.span):
            break
        piece = found if at <= found.span.start and found.span.end <= span.end else _cut(found, at, span.end, source)
        if piece.span.start > at:
            tiled.extend(_gap(at, piece.span.start, source))
        tiled.append(piece)
        at = piece.span.end
    if at < span.end:
        tiled.extend(_gap(at, span.end, source))
    return tuple(_strike(tiled))


def _strike(pieces: Sequence[Piece]) -> Sequence[Piece]:
    """Pieces, those that the text itself strikes (`~~dawn~~`) marked as struck, but for the footnotes called there. A
    strike that nothing ends in the same clause strikes nothing."""
    opened: list[int] = []
    struck: set[int] = set()
    for at, piece in enumerate(pieces):
        if piece.kind is PieceKind.OPEN:
            opened.append(at)
        elif piece.kind is PieceKind.CLOSE and opened:
            start = opened.pop()
            if piece.tag in p.STRUCK_TAGS and pieces[start].tag == piece.tag:
                struck.update(range(start, at + 1))
    if not struck:
        return pieces
    kept = (at not in struck or piece.kind is PieceKind.FOOTNOTE for at, piece in enumerate(pieces))
    return [piece if whole else replace(piece, struck=True) for piece, whole in zip(pieces, kept, strict=True)]


def _cut(piece: Piece, at: int, end: int, source: Source) -> Piece:
    span = Span(max(at, piece.span.start), max(at, min(end, piece.span.end)))
    text = source.text[span.start : span.end] if piece.kind is PieceKind.TEXT else piece.text
    return Piece(piece.kind, span, text, piece.tag, piece.attrs)


def _gap(lo: int, hi: int, source: Source) -> Iterator[Piece]:
    for match in _IN_GAP.finditer(source.text, lo, hi):
        if match.start() > lo:
            yield Piece(PieceKind.MARKUP, Span(lo, match.start()))
        yield Piece(PieceKind.ATTRIBUTES, Span(match.start(), match.end()))
        lo = match.end()
    if lo < hi:
        yield Piece(PieceKind.MARKUP, Span(lo, hi))
