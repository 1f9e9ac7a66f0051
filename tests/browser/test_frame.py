"""The frame of every page: light or dark as chosen, the way over the header, doors on a phone, what a printer gets."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kb.tools.builders import Builder, build_site, stage_project
from tests.browser.conftest import PHONE, Scheme, Visit, served
from tests.built import ROOT

BOOK = "rules/bells-below/"
CHANGES = BOOK + "changes/"
PAGES = ("", BOOK, "rulings/term/lamps/", "search/", "nowhere/")
LIGHT, DARK = "rgb(253, 252, 249)", "rgb(27, 26, 24)"
PAPERS: tuple[tuple[Scheme, str], ...] = (("dark", DARK), ("light", LIGHT))
FIRST = """() => {
  window.kbSeen = [];
  new MutationObserver(() => {
    if (document.body && !window.kbSeen.length) window.kbSeen.push(document.documentElement.dataset.scheme || "");
  }).observe(document, { childList: true, subtree: true });
}"""


def shows(page: Page, paper: str) -> None:
    expect(page.locator("body")).to_have_css("background-color", paper)


def switch(page: Page) -> None:
    page.locator(".kb-scheme").click()


def test_light_or_dark_is_one_choice_on_all_pages(desk: Visit) -> None:
    page = desk.open("rules/")
    expect(page.get_by_role("button", name="Switch to dark")).to_be_visible()
    switch(page)
    shows(page, DARK)
    for path in PAGES[:-1]:
        page = desk.open(path)
        shows(page, DARK)
        expect(page.get_by_role("button", name="Switch to light")).to_be_visible()
    switch(page)
    shows(page, LIGHT)
    shows(desk.open("rules/"), LIGHT)


def test_without_a_choice_the_system_decides_also_while_a_page_is_open(desk: Visit) -> None:
    page = desk.open(BOOK)
    for scheme, paper in PAPERS:
        page.emulate_media(color_scheme=scheme)
        shows(page, paper)
    switch(page)
    page.emulate_media(color_scheme="dark")
    page.emulate_media(color_scheme="light")
    page.wait_for_timeout(100)
    shows(page, DARK)  # a choice holds whatever the system does
    switch(page)
    page.emulate_media(color_scheme="dark")
    shows(page, DARK)  # a choice that says what the system says is none


def test_what_was_chosen_holds_before_the_first_paint(dark: Visit) -> None:
    switch(dark.open(""))
    dark.context.add_init_script(f"({FIRST})()")
    for path in PAGES[:-1]:
        assert dark.open(path).evaluate("() => window.kbSeen") == ["light"]


def test_without_scripts_the_system_decides_and_nothing_is_offered(browser: Browser, address: str) -> None:
    for scheme, paper in PAPERS:
        context = browser.new_context(java_script_enabled=False, color_scheme=scheme)
        page = context.new_page()
        page.goto(address)
        expect(page.locator(".kb-scheme")).to_be_hidden()
        shows(page, paper)
        context.close()


def test_paper_is_light_and_folds_are_open_on_it(dark: Visit) -> None:
    page = dark.open("rulings/term/lamps/")
    fold = page.locator("article details").first
    assert fold.get_attribute("open") is None
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator("article details:not([open])").count() == 0
    page.emulate_media(media="print")
    ink = page.locator(".ruling > p:not(.meta)").first.evaluate("e => getComputedStyle(e).color")
    assert ink == "rgb(0, 0, 0)"
    expect(page.locator("header")).to_be_hidden()
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    assert fold.get_attribute("open") is None


def test_the_changes_on_a_line_of_versions_are_drawn_on_paper_that_has_no_backgrounds(desk: Visit) -> None:
    page = desk.open("rulings/term/lamps/")
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    drawn = page.locator(".timeline .changed").first.evaluate(
        "e => (({ width, height, borderLeft, borderTop }) => [width, height, borderLeft, borderTop])"
        "(getComputedStyle(e, '::after'))"
    )
    assert drawn[:2] == ["8px", "8px"]
    assert all(each.startswith("4px solid") for each in drawn[2:]), "borders are printed"


def test_the_first_key_leads_over_the_header(desk: Visit) -> None:
    page = desk.open(BOOK)
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the text")
    expect(skip).to_be_focused()
    expect(skip).to_have_css("opacity", "1")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("() => !!document.activeElement.closest('article')")


def test_every_door_is_there_on_a_phone_without_scripts(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(address + BOOK)
    doors = page.get_by_role("navigation", name="Parts of the site")
    for name in ("Home", "Rules", "Rulings", "Cards", "Desk"):
        expect(doors.get_by_role("link", name=name, exact=True)).to_be_in_viewport()
    expect(doors.locator("[aria-current]")).to_have_text("Rules")
    page.locator(".md-header__title").click()
    expect(page.locator("h1")).to_have_text("Lantern")
    context.close()


def test_signs_are_large_enough_for_a_finger(phone: Visit) -> None:
    """What stands alone and is pressed is 24 pixels wide and high, or has that much room."""
    page = phone.open(BOOK)
    for selector in (".md-header a", ".md-header button", ".md-tabs a", ".kb-where button"):
        for each in page.locator(selector).all():
            box = each.bounding_box()
            assert box is not None and min(box["width"], box["height"]) >= 24, selector


@pytest.mark.parametrize(
    ("path", "selectors"),
    [
        (BOOK, (".md-header button", ".seek-door", ".kb-where button", "#kb-reader .modes label", "#kb-reader button")),
        (CHANGES, ("#kb-sift select", ".tools button")),
        ("cards/", (".letters a",)),
        ("rulings/find/?play=casual", ("#kb-find select", "#kb-find input", "#kb-find button")),
    ],
)
def test_what_is_pressed_among_others_of_its_kind_has_the_room_of_a_finger(
    phone: Visit, path: str, selectors: tuple[str, ...]
) -> None:
    page = phone.open(path)
    for selector in selectors:
        found = [each for each in page.locator(selector).all() if each.is_visible()]
        assert found, selector
        for each in found:
            box = each.bounding_box()
            assert box is not None and min(box["width"], box["height"]) > 43.9, selector


LINES = """() => [...document.querySelectorAll("h1 .whole")].map(each => {
  const words = document.createRange();
  words.selectNodeContents(each);
  return [each.textContent, new Set([...words.getClientRects()].map(box => box.top)).size];
})"""


def test_a_title_breaks_at_its_colons_and_not_before_a_number(phone: Visit) -> None:
    page = phone.open(CHANGES)
    assert page.evaluate(LINES) == [["Lantern:", 1], ["Bells Below:", 1], ["what was changed", 1]]
    page = phone.open("rulings/versions/harbour-ledger-4/")
    assert "HL\N{NO-BREAK SPACE}4" in page.locator("h1").inner_text()


def test_a_row_of_the_desk_is_one_line(desk: Visit) -> None:
    page = desk.open("desk/")
    found = page.evaluate(
        "[...document.querySelectorAll('td .relation')].map("
        "each => new Set([...each.getClientRects()].map(({ bottom }) => Math.round(bottom))).size)"
    )
    assert found and set(found) == {1}


ENDS = """() => [...document.querySelectorAll("td.right:not(:empty)")].map((cell) => {
  const head = cell.closest("table").tHead.rows[0].cells[cell.cellIndex];
  return [head, cell].map((each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    return words.getBoundingClientRect().right;
  });
})"""
"""Where the words of a figure's head end, and the figure."""


def test_figures_end_where_their_heads_do(desk: Visit, phone: Visit) -> None:
    for visit in (desk, phone):
        ends = visit.open("desk/").evaluate(ENDS)
        assert len(ends) > 10
        assert all(abs(head - figure) < 0.6 for head, figure in ends)


def test_what_is_wrong_with_a_footnote_is_in_sight_on_a_phone(phone: Visit) -> None:
    page = phone.open("desk/")
    problem = page.get_by_role("link", name="the words stand under another heading; gives another effective date")
    box = problem.bounding_box()
    assert box and box["x"] + box["width"] <= page.evaluate("innerWidth")
    row = page.get_by_role("row").filter(has=problem).bounding_box()
    assert row and row["height"] < 200


def test_boxes_to_tick_have_the_colour_of_the_site(desk: Visit) -> None:
    page = desk.open(CHANGES)
    colours = "() => [...document.querySelectorAll('article input')].map(each => getComputedStyle(each).accentColor)"
    assert set(page.evaluate(colours)) == {"rgb(148, 48, 29)"}


COVERED = """() => {
  const one = document.activeElement, place = one.getClientRects()[0];
  const over = document.elementFromPoint(place.left + Math.min(place.width / 2, 8), place.top + place.height / 2);
  const bar = over && over.closest(".md-header, .kb-where, .tools, #kb-reader");
  return bar && !bar.contains(one) ? one.outerHTML : "";
}"""


def test_bars_that_stay_cover_nothing(desk: Visit, phone: Visit) -> None:
    """Neither at the top of a page nor where the keyboard leads backwards, which scrolls no more than it must."""
    for path in (BOOK, f"{BOOK}changes/", f"{BOOK}records/", "rules/the-drowned-coast/witnesses/"):
        page = phone.turn(path)
        bar, trail = (page.locator(each).bounding_box() for each in (".kb-where", ".trail"))
        assert bar and trail and bar["y"] + bar["height"] <= trail["y"], path
    for visit in (desk, phone):
        for path in (f"{BOOK}#kb-main", f"{BOOK}changes/", "rulings/term/lamps/"):
            page = visit.open(path)
            page.locator("article :is(a, summary):visible:not(.pin)").last.focus()
            for _ in range(40):
                page.keyboard.press("Shift+Tab")
                assert page.evaluate(COVERED) == "", path


@pytest.mark.parametrize("field", ["input[type=date]", ".md-tabs li:last-child a"])
def test_a_bar_that_stays_covers_no_part_of_what_is_reached_backwards(desk: Visit, phone: Visit, field: str) -> None:
    """A field for a day has parts of its own that get the focus; the doors of the site stand above the page."""
    for visit in (desk, phone):
        page = visit.open("rulings/find/?on=2005-07-01&play=casual")
        page.locator("#kb-found li").first.wait_for()
        after = "#kb-terms ~ *, .trail a" if "tabs" in field else "select[name=status], #kb-narrow"
        page.locator(f":is({after}):visible").first.evaluate("each => each.focus({ preventScroll: true })")
        page.evaluate("field => scrollBy(0, document.querySelector(field).getBoundingClientRect().top - 4)", field)
        for _ in range(5):
            page.keyboard.press("Shift+Tab")
            assert page.evaluate(COVERED) == "", field


def test_the_name_of_the_site_is_whole_on_a_phone(phone: Visit) -> None:
    """Also where it is long; two lines are the most that the header holds."""
    name = phone.open(BOOK).locator(".md-header__title")
    name.evaluate("each => { each.textContent = 'Lantern and its harbours, emended and traced'; }")
    assert name.evaluate("each => [each.scrollWidth <= each.clientWidth, each.scrollHeight <= each.clientHeight]") == [
        True,
        True,
    ]


def test_the_sign_of_a_ruling_stands_at_its_first_line(phone: Visit) -> None:
    rulings = phone.open("rulings/term/lamps/").locator(".ruling:has(> a.pin):visible").all()
    assert len(rulings) > 1
    for each in rulings:
        sign, words = each.locator("> a.pin").bounding_box(), each.locator("> p").first.bounding_box()
        assert sign and words and abs(sign["y"] - words["y"]) < 4


def test_who_asks_for_more_contrast_has_no_soft_words(desk: Visit, dark: Visit) -> None:
    for visit in (desk, dark):
        page = visit.open(BOOK)
        page.emulate_media(contrast="more")
        ink = page.evaluate("getComputedStyle(document.body).color")
        expect(page.locator(".status").first).to_have_css("color", ink)


def test_no_door_moves_where_another_is_the_open_one(desk: Visit, phone: Visit) -> None:
    """Whoever goes from part to part finds each door where it was; the open one is in bold letters, which are wider."""
    for visit in (desk, phone):
        places = []
        for path in ("", "rules/", "rulings/", "cards/", "desk/"):
            page = visit.turn(path)
            links = page.locator(".md-tabs__link")
            places.append(links.evaluate_all("all => all.map(each => each.getBoundingClientRect().left)"))
            expect(links.and_(page.locator("[aria-current]"))).to_have_count(1)
        assert len(places[0]) == 5
        assert all(each == places[0] for each in places)


def test_no_door_lies_out_of_sight_on_the_smallest_screen(browser: Browser, address: str) -> None:
    """Nothing tells that a row of doors goes on at the side: with wider letters too, as some readers need them, all
    stand in sight."""
    context = browser.new_context(viewport={"width": 320, "height": 600})
    page = context.new_page()
    page.goto(address + "rulings/")
    for style in ("/* as it is */", "* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }"):
        page.add_style_tag(content=style)
        edges = page.locator(".md-tabs__link").evaluate_all(
            "all => all.map(each => each.getBoundingClientRect().right)"
        )
        assert len(edges) > 3 and max(edges) <= 320, style
    context.close()


def test_doors_take_two_lines_where_letters_are_twice_as_large(browser: Browser, address: str) -> None:
    """What stays of a small screen is for words of the page."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    page.goto(address)
    tops = page.locator(".md-tabs__link").evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
    assert len(tops) == 5 and len(set(tops)) == 2
    context.close()


def test_the_name_of_a_site_stands_whole_on_the_smallest_screen(browser: Browser, address: str) -> None:
    """One of some forty letters, with wider letters and lines too, as some readers need them."""
    context = browser.new_context(viewport={"width": 320, "height": 600})
    page = context.new_page()
    page.goto(address + "rulings/")
    title = page.locator(".md-header__title")
    title.evaluate("each => { each.textContent = 'Lampkeepers CCG rules, emended and traced'; }")
    wide = "* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }"
    for style in ("/* as it is */", wide):
        page.add_style_tag(content=style)
        assert title.evaluate("each => each.scrollHeight <= each.clientHeight"), style
    context.close()


@pytest.mark.parametrize("name", ["Lampkeepers CCG rules, emended and traced", "Lantern"])
def test_a_long_name_has_lines_of_its_own_where_letters_are_twice_as_large(
    browser: Browser, tmp_path: Path, name: str
) -> None:
    """It goes as one reads on; the search stays, and no bar that stays lies over another."""
    text = "# Lamps\n\n" + "## Oil\n\nLight them.\n\n" * 60
    stage_project(ROOT, tmp_path, {f"{door}index.md": text for door in ("", "rules/", "rulings/", "cards/", "desk/")})
    site = build_site(tmp_path, Builder.MKDOCS, name, "")
    context = browser.new_context(viewport={"width": 180, "height": 390}, has_touch=True)
    with served(site) as address:
        page = context.new_page()
        page.goto(address)
        title, door = page.locator(".md-header__title"), page.locator(".seek-door")
        expect(title).to_have_text(name)
        assert title.evaluate("each => each.scrollHeight <= each.clientHeight && each.scrollWidth <= each.clientWidth")
        expect(door).to_be_in_viewport(ratio=1)
        page.evaluate("() => scrollTo(0, 1500)")
        expect(door).to_be_in_viewport(ratio=1)
        first, second = (page.locator(each).bounding_box() for each in (".md-header", ".kb-where"))
        assert first and second and abs(first["y"] + first["height"] - second["y"]) < 1
        assert page.evaluate("document.documentElement.scrollWidth") <= 180
    context.close()


def test_of_a_long_name_no_room_is_kept_once_it_is_gone(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 180, "height": 390})
    context.add_init_script(
        """new MutationObserver(() => document.querySelector(".md-header")?.classList.add("long"))
        .observe(document, { childList: true, subtree: true })"""
    )
    page = context.new_page()
    page.goto(address + CHANGES)
    expect(page.locator("html")).to_have_attribute("style", re.compile("--kb-stays"))
    page.evaluate("() => scrollTo(0, 2000)")
    bars = page.locator(".md-header, .tools").evaluate_all("all => all.map(e => e.getBoundingClientRect().bottom)")
    low = max(bars)
    kept = page.evaluate("() => parseFloat(document.documentElement.style.getPropertyValue('--kb-stays').slice(5))")
    assert abs(kept - low) < 2
    context.close()


def test_scripts_part_the_thousands_of_a_count(desk: Visit) -> None:
    page = desk.open("")
    assert page.evaluate("[7, 999, 1000, 1234567].map(window.kbCount)") == ["7", "999", "1,000", "1,234,567"]


def test_the_contents_mark_the_section_that_was_gone_to_however_short_it_is(desk: Visit) -> None:
    """Also where the page ends before its heading can be at the top."""
    ended = 0
    for path in ("cards/kinds/", "rules/the-drowned-coast/", "cards/b/black-squall/"):
        links = (page := desk.turn(path)).locator(".kb-contents a")
        for at in range(links.count()):
            links.nth(at).click()
            ended += page.evaluate("scrollY + innerHeight + 1 >= document.documentElement.scrollHeight")
            expect(links.nth(at)).to_have_attribute("aria-current", "location")
            expect(page.locator(".kb-contents [aria-current]")).to_have_count(1)
    assert ended > 1


def test_the_contents_mark_nothing_above_the_first_section_and_the_one_in_view_after_the_last(desk: Visit) -> None:
    page = desk.open("rules/the-drowned-coast/")
    marked = page.locator(".kb-contents [aria-current]")
    expect(marked).to_have_count(0)
    page.locator(".kb-contents a").last.click()
    expect(marked).to_have_text(page.locator(".kb-contents a").last.text_content() or "")
    page.evaluate("scrollTo(0, 0)")
    expect(marked).to_have_count(0)


def test_letters_with_a_line_of_names_are_as_high_whether_one_or_two_stand_in_it(desk: Visit) -> None:
    page = desk.open("rulings/")
    high = page.locator(".letter").evaluate_all(
        """all => all.map(each => [...each.querySelectorAll("li")]).filter(names => {
          const tops = names.map(name => Math.round(name.getBoundingClientRect().top));
          return Math.max(...tops) - Math.min(...tops) < 2;
        }).map(names => [Math.min(names.length, 2), names[0].closest(".letter").getBoundingClientRect().height])"""
    )
    assert {many for many, _ in high} == {1, 2}
    assert max(height for _, height in high) - min(height for _, height in high) < 2
