"""The tasks of a reader in WebKit, Safari's engine, where it is installed (Debian: `webkit2gtk-driver` and `xvfb`)."""

from collections.abc import Iterator

import pytest

from tests.browser.test_reading import BOOK
from tests.browser.webkit import AT_HAND, WebKit, opened
from tests.built import Site
from tests.page_kinds import pages_by_kind

pytestmark = pytest.mark.skipif(not AT_HAND, reason="no WebKit")

WATCH = """window.wrong = window.wrong || [];
addEventListener("error", event => wrong.push(event.message), true);
addEventListener("unhandledrejection", event => wrong.push(String(event.reason)));"""
CARD = "const card = document.getElementById('kb-card'); return card && !card.hidden ? card.innerText : ''"
NO_CARD = "const card = document.getElementById('kb-card'); return !card || card.hidden"
LINE = """const style = getComputedStyle(document.querySelector(arguments[0]));
return [style.textDecorationLine, style.textDecorationStyle]"""
CHOOSE = """document.querySelector(`#kb-reader input[value="${arguments[0]}"]`).click();
return document.documentElement.dataset.reading"""
CHOSEN = """const chosen = [...document.querySelectorAll("#kb-reader :checked")].map(each => each.value);
return [document.documentElement.dataset.scheme, chosen.includes("redline"), chosen.includes("example")]"""
FRAMED = """document.body.innerHTML = "";
const frame = document.createElement("iframe");
frame.style = "width: 360px; height: 780px; border: 0";
document.body.append(frame);
window.framed = frame.contentWindow;"""
TURN = "window.framed.location.replace(arguments[0])"
THERE = """const page = window.framed.document;
return page.readyState === "complete" && page.location.href === arguments[0] && !!page.querySelector("article")"""
WIDTH = """const page = window.framed.document;
page.querySelectorAll("details").forEach(each => each.open = true);
delete page.documentElement.dataset.later;
return page.documentElement.scrollWidth"""


@pytest.fixture(scope="module")
def window() -> Iterator[WebKit]:
    with opened(WATCH) as found:
        yield found


@pytest.fixture
def webkit(window: WebKit) -> Iterator[WebKit]:
    """A window that may show no error of a script."""
    yield window
    assert window.run("return window.wrong || []") == []


def test_a_changed_word_is_marked_and_tells_why(webkit: WebKit, address: str) -> None:
    webkit.open(address + BOOK)
    assert webkit.run(LINE, "ins.change") == ["underline", "dotted"]
    assert webkit.run(CHOOSE, "redline") == "redline"
    assert webkit.run(LINE, "ins.change") == ["underline", "solid"]
    assert webkit.run(LINE, "del.was")[0] == "line-through"
    assert webkit.run(CHOOSE, "clean") == "clean"
    assert webkit.run(LINE, "ins.change")[0] == "none"
    assert webkit.run(CHOOSE, "marked") == "marked"
    webkit.click("ins.change")
    webkit.until(CARD)
    webkit.press("Escape")
    webkit.until(NO_CARD)


def test_keys_step_through_the_changes_also_after_a_click(webkit: WebKit, address: str) -> None:
    webkit.open(address + BOOK)
    webkit.click("ins.change")
    first = webkit.until(CARD)
    webkit.press("n")
    webkit.press("n")
    assert webkit.until(CARD) != first
    assert webkit.run("return document.activeElement.dataset.change")


def test_an_answer_comes_as_one_types(webkit: WebKit, address: str) -> None:
    webkit.open(address)
    webkit.press("/")
    webkit.until("return document.activeElement.matches('dialog input')")
    webkit.press(*"keeper")
    webkit.until("return document.querySelectorAll('.seek-option').length > 1")
    before = webkit.run("return location.pathname")
    webkit.press("Enter")
    webkit.until("return location.pathname !== arguments[0]", before)


def test_who_comes_back_finds_what_was_chosen_since(webkit: WebKit, address: str) -> None:
    webkit.open(address + BOOK)
    webkit.open(address + "rules/bells-below/")
    assert webkit.run(CHOOSE, "redline") == "redline"
    webkit.run("for (const each of document.querySelectorAll('[value=example], .kb-scheme')) each.click()")
    chosen = webkit.run(CHOSEN)
    webkit.back()
    webkit.until("return window.wrong && document.documentElement.dataset.reading === 'redline'")
    assert webkit.run(CHOSEN) == chosen
    webkit.run("localStorage.clear()")


@pytest.mark.parametrize("page", ["search/", "rulings/find/"])
def test_who_comes_back_to_a_search_finds_the_words_it_was_for(webkit: WebKit, address: str, page: str) -> None:
    found = "return document.querySelector('#seek-hits a, #kb-found a')"
    webkit.open(address + page + "?find=lamp")
    webkit.until(found)
    webkit.run("document.querySelector('#seek-hits a, #kb-found a').click()")
    webkit.until("return !document.querySelector('#seek, #kb-find')")
    webkit.back()
    webkit.until(found)
    webkit.until("return document.querySelector('article [name=find]').value === 'lamp'")


def test_a_small_screen_shows_every_kind_of_page_without_sideways_scrolling(
    webkit: WebKit, address: str, lantern: Site
) -> None:
    webkit.open(address)
    webkit.run(FRAMED)
    for pages in pages_by_kind(lantern).values():
        where = address + pages[0]
        webkit.run(TURN, where)
        webkit.until(THERE, where)
        assert webkit.run(WIDTH) <= 360, where
