"""The finder of rulings: what queries know of rulings comes in, what the browser asks of it goes out as one JSON text.

The browser answers as the command `rulings` does: by term, version, day and kind of play. So it gets the intervals
of force themselves, for tournaments and for casual play where printed dates make a difference.

    {"terms": [[name, keys...]], "texts": [...], "grounds": [...], "pages": [...], "called": {page: {term: name}},
     "news": [new], "marks": [mark], "heads": [terms], "spans": [span], "rows": [row], "against": {row: [claim]},
     "renamed": {row: [term]}}
    row: [page, id, new, wordings, wordings in casual play or 0]
    new: years and versions a ruling was new or reworded in
    wording: [text, mark, head, span]
    mark: [kind, authority, about tournaments]
    span: [versions, begins first, begins last, ends first, ends last, follows, ground, ending, doubt]

About tournaments is 0, 1 for a ruling of theirs whose authority does not say so, 2 for one that they play otherwise.
What is called otherwise on a page than its term, which several pages share, has that name there. A head has the
terms a version states a ruling under, its own first. Where the versions that have a wording spell it in
several ways, mark it or place it otherwise, a list by version stands for the text, the mark or the head.
What follows a wording is 1 where another does, 2 where its end was yet to come when the newest version was issued, 0
else. A doubt is the ground while the next wording has perhaps begun. A claim that contradicts a ruling, and that nobody
has decided since, is [versions that it speaks against, the day since when it is said or nothing].
A term that was only renamed finds the ruling on days before that too, if no version of these days has the new name.

What is said many times stands once, in a table, and is meant by its number. An id that begins with `-` continues the
name of its page. Days are ISO dates, `""` where nobody knows, and `ends last` is `""` where nothing ended it. The keys
of a term are its plain key, its stem, and the keys of its aliases.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from kb.attested import Attestation, Change, Life
from kb.calendars import Calendar
from kb.dates import days_of
from kb.force import Interval, Play, Status, doubt, ending_of, find_intervals, ground_of
from kb.html.quotes import curl
from kb.interface import RULED, Words
from kb.lexicon import plain_key
from kb.model import SectionKind
from kb.packing import pack
from kb.places.addresses import Place
from kb.places.base import Base
from kb.places.unbroken import Names
from kb.queries.ruling_shelves import fill_shelves
from kb.shelves import Entry, Shelf, renamed_terms, terms_of
from kb.terms import Inventory

_HELD = {name: f"{{{name}}}" for name in ("n", "values", "version", "versions", "term", "words")}
"""Values that the script puts in."""
_SAID = (
    *("find.count", "find.none", "find.meant", "find.refused", "find.more", "find.own", "find.differs", "find.copied"),
    *("find.older", "find.newest", "find.as-of", "find.had", "find.lacked", "find.same"),
    *("find.besides", "find.only"),
    *("cite.listed", "cite.by-hand", "rulings.against"),
)
_DATED = ("months", "date.day")


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
    """The search page: its facets, the words that the browser says, and the data."""

    facets: tuple[Facet, ...]
    words: str
    data: str


@dataclass(slots=True)
class _Table:
    """What is said many times, each once, by number."""

    numbers: dict[str, int] = field(default_factory=dict)

    def number(self, words: str) -> int:
        return self.numbers.setdefault(words, len(self.numbers))

    def number_of(self, value: Sequence[object]) -> int:
        return self.number(pack(value))

    @property
    def values(self) -> list[object]:
        return [json.loads(each) for each in self.numbers]


def make_finder(base: Base, here: str) -> Finder | None:
    """The finder of all compendia; None where there is no chronicle of the newest version's."""
    if base.lives is None:
        return None
    shelves = fill_shelves(base.kb)
    making = _Rows(base, here)
    rows = [making.row(shelf, entry) for shelf in shelves for entry in shelf.entries]
    making.relate([entry for shelf in shelves for entry in shelf.entries])
    words, names = base.words, Names.of(base.manifest)
    documents = [(shelf.compendium, shelf.calendar.abbreviation) for shelf in shelves]
    facets = (
        *((_facet("document", words("find.document"), documents),) if len(shelves) > 1 else ()),
        _facet("status", words("find.status"), [(each.value, words(f"force.{each.value}")) for each in Status]),
        _facet("kind", words("find.kind"), [(each, words(RULED[each])) for each in RULED if each in making.kinds]),
        _facet("play", words("find.play"), [(Play.CASUAL.value, words("find.casual"))]),
        Facet("version", words("find.version"), tuple(_issues(shelf) for shelf in shelves)),
        Facet("year", words("find.year"), (_years(making.years, words), *map(_anew, shelves))),
        Facet("since", words("find.since"), tuple(map(_anew, shelves))),
    )
    data = {
        "terms": [_spelled(name, shelves, base.terms.inventory) for name in making.terms.numbers],
        "texts": [curl(each) for each in making.texts.numbers],
        "grounds": [names.keep(each) for each in making.grounds.numbers],
        "pages": list(making.pages.numbers),
        "called": making.called,
        "news": making.news.values,
        "marks": making.marks.values,
        "heads": making.heads.values,
        "spans": making.spans.values,
        "rows": rows,
        "against": making.against,
        "renamed": making.renamed,
    }
    grounded = Words()  # grounds are in English, their dates too
    said = {
        **{key: grounded.table[key] for key in _DATED},
        **{status.value: words(f"force.{status.value}") for status in Status},
        **{key: words(key, **_HELD) for key in _SAID},
    }
    return Finder(facets, pack(said), pack(data))


def ask_apart(base: Base) -> str:
    """The query for what the newest version of a compendium has otherwise than its oldest, where any two may be chosen
    instead; nothing where none has more than two at hand."""
    for _, chronicle in sorted(base.kb.chronicles.items()):
        if len(chronicle.calendar.at_hand) > 2:
            old, *_, new = chronicle.calendar.at_hand
            return urlencode({"version": new.id, "since": old.id})
    return ""


def _facet(name: str, title: str, values: list[tuple[str, str]]) -> Facet:
    return Facet(name, title, (("", tuple((value, words, "") for value, words in values)),))


def _issues(shelf: Shelf) -> tuple[str, tuple[tuple[str, str, str], ...]]:
    """The versions of a compendium at hand, the newest first, each with the last day it may have been issued."""
    calendar = shelf.calendar
    return calendar.abbreviation, tuple(
        (str(slot.id), calendar.name(slot.id), calendar.issued(slot.id).last.isoformat())
        for slot in reversed(calendar.at_hand)
    )


def _years(years: set[str], words: Words) -> tuple[str, tuple[tuple[str, str, str], ...]]:
    return words("find.years"), tuple((year, year, "") for year in sorted(years, reverse=True))


def _anew(shelf: Shelf) -> tuple[str, tuple[tuple[str, str, str], ...]]:
    """The versions of a compendium, for what was new in each, or changed since, whatever the day."""
    name, issues = _issues(shelf)
    return name, tuple((issue, told, "") for issue, told, _ in issues)


def _spelled(term: str, shelves: tuple[Shelf, ...], inventory: Inventory) -> list[str]:
    """A term and the keys it is found by."""
    keys = [key for shelf in shelves for key in shelf.spellings.get(term, ())]
    aliases = [name for shelf in shelves for known, names in shelf.aliases.items() for name in names if known == term]
    aliases += [name for each in inventory.find(term) for name in each.spellings]
    return [curl(term), *dict.fromkeys((*keys, *map(plain_key, aliases)))]


def _continued(place: Place) -> str:
    """The id of a place, without what its page is called where it begins with that."""
    name = place.page.rstrip("/").rpartition("/")[2]
    return place.anchor.removeprefix(name) if place.anchor.startswith(f"{name}-") else place.anchor


def _once(values: list[int]) -> int | list[int]:
    """What every version says alike, once; else what each says."""
    return values[0] if len(set(values)) == 1 else values


class _Rows:
    """Makes the rows of the finder, and the tables of what they say."""

    def __init__(self, base: Base, here: str) -> None:
        self.base = base
        self.here = here
        self.terms, self.texts, self.grounds = _Table(), _Table(), _Table()
        self.pages, self.news, self.marks = _Table(), _Table(), _Table()
        self.heads, self.spans = _Table(), _Table()
        self.called: dict[int, dict[int, str]] = {}
        self.laid: dict[str, str] = {}
        self.against: dict[int, list[tuple[tuple[str, ...], str]]] = {}
        self.renamed: dict[int, list[int]] = {}
        self.kinds: set[str] = set()
        self.years: set[str] = set()

    def row(self, shelf: Shelf, entry: Entry) -> list[object]:
        assert self.base.lives is not None
        life = entry.life
        self._lay(life)
        tournament = self._wordings(shelf.calendar, entry, Play.TOURNAMENT)
        casual = self._wordings(shelf.calendar, entry, Play.CASUAL)
        place = self.base.lives.places[life.id]
        page = self.pages.number(Place(place.page).seen_from(self.here))
        for term in {each.term for each in life.stated}:
            if (called := self.base.lives.called(life, term)) != term:
                self.called.setdefault(page, {})[self.terms.number(term)] = curl(called)
        return [
            page,
            _continued(place),
            self._new(life),
            tournament,
            casual if casual != tournament else 0,
        ]

    def relate(self, entries: Iterable[Entry]) -> None:
        """Note what terms of the rulings of all rows were renamed, and what contradicts them; not what they said
        otherwise themselves before."""
        for number, entry in enumerate(entries):
            if renamed := renamed_terms(entry):
                self.renamed[number] = [self.terms.number(term) for term in sorted(renamed)]
            for each in entry.opposed:
                if not each.older and each.ruling != entry.life.id:
                    since = days_of(each.date).first.isoformat() if each.date else ""
                    self.against.setdefault(number, []).append((each.versions, since))

    def _new(self, life: Life) -> int:
        """When a ruling was said anew: years and versions."""
        fresh = [each for each in life.stated if each.change is Change.FIRST_SEEN or each.reworded]
        years = sorted({each.date[:4] for each in fresh if each.date})
        self.years.update(years)
        return self.news.number_of([*years, *dict.fromkeys(str(each.version) for each in fresh)])

    def _mark(self, stated: Attestation) -> int:
        """What a version calls a ruling, and what it is to tournaments."""
        own = stated.section is SectionKind.TOURNAMENT and bool(stated.label)
        meanings = self.base.kb.versions[stated.version].marks
        differs = any(meanings.get(mark) == "tournament" for mark in stated.marks)
        self.kinds.add(stated.kind)
        said = stated.label or self.base.words(RULED.get(stated.kind, "ruled.clarification"))
        return self.marks.number_of([stated.kind, said, 2 if differs else int(own)])

    def _wordings(self, calendar: Calendar, entry: Entry, play: Play) -> list[list[object]]:
        found = find_intervals(entry.life, calendar, play)
        after = (*found[1:], None)
        return [self._wording(entry, each, newer) for each, newer in zip(found, after, strict=True)]

    def _wording(self, entry: Entry, interval: Interval, newer: Interval | None) -> list[object]:
        texts = [self.texts.number(self.laid[each.text]) for each in interval.stated]
        marks = [self._mark(each) for each in interval.stated]
        heads = [self._head(entry, each) for each in interval.stated]
        return [_once(texts), _once(marks), _once(heads), self._span(interval, newer)]

    def _lay(self, life: Life) -> None:
        """Lay the texts of a ruling out, items in lines; the same words in one way, or they would count as others.
        The entry of a shelf has no statements, as the life on its page has."""
        assert self.base.lives is not None
        for each in (*self.base.lives.by_name.get(life.id, life).stated, *life.stated):
            laid = self.base.itemised(each, self.here)
            if laid != each.text or each.text not in self.laid:
                self.laid[each.text] = laid

    def _span(self, interval: Interval, newer: Interval | None) -> int:
        """The versions that have a wording, and the days it is in force."""
        same, begins, ends = interval.stated, interval.begins, interval.ends
        doubted = newer is not None and interval.replaced and newer.begins.first != newer.begins.last
        return self.spans.number_of(
            [
                [str(each.version) for each in same],
                begins.first.isoformat() if begins.first else "",
                begins.last.isoformat(),
                ends.first.isoformat() if ends and ends.first else "",
                ends.last.isoformat() if ends else "",
                1 if interval.replaced else 2 * int(ends is not None and ends.ahead),
                self.grounds.number(ground_of(interval)),
                self.grounds.number(ending_of(interval)) if ends else -1,
                self.grounds.number(doubt(interval, newer)) if newer is not None and doubted else -1,
            ]
        )

    def _head(self, entry: Entry, stated: Attestation) -> int:
        """The terms under which a version states a ruling, its own first."""
        named = sorted(terms_of(entry, stated), key=lambda term: (term != stated.term, term))
        return self.heads.number_of([self.terms.number(term) for term in named])
