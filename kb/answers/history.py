"""The life of a ruling through the versions of its compendium, as the `history` query answers it."""

import re
from collections.abc import Sequence

from kb.answers.applied import as_applied
from kb.answers.ruling_list import as_opposed, moment, number
from kb.attested import Attestation
from kb.force import Interval, Play, find_intervals
from kb.shelves import Elsewhere, Entry, Nearby, Place, Shelf

SCHEMA = 1
_PLACE = re.compile(r"(?P<version>.+):(?P<line>\d+)$")


def find_ruling(shelves: Sequence[Shelf], wanted: str) -> tuple[tuple[Shelf, Entry], ...]:
    """The rulings an id, a former id, or a place (`VERSION:LINE`) names: none, one, or several fused at a place."""
    place = _PLACE.match(wanted)
    every = [(shelf, entry) for shelf in shelves for entry in shelf.entries]
    exact = tuple(pair for pair in every if wanted == pair[1].life.id or wanted in pair[1].life.aliases)
    if exact or place is None:
        return exact
    version, line = place["version"], int(place["line"])
    return tuple(
        (shelf, entry)
        for shelf, entry in every
        for attestation, places in zip(entry.life.attestations, entry.places, strict=True)
        if version in {attestation.version, shelf.calendar.slot(attestation.version).number}
        and any(each.line == line for each in places)
    )


def suggest_rulings(shelves: Sequence[Shelf], wanted: str) -> tuple[str, ...]:
    """The ids somebody may have meant, likest first."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 (slow to import, and seldom needed)

    known = [str(entry.life.id) for shelf in shelves for entry in shelf.entries]
    return tuple(name for name, _, _ in process.extract(wanted, known, scorer=fuzz.ratio, limit=5, score_cutoff=50))


def list_history(shelf: Shelf, entry: Entry) -> dict[str, object]:
    """The answer in the shape of the JSON contract."""
    life = entry.life
    return {
        "schema": SCHEMA,
        "id": life.id,
        "aliases": list(life.aliases),
        "compendium": life.compendium,
        "term": life.newest.term,
        "kind": life.newest.kind,
        "missing": [number(each) for each in life.missing],
        "attestations": [
            {
                **_attestation(shelf, each, places),
                "became": life.became(place),
                "nearest": _nearby(entry.nearby.get(each.version)),
                "moved_from": _elsewhere(entry.elsewhere.get(each.version)),
            }
            for place, (each, places) in enumerate(zip(life.attestations, entry.places, strict=True))
        ],
        "intervals": {
            play.value: [_interval(each) for each in find_intervals(life, shelf.calendar, play)] for play in Play
        },
        "supersedes": list(life.supersedes),
        "contradicted_by": [as_opposed(each) for each in entry.opposed],
        "applied_in": [
            *(as_applied(entry, each, claiming=False) for each in entry.applied_in),
            *(as_applied(entry, each, claiming=True) for each in entry.claimed_in),
        ],
    }


def _attestation(shelf: Shelf, each: Attestation, places: Sequence[Place]) -> dict[str, object]:
    return {
        "version": each.version,
        "number": number(shelf.calendar.slot(each.version).number),
        "date": each.date,
        "places": [
            {"line": place.line, "section": place.section, "term": place.term, "path": place.path} for place in places
        ],
        "text": each.text,
        "marks": list(each.marks),
        "label": each.label,
        "kind": each.kind,
        "effective": list(each.effective),
        "change": each.change.value,
        "similarity": each.similarity,
        "layout": each.layout.value if each.layout else None,
        "fused_with": list(each.fused_with),
        "parts": each.parts,
        "witnesses": [
            {
                "id": reading.witness,
                "path": reading.path,
                "lines": list(reading.lines),
                "same": reading.same,
                "similarity": reading.similarity,
                "text": reading.text if reading.lines else None,
            }
            for reading in each.readings
        ],
        "missing": [number(name) for name in each.missing],
        "notice": each.notice or None,
    }


def _nearby(each: Nearby | None) -> dict[str, object] | None:
    """What the version has instead, where it is one that dropped the ruling."""
    if each is None:
        return None
    return {"id": each.ruling, "term": each.term, "text": each.text, "similarity": each.similarity}


def _elsewhere(each: Elsewhere | None) -> dict[str, object] | None:
    """The heading before, where the version reworded the ruling under another."""
    return None if each is None else {"term": each.term, "shortened": each.shortened}


def _interval(each: Interval) -> dict[str, object]:
    return {
        "version": each.attestation.version,
        "begins": moment(each.begins.first, each.begins.last),
        "ends": moment(each.ends.first, each.ends.last) if each.ends else None,
        "ground": each.begins.ground,
        "ends_ground": each.ends.ground if each.ends else None,
        "effective": each.printed,
    }
