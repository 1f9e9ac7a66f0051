"""Calendars: the versions of a compendium with their dates, oldest first: what each is called, when it was issued, and
which are not at hand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from itertools import pairwise

from kb.attested import VersionSlot
from kb.dates import Days, days_of
from kb.model import VersionId


@dataclass(frozen=True, slots=True)
class Calendar:
    """The versions of a compendium, oldest first, and how they are called (`HL 4`)."""

    abbreviation: str
    slots: tuple[VersionSlot, ...]

    @property
    def at_hand(self) -> tuple[VersionSlot, ...]:
        """The versions at hand, oldest first."""
        return tuple(slot for slot in self.slots if slot.at_hand)

    @property
    def newest(self) -> VersionSlot | None:
        """The newest version at hand."""
        return self.at_hand[-1] if self.at_hand else None

    def name(self, version: VersionId) -> str:
        """What a version is called."""
        return f"{self.abbreviation} {self.slot(version).number}"

    def names(self, numbers: Sequence[str]) -> str:
        """What versions that follow each other are called: `HL 2`, `HL 2, HL 3`, `HL 2–5`."""
        if len(numbers) > 2:
            return f"{self.abbreviation} {numbers[0]}–{numbers[-1]}"
        return ", ".join(f"{self.abbreviation} {number}" for number in numbers)

    def slot(self, version: VersionId) -> VersionSlot:
        """The entry of a version; raises KeyError for one the compendium does not have."""
        for slot in self.slots:
            if slot.id == version:
                return slot
        raise KeyError(version)

    def find(self, wanted: str, compendium: str) -> VersionSlot | None:
        """A version at hand by its id, its number, or what it is called, by the abbreviation or the id of the
        compendium, with a blank in it or none; None when there is none."""
        folded = "".join(wanted.casefold().split())
        for slot in self.at_hand:
            names = (slot.id, slot.number, self.name(slot.id), f"{compendium} {slot.number}")
            if folded in {"".join(name.casefold().split()) for name in names}:
                return slot
        return None

    @property
    def ids(self) -> frozenset[VersionId]:
        """The ids of all versions, at hand or not."""
        return frozenset(slot.id for slot in self.slots)

    def older(self, version: VersionId) -> tuple[VersionId, ...]:
        """The versions at hand before one, oldest first; raises KeyError for one the compendium does not have."""
        before = self.slots[: self.slots.index(self.slot(version))]
        return tuple(slot.id for slot in before if slot.at_hand)

    def newer(self, version: VersionId) -> frozenset[VersionId]:
        """The versions after one; raises KeyError for one the compendium does not have."""
        return frozenset(slot.id for slot in self.slots[self.slots.index(self.slot(version)) + 1 :])

    def issued(self, version: VersionId) -> Days:
        """The days on which a version may have been issued: of a partial date those not before older versions nor after
        newer ones; without a date, any day there is."""
        return _issued(self.slots)[version]

    def before(self, version: VersionId) -> tuple[VersionSlot, ...]:
        """The versions not at hand directly before one, oldest first."""
        found: list[VersionSlot] = []
        for slot in self.slots:
            if slot.id == version:
                return tuple(found)
            found = [] if slot.at_hand else [*found, slot]
        raise KeyError(version)

    def missing(self, old: VersionSlot | None, new: VersionSlot | None) -> tuple[str, ...]:
        """The numbers of the versions not at hand between two; without the one from the first on, without the other to
        the last."""
        start = self.slots.index(old) + 1 if old is not None else 0
        end = self.slots.index(new) if new is not None else len(self.slots)
        return tuple(slot.number for slot in self.slots[start:end] if not slot.at_hand)

    def unheard(self) -> tuple[VersionSlot, ...]:
        """The versions not at hand after the last that is, oldest first."""
        return self.slots[self.slots.index(self.newest) + 1 :] if self.newest is not None else ()

    def heard(self) -> "Calendar":
        """The same up to the last version at hand."""
        return replace(self, slots=self.slots[: len(self.slots) - len(self.unheard())])

    def until(self, day: date) -> "Calendar":
        """The same up to the last version that was surely issued by a day."""
        issued = [place for place, slot in enumerate(self.slots) if self.issued(slot.id).last <= day]
        return replace(self, slots=self.slots[: issued[-1] + 1] if issued else ())

    def around(self, day: Days) -> tuple[VersionSlot | None, VersionSlot | None]:
        """The last version at hand issued by a day, and the first issued after it."""
        old = [slot for slot in self.at_hand if self.issued(slot.id).last <= day.first]
        new = [slot for slot in self.at_hand if self.issued(slot.id).last > day.first]
        return (old[-1] if old else None), (new[0] if new else None)


@lru_cache(maxsize=100)
def _issued(slots: tuple[VersionSlot, ...]) -> Mapping[VersionId, Days]:
    """The days on which versions, oldest first, may have been issued."""
    found = {slot.id: days_of(slot.date) for slot in slots}
    dated = [slot.id for slot in slots if slot.date and found[slot.id].last < date.max]
    for older, newer in pairwise(dated):
        found[newer] = replace(found[newer], first=max(found[older].first, found[newer].first))
    for older, newer in reversed(tuple(pairwise(dated))):
        found[older] = replace(found[older], last=min(found[older].last, found[newer].last))
    return found
