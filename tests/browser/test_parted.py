"""Changes over blocks of raw HTML (tests/parted), as a reader meets them: each is one, whatever it lies in."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, OPEN, PHONE, Visit, served
from tests.browser.test_every_kind import SCRIPT, WIDE, violations, visiting
from tests.built import Site

PUT_IN, TAKEN_OUT = "rules/blocks/", "rules/gone/"
CARD = "#kb-card"
MODES = ("Clean", "Marked", "Redline")
EMPTY = """() => [...document.querySelectorAll("article :is(li, tr, summary, dt, dd, p, blockquote, .row .side > div)")]
  .filter((each) => each.checkVisibility() && !each.innerText.trim() && each.closest("[id^=kb-]") === null)
  .map((each) => each.outerHTML.slice(0, 120))"""
"""What is shown and has nothing to show."""


@pytest.fixture
def parted_address(parted: Site) -> Iterator[str]:
    with served(parted.folder) as address:
        yield address


@pytest.fixture
def wide(browser: Browser, parted_address: str) -> Iterator[Visit]:
    visit = visiting(browser, parted_address, viewport=DESKTOP, reduced_motion="reduce")
    yield visit
    visit.context.close()
    assert visit.wrong == []


@pytest.fixture
def finger(browser: Browser, parted_address: str) -> Iterator[Visit]:
    visit = visiting(browser, parted_address, viewport=PHONE, has_touch=True, is_mobile=True)
    yield visit
    visit.context.close()
    assert visit.wrong == []


def parts_of(page: Page, section: str) -> list[str]:
    """The words of each part of the first change of a section that has several."""
    found: list[list[str]] = page.evaluate(
        "(section) => [...new Set([...document.querySelectorAll(`ins[data-change^='${section}~']`)]"
        ".map((each) => each.dataset.change))].map((id) => [...document.querySelectorAll("
        "`ins[data-change='${id}']`)].map((each) => each.textContent.replace(/^added: /, '')))",
        section,
    )
    return next((parts for parts in found if len(parts) > 1), [])


@pytest.mark.parametrize(
    ("section", "parts", "first"),
    [
        ("rows", 4, "Bridge"),
        ("cells", 2, "nine tokens"),
        ("lists", 2, "A bridge spans two walls of equal height."),
        ("answers", 4, "Bridge"),
        ("folds", 4, "What a bridge is"),
        ("quotes", 2, "When the bell rings, hands leave every block."),
        ("nested", 3, "Never on water."),
        ("fold-with-markdown", 2, "Each bridge counts double when it spans water."),
    ],
)
def test_each_block_of_a_change_is_marked(wide: Visit, section: str, parts: int, first: str) -> None:
    page = wide.open(PUT_IN)
    found = parts_of(page, section)
    assert (len(found), found[0].strip()) == (parts, first)
    ids = page.evaluate(
        "(s) => document.querySelectorAll(`ins[id^='${s}~'], .gone[id^='${s}~']`).length", section
    ), page.evaluate("() => { const all = [...document.querySelectorAll('[id]')].map(e => e.id);"
                     " return all.length - new Set(all).size; }")  # fmt: skip
    assert ids == (1, 0), "one address of the change, and no id twice"


def test_a_tap_on_the_second_block_tells_what_stood_there(finger: Visit) -> None:
    page = finger.open(PUT_IN)
    second = page.locator("ins[data-change^='cells~']").nth(1)
    second.scroll_into_view_if_needed()
    second.tap()
    card = page.locator(CARD)
    expect(card).to_be_visible()
    expect(card).to_contain_text("three points one step")
    expect(card).to_contain_text("Ledger 1, Building")  # the mark right behind the table is for what changed in it
    assert page.locator("ins.open").count() == 2, "both parts are lit"
    card.get_by_role("link", name="See it among the changes").tap()
    expect(page.locator(".row.current")).to_contain_text("any distance")


def test_the_name_of_a_fold_that_was_put_in_opens_it_and_tells_why(finger: Visit) -> None:
    page = finger.open(PUT_IN)
    fold = page.locator("details:has(summary ins)")
    name = fold.locator("summary ins")
    name.scroll_into_view_if_needed()
    name.tap()
    expect(fold).to_have_attribute("open", "")
    expect(page.locator(CARD)).to_contain_text("Nothing stood here.")
    inside = fold.locator("li ins").last
    expect(inside).to_have_class(re.compile(r"\bopen\b"))


def test_an_address_lights_all_of_a_change(wide: Visit) -> None:
    page = wide.open(PUT_IN)
    ident = page.locator("ins[data-change^='rows~']").first.get_attribute("data-change")
    page.goto(f"{wide.address}{PUT_IN}#{ident}")
    assert page.locator("ins.reached").count() == 4
    page.goto(f"{wide.address}{PUT_IN}#lists")
    expect(page.locator("ins.reached")).to_have_count(0)


@pytest.mark.parametrize("book", [PUT_IN, TAKEN_OUT])
def test_counts_agree(wide: Visit, book: str) -> None:
    """On the reading page, in its head, in the list of changes and among their rows."""
    page = wide.open(book)
    said = int(page.locator(".status a[href='changes/']").first.inner_text().split()[1])
    marked = page.evaluate("() => [...document.querySelectorAll('[data-change]')].map(e => e.dataset.change)")
    told = page.evaluate("() => [...document.querySelectorAll('[id^=\"why:\"]')].map(e => e.id.slice(4))")
    assert len(set(marked)) == len(told) == said
    page = wide.open(f"{book}changes/")
    causes = page.evaluate("() => [...document.querySelectorAll('.cause > li[data-authority]')].map(e => e.id)")
    assert sorted(causes) == sorted(told)
    assert page.locator(".all-changes .group li").count() == said
    assert page.locator(".row:not(:has(.cause)) .merged :is(ins, del)").count() == 0, "nothing changed is left untold"


@pytest.mark.parametrize("book", [PUT_IN, TAKEN_OUT])
def test_steps_go_through_the_changes_once_each(wide: Visit, book: str) -> None:
    page = wide.open(f"{book}changes/")
    rows = page.locator(".row.substantive")
    stepped: list[str] = []
    for _ in range(rows.count()):
        page.keyboard.press("n")
        stepped += page.evaluate("() => [...document.querySelectorAll('.row.current .cause > li')].map(e => e.id)")
    assert len(stepped) == len(set(stepped)) == page.locator(".cause > li[data-authority]").count()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("book", [PUT_IN, TAKEN_OUT])
def test_nothing_empty_is_left_in_any_state(wide: Visit, book: str, mode: str) -> None:
    page = wide.open(book)
    page.evaluate(OPEN)
    page.locator("#kb-reader label", has_text=mode).click()
    assert page.evaluate(EMPTY) == []
    struck = page.locator("del.was", has_text="lose these words altogether")
    if book == TAKEN_OUT:
        assert struck.is_visible() is (mode == "Redline")
    page.evaluate(SCRIPT)
    assert list(violations(page)) == []


@pytest.mark.parametrize("all_of_them", [False, True])
@pytest.mark.parametrize("view", ["Inline", "Side by side"])
@pytest.mark.parametrize("book", [PUT_IN, TAKEN_OUT])
def test_nothing_empty_is_left_among_the_changes(wide: Visit, book: str, view: str, all_of_them: bool) -> None:
    page = wide.open(f"{book}changes/")
    page.evaluate(OPEN)
    page.get_by_label(view).check()
    if all_of_them:
        page.get_by_label("Spelling and typography too").check()
        page.evaluate(OPEN)
    assert page.evaluate(EMPTY) == []
    page.evaluate(SCRIPT)
    assert list(violations(page)) == []
    page.set_viewport_size(PHONE)
    assert page.evaluate(WIDE) == []


def test_on_paper_the_changes_are_marked_in_each_block(wide: Visit) -> None:
    page = wide.open(PUT_IN)
    page.emulate_media(media="print")
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    parts = page.locator("ins[data-change^='folds~']")
    assert [parts.nth(at).is_visible() for at in range(4)] == [True] * 4
    assert page.evaluate("() => [...document.querySelectorAll('ins.change')].every("
                         "e => getComputedStyle(e).textDecorationLine === 'underline')")  # fmt: skip
