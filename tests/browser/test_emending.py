"""What an editor and a judge do: read the proof of a book, the rulings it lacks, and the book as of any day."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visit

BOOK = "rules/bells-below/"


def test_the_box_of_rulings_opens_and_leads_to_one(desk: Visit) -> None:
    page = desk.open(BOOK)
    box = page.locator("details.left-out")
    expect(box.locator("li").first).to_be_hidden()
    box.locator("summary").click()
    box.locator("li a").first.click()
    expect(page.locator(".ruling:target")).to_be_visible()


def test_a_record_leads_to_its_change(phone: Visit) -> None:
    page = phone.open(f"{BOOK}records/")
    page.locator(".record a[href*='changes/#']").first.click()
    expect(page.locator("li:target")).to_be_visible()


def test_a_change_leads_to_its_record(phone: Visit) -> None:
    page = phone.open(f"{BOOK}changes/")
    ways = page.locator(".cause .ways").filter(visible=True)
    assert ways.count() > 3
    way = ways.get_by_role("link", name="Its record").nth(1)
    change = (way.get_attribute("href") or "").partition("#")[2]
    way.click()
    expect(page).to_have_url(f"{phone.address}{BOOK}records/#{change}")
    expect(page.locator("li.record:target")).to_be_visible()


@pytest.mark.parametrize("path", ["records/", "states/"])
def test_no_way_of_a_record_is_broken_and_no_line_ends_with_what_parts_it_from_the_next(
    phone: Visit, path: str
) -> None:
    page = phone.open(BOOK + path)
    heads = page.locator(".record > .meta").filter(visible=True)
    assert heads.count() > 3
    lines = [line.rstrip() for each in heads.all_inner_texts() for line in each.split("\n")]
    assert not [line for line in lines if line.endswith("·")]
    ways = page.locator(".record .ways a").filter(visible=True)
    assert ways.count() > 3
    assert set(ways.evaluate_all("ways => ways.map(each => each.getClientRects().length)")) == {1}


@pytest.mark.parametrize("width", [360, 820, 1280, 1920])
def test_no_line_above_a_ruling_that_a_book_lacks_ends_with_what_parts_it_from_its_way(desk: Visit, width: int) -> None:
    page = desk.open(f"{BOOK}unapplied/")
    page.set_viewport_size({"width": width, "height": 900})
    heads = page.locator(".ruling > .meta").filter(visible=True)
    assert heads.count() > 3
    assert not [each for each in heads.all_inner_texts() for line in each.split("\n") if line.rstrip().endswith("·")]
    ways = page.locator(".ruling .ways a").filter(visible=True)
    assert ways.count() > 3
    for shape in ways.evaluate_all("ways => ways.map(e => [e.getClientRects().length, e.parentElement.offsetLeft])"):
        assert shape == [1, ways.first.evaluate("e => e.parentElement.offsetLeft")]


def test_the_line_that_a_finding_shows_has_nearly_the_width_of_its_box(phone: Visit) -> None:
    page = phone.open("desk/")
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    rooms = page.locator(".finding pre.excerpt").evaluate_all(
        """all => all.map(each => {
          const range = document.createRange(), box = each.getBoundingClientRect();
          range.selectNodeContents(each.firstElementChild);
          return Math.min(...[...range.getClientRects()].map(line => line.left)) - box.left;
        })"""
    )
    assert len(rooms) > 3 and max(rooms) < 16


def test_no_line_of_a_finding_ends_with_what_parts_it_from_its_ways(phone: Visit) -> None:
    page = phone.open("desk/")
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    heads = page.locator(".finding > p:first-child")
    assert heads.count() > 3
    assert not [each for each in heads.all_inner_texts() if "·\n" in each or each.rstrip().endswith("·")]
    ways = page.locator(".finding .ways").first
    assert ways.evaluate("each => getComputedStyle(each).display") == "block"


@pytest.mark.parametrize(
    ("path", "pressed", "some"),
    [
        (f"{BOOK}records/", ".record .ways a, .cause .ways a", 6),
        (f"{BOOK}changes/", ".record .ways a, .cause .ways a", 6),
        ("rulings/term/lamps/", ".trail a, details.life > summary", 3),
    ],
)
def test_what_is_pressed_has_the_room_of_a_finger_on_a_tablet(
    browser: Browser, address: str, path: str, pressed: str, some: int
) -> None:
    """https://www.w3.org/TR/WCAG22/#target-size-minimum"""
    context = browser.new_context(viewport={"width": 820, "height": 1100}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{address}{path}")
    found = page.locator(pressed).filter(visible=True)
    assert found.count() > some
    assert all(height >= 24 for height in found.evaluate_all("all => all.map(e => e.getBoundingClientRect().height)"))
    context.close()


def test_a_day_leads_to_the_text_that_held(desk: Visit) -> None:
    page = desk.open(f"{BOOK}states/")
    page.fill("#kb-day input", "1990-01-01")
    page.press("#kb-day input", "Enter")
    assert page.locator("#kb-day input:invalid").count() == 1, "nobody could read it before it was published"
    page.fill("#kb-day input", "2006-01-15")
    page.press("#kb-day input", "Enter")
    expect(page).to_have_url(f"{desk.address}{BOOK}@2005-11-28/")
    expect(page.locator(".status").first).to_contain_text("28 November 2005")


def test_an_address_with_a_day_leads_to_the_text_that_held(desk: Visit) -> None:
    for day, held in (
        ("2005-12-28", "@2005-11-28/"),
        ("2005", "@2005-11-28/"),
        ("2005-06", "published/"),
        ("2001-01-01", "states/?on=2001-01-01"),
        ("2031", ""),
    ):
        page = desk.open(f"{BOOK}@{day}/")
        expect(page).to_have_url(f"{desk.address}{BOOK}{held}")
        if "?on=" in held:
            expect(page.locator("#kb-early")).to_contain_text(f"On {day} there was no text of this book yet.")
            expect(page.locator("#kb-early a")).to_have_attribute("href", "../published/")
    missing = [told for told in desk.wrong if "404" in told or "/@" in told]
    assert len(missing) == len(desk.wrong)
    desk.wrong.clear()


@pytest.mark.parametrize("day", ["2005-13-45", "2005-02-30", "2005-13", "1990-00-00"])
def test_an_address_with_a_day_that_no_calendar_has_leads_to_the_page_by_date_which_says_so(
    day: str, desk: Visit
) -> None:
    page = desk.open(f"{BOOK}@{day}/")
    expect(page).to_have_url(f"{desk.address}{BOOK}states/?on={day}")
    expect(page.locator("#kb-refused")).to_have_text(f"Not known here, so not asked for: {day}.")
    expect(page.locator("#kb-early")).to_be_hidden()
    desk.wrong[:] = [told for told in desk.wrong if "404" not in told and "/@" not in told]


def test_a_page_by_date_tells_of_a_day_before_the_book_only_where_one_is_asked_for(desk: Visit) -> None:
    for asked in ("", "?on=2005-12-28", "?on=2005", "?on=%3Cb%3E", "?on=1999-13-45-9"):
        page = desk.open(f"{BOOK}states/{asked}")
        expect(page.locator("#kb-states")).to_be_visible()
        expect(page.locator("#kb-early")).to_be_hidden()
        expect(page.locator("#kb-refused")).to_be_hidden()
    page = desk.open(f"{BOOK}states/?on=1999")
    expect(page.locator("#kb-early")).to_be_visible()


@pytest.mark.parametrize("width", [240, 320, 360, 412, 700, 1440])
def test_no_word_of_a_command_is_cut_at_its_hyphen(width: int, desk: Visit) -> None:
    page = desk.open("rules/the-drowned-coast/records/")
    page.set_viewport_size({"width": width, "height": 800})
    cut = page.evaluate(
        """() => [...document.querySelectorAll("article code")].flatMap((code) => {
          const words = document.createTreeWalker(code, NodeFilter.SHOW_TEXT), found = [];
          const hyphened = (text) => text.data.matchAll(/[^ ]*-[^ ]*/g);
          for (let text; (text = words.nextNode());) for (const { 0: word, index } of hyphened(text)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            found.push([word, new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size]);
          }
          return code.textContent.startsWith("kb ") ? found : [];
        })"""
    )
    assert cut and all(lines == 1 for _, lines in cut), cut
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
