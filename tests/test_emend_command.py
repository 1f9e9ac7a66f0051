"""`kb emend`: extract, compile and check, for bare files and for a corpus with records, a hand-made text, or both."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kb.cli import build_app
from kb.compile import Extracted, extract_records
from tests.built import LANTERN

PUBLISHED = LANTERN / "texts/original/rulebooks/bells-below.md"
EMENDED = LANTERN / "texts/emended/bells-below.md"


def run(*words: str | Path) -> tuple[int, str, str]:
    result = CliRunner().invoke(build_app("emend"), ["emend", *map(str, words)])
    return result.exit_code, result.stdout, result.stderr


def test_bare_files(tmp_path: Path) -> None:
    records = tmp_path / "records.yml"
    assert run("extract", PUBLISHED, EMENDED, "-o", records)[0] == 0
    code, text, _ = run("compile", PUBLISHED, records)
    assert (code, text) == (0, EMENDED.read_text("utf-8"))
    code, text, _ = run("check", PUBLISHED, records, EMENDED)
    assert code == 0 and "identical" in text
    other = tmp_path / "other.md"
    other.write_text(EMENDED.read_text("utf-8").replace("carried bell", "tied bell"), encoding="utf-8")
    code, text, _ = run("check", PUBLISHED, records, other)
    assert code == 1 and "\n-" in text and "\n+" in text
    code, text, _ = run("check", PUBLISHED, records, EMENDED, "--format", "json")
    assert code == 0 and json.loads(text)["identical"] is True


ODD = {
    "lines": "\ufeff# Lamps\r\n\r\nA lamp \x00 burns.\x85\n\x0cA\tkeeper\u2028rests.\r\r\n# Boats",
    "letters": "# Lampe\u0301s\n\n\u202e\u05de\u05dc\u05da\u202c burns \U0001f469\u200d\U0001f467 oil.\u00a0\ufffe\n",
    "notes": "[^a]: See `{contents}`: # - ? | > ' \" % @ --- ~ null.\n",
    "long": "A lamp burns. " * 4000,
    "empty": "",
}


@pytest.mark.parametrize("old", ODD)
@pytest.mark.parametrize("new", ODD)
def test_odd_texts_come_back_byte_for_byte(tmp_path: Path, old: str, new: str) -> None:
    published, emended, records, out = (tmp_path / name for name in ("old.md", "new.md", "records.yml", "out.md"))
    published.write_bytes(ODD[old].encode())
    emended.write_bytes(ODD[new].replace("burns", "burnt", 1).encode())
    code, nothing, told = run("extract", published, emended, "-o", records)
    assert (code, nothing) == (0, "")
    assert re.fullmatch(rf"kb: \d+ records? in `{re.escape(str(records))}`\n", told)
    assert run("compile", published, records, "-o", out)[0] == 0
    assert out.read_bytes() == emended.read_bytes()
    assert run("check", published, records, emended)[0] == 0
    for other in (published, emended):
        assert run("rebase", published, records, "--onto", other, "-o", out)[0] == 0
        assert out.read_bytes() == emended.read_bytes()


def test_what_is_wrong_with_the_records_is_told_wherever_they_are_made(tmp_path: Path) -> None:
    records = tmp_path / "records.yml"
    run("extract", PUBLISHED, EMENDED, "-o", records)
    first = records.read_text("utf-8").index("    kind: ")
    records.write_text(
        f"{records.read_text('utf-8')[:first]}    bogus: 1\n{records.read_text('utf-8')[first:]}", "utf-8"
    )
    told = [run("compile", PUBLISHED, records)[::2], run("rebase", PUBLISHED, records, "--onto", EMENDED)[::2]]
    assert all(code == 1 and "error[KB601]: key `bogus` is not known here" in text for code, text in told)


def test_another_text_that_leaves_words_of_a_record_out_is_written_and_ends_with_1(tmp_path: Path) -> None:
    """As a compiled one does. What it has already, what waits for a yes and what is layout is no fault of it."""
    base, other, records, out = (tmp_path / name for name in ("base.md", "other.md", "records.yml", "out.md"))
    base.write_text("# Lamps\n\nA lamp burns oil.\n\nA keeper rests here.\n", "utf-8")
    emended = base.read_text("utf-8").replace("burns oil", "burns no oil").replace("rests here", "rests")
    (tmp_path / "emended.md").write_text(emended, "utf-8")
    assert run("extract", base, tmp_path / "emended.md", "-o", records)[0] == 0

    def rebased(text: str) -> tuple[int, str]:
        other.write_text(text, "utf-8")
        code, _, told = run("rebase", base, records, "--onto", other, "-o", out)
        return code, told.splitlines()[-1]

    code, told = rebased(emended.replace("burns no oil", "burns wax"))
    assert code == 1 and told.endswith("0 of 2 records made in `" + str(other) + "`, 1 left out")
    assert out.read_text("utf-8") == other.read_text("utf-8")
    assert run("rebase", base, records, "--onto", other, "--format", "json")[0] == 1
    code, told = rebased(emended.replace("# Lamps", '# Lamps\n\n<hr id="page2">'))
    assert code == 0 and "left out" not in told


def test_records_that_hold_a_stretch_whole_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def coarse(*given: Any) -> Extracted:
        extracted = extract_records(*given)
        return replace(extracted, coarse=(extracted.records.records[1].id,))

    assert "stretch" not in run("extract", PUBLISHED, EMENDED, "-o", tmp_path / "fine.yml")[2]
    monkeypatch.setattr("kb.cli.emend.extract_records", coarse)
    code, _, told = run("extract", PUBLISHED, EMENDED, "-o", tmp_path / "coarse.yml")
    told = told.splitlines()[-1]
    assert code == 0 and told.startswith("kb: 1 record for a stretch") and told.count("`") == 2


def test_records_are_not_written_over(tmp_path: Path) -> None:
    records = tmp_path / "records.yml"
    run("extract", PUBLISHED, EMENDED, "-o", records)
    assert run("extract", PUBLISHED, EMENDED, "-o", records)[0] == 0
    records.write_text(records.read_text("utf-8") + "# mine\n", encoding="utf-8")
    code, _, told = run("extract", PUBLISHED, EMENDED, "-o", records)
    assert code == 2 and "--replace" in told
    assert run("extract", PUBLISHED, EMENDED, "-o", records, "--replace")[0] == 0


def test_a_corpus_with_both_is_proved(corpus: Path) -> None:
    code, _, told = run("extract", "bells-below", "--corpus", corpus)
    assert code == 0, told
    written = (corpus / "records/bells-below.yml").read_text("utf-8")
    assert "rulings: [" in written and "reviewed: {clause:" in written
    assert not (corpus / "records/.gitignore").exists()
    code, text, _ = run("check", "bells-below", "--corpus", corpus)
    assert code == 0 and "identical" in text


def test_a_corpus_with_records_alone_is_compiled(corpus: Path) -> None:
    run("extract", "bells-below", "--corpus", corpus)
    emended = (corpus / "texts/emended/bells-below.md").read_text("utf-8")
    (corpus / "texts/emended/bells-below.md").unlink()
    code, text, _ = run("compile", "bells-below", "--corpus", corpus)
    assert (code, text) == (0, emended)
    code, _, told = run("check", "bells-below", "--corpus", corpus)
    assert code == 2 and "hand-made" in told


def test_refusals_name_file_and_line(tmp_path: Path) -> None:
    records = tmp_path / "records.yml"
    run("extract", PUBLISHED, EMENDED, "-o", records)
    records.write_text(records.read_text("utf-8").replace("published: comer", "published: cormer"), encoding="utf-8")
    code, text, told = run("compile", PUBLISHED, records)
    assert code == 1 and "KB606" in told and "text-not-found" in told and "hint:" in told
    line = next(n for n, line in enumerate(records.read_text("utf-8").split("\n"), 1) if "drowned-towns~fhnckt" in line)
    assert f"records.yml:{line}:" in told
    assert text.replace("a comer of", "a corner of").replace("its comer", "its corner") == EMENDED.read_text("utf-8")


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    assert run("extract", "no-such-work")[0] == 2
    assert run("compile", "the-drowned-coast")[0] == 2
    assert run("check", PUBLISHED)[0] == 2
    assert run("compile", PUBLISHED, tmp_path / "none.yml")[0] == 2


def test_a_work_without_an_emended_edition_is_told_as_such(corpus: Path) -> None:
    for command, said in (
        ("extract", "has no emended edition: corpus.yml names no text of it with `role: emended`"),
        ("check", "has no records; write `records/winter-quay.yml` (docs/records.md), or add a hand-made text"),
    ):
        code, _, told = run(command, "winter-quay", "--corpus", corpus)
        assert (code, said in told) == (2, True), told
    for command in ("unapplied", "emendations", "footnotes"):
        words = [command, "winter-quay", "--corpus", str(corpus)]
        result = CliRunner().invoke(build_app(command), words)
        assert (result.exit_code, "`kb fetch`" in result.stderr) == (2, False), command
        assert "`winter-quay` has no emended edition" in result.stderr, command
    (corpus / "texts/emended/bells-below.md").unlink()
    (corpus / "records/bells-below.yml").unlink()
    assert "not at hand; bring it in with `kb fetch`" in run("extract", "bells-below", "--corpus", corpus)[2]


def test_a_day_that_is_none_is_told_as_by_every_command() -> None:
    code, text, told = run("compile", "bells-below", "--as-of", "2005-02-30")
    assert (code, text) == (2, "")
    assert told.splitlines()[-1].startswith("kb: `--as-of 2005-02-30` is no date: ")
