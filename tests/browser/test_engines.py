"""The tasks of a reader in Firefox and in WebKit, Safari's engine, where these are installed.

Debian: `firefox-esr`; `webkit2gtk-driver` and `xvfb`.
"""

import os
import re
import shutil
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler

import pytest

from kb.tools.preview import ADDRESS, PreviewServer
from tests.browser import firefox, webkit
from tests.browser.conftest import running
from tests.browser.test_every_kind import USE
from tests.browser.test_reading import BOOK, CHANGES
from tests.browser.window import PATIENCE, Window
from tests.built import Site
from tests.page_kinds import longest_of_each, pages_by_kind


class Plain(SimpleHTTPRequestHandler):
    """Hands out files as any server does: a preview's pages keep asking, so that Firefox keeps none to come back to."""

    held = "$^"
    """A pattern of the addresses whose files are not handed out meanwhile."""
    begun = threading.Event()
    """Somebody waits for such a file."""

    def do_GET(self) -> None:
        while re.search(self.held, self.path):
            self.begun.set()
            time.sleep(0.05)
        super().do_GET()

    def end_headers(self) -> None:
        if "." in self.path:
            self.send_header("Cache-Control", "no-cache")  # what was handed out before is asked for again
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the name is the base class's)
        """Requests are not worth a line."""


ENGINES = {"firefox": firefox, "webkit": webkit}
WATCH = """<meta http-equiv="Content-Security-Policy"
  content="default-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' data: blob:">
<script>{
  let left = false; /* what is cut off then is no fault */
  addEventListener("beforeunload", () => { left = true });
  addEventListener("pageshow", () => { left = false });
  const tell = text => {
    if (!left) sessionStorage.wrong = `${sessionStorage.wrong || ""}${location.pathname}: ${text}\n`;
  };
  addEventListener("error", event => tell(event.message || `not loaded: ${event.target.outerHTML}`), true);
  addEventListener("unhandledrejection", event => tell(event.reason));
  addEventListener("securitypolicyviolation", event => tell(`asked: ${event.blockedURI}`));
  console.error = console.warn = (...words) => tell(words.join(" "));
}</script>"""
"""Notes in the tab what goes wrong on a page from its first line on; what lies elsewhere is not fetched, and noted."""
WRONG = """const wrong = sessionStorage.wrong || "";
sessionStorage.clear();
localStorage.clear();
return wrong"""
LED_ASTRAY = 0.5
"""Seconds in which a page would have led elsewhere."""
ARRIVED = """return document.readyState === "complete" && location.protocol === "http:" && !!document.body
  && Promise.resolve(window.kbScripts).then(() => true)"""
"""Between two pages Firefox may have an empty one."""
CARD = "const card = document.getElementById('kb-card'); return card && !card.hidden ? card.innerText : ''"
NO_CARD = "const card = document.getElementById('kb-card'); return !card || card.hidden"
LINE = """const style = getComputedStyle(document.querySelector(arguments[0]));
return [style.textDecorationLine, style.textDecorationStyle]"""
ROWS = """const rows = [...document.querySelectorAll(".row.substantive")];
return rows.filter(each => each.getClientRects().length).length"""
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
return page.readyState === "complete" && page.location.href === arguments[0] && !!page.querySelector("article")
  && window.framed.kbScripts.then(() => true)"""
LIST = """const list = window.framed.document.getElementById("kb-contents");
return list.matches(":popover-open") ? "open" : "shut" """
WIDTH = """const page = window.framed.document;
page.querySelectorAll("details").forEach(each => each.open = true);
delete page.documentElement.dataset.later;
return page.documentElement.scrollWidth"""


@pytest.fixture(scope="module")
def watched(lantern: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site of the embedded corpus, on whose pages somebody watches."""
    folder = tmp_path_factory.mktemp("watched")
    shutil.copytree(lantern.folder, folder, dirs_exist_ok=True)
    for page in folder.rglob("*.html"):
        page.write_text(page.read_text(encoding="utf-8").replace("<head>", f"<head>{WATCH}", 1), encoding="utf-8")
    with running(PreviewServer((ADDRESS, 0), partial(Plain, directory=str(folder)))) as found:
        yield found


@pytest.fixture(scope="module", params=ENGINES)
def opened(request: pytest.FixtureRequest) -> Iterator[Window]:
    """A window of each engine; where that is not installed the test is skipped, in CI it fails."""
    engine = ENGINES[request.param]
    if engine.LACKING:
        message = f"no {request.param}: {', '.join(engine.LACKING)} not installed"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    with engine.opened() as found:
        yield found


@pytest.fixture
def window(opened: Window) -> Iterator[Window]:
    """A window in which nothing may go wrong, and nothing is left of what was chosen."""
    yield opened
    opened.until(ARRIVED)
    assert opened.run(WRONG) == ""


def test_what_goes_wrong_is_noted(opened: Window, watched: str) -> None:
    opened.open(watched)
    opened.run("""const script = document.createElement("script");
    script.textContent = "console.warn('odd'); Promise.reject('unkept'); unknown();";
    const image = new Image();
    image.src = "https://elsewhere.example/";
    document.body.append(script, image);""")
    for each in ("/: odd", "/: unkept", "unknown", "/: asked: https://elsewhere.example"):
        opened.until("return sessionStorage.wrong.includes(arguments[0])", each)
    opened.open(watched + "rules/")
    assert "elsewhere" in opened.run(WRONG)
    assert opened.run(WRONG) == ""


def test_a_changed_word_is_marked_and_tells_why(window: Window, watched: str) -> None:
    window.open(watched + BOOK)
    assert window.run(LINE, "ins.change") == ["underline", "dotted"]
    assert window.run(CHOOSE, "redline") == "redline"
    assert window.run(LINE, "ins.change") == ["underline", "solid"]
    assert window.run(LINE, "del.was")[0] == "line-through"
    assert window.run(CHOOSE, "clean") == "clean"
    assert window.run(LINE, "ins.change")[0] == "none"
    assert window.run(CHOOSE, "marked") == "marked"
    window.click("ins.change")
    window.until(CARD)
    window.press("Escape")
    window.until(NO_CARD)


def test_the_pointer_on_a_changed_word_shows_why_and_away_from_it_hides_that(window: Window, watched: str) -> None:
    window.open(watched + BOOK)
    window.hover("ins.change")
    window.until(CARD)
    window.hover("h1")
    window.until(NO_CARD)


def test_keys_step_through_the_changes_also_after_a_click(window: Window, watched: str) -> None:
    window.open(watched + BOOK)
    window.click("ins.change")
    first = window.until(CARD)
    window.press("n")
    window.press("n")
    window.until(f"const told = (() => {{ {CARD} }})(); return told && told !== arguments[0]", first)
    assert window.run("return document.activeElement.dataset.change")


def test_the_page_of_changes_is_stepped_through_and_sifted(window: Window, watched: str) -> None:
    window.open(watched + CHANGES)
    for number in ("1", "2"):
        window.press("n")
        window.until(
            "return document.querySelector('.tools [role=status]').textContent.includes(` ${arguments[0]} `)", number
        )
        window.until("return document.activeElement.matches('.row.current')")
    before = window.run(ROWS)
    window.run("document.querySelector('#kb-sift select').focus()")
    window.press("ArrowDown")
    window.until("return location.search")
    assert 0 < window.run(ROWS) < before
    window.run("window.old = true; location.reload()")
    window.until(f"if (!window.old) {ARRIVED}")
    assert 0 < window.run(ROWS) < before
    window.click("#kb-sift [type=reset]")
    assert window.run(ROWS) == before


def test_a_day_leads_to_the_text_that_held(window: Window, watched: str) -> None:
    window.open(watched + "rules/bells-below/states/")
    window.run("document.querySelector('#kb-day [name=on]').value = '2006-01-15'")
    window.click("#kb-day button")
    window.until("return location.pathname.endsWith('/@2005-11-28/') && document.querySelector('article .clause')")


def test_a_site_on_a_disk_searches_and_draws(window: Window, watched: str, lantern: Site) -> None:
    window.open((lantern.folder / "search" / "index.html").as_uri() + "?find=wrecker")
    window.until("return document.querySelectorAll('#seek-hits > li').length > 5")
    window.open((lantern.folder / "graph" / "index.html").as_uri() + "?node=term:fog")
    window.until("return document.getElementById('kb-graph').dataset.shown === 'term:fog'")
    assert window.run("return document.querySelectorAll('#kb-picture canvas').length")
    window.open(watched)


def test_a_node_of_the_graph_is_chosen_by_name(window: Window, watched: str) -> None:
    window.open(watched + "graph/")
    window.click("#kb-graph-ask input")
    window.press(*"lamp")
    window.click("#kb-graph-ask button")
    window.until("return (document.getElementById('kb-graph').dataset.shown || '').startsWith('term:')")
    assert window.run("return document.querySelectorAll('#kb-picture canvas').length")
    assert window.run("return document.querySelectorAll('#kb-ties tbody td').length")


def test_an_answer_comes_as_one_types(window: Window, watched: str) -> None:
    window.open(watched)
    window.press("/")
    window.until("return document.activeElement.matches('dialog input')")
    window.press(*"keeper")
    window.until("return document.querySelectorAll('.seek-option').length > 1")
    before = window.run("return location.pathname")
    window.press("Enter")
    window.until("return document.querySelector('article') && location.pathname !== arguments[0]", before)


def test_who_closes_the_search_before_it_is_loaded_and_goes_elsewhere_gets_there(window: Window, watched: str) -> None:
    window.open(watched + BOOK)
    window.run("""const script = document.createElement("script");
    script.textContent = `
      const cut = new Promise((_, fail) => addEventListener("beforeunload", () => fail(Error("cut"))));
      window.fetch = () => { window.begun = true; return cut };`;
    document.body.append(script);""")
    window.press("/", "Escape")
    window.until("return window.begun")
    window.run("const [there] = arguments; setTimeout(() => { location.href = there })", watched + "rules/")
    window.until(f"if (!window.begun) {ARRIVED}")
    assert window.run("return location.pathname") == "/rules/"


@pytest.mark.parametrize("held", ["search-panel.js", "search/data/table"])
def test_who_goes_back_while_the_search_is_loading_gets_there(
    window: Window, watched: str, held: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.open(watched + "rules/")
    window.run("addEventListener('unload', () => {})")  # so that Firefox does not keep the page but waits for it
    window.open(watched + BOOK)
    Plain.begun.clear()
    monkeypatch.setattr(Plain, "held", f"{held}|/rules/$")
    window.press("/", "l")
    assert Plain.begun.wait(PATIENCE)
    window.run("history.back()")
    time.sleep(LED_ASTRAY)
    monkeypatch.undo()
    window.until(f"if (location.pathname !== arguments[0]) {ARRIVED}", f"/{BOOK}")
    assert window.run("return location.pathname") == "/rules/"


def test_who_leaves_the_page_of_the_search_before_it_answers_finds_it_alive(
    window: Window, watched: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.open(watched + "rules/")
    window.open(watched + "search/?find=lamp")
    window.until("return document.querySelector('#seek-hits a')")
    Plain.begun.clear()
    monkeypatch.setattr(Plain, "held", "search/data/table")
    window.run("location.reload()")
    assert Plain.begun.wait(PATIENCE)
    window.run("history.back()")
    window.until(f"if (location.pathname === '/rules/') {ARRIVED}")
    monkeypatch.undo()
    window.run("history.forward()")
    window.until("return document.querySelector('#seek-hits a')")


def test_who_comes_back_finds_what_was_chosen_since(window: Window, watched: str) -> None:
    window.open(watched + BOOK)
    window.run("window.kept = true")
    window.open(watched + "rules/bells-below/")
    assert window.run(CHOOSE, "redline") == "redline"
    window.run("for (const each of document.querySelectorAll('[value=example], .kb-scheme')) each.click()")
    chosen = window.run(CHOSEN)
    window.back()
    window.until("return window.kept && document.documentElement.dataset.reading === 'redline'")
    assert window.run(CHOSEN) == chosen


@pytest.mark.parametrize("page", ["search/", "rulings/find/"])
def test_who_comes_back_to_a_search_finds_the_words_it_was_for(window: Window, watched: str, page: str) -> None:
    found = "return document.querySelector('#seek-hits a, #kb-found a')"
    window.open(watched + page + "?find=lamp")
    window.until(found)
    window.run("document.querySelector('#seek-hits a, #kb-found a').click()")
    window.until("return document.querySelector('article') && !document.querySelector('#seek, #kb-find')")
    window.back()
    window.until(found)
    window.until("return document.querySelector('article [name=find]').value === 'lamp'")


def test_a_small_screen_shows_every_kind_of_page_without_sideways_scrolling(
    window: Window, watched: str, lantern: Site
) -> None:
    window.open(watched)
    window.run(FRAMED)
    for pages in pages_by_kind(lantern).values():
        where = watched + pages[0]
        window.run(TURN, where)
        window.until(THERE, where)
        assert window.run(WIDTH) <= 360, where


def test_the_contents_of_a_small_screen_open_and_lead(window: Window, watched: str) -> None:
    window.open(watched)
    window.run(FRAMED)
    window.run(TURN, watched + BOOK)
    window.until(THERE, watched + BOOK)
    assert window.run(LIST) == "shut"
    window.run("window.framed.document.querySelector('.kb-where > button').click()")
    assert window.run(LIST) == "open"
    window.run("window.framed.document.querySelectorAll('#kb-contents a')[3].click()")
    assert window.run(LIST) == "shut"
    window.until("""const place = window.framed.document.querySelector(":target")?.getBoundingClientRect();
    return place && place.top > 0 && place.bottom < window.framed.innerHeight""")


def test_using_every_tool_of_every_kind_of_page_makes_no_error(window: Window, watched: str, lantern: Site) -> None:
    used = 0
    for path in longest_of_each(lantern):
        used += use_all(window, watched + path)
        window.press("n", "p", "/", "Escape")
    assert used > 50


def use_all(window: Window, address: str) -> int:
    """How many tools of a page were used. WebKit has said of a page that it was left when nothing on it leads away,
    and so seldom that the cause is not known: it is asked once more; a tool that leaves its page does so again."""
    for _ in range(2):
        window.open(address)
        used = window.run(f"return ({USE})()")
        if used is not None:
            return int(used)
    raise AssertionError(f"left while its tools were used, for {window.run('return location.href')}: {address}")
