"""The reference compendia laid out otherwise, as their sisters are: each ruling keeps its life, and no other joins it.

The figures are floors: what is asked of a layout is what was measured, rounded down.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.attested import Attestation, History, VersionSlot
from kb.diagnostics import decode_source
from kb.files import read_manifest
from kb.lives import follow_rulings
from kb.model import CompendiumVersion, SectionKind
from kb.readers.compendium import Declared, names_of, read_compendium
from kb.readers.kramdown import read_document
from kb.similarity import holds_words, word_similarity
from tests.built import ROOT
from tests.relaid import Layout, lay_out

NAMES = ("crf-1", "crf-6", "crf-12", "crf-14", "crf-15")
LAYOUTS = {
    "terms as headings": (Layout(), 0.99),
    "terms in bold": (Layout("**{}**"), 0.99),
    "terms as bare lines": (Layout("{}"), 0.975),
    "items": (Layout(items=True), 0.99),
    "two in a paragraph": (Layout(fused=2), 0.99),
    "two in a paragraph, terms as bare lines": (Layout("{}", fused=2), 0.97),
    "cut in two by a blank line": (Layout(cut=True), 0.99),
    "marks of an early version": (Layout(mark="-=- "), 0.99),
    "marks, items and bare lines": (Layout("{}", mark="-=- ", items=True), 0.975),
}
"""Layouts and the least share of rulings that keep their life, and of those that keep their term."""


@pytest.fixture(scope="module")
def versions(real_texts: Path) -> dict[str, CompendiumVersion]:
    manifest = read_manifest(ROOT / "rules_source" / "meccg").value
    assert manifest is not None
    found = {}
    for each in manifest.compendia[0].issues:
        if each.id in NAMES:
            source = decode_source(each.text.path, (real_texts / "meccg" / each.text.path).read_bytes()).value
            assert source is not None
            found[str(each.id)] = read_compendium(
                read_document(source).value,
                Declared(version=each.id, compendium="C", number=each.number, date=each.text.date),
            ).value
    return found


def history_of(first: CompendiumVersion, second: CompendiumVersion) -> History:
    slots = [VersionSlot(each.id, each.number, each.date, True) for each in (first, second)]
    return follow_rulings("C", (first, second), slots)


def pairs(history: History, version: CompendiumVersion) -> Iterator[tuple[Attestation, Attestation | None]]:
    """What a version says of each ruling, and what its other layout does."""
    for life in history.lives:
        at = {each.version: each for each in life.stated}
        if version.id in at:
            yield at[version.id], next((each for each in life.stated if each.version != version.id), None)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["crf-1", "crf-6", "crf-14"])
def test_a_ruling_keeps_its_life_in_another_layout(
    versions: dict[str, CompendiumVersion], name: str, layout: str
) -> None:
    how, least = LAYOUTS[layout]
    version = versions[name]
    others = names_of(each for each in versions.values() if each is not version)
    relaid = lay_out(version, how, others)
    for order in ((relaid, version), (version, relaid)):
        found = list(pairs(history_of(*order), version))
        kept = [(mine, other) for mine, other in found if other is not None]
        assert len(kept) >= least * len(found), (len(kept), len(found))
        assert sum(mine.term == other.term for mine, other in kept) >= least * len(kept)
        wrong = [(mine.text, other.text) for mine, other in kept if not alike(mine, other)]
        assert len(wrong) <= 1, wrong


def alike(first: Attestation, second: Attestation) -> bool:
    """Whether two wordings are one ruling's, beyond doubt: the words are the same, here or there with more around."""
    return (
        word_similarity(first.words, second.words) >= 0.6
        or holds_words(first.words, second.words)
        or holds_words(second.words, first.words)
    )


def test_headings_of_other_versions_find_a_line_that_is_none(versions: dict[str, CompendiumVersion]) -> None:
    """One version has the name of a part of the turn as a paragraph; its sisters have it as a heading."""
    version = versions["crf-12"]
    line = next(
        each
        for each in version.statements
        if version.document.source.position(each.span.start).line == 168 and each.section is SectionKind.TURN
    )
    again = read_compendium(version.document, names=names_of(versions.values())).value
    terms = {each.term for each in again.statements if each.span.start > line.span.start}
    assert line.words in terms
    assert all(each.span != line.span for each in again.statements)
