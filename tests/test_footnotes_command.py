"""`kb footnotes` as people call it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.cli import build_app

RULINGS = """\
---
title: Kite Rulings 3
permalink: /kite-rulings-3/
---

## Rulings by Term

#### Tail

- Tails are heavy.

## Card Errata and Rulings

- Nothing.
"""
EMENDED = "Tails are heavy.[^a]\n\n[^a]: Tails are heavy. See Kite Rulings 3, [Tail](/kite-rulings-3/#tail).\n"


@pytest.fixture
def texts(tmp_path: Path) -> tuple[Path, Path]:
    emended, rulings = tmp_path / "emended.md", tmp_path / "rulings.md"
    emended.write_text(EMENDED, encoding="utf-8")
    rulings.write_text(RULINGS, encoding="utf-8")
    return emended, rulings


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(build_app(), ["footnotes", *arguments])
    return result.exit_code, result.stdout, result.stderr


def test_json_has_the_promised_fields(texts: tuple[Path, Path]) -> None:
    emended, rulings = texts
    code, out, err = run(str(emended), "--against", str(rulings), "--format", "json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["schema"] == 1
    (item,) = found["items"]
    assert set(item) == {
        "id", "line", "quote", "cites", "relation", "similarity", "sources", "references", "kind",
        "effective_cited", "effective_in_source", "problems",
    }  # fmt: skip
    assert item["relation"] == "verbatim"
    place = {"file": rulings.as_posix(), "heading": "Tail", "anchor": "tail", "line": 10}
    assert item["sources"] == [place]
    assert item["references"] == [
        {"line": 1, "clause": "top.p1", "relation": "verbatim", "similarity": 1.0, "sources": [place]}
    ]
    (cite,) = item["cites"]
    assert (cite["work"], cite["heading"], cite["anchor"], cite["resolves"]) == ("Kite Rulings 3", "Tail", "tail", True)


def test_text_is_for_people(texts: tuple[Path, Path]) -> None:
    emended, rulings = texts
    code, out, _ = run(str(emended), "--against", str(rulings))
    assert code == 0
    assert "[^a] verbatim 1.00 (clarification)" in out
    assert out.endswith("1 footnote, 0 of them pointers; 1 reference\n")


def test_a_text_that_is_called_as_its_only_heading_is_named_once(tmp_path: Path) -> None:
    emended, sheet = tmp_path / "emended.md", tmp_path / "sheet.md"
    note = "Tails are heavy. See [Errata Sheet](/errata/#errata-sheet)."
    emended.write_text(f"Tails are heavy.[^a]\n\n[^a]: {note}\n", encoding="utf-8")
    sheet.write_text("---\ntitle: Errata Sheet\npermalink: /errata/\n---\n\n# Errata Sheet\n\nTails are heavy.\n")
    _, out, _ = run(str(emended), "--against", str(sheet))
    assert "    cites Errata Sheet\n" in out


def test_without_the_source_nothing_is_found(texts: tuple[Path, Path]) -> None:
    code, out, _ = run(str(texts[0]), "--format", "json")
    assert code == 0
    assert json.loads(out)["items"][0]["problems"] == ["source-not-at-hand"]


def test_a_work_of_the_corpus_needs_no_files() -> None:
    code, out, _ = run("bells-below", "--corpus", "lantern", "--format", "json")
    assert code == 0
    assert json.loads(out)["file"] == "emended/bells-below.md"


def test_wrong_calls_are_told(texts: tuple[Path, Path]) -> None:
    assert run("no-such-work", "--corpus", "lantern")[0] == 2
    assert run("no-such-file.md", "--against", str(texts[1]))[0] == 2
    assert run(str(texts[0]), "--against", "no-such-file.md")[0] == 2


def test_bad_bytes_are_an_error_with_their_place(tmp_path: Path) -> None:
    path = tmp_path / "bad.md"
    path.write_bytes(b"Tails\n\xff\n")
    code, _, err = run(str(path))
    assert code == 1
    assert "bad.md:2:1: error[KB101]" in err


@pytest.mark.parametrize("name", ["kite-guide", "texts/guide.md"])
def test_the_footnotes_of_any_text_of_a_corpus_are_judged_by_its_texts(tmp_path: Path, name: str) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "corpus.yml").write_text(
        "schema: 1\ntitle: Kites\ngame: Kites\ndescription: Kites.\nrights: {owner: We, statement: Ours.}\n"
        "texts: texts\ncompendia:\n  kr:\n    title: Kite Rulings\n    abbreviation: KR\n    versions:\n"
        '      - {id: kr-3, number: "3", date: "2001", path: rulings.md}\n'
        "documents:\n  - {id: kite-guide, kind: guide, title: Kite Guide, path: guide.md}\n",
        encoding="utf-8",
    )
    (tmp_path / "texts" / "rulings.md").write_text(RULINGS, encoding="utf-8")
    (tmp_path / "texts" / "guide.md").write_text(f"# Kite Guide\n\n{EMENDED}", encoding="utf-8")
    named = str(tmp_path / name) if name.endswith(".md") else name
    code, out, err = run(named, "--corpus", str(tmp_path))
    assert code == 0, err
    assert "[^a] verbatim 1.00 (clarification)" in out
