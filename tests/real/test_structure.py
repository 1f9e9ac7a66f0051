"""The reader on the reference texts: what kramdown saw, every word accounted for, and how long it takes."""

import json
from collections import Counter
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from kb.model import Document
from kb.readers.kramdown import read_document
from kb.text import Source
from tests.reading import broken_promises
from tests.timing import least_seconds

Facts = dict[str, Counter[Hashable]]
FLOORS = {"headings": 1.0, "defined": 1.0, "referenced": 1.0, "links": 1.0, "notes": 1.0}
"""Shares of kramdown's facts that must be seen, as reached; they only rise."""


def pages(folder: Path) -> Iterator[Path]:
    yield from sorted((folder / "meccg").rglob("*.md"))
    yield from sorted((folder / "seeds").glob("*.txt"))


def read(path: Path) -> Document:
    return read_document(Source.from_bytes(path.name, path.read_bytes())).value


def test_kramdown_facts(real_texts: Path) -> None:
    oracle = json.loads((real_texts / "oracle" / "kramdown-facts.json").read_text(encoding="utf-8"))
    assert oracle
    wanted: Counter[str] = Counter()
    hit: Counter[str] = Counter()
    more: Counter[str] = Counter()
    for name, facts in oracle.items():
        seen, expected = _seen(read(real_texts / name)), _expected(facts)
        for kind in FLOORS:
            wanted[kind] += expected[kind].total()
            hit[kind] += (expected[kind] & seen[kind]).total()
            more[kind] += (seen[kind] - expected[kind]).total()
    for kind, floor in FLOORS.items():
        assert hit[kind] / wanted[kind] >= floor, (kind, hit[kind], wanted[kind])
        assert more[kind] <= (1 - floor) * wanted[kind], (kind, more[kind])


def _expected(facts: dict[str, Any]) -> Facts:
    notes = [note for note in facts["blockquotes"] if not note.get("nested")]
    return {
        "headings": Counter((one["level"], one["id"], one["line"]) for one in facts["headings"]),
        "defined": Counter((one["name"], one["line"]) for one in facts["footnotes"]["defined"]),
        "referenced": Counter((one["name"], one["line"]) for one in facts["footnotes"]["refs"]),
        "links": Counter((one["line"], one["href"]) for one in facts["links"]),
        "notes": Counter((one["line"], one["class"] or "", _labels(one)) for one in notes),
    }


def _labels(note: dict[str, Any]) -> tuple[str, ...]:
    return tuple(one["label"].strip().rstrip(":") for one in note.get("children", []) if one.get("label"))


def _seen(document: Document) -> Facts:
    line = document.source.line_of
    return {
        "headings": Counter((one.level, one.id, line(one.span.start)) for one in document.headings),
        "defined": Counter((one.id, line(one.span.start)) for one in document.definitions),
        "referenced": Counter((one.id, line(one.span.start)) for one in document.references),
        "links": Counter((line(one.span.start), one.href) for one in document.links),
        "notes": Counter((line(one.span.start), " ".join(one.classes), one.labels) for one in document.notes),
    }


def test_every_word_is_somewhere(real_texts: Path) -> None:
    found = list(pages(real_texts))
    assert len(found) > 150
    broken = {path.name: problems for path in found if (problems := broken_promises(read(path)))}
    assert broken == {}


def test_no_word_is_set_aside_unread(real_texts: Path) -> None:
    reasons = Counter(one.reason for path in pages(real_texts) for one in read(path).exclusions)
    assert set(reasons) <= {"front matter", "attribute list", "comment", "link definition"}, reasons


def test_headings_counted_by_another_route(real_texts: Path) -> None:
    """Lines that begin with number signs outside of code are the headings, in texts without code or HTML blocks."""
    for path in pages(real_texts):
        text = path.read_text(encoding="utf-8")
        if "```" in text or "<div" in text or "\n    #" in text or "<h" in text:
            continue
        body = text.split("\n---", 1)[-1]
        signs = [line for line in body.splitlines() if line.lstrip("> -").startswith("#") and "# " in line]
        assert len(read(path).headings) == len([line for line in signs if not line.startswith("\\")]), path.name


@pytest.mark.parametrize("name", ["rulebooks/the-lidless-eye.md", "rulings/crf-15.md"])
def test_speed(real_texts: Path, name: str) -> None:
    """A text is read in at most four times the time in which markdown-it-py parses it."""
    source = Source.from_bytes(name, (real_texts / "meccg" / "docs" / "original" / name).read_bytes())
    parser = MarkdownIt("commonmark").enable("table")
    ours, theirs = least_seconds(lambda: read_document(source), lambda: parser.parse(source.text), rounds=5)
    assert ours < 4 * theirs
