"""The command line as a whole: what is answered before any command is loaded."""

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from kb import __version__
from kb.cli import build_app, main
from tests.built import ROOT

ASK = "import sys; sys.argv = ['kb', '--version']; from kb.cli import main; main(); print('typer' in sys.modules)"


def test_the_version_is_told_without_loading_a_command() -> None:
    told = subprocess.run([sys.executable, "-c", ASK], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == [f"kb {__version__}", "False"]


@pytest.mark.parametrize("asked", ["KB412", "kb412", "412", "clarification-uncited", " Clarification-Uncited "])
def test_a_code_is_explained_by_its_number_or_its_name(asked: str) -> None:
    told = CliRunner().invoke(build_app("explain"), ["explain", asked])
    assert (told.exit_code, told.stdout.split()[:2]) == (0, ["KB412", "clarification-uncited"])


@pytest.mark.parametrize("asked", ["KB41", "41", "", "uncited"])
def test_a_code_that_is_not_there_is_not_explained(asked: str) -> None:
    told = CliRunner().invoke(build_app("explain"), ["explain", asked])
    assert (told.exit_code, told.stdout) == (2, "")


@pytest.mark.parametrize(
    ("words", "shown"),
    [(["help"], "Usage: kb [OPTIONS] COMMAND"), (["help", "emend", "check"], "Usage: kb emend check")],
)
def test_help_may_be_asked_for_as_a_command(
    words: list[str], shown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["kb", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    assert shown in capsys.readouterr().out
