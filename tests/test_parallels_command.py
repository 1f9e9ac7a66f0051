"""`kb parallels` as it is called: bare files, works of a corpus, wrong calls; and changes a sister book lacks."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kb.cli import build_app
from kb.consulting import consult
from kb.queries.unfollowed import Unfollowed, find_unfollowed
from kb.text import Source

RULE = "No boat may leave the harbour while the great bell is ringing over the water."
OTHER = "Every keeper in a drowned town may ring {} of its bells at the turn of the tide."


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    places = [tmp_path / "one.md", tmp_path / "two.md"]
    texts = f"# Harbours\n\n{OTHER.format('one')}\n\n{RULE}\n", f"# Ferries\n\n{RULE}\n\n{OTHER.format('two')}\n"
    for place, text in zip(places, texts, strict=True):
        place.write_text(text, encoding="utf-8")
    return [str(place) for place in places]


def answer(*call: str) -> dict[str, Any]:
    result = CliRunner().invoke(build_app(), ["parallels", *call, "--format", "json"])
    assert result.exit_code == 0, result.output
    told: dict[str, Any] = json.loads(result.stdout)
    return told


def test_json_has_the_fields_of_the_contract(files: list[str]) -> None:
    told = answer(*files)
    assert (told["schema"], told["unfollowed"]) == (1, [])
    changed, same = told["pairs"]
    assert (changed["relation"], changed["similarity"]) == ("substantive", 0.947)
    assert changed["a"]["work"] == files[0]
    assert changed["a"] | {"work": "", "path": ""} == {
        "work": "",
        "clause": "harbours.p1",
        "text": OTHER.format("one"),
        "section": "Harbours",
        "section_id": "harbours",
        "path": "",
        "line": 3,
        "span": [12, 12 + len(OTHER.format("one"))],
        "whole": True,
    }
    (difference,) = changed["differences"]
    assert (difference["a"], difference["b"], difference["kind"]) == ("one", "two", "words")
    assert difference["substantive"]
    text = Path(files[1]).read_text("utf-8")
    assert text[slice(*difference["b_span"])] == "two"
    assert (same["relation"], same["differences"], same["b"]["line"]) == ("identical", [], 3)


def test_text_marks_the_words(files: list[str]) -> None:
    result = CliRunner().invoke(build_app(), ["parallels", *files])
    assert "2 passages shared by 2 works: 1 identical, 0 typographic, 1 substantive" in result.stdout
    assert f"{files[0]}:3 harbours.p1 = {files[1]}:5 ferries.p2  substantive, similarity 0.95" in result.stdout
    assert "ring [-one-] {+two+} of its" in result.stdout


def test_relation_and_order(files: list[str]) -> None:
    assert [pair["relation"] for pair in answer(*files, "--relation", "identical")["pairs"]] == ["identical"]
    turned = answer(*files[::-1])["pairs"]
    assert [pair["a"]["line"] for pair in turned] == [3, 5]
    assert [each["a"] for each in turned[1]["differences"]] == ["two"]


def test_works_of_the_embedded_corpus() -> None:
    every = answer()
    assert every["pairs"]
    of_one = answer("bells-below")["pairs"]
    assert of_one
    assert {pair["a"]["work"] for pair in of_one} == {"bells-below"}
    of_two = answer("bells-below", "the-drowned-coast")["pairs"]
    assert of_two == [pair for pair in of_one if pair["b"]["work"] == "the-drowned-coast"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (["no-such-work"], "no work `no-such-work` in this corpus"),
        (["one.md"], "is one file; name the other one as well"),
        (["one.md", "no-such.md"], "does not exist"),
        (["one.md", "one.md"], "are one file"),
        (["bells-below", "bells-below"], "`bells-below` is named twice"),
        (["a", "b", "c"], "3 works are named, expected at most two"),
        ([""], "no work ``"),
    ],
)
def test_wrong_calls(files: list[str], call: list[str], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if call[0].endswith(".md"):
        monkeypatch.chdir(Path(files[0]).parent)
    result = CliRunner().invoke(build_app(), ["parallels", *call])
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_file_that_is_no_text_is_an_error(files: list[str]) -> None:
    Path(files[1]).write_bytes(b"# Ferries\n\nB\xff\n")
    result = CliRunner().invoke(build_app(), ["parallels", *files])
    assert result.exit_code == 1
    assert "KB101" in result.stderr


# Changes a sister book does not have


def unfollowed(published: str, emended: str, sister: str) -> tuple[Unfollowed, ...]:
    texts = {"emended.md": emended + "\n\n[^a]: See the Ledger.\n", "published.md": published, "sister.md": sister}
    sources = [
        Source.from_text(name, f"# {'Ferries' if name == 'sister.md' else 'Harbours'}\n\n{text}")
        for name, text in texts.items()
    ]
    return find_unfollowed(consult(sources[:1], sources[1:]).value)


@pytest.mark.parametrize(
    ("emended", "sister", "lacks"),
    [
        (f"{RULE} The ferry may.[^a]", RULE, True),
        (f"{RULE} The ferry may.[^a]", f"{RULE} The ferry may.", False),
        (f"{RULE} The ferry may.[^a] See also the Ledger.", f"{RULE} The ferry may.", False),
        (f"{RULE} The ferry may.", RULE, False),
        (f"{RULE.replace(' great', '')}[^a]", RULE, True),
        (f"{RULE.replace(' great', '')}[^a]", RULE.replace(" great", ""), False),
        (f"{RULE.replace('great', 'old')}[^a]", RULE, True),
        (f"{RULE.replace('great', 'old')}[^a]", RULE.replace("great", "small"), False),
        (f"{RULE}\n\nA cracked bell calls nobody home at night.[^a]", RULE, True),
        (
            f"{RULE}\n\nA cracked bell calls nobody home at night.[^a]",
            f"{RULE}\n\n## Bells\n\nA cracked bell calls nobody home at night.",
            False,
        ),
        (f"{RULE} The ferry may.[^a]", "Nothing is said of harbours, boats and bells in this book of ferries.", False),
    ],
)
def test_what_a_sister_book_lacks(emended: str, sister: str, lacks: bool) -> None:
    assert bool(unfollowed(RULE, emended, sister)) is lacks


def test_where_a_sister_book_lacks_it() -> None:
    (found,) = unfollowed(RULE, f"{RULE} The ferry may.[^a]", f"A ferry is a boat.\n\n{RULE}")
    assert (found.work, found.sister.work, found.clause, found.line) == ("published", "sister.md", "ferries.p2", 5)
    assert (found.record.emended_text, found.emended, found.beside) == ("The ferry may.", False, False)
