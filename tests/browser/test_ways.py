"""Ways through the site as a reader goes them: in, up, along, and from old addresses."""

import json
import re
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import PHONE, Visit

BOOK = "rules/the-drowned-coast/"
BELLS = "rules/bells-below/"
TABLE = "#kb-ties tbody tr:has(td)"
LARGEST = 16_777_216
"""Pixels of a canvas that every browser still draws, those of phones too."""
INKS = """() => {
  const node = document.getElementById("kb-graph").kbView.nodes(".tied").first();
  const ground = getComputedStyle(document.body).backgroundColor;
  return [node.style("color"), node.style("border-color"), ground];
}"""
"""In which colours a node is drawn, name and border, and on what ground."""
NODES = "() => document.getElementById('kb-graph').kbView.nodes('.tied').map((node) => node.data('to'))"


def main(page: Page, name: str) -> None:
    page.locator("main").get_by_role("link", name=name, exact=True).first.click()


def chosen(page: Page, ident: str) -> None:
    """Wait until a node is drawn and listed."""
    expect(page.locator(f"#kb-graph[data-shown='{ident}']")).to_be_visible()


def listed(page: Page) -> list[str]:
    """The nodes that the table lists, by the addresses that choose them."""
    hrefs = page.locator(f"{TABLE} td:last-child a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    return sorted(href.removeprefix("#") for href in hrefs)


def test_the_emended_rules_are_one_click_from_home(desk: Visit) -> None:
    page = desk.open("")
    main(page, "Lantern: The Drowned Coast")
    expect(page).to_have_url(re.compile(f"/{BOOK}$"))
    expect(page.locator("main .status")).to_contain_text("Current to Harbour Ledger")


def test_what_is_told_of_a_book_breaks_between_its_parts(desk: Visit) -> None:
    page = desk.open("")
    for part in page.locator(".books .small > *").all():
        assert part.evaluate("e => e.getBoundingClientRect().height < 1.9 * parseFloat(getComputedStyle(e).fontSize)")


def test_anything_is_three_clicks_from_home(plain: Visit) -> None:
    page = plain.open("")
    main(page, "In the judge’s chair")
    main(page, "Fog")
    expect(page.locator("main .ruling").first).to_be_visible()
    page = plain.open("")
    page.locator(".home .letters").get_by_role("link", name="G", exact=True).click()
    main(page, "Gannet")
    expect(page.locator("h1")).to_have_text("Gannet")
    page = plain.open("")
    main(page, "At the editor’s desk")
    expect(page.locator("h1")).to_contain_text("desk")


@pytest.mark.parametrize("path", [BOOK, f"{BOOK}changes/", f"{BOOK}compare/", "graph/", "search/", "rulings/find/", ""])
def test_an_address_that_says_nonsense_does_no_harm(desk: Visit, path: str) -> None:
    page = desk.open(path)
    shown = page.locator("h1").inner_text()
    asked = "find=%E0%A4%A&on=0000-00-00&version=x&kind=%00&authority=x&show=x&from=x&to=x&node=term:x&term=%"
    for end in ("#100%", "#%E0%A4%A", "#__proto__", '#["<x>', "#term:nothing", f"?{asked}", f"?{asked}#%"):
        page.goto("about:blank")
        page.goto(f"{desk.address}{path}{end}")
        expect(page.locator("h1")).to_have_text(shown)
        page.wait_for_timeout(100)  # errors of scripts that come later are told by the visit


@pytest.mark.parametrize("path", ["", "rulings/"])
def test_a_judge_asks_for_a_day(desk: Visit, path: str) -> None:
    page = desk.open(path)
    page.get_by_label("In force on").fill("2005-03-01")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile(r"rulings/find/\?on=2005-03-01"))
    expect(page.locator("#kb-found > li").first).to_be_visible()


def test_an_editor_sees_on_home_what_there_is_to_do(desk: Visit) -> None:
    page = desk.open("")
    page.locator(".home a[href$='#findings']").click()
    expect(page.locator("#findings")).to_be_visible()


def test_a_finding_chosen_by_its_kind_is_opened_where_it_is_told(desk: Visit) -> None:
    page = desk.open("desk/")
    page.locator(".kinds > summary").click()
    link = page.locator(".kinds li a").last
    name = (link.get_attribute("href") or "").removeprefix("#")
    expect(page.locator(f"[id='{name}']")).to_be_hidden()
    link.click()
    expect(page.locator(f"[id='{name}']")).to_be_in_viewport()


@pytest.mark.parametrize("way", [f"{BOOK}unapplied/", "desk/"])
def test_an_address_sent_to_a_colleague_opens_the_finding_or_the_ruling_it_names(desk: Visit, way: str) -> None:
    link = desk.open(way).locator("#kb-text details a.permalink").last
    name = (link.get_attribute("href") or "").removeprefix("#")
    page = desk.open(f"{way}#{name}")
    expect(page.locator(f"[id='{name}']")).to_be_in_viewport()
    told = page.locator(f"#kb-text :is(.finding:has(> [id='{name}']), li[id='{name}'])")
    expect(told).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")


def test_a_trail_leads_up_without_scripts_and_on_a_phone(plain: Visit, phone: Visit) -> None:
    for visit in (plain, phone):
        page = visit.open(f"{BOOK}published/")
        trail = page.get_by_role("navigation", name="Where this page is")
        expect(trail.get_by_role("listitem")).to_have_text(["Rules", "Lantern: The Drowned Coast", "As published"])
        trail.get_by_role("link", name="Lantern: The Drowned Coast").click()
        expect(page).to_have_url(re.compile(f"/{BOOK}$"))
        page.get_by_role("navigation", name="Where this page is").get_by_role("link", name="Rules").click()
        expect(page).to_have_url(re.compile(r"/rules/$"))


def test_an_old_address_leads_on_with_its_anchor(desk: Visit, plain: Visit) -> None:
    page = desk.open("original/rulebooks/the-drowned-coast/#storms")
    expect(page).to_have_url(re.compile(f"{BOOK}published/#storms$"))
    page = desk.open("original/rulings/harbour-ledger-4/#fog")
    expect(page).to_have_url(re.compile(r"/rulings/term/fog/$"))
    page = plain.open("emended/the-drowned-coast/")
    expect(page).to_have_url(re.compile(f"/{BOOK}$"))


def test_an_address_that_names_no_place_of_its_page_is_told_and_moves_nothing(phone: Visit, dark: Visit) -> None:
    before = phone.open(BELLS).locator("h1").bounding_box()
    page = phone.open(f"{BELLS}#no-such-place.p2")
    note = page.get_by_role("status").filter(has_text="is not on this page")
    expect(note).to_be_in_viewport()
    assert page.locator("h1").bounding_box() == before
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(note.get_by_role("link")).to_be_focused()
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()
    page = dark.open(f"{BELLS}#no-such-place.p2")
    page.get_by_role("link", name="Search for “no such place”").click()
    expect(page.locator("#seek-words")).to_have_value("no such place")


def test_a_place_that_is_missed_on_the_page_is_told_until_there_is_one(desk: Visit) -> None:
    page = desk.open(f"{BELLS}#bells")
    note = page.locator("#kb-nowhere")
    page.wait_for_timeout(300)
    expect(note).to_have_count(0)
    for place in ("no-such", "no-such-either"):
        page.evaluate("place => { location.hash = place; }", place)
        expect(note.get_by_role("link")).to_have_text(f"Search for “{place.replace('-', ' ')}”")
    page.evaluate("() => { location.hash = 'bells'; }")
    expect(note).to_be_hidden()


def test_a_ruling_that_stands_elsewhere_by_now_is_asked_for_by_its_id(desk: Visit) -> None:
    ident = desk.open("rulings/term/lamps/").locator(".ruling[id]").first.get_attribute("id")
    page = desk.open(f"rulings/term/bells/#{ident}")
    page.locator("#kb-nowhere").get_by_role("link").click()
    expect(page.locator("#seek-hits a").first).to_have_attribute("href", re.compile(f"#{ident}$"))


@pytest.mark.parametrize(
    "path",
    [
        BELLS,
        f"{BELLS}#",
        f"{BELLS}#top",
        f"{BELLS}#:~:text=bells",
        f"{BELLS}#no-such:~:text=bells",
        f"{BELLS}#%E4",
        f"{BELLS}#b%65lls",
        f"{BELLS}#kb-text",
        f"{BELLS}compare/#kb-compared",
        "graph/#nobody-is-called-so",
        "graph/#term:lamps",
        "nowhere/#no-such",
    ],
)
def test_an_address_that_names_a_place_or_the_top_is_told_nothing(desk: Visit, path: str) -> None:
    page = desk.open(path) if "nowhere" not in path else desk.context.new_page()
    if "nowhere" in path:
        page.goto(desk.address + path)
    page.wait_for_timeout(400)
    expect(page.locator("#kb-nowhere")).to_have_count(0)


def test_picture_and_table_of_a_node_are_the_same(desk: Visit) -> None:
    page = desk.open("rulings/term/storms/")
    page.locator(".links-here summary").click()
    page.locator(".links-here a[href*='graph/']").last.click()
    chosen(page, "term:storms")
    assert sorted(page.evaluate(NODES)) == listed(page)
    page.locator("#kb-graph-more").click()
    expect(page.locator("#kb-graph-more")).to_be_hidden()
    expect(page.locator("#kb-about")).to_contain_text(str(page.locator(TABLE).count()))
    assert sorted(page.evaluate(NODES)) == listed(page)


def test_who_asks_for_all_of_a_node_is_brought_to_the_table_of_them(desk: Visit) -> None:
    """The picture above it grows by as many rows: the table would be pushed out of sight."""
    page = desk.open("graph/?node=term:storms")
    chosen(page, "term:storms")
    page.locator("#kb-graph-more").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#kb-ties")).to_be_focused()
    expect(page.locator(TABLE).first).to_be_in_viewport()
    header = page.locator(".md-header").bounding_box()
    table = page.locator("#kb-ties thead").bounding_box()
    assert header and table
    assert header["y"] + header["height"] <= table["y"] < 300


def test_an_address_of_the_graph_names_one_node(desk: Visit) -> None:
    page = desk.open("graph/?node=card:gannet")
    chosen(page, "card:gannet")
    link = page.locator(f"{TABLE} td:last-child a").first
    wanted = (link.get_attribute("href") or "").removeprefix("#")
    link.click()
    chosen(page, wanted)
    expect(page).to_have_url(f"{desk.address}graph/#{wanted}")
    page.go_back()
    chosen(page, "card:gannet")
    expect(page).to_have_url(f"{desk.address}graph/?node=card:gannet")


def test_a_group_of_the_graph_says_how_many_of_its_rulings_ended(desk: Visit) -> None:
    """The page of a term counts those in force: a bare number of all beside it would be another."""
    page = desk.open("graph/?node=term:dusk-phase")
    chosen(page, "term:dusk-phase")
    rows = page.locator("#kb-ties tbody").filter(has_text="On it: rulings")
    ended = rows.locator("td:first-child").filter(has_text="(ended)").count()
    assert ended
    expect(rows.locator("th")).to_contain_text(f"{rows.locator('tr:has(td)').count()}, {ended} of them ended")
    drawn = page.evaluate("() => document.getElementById('kb-graph').kbView.nodes('.group').map(n => n.data('title'))")
    assert any(f"{ended} of them ended" in each for each in drawn)


def test_all_that_a_node_is_linked_with_is_printed(desk: Visit) -> None:
    """The first page of paper says how many there are; no button on it shows the others."""
    page = desk.open("graph/?node=term:storms")
    chosen(page, "term:storms")
    rows, count = page.locator(TABLE), re.compile(r"Links: (\d+)")
    told = count.search(page.locator("#kb-about").inner_text())
    assert told and rows.count() < int(told[1])
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert rows.count() == int(told[1])
    expect(page.locator("#kb-graph-more")).to_be_hidden()
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    expect(page.locator("#kb-picture")).to_have_attribute("aria-label", re.compile("the table below says the same"))
    page.wait_for_function("() => document.getElementById('kb-graph').kbView.nodes('.tied').length > 36")
    assert sorted(page.evaluate(NODES)) == listed(page)


def test_a_node_with_more_ties_than_a_canvas_holds_is_drawn_in_part_and_listed_whole(
    browser: Browser, address: str
) -> None:
    """A shard of a large site stands for those of this one: the term has 1,000 rulings and three cards."""
    nodes = [["term:great", "Great", "rulings/term/great/", ""]]
    nodes += [[f"ruling:great-{n}", f"Words of {n}", f"rulings/term/great/#great-{n}", "Great"] for n in range(1000)]
    nodes += [[f"card:great-{n}", f"Card {n}", f"cards/g/great-{n}/", ""] for n in range(3)]
    ties = [part for at in range(1, 1004) for part in (0 if at <= 1000 else 2, at)]
    shard = json.dumps({"nodes": nodes, "ties": [ties]})

    def answer(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[-1].removesuffix(".js")
        route.fulfill(body=f'kbWeb("{name}", {shard});', content_type="text/javascript")

    context = browser.new_context(viewport=PHONE, device_scale_factor=3, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.route(re.compile(r"/graph/\d+\.js$"), answer)
    page.goto(f"{address}graph/?node=term:great")
    chosen(page, "term:great")
    expect(page.locator("#kb-about")).not_to_contain_text("drawn")
    page.locator("#kb-graph-more").click()
    expect(page.locator(TABLE)).to_have_count(1003)
    expect(page.locator("#kb-about")).to_contain_text("1,003")
    expect(page.locator("#kb-about")).to_contain_text("120 of them are drawn, all are listed")
    drawn = page.evaluate(NODES)
    assert len(drawn) == 120
    assert {f"card:great-{n}" for n in range(3)} <= set(drawn)
    expect(page.locator("#kb-picture")).to_have_attribute("aria-label", re.compile("a part of what Great"))
    sizes = page.locator("#kb-picture canvas").evaluate_all("all => all.map(each => each.height * each.width)")
    assert sizes
    assert max(sizes) < LARGEST
    context.close()


def test_the_chosen_node_is_seen_at_once_however_much_it_is_linked_with(desk: Visit) -> None:
    page = desk.open("graph/?node=term:lamps")
    chosen(page, "term:lamps")
    sizes = page.evaluate(
        "() => { const view = document.getElementById('kb-graph').kbView;"
        " const box = view.container().getBoundingClientRect();"
        " const centre = view.nodes('.centre').first().renderedBoundingBox({ includeLabels: true });"
        " const rest = view.nodes('.tied, .group').renderedBoundingBox({ includeLabels: true });"
        " return { foot: box.top + centre.y2, top: Math.min(centre.y1, rest.y1), end: Math.max(centre.y2, rest.y2),"
        " height: box.height, rows: view.nodes('.tied').length }; }"
    )
    assert sizes["rows"] > 30
    assert sizes["foot"] < 800
    assert 0 <= sizes["top"] < sizes["end"] <= sizes["height"]


def test_a_node_is_chosen_by_name_and_its_neighbours_by_keyboard(desk: Visit) -> None:
    page = desk.open("graph/")
    page.get_by_label("Term or card").fill("black squall")
    page.keyboard.press("Enter")
    chosen(page, "card:black-squall")
    link = page.locator(f"{TABLE} td:last-child a").first
    wanted = (link.get_attribute("href") or "").removeprefix("#")
    link.focus()
    page.keyboard.press("Enter")
    chosen(page, wanted)
    expect(page.locator("#kb-node")).to_be_focused()
    page.go_back()
    chosen(page, "card:black-squall")
    page.locator(f"{TABLE} td:first-child a").first.click()
    expect(page.locator("#kb-graph")).to_have_count(0)


def test_the_title_of_the_page_names_the_node_and_the_site(desk: Visit) -> None:
    page = desk.open("graph/")
    whole = page.title()
    for name in ("Lamps", "Crew"):
        page.locator("#kb-graph-ask input").fill(name)
        page.locator("#kb-graph-ask button").click()
        expect(page).to_have_title(f"{name} - {whole}")


def test_the_way_back_from_a_node_leaves_nothing_of_it(desk: Visit) -> None:
    """Neither its name above the page, nor a picture that is drawn where nothing is shown, with complaints."""
    page = desk.open("graph/")
    whole = page.title()
    page.locator("#kb-graph-ask input").fill("Lamps")
    page.locator("#kb-graph-ask button").click()
    chosen(page, "term:lamps")
    page.go_back()
    expect(page.locator("#kb-graph")).to_be_hidden()
    page.wait_for_timeout(400)
    expect(page).to_have_title(whole)


def test_a_node_of_the_picture_is_chosen_by_hand(phone: Visit) -> None:
    page = phone.open("graph/?node=card:gannet")
    chosen(page, "card:gannet")
    place = page.evaluate(
        "() => { const node = document.getElementById('kb-graph').kbView.nodes('.tied').first();"
        " return { ...node.renderedPosition(), to: node.data('to') }; }"
    )
    picture = page.locator("#kb-picture")
    picture.scroll_into_view_if_needed()
    picture.click(position={"x": place["x"], "y": place["y"]})
    chosen(page, place["to"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_name_with_a_slip_is_answered_with_what_may_be_meant(desk: Visit) -> None:
    page = desk.open("graph/")
    field, said = page.get_by_label("Term or card"), page.locator("#kb-graph-said")
    field.fill("gnanet")
    field.press("Enter")
    expect(said).to_have_text("No term or card here is called “gnanet”. Did you mean Gannet?")
    said.get_by_role("link", name="Gannet").press("Enter")
    expect(page.locator("#kb-node")).to_have_text("Gannet")
    expect(page.locator("#kb-node")).to_be_focused()
    expect(said).to_be_empty()
    field.fill("xyzzyx")
    field.press("Enter")
    expect(said).to_have_text("No term or card here is called “xyzzyx”.")


def test_the_address_may_name_what_is_asked_for(desk: Visit) -> None:
    """Whoever writes an address by hand knows no ids: what is called so is shown, and else told that nothing is."""
    page, said = desk.open("graph/?node=nonsense"), "#kb-graph-said"
    expect(page.locator(said)).to_have_text("No term or card here is called “nonsense”.")
    expect(page.locator("#kb-graph")).to_be_hidden()
    page.evaluate("() => { location.hash = '#gnanet'; }")
    expect(page.locator(said)).to_have_text("No term or card here is called “gnanet”. Did you mean Gannet?")
    page.goto(f"{desk.address}graph/?node=gannet")
    chosen(page, "card:gannet")
    expect(page.locator(said)).to_be_empty()
    page.go_back()
    expect(page.locator(said)).to_contain_text("“gnanet”")
    page.evaluate("() => { location.hash = '#kb-node'; }")
    expect(page.locator(said)).to_contain_text("“gnanet”")


def test_the_graph_is_drawn_in_the_dark_and_says_what_it_lacks(dark: Visit) -> None:
    page = dark.open("graph/?node=term:nothing")
    expect(page.locator("#kb-graph-said")).to_contain_text("Nothing is linked")
    expect(page.locator("#kb-graph")).to_be_hidden()
    page = dark.open("graph/?node=term:fog")
    chosen(page, "term:fog")
    ink = page.evaluate("() => document.getElementById('kb-graph').kbView.nodes('.tied').first().style('color')")
    assert sum(map(int, re.findall(r"\d+", ink))) > 500


@pytest.mark.parametrize(("chosen_scheme", "system"), [("light", "dark"), ("dark", "light")])
def test_the_picture_has_the_colours_that_the_system_paints_with(
    desk: Visit, chosen_scheme: str, system: Literal["light", "dark"]
) -> None:
    """Whatever scheme was chosen on the site, and when they are turned on while it is looked at."""
    desk.context.add_init_script(f"localStorage.setItem('kb-scheme', '{chosen_scheme}')")
    page = desk.open("graph/?node=term:fog")
    chosen(page, "term:fog")
    own = page.evaluate(INKS)
    page.emulate_media(forced_colors="active", color_scheme=system)
    apart = "([ink, soft, ground]) => [ink, soft].every((each) => Math.abs(each - ground) > 600)"
    sums = f"({INKS})().map(each => each.match(/\\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0))"
    page.wait_for_function(f"own => ({INKS})().join() !== own.join() && ({apart})({sums})", arg=own)


def test_nothing_jumps_when_the_picture_comes(desk: Visit) -> None:
    held: list[Route] = []
    desk.context.route("**/cytoscape*", lambda route: held.append(route))  # noqa: PLW0108 (Playwright binds plain functions only)
    page = desk.open("graph/")  # loaded first: a page waits for the scripts that it brings before
    page.evaluate("location.hash = 'term:fog'")
    table = page.locator("#kb-ties")
    expect(table).to_be_visible()
    before = table.bounding_box()
    page.wait_for_timeout(100)
    held.pop().continue_()
    chosen(page, "term:fog")
    assert table.bounding_box() == before


def test_without_scripts_the_graph_page_leads_elsewhere(plain: Visit) -> None:
    page = plain.open("graph/")
    page.locator("noscript a, main a", has_text="Graph").first.click()
    expect(page.locator("#graphml")).to_be_visible()


@pytest.mark.parametrize("status", [404, 200])
def test_data_of_the_graph_that_did_not_arrive_are_told_and_asked_for_again(
    browser: Browser, address: str, status: int
) -> None:
    page = browser.new_page()
    page.route("**/graph/*.js", lambda route: route.fulfill(status=status, content_type="text/html", body="<p>no</p>"))
    page.goto(f"{address}graph/")
    page.get_by_label("Term or card").focus()
    expect(page.locator("#kb-graph-said")).to_contain_text("could not be read")
    page.unroute("**/graph/*.js")
    page.get_by_label("Term or card").fill("Fog")
    page.keyboard.press("Enter")
    expect(page.locator("#kb-graph")).to_have_attribute("data-shown", "term:fog")
    page.close()
