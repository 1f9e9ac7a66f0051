"""What a collation is: witnesses, the places where they differ, and what each of them has there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NewType

from kb.model import ClauseId, Document, Role, RulingId, SectionId
from kb.text import Span

WitnessId = NewType("WitnessId", str)


class Kind(Enum):
    """What a difference is. The first are of substance: a reader of one text would play by other words."""

    FIGURE = "figure"
    """Another number, or a number that cannot be read as one."""
    READING = "reading"
    """Other words."""
    ADDED = "added"
    """Words the base has not."""
    OMITTED = "omitted"
    """Words of the base that a witness leaves out, or has lost."""
    BOUNDARY = "clause-boundary"
    """A mark that parts two clauses, where the base runs them together."""
    LEVEL = "list-level"
    """An item of its own, or of another level, for what the base has inside an item: it applies to something else."""
    CONTENTS = "contents"
    """A table of contents."""
    LISTS_GONE = "lists-gone"
    """A witness that lost its lists: the rules in them are gone. Told once for all of them."""

    RENUMBERED = "renumbered"
    """Another number for the same rule: before it, or where words cite it."""
    DASH_LOST = "dash-lost"
    DASH_SHAPE = "dash-as-hyphen"
    MOJIBAKE = "mojibake"
    HYPHENATION = "hyphenation"
    SCANNING = "scanning-error"
    SPELLING = "spelling"
    GRAMMAR = "grammar"
    CAPITALS = "capitals"
    ACCENTS = "accents"
    STRAY_SPACE = "stray-space"
    MISSING_SPACE = "missing-space"
    QUOTES = "quotation-marks"
    ELLIPSIS = "ellipsis"
    PUNCTUATION = "punctuation"
    JUNK = "stray-characters"
    SYMBOL = "symbol-lost"
    EMPHASIS = "emphasis"
    LINE_BREAK = "line-break"
    PARAGRAPHS = "paragraphs"
    LIST_MARK = "list-mark"
    LIST_LOST = "list-lost"
    HEADING_LOST = "heading-lost"
    HEADING = "heading"
    BOX = "box"
    PAGE_NUMBER = "page-number"
    MOVED = "moved"
    FOREIGN = "foreign-matter"

    @property
    def substantive(self) -> bool:
        """Whether it is of substance."""
        return self in _SUBSTANTIVE


_SUBSTANTIVE = frozenset(
    {
        Kind.FIGURE,
        Kind.READING,
        Kind.BOUNDARY,
        Kind.LEVEL,
        Kind.ADDED,
        Kind.OMITTED,
        Kind.CONTENTS,
        Kind.LISTS_GONE,
    }
)


class Layer(Enum):
    """What a variant is about; those of one layer do not overlap."""

    WORDS = "words"
    """Words and marks inside sentences."""
    PASSAGE = "passage"
    """Whole passages left out or added."""
    FORM = "form"
    """How the same words stand: emphasis, lines, paragraphs, lists."""
    FILE = "file"
    """What stands around the text: a table of contents, foreign matter; and losses told once for all."""


class State(Enum):
    """What a witness says at a place."""

    SAME = "same"
    """What the base says."""
    DIFFERS = "differs"
    OMITTED = "omitted"
    """It has what stands around, but nothing here."""
    LOST = "lost"
    """The passage around is lost: its silence is no evidence."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A text of the work with its name in the apparatus and its role, as far as that is known.

    An emended edition is a witness of the published words only: what it changed is told as emendations.
    """

    id: WitnessId
    document: Document = field(repr=False)
    role: Role | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What one witness has at a place: its source's characters with white space folded, or None.

    `words` are the same as they are read, without markup, empty where nothing stands. `span` is in the witness's
    source, empty where nothing stands; `kind` how it differs from the base, or for the base how it differs from what
    others agree on; None where it does not.
    """

    witness: WitnessId
    text: str | None
    state: State
    span: Span
    kind: Kind | None = None
    words: str = ""
    counted: tuple[tuple[str, str], ...] = ()
    """Where it leads to another rule than the base: its numbers, each with that of the same rule in the base, or with
    nothing where the base has no such rule."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A place where witnesses differ: in a clause of the base, or right behind it (`after`).

    `span` are characters of the base, empty between words. `clauses` are all clauses concerned, `clause` the first.
    `layer` tells which variants it may cross. `prefix` and `suffix` are the nearest words of the base. `suggestion` is
    what the base probably should say, `emendations` the records of the emended edition, and `rulings` what stands
    behind them. `note` is an editor's own words about the place in a witness.
    """

    id: str
    kind: Kind
    substantive: bool
    section: SectionId
    title: str
    clause: ClauseId
    after: bool
    span: Span
    readings: tuple[Reading, ...]
    prefix: str
    suffix: str
    clauses: tuple[ClauseId, ...] = ()
    suggestion: str | None = None
    note: str | None = None
    emendations: tuple[str, ...] = ()
    rulings: tuple[RulingId, ...] = ()
    layer: Layer = Layer.WORDS
    order: tuple[int, int] = (0, 0)
    """Where it stands in the base: twice the number of words before it, one more inside a word; and where it ends."""

    def reading(self, witness: WitnessId) -> Reading:
        """What a witness has here; raises KeyError for one that is not in the collation."""
        for reading in self.readings:
            if reading.witness == witness:
                return reading
        raise KeyError(witness)


@dataclass(frozen=True, slots=True)
class Refused:
    """A text that is no witness, and the share of both texts' words that the other has too."""

    witness: WitnessId
    similarity: float


@dataclass(frozen=True, slots=True)
class Collation:
    """All differences between a base and its witnesses, in the base's order; the base is the first witness."""

    witnesses: tuple[Witness, ...]
    similarities: Mapping[WitnessId, float]
    variants: tuple[Variant, ...] = field(repr=False)
    refused: tuple[Refused, ...] = ()
    renumbered: Mapping[WitnessId, Mapping[str, str]] = field(default_factory=dict)
    """For each witness that counts its rules otherwise: the number of each rule in the base and in the witness."""

    @property
    def base(self) -> Witness:
        """The text that the others are compared with."""
        return self.witnesses[0]

    @property
    def substantive(self) -> Sequence[Variant]:
        """The variants of substance."""
        return [variant for variant in self.variants if variant.substantive]
