"""Shelves: what queries about rulings need of a compendium, as values that plain data can be made of and back.

Nothing is lost between `as_plain` and `from_plain`. The words of an attestation are kept as a checksum: a query
only asks whether two wordings are equal. This module imports little, so that a query answers at once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kb.attested import Attestation, Change, Layout, Life, Reading, VersionSlot
from kb.calendars import Calendar
from kb.model import LISTINGS, RulingId, SectionKind, VersionId
from kb.similarity import compare_words, stem_words

Plain = Mapping[str, Any]
_LISTS = frozenset(section.value for section in LISTINGS)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a version states a ruling: file, line from 1, section, term, the headings above."""

    path: str
    line: int
    section: str
    term: str
    headings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Opposed:
    """A claim that a ruling's words contradict: its words, where they stand, of what title and date.

    `versions` are those that have the words it speaks against; a ruling may say otherwise in others. `older` says that
    it is an answer from before the ruling, which has decided.
    """

    text: str
    path: str
    line: int
    title: str
    date: str
    ruling: str | None
    versions: tuple[str, ...]
    older: bool = False


@dataclass(frozen=True, slots=True)
class Nearby:
    """What a version says that is nearest to a ruling it dropped: the ruling, its term, its words there, how alike."""

    ruling: RulingId
    term: str
    text: str
    similarity: float


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The heading that a ruling stood under before a version reworded it under another, and whether it was shortened
    there."""

    term: str
    shortened: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """A ruling on a shelf: `places` go with the attestations of `life`, one by one; `nearby` by the version that
    dropped it, `elsewhere` by the version that reworded it under another heading. `applied_in` are the records that
    rest on it, `claimed_in` those that say something else than it does now."""

    life: Life
    places: tuple[tuple[Place, ...], ...]
    applied_in: tuple[Plain, ...] = ()
    opposed: tuple[Opposed, ...] = ()
    nearby: Mapping[VersionId, Nearby] = field(default_factory=dict)
    claimed_in: tuple[Plain, ...] = ()
    elsewhere: Mapping[VersionId, Elsewhere] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shelf:
    """The rulings of a compendium; `spellings` are its terms with what
    `kb.lexicon.spell_term` says of them, `aliases`
    what the corpus calls them besides."""

    compendium: str
    calendar: Calendar
    entries: tuple[Entry, ...]
    spellings: Mapping[str, Sequence[str]]
    aliases: Mapping[str, tuple[str, ...]]


def terms_of(entry: Entry, attestation: Attestation) -> frozenset[str]:
    """The terms a version states a ruling under; the heading of a list of errata or dates is none."""
    number = entry.life.attestations.index(attestation)
    named = {
        place.term
        for place in entry.places[number]
        if place.section not in _LISTS or (place.headings and place.term != place.headings[-1])
    }
    return frozenset(named) or frozenset({attestation.term})


def as_plain(shelf: Shelf) -> Plain:
    """A shelf as plain data."""
    return {
        "compendium": shelf.compendium,
        "abbreviation": shelf.calendar.abbreviation,
        "slots": [
            [slot.id, slot.number, slot.date, slot.at_hand, sorted(kind.value for kind in slot.lacks), slot.unread]
            for slot in shelf.calendar.slots
        ],
        "spellings": {term: list(keys) for term, keys in shelf.spellings.items()},
        "aliases": {term: list(names) for term, names in shelf.aliases.items()},
        "entries": [_plain_entry(entry) for entry in shelf.entries],
    }


def terms_stated(entry: Entry) -> frozenset[str]:
    """The terms any version states a ruling under."""
    return frozenset(term for each in entry.life.stated for term in terms_of(entry, each))


def renamed_terms(entry: Entry) -> frozenset[str]:
    """The terms that a ruling came under with nothing changed in its words but the term itself: `A keeper rests.` under
    *Keeper* is `A warden rests.` under *Warden*."""
    return frozenset(term for term in terms_stated(entry) if _is_renamed(entry, term))


def _is_renamed(entry: Entry, term: str) -> bool:
    stated = entry.life.stated
    came = next(at for at, each in enumerate(stated) if term in terms_of(entry, each))
    if not came:
        return False
    old, new = stated[came - 1 : came + 1]
    before, after = ({*stem_words(compare_words(each.text))} for each in (old, new))
    names = ({*stem_words(compare_words(each.term))} for each in (old, new))
    return before != after and before - after <= next(names) and after - before <= next(names)


def from_plain(plain: Plain) -> Shelf:
    """The shelf that `as_plain` made the data of."""
    slots = tuple(
        VersionSlot(VersionId(name), number, date, there, frozenset(SectionKind(kind) for kind in lacks), unread)
        for name, number, date, there, lacks, unread in plain["slots"]
    )
    dates = {slot.id: slot.date for slot in slots}
    return Shelf(
        plain["compendium"],
        Calendar(plain["abbreviation"], slots),
        tuple(_entry(entry, plain["abbreviation"], dates) for entry in plain["entries"]),
        plain["spellings"],
        {term: tuple(names) for term, names in plain["aliases"].items()},
    )


def _plain_entry(entry: Entry) -> Plain:
    life = entry.life
    return {
        "id": life.id,
        "aliases": list(life.aliases),
        "supersedes": list(life.supersedes),
        "missing": list(life.missing),
        "attestations": [
            _plain_attestation(each, places) for each, places in zip(life.attestations, entry.places, strict=True)
        ],
        "applied_in": [dict(applied) for applied in entry.applied_in],
        "claimed_in": [dict(claimed) for claimed in entry.claimed_in],
        "opposed": [
            [each.text, each.path, each.line, each.title, each.date, each.ruling, list(each.versions), each.older]
            for each in entry.opposed
        ],
        "nearby": [[name, each.ruling, each.term, each.text, each.similarity] for name, each in entry.nearby.items()],
        "elsewhere": [[name, each.term, each.shortened] for name, each in entry.elsewhere.items()],
    }


def _plain_attestation(each: Attestation, places: Sequence[Place]) -> Plain:
    return {
        "version": each.version,
        "text": each.text,
        "sum": each.words[0] if each.words else "",
        "of": [each.term, each.section.value, each.kind, each.label],
        "marks": list(each.marks),
        "effective": list(each.effective),
        "change": each.change.value,
        "similarity": each.similarity,
        "whole": each.whole,
        "parts": each.parts,
        "missing": list(each.missing),
        "layout": each.layout.value if each.layout else None,
        "respelled": each.respelled,
        "notice": each.notice,
        "fused_with": list(each.fused_with),
        "readings": [[r.witness, r.path, list(r.lines), r.text, r.similarity, r.same] for r in each.readings],
        "places": [[p.path, p.line, p.section, p.term, list(p.headings)] for p in places],
    }


def _entry(plain: Plain, compendium: str, dates: Mapping[VersionId, str]) -> Entry:
    attestations = tuple(_attestation(each, dates) for each in plain["attestations"])
    life = Life(
        RulingId(plain["id"]),
        compendium,
        attestations,
        tuple(plain["missing"]),
        tuple(RulingId(name) for name in plain["aliases"]),
        tuple(RulingId(name) for name in plain["supersedes"]),
    )
    places = tuple(tuple(_places(each)) for each in plain["attestations"])
    opposed = tuple(
        Opposed(text, path, line, title, date, ruling, tuple(versions), older)
        for text, path, line, title, date, ruling, versions, older in plain["opposed"]
    )
    nearby = {
        VersionId(version): Nearby(RulingId(ruling), term, text, similarity)
        for version, ruling, term, text, similarity in plain["nearby"]
    }
    elsewhere = {VersionId(version): Elsewhere(term, shortened) for version, term, shortened in plain["elsewhere"]}
    return Entry(life, places, tuple(plain["applied_in"]), opposed, nearby, tuple(plain["claimed_in"]), elsewhere)


def _attestation(plain: Plain, dates: Mapping[VersionId, str]) -> Attestation:
    term, section, kind, label = plain["of"]
    version = VersionId(plain["version"])
    return Attestation(
        version=version,
        date=dates[version],
        statements=(),
        text=plain["text"],
        words=(plain["sum"],) if plain["sum"] else (),
        term=term,
        section=SectionKind(section),
        kind=kind,
        marks=tuple(plain["marks"]),
        label=label,
        effective=tuple(plain["effective"]),
        change=Change(plain["change"]),
        similarity=plain["similarity"],
        whole=plain["whole"],
        parts=plain["parts"],
        missing=tuple(plain["missing"]),
        layout=Layout(plain["layout"]) if plain["layout"] else None,
        respelled=plain["respelled"],
        notice=plain["notice"],
        fused_with=tuple(RulingId(name) for name in plain["fused_with"]),
        readings=tuple(
            Reading(VersionId(witness), path, tuple(lines), text, similarity, same)
            for witness, path, lines, text, similarity, same in plain["readings"]
        ),
    )


def _places(plain: Plain) -> Iterator[Place]:
    for path, line, section, term, headings in plain["places"]:
        yield Place(path, line, section, term, tuple(headings))
