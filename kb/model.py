"""The things the program knows: documents and their clauses, editions, statements and rulings.

Values only: readers make them, passes relate them, nothing here computes more than a projection of
itself. Spans are character offsets in the source of the document (see `kb.text`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NewType

from kb.text import Source, Span
from kb.values import quick

WorkId = NewType("WorkId", str)
EditionId = NewType("EditionId", str)
VersionId = NewType("VersionId", str)
SectionId = NewType("SectionId", str)
ClauseId = NewType("ClauseId", str)
FootnoteId = NewType("FootnoteId", str)
RulingId = NewType("RulingId", str)

TOP = SectionId("top")
"""The section before the first heading."""


class PieceKind(Enum):
    """What a stretch of source characters is to the reader of a clause."""

    __hash__ = object.__hash__  # a member is equal to itself alone; `Enum` hashes its name, in Python

    TEXT = "text"
    """Words as they stand: `text` is the slice of the source."""
    CHARACTER = "character"
    """Source characters that stand for others: an entity, an escape, a kramdown dash (`---`)."""
    SPACE = "space"
    """White space between words that crosses a line: a newline with the container marks after it."""
    BREAK = "break"
    """A line break the reader sees (`<br>`, two blanks or a backslash at a line end)."""
    OPEN = "open"
    """The start of an inline element (`em`, `strong`, `a`, `code`, `del`, `span`)."""
    CLOSE = "close"
    """Its end."""
    FOOTNOTE = "footnote"
    """A reference to a footnote; `attrs` names it under `id`."""
    IMAGE = "image"
    """An image; `text` is its alternative text, `attrs` its `src`."""
    TAG = "tag"
    """An inline HTML tag or comment that is none of the above."""
    ATTRIBUTES = "attributes"
    """An attribute list (`{: .note }`)."""
    MARKUP = "markup"
    """Anything else without words: list markers, quote marks, heading signs, table bars."""


@quick
@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of source in a clause. The pieces of a clause tile its span without gap or overlap.

    `text` is what a reader reads there: nothing for markup, a blank for the tag of a block that parts words (`</li>`).
    `tag` is the element of OPEN, CLOSE and TAG.
    """

    kind: PieceKind
    span: Span
    text: str = ""
    tag: str = ""
    attrs: tuple[tuple[str, str], ...] = ()

    def attr(self, name: str) -> str | None:
        """The value of an attribute, or None."""
        return next((value for key, value in self.attrs if key == name), None)


@dataclass(frozen=True, slots=True)
class Attributes:
    """A kramdown attribute list: id, classes in source order, other pairs, and where each list stands."""

    id: str | None = None
    classes: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    spans: tuple[Span, ...] = ()


class ClauseKind(Enum):
    """The kinds of citable unit, and the kinds of text that are none but must not be lost."""

    PARAGRAPH = "p"
    LIST_ITEM = "li"
    TABLE_ROW = "tr"
    NOTE_PARAGRAPH = "note"
    HEADING = "heading"
    CODE = "code"
    HTML = "html"


@quick
@dataclass(frozen=True, slots=True)
class Clause:
    """A unit of text: a paragraph, the lead text of a list item, a table row, a paragraph of a note, a heading.

    `id` is counted in this document (`agents.li3`); another edition's clause gets the id of the base
    clause it is aligned with. `span` runs over its own lines, markers included, children excluded;
    `pieces` tile it. `label` is a note paragraph's leading strong text without its colon; `note` is the
    index of its box in `Document.notes`.
    """

    id: ClauseId
    kind: ClauseKind
    section: SectionId
    span: Span
    pieces: tuple[Piece, ...] = field(repr=False)
    label: str | None = None
    note: int | None = None
    depth: int = 0

    @property
    def text(self) -> str:
        """The reading text: words without markup, lines joined by one blank."""
        return "".join(piece.text for piece in self.pieces)


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
    blocks; `aligns` to tables (one of left, right, center, empty per column); `head` to rows.
    """

    kind: BlockKind
    span: Span
    children: tuple["Block", ...] = ()
    clause: int | None = None
    attributes: Attributes = Attributes()
    level: int = 0
    ordered: bool = False
    start: int = 1
    tight: bool = True
    tag: str = ""
    aligns: tuple[str, ...] = ()
    head: bool = False


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

    @property
    def permalink(self) -> str | None:
        """The address the page declares for itself in its front matter."""
        value = self.front_matter.get("permalink")
        return value if isinstance(value, str) else None

    @property
    def title(self) -> str | None:
        """The title in the front matter."""
        value = self.front_matter.get("title")
        return str(value) if value is not None else None


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


class SectionKind(Enum):
    """The parts of a compendium, recognised by their words."""

    INTRODUCTION = "introduction"
    TURN = "turn"
    TERM = "term"
    TOURNAMENT = "tournament"
    CARD = "card"
    ERRATA = "errata"
    DELAYED = "delayed"
    FAQ = "faq"
    """Answers to questions, in a sheet of its own or a section."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a compendium version: a top-level list item with the items nested in it.

    `pieces` tile `span` except that nested clauses follow each other with their own markers. `words`
    is the reading text without marks, label and date bracket; `marks` are `@`, `#` as printed; `label`
    is `Rules Erratum`, `Annotation 25a` or the like; `effective` an ISO date or None; `reference` says
    that the statement only points elsewhere (`See also ...`).
    """

    span: Span
    section: SectionKind
    path: tuple[str, ...]
    anchor: SectionId
    anchors: tuple[SectionId, ...]
    term: str
    text: str = field(repr=False)
    words: str = field(repr=False)
    pieces: tuple[Piece, ...] = field(repr=False)
    marks: tuple[str, ...] = ()
    label: str | None = None
    effective: str | None = None
    reference: bool = False
    sentences: tuple[Span, ...] = field(default=(), repr=False)
    """The sentences of `words`, in its characters: where a ruling fused with others may begin and end."""
    context: str = field(default="", repr=False)
    """What the words answer: the question of a FAQ, without its marks."""


@dataclass(frozen=True, slots=True)
class CompendiumSection:
    """Where a section of a compendium begins: its kind, its title as printed, and the heading's span."""

    kind: SectionKind
    title: str
    span: Span


@dataclass(frozen=True, slots=True)
class TermHeading:
    """Where a term or card has its entry: its name, the section, the span of the heading or bold line."""

    term: str
    section: SectionKind
    span: Span


@dataclass(frozen=True, slots=True)
class Aside:
    """Words of a compendium that are no ruling, with the reason: introduction, contents."""

    span: Span
    reason: str


@dataclass(frozen=True, slots=True)
class CompendiumVersion:
    """One numbered, dated issue of a compendium and its statements in document order.

    Every word of the document's clauses is in a statement, in a heading or term's own line, or in an aside.
    """

    id: VersionId
    compendium: str
    number: str
    date: str
    document: Document
    statements: tuple[Statement, ...] = field(repr=False)
    sections: tuple[CompendiumSection, ...] = field(default=(), repr=False)
    terms: tuple[TermHeading, ...] = field(default=(), repr=False)
    asides: tuple[Aside, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Ruling:
    """One statement as a thing: a stable id, and every statement of a version that says it."""

    id: RulingId
    version: VersionId
    term: str
    kind: str
    statements: tuple[Statement, ...] = field(repr=False)
