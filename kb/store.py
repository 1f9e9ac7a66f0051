"""The store: what queries need of a built knowledge base is kept in `.kb/kb.sqlite` and read back when fresh.

Fresh means: the manifest, every file beside it and every text have the bytes they had, and the program is the same.
A file whose size and time of change are the recorded ones is taken to have its recorded sha256; every other is
read. The file is never changed: a draft beside it is filled and put in its place, so that nobody reads half of it and
several may write at once. A store that cannot be read or written is as good as none: the answer is built anew.
"""

import contextlib
import hashlib
import json
import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kb
from kb.packing import pack

if TYPE_CHECKING:
    from kb.shelves import Shelf

STORE = Path(".kb") / "kb.sqlite"
Write = Callable[[sqlite3.Connection, str], None]
"""Writes what else is kept of a corpus into tables whose names end as the second argument says."""

_LAYOUT = 3
"""Raised whenever the tables change; a store of another layout is none."""
_SCHEMA = """
create table if not exists corpora (number integer primary key, folder text not null unique, key text not null,
  heads text not null);
create table if not exists entries (corpus integer, compendium text, place integer, entry text not null,
  primary key (corpus, compendium, place));
create table if not exists files (corpus integer, path text, size integer, changed integer, sha256 text,
  primary key (corpus, path));
"""
_OLD_DRAFT = 3600.0
"""Seconds after which a draft is what a killed build has left."""
_DAMAGE = (sqlite3.Error, OSError, ValueError, KeyError, TypeError, IndexError, AttributeError)


@dataclass(frozen=True, slots=True)
class _File:
    path: str
    size: int
    changed: int
    sha256: str


@dataclass(frozen=True, slots=True)
class State:
    """What a corpus and the program are at a moment; what is built afterwards is kept for this state."""

    folder: Path
    files: tuple[_File, ...] = field(repr=False)
    key: str


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a corpus, fresh: `suffix` ends the names of its own tables. Close it by its database."""

    database: sqlite3.Connection
    number: int
    heads: Sequence[Mapping[str, Any]] = field(repr=False)

    @property
    def suffix(self) -> str:
        """The end of the names of the tables that others write."""
        return f"_{self.number}"


def state_of(folder: Path) -> State:
    """The state of a corpus now: taken before it is read, so that a change meanwhile makes the store stale.

    Raises OSError.
    """
    files = tuple(_files(folder, {}))
    return State(folder, files, _key(files))


def open_kept(folder: Path, store: Path = STORE) -> Kept | None:
    """What is kept of a corpus, or None when there is nothing or anything has changed since."""
    try:
        if not store.is_file():
            return None
        database = _connect(store)
    except _DAMAGE:
        return None
    try:
        query = "select number, key, heads from corpora where folder = ?"
        number, key, heads = database.execute(query, (_text(folder.resolve()),)).fetchone() or (0, "", "")
        if number:
            rows = database.execute("select path, size, changed, sha256 from files where corpus = ?", (number,))
            known = {row[0]: _File(*row) for row in rows}
            if key == _key(tuple(_files(folder, known))):
                return Kept(database, number, json.loads(heads))
    except _DAMAGE:
        pass
    database.close()
    return None


def load_shelves(folder: Path, term: str | None = None, store: Path = STORE) -> "tuple[Shelf, ...] | None":
    """The shelves of a corpus as they were kept, or None when there are none or anything has changed since.

    With a term only the rulings that some version states under it are on them.
    """
    kept = open_kept(folder, store)
    if kept is None:
        return None
    try:
        with closing(kept.database):
            return tuple(_shelf(kept, head, term) for head in kept.heads)
    except _DAMAGE:
        return None


def is_damaged(store: Path = STORE) -> bool:
    """Whether there is a store that cannot be read."""
    try:
        if not store.is_file():
            return False
        with closing(_connect(store)) as database:
            return bool(database.execute("pragma quick_check(1)").fetchone() != ("ok",))
    except _DAMAGE:
        return True


def _connect(store: Path) -> sqlite3.Connection:
    """The store, to be read alone; raises sqlite3.Error when it is none or was cut short."""
    # It is never changed where it lies, so no lock is needed, which a folder closed to us would refuse.
    database = sqlite3.connect(f"{store.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        size = [database.execute(f"pragma {name}").fetchone()[0] for name in ("page_count", "page_size")]
        if size[0] * size[1] != store.stat().st_size or not size[0]:
            raise sqlite3.DatabaseError("the store was cut short")
    except BaseException:
        database.close()
        raise
    return database


def _shelf(kept: Kept, head: Mapping[str, Any], term: str | None) -> "Shelf":
    """A shelf from its head and its entries, all or those of a term."""
    from kb.lexicon import find_terms  # noqa: PLC0415 (a search needs neither)
    from kb.shelves import from_plain  # noqa: PLC0415

    name = (kept.number, head["compendium"])
    if term is None:
        query = "select entry from entries where corpus = ? and compendium = ? order by place"
        texts = [text for (text,) in kept.database.execute(query, name)]
    else:
        terms = find_terms(term, head["spellings"], head["aliases"])
        places = sorted({place for each in terms for place in head["places"].get(each, ())})
        query = "select entry from entries where corpus = ? and compendium = ? and place = ?"
        texts = [kept.database.execute(query, (*name, place)).fetchone()[0] for place in places]
    return from_plain({**head, "entries": [json.loads(text) for text in texts]})


def keep(state: State, shelves: "Sequence[Shelf]", write: Write | None = None, store: Path = STORE) -> bool:
    """Keep the shelves of a corpus, and what else `write` writes; False when the disk does not let us.

    What is kept of other corpora stays; of two that write at once the later wins.
    """
    draft = store.with_name(f"{store.name}.{os.getpid()}")
    try:
        if not store.parent.is_dir():
            store.parent.mkdir(parents=True, exist_ok=True)
            store.with_name(".gitignore").write_text("# what is only remembered\n*\n", encoding="utf-8")
        _sweep(store)
        try:
            _begin(draft, store)
            _write(draft, state, shelves, write)
        except sqlite3.DatabaseError:  # what was there is damaged
            draft.unlink(missing_ok=True)
            _write(draft, state, shelves, write)
        draft.replace(store)
    except (sqlite3.Error, OSError):
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        return False
    return True


def _sweep(store: Path) -> None:
    """Take away what killed builds have left."""
    for path in store.parent.glob(f"{store.name}.*"):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > _OLD_DRAFT:
                path.unlink()


def _begin(draft: Path, store: Path) -> None:
    """A draft that has what the store has, or nothing where the store is of another layout or damaged."""
    draft.unlink(missing_ok=True)
    if not store.is_file() or is_damaged(store):
        return
    with closing(_connect(store)) as database:
        layout = database.execute("pragma user_version").fetchone()[0]
    if layout == _LAYOUT:
        shutil.copyfile(store, draft)


def _write(draft: Path, state: State, shelves: "Sequence[Shelf]", write: Write | None) -> None:
    with closing(sqlite3.connect(draft)) as database, database:
        database.executescript(f"pragma user_version = {_LAYOUT}; {_SCHEMA}")
        name = _text(state.folder.resolve())
        for number, folder in database.execute("select number, folder from corpora").fetchall():
            if folder == name or not os.path.isdir(_path(folder)):  # noqa: PTH112  never raises
                _forget(database, number)
        row = (name, state.key, "[]")
        number = database.execute("insert into corpora (folder, key, heads) values (?, ?, ?)", row).lastrowid or 0
        rows = [(number, file.path, file.size, file.changed, file.sha256) for file in state.files]
        database.executemany("insert into files values (?, ?, ?, ?, ?)", rows)
        heads = [_save(database, number, shelf) for shelf in shelves]
        database.execute("update corpora set heads = ? where number = ?", (pack(heads), number))
        if write is not None:
            write(database, f"_{number}")


def _forget(database: sqlite3.Connection, number: int) -> None:
    """Take a corpus out, with the tables that others wrote for it."""
    for table in ("files", "entries"):
        database.execute(f"delete from {table} where corpus = ?", (number,))
    database.execute("delete from corpora where number = ?", (number,))
    tables = database.execute("select name from sqlite_master where type = 'table'").fetchall()
    for (table,) in tables:
        if table.endswith(f"_{number}"):
            database.execute(f'drop table "{table}"')


def _save(database: sqlite3.Connection, number: int, shelf: "Shelf") -> dict[str, Any]:
    """Keep the entries of a shelf; what is left is its head, with the places of the entries by term."""
    from kb.grouping import group_pairs  # noqa: PLC0415
    from kb.shelves import as_plain, terms_stated  # noqa: PLC0415

    plain = dict(as_plain(shelf))
    entries = plain.pop("entries")
    rows = [(number, shelf.compendium, place, pack(entry)) for place, entry in enumerate(entries)]
    database.executemany("insert into entries values (?, ?, ?, ?)", rows)
    stated = ((term, place) for place, entry in enumerate(shelf.entries) for term in sorted(terms_stated(entry)))
    return {**plain, "places": group_pairs(stated)}


def _text(path: Path | str) -> str:
    """A path as text that any file can hold; names of files need not be Unicode."""
    return os.fsencode(path).decode("latin-1")


def _path(text: str) -> str:
    return os.fsdecode(text.encode("latin-1"))


def _key(files: Sequence[_File]) -> str:
    """The sha256 over the sources and the program."""
    total = hashlib.sha256(f"{_LAYOUT}\n{kb.__version__}\n{_program()}\n".encode())
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
        file = known.get(_text(path))
        if file is None or (file.size, file.changed) != (stat.st_size, stat.st_mtime_ns):
            sha256 = hashlib.sha256((folder / path).read_bytes()).hexdigest()
            file = _File(_text(path), stat.st_size, stat.st_mtime_ns, sha256)
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
