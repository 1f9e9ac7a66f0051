"""Clauses: what the characters of a text are to its reader, and the units it is cited by."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import PurePosixPath
from urllib.parse import unquote

from kb.model._ids import ClauseId, SectionId
from kb.text import Span, has_words
from kb.values import quick


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
    `tag` is the element of OPEN, CLOSE and TAG. `struck` says that the text itself strikes it: it is shown there, and
    holds no longer.
    """

    kind: PieceKind
    span: Span
    text: str = ""
    tag: str = ""
    attrs: tuple[tuple[str, str], ...] = ()
    struck: bool = False

    @property
    def current(self) -> str:
        """What is read there of what holds: nothing in words that the text itself strikes."""
        return "" if self.struck else self.text

    @property
    def parts_cells(self) -> bool:
        """Whether the blank it is read as stands between two cells: for a bar, or for the tag of a cell."""
        return self.tag in _CELLS and bool(self.text)

    def attr(self, name: str) -> str | None:
        """The value of an attribute, or None."""
        return next((value for key, value in self.attrs if key == name), None)

    @property
    def told(self) -> str:
        """What is read there where no pictures are: an image without words goes by the name of its file, as signs in a
        sentence have none."""
        if self.struck or self.kind is not PieceKind.IMAGE or self.text.strip():
            return self.current
        address = self.attr("src") or ""
        path = _HOST.sub("", address.partition("#")[0].partition("?")[0])
        name = PurePosixPath(unquote(path.rpartition("/")[2])).stem
        return name if has_words(name) and not address.startswith("data:") else ""


Pieces = tuple[Piece, ...]


def hull_of(pieces: Sequence[Piece]) -> Span:
    """From the first of some pieces to the last; there is at least one."""
    return Span(pieces[0].span.start, pieces[-1].span.end)


def text_of(pieces: Iterable[Piece]) -> str:
    """What is read in some pieces, words that the text itself strikes too."""
    return "".join(piece.text for piece in pieces)


def current_of(pieces: Iterable[Piece]) -> str:
    """What is read in some pieces of what holds."""
    return "".join(piece.current for piece in pieces)


_HOST = re.compile(r"^(?:\w+:)?//[^/]*")
_CELLS = frozenset({"|", "td", "th"})


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


AS_IT_STANDS = frozenset({ClauseKind.CODE, ClauseKind.HTML})
"""Clauses whose words are not marked up: they stand on the page as they stand in the source."""
APART = AS_IT_STANDS | {ClauseKind.HEADING}
"""Clauses that are no running text."""
WHOLE_LINES = AS_IT_STANDS | {ClauseKind.TABLE_ROW}
"""Clauses that have the lines they stand on for themselves, with all that is before and behind them there."""


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

    @property
    def current(self) -> str:
        """The reading text that holds: without the words that the text itself strikes."""
        return "".join(piece.current for piece in self.pieces)

    @property
    def told(self) -> str:
        """The same for lists and excerpts, which have neither pictures nor tables: the words of pictures, or the names
        of their files, in brackets; cells that say something with a bar between them."""
        cells = [""]
        for piece in self.pieces:
            if piece.parts_cells:
                cells.append("")
            elif piece.kind is PieceKind.IMAGE and (said := piece.told.strip()):
                cells[-1] += f"[{said}]"
            else:
                cells[-1] += piece.current
        return " | ".join(filter(str.strip, cells)) if len(cells) > 1 else cells[0]
