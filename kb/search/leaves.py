"""Leaves: the records of a site come in, a page for each goes out, which the indexer of the site's search reads.

Such a page is read by no one: it has a record's words, its title and names, and as filters what results are narrowed
by and where the record stands. A record that stands nowhere on the site has none. Rules as emended and as published
that say the same to the letter under the same heading, as where a book reprints another, have one page together: it is
found among the rules of each book, and names the places of all. Beside them goes one table, which a browser needs
before it asks: the words of the search, the names that a question may mean, and the figures by which it ranks; and the
words of the texts, which it needs where something is misspelt.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import groupby

from kb.answers.search import Group, Kind, Record
from kb.grouping import group_pairs
from kb.html.quotes import curl
from kb.interface import RULED, Words
from kb.lexicon import SLIPS
from kb.packing import pack
from kb.search._meant import spoken_words
from kb.search._typed import joined_names, spelled_words
from kb.search.ranking import RANKING
from kb.spelling import name_key
from kb.terms import Inventory

PLACE, TOLD, TWIN, GROUP, VOLUME = "at", "told", "too", "group", "in"
_NAMED = {Group.TERM: "thing", Group.CARD: "thing", Group.WHOLE: "thing", Group.RULING: "ruled"}
"""The filters that tell the names of records by the number of the name: parts of one list, so that who asks for the
names of some group loads no list of the groups of all records."""
UNLISTED = frozenset({PLACE, TOLD, TWIN, GROUP, VOLUME})
"""Filters that only say what a record is, where it stands, what else to tell of it, and where the same stands too: the
index is not asked for them, and, unlike other words of a record, they are not searched. Pagefind counts at every
question how many of each list that was loaded it found, one by one: with that of all groups a browser took seconds for
a word that a third of a large corpus has. So what results are narrowed by and counted in is told in the table."""
SAID = (
    *("seek.all", "seek.any", "seek.busy", "seek.close", "seek.common", "seek.count", "seek.facet.group"),
    *("seek.facet.in", "seek.failed", "seek.having", "seek.having.one", "seek.hint", "seek.keys", "seek.label"),
    *(
        "seek.lost",
        "seek.meant",
        "seek.more",
        "seek.most",
        "seek.none",
        "seek.rest",
        "seek.short",
        "seek.single",
        "seek.some",
    ),
    *("seek.start", "seek.too", "seek.unknown", "seek.within"),
)
"""The words that the browser says."""
_CURRENT = frozenset({Group.RULE, Group.PUBLISHED})
_NOT_STATED = frozenset({Group.ANSWER, Group.ENDED})
"""What the page of a term does not count among its rulings."""


@dataclass(frozen=True, slots=True)
class Leaves:
    """What the search of a site is made of: pages by the name of their file, the table, and as JSON the words of the
    texts (`spoken_words`)."""

    pages: Mapping[str, str] = field(repr=False)
    table: Mapping[str, object] = field(repr=False)
    spoken: str = field(repr=False)

    def tell_table(self, parts: Sequence[str]) -> str:
        """The table as JSON, with the words that the `parts` of the index begin with."""
        return pack({**self.table, "parts": list(parts)})


def lay_leaves(records: Iterable[Record], inventory: Inventory, words: Words) -> Leaves:
    """A page for each record that stands somewhere, in the order of the records, and the table.

    The table is `{"words": {key: words}, "groups": [[group, words, words of one]], "volumes": {id: title}, "names":
    [spellings], "ranking": {name: figure}, "slips": {name: figure},
    "weights": [weight]}`; a name's place in it is the value of the filter
    `name`. Spellings that differ only in what `name_key` drops are told once. `"kinds": [[[group], [volume id],
    weight]]` and `"runs": [kind, how many, ...]` tell of the pages, in their order, what they are and what they lost.
    """
    placed = [record for record in records if record.address]
    twins = _find_twins(placed)
    again = {id(twin) for others in twins.values() for twin in others}
    names, numbers = _number_names(placed, inventory)
    stated = _Stated(record for record in placed if record.kind is Kind.RULING and record.group not in _NOT_STATED)
    pages, kinds = {}, []
    for number, record in enumerate(each for each in placed if id(each) not in again):
        kinds.append(_kind_of((record, *twins.get(id(record), ()))))
        told = _foot(record, stated.count(record), words)
        marks = [*_marks(record, numbers), ("filter", TOLD, told), *_twin_marks(twins.get(id(record), ()))]
        pages[f"{number:06}.html"] = _leaf(record, marks, words)
    seen = {record.group for record in placed}
    numbered = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
    table = {
        "words": {key.removeprefix("seek."): words(key, n="{n}", word="{word}", words="{words}") for key in SAID},
        "groups": [
            [group.value, words(f"group.{group.value}"), words(f"a.{group.value}")] for group in Group if group in seen
        ],
        "volumes": {record.volume.id: record.volume.title for record in placed if record.volume.id},
        "names": names,
        "ranking": RANKING.told(),
        "slips": SLIPS.told(),
        "kinds": list(numbered),
        "runs": [each for kind, run in groupby(kinds) for each in (numbered[kind], len(list(run)))],
    }
    return Leaves(pages, table, pack(spoken_words(record.text for record in placed)))


def _kind_of(records: Sequence[Record]) -> tuple[tuple[str, ...], tuple[str, ...], float]:
    """The groups and the volumes of a page that some records have together, and what the first of them lost."""
    groups = dict.fromkeys(record.group.value for record in records)
    volumes = dict.fromkeys(record.volume.id for record in records if record.volume.id)
    return tuple(groups), tuple(volumes), records[0].weight


class _Stated:
    """The rulings in force or listed, by the page they stand on and by the names they have."""

    def __init__(self, rulings: Iterable[Record]) -> None:
        self.on: Counter[str] = Counter()
        self.under: dict[str, set[str]] = {}
        for record in rulings:
            self.on[_page_of(record)] += 1
            for key in map(name_key, record.names):
                self.under.setdefault(key, set()).add(record.address)

    def count(self, record: Record) -> int:
        """How many there are on what a record names: those of its page, or, where none stands there, of its names."""
        keys = {name_key(name) for name in record.names}
        return self.on[_page_of(record)] or len({each for key in keys for each in self.under.get(key, ())})


def _page_of(record: Record) -> str:
    """The page a record stands on."""
    return record.address.partition("#")[0]


def _find_twins(records: Iterable[Record]) -> dict[int, list[Record]]:
    """The rules in force or as published that say what another one does, by the identity of that: an emended one where
    there is one, else the first."""
    current = (record for record in records if record.group in _CURRENT)
    alike = group_pairs(((record.text, _head(record)), record) for record in current)
    several = (sorted(each, key=lambda record: record.group is not Group.RULE) for each in alike.values() if each[1:])
    return {id(first): others for first, *others in several}


def _twin_marks(twins: Iterable[Record]) -> Iterator[tuple[str, str, str]]:
    """What the page of a record says of those that say the same: group, volume, and `[group, volume, address]`."""
    for twin in twins:
        yield "filter", GROUP, twin.group.value
        yield "filter", VOLUME, twin.volume.id
        told = [twin.group.value, twin.volume.title, twin.address]
        yield "filter", TWIN, pack(told)


def _leaf(record: Record, marks: Iterable[tuple[str, str, str]], words: Words) -> str:
    head = "".join(
        f'<meta data-pagefind-{how}="{name}[content]" content="{escape(value)}">'
        for how, name, value in dict.fromkeys(marks)
        if value
    )
    body = f"<body data-pagefind-body><p>{escape(curl(_text(record)))}</p></body>"
    return f'<!doctype html><html lang="{words.language}"><head>{head}</head>{body}</html>'


def _marks(record: Record, numbers: Mapping[str, Sequence[int]]) -> Iterator[tuple[str, str, str]]:
    """How a record's page says something, under which name, and what."""
    yield "meta", "title", curl(record.called or _head(record))
    if record.names:
        yield "meta", "names", "; ".join(record.names)
    yield "meta", "typed", " ".join(sorted(_spelled(record)))
    yield "filter", GROUP, record.group.value
    if record.volume.id:
        yield "filter", VOLUME, record.volume.id
    for number in sorted({number for name in record.names for number in numbers.get(name_key(name), ())}):
        yield "filter", _NAMED.get(record.group, "name"), str(number)
    yield "filter", PLACE, record.address


def _spelled(record: Record) -> frozenset[str]:
    """The words of a record as they are typed too."""
    return spelled_words(" ".join((_head(record), *record.names, _text(record)))) | joined_names(record)


def _text(record: Record) -> str:
    """The words of a record; its title where it has none but its names."""
    return record.title if set(record.text.split(", ")) <= {"", *record.names} else record.text


def _head(record: Record) -> str:
    """What a record is called where it stands."""
    if record.kind is Kind.CLAUSE and record.group is not Group.WHOLE:
        title = record.title.removeprefix(record.volume.title).removesuffix(f" ({record.edition})")
        return title.removeprefix(", ") or record.volume.title
    return (record.kind is Kind.RULING and next(iter(record.names), "")) or record.title


def _foot(record: Record, rulings: int, words: Words) -> str:
    """What else to tell of a record: where it stands, or how many rulings there are on it."""
    if record.kind is Kind.CLAUSE:
        return record.volume.title if record.group is not Group.WHOLE else ""
    if record.kind is Kind.RULING:
        return " · ".join(words(RULED[each]) if each in RULED else each for each in record.ruled)
    return words("seek.rulings", n=rulings) if rulings else ""


def _number_names(records: Iterable[Record], inventory: Inventory) -> tuple[list[list[str]], dict[str, list[int]]]:
    """The names that records have, each with its spellings, and by key the numbers of those it names."""
    wanted = {name_key(name): name for record in records for name in record.names}
    wanted.pop("", None)
    names: list[list[str]] = []
    numbers: dict[str, list[int]] = {}
    known = [term.spellings for term in inventory.terms]
    spelled = {name_key(name) for names in known for name in names}
    for spellings in (*known, *((name,) for key, name in wanted.items() if key not in spelled)):
        keys = {name_key(name): name for name in reversed(spellings)}
        if wanted.keys() & keys.keys():
            for key in keys:
                numbers.setdefault(key, []).append(len(names))
            names.append(list(dict.fromkeys(curl(keys[name_key(name)]) for name in spellings)))
    return names, numbers
