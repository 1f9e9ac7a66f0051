"""`kb serve`: a preview on this machine, rebuilt when a text changes."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from kb.cli._console import EnvironmentFaultError
from kb.cli._corpus import CorpusOption, find_corpus, require_corpus
from kb.cli._progress import Progress
from kb.cli.build import PROJECT, publish_site
from kb.tools.builders import TEMPLATES, Builder
from kb.tools.preview import ADDRESS, open_server

POLL_SECONDS = 0.5


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command(epilog="Examples: `kb serve` · `kb serve --corpus rules_source/mygame --port 8080`")
    def serve(
        corpus: CorpusOption = None,
        port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port on 127.0.0.1; 0 takes any.")] = 8000,
        builder: Annotated[Builder, typer.Option("--builder", help="The program that renders it.")] = Builder.MKDOCS,
    ) -> None:
        """Build the site and show it on 127.0.0.1, rebuilding it when a text or a template changes."""
        folder = find_corpus(corpus)
        site = Path("build/preview")
        progress = Progress()
        publish_site(require_corpus(corpus), site, builder, progress)
        try:
            server = open_server(site, port)
        except OSError as error:
            raise EnvironmentFaultError(f"port {port} cannot be used: {error.strerror}; try `--port 0`") from error
        threading.Thread(target=server.serve_forever, daemon=True).start()
        progress.note(f"http://{ADDRESS}:{server.server_port}/  (Ctrl-C ends it)")
        try:
            _rebuild_on_change((folder, PROJECT / TEMPLATES), lambda: _again(corpus, site, builder, progress))
        except KeyboardInterrupt:
            progress.note("ended")
        finally:
            server.shutdown()


def _again(corpus: Path | None, site: Path, builder: Builder, progress: Progress) -> None:
    try:
        publish_site(require_corpus(corpus), site, builder, progress)
    except typer.Exit:
        progress.note("the last good site stays; waiting for the next change")


def _rebuild_on_change(folders: tuple[Path, ...], build: Callable[[], None]) -> None:
    seen = _state(folders)
    while True:
        time.sleep(POLL_SECONDS)
        now = _state(folders)
        if now != seen:
            seen = now
            build()


def _state(folders: tuple[Path, ...]) -> frozenset[tuple[str, int, int]]:
    """Path, size and time of change of every file in some folders."""
    found = set()
    for folder in folders:
        for path in folder.rglob("*"):
            if path.is_file() and not path.is_symlink():
                stat = path.stat()
                found.add((str(path), stat.st_size, stat.st_mtime_ns))
    return frozenset(found)
