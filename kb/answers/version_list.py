"""The versions of compendia: shelves come in, which there are and what one changed go out, as data and as text."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from kb.answers.ruling_list import number
from kb.answers.ruling_text import name_became, show_wording
from kb.answers.telling import Line, counted, wrap
from kb.attested import Change, VersionSlot
from kb.queries.told_together import Cause, Relocated, Together, find_relocated, tell_together
from kb.queries.version_changes import AGAIN, SHOWN, UNSAID, RulingChange, find_changes, find_silences, version_before
from kb.shelves import Entry, Shelf

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Changed:
    """What a version changed since an older one, and what one of the two does not repeat; `since` is None for the first
    at hand."""

    shelf: Shelf
    version: VersionSlot
    since: VersionSlot | None
    changes: tuple[RulingChange, ...]
    silences: tuple[RulingChange, ...]

    @property
    def together(self) -> tuple[Together, ...]:
        """The changes, those of one cause together."""
        lives = [entry.life for entry in self.shelf.entries]
        if self.since is None:
            return tuple(Together((each,)) for each in self.changes)
        return tell_together(self.changes, lives, self.version.id, self.since.id)

    @property
    def relocated(self) -> tuple[Relocated, ...]:
        """The headings that stand in another part."""
        lives = [entry.life for entry in self.shelf.entries]
        return find_relocated(lives, self.version.id, self.since.id) if self.since else ()

    @property
    def missing(self) -> tuple[str, ...]:
        """The numbers of the versions between the two that are not at hand."""
        return self.shelf.calendar.missing(self.since, self.version)


def changed_in(shelf: Shelf, version: VersionSlot, since: VersionSlot | None = None) -> Changed:
    """What a version of a shelf changed, since another of it that is older, or since the one at hand before it."""
    slots = shelf.calendar.slots
    since = since or version_before(slots, version.id)
    lives = [entry.life for entry in shelf.entries]
    changes = find_changes(slots, lives, version.id, since.id if since else None)
    return Changed(shelf, version, since, changes, find_silences(slots, lives, version.id, since.id) if since else ())


def list_versions(shelves: Sequence[Shelf]) -> dict[str, object]:
    """All versions of all compendia, oldest first, with how many rulings each has and what it changed."""
    return {"schema": SCHEMA, "items": [_item(shelf, slot) for shelf in shelves for slot in shelf.calendar.slots]}


def _item(shelf: Shelf, slot: VersionSlot) -> dict[str, object]:
    became = _counts(shelf, slot)
    return {
        "id": slot.id,
        "compendium": shelf.compendium,
        "number": number(slot.number),
        "name": shelf.calendar.name(slot.id),
        "date": slot.date or None,
        "at_hand": slot.at_hand,
        "rulings": became.total() - became[Change.DROPPED.value] if slot.at_hand else None,
        "changed": {change: became[change] for change in SHOWN if became[change]},
        "silent": dict(_silent(shelf, slot)),
    }


def _silent(shelf: Shelf, slot: VersionSlot) -> Counter[str]:
    """How many rulings a version, or the one at hand before it, does not repeat."""
    slots, lives = shelf.calendar.slots, [entry.life for entry in shelf.entries]
    older = version_before(slots, slot.id)
    found = find_silences(slots, lives, slot.id, older.id) if older is not None and slot.at_hand else ()
    return Counter(each.became for each in found)


def _counts(shelf: Shelf, slot: VersionSlot) -> Counter[str]:
    """What became of how many rulings in a version."""
    lives = [entry.life for entry in shelf.entries]
    return Counter(
        life.became(at) for life in lives for at, each in enumerate(life.attestations) if each.version == slot.id
    )


def list_changes(changed: Changed) -> dict[str, object]:
    """What a version changed, in the shape of the JSON contract."""
    entries = {entry.life.id: entry for entry in changed.shelf.entries}
    return {
        "schema": SCHEMA,
        "version": changed.version.id,
        "since": changed.since.id if changed.since else None,
        "missing": [number(each) for each in changed.missing],
        "items": [_change(each, entries[each.life.id]) for each in changed.changes],
        "silent": [_change(each, entries[each.life.id]) for each in changed.silences],
        "relocated": [
            {"term": each.term, "before": each.before.value, "now": each.now.value, "ids": [of.id for of in each.lives]}
            for each in changed.relocated
        ],
        "together": [_shared(each) for each in changed.together if each.cause is not None],
    }


def _shared(each: Together) -> dict[str, object]:
    """Rulings that one cause changed; each of them is among the items as well."""
    return {
        "cause": each.cause.value if each.cause is not None else None,
        "became": each.became,
        "swaps": [{"before": swap.before, "now": swap.now} for swap in each.swaps],
        "ids": [change.life.id for change in each.changes],
    }


def _change(each: RulingChange, entry: Entry) -> dict[str, object]:
    now = each.now
    dropped = now.change is Change.DROPPED
    places = entry.places[entry.life.attestations.index(now)]
    return {
        "id": each.life.id,
        "became": each.became,
        "term": now.term,
        "kind": now.kind,
        "label": now.label,
        "text": None if dropped else now.text,
        "path": places[0].path if places else None,
        "lines": [place.line for place in places],
        "before": _before(each),
    }


def _before(each: RulingChange) -> dict[str, object] | None:
    old = each.before
    return {"version": old.version, "term": old.term, "label": old.label, "text": old.text} if old else None


def render_versions(shelves: Sequence[Shelf], width: int) -> Iterator[Line]:
    """The versions of all compendia, oldest first."""
    for place, shelf in enumerate(shelves):
        if place:
            yield ()
        yield (("bold", shelf.compendium),)
        names = {slot.id: shelf.calendar.name(slot.id) for slot in shelf.calendar.slots}
        column = max(map(len, names.values()), default=0)
        for slot in shelf.calendar.slots:
            head = f"  {names[slot.id]:<{column}}  {slot.date or 'undated':<10}  "
            if not slot.at_hand:
                absent = "no ruling was read from it: `kb check` tells why" if slot.unread else "not at hand"
                yield (("dim", f"{head}{absent}"),)
                continue
            became = _counts(shelf, slot)
            older = version_before(shelf.calendar.slots, slot.id)
            yield from _set_in(head, _counted(became, _silent(shelf, slot), older), width)


def _counted(became: Counter[str], silent: Counter[str], older: VersionSlot | None) -> str:
    """How many rulings a version has, and what it did with how many where one before it is at hand."""
    rulings = counted(became.total() - became[Change.DROPPED.value], "ruling")
    if older is None:
        return rulings
    every = became + silent
    told = ", ".join(f"{every[change]} {name_became(change)}" for change in (*SHOWN, UNSAID, AGAIN) if every[change])
    return f"{rulings}: {told or 'nothing changed'}"


def _set_in(head: str, text: str, width: int) -> Iterator[Line]:
    """A text in lines behind a head, those below the first set in as far."""
    (first,), *others = wrap(text, width, "", len(head))
    yield (("", head), ("", first[1].lstrip()))
    yield from others


def render_changes(changed: Changed, width: int) -> Iterator[Line]:
    """What a version changed, by what became of the rulings, each with its words and what was put in and taken out."""
    calendar = changed.shelf.calendar
    name, since = calendar.name(changed.version.id), changed.since
    told = counted(len(changed.changes), "change")
    yield (("bold", f"{name}, {told} since {calendar.name(since.id)}" if since else f"{name}, the first at hand"),)
    if changed.missing:
        yield (("dim", f"  not at hand between them: {calendar.names(changed.missing)}"),)
    for heading in changed.relocated:
        rulings = counted(len(heading.lives), "ruling")
        parts = f"in part `{heading.now.value}` now, before in `{heading.before.value}`"
        yield from wrap(f"`{heading.term}` stands {parts}: {rulings} went along", width, "", 2)
    every = (*changed.together, *(Together((each,)) for each in changed.silences))
    for became, group in groupby(every, key=lambda each: each.became):
        alike = list(group)
        yield ()
        yield (("bold", name_became(became)), ("dim", f"  {sum(len(each.changes) for each in alike)}"))
        for together in alike:
            if together.cause is not None:
                yield ()
                yield from wrap(_why(together), width, "good")
            for each in together.changes:
                yield from _told(each, width)


def _why(together: Together) -> str:
    """Which cause changed several rulings, in words."""
    said = [(swap.before, swap.now) for swap in together.swaps]
    rulings = counted(len(together.changes), "ruling")
    if together.cause is Cause.WORDED:
        return f"{', '.join(f'`{before}` became `{now}`' for before, now in said)} in {rulings}:"
    ((before, now),) = said
    if together.cause is Cause.RENAMED:
        return f"`{before}` is now `{now}`; {rulings} moved with the heading:"
    return f"{rulings} moved from `{before}` to `{now}`:"


def _told(each: RulingChange, width: int) -> Iterator[Line]:
    now, before = each.now, each.before
    yield ()
    yield (("bold", f"   {now.term}"), ("", f"  {now.label or now.kind}"), ("dim", f"  #{each.life.id}"))
    if before is not None and before.term != now.term:
        yield from wrap(f"stood under `{before.term}`", width, "dim")
    if before is not None and now.change is Change.DROPPED:
        yield from wrap(before.text, width)
    else:
        yield from show_wording(before, now, width)
