"""Pieces of a mailed text: a unit comes in, its pieces go out; what was set in `_..._` or `*...*` is emphasised.

Markup that a page has inside of preformatted text (entities, tags) stays what it is; the signs of a quotation before
a line are no words.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from kb.model import Piece, PieceKind
from kb.plain import Unit, UnitKind
from kb.text import Source, Span

_LINE_END = re.compile(r"\s*\n[\s>]*")
_EMPHASIS = re.compile(r"(?<![\w*_])(?P<sign>[_*])(?=[^\s_*])[^_*]{1,300}?(?<=[^\s_*])(?P=sign)(?![\w*_])")
_LINE = re.compile(r"[^\n]+")
_QUOTED = re.compile(r"^[ \t]*>[> \t]*", re.MULTILINE)
_PAGE_MARKS = ("\\", "```", "~~~", "{:")
_TAGS = {"_": "em", "*": "strong"}
Markup = Sequence[Piece]


def find_markup(source: Source, pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Those of some pieces that are markup of the page: list marks, rows and stars are the mailed text's own."""
    for piece in pieces:
        written = source.slice(piece.span).strip()
        if piece.kind is PieceKind.MARKUP:
            own = not written.startswith(_PAGE_MARKS)
        elif piece.kind in {PieceKind.OPEN, PieceKind.CLOSE}:
            own = written in _TAGS
        else:
            own = piece.kind in {PieceKind.TEXT, PieceKind.SPACE} or not written
        if not own:
            yield piece


def mask(source: Source, regions: Sequence[Span], markup: Markup) -> str:
    """A source with blanks for all that is no word of some stretches of it, each character at its place."""
    text = source.text
    parts: list[str] = []
    at = 0
    for region in regions:
        parts += _LINE.sub(_blanks, text[at : region.start]), text[region.start : region.end]
        at = region.end
    chars = list("".join((*parts, _LINE.sub(_blanks, text[at:]))))
    for piece in markup:
        span = piece.span
        said = piece.text if piece.kind is PieceKind.CHARACTER and len(piece.text) <= len(span) else ""
        rest = _LINE.sub(_blanks, text[span.start + len(said) : span.end])
        chars[span.start : span.end] = [*said, *rest]
    return _QUOTED.sub(lambda match: " " * len(match.group()), "".join(chars))


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match.group())


def cut_pieces(source: Source, unit: Unit, markup: Markup) -> tuple[Piece, ...]:
    """The pieces of a unit; `markup` are those of its document that are neither words nor space, in order."""
    return tuple(_cut(source, unit, markup))


def _cut(source: Source, unit: Unit, markup: Markup) -> Iterator[Piece]:
    start, end = unit.content, unit.span.end
    if start > unit.span.start:
        yield Piece(PieceKind.MARKUP, Span(unit.span.start, start))
    first = bisect_left(markup, start, key=lambda piece: piece.span.start)
    stop = bisect_left(markup, end, key=lambda piece: piece.span.start)
    own = [piece for piece in markup[first:stop] if piece.span.end <= end]
    if unit.kind is not UnitKind.HEADING:
        own = sorted([*own, *_emphasis(source, Span(start, end), own)], key=lambda piece: piece.span)
    own = _balanced(own)
    at = start
    for piece in own:
        yield from _words(source, Span(at, piece.span.start))
        yield piece
        at = piece.span.end
    yield from _words(source, Span(at, end))


def _emphasis(source: Source, span: Span, own: Markup) -> Iterator[Piece]:
    """The signs around emphasised words, where no other markup stands between them."""
    for match in _EMPHASIS.finditer(source.text, span.start, span.end):
        if not any(match.start() < piece.span.end and piece.span.start < match.end() for piece in own):
            tag = _TAGS[match["sign"]]
            yield Piece(PieceKind.OPEN, Span(match.start(), match.start() + 1), tag=tag)
            yield Piece(PieceKind.CLOSE, Span(match.end() - 1, match.end()), tag=tag)


def _balanced(own: Sequence[Piece]) -> list[Piece]:
    """Some pieces; the start of an element without its end, or the end without its start, is mere markup."""
    found = list(own)
    started: list[int] = []
    for at, piece in enumerate(own):
        if piece.kind is PieceKind.OPEN:
            started.append(at)
        elif piece.kind is PieceKind.CLOSE:
            if started and own[started[-1]].tag == piece.tag:
                started.pop()
            else:
                found[at] = Piece(PieceKind.MARKUP, piece.span)
    for at in started:
        found[at] = Piece(PieceKind.MARKUP, own[at].span)
    return found


def _words(source: Source, span: Span) -> Iterator[Piece]:
    """The words of each line, and the line ends between them; a word parted at a line end by its hyphen is one."""
    text, at = source.text, span.start
    while at < span.end:
        match = _LINE_END.search(text, at, span.end)
        stop = match.start() if match else span.end
        if stop > at:
            yield Piece(PieceKind.TEXT, Span(at, stop), text[at:stop])
        if match is None:
            return
        parted = text[stop - 2 : stop - 1].isalnum() and text[stop - 1] in "-\u00ad" and text[match.end()].islower()
        yield Piece(PieceKind.SPACE, Span(stop, match.end()), "" if parted else " ")
        at = match.end()
