"""Settings for every test, and the sites that tests share.

Property tests try new examples at each run here, and the same ones in CI.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.built import HOSTILE, LANTERN, PARTED, REFERENCE, Site, Wanted, build_once

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")
expect.set_options(timeout=20_000)  # how long a page may take is no matter of tests, on a busy machine least of all

URL = "https://rules.example/lantern/"
CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium: one for all tests of a process, which Playwright cannot start twice."""
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is not there: the browser tests need Chromium")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        with pytest.MonkeyPatch.context() as patch:
            for way in "goto", "reload", "go_back", "go_forward":
                patch.setattr(Page, way, _until_scripts_ran(getattr(Page, way)))
            yield opened
        opened.close()


def _until_scripts_ran(way: Callable[..., Any]) -> Callable[..., Any]:
    """The same way to a page, at whose end its scripts have run too: they are fetched behind its first frame."""

    @wraps(way)
    def went(page: Page, *args: Any, **options: Any) -> Any:
        response = way(page, *args, **options)
        page.wait_for_function("Promise.resolve(window.kbScripts).then(() => true)")  # of where it leads, at that
        return response

    return went


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run have in common."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if os.environ.get("PYTEST_XDIST_WORKER") else own


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """The embedded corpus in a folder of its own, to be changed."""
    return Path(shutil.copytree(LANTERN, tmp_path / "lantern"))


@pytest.fixture(scope="session")
def lantern(shared: Path) -> Site:
    """The site of the embedded corpus."""
    return build_once(shared, Wanted(LANTERN))


@pytest.fixture(scope="session")
def lantern_addressed(shared: Path) -> Site:
    """The same, with the address where it will lie."""
    return build_once(shared, Wanted(LANTERN, url=URL))


@pytest.fixture(scope="session")
def lantern_by_zensical(shared: Path) -> Site:
    """The same by the other builder."""
    return build_once(shared, Wanted(LANTERN, builder="zensical"))


@pytest.fixture(scope="session")
def reference(shared: Path) -> Site:
    """The site of the reference texts."""
    place = os.environ.get("KB_REAL_TEXTS")
    if not place:
        pytest.skip("KB_REAL_TEXTS is not set: the reference texts are not at hand")
    return build_once(shared, Wanted(REFERENCE, Path(place) / "meccg"))


@pytest.fixture(scope="session")
def hostile(shared: Path) -> Site:
    """The site of texts that mean harm."""
    return build_once(shared, Wanted(HOSTILE, url=URL))


@pytest.fixture(scope="session")
def parted(shared: Path) -> Site:
    """The site of changes over blocks of raw HTML."""
    return build_once(shared, Wanted(PARTED))
