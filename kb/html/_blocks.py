"""Blocks as HTML: the block tree of a document and the marks on it come in, the HTML of its blocks goes out.

Every clause carries its id; an id that the source gives it besides stands in an empty element at its beginning.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import unescape
from itertools import count

from kb.html._elements import write_element
from kb.html._emptied import tell_emptied
from kb.html._flow import settle
from kb.html._marks import Mark
from kb.html._page import HeadingPart, Page, marks_in
from kb.html._tables import ANY_TAG, heads
from kb.html.clean import BLANKS, clean, fragment, may_be_placed, safe_classes
from kb.html.inline import Link, attributes, render_pieces
from kb.html.quotes import curl
from kb.model import Block, BlockKind, Clause, ClauseKind, Document, Piece, PieceKind
from kb.text import Span


class Blocks:
    """Writes the block tree of one document; the ids already written belong to it."""

    def __init__(self, document: Document, page: Page) -> None:
        self.document = document
        self.page = page
        self.begun: set[str] = set()
        self.anchors: dict[int | None, str] = {heading.clause: heading.id for heading in document.headings}
        self.labels = {at: clause.label for at, clause in enumerate(document.clauses)}
        self.named = {page.ids[at] for at in page.ids if document.clauses[at].kind is not ClauseKind.HEADING}
        """The ids that clauses and headings of the page have."""
        placed = ((span.start, name) for name, span in page.looks.anchors.items() if may_be_placed(name))
        self.ahead = sorted(placed, reverse=True)
        self.owed = ""
        """Places that stand before what follows."""

    def text(self, blocks: Sequence[Block]) -> str:
        """The blocks between two headings, clean.

        An anchor that none of their elements shows (of two names of a tag, of one that cannot stand where it does) has
        an empty place before its block.
        """
        shown = [self.owed, *map(self.block, blocks)]
        html, self.owed = clean("".join(shown)), ""
        lacking = self.lacking(blocks[-1].span.end, html) if blocks else []
        for start, name in reversed(lacking):
            at = bisect_right(blocks, start, key=lambda block: block.span.start)
            shown[at] = _place(name) + shown[at]
        return tell_emptied(clean("".join(shown)) if lacking else html)

    def section(self, block: Block, clause: Clause) -> HeadingPart | None:
        """A heading between texts; one without words (a picture, tags) is a place before what follows."""
        part = self.heading(block, clause)
        places = "".join(_place(name) for _, name in self.lacking(block.span.end, part.html))
        if not ANY_TAG.sub("", part.html).strip():
            self.owed += _place(part.id) + part.html + places
            return None
        self.owed += places
        return part

    def nothing(self) -> str:
        """What is said about a text that has no words: its marks, with no words around them."""
        last = self.page.marks[-1].span.end
        end = Piece(PieceKind.SPACE, Span(last, last), "")
        return clean(f'<p class="clause">{render_pieces((end,), self.page.looks, self.page.marks)}</p>')

    def lacking(self, end: int, html: str) -> list[tuple[int, str]]:
        """The anchors up to an offset that some HTML does not show, with their offsets; each is asked for once."""
        found = []
        while self.ahead and self.ahead[-1][0] < end:
            start, name = self.ahead.pop()
            if name not in self.named and not _shows(html, name):
                self.begun.add(f"id {name}")
                found.append((start, name))
        return found

    def heading(self, block: Block, clause: Clause) -> HeadingPart:
        own = self.anchors.get(block.clause, clause.id)
        anchor = next(each for each in _names(own, clause.id, self.document) if self.free(each))
        self.begun.add(f"id {anchor}")
        self.named.add(anchor)
        ident = self.page.ids.get(block.clause, "") if block.clause is not None else ""
        other = ""
        if may_be_placed(ident) and ident not in self.document.anchors and self.free(ident):
            other = _place(ident)
            self.begun.add(f"id {ident}")
        pieces = tuple(_unnamed(piece) for piece in clause.pieces)
        words = render_pieces(pieces, self.page.looks, marks_in(self.page.marks, clause), self.begun)
        return HeadingPart(block.level, anchor, curl(clause.text.strip()), clean(other + words))

    def inline(self, at: int, *, flow: bool = False, pieces: tuple[Piece, ...] = ()) -> str:
        """A clause, or `pieces` in the place of its own."""
        clause = self.document.clauses[at]
        marks = marks_in(self.page.marks, clause)
        text = render_pieces(pieces or clause.pieces, self.page.looks, marks, self.begun, self.page.links(at), flow)
        return text + self.page.beside(at)

    def block(self, block: Block) -> str:
        return _SHAPES.get(block.kind, Blocks.container)(self, block)

    def children(self, block: Block) -> str:
        return "".join(self.block(child) for child in block.children)

    def container(self, block: Block) -> str:
        """A block of HTML, or any block without a shape of its own."""
        if block.clause is not None:  # its own tags are pieces of the clause
            return self.raw(block, block.clause)
        return settle(clean(write_element(self, block)))

    def raw(self, block: Block, at: int) -> str:
        """A clause of raw HTML: what its tags make, in an element of its own; where they make nothing there is none."""
        pieces = _classed(self.document.clauses[at].pieces, block.attributes.classes)
        shown = settle(clean(self.inline(at, flow=True, pieces=pieces)))
        ident = self.page.ids.get(at)
        if not ident or not self.free(ident) or not shown.strip():
            return shown
        self.begun.add(f"id {ident}")
        return f"<div{attributes((('id', ident), ('class', 'clause')))}>{shown}</div>"

    def paragraph(self, block: Block) -> str:
        if block.clause is None:
            return self.container(block)
        clause = self.document.clauses[block.clause]
        kind = ("labelled", f"k-{kind_of(clause.label)}") if clause.label else ()
        attrs, place = self.attrs(block, "clause", *kind), self.place(block)
        text = self.inline(block.clause)
        return f"<p{attrs}>{self.pin(block.clause, text)}{place}{text}</p>"

    def listing(self, block: Block) -> str:
        tag = "ol" if block.ordered else "dl" if block.tag == "dl" else "ul"
        start = f' start="{block.start}"' if block.ordered and block.start != 1 else ""
        return f"<{tag}{start}{self.attrs(block)}>{self.children(block)}</{tag}>"

    def item(self, block: Block) -> str:
        tag = block.tag if block.tag in {"dt", "dd"} else "li"
        first = block.children[0] if block.children else None
        if first is None or first.kind is not BlockKind.PARAGRAPH or first.clause is None:
            return f"<{tag}{self.attrs(block)}>{self.children(block)}</{tag}>"
        item = Block(block.kind, block.span, clause=first.clause, attributes=block.attributes)
        attrs, place = self.attrs(item, "clause"), self.place(item) + self.place(first)
        text = self.inline(first.clause)
        rest = "".join(self.block(child) for child in block.children[1:])
        box = "" if block.ticked is None else f'<span class="tick">{"☑" if block.ticked else "☐"}</span> '
        lead = box + text if block.tight else f"<p>{box}{text}</p>"
        return f"<{tag}{attrs}>{self.pin(first.clause, text + rest)}{place}{lead}{rest}</{tag}>"

    def quote(self, block: Block) -> str:
        classes = block.attributes.classes
        if not classes and not any(self._label(child) for child in block.children):
            return f"<blockquote{self.attrs(block)}>{self.children(block)}</blockquote>"
        kinds = {kind_of(label) for child in block.children if (label := self._label(child))}
        kind = f"k-{kinds.pop()}" if len(kinds) == 1 else "k-mixed"
        return f'<div role="note"{self.attrs(block, "note", kind)}>{self.said(block)}</div>'

    def said(self, block: Block) -> str:
        """What a note says: each labelled paragraph with what it introduces, up to the next, in one element."""
        parts: list[str] = []
        opened = False
        for child in block.children:
            label = self._label(child)
            if label:
                pairs = (("class", f"said k-{kind_of(label)}"), ("data-label", label))
                parts.append(("</div>" if opened else "") + f"<div{attributes(pairs)}>")
                opened = True
            parts.append(self.block(child))
        return "".join(parts) + ("</div>" if opened else "")

    def _label(self, block: Block) -> str | None:
        return self.labels.get(block.clause) if block.clause is not None else None

    def table(self, block: Block) -> str:
        width = max((len(self.cells(row)) for row in block.children), default=0)
        rows = [(row.head, self.row(row, block.aligns, width)) for row in block.children]
        head, body = ("".join(html for head, html in rows if head is wanted) for wanted in (True, False))
        shown = (f"<thead>{head}</thead>" if head else "") + (f"<tbody>{body}</tbody>" if body else "")
        return f'<div class="table"><table{self.attrs(block)}>{shown}</table></div>'

    def cells(self, row: Block) -> tuple[tuple[Piece, ...], ...]:
        return cells_of(self.document.clauses[row.clause].pieces) if row.clause is not None else ()

    def row(self, block: Block, aligns: tuple[str, ...], width: int) -> str:
        """A row as wide as the widest of its table, as kramdown fills them up; an empty cell heads nothing."""
        if block.clause is None:
            return f"<tr>{self.children(block) or '<td></td>' * width}</tr>"
        clause = self.document.clauses[block.clause]
        marks, links = marks_in(self.page.marks, clause), () if block.head else self.page.links(block.clause)
        attrs, place = self.attrs(block, "clause"), self.place(block)
        cells = []
        for at, pieces in enumerate(self.cells(block)):
            align = aligns[at] if at < len(aligns) else ""
            kind = f' class="{align}"' if align in {"right", "center"} else ""
            inside = self.cell(pieces, marks, links)
            tag = "th" if block.head and heads(inside) else "td"
            cells.append(f"<{tag}{kind}>{'' if at else place}{inside}</{tag}>")
        return f"<tr{attrs}>{''.join(cells)}{'<td></td>' * (width - len(cells))}</tr>"

    def cell(self, pieces: tuple[Piece, ...], marks: tuple[Mark, ...], links: tuple[Link, ...]) -> str:
        """What a cell holds; there is room for blocks in it."""
        blocks = any(piece.kind is PieceKind.TAG for piece in pieces)
        shown = render_pieces(pieces, self.page.looks, marks, self.begun, links, blocks).strip(BLANKS)
        return settle(clean(shown)) if blocks else shown

    def code(self, block: Block) -> str:
        if block.clause is None:
            return ""
        clause = self.document.clauses[block.clause]
        attrs, place = self.attrs(block, "clause"), self.place(block)
        marks = marks_in(self.page.marks, clause)
        words = render_pieces(clause.pieces, self.page.looks, marks, self.begun, coded=True)
        return f"<pre{attrs}>{place}<code>{words}</code></pre>"

    def rule(self, block: Block) -> str:
        return f"<hr{self.attrs(block)}>"

    def footnote(self, _block: Block) -> str:
        return ""

    def inner_heading(self, block: Block) -> str:
        """A heading inside another block: the contents do not list it, links may lead to it."""
        if block.clause is None:
            return self.container(block)
        part = self.heading(block, self.document.clauses[block.clause])
        if not part.text:
            return f"{_place(part.id)}{part.html}"
        level = min(block.level + 1, 6)
        named = (("id", part.id), ("class", " ".join(safe_classes(block.attributes.classes))))
        return f"<h{level}{attributes(pair for pair in named if pair[1])}>{part.html}</h{level}>"

    def pin(self, clause: int, shown: str) -> str:
        """The permalink of a clause; where it shows nothing there is nothing to stand beside. What it is called is said
        once, a long book has thousands of them: `cite.js` shows it to who points at one."""
        ident = self.page.ids.get(clause)
        if self.page.pin is None or not ident or not (ANY_TAG.sub("", shown).strip() or "<img" in shown):
            return ""
        said = [("aria-label", self.page.pin(ident))]
        other = self.page.also.get(clause)
        if other is not None and self.free(other):
            self.begun.add(f"id {other}")
            said.append(("id", other))
        return f"<a{attributes((('class', 'pin'), ('href', '#' + fragment(ident)), *said))}></a>"

    def attrs(self, block: Block, *ours: str) -> str:
        """The id of a block (its clause's, else its own) and its classes: ours, then the source's plain ones."""
        ident = self.page.ids.get(block.clause) if block.clause is not None else None
        if ident is None or not self.free(ident):
            ident = self.own(block)
        self.begun.add(f"id {ident}")
        classes = (*ours, *(name for name in safe_classes(block.attributes.classes) if name not in ours))
        pairs = (("id", ident or ""), ("class", " ".join(classes)))
        return attributes(pair for pair in pairs if pair[1])

    def free(self, ident: str) -> bool:
        return f"id {ident}" not in self.begun

    def own(self, block: Block) -> str | None:
        """The id that the source gives a block, unless it stands already or belongs to the theme."""
        own = block.attributes.id
        return own if own and own in self.document.anchors and may_be_placed(own) and self.free(own) else None

    def place(self, block: Block) -> str:
        """A place for the id of the source where the block has that of its clause: links lead to both."""
        own = self.own(block)
        self.begun.add(f"id {own}")
        return _place(own) if own else ""


_SHAPES: Mapping[BlockKind, Callable[[Blocks, Block], str]] = {
    BlockKind.HEADING: Blocks.inner_heading,
    BlockKind.PARAGRAPH: Blocks.paragraph,
    BlockKind.LIST: Blocks.listing,
    BlockKind.ITEM: Blocks.item,
    BlockKind.QUOTE: Blocks.quote,
    BlockKind.TABLE: Blocks.table,
    BlockKind.ROW: Blocks.container,
    BlockKind.CODE: Blocks.code,
    BlockKind.RULE: Blocks.rule,
    BlockKind.HTML: Blocks.container,
    BlockKind.FOOTNOTE: Blocks.footnote,
}


def _names(anchor: str, clause: str, document: Document) -> Iterator[str]:
    """What a heading may be known by: its anchor; where that stands already or is none, its clause's id, counted up,
    unless it is the anchor of something else."""
    if may_be_placed(anchor):
        yield anchor
    if may_be_placed(clause) and clause not in document.anchors:
        yield clause
    yield from (each for number in count(2) if (each := f"{clause}~{number}") not in document.anchors)


def _shows(html: str, ident: str) -> bool:
    """Whether an element of clean HTML has an id."""
    if _PLAIN.fullmatch(ident):
        return f' id="{ident}"' in html
    return any(unescape(each) == ident for each in _ID.findall(html))


_PLAIN = re.compile(r"[\w.:~+@-]+")
_ID = re.compile(r' id="([^"]*)"')


def _place(ident: str) -> str:
    """An empty element that links lead to."""
    return f"<span{attributes((('id', ident),))}></span>"


def _unnamed(piece: Piece) -> Piece:
    """A piece of a heading: a picture that has no words of its own is none of the words of its section's title."""
    nameless = piece.kind is PieceKind.IMAGE and not piece.text
    return Piece(PieceKind.MARKUP, piece.span) if nameless else piece


def _classed(pieces: tuple[Piece, ...], classes: tuple[str, ...]) -> tuple[Piece, ...]:
    """The pieces of raw HTML, the classes of the whole on its first element: lines of attributes say more of it."""
    at = next((at for at, piece in enumerate(pieces) if piece.kind is not PieceKind.MARKUP), None)
    if at is None or pieces[at].kind is not PieceKind.TAG or not classes:
        return pieces
    attrs = (*(pair for pair in pieces[at].attrs if pair[0] != "class"), ("class", " ".join(classes)))
    return (*pieces[:at], replace(pieces[at], attrs=attrs), *pieces[at + 1 :])


def cells_of(pieces: tuple[Piece, ...]) -> tuple[tuple[Piece, ...], ...]:
    """The pieces of a table row cut at its bars; markup between a bar and the edge is no cell."""
    cells: list[list[Piece]] = [[]]
    for piece in pieces:
        if piece.kind is PieceKind.MARKUP and piece.tag in {"|", "cell"}:
            cells.append([])
        else:
            cells[-1].append(piece)
    return tuple(tuple(cell) for cell in cells if any(piece.kind is not PieceKind.MARKUP for piece in cell))


def kind_of(label: str | None) -> str:
    """A note's kind for its look: the first word of its label, folded (`Clarifications` is `clarification`)."""
    word = (label or "note").split()[0] if (label or "").split() else "note"
    folded = "".join(char for char in word.casefold() if char.isalpha() and char.isascii())
    return folded.removesuffix("s") or "note"
