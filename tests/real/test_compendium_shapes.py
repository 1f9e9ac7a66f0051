"""The reference compendia told in other shapes: the same rulings, sections and terms are read from each."""

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from kb.model import CompendiumVersion
from kb.readers.compendium import read_compendium
from kb.readers.kramdown import read_document
from kb.text import Source
from tests.word_account import words_in_nothing

RULINGS = "meccg/docs/original/rulings"


def heading(pattern: str, told: str) -> Callable[[str], str]:
    return lambda text: re.sub(pattern, told, text, flags=re.MULTILINE)


TERM = r"^#### (?!-=)(.*)$"
SHAPES: dict[str, tuple[Callable[[str], str], float]] = {
    "terms in bold": (heading(TERM, "**\\1**\n"), 0.995),
    "terms in bold, with a colon and no blank line": (heading(TERM, r"**\1:**"), 0.975),
    "terms in bold italics": (heading(TERM, "***\\1***\n"), 0.995),
    "terms in HTML": (heading(TERM, "<b>\\1</b>\n"), 0.99),
    "headings one level higher": (heading(r"^#(#+) ", r"\1 "), 1),
    "headings one level lower": (heading(r"^##(#*) ", r"###\1 "), 1),
    "letters and terms of one level": (heading(r"^#{3,} ", "### "), 1),
    "sections and terms of one level": (heading(r"^#{2,} ", "## "), 0.95),
    "no letters": (heading(r"^#{3,4} -.*$", ""), 1),
    "letters in bold": (heading(r"^#{3,4} (-.*)$", r"**\1**"), 1),
    "unescaped marks": (heading(r"^\\# ", "# "), 1),
    "other list signs": (heading(r"^(\s*)- ", r"\1* "), 1),
    "line ends of another system": (lambda text: text.replace("\n", "\r\n"), 1),
}


def read(text: str) -> CompendiumVersion:
    return read_compendium(read_document(Source.from_text("rulings.md", text)).value).value


@cache
def read_issue(path: Path) -> CompendiumVersion:
    return read(path.read_text(encoding="utf-8"))


def told(version: CompendiumVersion) -> Counter[tuple[str, str, str, tuple[str, ...]]]:
    return Counter((each.section.value, each.term, each.words, each.marks) for each in version.statements)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ["crf-1", "crf-6", "crf-14", "crf-15"])
def test_another_shape_says_the_same(real_texts: Path, name: str, shape: str) -> None:
    reshape, least = SHAPES[shape]
    before = read_issue(real_texts / RULINGS / f"{name}.md")
    after = read(reshape(before.document.source.text))
    expected, found = told(before), told(after)
    assert (expected & found).total() >= least * expected.total()
    assert words_in_nothing(after) == []
    if least == 1:
        assert [each.kind for each in after.sections] == [each.kind for each in before.sections]
