"""Documents: what a reader saw in one source, as a tree of blocks and as lists of what stands in it."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from kb.model._clauses import Attributes, Clause, Piece
from kb.model._ids import EditionId, FootnoteId, SectionId, WorkId
from kb.text import Source, Span
from kb.values import quick

FRONT_MATTER = "front matter"
PAGE_LINE = "head or foot of a page"
"""Why a line of a printed page is excluded; inside a clause it is markup with this for a tag."""
"""The reason why the front matter of a text is in none of its clauses."""
_NO_ATTRIBUTES = Attributes()


class BlockKind(Enum):
    """The shapes of a document's block tree."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    ITEM = "item"
    QUOTE = "quote"
    TABLE = "table"
    ROW = "row"
    CODE = "code"
    RULE = "rule"
    HTML = "html"
    FOOTNOTE = "footnote"


@quick
@dataclass(frozen=True, slots=True)
class Block:
    """A node of the block tree, for rendering: its kind, span, attributes, children.

    `clause` is the index in `Document.clauses` of the text of a leaf (an item's lead text is its first
    child paragraph). `level` is a heading's level; `ordered` and `start` belong to lists; `tag` to HTML
    blocks, and to code that names its language; `aligns` to tables (one of left, right, center, empty per column);
    `head` to rows; `ticked` to items with a box (`[x]`, `[ ]`).
    """

    kind: BlockKind
    span: Span
    children: tuple["Block", ...] = ()
    clause: int | None = None
    attributes: Attributes = _NO_ATTRIBUTES
    level: int = 0
    ordered: bool = False
    start: int = 1
    tight: bool = True
    tag: str = ""
    aligns: tuple[str, ...] = ()
    head: bool = False
    ticked: bool | None = None


def walk_blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks, each with all that are below it behind it."""
    stack = list(blocks)[::-1]
    while stack:
        block = stack.pop()
        yield block
        stack.extend(reversed(block.children))


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its level, the anchor the upstream site gives it, its words, its clause's index."""

    level: int
    id: SectionId
    text: str
    span: Span
    clause: int


@dataclass(frozen=True, slots=True)
class Note:
    """A boxed block: top-level quote with its classes, and the clauses inside it (indices)."""

    span: Span
    classes: tuple[str, ...]
    labels: tuple[str, ...]
    clauses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FootnoteDefinition:
    """A definition `[^id]:` with its text; `pieces` tile `span`, the marker included as markup."""

    id: FootnoteId
    span: Span
    pieces: tuple[Piece, ...] = field(repr=False)

    @property
    def text(self) -> str:
        """The reading text of the definition."""
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class FootnoteReference:
    """A marker `[^id]` in a clause (index), or in a footnote when `clause` is None."""

    id: FootnoteId
    span: Span
    clause: int | None


class LinkKind(Enum):
    """Where a link leads, judged by its address alone."""

    IN_PAGE = "in_page"
    INTERNAL = "internal"
    EXTERNAL = "external"
    EXTERNAL_SELF = "external_self"
    RELATIVE = "relative"


@dataclass(frozen=True, slots=True)
class Link:
    """A link: address as written, its words, span of the whole link, the clause (index) or footnote it is in."""

    href: str
    text: str
    span: Span
    kind: LinkKind
    clause: int | None = None
    footnote: FootnoteId | None = None


@dataclass(frozen=True, slots=True)
class Image:
    """An image: address and alternative text."""

    src: str
    alt: str
    span: Span


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A part of a source that is in no clause, with the reason: front matter, comment, link definition."""

    span: Span
    reason: str


@dataclass(frozen=True, slots=True)
class Document:
    """What a reader saw in one source. Every word is in a clause, a footnote or an exclusion.

    `anchors` are all ids a link may lead to, headings' included, with their span. `orphans` are
    attribute lists that belong to no block or to an unintended one (with the block they landed on).
    """

    source: Source
    front_matter: Mapping[str, object]
    blocks: tuple[Block, ...] = field(repr=False)
    clauses: tuple[Clause, ...] = field(repr=False)
    headings: tuple[Heading, ...] = field(repr=False)
    notes: tuple[Note, ...] = field(repr=False)
    definitions: tuple[FootnoteDefinition, ...] = field(repr=False)
    references: tuple[FootnoteReference, ...] = field(repr=False)
    links: tuple[Link, ...] = field(repr=False)
    images: tuple[Image, ...] = field(repr=False)
    anchors: Mapping[str, Span] = field(repr=False)
    orphans: tuple[Attributes, ...] = field(repr=False)
    exclusions: tuple[Exclusion, ...] = field(repr=False)
    abbreviations: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What it says that its abbreviations mean."""

    @property
    def front(self) -> Span:
        """Where its front matter stands, rule lines included; nothing at its beginning where it has none."""
        return next((each.span for each in self.exclusions if each.reason == FRONT_MATTER), Span(0, 0))

    @property
    def permalink(self) -> str | None:
        """The address the page declares for itself in its front matter."""
        value = self.front_matter.get("permalink")
        return value if isinstance(value, str) else None

    def clause_at(self, offset: int) -> int:
        """The last clause (index) that begins at an offset or before it; -1 where none does."""
        return bisect_right(self.clauses, offset, key=lambda clause: clause.span.start) - 1

    def clauses_over(self, span: Span) -> range:
        """The clauses (indices) that share a character with a span; they are apart and in order, so their ends rise."""
        first = bisect_right(self.clauses, span.start, key=lambda clause: clause.span.end)
        return range(first, bisect_left(self.clauses, span.end, lo=first, key=lambda clause: clause.span.start))

    @property
    def title(self) -> str | None:
        """The title in the front matter; a list or mapping is none."""
        value = self.front_matter.get("title")
        return None if value is None or isinstance(value, list | Mapping) else str(value)


class Role(Enum):
    """What an edition is among the texts of its work."""

    PUBLISHED = "published"
    REPRINT = "reprint"
    TRANSCRIPTION = "transcription"
    EMENDED = "emended"


@dataclass(frozen=True, slots=True)
class Edition:
    """One text of a work, with its role and date (`YYYY[-MM[-DD]]`, or empty when unknown)."""

    id: EditionId
    work: WorkId
    role: Role
    date: str
    document: Document
