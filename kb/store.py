"""The store: what queries need of a built knowledge base is kept in `.kb/kb.sqlite` and read back when fresh.

Fresh means: the manifest, every file beside it and every text have the bytes they had, and the program is the same.
A file whose size and time of change are the recorded ones is taken to have its recorded sha256; every other is
read. A store that cannot be read or written is as good as none: the answer is built anew.
"""

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kb
from kb.lexicon import find_terms
from kb.shelves import Shelf, as_plain, from_plain, terms_stated

STORE = Path(".kb") / "kb.sqlite"
_SCHEMA = """
create table if not exists corpora (folder text primary key, key text not null, heads text not null);
create table if not exists entries (folder text, compendium text, place integer, entry text not null,
  primary key (folder, compendium, place));
create table if not exists files (folder text, path text, size integer, changed integer, sha256 text,
  primary key (folder, path));
"""


@dataclass(frozen=True, slots=True)
class _File:
    path: str
    size: int
    changed: int
    sha256: str


def load_shelves(folder: Path, term: str | None = None, store: Path = STORE) -> tuple[Shelf, ...] | None:
    """The shelves of a corpus as they were kept, or None when there are none or anything has changed since.

    With a term only the rulings that some version states under it are on them.
    """
    if not store.is_file():
        return None
    name = str(folder.resolve())
    try:
        with closing(sqlite3.connect(store)) as database:
            rows = database.execute("select path, size, changed, sha256 from files where folder = ?", (name,))
            known = {row[0]: _File(*row) for row in rows}
            found = database.execute("select key, heads from corpora where folder = ?", (name,)).fetchone()
            if found is None or found[0] != _key(tuple(_files(folder, known))):
                return None
            return tuple(_shelf(database, name, head, term) for head in json.loads(found[1]))
    except (sqlite3.Error, OSError, ValueError, KeyError, TypeError):
        return None


def _shelf(database: sqlite3.Connection, folder: str, head: dict[str, Any], term: str | None) -> Shelf:
    """A shelf from its head and its entries, all or those of a term."""
    if term is None:
        query = "select entry from entries where folder = ? and compendium = ? order by place"
        texts = [text for (text,) in database.execute(query, (folder, head["compendium"]))]
    else:
        terms = find_terms(term, head["spellings"], head["aliases"])
        places = sorted({place for each in terms for place in head["places"].get(each, ())})
        query = "select entry from entries where folder = ? and compendium = ? and place = ?"
        texts = [database.execute(query, (folder, head["compendium"], place)).fetchone()[0] for place in places]
    return from_plain({**head, "entries": [json.loads(text) for text in texts]})


def save_shelves(folder: Path, shelves: Sequence[Shelf], store: Path = STORE) -> bool:
    """Keep the shelves of a corpus; False when the disk does not let us. A store that is none is begun anew."""
    try:
        store.parent.mkdir(parents=True, exist_ok=True)
        try:
            _write(folder, shelves, store)
        except sqlite3.OperationalError:  # another process is writing: its store is sound
            raise
        except sqlite3.DatabaseError:
            store.unlink(missing_ok=True)
            _write(folder, shelves, store)
    except (sqlite3.Error, OSError):
        return False
    return True


def _write(folder: Path, shelves: Sequence[Shelf], store: Path) -> None:
    name = str(folder.resolve())
    files = tuple(_files(folder, {}))
    with closing(sqlite3.connect(store)) as database, database:
        database.executescript(_SCHEMA)
        for table in ("files", "entries"):
            database.execute(f"delete from {table} where folder = ?", (name,))
        rows = [(name, file.path, file.size, file.changed, file.sha256) for file in files]
        database.executemany("insert into files values (?, ?, ?, ?, ?)", rows)
        heads = [_save(database, name, shelf) for shelf in shelves]
        database.execute("insert or replace into corpora values (?, ?, ?)", (name, _key(files), _compact(heads)))


def _save(database: sqlite3.Connection, folder: str, shelf: Shelf) -> dict[str, Any]:
    """Keep the entries of a shelf; what is left is its head, with the places of the entries by term."""
    plain = dict(as_plain(shelf))
    entries = plain.pop("entries")
    rows = [(folder, shelf.compendium, place, _compact(entry)) for place, entry in enumerate(entries)]
    database.executemany("insert into entries values (?, ?, ?, ?)", rows)
    places: dict[str, list[int]] = {}
    for place, entry in enumerate(shelf.entries):
        for term in sorted(terms_stated(entry)):
            places.setdefault(term, []).append(place)
    return {**plain, "places": places}


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _key(files: Sequence[_File]) -> str:
    """The sha256 over the sources and the program."""
    total = hashlib.sha256(f"{kb.__version__}\n{_program()}\n".encode())
    for file in files:
        total.update(f"{file.sha256} {file.path}\n".encode())
    return total.hexdigest()


def _program() -> str:
    """What changes whenever a module of the program does: their sizes and times of change."""
    root = Path(kb.__file__).parent
    stats = sorted((path, stat.st_size, stat.st_mtime_ns) for path, stat in _walk(root) if path.endswith(".py"))
    return hashlib.sha256(repr(stats).encode()).hexdigest()


def _files(folder: Path, known: Mapping[str, _File]) -> Iterator[_File]:
    """Every file of a corpus folder, by path."""
    for path, stat in sorted(_walk(folder), key=lambda each: each[0]):
        file = known.get(path)
        if file is None or (file.size, file.changed) != (stat.st_size, stat.st_mtime_ns):
            sha256 = hashlib.sha256((folder / path).read_bytes()).hexdigest()
            file = _File(path, stat.st_size, stat.st_mtime_ns, sha256)
        yield file


def _walk(folder: Path, inside: str = "") -> Iterator[tuple[str, os.stat_result]]:
    """The regular files below a folder; links are not followed."""
    with os.scandir(folder / inside) as entries:
        for entry in entries:
            if entry.name.startswith(".") or entry.name == "__pycache__":
                continue
            path = f"{inside}{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                yield from _walk(folder, f"{path}/")
            elif entry.is_file(follow_symlinks=False):
                yield path, entry.stat(follow_symlinks=False)
