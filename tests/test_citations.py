"""Footnotes as people read them: each case shows a document, its sources and what `kb footnotes` says of it."""

import re
from pathlib import Path

import pytest

from kb.citations import gather_sources, verify_footnotes
from kb.diagnostics import render_text
from kb.model import Document
from kb.queries.footnote_list import render_footnotes
from kb.readers.compendium import is_compendium, read_compendium
from kb.readers.kramdown import read_document
from kb.text import Source

FOLDER = Path(__file__).parent / "cases" / "footnotes"
FENCE = re.compile(r"^````(md|text) ?(\S*)\n(.*?)^````$", re.MULTILINE | re.DOTALL)
CASES = sorted(FOLDER.glob("*.md"))


def read(name: str, text: str) -> Document:
    return read_document(Source.from_text(name, text)).value


def answer(documents: list[Document]) -> str:
    versions = [read_compendium(document).value for document in documents if is_compendium(document)]
    outcome = verify_footnotes(documents[0], gather_sources(documents, versions))
    lines = [render_text(found) for found in outcome.diagnostics]
    return "".join(line + "\n" for line in (*lines, *render_footnotes(documents[0].source.path, outcome.value)))


def expected(path: Path) -> tuple[list[Document], str]:
    blocks = FENCE.findall(path.read_text(encoding="utf-8"))
    documents = [read(name, text) for kind, name, text in blocks if kind == "md"]
    return documents, next(text for kind, _, text in blocks if kind == "text")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    documents, text = expected(path)
    assert answer(documents) == text
