"""Refusals: the closed list of reasons for which a record is not applied, each with a place and a hint."""

from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from kb.records import Record


class Reason(Enum):
    """Why a record is not applied."""

    TARGET_MISSING = "target-missing"
    """The text has no such section or clause."""
    TEXT_NOT_FOUND = "text-not-found"
    """The words that give way do not stand there."""
    TEXT_AMBIGUOUS = "text-ambiguous"
    """They stand there more often than the record says."""
    PRECONDITION_CHANGED = "precondition-changed"
    """They stand there, but the words around them have changed."""
    ALREADY_APPLIED = "already-applied"
    """The text reads so already."""
    CONFLICTS_WITH = "conflicts-with"
    """Another record changes the same words, or the records wait for each other."""
    NOT_YET_EFFECTIVE = "not-yet-effective"
    """Its authority was not in force on the day asked for."""
    NO_TEXT_AUTHORITY = "no-text-authority"
    """The ruling it names is not known, or ended."""
    OUTSIDE_SCOPE = "outside-scope"
    """It changes the layout of the text it was made for, which this text has not."""
    SOURCE_UNAVAILABLE = "source-unavailable"
    """The text it was made for is not at hand."""
    NEEDS_HUMAN = "needs-human"
    """It is a proposal, or cannot be said exactly."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A record that was not applied. `others` are the records it meets; `message` says what was found where."""

    record: Record
    reason: Reason
    message: str
    others: tuple[str, ...] = ()


_ADVICE = MappingProxyType(
    {
        Reason.TARGET_MISSING: "name a section of this text, or leave the record to the edition that has it",
        Reason.TEXT_NOT_FOUND: "copy the published words from the text, character by character",
        Reason.TEXT_AMBIGUOUS: "write `prefix` and `suffix`, or which one is meant: `occurrence: {number: 1, of: 2}`",
        Reason.PRECONDITION_CHANGED: "read the place again, then write its words under `prefix` and `suffix`",
        Reason.ALREADY_APPLIED: "nothing is to be done",
        Reason.CONFLICTS_WITH: "say which comes first with `after`, or make one record of them",
        Reason.NOT_YET_EFFECTIVE: "ask for a later day, or give the record its own `effective` date",
        Reason.NO_TEXT_AUTHORITY: "name a ruling of the corpus: `kb rulings` lists them",
        Reason.OUTSIDE_SCOPE: "nothing is lost: no words of the work are in it",
        Reason.SOURCE_UNAVAILABLE: "bring the text in with `kb fetch`",
        Reason.NEEDS_HUMAN: "read it, then write `status: accepted`, or `declined` with a reason",
    }
)


def advise(reason: Reason) -> str:
    """What to do about a refusal."""
    return _ADVICE[reason]
