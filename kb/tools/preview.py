"""The preview server: a folder comes in, its pages are served to this machine alone.

Only the loopback address is bound, and a request for another host's name is refused: a page elsewhere must
not read the preview through a name that it lets point here.
"""

import io
import re
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

ADDRESS = "127.0.0.1"
_NAMES = frozenset({ADDRESS, "localhost", "[::1]"})


class _Pages(SimpleHTTPRequestHandler):
    """Serves files; keeps browsers from holding old ones; says nothing."""

    def send_head(self) -> BinaryIO | io.BytesIO | None:
        """Refuse foreign hosts, else answer as the base class does."""
        if re.sub(r":\d+$", "", self.headers.get("Host", "")) not in _NAMES:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST, "this preview answers to 127.0.0.1 only")
            return None
        return super().send_head()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What is not there gets the site's own page for that, which knows where else to look."""
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body if self.command != "HEAD" else b"")

    def end_headers(self) -> None:
        """Every answer is fresh: the site may be rebuilt at any moment."""
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the name is the base class's)
        """Requests are not worth a line."""


def open_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server of a folder on the loopback address; port 0 takes any free one. OSError when the port is taken."""
    return ThreadingHTTPServer((ADDRESS, port), partial(_Pages, directory=str(folder)))
