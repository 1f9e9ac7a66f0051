"""The index: records come in once, questions are answered from it; SQLite's full text search (FTS5) does the work.

Words are stemmed (porter), accents dropped. A question that names a term is answered with the term first, then the
rulings stated under it, then what else has the words, by bm25. Equal scores keep the order of kind and id, so that
one question has one answer. No question makes it raise.
"""

import json
import re
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from kb.lexicon import suggest_terms
from kb.queries.search import CLOSING, OPENING, Hit, Kind, Record, Results
from kb.search._question import Asked, ask
from kb.terms import Inventory, name_key, stem_key, unaccented
from kb.text import fold_word

_SCHEMA = """
create table meta (key text primary key, value text not null);
create table names (key text not null, stem text not null, spelling text not null, name text not null);
create table records (id integer primary key, kind text, record text not null, keys text not null, weight real);
create virtual table words using fts5 (text, title, names, joined, tokenize = "porter unicode61 remove_diacritics 2");
"""
_NAMES_INDEX = "create index names_key on names (key); create index names_stem on names (stem);"
_WEIGHTS = "1.0, 2.0, 4.0, 0.5"
_SNIPPET_WORDS = 32
_MEANT = 5
_HALF = 10.0
"""The bm25 that counts half of what words alone can earn."""
_ORDER = {Kind.TERM: 0, Kind.CARD: 1, Kind.RULING: 2, Kind.CLAUSE: 3}
_HYPHENED = re.compile(r"[^\W_]+(?:[-‐‑][^\W_]+)+")


class SearchIndex:
    """An index of records; in memory unless opened from a file."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self.database = database

    @classmethod
    def of(cls, records: Iterable[Record], inventory: Inventory, key: str = "") -> "SearchIndex":
        """An index in memory; `key` says of what state of the sources."""
        database = sqlite3.connect(":memory:")
        with database:
            database.executescript(_SCHEMA)
            database.execute("insert into meta values ('key', ?)", (key,))
            for number, record in enumerate(records, 1):
                keys = sorted({name_key(name) for name in record.names} - {""})
                row = (number, record.kind.value, _dump(record), " ".join(keys), record.weight)
                database.execute("insert into records values (?, ?, ?, ?, ?)", row)
                words = (record.text, record.title, " ".join((*record.names, record.also)), _joined(record))
                values = (number, *map(_printable, words))
                database.execute("insert into words (rowid, text, title, names, joined) values (?, ?, ?, ?, ?)", values)
            for term in inventory.terms:
                rows = [(name_key(each), stem_key(each), each, term.name) for each in term.spellings]
                database.executemany("insert into names values (?, ?, ?, ?)", rows)
            database.executescript(_NAMES_INDEX)
        return cls(database)

    def save(self, path: Path) -> None:
        """Write the index to a file that is not there yet; raises sqlite3.Error or OSError."""
        disk = sqlite3.connect(path)
        try:
            self.database.backup(disk)
        finally:
            disk.close()

    @property
    def key(self) -> str:
        """What it was made for."""
        found = self.database.execute("select value from meta where key = 'key'").fetchone()
        return found[0] if found else ""

    def find(self, words: str, kinds: Sequence[Kind] = (), limit: int = 20) -> Results:
        """The best records for some words; of some kinds only where any are given."""
        asked = ask(words, self._spellings)
        shown = " ".join(_printable(words).split())
        if not asked.parts:
            return Results(shown, (), 0)
        expression = asked.every()
        rows = self._match(expression, kinds)
        meant = () if rows else self._meant(asked)
        if not rows and len(asked.parts) > 1:
            expression = asked.some()
            rows = self._match(expression, kinds)
        keys = self._keys(asked)
        ranked = sorted((-_score(row, asked, keys), _ORDER[Kind(row[1])], row[0], row) for row in rows)
        hits = tuple(self._hit(row[0], -score, expression) for score, _, _, row in ranked[: max(0, limit)])
        return Results(shown, hits, len(rows), meant)

    def _match(self, expression: str, kinds: Sequence[Kind]) -> list[tuple[int, str, str, float, float]]:
        """Rows that match: number, kind, keys, weight, bm25 (positive, higher is better)."""
        wanted = [kind.value for kind in kinds or Kind]
        query = (
            f"select r.id, r.kind, r.keys, r.weight, -bm25(words, {_WEIGHTS}) from words join records r on "
            f"r.id = words.rowid where words match ? and r.kind in ({', '.join('?' * len(wanted))})"
        )
        try:
            return self.database.execute(query, (expression, *wanted)).fetchall()
        except sqlite3.Error:
            return []  # an expression the index cannot read asks for nothing

    def _hit(self, number: int, score: float, expression: str) -> Hit:
        query = (
            f"select r.record, snippet(words, 0, ?, ?, '…', {_SNIPPET_WORDS}) from words join records r on "
            "r.id = words.rowid where words match ? and words.rowid = ?"
        )
        found = self.database.execute(query, (OPENING, CLOSING, expression, number)).fetchone()
        return Hit(_load(found[0]), round(score, 4), found[1])

    def _spellings(self, key: str) -> Sequence[str]:
        """The spellings of the terms that a key names."""
        query = (
            "select distinct spelling from names where name in (select name from names where key = ?) order by spelling"
        )
        return [row[0] for row in self.database.execute(query, (key,))]

    def _keys(self, asked: Asked) -> frozenset[str]:
        """The keys of the term that the whole question names, in any spelling; else of any name of its stem."""
        query = "select distinct key from names where name in (select name from names where {} = ?)"
        found = self.database.execute(query.format("key"), (asked.whole,)).fetchall()
        if not found and len(asked.words) <= 3:
            stem = stem_key(" ".join(asked.words))
            found = self.database.execute(query.format("stem"), (stem,)).fetchall()
        return frozenset(row[0] for row in found)

    def _meant(self, asked: Asked) -> tuple[str, ...]:
        """Names that may have been meant by the words that nothing has."""
        unknown = [word for word in dict.fromkeys(asked.words) if not self._known(word)]
        if not unknown:
            return ()
        names = {unaccented(row[0]): row[1] for row in self.database.execute("select spelling, name from names")}
        wanted = [" ".join(asked.words)] if len(unknown) == len(asked.words) else []
        found = [names[each] for word in (*wanted, *unknown) for each in suggest_terms(unaccented(word), names)]
        return tuple(dict.fromkeys(found))[:_MEANT]

    def _known(self, word: str) -> bool:
        key = name_key(word)
        return bool((key and self._spellings(key)) or self._match(ask(word, lambda _: ()).every(), ()))


def _score(row: tuple[int, str, str, float, float], asked: Asked, keys: frozenset[str]) -> float:
    """3 for the thing itself, 2 for a ruling under it, 1 for one under a term among the words; and the words."""
    _, kind, own, weight, bm25 = row
    mine = frozenset(own.split(" "))
    tier = 0.0
    if mine & (keys | {asked.whole}):
        tier = 2.0 if kind == Kind.RULING.value else 3.0
    elif kind == Kind.RULING.value and mine & asked.named:
        tier = 1.0
    earned = max(bm25, 0.0)
    return round(tier + weight + earned / (earned + _HALF), 6)


def _joined(record: Record) -> str:
    """The words with hyphens of a record as they are without: `underdeeps` for `Under-deeps`."""
    text = " ".join((record.text, record.title, *record.names))
    return " ".join(sorted({re.sub(r"[-‐‑]", "", fold_word(word)) for word in _HYPHENED.findall(text)}))


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text)


def _dump(record: Record) -> str:
    values = [record.kind.value, record.id, record.title, record.text, record.address]
    return json.dumps([*values, record.work, record.edition, record.same], ensure_ascii=False)


def _load(text: str) -> Record:
    kind, ident, title, words, address, work, edition, same = json.loads(text)
    return Record(Kind(kind), ident, title, words, address, work=work, edition=edition, same=same)
