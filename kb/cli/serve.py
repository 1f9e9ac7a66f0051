"""`kb serve`: a preview on this machine that follows what is edited."""

import signal
import threading
import time
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from kb.cli._console import EnvironmentFaultError
from kb.cli._corpus import CorpusOption, find_corpus
from kb.cli._edits import find_state
from kb.cli._following import POLL_SECONDS, Following
from kb.cli._maker import Maker
from kb.cli._progress import Progress
from kb.cli.build import PROJECT
from kb.tools.builders import TEMPLATES, Builder
from kb.tools.preview import ADDRESS, PreviewServer, open_server
from kb.tools.watching import watch

OUTPUT = Path("build")
"""Where sites are put: what happens there is no edit, also where a corpus is previewed from its own folder."""


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
        site = OUTPUT / "preview"
        progress = Progress()
        watched, apart = (folder, PROJECT / TEMPLATES), OUTPUT.resolve()
        find = partial(find_state, watched, apart)
        _end_as_by_keys()
        server = _open(site, port)  # before the first build, which takes a while
        seen = find()
        first = Maker(folder, site, builder, quiet=False)
        ended = False
        try:
            while first.is_building():
                time.sleep(POLL_SECONDS)
            if not first.has_built():
                raise typer.Exit(first.exit_code())
            threading.Thread(target=server.serve_forever, daemon=True).start()
            progress.note(f"http://{ADDRESS}:{server.server_port}/  (Ctrl-C ends it)")
            with watch(watched, apart) as alarm:
                begin = partial(Maker, folder, site, builder, quiet=True)
                Following(find, first, begin, server.watched, alarm.sleep).follow(seen, progress)
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
    """The server of the site, which waits for it: who asks before it is there is answered then."""
    try:
        return open_server(site, port)
    except OSError as error:
        raise EnvironmentFaultError(f"port {port} cannot be used: {error.strerror}; try `--port 0`") from error
