"""What is known of a ruling through time: values, made by `kb.lives`, and what one of them tells of itself."""

from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise

from kb.model import LISTINGS, RulingId, SectionKind, Statement, VersionId
from kb.values import quick

Words = tuple[str, ...]


class Change(Enum):
    """What became of a ruling from one version at hand to the next."""

    __hash__ = object.__hash__  # as `PieceKind`

    FIRST_SEEN = "first-seen"
    SAME = "same"
    """The same words, letter by letter: an accent, a hyphen or blank inside a word, or the second of two equal letters
    may have come or gone."""
    REWORDED = "reworded"
    MOVED = "moved"
    """The same words under another heading."""
    SPLIT = "split"
    """Other words, and in several statements what was one."""
    JOINED = "joined"
    """Other words, and in one statement what were several."""
    RELABELLED = "relabelled"
    """The same words, now called something else: a clarification has become an erratum, or an erratum none, or what was
    only listed has a place and label of its own."""
    DROPPED = "dropped"
    """The version does not have it any more."""


RETURNED = "returned"
RESPELLED = "respelled"
PLACED = "placed"
CLARIFIED = "clarified"
"""What `Life.became` says beside the values of a change."""
_REWORDING = frozenset({Change.REWORDED, Change.SPLIT, Change.JOINED})


class Layout(Enum):
    """How a ruling is laid out otherwise than in the version at hand before, whatever became of its words."""

    SPLIT = "split"
    """It was fused with others in one statement and stands alone, or stands in more statements than before."""
    JOINED = "joined"
    """It stood alone and is fused with others in one statement, or stands in fewer statements than before."""


@dataclass(frozen=True, slots=True)
class VersionSlot:
    """An issue of a compendium, whether its text is at hand or not; `date` is `YYYY[-MM[-DD]]` or empty.

    `lacks` are the sections it has not got as a whole: its silence about them means nothing.
    """

    id: VersionId
    number: str
    date: str
    at_hand: bool
    lacks: frozenset[SectionKind] = frozenset()
    unread: bool = False
    """Whether its text is there, and no ruling was read from it: to all else it is not at hand."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a second witness of a version states a ruling: where, in what words, and whether they are the same.

    `lines` are empty where the witness does not have it. `similarity` is that with the words of the version.
    """

    witness: VersionId
    path: str
    lines: tuple[int, ...]
    text: str = field(repr=False)
    similarity: float
    same: bool


@quick
@dataclass(frozen=True, slots=True)
class Attestation:
    """A version that carries a ruling, or (`change` is `dropped`) the first at hand that does not any more.

    `statements` are all places that say it, its home first; `text` is what the ruling says there and
    nothing of what is fused with it; `whole` is false where other rulings stand in the same statement.
    `parts` is in how many statements its words are spread. `similarity` is that of the words with those of
    the attestation before (1.0 for the first). `missing` are the numbers of the versions between this and
    the version at hand before it. `layout` is None while its place is laid out as before; `fused_with` are the
    rulings that stand in the same statements where it is not whole. `readings` are those of the second
    witnesses of the version, one each. `respelled` says of a reworded one that nothing but misspellings came or went.
    `notice` is what a version that dropped a ruling says of that (`The ruling that ... is withdrawn.`).
    """

    version: VersionId
    date: str
    statements: tuple[Statement, ...] = field(repr=False)
    text: str
    words: Words = field(repr=False)
    term: str
    section: SectionKind
    kind: str
    marks: tuple[str, ...] = ()
    label: str | None = None
    effective: tuple[str, ...] = ()
    change: Change = Change.SAME
    similarity: float = 1.0
    whole: bool = True
    parts: int = 1
    missing: tuple[str, ...] = ()
    layout: Layout | None = None
    fused_with: tuple[RulingId, ...] = ()
    readings: tuple[Reading, ...] = ()
    respelled: bool = False
    notice: str = ""

    @property
    def listed(self) -> bool:
        """Whether the version states it in lists of rulings only: they are no home where there is another place."""
        return self.section in LISTINGS

    def placed_after(self, before: "Attestation") -> bool:
        """Whether what was only listed, without a label, now stands under its own heading with one."""
        return before.label is None and self.label is not None and before.listed and not self.listed

    def clarifies(self, before: "Attestation") -> bool:
        """Whether what had the label of an erratum now stands there without, and is none; a list that is silent of it
        takes no label away."""
        labelled = before.kind == "erratum" and before.label is not None and self.label is None
        return labelled and self.kind != "erratum" and not before.listed and not self.listed

    @property
    def rewritten(self) -> bool:
        """Whether it states the ruling otherwise than the attestation before, in words or in spelling alone."""
        return self.change in _REWORDING

    @property
    def reworded(self) -> bool:
        """Whether these are other words and no mere spelling."""
        return self.rewritten and not self.respelled


@dataclass(frozen=True, slots=True)
class Life:
    """A ruling through the versions of its compendium: attestations oldest first, one a version at most.

    `aliases` are ids it was known by before. `missing` are the numbers of all versions not at hand that may
    have carried it.
    """

    id: RulingId
    compendium: str
    attestations: tuple[Attestation, ...]
    missing: tuple[str, ...] = ()
    aliases: tuple[RulingId, ...] = ()
    supersedes: tuple[RulingId, ...] = ()
    """Rulings it is declared to replace."""

    @property
    def stated(self) -> tuple[Attestation, ...]:
        """The attestations that state it; never empty."""
        return tuple([each for each in self.attestations if each.change is not Change.DROPPED])

    def became(self, number: int) -> str:
        """What a version did with the ruling, by the place of its attestation among all: the value of its change, or
        what that does not tell: `respelled` for misspellings that came or went, `returned` for the same words after a
        version without them, `placed` for what was only listed before and has its own heading and label now,
        `clarified` for what was an erratum."""
        each, before = self.attestations[number], self.attestations[number - 1] if number else None
        if each.respelled:
            return RESPELLED
        if before is not None and before.change is Change.DROPPED and each.change in {Change.SAME, Change.MOVED}:
            return RETURNED
        if before is not None and each.change is Change.RELABELLED and each.placed_after(before):
            return PLACED
        if before is not None and each.change is Change.RELABELLED and each.clarifies(before):
            return CLARIFIED
        return each.change.value

    def first_with(self, wording: Attestation) -> Attestation:
        """The first that states it in the words of one of its attestations, misspellings apart."""
        at = self.stated.index(wording)
        while at and not self.stated[at].reworded:
            at -= 1
        return self.stated[at]

    @property
    def newest(self) -> Attestation:
        """Its newest wording."""
        return self.stated[-1]

    @property
    def back(self) -> Attestation | None:
        """The last that states it after a version without it; None where none does."""
        pairs = pairwise(self.attestations)
        after = [
            each for before, each in pairs if before.change is Change.DROPPED and each.change is not Change.DROPPED
        ]
        return after[-1] if after else None


@dataclass(frozen=True, slots=True)
class History:
    """The rulings of a compendium through all its versions, in the order of the newest version that has them."""

    slots: tuple[VersionSlot, ...]
    lives: tuple[Life, ...] = field(repr=False)
