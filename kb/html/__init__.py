"""HTML of documents: a document's block tree and the marks on it come in, clean HTML in parts goes out.

Headings come out apart from the text between them, because the builder of the site makes its contents from
headings it sees. Every part went through `clean` last; every clause carries its id.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.html._blocks import Blocks, cells_of, kind_of
from kb.html._clipping import clip, clip_inline
from kb.html._emptied import is_emptied, tell_emptied
from kb.html._flow import settle
from kb.html._lines import join_blocks
from kb.html._marks import Mark
from kb.html._page import HeadingPart, Page, Part, TextPart, marks_in
from kb.html.clean import ACTIVE, BLANKS, clean, unsafe_attribute
from kb.html.inline import Link, Looks, render_pieces
from kb.model import Block, BlockKind, Clause, ClauseKind, Document, Piece, PieceKind, walk_blocks
from kb.text import Span

__all__ = [
    "UNSAFE_HTML",
    "HeadingPart",
    "Link",
    "Looks",
    "Mark",
    "Page",
    "Part",
    "TextPart",
    "clip",
    "find_unsafe",
    "is_emptied",
    "kind_of",
    "render_cells",
    "render_clause",
    "render_document",
    "render_span",
    "render_words",
]

UNSAFE_HTML = Code(
    "KB901",
    "unsafe-html",
    Severity.WARNING,
    "A page made from a text must not run what the text holds. Elements and attributes that could act are left "
    "out of the site; the words inside them stay.",
)
CODES = (UNSAFE_HTML,)


def render_document(document: Document, page: Page) -> tuple[Part, ...]:
    """The whole text in order, without its footnotes; what `find_unsafe` names is left out."""
    writer = Blocks(document, page)
    parts: list[Part] = []
    run: list[Block] = []
    for block in document.blocks:
        if block.kind is BlockKind.HEADING and block.clause is not None:
            if run:
                parts.append(TextPart(writer.text(run)))
                run = []
            part = writer.section(block, document.clauses[block.clause])
            parts.extend((part,) if part is not None else ())
        else:
            run.append(block)
    if run or writer.owed:
        text = TextPart(writer.text(run))
        noted = all(block.kind is BlockKind.FOOTNOTE for block in run)
        last = bool(parts) and isinstance(parts[-1], HeadingPart)
        parts.insert(len(parts) - (noted and last), text)  # the page itself shows footnotes under the last heading
    if not document.clauses and page.marks:
        parts.append(TextPart(writer.nothing()))
    return tuple(part for part in parts if isinstance(part, HeadingPart) or part.html.strip())


def render_clause(clause: Clause, page: Page) -> str:
    """The HTML of one clause among others, clean: inline elements, of raw HTML its blocks too, headings and folds as
    plain boxes."""
    raw = clause.kind is ClauseKind.HTML
    shown = clean(render_pieces(clause.pieces, page.looks, marks_in(page.marks, clause), flow=raw))
    return tell_emptied(settle(shown, told=True)) if raw else shown


def render_cells(clause: Clause, page: Page) -> tuple[str, ...]:
    """The inline HTML of the cells of a table row, clean; empty cells are left out."""
    marks, begun = marks_in(page.marks, clause), set[str]()
    cells = (clean(render_pieces(pieces, page.looks, marks, begun)).strip() for pieces in cells_of(clause.pieces))
    return tuple(cell for cell in cells if cell)


def find_unsafe(document: Document) -> tuple[Diagnostic, ...]:
    """What a document holds that no page may hold: active elements, handlers, addresses that run something."""
    found = [_unsafe_piece(document, piece) for clause in document.clauses for piece in clause.pieces]
    found += [_unsafe_piece(document, piece) for note in document.definitions for piece in note.pieces]
    found += [_unsafe(document, block.tag, block.attributes.pairs, block) for block in walk_blocks(document.blocks)]
    once = {(each.line, each.column, each.message): each for each in found if each is not None}
    return tuple(once.values())


_NAMED = frozenset({PieceKind.OPEN, PieceKind.TAG, PieceKind.IMAGE})
"""The pieces that name an element, or what one loads."""


def _unsafe_piece(document: Document, piece: Piece) -> Diagnostic | None:
    if piece.kind not in _NAMED:
        return None
    if document.source.text.startswith("</", piece.span.start):
        return None
    return _unsafe(document, piece.tag, piece.attrs, piece)


def _unsafe(document: Document, tag: str, attrs: Iterable[tuple[str, str]], place: Piece | Block) -> Diagnostic | None:
    name = tag.casefold().strip("/!-")
    if name in ACTIVE:
        message = f"`<{name}>` was left out of the page, its words kept"
        return diagnose(UNSAFE_HTML, document.source, place.span, message, "remove the element from the text")
    for key, value in attrs:
        if unsafe_attribute(key, value):
            message = f"attribute `{key}` was left out of the page"
            return diagnose(UNSAFE_HTML, document.source, place.span, message, "remove the attribute from the text")
    return None


def render_words(pieces: Iterable[Piece], looks: Looks, links: tuple[Link, ...] = ()) -> str:
    """The inline HTML of some pieces, clean; what is left out between them parts words, the end of a block lines."""
    joined = tuple(join_blocks(pieces, looks.text))
    return clean(_BLANK.sub(" ", render_pieces(joined, _without_ids(looks), links=links)).strip(" "))


_BLANK = re.compile(f"[{BLANKS}]+")


def render_span(document: Document, span: Span, looks: Looks) -> str:
    """The inline HTML of the words in a span, clause after clause, clean; elements that are blocks are left out."""
    shown = []
    for at in document.clauses_over(span):
        words = render_pieces(clip_inline(document.clauses[at].pieces, span), _without_ids(looks)).strip()
        if words:
            shown.append(words)
    return clean(" ".join(shown))


def _without_ids(looks: Looks) -> Looks:
    """The looks of words told again: what links lead to stands in their text."""
    return replace(looks, anchors={})
