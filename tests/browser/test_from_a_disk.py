"""A site that is opened from a disk, without a server: its links lead to pages, its search and its graph answer."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kb.tools.bundle import bundle, read_frame
from tests.built import ROOT, Site

QUESTIONS = ("lamp", "wrecker oil", "can a keeper", '"lamp lit"', "lampp", "gannet", "lit zebra")
ANSWERED = re.compile("Found|No text|mean")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that fails the test where a script of its own fails."""
    opened = browser.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    yield opened
    opened.close()
    assert wrong == []


def at(site: Path, path: str) -> str:
    return (site / path / "index.html").as_uri()


def answers(page: Page, address: str) -> list[str]:
    """What the page of the search says to each question, and lists for it."""
    told = []
    for question in QUESTIONS:
        page.goto(address)
        page.locator("#seek-words").fill(question)
        expect(page.locator("#seek-said")).to_have_text(ANSWERED)
        page.wait_for_timeout(400)
        told.append(page.locator("#seek-said").inner_text() + page.locator("#seek-hits").inner_text())
    return told


def test_modules_find_one_another_and_their_files(page: Page) -> None:
    modules = {
        "search-a": """import { two, three as drei } from "./search-b.js";
export const one = 1;
export async function sum() { const { four } = await import("./search-c.js"); return one + two() + drei + four; }
const hidden = "an import path";
export { hidden };""",
        "search-b": "export function two(){return 2}const x=3;export{x as three};",
        "search-c": """const load=4;const address="x/search/data/a/b.bin?ts=1";
export{load as four,data};const data=async()=>(await fetch(address)).text()""",
    }
    page.goto("about:blank")
    page.add_script_tag(content=bundle(read_frame(ROOT), modules, {"a/b.bin": b"kept"}))
    asked = "const { sum, one, hidden } = window.kbBundle('search-a'), { data } = window.kbBundle('search-c');"
    assert page.evaluate(f"async () => {{ {asked} return [await sum(), one, hidden, await data()] }}") == [
        10,
        1,
        "an import path",
        "kept",
    ]


def test_a_link_leads_to_a_page(page: Page, lantern: Site) -> None:
    page.goto(at(lantern.folder, ""))
    page.get_by_role("link", name="Find a ruling").click()
    expect(page).to_have_title("Find a ruling - Lantern")
    page.get_by_role("link", name="Rulings", exact=True).first.click()
    assert page.url == at(lantern.folder, "rulings")


def test_the_search_answers_by_a_key_and_leads_to_a_page(page: Page, lantern: Site) -> None:
    page.goto(at(lantern.folder, "rules/bells-below"))
    page.keyboard.press("/")
    page.keyboard.type("wrecker")
    expect(page.get_by_role("option").first).to_contain_text("Wreckers")
    page.keyboard.press("Enter")
    expect(page).to_have_title(re.compile("^Wreckers"))
    assert page.url == at(lantern.folder, "rulings/term/wreckers")


def test_the_search_answers_as_it_does_from_a_server(page: Page, lantern: Site, address: str) -> None:
    served = answers(page, f"{address}search/")
    assert answers(page, at(lantern.folder, "search")) == served
    assert len(set(served)) == len(QUESTIONS)


def test_what_may_be_meant_is_offered_by_the_finder_too(page: Page, lantern: Site) -> None:
    page.goto(at(lantern.folder, "rulings/find"))
    page.get_by_label("Words").fill("lampp")
    expect(page.get_by_role("button", name="Lamps")).to_be_visible()


def test_the_graph_shows_what_is_chosen(page: Page, lantern: Site) -> None:
    page.goto(at(lantern.folder, "graph"))
    page.get_by_label("Term or card").fill("Fog")
    page.keyboard.press("Enter")
    expect(page.locator("#kb-graph")).to_have_attribute("data-shown", "term:fog")
    expect(page.locator("#kb-ties tbody tr").first).to_be_visible()


def test_a_copy_without_its_search_says_so_and_where_everything_stands(
    page: Page, lantern: Site, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(lantern.folder, copy, ignore=shutil.ignore_patterns("bundle.js", "fragment"))
    page.goto(at(copy, ""))
    page.keyboard.press("/")
    expect(page.get_by_role("alert")).to_contain_text("The search of this copy did not open.")
    page.goto(at(copy, "search"))
    expect(page.locator("#seek-said")).to_have_text(re.compile("did not open.*Everything also stands in order:"))
    expect(page.locator(".seek-places a").first).to_be_visible()
