"""What is edited shows at once, as the whole site shows it a little later; a build that is overtaken ends."""

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.cli import serve
from kb.cli._progress import Progress
from kb.cli._showing import Showing
from kb.files import Corpus, read_corpus
from kb.tools.builders import Builder
from tests.test_build_command import LANTERN, kb_build


def opened(folder: Path) -> Corpus:
    corpus = read_corpus(folder).value
    assert corpus is not None
    return corpus


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Path, Showing]]:
    """A corpus, its site, and what shows it."""
    folder = tmp_path_factory.mktemp("shown")
    corpus, site, empty = folder / "corpus", folder / "site", folder / "empty"
    shutil.copytree(LANTERN, corpus)
    empty.mkdir()
    yield corpus, site, Showing(opened(corpus), site, Builder.MKDOCS, empty, Progress(quiet=True))


def test_a_page_made_alone_is_that_of_the_whole_site(shown: tuple[Path, Path, Showing]) -> None:
    _, site, showing = shown
    assert showing.renderer is not None
    made = showing.renderer.render(showing.pages)
    assert len(made) == len(showing.pages) > 100
    differing = [path for path, html in made.items() if html != (site / path).read_bytes()]
    assert not differing


@pytest.mark.parametrize(
    ("path", "words", "pages"),
    [
        ("emended/bells-below.md", "A tin whistle", ["rules/bells-below", "rules/bells-below/changes"]),
        ("original/rulebooks/the-drowned-coast.md", "A tin whistle", ["rules/the-drowned-coast/published"]),
        ("cards/G/gannet.md", "A tin whistle", ["cards/g/gannet"]),
    ],
)
def test_an_edited_paragraph_shows_as_in_a_whole_build(
    shown: tuple[Path, Path, Showing], path: str, words: str, pages: list[str], tmp_path: Path
) -> None:
    corpus, site, showing = shown
    text = next(corpus.rglob(path))
    kept = text.read_bytes()
    before = {page: (site / page / "index.html").read_bytes() for page in pages}
    untouched = (site / "index.html").read_bytes()
    try:
        text.write_bytes(edited(kept, f"{words} hangs by the door.".encode()))
        assert showing.look_again()
        shown_at_once = {page: (site / page / "index.html").read_bytes() for page in pages}
        for page in pages:
            assert words.encode() in shown_at_once[page] != before[page], page
        assert (site / "index.html").read_bytes() == untouched
        done = kb_build(tmp_path, "--corpus", str(corpus), "--site", "site", "--quiet")
        assert done.returncode == 0, done.stderr
        for page in pages:
            assert (tmp_path / "site" / page / "index.html").read_bytes() == shown_at_once[page], page
    finally:
        text.write_bytes(kept)
        assert showing.look_again()
    assert {page: (site / page / "index.html").read_bytes() for page in pages} == before


def edited(text: bytes, words: bytes) -> bytes:
    """A text with a sentence more in its second half."""
    lines = text.split(b"\n")
    middle = len(lines) // 2
    at = next(n for n in range(middle, len(lines)) if lines[n].rstrip().endswith(b".") and b"<" not in lines[n])
    lines[at] = lines[at].rstrip() + b" " + words
    return b"\n".join(lines)


def test_nothing_edited_is_nothing_to_do(shown: tuple[Path, Path, Showing]) -> None:
    corpus, _, showing = shown
    (corpus / "notes.txt").write_text("no text of the corpus", encoding="utf-8")
    assert not showing.look_again()


def test_another_manifest_is_another_site_and_a_broken_one_leaves_the_last(
    shown: tuple[Path, Path, Showing], capsys: pytest.CaptureFixture[str]
) -> None:
    corpus, site, showing = shown
    manifest = corpus / "corpus.yml"
    kept = manifest.read_text(encoding="utf-8")
    title = opened(corpus).manifest.title
    home = (site / "index.html").read_bytes()
    manifest.write_text("title: [", encoding="utf-8")
    assert not showing.look_again()
    assert "corpus.yml" in capsys.readouterr().err
    assert (site / "index.html").read_bytes() == home
    manifest.write_text(kept.replace(title, "A game of tin whistles"), encoding="utf-8")
    assert not showing.look_again()
    assert b"A game of tin whistles" in (site / "index.html").read_bytes()
    manifest.write_text(kept, encoding="utf-8")
    assert not showing.look_again()
    assert (site / "index.html").read_bytes() == home


class EndedError(Exception):
    """Ends what would go on for ever."""


def test_a_build_that_an_edit_overtakes_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "QUIET_SECONDS", 0.0)
    monkeypatch.setattr(serve, "POLL_SECONDS", 0.01)
    text = tmp_path / "text.md"
    text.write_text("one", encoding="utf-8")
    builds: list[subprocess.Popen[bytes]] = []
    looks: list[str] = []

    class Building:
        """A build that takes long; the second one's beginning ends the test."""

        def __enter__(self) -> subprocess.Popen[bytes]:
            builds.append(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]))
            if len(builds) == 2:
                raise EndedError
            text.write_text("three", encoding="utf-8")
            return builds[-1]

        def __exit__(self, *_: object) -> None:
            builds[-1].terminate()
            builds[-1].wait()

    def look() -> bool:
        looks.append(text.read_text(encoding="utf-8"))
        return True

    seen = serve._state((tmp_path,))
    text.write_text("two and more", encoding="utf-8")
    began = time.monotonic()
    with pytest.raises(EndedError):
        serve._follow((tmp_path,), seen, look, Building)
    builds[1].kill()
    builds[1].wait()
    assert looks == ["two and more", "three"]
    assert builds[0].returncode != 0 and time.monotonic() - began < 30
