"""Lives on pages: rulings through time come in; how each is told goes out.

Its status with the ground, its versions on a line, what each changed in its words, what says otherwise.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter

from markupsafe import Markup, escape

from kb.attested import Attestation, Change, Layout, Life
from kb.calendars import Calendar
from kb.force import Status
from kb.interface import Words
from kb.lives import is_elsewhere, is_shortened
from kb.model import RulingId
from kb.places.addresses import Place
from kb.places.base import Base
from kb.places.earlier import version_page
from kb.places.linked import address_of
from kb.places.settling import Opposing, dated, tell_end, versions_without
from kb.queries.nearby import find_nearby
from kb.ruling_pages.wordings import mark_rewording

_MAY = ("life.may-be", "life.may-end")


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
    nearby: tuple[str, str, str] | None = None
    """Where it dropped the ruling, what it says that is nearest: address, term and words."""


@dataclass(frozen=True, slots=True)
class Against:
    """A claim that says otherwise than a ruling: its words, where they stand, and of what version or sheet.

    `own` says that it is what the ruling itself said before, `older` that it is an answer from before the ruling.
    """

    words: str
    address: str
    source: str
    own: bool = False
    older: bool = False

    @property
    def open(self) -> bool:
        """Whether nothing has decided which holds."""
        return not (self.own or self.older)


@dataclass(frozen=True, slots=True)
class LifeView:
    """The life of a ruling on a page; `words` is its last wording, `since` the version of that where not the first."""

    id: RulingId
    aliases: tuple[RulingId, ...]
    status: str
    since: str
    first: str
    back: str
    """The version that states it again after one without it; empty where there is none."""
    span: str
    """From its first version to its last, and those between that are without it."""
    ending: str
    """What ended it; nothing where nothing did."""
    told: str
    """When it ends by its own words; nothing where these do not say."""
    effective: str
    words: str
    part: bool
    """Whether others are stated in the same breath, so that its own words need be told."""
    cells: tuple[Cell, ...]
    steps: tuple[Step, ...]
    readings: tuple[tuple[str, Markup], ...]
    """What second witnesses of its newest version have in other words: said in words, and the words."""
    against: tuple[Against, ...]
    graph: str
    """Its address on the graph page, or nothing."""
    replaces: tuple[tuple[str, str], ...]
    replaced: tuple[tuple[str, str], ...]
    """Rulings it is declared to replace, and those declared to replace it: address and term."""


def view_life(base: Base, life: Life, here: str) -> LifeView:
    """A life as the page `here` tells it."""
    assert base.lives is not None
    words, calendar = base.words, base.lives.of[life.id].calendar
    standing = base.lives.standing(life)
    stated = life.stated
    wording, back = life.first_with(standing.interval.attestation), life.back
    return LifeView(
        id=life.id,
        aliases=life.aliases,
        status=standing.status.value,
        since=dated(calendar, wording, words) if wording is not stated[0] and wording is not back else "",
        first=dated(calendar, stated[0], words),
        back=dated(calendar, back, words) if back is not None else "",
        span=_span(life, calendar, words),
        ending=_ending(life, calendar, words) if standing.status is Status.ENDED else "",
        told=tell_end(standing, words),
        effective=words.time(standing.interval.printed) if standing.interval.printed else "",
        words=stated[-1].text,
        part=not stated[-1].whole,
        cells=tuple(_cells(life, calendar, words, here)),
        steps=tuple(_steps(base, life, here)),
        against=tuple(
            sorted(
                (_against(base, life, each, here) for each in base.lives.opposed.get(life.id, ())),
                key=attrgetter("open"),
            )
        ),
        graph=address_of(f"ruling:{life.id}", here) if base.web.has(f"ruling:{life.id}") else "",
        replaces=tuple(_named(base, life.supersedes, here)),
        readings=tuple(_readings(stated[-1], words)),
        replaced=tuple(_named(base, base.lives.successors.get(life.id, ()), here)),
    )


def _readings(stated: Attestation, words: Words) -> Iterator[tuple[str, Markup]]:
    for each in stated.readings:
        if not each.lines:
            yield words("life.witness.without", name=each.witness), Markup()
        elif not each.same:
            yield words("life.witness", name=each.witness), mark_rewording(stated.text, each.text, words)


def _span(life: Life, calendar: Calendar, words: Words) -> str:
    first, last = life.stated[0], life.newest
    if first is last:
        return words("life.once", first=dated(calendar, first, words))
    told = words("life.span", first=dated(calendar, first, words), last=dated(calendar, last, words))
    without = ", ".join(versions_without(life, calendar))
    return words("life.span.without", span=told, versions=without) if without else told


def _ending(life: Life, calendar: Calendar, words: Words) -> str:
    """Which version ended a ruling, and which ones before it may have."""
    last = life.attestations[-1]
    if last.change is not Change.DROPPED:
        return ""
    ended = words("life.dropped", version=dated(calendar, last, words))
    missing = tell_missing("life.may-end", calendar, last.missing, words)
    return Markup(" ").join((ended, missing)) if missing else ended


def _against(base: Base, life: Life, opposing: Opposing, here: str) -> Against:
    """A claim as the page of a ruling it speaks against tells it."""
    assert base.lives is not None
    words, claim = base.words, opposing.claim
    if claim.life is not None and claim.attestation is not None:
        place = base.lives.places.get(claim.life.id)
        version = dated(base.lives.of[claim.life.id].calendar, claim.attestation, words)
        where = Markup(", ").join((version, base.lives.called(claim.life, claim.attestation.term)))
        own = claim.life.id == life.id
        return Against(claim.text, place.seen_from(here) if place and not own else "", where, own)
    if claim.answer is None:
        return Against(claim.text, "", "")
    sheet, statement = claim.answer.sheet, claim.answer.statement
    found = base.answers.at(sheet.id, statement.span.start)
    source = words("dated", name=sheet.title, date=words.time(sheet.date)) if sheet.date else sheet.title
    address = found.place.seen_from(here) if found else ""
    return Against(f"{statement.context} {statement.words}", address, source, older=opposing.decided)


def _named(base: Base, rulings: tuple[RulingId, ...], here: str) -> Iterator[tuple[str, str]]:
    """Rulings by the address of their place and the term they are stated under."""
    assert base.lives is not None
    for name in rulings:
        life = base.lives.by_name.get(name)
        place = base.lives.places.get(life.id) if life else None
        if life is not None and place is not None:
            yield place.seen_from(here), base.lives.called(life, life.newest.term)


def since_page(version: str) -> str:
    """The address of all that changed since a version."""
    return f"{version_page(version)}since/"


def _cells(life: Life, calendar: Calendar, words: Words, here: str) -> Iterator[Cell]:
    """The versions from those that may have had it first to the newest."""
    at = {each.version: each for each in life.attestations}
    became = {each.version: life.became(number) for number, each in enumerate(life.attestations)}
    numbers = [number for number, slot in enumerate(calendar.slots) if slot.id in at]
    begin = numbers[0]
    while begin and not calendar.slots[begin - 1].at_hand:
        begin -= 1
    before: Attestation | None = None
    for slot in calendar.slots[begin:]:
        found = at.get(slot.id)
        address = Place(version_page(slot.id)).seen_from(here) if slot.at_hand else ""
        if not slot.at_hand:
            yield Cell(slot.number, "missing", words("life.missing"), address)
        elif found is None or found.change is Change.DROPPED:
            yield Cell(slot.number, "without", words("life.without"), address)
            continue
        elif became[slot.id] == Change.SAME.value:
            said = _laid(before, found, words) if found.layout else words("life.same")
            yield Cell(slot.number, "has", said, address)
        else:
            yield Cell(slot.number, "changed", words(f"became.{became[slot.id]}"), address)
        before = found or before


def _steps(base: Base, life: Life, here: str) -> Iterator[Step]:
    assert base.lives is not None
    words, calendar = base.words, base.lives.of[life.id].calendar
    before: Attestation | None = None
    for number, each in enumerate(life.attestations):
        became = life.became(number)
        if became != Change.SAME.value or each.layout is not None:
            yield Step(
                version=calendar.name(each.version),
                date=words.time(each.date),
                address=Place(version_page(each.version)).seen_from(here),
                became=tell_change(became, before, each, words),
                missing=tell_missing(_MAY[each.change is Change.DROPPED], calendar, each.missing, words),
                words=_worded(life, before, each, words),
                nearby=_nearby(base, life, each, here),
            )
        if each.change is not Change.DROPPED:
            before = each


def _nearby(base: Base, life: Life, each: Attestation, here: str) -> tuple[str, str, str] | None:
    assert base.lives is not None
    if each.change is not Change.DROPPED:
        return None
    near = base.kb.memory.ask(find_nearby, base.lives.of[life.id].history).get(life.id, {}).get(each.version)
    place = base.lives.places.get(near.ruling) if near is not None else None
    if near is None or place is None:
        return None
    return place.seen_from(here), base.lives.called(base.lives.by_name[near.ruling], near.term), near.text


def tell_change(became: str, before: Attestation | None, after: Attestation, words: Words) -> str:
    """What a version did to a ruling, in words; `became` is what `Life.became` says."""
    if became == Change.SAME.value and after.layout is not None:
        return _laid(before, after, words)
    if after.change is Change.MOVED and before is not None:
        return words("became.moved.from", term=before.term)
    told = words(f"became.{became}")
    if before is not None and after.reworded and is_elsewhere(before, after):
        said = words("became.shortened") if is_shortened(before, after) else told
        return words("became.elsewhere", became=said, term=before.term)
    return told


def _laid(before: Attestation | None, after: Attestation, words: Words) -> str:
    """How a ruling of the same words is laid out; it left or joined others only where others are, else it is in more or
    fewer pieces."""
    assert after.layout is not None
    fused = after if after.layout is Layout.JOINED else before
    return words(f"laid.{after.layout.value}" if fused is not None and fused.fused_with else "laid.pieces")


def tell_missing(key: str, calendar: Calendar, missing: tuple[str, ...], words: Words) -> str:
    """Which versions before are not at hand and may have done it; nothing where there are none."""
    return words(key, versions=calendar.names(missing), n=len(missing)) if missing else ""


def _worded(life: Life, before: Attestation | None, each: Attestation, words: Words) -> Markup:
    if before is None:
        alone = all(other.text == each.text for other in life.stated)
        return Markup() if alone else escape(each.text)
    if each.change is Change.DROPPED:
        struck = each.notice.removeprefix("~~").removesuffix("~~")
        return escape(each.notice) if struck == each.notice else Markup("<s>{}</s>").format(struck)
    if before.words == each.words:
        return Markup()
    return mark_rewording(before.text, each.text, words)
