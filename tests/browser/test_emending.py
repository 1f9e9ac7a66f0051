"""What an editor and a judge do: read the proof of a book, the rulings it lacks, and the book as of any day."""

from playwright.sync_api import expect

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
        ("2001-01-01", "states/"),
        ("2031", ""),
    ):
        page = desk.open(f"{BOOK}@{day}/")
        expect(page).to_have_url(f"{desk.address}{BOOK}{held}")
    missing = [told for told in desk.wrong if "404" in told or "/@" in told]
    assert len(missing) == len(desk.wrong)
    desk.wrong.clear()
