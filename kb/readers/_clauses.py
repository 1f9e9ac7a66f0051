"""Clauses: the tree of a document comes in; its clauses, headings, notes, links and block tree go out.

Clause ids are counted in this document, `<section>.<kind><n>`. Every clause's pieces tile its span, and no two
clauses overlap.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from kb.anchors import Anchors, ClauseIds
from kb.kramdown import patterns as p
from kb.kramdown.grammar import attributes_of, read_inline
from kb.kramdown.node import Node
from kb.kramdown.reading import Footnote, Reading
from kb.model import (
    TOP,
    Attributes,
    Block,
    BlockKind,
    Clause,
    ClauseId,
    ClauseKind,
    FootnoteDefinition,
    FootnoteId,
    Heading,
    Note,
    Piece,
    PieceKind,
    SectionId,
    text_of,
)
from kb.readers._anchors import heading_words
from kb.readers._harvest import Harvest, may_be_id
from kb.readers._pieces import code_pieces, html_pieces, leaf_pieces, text_pieces, tile
from kb.readers._places import Places
from kb.text import Span
from kb.values import quick


@quick
@dataclass(frozen=True, slots=True)
class Context:
    """Where a block stands: the id its own is built on, its note, its depth in lists, whether it opens an item."""

    prefix: str | None = None
    note: int | None = None
    in_item: bool = False
    opens: bool = False
    depth: int = 0
    quotes: int = 0
    in_html: bool = False


class Gathering:
    """Walks the tree once and gathers everything a document holds."""

    def __init__(self, reading: Reading, host: str | None) -> None:
        self.reading = reading
        self.source = reading.source
        self.places = Places(reading)
        self.harvest = Harvest(host)
        self.clauses: list[Clause] = []
        self.headings: list[Heading] = []
        self.notes: list[Note] = []
        self.definitions: list[FootnoteDefinition] = []
        self.section: str = TOP
        self._ids = ClauseIds(set())
        self._given = Anchors()
        self._has_contents = False

    def blocks(self, nodes: Iterable[Node], context: Context) -> tuple[Block, ...]:
        """The blocks of a container's nodes."""
        found: list[Block] = []
        for node in nodes:
            block = self._block(node, context)
            if block is not None:
                found.append(block)
                context = replace(context, opens=False) if context.opens else context
        return tuple(found)

    def _block(self, node: Node, context: Context) -> Block | None:
        make = _SHAPES.get(node.type)
        return make(self, node, context) if make else None

    def _rule(self, node: Node, _context: Context) -> Block:
        return Block(BlockKind.RULE, self._trimmed(node), attributes=self._attributes(node))

    def _definition(self, node: Node, _context: Context) -> Block | None:
        return Block(BlockKind.FOOTNOTE, self._trimmed(node)) if node.info == "footnote_def" else None

    def _attributes(self, node: Node) -> Attributes:
        found = attributes_of(node, self.reading)
        if found.id and may_be_id(found.id):
            self.harvest.anchors.setdefault(found.id, node.span)
        return found

    def _trimmed(self, node: Node) -> Span:
        text = node.buffer.text[node.lo : node.hi]
        hi = node.lo + len(text.rstrip(p.SPACE))
        return node.buffer.span(min(hi, node.lo + len(text) - len(text.lstrip(" \t"))), hi)

    def _number(self, context: Context, kind: str) -> str:
        return self._ids.count(context.prefix or self.section, kind)

    def add(self, ident: str, kind: ClauseKind, content: Span, pieces: list[Piece], context: Context) -> int:
        """Add a clause whose content stands at a span, the marks before it included; its index."""
        start = self.places.begin_clause(content.start)
        span = Span(start, max(content.end, pieces[-1].span.end if pieces else start))
        self.places.end_clause(span.end)
        unique = ClauseId(self._ids.take(ident))
        tiled = tile(span, pieces, self.source)
        index = len(self.clauses)
        label = leading_label(pieces) if kind is ClauseKind.NOTE_PARAGRAPH else None
        section = SectionId(self.section)
        self.clauses.append(Clause(unique, kind, section, span, tiled, label, context.note, context.depth))
        self.harvest.gather(tiled, index, None)
        return index

    def _leaf(self, node: Node) -> list[Piece]:
        if node.type in {"math", "raw"}:
            return list(text_pieces(node, node.body[0], node.body[1], self.source))
        return leaf_pieces(node, self.reading)

    def _paragraph(self, node: Node, context: Context) -> Block | None:
        attributes = self._attributes(node)
        pieces = self._leaf(node)
        if context.opens:
            ident, kind = str(context.prefix), ClauseKind.LIST_ITEM
        elif context.note is not None and not context.in_item:
            ident, kind = self._number(context, "p"), ClauseKind.NOTE_PARAGRAPH
        else:
            ident, kind = self._number(context, "p"), ClauseKind.PARAGRAPH
        index = self.add(ident, kind, node.span, pieces, context)
        return Block(BlockKind.PARAGRAPH, self._trimmed(node), clause=index, attributes=attributes)

    def _heading(self, node: Node, context: Context) -> Block:
        attributes = self._attributes(node)
        anchor = attributes.id
        if anchor is None:
            words = heading_words(node, read_inline(node, self.reading), self.reading.names)
            anchor = self._given.heading_in_html(words) if context.in_html else self._given.heading(words)
        span = self._trimmed(node)
        self.harvest.anchors.setdefault(anchor, span)
        pieces = self._leaf(node)
        ident = anchor or "section"
        while ident in self._ids.taken or ident == TOP:
            ident += "~"
        if not context.quotes:
            self.section = ident
        index = self.add(ident, ClauseKind.HEADING, span, pieces, context)
        text = " ".join(text_of(pieces).split())
        self.headings.append(Heading(node.level, SectionId(anchor), text, span, index))
        return Block(BlockKind.HEADING, span, clause=index, attributes=attributes, level=node.level)

    def _list(self, node: Node, context: Context) -> Block | None:
        if not self._has_contents and node.type != "dl" and node.ial is not None and "toc" in node.ial.refs:
            # In the place of the first such list kramdown puts contents of its own, whatever stands there.
            self._has_contents = True
            self.places.pass_by(node.span)
            for span in tuple(self._besides_definitions(node)):
                self.reading.exclude(span, "place of contents")
            return None
        attributes = self._attributes(node)
        items: list[Block] = []
        for item in node.nodes:
            ident = self._number(context, "" if context.in_item and context.prefix else "li")
            inner = replace(context, prefix=ident, in_item=True, opens=True, depth=context.depth + 1)
            items.append(self._item(item, inner))
        loose = any(item.nodes and item.nodes[0].type == "p" and not item.hidden for item in node.nodes)
        start = int(node.meta.get("start", 1))
        return Block(
            BlockKind.LIST, self._trimmed(node), tuple(items), attributes=attributes,
            ordered=node.type == "ol", start=start, tight=not loose, tag=node.type,
        )  # fmt: skip

    def _besides_definitions(self, node: Node) -> Iterator[Span]:
        """What stands in a block besides the definitions in it, which are told as such."""
        told = [each.span for each in self.reading.exclusions if node.span.holds(each.span)]
        told += map(self._trimmed, _find_notes(node))
        at = node.span.start
        for span in sorted(told, key=lambda span: span.start):
            if at < span.start:
                yield Span(at, span.start)
            at = max(at, span.end)
        if at < node.span.end:
            yield Span(at, node.span.end)

    def _item(self, item: Node, context: Context) -> Block:
        attributes = self._attributes(item)
        self.places.begin_item(self._trimmed(item).start)
        if item.type == "dt":
            pieces = leaf_pieces(item, self.reading)
            index = self.add(str(context.prefix), ClauseKind.LIST_ITEM, item.span, pieces, context)
            children: tuple[Block, ...] = (Block(BlockKind.PARAGRAPH, item.span, clause=index),)
        else:
            if item.nodes and item.nodes[0].type == "p":
                self._ids.lead(str(context.prefix))
            else:
                context = replace(context, opens=False)
            children = self.blocks(item.nodes, context)
        self.places.drop_marker()
        return Block(
            BlockKind.ITEM,
            self._trimmed(item),
            children,
            attributes=attributes,
            tag=item.type,
            ticked=item.meta.get("ticked"),
        )

    def _quote(self, node: Node, context: Context) -> Block:
        attributes = self._attributes(node)
        ident = self._number(context, "note")
        inner = replace(context, prefix=ident, in_item=False, opens=False, quotes=context.quotes + 1)
        top = context.quotes == 0
        if top:
            index = len(self.notes)
            inner = replace(inner, note=index)
            self.notes.append(Note(node.span, (), (), ()))
        first = len(self.clauses)
        children = self.blocks(node.nodes, inner)
        span = self._trimmed(node)
        if top:
            labels = tuple(
                label for child in children
                if child.kind is BlockKind.PARAGRAPH and child.clause is not None
                and (label := self.clauses[child.clause].label) is not None
            )  # fmt: skip
            clauses = tuple(range(first, len(self.clauses)))
            self.notes[index] = Note(span, attributes.classes, labels, clauses)
        return Block(BlockKind.QUOTE, span, children, attributes=attributes)

    def _table(self, node: Node, context: Context) -> Block:
        attributes = self._attributes(node)
        rows: list[Block] = []
        for row in node.nodes:
            pieces: list[Piece] = []
            for column, cell in enumerate(row.nodes):
                lo, hi = cell.span.start, cell.span.end
                if column:
                    end = pieces[-1].span.end
                    pieces.append(Piece(PieceKind.MARKUP, Span(end, max(end, lo)), " ", "|"))
                found = leaf_pieces(cell, self.reading)
                pieces.extend(found or [Piece(PieceKind.SPACE, Span(lo, max(lo, hi)))])
            span = self._trimmed(row)
            index = self.add(self._number(context, "tr"), ClauseKind.TABLE_ROW, span, pieces, context)
            rows.append(Block(BlockKind.ROW, span, clause=index, head=row.hidden))
        return Block(
            BlockKind.TABLE, self._trimmed(node), tuple(rows), attributes=attributes, aligns=node.meta["aligns"]
        )

    def _code(self, node: Node, context: Context) -> Block:
        span = self._trimmed(node)
        ident = self._number(context, "code")
        index = self.add(ident, ClauseKind.CODE, span, code_pieces(node, self.source), context)
        return Block(BlockKind.CODE, span, clause=index, attributes=self._attributes(node), tag=node.info)

    def _html(self, node: Node, context: Context) -> Block | None:
        if node.tag == "comment":
            self.places.pass_by(node.span)
            self.reading.exclude(node.span, "comment")
            return None
        attributes = self._attributes(node)
        children: list[Block] = []
        inner = replace(context, in_html=True, opens=False)
        for run, (lo, hi), child in _stretches(node):
            if lo < hi:
                children.append(self._html_run(run, node, (lo, hi), context))
            block = self._block(child, inner) if child is not None else None
            children.extend([block] if block is not None else [])
        if len(children) == 1 and children[0].kind is BlockKind.HTML and children[0].clause is not None:
            return replace(children[0], attributes=attributes, tag=node.tag)
        return Block(BlockKind.HTML, self._trimmed(node), tuple(children), attributes=attributes, tag=node.tag)

    def _html_run(self, run: list[Node], holder: Node, where: tuple[int, int], context: Context) -> Block:
        """A stretch of raw HTML between blocks as one clause."""
        pieces = html_pieces(run, holder, where, self.reading)
        span = holder.buffer.span(*where)
        index = self.add(self._number(context, "html"), ClauseKind.HTML, span, pieces, context)
        return Block(BlockKind.HTML, span, clause=index, tag=run[0].tag if run else "")

    def footnotes(self, footnotes: Iterable[Footnote]) -> None:
        """Add the footnote definitions."""
        for footnote in footnotes:
            name = FootnoteId(footnote.name)
            pieces = list(_running(self._text_of(footnote.node.nodes)))
            tiled = tile(self._trimmed(footnote.node), pieces, self.source)
            self.definitions.append(FootnoteDefinition(name, self._trimmed(footnote.node), tiled))
            self.harvest.anchors.setdefault(f"fn:{name}", footnote.node.span)
            self.harvest.gather(tiled, None, name)

    def _text_of(self, nodes: Iterable[Node]) -> Iterable[list[Piece]]:
        for node in nodes:
            if node.type in {"p", "header", "td", "dt", "math", "raw"}:
                yield self._leaf(node)
            elif node.type == "codeblock":
                yield code_pieces(node, self.source)
            elif node.type == "html" and all(child.type in {"tag", "span"} for child in node.nodes):
                yield html_pieces(node.nodes, node, (node.lo, node.hi), self.reading)
            elif node.type == "html":
                for run, (lo, hi), child in _stretches(node):
                    if lo < hi:
                        yield html_pieces(run, node, (lo, hi), self.reading)
                    yield from self._text_of([child] if child is not None else [])
            else:
                yield from self._text_of(node.nodes)


_SHAPES: Mapping[str, Callable[[Gathering, Node, Context], Block | None]] = {
    "p": Gathering._paragraph,
    "math": Gathering._paragraph,
    "raw": Gathering._paragraph,
    "header": Gathering._heading,
    "ul": Gathering._list,
    "ol": Gathering._list,
    "dl": Gathering._list,
    "blockquote": Gathering._quote,
    "table": Gathering._table,
    "codeblock": Gathering._code,
    "html": Gathering._html,
    "hr": Gathering._rule,
    "eob": Gathering._definition,
}


def _find_notes(node: Node) -> Iterator[Node]:
    """The footnote definitions in a block."""
    for each in node.nodes:
        if each.info == "footnote_def":
            yield each
        else:
            yield from _find_notes(each)


def _stretches(node: Node) -> Iterator[tuple[list[Node], tuple[int, int], Node | None]]:
    """What an element of HTML holds: stretches of raw HTML, each with its place (empty where nothing stands) and the
    block behind it."""
    run: list[Node] = []
    at = node.lo
    for child in [*node.nodes, None]:
        if child is not None and child.type in {"tag", "span"}:
            run.append(child)
            continue
        lo, hi = (run[0].lo, run[-1].hi) if run else (at, at)
        if node.info == "raw":
            lo, hi = at, child.lo if child is not None else node.hi
        text = node.buffer.text[lo:hi]
        lo += len(text) - len(text.lstrip(p.SPACE))
        yield run, (lo, max(lo, hi - len(text) + len(text.rstrip(p.SPACE)))), child
        if child is not None:
            run, at = [], child.hi


def _running(parts: Iterable[list[Piece]]) -> Iterable[Piece]:
    """The pieces of several leaves as one text: a blank between each two."""
    last: Piece | None = None
    for pieces in parts:
        for at, piece in enumerate(pieces):
            if at == 0 and last is not None:
                end = last.span.end
                yield Piece(PieceKind.SPACE, Span(end, min(end + 1, piece.span.start)), " ")
            yield piece
            last = piece


def leading_label(pieces: list[Piece]) -> str | None:
    """The strong text a paragraph begins with, without its colon; None when it begins otherwise."""
    inside = False
    words: list[str] = []
    for piece in pieces:
        if inside:
            if piece.kind is PieceKind.CLOSE and piece.tag == "strong":
                break
            words.append(piece.text)
        elif piece.kind is PieceKind.OPEN and piece.tag == "strong":
            inside = True
        elif piece.text.strip() or piece.kind not in {PieceKind.TEXT, PieceKind.SPACE, PieceKind.MARKUP}:
            return None
    label = " ".join("".join(words).split()).rstrip(":").strip()
    return label or None
