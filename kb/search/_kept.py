"""Keeping: the index of a corpus is kept in `.kb` and opened again while nothing has changed.

Unchanged means: every file of the corpus and of the program has the path, size and time of change it had. An index
that cannot be read or written is as good as none.
"""

import contextlib
import hashlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import kb
from kb.search._index import SearchIndex

FOLDER = Path(".kb")


def open_index(folder: Path, store: Path = FOLDER) -> SearchIndex | None:
    """The index of a corpus as it was kept, or None when there is none or anything has changed."""
    path = _path(folder, store)
    if not path.is_file():
        return None
    try:
        database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        index = SearchIndex(database)
        if index.key == state_of(folder):
            return index
        database.close()
    except (sqlite3.Error, OSError, ValueError):
        return None
    return None


def keep_index(folder: Path, index: SearchIndex, store: Path = FOLDER) -> bool:
    """Keep the index of a corpus in place of an older one; False when the disk does not let us."""
    path = _path(folder, store)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        store.mkdir(parents=True, exist_ok=True)
        draft.unlink(missing_ok=True)
        index.save(draft)
        draft.replace(path)
    except (sqlite3.Error, OSError):
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        return False
    return True


def state_of(folder: Path) -> str:
    """What changes whenever a file of a corpus or of the program does."""
    total = hashlib.sha256(kb.__version__.encode())
    for root, ending in ((folder, ""), (Path(kb.__file__).parent, ".py")):
        for path, size, changed in sorted(_files(root, ending)):
            total.update(f"{path}\0{size}\0{changed}\n".encode("utf-8", "surrogateescape"))
    return total.hexdigest()


def _files(root: Path, ending: str) -> Iterator[tuple[str, int, int]]:
    """Every file below a folder whose name has an ending: path, size, time of change; links are not followed."""
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if not name.endswith(ending) or name.startswith("."):
                continue
            path = Path(folder, name)
            with contextlib.suppress(OSError):  # gone since its folder was listed
                stat = path.lstat()
                yield str(path.relative_to(root)), stat.st_size, stat.st_mtime_ns


def _path(folder: Path, store: Path) -> Path:
    name = hashlib.sha256(str(folder.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:12]
    return store / f"search-{name}.sqlite"
