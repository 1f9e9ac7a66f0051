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


def test_a_page_by_date_tells_of_a_day_before_the_book_only_where_one_is_asked_for(desk: Visit) -> None:
    for asked in ("", "?on=2005-12-28", "?on=2005", "?on=%3Cb%3E", "?on=1999-13-45-9"):
        page = desk.open(f"{BOOK}states/{asked}")
        expect(page.locator("#kb-states")).to_be_visible()
        expect(page.locator("#kb-early")).to_be_hidden()
    page = desk.open(f"{BOOK}states/?on=1999")
    expect(page.locator("#kb-early")).to_be_visible()
