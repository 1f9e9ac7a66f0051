"""Footnotes of the emended reference book against the hand-made answers and the verified sources."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kb.citations import verify_footnotes
from kb.model import Document
from kb.provenance import FootnoteVerdict, Problem, Relation
from kb.readers.compendium import read_compendium
from kb.readers.kramdown import read_document
from kb.sources.addresses import gather_sources
from kb.text import Source

BOOKS = ("seeds/000_4119e6f51b88ba39.txt", "meccg/docs/emended/medm-emended.md")
RELATIONS = {"verbatim": Relation.VERBATIM, "near": Relation.NEAR, "no": Relation.POINTER}
STATUS = {
    "verbatim_full": {Relation.VERBATIM},
    "verbatim_part": {Relation.VERBATIM},
    "near": {Relation.NEAR},
    "not_found": {Relation.ADAPTED, Relation.NOT_FOUND},
}
ELSEWHERE = "mele-card-and-decks"
"""The one footnote that cites a rulebook; the verified sources know only the compendium."""


def read(folder: Path, name: str) -> Document:
    return read_document(Source.from_bytes(name, (folder / name).read_bytes())).value


@cache
def verdicts(folder: Path, book: str) -> Mapping[str, FootnoteVerdict]:
    emended = read(folder, book)
    rulings = read(folder, "meccg/docs/original/rulings/crf-15.md")
    rulebook = read(folder, "meccg/docs/original/rulebooks/the-lidless-eye.md")
    sources = gather_sources([emended, rulings, rulebook], [read_compendium(rulings).value])
    found = verify_footnotes(emended, sources)
    assert found.diagnostics == ()
    return {verdict.id: verdict for verdict in found.value}


@cache
def verified(folder: Path, book: str) -> Mapping[str, Any]:
    every = json.loads((folder / "oracle/footnote-sources.json").read_text(encoding="utf-8"))
    return {each["footnote"]: each for each in every if book.endswith(each["file"])}


@pytest.mark.parametrize("book", BOOKS)
def test_against_the_hand_made_answers(real_texts: Path, book: str) -> None:
    gold = json.loads((real_texts / "gold/footnotes.json").read_text(encoding="utf-8"))["footnotes"]
    found = verdicts(real_texts, book)
    assert set(gold) <= set(found)
    for name, expected in gold.items():
        verdict = found[name]
        assert verdict.relation is RELATIONS[expected["quote_matches_crf15"]], name
        assert (verdict.quote is None) == (verdict.relation is Relation.POINTER)
        assert verdict.kind == expected["kind"], name
        assert verdict.effective_cited == expected["effective"], name
        assert verdict.effective_in_source == expected.get("effective_in_crf15", expected["effective"]), name
        assert len(verdict.references) == expected["uses"], name
        (cited,) = verdict.cites
        (place,) = expected["cites"]
        assert (cited.work, cited.work_as_cited) == (place["work"], place["work_as_cited"]), name
        assert (cited.heading, cited.url, cited.resolves) == (place["heading"], place["url"], True), name
        assert ", ".join(cited.section_path) == place["section path"], name


@pytest.mark.parametrize("book", BOOKS)
def test_each_footnote_and_reference_against_verified_sources(real_texts: Path, book: str) -> None:
    found = verdicts(real_texts, book)
    oracle = verified(real_texts, book)
    assert list(found) == [each["footnote"] for each in sorted(oracle.values(), key=lambda each: each["line"])]
    for name, expected in oracle.items():
        verdict = found[name]
        assert verdict.line == expected["line"]
        assert (verdict.quote or "").replace("’", "'") == expected["quote"].replace("’", "'"), name
        lines = {place["line"] for place in expected.get("also_in_crf15", [])}
        if lines:
            assert {place.line for place in verdict.sources} == lines, name
        assert len(verdict.references) == len(expected["citing"])
        for reference, citing in zip(verdict.references, expected["citing"], strict=True):
            assert reference.line == citing["line"]
            if name == ELSEWHERE:
                continue
            assert reference.relation in STATUS[citing["status"]], (name, reference.line)
            if reference.relation is not Relation.NOT_FOUND:
                assert citing["under_cited_anchor"]["line"] in {place.line for place in reference.sources}


@pytest.mark.parametrize("book", BOOKS)
def test_problems_are_these_and_no_other(real_texts: Path, book: str) -> None:
    problems = {name: verdict.problems for name, verdict in verdicts(real_texts, book).items() if verdict.problems}
    assert problems == {
        "crf-terms-ringwraith": (Problem.EFFECTIVE_DATE_MISSING,),
        "crf-fw-under-deeps-movement": (Problem.WRONG_ANCHOR, Problem.EFFECTIVE_DATE_DIFFERS),
    }


@pytest.mark.parametrize("book", BOOKS)
def test_pointers_rest_on_the_rulings_of_their_references(real_texts: Path, book: str) -> None:
    agent = verdicts(real_texts, book)["crf-terms-agent"]
    relations = [reference.relation for reference in agent.references]
    assert (relations.count(Relation.VERBATIM), relations.count(Relation.NEAR)) == (17, 1)
    lines = [reference.sources[0].line for reference in agent.references]
    assert len(set(lines)) == 18
    monday = verdicts(real_texts, book)["rulings-monday-12-6-97"]
    assert [place.line for place in monday.sources] == [1968]


def test_a_rulebook_is_an_authority_too(real_texts: Path) -> None:
    verdict = verdicts(real_texts, BOOKS[1])[ELSEWHERE]
    assert verdict.relation is Relation.VERBATIM
    assert [(place.line, place.anchor) for place in verdict.sources] == [(2124, "deck-construction")]
    assert verdict.problems == ()


def test_a_run_together_quotation_names_all_its_sources(real_texts: Path) -> None:
    verdict = verdicts(real_texts, BOOKS[0])["crf-card-effect-limitations"]
    assert [place.line for place in verdict.sources] == [374, 383]
