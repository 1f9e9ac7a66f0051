"""Books that a command is told to work on: by id, title or abbreviation, in capitals or not, with the same answer."""

from collections.abc import Sequence

import pytest
import typer
from typer.testing import CliRunner

from kb.cli import build_app
from kb.cli._corpus import named_book
from tests.test_site import knowledge

COMMANDS = (
    ("emendations",),
    ("footnotes",),
    ("unapplied",),
    ("parallels",),
    ("collate", "--format", "json"),
    ("instructions", "--propose"),
    ("emend", "compile"),
)


@pytest.mark.parametrize("name", ["bells-below", "BELLS-BELOW", "LBB", "lbb", "Bells Below", "bells below rules"])
def test_a_book_is_known_by_each_of_its_names(name: str) -> None:
    assert named_book(knowledge(), name).work.id == "bells-below"


@pytest.mark.parametrize("name", ["", " ", "bells", "LB", "the rules"])
def test_what_names_no_book_is_told_with_those_there_are(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as ended:
        named_book(knowledge(), name)
    assert ended.value.exit_code == 2
    assert capsys.readouterr().err.rstrip().endswith("there are `bells-below`, `the-drowned-coast`, `winter-quay`")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_answers_the_same_whatever_name_a_book_is_told_by(command: Sequence[str]) -> None:
    first, other = (CliRunner().invoke(build_app(command[0]), [*command, name]) for name in ("bells-below", "lbb"))
    assert first.stdout and (other.exit_code, other.stdout) == (first.exit_code, first.stdout)
