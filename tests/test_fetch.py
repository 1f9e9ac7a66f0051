"""`kb fetch`: from a folder and from a git repository made here, of an invented tree; never from upstream."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.cli import main
from kb.tools.git import GitError, NotAFile, read_commit

TREE = {
    "docs/wick.md": b"# Wick\r\n\r\nA lamp burns.\r\n",
    "docs/emended/wick.md": "# Wick\n\nA lamp burns – brightly.\n".encode(),
    "docs/lrf-1.md": b"# LRF 1\n\n- Lamps burn.\n",
    "docs/cards/a.md": b"# A\n",
    "docs/other.md": b"not asked for\n",
}
NAMED = [path for path in TREE if path != "docs/other.md"]


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def manifest(repository: str, commit: str, sums: dict[str, str] | None = None) -> str:
    sums = {path.removeprefix("docs/"): sha(TREE[path]) for path in TREE} | (sums or {})
    return f"""\
schema: 1
title: Lamp
game: Lamp
description: For tests.
rights: {{owner: Us, statement: Ours.}}
upstream: {{repository: "{repository}", commit: {commit}, root: docs}}
compendia:
  lrf:
    title: Lamp Rulings File
    abbreviation: LRF
    versions:
      - {{id: lrf-1, number: 1, date: 1996, path: lrf-1.md, sha256: {sums["lrf-1.md"]}}}
works:
  wick:
    title: Wick
    abbreviation: W
    base: wick
    editions:
      - {{id: wick, role: published, path: wick.md, sha256: {sums["wick.md"]}}}
      - {{id: wick-emended, role: emended, path: emended/wick.md, sha256: {sums["emended/wick.md"]}}}
cards: {{sums: cards.sha256}}
"""


def lay_out(folder: Path, tree: dict[str, bytes]) -> Path:
    for path, data in tree.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def git(folder: Path, *arguments: str) -> str:
    settings = ["-c", "user.name=A", "-c", "user.email=a@b.example", "-c", "core.autocrlf=false"]
    environment = {"PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(folder)}
    command = ["git", *settings, "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout.strip()


@pytest.fixture(scope="module")
def upstream(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A repository whose second commit changes what the first has; its address and its first commit."""
    folder = lay_out(tmp_path_factory.mktemp("upstream"), TREE)
    (folder / "docs" / "link.md").symlink_to("/etc/passwd")
    (folder / ".gitattributes").write_text("*.md text eol=lf\n", encoding="utf-8")
    git(folder, "init", "-q", "-b", "main")
    (folder / ".git" / "info" / "attributes").write_text("* -text\n", encoding="utf-8")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "One")
    commit = git(folder, "rev-parse", "HEAD")
    lay_out(folder, {"docs/wick.md": b"# Wick, changed\n"})
    git(folder, "commit", "-q", "-a", "-m", "Two")
    return f"file://{folder}", commit


@pytest.fixture
def corpus(tmp_path: Path, upstream: tuple[str, str]) -> Path:
    """A corpus whose texts are not at hand."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "corpus.yml").write_text(manifest(*upstream), encoding="utf-8")
    (folder / "cards.sha256").write_text(f"{sha(TREE['docs/cards/a.md'])}  cards/a.md\n", encoding="utf-8")
    return folder


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def kb(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["kb", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsys.readouterr()
        code = ended.value.code
        return (code if isinstance(code, int) else 0, captured.out, captured.err)

    return run


def texts(corpus: Path) -> dict[str, bytes]:
    folder = corpus / "texts"
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


WANTED = {path.removeprefix("docs/"): TREE[path] for path in NAMED}


@pytest.mark.parametrize("filters", [True, False])
def test_texts_come_from_the_commit_of_the_manifest(
    kb: Run, corpus: Path, upstream: tuple[str, str], filters: bool
) -> None:
    folder = Path(upstream[0].removeprefix("file://"))
    git(folder, "config", "uploadpack.allowFilter", "true" if filters else "false")
    code, out, err = kb("fetch", corpus)
    assert code == 0
    assert texts(corpus) == WANTED
    assert "4 of 4 texts" in out
    assert ("fetching 4 texts" in err) is filters


def test_the_corpus_is_that_of_the_working_folder_where_none_is_named(
    kb: Run, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(corpus)
    assert kb("fetch")[0] == 0
    assert texts(corpus) == WANTED
    told = kb("fetch", "--format", "json")[1]
    assert '"corpus": "corpus"' in told


def test_a_second_fetch_asks_nobody(kb: Run, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kb("fetch", corpus)[0] == 0
    monkeypatch.setenv("PATH", "")
    code, out, _ = kb("fetch", corpus)
    assert code == 0
    assert "0 new, 4 there already" in out


def test_texts_come_from_a_folder(kb: Run, corpus: Path, tmp_path: Path) -> None:
    code, _, err = kb("fetch", corpus, "--from", lay_out(tmp_path / "here", TREE))
    assert code == 0
    assert texts(corpus) == WANTED
    assert "looking for 4" in err


def test_another_repository_is_asked_for_the_same_commit(kb: Run, corpus: Path, upstream: tuple[str, str]) -> None:
    broken = (corpus / "corpus.yml").read_text(encoding="utf-8").replace(upstream[0], "file:///nowhere")
    (corpus / "corpus.yml").write_text(broken, encoding="utf-8")
    assert kb("fetch", corpus)[0] == 3
    assert kb("fetch", corpus, "--from", upstream[0])[0] == 0
    assert texts(corpus) == WANTED


def test_what_is_not_available_is_said_and_no_error(kb: Run, corpus: Path, tmp_path: Path) -> None:
    part = lay_out(tmp_path / "part", {"docs/wick.md": TREE["docs/wick.md"]})
    code, out, _ = kb("fetch", corpus, "--from", part)
    assert code == 0
    assert "3 not available" in out
    assert "emended/wick.md" in out
    assert "and 1 card pages" in out
    code, out, _ = kb("fetch", corpus, "--from", part, "--format", "json")
    answer = json.loads(out)
    assert code == 0
    assert answer["schema"] == 1
    assert answer["present"] == ["wick.md"]
    assert answer["unavailable"] == ["cards/a.md", "emended/wick.md", "lrf-1.md"]


def test_a_text_with_another_checksum_is_refused(kb: Run, corpus: Path, tmp_path: Path) -> None:
    changed = lay_out(tmp_path / "changed", TREE | {"docs/wick.md": b"# Wick, changed\n"})
    code, out, err = kb("fetch", corpus, "--from", changed, "--format", "json")
    assert code == 1
    assert "wick.md" not in texts(corpus)
    assert json.loads(out)["refused"] == [
        {"path": "wick.md", "expected": sha(TREE["docs/wick.md"]), "found": sha(b"# Wick, changed\n")}
    ]
    assert "corpus.yml:19:" in err
    assert "error[KB221]" in err
    assert sha(TREE["docs/wick.md"]) in err
    assert sha(b"# Wick, changed\n") in err
    assert "hint: nothing was written" in err


def test_a_local_text_that_differs_is_kept_unless_asked(kb: Run, corpus: Path) -> None:
    lay_out(corpus, {"texts/wick.md": b"my own"})
    code, _, err = kb("fetch", corpus)
    assert code == 1
    assert "error[KB222]" in err
    assert texts(corpus)["wick.md"] == b"my own"
    assert kb("fetch", corpus, "--replace")[0] == 0
    assert texts(corpus) == WANTED


def test_links_in_a_folder_are_unsafe(kb: Run, corpus: Path, tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "links", {path: TREE[path] for path in NAMED[1:]})
    (folder / "docs" / "wick.md").symlink_to("/etc/passwd")
    code, _, err = kb("fetch", corpus, "--from", folder)
    assert code == 2
    assert "KB211" in err
    assert "wick.md" not in texts(corpus)


def test_nothing_is_written_through_a_link(kb: Run, corpus: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (corpus / "texts").symlink_to(outside)
    assert kb("fetch", corpus)[0] == 2
    (corpus / "texts").unlink()
    (corpus / "texts").mkdir()
    (corpus / "texts" / "emended").symlink_to(outside)
    assert kb("fetch", corpus)[0] == 2
    assert list(outside.iterdir()) == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("ext::sh -c id", "is no folder"),
        ("http://lamp.example/x.git", "is refused"),
        ("nowhere", "is no folder"),
        ("--help-me", "is no folder"),
        ("a\x00b", "is no folder"),
    ],
)
def test_unsafe_sources_are_usage_errors(kb: Run, corpus: Path, source: str, words: str) -> None:
    code, _, err = kb("fetch", corpus, f"--from={source}")
    assert code == 2
    assert words in err


def test_usage_errors(kb: Run, corpus: Path, tmp_path: Path) -> None:
    assert kb("fetch", tmp_path / "nothing")[0] == 2
    assert "there are" in kb("fetch", "nothing")[2]
    assert kb("fetch", "..")[0] == 2
    text = (corpus / "corpus.yml").read_text(encoding="utf-8")
    kept = "\n".join(line for line in text.splitlines() if not line.startswith("upstream"))
    (corpus / "corpus.yml").write_text(kept, encoding="utf-8")
    code, _, err = kb("fetch", corpus)
    assert (code, "names no repository" in err) == (2, True)


def test_a_broken_manifest_is_a_content_error(kb: Run, corpus: Path) -> None:
    (corpus / "corpus.yml").write_text("schema: 1\n", encoding="utf-8")
    code, _, err = kb("fetch", corpus)
    assert code == 1
    assert "KB201" in err


def test_without_git_or_repository_it_is_the_environment(
    kb: Run, corpus: Path, monkeypatch: pytest.MonkeyPatch, upstream: tuple[str, str]
) -> None:
    text = (corpus / "corpus.yml").read_text(encoding="utf-8")
    (corpus / "corpus.yml").write_text(text.replace(upstream[1], "0" * 40), encoding="utf-8")
    code, _, err = kb("fetch", corpus)
    assert code == 3
    assert "has no commit" in err
    monkeypatch.setenv("PATH", "")
    code, _, err = kb("fetch", corpus)
    assert code == 3
    assert "git is not installed" in err
    assert "--from DIR` takes them from a folder" in err


def test_a_commit_is_read_raw(upstream: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    read = read_commit(*upstream, ["docs/wick.md", "docs/link.md", "docs", "docs/lost.md"])
    assert read == {"docs/wick.md": TREE["docs/wick.md"], "docs/link.md": NotAFile("120000")}


@pytest.mark.parametrize("address", ["ext::sh -c id", "-x", "http://lamp.example", "/local/path", "git://x"])
def test_only_known_protocols_are_spoken(address: str) -> None:
    with pytest.raises(GitError, match="does not begin with"):
        read_commit(address, "0" * 40, [])
