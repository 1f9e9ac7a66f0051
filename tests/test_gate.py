"""The gate: what it lets through and what not, exit codes, formats, and the document that tells of it."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from kb.cli import main
from kb.cli.explain import all_codes
from kb.diagnostics import Code, Severity, close_gate, diagnose, has_errors
from kb.text import Source, Span
from tests.built import ROOT

PUBLISHED = "# Harbour\n\nA keeper may light a lamp at one pier. Oil is paid at dusk.\n"
LEDGER = """---
title: Ledger 4
permalink: /rulings/ledger-4/
---

# Ledger

## Rulings by Term

### Lamps

 - A keeper may light two lamps at one pier.

### Storms

 - A storm ends before any keeper may light a lamp.

## Card Errata and Rulings

### Brass Gull

 - The Brass Gull may be fed twice in one night.
"""
CHANGED = "# Harbour\n\nA keeper may light two lamps at one pier.{} Oil is paid at dusk.\n\n{}\n"
CITED = CHANGED.format("[^a]", "[^a]: {} See [Ledger 4, {}](/rulings/ledger-4/#{}).")
QUOTED = "A keeper may light two lamps at one pier."


def run(monkeypatch: pytest.MonkeyPatch, folder: Path, *words: str) -> int:
    """The exit code of a command called in a folder."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.argv", ["kb", *words])
    try:
        main()
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


def write(folder: Path, emended: str) -> list[str]:
    for name, text in (("emended.md", emended), ("published.md", PUBLISHED), ("ledger.md", LEDGER)):
        (folder / name).write_text(text, encoding="utf-8")
    return ["check", "emended.md", "--against", "published.md", "--against", "ledger.md"]


GATED = [
    ("no footnote", CHANGED.format("", ""), "KB411"),
    ("a footnote without a source", CHANGED.format("[^a]", f"[^a]: {QUOTED}"), "KB413"),
    ("a heading that is not there", CITED.format(QUOTED, "Lamps", "lanterns"), "KB431"),
    ("the wrong heading", CITED.format(QUOTED, "Storms", "storms"), "KB432"),
    (
        "a quotation of something else",
        CITED.format("Whales sing in every harbour at night.", "Lamps", "lamps"),
        "KB442",
    ),
    ("a note without a footnote", PUBLISHED + "\n> **Clarification:** Whales may sing all night long.\n", "KB412"),
]


@pytest.mark.parametrize(("emended", "code"), [case[1:] for case in GATED], ids=[case[0] for case in GATED])
def test_the_gate_is_closed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, emended: str, code: str
) -> None:
    call = write(tmp_path, emended)
    assert run(monkeypatch, tmp_path, *call) == 0
    capsys.readouterr()
    assert run(monkeypatch, tmp_path, *call, "--gate", "--format", "json") == 1
    told = capsys.readouterr()
    found = [each for each in json.loads(told.out)["diagnostics"] if each["gate"]]
    assert code in {each["code"] for each in found}
    assert {each["severity"] for each in found} == {"error"}
    assert "the gate is closed" in told.err


def test_the_gate_is_open(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    call = write(tmp_path, CITED.format(QUOTED, "Lamps", "lamps"))
    assert run(monkeypatch, tmp_path, *call, "--gate") == 0
    assert "the gate is open" in capsys.readouterr().err


def test_each_format_says_that_it_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    call = write(tmp_path, CHANGED.format("", ""))
    for form, said in (("text", "error[KB411]"), ("github", "::error file=emended.md,line=3"), ("sarif", '"error"')):
        assert run(monkeypatch, tmp_path, *call, "--gate", "--format", form) == 1
        assert said in capsys.readouterr().out
        assert run(monkeypatch, tmp_path, *call, "--format", form) == 0
        assert said not in capsys.readouterr().out


def test_the_build_of_an_editor_who_turns_it_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    corpus, site = str(ROOT / "rules_source" / "lantern"), tmp_path / "site"
    assert run(monkeypatch, tmp_path, "build", "--corpus", corpus, "--site", str(site), "--gate", "-q") == 1
    assert "nothing was published" in capsys.readouterr().err
    assert not site.exists()


def test_records_that_do_not_rebuild_their_book(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = tmp_path / "game"
    shutil.copytree(ROOT / "rules_source" / "lantern", game)
    assert run(monkeypatch, tmp_path, "emend", "extract", "bells-below", "--replace", "--corpus", "game") == 0

    def told() -> list[str]:
        capsys.readouterr()
        run(monkeypatch, tmp_path, "check", "--gate", "--corpus", "game", "--format", "json")
        found = json.loads(capsys.readouterr().out)["diagnostics"]
        return [each["severity"] for each in found if each["code"] == "KB607"]

    assert told() == []
    book = game / "texts" / "emended" / "bells-below.md"
    book.write_text(book.read_text(encoding="utf-8").replace("A drowned town", "Any drowned town", 1), encoding="utf-8")
    assert told() == ["error"]


def test_a_code_keeps_its_severity_outside_the_gate() -> None:
    code = Code("KB999", "test", Severity.SUGGESTION, "A test.", gate=True)
    found = diagnose(code, Source.from_text("a.md", "words\n"), Span(0, 5), "something")
    assert not has_errors([found])
    assert has_errors(close_gate([found]))
    assert found.code.severity is Severity.SUGGESTION


def test_the_document_lists_the_codes_that_stop_it() -> None:
    page = (ROOT / "docs" / "gate.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| (KB\d{3}) \|", page, re.MULTILINE)
    assert listed == [code.code for code in all_codes().values() if code.gate]


def test_the_workflow_of_the_document_is_one() -> None:
    page = (ROOT / "docs" / "gate.md").read_text(encoding="utf-8")
    block = re.search(r"```yaml\n(.*?)```", page, re.DOTALL)
    assert block is not None
    assert len(block[1].splitlines()) == 10
    workflow = yaml.safe_load(block[1])
    assert workflow["jobs"]["gate"]["steps"][-1]["run"] == "kb check --gate --corpus rules --format github"


LEVELS = {"error", "warning", "note", "none"}


def test_sarif_has_what_the_standard_requires(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The required properties of SARIF 2.1.0, and what code scanning asks for besides."""
    run(monkeypatch, ROOT, "check", "--format", "sarif")
    log: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    (each,) = log["runs"]
    driver = each["tool"]["driver"]
    assert isinstance(driver["name"], str) and driver["name"]
    assert each["columnKind"] == "unicodeCodePoints"
    rules = [rule["id"] for rule in driver["rules"]]
    assert len(rules) == len(set(rules)) > 5
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"] and rule["fullDescription"]["text"]
        assert rule["defaultConfiguration"]["level"] in LEVELS
    assert len(each["results"]) > 20
    for result in each["results"]:
        assert result["message"]["text"]
        assert result["level"] in LEVELS
        assert rules[result["ruleIndex"]] == result["ruleId"]
        (location,) = result["locations"]
        uri = location["physicalLocation"]["artifactLocation"]["uri"]
        assert re.fullmatch(r"[A-Za-z0-9._~/%-]+", uri) and not uri.startswith("/")
        region = location["physicalLocation"].get("region")
        if region is not None:
            assert region["startLine"] >= 1 and region["startColumn"] >= 1
            assert region.get("endColumn", region["startColumn"] + 1) > region["startColumn"]
