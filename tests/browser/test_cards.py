"""Cards as a reader meets them: found by letters, opened from a rule, told of on hover and on focus."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit

BOOK = "rules/the-drowned-coast/published/"
SQUALL = "a.term[href$='cards/b/black-squall/']"
HINT = "#kb-card"


def test_a_card_is_two_clicks_from_home(desk: Visit) -> None:
    page = desk.open("")
    page.locator(".md-tabs").get_by_role("link", name="Cards", exact=True).click()
    page.locator("main").get_by_role("link", name="Gannet", exact=True).click()
    expect(page).to_have_url(re.compile(r"/cards/g/gannet/$"))
    expect(page.locator(".card-text").first).to_contain_text("As emended")
    expect(page.locator(".card-text ins").first).to_contain_text("3")
    page.locator("summary", has_text="As printed").click()
    expect(page.locator(".printed .card-text")).to_contain_text("speed 4")


def test_letters_begin_where_the_text_does(phone: Visit) -> None:
    page = phone.open("cards/g/")
    begins = page.evaluate(
        """() => {
        const text = document.querySelector("h1").getBoundingClientRect().left;
        const jumps = "<p class='letters jumps'><a href='#kb-text'>Il</a></p>";
        document.querySelector(".letters").insertAdjacentHTML("afterend", jumps);
        const range = document.createRange();
        range.selectNodeContents(document.querySelector(".jumps a"));
        return range.getBoundingClientRect().left - text;
    }"""
    )
    assert abs(begins) < 2


def test_a_name_in_the_rules_tells_of_its_card_and_leads_there(desk: Visit) -> None:
    page = desk.open(BOOK)
    name = page.locator(SQUALL).first
    name.hover()
    expect(page.locator(HINT)).to_contain_text("Storm")
    page.keyboard.press("Escape")
    expect(page.locator(HINT)).to_be_hidden()
    name.focus()
    expect(page.locator(HINT)).to_contain_text("Black Squall")
    name.click()
    expect(page).to_have_url(re.compile(r"/cards/b/black-squall/$"))


def test_a_finger_follows_the_link(phone: Visit) -> None:
    page = phone.open(BOOK)
    page.locator(SQUALL).first.tap()
    expect(page).to_have_url(re.compile(r"/cards/b/black-squall/$"))


def test_everything_about_a_card_is_read_without_scripts(plain: Visit) -> None:
    page = plain.open("cards/b/black-squall/")
    expect(page.locator("main")).to_contain_text("What differs from")
    expect(page.locator("main ins").first).to_contain_text("Wind.")
