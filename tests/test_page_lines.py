"""Heads and feet of printed pages in plain texts: they part no sentence, make no heading and are told; no rule goes."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.borrowing import read_beside
from kb.cli import build_app
from kb.coverage import account_words
from kb.model import Document
from kb.readers import kramdown, scrape, web_text
from kb.text import Source
from kb.witnesses import Witness, WitnessId, collate
from tests.printed import EDGES, Printing, base_text, printed
from tests.reading import broken_promises


def base() -> Document:
    return kramdown.read_document(Source.from_text("base.md", base_text())).value


def left_out(text: str) -> list[str]:
    """The page lines of a text that is read alone."""
    source = Source.from_text("witness.txt", text)
    plain = web_text.read_text(source).value
    assert broken_promises(plain.document) == []
    assert account_words(plain.document).unexplained == ()
    return [source.slice(page) for page in plain.pages]


@pytest.mark.parametrize("gap", [0, 1])
@pytest.mark.parametrize("feeds", [False, True], ids=["", "feeds"])
@pytest.mark.parametrize("blanks", [False, True], ids=["tight", "blanks"])
@pytest.mark.parametrize("name", EDGES)
def test_a_printed_text_is_its_base(name: str, blanks: bool, feeds: bool, gap: int) -> None:
    source = Source.from_text("witness.txt", printed(Printing(EDGES[name], gap, feeds, blanks)))
    document = read_beside(source, base()).value
    assert document is not None
    assert broken_promises(document) == []
    assert account_words(document).unexplained == ()
    assert [heading.text for heading in document.headings] == [heading.text for heading in base().headings]
    assert [clause.text.strip() for clause in document.clauses] == [clause.text.strip() for clause in base().clauses]
    found = collate(Witness(WitnessId("base"), base()), [Witness(WitnessId("witness"), document)])
    assert [variant.readings for variant in found.substantive] == []


def test_a_scrape_is_joined_where_a_page_tore_it() -> None:
    lines = [line[2:] if line.startswith("- ") else line.lstrip("# ") for line in base_text().splitlines() if line]
    torn: list[str] = []
    for page, at in enumerate(range(0, len(lines), 5), 7):
        body = lines[at : at + 5]
        tear = re.compile(r"(?<=[a-z]) (?=[a-z])").search(body[-1], len(body[-1]) // 2)
        half = tear.start() if tear else len(body[-1])
        torn += [*body[:-1], body[-1][:half], str(page), body[-1][half:].strip()]
    source = Source.from_text("witness.txt", "\n".join(torn) + "\n")
    plain = scrape.read_text(source).value
    assert broken_promises(plain.document) == []
    assert len(plain.pages) == len(range(0, len(lines), 5))
    assert [clause.text.strip() for clause in plain.document.clauses] == [line.strip() for line in lines]


RULE = "A wick burns for three turns unless a storm puts it out or its keeper\ntrims it short before the bell.\n"


@pytest.mark.parametrize(
    "line",
    [
        lambda n: f"Chapter {n}\n",
        lambda n: f"Scenario   {n}\n",
        lambda n: f"{n}\n",
        lambda n: f"{n}   The Lamp of {'abcdefgh'[n].upper() * 4}\n",
        lambda _: "Oil and Wicks\n",
        lambda n: f"Red Lamp  {n}\nBlue Lamp  {n + 1}\nGreen Lamp  {n + 2}\n",
    ],
    ids=["chapters", "scenarios", "numbers", "titles", "again", "table"],
)
@pytest.mark.parametrize("gap", ["", "\n"])
def test_what_parts_no_sentence_is_no_page_line(line: object, gap: str) -> None:
    assert callable(line)
    assert left_out("".join(f"{RULE * 6}{gap}{line(n)}{gap}" for n in range(1, 7)) + RULE) == []


def turned_pages(*, torn: bool) -> str:
    """Pages that end with a paragraph, one perhaps amid it, each with its number below and a title above."""
    ends = [RULE * 6 for _ in range(6)]
    ends[2] = ends[2].removesuffix("before the bell.\n") + "\n" if torn else ends[2]
    starts = ["", "", "", "before the bell.\n" if torn else "", "", ""]
    return "".join(
        f"Saltline Rules\n\n{start}{end}\n{n}\n\n" for n, (start, end) in enumerate(zip(starts, ends, strict=True), 1)
    ).removeprefix("Saltline Rules\n\n")


def test_one_torn_sentence_shows_numbers_that_stand_beside_one_title() -> None:
    assert left_out(turned_pages(torn=True)) == [
        *(each for n in range(1, 6) for each in (str(n), "Saltline Rules")),
        "6",
    ]
    assert left_out(turned_pages(torn=False)) == []


def test_a_title_that_stands_elsewhere_too_is_none_of_pages() -> None:
    text = turned_pages(torn=True)
    at = text.index("5\n\nSaltline")
    assert left_out(f"{text[:at]}Saltline Rules\n\n{RULE}\n{text[at:]}") == []


def test_a_sentence_that_is_said_again_is_no_title() -> None:
    again = "After the bidding, the keeper with the most\nlamps draws a card.\n"
    assert left_out(f"The Quay\n{again}{RULE * 8}" * 4) == []


def test_a_choice_is_no_title() -> None:
    assert left_out(f"{RULE * 6}\nPay three coins\nOR\ndiscard a card.\n\n" * 4) == []


def test_page_lines_are_told_where_they_stand(tmp_path: Path) -> None:
    (tmp_path / "page.txt").write_text(printed(Printing(EDGES["number in dashes"])), encoding="utf-8")
    runner = CliRunner()
    shown = runner.invoke(build_app(), ["inspect", str(tmp_path / "page.txt"), "--format", "json"])
    left = json.loads(shown.stdout)["plain"]["exclusions"]
    assert {each["reason"] for each in left} == {"head or foot of a page"}
    lines = (tmp_path / "page.txt").read_text(encoding="utf-8").split("\n")
    assert [lines[each["line"] - 1] for each in left] == [line for line in lines if line.startswith("- ")]
    read = web_text.read_text(Source.from_text("page.txt", "\n".join(lines))).diagnostics
    assert [(each.code.code, each.line) for each in read] == [("KB174", left[0]["line"])]
    assert read[0].message == f"{len(left)} times the head or foot of a page, left out from here on"
