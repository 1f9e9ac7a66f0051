"""A site that lies in a folder of its host, as GitHub Pages lays one, and whose corpus does not say where."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, served
from tests.browser.test_frame import LIGHT
from tests.built import Site

BOOK = "rules/bells-below/"


@pytest.fixture
def folder(lantern: Site, tmp_path: Path) -> Iterator[str]:
    """The address of the folder; its host shows the page of the site for every address that is missing below it."""
    (tmp_path / "books").symlink_to(lantern.folder)
    shutil.copy(lantern.folder / "404.html", tmp_path)
    with served(tmp_path) as host:
        yield f"{host}books/"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=DESKTOP)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("missing", ["nothing", "rules/nothing/", "no/such/folder/"])
def test_a_missing_page_finds_the_site_it_belongs_to(missing: str, folder: str, page: Page) -> None:
    page.goto(folder + missing)
    expect(page.get_by_role("link", name="Rulings").first).to_have_attribute("href", "/books/rulings/")
    expect(page.locator("body")).to_have_css("background-color", LIGHT)
    expect(page.get_by_role("button", name="Switch to dark")).to_be_visible()
    page.wait_for_function("() => window.kbLoad")  # the scripts are fetched anew once the folder is found: after `load`
    page.keyboard.press("/")
    page.keyboard.type("lamps")
    page.locator(".seek-option").first.click()
    expect(page).to_have_url(f"{folder}rulings/term/lamps/")


def test_an_address_with_a_day_leads_on_there_too(folder: str, page: Page) -> None:
    page.goto(f"{folder}{BOOK}@2005-12-28/")
    expect(page).to_have_url(f"{folder}{BOOK}@2005-11-28/")


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("rulings/term/lmaps/", "lmaps"),
        ("docs/The-Drowned_Coast.html", "The Drowned Coast"),
        ("cards/%C3%A9lan/?from=there", "élan"),
        ("nothing/index.html", "nothing"),
        ("rules/bells-bellow/changes/", "bells bellow"),
    ],
)
def test_a_missing_page_asks_the_search_for_what_its_address_names(
    missing: str, words: str, folder: str, page: Page
) -> None:
    page.goto(folder + missing)
    page.locator("article").get_by_role("link", name=f"Search for “{words}”").click()
    expect(page).to_have_url(f"{folder}search/?{urlencode({'find': words})}")
    expect(page.get_by_role("searchbox")).to_have_value(words)


@pytest.mark.parametrize("missing", ["%25/", "12/34/", "%zz"])
def test_a_missing_page_whose_address_names_nothing_offers_the_search_as_it_is(
    missing: str, folder: str, page: Page
) -> None:
    page.goto(folder + missing)
    expect(page.locator("article").get_by_role("link", name="Search", exact=True)).to_have_attribute(
        "href", "/books/search/"
    )


def test_a_missing_page_is_no_naked_one_where_no_scripts_run(folder: str, browser: Browser) -> None:
    context = browser.new_context(viewport=DESKTOP, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{folder}no/such/folder/")
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("body")).to_have_css("background-color", LIGHT)
    context.close()
