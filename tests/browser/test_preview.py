"""The preview in a browser: `kb serve` beside an editor who saves, a page that follows without being touched."""

import json
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from kb.tools._live import LARGE
from kb.tools.preview import open_server
from tests.browser.conftest import DESKTOP
from tests.built import LANTERN

SECONDS = 120.0
READING = "rules/the-drowned-coast/"


class Preview:
    """`kb serve` over a copy of the embedded corpus, in a folder of its own; `told` are the lines on its terminal."""

    def __init__(self, folder: Path) -> None:
        self.corpus = folder / "corpus"
        shutil.copytree(LANTERN, self.corpus)
        self.text = next(self.corpus.rglob("emended/the-drowned-coast.md"))
        program = Path(sys.executable).with_name("kb")
        command = [str(program), "serve", "--corpus", str(self.corpus), "--port", "0"]
        self.process = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True, encoding="utf-8")
        self.told: list[str] = []
        self._more = threading.Condition()
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()
        self.address = re.sub(r" .*", "", self.wait_for("http://"))

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            with self._more:
                self.told.append(line.rstrip("\n"))
                self._more.notify_all()

    def wait_for(self, words: str, times: int = 1) -> str:
        """The line that tells some words for the so-manieth time; fails when it does not come."""

        def found() -> list[str]:
            return [line for line in self.told if words in line]

        with self._more:
            assert self._more.wait_for(lambda: len(found()) >= times, SECONDS), "\n".join(self.told)
            return found()[times - 1]

    def edit(self, change: Callable[[bytes], bytes]) -> None:
        self.text.write_bytes(change(self.text.read_bytes()))

    def end(self) -> None:
        """As Ctrl-C does; its makers end with it."""
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(SECONDS) == 0
        self._reading.join(SECONDS)
        assert self.process.stderr is not None
        self.process.stderr.close()
        assert self.told[-1] == "ended"


@pytest.fixture(scope="module")
def preview(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Preview]:
    started = Preview(tmp_path_factory.mktemp("preview"))
    yield started
    started.end()


@pytest.fixture
def page(browser: Browser, preview: Preview) -> Iterator[Page]:
    """A tab on the preview; any error on it fails the test, and any request to elsewhere."""
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda asked: None if asked.url.startswith(preview.address) else wrong.append(asked.url))
    yield page
    context.close()
    assert wrong == []


def test_an_edited_paragraph_shows_itself_where_it_is_read(preview: Preview, page: Page) -> None:
    """And again while the whole site is being built: who edits waits for nothing."""
    page.goto(preview.address + READING)
    page.evaluate("document.querySelector('#landing-phase').scrollIntoView()")
    page.wait_for_timeout(500)
    scrolled = page.evaluate("scrollY")
    assert scrolled > 300
    kept = preview.text.read_bytes()
    preview.edit(lambda text: said(text, b"A tin whistle hangs by the door."))
    page.get_by_text("A tin whistle hangs").first.wait_for()
    page.wait_for_timeout(500)
    assert abs(page.evaluate("scrollY") - scrolled) < 60, "the page stays where it was read"
    preview.wait_for("is being built")
    preview.edit(lambda text: text.replace(b"A tin whistle", b"A copper kettle"))
    page.get_by_text("A copper kettle hangs").first.wait_for()
    assert not [line for line in preview.told if "the whole site is built" in line], "it was overtaken"
    preview.wait_for("the whole site is built")
    page.goto(preview.address + READING + "changes/")
    assert page.get_by_text("A copper kettle hangs").count()
    preview.text.write_bytes(kept)
    page.get_by_text("A copper kettle hangs").first.wait_for(state="detached")
    preview.wait_for("the whole site is built", 2)


def said(text: bytes, words: bytes) -> bytes:
    """A text with a sentence more in a paragraph of its second half."""
    lines = text.split(b"\n")
    at = next(n for n in range(len(lines) // 2, len(lines)) if lines[n][:1].isalpha() and lines[n].endswith(b"."))
    lines[at] += b" " + words
    return b"\n".join(lines)


def test_a_broken_text_leaves_its_page_and_is_told(preview: Preview, page: Page) -> None:
    page.goto(preview.address + READING)
    before = page.request.get(preview.address + READING).text()
    kept = preview.text.read_bytes()
    with preview.text.open("wb") as file:  # emptied before it is written, as programs save
        page.wait_for_timeout(200)
        file.write(kept[:300] + b"\xff\x00\xfe" + kept[300:])
    line = preview.wait_for("is not UTF-8")
    assert "the-drowned-coast.md" in line
    page.wait_for_timeout(2500)  # longer than the preview waits before it builds the whole site
    assert page.request.get(preview.address + READING).text() == before
    assert page.get_by_role("heading", name="Landing Phase").count() == 1
    preview.text.write_bytes(said(kept, b"Mended, it goes on."))
    page.get_by_text("Mended, it goes on.").first.wait_for()
    assert "Traceback" not in "\n".join(preview.told)


def test_words_that_would_run_are_words(preview: Preview, page: Page) -> None:
    page.goto(preview.address + READING)
    hostile = (
        b"<script>document.title = 'taken'</script> <img src=x onerror=\"document.title='taken'\"> {{ base }} {% raw %}"
    )
    preview.edit(lambda text: said(text, b"Hostile words. " + hostile))
    page.get_by_text("Hostile words.").first.wait_for()
    assert page.title() != "taken"
    assert page.locator("article img[src=x]").count() == 0


def test_another_name_of_this_machine_is_refused(preview: Preview, browser: Browser) -> None:
    """As when a page elsewhere lets a name of its own point here."""
    context = browser.new_context(extra_http_headers={})
    answer = context.request.get(preview.address, headers={"Host": "rules.example"})
    assert answer.status == 421
    assert "Drowned" not in answer.text()
    context.close()


def test_a_long_page_shows_an_edited_clause_before_it_is_loaded_anew(browser: Browser, tmp_path: Path) -> None:
    """Notes under the clauses too. What is neither, or holds clauses, comes with the page itself; so do new clauses."""
    clauses = long_clauses()
    nested = '<ul><li id="outer" class="clause">Outer words <ul><li id="inner" class="clause">Inner</li></ul></li></ul>'
    notes = '<ol><li id="fn:one" value="1"><p>A note.</p> As it was.</li> <li id="fn:two" value="2">Another.</li></ol>'
    sought = ("A copper kettle", "A new clause", "Other words", "As it is.")
    with long_page(browser, tmp_path, "".join(clauses) + nested + notes, sought) as page:
        page.evaluate("document.querySelector('#c2000').scrollIntoView()")
        scrolled = page.evaluate("scrollY")
        clauses[2001] = clauses[2001].replace("The keeper", "A copper kettle", 1)
        clauses.insert(10, '<p id="new" class="clause">A new clause</p>')
        notes = notes.replace("As it was.", "As it is.")
        write_long(tmp_path, "".join(clauses) + nested.replace("Outer", "Other") + notes)
        page.get_by_text("Other words").wait_for()  # of the page that is loaded anew
        assert page.get_by_text("A new clause").count() == page.get_by_text("A copper kettle").count() == 1
        assert page.locator("#inner").count() == 1
        left = json.loads(page.evaluate("sessionStorage.getItem('left')"))
        assert left == [True, False, False, True, 3002, 1], "what the page was when it was loaded anew"
        page.wait_for_timeout(300)
        assert abs(page.evaluate("scrollY") - scrolled) < 200, "the page stays where it was read"


def test_a_clause_whose_id_changes_with_its_words_shows_too(browser: Browser, tmp_path: Path) -> None:
    """As of what an edition adds. It is what stands in its place, also beside one that takes the id it had."""
    clauses = long_clauses()
    with long_page(browser, tmp_path, "".join(clauses), ("A copper kettle", "A brass bell", "The end.")) as page:
        clauses[2001] = clauses[2001].replace("The keeper", "A copper kettle", 1).replace("c2001", "c2002")
        clauses[2002] = clauses[2002].replace("The keeper", "A brass bell", 1).replace("c2002", "other")
        write_long(tmp_path, "".join(clauses).replace("clause", "clause k-note", 1))
        page.locator("#c0.k-note").wait_for()
        page.wait_for_function("sessionStorage.getItem('left')")
        left = json.loads(page.evaluate("sessionStorage.getItem('left')"))
        assert left == [True, True, True, 3000, 0], "what the page was when it was loaded anew"


def long_clauses() -> list[str]:
    """Three thousand of them, more than one page may be read again for."""
    words = "The keeper of the lamp says who may land. " * 3
    return [f'<p id="c{n}" class="clause"><a class="pin" href="#c{n}"></a>{words}</p>' for n in range(3000)]


def write_long(folder: Path, html: str) -> None:
    assert len(html) > LARGE
    (folder / "draft").write_text(f"<!doctype html><title>A book</title>{html}<p>The end.</p></body>", "utf-8")
    (folder / "draft").replace(folder / "index.html")


@contextmanager
def long_page(browser: Browser, folder: Path, html: str, sought: tuple[str, ...]) -> Iterator[Page]:
    """A long page in the preview; when it is left it stores `left`: which words were there, and how many clauses."""
    write_long(folder, html)
    server = open_server(folder, 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    words = f"const sought = {json.dumps(sought)};"
    page.add_init_script(
        words
        + """addEventListener("pagehide", () => sessionStorage.setItem("left", JSON.stringify([
        ...sought.map((words) => document.body.textContent.includes(words)),
        document.querySelectorAll(".clause").length, document.querySelectorAll("#c2001 > a.pin").length])))"""
    )
    try:
        with page.expect_response(lambda answer: answer.request.resource_type == "fetch" and ".live" not in answer.url):
            page.goto(f"http://127.0.0.1:{server.server_port}/")
        page.wait_for_timeout(300)
        yield page
    finally:
        page.close()
        server.shutdown()
        server.server_close()
