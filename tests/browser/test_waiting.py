"""Waiting for the search: what is on its way is said to be, and what stands there of an earlier question looks so."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit

BOOK = "rules/the-drowned-coast/"
PANEL = "dialog.seek-panel"


def held(page: Page, pattern: str) -> list[Route]:
    """What is asked of a pattern of addresses, kept back until it is let go."""
    kept: list[Route] = []
    page.route(pattern, lambda route: kept.append(route))  # noqa: PLW0108 (playwright asks for a function)
    return kept


def let_go(page: Page, pattern: str, kept: list[Route]) -> None:
    for route in kept:
        route.continue_()
    page.unroute(pattern)


def test_a_search_that_is_long_on_its_way_says_so(desk: Visit) -> None:
    page = desk.open(BOOK)
    kept = held(page, "**/search-panel.js")
    page.reload()  # what the browser has in memory from another page is asked of nobody
    page.keyboard.press("/")
    page.keyboard.type("gannet")
    expect(page.locator(f"{PANEL} [role=status]")).to_have_text("The search is on its way …")
    let_go(page, "**/search-panel.js", kept)
    expect(page.locator(f"{PANEL} [role=option]").first).to_be_visible()
    expect(page.locator(f"{PANEL} [role=status]")).to_have_count(1)
    expect(page.locator(f"{PANEL} [role=status]")).to_contain_text("Found")


def test_results_of_the_question_before_are_told_from_those_to_come(desk: Visit) -> None:
    page = desk.open(BOOK)
    page.keyboard.press("/")
    page.keyboard.type("gannet")
    expect(page.locator(f"{PANEL} [role=option]").first).to_be_visible()
    kept = held(page, "**/search/data/**")
    page.locator(f"{PANEL} [role=combobox]").fill("surge")
    expect(page.locator("#seek-list")).to_have_attribute("aria-busy", "true")
    expect(page.locator(f"{PANEL} [role=status]")).to_have_text("Searching …")
    faint = page.locator("#seek-list [role=option]").first.evaluate("each => Number(getComputedStyle(each).opacity)")
    assert faint < 1
    let_go(page, "**/search/data/**", kept)
    expect(page.locator(f"{PANEL} [role=status]")).to_contain_text("Found")
    expect(page.locator("#seek-list[aria-busy]")).to_have_count(0)


def test_the_page_of_the_search_tells_it_too(desk: Visit) -> None:
    page = desk.open("search/?find=gannet")
    expect(page.locator("#seek-hits li").first).to_be_visible()
    kept = held(page, "**/search/data/**")
    page.locator("#seek-words").fill("surge")
    expect(page.locator("#seek-said")).to_have_text("Searching …")
    expect(page.locator("#seek-hits")).to_have_attribute("aria-busy", "true")
    let_go(page, "**/search/data/**", kept)
    expect(page.locator("#seek-said")).to_contain_text("Found")


@pytest.mark.parametrize(
    ("path", "field", "status"),
    [(BOOK, f"{PANEL} [role=combobox]", f"{PANEL} [role=status]"), ("search/", "#seek-words", "#seek-said")],
)
def test_a_search_that_is_cut_off_says_so_and_answers_again(desk: Visit, path: str, field: str, status: str) -> None:
    page = desk.open(path)
    page.keyboard.press("/")
    page.locator(field).fill("gannet")
    expect(page.locator(status)).to_contain_text("Found")
    page.route("**/search/data/**", lambda route: route.abort())
    page.locator(field).fill("surge")
    expect(page.locator(status)).to_have_text("The search cannot be reached just now. Type on to try again.")
    page.unroute("**/search/data/**")
    desk.wrong.clear()
    page.locator(field).fill("surges")
    expect(page.locator(status)).to_contain_text("Found")


def test_a_term_asked_for_in_another_number_is_told_from_its_beginning(desk: Visit) -> None:
    """That its text has the name in the plural further on draws the view nowhere else."""
    page = desk.open("search/?find=gannet")
    excerpt = """async () => {
      const { tellRecord } = await import(new URL("../assets/search-hits.js", location.href));
      const words = ["Surge", "check:", ...Array(40).fill("water"), "Surge", "checks", "are", "called", "for."];
      const meta = { title: "Surge Check" }, filters = { group: ["term"] };
      const record = { content: words.join(" "), locations: [0, 42, 43], meta, filters };
      return tellRecord({ groups: [], words: {} }, new URL(".", location.href), record).words.textContent;
    }"""
    assert str(page.evaluate(excerpt)).startswith("Surge check: water")
