"""Screenshots of the site of the embedded corpus, for the README and for looking at with a critical eye.

    python scripts/screenshots.py [FOLDER]

Builds the site into a temporary folder, opens it in Chromium and writes PNG files to FOLDER
(docs/screenshots by default). Needs /usr/bin/chromium; asks nothing of other hosts.
"""

import functools
import http.server
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from kb import audit
from kb.diagnostics import in_order
from kb.files import read_corpus
from kb.pipeline import build_kb
from kb.site import build_pages
from kb.tools.builders import Builder, build_site, read_templates, stage_project

ROOT = Path(__file__).resolve().parent.parent
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 360, "height": 740}
BOOK = "rules/bells-below/"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        return


@dataclass(frozen=True)
class Shot:
    """One picture: its name, the page, and what is done there before it is taken."""

    name: str
    path: str
    act: Callable[[Page], object] = lambda page: None
    size: dict[str, int] | None = None
    dark: bool = False


def _hover_a_change(page: Page) -> None:
    mark = page.locator("ins.change[data-change]").nth(2)
    mark.scroll_into_view_if_needed()
    mark.evaluate("element => window.scrollBy(0, element.getBoundingClientRect().top - 330)")
    mark.hover()
    page.locator("#kb-card").wait_for(state="visible")


def _tap_a_change(page: Page) -> None:
    mark = page.locator("ins.change[data-change]").nth(2)
    mark.scroll_into_view_if_needed()
    mark.evaluate("element => window.scrollBy(0, element.getBoundingClientRect().top - 250)")
    mark.tap()
    page.locator("#kb-card").wait_for(state="visible")


def _step(page: Page) -> None:
    for _ in range(2):
        page.keyboard.press("n")


def _side_by_side(page: Page) -> None:
    page.get_by_label("Side by side").check()
    _step(page)


SHOTS = (
    Shot("home", ""),
    Shot("reading", BOOK, _hover_a_change),
    Shot("reading-dark", BOOK, _hover_a_change, dark=True),
    Shot("reading-phone", BOOK, _tap_a_change, PHONE),
    Shot("changes", f"{BOOK}changes/", _step),
    Shot("changes-side-by-side", f"{BOOK}changes/", _side_by_side),
    Shot("changes-phone", f"{BOOK}changes/", _step, PHONE),
    Shot("rulings", "rulings/"),
    Shot("term", "rulings/term/drowned-towns/"),
    Shot("desk", "desk/"),
)


def main() -> None:
    """Build the site and take every picture."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    corpus = read_corpus(ROOT / "rules_source" / "lantern").value
    if corpus is None:
        sys.exit("the embedded corpus cannot be read; see `kb check`")
    knowledge = build_kb(corpus.manifest, corpus.texts).value
    findings = in_order((*knowledge.diagnostics, *audit.find_all(knowledge)))
    pages = build_pages(replace(knowledge, diagnostics=findings), read_templates(ROOT)).value
    with tempfile.TemporaryDirectory() as stage:
        stage_project(ROOT, Path(stage), pages)
        site = build_site(Path(stage), Builder.MKDOCS, corpus.manifest.title).site
        handler = functools.partial(_Quiet, directory=str(site))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        take(f"http://127.0.0.1:{server.server_port}/", folder)
        server.shutdown()


def take(address: str, folder: Path) -> None:
    """Open each page and write its picture."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-background-networking"]
        )
        for shot in SHOTS:
            phone = shot.size is PHONE
            context = browser.new_context(
                viewport=shot.size or DESKTOP,
                color_scheme="dark" if shot.dark else "light",
                has_touch=phone,
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.goto(address + shot.path)
            page.wait_for_timeout(300)
            shot.act(page)
            page.wait_for_timeout(300)
            page.screenshot(path=folder / f"{shot.name}.png")
            context.close()
            print(folder / f"{shot.name}.png")
        browser.close()


if __name__ == "__main__":
    main()
