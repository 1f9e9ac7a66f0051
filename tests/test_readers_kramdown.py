"""The kramdown reader: readable cases, what every document keeps, and what is wrong with a text."""

import hashlib
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.cli import build_app
from kb.model import ClauseKind, Document, PieceKind
from kb.readers.kramdown import CODES, read_document
from kb.text import Source
from kb.tokens import read_stream
from tests.growth import count_calls
from tests.kramdown_cases import Case, read_cases, seen
from tests.reading import broken_promises


def read(text: str) -> Document:
    return read_document(Source.from_text("page.md", text)).value


@pytest.mark.parametrize("case", read_cases(), ids=lambda case: f"{case.place} {case.title}")
def test_case(case: Case) -> None:
    assert seen(case) == case.facts


@pytest.mark.parametrize("case", read_cases(), ids=lambda case: case.place)
def test_every_case_keeps_the_promises(case: Case) -> None:
    source = Source.from_text("case.md", case.text)
    assert broken_promises(read_document(source).value) == []


@pytest.mark.parametrize("case", read_cases(), ids=lambda case: case.place)
def test_line_ends_and_byte_order_mark_change_nothing_but_places(case: Case) -> None:
    plain = case.text.replace("\r\n", "\n").removeprefix("\ufeff")
    other = "\ufeff" + plain.replace("\n", "\r\n")
    assert [clause.text for clause in read(plain).clauses] == [clause.text for clause in read(other).clauses]
    assert broken_promises(read(other)) == []


def test_empty_and_blank_texts_hold_nothing() -> None:
    for text in ("", "\n", " \t\n\n", "\ufeff", "\r\n", "\r"):
        document = read(text)
        assert (document.clauses, document.blocks, document.exclusions) == ((), (), ())


def test_a_source_without_a_last_line_end_is_read_to_its_end() -> None:
    assert read("Lamps burn").clauses[0].text == "Lamps burn"
    assert read("> Lamps\n> burn").notes[0].span.end == len("> Lamps\n> burn")


def test_clause_ids_are_unique() -> None:
    document = read("## A\n\n## A-1\n\n## A\n\ntext\n\n## top\n\ntext\n\n## !\n\ntext\n")
    ids = [clause.id for clause in document.clauses]
    assert len(ids) == len(set(ids))
    assert [heading.id for heading in document.headings] == ["a", "a-1", "a-1", "top", ""]


def test_depth_and_note_of_clauses() -> None:
    document = read("- a\n  - b\n\n> c\n> - d\n")
    assert [(clause.text, clause.depth, clause.note) for clause in document.clauses] == [
        ("a", 1, None),
        ("b", 2, None),
        ("c", 0, 0),
        ("d", 1, 0),
    ]


def test_a_reference_knows_its_clause_and_a_link_its_footnote() -> None:
    document = read("Lamp.[^a]\n\n[^a]: See [Oil](/oil/).\n")
    assert document.references[0].clause == 0
    assert (document.links[0].clause, document.links[0].footnote) == (None, "a")


def test_deep_nesting_is_diagnosed_and_keeps_its_words() -> None:
    for mark in ("> ", "- ", "1. "):
        read_deep = read_document(Source.from_text("page.md", mark * 5000 + "lamp\n"))
        assert [found.code.code for found in read_deep.diagnostics] == ["KB103"]
        assert "lamp" in read_deep.value.clauses[-1].text
        assert broken_promises(read_deep.value) == []


def test_deep_elements_are_diagnosed() -> None:
    found = read_document(Source.from_text("page.md", '<div markdown="1">\n' * 3000 + "lamp\n"))
    assert "KB103" in {diagnostic.code.code for diagnostic in found.diagnostics}
    assert "lamp" in "".join(clause.text for clause in found.value.clauses)
    spans = read_document(Source.from_text("page.md", "<b>" * 3000 + "lamp" + "</b>" * 3000))
    assert "lamp" in spans.value.clauses[0].text


def test_control_characters_are_diagnosed_and_kept() -> None:
    found = read_document(Source.from_text("page.md", "A lamp\0 burns.\n"))
    assert [(one.code.code, one.line, one.column) for one in found.diagnostics] == [("KB105", 1, 7)]
    assert found.value.clauses[0].text == "A lamp\0 burns."


def test_a_text_in_two_bytes_a_letter_is_told_so() -> None:
    found = read_document(Source.from_bytes("page.md", "# Oil\n\nA lamp burns.\n".encode("utf-16-le")))
    assert [one.hint for one in found.diagnostics if one.code.code == "KB105"] == [
        "save the file as UTF-8; its letters are two bytes wide, as those of UTF-16 are"
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("---\rtitle: Oil\r---\r\r# Oil\r", [(1, 4)]),
        ("# Oil\r\n\r\nA lamp.\r\n", []),
        ("# Oil\r", []),
        ("# Oil\n\nA lamp\rburns.\n", []),
        ("", []),
    ],
)
def test_lines_that_end_with_returns_alone_are_told_once(text: str, told: list[tuple[int, int]]) -> None:
    found = read_document(Source.from_text("page.md", text))
    assert [(one.line, one.column) for one in found.diagnostics if one.code.code == "KB108"] == told


HOSTILE = [
    *("*a ", "**a *b ", "[", "[a](", "![", "<", "<b>", "<b>x</b>", "<!--", "`a ", "&a", "~~a ", "$$", "{:", "> "),
    *("- ", "|", "{: a\n", "[^a]: x\n", "<div>\n", '<div markdown="1">\n', "```\n~~~~\n", "# a\n", "> a\n"),
    *("    a\n\n", "*[_<b>`", "{::comment}", "[a](b) ", "> **Note:** x\n\n", "{: .a}\n\n"),
]


@pytest.mark.parametrize("unit", HOSTILE)
def test_reading_takes_linear_time(unit: str) -> None:
    """Calls are counted, not seconds: a text four times as long takes about four times as many."""

    def calls(size: int) -> int:
        source = Source.from_text("page.md", unit * (size // len(unit)))
        return count_calls(lambda: read_document(source))

    short, long = calls(3_000), calls(12_000)
    assert long < 4 * short * 1.6 + 300_000


def test_codes_are_documented_once() -> None:
    assert len({code.code for code in CODES}) == len(CODES)
    assert all(code.code.startswith("KB1") and len(code.reason) > 40 for code in CODES)


def test_code_keeps_its_lines_and_html_its_tags() -> None:
    document = read("    a\n      b\n\n<div>\n<b>c</b>\n</div>\n")
    code, html = document.clauses
    assert (code.kind, code.text) == (ClauseKind.CODE, "a\n  b")
    assert [piece.tag for piece in html.pieces if piece.kind is PieceKind.TAG] == ["div", "div"]
    assert [piece.tag for piece in html.pieces if piece.kind is PieceKind.OPEN] == ["b"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<ul><li>a<li>b</li><li>c</li></ul>\n", ["a", "b", "c"]),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</table>\n", ["a", "b", "c"]),
        ("<dl><dt>a<dd>b</dl>\n", ["a", "b"]),
        ("<div><p>a</p><p>b</p>c<hr>d</div>\n", ["a", "b", "c", "d"]),
        ("a<p>b</p>c <div>d</div>\n", ["a", "b", "c", "d"]),
        ("a<details><summary>b</summary>c</details>d\n", ["a", "b", "c", "d"]),
        ("<div>a<b>b</b>c<span>d</span></div>\n", ["abcd"]),
    ],
)
def test_blocks_in_raw_html_part_words(text: str, words: list[str]) -> None:
    """In a clause, among the tokens of its document, and in a footnote."""
    document = read(text)
    assert " ".join(clause.text for clause in document.clauses).split() == words
    assert [token.text for token in read_stream(document).tokens] == words
    assert broken_promises(document) == []
    noted = read(f"x[^1]\n\n[^1]: {text}")
    assert noted.definitions[0].text.split() == words


def test_a_blank_stands_once_between_blocks() -> None:
    assert [clause.text for clause in read("<div>\n<p>a</p>\n<p>b </p><p>c</p></div>\n").clauses] == [" a b c"]


def test_inspect_answers_as_text_and_json(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("---\ntitle: Lamps\n---\n# Lamps\n\n> **Note:** See [oil](/oil/).[^a]\n{: .note }\n\n[^a]: Oil.\n")
    runner = CliRunner()
    found = json.loads(runner.invoke(build_app(), ["inspect", str(page), "--format", "json"]).stdout)
    assert found["sha256"] == hashlib.sha256(page.read_bytes()).hexdigest()
    assert found["front_matter"] == {"title": "Lamps"}
    assert found["headings"] == [{"level": 1, "id": "lamps", "text": "Lamps", "line": 4}]
    assert found["footnotes"] == {"defined": [{"id": "a", "line": 9}], "referenced": [{"id": "a", "line": 6}]}
    assert found["links"] == [{"href": "/oil/", "text": "oil", "line": 6, "kind": "internal"}]
    assert found["notes"] == [{"line": 6, "class": "note", "labels": ["Note"]}]
    text = runner.invoke(build_app(), ["inspect", str(page)]).stdout
    for expected in (
        "title: Lamps",
        "4  # Lamps  ->  #lamps",
        "6  Note (note)",
        "6  internal  /oil/  oil",
        "images: none",
    ):
        assert expected in text


def test_inspect_says_what_is_wrong(tmp_path: Path) -> None:
    runner = CliRunner()
    assert runner.invoke(build_app(), ["inspect", str(tmp_path / "none.md")]).exit_code == 2
    bad = tmp_path / "bad.md"
    bad.write_bytes(b"lamp \xff\n")
    refused = runner.invoke(build_app(), ["inspect", str(bad), "--format", "json"])
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert "KB101" in refused.stderr
    broken = tmp_path / "broken.md"
    broken.write_text("---\ntitle: a: b\n---\nLamp.\n")
    answered = runner.invoke(build_app(), ["inspect", str(broken), "--format", "json"])
    assert answered.exit_code == 1
    assert json.loads(answered.stdout)["front_matter"] == {}
    assert "KB191" in answered.stderr


def test_inspect_lists_the_sections_and_terms_of_a_rulings_file(tmp_path: Path) -> None:
    runner = CliRunner()
    page = tmp_path / "rulings.md"
    page.write_text(
        "# K\n\nHello.\n\n## Rulings by Term\n\n### Air\n\n- One.\n- Two.\n\n### Ash\n\n## Card Rulings\n\n- Three.\n"
    )
    found = json.loads(runner.invoke(build_app(), ["inspect", str(page), "--format", "json"]).stdout)["compendium"]
    assert found["statements"] == 3
    assert found["sections"] == [
        {"kind": "term", "title": "Rulings by Term", "line": 5},
        {"kind": "card", "title": "Card Rulings", "line": 14},
    ]
    assert [(term["term"], term["section"], term["line"], term["statements"]) for term in found["terms"]] == [
        ("Air", "term", 7, 2),
        ("Ash", "term", 12, 0),
    ]
    assert found["asides"] == [{"line": 3, "reason": "introduction"}]
    text = runner.invoke(build_app(), ["inspect", str(page)]).stdout
    assert "sections (2)" in text
    assert "    7  Air (2)" in text
    assert "statements (3)\n      9  Air\n         One.\n     10  Air\n         Two.\n     16  Card Rulings\n" in text
    assert "taken for no statement (1)\n      3  introduction\n" in text


@pytest.mark.parametrize(
    ("reader", "page", "told"),
    [
        ("rulings", "# Errata\n\n**Lamp:** burns twice.\n", [(3, "Lamp", "", "Lamp: burns twice.")]),
        ("faq", "# Notes\n\n**Twice?**\n\nNo.\n", [(3, "", "Twice?", "No.")]),
    ],
)
def test_inspect_is_told_what_a_file_states(
    reader: str, page: str, told: list[tuple[object, ...]], tmp_path: Path
) -> None:
    path = tmp_path / "page.md"
    path.write_text(page)
    answer = CliRunner().invoke(build_app(), ["inspect", str(path), "--reader", reader, "--format", "json"])
    keys = ("line", "term", "context", "text")
    assert [tuple(each[key] for key in keys) for each in json.loads(answer.stdout)["statements"]] == told
    assert "statements" not in json.loads(
        CliRunner().invoke(build_app(), ["inspect", str(path), "--format", "json"]).stdout
    )


def test_inspect_tells_the_printings_of_a_card_and_the_rulings_listed_there(tmp_path: Path) -> None:
    path = tmp_path / "gull.md"
    path.write_text("# Gull\n\n## Kites, First Set\n\n> Flies by day.\n\n- Not at night.\n\n## Kites, Second Set\n")
    runner, command = CliRunner(), ["inspect", str(path), "--reader", "card"]
    card = json.loads(runner.invoke(build_app(), [*command, "--format", "json"]).stdout)["card"]
    assert (card["name"], [each["set"] for each in card["untold"]]) == ("Gull", ["Kites, Second Set"])
    (printing,) = card["printings"]
    assert (printing["set"], printing["text"]) == ("Kites, First Set", "Flies by day.")
    assert [(each["text"], each["line"]) for each in (*printing["rulings"], *card["rulings"])] == [("Not at night.", 7)]
    told = runner.invoke(build_app(), command).stdout
    assert "card: Gull\n\nprintings (1)\n" in told
    assert "7  Not at night.\n" in told
