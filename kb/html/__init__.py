"""HTML of documents: a document's block tree and the marks on it come in, clean HTML in parts goes out.

Headings come out apart from the text between them, because the builder of the site makes its contents from
headings it sees. Every part went through `clean` last; every clause carries its id. Import order: after
`graph`, before `queries`.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape

from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.html.clean import ACTIVE, BLOCK, clean, safe_classes, unsafe_attribute
from kb.html.inline import Link, Looks, Mark, attributes, render_pieces
from kb.html.quotes import curl
from kb.model import Block, BlockKind, Clause, Document, Piece, PieceKind
from kb.text import Span

__all__ = [
    "CODES",
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


@dataclass(frozen=True, slots=True)
class HeadingPart:
    """A heading: level and anchor as in the source, its words, and its inline HTML."""

    level: int
    id: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class TextPart:
    """Blocks between two headings, on one line of HTML."""

    html: str


Part = HeadingPart | TextPart


@dataclass(frozen=True, slots=True)
class Page:
    """How a document is shown: inline looks, ids of clauses by index, marks in order and apart, a pin's words.

    `pin` gives the words read out for the permalink of a clause; without it clauses have no permalink. `links` gives
    the links that the page adds to a clause, `beside` the HTML that it sets behind one, by its index.
    """

    looks: Looks = field(default_factory=Looks)
    ids: Mapping[int, str] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()
    pin: Callable[[str], str] | None = None
    links: Callable[[int], tuple[Link, ...]] = lambda _: ()
    beside: Callable[[int], str] = lambda _: ""


def render_document(document: Document, page: Page) -> tuple[Part, ...]:
    """The whole text in order, without its footnotes; what `find_unsafe` names is left out."""
    writer = _Blocks(document, page)
    parts: list[Part] = []
    run: list[str] = []
    for block in document.blocks:
        if block.kind is BlockKind.HEADING and block.clause is not None:
            if run:
                parts.append(TextPart(clean("".join(run))))
                run = []
            parts.append(writer.heading(block, document.clauses[block.clause]))
        else:
            run.append(writer.block(block))
    if run:
        parts.append(TextPart(clean("".join(run))))
    return tuple(part for part in parts if isinstance(part, HeadingPart) or part.html.strip())


def render_clause(document: Document, clause: Clause, page: Page) -> str:
    """The inline HTML of one clause, clean."""
    return clean(render_pieces(clause.pieces, page.looks, marks_in(page.marks, clause)))


def render_cells(document: Document, clause: Clause, page: Page) -> tuple[str, ...]:
    """The inline HTML of the cells of a table row, clean; empty cells are left out."""
    marks, begun = marks_in(page.marks, clause), set[str]()
    cells = (clean(render_pieces(pieces, page.looks, marks, begun)).strip() for pieces in cells_of(clause.pieces))
    return tuple(cell for cell in cells if cell)


def marks_in(marks: tuple[Mark, ...], clause: Clause) -> tuple[Mark, ...]:
    """The marks that touch a clause; a place between words belongs to the clause that holds it.

    Marks are in order and apart, so that their starts and their ends both rise.
    """
    first = bisect_left(marks, clause.span.start, key=lambda mark: mark.span.end)
    last = bisect_right(marks, clause.span.end, lo=first, key=lambda mark: mark.span.start)
    return tuple(mark for mark in marks[first:last] if mark.span.overlaps(clause.span) or not len(mark.span))


def find_unsafe(document: Document) -> tuple[Diagnostic, ...]:
    """What a document holds that no page may hold: active elements, handlers, addresses that run something."""
    found = [_unsafe_piece(document, piece) for clause in document.clauses for piece in clause.pieces]
    found += [_unsafe_piece(document, piece) for note in document.definitions for piece in note.pieces]
    found += [_unsafe_block(document, block) for block in _all_blocks(document.blocks)]
    once = {(each.line, each.column, each.message): each for each in found if each is not None}
    return tuple(once.values())


def _unsafe_piece(document: Document, piece: Piece) -> Diagnostic | None:
    if piece.kind not in {PieceKind.OPEN, PieceKind.TAG, PieceKind.IMAGE}:
        return None
    if document.source.text.startswith("</", piece.span.start):
        return None
    return _unsafe(document, piece.tag, piece.attrs, piece)


def _unsafe_block(document: Document, block: Block) -> Diagnostic | None:
    return _unsafe(document, block.tag, block.attributes.pairs, block)


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


def _all_blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    stack = list(reversed(list(blocks)))
    while stack:
        block = stack.pop()
        yield block
        stack.extend(reversed(block.children))


class _Blocks:
    """Writes the block tree of one document; the ids already written belong to it."""

    def __init__(self, document: Document, page: Page) -> None:
        self.document = document
        self.page = page
        self.begun: set[str] = set()
        self.anchors: dict[int | None, str] = {heading.clause: heading.id for heading in document.headings}
        self.labels = {at: clause.label for at, clause in enumerate(document.clauses)}

    def heading(self, block: Block, clause: Clause) -> HeadingPart:
        anchor = self.anchors.get(block.clause, clause.id)
        words = render_pieces(clause.pieces, self.page.looks, marks_in(self.page.marks, clause), self.begun)
        return HeadingPart(block.level, anchor, curl(clause.text.strip()), clean(words))

    def inline(self, at: int) -> str:
        clause = self.document.clauses[at]
        marks = marks_in(self.page.marks, clause)
        text = render_pieces(clause.pieces, self.page.looks, marks, self.begun, self.page.links(at))
        return text + self.page.beside(at)

    def block(self, block: Block) -> str:
        return _BLOCKS.get(block.kind, _Blocks.container)(self, block)

    def children(self, block: Block) -> str:
        return "".join(self.block(child) for child in block.children)

    def container(self, block: Block) -> str:
        """A block of HTML, or any block without a shape of its own."""
        inside = self.children(block)
        if block.clause is not None:  # its own tags are pieces of the clause
            return clean(self.inline(block.clause) + inside)
        tag = block.tag.casefold()
        if tag not in BLOCK or tag in {"h1", "h2", "h3", "h4", "h5", "h6"}:
            tag = "div"
        return f"<{tag}{self.attrs(block)}>{inside}</{tag}>" if inside or block.attributes.id else ""

    def paragraph(self, block: Block) -> str:
        if block.clause is None:
            return self.container(block)
        clause = self.document.clauses[block.clause]
        kind = ("labelled", f"k-{kind_of(clause.label)}") if clause.label else ()
        return f"<p{self.attrs(block, 'clause', *kind)}>{self.pin(block.clause)}{self.inline(block.clause)}</p>"

    def listing(self, block: Block) -> str:
        tag = "ol" if block.ordered else "ul"
        start = f' start="{block.start}"' if block.ordered and block.start != 1 else ""
        return f"<{tag}{start}{self.attrs(block)}>{self.children(block)}</{tag}>"

    def item(self, block: Block) -> str:
        first = block.children[0] if block.children else None
        if first is None or first.kind is not BlockKind.PARAGRAPH or first.clause is None:
            return f"<li{self.attrs(block)}>{self.children(block)}</li>"
        text = self.inline(first.clause)
        rest = "".join(self.block(child) for child in block.children[1:])
        lead = text if block.tight else f"<p>{text}</p>"
        attrs = self.attrs(Block(block.kind, block.span, clause=first.clause, attributes=block.attributes), "clause")
        return f"<li{attrs}>{self.pin(first.clause)}{lead}{rest}</li>"

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
        heads = [row for row in block.children if row.head]
        rows = [row for row in block.children if not row.head]
        head = f"<thead>{''.join(self.row(row, block.aligns) for row in heads)}</thead>" if heads else ""
        body = f"<tbody>{''.join(self.row(row, block.aligns) for row in rows)}</tbody>" if rows else ""
        return f'<div class="table"><table{self.attrs(block)}>{head}{body}</table></div>'

    def row(self, block: Block, aligns: tuple[str, ...]) -> str:
        if block.clause is None:
            return f"<tr>{self.children(block)}</tr>"
        clause = self.document.clauses[block.clause]
        tag = "th" if block.head else "td"
        marks, links = marks_in(self.page.marks, clause), () if block.head else self.page.links(block.clause)
        cells = []
        for at, pieces in enumerate(cells_of(clause.pieces)):
            align = aligns[at] if at < len(aligns) else ""
            kind = f' class="{align}"' if align in {"right", "center"} else ""
            inside = render_pieces(pieces, self.page.looks, marks, self.begun, links)
            cells.append(f"<{tag}{kind}>{inside.strip()}</{tag}>")
        return f"<tr{self.attrs(block, 'clause')}>{''.join(cells)}</tr>"

    def code(self, block: Block) -> str:
        if block.clause is None:
            return ""
        text = "".join(piece.text for piece in self.document.clauses[block.clause].pieces)
        return f"<pre{self.attrs(block, 'clause')}><code>{escape(text, quote=False)}</code></pre>"

    def rule(self, block: Block) -> str:
        return f"<hr{self.attrs(block)}>"

    def footnote(self, _block: Block) -> str:
        return ""

    def inner_heading(self, block: Block) -> str:
        """A heading inside another block: the contents do not list it, links may lead to it."""
        if block.clause is None:
            return self.container(block)
        part = self.heading(block, self.document.clauses[block.clause])
        self.begun.add(f"id {part.id}")
        level = min(block.level + 1, 6)
        return f"<h{level}{attributes((('id', part.id),))}>{part.html}</h{level}>"

    def pin(self, clause: int) -> str:
        ident = self.page.ids.get(clause)
        if self.page.pin is None or not ident:
            return ""
        label = self.page.pin(ident)
        return (
            f"<a{attributes((('class', 'pin'), ('href', '#' + ident), ('title', label), ('aria-label', label)))}></a>"
        )

    def attrs(self, block: Block, *ours: str) -> str:
        """The id of a block (its own, else its clause's) and its classes: ours, then the source's plain ones."""
        own = block.attributes.id
        theirs = (own or "").startswith("__")  # ids of the theme
        ident = own if own in self.document.anchors and not theirs else None
        if block.clause is not None and ident is None:
            ident = self.page.ids.get(block.clause)
        if ident is not None and f"id {ident}" in self.begun:
            ident = None
        self.begun.add(f"id {ident}")
        classes = (*ours, *(name for name in safe_classes(block.attributes.classes) if name not in ours))
        pairs = (("id", ident or ""), ("class", " ".join(classes)))
        return attributes(pair for pair in pairs if pair[1])


_BLOCKS: Mapping[BlockKind, Callable[[_Blocks, Block], str]] = {
    BlockKind.HEADING: _Blocks.inner_heading,
    BlockKind.PARAGRAPH: _Blocks.paragraph,
    BlockKind.LIST: _Blocks.listing,
    BlockKind.ITEM: _Blocks.item,
    BlockKind.QUOTE: _Blocks.quote,
    BlockKind.TABLE: _Blocks.table,
    BlockKind.ROW: _Blocks.container,
    BlockKind.CODE: _Blocks.code,
    BlockKind.RULE: _Blocks.rule,
    BlockKind.HTML: _Blocks.container,
    BlockKind.FOOTNOTE: _Blocks.footnote,
}


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


def render_words(pieces: Iterable[Piece], looks: Looks, links: tuple[Link, ...] = ()) -> str:
    """The inline HTML of some pieces, clean; a gap or a mark between them, as of nested items, parts words."""
    joined: list[Piece] = []
    for piece in pieces:
        gap = bool(joined) and piece.span.start > joined[-1].span.end
        if gap or (piece.kind is PieceKind.MARKUP and joined and not piece.text):
            joined.append(Piece(PieceKind.SPACE, Span(piece.span.start, piece.span.start), " "))
        joined.append(piece)
    return clean(" ".join(render_pieces(joined, looks, links=links).split()))


def render_span(document: Document, span: Span, looks: Looks) -> str:
    """The inline HTML of the words in a span, clause after clause, clean; elements that are blocks are left out."""
    shown = []
    clauses = document.clauses  # apart and in order, so that their ends rise too
    first = bisect_right(clauses, span.start, key=lambda clause: clause.span.end)
    for clause in clauses[first : bisect_left(clauses, span.end, lo=first, key=lambda clause: clause.span.start)]:
        if clause.span.overlaps(span):
            inline = (piece for piece in clause.pieces if piece.kind not in _TAGS or piece.tag not in BLOCK)
            words = render_pieces(clip(inline, span), looks).strip()
            if words:
                shown.append(words)
    return clean(" ".join(shown))


_TAGS = frozenset({PieceKind.OPEN, PieceKind.CLOSE, PieceKind.TAG})


def clip(pieces: Iterable[Piece], span: Span) -> Iterator[Piece]:
    """The part of some pieces that lies in a span; elements open around it stay around it."""
    for piece in pieces:
        if piece.kind in {PieceKind.OPEN, PieceKind.CLOSE}:
            yield piece
        elif piece.kind is PieceKind.TEXT and len(piece.text) == len(piece.span):
            start, end = max(piece.span.start, span.start), min(piece.span.end, span.end)
            if start < end:
                text = piece.text[start - piece.span.start : end - piece.span.start]
                yield Piece(piece.kind, Span(start, end), text)
        elif span.holds(piece.span):
            yield piece
