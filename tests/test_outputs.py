"""Outputs of every kind: a closed one, and one whose encoding lacks what is written, are no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.built import ROOT

NOTE = "# Boats\n\nA lamp “burns”.[^a]\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    (tmp_path / "boats.md").write_text(NOTE, encoding="utf-8")
    return tmp_path


def kb(folder: Path, command: str, **settings: str) -> subprocess.CompletedProcess[bytes]:
    call = ["sh", "-c", command.replace("kb", f"'{sys.executable}' -m kb.cli", 1)]
    env = {**os.environ, "PYTHONPATH": str(ROOT), **settings}
    return subprocess.run(call, cwd=folder, env=env, capture_output=True, check=False)


def test_a_character_that_an_encoding_lacks_is_an_escape(folder: Path) -> None:
    done = kb(folder, "kb check boats.md", PYTHONIOENCODING="ascii")
    assert (done.returncode, b"Traceback" in done.stderr) == (1, False)
    assert rb"A lamp \u201cburns\u201d.[^a]" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="it takes a shell to close an output")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_output_is_no_fault(folder: Path, closed: str) -> None:
    done = kb(folder, f"kb check boats.md {closed}")
    assert (done.returncode, b"Traceback" in done.stderr) == (1, False)
    assert b"kb:" not in done.stdout, "reports go to standard error alone"
