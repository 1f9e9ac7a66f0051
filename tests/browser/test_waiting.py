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


def early(visit: Visit, path: str, pattern: str, width: int = 1440) -> tuple[Page, list[Route]]:
    """A page whose own scripts are not all there yet: one is kept back."""
    page = visit.last = visit.context.new_page()
    page.set_viewport_size({"width": width, "height": 780})
    kept = held(page, pattern)
    until_words = Page.goto.__wrapped__  # type: ignore[attr-defined]  # of the way that waits for all scripts
    until_words(page, visit.address + path, wait_until="domcontentloaded")
    while not kept:
        page.wait_for_timeout(20)
    return page, kept


@pytest.mark.parametrize("path", [BOOK, "search/?find=sur"])
def test_what_is_typed_to_the_search_before_its_script_is_there_is_asked(desk: Visit, path: str) -> None:
    page, kept = early(desk, path, "**/search.js*")
    if path != BOOK:
        expect(page.locator("#seek-words")).to_have_value("sur")
    page.keyboard.press("n")
    page.keyboard.press("/")
    page.keyboard.type("gannet")
    let_go(page, "**/search.js*", kept)
    field = page.locator(f"{PANEL} [type=search], #seek-words")
    expect(field).to_have_value("gannet")
    expect(field).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    if path == BOOK:
        expect(field).to_be_hidden()


def test_a_search_whose_script_does_not_come_takes_no_keys(desk: Visit) -> None:
    page, kept = early(desk, BOOK, "**/search.js*")
    page.keyboard.press("/")
    for route in kept:
        route.abort()
    page.evaluate("window.kbScripts")
    page.keyboard.press("n")
    expect(page.locator(".steps [role=status]")).to_contain_text("1")
    desk.wrong.clear()


def test_the_field_of_the_search_is_there_before_its_script(desk: Visit) -> None:
    page, kept = early(desk, "search/", "**/search.js*")
    page.keyboard.type("gannet")
    expect(page.locator("#seek-words")).to_have_value("gannet")
    page.locator(".md-header__title").focus()
    let_go(page, "**/search.js*", kept)
    expect(page.locator("#seek-said")).to_contain_text("Found")
    expect(page.locator(".md-header__title")).to_be_focused()


def test_how_a_text_is_shown_may_be_chosen_before_the_script_for_it_is_there(desk: Visit) -> None:
    page, kept = early(desk, BOOK, "**/reader.js*")
    shown = "document.documentElement.dataset.reading"
    page.locator("[name=reading][value=redline]").check(force=True)
    assert page.evaluate(shown) == "redline"
    let_go(page, "**/reader.js*", kept)
    page.evaluate("window.kbScripts")
    expect(page.locator("[name=reading][value=redline]")).to_be_checked()
    assert page.evaluate(shown) == "redline"
    page = desk.open(BOOK)
    expect(page.locator("[name=reading][value=redline]")).to_be_checked()


@pytest.mark.parametrize("width", [360, 1440])
def test_notes_that_are_folded_late_move_nothing_that_an_address_leads_to(desk: Visit, width: int) -> None:
    desk.context.add_init_script("localStorage.setItem('kb-folded', 'clarification note')")
    top = "() => document.querySelector(':target').getBoundingClientRect().top"
    page, kept = early(desk, "rules/bells-below/#catching-a-wrecker", "**/reader.js*", width)
    before = page.evaluate(top)
    assert page.evaluate("scrollY") > 300
    let_go(page, "**/reader.js*", kept)
    expect(page.locator(".unfold").first).to_be_attached()
    page.wait_for_timeout(300)
    assert abs(page.evaluate(top) - before) <= 2


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
