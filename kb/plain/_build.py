"""Building a document: the units of a plain text come in, its clauses, headings, notes and block tree go out.

Clause ids are counted as in every document: `<section>.<kind><n>`, nested items `li3.1`, the paragraphs of a box
`note1.p2`. A section that is borrowed has the base's anchor; the text's own headings get anchors of their own.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from kb.anchors import Anchors, ClauseIds
from kb.grouping import group_pairs
from kb.model import (
    PAGE_LINE,
    TOP,
    Block,
    BlockKind,
    Clause,
    ClauseId,
    ClauseKind,
    Document,
    Exclusion,
    Heading,
    Link,
    LinkKind,
    Note,
    Piece,
    SectionId,
)
from kb.plain._cutting import cut_unit, known_words
from kb.plain._values import CLAUSAL, Unit, UnitKind, line_key
from kb.text import Source, Span

_KINDS = {
    UnitKind.HEADING: ClauseKind.HEADING,
    UnitKind.PARAGRAPH: ClauseKind.PARAGRAPH,
    UnitKind.ITEM: ClauseKind.LIST_ITEM,
    UnitKind.NOTE: ClauseKind.NOTE_PARAGRAPH,
    UnitKind.EDITORIAL: ClauseKind.NOTE_PARAGRAPH,
}


@dataclass(slots=True)
class _Node:
    """A block in the making."""

    kind: BlockKind
    span: Span
    children: list["_Node"] = field(default_factory=list)
    clause: int | None = None
    level: int = 0
    ordered: bool = False
    start: int = 1
    prefix: str = ""

    def frozen(self) -> Block:
        """The block, its span widened to its children."""
        children = tuple(child.frozen() for child in self.children)
        span = Span(self.span.start, max(self.span.end, *(child.span.end for child in children), self.span.start))
        tag = {BlockKind.LIST: "ol" if self.ordered else "ul", BlockKind.ITEM: "li"}.get(self.kind, "")
        return Block(
            self.kind, span, children, self.clause, level=self.level, ordered=self.ordered, start=self.start, tag=tag
        )


@dataclass(frozen=True, slots=True)
class _Open:
    """A list that is open, with its last item."""

    depth: int
    list: _Node
    item: _Node


@dataclass(frozen=True, slots=True)
class Setting:
    """What a text that is part of a page is built with: the ids that the page has given, and how its units are cut in
    pieces."""

    anchors: Anchors
    ids: set[str]
    cut: Callable[[Unit], Iterable[Piece]]


def build_document(
    source: Source,
    units: Sequence[Unit],
    setting: Setting | None = None,
    pages: Sequence[Span] = (),
    base: Document | None = None,
) -> Document:
    """The document of a plain text; its units are in order and apart.

    `pages` are the heads and feet of its pages; `base` is another edition, whose words tell which hyphens are no part
    of a word.
    """
    building = _Building(setting or _setting(source, pages, base))
    for unit in units:
        building.add(unit)
    clausal = [unit for unit in units if unit.kind in CLAUSAL]
    headings = tuple(building.headings)
    return Document(
        source=source,
        front_matter={},
        blocks=tuple(node.frozen() for node in building.root.children),
        clauses=tuple(building.clauses),
        headings=headings,
        notes=tuple(building.notes),
        definitions=(),
        references=(),
        links=tuple(_contents_links(source, clausal, headings)),
        images=(),
        anchors={heading.id: heading.span for heading in headings},
        orphans=(),
        exclusions=tuple(_exclusions(units, pages)),
    )


def _setting(source: Source, pages: Sequence[Span], base: Document | None) -> Setting:
    words = known_words(source, (clause.text for clause in base.clauses) if base is not None else ())
    return Setting(Anchors(), set(), partial(cut_unit, source, pages, words))


def _exclusions(units: Sequence[Unit], pages: Sequence[Span]) -> Iterable[Exclusion]:
    """The foreign units, and the heads and feet of pages that stand in no unit."""
    taken = [unit.span for unit in units if unit.kind is not UnitKind.RULE]
    starts = [span.start for span in taken]
    found = [Exclusion(unit.span, unit.reason) for unit in units if unit.kind is UnitKind.FOREIGN]
    for page in pages:
        at = bisect_right(starts, page.start) - 1
        if at < 0 or not taken[at].holds(page):
            found.append(Exclusion(page, PAGE_LINE))
    return sorted(found, key=lambda each: each.span)


class _Building:
    """The document so far: the lists that are open, the box that is open, the section."""

    def __init__(self, setting: Setting) -> None:
        self._cut = setting.cut
        self.root = _Node(BlockKind.QUOTE, Span(0, 0))
        self.clauses: list[Clause] = []
        self.headings: list[Heading] = []
        self.notes: list[Note] = []
        self.section: SectionId = TOP
        self._own: SectionId = TOP
        self._lists: list[_Open] = []
        self._box: tuple[int | None, _Node] | None = None
        self._ids = ClauseIds(setting.ids)
        self._anchors = setting.anchors

    def add(self, unit: Unit) -> None:
        """Add a unit behind the others."""
        self.section = unit.section or self._own
        if unit.kind is UnitKind.RULE:
            self._close()
            if unit.box is None:
                self.root.children.append(_Node(BlockKind.RULE, unit.span))
        elif unit.kind is UnitKind.HEADING:
            self._close()
            self._heading(unit)
        elif unit.kind is UnitKind.ITEM:
            self._item(unit)
        elif unit.kind in {UnitKind.NOTE, UnitKind.EDITORIAL}:
            self._note(unit)
        elif unit.kind is UnitKind.PARAGRAPH:
            self._box = None
            holder = self._holder(unit.depth)
            ident = self._number(holder.prefix, "p")
            holder.children.append(_Node(BlockKind.PARAGRAPH, unit.span, clause=self._clause(unit, ident)))

    def _close(self, depth: int = 0) -> None:
        """Close the box, and lists deeper than `depth`."""
        self._box = None
        while self._lists and self._lists[-1].depth > depth:
            self._lists.pop()

    def _holder(self, depth: int) -> _Node:
        """Where a block of some depth goes: the item that is open there, or the document."""
        while self._lists and self._lists[-1].depth > depth:
            self._lists.pop()
        return self._lists[-1].item if self._lists and depth else self.root

    def _heading(self, unit: Unit) -> None:
        text = " ".join("".join(piece.text for piece in self._cut(unit)).split())
        anchor = SectionId(self._anchors.heading(text))
        self._own = SectionId(anchor or "section")
        self.section = unit.section or self._own
        index = self._clause(unit, anchor or "section")
        self.headings.append(Heading(unit.level, anchor, text, unit.span, index))
        self.root.children.append(_Node(BlockKind.HEADING, unit.span, clause=index, level=unit.level))

    def _item(self, unit: Unit) -> None:
        self._close(unit.depth)
        if not self._lists or self._lists[-1].depth < unit.depth or self._lists[-1].list.ordered != unit.ordered:
            if self._lists and self._lists[-1].depth == unit.depth:
                self._lists.pop()
            holder = self._lists[-1].item if self._lists else self.root
            opened = _Node(BlockKind.LIST, unit.span, ordered=unit.ordered, start=unit.number, prefix=holder.prefix)
            holder.children.append(opened)
        else:
            opened = self._lists.pop().list
        ident = self._number(opened.prefix, "" if opened.prefix else "li")
        item = _Node(BlockKind.ITEM, unit.span, prefix=ident)
        self._ids.lead(ident)
        item.children.append(_Node(BlockKind.PARAGRAPH, unit.span, clause=self._clause(unit, ident)))
        opened.children.append(item)
        self._lists.append(_Open(unit.depth, opened, item))

    def _note(self, unit: Unit) -> None:
        holder = self._holder(unit.depth)
        if self._box is None or unit.box is None or self._box[0] != unit.box:
            quote = _Node(BlockKind.QUOTE, unit.span, prefix=self._number(holder.prefix, "note"))
            holder.children.append(quote)
            self._box = (unit.box, quote)
            self.notes.append(Note(unit.span, (), (), ()))
        quote = self._box[1]
        index = self._clause(unit, self._number(quote.prefix, "p"))
        quote.children.append(_Node(BlockKind.PARAGRAPH, unit.span, clause=index))
        note = self.notes[-1]
        self.notes[-1] = replace(
            note,
            span=Span(note.span.start, unit.span.end),
            labels=note.labels + ((unit.label,) if unit.label else ()),
            clauses=(*note.clauses, index),
        )

    def _number(self, prefix: str, kind: str) -> str:
        return self._ids.count(prefix or self.section, kind)

    def _clause(self, unit: Unit, ident: str) -> int:
        noted = unit.kind in {UnitKind.NOTE, UnitKind.EDITORIAL}
        clause = Clause(
            ClauseId(self._ids.take(ident)),
            _KINDS[unit.kind],
            self.section,
            unit.span,
            tuple(self._cut(unit)),
            unit.label if noted else None,
            len(self.notes) - 1 if noted else None,
            unit.depth,
        )
        self.clauses.append(clause)
        return len(self.clauses) - 1


def _contents_links(source: Source, units: Sequence[Unit], headings: Sequence[Heading]) -> Iterable[Link]:
    """A line of the contents leads to the first heading behind it that has its words."""
    places = group_pairs((line_key(heading.text), heading) for heading in headings)
    for clause, unit in enumerate(units):
        if not unit.contents:
            continue
        text = source.text[unit.content : unit.span.end]
        found = next((each for each in places.get(line_key(text), ()) if each.span.start > unit.span.start), None)
        if found is not None:
            yield Link(f"#{found.id}", text, Span(unit.content, unit.span.end), LinkKind.IN_PAGE, clause)
