"""Faulty records through the real commands: each told with file, line, column, code and hint; the book is not lost."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from kb.cli import main
from kb.text import Source
from tests.built import LANTERN

BOOK = "bells-below"
PUBLISHED = "texts/original/rulebooks/bells-below.md"
EMENDED = "texts/emended/bells-below.md"
FAULTY = """
  - {id: twice, section: drowned-towns, published: the, emended: a}
  - {id: noted, clause: drowned-towns.p1, emended: Bells ring., footnotes: [no-such-note]}
  - {id: hen, section: drowned-towns, published: egg, emended: hen, after: [egg]}
  - {id: egg, section: drowned-towns, published: hen, emended: egg, after: [hen]}
  - {id: misspelt, section: drowned-towns, publshed: town, emended: city}
  - {id: gone, section: no-such-section, published: town, emended: city}
  - {id: bare, clause: drowned-towns.p1, emended: Bells ring., rulings: [no-such-ruling]}
"""
TOLD = [
    ("twice", 0, "KB606", 5, "text-ambiguous: its words stand 4 times in section `drowned-towns`"),
    ("noted", 1, "KB602", 5, "footnote `no-such-note` of record `noted` is not known"),
    ("hen", 2, "KB605", 5, "waits for itself, by way of `egg`"),
    ("egg", 3, "KB605", 5, "waits for itself, by way of `hen`"),
    ("misspelt", 4, "KB601", 44, "key `publshed` is not known here"),
    ("gone", 5, "KB606", 5, "target-missing: the text has no section `no-such-section`"),
    ("bare", 6, "KB606", 5, "no-text-authority: no text at hand says what it rests on: `no-such-ruling`"),
]


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


class Desk:
    """A corpus with records, and the command as it is called."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.monkeypatch, self.capsys = folder, monkeypatch, capsys
        self.kept = folder / f"records/{BOOK}.yml"

    def run(self, *words: str | Path) -> Ran:
        """Whatever leaves the command but an exit code would be a traceback."""
        self.monkeypatch.setattr("sys.argv", ["kb", *map(str, words)])
        self.capsys.readouterr()
        try:
            main()
        except SystemExit as ended:
            code = int(ended.code or 0)
        else:
            code = 0
        told = self.capsys.readouterr()
        assert "Traceback" not in told.err
        return Ran(code, told.out, told.err)

    def emend(self, *words: str | Path) -> Ran:
        return self.run("emend", *words, "--corpus", self.folder)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    folder = tmp_path / "lantern"
    shutil.copytree(LANTERN, folder, ignore=shutil.ignore_patterns("records"))
    found = Desk(folder, monkeypatch, capsys)
    assert found.emend("extract", BOOK).code == 0
    return found


def test_every_fault_is_told_at_its_place_and_the_book_is_whole(desk: Desk) -> None:
    kept, emended = desk.kept.read_text("utf-8"), (desk.folder / EMENDED).read_text("utf-8")
    head, citations = kept.split("\ncitations:")
    desk.kept.write_text(f"{head}{FAULTY}\ncitations:{citations}", encoding="utf-8")
    first = head.count("\n") + 2

    compiled = desk.emend("compile", BOOK)
    assert (compiled.code, compiled.out) == (1, emended)
    for name, line, code, column, words in TOLD:
        place = f"records/{BOOK}.yml:{first + line}:{column}: error[{code}]: "
        [found] = [told for told in compiled.err.split("\n") if place in told and words in told]
        assert name in found or code == "KB601"
        after = compiled.err.split(found)[1].split("\n")
        assert any(told.startswith("  hint: ") for told in after[1:5]), name

    checked = desk.emend("check", BOOK)
    assert checked.code == 1 and "identical" in checked.out
    gated = desk.run("check", "--gate", "--corpus", desk.folder, "--format", "json")
    refused = {
        (each["line"], each["code"], each["column"])
        for each in json.loads(gated.out)["diagnostics"]
        if each["file"].endswith(f"records/{BOOK}.yml") and each["hint"] and each["severity"] == "error"
    }
    assert gated.code == 1
    assert refused == {(first + line, code, column) for _, line, code, column, _ in TOLD}

    (desk.folder / EMENDED).unlink()
    alone = desk.emend("compile", BOOK)
    assert (alone.code, alone.out) == (1, emended)


def test_a_base_text_that_changed(desk: Desk) -> None:
    place = desk.folder / PUBLISHED
    before, emended = place.read_text("utf-8"), (desk.folder / EMENDED).read_text("utf-8")
    assert before.count("in its comer") == 1
    place.write_text(before.replace("in its comer", "at its comer"), encoding="utf-8")
    compiled = desk.emend("compile", BOOK)
    lines = desk.kept.read_text("utf-8").split("\n")
    name = next(told.split("`")[1] for told in compiled.err.split("\n") if "error[KB606]" in told)
    line = lines.index(f"  - id: {name}") + 1
    assert f"records/{BOOK}.yml:{line}:5: error[KB606]: record `{name}` is not applied, precondition-changed" in (
        compiled.err
    )
    assert f"records/{BOOK}.yml:1:1: warning[KB609]" in compiled.err
    assert compiled.code == 1
    assert compiled.out == emended.replace("in its corner", "at its comer")
    checked = desk.emend("check", BOOK)
    assert checked.code == 1 and "-A drowned town is printed" in checked.out and "hint:" in checked.err
    gated = desk.run("check", "--gate", "--corpus", desk.folder)
    assert gated.code == 1 and "error[KB607]" in gated.out + gated.err and "error[KB606]" in gated.out + gated.err


def test_a_file_that_cannot_be_read_at_all(desk: Desk) -> None:
    desk.kept.write_text("schema: 1\n\trecords: [", encoding="utf-8")
    compiled = desk.emend("compile", BOOK)
    assert compiled.code == 1 and f"records/{BOOK}.yml:2:1: error[KB191]" in compiled.err and not compiled.out
    gated = desk.run("check", "--gate", "--corpus", desk.folder, "--format", "json")
    assert gated.code == 1
    codes = {each["code"] for each in json.loads(gated.out)["diagnostics"]}
    assert "KB191" in codes and "KB412" in codes


def test_records_of_another_work_and_of_none(desk: Desk) -> None:
    text = desk.kept.read_text("utf-8")
    desk.kept.write_text(text.replace(f"work: {BOOK}", "work: winter-quay", 1), encoding="utf-8")
    (desk.folder / "records/bels-below.yml").write_text("schema: 1\n", encoding="utf-8")
    checked = desk.run("check", "--corpus", desk.folder)
    told = checked.out + checked.err
    line = next(at for at, line in enumerate(text.split("\n"), 1) if line.startswith("work:"))
    assert f"records/{BOOK}.yml:{line}:7: error[KB602]: the file says `winter-quay`" in told
    assert "records/bels-below.yml: warning[KB611]" in told or "records/bels-below.yml:1:1: warning[KB611]" in told
    assert checked.code == 1
    compiled = desk.emend("compile", BOOK)
    assert compiled.code == 1 and compiled.out == (desk.folder / EMENDED).read_text("utf-8")


BASE = Source.from_bytes("base", (LANTERN / PUBLISHED).read_bytes())
HEAD = f"schema: 1\nwork: {BOOK}\nbase: {{edition: {BOOK}, sha256: {BASE.sha256}}}\n"
GOOD = "  - {id: good, section: drowned-towns, published: in its comer, emended: in its corner}\n"
OTHER = "id: a, section: drowned-towns, published: drowned town is, emended: sunken town is"
LOST = [
    ("", "1:1: error[KB601]"),
    ("~\n", "1:1: error[KB601]"),
    ("[1, 2]\n", "1:1: error[KB601]"),
    ("\0", "1:1: error[KB191]"),
    (f"{HEAD}records:\n\t- {{id: a}}\n", "5:1: error[KB191]"),
    (f"{HEAD}records: {'[' * 5000}\n", "error[KB193]"),
    (f"{HEAD}records: {{a: b}}\n", "4:10: error[KB601]"),
    (f"{HEAD}records:\n{GOOD}".replace("schema: 1", "schema: 2"), "1:9: error[KB601]"),
    (f"schema: 1\nwork: x\nrecords:\n{GOOD}", "1:1: error[KB601]: key `base` is missing"),
]
LEFT_OUT = [
    ("records:\n{good}  - ~\n  - 3\n  - [a]\n  - {{}}\n", ["6:5: error[KB601]", "7:5: ", "8:5: ", "9:5: error[KB604]"]),
    ("records:\n{good}  - &a {{{other}}}\n  - *a\n", ["6:5: error[KB193]", "7:5: error[KB193]", "7:5: error[KB601]"]),
    ("records:\n{good}  - !!python/object/apply:os.system [x]\n", ["6:5: error[KB193]", "6:5: error[KB601]"]),
    ("records:\n{good}  - {{<<: {{}}, {other}}}\n", ["6:6: error[KB193]"]),
    ("records:\n{good}  - {{{other}, effective: 1998-02-30}}\n", ["error[KB601]: date `1998-02-30` cannot be"]),
    ("records:\n{good}  - {{{other}, issued: \"31 Nov. 1997\"}}\n", ["error[KB601]: date `31 Nov. 1997` cannot be"]),
    ("records:\n{good}{good}", ["6:10: error[KB603]"]),
    ("records:\n{good}  - {{{other}, id: b}}\n", ["error[KB192]: key `id` stands here again"]),
    ("records:\n{good}records: []\n", ["6:1: error[KB192]"]),
    ("records:\n{good}  - {{{other}, rank: 99999999999999999999}}\n", ["error[KB601]: `rank`"]),
    ("records:\n{good}  - {{{other}, emended: \"\\ud800\"}}\n", ["error[KB19"]),
    ("records:\n{good}  - {{id: \"\", section: \"\", published: x}}\n", ["6:10: error[KB601]", "6:23: error[KB601]"]),
    ("records:\n{good}  - {{{other}, supports: [nobody]}}\n", ["6:5: error[KB602]"]),
    ("records:\n{good}  - {{{other}, footnotes: [x], rulings: [y]}}\n", ["6:5: error[KB602]: footnote `x`"]),
    ("records:\n{good}  - {{{other}, occurrence: {{number: -1, of: 3}}}}\n", ["6:5: error[KB606]"]),
    ("records:\n{good}  - {{emended: x, unit: front-matter, kind: structure}}\n", ["6:5: error[KB606]"]),
    ("wrok: 1\nrecords:\n{good}", ["4:1: error[KB601]"]),
    ("apparatus: x\nrecords:\n{good}", ["4:12: error[KB601]"]),
    ("contents: {{record: nobody, columns: []}}\nrecords:\n{good}", ["4:20: error[KB602]"]),
    ("contents: 3\nrecords:\n{good}  - {{clause: a.p1, emended: '{{contents}}'}}\n", ["4:11: ", "7:5: error[KB602]"]),
    ("contents: {{record: good, columns: [], indents: {{\"²\": x}}}}\nrecords:\n{good}", ["error[KB601]: `²`"]),
    ("records:\n{good}---\nschema: 1\n", ["6:1: error[KB193]"]),
    ("records:\n{good}citations: x\n", ["6:12: error[KB601]"]),
    ("records:\n{good}citations:\n  - {{id: a}}\n  - {{id: a}}\n", ["8:10: error[KB603]"]),
    ("records:\n{good}citations:\n  - {{id: \"x]y\"}}\n", ["7:10: error[KB601]"]),
]  # fmt: skip


def compile_bare(desk: Desk, text: str) -> Ran:
    records = desk.folder / "by-hand.yml"
    records.write_bytes(text.encode("utf-8"))
    return desk.run("emend", "compile", LANTERN / PUBLISHED, records)


def test_what_is_no_records_file(bare: Desk) -> None:
    for text, told in LOST:
        ran = compile_bare(bare, text)
        assert ran.code == 1 and told in ran.err and not ran.out, (text[:80], ran.err)


def test_whatever_is_wrong_with_one_part_the_others_are_made(bare: Desk) -> None:
    """And only those: nothing of the faulty part stands in the text."""
    whole = BASE.text.replace("in its comer", "in its corner")
    for form, told in LEFT_OUT:
        ran = compile_bare(bare, HEAD + form.format(good=GOOD, other=OTHER))
        assert ran.code == 1, form
        assert all(place in ran.err for place in told), (form, ran.err)
        assert ran.out in {whole, whole.replace("drowned town is", "sunken town is", 1)}, form


def test_what_is_odd_and_right_is_made(bare: Desk) -> None:
    """A byte order mark, CRLF, lists left empty, words beyond the first plane; a whole chain of records."""
    whole = BASE.text.replace("in its comer", "in its corner")
    for text in (f"\ufeff{HEAD}records:\n{GOOD}", f"{HEAD}records:\n{GOOD}citations:\n".replace("\n", "\r\n")):
        assert (compile_bare(bare, text).code, compile_bare(bare, text).out) == (0, whole)
    assert compile_bare(bare, f"{HEAD}records:\n").out == BASE.text
    odd = GOOD.replace("corner", "𝔠orner \u202e ü")
    made = compile_bare(bare, f"{HEAD}records:\n{odd}")
    assert (made.code, made.out) == (0, BASE.text.replace("in its comer", "in its 𝔠orner \u202e ü"))
    chain = "".join(
        f"  - {{id: r{at}, section: drowned-towns, published: in its comer{at or ''}, emended: in its comer{at + 1}"
        f"{f', after: [r{at - 1}]' if at else ''}}}\n"
        for at in range(30)
    )
    made = compile_bare(bare, f"{HEAD}records:\n{chain}")
    assert (made.code, made.out) == (0, BASE.text.replace("in its comer", "in its comer30"))


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path, monkeypatch, capsys)
