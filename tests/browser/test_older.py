"""Browsers of some years ago, and an iPhone: pages are served as they see them, and all in them can still be used."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Visit
from tests.browser.test_reading import BOOK

NO_HAS = {"@supports not selector(:has(a))": "@media all", ":has(": ":unknown("}
"""Firefox before 121."""
NO_POPOVER = {
    "@supports not selector(:popover-open)": "@media all",
    '"popover"in list': "false",
    ":popover-open": ":unknown",
    " popover ": " ",
    "popovertarget=": "data-target=",
}
"""Safari before 17, Firefox before 125."""

IPHONE = {"@supports (-webkit-touch-callout:none)": "@media all"}
SMALL = """() => [...document.querySelectorAll("article :is(select, input:not([type=radio], [type=checkbox]))")]
  .filter(each => parseFloat(getComputedStyle(each).fontSize) < 16).map(each => each.outerHTML)"""


@contextmanager
def seen(visit: Visit, otherwise: Mapping[str, str], path: str = BOOK) -> Iterator[Page]:
    """A page, and all that it loads, as a browser sees it to which some words say something else."""
    said = set[str]()

    def serve(route: Route) -> None:
        answer = route.fetch()
        if not any(kind in answer.headers["content-type"] for kind in ("html", "css", "javascript")):
            return route.fulfill(response=answer)
        text = answer.text()
        for known, unknown in otherwise.items():
            said.update({known} if known in text else ())
            text = text.replace(known, unknown)
        return route.fulfill(response=answer, body=text)

    visit.context.route("**/*", serve)
    yield visit.open(path)
    visit.context.unroute_all(behavior="wait")  # what is on its way is answered before the page is gone
    assert said == otherwise.keys()


def test_without_popovers_the_contents_of_a_phone_open_shut_and_lead(phone: Visit) -> None:
    with seen(phone, NO_POPOVER) as page:
        contents, button = page.locator("#kb-contents"), page.locator(".kb-where > button")
        expect(contents).to_be_hidden()
        button.click()
        expect(contents).to_be_visible()
        box = contents.bounding_box()
        assert box
        assert box["y"] + box["height"] == page.evaluate("innerHeight")
        button.click()
        expect(contents).to_be_hidden()
        button.click()
        contents.locator("a").nth(3).click()
        expect(contents).to_be_hidden()
        expect(page.locator(":target")).to_be_in_viewport()


def test_without_has_the_switch_shows_what_is_chosen(desk: Visit) -> None:
    with seen(desk, NO_HAS) as page:
        chosen = page.locator("#kb-reader .modes :checked + span")
        expect(chosen).to_have_css("font-weight", "600")
        page.locator("#kb-reader summary").click()
        expect(page.locator("#kb-reader .kinds input").first).to_have_css("opacity", "1")


@pytest.mark.parametrize("path", ["", "search/", "rulings/find/", f"{BOOK}changes/", f"{BOOK}compare/", "graph/"])
def test_no_field_makes_an_iphone_magnify_the_page(phone: Visit, path: str) -> None:
    with seen(phone, IPHONE, path) as page:
        assert page.evaluate(SMALL) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
