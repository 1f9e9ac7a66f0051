"""What a ruling is judged to be against a book: its wording, the verdict and what the book has of it."""

from dataclasses import dataclass, field
from enum import Enum

from kb.model import RulingId, Statement, VersionId
from kb.provenance import Emendation
from kb.sentences import find_sentences
from kb.unapplied._concern import Ground


class Verdict(Enum):
    """Whether a ruling stands in a book."""

    APPLIED = "applied"
    APPLIED_NEAR = "applied-near"
    EXPLAINED = "explained"
    NOT_APPLIED = "not-applied"
    REFERENCE = "reference"
    """It is no ruling: it only points elsewhere."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A ruling in the wording that holds: the file that states it, its statements with their lines, home first.

    `names` are its id and those it had before; a reference has none. `within` is the phase that a part of the turn
    stands below. `since` are the statements, each with its file, of the newest version that has the wording, where that
    is another: footnotes of today cite these. `otherwise` are its wordings that do not hold. `worded` is the version
    that first states it in these words; a reference has none, nor has a bare file.
    """

    path: str
    statements: tuple[Statement, ...] = field(repr=False)
    lines: tuple[int, ...]
    term: str
    kind: str
    text: str
    names: tuple[RulingId, ...] = ()
    within: str = ""
    since: tuple[tuple[str, Statement], ...] = field(default=(), repr=False)
    otherwise: tuple[str, ...] = field(default=(), repr=False)
    worded: VersionId | None = None

    @property
    def every(self) -> tuple[tuple[str, Statement], ...]:
        """Its statements, each with its file, and those of the newest version that has the wording."""
        return (*((self.path, each) for each in self.statements), *self.since)

    @property
    def heading(self) -> str:
        """Its term; a part of the turn, which may be as common as *General*, with the phase it stands below."""
        return f"{self.within}: {self.term}" if self.within else self.term

    @property
    def id(self) -> RulingId | None:
        """Its id, or None for a reference."""
        return self.names[0] if self.names else None


@dataclass(frozen=True, slots=True)
class Finding:
    """A ruling judged: the clauses (indices in the emended document) that say it, and the records that rest on it.

    `similarity` is that of the nearest words, 1.0 where they are contained; `nearest` their clause, or None.
    `missing` are the sentences of the ruling that stand nowhere; `turned` that the nearest words differ from it in one
    that turns what it says. `claims` are records that cite it and do not say what it says. `reason` is why it is not
    applied, where somebody has said so.
    """

    stated: Stated
    grounds: tuple[Ground, ...]
    verdict: Verdict
    similarity: float
    clauses: tuple[int, ...] = ()
    records: tuple[Emendation, ...] = ()
    nearest: int | None = None
    missing: tuple[str, ...] = ()
    turned: bool = False
    claims: tuple[Emendation, ...] = ()
    reason: str = ""
    held: tuple[tuple[str, int], ...] = ()
    """The sentences of it that stand in the book while others do not, each with its clause."""
    undone: str = ""
    """What tells that the book does not read as its instruction asks."""

    @property
    def lacking(self) -> tuple[str, ...]:
        """The sentences of the ruling that stand nowhere, while others of it do."""
        return self.missing if len(self.missing) < sum(1 for _ in find_sentences(self.stated.text)) else ()
