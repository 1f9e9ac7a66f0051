"""Parallels: a passage of one work and the same passage of another, as values."""

from dataclasses import dataclass, field
from enum import Enum

from kb.differences import Difference
from kb.model import ClauseId, SectionId, WorkId
from kb.text import Span
from kb.values import quick


class Likeness(Enum):
    """How two parallel passages compare."""

    IDENTICAL = "identical"
    """Same words and marks; white space and emphasis count for nothing."""
    TYPOGRAPHIC = "typographic"
    """They differ in spelling, scanning, hyphens, quotation marks, case, an article or a label only."""
    SUBSTANTIVE = "substantive"
    """Other words."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one side of a parallel stands: clause (id, index in the document) of a work's text, or a part of it.

    `section` is the anchor, `heading` its words. `span` runs from the first word to the last, `line` counts from 1;
    `whole` says that the passage is the whole clause.
    """

    work: WorkId
    clause: ClauseId
    index: int
    section: SectionId
    heading: str
    span: Span
    line: int
    whole: bool
    text: str = field(repr=False)


@quick
@dataclass(frozen=True, slots=True)
class Stretch:
    """Words of both passages as they are read, with the blank before them: the same ones, or those of a difference."""

    a: str
    b: str
    difference: Difference | None


@dataclass(frozen=True, slots=True)
class Parallel:
    """A passage that stands in two works. `similarity`, 0 to 1, compares words and marks as they are written.

    The stretches make up both passages.
    """

    a: Place
    b: Place
    likeness: Likeness
    similarity: float
    stretches: tuple[Stretch, ...] = field(repr=False)

    @property
    def differences(self) -> tuple[Difference, ...]:
        """What differs, in order."""
        return tuple(each.difference for each in self.stretches if each.difference is not None)

    @property
    def turned(self) -> "Parallel":
        """The same with the second passage first."""
        stretches = tuple(
            Stretch(each.b, each.a, each.difference.turned if each.difference else None) for each in self.stretches
        )
        return Parallel(self.b, self.a, self.likeness, self.similarity, stretches)
