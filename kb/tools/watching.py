"""Watching folders: who waits for an edit is woken when a file in them is written, put in or taken away.

A machine that cannot tell of its files (all of its watches are taken, a folder lies on another machine) wakes nobody:
who waits then sees the edit a little later.
"""

import os
import threading
import warnings
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from watchdog.events import (
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer

_EDITS: list[type[FileSystemEvent]] = [
    *(FileModifiedEvent, FileCreatedEvent, FileDeletedEvent, FileMovedEvent),
    *(DirMovedEvent, DirDeletedEvent),
]
"""What is told; that files are read is not."""


class Alarm(FileSystemEventHandler):
    """Sleep that an edit ends, but for what happens in a folder `apart`."""

    def __init__(self, apart: Path) -> None:
        self._told = threading.Event()
        self._apart = apart

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Wake who sleeps, or who will."""
        if not Path(os.path.realpath(os.fsdecode(event.src_path))).is_relative_to(self._apart):
            self._told.set()

    def sleep(self, seconds: float) -> None:
        """Until an edit is told of that no sleep was ended by yet, no longer than some seconds."""
        self._told.wait(seconds)
        self._told.clear()


@contextmanager
def watch(folders: Collection[Path], apart: Path) -> Iterator[Alarm]:
    """An alarm that goes off at edits in some folders while it is held, but not in a folder `apart` (resolved)."""
    alarm, observer = Alarm(apart), Observer()
    with warnings.catch_warnings():
        # Of folders that come and go faster than they are watched the library warns at length; nothing is missed by it.
        warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"watchdog\.")
        try:
            for folder in folders:
                observer.schedule(alarm, str(folder), recursive=True, event_filter=_EDITS)
            observer.start()
        except OSError:
            observer.unschedule_all()
        try:
            yield alarm
        finally:
            if observer.is_alive():
                observer.stop()
                observer.join()
