"""A real Chromium over the built site of the embedded corpus; any console error or foreign request fails a test."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

from kb.files import read_corpus
from kb.graph import Kb
from kb.interface import Words
from kb.pipeline import build_kb
from kb.queries.terms import know_terms
from kb.search.gather import gather_records
from kb.search.leaves import UNLISTED, lay_leaves
from kb.site import build_downloads, build_tree
from kb.tools.builders import Builder, build_site, read_templates, stage_project
from kb.tools.pagefind import DATA, TABLE, find_pagefind, index_pages
from kb.tools.preview import open_server

ROOT = Path(__file__).parent.parent.parent
CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
DESKTOP = {"width": 1440, "height": 1000}
PHONE = {"width": 360, "height": 780}


@pytest.fixture(scope="session")
def knowledge() -> Kb:
    corpus = read_corpus(ROOT / "rules_source" / "lantern").value
    assert corpus is not None
    return build_kb(corpus.manifest, corpus.texts).value


@pytest.fixture(scope="session")
def pages_made(knowledge: Kb) -> dict[str, str]:
    tree = build_tree(knowledge, read_templates(ROOT)).value
    return {**tree.pages, **tree.files, **build_downloads(knowledge)}


def index_search(knowledge: Kb, site: Path) -> None:
    """Give a built site its search."""
    terms, program = know_terms(knowledge), find_pagefind()
    leaves = lay_leaves(gather_records(knowledge, terms), terms, Words())
    assert program is not None
    index_pages(program, leaves.pages, site / DATA, UNLISTED)
    (site / DATA / TABLE).write_text(leaves.table, encoding="utf-8")


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory, knowledge: Kb, pages_made: dict[str, str]) -> Iterator[str]:
    """The address of the built site, served on the loopback."""
    project = tmp_path_factory.mktemp("site")
    stage_project(ROOT, project, pages_made)
    site = build_site(project, Builder.MKDOCS, "Lantern").site
    index_search(knowledge, site)
    with serve(site) as served:
        yield served


@contextmanager
def serve(site: Path) -> Iterator[str]:
    """A site on the loopback: its address."""
    server = open_server(site, 0)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is not there: the browser tests need Chromium")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield opened
        opened.close()


class Visit:
    """Pages opened in one way, and what went wrong on them."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.wrong: list[str] = []

    def open(self, path: str) -> Page:
        page = self.context.new_page()
        page.on("console", lambda message: self._told(message.type, message.text))
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", self._asked)
        page.on("response", lambda response: self._told("error" if response.status >= 400 else "", response.url))
        page.goto(self.address + path)
        return page

    def _told(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.wrong.append(f"{kind}: {text}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.wrong.append(f"foreign request: {request.url}")


def _visit(browser: Browser, address: str, **options: Any) -> Iterator[Visit]:
    context = browser.new_context(**options)
    visit = Visit(context, address)
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
    yield from _visit(browser, address, viewport=PHONE, has_touch=True, is_mobile=True)


@pytest.fixture
def dark(browser: Browser, address: str) -> Iterator[Visit]:
    """A reader who prefers dark."""
    yield from _visit(browser, address, viewport=DESKTOP, color_scheme="dark")


@pytest.fixture
def plain(browser: Browser, address: str) -> Iterator[Visit]:
    """A browser that runs no script."""
    yield from _visit(browser, address, viewport=DESKTOP, java_script_enabled=False)
