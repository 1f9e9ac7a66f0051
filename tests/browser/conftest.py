"""A real Chromium over the built site of the embedded corpus; any console error or foreign request fails a test."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, ViewportSize

from kb.tools.preview import PreviewServer, open_server
from tests.built import Site

DESKTOP: ViewportSize = {"width": 1440, "height": 1000}
PHONE: ViewportSize = {"width": 360, "height": 780}
Scheme = Literal["light", "dark"]
"""What a reader prefers: paper or night."""
SETTLE = "() => { delete document.documentElement.dataset.later; }"
"""No paragraph out of sight has only the room of a guess: tests jump to their places, where readers scroll to them."""
SHIFTS = """window.moved = 0; new PerformanceObserver((list) => {
  for (const each of list.getEntries()) window.moved += each.value;
}).observe({type: "layout-shift", buffered: true});"""
"""Adds up by how much has moved that was seen."""
OPEN = """() => {
  document.querySelectorAll("details").forEach(each => each.open = true);
  delete document.documentElement.dataset.later;
}"""
"""All of a page is open and laid out: no fold and no paragraph out of sight has only the room of a guess."""


def served(site: Path) -> AbstractContextManager[str]:
    """The address of a site, served on the loopback as a preview."""
    return running(open_server(site, 0))


@contextmanager
def running(server: PreviewServer) -> Iterator[str]:
    """The address of a server while it serves."""
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="session")
def address(lantern: Site) -> Iterator[str]:
    """The address of the site of the embedded corpus."""
    with served(lantern.folder) as found:
        yield found


class Visit:
    """Pages opened in one way, and what went wrong on them."""

    def __init__(self, context: BrowserContext, address: str, settled: bool = False) -> None:
        self.settled = settled
        self.context = context
        self.address = address
        self.wrong: list[str] = []
        self.last: Page | None = None

    def open(self, path: str, as_loaded: bool = False) -> Page:
        """The page at an address, in a tab of its own."""
        page = self.last = self.context.new_page()
        page.on("console", lambda message: self._told(message.type, message.text))
        page.on("pageerror", lambda error: self._told("error", str(error)))
        page.on("request", self._asked)
        page.on("response", lambda response: self._told("error" if response.status >= 400 else "", response.url))
        page.goto(self.address + path)
        if self.settled and not as_loaded:
            page.evaluate(SETTLE)
        return page

    def turn(self, path: str) -> Page:
        """The page at an address, in the tab opened last: for going over many."""
        if self.last is None:
            return self.open(path)
        self.last.goto(self.address + path)
        return self.last

    def _told(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.wrong.append(f"{kind} on `{self.last.url if self.last else ''}`: {text}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self._told("error", f"foreign request: {request.url}")


def _visit(browser: Browser, address: str, settled: bool = False, **options: Any) -> Iterator[Visit]:
    context = browser.new_context(**options)
    visit = Visit(context, address, settled)
    yield visit
    context.close()
    assert visit.wrong == []


@pytest.fixture
def desk(browser: Browser, address: str) -> Iterator[Visit]:
    """A wide screen."""
    yield from _visit(browser, address, viewport=DESKTOP)


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Visit]:
    """A narrow screen that is touched."""
    yield from _visit(browser, address, settled=True, viewport=PHONE, has_touch=True, is_mobile=True)


@pytest.fixture
def dark(browser: Browser, address: str) -> Iterator[Visit]:
    """A reader who prefers dark."""
    yield from _visit(browser, address, viewport=DESKTOP, color_scheme="dark")


@pytest.fixture
def plain(browser: Browser, address: str) -> Iterator[Visit]:
    """A browser that runs no script."""
    yield from _visit(browser, address, viewport=DESKTOP, java_script_enabled=False)
