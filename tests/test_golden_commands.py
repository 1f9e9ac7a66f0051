"""The golden commands: each first step of the README, done as it is printed, answers what was accepted.

They are done in the README's order, in a folder that holds the embedded corpus alone: some of them write to it.
"""

import gc
import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.cli import main
from tests.built import LANTERN, ROOT
from tests.goldens import GOLDEN, hold_goldens

KEPT = GOLDEN / "commands"
STEP = re.compile(r"^    (kb [^#\n]*?)(?: *#.*)?$", re.MULTILINE)
FOR_PROGRAMS = ("export",)
"""What this writes is for programs: other tests read it."""


def first_steps() -> tuple[str, ...]:
    """The commands of the section `First steps` that are done on the embedded corpus."""
    readme = (ROOT / "README.md").read_text("utf-8")
    section = readme.split("\n## First steps\n")[1].split("\n## ")[0].split("bare files")[0]
    return tuple(step for step in STEP.findall(section) if not step.removeprefix("kb ").startswith(FOR_PROGRAMS))


def test_the_readme_has_first_steps() -> None:
    commands = {step.split()[1] for step in first_steps()}
    assert commands >= {"emendations", "footnotes", "rulings", "history", "check", "emend", "search"}


@pytest.mark.golden
def test_first_steps_answer_what_was_accepted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shutil.copytree(LANTERN, tmp_path / "rules_source" / "lantern")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    answers = {}
    for step in first_steps():
        words = shlex.split(step)
        monkeypatch.setattr("sys.argv", words)
        code = _end_of(main)
        name = re.sub(r"[^a-z0-9-]+", "~", " ".join(words[1:]).casefold()).strip("~")
        answers[f"{name}.txt"] = f"$ {step}\n{capsys.readouterr().out}exit {code}\n"
    hold_goldens(KEPT, answers)


def _end_of(program: Callable[[], None]) -> int:
    """The exit code of a program run in this process, which looks for rubbish again afterwards."""
    try:
        program()
    except SystemExit as ended:
        return int(ended.code or 0)
    finally:
        gc.enable()
    return 0
