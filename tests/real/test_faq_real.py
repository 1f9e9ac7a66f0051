"""FAQ files of the reference texts, counted by a route of their own."""

import re
from pathlib import Path

import pytest

from kb.readers.faq import read_faq
from kb.readers.kramdown import read_document
from kb.text import Source
from tests.word_account import words_in_nothing

RULINGS = "meccg/docs/original/rulings"


@pytest.mark.parametrize(("name", "date", "empty"), [("faq-7", "1996-03", 1), ("faq-9808", "1998-08", 0)])
def test_every_question_has_its_answer(real_texts: Path, name: str, date: str, empty: int) -> None:
    path = real_texts / RULINGS / f"{name}.md"
    text = path.read_text(encoding="utf-8")
    sheet = read_faq(read_document(Source.from_bytes(path.name, path.read_bytes())).value).value
    asked = [found for found in sheet.statements if found.context]
    assert len(asked) == len(re.findall(r"^[*\\]*Q[*]*:", text, re.MULTILINE)) - empty
    assert not [found.context for found in asked if re.match(r"\W*[QA]\W*:", found.context + found.words)]
    assert sum("*" in found.marks for found in asked) == text.count(r"**\*Q")
    assert sheet.date == date
    assert words_in_nothing(sheet) == []


def test_errata_of_a_sheet_are_named_by_their_card(real_texts: Path) -> None:
    path = real_texts / RULINGS / "faq-7.md"
    text = path.read_text(encoding="utf-8")
    listed = text[text.index("#### Cards with Errata") : text.index("#### Questions About Timing")]
    sheet = read_faq(read_document(Source.from_bytes(path.name, path.read_bytes())).value).value
    errata = [found for found in sheet.statements if found.section.value == "errata"]
    assert len(errata) == len(re.findall(r"^_", listed, re.MULTILINE)) == 44
    assert len({found.term for found in errata}) == 44
