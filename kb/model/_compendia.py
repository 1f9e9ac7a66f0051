"""Compendia: the versions of a rulings file, their statements, and a statement as a thing of its own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from kb.model._clauses import Piece
from kb.model._documents import Document
from kb.model._ids import RulingId, SectionId, VersionId
from kb.text import Span


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


LISTINGS = frozenset({SectionKind.ERRATA, SectionKind.DELAYED})
"""Sections that list rulings and repeal none: what is only listed there is not dropped when the list is shorter."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a compendium version: a top-level list item with the items nested in it.

    `pieces` tile `span` except that nested clauses follow each other with their own markers. `words`
    is the reading text that holds, without marks, label and date bracket; `marks` are `@`, `#` as printed, and behind
    them who ruled and when (`QMR 19980311`); `label` is `Rules Erratum`, `Annotation 25a` or the like; `effective`
    an ISO date or None; `reference` says that the statement only points elsewhere (`See also ...`), or that a ruling
    is withdrawn, as by striking it.
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
    context: str = field(default="", repr=False)
    """What the words answer: the question of a FAQ, without its marks."""
    answers_at: int | None = field(default=None, repr=False)
    """Where in the source the answer of a FAQ begins, None for other statements."""


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
    """Words of a compendium that are no ruling, with the reason: introduction, contents, closing."""

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
    marks: Mapping[str, str] = field(default_factory=dict, repr=False, hash=False)
    """What its marks mean, each `new` or `tournament`: by its profile, or its own words."""

    @property
    def name(self) -> str:
        """What it is called: `HL 2`."""
        return f"{self.compendium} {self.number}".strip()


def whole_number(number: str) -> str:
    """The number of a version without the letter of a part of it: `4` of `4a`."""
    return number[:-1] if number[:-1].isdecimal() and number[-1].isalpha() else number


@dataclass(frozen=True, slots=True)
class Ruling:
    """One statement as a thing: a stable id, and every statement of a version that says it.

    `own` are its words, folded, where others stand in the same statements; empty where it is all that they say.
    """

    id: RulingId
    version: VersionId
    term: str
    kind: str
    statements: tuple[Statement, ...] = field(repr=False)
    own: tuple[str, ...] = field(default=(), repr=False)
