"""Makers: processes of their own that build a whole site, publish it and then look at edits of what it was made from.

The preview has one that looks. After an edit another begins on the whole site, and takes over when that is published;
while it builds the first one goes on looking, so nobody who edits waits for a build. One that an edit overtakes is
ended: what it had begun is cleared, the programs it ran are ended with it, and the site stays as it was. The same
becomes of all of them when the preview has gone, even where it was killed and could tell them nothing.
"""

import atexit
import contextlib
import gc
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Collection
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Any

import typer

from kb.cli._console import EXIT_ENVIRONMENT, EnvironmentFaultError, complain
from kb.cli._progress import Progress
from kb.cli._showing import Look, Showing
from kb.tools.builders import Builder

_ENDING_SECONDS = 10.0
Asked = tuple[Collection[Path], Collection[str]]
"""What a maker is asked to look at: files that were edited, and pages that are open."""


class Maker:
    """A maker as the preview knows it. It builds from its beginning on; `quiet` tells no stages."""

    def __init__(self, folder: Path, site: Path, builder: Builder, quiet: bool) -> None:
        if sys.platform == "win32":
            raise EnvironmentFaultError("the preview needs Linux or macOS; on Windows use WSL")
        self._line, theirs = Pipe()
        self._began = time.monotonic()
        self.seconds = 0.0
        """How long it built, once it has."""
        # A session of its own: Ctrl-C is for the preview, which then ends its makers.
        command = [sys.executable, "-m", __name__, str(theirs.fileno())]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], start_new_session=True)
        theirs.close()
        with contextlib.suppress(OSError):  # one that has ended already is found when it is asked
            self._line.send((folder, site, builder, quiet))

    def is_building(self) -> bool:
        """Whether the site is still in the making: neither published nor given up. If it was killed, that is told."""
        if self.seconds or not self._line.poll():
            return not self.seconds and self._process.poll() is None
        try:
            self._line.recv()
            self.seconds = time.monotonic() - self._began
        except (OSError, EOFError):
            self.wait()
            if self._process.returncode < 0:
                complain(f"the build was ended from outside: {signal.strsignal(-self._process.returncode)}")
        return False

    def has_built(self) -> bool:
        """Whether it has published the site; ask when it no longer builds."""
        return bool(self.seconds)

    def exit_code(self) -> int:
        """How a maker ended that has built nothing."""
        return max(0, self._process.returncode or 0) or EXIT_ENVIRONMENT

    def ask(self, edited: Collection[Path], watched: Collection[str]) -> None:
        """Have it look at files that were edited, at once: a look that is on ends early."""
        with contextlib.suppress(OSError):  # one that is gone is found when its answer is
            self._line.send((edited, watched))

    def answer(self) -> Look | None:
        """What came of the oldest look that was not answered; None while it is on. From one that is gone nothing shows
        before the whole site does."""
        try:
            found = self._line.recv() if self._line.poll() else None
        except (OSError, EOFError):
            return Look.FOLLOWS
        assert isinstance(found, Look | None)
        return found

    def end(self) -> None:
        """Tell it to end; `wait` for it before another begins."""
        self._process.terminate()

    def wait(self) -> None:
        """Until it has ended; after a while by force, and with it whatever it runs."""
        try:
            self._process.wait(_ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


def _make(line: "Connection[Look | bool, Asked]", folder: Path, site: Path, builder: Builder, quiet: bool) -> None:
    """What a maker does. It ends when told to, and when the preview has gone."""
    signal.signal(signal.SIGTERM, _end_once)  # not at once: what it began is cleared
    gc.disable()
    atexit.register(gc.freeze)  # who waits for its end waits for no search for rubbish
    with tempfile.TemporaryDirectory() as empty:
        try:
            showing = Showing(folder, site, builder, Path(empty), Progress(quiet))
        except typer.Exit as fault:
            sys.exit(fault.exit_code)
        except EnvironmentFaultError as fault:
            complain(str(fault))
            sys.exit(EXIT_ENVIRONMENT)
        showing.progress = Progress()
        gc.freeze()  # what is known by now is no rubbish; what an edit leaves behind is
        answer: Look | bool = True
        while True:
            try:
                line.send(answer)
                if not line.poll():
                    gc.collect()  # when nobody waits
                edited, watched = line.recv()
            except (OSError, EOFError):
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                return
            answer = showing.look_again(edited, watched, line.poll)


def _end_once(*_: object) -> None:
    """Begin to end; told so again while it clears up, it goes on with that."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(0)


def _watch(line: "Connection[Any, Any]") -> None:
    """Have this process told to end once nobody holds the other end of its line."""
    hung_up = select.poll()  # no Windows has it: there is no preview there (`Maker`)
    hung_up.register(line.fileno(), 0)
    hung_up.poll()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    opened: "Connection[Any, Any]" = Connection(int(sys.argv[1]))
    threading.Thread(target=_watch, args=(opened,), daemon=True).start()
    try:
        first_words = opened.recv()
    except EOFError:
        sys.exit()
    _make(opened, *first_words)
