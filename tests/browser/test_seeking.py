"""The search of everything: from every page by `/`, by keyboard alone, kept in its address, nothing from elsewhere."""

import gzip
import json
import re
import threading
import unicodedata
import urllib.request
from collections import Counter
from collections.abc import Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar
from unicodedata import category
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Locator, Page, Response, Route, expect

from kb.queries.terms import know_terms
from kb.search import SearchIndex
from kb.search._names import typed_words
from kb.search.gather import gather_records
from tests.browser.conftest import SHIFTS, Visit, served
from tests.built import ROOT, Site
from tests.knowing import lantern

BOOK = "rules/bells-below/"
SEARCH = "search/"
BYTES = 300_000
PART = 12_000
"""The most bytes of a part of the index: where a word stands in very many texts, it is a part alone."""


def panel(page: Page) -> Locator:
    return page.locator("dialog.seek-panel")


def options(page: Page) -> Locator:
    return panel(page).get_by_role("option")


def hits(page: Page) -> Locator:
    return page.locator("#seek-hits > li")


def said(page: Page) -> Locator:
    return page.get_by_role("status")


def kinds(page: Page) -> list[str]:
    """What each result says that it is."""
    hits(page).first.wait_for()
    return [each.inner_text() for each in page.locator("#seek-hits .seek-kind b").all()]


def ask(page: Page, words: str) -> None:
    """Open the panel with a key and type."""
    page.keyboard.press("/")
    expect(panel(page).get_by_role("combobox")).to_be_focused()
    page.keyboard.type(words, delay=20)


def test_the_line_below_the_field_is_as_wide_as_the_panel(desk: Visit) -> None:
    page = desk.open("")
    page.keyboard.press("/")
    drawn = "each => getComputedStyle(each).boxShadow"
    field, shut = panel(page).get_by_role("combobox"), panel(page).locator(".seek-shut")
    expect(field).to_be_focused()
    assert field.evaluate(drawn) == shut.evaluate(drawn) != "none"
    shut.focus()
    assert field.evaluate(drawn) == shut.evaluate(drawn) == "none"


@pytest.mark.parametrize(
    ("words", "title", "place"),
    [
        ("Lantern: Bells Below", "Lantern: Bells Below", "rules/bells-below/"),
        ("bells bel", "Lantern: Bells Below", "rules/bells-below/"),
        ("LBB", "Lantern: Bells Below", "rules/bells-below/"),
        ("hl", "Harbour\xa0Ledger\xa04", "rulings/versions/harbour-ledger-4/"),
        ("hl2", "Harbour\xa0Ledger\xa02", "rulings/versions/harbour-ledger-2/"),
        ("Harbour Ledger 2", "Harbour\xa0Ledger\xa02", "rulings/versions/harbour-ledger-2/"),
        ("questions from the quay", "Questions from the Quay\xa03", "rulings/answers/quay-questions-3/"),
    ],
)
def test_a_text_is_found_by_its_title_and_short_name(desk: Visit, words: str, title: str, place: str) -> None:
    page = desk.open(f"{SEARCH}?{urlencode({'find': words})}")
    first = hits(page).first.locator("a.seek-name")
    expect(first).to_have_attribute("href", re.compile(rf"{place}$"))
    assert (first.text_content() or "").replace("\xa0", " ") == title.replace("\xa0", " ")
    expect(hits(page).first.locator(".seek-kind")).to_have_text("Text")


def first_of(browser: Browser, address: str, words: str, table: object) -> Locator:
    """The name of the first result where the table of the site is another one."""
    page = browser.new_context().new_page()
    page.route("**/table.json.packed", lambda route: route.abort())
    page.route("**/table.json", lambda route: route.fulfill(json=table))
    page.goto(f"{address}{SEARCH}?find={words}")
    return hits(page).first.locator("a.seek-name")


@pytest.mark.parametrize(
    ("name", "first"),
    [("Fog of the Crew", "Creeping Fog"), ("Crew of the Fog", "Black Squall"), ("Fog of the Crewmen", "Black Squall")],
)
def test_a_phrase_alone_is_asked_for_as_part_of_a_name_too(
    browser: Browser, address: str, name: str, first: str
) -> None:
    """As if the fog were called so: words of a phrase that stand apart, or go on, are none of it."""
    table = json.loads(urllib.request.urlopen(f"{address}search/data/table.json").read())
    (at,) = (at for at, names in enumerate(table["names"]) if "Creeping Fog" in names)
    table["names"][at] = [name]
    found = first_of(browser, address, '"the crew"', table)
    expect(found).to_have_text(first)
    found.page.context.close()


@pytest.mark.parametrize(("words", "title"), [("wre", "Wreckers"), ("bel", "Bells")])
def test_of_very_many_names_that_begin_so_the_nearest_comes_first(
    browser: Browser, address: str, words: str, title: str
) -> None:
    """Here more than one are very many."""
    table = json.loads(urllib.request.urlopen(f"{address}search/data/table.json").read())
    table["ranking"]["most_begun"] = 1
    first = first_of(browser, address, words, table)
    expect(first).to_have_text(title)
    first.page.context.close()


def test_a_name_with_a_hyphen_is_found_by_a_word_behind_it(browser: Browser, address: str) -> None:
    """As if the wreckers were called so; another name that has the words, a longer one, is no tied one."""
    table = json.loads(urllib.request.urlopen(f"{address}search/data/table.json").read())
    (at,) = (at for at, names in enumerate(table["names"]) if "Wreckers" in names)
    table["names"][at] = ["O-wreckers"]
    first = first_of(browser, address, "wre", table)
    expect(first).to_have_text("Wreckers")
    first.page.context.close()


HINT = """e => {
  const style = getComputedStyle(e), letters = getComputedStyle(e, "::placeholder");
  const drawn = document.createElement("canvas").getContext("2d");
  drawn.font = `${letters.fontSize} ${letters.fontFamily}`;
  const room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return [e.placeholder, drawn.measureText(e.placeholder).width, room, parseFloat(letters.fontSize)];
}"""
"""The hint of a field, how wide it is, the room it has, and how large its letters are."""


@pytest.mark.parametrize("letters", [16, 24, 32])
def test_the_hint_of_the_field_is_whole_however_large_letters_are(phone: Visit, letters: int) -> None:
    page = phone.open(SEARCH)
    phone.context.new_cdp_session(page).send(
        "Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters}}
    )
    for turn, field in enumerate((page.locator("#seek-words"), panel(page).get_by_role("combobox"))):
        if turn:
            page.goto(page.url.replace(SEARCH, BOOK))
            page.locator(".seek-door").click()
            panel(page).locator(".seek-shut").wait_for()
        hint, width, room, size = field.evaluate(HINT)
        assert hint and width <= room
        assert size >= 16


def test_no_key_is_shown_that_opens_nothing(plain: Visit) -> None:
    door = plain.open("").locator(".seek-door")
    expect(door).to_be_visible()
    expect(door.locator("kbd")).to_be_hidden()


def test_a_term_and_its_own_rulings_come_first_from_a_book_by_keyboard_alone(desk: Visit) -> None:
    page = desk.open(BOOK)
    ask(page, "wrecker")
    expect(options(page).first).to_contain_text("Wreckers")
    expect(options(page).first.locator("b")).to_have_text("Term")
    expect(options(page).nth(1).locator(".seek-name")).to_have_text("Wreckers")
    expect(options(page).nth(1).locator("b")).to_have_text("Ruling")
    expect(options(page).first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/rulings/term/wreckers/$"))


def test_letters_typed_while_the_panel_is_on_its_way_are_not_lost(desk: Visit) -> None:
    page = desk.open(BOOK)

    def delay(route: Route) -> None:
        page.wait_for_timeout(300)
        route.continue_()

    page.route("**/search-panel.js", delay)
    page.keyboard.press("/")
    page.keyboard.type("wrexx")
    for key in ("Backspace", "Backspace", "c"):
        page.keyboard.press(key)
    expect(panel(page).get_by_role("combobox")).to_have_value("wrec")
    page.keyboard.type("ker")
    expect(options(page).first).to_contain_text("Wreckers")


def test_arrows_choose_enter_opens_escape_closes_and_focus_returns(desk: Visit) -> None:
    page = desk.open(BOOK)
    link = page.locator("article a[href]").first
    link.focus()
    ask(page, "lamps")
    field = panel(page).get_by_role("combobox")
    expect(options(page).nth(2)).to_be_visible()
    for key, at in (("ArrowDown", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("ArrowUp", 0), ("ArrowUp", -1)):
        page.keyboard.press(key)
        chosen = options(page).nth(at)
        expect(chosen).to_have_attribute("aria-selected", "true")
        expect(field).to_have_attribute("aria-activedescendant", chosen.get_attribute("id") or "?")
        expect(panel(page).locator("[aria-selected=true]")).to_have_count(1)
    expect(options(page).last).to_have_text(re.compile(r"^All results: \d+$"))
    page.keyboard.press("Escape")
    expect(panel(page)).to_be_hidden()
    expect(link).to_be_focused()
    ask(page, "keepers")
    expect(options(page).first).to_contain_text("Keepers")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/search/\?find=keepers$"))
    expect(hits(page).first).to_be_visible()


def test_counts_are_announced(desk: Visit) -> None:
    page = desk.open(BOOK)
    ask(page, "lamps")
    expect(panel(page).get_by_role("status")).to_have_text(re.compile(r"^Found: \d+\.\s*$"))


@pytest.mark.parametrize(("typed", "card"), [("gann", "Gannet"), ("squa", "Black Squall"), ("anni", "Annis Cope")])
def test_a_card_is_found_by_four_letters(desk: Visit, typed: str, card: str) -> None:
    page = desk.open("rules/")
    ask(page, typed)
    expect(options(page).first.locator(".seek-name")).to_have_text(card)
    expect(options(page).first.locator("b")).to_have_text("Card")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/cards/\w/[a-z-]+/$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(card)


def test_a_key_pressed_in_a_field_or_with_others_is_only_a_letter(desk: Visit) -> None:
    page = desk.open("rulings/find/")
    page.locator("[name=find]").focus()
    page.keyboard.type("a/b")
    expect(page.locator("[name=find]")).to_have_value("a/b")
    expect(panel(page)).to_have_count(0)
    page.locator("[name=find]").blur()
    page.keyboard.press("Control+/")
    expect(panel(page)).to_have_count(0)


def test_what_is_typed_before_the_search_is_loaded_is_not_lost(desk: Visit) -> None:
    """Pages take `p` and `n` for steps where no field has the focus."""
    page = desk.open(BOOK)
    page.keyboard.press("/")
    page.keyboard.type("snap lamps")
    expect(panel(page).locator("[type=search]")).to_have_value("snap lamps")
    expect(options(page).first).to_be_visible()
    expect(page).to_have_url(re.compile(f"/{BOOK}$"))


def test_typing_and_pressing_enter_at_once_opens_the_best(desk: Visit) -> None:
    page = desk.open("")
    page.keyboard.press("/")
    page.keyboard.type("gannet")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/cards/g/gannet/$"))


def test_enter_asks_for_what_was_meant_where_nothing_is_found(desk: Visit) -> None:
    page = desk.open("")
    page.keyboard.press("/")
    page.keyboard.type("ganet")
    page.keyboard.press("Enter")
    expect(panel(page).get_by_role("combobox")).to_have_value("Gannet")
    expect(options(page).first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/cards/g/gannet/$"))


def test_what_one_name_that_was_meant_has_is_listed_at_once(desk: Visit) -> None:
    """Who is at a table misspells a card, and is spared a tap; where several may be meant, the reader says which."""
    page = desk.open(f"{SEARCH}?find=ganet")
    expect(said(page)).to_have_text(re.compile(r"^No text here has “ganet”\. Did you mean Gannet\?$"))
    expect(hits(page).first.locator("a")).to_have_text("Gannet")
    listed = [each.inner_text() for each in hits(page).all()]
    expect(page.locator("#seek-facets label:visible").nth(1)).to_be_visible()
    said(page).get_by_role("button", name="Gannet").click()
    expect(said(page)).to_have_text(re.compile(r"^Found: \d+\."))
    assert [each.inner_text() for each in hits(page).all()] == listed

    page = desk.open("")
    page.keyboard.press("/")
    page.keyboard.type("ganet")
    expect(options(page).first).to_contain_text("Gannet")
    expect(panel(page).locator("[aria-selected=true]")).to_have_count(0)
    page.keyboard.press("ArrowDown")
    expect(options(page).first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/cards/g/gannet/$"))


def test_a_rule_that_holds_and_its_published_wording_are_told_apart(desk: Visit) -> None:
    page = desk.open(f"{SEARCH}?find=keepers&in=the-drowned-coast")
    hits(page).first.wait_for()
    while page.locator("#seek-rest").is_visible():
        shown = hits(page).count()
        page.locator("#seek-rest").click()
        expect(hits(page).nth(shown)).to_be_visible()
    assert {"Rule, as emended", "As published, since emended"} <= set(kinds(page))
    for item in hits(page).all():
        address = item.locator("a.seek-name").get_attribute("href") or ""
        emended = item.locator("b").inner_text() == "Rule, as emended"
        assert bool(re.search(r"/rules/the-drowned-coast/#", address)) == emended


def test_a_passage_of_two_books_is_found_once_with_both_places(desk: Visit) -> None:
    words = "bell fills hands weight"
    page = desk.open(f"{SEARCH}?find={words}&group=published")
    twin = hits(page).filter(has_text="The same in").first
    expect(twin.locator("b")).to_have_text("Rule, as emended")
    there = twin.locator("a:not(.seek-name)").first
    expect(there).to_contain_text("(Rule, as published)")
    assert hits(page).filter(has_text=twin.locator(".seek-words").inner_text()).count() == 1
    told = twin.locator(".seek-words").inner_text()
    there.click()
    expect(page.locator("main")).to_contain_text(told)
    page = desk.open("")
    page.keyboard.press("/")
    page.keyboard.type(words)
    expect(options(page).filter(has_text="The same in").first).to_be_visible()


def test_who_asks_for_a_card_by_name_is_told_what_it_says_from_its_beginning(desk: Visit) -> None:
    for name in ("Black Squall", "Old Ferryman"):
        page = desk.open(f"{SEARCH}?find={name}")
        first = hits(page).first
        expect(first.locator("b")).to_have_text("Card")
        assert not first.locator(".seek-words").inner_text().startswith("…"), name
    page = desk.open(f"{SEARCH}?find=great+lamp+of+saint+orrin+fog")
    expect(hits(page).first.locator("mark").filter(has_text=re.compile("fog", re.IGNORECASE)).first).to_be_visible()


def test_a_result_leads_to_its_very_words(desk: Visit) -> None:
    page = desk.open(f"{SEARCH}?find=echo&group=ruling")
    first = hits(page).first
    words = first.locator("mark").first.inner_text()
    first.locator("a").click()
    target = page.locator(":target")
    expect(target).to_be_visible()
    expect(target).to_contain_text(words)


def test_facets_narrow_by_keyboard_and_the_address_keeps_them(desk: Visit) -> None:
    page = desk.open(f"{SEARCH}?find=lamps")
    expect(hits(page).first).to_be_visible()
    everything = said(page).inner_text()
    box = page.get_by_role("checkbox", name="Rulings", exact=False).first
    counted = page.locator("label:has([value=ruling]) .seek-count")
    expect(counted).to_have_text(re.compile(r"\d"))
    count = int(counted.inner_text())
    page.locator("#seek-words").focus()
    for _ in range(20):
        if page.evaluate("() => document.activeElement.value") == "ruling":
            break
        page.keyboard.press("Tab")
    expect(box).to_be_focused()
    page.keyboard.press("Space")
    expect(said(page)).to_have_text(re.compile(rf"^Found: {count}\.\s*$"))
    expect(page).to_have_url(re.compile(r"\?find=lamps&group=ruling$"))
    assert set(kinds(page)) == {"Ruling"}
    expect(page.locator("label:has([value=card])")).to_be_visible()
    again = desk.open(page.url.removeprefix(desk.address))
    expect(again.locator("#seek-words")).to_have_value("lamps")
    expect(again.locator("[value=ruling]")).to_be_checked()
    expect(said(again)).to_have_text(said(page).inner_text())
    assert kinds(again) == kinds(page)
    expect(again.locator("[value=ruling]")).to_be_visible()  # it comes with its count
    again.locator("[value=ruling]").press("Space")
    expect(said(again)).to_have_text(everything)


def test_facets_that_leave_nothing_say_what_there_is_without_them(desk: Visit) -> None:
    page = desk.open(f"{SEARCH}?find=gannet&in=winter-quay")
    expect(said(page)).to_have_text(re.compile(r"without them: \d+"))
    expect(page.locator("[value=winter-quay]")).to_be_checked()


@pytest.mark.parametrize(
    ("slip", "name"),
    [
        ("keeprs", "Keepers"),
        ("lmaps", "Lamps"),
        ("ganet", "Gannet"),
        ("drwoned towns", "Drowned Towns"),
        ("DT", "Drowned Towns"),
        ("DPs", "Dawn Phase"),
    ],
)
def test_slips_are_answered_with_what_may_be_meant(desk: Visit, slip: str, name: str) -> None:
    page = desk.open(f"{SEARCH}?find={slip}")
    meant = said(page).get_by_role("button", name=name, exact=True)
    expect(said(page)).to_have_text(re.compile(rf"Did you mean (.+, )*{name}(, .+)*\?$"))
    meant.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#seek-words")).to_have_value(name)
    expect(page.locator("#seek-words")).to_be_focused()
    expect(hits(page).first.locator("a")).to_have_text(name)


def test_a_rare_word_that_only_begins_and_ends_as_one_of_a_name_may_be_misspelt(desk: Visit) -> None:
    page = desk.open(f"{SEARCH}?find=winner")
    expect(said(page)).to_have_text("Found: 2. Did you mean winter?")


def test_a_slip_that_stands_in_a_text_too_is_found_and_asked_about(desk: Visit) -> None:
    page = desk.open(f"{SEARCH}?find=barbour")
    expect(hits(page)).to_have_count(1)
    expect(hits(page).first.locator("mark")).to_have_text(re.compile("^barbour", re.IGNORECASE))
    said(page).get_by_role("button", name="Harbour", exact=True).click()
    expect(page.locator("#seek-words")).to_have_value("Harbour")
    expect(hits(page).first.locator("a")).to_have_text("Harbour")


@pytest.mark.parametrize("words", ["stairs", "downstairs", "surge", "steeple church", "sitting"])
def test_a_seldom_word_that_is_like_no_name_is_no_slip(desk: Visit, words: str) -> None:
    page = desk.open(f"{SEARCH}?find={words}")
    expect(hits(page).first).to_be_visible()
    expect(said(page)).to_have_text(re.compile(r"^Found: \d+\.\s*$"))


def test_a_word_that_no_text_has_is_said_and_the_others_answer(desk: Visit) -> None:
    page = desk.open(f"{SEARCH}?find=lamps xyzzyx")
    expect(said(page)).to_contain_text("No text here has “xyzzyx”.")
    expect(hits(page).first).to_be_visible()
    page = desk.open(f"{SEARCH}?find=xyzzyx")
    expect(said(page)).to_have_text(re.compile("^No text here has “xyzzyx”.\\s*$"))
    expect(hits(page)).to_have_count(0)
    page = desk.open(f"{SEARCH}?find=xyzzyx qwrtpl")
    expect(said(page)).to_contain_text("Nothing has all of these words.")
    expect(hits(page)).to_have_count(0)


def test_no_text_that_has_only_the_beginning_of_a_word_answers_for_it(desk: Visit) -> None:
    page = desk.open(f"{SEARCH}?find=harbourmistress lamp")
    expect(said(page)).to_contain_text("No text here has “harbourmistress”. Shown is what has the other words.")
    expect(hits(page).first.locator("a")).to_have_text("Lamps")
    expect(hits(page).first.locator("b")).to_have_text("Term")


def test_a_word_is_the_beginning_of_others_only_where_nothing_has_it_itself(desk: Visit) -> None:
    page = desk.open(f"{SEARCH}?find=salt")
    hits(page).first.wait_for()
    marked = {each.inner_text().lower() for each in page.locator("#seek-hits .seek-words mark").all()}
    assert marked == {"salt"}
    page = desk.open(f"{SEARCH}?find=saltm")
    expect(hits(page).first.locator("mark").first).to_have_text(re.compile("^saltmarsh", re.IGNORECASE))


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("the old fer", "Old Ferryman"),
        ("squall blac", "Black Squall"),
        ("annis", "Annis Cope"),
        ("brother o", "Brother Osk"),
    ],
)
def test_the_site_and_the_command_put_first_what_is_named_so(desk: Visit, typed: str, name: str) -> None:
    page = desk.open(f"{SEARCH}?{urlencode({'find': typed})}")
    expect(hits(page).first.locator("a.seek-name")).to_have_text(name)
    expect(hits(page).first.locator("b")).to_have_text("Card")
    told = SearchIndex.of(gather_records(lantern(), know_terms(lantern())), know_terms(lantern())).find(typed, (), 1)
    assert told.hits[0].record.title == name


@pytest.mark.parametrize("words", ["harbourings lamp", "followings", "playability"])
def test_another_form_of_a_word_is_not_said_to_stand_nowhere(desk: Visit, words: str) -> None:
    page = desk.open(f"{SEARCH}?find={words}")
    expect(hits(page).first).to_be_visible()
    expect(said(page)).not_to_contain_text("No text here")


@pytest.mark.parametrize(
    ("asked", "shown", "first"),
    [
        ("can a lamp be relit in the hold zzyx", "Shown is what has most of them.", "Lamps"),
        (
            "wrecker keeper tower qqqwrt harbourmaster oil",
            "Shown is what has most of them.",
            "LANTERN: THE DROWNED COAST",
        ),
        ("douse gannet", "Shown is what has some of them.", "Gannet"),
        ('"lamps squall"', "Shown is what has “squall”.", "Black Squall"),
    ],
)
def test_a_question_that_nothing_has_whole_is_answered_by_what_has_most(
    desk: Visit, asked: str, shown: str, first: str
) -> None:
    page = desk.open(f"{SEARCH}?{urlencode({'find': asked})}")
    expect(said(page)).to_contain_text("Nothing has all of these words.")
    expect(said(page)).to_contain_text(shown)
    expect(hits(page).first.locator("a")).to_have_text(first)


def test_where_little_has_all_words_what_has_most_follows_and_is_counted(desk: Visit) -> None:
    """The words that it has are marked, and it narrows as any other."""
    page = desk.open(f"{SEARCH}?{urlencode({'find': 'relit landing lamp keeper'})}")
    expect(said(page)).to_contain_text("have all of the words, the others most.")
    expect(hits(page).first).to_contain_text("A doused lamp may be relit in your landing phase")
    having = int(re.findall(r"(\d+) have all", said(page).inner_text())[0])
    expect(page.locator("#seek-hits > li").nth(having).locator("mark").first).to_be_visible()
    count = page.locator("label", has=page.locator("input[name=group][value=ruling]")).locator(".seek-count")
    expect(count).not_to_be_empty()  # they are counted once the results are seen
    rulings = int(count.inner_text())
    page.locator("input[name=group][value=ruling]").check()
    expect(said(page)).to_contain_text(f"Found: {rulings}.")


def test_a_question_in_a_sentence_finds_what_it_is_about(desk: Visit) -> None:
    """`what`, `is`, `a` are in no name and mark nothing; a phrase keeps them."""
    page = desk.open(f"{SEARCH}?find=What is a wrecker")
    expect(hits(page).first.locator("b")).to_have_text("Term")
    expect(hits(page).first.locator("a")).to_have_text("Wreckers")
    marked = {each.inner_text().lower() for each in page.locator("#seek-hits mark").all()}
    assert marked
    assert all(each.startswith("wreck") for each in marked), marked
    page = desk.open(f"{SEARCH}?{urlencode({'find': chr(34) + 'what is a wrecker' + chr(34)})}")
    expect(said(page)).to_contain_text("Nothing has all of these words.")


@pytest.mark.parametrize("words", ["harbour lamps wreckers oars squall", "balroc of lamps", "blak squall lamps oars"])
def test_what_may_be_meant_is_never_the_question_and_mends_no_word_of_a_name(desk: Visit, words: str) -> None:
    page = desk.open(f"{SEARCH}?find={words}")
    expect(hits(page).first).to_be_visible()
    meant = [each.inner_text().lower() for each in said(page).get_by_role("button").all()]
    assert words not in meant
    kept = set(words.split()) - {"balroc", "blak"}
    assert all(kept <= set(each.split()) for each in meant), meant


def bare(words: list[str]) -> list[str]:
    """Words without marks: Unicode says of some that they are accents, and a browser cannot ask."""
    return ["".join(each for each in unicodedata.normalize("NFKD", word) if category(each)[0] != "M") for word in words]


def test_words_are_the_same_in_both_searches(desk: Visit) -> None:
    """In scripts whose vowels are marks, with what nobody sees inside, and joined by all that joins."""
    texts = [
        *("आग की लपटें", "เรือไม้ ใหญ่", "שָׁלוֹם לָךְ", "தீ பற்றியது", "e\u0301tude d\u0323\u0307", "\u0301 alone\u0301 \u0301x"),
        *(
            "soft\u00adhyphen zero\u200bwidth be\u2060fore\ufeff",
            "l’eau under‐deeps a--b -c- d'",
            "Gannet's O'Malley's don’t",
        ),
        *("ﬁre ½ x² １２", "Fluß Æther Łódź", "snake_case A.B. 6.31"),
    ]
    page = desk.open(SEARCH)
    found = page.evaluate(
        """async (texts) => {
          const { wordsOf } = await import(new URL("../assets/search-index.js", location.href));
          return texts.map(wordsOf);
        }""",
        texts,
    )
    assert list(map(bare, found)) == [bare(typed_words(text).split()) for text in texts]


def test_a_word_is_marked_with_the_marks_of_its_last_letter(desk: Visit) -> None:
    page = desk.open(SEARCH)
    words = ["(cafe\u0301),", "\u201c\u0915\u0940\u201d", "\u0301caf\u00e9"]
    marked = page.evaluate(
        """async (words) => {
          const { tellRecord } = await import(new URL("../assets/search-hits.js", location.href));
          const told = { meta: { title: "" }, filters: { at: ["/"], group: ["rule"] } };
          const record = { content: words.join(" "), locations: [0, 1, 2], ...told };
          const shown = tellRecord({ groups: [] }, location.href, record).words;
          return [...shown.querySelectorAll("mark")].map((each) => each.textContent);
        }""",
        words,
    )
    assert marked == ["cafe\u0301", "\u0915\u0940", "caf\u00e9"]


def test_of_words_that_a_dash_ties_those_that_were_asked_for_are_marked(desk: Visit) -> None:
    page = desk.open(SEARCH)
    marked = page.evaluate(
        """async () => {
          const { tellRecord } = await import(new URL("../assets/search-hits.js", location.href));
          const told = { meta: { title: "" }, filters: { at: ["/"], group: ["rule"] } };
          const record = { content: "lamps—these) dusk/dawn lamp-oil", locations: [0, 1, 2], ...told };
          const shown = (asked) => tellRecord({ groups: [] }, location.href, record, asked).words;
          const of = (asked) => [...shown(asked).querySelectorAll("mark")].map((each) => each.textContent);
          return [of(["lamp", "dawn"]), of(["other"]), shown(["lamp", "dawn"]).textContent];
        }"""
    )
    assert marked == [
        ["lamps", "dawn", "lamp-oil"],
        ["lamps—these", "dusk/dawn", "lamp-oil"],
        "lamps—these) dusk/dawn lamp-oil",
    ]


def test_the_number_of_a_version_stays_on_the_line_of_its_name(desk: Visit) -> None:
    page = desk.open(f"{SEARCH}?find=lamps hl")
    hits(page).first.wait_for()
    shown = page.locator("#seek-hits").evaluate("element => element.textContent")
    assert "HL\N{NO-BREAK SPACE}" in shown
    assert re.findall(r"HL \d", shown) == []


def test_two_slips_are_mended_together(desk: Visit) -> None:
    page = desk.open(f"{SEARCH}?find=blak sqall keeprs")
    expect(said(page).get_by_role("button", name="black small keepers")).to_be_visible()


def test_the_id_of_a_ruling_finds_it(desk: Visit) -> None:
    page = desk.open(f"{SEARCH}?find=lamps-6bgutj")
    expect(hits(page)).to_have_count(1)
    expect(hits(page).first.locator("a")).to_have_attribute("href", re.compile(r"rulings/term/lamps/#lamps-6bgutj$"))


def test_typographic_quotation_marks_are_those_of_a_phrase(desk: Visit) -> None:
    page = desk.open(f"{SEARCH}?{urlencode({'find': '“snap lamps”'})}")
    hits(page).first.wait_for()
    curly = said(page).inner_text()
    page = desk.open(f"{SEARCH}?{urlencode({'find': chr(34) + 'snap lamps' + chr(34)})}")
    expect(said(page)).to_have_text(curly)


@pytest.mark.parametrize("asked", ["face-down", '"face down"', '"face-down"', "black-squall"])
def test_what_a_hyphen_ties_is_found_in_parts_and_what_is_parted_with_a_hyphen_as_in_the_command(
    desk: Visit, asked: str
) -> None:
    told = SearchIndex.of(gather_records(lantern(), know_terms(lantern())), know_terms(lantern())).find(asked, (), 1)
    assert told.total > 0
    page = desk.open(f"{SEARCH}?{urlencode({'find': asked})}")
    expect(said(page)).to_have_text(re.compile(rf"^Found: {told.total}\.\s*$"))


@pytest.mark.parametrize(
    ("asked", "found"),
    [('"the lamps" keeper', 1), ("keeper “the lamps”", 1), ('"a lamp" "a keeper"', 1), ("the lamps keeper", 13)],
)
def test_a_phrase_beside_other_words_is_one_and_is_counted_so(desk: Visit, asked: str, found: int) -> None:
    page = desk.open(f"{SEARCH}?{urlencode({'find': asked})}")
    expect(said(page)).to_have_text(re.compile(rf"^Found: {found}\.\s*$"))
    expect(page.locator("#seek-facets")).to_be_attached()
    counts = page.locator("fieldset:has([name=group]) .seek-count")
    expect(counts.first).not_to_be_empty()
    assert sum(int(each) for each in counts.all_text_contents()) == found


@pytest.mark.parametrize(
    "words", ["lighting", "carries", "dived", "keeper's", "drowned-towns", "ECHOES", "“false light”"]
)
def test_a_form_of_a_word_is_not_taken_for_a_slip(desk: Visit, words: str) -> None:
    page = desk.open(f"{SEARCH}?find={words}")
    expect(hits(page).first).to_be_visible()
    expect(said(page)).to_have_text(re.compile(r"^Found: \d+\.\s*$"))


def test_the_judges_finder_takes_the_question_over(desk: Visit) -> None:
    page = desk.open(f"{SEARCH}?find=lamps")
    expect(hits(page).first).to_be_visible()
    page.locator("#seek-finder").click()
    expect(page).to_have_url(re.compile(r"/rulings/find/\?find=lamps$"))
    expect(page.locator("[name=find]")).to_have_value("lamps")


def test_the_search_says_where_older_words_of_a_ruling_are_found(desk: Visit) -> None:
    """It finds rulings as they are worded now, and rules; who is quoted an old version is one step from it."""
    page = desk.open(f"{SEARCH}?find=in+a+regatta+the+harbours+are+chosen")
    expect(hits(page).first).to_be_visible()
    page.get_by_role("link", name="in older words").click()
    expect(page.locator("#kb-said")).to_have_text(re.compile(r"In older words:\s1$"))
    expect(page.locator("#kb-found li")).to_contain_text("in a regatta the harbours are chosen by lot")


def test_more_results_follow_and_take_the_focus(desk: Visit) -> None:
    page = desk.open(f"{SEARCH}?find=keeper")
    expect(hits(page)).to_have_count(10)
    page.locator("#seek-rest").focus()
    page.keyboard.press("Enter")
    expect(hits(page).nth(10).locator("a")).to_be_focused()


def test_the_slash_on_the_page_of_the_search_is_its_field(desk: Visit) -> None:
    page = desk.open(f"{SEARCH}?find=lamps")
    expect(hits(page).first).to_be_visible()
    page.keyboard.press("/")
    expect(page.locator("#seek-words")).to_be_focused()
    expect(panel(page)).to_have_count(0)


def test_nothing_is_narrowed_where_nothing_was_asked(phone: Visit) -> None:
    page = phone.open(SEARCH)
    expect(said(page)).not_to_be_empty()
    expect(page.locator("#seek-narrow")).to_be_hidden()
    page.locator("#seek-words").fill("lamps")
    expect(page.locator("#seek-narrow")).to_be_visible()


def test_letters_of_a_word_that_is_being_typed_are_not_told_as_missing(desk: Visit) -> None:
    page = desk.open(SEARCH)
    page.locator("#seek-words").fill("wreckers zq")
    expect(hits(page).first).to_contain_text("Wreckers")
    assert kinds(page)[:2] == ["Term", "Ruling"]
    assert "zq" not in said(page).inner_text()
    page.locator("#seek-words").press_sequentially(" ")
    expect(said(page)).to_contain_text("No text here has “zq”")
    expect(hits(page).first).to_contain_text("Wreckers")


def test_the_field_of_the_page_has_the_focus_at_once(desk: Visit) -> None:
    page = desk.open(SEARCH)
    page.keyboard.type("lamps")
    expect(page.locator("#seek-words")).to_have_value("lamps")
    expect(hits(page).first).to_be_visible()


@pytest.mark.parametrize("path", [SEARCH, f"{SEARCH}?find=lamps", "", BOOK])
def test_nothing_moves_that_was_seen(desk: Visit, phone: Visit, path: str) -> None:
    """Neither when results come nor when the button of the scheme does."""
    for visit in (desk, phone):
        visit.context.add_init_script(SHIFTS)
        page = visit.open(path, as_loaded=True)
        expect(page.locator(".kb-scheme")).to_be_visible()
        if "find" in path:
            expect(page.locator("#seek-facets fieldset").first).to_be_attached()
            hits(page).first.wait_for()
            expect(page.locator("#seek-narrow")).not_to_have_attribute("hidden", "")
        assert page.evaluate("window.moved") < 0.001


def test_there_is_one_search(desk: Visit) -> None:
    page = desk.open(BOOK)
    expect(page.locator(".md-search, [data-md-component=search]")).to_have_count(0)
    expect(page.locator(".seek-door")).to_have_count(1)


def test_on_a_phone_a_sign_opens_it_and_nothing_is_wider_than_the_screen(phone: Visit) -> None:
    page = phone.open(BOOK)
    page.locator(".seek-door").tap()
    expect(panel(page).get_by_role("combobox")).to_be_focused()
    page.keyboard.type("lamps")
    expect(options(page).first).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    box = panel(page).bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 360
    panel(page).get_by_role("combobox").fill("w" * 300)
    expect(panel(page)).to_contain_text("No text here has")
    assert panel(page).evaluate("each => each.scrollWidth <= each.clientWidth")
    panel(page).get_by_role("button", name="Close").tap()
    expect(panel(page)).to_be_hidden()
    page = phone.open(f"{SEARCH}?find=lamps")
    expect(hits(page).first).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_without_scripts_the_page_leads_to_what_stands_in_order(plain: Visit) -> None:
    page = plain.open(BOOK)
    page.locator(".seek-door").click()
    expect(page).to_have_url(re.compile(r"/search/$"))
    expect(page.locator("#seek")).to_be_hidden()
    expect(page.locator("noscript p")).to_be_visible()
    for name in ("The rules", "Rulings by term", "Cards"):
        expect(page.locator(".seek-places").get_by_role("link", name=name)).to_be_visible()


def test_without_an_index_the_page_says_so(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.route("**/search/data/**", lambda route: route.abort())
    page.goto(f"{address}{SEARCH}?find=lamps")
    expect(said(page)).to_contain_text("The search of this site is not there.")
    expect(page.locator(".seek-places a").first).to_be_visible()
    page.goto(f"{address}{BOOK}")
    page.keyboard.press("/")
    expect(page).to_have_url(re.compile(r"/search/$"))
    context.close()


def test_a_key_pressed_right_behind_escape_opens_it_again(desk: Visit) -> None:
    page = desk.open(BOOK)
    ask(page, "gan")
    page.evaluate(
        """() => {
        const press = key => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
        press("Escape");
        press("/");
        }"""
    )
    expect(panel(page).get_by_role("combobox")).to_be_focused()


def test_who_has_no_connection_stays_on_the_page_and_is_told(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}{BOOK}")
    context.set_offline(True)
    page.keyboard.press("/")
    page.keyboard.type("gan")
    expect(panel(page).get_by_role("alert")).to_contain_text("no connection")
    expect(page).to_have_url(re.compile(f"/{BOOK}$"))
    page.keyboard.press("Escape")
    context.set_offline(False)
    ask(page, "gannet")
    expect(options(page).first).to_be_visible()
    context.close()


@pytest.mark.parametrize("status", [200, 404])
def test_a_copy_that_arrives_unpacked_or_not_at_all_is_done_without(
    browser: Browser, address: str, status: int
) -> None:
    """A server may say that a packed file is packed, and a browser unpacks it then before any script has it."""
    context = browser.new_context()
    page = context.new_page()
    page.route("**/table.json.packed", lambda route: route.fulfill(status=status, json={"names": [], "groups": []}))
    page.goto(f"{address}{SEARCH}?find=lamps")
    expect(hits(page).first).to_contain_text("Lamps")
    context.close()


@pytest.mark.parametrize(("letter", "rest"), [("q", "uay"), ("Q", "uay"), ("h", "arbour")])
def test_a_letter_alone_asks_for_one_more(desk: Visit, letter: str, rest: str) -> None:
    """What begins so stands in many parts of the index: from one of them it was counted too low."""
    page = desk.open(f"{SEARCH}?find={letter}")
    expect(page.locator("#seek-said")).to_have_text("One letter more, please: too much begins so.")
    expect(hits(page)).to_have_count(0)
    page.get_by_role("searchbox").fill(f"{letter}{rest}")
    expect(hits(page).first).to_be_visible()
    expect(page.locator("#seek-said")).to_contain_text("Found")


@pytest.mark.parametrize("letter", ["a", "2"])
def test_a_letter_or_a_figure_that_is_a_word_is_found(desk: Visit, letter: str) -> None:
    expect(hits(desk.open(f"{SEARCH}?find={letter}")).first).to_contain_text(
        re.compile(rf"\b{letter}\b", re.IGNORECASE), use_inner_text=True
    )


class Keeping(SimpleHTTPRequestHandler):
    """A server that lets a browser keep what it gave for an hour, as those of sites do for some minutes."""

    asked: ClassVar[list[str]] = []

    def end_headers(self) -> None:
        self.asked.append(self.path)
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()

    def log_message(self, *args: object) -> None:
        """Nothing."""


def test_no_old_copy_of_the_table_is_used_with_the_index_of_today(browser: Browser, lantern: Site) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Keeping, directory=str(lantern.folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    context = browser.new_context()
    page = context.new_page()
    for _ in range(2):
        page.goto(f"http://127.0.0.1:{server.server_port}/{SEARCH}?find=lamps")
        expect(hits(page).first).to_contain_text("Lamps")
    context.close()
    server.shutdown()
    server.server_close()
    times = Counter(Keeping.asked)
    assert times["/search/data/table.json.packed"] == 2
    assert times["/assets/search-index.js"] == 1


PATIENCE = """async () => {
  const { patiently } = await import(new URL("../assets/search-hits.js", location.href));
  const called = [], later = patiently(() => called.push(Math.round(performance.now())));
  window.called = called;
  window.type = later;
}"""


@pytest.mark.parametrize(("gap", "within"), [(60, 150), (110, 180), (200, 320), (220, 320)])
def test_nothing_is_asked_between_the_letters_of_a_word_and_soon_after_the_last(
    desk: Visit, gap: int, within: int
) -> None:
    """Half a question costs a part of the index that the whole does not need. Later, answers come as one types."""
    page = desk.open(SEARCH)
    page.evaluate(PATIENCE)
    page.clock.install()
    page.clock.pause_at(4_000_000_000_000)
    for _ in range(8):
        page.evaluate("() => window.type()")
        page.clock.run_for(gap)
    page.clock.run_for(within - gap)
    assert len(page.evaluate("() => window.called")) == 1
    page.evaluate("() => window.type()")
    page.clock.run_for(120)
    assert len(page.evaluate("() => window.called")) == 2


SEEN = """new MutationObserver(() => {
  if (document.querySelector("[role=option], #seek-hits > li")) window.seenAt ??= performance.now();
}).observe(document, {childList: true, subtree: true});"""
BEFORE = """() => performance.getEntriesByType("resource").filter(e => e.startTime <= window.seenAt).map(e => e.name)"""


def weigh(browser: Browser, address: str, path: str, words: str) -> Mapping[str, int]:
    """The bytes of all answers by address, uncompressed, from opening a page until the first result is seen: in the
    field of the page of the search, else in the panel that `/` opens. Where letters come slowly, that is a result of
    the first of them."""
    context = browser.new_context()
    context.add_init_script(SEEN)
    page = context.new_page()
    seen: list[Response] = []
    page.on("response", lambda answer: seen.extend([answer]))
    page.goto(address + path)
    if path == SEARCH:
        page.locator("#seek-words").fill(words)
        hits(page).first.wait_for()
    else:
        ask(page, words)
        options(page).first.wait_for()
    before = {address + path, *page.evaluate(BEFORE)}
    answers = [each for each in seen if each.status == 200 and each.url in before]
    weights = {each.url.removeprefix(address): int(each.header_value("content-length") or "x") for each in answers}
    context.close()
    return weights


@pytest.mark.parametrize("words", ["lamps", "lamp harbour boat light"])
@pytest.mark.parametrize("path", [SEARCH, "", "rulings/term/lamps/"])
def test_little_is_loaded_before_the_first_result(browser: Browser, address: str, path: str, words: str) -> None:
    assert sum(weigh(browser, address, path, words).values()) < BYTES


@pytest.mark.parametrize("words", ["agent", "tapped character", "greater item ring test"])
@pytest.mark.parametrize("path", [SEARCH, ""])
def test_little_is_loaded_of_the_reference_texts(browser: Browser, reference: Site, path: str, words: str) -> None:
    """Each word brings a part of the index or two, and these are small."""
    with served(reference.folder) as address:
        loaded = weigh(browser, address, path, words)
    assert sum(loaded.values()) < BYTES
    parts = [weight for name, weight in loaded.items() if name.endswith(".pf_index")]
    assert parts
    assert max(parts) < PART


def test_the_group_of_each_record_is_not_loaded_before_the_first_result(browser: Browser, address: str) -> None:
    """It grows with the corpus, and tells only how many there are of each group."""
    parts = [each for each in weigh(browser, address, SEARCH, "lamps of the harbour") if each.endswith(".pf_filter")]
    told = [gzip.decompress(urllib.request.urlopen(address + each).read()) for each in parts]
    assert parts
    assert not [each for each in told if re.match(rb"pagefind_dcd.(group|.group)", each)]


def test_what_results_are_counted_in_costs_no_list_of_all_records(desk: Visit) -> None:
    """Each count is that of what narrowing leaves; of such lists the index counts at every later question."""
    page = desk.open(f"{SEARCH}?find=lamps")
    hits(page).first.wait_for()
    counts = dict(
        page.locator("#seek-facets label:visible").evaluate_all(
            'all => all.map(each => [each.querySelector("input").value, each.querySelector(".seek-count").innerText])'
        )
    )
    assert len(counts) > 4
    loaded = (
        "() => performance.getEntriesByType('resource').map(each => each.name).filter(each => /pf_filter/.test(each))"
    )
    for value, count in counts.items():
        box = page.locator(f"#seek-facets [value={value}]")
        box.check()
        expect(said(page)).to_have_text(re.compile(rf"^Found: {count}\.\s*$"))
        box.uncheck()
    told = [gzip.decompress(urllib.request.urlopen(each).read()) for each in page.evaluate(loaded)]
    assert told
    assert not [each for each in told if re.match(rb"pagefind_dcd.(.?group|.?in\b)", each)]


FOUND = """async questions => {
  const { openIndex } = await import(new URL("../assets/search-index.js", location));
  const { find } = await openIndex(location.href, () => import(new URL("../assets/search-little.js", location)));
  const found = [];
  for (const words of questions) found.push((await find({ words })).hits.map(hit => hit.id));
  return found;
}"""


def test_what_is_found_does_not_depend_on_what_was_asked_before(desk: Visit, address: str) -> None:
    """Also where the words that begin so go on in the next part of the index."""
    parts = json.loads(urllib.request.urlopen(f"{address}search/data/table.json").read())["parts"]
    asked = [part[:-1] for part in parts if len(part) > 3]
    assert asked
    after = desk.open(SEARCH).evaluate(FOUND, [*parts, *asked])[len(parts) :]
    assert [desk.open(SEARCH).evaluate(FOUND, [words])[0] for words in asked] == after
    assert all(after)


def test_the_scripts_are_read_from_here(desk: Visit) -> None:
    """A request to another host fails every test of this folder; here the files themselves say so too."""
    scripts = [path.read_text(encoding="utf-8") for path in (ROOT / "site_templates/theme/assets").glob("search*.js")]
    assert len(scripts) == 6
    assert not any(re.search(r"https?://", text) for text in scripts)
    page = desk.open(f"{SEARCH}?find=lamps")
    expect(hits(page).first).to_be_visible()
    assert Path(ROOT / "mkdocs.yml").read_text(encoding="utf-8").count("- search\n") == 0


def test_results_of_one_name_say_it_in_large_once(desk: Visit) -> None:
    page = desk.open(f"{SEARCH}?find=wreckers")
    first, again = hits(page).first, hits(page).nth(1)
    size = "each => parseFloat(getComputedStyle(each).fontSize)"
    expect(again.locator(".seek-kind > a.seek-name")).to_have_text("Wreckers")
    expect(again.locator(".seek-kind")).to_have_text(re.compile(r"^Wreckers\xa0· Ruling"))
    large, small = (each.locator(".seek-name").evaluate(size) for each in (first, again))
    assert small < large


def test_a_finger_opens_a_result_wherever_it_touches_it(phone: Visit) -> None:
    page = phone.open(f"{SEARCH}?find=wreckers")
    result = hits(page).nth(1)
    box = result.bounding_box()
    assert box
    result.tap(position={"x": box["width"] / 2, "y": box["height"] - 20})
    expect(page).to_have_url(re.compile(r"/rulings/term/wreckers/#"))


def test_who_comes_back_from_a_result_finds_the_list_and_the_place(phone: Visit) -> None:
    page = phone.open("search/?find=lamp")
    page.locator("#seek-rest").click()
    expect(hits(page)).not_to_have_count(10)
    shown = hits(page).count()
    page.evaluate("() => scrollTo(0, 1200)")
    result = page.locator(".seek-name").nth(8)
    result.click()
    page.wait_for_url(lambda url: "search/" not in url)
    page.go_back()
    expect(hits(page)).to_have_count(shown)
    expect(result).to_be_in_viewport()


def test_what_was_narrowed_to_is_told_beside_the_fold_of_a_phone(phone: Visit) -> None:
    page = phone.open(f"{SEARCH}?find=lamps&group=ruling")
    told = page.locator("#seek-narrow summary span")
    expect(told).to_have_text(": Rulings")
    box, fold = told.bounding_box(), page.locator("#seek-narrow summary").bounding_box()
    assert box
    assert fold
    assert fold["y"] <= box["y"]
    assert box["y"] + box["height"] <= fold["y"] + fold["height"]
    assert box["x"] + box["width"] <= fold["x"] + fold["width"] - 20, "it reaches below the sign of the fold"


def test_the_chosen_answer_is_told_where_the_system_paints_all_grounds(desk: Visit) -> None:
    page = desk.open(BOOK)
    page.emulate_media(forced_colors="active")
    page.keyboard.press("/")
    page.keyboard.type("lamp")
    expect(options(page).first).to_have_css("outline-style", "solid")
    expect(options(page).nth(1)).to_have_css("outline-style", "none")


HINT_FITS = """e => {
    const pen = document.createElement("canvas").getContext("2d"), look = getComputedStyle(e);
    pen.font = look.font;
    const room = e.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight);
    return e.placeholder.length > 6 && pen.measureText(e.placeholder).width <= room;
}"""


def test_no_word_of_a_result_is_cut_and_what_has_no_room_is_heard(phone: Visit) -> None:
    page = phone.open("rules/")
    ask(page, "lamp")
    words = options(page).locator(".seek-words")
    expect(words.locator(".vh").first).to_be_attached()
    assert not words.evaluate_all("all => all.filter((each) => each.scrollHeight > each.clientHeight + 1).length")
    cut = words.filter(has=page.locator(".vh")).first
    seen, _, heard = str(cut.text_content()).partition("\u00a0…")
    assert seen == seen.rstrip() and re.match(r"\s*\w", heard), (seen, heard)


def test_a_phone_shows_whole_what_can_be_sought(phone: Visit) -> None:
    page = phone.open("search/")
    assert page.locator("#seek-words").evaluate(HINT_FITS)
    page = phone.open("rules/")
    page.locator(".seek-door").tap()
    field = page.locator("dialog[open] [type=search]")
    expect(field).to_have_attribute("placeholder", "Rules, rulings, cards")
    assert field.evaluate(HINT_FITS)
    expect(field).to_have_accessible_name("Search rules, rulings, terms and cards")


@pytest.mark.parametrize("words", ["harbourledger3", "HARBOURLEDGER2"])
def test_a_title_that_was_typed_in_one_word_is_what_is_found(desk: Visit, words: str) -> None:
    page = desk.open(f"{SEARCH}?find={words}")
    title = f"Harbour Ledger {words[-1]}"
    expect(hits(page).first.locator(".seek-name")).to_have_text(title)
    expect(said(page)).to_contain_text("Found")
    expect(said(page).get_by_role("button")).to_have_count(0)


@pytest.mark.parametrize("words", ['"', "“", "?", "-"])
def test_signs_alone_are_no_question_yet(desk: Visit, words: str) -> None:
    page = desk.open(f"{SEARCH}?{urlencode({'find': words})}")
    expect(said(page)).to_contain_text("a phrase goes in quotation marks")
    page = desk.open("")
    page.keyboard.press("/")
    page.keyboard.type(words)
    page.wait_for_timeout(800)
    expect(panel(page).get_by_role("status")).to_contain_text("a phrase goes in quotation marks")
