"""Refusals: records not applied, each with its reason from the closed list, what was found where, and a hint."""

from dataclasses import dataclass
from types import MappingProxyType

from kb.provenance import Refusal
from kb.records import Record, RecordStatus


@dataclass(frozen=True, slots=True)
class Refused:
    """A record that was not applied. `message` says what was found where."""

    record: Record
    reason: Refusal
    message: str

    @property
    def leaves_out(self) -> bool:
        """Whether the text goes without what an editor has accepted: not what it has, waits for a yes, or is layout."""
        accepted = self.record.status is RecordStatus.ACCEPTED and not self.record.is_structure
        return accepted and self.reason not in (Refusal.ALREADY_APPLIED, Refusal.OUTSIDE_SCOPE)


_ADVICE = MappingProxyType(
    {
        Refusal.TARGET_MISSING: "name a section of this text, or leave the record to the edition that has it",
        Refusal.TEXT_NOT_FOUND: "copy the published words from the text, character by character",
        Refusal.TEXT_AMBIGUOUS: "write `prefix` and `suffix`, or which one is meant: `occurrence: {number: 1, of: 2}`",
        Refusal.PRECONDITION_CHANGED: "read the place again, then write its words under `prefix` and `suffix`",
        Refusal.ALREADY_APPLIED: "nothing is to be done",
        Refusal.CONFLICTS_WITH: "say which comes first with `after`, or make one record of them",
        Refusal.NOT_YET_EFFECTIVE: "ask for a later day, or give the record its own `effective` date",
        Refusal.NO_TEXT_AUTHORITY: "name a ruling of the corpus: `kb rulings` lists them",
        Refusal.OUTSIDE_SCOPE: "nothing is lost: no words of the work are in it",
        Refusal.SOURCE_UNAVAILABLE: "bring the text in with `kb fetch`",
        Refusal.NEEDS_HUMAN: "read it, then write `status: accepted`, or `declined` with a reason",
    }
)


_ALONE = "put its words where they can be read alone, or make one record of it and its neighbours"


def advise(reason: Refusal) -> str:
    """What to do about a reason."""
    return _ADVICE[reason]


def advise_on(refused: Refused) -> str:
    """What to do about a refusal; a record that is accepted and still needs somebody is not made by saying yes."""
    waits = refused.reason is Refusal.NEEDS_HUMAN and refused.record.status is RecordStatus.ACCEPTED
    return _ALONE if waits else advise(refused.reason)
