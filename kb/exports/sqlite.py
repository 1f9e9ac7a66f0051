"""The knowledge base as a database of SQLite, with a full text index over all that can be found (FTS5).

The database is made in memory; nothing is read or written here. The tables are described in docs/exports.md.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb.answers.emendation_list import as_items
from kb.answers.search import Record
from kb.exports._told import Item, begun, tell_documents, tell_rulings, tell_versions, tell_works
from kb.graph import Kb
from kb.queries.lacking import sort_changes

NAME = "sqlite"
WORDS = True
SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE source (path TEXT PRIMARY KEY, sha256 TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE work (id TEXT PRIMARY KEY, title TEXT NOT NULL, abbreviation TEXT NOT NULL, base TEXT NOT NULL)
  WITHOUT ROWID;
CREATE TABLE edition (id TEXT PRIMARY KEY, work TEXT NOT NULL REFERENCES work, role TEXT NOT NULL, date TEXT,
  path TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE clause (edition TEXT NOT NULL REFERENCES edition, place INTEGER NOT NULL, id TEXT NOT NULL,
  kind TEXT NOT NULL, section TEXT NOT NULL, label TEXT, line INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (edition, place)) WITHOUT ROWID;
CREATE INDEX clause_id ON clause (id);
CREATE TABLE version (id TEXT PRIMARY KEY, compendium TEXT NOT NULL, number TEXT NOT NULL, date TEXT,
  path TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE document (id TEXT PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL, date TEXT, path TEXT NOT NULL)
  WITHOUT ROWID;
CREATE TABLE ruling (id TEXT NOT NULL, compendium TEXT NOT NULL, term TEXT NOT NULL, section TEXT NOT NULL,
  kind TEXT NOT NULL, label TEXT, text TEXT NOT NULL, status TEXT NOT NULL, ground TEXT NOT NULL, effective TEXT,
  begins_first TEXT, begins_last TEXT, ends_first TEXT, ends_last TEXT, tournament INTEGER NOT NULL, address TEXT,
  PRIMARY KEY (id, compendium))
  WITHOUT ROWID;
CREATE INDEX ruling_term ON ruling (term);
CREATE TABLE alias (alias TEXT NOT NULL, ruling TEXT NOT NULL, PRIMARY KEY (alias, ruling)) WITHOUT ROWID;
CREATE TABLE supersedes (ruling TEXT NOT NULL, older TEXT NOT NULL);
CREATE TABLE attestation (ruling TEXT NOT NULL, version TEXT NOT NULL REFERENCES version,
  change TEXT NOT NULL, similarity REAL NOT NULL, term TEXT, line INTEGER, text TEXT, PRIMARY KEY (ruling, version))
  WITHOUT ROWID;
CREATE TABLE interval (ruling TEXT NOT NULL, play TEXT NOT NULL, version TEXT NOT NULL, begins_first TEXT,
  begins_last TEXT, ends_first TEXT, ends_last TEXT, ground TEXT NOT NULL, ends_ground TEXT, effective TEXT,
  PRIMARY KEY (ruling, play, version), FOREIGN KEY (ruling, version) REFERENCES attestation) WITHOUT ROWID;
CREATE TABLE emendation (work TEXT NOT NULL REFERENCES work, id TEXT NOT NULL, place INTEGER NOT NULL,
  clause TEXT NOT NULL, kind TEXT NOT NULL, unit TEXT NOT NULL, label TEXT, substantive INTEGER NOT NULL,
  published_text TEXT NOT NULL, emended_text TEXT NOT NULL, authority_status TEXT NOT NULL, effective TEXT,
  lacking TEXT, PRIMARY KEY (work, id)) WITHOUT ROWID;
CREATE TABLE authority (work TEXT NOT NULL, emendation TEXT NOT NULL, footnote TEXT NOT NULL, relation TEXT,
  similarity REAL, ruling TEXT, FOREIGN KEY (work, emendation) REFERENCES emendation);
CREATE INDEX authority_ruling ON authority (ruling);
CREATE TABLE entry (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, title TEXT NOT NULL,
  text TEXT NOT NULL, names TEXT NOT NULL, address TEXT, work TEXT, edition TEXT, edition_id TEXT,
  volume TEXT);
CREATE VIRTUAL TABLE search USING fts5 (title, names, text, content='entry', content_rowid='number',
  tokenize="unicode61 remove_diacritics 2");
"""


def export(kb: Kb, records: Sequence[Record] = ()) -> Mapping[str, bytes]:
    """One file, `knowledge.sqlite`; `PRAGMA user_version` is the number of its schema, 1."""
    connection = sqlite3.connect(":memory:")
    try:
        connection.executescript(f"PRAGMA user_version = 1; {SCHEMA}")
        for table, rows in _tables(kb, records):
            _fill(connection, table, rows)
        connection.execute("INSERT INTO search (search) VALUES ('rebuild')")
        connection.execute("INSERT INTO search (search) VALUES ('optimize')")
        connection.commit()
        return {"knowledge.sqlite": connection.serialize()}
    finally:
        connection.close()


def _fill(connection: sqlite3.Connection, table: str, rows: Iterable[tuple[object, ...]]) -> None:
    kept = list(rows)
    if kept:
        marks = ", ".join("?" * len(kept[0]))
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", kept)


def _tables(kb: Kb, records: Sequence[Record]) -> Iterator[tuple[str, Iterable[tuple[object, ...]]]]:
    """The rows of each table, those that others refer to first."""
    addresses = {record.id: record.address or None for record in records if record.kind.value == "ruling"}
    works, told = tell_works(kb), list(tell_rulings(kb))
    yield "meta", sorted(_meta(kb).items())
    yield "source", [(path, document.source.sha256) for path, document in sorted(kb.documents.items())]
    yield "work", [(work["id"], work["title"], work["abbreviation"], work["base"]) for work in works]
    yield (
        "edition",
        [
            (each["id"], work["id"], each["role"], each["date"], each["path"])
            for work in works
            for each in work["editions"]
        ],
    )
    yield "clause", _clauses(kb)
    yield "version", [tuple(version.values()) for version in tell_versions(kb)]
    yield "document", [tuple(document.values()) for document in tell_documents(kb)]
    yield "ruling", [_ruling(item, history, addresses.get(item["id"])) for item, history in told]
    yield "alias", [(alias, history["id"]) for _, history in told for alias in history["aliases"]]
    yield "supersedes", [(item["id"], older) for item, _ in told for older in item["supersedes"]]
    yield "attestation", [row for _, history in told for row in _attestations(history)]
    yield "interval", [row for _, history in told for row in _intervals(history)]
    yield "emendation", [row for row, _ in _emendations(kb)]
    yield "authority", [row for _, rows in _emendations(kb) for row in rows]
    yield "entry", [_entry(number, record) for number, record in enumerate(records, start=1)]


def _meta(kb: Kb) -> dict[str, str]:
    manifest = kb.manifest
    return {
        "schema": "1",
        "title": manifest.title,
        "game": manifest.game,
        "language": manifest.language,
        "site": manifest.site,
        "owner": manifest.rights.owner,
        "rights": manifest.rights.statement,
    }


def _clauses(kb: Kb) -> Iterator[tuple[object, ...]]:
    """The clauses of every edition in its order; the emended text has the ids of the base it is aligned with."""
    for book in kb.books.values():
        for edition in book.editions.values():
            document = edition.document
            for place, (ident, clause) in enumerate(zip(book.ids_of(edition), document.clauses, strict=True)):
                line = document.source.line_of(clause.span.start)
                yield (edition.id, place, ident, clause.kind.value, clause.section, clause.label, line, clause.current)


def _ruling(item: Item, history: Item, address: str | None) -> tuple[object, ...]:
    begins, ends = begun(history["intervals"]["tournament"]), item["ends"] or [None, None]
    plain = ("id", "compendium", "term", "section", "kind", "label", "text", "status", "ground", "effective")
    return (*(item[name] for name in plain), *begins, *ends, int(item["tournament"]), address)


def _attestations(history: Item) -> Iterator[tuple[object, ...]]:
    for each in history["attestations"]:
        place = each["places"][0] if each["places"] else {"line": None, "term": None}
        text = each["text"] if each["places"] else None
        change, similarity = each["change"], each["similarity"]
        yield (history["id"], each["version"], change, similarity, place["term"], place["line"], text)


def _intervals(history: Item) -> Iterator[tuple[object, ...]]:
    """When each wording of a ruling held, for each kind of play."""
    for play, intervals in history["intervals"].items():
        for each in intervals:
            begins, ends = each["begins"], each["ends"] or [None, None]
            grounds = (each["ground"], each["ends_ground"], each["effective"])
            yield (history["id"], play, each["version"], *begins, *ends, *grounds)


def _emendations(kb: Kb) -> Iterator[tuple[tuple[object, ...], list[tuple[object, ...]]]]:
    """A row for each record, with the rows of its authorities: one for each ruling, or one without."""
    plain = ("clause", "kind", "unit", "label", "substantive", "published_text", "emended_text")
    last = ("authority_status", "effective", "lacking")
    for work, book in kb.books.items():
        items = as_items(book.emendations, sort_changes(book).lacking)
        for place, (record, item) in enumerate(zip(book.emendations, items, strict=True)):
            row = (work, record.id, place, *(item[name] for name in (*plain, *last)))
            yield (
                row,
                [
                    (
                        work,
                        record.id,
                        each.footnote,
                        each.relation.value if each.relation else None,
                        each.similarity,
                        of,
                    )
                    for each in record.authorities
                    for of in (each.rulings or (None,))
                ],
            )


def _entry(number: int, record: Record) -> tuple[object, ...]:
    names = json.dumps(list(record.names), ensure_ascii=False)
    where = (record.address, record.work, record.edition, record.edition_id, record.volume.id)
    return (number, record.kind.value, record.id, record.title, record.text, names, *(each or None for each in where))
