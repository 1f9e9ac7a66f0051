"""Files named on the command line: what cannot be read is told in one line of our own, by every command alike."""

import os
from pathlib import Path

import pytest

from kb.cli import _corpus, main

COMMANDS = [
    ["inspect", "FILE"],
    ["check", "FILE"],
    ["check", "good.md", "--against", "FILE"],
    ["emendations", "FILE", "good.md"],
    ["emendations", "good.md", "FILE"],
    ["footnotes", "FILE", "--against", "good.md"],
    ["footnotes", "good.md", "--against", "FILE"],
]


def kb(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit code of `kb`, and what it says on standard error."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["kb", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
    return int(ended.value.code or 0), capsys.readouterr().err


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.md").write_text("# Good\n", encoding="utf-8")
    (tmp_path / "closed.md").write_text("# Closed\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize(
    ("name", "status", "told"),
    [
        ("", 2, "the name of a file is empty"),
        ("a\x00b", 2, "the name of a file holds a NUL"),
        ("nope.md", 2, "`nope.md` does not exist"),
        ("good.md/nope", 2, "`good.md/nope` does not exist"),
        (".", 2, "`.` is a folder, expected a file"),
        ("/dev/null", 2, "`/dev/null` is a device or a pipe, expected a file"),
        ("x" * 300, 3, f"`{'x' * 300}` cannot be read: File name too long"),
    ],
    ids=["empty", "nul", "none", "below a file", "folder", "device", "long"],
)
def test_what_is_no_file_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], command: list[str], name: str, status: int, told: str
) -> None:
    assert kb(capsys, *(name if part == "FILE" else part for part in command)) == (status, f"kb: {told}\n")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_file_closed_to_us_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """As somebody who is not root meets it."""
    read, access = Path.read_bytes, os.access

    def read_bytes(path: Path) -> bytes:
        if path.name == "closed.md":
            raise PermissionError(13, "Permission denied", str(path))
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    monkeypatch.setattr(os, "access", lambda path, *rest: "closed" not in os.fspath(path) and access(path, *rest))
    called = kb(capsys, *("closed.md" if part == "FILE" else part for part in command))
    assert called == (3, "kb: `closed.md` cannot be read: Permission denied\n")


@pytest.mark.parametrize("command", ["check", "build", "fetch", "rulings"])
def test_a_corpus_that_cannot_be_named_is_told_in_one_line(capsys: pytest.CaptureFixture[str], command: str) -> None:
    named = [command] if command == "fetch" else [command, "--corpus"]
    code, err = kb(capsys, *named, "x" * 300)
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith("kb: no corpus `xxx")


@pytest.mark.parametrize("watched", [True, False])
def test_people_are_told_that_the_embedded_corpus_is_read_where_there_is_none(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, watched: bool
) -> None:
    """Once, and a program that reads what is told is not."""
    _corpus._tell_embedded.cache_clear()
    monkeypatch.setattr("sys.stderr.isatty", lambda: watched)
    for _ in range(2):
        assert _corpus.find_corpus(None).name == _corpus.EMBEDDED
    err = capsys.readouterr().err
    assert (err.count("\n"), "`--corpus DIR`" in err) == (watched, watched)
    Path("corpus.yml").touch()
    _corpus._tell_embedded.cache_clear()
    assert (_corpus.find_corpus(None), capsys.readouterr().err) == (Path(), "")
