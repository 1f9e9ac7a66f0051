"""`make site` with a `kb` that only tells how it was called: what is done when texts cannot be fetched."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.built import ROOT


def make_site(folder: Path, fetched: int, *arguments: str) -> tuple[int, list[str], str]:
    """Exit code, the calls of `kb`, and standard error, where `kb fetch` ends with the exit code `fetched`."""
    (folder / "scripts").mkdir()
    (folder / "rules_source" / "lamp").mkdir(parents=True)
    for name in ("requirements.lock", "scripts/install.py"):
        (folder / name).write_text("", encoding="utf-8")
    shutil.copyfile(ROOT / "Makefile", folder / "Makefile")
    (folder / "rules_source" / "lamp" / "corpus.yml").write_text("upstream:\n  repository: x\n", encoding="utf-8")
    program = folder / ".venv" / "bin" / "kb"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\necho "$*" >> calls\n[ "$1" != fetch ] || exit {fetched}\n', encoding="utf-8")
    program.chmod(0o755)
    (folder / ".venv" / "installed").write_text("", encoding="utf-8")
    done = subprocess.run(
        ["make", "site", "CORPUS=lamp", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin"},
    )
    return done.returncode, (folder / "calls").read_text(encoding="utf-8").splitlines(), done.stderr


BUILD = "build --corpus rules_source/lamp --site build/site"


def test_without_the_network_the_texts_at_hand_are_built(tmp_path: Path) -> None:
    status, calls, told = make_site(tmp_path, 3)
    assert (status, calls) == (0, ["fetch lamp", BUILD])
    assert "going on with the texts at hand" in told
    assert "FROM=DIR" in told


@pytest.mark.parametrize("fetched", [1, 2])
def test_a_refused_text_ends_it(tmp_path: Path, fetched: int) -> None:
    status, calls, _ = make_site(tmp_path, fetched)
    assert (status, calls) == (2, ["fetch lamp"])


def test_texts_are_copied_from_a_folder(tmp_path: Path) -> None:
    status, calls, told = make_site(tmp_path, 0, "FROM=some where")
    assert (status, calls, told) == (0, ["fetch lamp --from some where", BUILD], "")
