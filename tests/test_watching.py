"""What is edited is noticed: at once, and when it is saved whole."""

import time
from functools import partial
from pathlib import Path

import pytest

from kb.cli import _edits
from kb.tools.watching import Alarm, watch


def test_a_file_is_looked_at_once_it_is_saved_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs empty a file, or put it away, before they write it, and write a long one in parts."""
    text, other = tmp_path / "text.md", tmp_path / "other.md"
    for each in (text, other):
        each.write_text("one", encoding="utf-8")
    passed = [0.0]
    monkeypatch.setattr("kb.cli._edits.time.monotonic", lambda: passed[0])
    find = partial(_edits.find_state, (tmp_path,), tmp_path / "build")
    edits = _edits.Edits(find())

    def look(seconds: float) -> set[str]:
        passed[0] += seconds
        return {path.name for path in edits.take(find())}

    assert look(0.1) == set()
    assert not edits.are_coming
    for words in ("", "two", "two and more"):
        text.write_text(words, encoding="utf-8")
        assert look(0.1) == set()
        assert edits.are_coming, "the next look comes soon"
    other.write_text("another", encoding="utf-8")
    assert look(0.01) == {"text.md"}
    assert look(0.01) == {"other.md"}
    assert look(0.1) == set(), "each edit is told once"
    text.unlink()
    assert look(0.1) == look(0.5) == set()
    text.write_text("three", encoding="utf-8")
    assert look(0.1) == set()
    assert look(0.01) == {"text.md"}
    text.write_text("", encoding="utf-8")
    other.unlink()
    assert look(0.1) == look(0.5) == set()
    assert look(0.6) == {"text.md", "other.md"}, "it is meant to be so"
    assert look(0.1) == set()


def test_an_edit_ends_the_sleep_of_who_waits_for_it(tmp_path: Path) -> None:
    """Also one that came before it slept; reading does not."""
    text, folder = tmp_path / "text.md", tmp_path / "folder"
    folder.mkdir()
    text.write_text("one", encoding="utf-8")

    def slept(alarm: Alarm, seconds: float) -> float:
        began = time.monotonic()
        alarm.sleep(seconds)
        return time.monotonic() - began

    with watch((tmp_path,), tmp_path / "build") as alarm:
        slept(alarm, 0.2)
        assert text.read_text(encoding="utf-8") == "one"
        assert slept(alarm, 0.5) > 0.4
        edits = (
            lambda: text.write_text("two", encoding="utf-8"),
            lambda: (folder / "other.md").write_text("one", encoding="utf-8"),
            lambda: text.replace(folder / "text.md"),
            (folder / "other.md").unlink,
        )
        for edit in edits:
            edit()
            assert slept(alarm, 60) < 30
            while slept(alarm, 0.3) < 0.25:
                pass  # one edit may be told in several pieces
    with watch((tmp_path / "none",), tmp_path / "build") as alarm:
        assert slept(alarm, 0.1) > 0.05, "nothing is told of what is not there"


def test_what_is_built_in_a_corpus_is_no_edit_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who previews a corpus from its own folder has the site there."""
    site = tmp_path / "corpus" / "build"
    site.mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "corpus")
    for folder in (Path(), tmp_path / "corpus"):
        find = partial(_edits.find_state, (folder,), site)
        before = find()
        with watch((folder,), site) as alarm:
            (site / "index.html").write_text("one", encoding="utf-8")
            (site / "other.html").write_text("two", encoding="utf-8")
            began = time.monotonic()
            alarm.sleep(0.5)
            assert time.monotonic() - began > 0.4
            assert find() == before
            (folder / f"text-{len(folder.parts)}.md").write_text("one", encoding="utf-8")
            alarm.sleep(60)
            assert time.monotonic() - began < 30
            assert find() != before
