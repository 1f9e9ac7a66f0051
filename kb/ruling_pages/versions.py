"""Versions on pages: the chronicle of a compendium comes in, its versions and what each changed go out."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from markupsafe import Markup, escape

from kb.attested import RETURNED, Attestation, Change, VersionSlot
from kb.chronicle import Chronicle
from kb.interface import Words
from kb.lives import is_elsewhere
from kb.model import SectionKind, VersionId
from kb.places.addresses import Place
from kb.places.base import Base
from kb.places.earlier import version_page
from kb.places.topics import SHOWN as PARTS
from kb.queries.told_together import Cause, Swap, Together, find_relocated, tell_together
from kb.queries.version_changes import SHOWN, RulingChange, find_changes, find_silences, version_before
from kb.ruling_pages.besides import Besides, tell_besides
from kb.ruling_pages.lives import since_page, tell_missing
from kb.ruling_pages.wordings import mark_rewording

_MANY = 40
"""From so many rulings on, those that fared alike are told part by part."""


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version in the list of versions; no address where it is not at hand, or no ruling was read from it: `absent`
    says which."""

    id: VersionId
    name: str
    date: str
    address: str
    absent: str
    rulings: int
    counts: tuple[tuple[str, int], ...]
    first: bool
    since: str
    """The address of all that changed since; nothing for the newest at hand."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A ruling a version changed: its words with what changed in them, and its place where it has one."""

    term: str
    address: str
    words: Markup
    note: str


@dataclass(frozen=True, slots=True)
class ChangeBundle:
    """Rulings that one thing changed, said in words; one alone, without."""

    changed: tuple[Changed, ...]
    said: Markup | None = None


@dataclass(frozen=True, slots=True)
class ChangePart:
    """Some of the rulings that fared alike in a version: those of one part of it, by name; or all, without a name."""

    id: str
    title: str
    bundles: tuple[ChangeBundle, ...]

    @property
    def changed(self) -> tuple[Changed, ...]:
        """All of them, bundle by bundle."""
        return tuple(each for bundle in self.bundles for each in bundle.changed)


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """The rulings that fared alike in a version."""

    id: str
    title: str
    parts: tuple[ChangePart, ...]
    lead: str = ""
    """What is to be known of them, where they are no changes."""

    @property
    def changed(self) -> tuple[Changed, ...]:
        """All of them, part by part."""
        return tuple(each for part in self.parts for each in part.changed)


@dataclass(frozen=True, slots=True)
class VersionView:
    """What a version changed since an older one. `before` is that older one, `missing` tells those between that are not
    at hand; `older` and `newer` are doors: name and address."""

    line: VersionLine
    title: str
    before: str
    missing: str
    relocated: tuple[Markup, ...]
    """The headings that stand in another part of it, each with how many rulings, in words."""
    groups: tuple[ChangeGroup, ...]
    older: tuple[str, str]
    newer: tuple[str, str]
    besides: tuple[Besides, ...]
    """What it says that is no ruling."""


def view_all_versions(base: Base, here: str) -> tuple[VersionLine, ...]:
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
    older = version_before(chronicle.history.slots, slot.id)
    silent = Counter(each.became for each in _silences(chronicle, slot, older))
    return VersionLine(
        id=slot.id,
        name=chronicle.calendar.name(slot.id),
        date=words.time(slot.date),
        address=Place(version_page(slot.id)).seen_from(here) if slot.at_hand else "",
        absent="" if slot.at_hand else words("versions.unread" if slot.id in base.kb.versions else "versions.absent"),
        rulings=len(met) - became[Change.DROPPED.value],
        counts=(
            *((words(f"became.{change}"), became[change]) for change in SHOWN if became[change]),
            *((words(f"became.{became}"), n) for became, n in silent.items()),
        ),
        first=older is None,
        since=_since(chronicle, slot, here),
    )


def outdated(chronicle: Chronicle) -> tuple[VersionSlot, ...]:
    """The versions at hand that more than one at hand has followed: what changed since has a page of its own."""
    return chronicle.calendar.at_hand[:-2]


def _since(chronicle: Chronicle, slot: VersionSlot, here: str) -> str:
    """Where all stands that changed since a version: the newest tells what it changed since the one before."""
    if slot in outdated(chronicle):
        return Place(since_page(slot.id)).seen_from(here)
    newest = chronicle.calendar.newest
    followed = slot.at_hand and newest is not None and slot is not newest
    return Place(version_page(newest.id)).seen_from(here) if followed and newest is not None else ""


def tell_newer(base: Base, version: VersionId, here: str) -> Markup:
    """The newest version at hand of a version's compendium, with all that changed since; nothing where it is that."""
    for chronicle in base.kb.chronicles.values():
        slots = chronicle.calendar.at_hand
        slot = next((each for each in slots if each.id == version), None)
        if slot is not None and slot is not slots[-1]:
            newest = base.kb.versions[slots[-1].id]
            name, date = base.version_name(newest), base.words.time(newest.date)
            key = "status.newer" if newest.date else "status.newer.undated"
            told = base.words(key, version=name, date=date)
            return Markup('<a href="{}">{}</a>').format(_since(chronicle, slot, here), told)
    return Markup("")


def view_version(base: Base, chronicle: Chronicle, slot: VersionSlot, here: str) -> VersionView:
    """What a version changed, as its page shows it."""
    slots = chronicle.history.slots
    newer = next((each for each in slots[slots.index(slot) + 1 :] if each.at_hand), None)
    version = base.kb.versions[slot.id]
    besides = tell_besides(base, version.document, (each.span for each in version.asides), here)
    return _view(base, _Period(chronicle, version_before(slots, slot.id), slot, newer), besides, here)


def view_since(base: Base, chronicle: Chronicle, slot: VersionSlot, here: str) -> VersionView:
    """What changed from a version to the newest at hand."""
    newest = chronicle.calendar.at_hand[-1]
    return _view(base, _Period(chronicle, slot, newest, newest), (), here)


@dataclass(frozen=True, slots=True)
class _Period:
    """What a page tells of: a version since an older one, and the version that its door to newer ones leads to."""

    chronicle: Chronicle
    older: VersionSlot | None
    version: VersionSlot
    newer: VersionSlot | None


def _view(base: Base, told: _Period, besides: tuple[Besides, ...], here: str) -> VersionView:
    calendar, older, slot = told.chronicle.calendar, told.older, told.version

    def door(other: VersionSlot | None) -> tuple[str, str]:
        return (calendar.name(other.id), Place(version_page(other.id)).seen_from(here)) if other else ("", "")

    return VersionView(
        line=_line(base, told.chronicle, slot, here),
        title=base.version_name(base.kb.versions[slot.id]),
        before=calendar.name(older.id) if older else "",
        missing=tell_missing("versions.between", calendar, calendar.missing(older, slot), base.words),
        relocated=tuple(_relocated(base, told.chronicle, slot, older, here)) if older else (),
        groups=tuple(_groups(base, told.chronicle, slot, older, here)) if older else (),
        older=door(older),
        newer=door(told.newer),
        besides=besides,
    )


def _relocated(base: Base, chronicle: Chronicle, slot: VersionSlot, older: VersionSlot, here: str) -> Iterator[Markup]:
    words = base.words
    for each in find_relocated(chronicle.history.lives, slot.id, older.id):
        name = Markup("{}").format(each.term)
        place = base.lives.places.get(each.lives[0].id) if base.lives else None
        if place is not None and each.lives[0].newest.version == slot.id:
            name = Markup('<a href="{}">{}</a>').format(Place(place.page).seen_from(here), each.term)
        parts = {"before": words(f"part.{each.before.value}"), "now": words(f"part.{each.now.value}")}
        yield Markup(words("together.relocated", name=name, n=len(each.lives), **parts))


def _groups(
    base: Base, chronicle: Chronicle, slot: VersionSlot, older: VersionSlot, here: str
) -> Iterator[ChangeGroup]:
    name, history = chronicle.calendar.name, chronicle.history
    found = find_changes(history.slots, history.lives, slot.id, older.id)
    told = tell_together((*found, *_silences(chronicle, slot, older)), history.lives, slot.id, older.id)
    for became, group in groupby(told, key=lambda each: each.became):
        names = {"version": name(slot.id), "before": name(older.id)}
        lead = "" if became in SHOWN else base.words(f"became.{became}.lead", **names)
        yield ChangeGroup(became, base.words(f"became.{became}"), _parts(base, tuple(group), here), lead)


def _parts(base: Base, found: tuple[Together, ...], here: str) -> tuple[ChangePart, ...]:
    """Many rulings part by part, in the order in which the parts are listed elsewhere; few in one."""
    by_part: dict[SectionKind, list[ChangeBundle]] = {}
    for each in found:
        by_part.setdefault(each.section, []).append(_bundle(base, each, here))
    if sum(len(each.changes) for each in found) < _MANY or len(by_part) == 1:
        return (ChangePart("", "", tuple(_bundle(base, each, here) for each in found)),)
    return tuple(
        ChangePart(f"{found[0].became}:{kind.value}", base.words(f"part.{kind.value}"), tuple(by_part[kind]))
        for kind in PARTS
        if kind in by_part
    )


def _bundle(base: Base, found: Together, here: str) -> ChangeBundle:
    """Rulings of one cause; where it is their heading, none says so by itself."""
    changed = tuple(_changed(base, each, here) for each in found.changes)
    if found.cause is None:
        return ChangeBundle(changed)
    if found.cause is Cause.WORDED:
        swaps = Markup(", ").join(base.words("together.word", **_marked(each)) for each in found.swaps)
        return ChangeBundle(changed, Markup(base.words("together.worded", swaps=swaps, n=len(changed))))
    (swap,) = found.swaps
    called = {each.term for each in changed}
    swap = Swap(swap.before, called.pop() if len(called) == 1 else swap.now)
    key = "together.renamed" if found.cause is Cause.RENAMED else "together.moved"
    said = base.words(key, n=len(changed), **_marked(swap))
    return ChangeBundle(tuple(replace(each, note="") for each in changed), Markup(said))


def _marked(swap: Swap) -> dict[str, Markup]:
    return {"before": escape(swap.before), "now": escape(swap.now)}


def _silences(chronicle: Chronicle, slot: VersionSlot, older: VersionSlot | None) -> tuple[RulingChange, ...]:
    """Why a version states more or fewer rulings than it brought and dropped."""
    if older is None or not slot.at_hand:
        return ()
    return find_silences(chronicle.history.slots, chronicle.history.lives, slot.id, older.id)


def _changed(base: Base, found: RulingChange, here: str) -> Changed:
    now, before = found.now, found.before
    note = ""
    if before is not None and _moved(found.became, before, now):
        note = base.words("became.moved.from", term=before.term)
    place = base.lives.places.get(found.life.id) if base.lives else None
    return Changed(
        base.lives.called(found.life, now.term) if base.lives else now.term,
        place.seen_from(here) if place else "",
        _words(found, base.words),
        note,
    )


def _moved(became: str, before: Attestation, now: Attestation) -> bool:
    """Whether a ruling stands elsewhere than before, whatever became of its words; a mere listing is no place."""
    stays = became in {RETURNED, Change.DROPPED.value}
    return not stays and is_elsewhere(before, now)


def _words(found: RulingChange, words: Words) -> Markup:
    """A ruling with what changed in it; one that was parted, or is back, as it is now."""
    now, before = found.now, found.before
    if before is not None and found.became == Change.DROPPED.value:
        return escape(before.text)
    if before is not None and found.became not in {RETURNED, Change.SPLIT.value} and before.words != now.words:
        return mark_rewording(before.text, now.text, words)
    return escape(now.text)
