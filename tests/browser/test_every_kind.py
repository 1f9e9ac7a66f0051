"""Every kind of page of both corpora in a browser: axe, a phone's width, no scripts, and all tools used at once.

The pages are found by their templates (tests/page_kinds.py): of each kind the one with the most on it, for what is
cheap also the one with the least. axe-core lies in `axe/` as it was published, with its licence and its sum.
"""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from kb.tools.builders import JOINED
from tests.browser.conftest import DESKTOP, OPEN, PHONE, Scheme, Visit, served
from tests.built import ROOT, Site
from tests.page_kinds import both_ends_of_each, longest_of_each

AXE = Path(__file__).parent / "axe"
SCRIPT = (AXE / "axe.min.js").read_text(encoding="utf-8")
SITES = ["lantern", "reference"]
CONTRAST = ["color-contrast", "link-in-text-block"]
"""The rules that colours alone decide: in the dark nothing else can differ."""
ROUNDS: tuple[tuple[Scheme, list[str] | None], ...] = (("light", None), ("dark", CONTRAST), ("light", ["target-size"]))
"""What axe looks at, under which scheme; signs for fingers are no part of its own choice."""
VIEWS: tuple[tuple[ViewportSize, Scheme], ...] = ((DESKTOP, "light"), (PHONE, "light"), (DESKTOP, "dark"))
FINGERS = ROUNDS[2:]
"""What is looked at on a phone in every corpus: what stands near what depends on the texts."""
RUN = """async rules => {
  const options = { resultTypes: ["violations"], elementRef: false };
  if (rules) options.runOnly = { type: "rule", values: rules };
  const found = await axe.run(document, options);
  return found.violations.flatMap(each => each.nodes.map(node => [each.id, node.html, node.target.join(" ")]));
}"""


@pytest.fixture(params=SITES)
def site(request: pytest.FixtureRequest) -> Site:
    found: Site = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def site_address(site: Site) -> Iterator[str]:
    with served(site.folder) as address:
        yield address


def visiting(browser: Browser, address: str, **options: Any) -> Visit:
    return Visit(browser.new_context(**options), address)


def test_axe_is_as_it_was_published() -> None:
    for line in (AXE / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
        wanted, name = line.split()
        assert hashlib.sha256((AXE / name).read_bytes()).hexdigest() == wanted, name
    assert "Mozilla Public License" in (AXE / "LICENSE").read_text(encoding="utf-8")


# axe


DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))"
"""What the page does when something was unfolded is done."""


def element_of(html: str) -> str:
    """An element by its tag and first class."""
    tag = re.match(r"<([a-z0-9-]+)([^>]*)", html)
    assert tag, html
    first = re.search(r'\sclass="\s*([^"\s]+)', tag.group(2))
    return f"{tag.group(1)}.{first.group(1)}" if first else tag.group(1)


def show_a_card(page: Page) -> None:
    """What hovers above the text is part of the page: it is shown where there is any."""
    mark = page.locator("article :is(ins[data-change], a[data-hint]):visible").first
    if mark.count():
        mark.scroll_into_view_if_needed()
        mark.hover()
        page.locator("#kb-card").wait_for(state="visible")


def violations(page: Page, rules: list[str] | None = None) -> Iterator[tuple[str, str, str]]:
    yield from page.evaluate(RUN, rules)


def test_axe_finds_nothing(browser: Browser, site: Site, site_address: str) -> None:
    """Light and dark, wide and narrow, with folds open and a card shown. Colours are the same for every corpus."""
    corpus = site.folder.parent.name.split("-")[0].replace("meccg", "reference")
    visit = visiting(browser, site_address, viewport=DESKTOP, reduced_motion="reduce")
    found: dict[tuple[str, str], tuple[str, str]] = {}
    pages = longest_of_each(site)
    for path in pages:
        page = visit.turn(path)
        page.evaluate(SCRIPT)
        for size in (DESKTOP, PHONE):
            page.set_viewport_size(size)
            page.evaluate(OPEN)
            page.evaluate(DRAWN)
            if size is DESKTOP:
                show_a_card(page)
            rounds = ROUNDS if corpus == "lantern" else (*ROUNDS[:1], *(FINGERS if size is PHONE else ()))
            for scheme, rules in rounds:
                page.emulate_media(color_scheme=scheme)
                if size is PHONE and rules == FINGERS[0][1]:
                    page.keyboard.press("Escape")  # a card lies over what it is about,
                    page.evaluate("() => scrollTo({ top: 0, behavior: 'instant' })")  # the tools over what goes by
                for rule, html, target in violations(page, rules):
                    where = f"{path or 'home'} ({size['width']}, {scheme}) {target}"
                    found.setdefault((rule, element_of(html)), (where, html[:160]))
            page.emulate_media(color_scheme="light")
    visit.context.close()
    assert found == {}
    assert visit.wrong == []


def test_axe_finds_nothing_in_the_search(browser: Browser, address: str) -> None:
    """The panel that `/` opens with its answers, and the page of the search with its sieves."""
    visit = visiting(browser, address, viewport=DESKTOP, reduced_motion="reduce")
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for path in ("", "search/?find=lamp"):
        page = visit.turn(path)
        page.evaluate(SCRIPT)
        if not path:
            page.keyboard.press("/")
            page.keyboard.type("lamp", delay=20)
            page.locator("dialog[open] [role=option]").first.wait_for()
        else:
            page.locator("article li").first.wait_for()
        for size, scheme in VIEWS:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            for rule, html, target in violations(page, CONTRAST if scheme == "dark" else None):
                found.setdefault((rule, element_of(html)), (f"{path} ({size['width']}, {scheme}) {target}", html[:160]))
    visit.context.close()
    assert found == {}
    assert visit.wrong == []


CHOSEN = (
    ("rules/bells-below/changes/?authority=none", ".row:not(.sifted)"),
    ("rules/bells-below/changes/?version=harbour-ledger-3", ".row:not(.sifted) .cause > li.beside"),
    ("rules/bells-below/compare/?from=published&to=emended", ".row.substantive"),
    ("graph/?node=term:lamps", "#kb-ties tbody tr"),
    ("rulings/find/?find=lamp&on=2005-12-01", "article li"),
)
"""Addresses with what was chosen there, and what shows that the page has it."""


def test_axe_finds_nothing_in_what_was_chosen(browser: Browser, address: str) -> None:
    """What scripts make of an address; and names that say what is seen, which axe looks at on demand only."""
    visit = visiting(browser, address, viewport=DESKTOP, reduced_motion="reduce")
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for path, shown in CHOSEN:
        page = visit.turn(path)
        page.locator(shown).first.wait_for()
        page.evaluate(SCRIPT)
        for size, scheme in VIEWS:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            for rules in (CONTRAST,) if scheme == "dark" else (None, ["label-content-name-mismatch"]):
                for rule, html, target in violations(page, rules):
                    where = f"{path} ({size['width']}, {scheme}) {target}"
                    found.setdefault((rule, element_of(html)), (where, html[:160]))
        page.emulate_media(color_scheme="light")
    visit.context.close()
    assert found == {}
    assert visit.wrong == []


def test_axe_sees_what_is_wrong(browser: Browser, address: str) -> None:
    visit = visiting(browser, address, viewport=DESKTOP)
    page = visit.open("")
    page.evaluate(SCRIPT)
    page.evaluate(
        "() => document.querySelector('article').insertAdjacentHTML('beforeend',"
        ' \'<p style="color:#aaa;background:#fff">faint</p><button></button><img src="data:,">\')'
    )
    assert {"color-contrast", "button-name", "image-alt"} <= {rule for rule, _, _ in violations(page)}
    visit.context.close()


# A phone, no scripts


WIDE = """() => {
  const root = document.scrollingElement;
  if (root.scrollWidth <= 360) return [];
  return [root.scrollWidth, ...[...document.querySelectorAll("body *")]
    .filter(e => e.getBoundingClientRect().right > 361).map(e => e.outerHTML.slice(0, 100)).slice(0, 3)];
}"""


CUT = """() => [...document.querySelectorAll("article pre")]
  .filter(each => each.scrollWidth > each.clientWidth).map(each => each.outerHTML.slice(0, 100))"""
"""Preformatted text of which some is out of sight: who has no mouse could not scroll it."""


TINY = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), tiny = new Set();
  while (texts.nextNode()) {
    const of = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || of.closest("script, style, sup, a.sister, a.why.bare")) continue;
    const size = parseFloat(getComputedStyle(of).fontSize);
    if (size < 11.99) tiny.add(`${size} px: ${of.outerHTML.slice(0, 100)}`);
  }
  return [...tiny].slice(0, 3);
}"""
"""Words in less than 12 px, folded ones too; the signs of notes are no words."""


def test_every_kind_of_page_fits_a_phone(browser: Browser, site: Site, site_address: str) -> None:
    """It is no wider, and nobody needs a glass to read it."""
    visit = visiting(browser, site_address, viewport=PHONE, has_touch=True, is_mobile=True)
    wide = {}
    for path in both_ends_of_each(site):
        page = visit.turn(path)
        page.evaluate(OPEN)
        found = [*page.evaluate(WIDE), *page.evaluate(TINY)]
        if found:
            wide[path] = found
    visit.context.close()
    assert wide == {}
    assert visit.wrong == []


def test_no_page_of_a_book_is_wider_than_a_phone_with_letters_twice_as_large(browser: Browser, address: str) -> None:
    """https://www.w3.org/TR/WCAG22/#resize-text"""
    visit = visiting(browser, address, viewport=PHONE, has_touch=True, is_mobile=True)
    page, wide = visit.open(""), {}
    sizes = {"standard": 32, "fixed": 32}
    visit.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
    for path in ("", "published/", "changes/", "compare/", "records/", "states/", "unapplied/", "parallels/"):
        page = visit.turn(f"rules/bells-below/{path}")
        page.evaluate(OPEN)
        found = page.evaluate(WIDE)
        if found:
            wide[path] = found
    visit.context.close()
    assert wide == {}
    assert visit.wrong == []


def test_odd_markup_is_no_wider_than_a_phone(browser: Browser, hostile: Site) -> None:
    """Lists in lists in lists, tables of raw HTML, names and addresses without an end."""
    odd = ("rules/odd/", "rules/odd/published/", "rules/odd/changes/")
    with served(hostile.folder) as address:
        visit = visiting(browser, address, viewport=PHONE, has_touch=True, is_mobile=True)
        wide = {}
        for path in dict.fromkeys((*odd, *both_ends_of_each(hostile))):
            page = visit.turn(path)
            page.evaluate(OPEN)
            words = page.locator("article").inner_text()
            assert path not in odd or ("column14" in words and "level 14" in words)
            if found := [*page.evaluate(WIDE), *page.evaluate(CUT)]:
                wide[path] = found
        visit.context.close()
    assert wide == {}
    assert visit.wrong == []


def test_wide_tables_among_words_that_a_script_laid_out_are_reached_with_keys(browser: Browser, address: str) -> None:
    visit = visiting(browser, address, viewport=PHONE)
    page = visit.turn("rules/bells-below/compare/")
    row = page.locator(".row.substantive .merged:visible").first
    row.wait_for()
    cells = "<td>lamp</td>" * 40
    row.evaluate(
        "(row, table) => { row.innerHTML = table; document.dispatchEvent(new CustomEvent('kb:composed')); }",
        f'<div class="table"><table><tr>{cells}</tr></table></div>',
    )
    expect(row.locator(".table")).to_have_attribute("tabindex", "0")
    expect(row.locator(".table")).to_have_accessible_name(re.compile("."))
    visit.context.close()
    assert visit.wrong == []


def test_small_words_in_small_words_are_not_tiny(browser: Browser, address: str) -> None:
    """Keys and indices stand in the notes of a text too; so do the links to what a text lacks."""
    visit = visiting(browser, address, viewport=PHONE, has_touch=True, is_mobile=True)
    page = visit.turn("rules/bells-below/changes/")
    page.evaluate(
        """() => document.querySelector("article .row").insertAdjacentHTML("beforeend",
          '<div class="lost" style="font-size:14px"><kbd>key</kbd> <sub>x</sub> <small>small</small>' +
          ' <a class="permalink">§</a></div>')"""
    )
    found = page.evaluate(TINY)
    visit.context.close()
    assert found == []


IDLE = """() => {
  const shown = e => e.getClientRects().length && getComputedStyle(e).visibility === "visible";
  const look = () => document.querySelector("article").innerText + document.scrollingElement.scrollHeight;
  const idle = [];
  for (const e of document.querySelectorAll("article :is(button, input, select, textarea)")) {
    if (!shown(e) && !(e.labels && [...e.labels].some(shown))) continue;
    if (!e.matches("[type=checkbox], [type=radio]")) { idle.push(e.outerHTML.slice(0, 120)); continue; }
    /* Style sheets alone may answer a box that is ticked: then it does something. */
    const group = e.type === "radio" ? [...document.getElementsByName(e.name)] : [e];
    const were = group.map(each => each.checked), before = look();
    const other = e.type === "radio" ? group.find(each => !each.checked) : e;
    if (other) other.checked = !other.checked;
    if (!other || look() === before) idle.push(e.outerHTML.slice(0, 120));
    group.forEach((each, at) => { each.checked = were[at]; });
  }
  return idle;
}"""


def test_every_kind_of_page_reads_without_scripts_and_offers_nothing_idle(
    browser: Browser, site: Site, site_address: str
) -> None:
    visit = visiting(browser, site_address, viewport=DESKTOP, java_script_enabled=False)
    faults = {}
    for path in both_ends_of_each(site):
        page = visit.turn(path)
        words = page.locator("article").inner_text().split()
        idle = page.evaluate(IDLE)
        if len(words) < 10 or idle:
            faults[path or "home"] = (len(words), idle)
    visit.context.close()
    assert faults == {}
    assert visit.wrong == []


# Tools


USE = """async () => {
  const pause = () => new Promise(done => setTimeout(done, 15));
  const shown = e => e.getClientRects().length && !e.disabled;
  let used = 0;
  for (const e of document.querySelectorAll("article :is(button, input, select, textarea, summary), #kb-card button")) {
    if (!shown(e)) continue;
    used += 1;
    if (e.matches("input:not([type=checkbox], [type=radio], [type=date]), textarea")) {
      e.focus(); e.value = "lam"; e.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (e.matches("[type=date]")) {
      e.value = "2005-12-01"; e.dispatchEvent(new Event("change", { bubbles: true }));
    } else if (e.matches("select")) {
      e.selectedIndex = e.options.length - 1; e.dispatchEvent(new Event("change", { bubbles: true }));
    } else if (!e.matches("[type=submit], form button:not([type])")) e.click();
    await pause();
  }
  return used;
}"""


def test_using_every_tool_of_a_page_makes_no_error_and_asks_nothing_elsewhere(
    browser: Browser, site: Site, site_address: str
) -> None:
    visit = visiting(browser, site_address, viewport=DESKTOP, permissions=["clipboard-read", "clipboard-write"])
    used = 0
    for path in longest_of_each(site):
        page = visit.turn(path)
        show_a_card(page)
        used += page.evaluate(USE)
        for key in ("n", "p", "n") if page.locator("[data-step]").count() else ():
            page.keyboard.press(key)
        for key in ("/", "Escape", "Tab", "Tab", "Escape"):
            page.keyboard.press(key)
    visit.context.close()
    assert visit.wrong == []
    assert used > 50


# What a page loads: the common styles and scripts, and those its kind names in its template


ASSETS = ROOT / "site_templates" / "theme" / "assets"
MATCHED = """styles => {
  const found = [];
  const look = (name, rules) => { for (const rule of rules) {
    if (!rule.selectorText) { look(name, rule.cssRules || []); continue; }
    const plain = rule.selectorText.replace(/::[\\w-]+/g, "")
      .replace(/:(?:hover|focus-visible|focus|target|checked)(?![\\w-])/g, ":not(*)");
    if (document.querySelector(plain)) found.push(`${name}: ${rule.selectorText}`);
  } };
  for (const [name, text] of Object.entries(styles)) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    look(name, sheet.cssRules);
  }
  return found;
}"""


def test_a_page_has_the_styles_its_elements_ask_for(browser: Browser, site: Site, site_address: str) -> None:
    """No rule of a style sheet that a page does not load would match anything of it."""
    styles = {path.name: path.read_text(encoding="utf-8") for path in sorted(ASSETS.glob("*.css"))}
    visit = visiting(browser, site_address, viewport=DESKTOP)
    lacking: dict[str, list[str]] = {}
    for path in longest_of_each(site):
        page = visit.turn(path)
        show_a_card(page)
        loaded = page.evaluate(
            "() => [...document.styleSheets].map(each => (each.href || '').split('/').pop().split('?')[0])"
        )
        parts = [name.removeprefix(JOINED).removesuffix(".css") for name in loaded if name.startswith(JOINED)]
        other = styles.keys() - {f"{name}.css" for part in parts for name in part.split("-")} - set(loaded)
        found = page.evaluate(MATCHED, {name: styles[name] for name in sorted(other)})
        if found:
            lacking[path or "home"] = found
    visit.context.close()
    assert lacking == {}


def test_no_page_loads_the_styles_and_scripts_of_the_theme(site: Site) -> None:
    """Nor any that is not there; those a page does load are few."""
    for address, path in site.pages().items():
        html = path.read_text(encoding="utf-8")
        loaded = re.findall(r'<(?:script|link)[^>]*(?:src|href)="([^"]*\.(?:css|js))"', html)
        loaded += re.findall(r'<template data-script="([^"]*\.js)">', html)
        fitting = re.findall(r'<template data-script="([^"]*\.js)" data-media="([^"]*)"', html)
        at_once = {each.rpartition("/")[2] for each in re.findall(r'<script[^>]* src="([^"]*)"', html)}
        assert at_once <= {"frame.js"}, "words come first"
        assert html.count('<link rel="stylesheet"') <= 4, address
        for screen in {"", *(media for _, media in fitting)}:
            here = [*loaded, *(script for script, media in fitting if media == screen)]
            own = [path.parent.joinpath(each).resolve() for each in here if each != "hints.js"]
            assert path.with_name("hints.js").is_file() is ("hints.js" in here), address
            assert all(each.is_relative_to(site.folder.resolve() / "assets") for each in own), address
            assert not any({"stylesheets", "javascripts"} & set(each.parts) for each in own), address
            assert sum(each.stat().st_size for each in own) < 90_000, (address, screen)
