"""What a reader does: see why a word changed, step through changes, read on a phone, in the dark, without scripts."""

import re
from collections import Counter

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import OPEN, SETTLE, Visit

BOOK = "rules/the-drowned-coast/"
CHANGES = f"{BOOK}changes/"
VERSIONS = "rulings/versions/"
PAGES = [
    "",
    "rules/",
    BOOK,
    f"{BOOK}published/",
    CHANGES,
    "rules/bells-below/",
    "rulings/",
    VERSIONS,
    f"{VERSIONS}harbour-ledger-2/",
    "desk/",
]
FIND = "rulings/find/"
EVERY = [*PAGES, f"{FIND}?find=lamp"]
CARD = "#kb-card"


def first_cited(page: Page) -> str:
    """The id of the first change whose footnote marker opens its card."""
    ident = page.locator("sup a.why[data-change]").first.get_attribute("data-change")
    assert ident
    return ident


def mark(ident: str) -> str:
    return f'ins[data-change="{ident}"]'


def marker(ident: str) -> str:
    return f'a.why[data-change="{ident}"]'


# Why a word changed


def test_hovering_a_changed_word_shows_its_authority(desk: Visit) -> None:
    page = desk.open(BOOK)
    page.hover(mark(first_cited(page)))
    card = page.locator(CARD)
    expect(card).to_be_visible()
    expect(card).to_contain_text("As published")
    expect(card).to_contain_text(re.compile(r"First seen in|In effect from"))
    expect(card.locator("a[href*='rulings/']").first).to_be_visible()
    page.mouse.move(5, 5)
    expect(card).to_be_hidden()


def test_a_card_can_be_entered_with_the_mouse(desk: Visit) -> None:
    page = desk.open(BOOK)
    page.hover(mark(first_cited(page)))
    link = page.locator(CARD).locator("a[href*='rulings/']").first
    link.click()
    expect(page).to_have_url(re.compile(r"/rulings/.*#.+"))
    expect(page.locator(".ruling:target")).to_be_visible()


def test_focusing_a_marker_shows_its_authority_and_escape_closes_it(desk: Visit) -> None:
    page = desk.open(BOOK)
    found = page.locator(marker(first_cited(page)))
    found.focus()
    expect(page.locator(CARD)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(CARD)).to_be_hidden()
    expect(found).to_be_focused()


def test_a_card_stands_by_words_far_below_which_a_key_leads_to(browser: Browser, address: str) -> None:
    """Paragraphs on the way to them, which have only the room of a guess, would take another one behind the card."""
    context = browser.new_context(viewport={"width": 768, "height": 1024})
    page = context.new_page()
    larger = "document.documentElement.style.fontSize = '200%'"
    page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {larger}; }})")
    page.goto(address + BOOK)
    assert page.evaluate("'later' in document.documentElement.dataset"), "else nothing is guessed"
    page.evaluate(
        "() => { document.querySelectorAll('a[href], button, summary, input').forEach(e => { e.tabIndex = -1; });"
        "[...document.querySelectorAll('.clause :is(a[data-change], a[data-hint])')]"
        ".filter((_, at) => at % 60 == 59).forEach(e => { e.tabIndex = 0; }); }"
    )
    page.locator("#kb-text").focus()
    page.keyboard.press("Tab")
    expect(page.locator(CARD)).to_be_visible()
    page.wait_for_timeout(300)
    words, card = page.locator("article a:focus").bounding_box(), page.locator(CARD).bounding_box()
    assert words and card
    between = max(card["y"] - words["y"] - words["height"], words["y"] - card["y"] - card["height"])
    assert between < 100, "other lines stand between"
    context.close()


def test_a_card_below_its_words_comes_up_with_them_on_a_low_screen(browser: Browser, address: str) -> None:
    """A phone on its side: half of the screen is less than why words changed."""
    context = browser.new_context(viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(address + BOOK)
    page.evaluate(SETTLE)
    found = page.locator(marker(first_cited(page)))
    found.evaluate("e => e.scrollIntoView({ block: 'center' })")
    found.tap()
    expect(page.locator(CARD)).to_be_visible()
    words, card, bar = found.bounding_box(), page.locator(CARD).bounding_box(), page.locator(".kb-where").bounding_box()
    assert words and card and bar
    assert bar["y"] + bar["height"] <= words["y"]
    assert card["y"] + min(card["height"], 240) <= 390, "most of it is in sight"
    context.close()


@pytest.mark.parametrize(("width", "height"), [(720, 320), (800, 360), (640, 300)])
def test_a_card_is_on_the_screen_whole_however_low_that_is(
    width: int, height: int, browser: Browser, address: str
) -> None:
    """A phone on its side whose bars take a part of the little there is."""
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(address + BOOK)
    page.evaluate(SETTLE)
    tall = 0
    for number in range(page.locator("sup a[data-change]").count()):
        found = page.locator("sup a[data-change]").nth(number)
        found.evaluate("e => e.scrollIntoView({ block: 'center' })")
        found.tap()
        expect(page.locator(CARD)).to_be_visible()
        card, words = page.locator(CARD).bounding_box(), found.bounding_box()
        assert card and words
        tall += card["height"] > 120
        assert card["y"] + card["height"] <= height and words["y"] >= 0
        page.keyboard.press("Escape")
    assert tall > 3
    context.close()


def test_every_mark_has_an_authority_to_show(desk: Visit) -> None:
    page = desk.open(BOOK)
    missing = page.evaluate(
        "() => [...document.querySelectorAll('[data-change]')].map(e => e.dataset.change)"
        ".filter(id => !document.getElementById('why:' + id))"
    )
    assert missing == []


def test_clicking_keeps_the_card_until_it_is_closed(desk: Visit) -> None:
    page = desk.open(BOOK)
    page.click(mark(first_cited(page)))
    page.mouse.move(5, 5)
    page.wait_for_timeout(500)
    expect(page.locator(CARD)).to_be_visible()
    page.click(f"{CARD} .shut")
    expect(page.locator(CARD)).to_be_hidden()


def test_who_goes_elsewhere_on_the_page_leaves_the_card(desk: Visit) -> None:
    page = desk.open(BOOK)
    page.locator("ins.change").first.click()
    expect(page.locator(CARD)).to_be_visible()
    page.evaluate("location.hash = document.querySelector('h2[id]').id")
    expect(page.locator(CARD)).to_be_hidden()


def test_tapping_on_a_phone_shows_a_sheet(phone: Visit) -> None:
    page = phone.open(BOOK)
    ident = first_cited(page)
    page.locator(mark(ident)).first.scroll_into_view_if_needed()
    page.locator(mark(ident)).first.tap()
    card = page.locator(CARD)
    expect(card).to_be_visible()
    box = card.bounding_box()
    assert box is not None
    assert (box["x"], round(box["width"])) == (0, 360)
    assert round(box["y"] + box["height"]) == 780
    page.locator("h1").first.tap(force=True)
    expect(card).to_be_hidden()


WATCHED = """
  window.watchers = [];
  const Real = window.CloseWatcher;
  window.CloseWatcher = class extends Real { constructor() { super(); window.watchers.push(this); } };
"""
BACK = "() => window.watchers.at(-1).requestClose()"
"""What a phone does at Back while something may be closed."""


def test_back_on_a_phone_closes_a_sheet_and_leaves_the_page(phone: Visit) -> None:
    phone.context.add_init_script(WATCHED)
    page = phone.open(BOOK)
    card, cite, words = page.locator(CARD), page.locator("#kb-cite"), page.locator(mark(first_cited(page))).first
    for number in (1, 2):
        words.scroll_into_view_if_needed()
        words.tap()
        expect(card).to_be_visible()
        page.evaluate(BACK)
        expect(card).to_be_hidden()
        assert page.evaluate("() => window.watchers.length") == number
    words.tap()
    page.locator(f"{CARD} .shut").tap()
    expect(card).to_be_hidden()
    page.locator(".clause > a.pin, p > a.pin").first.evaluate("each => each.click()")
    expect(cite).to_be_visible()
    page.evaluate(BACK)
    expect(cite).to_be_hidden()
    assert page.url.split("#")[0].endswith(BOOK)


def test_the_sheet_leaves_the_tapped_words_in_sight(phone: Visit) -> None:
    page = phone.open(BOOK)
    changed = page.locator(mark(first_cited(page))).first
    left, middle = changed.evaluate(
        "e => { scrollBy(0, e.getClientRects()[0].bottom - innerHeight + 40);"
        " const box = e.getClientRects()[0]; return [box.left + 6, (box.top + box.bottom) / 2]; }"
    )
    page.touchscreen.tap(left, middle)
    expect(page.locator(CARD)).to_be_visible()
    card = page.locator(CARD).bounding_box()
    line = changed.evaluate("e => e.getClientRects()[0].bottom")
    assert card is not None
    assert 100 < line <= card["y"]


def test_a_screen_that_is_turned_still_shows_the_card_and_its_words(phone: Visit) -> None:
    page = phone.open(BOOK)
    words, card = page.locator("ins.change[data-change]").nth(6), page.locator(CARD)
    words.scroll_into_view_if_needed()
    words.tap()
    for width, height in ((780, 360), (360, 780)):
        page.set_viewport_size({"width": width, "height": height})
        for each in (words, card):
            expect(each).to_be_in_viewport()


TERM_IN_CHANGE = "ins.change a.term"


def test_a_finger_on_a_term_in_changed_words_asks_why_and_again_follows_it(phone: Visit) -> None:
    page = phone.open(BOOK)
    link = page.locator(TERM_IN_CHANGE).first
    link.evaluate("element => element.scrollIntoView({block: 'center'})")
    link.tap()
    expect(page.locator(CARD)).to_be_visible()
    link.tap()
    expect(page).to_have_url(re.compile(r"/rulings/|#"))


def test_a_finger_on_a_term_at_the_foot_of_the_screen_follows_it(phone: Visit) -> None:
    page = phone.open(BOOK)
    link = page.locator("article a.term:not(ins *)").first
    link.evaluate("element => element.scrollIntoView({block: 'end'})")
    page.mouse.wheel(0, 60)
    link.tap()
    expect(page).to_have_url(re.compile(r"/rulings/|/cards/"))


def test_the_keyboard_enters_a_card_and_comes_back(desk: Visit) -> None:
    page = desk.open(BOOK)
    found = page.locator(marker(first_cited(page)))
    found.focus()
    page.keyboard.press("Enter")
    expect(page.locator(CARD)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator(f"{CARD} a:visible").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(found).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    expect(page.locator(CARD)).to_be_hidden()
    expect(found).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(1 + page.locator(f"{CARD} :is(a, button):visible").count()):
        page.keyboard.press("Tab")
    assert found.evaluate(
        "e => !!(e.compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_FOLLOWING)"
    )
    assert page.evaluate("() => !!document.activeElement.closest('article')")


def test_the_way_to_a_card_beside_the_text_may_be_slow(desk: Visit) -> None:
    page = desk.open(BOOK)
    page.hover(mark(first_cited(page)))
    card = page.locator(CARD)
    expect(card).to_be_visible()
    page.mouse.move(5, 5)
    page.wait_for_timeout(450)
    card.hover()
    page.wait_for_timeout(900)
    expect(card).to_be_visible()


def test_a_term_leads_to_its_rulings_and_is_quieter_than_a_change(desk: Visit) -> None:
    page = desk.open(BOOK)
    link = page.locator("p.clause a.term").first
    ink, words = (each.evaluate("e => getComputedStyle(e).color") for each in (link, page.locator("p.clause").first))
    assert ink == words
    page.locator(TERM_IN_CHANGE).first.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/rulings/[a-z]+/"))


def test_without_scripts_a_marker_leads_to_its_authority(plain: Visit) -> None:
    page = plain.open(BOOK)
    found = page.locator("sup a.why").first
    target = (found.get_attribute("href") or "").removeprefix("#")
    found.click()
    entry = page.locator(f'[id="{target}"]')
    expect(entry).to_be_visible()
    expect(entry).to_be_in_viewport()
    expect(entry.locator("a[href*='rulings/']").first).to_be_visible()


# Changes


def test_n_and_p_step_through_the_changes(desk: Visit) -> None:
    page = desk.open(CHANGES)
    rows = page.locator(".row.substantive")
    count = rows.count()
    page.keyboard.press("n")
    expect(rows.nth(0)).to_be_focused()
    page.keyboard.press("n")
    expect(rows.nth(1)).to_be_focused()
    expect(rows.nth(1)).to_be_in_viewport()
    expect(page.get_by_role("status")).to_have_text(f"Changed passage 2 of {count}")
    page.keyboard.press("p")
    expect(rows.nth(0)).to_be_focused()
    page.get_by_role("button", name="Next").click()
    expect(rows.nth(1)).to_be_focused()


def test_the_two_views_and_the_slight_changes(desk: Visit) -> None:
    page = desk.open(CHANGES)
    row = page.locator(".row.substantive").first
    expect(row.locator(".merged")).to_be_visible()
    expect(row.locator(".pair")).to_be_hidden()
    page.get_by_label("Side by side").check()
    expect(row.locator(".merged")).to_be_hidden()
    sides = row.locator(".pair .side")
    left, right = sides.nth(0).bounding_box(), sides.nth(1).bounding_box()
    assert left is not None and right is not None
    assert left["x"] + left["width"] <= right["x"]
    assert page.locator(".row.slight:visible").count() == 0
    page.get_by_label("Spelling and typography too").check()
    expect(page.locator(".row.slight").first).to_be_visible()


def test_a_change_has_an_address_that_opens_it(desk: Visit) -> None:
    page = desk.open(CHANGES)
    link = page.get_by_role("link", name="Link to this change").nth(2)
    address = link.get_attribute("href")
    assert address and address.startswith("#")
    again = desk.open(CHANGES + address)
    expect(again.locator(f'[id="{address[1:]}"]')).to_be_in_viewport()


def test_changes_can_be_told_without_colour(desk: Visit) -> None:
    page = desk.open(CHANGES)
    assert "underline" in page.locator(".merged ins:visible").first.evaluate(
        "e => getComputedStyle(e).textDecorationLine"
    )
    assert "line-through" in page.locator(".merged del:visible").first.evaluate(
        "e => getComputedStyle(e).textDecorationLine"
    )


def test_two_columns_are_stacked_on_a_phone(phone: Visit) -> None:
    page = phone.open(CHANGES)
    page.get_by_label("Side by side").check()
    sides = page.locator(".row.substantive .pair").first.locator(".side")
    first, second = sides.nth(0).bounding_box(), sides.nth(1).bounding_box()
    assert first is not None and second is not None
    assert first["y"] + first["height"] <= second["y"]


# Everywhere


@pytest.mark.parametrize("path", EVERY)
def test_no_page_scrolls_sideways_on_a_phone(phone: Visit, path: str) -> None:
    page = phone.open(path)
    page.evaluate(OPEN)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    wide = page.evaluate(
        "() => [...document.querySelectorAll('article *')].filter(e => e.getBoundingClientRect().right > 361"
        " && !e.closest('.table, pre, .vh')).map(e => e.outerHTML.slice(0, 100))"
    )
    assert wide == []


WITHOUT_TOOLS = (
    "e => { e.querySelectorAll('#kb-reader, #kb-margin, .scripted').forEach(tool => tool.remove());"
    " return e.innerText; }"
)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_reads_without_scripts(plain: Visit, desk: Visit, path: str) -> None:
    article = "article"
    without = plain.open(path).locator(article).inner_text().split()
    withal = desk.open(path).locator(article).evaluate(WITHOUT_TOOLS).split()
    missing = [word for word in withal if word not in set(without)]
    assert len(without) > 10
    assert set(missing) <= {"Previous", "Next", "p", "n"}


@pytest.mark.parametrize("path", EVERY)
def test_text_stands_out_from_its_ground(dark: Visit, desk: Visit, path: str) -> None:
    for visit in (dark, desk):
        page = visit.open(path)
        for selector in ("article p", "article h1", "article a", ".md-tabs__link", ".status p"):
            found = page.locator(f"{selector}:visible").first
            if found.count():
                assert found.evaluate(CONTRAST) >= 4.5, (path, selector)


CONTRAST = """
element => {
  const light = colour => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map(Number).map(value => {
      const part = value / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ink = light(getComputedStyle(element).color);
  const ground = light(getComputedStyle(document.body).backgroundColor);
  return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
}
"""


def test_home_leads_to_the_rules_in_one_click(desk: Visit) -> None:
    page = desk.open("")
    page.locator(".books a").first.click()
    expect(page).to_have_url(re.compile(r"/rules/[^/]+/$"))
    expect(page.locator(".status [aria-current=page]")).to_have_text("Emended")


def test_a_clause_permalink_opens_its_clause(desk: Visit) -> None:
    page = desk.open(BOOK)
    clause = page.locator("p.clause[id]").nth(12)
    clause.hover()
    pin = clause.locator("a.pin")
    expect(pin).to_have_css("opacity", "1")
    pin.click()
    expect(page).to_have_url(re.compile(r"#.+\.p\d+$|#.+\.\+\w+$"))
    expect(page.locator(".clause:target")).to_be_in_viewport()


def test_the_lines_of_the_text_are_a_readable_length(desk: Visit) -> None:
    page = desk.open(BOOK)
    width, letter = page.locator("article p.clause:not([class*=text-])").first.evaluate(
        "e => { const s = document.createElement('span'); s.textContent = 'etaoin shrdlu cmfwyp vbgkqj xz'.repeat(4);"
        " s.style.whiteSpace = 'nowrap'; e.append(s); const w = s.getBoundingClientRect().width / s.textContent.length;"
        " s.remove(); return [e.getBoundingClientRect().width, w]; }"
    )
    assert 58 <= width / letter <= 76


def test_print_shows_the_text_and_its_authorities(desk: Visit) -> None:
    page = desk.open(BOOK)
    page.emulate_media(media="print")
    expect(page.locator("ol.authorities")).to_be_visible()
    expect(page.locator(".md-tabs")).to_be_hidden()
    expect(page.locator("a.pin").first).to_be_hidden()


# Rulings through time


def reworded(page: Page) -> str:
    """The address of the first ruling that a version reworded, from the versions' page."""
    page.locator(".ruling:has(ins) .meta a").first.click()
    page.locator(".ruling:target").wait_for()
    return page.url


def test_a_life_is_folded_and_opens_from_the_keyboard(desk: Visit) -> None:
    page = desk.open(f"{VERSIONS}harbour-ledger-2/")
    reworded(page)
    ruling = page.locator(".ruling:target")
    expect(ruling.locator(".timeline")).to_be_hidden()
    ruling.locator("details.life > summary").focus()
    page.keyboard.press("Enter")
    expect(ruling.locator(".timeline li")).to_have_count(4)
    expect(ruling.locator(".steps ins, .steps del").first).to_be_visible()
    ruling.locator(".timeline a").first.click()
    expect(page).to_have_url(re.compile(r"/rulings/versions/harbour-ledger-\d/$"))


def test_what_changed_since_a_version_is_one_step_from_their_list(plain: Visit) -> None:
    page = plain.open(VERSIONS)
    page.get_by_role("link", name="What changed since HL\u00a01").click()
    expect(page).to_have_url(re.compile(r"/harbour-ledger-1/since/$"))
    expect(page.locator("h1")).to_contain_text("What changed since HL\u00a01")
    expect(page.locator(".ruling.diff ins").first).to_be_visible()


def test_a_life_is_there_without_scripts(plain: Visit) -> None:
    page = plain.open(f"{VERSIONS}harbour-ledger-2/")
    reworded(page)
    page.locator("details.life > summary").first.click()
    expect(page.locator(".timeline").first).to_be_visible()


def test_versions_that_are_too_many_for_a_phone_are_lines_of_like_length(phone: Visit) -> None:
    page = phone.open("rulings/term/lamps/")
    page.locator("details.life > summary").first.tap()
    line = page.locator(".timeline:visible").first
    tops = "all => all.map(e => Math.round(e.getBoundingClientRect().top))"
    assert len(set(line.locator("li").evaluate_all(tops))) == 1
    line.evaluate("e => { while (e.children.length < 14) e.append(e.children[1].cloneNode(true)); }")
    assert sorted(Counter(line.locator("li").evaluate_all(tops)).values()) == [7, 7]


def test_a_ruling_that_ended_is_found_by_its_address(desk: Visit) -> None:
    page = desk.open(f"{VERSIONS}harbour-ledger-4/")
    page.locator(".ruling.over .meta a").first.click()
    expect(page.locator(".ended .ruling:target")).to_be_visible()
    expect(page.locator(".ended .ruling:target summary")).to_contain_text("Ended")


def test_an_open_life_fits_a_phone(phone: Visit) -> None:
    page = phone.open(f"{VERSIONS}harbour-ledger-2/")
    reworded(page)
    page.evaluate("for (const each of document.querySelectorAll('details.life')) each.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_rulings_are_found_with_the_keyboard_and_the_address_keeps_the_question(desk: Visit) -> None:
    page = desk.open(FIND)
    page.locator("[name=find]").focus()
    page.keyboard.type("lamps")
    expect(page.locator("#kb-found li").first).to_be_visible()
    many = page.locator("#kb-found li").count()
    page.locator("[name=kind]").select_option("erratum")
    expect(page).to_have_url(re.compile(r"\?find=lamps&kind=erratum$"))
    few = page.locator("#kb-found li").count()
    assert 0 < few < many
    again = desk.open(page.url.removeprefix(desk.address))
    expect(again.locator("#kb-found li")).to_have_count(few)
    again.locator("#kb-found a").first.focus()
    again.keyboard.press("Enter")
    expect(again.locator(".ruling:target")).to_be_visible()


def test_a_misspelt_term_is_asked_back(desk: Visit) -> None:
    page = desk.open(f"{FIND}?term=Keeprs")
    page.locator("#kb-said button").first.click()
    expect(page.locator("#kb-found li").first).to_be_visible()
    expect(page.locator("[name=term]")).to_be_focused()


def test_finding_without_scripts_leads_to_the_terms(plain: Visit) -> None:
    page = plain.open(FIND)
    expect(page.locator("#kb-find")).to_be_hidden()
    expect(page.locator("noscript a")).to_be_visible()


def test_a_word_explained_inside_a_paragraph_is_told_up_to_the_next(desk: Visit) -> None:
    """Of a glossary that stands in one paragraph, a line for each word, nobody wants all of it beside a word."""
    page = desk.open("")
    glossary = (
        '<p id="words.p1" class="clause"><strong>Knot:</strong> What holds. <strong id="words.p1:mast">Mast:</strong> '
        'What stands. <strong id="words.p1:oar">Oar:</strong> What pulls.</p>'
        '<p class="clause">A <a class="term" href="#words.p1:mast">mast</a>, '
        '<a class="term" href="#words.p1">knot</a>.</p>'
    )

    def add(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("</article>", f"{glossary}</article>"))

    page.route(f"**/{BOOK}", add, times=1)
    page.goto(desk.address + BOOK)
    for name, words in (("mast", "Mast: What stands."), ("knot", "Knot: What holds.")):
        page.locator("a.term", has_text=re.compile(f"^{name}$")).last.focus()
        page.locator("a.term", has_text=re.compile(f"^{name}$")).last.hover()
        expect(page.locator("#kb-card p")).to_have_text(words)


def test_terms_in_changed_words_are_told_from_them_while_these_are_open(desk: Visit) -> None:
    """The words of an open change stand on a ground of their own, which alone tells nobody what of them is a link."""
    page = desk.open("rules/bells-below/")
    mark = page.locator("article ins.change:has(a.term):visible").first
    lines = "mark => getComputedStyle(mark.querySelector('a.term')).textDecorationLine"
    assert mark.evaluate(lines) == "none"
    mark.evaluate("mark => mark.classList.add('open')")
    assert mark.evaluate(lines) == "underline"
