"""`kb init`: a skeleton that is whole, passes `kb check` and builds; nothing that is there is touched."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from kb.cli.init import SKELETON
from kb.files import read_tree
from tests.built import ROOT, Wanted, build_once

GUIDE = (ROOT / "docs" / "authoring.md").read_text(encoding="utf-8")


def kb(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kb.cli", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def test_the_skeleton_is_written_whole_and_has_nothing_to_mend(tmp_path: Path) -> None:
    done = kb(tmp_path, "init", "deep/mine")
    assert done.returncode == 0, done.stderr
    made = read_tree(tmp_path / "deep" / "mine").value
    assert made == read_tree(SKELETON).value
    assert {"corpus.yml", ".gitattributes", "texts/emended/cairn.md"} <= made.keys()
    assert "kb check --corpus deep/mine" in done.stdout
    checked = kb(tmp_path, "check", "--corpus", "deep/mine", "--gate", "--format", "json")
    assert checked.returncode == 0
    told = json.loads(checked.stdout)["diagnostics"]
    assert [each["code"] for each in told] == ["KB461"], "the ruling that the guide has an editor work in"


@pytest.mark.parametrize("words", [("search", "stones"), ("check",)], ids=["answer at hand or not", "whole corpus"])
def test_in_its_own_folder_a_corpus_need_not_be_named(tmp_path: Path, words: tuple[str, ...]) -> None:
    """It goes before the embedded one, and what is named goes before it."""
    kb(tmp_path, "init", "mine")
    inside = tmp_path / "mine"
    here, named = kb(inside, *words, "--format", "json"), kb(inside, *words, "--corpus", ".", "--format", "json")
    assert (here.returncode, here.stdout) == (named.returncode, named.stdout)
    other = kb(inside, *words, "--corpus", "lantern", "--format", "json")
    assert other.stdout != here.stdout


def test_every_line_of_the_manifest_is_explained() -> None:
    """Each block of the skeleton's manifest has a comment, and the guide to the manifest knows every key of it."""
    text = (SKELETON / "corpus.yml").read_text(encoding="utf-8")
    known = (ROOT / "docs" / "corpus.md").read_text(encoding="utf-8")
    for key in re.findall(r"^(\w+):", text, re.MULTILINE):
        assert f"\n{key}:" in known, key
    for block in text.split("\n\n"):
        assert "#" in block, block


def test_the_skeleton_builds(shared: Path) -> None:
    site = build_once(shared, Wanted(SKELETON))
    page = (site.folder / "rules" / "cairn" / "index.html").read_text(encoding="utf-8")
    assert len(set(re.findall(r'<ins [^>]*data-change="([^"]*)"', page))) == 3
    assert "Current to CR\N{NO-BREAK SPACE}2" in page


@pytest.mark.parametrize("there", ["file", "folder", "link"])
def test_what_is_there_is_not_touched(tmp_path: Path, there: str) -> None:
    target = tmp_path / "mine"
    if there == "file":
        target.write_text("dear", encoding="utf-8")
    elif there == "folder":
        target.mkdir()
        (target / "letter.txt").write_text("dear", encoding="utf-8")
    else:
        target.symlink_to(tmp_path / "elsewhere")
    before = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*"))
    done = kb(tmp_path, "init", "mine")
    assert done.returncode == 2
    assert "is there already" in done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")) == before


def test_an_empty_folder_is_filled_and_a_place_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    assert kb(tmp_path, "init", "mine").returncode == 0
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    done = kb(tmp_path, "init", "letter.txt/mine")
    assert done.returncode in {2, 3}
    assert "Traceback" not in done.stderr


def steps_of_the_guide() -> list[str]:
    """The commands of the guide that begin with `kb`, as they are written."""
    blocks = re.findall(r"^    (kb .+)$", GUIDE, re.MULTILINE)
    return [re.sub(r"\s+#.*", "", line) for line in blocks]


def test_the_guide_can_be_followed_as_written(tmp_path: Path) -> None:
    """Every command of docs/authoring.md, in its order; the ruling it works in is worked in where it says so."""
    steps = steps_of_the_guide()
    assert len(steps) >= 6
    addition = re.search(r"^```markdown\n(- You may look.*?)\n\n(\[\^.*?)\n```$", GUIDE, re.MULTILINE | re.DOTALL)
    assert addition
    for step in steps:
        if step.startswith("kb serve"):
            continue  # it does not end; tests/test_preview.py knows it
        done = kb(tmp_path, *step.split()[1:])
        assert done.returncode == 0, (step, done.stdout, done.stderr)
        if step.startswith("kb unapplied"):
            book = tmp_path / "mygame" / "texts" / "emended" / "cairn.md"
            text = book.read_text(encoding="utf-8")
            text = text.replace("\n- A stone that falls goes", f"\n{addition.group(1)}\n- A stone that falls goes")
            book.write_text(text + addition.group(2) + "\n", encoding="utf-8")
    told = json.loads(kb(tmp_path, "check", "--corpus", "mygame", "--format", "json").stdout)["diagnostics"]
    assert told == []
    assert (tmp_path / "public" / "index.html").is_file()


def test_the_workflow_of_the_guide_is_made_of_its_commands() -> None:
    """A pull request is built and not published: only the main branch may use the environment of the pages."""
    written = re.search(r"^```yaml\n(name: site\n.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    assert written
    jobs = yaml.safe_load(written.group(1))["jobs"]
    assert [name for name, job in jobs.items() if "environment" in job or "permissions" in job] == ["publish"]
    assert jobs["publish"]["needs"] == "build"
    assert jobs["publish"]["if"] == "github.ref == 'refs/heads/main'"
    run = [step["run"] for step in jobs["build"]["steps"] if "run" in step]
    assert run[0].removeprefix("python3 program/") == "scripts/install.py"
    assert (ROOT / "scripts" / "install.py").is_file()
    own = [command.removeprefix("program/.venv/bin/") for command in run[1:]]
    assert [command.removesuffix(" --format github") for command in own] == [
        step for step in steps_of_the_guide() if step.startswith(("kb check", "kb build"))
    ][-2:]
