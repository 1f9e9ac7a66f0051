"""Trees are read without following anything, and published whole or not at all."""

import fcntl
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterable
from pathlib import Path
from typing import IO

import pytest
from typer.testing import CliRunner

from kb import publishing
from kb.cli import build_app
from kb.diagnostics import Diagnostic, Severity
from kb.files import (
    call_corpus,
    check_output,
    read_corpus,
    read_inside,
    read_manifest,
    read_tree,
    write_inside,
    write_tree,
)
from kb.pipeline import build_kb
from kb.publishing import MARKER, BusyError, UnsafeTargetError, staged_tree
from tests.built import ROOT

MANIFEST = """\
schema: 1
title: Lamp
game: Lamp
description: For tests.
rights: {owner: Us, statement: Ours.}
works:
  wick:
    title: Wick
    abbreviation: W
    base: wick
    editions:
      - {id: wick, role: published, path: wick.md}
      - {id: lost, role: reprint, path: lost.md, sha256: SUM}
"""


def codes(found: Iterable[Diagnostic]) -> list[str]:
    return [one.code.code for one in found]


def test_a_tree_is_read_in_order(tmp_path: Path) -> None:
    write_tree(tmp_path, {"b.md": b"2", "a/c.md": b"1", "B/a.md": b"3"})
    read = read_tree(tmp_path)
    assert list(read.value.items()) == [("B/a.md", b"3"), ("a/c.md", b"1"), ("b.md", b"2")]
    assert read.diagnostics == ()


def test_links_and_special_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "good.md").write_bytes(b"1")
    (tmp_path / "link.md").symlink_to("/etc/passwd")
    (tmp_path / "folder").symlink_to("/etc")
    os.mkfifo(tmp_path / "pipe")
    read = read_tree(tmp_path)
    assert dict(read.value) == {"good.md": b"1"}
    assert codes(read.diagnostics) == ["KB211"] * 3
    assert codes(read_inside(tmp_path, "link.md").diagnostics) == ["KB211"]
    assert codes(read_inside(tmp_path, "folder/passwd").diagnostics) == ["KB211"]


def test_names_that_cannot_be_addressed_are_refused(tmp_path: Path) -> None:
    (tmp_path / "aux.md").write_bytes(b"1")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.md")).write_bytes(b"1")
    read = read_tree(tmp_path)
    assert dict(read.value) == {}
    assert codes(read.diagnostics) == ["KB212", "KB212"]
    for found in read.diagnostics:
        found.message.encode("utf-8")


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "a\x00", "", "con"])
def test_unsafe_paths_are_not_read(tmp_path: Path, path: str) -> None:
    read = read_inside(tmp_path, path)
    assert read.value is None
    assert codes(read.diagnostics) == ["KB212"]


def test_what_is_not_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").write_bytes(b"")
    for path in ("a", "c", "a/c", "b/c"):
        assert read_inside(tmp_path, path).value is None
        assert read_inside(tmp_path, path).diagnostics == ()
    assert read_inside(tmp_path, "b").value == b""


def test_output_paths_are_checked() -> None:
    found = check_output(["a/index.html", "A/index.html", "../x", "ok", "nul", "a\x00b"])
    assert sorted(codes(found)) == ["KB215", "KB215", "KB215", "KB216"]


def test_writing_stays_inside(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (inside / "link").symlink_to(outside, target_is_directory=True)
    assert codes(write_inside(inside, "link/a.md", b"1").diagnostics) == ["KB211"]
    assert codes(write_inside(inside, "../a.md", b"1").diagnostics) == ["KB215"]
    (inside / "file").symlink_to(outside / "file")
    assert write_inside(inside, "file", b"1").value
    assert list(outside.iterdir()) == []
    assert (inside / "file").read_bytes() == b"1"
    with pytest.raises(ValueError, match="leaves"):
        write_tree(inside, {"../a.md": b"1"})


def test_a_path_that_begins_with_the_folder_of_texts_is_told(tmp_path: Path) -> None:
    manifest = MANIFEST.replace("SUM", "0" * 64).replace("path: lost.md", "path: texts/lost.md")
    (tmp_path / "corpus.yml").write_text(manifest, encoding="utf-8")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "wick.md").write_bytes(b"# Wick\n")
    assert ["write `path" in str(found.hint) for found in read_corpus(tmp_path).diagnostics] == [False]
    (tmp_path / "texts" / "lost.md").write_bytes(b"other")
    assert [found.hint for found in read_corpus(tmp_path).diagnostics] == [
        "write `path: lost.md`: paths begin in `texts`"
    ]


def test_a_path_that_is_miswritten_is_told_with_the_file_that_nothing_names(tmp_path: Path) -> None:
    manifest = MANIFEST.replace("SUM", "0" * 64).replace("path: lost.md", "path: old/lmaps.md")
    (tmp_path / "corpus.yml").write_text(manifest, encoding="utf-8")
    (tmp_path / "texts" / "old").mkdir(parents=True)
    (tmp_path / "texts" / "wick.md").write_bytes(b"# Wick\n")
    (tmp_path / "texts" / "wicks.md").write_bytes(b"# Wicks\n")
    assert ["did you mean" in str(found.hint) for found in read_corpus(tmp_path).diagnostics] == [False]
    (tmp_path / "texts" / "old" / "lamps.md").write_bytes(b"# Lamps\n")
    assert [found.hint for found in read_corpus(tmp_path).diagnostics] == [
        "did you mean `old/lamps.md`? It lies there, and nothing names it"
    ]


@pytest.mark.parametrize(
    ("begin", "lying", "told"),
    [
        ("texts", ("storms.md",), ["a text in `texts` without an entry here: `storms.md`"]),
        ("texts", ("old/Lamps.TXT", "README.md", "lamp.png", ".drafts/gales.md", "old/.gales.md"), ["`old/Lamps.TXT`"]),
        (
            "texts",
            ("a.md", "b.md", "c.md", "d.md"),
            ["4 texts in `texts` without an entry here: `a.md`, `b.md`, `c.md` and"],
        ),
        ("texts", ("licence.md", "lamp.png"), []),
        (".", ("notes.md", "site/page.html"), []),
        (".", ("rules/storms.md", "rules/readme.md"), ["a text in `.` without an entry here: `rules/storms.md`"]),
    ],
)
def test_texts_that_no_entry_names_are_told_once(
    tmp_path: Path, begin: str, lying: tuple[str, ...], told: list[str]
) -> None:
    manifest = MANIFEST.split("      - {id: lost", maxsplit=1)[0].replace("wick.md", "rules/wick.md")
    (tmp_path / "corpus.yml").write_text(f"{manifest}texts: {begin}\n", encoding="utf-8")
    for name in ("rules/wick.md", *lying):
        (tmp_path / begin / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / begin / name).write_bytes(b"# Wick\n")
    found = read_corpus(tmp_path).diagnostics
    assert [each.code.code for each in found] == ["KB225"] * len(told)
    assert all(text in each.message for each, text in zip(found, told, strict=True)), found


def test_a_text_that_lies_beside_the_manifest_is_found_there(tmp_path: Path) -> None:
    manifest = MANIFEST.replace("SUM", "0" * 64)
    (tmp_path / "corpus.yml").write_text(manifest, encoding="utf-8")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "wick.md").write_bytes(b"# Wick\n")
    (tmp_path / "lost.md").write_bytes(b"# Lost\n")
    assert [found.hint for found in read_corpus(tmp_path).diagnostics] == [
        f"it lies beside corpus.yml: move it to `{(tmp_path / 'texts').as_posix()}`, or write `texts: .`"
    ]
    assert "`kb fetch" not in built_without_a_text(tmp_path)


def built_without_a_text(folder: Path) -> str:
    """What `kb build` says of a corpus kept here none of whose texts is at hand."""
    (folder / "texts" / "wick.md").unlink()
    result = CliRunner().invoke(build_app(), ["build", "--corpus", str(folder), "--site", str(folder / "site")])
    assert result.exit_code == 1
    return result.stderr


def test_a_path_that_leads_to_no_text_is_an_error_of_a_corpus_kept_here_told_at_the_path(tmp_path: Path) -> None:
    """Nothing will bring the text in: a workflow that lets this through publishes a site without it."""
    manifest = MANIFEST.replace("SUM", "0" * 64).replace("path: lost.md", "path: lsot.md")
    (tmp_path / "corpus.yml").write_text(manifest, encoding="utf-8")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "wick.md").write_bytes(b"# Wick\n")
    (tmp_path / "texts" / "Lsot.md").write_bytes(b"# Lost\n")
    (found,) = read_corpus(tmp_path).diagnostics
    assert (found.code.code, found.code.severity) == ("KB223", Severity.ERROR)
    assert manifest.splitlines()[found.line - 1][found.column - 1 :].startswith("lsot.md")
    assert found.hint == "did you mean `Lsot.md`? It lies there, and nothing names it"
    upstream = f"upstream: {{repository: https://lamp.example/x.git, commit: {'0' * 40}}}\n"
    fetched = f"{manifest}{upstream}".replace("path: wick.md", f"path: wick.md, sha256: {'0' * 64}")
    (tmp_path / "corpus.yml").write_text(fetched, encoding="utf-8")
    (found,) = [each for each in read_corpus(tmp_path).diagnostics if each.code.code == "KB223"]
    assert found.code.severity is Severity.WARNING


def test_a_file_whose_name_only_looks_as_the_path_does_is_told_apart(tmp_path: Path) -> None:
    """Some systems write an accent as a sign of its own, behind its letter."""
    manifest = MANIFEST.replace("SUM", "0" * 64).replace("path: lost.md", "path: m\u00f6we.md")
    (tmp_path / "corpus.yml").write_text(manifest, encoding="utf-8")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "wick.md").write_bytes(b"# Wick\n")
    (tmp_path / "texts" / "mo\u0308we.md").write_bytes(b"# Gull\n")
    hints = [str(found.hint) for found in read_corpus(tmp_path).diagnostics]
    assert any("its name there looks the same" in hint for hint in hints)
    assert not any("did you mean" in hint for hint in hints)


def test_a_corpus_is_read_with_the_texts_at_hand(tmp_path: Path) -> None:
    (tmp_path / "corpus.yml").write_text(MANIFEST.replace("SUM", "0" * 64), encoding="utf-8")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "wick.md").write_bytes(b"# Wick\n")
    read = read_corpus(tmp_path)
    assert read.value is not None
    assert dict(read.value.texts) == {"wick.md": b"# Wick\n"}
    assert [(found.code.code, found.path, found.line > 0) for found in read.diagnostics] == [
        ("KB223", (tmp_path / "corpus.yml").as_posix(), True)
    ]
    (tmp_path / "texts" / "lost.md").mkdir()
    assert codes(read_corpus(tmp_path).diagnostics) == ["KB223"]
    (tmp_path / "texts" / "lost.md").rmdir()
    (tmp_path / "texts" / "lost.md").write_bytes(b"other")
    (found,) = read_corpus(tmp_path).diagnostics
    assert (found.code.code, found.hint) == (
        "KB213",
        "record its new sha256, or leave that out: no text is fetched here",
    )


def test_texts_that_are_not_at_hand_are_counted_as_on_the_desk(tmp_path: Path) -> None:
    """The page of a lost version is one of them: the list of the desk names it, and fetching brings it."""
    folder = ROOT / "rules_source" / "meccg"
    for name in ("corpus.yml", "cards.sha256"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    read = read_corpus(tmp_path)
    assert read.value is not None
    manifest = read.value.manifest
    assert any(text.missing for text in manifest.texts)
    absent = build_kb(manifest, read.value.texts).value.absent
    (told,) = (found.message for found in read.diagnostics if found.code.code == "KB223")
    assert told == f"{len(absent):,} of {len(manifest.texts):,} texts are not at hand"


def test_a_folder_without_a_manifest(tmp_path: Path) -> None:
    assert codes(read_manifest(tmp_path).diagnostics) == ["KB214"]
    (tmp_path / "corpus.yml").write_bytes(b"\xff")
    assert codes(read_manifest(tmp_path).diagnostics) == ["KB101"]
    (tmp_path / "corpus.yml").unlink()
    (tmp_path / "corpus.yml").symlink_to("/etc/passwd")
    assert codes(read_manifest(tmp_path).diagnostics) == ["KB211"]


@pytest.fixture(params=["exchange", "link"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "link":
        monkeypatch.setattr(publishing, "_exchange_call", lambda: None)
    return str(request.param)


def publish(target: Path, text: str) -> None:
    with staged_tree(target) as staged:
        (staged / "index.html").write_text(text, encoding="utf-8")


def test_a_tree_takes_the_place_of_the_old_one(tmp_path: Path, way: str) -> None:
    target = tmp_path / "build" / "site"
    for text in ("one", "two", "three"):
        publish(target, text)
        assert (target / "index.html").read_text(encoding="utf-8") == text
        assert sorted(entry.name for entry in target.iterdir()) == [MARKER, "index.html"]
    kept = {entry.name for entry in target.parent.iterdir()}
    assert kept == {"site"} | ({".site.versions"} if way == "link" else set())


def test_a_failed_build_leaves_the_old_site(tmp_path: Path, way: str) -> None:
    target = tmp_path / "site"
    publish(target, "old")
    with pytest.raises(RuntimeError), staged_tree(target) as staged:
        (staged / "index.html").write_text("half", encoding="utf-8")
        raise RuntimeError
    assert (target / "index.html").read_text(encoding="utf-8") == "old"
    assert not (tmp_path / ".site.staged").exists()


def test_a_link_can_follow_an_exchange(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "site"
    publish(target, "folder")
    monkeypatch.setattr(publishing, "_exchange_call", lambda: None)
    publish(target, "link")
    assert target.is_symlink()
    monkeypatch.undo()
    publish(target, "again")
    assert (target / "index.html").read_text(encoding="utf-8") == "again"


def test_the_second_of_two_builds_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "site"
    with staged_tree(target) as staged:
        with pytest.raises(BusyError), staged_tree(target):
            pass
        assert staged.is_dir()
        with pytest.raises(BusyError), staged_tree(target):
            pass
    publish(target, "later")
    assert [entry.name for entry in tmp_path.iterdir()] == ["site"]


def test_a_lock_removed_by_the_build_before_locks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file was opened, then its owner ended and removed it, then it was locked: the one that lies there counts."""
    lock, lose, call = tmp_path / ".site.lock", [True], fcntl.flock

    def flock(file: IO[str], operation: int) -> None:
        if lose and lose.pop():
            lock.unlink()
        call(file, operation)

    monkeypatch.setattr("kb.publishing.fcntl.flock", flock)
    with staged_tree(tmp_path / "site"):
        assert lock.exists()
        with pytest.raises(BusyError), staged_tree(tmp_path / "site"):
            pass
    assert not lock.exists()


def test_what_was_not_made_here_is_never_replaced(tmp_path: Path) -> None:
    mine = tmp_path / "home"
    mine.mkdir()
    (mine / "letter.txt").write_text("dear", encoding="utf-8")
    (tmp_path / "file").write_text("", encoding="utf-8")
    (tmp_path / "link").symlink_to(mine)
    for target in (mine, tmp_path / "file", tmp_path / "link"):
        with pytest.raises(UnsafeTargetError), staged_tree(target):
            pass
    assert (mine / "letter.txt").read_text(encoding="utf-8") == "dear"
    (tmp_path / "empty").mkdir()
    publish(tmp_path / "empty", "new")


def test_a_killed_build_leaves_the_old_site(tmp_path: Path) -> None:
    target = tmp_path / "site"
    publish(target, "old")
    script = textwrap.dedent(
        f"""
        import pathlib, time
        from kb.publishing import staged_tree
        with staged_tree(pathlib.Path({str(target)!r})) as staged:
            (staged / "index.html").write_text("half")
            print("ready", flush=True)
            time.sleep(60)
        """
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.SIGKILL)
    assert (target / "index.html").read_text(encoding="utf-8") == "old"
    assert (tmp_path / ".site.staged").exists()
    publish(target, "new")
    assert (target / "index.html").read_text(encoding="utf-8") == "new"
    assert not (tmp_path / ".site.staged").exists()


def test_there_is_a_whole_site_at_every_moment(tmp_path: Path) -> None:
    target = tmp_path / "site"
    publish(target, "0")
    script = textwrap.dedent(
        f"""
        import pathlib
        from kb.publishing import staged_tree
        for number in range(60):
            with staged_tree(pathlib.Path({str(target)!r})) as staged:
                (staged / "index.html").write_text(str(number))
        """
    )
    seen = 0
    with subprocess.Popen([sys.executable, "-c", script]) as process:
        until = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < until:
            try:
                assert (target / "index.html").read_text(encoding="utf-8") != ""
            except FileNotFoundError:  # the folder was exchanged between the two steps of the look-up
                assert (target / "index.html").read_text(encoding="utf-8") != ""
            seen += 1
        assert process.returncode == 0
    assert seen > 0


def test_where_there_are_no_locks_nothing_is_published_and_the_reason_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows has none that end with their process."""
    monkeypatch.setattr("kb.publishing.fcntl", None)
    with pytest.raises(OSError, match="WSL"), staged_tree(tmp_path / "site"):
        pass
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(
    ("folder", "called"), [("rules_source/lantern", "lantern"), ("/home/me/lantern", "/home/me/lantern"), (".", ".")]
)
def test_a_corpus_is_called_what_commands_find_it_by(folder: str, called: str) -> None:
    assert call_corpus(Path(folder)) == called
