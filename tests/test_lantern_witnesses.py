"""The witnesses of a book of the embedded corpus, against the answers made by hand (golden/lantern-facts.yml)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import yaml

from kb.model import ClauseKind, WorkId
from kb.plain import Ground
from kb.witnesses import Collation, State, Variant, WitnessId
from tests.built import ROOT
from tests.knowing import lantern as kb

TEXTS = ROOT / "rules_source" / "lantern" / "texts"
FACTS: dict[str, Any] = yaml.safe_load((ROOT / "tests" / "golden" / "lantern-facts.yml").read_text("utf-8"))
BOOKS: list[dict[str, Any]] = FACTS["collations"]
each_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book["work"])
each_text = pytest.mark.parametrize(
    "text", [each for book in BOOKS for each in book["texts"]], ids=lambda each: each["id"]
)


def collation(book: Mapping[str, Any]) -> Collation:
    return kb().collations[WorkId(book["work"])]


def places(book: Mapping[str, Any]) -> Iterator[tuple[str, int, str]]:
    """Every quotation: file, line, words."""
    files = {book["work"]: book["base"], **{text["id"]: text["file"] for text in book["texts"]}}
    for variant in book["variants"]:
        if variant["base"]:
            yield book["base"], variant["base"]["line"], variant["base"]["words"]
        for each in (*variant["readings"].values(), variant.get("note"), variant.get("ruling")):
            if each:
                yield each["file"], each["line"], each["words"]
    for noise in book["noise"]:
        yield files[noise["text"]], noise["line"], noise["words"]


@each_book
def test_every_quotation_stands_on_its_line(book: dict[str, Any]) -> None:
    quoted = list(places(book))
    assert len(quoted) > 28
    for path, line, words in quoted:
        assert words in (TEXTS / path).read_text("utf-8").split("\n")[line - 1]


# What is no part of the book, and what is


@each_text
def test_every_word_is_in_a_clause_or_cut_off(text: dict[str, Any]) -> None:
    document = kb().plain[text["file"]].document
    held = [clause.span for clause in document.clauses] + [each.span for each in document.exclusions]
    words = [match.start() for match in re.finditer(r"[^\W_]+", document.source.text)]
    assert len(words) > 800
    assert [at for at in words if not any(span.start <= at < span.end for span in held)] == []
    (account,) = [each for each in kb().accounts if each.path == text["file"]]
    assert account.unexplained == ()


def test_the_web_text_has_its_headings_and_lists_of_its_own() -> None:
    plain = kb().plain["web/bells-below.txt"]
    base = kb().documents["original/rulebooks/bells-below.md"]
    headings = [each.text.casefold() for each in plain.document.headings]
    assert headings[2:] == [re.sub(r"[_*]", "", each.text).casefold() for each in base.headings[1:]]
    assert headings[:2] == ["lantern: bells below rules", "table of contents"]
    items = [sum(each.kind is ClauseKind.LIST_ITEM for each in text.clauses) for text in (plain.document, base)]
    assert items[0] == items[1] + 10 + 1  # the lines of its contents, and the rule put in
    assert Ground.OWN in {standing.ground for standing in plain.standings}


def test_the_scrape_borrows_its_notes_and_sections_from_the_base() -> None:
    plain = kb().plain["web/bells-below-scrape.txt"]
    by_words = {clause.text.strip()[:20]: clause for clause in plain.document.clauses}
    assert by_words["Some bells answer ea"].section == "echoes"
    assert by_words["A greeting is modifi"].section == "greetings"
    lent = [clause for clause in plain.document.clauses if clause.kind is ClauseKind.NOTE_PARAGRAPH]
    assert [clause.label for clause in lent if clause.label] == [
        "Note",
        "Example",
        "Note",
        "Clarification",
        "Note",
        "Note",
    ]


# Where the texts differ


def line_of(variant: Variant, held: Collation, witness: str) -> int:
    document = next(each.document for each in held.witnesses if each.id == witness)
    return document.source.line_of(variant.reading(WitnessId(witness)).span.start)


def found(answer: Mapping[str, Any], held: Collation) -> list[Variant]:
    """The variants of substance that are at the place of an answer and of its kind."""
    line = answer["base"]["line"] if answer["base"] else answer["line"]
    return [
        variant
        for variant in held.substantive
        if variant.kind.value == answer["kind"] and line_of(variant, held, held.base.id) == line
    ]


@each_book
def test_the_variants_of_substance_are_those_listed(book: dict[str, Any]) -> None:
    held = collation(book)
    matched = [found(answer, held) for answer in book["variants"]]
    assert [len(each) for each in matched] == [1] * len(book["variants"])
    assert {each.id for each in held.substantive} == {variant.id for each in matched for variant in each}


@each_book
def test_each_witness_reads_as_listed(book: dict[str, Any]) -> None:
    held = collation(book)
    for answer in book["variants"]:
        (variant,) = found(answer, held)
        base, *others = variant.readings
        if answer["base"]:
            assert answer["base"]["words"] in (base.text or "")
        else:
            assert base.text is None
        for reading in others:
            lost, told = reading.witness in answer["lost"], answer["readings"]
            assert (reading.state is State.LOST) == lost, (variant.id, reading.witness)
            if lost:
                continue
            if reading.witness not in told:
                assert reading.state is State.SAME or reading.text is base.text is None, (variant.id, reading.witness)
            elif told[reading.witness] is None:
                assert (reading.text, reading.state) == (None, State.OMITTED), variant.id
            else:
                assert (reading.text or "").startswith(told[reading.witness]["words"])
                assert line_of(variant, held, reading.witness) == told[reading.witness]["line"]


@each_book
def test_the_rule_put_in_is_tied_to_its_note_the_emended_text_and_the_ruling(book: dict[str, Any]) -> None:
    held = collation(book)
    (answer,) = [each for each in book["variants"] if "ruling" in each]
    (variant,) = found(answer, held)
    assert variant.note is not None
    assert variant.note.startswith(answer["note"]["words"])
    records = {record.id: record for record in kb().books[WorkId(book["work"])].emendations}
    assert answer["readings"]["bells-below-emended"]["words"].startswith(
        "- " + records[variant.emendations[0]].emended_text.strip()[:20]
    )
    rulings = {ruling.id: ruling for ruling in kb().rulings}
    assert any(
        statement.words.startswith(answer["ruling"]["words"])
        for ident in variant.rulings
        for statement in rulings[ident].statements
    )


@each_book
def test_noise_is_of_the_kind_listed_and_none_is_of_substance(book: dict[str, Any]) -> None:
    held = collation(book)
    for noise in book["noise"]:
        near = [
            variant
            for variant in held.variants
            if (reading := variant.reading(WitnessId(noise["text"]))).text is not None
            and line_of(variant, held, noise["text"]) == noise["line"]
            and reading.text.startswith(noise["words"])
        ]
        if noise["text"] == held.base.id:
            kinds = {variant.kind.value for variant in near}
        else:
            kinds = {kind.value for v in near if (kind := v.reading(WitnessId(noise["text"])).kind) is not None}
        assert noise["kind"] in kinds, noise
        assert not any(variant.substantive for variant in near if variant.kind.value == noise["kind"]), noise


@each_book
def test_only_evident_slips_of_the_base_are_suggested(book: dict[str, Any]) -> None:
    held = collation(book)
    told: dict[int, list[str]] = {}
    for each in held.variants:
        if each.suggestion:
            told.setdefault(line_of(each, held, held.base.id), []).append(each.suggestion)
    assert {line: " ".join(words) for line, words in told.items()} == book["suggested"]
