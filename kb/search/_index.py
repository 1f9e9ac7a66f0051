"""The index: records come in once, questions are answered from it; SQLite's full text search (FTS5) does the work.

Words are stemmed (porter), accents dropped. A question that names a term is answered with the term first, then the
rulings stated under it, then what else has the words, by bm25 and by how close they stand in its text, then, where
that is little, what has most of them, or some where nothing has most. Equal scores keep the order of kind and
id, so that one question has one answer. No question makes it raise.
"""

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kb.lexicon import NEAR, suggest_terms, unaccented
from kb.queries.search import CLOSING, OPENING, Hit, Kind, Record, Results
from kb.search._question import Asked, ask
from kb.spelling import exact_key, name_key, stem_key
from kb.store import STORE, open_kept
from kb.text import fold_word

if TYPE_CHECKING:
    from kb.terms import Inventory

_TABLES = (
    "create table names{} (key text not null, stem text not null, spelling text not null, name text not null)",
    "create table records{} (id integer primary key, kind text, record text not null, keys text not null, weight real)",
    'create virtual table words{} using fts5 (text, title, names, joined, tokenize = "porter unicode61 '
    'remove_diacritics 2")',
)
_INDEXES = ("create index key{0} on names{0} (key)", "create index stem{0} on names{0} (stem)")
_WEIGHTS = "1.0, 2.0, 4.0, 0.5"
_SNIPPET_WORDS = 32
_MEANT = 5
_FEW = 3
"""A word that no more records have, and no name, may be a misprint of theirs."""
_NEARER = 80.0
"""How like a name a word must be that some text has."""
_HALF = 10.0
"""The bm25 that counts half of what words alone can earn."""
_TOGETHER, _CLOSE, _WITHIN = 0.1, 0.2, 8
"""What a text earns that has all words itself; that has them with no more than so many others between."""
_FAR = 40
"""A text that has all words of a question with more than so many others between stands among those that lack one."""
_LESSER = 0.5
"""What a card has less that is not called as was asked, letter by letter, where another card is (`Kite`, `Kites`)."""
_ENOUGH = 8
"""Where fewer have all parts of a question, what has most of them follows."""
_EXACT = "="
"""Stands before the exact names of a card among its keys."""
_ORDER = {Kind.TERM: 0, Kind.CARD: 1, Kind.RULING: 2, Kind.CLAUSE: 3}
Row = tuple[int, str, str, float, float]
"""A record that matches: its number, kind, keys, weight and bm25."""
_PARTED = re.compile(r"(?<![^\W_])[^\W_]++(?:(?:[-‐‑]|['’](?=[^\W_]{2}))[^\W_]++)+")
"""A word with hyphens or apostrophes in it (`O'Malley`); what ends in `'s` or `'t` is no part of a name."""


def open_index(folder: Path, store: Path = STORE) -> "SearchIndex | None":
    """The index of a corpus as it was kept, or None when there is none or anything has changed."""
    kept = open_kept(folder, store)
    return SearchIndex(kept.database, kept.suffix) if kept is not None else None


def write_index(database: sqlite3.Connection, suffix: str, records: Iterable[Record], inventory: "Inventory") -> None:
    """Write an index into tables of its own, whose names end with the suffix."""
    for table in _TABLES:
        database.execute(table.format(suffix))
    for number, record in enumerate(records, 1):
        keys = sorted({name_key(name) for name in record.names} - {""})
        if record.kind is Kind.CARD:
            keys += sorted({f"{_EXACT}{exact_key(name)}" for name in record.names})
        row = (number, record.kind.value, _dump(record), " ".join(keys), record.weight)
        database.execute(f"insert into records{suffix} values (?, ?, ?, ?, ?)", row)
        words = (record.text, record.title, " ".join((*record.names, record.also)), _joined(record))
        query = f"insert into words{suffix} (rowid, text, title, names, joined) values (?, ?, ?, ?, ?)"
        database.execute(query, (number, *map(_printable, words)))
    for term in inventory.terms:
        rows = [(name_key(each), stem_key(each), each, term.name) for each in term.spellings]
        database.executemany(f"insert into names{suffix} values (?, ?, ?, ?)", rows)
    for index in _INDEXES:
        database.execute(index.format(suffix))


class SearchIndex:
    """An index of records, in tables whose names end with a suffix. An index that is damaged makes a question raise
    sqlite3.DatabaseError."""

    def __init__(self, database: sqlite3.Connection, suffix: str = "") -> None:
        self.database = database
        self.suffix = suffix

    @classmethod
    def of(cls, records: Iterable[Record], inventory: "Inventory") -> "SearchIndex":
        """An index in memory."""
        database = sqlite3.connect(":memory:")
        with database:
            write_index(database, "", records, inventory)
        return cls(database)

    def find(self, words: str, kinds: Sequence[Kind] = (), limit: int = 20) -> Results:
        """The best records for some words; of some kinds only where any are given."""
        asked = ask(words, self._spellings)
        shown = " ".join(_printable(words).split())
        if not asked.parts:
            return Results(shown, (), 0, 0)
        groups = [self._match(asked.every(), kinds)]
        had = len(groups[0])
        meant = self._meant(asked) if had <= _FEW else ()
        groups += self._nearly(asked, kinds, groups[0])
        apart = self._apart(asked) if len(groups) > 1 else frozenset[int]()
        if apart:
            groups[1] += [row for row in groups[0] if row[0] in apart]
            groups[0] = [row for row in groups[0] if row[0] not in apart]
        keys, close = self._keys(asked, had), self._close(asked)
        rows = [row for group in groups for row in group]
        close |= dict.fromkeys(apart, 0.0)
        for number in _called_nearly(rows, asked, keys):
            close[number] = close.get(number, 0.0) - _LESSER
        scored = [
            [(-_score(row, asked, keys, close), _ORDER[Kind(row[1])], row[0]) for row in group] for group in groups
        ]
        ranked = [(number, -score) for group in scored for score, _, number in sorted(group)]
        hits = tuple(self._hit(number, score, asked.some()) for number, score in ranked[: max(0, limit)])
        return Results(shown, hits, len(rows), had, meant)

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
            if len(held) >= (_ENOUGH if lacked <= _lackable(asked) else 1):
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
        earned = dict.fromkeys(self._having(asked.together("text")), _TOGETHER)
        return earned | dict.fromkeys(self._having(asked.close("text", _WITHIN)), _CLOSE)

    def _apart(self, asked: Asked) -> frozenset[int]:
        """The texts that have all words of a question themselves, and far apart."""
        return self._having(asked.together("text")) - self._having(asked.close("text", _FAR))

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
        return Hit(_load(found[0]), round(score, 4), found[1])

    def _spellings(self, key: str) -> Sequence[str]:
        """The spellings of the terms that a key names."""
        names = f"names{self.suffix}"
        same = f"select name from {names} where key = ?"
        query = f"select distinct spelling from {names} where name in ({same}) order by spelling"
        return [row[0] for row in self.database.execute(query, (key,))]

    def _keys(self, asked: Asked, had: int) -> frozenset[str]:
        """The keys of the term that the whole question names, in any spelling; else of any name of its stem; else the
        same of its words that tell something, and, where nothing has them all, that anything has."""
        names = f"names{self.suffix}"
        query = f"select distinct key from {names} where name in (select name from {names} where {{}} = ?)"
        telling = asked.telling if had else tuple(word for word in asked.telling if self._known(word))
        for words in filter(None, dict.fromkeys((asked.words, telling))):
            question = " ".join(words)
            found = self.database.execute(query.format("key"), (name_key(question),)).fetchall()
            if not found and len(words) <= 3:
                found = self.database.execute(query.format("stem"), (stem_key(question),)).fetchall()
            if found:
                return frozenset(row[0] for row in found)
        return frozenset()

    def _meant(self, asked: Asked) -> tuple[str, ...]:
        """Names that may have been meant by the words that nothing has, or next to nothing and no name."""
        unknown = [word for word in dict.fromkeys(asked.words) if not self._known(word)]
        rare = [word for word in dict.fromkeys(asked.telling) if word not in unknown and self._rare(word)]
        if not unknown and not rare:
            return ()
        names = {
            unaccented(row[0]): row[1]
            for row in self.database.execute(f"select spelling, name from names{self.suffix}")
        }
        whole = unaccented(" ".join(asked.words))
        found = suggest_terms(whole, names, near=NEAR if len(unknown) == len(asked.words) else _NEARER)
        found += tuple(each for word in unknown for each in suggest_terms(unaccented(word), names))
        found += tuple(each for word in rare for each in suggest_terms(unaccented(word), names, near=_NEARER))
        return tuple(dict.fromkeys(names[each] for each in found))[:_MEANT]

    def _known(self, word: str) -> bool:
        key = name_key(word)
        return bool((key and self._spellings(key)) or self._match(ask(word, lambda _: ()).every(), ()))

    def _rare(self, word: str) -> bool:
        """Whether next to nothing has a word, and no name."""
        expression = ask(word, self._spellings).every()
        return len(self._match(expression, ())) <= _FEW and not self._match(f"names : ({expression})", ())


def _score(row: Row, asked: Asked, keys: frozenset[str], close: Mapping[int, float]) -> float:
    """3 for the thing itself, 2 for a ruling under it, 1 for one still said under a term of it; and the words."""
    number, kind, own, weight, bm25 = row
    mine = frozenset(own.split(" "))
    tier = 0.0
    if mine & (keys | {asked.whole}):
        tier = 2.0 if kind == Kind.RULING.value else 3.0
    elif kind == Kind.RULING.value and mine & asked.named and weight >= 0:
        tier = 1.0
    earned = max(bm25, 0.0)
    return round(tier + weight + close.get(number, 0.0) + earned / (earned + _HALF), 6)


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


def _joined(record: Record) -> str:
    """The words with hyphens and apostrophes of a record as they are without: `underdeeps` for `Under-deeps`."""
    text = " ".join((record.text, record.title, *record.names))
    return " ".join(sorted({re.sub(r"[-‐‑']", "", fold_word(word)) for word in _PARTED.findall(text)}))


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text)


def _dump(record: Record) -> str:
    values = [record.kind.value, record.id, record.title, record.text, record.address]
    return json.dumps([*values, record.work, record.edition, record.same], ensure_ascii=False)


def _load(text: str) -> Record:
    kind, ident, title, words, address, work, edition, same = json.loads(text)
    return Record(Kind(kind), ident, title, words, address, work=work, edition=edition, same=same)
