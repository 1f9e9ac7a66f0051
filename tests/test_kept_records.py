"""The records the embedded corpus keeps are those of its book; a ruling folded in by one of them is on the site.

When a text of that book is changed: `kb emend extract bells-below --replace`.
"""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.cli import build_app
from kb.cli import main as run_main

KEPT = "records/bells-below.yml"
EMENDED = "texts/emended/bells-below.md"
RULING = "bells-qitnw2"
WORDS = "A bell may be handed on only between keepers who are both upright."
FOLDED = f"""
  - id: handed-on
    clause: bells.li2
    emended: {WORDS}
    rulings: [{RULING}]

citations:"""


def run(name: str, *words: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(build_app(name), [name, *map(str, words)])
    return result.exit_code, result.stdout


def test_the_records_kept_are_those_of_the_texts(corpus: Path) -> None:
    kept = (corpus / KEPT).read_bytes()
    assert run("emend", "extract", "bells-below", "--corpus", corpus, "--replace")[0] == 0
    assert (corpus / KEPT).read_bytes() == kept
    code, told = run("emend", "check", "bells-below", "--corpus", corpus)
    assert code == 0 and "identical" in told and "56 of 56 records made" in told
    code, told = run("emend", "review", "bells-below", "--corpus", corpus)
    assert (code, told) == (0, "0 of 56 records are to be read again\n")


def test_a_book_kept_as_records_alone_is_the_same_book(corpus: Path) -> None:
    emended = (corpus / EMENDED).read_text("utf-8")
    (corpus / EMENDED).unlink()
    assert run("emend", "compile", "bells-below", "--corpus", corpus) == (0, emended)


def unapplied(corpus: Path) -> str:
    found = json.loads(run("unapplied", "bells-below", "--corpus", corpus, "--format", "json")[1])
    return next(str(each["verdict"]) for each in found["items"] if each["ruling"] == RULING)


def test_a_ruling_folded_in_by_one_record_is_on_every_page(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The book is kept as records alone; one is added, nothing else is edited, and the site is built."""
    (corpus / EMENDED).unlink()
    assert unapplied(corpus) == "not-applied"
    kept = (corpus / KEPT).read_text("utf-8")
    assert kept.count("\ncitations:") == 1
    (corpus / KEPT).write_text(kept.replace("\ncitations:", FOLDED), encoding="utf-8")
    assert unapplied(corpus) == "applied"

    monkeypatch.setattr("sys.argv", ["kb", "build", "--corpus", str(corpus), "--site", str(tmp_path / "site")])
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        run_main()
    assert not ended.value.code

    def page(name: str) -> str:
        return unescape((tmp_path / "site" / name / "index.html").read_text("utf-8"))

    book = page("rules/bells-below")
    item = book[book.index('id="bells.li2"') :].split("</li>")[0]
    assert WORDS in re.sub(r"<[^<>]*>", "", item)
    [anchor] = set(re.findall(r'href="#(fn[^"]*bells-qitnw2)"', item))
    [shown] = re.findall(rf'<ins id="([^"]+)"[^>]*><span[^>]*>[^<]*</span>{WORDS}</ins>', item)
    note = book[book.index(f'id="{anchor}"') :].split("</li>")[0]
    assert WORDS in re.sub(r"<[^<>]*>", "", note)
    assert "See <a" in note and ">HL\N{NO-BREAK SPACE}4, Rulings by Term, Bells</a>" in note
    changes = page("rules/bells-below/changes")
    assert re.search(rf"<ins[^>]*><span[^>]*>[^<]*</span>{WORDS}</ins>", changes)
    change = changes[changes.index(f'id="{shown}"') :].split("</li>")[0]
    assert f"#{RULING}" in change and "Word for word" in change
    records = page("rules/bells-below/records")
    assert 'id="handed-on"' in records and f"The records are kept in <code>{KEPT}</code>" in records
    _, told = run("check", "--gate", "--corpus", corpus)
    assert "handed-on" not in told and KEPT not in told
