"""What a plain text is made of: units, and on what ground each stands."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from kb.model import Document, SectionId
from kb.text import Span, word_forms

_LEADER = re.compile(r"(?:\s*\.){2,}\s*\d*\s*$|\s{2,}\d+\s*$")


class UnitKind(Enum):
    """What a stretch of a plain text is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    """The lead text of a list item, its bullet or number included."""
    NOTE = "note"
    """A labelled paragraph, or a paragraph inside a box of rules."""
    EDITORIAL = "editorial"
    """A bracketed note of an editor, brackets included; it belongs to the unit before it."""
    RULE = "rule"
    """A line of dashes or the like: no words."""
    FOREIGN = "foreign"
    """A part that is no text of the work: it becomes an exclusion."""


CLAUSAL = frozenset(UnitKind) - {UnitKind.RULE, UnitKind.FOREIGN}
"""The kinds that are clauses."""


class Ground(Enum):
    """What a unit's borders and kind are known by, the surest first."""

    OWN = "own"
    """The text's own marks: a bullet, a number, a label, a rule, a blank line, capitals."""
    CONTENTS = "contents"
    """The text's own contents names it."""
    FORM = "form"
    """Only the shape of its lines: a line end that left room for the next word, a short line in title case."""
    BASE = "base"
    """Borrowed from the edition it is aligned with."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch of source, trimmed of white space. `content` is the offset behind bullet or number.

    `depth` is that of the list it stands in, 0 outside. `box` numbers the box it stands in; units of one box follow
    each other. `contents` says that it is a line of a contents list. `section` is the section of the base, where that
    is borrowed; None leaves it to the text's own headings.
    """

    kind: UnitKind
    span: Span
    content: int
    ground: Ground = Ground.OWN
    label: str | None = None
    depth: int = 0
    ordered: bool = False
    number: int = 1
    level: int = 0
    box: int | None = None
    contents: bool = False
    section: SectionId | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """How sure a clause's structure is, and what it stands for in the base.

    `base` are indices of the base's clauses, empty where it has none like it or none was given. `confidence` is between
    0 and 1: with clauses of a base the likeness to them, without how sure the borders and the kind are.
    """

    ground: Ground
    confidence: float
    base: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlainText:
    """A plain text as a document: its units in order, and one standing for each clause.

    `similarity` is the share of words it has in common with the base it was aligned with, None without one; `refused`
    says that it is another text altogether, or in columns: it lent nothing from that base and is no witness of it.
    `pages` are the heads and feet of printed pages, in order: units may go on across them, and they are no words of
    theirs.
    """

    document: Document = field(repr=False)
    units: tuple[Unit, ...] = field(repr=False)
    standings: tuple[Standing, ...] = field(repr=False)
    similarity: float | None = None
    refused: bool = False
    pages: tuple[Span, ...] = field(default=(), repr=False)


def line_key(text: str) -> tuple[str, ...]:
    """The words of a heading or contents line as they are compared: folded, page number and leader dots left out."""
    return word_forms(_LEADER.sub("", text))


def parts_off_pages(pages: Sequence[Span], start: int, end: int) -> Iterator[Span]:
    """The stretches of a text from `start` to `end` that are no head or foot of a page; `pages` are in order."""
    for at in range(bisect_left(pages, Span(start, start)), len(pages)):
        page = pages[at]
        if page.start >= end:
            break
        yield Span(start, page.start)
        start = page.end
    yield Span(start, max(start, end))
