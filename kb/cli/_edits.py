"""Edits: which files were edited, told once each of them is saved whole.

Programs save a file in several steps: they empty it or put it away, and write it after that, or in parts.
"""

import contextlib
import os
import time
from collections.abc import Collection, Mapping
from pathlib import Path

Stamp = tuple[int, int, int]
"""What tells one state of a file from another: size, time of change, number."""
State = Mapping[Path, Stamp]
"""The files there are."""
EMPTY_SECONDS = 1.0
"""A file that was emptied or taken away counts as edited when it stays so for so long."""


class Edits:
    """What is edited from some state of the files on, each edit told once."""

    def __init__(self, told: State) -> None:
        self._told = dict(told)
        self._coming = dict[Path, tuple[Stamp | None, float]]()
        """Files edited and not told yet: how they were found last, None for gone, and since when they are so."""
        self.are_coming = False
        """Whether a file was found otherwise than at the look before: the next look is to come soon."""

    def take(self, now: State) -> set[Path]:
        """The files that were edited, once two looks find them the same; none of these edits is told again."""
        at = time.monotonic()
        coming = dict[Path, tuple[Stamp | None, float]]()
        taken = set[Path]()
        self.are_coming = False
        for path in {path for path in {*now, *self._told} if now.get(path) != self._told.get(path)}:
            stamp = now.get(path)
            last, since = self._coming.get(path, (stamp, None))
            if since is None or stamp != last:
                self.are_coming = True
                coming[path] = stamp, at
            elif at - since < EMPTY_SECONDS and _is_emptied(stamp, self._told.get(path)):
                coming[path] = stamp, since
            else:
                taken.add(path)
        self._coming = coming
        for path in taken:
            if path in now:
                self._told[path] = now[path]
            else:
                del self._told[path]
        return taken


def _is_emptied(now: Stamp | None, before: Stamp | None) -> bool:
    return before is not None and before[0] > 0 and (now is None or now[0] == 0)


def find_state(folders: Collection[Path], apart: Path) -> State:
    """Every file in some folders, but for those in a folder `apart` (resolved); links are not followed."""
    found: dict[Path, Stamp] = {}
    waiting = list(folders)
    while waiting:
        folder = waiting.pop()
        with contextlib.suppress(OSError), os.scandir(folder) as entries:  # a folder may go while we look
            for entry in entries:
                path = folder / entry.name
                if (stamp := _stamp_of(entry)) is not None:
                    found[path] = stamp
                elif _leads_on(entry, path, apart):
                    waiting.append(path)
    return found


def _stamp_of(entry: os.DirEntry[str]) -> Stamp | None:
    """What an edit of a file changes; None for what is no file, or has gone."""
    with contextlib.suppress(OSError):
        if entry.is_file(follow_symlinks=False):
            stat = entry.stat(follow_symlinks=False)
            return stat.st_size, stat.st_mtime_ns, stat.st_ino
    return None


def _leads_on(entry: os.DirEntry[str], path: Path, apart: Path) -> bool:
    """Whether it is a folder to be looked into."""
    with contextlib.suppress(OSError):
        return entry.is_dir(follow_symlinks=False) and path.resolve() != apart
    return False
