"""The preview server: a folder comes in, its pages are served to this machine alone, and shown anew when they change.

Only the loopback address is bound, and a request for another host's name is refused: a page elsewhere must
not read the preview through a name that it lets point here. Each page gets a few lines of script that ask, of this
server alone, whether the page still is what it was, and show it again when it is not. The files stay as they are.
"""

import gzip
import hashlib
import io
import re
import sys
import time
from collections.abc import Iterable, Mapping
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO
from urllib.parse import parse_qs, urlsplit

from kb.tools._live import LIVE, live_script

ADDRESS = "127.0.0.1"
OPEN_SECONDS = 5.0
"""A page that has not asked for so long is no longer open, or in a tab that the browser lets rest."""
HOLD_SECONDS = 0.5
"""How long a page that asks waits for its answer while it is what it was: short, for a browser opens few connections to
one server, and holds one for each page that asks."""
GLANCE_SECONDS = 0.02
_NAMES = frozenset({ADDRESS, "localhost", "[::1]"})
_ASSET = re.compile(
    rb'(<(?:link\b(?=[^<>]{0,200}\brel="stylesheet")|script\b(?![^<>]{0,200}\btype="module")|template\b)[^<>]{0,200}?'
    rb'\b(?:href|src|data-script)="[^"?#]{0,200}\bassets/[^"?#/]{1,80}\.(?:css|js))"'
)
"""A style or a script that a page loads, up to the end of its address; modules name each other by theirs."""
_STATE = "state"
"""The parameter of such an address that says what all of them were: what has it need not be asked for again."""
_NONE = "none"
"""The state of files some of which are not there: between two sites."""
_TEXTS = frozenset({"text/css", "text/javascript", "application/javascript", "application/json", "image/svg+xml"})
_WORTH_PACKING = 1024
_NOT_TAKEN = re.compile(r"\bq\s*=\s*0(?:\.0*)?\s*$")
_KEPT = "max-age=86400, immutable"
_FRESH = "no-store"


class _Pages(SimpleHTTPRequestHandler):
    """Serves files; keeps browsers from holding old ones; says nothing."""

    lasting = _FRESH

    def send_head(self) -> BinaryIO | io.BytesIO | None:
        """Refuse foreign hosts, else answer as the base class does, pages with what keeps them live."""
        if re.sub(r":\d+$", "", self.headers.get("Host", "")) not in _NAMES:
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST, "this preview answers to 127.0.0.1 only")
            return None
        address = urlsplit(self.path)
        asked = parse_qs(address.query)
        self.lasting = _FRESH
        if address.path == LIVE:
            page_asked = asked.get("page", [""])[0]
            if isinstance(self.server, PreviewServer):
                self.server.look_at(page_asked)
            state = self._next_state(page_asked, asked["was"][0]) if "was" in asked else self._state(page_asked)
            return self._answer(HTTPStatus.OK, "text/plain", state.encode())
        page = self._page(address.path)
        if page is None:
            if (state := _digest(self._assets())) != _NONE and asked.get(_STATE) == [state]:
                self.lasting = _KEPT
            return self._send_file()
        return self._answer(HTTPStatus.OK, "text/html", self._live(page.read_bytes(), address.path))

    def _send_file(self) -> BinaryIO | io.BytesIO | None:
        """Answer with a file that is no page: styles, scripts and pictures that are text as pages are, packed."""
        file = Path(self.translate_path(self.path))
        kind = self.guess_type(str(file))
        if kind not in _TEXTS or not file.is_file():
            return super().send_head()
        return self._answer(HTTPStatus.OK, kind, file.read_bytes())

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What is not there gets the site's own page for that, which knows where else to look."""
        self.lasting = _FRESH
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = self._answer(code, "text/html", self._live(page.read_bytes(), urlsplit(self.path).path)).getvalue()
        self.wfile.write(body if self.command != "HEAD" else b"")

    def _answer(self, code: int, kind: str, body: bytes) -> io.BytesIO:
        """Begin an answer with some text, packed as the hosts of sites do where the browser can unpack it."""
        self.send_response(code)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Vary", "Accept-Encoding")
        if len(body) >= _WORTH_PACKING and _takes_gzip(self.headers.get("Accept-Encoding", "")):
            body = gzip.compress(body, compresslevel=1, mtime=0)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return io.BytesIO(body)

    def _page(self, path: str) -> Path | None:
        """The file of a page, None for what is no page or not there."""
        place = Path(self.translate_path(path))
        place = place / "index.html" if path.endswith("/") else place
        return place if place.suffix == ".html" and place.is_file() else None

    def _live(self, html: bytes, path: str) -> bytes:
        """A page with what keeps it live; its styles and scripts have their state in their addresses."""
        script = live_script(self._state(path))
        state = f'?{_STATE}={_digest(self._assets())}"'.encode()
        head, tag, tail = _ASSET.sub(rb"\1" + state, html).rpartition(b"</body>")
        return head + script + tag + tail if tag else tail

    def _next_state(self, path: str, was: str) -> str:
        """The digest of a page once it is another than it was; the same one when that takes too long."""
        until = time.monotonic() + HOLD_SECONDS
        stamp, state = self._stamp(path), self._state(path)
        while state == was and time.monotonic() < until:
            time.sleep(GLANCE_SECONDS)
            if (now := self._stamp(path)) != stamp:
                stamp, state = now, self._state(path)
        return state

    def _files(self, path: str) -> tuple[Path, ...]:
        """What a page is made of: its file, the site's own for what is not there, and the styles and scripts."""
        return (self._page(path) or Path(self.directory) / "404.html", *self._assets())

    def _assets(self) -> tuple[Path, ...]:
        return tuple(sorted((Path(self.directory) / "assets").glob("*.[cj]s*")))

    def _stamp(self, path: str) -> tuple[tuple[Path, int, int], ...]:
        """Which files a page is made of, and when they were written: what costs little to see."""
        try:
            return tuple((file, (stat := file.stat()).st_mtime_ns, stat.st_ino) for file in self._files(path))
        except OSError:  # between two sites
            return ()

    def _state(self, path: str) -> str:
        """The digest of a page."""
        return _digest(self._files(path))

    def end_headers(self) -> None:
        """Every answer is fresh, for the site may be rebuilt at any moment; but what names its state stays as it is."""
        self.send_header("Cache-Control", self.lasting)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the name is the base class's)
        """Requests are not worth a line."""


class PreviewServer(ThreadingHTTPServer):
    """A server whose open requests end with the program."""

    daemon_threads = True
    block_on_close = False
    _looked_at: Mapping[str, float] = MappingProxyType({})

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes elsewhere before it is answered is no fault."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    def look_at(self, path: str) -> None:
        """Note that a page asks whether it still is what it was: somebody has it open."""
        now = time.monotonic()
        kept = {each: when for each, when in self._looked_at.items() if now - when < OPEN_SECONDS}
        self._looked_at = {**kept, path.lstrip("/").removesuffix("index.html"): now}

    def watched(self) -> frozenset[str]:
        """The addresses of the pages that are open in browsers."""
        now = time.monotonic()
        return frozenset(page for page, when in self._looked_at.items() if now - when < OPEN_SECONDS)


def _takes_gzip(accepted: str) -> bool:
    """Whether a browser says that it unpacks gzip (RFC 9110, 12.5.3)."""
    offers = (each.partition(";") for each in accepted.lower().split(","))
    taken = {name.strip(): _NOT_TAKEN.search(weight) is None for name, _, weight in offers}
    return taken.get("gzip", taken.get("*", False))


def _digest(files: Iterable[Path]) -> str:
    """The digest of some files."""
    digest = hashlib.sha256()
    for file in files:
        try:
            digest.update(file.read_bytes())
        except OSError:  # between two sites
            return _NONE
    return digest.hexdigest()[:16]


def open_server(folder: Path, port: int) -> PreviewServer:
    """A server of a folder on the loopback address; port 0 takes any free one. OSError when the port is taken."""
    return PreviewServer((ADDRESS, port), partial(_Pages, directory=str(folder)))
