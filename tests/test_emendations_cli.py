"""`kb emendations` as it is called: two bare files, a work of the embedded corpus, wrong calls."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.cli import build_app

OLD = "# Boats\n\nA boat may carry two keepers.\n"
NEW = "# Boats\n\nA boat may carry _two_ keepers. It drifts.[^a]\n\n[^a]: See there.\n"


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    places = [tmp_path / "old.md", tmp_path / "new.md"]
    for place, text in zip(places, (OLD, NEW), strict=True):
        place.write_text(text, encoding="utf-8")
    return [str(place) for place in places]


def test_json_has_the_fields_of_the_contract(files: list[str]) -> None:
    result = CliRunner().invoke(build_app(), ["emendations", *files, "--format", "json"])
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert (answer["schema"], answer["published"], answer["emended"]) == (1, *files)
    item = next(item for item in answer["items"] if item["substantive"])
    assert item["kind"] == "insertion"
    assert (item["section"], item["section_id"], item["clause"]) == ("Boats", "boats", "boats.p1")
    assert NEW[slice(*item["emended_span"])] == item["emended_text"] == "It drifts."
    assert OLD[: item["published_span"][0]] == OLD.rstrip()
    assert item["authorities"] == [{"footnote": "a", "relation": None, "similarity": None, "rulings": []}]
    assert (item["authority_status"], item["effective"], item["label"]) == ("cited", None, None)


def test_text_shows_words_and_counts_the_rest(files: list[str]) -> None:
    result = CliRunner().invoke(build_app(), ["emendations", *files])
    assert f"{files[1]}:3:33: insertion (sentence), [^a]" in result.stdout
    assert "  + It drifts." in result.stdout
    assert "3 changes, 1 substantive, 0 of them uncited; 2 of markup and structure not shown" in result.stdout
    everything = CliRunner().invoke(build_app(), ["emendations", *files, "--all"])
    assert "not shown" not in everything.stdout


def test_a_moved_clause_says_where_it_stood_and_stands(tmp_path: Path) -> None:
    """Both halves of a move lead to each other; other changes say nothing of the kind."""
    told = "A keeper who is soaked at noon stays ashore until the lamps of both towers are lit again."
    others = [f"Rule {n} of the harbour says what the {n} boats of it may carry." for n in ("one", "two", "three")]
    old, new = tmp_path / "old.md", tmp_path / "new.md"
    old.write_text("\n\n".join(["# Boats", told, *others]) + "\n", encoding="utf-8")
    new.write_text("\n\n".join(["# Boats", *others, told, "Nothing floats."]) + "\n", encoding="utf-8")
    lines = CliRunner().invoke(build_app(), ["emendations", str(old), str(new)]).stdout.splitlines()
    heads = [line for line in lines if line.startswith(str(tmp_path))]
    assert [line.rpartition("  #")[0] for line in heads if ", moved " in line] == [
        f"{old}:3:1: deletion (paragraph), moved to {new}:9:1",
        f"{new}:9:1: insertion (paragraph), moved from {old}:3:1",
    ]
    assert len(heads) == 3
    answer = CliRunner().invoke(build_app(), ["emendations", str(old), str(new), "--format", "json"]).stdout
    items = {item["id"]: item for item in json.loads(answer)["items"]}
    ids = [line.rpartition("  #")[2] for line in heads]
    assert [items[each]["moved"] for each in ids] == [ids[1], ids[0], None]


def test_work_of_the_embedded_corpus() -> None:
    result = CliRunner().invoke(build_app(), ["emendations", "bells-below"])
    assert result.exit_code == 0
    assert "bells-below.md" in result.stdout


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (["no-such-work"], "no work `no-such-work` in this corpus"),
        (["no-such.md", "neither.md"], "`no-such.md` does not exist"),
    ],
)
def test_wrong_calls(call: list[str], message: str) -> None:
    result = CliRunner().invoke(build_app(), ["emendations", *call])
    assert result.exit_code == 2
    assert message in result.stderr
