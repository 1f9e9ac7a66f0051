"""Who uses the pages by keys alone, by ear, magnified four times, or in the colours of the system."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import DESKTOP, OPEN, Scheme, Visit
from tests.browser.test_access import KINDS

MAGNIFIED: ViewportSize = {"width": 320, "height": 256}
"""A screen of 1280 x 1024 at 400 %: https://www.w3.org/TR/WCAG22/#reflow"""
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))"
COVERED = """() => {
  const e = document.activeElement;
  if (!e || e === document.body) return "nothing";
  const boxes = [...e.getClientRects()], of = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const seen = boxes.map(of).some(([x, y]) => {
    const there = document.elementFromPoint(x, y);
    if (!there) return false;
    return [e, ...e.labels || []].some((each) => each.contains(there) || there.contains(each));
  });
  return seen ? "" : e.outerHTML.slice(0, 120);
}"""
"""What has the focus, where nobody sees it: out of the window or below something else."""


@pytest.fixture
def magnified(browser: Browser, address: str) -> Iterator[Page]:
    visit = Visit(browser.new_context(viewport=MAGNIFIED), address)
    yield visit.open("")
    visit.context.close()
    assert visit.wrong == []


# By keys


@pytest.mark.parametrize("path", ["rules/bells-below/", "rules/bells-below/published/", "rules/bells-below/changes/"])
def test_what_has_the_focus_is_seen_however_much_is_magnified(magnified: Page, address: str, path: str) -> None:
    """Cards lie at the foot of a small screen, bars at its top: neither lies on what was reached."""
    magnified.goto(address + path)
    covered = set()
    for _ in range(150):
        magnified.keyboard.press("Tab")
        magnified.evaluate(DRAWN)
        covered.add(magnified.evaluate(COVERED))
    assert covered <= {"", "nothing"}


def test_a_link_in_changed_words_that_has_no_card_closes_the_one_before(magnified: Page, address: str) -> None:
    magnified.goto(f"{address}rules/bells-below/")
    magnified.evaluate(
        "() => document.querySelector('ins.change').insertAdjacentHTML('beforeend', '<a href=\"#x\">x</a>')"
    )
    mark = magnified.locator("sup a[data-change]").first
    mark.focus()
    magnified.keyboard.press("Shift+Tab")
    magnified.keyboard.press("Tab")
    expect(magnified.locator("#kb-card")).to_be_visible()
    magnified.locator("ins.change a[href='#x']").focus()
    expect(magnified.locator("#kb-card")).to_be_hidden()


def test_a_card_leaves_some_lines_of_a_low_screen(magnified: Page, address: str) -> None:
    magnified.goto(f"{address}rules/bells-below/")
    magnified.keyboard.press("n")
    card = magnified.locator("#kb-card")
    expect(card).to_be_visible()
    box, bar = card.bounding_box(), magnified.locator(".kb-where").bounding_box()
    assert box is not None
    assert bar is not None
    assert box["y"] - bar["y"] - bar["height"] >= 40


def test_a_step_leads_below_the_bars_however_tall_the_passage(magnified: Page, address: str) -> None:
    magnified.goto(f"{address}rules/bells-below/changes/")
    header = magnified.locator(".md-header")
    for _ in range(6):
        magnified.keyboard.press("n")
        row, bar = magnified.locator(".row.current").bounding_box(), header.bounding_box()
        assert row is not None
        assert bar is not None
        assert bar["y"] + bar["height"] <= row["y"] < MAGNIFIED["height"]


@pytest.mark.parametrize(
    ("path", "box"),
    [
        ("rules/bells-below/", "[value=redline]"),
        ("rules/bells-below/changes/", "#show-all"),
        ("search/?find=lamp", "[name=group]"),
    ],
)
def test_the_search_opens_from_what_only_is_ticked(desk: Visit, path: str, box: str) -> None:
    page = desk.open(path)
    page.locator(box).first.focus()
    page.keyboard.press("/")
    expect(page.locator("input[type=search]:focus")).to_be_visible()  # its role changes once it can list what it finds


def test_escape_closes_a_card_that_hovers_and_leaves_the_focus(desk: Visit) -> None:
    page = desk.open("rules/bells-below/")
    page.locator("#kb-reader summary").focus()
    page.locator("a.term").first.hover()
    expect(page.locator("#kb-card")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#kb-card")).to_be_hidden()
    expect(page.locator("#kb-reader summary")).to_be_focused()


def test_the_permalink_of_a_title_stands_beside_it(desk: Visit, magnified: Page, address: str) -> None:
    magnified.goto(f"{address}rules/bells-below/published/")
    for page in (desk.open("rules/bells-below/"), desk.open("rules/bells-below/published/"), magnified):
        pin = page.locator("h1 > a.pin")
        pin.focus()
        title, sign = page.locator("h1").bounding_box(), pin.bounding_box()
        assert title is not None
        assert sign is not None
        assert 0 <= sign["x"] < title["x"]
        assert title["y"] <= sign["y"] < title["y"] + title["height"]


def test_keys_of_one_letter_can_be_turned_off(browser: Browser, address: str) -> None:
    """Who speaks to the machine presses them unwillingly: https://www.w3.org/TR/WCAG22/#character-key-shortcuts"""
    visit = Visit(browser.new_context(viewport=DESKTOP), address)
    page = visit.open("rules/bells-below/changes/")
    panel, said = page.locator("dialog.seek-panel"), page.locator(".tools [role=status]")
    page.keyboard.press("/")
    panel.get_by_label("Single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    for path in ("rules/bells-below/changes/", "rules/bells-below/"):
        visit.turn(path)
        page.keyboard.press("/")
        page.keyboard.press("n")
        expect(panel).to_be_hidden()
        assert page.evaluate("document.activeElement === document.body")
        expect(page.locator(".seek-door kbd")).to_be_hidden()
    page.locator(".seek-door").click()
    expect(panel.get_by_label("Single-key shortcuts")).not_to_be_checked()
    panel.get_by_label("Single-key shortcuts").check()
    page.keyboard.press("Escape")
    visit.turn("rules/bells-below/changes/")
    page.keyboard.press("n")
    expect(said).not_to_be_empty()
    page.keyboard.press("/")
    expect(panel).to_be_visible()
    visit.context.close()
    assert visit.wrong == []


# By ear


@pytest.mark.parametrize("path", KINDS)
def test_no_heading_is_heard_with_its_permalink(desk: Visit, path: str) -> None:
    page = desk.open(path)
    heard = page.locator("article").aria_snapshot()
    headings = [line for line in heard.splitlines() if line.lstrip().startswith(("- heading", "- 'heading"))]
    assert headings
    assert not [line for line in headings if "Link to" in line]


def test_permalinks_say_of_what_they_are(desk: Visit) -> None:
    ways = ("Link to this ruling", "Link to this change", "Read it in place", "Link to this section")
    for path in ("rulings/term/lamps/", "rulings/answers/quay-questions-3/", "rules/bells-below/changes/"):
        page = desk.turn(path)
        links = page.locator("article a").evaluate_all(
            "links => links.filter(e => e.checkVisibility()).map(e => e.getAttribute('aria-label') || e.textContent)"
        )
        named = [each for each in links if each.startswith(ways)]
        assert len(named) > 3
        assert len(set(named)) == len(named), path


@pytest.mark.parametrize(
    ("path", "ways"),
    [
        ("states/", ("Link to this day", "See it among the changes")),
        ("records/", ("Link to this record", "See it among the changes")),
        ("parallels/", ("This book", "The other")),
        ("@2005-10-17/", ("See it among the changes",)),
    ],
)
def test_ways_that_many_entries_have_say_of_what_they_are(desk: Visit, path: str, ways: tuple[str, ...]) -> None:
    """Who has the links of a page read out hears each of them by itself."""
    entries = desk.open(f"rules/bells-below/{path}").locator(":is(.record, .reprints > li, li[data-from]) > p a")
    told = entries.evaluate_all("""links => links.filter(e => e.checkVisibility())
      .map(e => [e.getAttribute("aria-label") || e.textContent, e.getAttribute("href")])""")
    for way in ways:
        leads = [(name, to) for name, to in told if name.startswith(way)]
        assert len(leads) > 3, way
        assert [name for name, _ in leads if not re.match(rf"{way}: \S", name)] == []
        for name in {name for name, _ in leads}:
            assert len({to for other, to in leads if other == name}) == 1, name


@pytest.mark.parametrize(
    "path", ["rules/bells-below/", "rules/bells-below/@2005-10-17/", "rules/bells-below/editions/bells-below-web/"]
)
def test_links_among_the_authorities_are_called_alike_only_where_they_lead_to_the_same(desk: Visit, path: str) -> None:
    """In a list of all links of a page, 49 called Back to the text say nothing; the words seen begin each name."""
    page = desk.open(path)
    ways = page.locator(":is(ol.authorities > li > p .small, .why-entry) a").evaluate_all(
        "links => links.map(e => [e.getAttribute('aria-label') || e.textContent, e.textContent, e.href]"
        ".map(each => each.replaceAll('\\u00a0', ' ')))"
    )
    assert len(ways) > 3
    assert [seen for name, seen, _ in ways if not name.startswith(seen) and "↩" not in seen] == []
    alike = {name: {to for other, _, to in ways if other == name} for name, _, _ in ways}
    assert {name for name, leads in alike.items() if len(leads) > 1} == set()


@pytest.mark.parametrize(
    ("path", "links"),
    [("search/?find=lamp", "#seek-hits .seek-name"), ("rulings/find/?find=lamp", "#kb-found .meta:first-child a")],
)
def test_results_of_one_name_are_called_by_their_words_too(desk: Visit, path: str, links: str) -> None:
    """In a list of all links of a page ten called Lamps say nothing."""
    page = desk.open(path)
    page.locator(links).first.wait_for()
    ways = page.locator(links).evaluate_all(
        "links => links.map(e => [e.getAttribute('aria-label') || e.textContent, e.textContent, e.href])"
    )
    assert max(Counter(seen for _, seen, _ in ways).values()) > 2
    assert [name for name, seen, _ in ways if not name.startswith(seen)] == []
    alike = {name: {to for other, _, to in ways if other == name} for name, _, _ in ways}
    assert {name for name, leads in alike.items() if len(leads) > 1} == set()


@pytest.mark.parametrize("path", ["changes/", "records/", "states/", "compare/?from=published&to=emended"])
def test_rulings_of_one_heading_are_told_apart_for_eyes_and_ears(desk: Visit, path: str) -> None:
    """Twenty links that all read as one heading, each to another ruling, say of none which it is."""
    page = desk.open(f"rules/bells-below/{path}")
    if "compare" in path:
        page.locator("#kb-compared .substantive .cause").first.wait_for()
    page.evaluate(OPEN)
    links = page.locator("article a[href*='/rulings/term/']").evaluate_all(
        "links => links.map(e => [e.innerText, e.getAttribute('aria-label') || e.innerText, e.href])"
    )
    stated = [(seen, to) for seen, _, to in links if seen.startswith("Harbour Ledger")]
    headings = {seen.partition(":")[0]: set[str]() for seen, _ in stated}
    for seen, to in stated:
        headings[seen.partition(":")[0]].add(to)
    assert max(len(leads) for leads in headings.values()) > 1
    for names in (stated, [(heard, to) for _, heard, to in links]):
        assert {name for name, to in names if len({other for one, other in names if one == name}) > 1} == set()
    assert [heard for seen, heard, _ in links if not heard.startswith(seen)] == []


@pytest.mark.parametrize(
    ("path", "links", "many"),
    [
        ("rulings/versions/harbour-ledger-2/", ".ruling > .meta a", 2),
        ("rulings/versions/harbour-ledger-1/since/", ".ruling > .meta a", 2),
        ("rulings/term/lamps/", ".answers .meta a", 2),
        ("rules/bells-below/unapplied/", ".ruling strong > a", 2),
        ("rules/bells-below/compare/", "#kb-texts a:not(:first-child)", 2),
    ],
)
def test_links_that_read_alike_are_heard_apart(desk: Visit, path: str, links: str, many: int) -> None:
    page = desk.open(path)
    page.evaluate(OPEN)
    found = page.locator(f"article :is({links})").evaluate_all(
        "links => links.map(e => [e.innerText, e.getAttribute('aria-label') || e.innerText, e.href]"
        ".map(each => each.replaceAll('\\u00a0', ' ')))"
    )
    assert max(Counter(seen for seen, _, _ in found).values()) >= many
    assert [heard for seen, heard, _ in found if not heard.startswith(seen)] == []
    assert {name for _, name, to in found if len({other for _, one, other in found if one == name}) > 1} == set()


@pytest.mark.parametrize(
    ("path", "way"),
    [
        ("desk/", "Read it in place"),
        ("rulings/term/wreckers/", "What it is linked with"),
        ("rules/winter-quay/published/", "Also in Lantern: Bells Below"),
    ],
)
def test_a_way_that_many_things_have_is_called_by_what_it_is_of(desk: Visit, path: str, way: str) -> None:
    links = (
        desk.open(path)
        .locator(f'article a[aria-label^="{way}"]')
        .evaluate_all("links => links.map(e => [e.getAttribute('aria-label'), e.getAttribute('href')])")
    )
    assert len(links) > 5
    assert [name for name, _ in links if not re.match(rf"{way}: \S", name)] == []
    assert len({name for name, _ in links}) > 0.8 * len({to for _, to in links})


def test_the_link_of_every_change_says_of_what_it_is(desk: Visit) -> None:
    for path in ("rules/bells-below/changes/", "rules/bells-below/compare/?from=published&to=bells-below-web"):
        links = desk.turn(path).locator("a.permalink")
        names = links.evaluate_all("links => links.map(e => e.getAttribute('aria-label'))")
        assert len(names) > 15
        assert [each for each in names if not re.match(r"Link to this change: \S", each or "")] == []


def test_what_is_scrolled_by_keys_has_a_name(desk: Visit, magnified: Page) -> None:
    page = desk.turn("desk/")
    boxes = "article .table"
    magnified.goto(f"{desk.address}desk/")
    named = [
        (each.get_attribute("tabindex"), each.get_attribute("aria-label")) for each in magnified.locator(boxes).all()
    ]
    assert named[:2] == [("0", "Coverage"), ("0", "Records and rulings")]
    for each in magnified.locator(f"{boxes}[tabindex]").all():
        expect(each).to_have_role("group")
        expect(each).not_to_have_accessible_name("")
    expect(page.locator(boxes).first).not_to_have_attribute("role", "group")


def test_why_words_changed_is_read_aloud_and_what_a_term_is_on_demand(desk: Visit) -> None:
    page = desk.open("rules/bells-below/")
    for mark, live in (("a.term[data-hint]", "off"), ("sup a[data-change]", "polite"), ("a.term[data-hint]", "off")):
        page.locator(mark).first.focus()
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        expect(page.locator("#kb-card")).to_have_attribute("aria-live", live)


def test_a_figure_is_heard_with_what_it_is_of(desk: Visit) -> None:
    for row in desk.open("desk/").locator("article tbody tr").all():
        expect(row.locator("th[scope=row]")).to_have_count(1)


RULED = (
    "rules/bells-below/unapplied/",
    "rulings/versions/harbour-ledger-3/",
    "rulings/versions/harbour-ledger-2/since/",
    "rulings/term/lamps/",
    "rulings/turn/dusk-phase/",
    "rulings/answers/quay-questions-3/",
    "cards/gannet/",
    "desk/",
)


@pytest.mark.parametrize("path", RULED)
def test_who_hears_rulings_steps_from_one_to_the_next(desk: Visit, path: str) -> None:
    """A list says how many there are, and reading programs go on in it by item."""
    page = desk.open(path)
    page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    article = page.locator("article")
    entries = article.locator(":is(.ruling, .finding)").count()
    assert entries
    assert article.get_by_role("list").locator("> li > :is(.ruling, .finding)").count() == entries
    assert not article.locator(":is(ul.rulings, ul.findings):not(:has(> li))").count()


@pytest.mark.parametrize("path", ["rules/bells-below/", "rules/bells-below/changes/", "rules/bells-below/witnesses/"])
def test_signs_and_keys_are_not_read_aloud(desk: Visit, path: str) -> None:
    page = desk.open(path)
    page.evaluate("() => document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    heard = page.locator("article").aria_snapshot()
    assert "How to show the text" not in heard or heard.count("How to show the text") == 2  # its name, and its words
    signs = ("› ", "= Word for word", "~ Adapted", "? Not found", "Next n", "Previous p")
    assert not [sign for sign in signs if sign in heard]


# In the colours of the system, on paper, on a wide screen


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_that_were_found_are_read_in_the_colours_of_the_system(desk: Visit, scheme: Scheme) -> None:
    page = desk.open("search/?find=lamp")
    page.emulate_media(forced_colors="active", color_scheme=scheme)
    mark = page.locator("article mark").first
    mark.wait_for()
    assert "rgba" not in mark.evaluate("e => getComputedStyle(e).backgroundColor")
    ground, border = page.evaluate(
        "() => [getComputedStyle(document.body).backgroundColor,"
        " getComputedStyle(document.querySelector('.md-header__title')).borderTopColor]"
    )
    assert ground == border


def test_paper_parts_no_change_from_its_source_and_no_fold_from_its_name(desk: Visit) -> None:
    page = desk.open("rules/bells-below/changes/")
    page.emulate_media(media="print")
    expect(page.locator(".row.substantive").first).to_have_css("break-inside", "avoid")
    expect(page.locator("details.run:not([open])").first).to_have_css("break-after", "avoid")
    page = desk.open("rulings/term/lamps/")
    page.emulate_media(media="print")
    expect(page.locator("summary").first).to_have_css("break-after", "avoid")


def test_what_changes_are_sifted_by_ends_where_the_text_does(desk: Visit) -> None:
    for path in ("rules/bells-below/changes/", "rules/bells-below/compare/?from=published&to=emended"):
        page = desk.open(path)
        for view, widths in (("inline", (2200, DESKTOP["width"], 1100, 800)), ("pair", (DESKTOP["width"],))):
            page.locator(f"#view-{view}").check()
            for width in widths:
                page.set_viewport_size({"width": width, "height": 800})
                text = page.locator(".tools").bounding_box()
                boxes = [each.bounding_box() for each in page.locator(".sift label, .sift select").all()]
                lines = {round((box["y"] + box["height"] / 2) / 10) for box in boxes if box}
                assert text and len(boxes) == 5
                assert len(lines) == (1 if view == "pair" else 2), (path, width)
                ends = [box["x"] + box["width"] - text["x"] - text["width"] for box in boxes if box]
                assert max(ends) <= 0.5 and (view == "pair" or max(ends) > -1), (path, width, ends)


@pytest.mark.parametrize(("sign", "box"), [(".clause a.why", "#kb-card"), (".clause a.pin", "#kb-cite")])
@pytest.mark.parametrize("closes", ["Escape", ".seek-shut"])
def test_the_search_gives_the_focus_back_to_what_lay_open_on_the_page(
    desk: Visit, sign: str, box: str, closes: str
) -> None:
    page = desk.open("rules/bells-below/")
    page.locator(sign).nth(2).focus()
    page.keyboard.press("Enter")
    here = f"() => Boolean(document.activeElement.closest('{box}'))"
    page.wait_for_function(here)
    page.keyboard.press("/")
    panel = page.locator("dialog.seek-panel")
    expect(panel.get_by_role("combobox")).to_be_focused()
    if closes != "Escape":
        panel.locator(closes).focus()
    page.keyboard.press("Escape" if closes == "Escape" else "Enter")
    expect(panel).to_be_hidden()
    page.wait_for_function(here)
    expect(page.locator(box)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(box)).to_be_hidden()
    expect(page.locator(sign).nth(2)).to_be_focused()
