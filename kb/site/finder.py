"""The finder of rulings: what queries know of rulings comes in, what the browser asks of it goes out as one JSON text.

The browser answers as the command `rulings` does: by term, version, day and kind of play. So it gets the intervals
of force themselves, for tournaments and for casual play where printed dates make a difference.

    {"terms": [[name, keys...]], "texts": [...], "grounds": [...], "rows": [row]}
    row: [address, kind, authority, years, tournament only, intervals, intervals in casual play or 0]
    interval: [text, versions, terms, begins first, begins last, ends first, ends last, replaced, ground, ending]

Texts, grounds and terms stand in an interval by their number; days are ISO dates, `""` where nobody knows, and `ends
last` is `""` where nothing ended it. The keys of a term are its plain key, its stem, and the keys of its aliases.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from kb.attested import Attestation, Change
from kb.force import Calendar, Interval, Play, Status, find_intervals
from kb.lexicon import plain_key
from kb.model import SectionKind
from kb.queries.ruling_shelves import fill_shelves
from kb.shelves import Entry, Shelf, terms_of
from kb.site.base import Base
from kb.site.lives import RULED
from kb.terms import Inventory

_DIFFERS = "#"
_SAID = ("find.count", "find.none", "find.meant", "find.more", "find.differs")


@dataclass(frozen=True, slots=True)
class Facet:
    """What rulings can be narrowed by: its name in the address, and groups of values with their words.

    A value has the day that is meant where a reader names none: a version's own; nothing for the others.
    """

    name: str
    title: str
    groups: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]


@dataclass(frozen=True, slots=True)
class Finder:
    """The search page: its facets, the terms that can be asked for, the words for each status, and the data."""

    facets: tuple[Facet, ...]
    terms: tuple[str, ...]
    words: str
    data: str


@dataclass(slots=True)
class _Table:
    """Words said many times, each once, by number."""

    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, words: str) -> int:
        return self.numbers.setdefault(words, len(self.numbers))


def make_finder(base: Base, here: str) -> Finder | None:
    """The finder of all compendia; None where there is no chronicle of the newest version's."""
    if base.lives is None:
        return None
    shelves = fill_shelves(base.kb)
    making = _Rows(base, here)
    rows = [making.row(shelf, entry) for shelf in shelves for entry in shelf.entries]
    words = base.words
    seen_kinds, seen_years = {str(row[1]) for row in rows}, {year for row in rows for year in _texts(row[3])}
    facets = (
        _facet("status", words("find.status"), [(each.value, words(f"force.{each.value}")) for each in Status]),
        _facet("kind", words("find.kind"), [(each, words(RULED[each])) for each in RULED if each in seen_kinds]),
        Facet("version", words("find.version"), tuple(_issues(shelf) for shelf in shelves)),
        _facet("year", words("find.year"), [(year, year) for year in sorted(seen_years, reverse=True)]),
        _facet("play", words("find.play"), [(Play.CASUAL.value, words("find.casual"))]),
    )
    data = {
        "terms": [_spelled(name, shelves, base.terms.inventory) for name in making.terms.numbers],
        "texts": list(making.texts.numbers),
        "grounds": list(making.grounds.numbers),
        "rows": rows,
    }
    said = {
        **{status.value: words(f"force.{status.value}") for status in Status},
        **{key: words(key, n="{n}") for key in _SAID},
    }
    return Finder(facets, tuple(sorted(making.terms.numbers)), _plain(said), _plain(data))


def _plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, list):
        yield from map(str, value)


def _facet(name: str, title: str, values: list[tuple[str, str]]) -> Facet:
    return Facet(name, title, (("", tuple((value, words, "") for value, words in values)),))


def _issues(shelf: Shelf) -> tuple[str, tuple[tuple[str, str, str], ...]]:
    """The versions of a compendium at hand, the newest first, each with the last day it may have been issued."""
    calendar = shelf.calendar
    there = [slot for slot in reversed(calendar.slots) if slot.at_hand]
    return calendar.abbreviation, tuple(
        (str(slot.id), calendar.name(slot.id), calendar.issued(slot.id).last.isoformat()) for slot in there
    )


def _spelled(term: str, shelves: tuple[Shelf, ...], inventory: Inventory) -> list[str]:
    """A term and the keys it is found by."""
    keys = [key for shelf in shelves for key in shelf.spellings.get(term, ())]
    aliases = [name for shelf in shelves for known, names in shelf.aliases.items() for name in names if known == term]
    aliases += [name for each in inventory.find(term) for name in each.spellings]
    return [term, *dict.fromkeys((*keys, *map(plain_key, aliases)))]


class _Rows:
    """Makes the rows of the finder, and the tables of what they say."""

    def __init__(self, base: Base, here: str) -> None:
        self.base = base
        self.here = here
        self.terms, self.texts, self.grounds = _Table(), _Table(), _Table()

    def row(self, shelf: Shelf, entry: Entry) -> list[object]:
        assert self.base.lives is not None
        life, last = entry.life, entry.life.newest
        tournament = self._intervals(shelf.calendar, entry, Play.TOURNAMENT)
        casual = self._intervals(shelf.calendar, entry, Play.CASUAL)
        fresh = [each for each in life.stated if each.change in {Change.FIRST_SEEN, Change.REWORDED}]
        return [
            self.base.lives.places[life.id].seen_from(self.here),
            last.kind,
            last.label or self.base.words(RULED.get(last.kind, "ruled.clarification")),
            sorted({each.date[:4] for each in fresh if each.date}),
            int(last.section is SectionKind.TOURNAMENT or any(_DIFFERS in mark for mark in last.marks)),
            tournament,
            casual if casual != tournament else 0,
        ]

    def _intervals(self, calendar: Calendar, entry: Entry, play: Play) -> list[list[object]]:
        return [self._interval(entry, each) for each in find_intervals(entry.life, calendar, play)]

    def _interval(self, entry: Entry, interval: Interval) -> list[object]:
        same = [each for each in entry.life.stated if each.words == interval.attestation.words]
        begins, ends = interval.begins, interval.ends
        return [
            self.texts.number(interval.attestation.text),
            [str(each.version) for each in same],
            self._terms(entry, same),
            begins.first.isoformat() if begins.first else "",
            begins.last.isoformat(),
            ends.first.isoformat() if ends and ends.first else "",
            ends.last.isoformat() if ends else "",
            int(interval.replaced),
            self.grounds.number(begins.ground),
            self.grounds.number(ends.ground) if ends else -1,
        ]

    def _terms(self, entry: Entry, same: list[Attestation]) -> list[int]:
        """The terms under which a wording is stated, that of its last statement first."""
        named = {term for each in same for term in terms_of(entry, each)}
        return [self.terms.number(term) for term in sorted(named, key=lambda term: (term != same[-1].term, term))]
