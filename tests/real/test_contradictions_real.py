"""Contradictions of the reference texts, read by eye; kept by place and sum of words (contradictions.txt)."""

from collections import Counter
from pathlib import Path

import pytest

from kb.attested import Change
from kb.contradictions import Claim, Contradiction
from kb.files import read_manifest
from kb.graph import Kb
from kb.minted import lines_of, words_sum
from kb.pipeline import build_kb
from kb.ruling_pages.topic_pages import view_answer
from kb.similarity import compare_words
from kb.site import open_base
from tests.built import ROOT

PAIRS = Path(__file__).with_name("contradictions.txt")
SHARED = {f"crf-{number}" for number in (1, 6, 12, 14, 15)} | {"faq-7", "faq-9808"}


@pytest.fixture(scope="module")
def kb(real_texts: Path) -> Kb:
    """The five versions and two sheets of the reference folder; what else may be there is left out."""
    manifest = read_manifest(ROOT / "rules_source" / "meccg").value
    assert manifest is not None
    paths: dict[str, str] = {issue.id: issue.text.path for issue in manifest.compendia[0].issues}
    paths |= {document.id: document.text.path for document in manifest.documents}
    texts = {path: (real_texts / "meccg" / path).read_bytes() for name, path in paths.items() if name in SHARED}
    assert len(texts) == len(SHARED)
    return build_kb(manifest, texts).value


@pytest.fixture(scope="module")
def told(kb: Kb) -> set[tuple[str, ...]]:
    return {(*key(kb, each.first), *key(kb, each.second)) for each in found(kb)}


def found(kb: Kb) -> tuple[Contradiction, ...]:
    return kb.chronicles["crf"].contradictions


def key(kb: Kb, claim: Claim) -> tuple[str, str]:
    """Place and sum of a claim."""
    total = words_sum(compare_words(claim.text))[:8]
    if claim.answer is not None:
        source = claim.answer.sheet.document.source
        return f"{claim.answer.sheet.id}:{source.line_of(claim.answer.statement.span.start)}", total
    assert claim.attestation is not None
    version = kb.versions[claim.attestation.version]
    return f"{version.id}:{lines_of(claim.attestation, version)[0]}", total


def pairs(verdict: str) -> set[tuple[str, ...]]:
    lines = (line.split() for line in PAIRS.read_text(encoding="utf-8").split("\n") if not line.startswith("#"))
    return {tuple(line[1:]) for line in lines if line and line[0] == verdict}


def test_all_that_are_true_are_told(told: set[tuple[str, ...]]) -> None:
    assert len(pairs("true")) == 5
    assert pairs("true") - told == set()


def test_none_that_is_false_is_told(kb: Kb, told: set[tuple[str, ...]]) -> None:
    assert len(pairs("false")) >= 25
    assert pairs("false") & told == set()
    assert {(*pair[2:], *pair[:2]) for pair in pairs("false")} & told == set()
    assert told <= pairs("true")
    assert [each.code.code for each in kb.diagnostics if each.code.code == "KB520"] == []


def test_a_false_pair_stands_where_it_is_said_to(kb: Kb) -> None:
    """The table is of these texts: the sums are those of words on these lines."""
    stated = {
        (f"{version.id}:{version.document.source.line_of(statement.span.start)}")
        for version in kb.versions.values()
        for statement in version.statements
    }
    places = {place for pair in pairs("false") for place in (pair[0], pair[2]) if place.startswith("crf")}
    assert places <= stated


def test_the_sheet_of_1998_is_listed_against_the_erratum(kb: Kb) -> None:
    places = {(key(kb, each.first)[0], key(kb, each.second)[0]) for each in found(kb)}
    assert ("faq-9808:31", "crf-14:573") in places


def test_the_page_of_answers_tells_of_a_ruling_that_says_otherwise_that_it_ended(kb: Kb) -> None:
    """The ruling of the first version on what untaps is in no later one; those that still stand are told bare."""
    base = open_base(kb)
    lives = [each.second.life for each in found(kb) if each.decided and each.second.life is not None]
    ended = Counter(life.attestations[-1].change is Change.DROPPED for life in lives)
    assert ended[True] and ended[False]
    answers = [each for sheet in base.answers.by_sheet.values() for each in sheet]
    told = [name for each in answers for _, name in view_answer(base, each, "rulings/answers/faq-7/").since]
    assert Counter("(no longer in CRF " in name for name in told) == ended
