"""`kb serve`: a preview on this machine that follows what is edited."""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Annotated, Protocol

import typer

from kb.cli._console import EnvironmentFaultError
from kb.cli._corpus import CorpusOption, find_corpus
from kb.cli._maker import Maker
from kb.cli._progress import Progress
from kb.cli._showing import Look
from kb.cli.build import PROJECT
from kb.tools.builders import TEMPLATES, Builder
from kb.tools.preview import ADDRESS, PreviewServer, open_server

POLL_SECONDS = 0.05
REST_SECONDS = 0.25
"""How long it waits between two looks at the files while no page is open."""
SHARE = 0.1
"""Looking at many files takes no more than this share of the time."""
QUIET_SECONDS = 1.5
"""The whole site follows when nothing was edited for so long."""
State = Mapping[Path, tuple[int, int, int]]
"""Files by path: size, time of change, number."""


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog="Examples: `kb serve` · `kb serve --corpus rules_source/mygame --port 8080`")
    def serve(
        corpus: CorpusOption = None,
        port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port on 127.0.0.1; 0 takes any.")] = 8000,
        builder: Annotated[Builder, typer.Option("--builder", help="The program that renders it.")] = Builder.MKDOCS,
    ) -> None:
        """Build the site and show it on 127.0.0.1; what is edited shows at once there, and browsers follow.

        The pages where an edited text is read, and those that are open, are made first; the whole site follows when
        nothing is edited for a while.
        """
        folder = find_corpus(corpus)
        site = Path("build/preview")
        progress = Progress()
        watched = (folder, PROJECT / TEMPLATES)
        _end_as_by_keys()
        seen = _state(watched)
        first = Maker(folder, site, builder, quiet=False)
        ended = False
        try:
            while first.is_building():
                time.sleep(POLL_SECONDS)
            if not first.has_built():
                raise typer.Exit(first.exit_code())
            server = _open(site, port)
            progress.note(f"http://{ADDRESS}:{server.server_port}/  (Ctrl-C ends it)")
            following = Following(watched, first, lambda: Maker(folder, site, builder, quiet=True), server.watched)
            following.follow(seen, progress)
        except KeyboardInterrupt:
            ended = True
        finally:
            first.end()
            first.wait()
            if ended:  # the last word, behind all that a maker had to tell
                progress.note("ended")


def _end_as_by_keys() -> None:
    """Let a terminal that is shut, or a program that ends this one, end it as Ctrl-C does, and with it its makers."""
    for name in ("SIGTERM", "SIGHUP"):
        each = getattr(signal, name, None)
        if each is not None and signal.getsignal(each) is signal.SIG_DFL:  # `nohup` has it ignored
            signal.signal(each, signal.default_int_handler)


def _open(site: Path, port: int) -> PreviewServer:
    """The server of the site, at work."""
    try:
        server = open_server(site, port)
    except OSError as error:
        raise EnvironmentFaultError(f"port {port} cannot be used: {error.strerror}; try `--port 0`") from error
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class Making(Protocol):
    """What a maker is asked (`kb.cli._maker`)."""

    seconds: float

    def is_building(self) -> bool:
        """Whether the site is still in the making."""

    def has_built(self) -> bool:
        """Whether it was published."""

    def look(self, edited: Collection[Path], watched: Collection[str]) -> Look:
        """Look at files that were edited."""

    def end(self) -> None:
        """Tell it to end."""

    def wait(self) -> None:
        """Until it has ended."""


class Following:
    """Lets a maker look at every change at once, and another build the whole site after it.

    `begin` begins a build; `watched` tells the pages that somebody looks at.
    """

    def __init__(
        self,
        folders: Collection[Path],
        looking: Making,
        begin: Callable[[], Making],
        watched: Callable[[], Collection[str]],
    ) -> None:
        self.folders, self.looking, self.begin, self.watched = folders, looking, begin, watched
        self.building: Making | None = None
        self.owing = False
        """Whether something was edited that the whole site does not show yet."""
        self.waiting = False
        """Whether it is to be mended first."""
        self.quiet_since = 0.0

    def follow(self, seen: State, progress: Progress) -> None:
        """For ever: what was edited since some state, and ever after. Makers are ended with it."""
        try:
            while True:
                began = time.monotonic()
                now = _state(self.folders)
                spent = time.monotonic() - began
                if now != seen:
                    self._look({path for path in {*now, *seen} if now.get(path) != seen.get(path)})
                    seen = now
                elif self.building is not None:
                    self._take_over(self.building, progress)
                elif self.owing and not self.waiting and time.monotonic() - self.quiet_since >= QUIET_SECONDS:
                    progress.note(f"the whole site is being built: {self.looking.seconds:.0f} s last time")
                    self.building = self.begin()
                time.sleep(max(POLL_SECONDS if self.watched() or self.building else REST_SECONDS, spent / SHARE))
        finally:
            for each in filter(None, (self.looking, self.building)):
                each.end()
                each.wait()

    def _look(self, edited: Collection[Path]) -> None:
        """Look at an edit; a build that it overtakes is ended."""
        overtaken, self.building = self.building, None
        if overtaken is not None:
            overtaken.end()
        found = self.looking.look(edited, self.watched())
        self.owing = self.owing or found is not Look.NOTHING
        self.waiting = found is Look.BROKEN
        if overtaken is not None:
            overtaken.wait()
        self.quiet_since = time.monotonic()

    def _take_over(self, building: Making, progress: Progress) -> None:
        """Let a maker look from now on that has built; one that could not leaves things as they are."""
        if building.is_building():
            return
        self.building = None
        done, self.looking = (self.looking, building) if building.has_built() else (building, self.looking)
        done.end()
        done.wait()
        if self.looking is building:
            self.owing = False
            progress.note(f"the whole site is built: {building.seconds:.0f} s")
        else:
            self.waiting = True
            progress.note("the last good site stays; waiting for the next change")


def _state(folders: Collection[Path]) -> State:
    """Every file in some folders; links are not followed."""
    found: dict[Path, tuple[int, int, int]] = {}
    waiting = list(folders)
    while waiting:
        folder = waiting.pop()
        with contextlib.suppress(OSError), os.scandir(folder) as entries:  # a folder may go while we look
            for entry in entries:
                with contextlib.suppress(OSError):
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(folder / entry.name)
                    elif entry.is_file(follow_symlinks=False):
                        stat = entry.stat(follow_symlinks=False)
                        found[folder / entry.name] = (stat.st_size, stat.st_mtime_ns, stat.st_ino)
    return found
