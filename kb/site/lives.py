"""Lives on pages: rulings through time come in; where each stands on the site and how its life is told goes out.

A ruling of the newest version stands where that version states it; one that ended stands on the page of the
term it was last stated under, which is a page of its own when the newest version has no such term.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from markupsafe import Markup

from kb.attested import Attestation, Change, Life
from kb.chronicle import Chronicle
from kb.dates import Days
from kb.force import Calendar, Standing, find_intervals, standing_on
from kb.interface import Words
from kb.model import RulingId, SectionKind
from kb.rulings import slug_of
from kb.site.addresses import Place
from kb.site.topics import Rulings, Topic
from kb.site.wordings import mark_rewording

_LISTINGS = frozenset({SectionKind.ERRATA, SectionKind.DELAYED})
_LATEST = Days(date.max, date.max)
"""The day a page speaks of: whatever the newest version says has come into force by then."""


@dataclass(frozen=True, slots=True)
class Lives:
    """The rulings of the compendium with the newest version, and where they stand.

    `by_statement` goes by the start of a statement of that version. `ended` are the rulings it has no more, by
    page; `past` the topics it has no more.
    """

    chronicle: Chronicle
    by_statement: Mapping[int, tuple[Life, ...]] = field(repr=False)
    places: Mapping[RulingId, Place] = field(repr=False)
    ended: Mapping[str, tuple[Life, ...]] = field(repr=False)
    past: tuple[Topic, ...] = field(repr=False)


def place_lives(chronicles: Iterable[Chronicle], rulings: Rulings | None) -> Lives | None:
    """Where every ruling of the newest version's compendium stands; None where there is no chronicle of it."""
    newest = rulings.version.id if rulings else None
    chronicle = next(
        (each for each in chronicles if any(slot.id == newest for slot in each.history.slots)),
        None,
    )
    if rulings is None or chronicle is None:
        return None
    by_statement: dict[int, list[Life]] = {}
    places: dict[RulingId, Place] = {}
    gone: list[Life] = []
    for life in chronicle.history.lives:
        stated = life.newest
        if stated.version != newest or life.attestations[-1].change is Change.DROPPED:
            gone.append(life)
            continue
        for statement in stated.statements:
            by_statement.setdefault(statement.span.start, []).append(life)
        home = rulings.homes.get(life.id)
        places[life.id] = home or Place(rulings.topic_of(stated.statements[0]).page, life.id)
    ended, past = _settle(gone, rulings)
    places.update({life.id: Place(page, life.id) for page, lives in ended.items() for life in lives})
    shared = {start: tuple(lives) for start, lives in by_statement.items()}
    return Lives(chronicle, shared, places, ended, past)


def _settle(gone: Iterable[Life], rulings: Rulings) -> tuple[dict[str, tuple[Life, ...]], tuple[Topic, ...]]:
    """The pages of rulings that ended, and the topics made for those whose term is there no more."""
    known = {(topic.kind, _key(topic.title)): topic for topic in reversed(rulings.topics)}
    by_heading = {(topic.kind, topic.anchor): topic for topic in rulings.topics}
    taken = {(topic.kind, topic.slug) for topic in rulings.topics}
    ended: dict[str, list[Life]] = {}
    past: list[Topic] = []
    for life in gone:
        last = life.newest
        home = last.statements[0]
        kinds = (SectionKind.CARD, SectionKind.TERM) if last.section in _LISTINGS else (last.section,)
        found = [known.get((kind, _key(last.term))) for kind in (*kinds, SectionKind.TERM, SectionKind.CARD)]
        topic = next(filter(None, (*found, by_heading.get((home.section, home.anchor)))), None)
        if topic is None:
            kind, slug = kinds[0], slug_of(last.term)
            number = 2
            while (kind, slug) in taken:
                slug, number = f"{slug_of(last.term)}-{number}", number + 1
            taken.add((kind, slug))
            topic = Topic(kind, home.anchor, last.term, slug, (), ())
            known[kind, _key(last.term)] = topic
            past.append(topic)
        ended.setdefault(topic.page, []).append(life)
    return {page: tuple(lives) for page, lives in ended.items()}, tuple(past)


def _key(title: str) -> str:
    """A heading as versions vary it: with or without accents and article."""
    plain = "".join(char for char in unicodedata.normalize("NFKD", title) if not unicodedata.combining(char))
    return slug_of(plain).removeprefix("the-")


@dataclass(frozen=True, slots=True)
class Cell:
    """A version on the timeline of a ruling: `has`, `changed`, `without` or `missing`, said in words too."""

    number: str
    kind: str
    said: str
    address: str


@dataclass(frozen=True, slots=True)
class Step:
    """A version that changed something of a ruling: what it did, and the wording with what changed in it."""

    version: str
    date: str
    address: str
    became: str
    missing: str
    words: Markup


@dataclass(frozen=True, slots=True)
class LifeView:
    """The life of a ruling on a page; `words` is its last wording, `since` the version of that where not the first."""

    id: RulingId
    aliases: tuple[RulingId, ...]
    status: str
    since: str
    first: str
    span: str
    """From its first version to its last."""
    effective: str
    words: str
    part: bool
    """Whether others are stated in the same breath, so that its own words need be told."""
    cells: tuple[Cell, ...]
    steps: tuple[Step, ...]
    readings: tuple[tuple[str, Markup], ...]
    """What second witnesses of its newest version have in other words: said in words, and the words."""


def view_life(life: Life, chronicle: Chronicle, words: Words, here: str) -> LifeView:
    """A life as the page `here` tells it."""
    calendar = chronicle.calendar
    standing = status_of(life, calendar)
    stated = life.stated
    wording = standing.interval.attestation
    told = tuple(_steps(life, calendar, words, here))
    return LifeView(
        id=life.id,
        aliases=life.aliases,
        status=standing.status.value,
        since=dated(calendar, wording, words) if wording is not stated[0] else "",
        first=dated(calendar, stated[0], words),
        span=words("life.span", first=dated(calendar, stated[0], words), last=dated(calendar, stated[-1], words)),
        effective=words.date(standing.interval.printed) if standing.interval.printed else "",
        words=stated[-1].text,
        part=not stated[-1].whole,
        cells=tuple(_cells(life, calendar, words, here)),
        steps=told,
        readings=tuple(_readings(stated[-1], words)),
    )


def _readings(stated: Attestation, words: Words) -> Iterator[tuple[str, Markup]]:
    for each in stated.readings:
        if not each.lines:
            yield words("life.witness.without", name=each.witness), Markup()
        elif not each.same:
            yield words("life.witness", name=each.witness), mark_rewording(stated.text, each.text, words)


def status_of(life: Life, calendar: Calendar) -> Standing:
    """How a ruling stands after all that the newest version at hand says has come into force."""
    return standing_on(find_intervals(life, calendar.heard()), _LATEST)


def dated(calendar: Calendar, attestation: Attestation, words: Words) -> str:
    """A version by name and date."""
    day = calendar.slot(attestation.version).date
    return calendar.name(attestation.version) + (f", {words.date(day)}" if day else "")


def version_page(version: str) -> str:
    """The address of what a version changed."""
    return f"rulings/versions/{version}/"


def _cells(life: Life, calendar: Calendar, words: Words, here: str) -> Iterator[Cell]:
    """The versions from those that may have had it first to the newest."""
    at = {each.version: each for each in life.attestations}
    numbers = [number for number, slot in enumerate(calendar.slots) if slot.id in at]
    begin = numbers[0]
    while begin and not calendar.slots[begin - 1].at_hand:
        begin -= 1
    for slot in calendar.slots[begin:]:
        found = at.get(slot.id)
        address = Place(version_page(slot.id)).seen_from(here) if slot.at_hand else ""
        if not slot.at_hand:
            yield Cell(slot.number, "missing", words("life.missing"), address)
        elif found is None or found.change is Change.DROPPED:
            yield Cell(slot.number, "without", words("life.without"), address)
        elif found.change is Change.SAME:
            said = words(f"laid.{found.layout.value}") if found.layout else words("life.same")
            yield Cell(slot.number, "has", said, address)
        else:
            yield Cell(slot.number, "changed", words(f"became.{found.change.value}"), address)


def _steps(life: Life, calendar: Calendar, words: Words, here: str) -> Iterator[Step]:
    before: Attestation | None = None
    for each in life.attestations:
        if each.change is not Change.SAME or each.layout is not None:
            yield Step(
                version=calendar.name(each.version),
                date=words.date(each.date),
                address=Place(version_page(each.version)).seen_from(here),
                became=tell_change(before, each, words),
                missing=tell_missing("life.may-be", calendar, each.missing, words),
                words=_worded(life, before, each, words),
            )
        if each.change is not Change.DROPPED:
            before = each


def tell_change(before: Attestation | None, after: Attestation, words: Words) -> str:
    """What a version did to a ruling, in words."""
    if after.change is Change.SAME and after.layout is not None:
        return words(f"laid.{after.layout.value}")
    if after.change is Change.MOVED and before is not None:
        return words("became.moved.from", term=before.term)
    return words(f"became.{after.change.value}")


def tell_missing(key: str, calendar: Calendar, missing: tuple[str, ...], words: Words) -> str:
    """Which versions before are not at hand and may have done it; nothing where there are none."""
    return words(key, versions=name_range(calendar, missing), n=len(missing)) if missing else ""


def name_range(calendar: Calendar, numbers: tuple[str, ...]) -> str:
    """Versions that follow each other: `HL 2`, `HL 2–5`."""
    ends = numbers if len(numbers) < 2 else (numbers[0], numbers[-1])
    return f"{calendar.abbreviation} {'–'.join(ends)}"


def _worded(life: Life, before: Attestation | None, each: Attestation, words: Words) -> Markup:
    if before is None:
        alone = all(other.text == each.text for other in life.stated)
        return Markup() if alone else Markup("{}").format(each.text)
    if each.change is Change.DROPPED or before.words == each.words:
        return Markup()
    return mark_rewording(before.text, each.text, words)
