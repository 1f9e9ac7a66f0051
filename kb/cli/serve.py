"""`kb serve`: a preview on this machine, rebuilt when a text changes."""

import contextlib
import gc
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from kb.cli._console import EnvironmentFaultError
from kb.cli._corpus import CorpusOption, find_corpus, require_corpus
from kb.cli._progress import Progress
from kb.cli._showing import Showing
from kb.cli.build import PROJECT
from kb.tools.builders import TEMPLATES, Builder
from kb.tools.preview import ADDRESS, open_server

POLL_SECONDS = 0.1
QUIET_SECONDS = 1.5
"""The whole site follows when nothing was edited for so long."""


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog="Examples: `kb serve` · `kb serve --corpus rules_source/mygame --port 8080`")
    def serve(
        corpus: CorpusOption = None,
        port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port on 127.0.0.1; 0 takes any.")] = 8000,
        builder: Annotated[Builder, typer.Option("--builder", help="The program that renders it.")] = Builder.MKDOCS,
    ) -> None:
        """Build the site and show it on 127.0.0.1; what is edited shows at once there, and browsers follow.

        The pages where an edited text is read are made first; the whole site follows when nothing is edited for a
        while.
        """
        folder = find_corpus(corpus)
        site = Path("build/preview")
        progress = Progress()
        seen = _state((folder, PROJECT / TEMPLATES))
        with tempfile.TemporaryDirectory() as empty:
            showing = Showing(require_corpus(corpus), site, builder, Path(empty), progress)
            try:
                server = open_server(site, port)
            except OSError as error:
                raise EnvironmentFaultError(f"port {port} cannot be used: {error.strerror}; try `--port 0`") from error
            gc.freeze()  # what is known by now is no rubbish; what an edit leaves behind is
            gc.enable()
            threading.Thread(target=server.serve_forever, daemon=True).start()
            progress.note(f"http://{ADDRESS}:{server.server_port}/  (Ctrl-C ends it)")
            try:
                _follow((folder, PROJECT / TEMPLATES), seen, showing.look_again, lambda: _whole(folder, site, builder))
            except KeyboardInterrupt:
                progress.note("ended")
            finally:
                server.shutdown()


def _follow(
    folders: tuple[Path, ...],
    seen: frozenset[tuple[str, int, int]],
    look: Callable[[], bool],
    whole: Callable[[], "contextlib.AbstractContextManager[subprocess.Popen[bytes]]"],
) -> None:
    """Look at every change at once, and build the whole site after it; a build that a change overtakes is ended."""
    while True:
        now = _state(folders)
        if now == seen:
            time.sleep(POLL_SECONDS)
            continue
        seen = now
        if look() and _is_quiet(folders, seen, QUIET_SECONDS):
            with whole() as build:
                while build.poll() is None and _state(folders) == seen:
                    time.sleep(POLL_SECONDS)


def _is_quiet(folders: tuple[Path, ...], seen: frozenset[tuple[str, int, int]], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if _state(folders) != seen:
            return False
        time.sleep(POLL_SECONDS)
    return True


@contextlib.contextmanager
def _whole(folder: Path, site: Path, builder: Builder) -> "Iterator[subprocess.Popen[bytes]]":
    """A build of the whole site in a process of its own, which is ended with the block; it publishes all or nothing."""
    arguments = ["build", "--corpus", str(folder), "--site", str(site), "--builder", builder.value, "--quiet"]
    build = subprocess.Popen([sys.executable, "-m", "kb.cli", *arguments])
    try:
        yield build
    finally:
        build.terminate()
        build.wait()


def _state(folders: tuple[Path, ...]) -> frozenset[tuple[str, int, int]]:
    """Path, size and time of change of every file in some folders."""
    found = set()
    for folder in folders:
        for path in folder.rglob("*"):
            if path.is_file() and not path.is_symlink():
                with contextlib.suppress(FileNotFoundError):  # an editor may put one file in the place of another
                    stat = path.stat()
                    found.add((str(path), stat.st_size, stat.st_mtime_ns))
    return frozenset(found)
