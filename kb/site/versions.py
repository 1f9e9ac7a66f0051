"""Versions on pages: the chronicle of a compendium comes in, its versions and what each changed go out."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup, escape

from kb.attested import Attestation, Change, VersionSlot
from kb.chronicle import Chronicle
from kb.interface import Words
from kb.queries.version_changes import SHOWN, RulingChange, find_changes, version_before
from kb.site.addresses import Place
from kb.site.base import Base
from kb.site.besides import Besides, tell_besides
from kb.site.lives import tell_change, tell_missing, version_page
from kb.site.wordings import mark_rewording


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version in the list of versions; no address where it is not at hand, or no ruling was read from it: `absent`
    says which."""

    name: str
    date: str
    address: str
    absent: str
    rulings: int
    counts: tuple[tuple[str, int], ...]
    first: bool


@dataclass(frozen=True, slots=True)
class Changed:
    """A ruling a version changed: its words with what changed in them, and its place where it has one."""

    term: str
    address: str
    words: Markup
    note: str


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """The rulings that fared alike in a version."""

    id: str
    title: str
    changed: tuple[Changed, ...]


@dataclass(frozen=True, slots=True)
class VersionView:
    """What a version changed. `before` is the version at hand before it, `missing` those that lie between."""

    line: VersionLine
    title: str
    before: str
    missing: str
    groups: tuple[ChangeGroup, ...]
    older: tuple[str, str]
    newer: tuple[str, str]
    besides: tuple[Besides, ...]
    """What it says that is no ruling."""


def list_versions(base: Base, here: str) -> tuple[VersionLine, ...]:
    """All versions of all compendia, the newest of each first."""
    return tuple(
        _line(base, chronicle, slot, here)
        for _, chronicle in sorted(base.kb.chronicles.items())
        for slot in reversed(chronicle.history.slots)
    )


def _line(base: Base, chronicle: Chronicle, slot: VersionSlot, here: str) -> VersionLine:
    words = base.words
    met = [
        (life, number)
        for life in chronicle.history.lives
        for number, each in enumerate(life.attestations)
        if each.version == slot.id
    ]
    became = Counter(life.became(number) for life, number in met)
    return VersionLine(
        name=chronicle.calendar.name(slot.id),
        date=words.time(slot.date),
        address=Place(version_page(slot.id)).seen_from(here) if slot.at_hand else "",
        absent="" if slot.at_hand else words("versions.unread" if slot.id in base.kb.versions else "versions.absent"),
        rulings=len(met) - became[Change.DROPPED.value],
        counts=tuple((words(f"became.{change}"), became[change]) for change in SHOWN if became[change]),
        first=version_before(chronicle.history.slots, slot.id) is None,
    )


def view_version(base: Base, chronicle: Chronicle, slot: VersionSlot, here: str) -> VersionView:
    """What a version changed, as its page shows it."""
    calendar, words = chronicle.calendar, base.words
    slots = chronicle.history.slots
    older = version_before(slots, slot.id)
    newer = next((each for each in slots[slots.index(slot) + 1 :] if each.at_hand), None)
    version = base.kb.versions[slot.id]

    def door(other: VersionSlot | None) -> tuple[str, str]:
        return (calendar.name(other.id), Place(version_page(other.id)).seen_from(here)) if other else ("", "")

    return VersionView(
        line=_line(base, chronicle, slot, here),
        title=base.version_name(version),
        before=calendar.name(older.id) if older else "",
        missing=tell_missing(
            "versions.between", calendar, tuple(each.number for each in calendar.before(slot.id)), words
        ),
        groups=tuple(_groups(base, chronicle, slot, here)) if older else (),
        older=door(older),
        newer=door(newer),
        besides=tell_besides(base, version.document, (each.span for each in version.asides), here),
    )


def _groups(base: Base, chronicle: Chronicle, slot: VersionSlot, here: str) -> Iterator[ChangeGroup]:
    titles = {topic.page: topic.title for topic in (base.rulings.topics if base.rulings is not None else ())}
    found = find_changes(chronicle.history.slots, chronicle.history.lives, slot.id)
    for became, group in groupby(found, key=lambda each: each.became):
        changed = tuple(_changed(base, titles, each, here) for each in group)
        yield ChangeGroup(became, base.words(f"became.{became}"), changed)


def _changed(base: Base, titles: Mapping[str, str], found: RulingChange, here: str) -> Changed:
    each, before = found.now, found.before
    place = base.lives.places.get(found.life.id) if base.lives else None
    note = tell_change(each.change.value, before, each, base.words) if each.change is Change.MOVED else ""
    address = place.seen_from(here) if place else ""
    return Changed(
        _called(each, titles.get(place.page, "") if place else ""), address, _words(before, each, base.words), note
    )


def _called(each: Attestation, title: str) -> str:
    """The term of a ruling; one that several headings share, as *General*, goes with the one above it."""
    return title if title.endswith(f": {each.term}") else each.term


def _words(before: Attestation | None, each: Attestation, words: Words) -> Markup:
    if before is not None and each.change is Change.DROPPED:
        return escape(before.text)
    if before is not None and each.change in {Change.REWORDED, Change.JOINED} and before.words != each.words:
        return mark_rewording(before.text, each.text, words)
    return escape(each.text)
