"""`kb collate` as it is called: bare files, a work of the embedded corpus, further witnesses, wrong calls."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.cli import build_app

BASE = """# Boats

A boat may carry two keepers and the oil they need for one night at sea.

When a storm comes, each keeper on deck rolls a die and adds +l to it.

- A boat without a lamp drifts two fathoms towards the rocks.
- A boat with a lit lamp stays where it is until morning comes.
"""
WEB = BASE.replace("two keepers", "three keepers").replace("+l", "+1").replace("fathoms", "fathorns")
OTHER = "# Gulls\n\nNothing here is said of anything that the first text talks about; it is about birds alone.\n"


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    places = [tmp_path / "old.md", tmp_path / "web.md", tmp_path / "birds.md"]
    for place, text in zip(places, (BASE, WEB, OTHER), strict=True):
        place.write_text(text, encoding="utf-8")
    return [str(place) for place in places]


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(build_app(), ["collate", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_the_changes_of_an_emended_text_are_told_where_they_are() -> None:
    code, out, _ = run("the-drowned-coast", "--corpus", "lantern")
    assert code == 0
    assert out.endswith("its changes are no variants, see `kb emendations the-drowned-coast`\n")
    assert out.count("is the emended text") == 1
    assert "is the emended text" not in run("winter-quay", "--corpus", "lantern")[1]


def test_json_has_the_fields_of_the_contract(files: list[str]) -> None:
    code, out, _ = run(*files[:2], "--format", "json")
    answer = json.loads(out)
    assert code == 0
    assert (answer["schema"], answer["base"], answer["witnesses"]) == (1, "old", ["old", "web"])
    assert [text["path"] for text in answer["texts"]] == files[:2]
    found = {(item["kind"], item["readings"]["old"], item["readings"]["web"]) for item in answer["variants"]}
    assert found == {
        ("figure", "two", "three"),
        ("figure", "+l", "+1"),
        ("scanning-error", "fathoms", "fathorns"),
    }
    slip = next(item for item in answer["variants"] if item["readings"]["old"] == "+l")
    assert (slip["clause"], slip["line"], slip["substantive"]) == ("boats.p2", 5, True)
    assert (slip["suggestion"], slip["states"]) == ("+1", {"old": "same", "web": "differs"})
    assert BASE[slice(*slip["span"])] == "+l"
    assert WEB[slice(*slip["places"]["web"]["span"])] == "+1"


def test_text_shows_substance_and_counts_noise(files: list[str]) -> None:
    code, out, _ = run(*files[:2])
    assert code == 0
    assert "two ]\n        web: three" in out
    assert "fathorns" not in out
    assert "old against web: 2 of substance, 1 of noise" in out
    assert "fathorns" in run(*files[:2], "--all")[1]


def test_pictures_are_told_by_their_words_and_no_markup_of_theirs(files: list[str]) -> None:
    shown = "the big ![a can](img/can.png) cask ![](img/full-cask.png) filled"
    Path(files[1]).write_text(BASE.replace("the oil", shown), encoding="utf-8")
    code, out, _ = run(*files[:2])
    assert code == 0
    assert "  web: big [a can] cask [full-cask] filled\n" in out
    _, told, _ = run(*files[:2], "--format", "json")
    readings = [variant["readings"]["web"] for variant in json.loads(told)["variants"]]
    assert "big ![a can](img/can.png) cask ![](img/full-cask.png) filled" in readings, (
        "programs have the source as it is"
    )


def test_another_text_is_refused_with_its_likeness(files: list[str]) -> None:
    code, out, err = run(*files, "--format", "json")
    assert code == 1
    assert "KB181" in err
    assert "similarity 0." in err
    answer = json.loads(out)
    assert answer["witnesses"] == ["old", "web"]
    assert [each["witness"] for each in answer["refused"]] == ["birds"]


def test_a_work_of_the_corpus_and_a_further_witness(tmp_path: Path) -> None:
    code, out, _ = run("the-drowned-coast")
    assert code == 0
    assert "the-drowned-coast-second-printing: thirty" in out
    texts = Path(__file__).parent.parent / "rules_source" / "lantern" / "texts"
    scan = tmp_path / "scan.md"
    text = (texts / "original/rulebooks/the-drowned-coast.md").read_text("utf-8")
    scan.write_text(text.replace("twenty-four oil tokens", "twelve oil tokens"), encoding="utf-8")
    answer = json.loads(run("the-drowned-coast", str(scan), "--format", "json")[1])
    assert answer["witnesses"][0] == "the-drowned-coast"
    assert "scan" in answer["witnesses"]
    assert any(item["readings"]["scan"] == "twelve" for item in answer["variants"] if item["substantive"])


@pytest.mark.parametrize(
    ("content", "code", "word"),
    [(b"", 1, "KB1"), (b"\xff\xfea\x00b\x00", 1, "KB101"), (b"x" * 3_000_000, 1, "KB1")],
    ids=["empty", "another encoding", "one line of 3 MB"],
)
def test_bad_witnesses_are_diagnosed(files: list[str], tmp_path: Path, content: bytes, code: int, word: str) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_bytes(content)
    found, _, err = run(files[0], str(bad))
    assert found == code
    assert word in err
    assert "Traceback" not in err


def test_wrong_calls_are_told(files: list[str], tmp_path: Path) -> None:
    assert run(files[0])[0] == 2
    assert run("no-such-work")[0] == 2
    assert run(files[0], str(tmp_path / "none.md"))[0] == 2


def test_footnotes_that_the_base_lacks_make_a_text_emended_and_that_is_told(files: list[str]) -> None:
    noted = WEB.replace("at sea.", "at sea.[^1]") + "\n[^1]: Of the harbour.\n"
    Path(files[1]).write_text(noted, encoding="utf-8")
    code, out, _ = run(*files[:2])
    assert code == 0
    assert "0 of substance" in out
    assert (
        f"`web` has footnotes and is taken for emended: its changes are no variants, see `kb emendations {files[0]}"
        in out
    )
    Path(files[0]).write_text(BASE.replace("at sea.", "at sea.[^1]") + "\n[^1]: Of the deep.\n", encoding="utf-8")
    code, out, _ = run(*files[:2])
    assert code == 0
    assert "two ]\n        web: three" in out and "taken for emended" not in out
