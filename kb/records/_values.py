"""The values of a records file: a record for each change, the footnotes it may write, and the text it is made for.

A record names its place by words, never by offsets: the words that give way, the nearest words before and behind,
and how often these stand in the section. `None` everywhere means: not said, to be worked out when it is applied.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from kb.model import ClauseId, FootnoteId, RulingId, SectionId
from kb.provenance import EmendationKind, Unit
from kb.text import Source, Span

NOWHERE = Span(0, 0)
CONTENTS_PLACE = "{contents}"
"""What stands in a record where the contents table is written."""


class RecordStatus(Enum):
    """What an editor has decided about a record."""

    ACCEPTED = "accepted"
    """It is applied."""
    PROPOSED = "proposed"
    """It waits for somebody's yes: nothing is applied until then."""
    NEEDS_HUMAN = "needs-human"
    """A program could not say exactly what to do."""
    DECLINED = "declined"
    """It is not applied, and `reason` says why; a ruling it names is explained by that."""


class Side(Enum):
    """Which of the two neighbours an insertion goes with when there is more between them than it."""

    BEFORE = "before"
    """It stands right before the words of its suffix."""
    AFTER = "after"
    """It stands right after the words of its prefix."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Of `of` places of a section where the words and their context stand, the one meant, counted from 1."""

    number: int
    of: int


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What an editor had before them: the first 16 digits of the sha256 of the clause and of each ruling's words.

    The clause is the one the record changes; of words put in that are a clause of their own the neighbour they stand
    at. `span` is where the records file says it.
    """

    clause: str | None = None
    rulings: Mapping[RulingId, str] = field(default_factory=dict)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Record:
    """One change to make in a published text. `span` is its entry in the records file.

    `published` and `emended` are source text, exact to the character. A record of words takes the markers of its
    `footnotes` right behind its words, unless they stand in `emended` already or `marks` is False: then another
    record of the clause holds them. `supports` are the records whose footnotes a record of markup holds; `comes_with`
    those that put rules in or take some out, of a number that is another one because of them.
    `lead` and `tail` part the words from what stands before and behind; `effective` and `issued` are ISO dates.
    `after` names records that must come before this one.
    """

    id: str
    kind: EmendationKind
    unit: Unit
    section: SectionId | None
    published: str = field(repr=False)
    emended: str = field(repr=False)
    clause: ClauseId | None = None
    label: str | None = None
    prefix: str | None = field(default=None, repr=False)
    suffix: str | None = field(default=None, repr=False)
    occurrence: Occurrence | None = None
    side: Side | None = None
    lead: str | None = field(default=None, repr=False)
    tail: str | None = field(default=None, repr=False)
    footnotes: tuple[FootnoteId, ...] = ()
    rulings: tuple[RulingId, ...] = ()
    marks: bool = True
    supports: tuple[str, ...] = ()
    comes_with: tuple[str, ...] = ()
    effective: str | None = None
    issued: str | None = None
    rank: int | None = None
    after: tuple[str, ...] = ()
    substantive: bool = False
    status: RecordStatus = RecordStatus.ACCEPTED
    reason: str | None = None
    reviewed: Reviewed | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def is_structure(self) -> bool:
        """Whether it holds no words of the work: front matter, contents, markup, white space."""
        return self.kind is EmendationKind.STRUCTURE or self.unit in (Unit.MARKUP, Unit.WHITESPACE)

    @property
    def is_marker(self) -> bool:
        """Whether it is nothing but the marker of a footnote, at its place behind the changes it supports, and perhaps
        the emphasis that these opened (`*Deleted.*[^1]`)."""
        return self.unit in {Unit.FOOTNOTE, Unit.MARKUP} and bool(self.supports)

    @property
    def follows(self) -> tuple[str, ...]:
        """The records that one comes with which nobody gave a date of its own: a marker with the changes it supports, a
        number with those because of which it is another one."""
        if self.effective is not None:
            return ()
        return self.supports if self.is_marker else self.comes_with


@dataclass(frozen=True, slots=True)
class Citation:
    """A footnote definition: its id, its text as written, and what parts it from the next one.

    `always` says that it is written though nothing refers to it, or once more; `missing` that the hand-made text
    refers to it and has no such definition, so that none is written.
    """

    id: FootnoteId
    text: str = field(repr=False)
    gap: str = "\n"
    always: bool = False
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Apparatus:
    """What stands around the footnote definitions at the end of a text: a rule, a heading, the last line end."""

    opening: str = ""
    closing: str = "\n"


@dataclass(frozen=True, slots=True)
class Contents:
    """How a contents table is written; its entries are generated from the headings of the compiled text.

    `columns` are the anchors each column begins with; `indents` go before an entry, by the level of its heading;
    `labels` are the words of entries that are not simply those of their heading; `omitted` are anchors left out.
    """

    record: str
    columns: tuple[str, ...]
    indents: Mapping[int, str]
    labels: Mapping[str, str]
    omitted: tuple[str, ...]
    quotes: bool = False
    """Quotation marks and apostrophes of headings become typographic ones."""
    shortened: bool = False
    """A last word in brackets is dropped."""


@dataclass(frozen=True, slots=True)
class BaseText:
    """The text the records were made for: its edition (or path), and the sha256 of its bytes."""

    edition: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Records:
    """A records file. `emended_sha256` is that of the hand-made text it was extracted from, if it was.

    `absent` are rulings of its records whose ids are known, and whose texts are not at hand.
    """

    work: str
    base: BaseText
    records: tuple[Record, ...] = field(repr=False)
    citations: tuple[Citation, ...] = field(default=(), repr=False)
    apparatus: Apparatus | None = None
    contents: Contents | None = None
    emended_sha256: str | None = None
    source: Source | None = field(default=None, compare=False, repr=False)
    absent: frozenset[RulingId] = frozenset()


def all_waits(records: Sequence[Record]) -> dict[str, frozenset[str]]:
    """For each record all that must come before it, at any distance."""
    direct = {record.id: record.after for record in records}
    found: dict[str, frozenset[str]] = {}
    for record in records:
        reached: set[str] = set()
        waiting = list(record.after)
        while waiting:
            name = waiting.pop()
            if name not in reached:
                reached.add(name)
                waiting.extend(direct.get(name, ()))
        found[record.id] = frozenset(reached)
    return found
