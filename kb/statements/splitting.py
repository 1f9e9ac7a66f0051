"""Splitting the pieces of a block: they come in, those of its cells, items, paragraphs or lines go out.

Every piece that comes in goes out once; one that is cut keeps its place in the source.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from kb.model import Piece, PieceKind, Pieces, text_of
from kb.text import CLOSERS, WORD, Source, Span, fold_word, word_forms

FUSED = re.compile(r"-[^\W\d_]")
_RUN_ON = re.compile(r"[^\W\d_][.!?][\"'”’)]*(?P<name>[^\W\d_][^.!?]*)$")
_ENDED = re.compile(rf"[.!?]{CLOSERS}\s+")
_LABELLED = re.compile(r"(?:(?:Rules?|Cards?|Official) )?(?:[Ee]rr?at(?:um|a)|[Cc]larification):\s+\S")
_BEGUN = re.compile(r"(?:\s+|(?<=[^\w\s]))[\"'“‘(\[]?(?P<first>\w)")
_COUNT = re.compile(r"[^\W\d_]+ \d{1,3}[a-z]?[.:)]+")
_NAMED = re.compile(r"\s*(?P<name>[^\W\d_][^:(\[,]{0,70}?)\s*(?=[:(\[,])[^:]{0,60}:")
_ITEMS = frozenset({"li", "dt", "dd"})
"""The elements of lists in HTML."""


def cut_at(pieces: Pieces, at: int) -> tuple[Pieces, Pieces]:
    """Pieces cut at a character of their text; one that is not as the source has it is not cut."""
    for number, piece in enumerate(pieces):
        if at <= 0:
            return pieces[:number], pieces[number:]
        if at < len(piece.text) == len(piece.span):
            place = piece.span.start + at
            own = Piece(piece.kind, Span(piece.span.start, place), piece.text[:at], piece.tag, struck=piece.struck)
            rest = Piece(piece.kind, Span(place, piece.span.end), piece.text[at:], piece.tag, struck=piece.struck)
            return (*pieces[:number], own), (rest, *pieces[number + 1 :])
        at -= len(piece.text)
    return pieces, ()


def row_cells(pieces: Pieces) -> list[Pieces]:
    """The cells of a table's row."""
    cells: list[Pieces] = []
    start = 0
    for number, piece in enumerate(pieces):
        if piece.parts_cells:
            cells.append(pieces[start:number])
            start = number + 1
    return [*cells, pieces[start:]]


def html_items(pieces: Pieces, source: str) -> Iterator[tuple[str, Pieces]]:
    """The items of a list in HTML, each with its tag; what stands before the first has none."""
    tag, start = "", 0
    for number, piece in enumerate(pieces):
        if piece.kind is PieceKind.TAG and piece.tag in _ITEMS and source[piece.span.start + 1] != "/":
            if start < number:
                yield tag, pieces[start:number]
            tag, start = piece.tag, number
    yield tag, pieces[start:]


def preformatted(pieces: Pieces) -> Iterator[Pieces]:
    """The paragraphs of preformatted text: lines as pieces, parted at blank lines."""
    lines = [line for piece in pieces for line in _lines_of(piece)]
    start = 0
    for number, line in enumerate(lines):
        if line.kind is PieceKind.SPACE and line.span.end - line.span.start > 0 and not line.text:
            if start < number:
                yield tuple(lines[start:number])
            start = number + 1
    if start < len(lines):
        yield tuple(lines[start:])


def _lines_of(piece: Piece) -> Iterator[Piece]:
    """A piece cut at its line ends; a SPACE piece without text stands for a blank line."""
    if piece.kind is not PieceKind.TEXT or "\n" not in piece.text or len(piece.text) != len(piece.span):
        yield piece
        return
    at = piece.span.start
    for number, match in enumerate(re.split(r"(\s*\n\s*)", piece.text)):
        end = at + len(match)
        if number % 2:
            yield Piece(PieceKind.SPACE, Span(at, end), "" if match.count("\n") > 1 else " ")
        elif match:
            yield Piece(PieceKind.TEXT, Span(at, end), match)
        at = end


def split_fused(pieces: Sequence[Piece]) -> Iterator[Pieces]:
    """Pieces cut where a line begins with a dash and a word: a list marker that lacks its blank."""
    start = 0
    for number in range(1, len(pieces)):
        piece, before = pieces[number], pieces[number - 1]
        if before.kind is PieceKind.SPACE and piece.kind is PieceKind.TEXT and FUSED.match(piece.text):
            yield tuple(pieces[start:number])
            start = number
    yield tuple(pieces[start:])


def split_named(pieces: Pieces, source: Source, names: Collection[tuple[str, ...]]) -> Iterator[Pieces]:
    """Pieces cut before each line that begins with one of some names, a card's in a list of errata, and a colon."""
    start = depth = 0
    for number, piece in enumerate(pieces if names else ()):
        depth += {PieceKind.OPEN: 1, PieceKind.CLOSE: -1}.get(piece.kind, 0)
        ends = piece.kind in {PieceKind.SPACE, PieceKind.BREAK} and not depth and number > start
        if ends and "\n" in source.slice(piece.span):
            named = _NAMED.match("".join(each.text for each in pieces[number + 1 :]))
            if named is not None and word_forms(named["name"]) in names:
                yield pieces[start:number]
                start = number + 1
    yield pieces[start:]


def split_marked(pieces: Pieces, signs: Collection[str]) -> Iterator[Pieces]:
    """Pieces cut where a sentence ends and the next begins behind one of the signs that stand before rulings, or behind
    the label of an erratum or a clarification."""
    text, done = text_of(pieces), 0
    for ended in _ENDED.finditer(text):
        at = ended.end()
        behind = (_BEGUN.match(text, at + len(sign)) for sign in signs if text.startswith(sign, at))
        marked = any(begun is not None and not begun["first"].islower() for begun in behind)
        before = text[done:at].strip()  # `1.1.2. @ A lamp ...`, `Ruling 4. @ A lamp ...`
        marked = marked and any(map(str.isalpha, before)) and not counts_ruling(before)
        if marked or _LABELLED.match(text, at):
            own, pieces = cut_at(pieces, at - done)
            if pieces:
                yield own
                done = at
            else:
                pieces = own
    yield pieces


def counts_ruling(text: str) -> bool:
    """Whether words are what a file counts its rulings by, and nothing else: `Ruling 4.`"""
    return _COUNT.fullmatch(text) is not None


def split_run_on(pieces: Pieces, names: Collection[tuple[str, ...]]) -> tuple[Pieces, Piece | None]:
    """A ruling and the name that its last line runs on into, without a blank between."""
    *others, last = pieces
    match = _RUN_ON.search(last.text) if last.kind is PieceKind.TEXT else None
    if match is None or len(last.text) != len(last.span) or word_forms(match["name"]) not in names:
        return pieces, None
    at = last.span.start + match.start("name")
    own = Piece(last.kind, Span(last.span.start, at), last.text[: match.start("name")], struck=last.struck)
    return (*others, own), Piece(last.kind, Span(at, last.span.end), match["name"])


def is_index(pieces: Pieces) -> bool:
    """Whether some words only lead elsewhere: outside of links there is nothing longer than a letter."""
    depth = 0
    outside: list[str] = []
    for piece in pieces:
        if piece.tag == "a":
            depth += {PieceKind.OPEN: 1, PieceKind.CLOSE: -1}.get(piece.kind, 0)
        elif not depth:
            outside.append(piece.text)
    return all(len(word.group()) < 2 for word in WORD.finditer(fold_word("".join(outside))))
