"""Changes: the attestations of a ruling come in, what became of it from each to the next is told.

Between two versions at hand there may be others that are not: they are named, for any of them may have made
the change.
"""

from collections.abc import Sequence
from dataclasses import replace

from kb.attested import Attestation, Change, VersionSlot
from kb.lives._headings import same_name
from kb.lives._units import LISTINGS
from kb.model import SectionKind
from kb.rulings import subject_of
from kb.similarity import word_similarity


def tell_changes(
    attestations: tuple[Attestation, ...], slots: Sequence[VersionSlot]
) -> tuple[tuple[Attestation, ...], tuple[str, ...]]:
    """Attestations with their changes, a `dropped` one where a version at hand is without it, and what is missing.

    `slots` are all versions of the compendium, oldest first.
    """
    place = {slot.id: number for number, slot in enumerate(slots)}
    told: list[Attestation] = []
    for attestation in attestations:
        at = place[attestation.version]
        if told:
            told += _dropped(told[-1], slots[place[told[-1].version] + 1 : at])
        missing = _missing_before(slots, at)
        before = next((each for each in reversed(told) if each.change is not Change.DROPPED), None)
        if before is None:
            told.append(replace(attestation, change=Change.FIRST_SEEN, missing=missing))
            continue
        similarity = word_similarity(before.words, attestation.words)
        change = change_between(before, attestation, similarity)
        told.append(replace(attestation, change=change, similarity=round(similarity, 3), missing=missing))
    told += _dropped(told[-1], slots[place[told[-1].version] + 1 :])
    missing_all = dict.fromkeys(number for each in told for number in each.missing)
    return tuple(told), tuple(number for slot in slots if (number := slot.number) in missing_all)


def change_between(before: Attestation, after: Attestation, similarity: float) -> Change:
    """What became of a ruling between two versions that state it; the change that tells most."""
    found = Change.SAME
    if before.parts > after.parts:
        found = Change.JOINED
    elif before.words != after.words and similarity < 1:
        found = Change.REWORDED
    elif before.kind != "erratum" and after.kind == "erratum":
        found = Change.RELABELLED
    elif (after.whole and not before.whole) or after.parts > before.parts:
        found = Change.SPLIT
    elif before.section not in LISTINGS and after.section not in LISTINGS and not _same_place(before, after):
        found = Change.MOVED
    return found


def _same_place(before: Attestation, after: Attestation) -> bool:
    cards = before.section is SectionKind.CARD, after.section is SectionKind.CARD
    return cards[0] == cards[1] and same_name(subject_of(before.term), subject_of(after.term))


def _dropped(last: Attestation, between: Sequence[VersionSlot]) -> list[Attestation]:
    """The first version at hand that does not have a ruling any more and would have it, as an attestation."""
    if last.change is Change.DROPPED:
        return []
    sections = {statement.section for statement in last.statements}
    if sections <= LISTINGS:
        return []
    missing: list[str] = []
    for slot in between:
        if not slot.at_hand:
            missing.append(slot.number)
        elif not sections <= slot.lacks:
            return [
                replace(
                    last,
                    version=slot.id,
                    date=slot.date,
                    statements=(),
                    text="",
                    words=(),
                    marks=(),
                    label=None,
                    effective=(),
                    change=Change.DROPPED,
                    similarity=0.0,
                    missing=tuple(missing),
                )
            ]
        else:
            missing.append(slot.number)
    return []


def _missing_before(slots: Sequence[VersionSlot], at: int) -> tuple[str, ...]:
    """The numbers of the versions not at hand directly before one."""
    found: list[str] = []
    for slot in reversed(slots[:at]):
        if slot.at_hand:
            break
        found.append(slot.number)
    return tuple(reversed(found))
