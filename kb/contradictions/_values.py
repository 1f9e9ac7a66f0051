"""What contradicts what, as values: claims of rulings and of answers, and pairs of them that cannot both be right."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from kb.attested import Attestation, Life
from kb.claims import Said
from kb.dates import first_day
from kb.model import Statement, VersionId
from kb.sheets import Sheet


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of an unversioned source to a question."""

    sheet: Sheet = field(repr=False)
    statement: Statement


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of a ruling or an answer, with what it says.

    `attestation` is the first that has these words, `versions` are all that do; an answer has neither life
    nor versions.
    """

    said: Said
    life: Life | None = None
    attestation: Attestation | None = None
    versions: frozenset[VersionId] = frozenset()
    answer: Answer | None = None

    @property
    def text(self) -> str:
        """Its words; of an answer those of the question."""
        return self.said.text

    @property
    def day(self) -> str:
        """The first day on which a version may have had these words first; nothing where nobody knows."""
        return first_day(self.attestation.date) if self.attestation is not None else ""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two claims that cannot both be right. `version` is the newest that has both; None when none has.

    `decided` says that the first is an answer older than the ruling, which says otherwise ever since.
    """

    first: Claim
    second: Claim
    version: VersionId | None
    decided: bool = False

    @property
    def sides(self) -> Iterator[tuple[Claim, Claim]]:
        """Each claim with the one against it; a ruling speaks against its own past alone."""
        if self.first.life is None or self.first.life is not self.second.life:
            yield self.first, self.second
        yield self.second, self.first
