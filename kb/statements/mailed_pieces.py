"""Pieces of a mailed text: a unit comes in, its pieces go out; what was set in `_..._` or `*...*` is emphasised, what
was set in `~~...~~` or between the tags of an element that strikes is struck.

Markup that a page has inside of preformatted text (entities, tags) stays what it is; the signs of a quotation before
a line are no words.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb.grouping import join_stretches
from kb.kramdown.patterns import STRUCK_TAGS
from kb.kramdown.strikes import may_be_struck
from kb.model import Piece, PieceKind, Pieces
from kb.plain import Unit, UnitKind
from kb.text import Source, Span

_LINE_END = re.compile(r"\s*\n[\s>]*")
_EMPHASIS = re.compile(r"(?<![\w*_])(?P<sign>[_*])(?=[^\s_*])[^_*]{1,300}?(?<=[^\s_*])(?P=sign)(?![\w*_])")
_STRUCK = re.compile(r"~~(?=[^\s~])(?:(?!\n[\s>]*\n)[^~]){1,2000}?(?<=[^\s~])~~")
_TITLE = re.compile(r"~~[^\n]*[^\n.!?\"”’)\]]~~")
"""A line of its own between such signs is a heading, unless it ends as a sentence does."""
_STRIKE = re.compile(rf"<(?P<ends>/?)(?P<tag>{'|'.join(sorted(STRUCK_TAGS))})>", re.IGNORECASE)
_LINE = re.compile(r"[^\n]+")
_QUOTED = re.compile(r"^[ \t]*>[> \t]*", re.MULTILINE)
_PAGE_MARKS = ("\\", "```", "~~~", "{:")
_TAGS = {"_": "em", "*": "strong"}


@dataclass(frozen=True, slots=True)
class Markup:
    """What stands in a mailed text and is neither words nor space: its `pieces` in order, and the spans of what is
    `struck`, in order too."""

    pieces: Sequence[Piece]
    struck: Sequence[Span]


def find_markup(source: Source, pieces: Sequence[Piece], regions: Sequence[Span]) -> Markup:
    """The markup of a page in some stretches of it, whose pieces are given, and the signs and tags that strike words
    where the page has them as words."""
    found = list(_page_markup(source, pieces))
    taken = {piece.span.start for piece in found}
    struck = [(piece.span.start, piece.span.end) for piece in pieces if piece.struck]
    for region in regions:
        for tag, first, last in _strikes(source, region):
            if taken.isdisjoint((first.start, last.start)):
                found += Piece(PieceKind.OPEN, first, tag=tag), Piece(PieceKind.CLOSE, last, tag=tag)
                struck.append((first.start, last.end))
    spans = tuple(Span(*each) for each in join_stretches(struck))
    return Markup(sorted(found, key=lambda piece: piece.span), spans)


def _strikes(source: Source, region: Span) -> Iterator[tuple[str, Span, Span]]:
    """What strikes words in a stretch as it is written: the element, its start and its end."""
    for match in _STRUCK.finditer(source.text, region.start, region.end):
        line = source.line_span(source.line_of(match.start()))
        alone = source.slice(line).strip(" \t>\r\n") == match.group()
        if not (alone and _TITLE.fullmatch(match.group())):
            yield "del", Span(match.start(), match.start() + 2), Span(match.end() - 2, match.end())
    begun: dict[str, Span] = {}
    for match in _STRIKE.finditer(source.text, region.start, region.end):
        tag = match["tag"].lower()
        if not match["ends"]:
            begun[tag] = Span(*match.span())
        elif tag in begun:
            yield tag, begun.pop(tag), Span(*match.span())


def _page_markup(source: Source, pieces: Sequence[Piece]) -> Iterator[Piece]:
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
    for piece in markup.pieces:
        span = piece.span
        said = piece.text if piece.kind is PieceKind.CHARACTER and len(piece.text) <= len(span) else ""
        rest = _LINE.sub(_blanks, text[span.start + len(said) : span.end])
        chars[span.start : span.end] = [*said, *rest]
    return _QUOTED.sub(lambda match: " " * len(match.group()), "".join(chars))


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match.group())


def cut_pieces(source: Source, unit: Unit, markup: Markup) -> Pieces:
    """The pieces of a unit, by the markup of its document."""
    struck = markup.struck
    pieces = []
    for piece in _cut(source, unit, markup.pieces):
        at = bisect_right(struck, piece.span.start, key=lambda span: span.start) - 1
        within = at >= 0 and struck[at].holds(piece.span) and may_be_struck(piece)
        pieces.append(replace(piece, struck=True) if within else piece)
    return tuple(pieces)


def widen(unit: Unit, markup: Markup) -> Unit:
    """A unit with all of what it ends in: a character written as an entity is blank behind its sign."""
    at = bisect_left(markup.pieces, unit.span.end, key=lambda piece: piece.span.start) - 1
    end = markup.pieces[at].span.end if at >= 0 else unit.span.end
    return replace(unit, span=Span(unit.span.start, end)) if end > unit.span.end else unit


def _cut(source: Source, unit: Unit, markup: Sequence[Piece]) -> Iterator[Piece]:
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


def _emphasis(source: Source, span: Span, own: Sequence[Piece]) -> Iterator[Piece]:
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
