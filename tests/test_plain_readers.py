"""The readers of plain texts: each case shows a text and every clause read from it; bad input is told, not guessed."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.borrowing import PLAIN_READERS, choose_reader
from kb.cli import build_app
from kb.coverage import account_words
from kb.diagnostics import decode_source
from kb.plain import build_document
from kb.readers.kramdown import read_document
from kb.text import Source
from tests.kramdown_cases import shape
from tests.reading import broken_promises

FOLDER = Path(__file__).parent / "cases" / "plain"
CASES = sorted(FOLDER.glob("*.md"))
_CASE = re.compile(r"^````(?P<reader>[a-z-]+)\n(?P<text>.*?)^````\n\n````facts\n(?P<facts>.*?)^````$", re.M | re.S)


def read_case(reader: str, text: str) -> Iterator[str]:
    """What a reader makes of a text: each clause, its links, the tree, what is wrong."""
    read = PLAIN_READERS[reader](Source.from_text("witness.txt", text), None)
    document = read.value.document
    line_of = document.source.line_of
    assert broken_promises(document) == []
    for clause, standing in zip(document.clauses, read.value.standings, strict=True):
        label = f" [{clause.label}]" if clause.label else ""
        line, known = line_of(clause.span.start), f"{clause.kind.value} {standing.ground.value}{label}"
        yield f"{line} {clause.id} {known} | {clause.text}"
    yield "tree " + " ".join(shape(block) for block in document.blocks)
    yield from (f"link {link.href} @{line_of(link.span.start)}" for link in document.links)
    yield from (f"diagnostic {found.code.code} {found.line} {found.message}" for found in read.diagnostics)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    found = list(_CASE.finditer(path.read_text(encoding="utf-8")))
    assert found
    for case in found:
        assert list(read_case(case["reader"], case["text"])) == case["facts"].splitlines()


def codes(text: str, reader: str = "web-text") -> list[str]:
    return [found.code.name for found in PLAIN_READERS[reader](Source.from_text("witness.txt", text), None).diagnostics]


@pytest.mark.parametrize("reader", sorted(PLAIN_READERS))
def test_bad_input_is_told(reader: str) -> None:
    assert codes("", reader) == ["text-without-words"]
    assert codes("----\n\n  * \n", reader) == ["text-without-words"]
    assert codes("A lamp burns. " * 220_000, reader) == ["text-in-one-line"]
    assert codes("A l\ufffdmp b\ufffdrns.\n", reader) == ["strange-character"]
    assert codes("A\0 \0l\0a\0m\0p\0", reader) == ["strange-character"]
    assert codes("A lamp burns.\n", reader) == []


@pytest.mark.parametrize(
    ("data", "hint"),
    [(b"%PDF-1.4\n%\xe2\xe3\n", "a PDF"), (b"PK\x03\x04\xff", "a packed file"), (b"\x89PNG\r\n\xff", "a picture")],
)
def test_a_file_that_is_no_text_is_told_for_what_it_is(data: bytes, hint: str) -> None:
    (found,) = decode_source("book.md", data).diagnostics
    assert (found.code.code, found.hint.startswith(f"it is {hint}")) == ("KB101", True)


@pytest.mark.parametrize(("encoding", "hint"), [("latin-1", "Windows-1252"), ("utf-16", "UTF-16")])
def test_another_encoding_is_told(encoding: str, hint: str) -> None:
    decoded = decode_source("witness.txt", "Lórien burns.\n".encode(encoding))
    assert decoded.value is None
    (found,) = decoded.diagnostics
    assert (found.code.code, found.line) == ("KB101", 1)
    assert hint in found.hint


def test_a_file_says_itself_how_it_is_read() -> None:
    wrapped = "A wick burns for three turns unless a storm\nputs it out or its keeper trims it short.\n" * 4
    line = "A wick burns for three turns unless a storm puts it out or its keeper trims it short.\n" * 4

    def chosen(text: str, name: str = "page.txt") -> str | None:
        return choose_reader(Source.from_text(name, text))

    assert chosen(wrapped) == "web-text"
    assert chosen(line) == "scrape"
    assert chosen(f"* {line}* {line}") == "web-text"
    assert [
        chosen(mark + wrapped) for mark in ("# Lamps\n", "---\n", "[oil](/oil)\n", "**Note:** ", "{: .note}\n")
    ] == [None] * 5
    assert chosen(wrapped, "page.md") is None


BASE = "# Lamps\n\nA wick burns for three turns unless a storm puts it out.\n\n- A keeper may trim each wick once.\n"
WITNESS = (
    "Pickled plums!\n\nLAMPS\n\nA wick burns for three turns unless a storm\nputs it out. A keeper may trim each wick\n"
    "once.\n"
)


def test_inspect_shows_a_plain_text_and_what_it_borrows(tmp_path: Path) -> None:
    (tmp_path / "base.md").write_text(BASE, encoding="utf-8")
    (tmp_path / "page.txt").write_text(WITNESS, encoding="utf-8")
    page, base = str(tmp_path / "page.txt"), str(tmp_path / "base.md")
    runner = CliRunner()
    alone = json.loads(runner.invoke(build_app(), ["inspect", page, "--format", "json"]).stdout)["plain"]
    assert (alone["reader"], alone["base"], alone["similarity"], alone["exclusions"]) == ("web-text", None, None, [])
    lent = json.loads(runner.invoke(build_app(), ["inspect", page, "--base", base, "--format", "json"]).stdout)["plain"]
    assert (lent["similarity"], lent["refused"]) == (1.0, False)
    assert [(each["id"], each["kind"], each["line"], each["end_line"], each["base"]) for each in lent["clauses"]] == [
        ("lamps", "heading", 3, 3, ["lamps"]),
        ("lamps.p1", "p", 5, 6, ["lamps.p1"]),
        ("lamps.li1", "li", 6, 7, ["lamps.li1"]),
    ]
    assert lent["exclusions"] == [{"line": 1, "end_line": 1, "reason": "before the work"}]
    shown = runner.invoke(build_app(), ["inspect", page, "--base", base]).stdout
    assert "read as web-text, similarity 1.00 to" in shown
    assert "1.00 base     lamps.li1  = lamps.li1" in shown
    assert "1  to line 1: before the work" in shown


def test_inspect_reads_as_it_is_told_and_refuses_another_text(tmp_path: Path) -> None:
    (tmp_path / "base.md").write_text(BASE, encoding="utf-8")
    (tmp_path / "page.txt").write_text("Pickled plums for sale at the market!\n", encoding="utf-8")
    page, base = str(tmp_path / "page.txt"), str(tmp_path / "base.md")
    runner = CliRunner()
    found = json.loads(runner.invoke(build_app(), ["inspect", base, "--reader", "scrape", "--format", "json"]).stdout)
    assert found["plain"]["reader"] == "scrape"
    assert "plain" not in json.loads(
        runner.invoke(build_app(), ["inspect", page, "--reader", "kramdown", "--format", "json"]).stdout
    )
    refused = runner.invoke(build_app(), ["inspect", page, "--base", base])
    assert refused.exit_code == 1
    assert "KB175" in refused.stderr
    assert "similarity 0.00" in refused.stderr
    assert runner.invoke(build_app(), ["inspect", base, "--base", base]).exit_code == 2
    assert runner.invoke(build_app(), ["inspect", page, "--base", str(tmp_path / "none.md")]).exit_code == 2


PARTED = (
    "The bid-\nding ends. A two-\nplayer game, re-\nsigned, is over; "
    "a co-\noper of oil rides at the lee\u00ad\nward pier.\n"
)


@pytest.mark.parametrize(
    ("behind", "base", "read"),
    [
        (
            "",
            "",
            "The bid-ding ends. A two-player game, re-signed, is over; a co-oper of oil rides at the leeward pier.",
        ),
        (
            "\nNo bidding at the two-player quay.\n",
            "",
            "The bidding ends. A two-player game, re-signed, is over; a co-oper of oil rides at the leeward pier.",
        ),
        (
            "",
            "A cooper resigned; a letter was re-signed.\n",
            "The bid-ding ends. A two-player game, re-signed, is over; a cooper of oil rides at the leeward pier.",
        ),
    ],
    ids=["alone", "own", "base"],
)
def test_a_word_parted_at_a_line_end_is_read_as_it_stands_elsewhere(behind: str, base: str, read: str) -> None:
    source = Source.from_text("witness.txt", PARTED + behind)
    units = PLAIN_READERS["web-text"](source, None).value.units
    other = read_document(Source.from_text("base.md", base)).value
    document = build_document(source, units, base=other)
    assert document.clauses[0].text == read
    assert broken_promises(document) == []
    assert account_words(document).unexplained == ()
