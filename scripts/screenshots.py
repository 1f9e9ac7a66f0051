"""Screenshots of the site of the embedded corpus, for the README and for looking at with a critical eye.

    python scripts/screenshots.py [FOLDER] [NAME...]

Builds the site into a temporary folder as `kb build` does, opens it in Chromium and writes PNG files of 256 colours to
FOLDER (docs/screenshots by default), only those named where any are. Needs /usr/bin/chromium; asks nothing of other
hosts.
"""

import functools
import http.server
import io
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
DESKTOP: ViewportSize = {"width": 1280, "height": 860}
PHONE: ViewportSize = {"width": 360, "height": 740}
BOOK = "rules/bells-below/"
COLOURS = 256


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        return


@dataclass(frozen=True)
class Shot:
    """One picture: its name, the page, and what is done there before it is taken."""

    name: str
    path: str
    act: Callable[[Page], object] = lambda page: None
    size: ViewportSize | None = None
    dark: bool = False


def _to(page: Page, selector: str, top: int, nth: int = 0) -> None:
    """Scroll so that an element stands `top` pixels below the top of the window."""
    element = page.locator(selector).nth(nth)
    element.evaluate("(element, top) => window.scrollBy(0, element.getBoundingClientRect().top - top)", top)


def _hover_a_change(page: Page) -> None:
    _to(page, "ins.change[data-change]", 330, 2)
    page.locator("ins.change[data-change]").nth(2).hover()
    page.locator("#kb-card").wait_for(state="visible")


def _tap_a_change(page: Page) -> None:
    _to(page, "ins.change[data-change]", 250, 2)
    page.locator("ins.change[data-change]").nth(2).tap()
    page.locator("#kb-card").wait_for(state="visible")


def _step(page: Page) -> None:
    for _ in range(2):
        page.keyboard.press("n")


def _side_by_side(page: Page) -> None:
    page.get_by_label("Side by side").check()
    _step(page)


def _seek(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("drowned", delay=30)
    page.locator("dialog[open] [role=option]").first.wait_for()


def _await_hits(page: Page) -> None:
    page.locator("#seek-hits > li").first.wait_for()


SHOTS = (
    Shot("home", ""),
    Shot("home-phone", "", size=PHONE),
    Shot("reading", BOOK, _hover_a_change),
    Shot("reading-dark", BOOK, _hover_a_change, dark=True),
    Shot("reading-phone", BOOK, _tap_a_change, PHONE),
    Shot("changes", f"{BOOK}changes/", _step),
    Shot("changes-side-by-side", f"{BOOK}changes/", _side_by_side, dark=True),
    Shot("changes-phone", f"{BOOK}changes/", _step, PHONE),
    Shot("rulings", "rulings/"),
    Shot("term", "rulings/term/drowned-towns/"),
    Shot("term-dark", "rulings/term/lamps/", dark=True),
    Shot("term-phone", "rulings/term/drowned-towns/", size=PHONE),
    Shot("search", BOOK, _seek),
    Shot("search-page", "search/?find=lamp", _await_hits),
    Shot("search-phone", BOOK, _seek, PHONE),
    Shot("card", "cards/g/gannet/"),
    Shot("card-dark", "cards/g/gannet/", dark=True),
    Shot("card-phone", "cards/g/gannet/", size=PHONE),
    Shot("desk", "desk/"),
)


def main() -> None:
    """Build the site and take every picture."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screenshots"
    wanted = [shot for shot in SHOTS if shot.name in sys.argv[2:] or not sys.argv[2:]]
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as stage:
        site = Path(stage) / "site"
        subprocess.run(
            [sys.executable, "-m", "kb.cli", "build", "--quiet", "--site", str(site)],
            cwd=stage,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stderr=subprocess.DEVNULL,  # the corpus holds two errors on purpose
            check=True,
        )
        handler = functools.partial(_Quiet, directory=str(site))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-background-networking"]
            )
            for shot in wanted:
                place = folder / f"{shot.name}.png"
                place.write_bytes(_small(_take(browser, f"http://127.0.0.1:{server.server_port}/", shot)))
                print(place)
            browser.close()
        server.shutdown()


def _take(browser: Browser, address: str, shot: Shot) -> bytes:
    """Open a page, do what is to be done there, and take its picture."""
    phone = shot.size is PHONE
    context = browser.new_context(
        viewport=shot.size or DESKTOP,
        color_scheme="dark" if shot.dark else "light",
        has_touch=phone,
        is_mobile=phone,
        device_scale_factor=1,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(address + shot.path)
    page.wait_for_timeout(300)
    shot.act(page)
    page.wait_for_timeout(400)
    taken = page.screenshot()
    context.close()
    return taken


def _small(png: bytes) -> bytes:
    """The same picture in fewer bytes: a palette is enough for words on paper."""
    with Image.open(io.BytesIO(png)) as picture:
        reduced = picture.convert("RGB").quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        out = io.BytesIO()
        reduced.save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    main()
