"""What is edited shows at once, as the whole site shows it a little later; a build that is overtaken ends."""

import errno
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from multiprocessing import Pipe
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from kb.cli import _edits, _following, _maker, _showing, _theme, main, serve
from kb.cli._console import EXIT_ENVIRONMENT
from kb.cli._maker import Maker
from kb.cli._progress import Progress
from kb.cli._showing import Look, Showing
from kb.cli._theme import read_theme
from kb.cli.build import PROJECT
from kb.tools.builders import THEME, Builder, read_templates
from tests.built import LANTERN
from tests.test_build_command import kb_build

WORDS = "A tin whistle"
SENTENCE = f"{WORDS} hangs by the door."
BOOK = "rules/the-drowned-coast"
EDITED = {
    "original/rulings/harbour-ledger-4.md": {"rulings/versions/harbour-ledger-4", BOOK},
    "original/rulebooks/the-drowned-coast.md": {f"{BOOK}/published"},
    "emended/the-drowned-coast.md": {BOOK, f"{BOOK}/changes"},
    "cards/G/gannet.md": {"cards/g/gannet"},
}
"""Texts, and pages that show at once what is edited there; what pages tell of other texts in passing follows later."""


def lay_corpus(folder: Path) -> Path:
    """The embedded corpus, for a test to edit. Records alone make a book of it."""
    corpus = folder / "corpus"
    shutil.copytree(LANTERN, corpus)
    next(corpus.rglob("emended/bells-below.md")).unlink()
    return corpus


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Path, Showing]]:
    """A corpus, its site, and what shows it; each test leaves the corpus as it was."""
    folder = tmp_path_factory.mktemp("shown")
    corpus, site, empty = lay_corpus(folder), folder / "site", folder / "empty"
    empty.mkdir()
    yield corpus, site, Showing(corpus, site, Builder.MKDOCS, empty, Progress())


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `kb build` makes of the corpus when all of `EDITED` are."""
    folder = tmp_path_factory.mktemp("whole")
    corpus = lay_corpus(folder)
    for path in EDITED:
        file = next(corpus.rglob(path))
        file.write_bytes(edited(file.read_bytes()))
    done = kb_build(folder, "--corpus", str(corpus), "--site", "site", "--quiet")
    assert done.returncode == 0, done.stderr
    return folder / "site"


@contextmanager
def changed(showing: Showing, file: Path, change: Callable[[bytes], bytes]) -> Iterator[Look]:
    """A file changed for a while, and what came of looking at it."""
    kept = file.read_bytes()
    try:
        file.write_bytes(change(kept))
        yield showing.look_again([file])
    finally:
        file.write_bytes(kept)
        showing.look_again([file])


def edited(text: bytes) -> bytes:
    """A text with a sentence more in its second half."""
    lines = text.split(b"\n")
    middle = len(lines) // 2
    at = next(n for n in range(middle, len(lines)) if lines[n].rstrip().endswith(b".") and b"<" not in lines[n])
    lines[at] = lines[at].rstrip() + f" {SENTENCE}".encode()
    return b"\n".join(lines)


def answered(maker: Maker, edited: Collection[Path], watched: Collection[str]) -> Look:
    """What a maker answers in the end."""
    maker.ask(edited, watched)
    while (found := maker.answer()) is None:
        time.sleep(0.02)
    return found


def pages_of(site: Path) -> dict[str, bytes]:
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*.html")}


def test_a_page_made_alone_is_that_of_the_whole_site(shown: tuple[Path, Path, Showing]) -> None:
    _, site, showing = shown
    assert showing.renderer is not None
    made = showing.renderer.render(showing.pages)
    assert len(made) == len(showing.pages) > 100
    differing = [path for path, html in made.items() if html != (site / path).read_bytes()]
    assert not differing


def test_edited_texts_show_as_in_a_whole_build(shown: tuple[Path, Path, Showing], whole: Path) -> None:
    """One after the other, each at once on the pages where it is read; a ruling also where it is told."""
    corpus, site, showing = shown
    before = now = pages_of(site)
    kept = {file: file.read_bytes() for file in (next(corpus.rglob(path)) for path in EDITED)}
    try:
        for (file, text), pages in zip(kept.items(), EDITED.values(), strict=True):
            last = now
            file.write_bytes(edited(text))
            assert showing.look_again([file]) is Look.FOLLOWS
            now = pages_of(site)
            told = {page for page, html in now.items() if html != last[page] and WORDS.encode() in html}
            assert {f"{page}/index.html" for page in pages} <= told, file
            assert now["index.html"] == before["index.html"]
    finally:
        for file, text in kept.items():
            file.write_bytes(text)
        showing.look_again(list(kept))
    assert pages_of(site) == before
    expected = pages_of(whole)
    later = {page for page, html in now.items() if html != before[page] and html != expected[page]}
    assert later <= {f"{BOOK}/published/index.html"}, "it tells of the text that was edited after it"
    lines = (zip(now[page].splitlines(), expected[page].splitlines(), strict=True) for page in later)
    assert all(b'<div class="status">' in one for pairs in lines for one, other in pairs if one != other)
    everywhere = {page for page, html in expected.items() if WORDS.encode() in html}
    topics = {page for page in everywhere if page.startswith(("rulings/term/", "rulings/card/", "cards/"))}
    assert topics and {page for page in topics if now[page] != expected[page]} == set()


def test_an_open_page_is_among_the_first(shown: tuple[Path, Path, Showing], monkeypatch: pytest.MonkeyPatch) -> None:
    """So a template shows on the pages of its kind that somebody looks at; one at fault leaves them."""
    _, site, showing = shown
    before = pages_of(site)
    name = next(name for name in read_templates(PROJECT) if name.endswith("pages/downloads.md.j2"))

    def with_end(words: str) -> None:
        def read(project: Path) -> dict[str, str]:
            templates = read_templates(project)
            return {**templates, name: templates[name] + words}

        monkeypatch.setattr(_showing, "read_templates", read)

    touched = [PROJECT / "site_templates" / name]
    with_end("<p>{{ nowhere }}</p>")
    assert showing.look_again(touched, {"downloads/"}) is Look.BROKEN
    assert pages_of(site) == before
    with_end(f"<p>{SENTENCE}</p>")
    assert showing.look_again(touched, {"downloads/"}) is Look.FOLLOWS
    now = pages_of(site)
    assert [page for page, html in now.items() if html != before[page]] == ["downloads/index.html"]
    assert WORDS.encode() in now["downloads/index.html"]
    monkeypatch.setattr(_showing, "read_templates", read_templates)
    assert showing.look_again(touched, {"downloads/"}) is Look.FOLLOWS
    assert pages_of(site) == before


def test_a_style_sheet_shows_at_once(shown: tuple[Path, Path, Showing], monkeypatch: pytest.MonkeyPatch) -> None:
    _, site, showing = shown
    path = "assets/reading.css"
    before = (site / path).read_bytes()
    monkeypatch.setattr(
        _showing, "read_theme", lambda: {**read_theme(), path: read_theme()[path] + b"p { color: teal }"}
    )
    assert showing.look_again([PROJECT / THEME / path]) is Look.FOLLOWS
    assert (site / path).read_bytes() == before + b"p { color: teal }"
    monkeypatch.setattr(_showing, "read_theme", read_theme)
    assert showing.look_again([PROJECT / THEME / path]) is Look.FOLLOWS
    assert (site / path).read_bytes() == before


def test_another_theme_is_on_pages_that_a_look_did_not_come_to(
    shown: tuple[Path, Path, Showing], monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus, _, showing = shown
    assert showing.renderer is not None
    put = set[str]()
    path = "assets/reading.css"
    file = next(corpus.rglob("emended/the-drowned-coast.md"))
    kept = file.read_bytes()

    def render(pages: Mapping[str, str]) -> dict[str, bytes]:
        put.update(pages)
        return {}

    def open_renderer() -> MagicMock:
        return MagicMock(render=render)

    monkeypatch.setattr(showing, "_open_renderer", open_renderer)
    monkeypatch.setattr(
        _showing, "read_theme", lambda: {**read_theme(), path: read_theme()[path] + b"p { color: teal }"}
    )
    try:
        file.write_bytes(edited(kept))
        touched = [file, PROJECT / THEME / path]
        assert showing.look_again(touched, {f"{BOOK}/", "downloads/"}, lambda: True) is Look.FOLLOWS
        assert put == {f"{BOOK}/index.md"}
        assert showing.look_again([], {"downloads/"}) is Look.FOLLOWS
        assert "downloads/index.md" in put, "it reads as before, in another frame"
    finally:
        monkeypatch.undo()
        file.write_bytes(kept)
        showing.look_again([*touched])


def test_records_show_in_the_book_they_make(shown: tuple[Path, Path, Showing]) -> None:
    corpus, site, showing = shown
    before = pages_of(site)
    records, was = corpus / "records" / "bells-below.yml", b"They are counted once it has fallen."
    with changed(showing, records, lambda data: data.replace(was, SENTENCE.encode())) as look:
        assert look is Look.FOLLOWS
        now = pages_of(site)
        differing = {page for page, html in now.items() if html != before[page]}
        assert differing == {"rules/bells-below/index.html", "rules/bells-below/changes/index.html"}
        assert all(WORDS.encode() in now[page] for page in differing)
    assert pages_of(site) == before


def test_a_text_that_cannot_be_read_leaves_its_page(
    shown: tuple[Path, Path, Showing], capsys: pytest.CaptureFixture[str]
) -> None:
    corpus, site, showing = shown
    before = pages_of(site)
    text = next(corpus.rglob("emended/the-drowned-coast.md"))
    kept = text.read_bytes()
    with changed(showing, text, lambda data: data[:200] + b"\xff\xfe" + data[200:]) as look:
        assert look is Look.BROKEN
        told = capsys.readouterr().err
        assert "the-drowned-coast.md" in told and "error[" in told and "Traceback" not in told
        assert pages_of(site) == before
        (corpus / "notes.txt").write_text("no text of the corpus", encoding="utf-8")
        assert showing.look_again([corpus / "notes.txt"]) is Look.BROKEN, "it is broken still"
        text.write_bytes(edited(kept))
        assert showing.look_again([text]) is Look.FOLLOWS
        assert WORDS.encode() in (site / "rules/the-drowned-coast/index.html").read_bytes()
    assert pages_of(site) == before


def test_hostile_words_are_words(shown: tuple[Path, Path, Showing]) -> None:
    corpus, site, showing = shown
    hostile = f"\n\n{SENTENCE} <script>alert(1)</script> {{{{ base }}}} {{% raw %}} <img src=x onerror=alert(1)>\n"
    with changed(
        showing, next(corpus.rglob("emended/the-drowned-coast.md")), lambda data: data + hostile.encode()
    ) as look:
        assert look is Look.FOLLOWS
        page = (site / "rules/the-drowned-coast/index.html").read_text(encoding="utf-8")
        assert WORDS in page and "<script>alert" not in page and "<img src=x" not in page


def test_nothing_edited_is_nothing_to_do(shown: tuple[Path, Path, Showing]) -> None:
    corpus, _, showing = shown
    (corpus / "notes.txt").write_text("no text of the corpus", encoding="utf-8")
    text = next(corpus.rglob("emended/the-drowned-coast.md"))
    assert showing.look_again([corpus / "notes.txt", text]) is Look.NOTHING


def test_another_manifest_waits_for_the_whole_site_and_a_broken_one_is_told(
    shown: tuple[Path, Path, Showing], capsys: pytest.CaptureFixture[str]
) -> None:
    corpus, site, showing = shown
    before = pages_of(site)
    manifest = corpus / "corpus.yml"
    with changed(showing, manifest, lambda _: b"title: [") as look:
        assert look is Look.BROKEN
        assert "corpus.yml" in capsys.readouterr().err
    with changed(showing, manifest, lambda data: data.replace(b"title:", b"title: A game of", 1)) as look:
        assert look is Look.FOLLOWS
        assert "corpus.yml: shows with the whole site" in capsys.readouterr().err
    assert pages_of(site) == before


# What `kb serve` does around it


class EndedError(Exception):
    """Ends what would go on for ever."""


class Pretending:
    """A maker that only notes what it is asked; `built` is what comes of its build, None for a long one."""

    def __init__(self, told: list[str], name: str, built: bool | None, look: Callable[[], Look | None]) -> None:
        self.told, self.name, self.built, self.seen = told, name, built, look
        self.seconds = 1.0
        told.append(f"{name} begins")

    def is_building(self) -> bool:
        return self.built is None

    def has_built(self) -> bool:
        return bool(self.built)

    def ask(self, edited: Collection[Path], watched: Collection[str]) -> None:
        self.told.append(f"{self.name} looks at {', '.join(path.name for path in edited)} with {', '.join(watched)}")

    def answer(self) -> Look | None:
        return self.seen()

    def end(self) -> None:
        self.told.append(f"{self.name} ends")

    def wait(self) -> None:
        pass


def pass_turns(
    monkeypatch: pytest.MonkeyPatch, turns: int, events: Mapping[int, Callable[[], object]]
) -> Callable[[float], object]:
    """Have what follows edits take no time: so many turns, something happening at some, and then it is ended. How it
    sleeps then."""
    passing = iter(range(turns))

    def tick(_seconds: float) -> None:
        turn = next(passing, None)
        if turn is None:
            raise EndedError
        events.get(turn, lambda: None)()

    monkeypatch.setattr("kb.cli._following.time.sleep", tick)
    monkeypatch.setattr(_following, "QUIET_SECONDS", 0.0)
    return tick


@pytest.mark.parametrize(
    ("second", "look", "expected"),
    [
        (None, Look.FOLLOWS, ["2 begins", "2 ends", "1 looks at text.md with rules/", "3 begins"]),
        (True, Look.FOLLOWS, ["2 begins", "1 ends", "2 looks at text.md with rules/", "3 begins"]),
        (False, Look.FOLLOWS, ["2 begins", "2 ends", "1 looks at text.md with rules/", "3 begins"]),
        (True, Look.NOTHING, ["2 begins", "1 ends", "2 looks at text.md with rules/"]),
        (False, Look.NOTHING, ["2 begins", "2 ends", "1 looks at text.md with rules/", "3 begins"]),
        (None, Look.BROKEN, ["2 begins", "2 ends", "1 looks at text.md with rules/"]),
    ],
)
def test_makers_take_over_from_one_another(
    second: bool | None, look: Look, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an edit the second maker builds the whole site (for long, well, in vain) while another edit comes."""
    text = tmp_path / "text.md"
    text.write_text("one", encoding="utf-8")
    told: list[str] = []
    answers = iter([Look.FOLLOWS, look])
    outcomes = iter([second, None])
    names = iter("23")

    def begin() -> Pretending:
        return Pretending(told, next(names), next(outcomes), lambda: next(answers))

    sleep = pass_turns(monkeypatch, 100, {20: lambda: text.write_text("three", encoding="utf-8")})
    find = partial(_edits.find_state, (tmp_path,), tmp_path / "build")
    seen = find()
    text.write_text("two and more", encoding="utf-8")
    first = Pretending(told, "1", True, lambda: next(answers))
    following = _following.Following(find, first, begin, lambda: ["rules/"], sleep)
    with pytest.raises(EndedError):
        following.follow(seen, Progress(quiet=True))
    assert told[:2] == ["1 begins", "1 looks at text.md with rules/"]
    assert told[2 : 2 + len(expected)] == expected
    assert told[2 + len(expected) :] == [f"{each} ends" for each in _alive(told)], "none is left behind"


def test_an_edit_is_looked_at_while_another_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The maker is asked at once, for it ends the look that is on; the whole site waits for both answers."""
    one, other = tmp_path / "one.md", tmp_path / "other.md"
    for each in (one, other):
        each.write_text("one", encoding="utf-8")
    told: list[str] = []

    def answer() -> Look:
        told.append("1 answers")
        return Look.FOLLOWS

    def edit() -> None:
        other.write_text("two and more", encoding="utf-8")

    sleep = pass_turns(monkeypatch, 60, {5: edit, 20: lambda: setattr(first, "seen", answer)})
    find = partial(_edits.find_state, (tmp_path,), tmp_path / "build")
    seen = find()
    one.write_text("two and more", encoding="utf-8")
    first = Pretending(told, "1", True, lambda: None)
    following = _following.Following(find, first, lambda: Pretending(told, "2", None, answer), tuple, sleep)
    with pytest.raises(EndedError):
        following.follow(seen, Progress(quiet=True))
    looks = [f"1 looks at {name} with " for name in ("one.md", "other.md")]
    assert told == ["1 begins", *looks, "1 answers", "1 answers", "2 begins", "1 ends", "2 ends"]


def _alive(told: list[str]) -> list[str]:
    begun = [each.split()[0] for each in told if each.endswith("begins")]
    ended = told.index(next(each for each in told if each.endswith("ends")))
    gone = told[ended].split()[0]
    return [each for each in begun if each != gone]


def test_a_maker_whose_preview_has_gone_ends_without_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("gc", "signal"):
        monkeypatch.setattr(_maker, name, MagicMock())
    monkeypatch.setattr(_maker, "Showing", MagicMock())
    ours, theirs = Pipe()
    ours.close()
    _maker._make(theirs, tmp_path, tmp_path, Builder.MKDOCS, quiet=True)
    theirs.close()


def test_a_maker_that_is_killed_is_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    maker = Maker(LANTERN, tmp_path / "site", Builder.MKDOCS, quiet=True)
    assert maker.is_building()
    os.kill(maker._process.pid, signal.SIGKILL)
    while maker.is_building():
        time.sleep(0.05)
    assert not maker.has_built()
    assert maker.exit_code() == EXIT_ENVIRONMENT
    assert "the build was ended from outside: Killed" in capsys.readouterr().err


def _runs(process: str) -> bool:
    """Whether a process is at work: one that ended may still be listed until somebody asks how."""
    try:
        return Path("/proc", process, "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGKILL])
def test_a_preview_that_is_ended_takes_its_maker_with_it(tmp_path: Path, by: signal.Signals) -> None:
    """Told by another program or a terminal that is shut, or killed; by Ctrl-C it ends in the browser tests."""
    program = Path(sys.executable).with_name("kb")
    command = [str(program), "serve", "--corpus", str(LANTERN), "--port", "0"]
    preview = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, encoding="utf-8")
    while not (tmp_path / "build" / ".preview.staged").exists():
        assert preview.poll() is None
        time.sleep(0.05)
    children = Path(f"/proc/{preview.pid}/task/{preview.pid}/children")
    makers = children.read_text(encoding="ascii").split() if children.exists() else []
    preview.send_signal(by)
    _, told = preview.communicate(timeout=60)  # until the maker, which tells its faults there too, has ended
    assert "Traceback" not in told
    assert (preview.returncode, told.endswith("ended\n")) == ((0, True) if by is signal.SIGTERM else (-by, False))
    limit = time.monotonic() + 10
    while running := [each for each in makers if _runs(each)]:
        assert time.monotonic() < limit, running
        time.sleep(0.05)
    assert list((tmp_path / "build").iterdir()) == []


def test_a_port_that_is_taken_is_told_before_anything_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def begin(*_told: object, **_how: object) -> None:
        raise AssertionError("a build began")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serve, "Maker", begin)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        monkeypatch.setattr(sys, "argv", ["kb", "serve", "--corpus", str(LANTERN), "--port", str(port)])
        with pytest.raises(SystemExit) as ended:
            main()
    assert ended.value.code == EXIT_ENVIRONMENT
    assert f"port {port} cannot be used" in capsys.readouterr().err


def test_a_corpus_is_previewed_from_its_own_folder(tmp_path: Path) -> None:
    """Its site is built there too, and that is no edit."""
    program = str(Path(sys.executable).with_name("kb"))
    subprocess.run([program, "init", "game"], cwd=tmp_path, check=True, capture_output=True)
    corpus = tmp_path / "game"
    command = [program, "serve", "--corpus", ".", "--port", "0"]
    preview = subprocess.Popen(command, cwd=corpus, stderr=subprocess.PIPE, text=True, encoding="utf-8")
    assert preview.stderr is not None
    told = []
    for line in preview.stderr:
        told.append(line)
        if "http://" in line:
            text = next(corpus.rglob("emended/*.md"))
            text.write_text(text.read_text(encoding="utf-8") + "\nNobody rows at night.\n", encoding="utf-8")
        if "the whole site is built" in line or len(told) > 60:
            break
    preview.send_signal(signal.SIGINT)
    preview.communicate(timeout=60)
    assert not [line for line in told if "Warning" in line]
    assert [line.partition(":")[0] for line in told if line.startswith("the whole site")] == [
        "the whole site is being built",
        "the whole site is built",
    ]


def test_a_file_that_is_gone_again_while_the_theme_is_read_is_none_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Editors put a file beside the one they save, and take it away."""
    read = Path.read_bytes
    passing = PROJECT / THEME / "assets" / "frame.css"

    def vanish(path: Path) -> bytes:
        if path == passing:
            raise FileNotFoundError(path)
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", vanish)
    found = _theme.read_theme()
    assert "main.html" in found and "assets/frame.css" not in found


def test_what_cannot_be_written_is_told_and_follows(
    shown: tuple[Path, Path, Showing], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_place: Path, _data: bytes) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    corpus, _, showing = shown
    text = next(corpus.rglob("emended/the-drowned-coast.md"))
    kept = text.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(_showing, "put_file", full)
        text.write_bytes(edited(kept))
        assert showing.look_again([text]) is Look.FOLLOWS
        assert "no space left" in capsys.readouterr().err
    text.write_bytes(kept)
    assert showing.look_again([text]) is Look.FOLLOWS


def test_the_site_of_a_preview_becomes_that_of_a_build(tmp_path: Path, whole: Path) -> None:
    """One maker publishes and looks at edits; the next brings the whole site, byte for byte what `kb build` makes."""
    corpus, site = lay_corpus(tmp_path), tmp_path / "site"
    files = [next(corpus.rglob(path)) for path in EDITED]
    first = Maker(corpus, site, Builder.MKDOCS, quiet=True)
    while first.is_building():
        time.sleep(0.1)
    assert first.has_built()
    for file in files:
        file.write_bytes(edited(file.read_bytes()))
        assert answered(first, [file], {"", "desk/", "graph/", "rulings/", "cards/"}) is Look.FOLLOWS
    overtaken = Maker(corpus, site, Builder.MKDOCS, quiet=True)
    while not (tmp_path / ".site.staged").exists():
        time.sleep(0.1)
    overtaken.end()
    second = None
    try:
        assert answered(first, files, ()) is Look.NOTHING, "it looks while another builds"
        overtaken.wait()
        second = Maker(corpus, site, Builder.MKDOCS, quiet=True)
        while second.is_building():
            time.sleep(0.1)
        assert second.has_built()
    finally:
        for each in (first, second):
            if each is not None:
                each.end()
                each.wait()
    assert answered(first, files, ()) is Look.FOLLOWS, "one that is gone leaves all to the next"
    preview, built = (
        {path.relative_to(each).as_posix(): path.read_bytes() for path in each.rglob("*") if path.is_file()}
        for each in (site, whole)
    )
    assert preview.keys() == built.keys()
    assert {path for path, data in built.items() if preview[path] != data} == set()
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(".")], "nothing else is left"


def test_an_open_page_is_put_before_the_others_are_made(
    shown: tuple[Path, Path, Showing], monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus, _, showing = shown
    assert showing.renderer is not None
    real, rounds = showing.renderer.render, list[set[str]]()

    def render(pages: Mapping[str, str]) -> Mapping[str, bytes]:
        rounds.append(set(pages))
        return real(pages)

    monkeypatch.setattr(showing.renderer, "render", render)
    file = next(corpus.rglob("emended/the-drowned-coast.md"))
    kept = file.read_bytes()
    try:
        file.write_bytes(edited(kept))
        assert showing.look_again([file], {f"{BOOK}/changes/", "search/"}) is Look.FOLLOWS
    finally:
        file.write_bytes(kept)
        monkeypatch.undo()
        showing.look_again([file])
    first, others = rounds
    assert first == {f"{BOOK}/changes/index.md"}, "what is open and reads as before is not put again"
    assert f"{BOOK}/index.md" in others and not first & others


def test_a_look_ends_when_another_edit_comes_and_the_next_has_all(
    shown: tuple[Path, Path, Showing], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The open page shows each edit; pages that only the first one concerned are not forgotten."""
    corpus, site, showing = shown
    assert showing.renderer is not None
    before, real, rounds = pages_of(site), showing.renderer.render, list[set[str]]()
    file, card = (next(corpus.rglob(path)) for path in ("emended/the-drowned-coast.md", "cards/G/gannet.md"))
    kept = {each: each.read_bytes() for each in (file, card)}

    def render(pages: Mapping[str, str]) -> Mapping[str, bytes]:
        rounds.append(set(pages))
        if len(rounds) == 1:
            card.write_bytes(kept[card])
        return real(pages)

    monkeypatch.setattr(showing.renderer, "render", render)
    try:
        file.write_bytes(edited(kept[file]))
        card.write_bytes(edited(kept[card]))
        assert showing.look_again([file, card], {f"{BOOK}/"}, lambda: True) is Look.FOLLOWS
        assert rounds == [{f"{BOOK}/index.md"}], "nothing else was made"
        assert WORDS.encode() in (site / BOOK / "index.html").read_bytes()
        assert showing.look_again([card], ()) is Look.FOLLOWS
        now = pages_of(site)
        assert {page for page, html in now.items() if html != before[page]} == {
            f"{BOOK}/index.html",
            f"{BOOK}/changes/index.html",
        }
        assert showing.look_again([file, card], ()) is Look.NOTHING
    finally:
        monkeypatch.undo()
        for each, text in kept.items():
            each.write_bytes(text)
        showing.look_again(list(kept))
    assert pages_of(site) == before
