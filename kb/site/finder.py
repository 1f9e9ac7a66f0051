"""The finder of rulings: lives come in, what the browser searches goes out as one JSON text.

Each row is an array, in this order: term, address, words, status, kind, the versions that have it, the years in
which its wording was new, whether it is about tournaments, and since when it stands so.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kb.attested import Change, Life
from kb.force import Status
from kb.model import SectionKind
from kb.site.base import Base
from kb.site.lives import dated, status_of

KINDS: Mapping[str, str] = {
    "clarification": "ruled.clarification",
    "erratum": "ruled.erratum",
    "card ruling": "ruled.card",
    "tournament ruling": "ruled.tournament",
    "delayed ruling": "ruled.delayed",
    "answer": "ruled.answer",
}
"""The words for each kind of ruling."""
_DIFFERS = "#"


@dataclass(frozen=True, slots=True)
class Facet:
    """What rulings can be narrowed by: its name in the address, and its values with their words."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Finder:
    """The search page: its facets, the terms that can be asked for, and the rows."""

    facets: tuple[Facet, ...]
    terms: tuple[str, ...]
    rows: str


def make_finder(base: Base, here: str) -> Finder | None:
    """The finder of the newest version's compendium; None where there is no chronicle of it."""
    if base.lives is None:
        return None
    words, chronicle = base.words, base.lives.chronicle
    rows = [_row(base, life, here) for life in chronicle.history.lives]
    years = sorted({year for row in rows for year in _texts(row[6])}, reverse=True)
    stated = {str(row[3]) for row in rows}
    kinds = {str(row[4]) for row in rows}
    slots = [slot for slot in reversed(chronicle.history.slots) if slot.at_hand]
    facets = (
        Facet(
            "status",
            words("find.status"),
            tuple((each.value, words(f"force.{each.value}")) for each in Status if each.value in stated),
        ),
        Facet("kind", words("find.kind"), tuple((kind, words(KINDS[kind])) for kind in KINDS if kind in kinds)),
        Facet(
            "version", words("find.version"), tuple((str(slot.id), chronicle.calendar.name(slot.id)) for slot in slots)
        ),
        Facet("year", words("find.year"), tuple((year, year) for year in years)),
        Facet("play", words("find.play"), (("casual", words("find.casual")), ("tournament", words("find.tournament")))),
    )
    terms = tuple(sorted({str(row[0]) for row in rows}))
    return Finder(facets, terms, json.dumps(rows, ensure_ascii=False, separators=(",", ":")))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, list):
        yield from map(str, value)


def _row(base: Base, life: Life, here: str) -> list[object]:
    assert base.lives is not None
    calendar, last = base.lives.chronicle.calendar, life.newest
    fresh = [each for each in life.stated if each.change in {Change.FIRST_SEEN, Change.REWORDED}]
    differs = last.section is SectionKind.TOURNAMENT or any(_DIFFERS in mark for mark in last.marks)
    return [
        last.term,
        base.lives.places[life.id].seen_from(here),
        last.text,
        status_of(life, calendar).status.value,
        last.kind,
        [str(each.version) for each in life.stated],
        sorted({each.date[:4] for each in fresh if each.date}),
        int(differs),
        dated(calendar, fresh[-1] if fresh else last, base.words),
    ]
