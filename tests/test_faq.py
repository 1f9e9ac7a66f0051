"""The FAQ reader: each case shows a sheet of questions and the statements read from it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.diagnostics import in_order
from kb.model import Document
from kb.readers.faq import read_faq
from kb.readers.kramdown import read_document
from kb.text import Source
from tests.built import LANTERN
from tests.word_account import words_in_nothing

FOLDER = Path(__file__).parent / "cases" / "faq"
FENCE = re.compile(r"^````(md|text) ?(\S*)\n(.*?)^````$", re.MULTILINE | re.DOTALL)
CASES = sorted(FOLDER.glob("*.md"))
QUESTIONS = LANTERN / "texts/original/rulings/quay-questions-3.md"


def read(text: str) -> Document:
    return read_document(Source.from_text("questions.md", text)).value


def render(document: Document) -> Iterator[str]:
    outcome = read_faq(document)
    sheet = outcome.value
    yield f"{sheet.id}: {sheet.title}, {sheet.date or '-'}"
    for found in sheet.statements:
        line = document.source.line_of(found.span.start)
        about = " ".join(filter(None, (*found.marks, f"({found.label})" if found.label else None, found.effective)))
        yield f"{line} {found.section.value} | {found.term} | {about or '-'} | {found.context} | {found.words}"
    for problem in in_order(outcome.diagnostics):
        yield f"{problem.code.code} {problem.line}: {problem.message}"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    blocks = FENCE.findall(path.read_text(encoding="utf-8"))
    document = read(next(text for kind, _, text in blocks if kind == "md"))
    assert "".join(line + "\n" for line in render(document)) == next(text for kind, _, text in blocks if kind == "text")
    assert words_in_nothing(read_faq(document).value) == []


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_an_answer_is_shown_from_its_first_letter(path: Path) -> None:
    document = read(next(text for kind, _, text in FENCE.findall(path.read_text(encoding="utf-8")) if kind == "md"))
    for found in read_faq(document).value.statements:
        if found.context:
            assert found.answers_at is not None
            shown = re.sub(r"<[^>]*>|[*_\\]", "", document.source.text[found.answers_at : found.span.end])
            assert shown.split()[0] == found.words.split()[0]


def test_what_the_manifest_says_comes_first() -> None:
    sheet = read_faq(read("Q: One?\nA: Two.\n"), name="q-1", title="Questions 1", date="2001-02-03").value
    assert (sheet.id, sheet.title, sheet.date) == ("q-1", "Questions 1", "2001-02-03")
    assert [(found.context, found.words) for found in sheet.statements] == [("One?", "Two.")]


def test_the_embedded_sheet() -> None:
    text = QUESTIONS.read_text(encoding="utf-8")
    sheet = read_faq(read_document(Source.from_text("questions.md", text)).value).value
    assert sum(bool(found.context) for found in sheet.statements) == len(
        re.findall(r"^\*\*.{0,2}Q", text, re.MULTILINE)
    )
    assert sum("*" in found.marks for found in sheet.statements) == text.count(r"**\*Q")
    assert [(found.term, found.label) for found in sheet.statements if not found.context] == [
        ("Black Squall", "errata"),
        ("Slack Water", "errata"),
    ]
    assert words_in_nothing(sheet) == []


def test_a_page_without_questions_has_no_statements() -> None:
    assert read_faq(read("# Kites\n\nThey fly.\n")).value.statements == ()
    assert read_faq(read("")).value.statements == ()


@pytest.mark.parametrize("mark", ["?", " ?", "？", "؟", "?”", "?**"])
def test_a_question_is_known_by_its_sign_in_any_writing(mark: str) -> None:
    for text in (f"Is this a kite{mark}\nIt is.\n", f"# K\n\n## Is this a kite{mark}\n\nIt is.\n"):
        assert [found.words for found in read_faq(read(text)).value.statements] == ["It is."]


def test_what_a_sheet_quotes_without_asking_is_its_own_words() -> None:
    """A digest quotes what it answers; a sheet may quote a rule."""
    sheet = read_faq(read("# Kites\n\nMay it fly?\n\nIt may.\n\n> A kite flies.\n\nMay it land?\n\nYes.\n")).value
    assert [(each.context, each.words) for each in sheet.statements] == [
        ("May it fly?", "It may. A kite flies."),
        ("May it land?", "Yes."),
    ]


DEFINITIONS = """
Does it fly?
: By day.

Whether it lands
: It may.
: Not here.

  Nor there.

**Q:** Does it sink?
: No.
"""
TAGGED = """
<h2>Flying</h2>

<p><b>Q:</b> Does it fly?<br>
<b>A:</b> By day.</p>

<h2>Eating</h2>

<h3>Does it eat at night?</h3>

<p>Never.</p>
"""


def test_where_a_term_of_a_list_of_definitions_asks_all_do() -> None:
    sheet = read_faq(read(f"# Kites\n{DEFINITIONS}")).value
    assert [(found.context, found.words) for found in sheet.statements] == [
        ("Does it fly?", "By day."),
        ("Whether it lands", "It may. Not here. Nor there."),
        ("Does it sink?", "No."),
    ]
    assert words_in_nothing(sheet) == []


def test_headings_in_html_are_those_of_a_sheet_that_has_no_others_but_its_title() -> None:
    sheet = read_faq(read(f"# Kites\n{TAGGED}")).value
    assert [(found.term, found.context, found.words) for found in sheet.statements] == [
        ("Flying", "Does it fly?", "By day."),
        ("Eating", "Does it eat at night?", "Never."),
    ]
    assert words_in_nothing(sheet) == []
    others = read_faq(read(f"# Kites\n\n## All of it\n{TAGGED}")).value
    assert {found.term for found in others.statements} == {"All of it"}


@pytest.mark.parametrize(
    "head", ["<tr><th>Question</th><th>Answer</th></tr>", "<tr><th>No.</th><th>Told</th></tr>", ""]
)
def test_a_table_in_html_asks_and_answers(head: str) -> None:
    rows = "<tr><td>Does it fly?</td><td>By <b>day</b>.</td></tr>\n<tr><td>Whether it lands</td><td>Never.</td></tr>"
    document = read(f"# Kites\n\n<table><caption>Of kites</caption>{head}\n{rows}</table>\n")
    sheet = read_faq(document).value
    told = [(found.context, found.words) for found in sheet.statements]
    assert told == [("Does it fly?", "By day."), ("Whether it lands", "Never.")][: 2 if "Question" in head else 1]
    assert document.source.text[sheet.statements[0].answers_at or 0 :].startswith("By <b>")
    assert words_in_nothing(sheet) == []


def test_an_answer_may_be_nothing_but_a_link_within_the_sheet() -> None:
    text = "# Kites\n\n## Does it fly?\n\n[See below](#x)\n\n[Top](#kites)\n\n## Is it red?\n\nNo.\n"
    sheet = read_faq(read(text)).value
    assert [found.words for found in sheet.statements] == ["See below", "No."]
    assert [each.reason for each in sheet.asides] == ["contents"]


def test_what_a_mail_put_around_answers_is_kept_with_its_reason() -> None:
    text = "From: Ann\nSubject: Kites\n\n> May it fly?\n\nIt may.\n\n> May it land?\n\nYes.\n-- \nAnn\n"
    sheet = read_faq(read(text)).value
    assert [each.words for each in sheet.statements] == ["It may.", "Yes."]
    assert {each.reason for each in sheet.asides} == {"mail header", "signature"}


@pytest.mark.parametrize("around", ["{}", '<div class="asked" markdown="1">\n\n{}\n</div>\n'])
def test_where_questions_are_items_of_a_numbered_list_an_answer_that_asks_is_none(around: str) -> None:
    asked = "1. Does it fly?\n\n   By day. Why would it not?\n\n2. Does it sink?\n\n   Never.\n\n   Would you?\n"
    sheet = read_faq(read(f"# Kites\n\n{around.format(asked)}")).value
    assert [(found.context, found.words) for found in sheet.statements] == [
        ("Does it fly?", "By day. Why would it not?"),
        ("Does it sink?", "Never. Would you?"),
    ]
