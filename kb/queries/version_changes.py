"""What a version of a compendium did with its rulings: their lives come in, which it changed and how goes out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.attested import CLARIFIED, PLACED, RESPELLED, RETURNED, Attestation, Change, Life, VersionSlot
from kb.model import VersionId

SHOWN = (
    Change.FIRST_SEEN.value,
    RETURNED,
    Change.RELABELLED.value,
    CLARIFIED,
    PLACED,
    Change.REWORDED.value,
    RESPELLED,
    Change.MOVED.value,
    Change.SPLIT.value,
    Change.JOINED.value,
    Change.DROPPED.value,
)
"""What may have become of a ruling, in the order in which it is told."""
ALIKE = frozenset({RESPELLED, Change.MOVED.value, PLACED, Change.RELABELLED.value, CLARIFIED})
"""What of these leaves the words of a ruling as they were."""
UNSAID, AGAIN = "unsaid", "again"
"""What is said of a ruling that a version does not repeat and nothing dropped, and of one that another did not."""
_OF_WORDS = frozenset({Change.REWORDED.value, RESPELLED, Change.SPLIT.value, Change.JOINED.value})
_BETWEEN = frozenset(SHOWN) - {Change.FIRST_SEEN.value, RETURNED, Change.DROPPED.value}


@dataclass(frozen=True, slots=True)
class RulingChange:
    """A ruling that a version changed, one of `SHOWN`: what it has of it (of one it dropped, that it does), and how the
    ruling stood before, if it did; or one that it or the version before does not repeat, with its words."""

    became: str
    life: Life
    now: Attestation
    before: Attestation | None


def version_before(slots: Sequence[VersionSlot], version: VersionId) -> VersionSlot | None:
    """The newest version at hand before one."""
    found = None
    for slot in slots:
        if slot.id == version:
            break
        found = slot if slot.at_hand else found
    return found


def find_changes(
    slots: Sequence[VersionSlot], lives: Iterable[Life], version: VersionId, since: VersionId | None = None
) -> tuple[RulingChange, ...]:
    """The rulings that a version changed since the one at hand before it, or since an older one, in the order of
    `SHOWN`; what came and went again between the two is no change."""
    order = {slot.id: at for at, slot in enumerate(slots)}
    first = since or getattr(version_before(slots, version), "id", None)
    low, high = order[first] if first else -1, order[version]
    found = (_between(life, [order[each.version] for each in life.attestations], low, high) for life in lives)
    return tuple(sorted((each for each in found if each), key=lambda each: SHOWN.index(each.became)))


def find_silences(
    slots: Sequence[VersionSlot], lives: Iterable[Life], version: VersionId, older: VersionId
) -> tuple[RulingChange, ...]:
    """The rulings of an older version that a version does not repeat, though nothing dropped them, and those it states
    that the older one did not repeat: no changes, and yet the two do not state equally many."""
    order = {slot.id: at for at, slot in enumerate(slots)}
    found = []
    for life in lives:
        last, before = (_last(life, order, order[each]) for each in (version, older))
        if last and before and Change.DROPPED not in (last.change, before.change):
            states, stated = last.version == version, before.version == older
            if states != stated:
                found.append(RulingChange(AGAIN if states else UNSAID, life, last, None))
    return tuple(sorted(found, key=lambda each: (UNSAID, AGAIN).index(each.became)))


def _last(life: Life, order: Mapping[VersionId, int], high: int) -> Attestation | None:
    return next((each for each in reversed(life.attestations) if order[each.version] <= high), None)


def _between(life: Life, order: Sequence[int], low: int, high: int) -> RulingChange | None:
    """What became of a ruling behind one version, up to another; None where nothing did."""
    seen = [at for at, place in enumerate(order) if place <= high]
    new = [at for at in seen if order[at] > low]
    if not new:
        return None
    now, last = life.attestations[seen[-1]], life.attestations[new[0] - 1] if new[0] else None
    before = next((each for each in reversed(life.attestations[: new[0]]) if each.change is not Change.DROPPED), None)
    had, has = last is not None and last.change is not Change.DROPPED, now.change is not Change.DROPPED
    if len(new) == 1:
        became = life.became(new[0])
        return RulingChange(became, life, now, before) if became in SHOWN else None
    if had != has:
        gained = RETURNED if before is not None else Change.FIRST_SEEN.value
        return RulingChange(gained if has else Change.DROPPED.value, life, now, before)
    if not had or before is None:
        return None
    became = next(_told(life, new, before.words == now.words), "")
    return RulingChange(became, life, now, before) if became else None


def _told(life: Life, new: Sequence[int], same: bool) -> Iterator[str]:
    """What became of a ruling in some versions, in the order of `SHOWN`; nothing of words that are the `same`."""
    became = {life.became(at) for at in new} & _BETWEEN
    yield from (each for each in SHOWN if each in became and not (same and each in _OF_WORDS))
