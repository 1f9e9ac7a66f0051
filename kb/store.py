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

import kb
from kb.shelves import Shelf, as_plain, from_plain

STORE = Path(".kb") / "kb.sqlite"
_SCHEMA = """
create table if not exists corpora (folder text primary key, key text not null, shelves text not null);
create table if not exists files (folder text, path text, size integer, changed integer, sha256 text,
  primary key (folder, path));
"""


@dataclass(frozen=True, slots=True)
class _File:
    path: str
    size: int
    changed: int
    sha256: str


def load_shelves(folder: Path, store: Path = STORE) -> tuple[Shelf, ...] | None:
    """The shelves of a corpus as they were kept, or None when there are none or anything has changed since."""
    if not store.is_file():
        return None
    name = str(folder.resolve())
    try:
        with closing(sqlite3.connect(store)) as database:
            known = {
                path: _File(path, size, changed, sha256)
                for path, size, changed, sha256 in database.execute(
                    "select path, size, changed, sha256 from files where folder = ?", (name,)
                )
            }
            found = database.execute("select key, shelves from corpora where folder = ?", (name,)).fetchone()
            if found is None or found[0] != _key(tuple(_files(folder, known))):
                return None
            return tuple(from_plain(plain) for plain in json.loads(found[1]))
    except (sqlite3.Error, OSError, ValueError, KeyError, TypeError):
        return None


def save_shelves(folder: Path, shelves: Sequence[Shelf], store: Path = STORE) -> bool:
    """Keep the shelves of a corpus; False when the disk does not let us."""
    name = str(folder.resolve())
    try:
        files = tuple(_files(folder, {}))
        text = json.dumps([as_plain(shelf) for shelf in shelves], ensure_ascii=False, separators=(",", ":"))
        store.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(store)) as database, database:
            database.executescript(_SCHEMA)
            database.execute("delete from files where folder = ?", (name,))
            rows = [(name, file.path, file.size, file.changed, file.sha256) for file in files]
            database.executemany("insert into files values (?, ?, ?, ?, ?)", rows)
            database.execute("insert or replace into corpora values (?, ?, ?)", (name, _key(files), text))
    except (sqlite3.Error, OSError):
        return False
    return True


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
