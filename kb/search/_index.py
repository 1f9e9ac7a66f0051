"""The index: records come in once, questions are answered from it; SQLite's full text search (FTS5) does the work.

Words are stemmed (porter), accents dropped. The order of what is found is that of `docs/search.md`, its figures are
those of `kb.search.ranking`; words are weighed by bm25. Equal scores keep the order of kind and id, so that one
question has one answer. No question makes it raise.
"""

import json
import sqlite3
import weakref
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kb.answers.search import CLOSING, OPENING, Group, Hit, Kind, Record, Results
from kb.lexicon import SLIPS
from kb.search._meant import Lexis, shortened, spoken_words, stood_for
from kb.search._names import Spelled, begun_by, typed_words
from kb.search._question import Asked, ask, trim
from kb.search._typed import joined_names, joined_words, spelled_words
from kb.search.ranking import RANKING
from kb.spelling import exact_key, name_key, stem_key
from kb.store import STORE, open_kept

if TYPE_CHECKING:
    from kb.terms import Inventory

_TABLES = (
    "create table names{} (key text not null, stem text not null, spelling text not null, name text not null, "
    "words text not null)",
    "create table records{} (id integer primary key, kind text, record text not null, keys text not null, weight real)",
    'create virtual table words{} using fts5 (text, title, names, joined, tokenize = "porter unicode61 '
    'remove_diacritics 2")',
    "create table spoken{} (place integer primary key, word text not null)",
)
_INDEXES = ("create index key{0} on names{0} (key)", "create index stem{0} on names{0} (stem)")
_WEIGHTS = "1.0, 2.0, 4.0, 0.5"
_SNIPPET_WORDS = 32
_EXACT = "="
"""Stands before the exact names of a card among its keys."""
_WHOLE = "@"
"""Stands before the keys of a text as such."""
_ORDER = {Kind.TERM: 0, Kind.CARD: 1, Kind.RULING: 2, Kind.CLAUSE: 3}
Row = tuple[int, str, str, float, float]
"""A record that matches: its number, kind, keys, weight and bm25."""


def open_index(folder: Path, store: Path = STORE) -> "SearchIndex | None":
    """The index of a corpus as it was kept, or None when there is none or anything has changed."""
    kept = open_kept(folder, store)
    return SearchIndex(kept.database, kept.suffix) if kept is not None else None


def write_index(database: sqlite3.Connection, suffix: str, records: Iterable[Record], inventory: "Inventory") -> None:
    """Write an index into tables of its own, whose names end with the suffix."""
    for table in _TABLES:
        database.execute(table.format(suffix))
    texts, named = [], list[tuple[str, tuple[str, ...]]]()
    for number, record in enumerate(records, 1):
        texts.append(record.text)
        keys = sorted({name_key(name) for name in record.names} - {""})
        if record.kind is Kind.CARD:
            keys += sorted({f"{_EXACT}{exact_key(name)}" for name in record.names})
        keys = [_WHOLE, *keys] if record.group is Group.WHOLE else keys
        row = (number, record.kind.value, _dump(record), " ".join(keys), record.weight)
        database.execute(f"insert into records{suffix} values (?, ?, ?, ?, ?)", row)
        words = (record.text, record.title, " ".join((*record.names, record.also)), _typed(record))
        query = f"insert into words{suffix} (rowid, text, title, names, joined) values (?, ?, ?, ?, ?)"
        database.execute(query, (number, *map(_printable, words)))
        if record.group is Group.WHOLE:
            named.append((record.title, record.names))
    for name, spellings in (*((term.name, term.spellings) for term in inventory.terms), *named):
        rows = [(name_key(each), stem_key(each), each, name, typed_words(each)) for each in spellings]
        database.executemany(f"insert into names{suffix} values (?, ?, ?, ?, ?)", rows)
    database.executemany(f"insert into spoken{suffix} values (?, ?)", enumerate(spoken_words(texts)))
    for index in _INDEXES:
        database.execute(index.format(suffix))


class SearchIndex:
    """An index of records, in tables whose names end with a suffix; its database is closed when nobody holds it any
    more. An index that is damaged makes a question raise sqlite3.DatabaseError."""

    def __init__(self, database: sqlite3.Connection, suffix: str = "") -> None:
        self.database = database
        self.suffix = suffix
        weakref.finalize(self, database.close)

    @classmethod
    def of(cls, records: Iterable[Record], inventory: "Inventory") -> "SearchIndex":
        """An index in memory."""
        database = sqlite3.connect(":memory:")
        with database:
            write_index(database, "", records, inventory)
        return cls(database)

    def find(self, words: str, kinds: Sequence[Kind] = (), limit: int = 20) -> Results:
        """The best records for some words; of some kinds only where any are given."""
        asked = self._ask(words)
        shown = " ".join(_printable(words).split())
        if not asked.parts:
            return Results(shown, (), 0, 0)
        begun, whole = self._named_so_far(asked)
        having = self._whole(asked, kinds, begun, whole=whole)
        had = len(having) if whole or not asked.unknown else 0
        keys = self._keys(asked)
        meant = self._meant(asked) if had <= RANKING.few and not whole else ()
        meant = tuple(dict.fromkeys((*self._stood_for(words, keys), *meant)))[: SLIPS.most]
        groups, apart = self._grouped(asked, kinds, having)
        rows = [row for group in groups for row in group]
        close = self._close(asked) | dict.fromkeys(apart, 0.0)
        scale = _Scale(asked, keys, begun, close, _called_nearly(rows, asked, keys))
        ranked = [row for group in groups for row in sorted(group, key=scale.order)]
        hits = tuple(self._hit(row[0], scale.score(row), asked.some()) for row in ranked[: max(0, limit)])
        return Results(shown, hits, len(rows), had, meant)

    def _named_so_far(self, asked: Asked) -> tuple[Mapping[str, int], bool]:
        """The keys of the terms whose names begin as is asked, each with its place, and whether they do with all its
        words; else with those that something has."""
        if asked.quoted:
            return begun_by(self._spelled(), typed_words(" ".join(asked.typed)), quoted=True), False
        whole = self._begun(asked.typed) if asked.bare else {}
        if whole or not asked.unknown or not asked.bare:
            return whole, bool(whole)
        return self._begun(asked.words), False

    def _whole(self, asked: Asked, kinds: Sequence[Kind], begun: Mapping[str, int], *, whole: bool) -> list[Row]:
        """What has all parts of a question, or is named as is asked so far; that alone where all its words name it
        (`whole`) and some are in no text."""
        having = [] if whole and asked.unknown else self._match(asked.every(), kinds)
        held = {row[0] for row in having}
        return [*having, *(row for row in self._things(kinds) if row[0] not in held and _places(row, begun))]

    def _grouped(
        self, asked: Asked, kinds: Sequence[Kind], having: list[Row]
    ) -> tuple[Sequence[Sequence[Row]], frozenset[int]]:
        """What has all parts of a question, then what lacks one, and so on; and the texts that have all far apart: they
        stand among those that lack one, where there are any."""
        nearly = self._nearly(asked, kinds, having)
        if not nearly:
            return [having], frozenset()
        apart = self._apart(asked)
        lacking = [*nearly[0], *(row for row in having if row[0] in apart)]
        return [[row for row in having if row[0] not in apart], lacking, *nearly[1:]], apart

    def _nearly(self, asked: Asked, kinds: Sequence[Kind], having: Sequence[Row]) -> list[list[Row]]:
        """What lacks one part, then what lacks two, and so on, until there is enough; most parts it has, or some where
        nothing has most."""
        many, held = len(asked.parts), {row[0] for row in having}
        if many == 1 or (held and not _lackable(asked)):
            return []
        parts = Counter(row[0] for part in asked.parts for row in self._match(part, kinds))
        others = [row for row in self._match(asked.some(), kinds) if row[0] not in held]
        groups: list[list[Row]] = []
        for lacked in range(1, many):
            if len(held) >= (RANKING.enough if lacked <= _lackable(asked) else 1):
                break
            groups.append([row for row in others if parts[row[0]] == many - lacked])
            held.update(row[0] for row in groups[-1])
        return groups

    def _match(self, expression: str, kinds: Sequence[Kind]) -> list[Row]:
        """Rows that match: number, kind, keys, weight, bm25 (positive, higher is better)."""
        end = self.suffix
        wanted = [kind.value for kind in kinds or Kind]
        marks = ", ".join("?" * len(wanted))
        query = (
            f"select r.id, r.kind, r.keys, r.weight, -bm25(words{end}, {_WEIGHTS}) "
            f"from words{end} w join records{end} r on r.id = w.rowid where words{end} match ? and r.kind in ({marks})"
        )
        try:
            return self.database.execute(query, (expression, *wanted)).fetchall()
        except sqlite3.OperationalError:
            return []  # an expression the index cannot read asks for nothing

    def _close(self, asked: Asked) -> dict[int, float]:
        """What texts earn that have all words of a question themselves, not in names alone, and close together."""
        earned = dict.fromkeys(self._having(asked.together()), RANKING.together)
        for within, worth in reversed(RANKING.near):
            earned |= dict.fromkeys(self._having(asked.close(within)), worth)
        return earned

    def _apart(self, asked: Asked) -> frozenset[int]:
        """The texts that have all words of a question themselves, and far apart."""
        return self._having(asked.together()) - self._having(asked.close(RANKING.far))

    def _having(self, expression: str) -> frozenset[int]:
        """The numbers of the records that match; none for no expression."""
        query = f"select rowid from words{self.suffix} where words{self.suffix} match ?"
        return frozenset(row[0] for row in self.database.execute(query, (expression,))) if expression else frozenset()

    def _hit(self, number: int, score: float, expression: str) -> Hit:
        end = self.suffix
        query = (
            f"select r.record, snippet(words{end}, 0, ?, ?, '…', {_SNIPPET_WORDS}) "
            f"from words{end} w join records{end} r on r.id = w.rowid where words{end} match ? and w.rowid = ?"
        )
        found = self.database.execute(query, (OPENING, CLOSING, expression, number)).fetchone()
        if found:
            return Hit(_load(found[0]), round(score, 4), found[1])
        record = _load(self.database.execute(f"select record from records{end} where id = ?", (number,)).fetchone()[0])
        words = record.text.split()
        return Hit(record, round(score, 4), " ".join(words[:_SNIPPET_WORDS]) + "…" * (len(words) > _SNIPPET_WORDS))

    def _spellings(self, key: str) -> Sequence[str]:
        """The spellings of the terms that a key names."""
        names = f"names{self.suffix}"
        same = f"select name from {names} where key = ?"
        query = f"select distinct spelling from {names} where name in ({same}) order by spelling"
        return [row[0] for row in self.database.execute(query, (key,))]

    def _keys(self, asked: Asked) -> frozenset[str]:
        """The keys of the term that the whole question names, in any spelling; else of any name of its stem; else the
        same of its words that tell something."""
        names = f"names{self.suffix}"
        query = f"select distinct key from {names} where name in (select name from {names} where {{}} = ?)"
        for words in filter(None, dict.fromkeys((asked.words, asked.telling))):
            question = " ".join(words)
            found = self.database.execute(query.format("key"), (name_key(question),)).fetchall()
            if not found and len(words) <= 3:
                found = self.database.execute(query.format("stem"), (stem_key(question),)).fetchall()
            if found:
                return frozenset(row[0] for row in found)
        return frozenset()

    def _begun(self, words: Sequence[str]) -> Mapping[str, int]:
        """The keys of the terms of which words begin as some do, else as they do without what tells nothing at their
        ends, each with its place."""
        spelled = self._spelled()
        return begun_by(spelled, typed_words(" ".join(words))) or begun_by(spelled, typed_words(" ".join(trim(words))))

    def _spelled(self) -> Sequence[Spelled]:
        """The spellings of all terms."""
        return self.database.execute(f"select key, name, words from names{self.suffix}").fetchall()

    def _things(self, kinds: Sequence[Kind]) -> list[Row]:
        """The rows of terms, cards and texts as such, of words that do not matter."""
        wanted = [kind.value for kind in (Kind.TERM, Kind.CARD) if kind in (kinds or Kind)]
        marks = ", ".join("?" * len(wanted))
        query = f"select id, kind, keys, weight, 0.0 from records{self.suffix} where kind in ({marks}) or keys like ?"
        whole = f"{_WHOLE} %" if Kind.CLAUSE in (kinds or Kind) else ""
        return self.database.execute(query, (*wanted, whole)).fetchall()

    def _meant(self, asked: Asked) -> tuple[str, ...]:
        """What may have been meant by the words that nothing has, or next to nothing and no name."""
        unknown = [word for word in dict.fromkeys(asked.typed) if not self._known(word)]
        if not unknown and self._spellings(name_key(" ".join(asked.typed))):
            return ()
        rare = [word for word in dict.fromkeys(asked.telling) if word not in unknown and self._rare(word)]
        if not unknown and not rare:
            return ()
        spoken = self.database.execute(f"select word from spoken{self.suffix} order by place")
        return Lexis(self._spelled(), [row[0] for row in spoken]).meant(asked.typed, unknown, rare)

    def _stood_for(self, question: str, keys: frozenset[str]) -> tuple[str, ...]:
        """The names that a question of capitals stands for, unless something is called so."""
        letters = shortened(question)
        return stood_for(letters, self._spelled()) if letters and not keys else ()

    def _known(self, word: str) -> bool:
        key = name_key(word)
        return bool((key and self._spellings(key)) or self._match(self._ask(word).every(), ()))

    def _rare(self, word: str) -> bool:
        """Whether next to nothing has a word, and no name."""
        expression = self._ask(word).every()
        return len(self._match(expression, ())) <= RANKING.few and not self._match(f"names : ({expression})", ())

    def _ask(self, question: str) -> Asked:
        return ask(question, self._spellings, lambda part: bool(self._match(part, ())))


@dataclass(frozen=True, slots=True)
class _Scale:
    """What records are ranked by: the question, the keys of what it names, the places of what begins so, what texts
    earn that have its words close, and the cards that are asked for by the key of their name alone."""

    asked: Asked
    keys: frozenset[str]
    begun: Mapping[str, int]
    close: Mapping[int, float]
    nearly: frozenset[int]

    def order(self, row: Row) -> tuple[float, int, int]:
        """The best first; equal ones by kind and number."""
        return -self.score(row), _ORDER[Kind(row[1])], row[0]

    def score(self, row: Row) -> float:
        """What a record is to the question, and how well its words answer."""
        number, kind, own, weight, bm25 = row
        mine, is_ruling = frozenset(own.split(" ")), kind == Kind.RULING.value
        places = _places(row, self.begun)
        tier = 0.0
        if mine & (self.keys | {self.asked.whole}):
            tier = RANKING.ruled if is_ruling else RANKING.thing
        elif places:
            return (RANKING.begun_beside if self.keys else RANKING.begun) - RANKING.step * (min(places) + 1)
        elif is_ruling and mine & self.asked.named and weight >= 0:
            tier = RANKING.under
        lost = RANKING.lesser if number in self.nearly else 0.0
        earned = max(bm25, 0.0)
        return round(tier + weight + self.close.get(number, 0.0) - lost + earned / (earned + RANKING.half), 6)


def _places(row: Row, begun: Mapping[str, int]) -> list[int]:
    """The places of a term, a card or a text as such among those whose names begin as is asked."""
    keys, things = row[2].split(" "), {Kind.TERM.value, Kind.CARD.value}
    return [begun[key] for key in keys if key in begun] if row[1] in things or keys[0] == _WHOLE else []


def _lackable(asked: Asked) -> int:
    """How many parts of a question a text may lack that has most of them."""
    return len(asked.parts) - (len(asked.parts) // 2 + 1)


def _called_nearly(rows: Iterable[Row], asked: Asked, keys: frozenset[str]) -> frozenset[int]:
    """The cards that are asked for by the key of their name alone, where one is asked for by its very name."""
    exact = _EXACT + exact_key(" ".join(asked.words))
    own = {number: names.split(" ") for number, kind, names, _, _ in rows if kind == Kind.CARD.value}
    asked_for = {number: names for number, names in own.items() if (keys | {asked.whole}).intersection(names)}
    nearly = frozenset(number for number, names in asked_for.items() if exact not in names)
    return nearly if len(nearly) < len(asked_for) else frozenset()


def _typed(record: Record) -> str:
    """The words of a record as they are typed too."""
    text = " ".join((record.text, record.title, *record.names))
    return " ".join(sorted(joined_words(text) | spelled_words(text) | joined_names(record)))


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text)


def _dump(record: Record) -> str:
    values = [record.kind.value, record.id, record.head, record.text, record.address]
    return json.dumps([*values, record.work, record.edition, record.same], ensure_ascii=False)


def _load(text: str) -> Record:
    kind, ident, title, words, address, work, edition, same = json.loads(text)
    return Record(Kind(kind), ident, title, words, address, work=work, edition=edition, same=same)
