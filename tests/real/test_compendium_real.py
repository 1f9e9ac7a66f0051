"""Compendium versions of the reference texts, counted by a route of its own."""

import re
from collections import Counter
from pathlib import Path

import pytest

from kb.model import CompendiumVersion, SectionKind
from kb.readers.compendium import is_compendium, read_compendium
from kb.readers.kramdown import read_document
from kb.rulings import find_rulings
from kb.text import Source
from tests.word_account import words_in_nothing

RULINGS = "meccg/docs/original/rulings"
SECTIONS = {
    "Turn Sequence Rulings": SectionKind.TURN,
    "Rulings By Term": SectionKind.TERM,
    "Tournament Rulings": SectionKind.TOURNAMENT,
    "Card Errata and Rulings": SectionKind.CARD,
    "Complete Errata Listing": SectionKind.ERRATA,
    "Rulings Monday": SectionKind.DELAYED,
}


def read(real_texts: Path, name: str) -> CompendiumVersion:
    path = real_texts / RULINGS / f"{name}.md"
    return read_compendium(read_document(Source.from_bytes(path.name, path.read_bytes())).value).value


def top_items(text: str) -> dict[SectionKind, list[int]]:
    """Lines of top-level list items by section, as a plain search sees them; index items (a link alone) left out."""
    found: dict[SectionKind, list[int]] = {kind: [] for kind in SECTIONS.values()}
    section = None
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("## "):
            section = SECTIONS.get(line[3:].strip())
        item = re.match(r" {0,2}-(?: |(?=[A-Z]))", line)
        if section is not None and item and not re.fullmatch(r" *- \[[^\]]*\]\(#[^)]*\) *", line):
            found[section].append(number)
    return found


def test_one_top_level_item_is_one_statement(real_texts: Path) -> None:
    version = read(real_texts, "crf-15")
    expected = top_items((real_texts / RULINGS / "crf-15.md").read_text(encoding="utf-8"))
    for kind, lines in expected.items():
        source = version.document.source
        read_lines = [source.line_of(each.span.start) for each in version.statements if each.section is kind]
        assert read_lines == lines, kind
    assert len(version.statements) == 915


def test_every_bracket_becomes_a_date(real_texts: Path) -> None:
    version = read(real_texts, "crf-15")
    text = version.document.source.text
    bracketed = re.findall(r"[Ee]ffective (\d+/\d+/\d+)\\?\]", text)
    outside_delayed = [each for each in version.statements if each.section is not SectionKind.DELAYED]
    assert sum(each.effective is not None for each in outside_delayed) == len(bracketed)
    assert all(each.effective for each in version.statements if each.section is SectionKind.DELAYED)
    assert all(re.fullmatch(r"199[5-9]-\d\d-\d\d", each.effective) for each in version.statements if each.effective)


def test_labels_and_marks_are_told_from_words(real_texts: Path) -> None:
    version = read(real_texts, "crf-15")
    annotations = [each.label for each in version.statements if each.label and each.label.startswith("Annotation")]
    numbers = set(re.findall(r"\*\*(Annotation \d+[a-z]?)", version.document.source.text))
    assert Counter(annotations) == Counter(numbers)
    assert not [each.words for each in version.statements if re.match(r"\W*(?:@|Annotation|\w+ Err)", each.words)]
    marked = sum("@" in each.marks for each in version.statements)
    lines = top_items(version.document.source.text)
    source = version.document.source
    printed = sum("@" in source.slice(source.line_span(line)) for group in lines.values() for line in group)
    assert marked == printed


def test_statements_are_joined_to_rulings(real_texts: Path) -> None:
    version = read(real_texts, "crf-15")
    rulings = find_rulings(version)
    assert len({ruling.id for ruling in rulings}) == len(rulings)
    told = sum(not each.reference for each in version.statements)
    assert sum(len(ruling.statements) for ruling in rulings) == told
    repeated = [ruling for ruling in rulings if len(ruling.statements) > 1]
    assert len(repeated) >= 85
    assert {each.section for ruling in repeated for each in ruling.statements} >= {
        SectionKind.TERM, SectionKind.CARD, SectionKind.TURN, SectionKind.ERRATA, SectionKind.DELAYED,
    }  # fmt: skip


@pytest.mark.parametrize(("name", "least"), [("crf-1", 330), ("crf-6", 540), ("crf-12", 740), ("crf-14", 880)])
def test_older_versions_are_read_by_paragraph(real_texts: Path, name: str, least: int) -> None:
    version = read(real_texts, name)
    assert (version.compendium, version.number) == ("CRF", name.removeprefix("crf-"))
    assert len(version.statements) >= least
    kinds = {each.section for each in version.statements}
    assert {SectionKind.TURN, SectionKind.TERM, SectionKind.TOURNAMENT, SectionKind.CARD} <= kinds


def test_only_rulings_files_are_compendia(real_texts: Path) -> None:
    found = set()
    for path in sorted((real_texts / "meccg/docs/original").rglob("*.md")) + sorted((real_texts / "seeds").iterdir()):
        if is_compendium(read_document(Source.from_bytes(path.name, path.read_bytes())).value):
            found.add(path.stem)
    assert found == {"crf-1", "crf-6", "crf-12", "crf-14", "crf-15"}


@pytest.mark.parametrize(
    ("name", "statements", "terms"),
    [("crf-1", 340, 172), ("crf-6", 545, 256), ("crf-12", 820, 360), ("crf-14", 882, 375), ("crf-15", 915, 389)],
)
def test_no_word_is_lost(real_texts: Path, name: str, statements: int, terms: int) -> None:
    version = read(real_texts, name)
    assert words_in_nothing(version) == []
    assert len(version.statements) >= statements
    assert len(version.terms) == terms
    assert {aside.reason for aside in version.asides} <= {"introduction", "contents"}


def test_marks_are_read_wherever_they_stand(real_texts: Path) -> None:
    for name, sign in (("crf-1", "–=–"), ("crf-6", "@"), ("crf-12", "@"), ("crf-14", "@"), ("crf-15", "@")):
        version = read(real_texts, name)
        source = version.document.source
        first = version.statements[0].span.start
        marked = len(re.findall(rf"(?<![^\s*]){sign}(?=\s)", source.text[first:]))
        assert sum(each.marks.count(sign) for each in version.statements) == marked, name


def test_a_reference_refers_and_does_nothing_else(real_texts: Path) -> None:
    for name in ("crf-12", "crf-14", "crf-15"):
        version = read(real_texts, name)
        assert sum(each.reference for each in version.statements) >= 44, name
        assert not [
            each.words for each in version.statements if each.words.startswith("See also") and not each.reference
        ]
