"""Going through the changes of a text that is being read, and the reader's switch fetched on a small screen."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SETTLE, Visit
from tests.browser.test_reading import BOOK, CARD

SAID = "#kb-reader .steps [role=status]"
CHANGES = """() => [...new Set([...document.querySelectorAll("article [data-change]")].map(e => e.dataset.change))]"""
AT = "() => document.activeElement.dataset.change"
DOOR = ".kb-where .door"
WORDS = "e => e.getClientRects()[0].top"
BACK = "() => { setTimeout(() => history.back()); }"
"""A moment later: a page that is left while it is asked has no answer."""


def changes(page: Page) -> list[str]:
    """The ids of a page's changes, in the order of the text."""
    found: list[str] = page.evaluate(CHANGES)
    return found


def test_keys_step_from_change_to_change_also_within_a_passage(desk: Visit) -> None:
    page = desk.open(BOOK)
    ids = changes(page)
    crowded = page.evaluate(
        """() => [...document.querySelectorAll(".clause")].some(e =>
        new Set([...e.querySelectorAll("[data-change]")].map(part => part.dataset.change)).size > 1)"""
    )
    assert crowded, "one passage has several"
    for at, ident in enumerate(ids):
        page.keyboard.press("n")
        assert page.evaluate(AT) == ident
        expect(page.locator(SAID)).to_have_text(f"Change {at + 1} of {len(ids)}")
        expect(page.locator(CARD)).to_be_visible()
        expect(page.locator(f"[data-change='{ident}']:visible").first).to_be_in_viewport()
    page.keyboard.press("n")
    assert page.evaluate(AT) == ids[-1]
    page.keyboard.press("p")
    assert page.evaluate(AT) == ids[-2]
    page.keyboard.press("Escape")
    expect(page.locator(CARD)).to_be_hidden()


def test_a_step_tells_the_authority_of_its_own_change(desk: Visit) -> None:
    page = desk.open(BOOK)
    page.keyboard.press("n")
    first = page.locator(CARD).inner_text()
    lit = page.locator("ins.change.reached")
    assert lit.count() > 0
    assert set(lit.evaluate_all("all => all.map(e => e.dataset.change)")) == {page.evaluate(AT)}
    page.get_by_role("button", name="Next change").click()
    expect(page.locator(CARD)).to_be_visible()
    assert page.locator(CARD).inner_text() != first


def test_the_card_of_changed_words_without_a_marker_is_entered_by_keys(desk: Visit) -> None:
    """Several runs may share one footnote, or have none: what tells of them has links all the same."""
    page = desk.open(BOOK)
    unmarked = 0
    for ident in changes(page):
        page.keyboard.press("n")
        if page.evaluate("() => document.activeElement.matches('a')"):
            continue
        unmarked += 1
        page.keyboard.press("Enter")
        expect(page.locator(CARD)).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        expect(page.locator(f"{CARD} a:visible").first).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator(CARD)).to_be_hidden()
        assert page.evaluate(AT) == ident
    assert unmarked


def test_steps_begin_where_one_reads_and_a_field_keeps_its_letters(desk: Visit) -> None:
    page = desk.open(BOOK)
    ids = changes(page)
    far = len(ids) // 2
    page.evaluate("id => document.querySelector(`[data-change='${id}']`).scrollIntoView({block: 'center'})", ids[far])
    page.keyboard.press("n")
    assert 1 <= ids.index(page.evaluate(AT)) <= far
    page.keyboard.press("/")
    page.keyboard.type("n")
    expect(page.locator("dialog[open] [type=search]")).to_have_value("n")


def test_a_clean_text_has_no_steps(desk: Visit) -> None:
    page = desk.open(BOOK)
    page.locator("#kb-reader label:has([value=clean])").click()
    expect(page.get_by_role("button", name="Next change")).to_be_hidden()
    page.keyboard.press("n")
    expect(page.locator(SAID)).to_have_text("Changes")


def test_a_text_without_changes_has_no_steps(desk: Visit) -> None:
    page = desk.open(f"{BOOK}published/")
    expect(page.locator("#kb-reader")).to_be_visible()
    expect(page.get_by_role("button", name="Next change")).to_have_count(0)


@pytest.mark.parametrize("letters", [16, 32])
def test_the_switch_is_fetched_deep_in_a_book_and_goes_when_one_reads_on(phone: Visit, letters: int) -> None:
    page = phone.open(BOOK)
    sizes = {"standard": letters, "fixed": letters}
    phone.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
    door, switch = page.locator(DOOR), page.locator("#kb-reader")
    expect(door).to_be_hidden()
    page.evaluate("() => document.querySelectorAll('p.clause')[20].scrollIntoView()")
    expect(door).to_have_text("Marked")
    expect(door).to_have_accessible_name(re.compile("text: Marked"))
    expect(switch).not_to_be_in_viewport()
    door.tap()
    expect(switch).to_be_in_viewport()
    bar, fetched = page.locator(".kb-where").bounding_box(), switch.bounding_box()
    assert bar and fetched and fetched["y"] >= bar["y"] + bar["height"] - 1
    assert all(each["x"] >= 0 and each["x"] + each["width"] <= 360 for each in (bar, fetched))
    switch.locator("label:has([value=redline])").tap()
    expect(page.locator("html")).to_have_attribute("data-reading", "redline")
    expect(door).to_have_text("Redline")
    expect(switch).to_be_in_viewport()
    page.evaluate("() => document.querySelector('article').dispatchEvent(new Event('touchmove', {bubbles: true}))")
    expect(switch).not_to_be_in_viewport()
    expect(door).to_have_attribute("aria-expanded", "false")
    page.evaluate("() => scrollTo(0, 0)")
    expect(door).to_be_hidden()


def test_fetching_the_switch_moves_no_text_and_keys_can_send_it_away(phone: Visit) -> None:
    page = phone.open(BOOK)
    clause = page.locator("p.clause").nth(20)
    clause.evaluate("e => window.scrollTo(0, e.getBoundingClientRect().top + scrollY - 300)")
    top = "e => e.getBoundingClientRect().top"
    expect(page.locator(DOOR)).to_be_visible()
    before = clause.evaluate(top)
    page.locator(DOOR).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#kb-reader [value=marked]")).to_be_focused()
    assert clause.evaluate(top) == before
    page.keyboard.press("Escape")
    expect(page.locator(DOOR)).to_be_focused()
    expect(page.locator("#kb-reader")).not_to_be_in_viewport()
    assert clause.evaluate(top) == before


def test_a_finger_steps_with_the_switch_in_reach_and_no_sheet_over_the_text(phone: Visit) -> None:
    page = phone.open(BOOK)
    page.evaluate("() => document.querySelectorAll('p.clause')[20].scrollIntoView()")
    page.locator(DOOR).tap()
    for _ in range(2):
        page.get_by_role("button", name="Next change").tap()
        expect(page.locator(SAID)).to_have_text(re.compile(r"Change \d+ of \d+"))
        expect(page.locator("#kb-reader")).to_be_in_viewport()
        expect(page.locator(f"{CARD}:visible")).to_have_count(0)
        words = page.locator("ins.change.reached").first.evaluate("e => e.getClientRects()[0].top")
        switch = page.locator("#kb-reader").bounding_box()
        assert switch and words >= switch["y"] + switch["height"]


SIZES = [(360, 780), (507, 800), (780, 360), (820, 1180)]
"""A phone, half of a tablet, a phone on its side, a tablet."""


@pytest.mark.parametrize("size", SIZES)
def test_who_steps_from_the_switch_at_the_top_can_step_on(phone: Visit, size: tuple[int, int]) -> None:
    page = phone.open(BOOK)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    switch, step = page.locator("#kb-reader"), page.get_by_role("button", name="Next change")
    step.scroll_into_view_if_needed()
    for at in range(1, 6):
        place = step.bounding_box()
        assert place and place["y"] < size[1], f"out of reach before step {at}"
        expect(step).to_be_in_viewport()
        step.tap()
        expect(page.locator(SAID)).to_have_text(re.compile(rf"Change {at} of \d+"))
        box = switch.bounding_box()
        assert box
        assert page.locator(".change.reached").first.evaluate(WORDS) >= box["y"] + box["height"]
        expect(page.locator(DOOR)).to_have_attribute("aria-expanded", "true")
    page.evaluate("() => document.querySelector('article').dispatchEvent(new Event('touchmove', {bubbles: true}))")
    expect(switch).not_to_be_in_viewport()


def test_the_switch_comes_along_only_where_it_leaves_the_text_most_of_the_screen(phone: Visit) -> None:
    """With large letters it has four lines on a phone; the bar that stays fetches it."""
    page = phone.open(BOOK)
    sizes = {"standard": 36, "fixed": 36}
    phone.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
    page.get_by_role("button", name="Next change").tap()
    expect(page.locator(SAID)).to_have_text(re.compile(r"Change 1 of \d+"))
    expect(page.locator(DOOR)).to_have_attribute("aria-expanded", "false")
    expect(page.locator("#kb-reader")).not_to_be_in_viewport()


@pytest.mark.parametrize("size", [(780, 360), (568, 232)])
def test_no_step_leads_below_the_switch_that_was_fetched(phone: Visit, size: tuple[int, int]) -> None:
    """However low the screen, and however many lines of it a passage has."""
    page = phone.open(BOOK)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => document.querySelectorAll('p.clause')[20].scrollIntoView()")
    page.locator(DOOR).tap()
    for _ in range(12):
        page.get_by_role("button", name="Next change").tap()
        switch = page.locator("#kb-reader").bounding_box()
        top = page.evaluate(f"() => ({WORDS})(document.querySelector('ins.change.reached') ?? document.activeElement)")
        assert switch and top >= switch["y"] + switch["height"]


@pytest.mark.parametrize("width", [360, 390])
def test_on_a_phone_switch_steps_and_notes_are_one_row(phone: Visit, width: int) -> None:
    page = phone.open(BOOK)
    page.set_viewport_size({"width": width, "height": 800})
    tools = page.locator("#kb-reader :is(.modes label, .steps button, summary)")
    boxes = [each.bounding_box() for each in tools.all()]
    assert len(boxes) == 6
    assert len({round(each["y"] + each["height"] / 2) for each in boxes if each}) == 1
    assert all(each and each["height"] >= 43 and each["width"] >= 43 for each in boxes)
    assert sorted(boxes, key=lambda each: each["x"] if each else 0) == boxes
    said = page.locator(SAID)
    expect(said).to_have_css("position", "absolute")
    page.get_by_role("button", name="Next change").tap()
    expect(said).to_have_css("position", "static")
    expect(said).to_have_text(re.compile(r"Change 1 of \d+"))
    row, below = page.locator("#kb-reader .modes").bounding_box(), said.bounding_box()
    assert row and below and below["y"] >= row["y"] + row["height"] - 1


def test_steps_that_lead_nowhere_are_hidden(desk: Visit) -> None:
    desk.context.add_init_script(
        "document.addEventListener('readystatechange', () => "
        "document.querySelectorAll('article [data-change]').forEach(e => delete e.dataset.change), {once: true})"
    )
    page = desk.open(BOOK)
    expect(page.locator("#kb-reader .modes")).to_be_visible()
    expect(page.locator("#kb-reader .steps")).to_be_hidden()


def test_no_paper_has_the_switch(phone: Visit) -> None:
    page = phone.open(BOOK)
    page.evaluate("() => scrollTo(0, 3000)")
    page.locator(DOOR).tap()
    page.emulate_media(media="print")
    for tool in ("#kb-reader", ".kb-where"):
        expect(page.locator(tool)).to_be_hidden()


def test_what_tells_about_words_is_set_as_in_the_margin(desk: Visit) -> None:
    page = desk.open(BOOK)
    page.keyboard.press("n")
    family = "e => getComputedStyle(e).fontFamily"
    margin = page.locator("#kb-margin .from").first.evaluate(family)
    for told in (f"{CARD} .small:visible", ".why-entry .authority .small"):
        assert {each.evaluate(family) for each in page.locator(told).all()} == {margin}


# Back on a phone whose browser has no word for what Back closes


NO_WATCHER = "delete window.CloseWatcher"


def opened(phone: Visit) -> Page:
    """A book reached from the list of books, in a browser without CloseWatcher, with a sheet open."""
    phone.context.add_init_script(NO_WATCHER)
    phone.open("rules/")
    page = phone.turn(BOOK)
    page.evaluate(SETTLE)
    tap(page)
    return page


def tap(page: Page) -> None:
    words = page.locator("ins.change[data-change]").nth(1)
    words.scroll_into_view_if_needed()
    words.tap()
    expect(page.locator(CARD)).to_be_visible()


def test_back_closes_a_sheet_then_leaves_the_page(phone: Visit) -> None:
    page = opened(phone)
    address = page.url
    page.evaluate(BACK)
    expect(page.locator(CARD)).to_be_hidden()
    assert page.url == address
    page.evaluate(BACK)
    expect(page).to_have_url(f"{phone.address}rules/")


def test_back_is_pressed_once_after_sheets_that_were_closed_otherwise(phone: Visit) -> None:
    page = opened(phone)
    for _ in range(2):
        page.locator(f"{CARD} .shut").tap()
        expect(page.locator(CARD)).to_be_hidden()
        tap(page)
    page.locator(f"{CARD} .shut").tap()
    page.evaluate(BACK)
    expect(page).to_have_url(f"{phone.address}rules/")


def test_links_and_permalinks_are_what_they_were(phone: Visit) -> None:
    page = opened(phone)
    page.locator(f"{CARD} .shut").tap()
    page.evaluate("() => { location.hash = '#6--the-long-dark'; }")
    expect(page).to_have_url(f"{phone.address}{BOOK}#6--the-long-dark")
    tap(page)
    expect(page).to_have_url(f"{phone.address}{BOOK}#6--the-long-dark")
    page.evaluate(BACK)
    expect(page.locator(CARD)).to_be_hidden()
    expect(page).to_have_url(f"{phone.address}{BOOK}#6--the-long-dark")
    tap(page)
    page.locator(f"{CARD} a[href*='rulings/']:visible").first.tap()
    expect(page).to_have_url(re.compile("/rulings/"))
    page.evaluate(BACK)
    expect(page).to_have_url(f"{phone.address}{BOOK}#6--the-long-dark")


def test_a_permalink_box_closes_by_back_and_its_address_stays(phone: Visit) -> None:
    phone.context.add_init_script(NO_WATCHER)
    page = phone.open(BOOK)
    pin = page.locator("p.clause > a.pin").nth(3)
    pin.evaluate("each => each.click()")
    box = page.locator("#kb-cite")
    expect(box).to_be_visible()
    address = page.url
    assert address.endswith(str(pin.get_attribute("href")))
    page.evaluate(BACK)
    expect(box).to_be_hidden()
    assert page.url == address
