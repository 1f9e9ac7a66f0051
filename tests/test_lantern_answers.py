"""What the program says of the embedded corpus, against the answers made by hand (golden/lantern-facts.yml)."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
import yaml

from kb.audit import find_all
from kb.diagnostics import Diagnostic
from kb.graph import Book
from kb.model import Document, WorkId
from kb.provenance import Emendation, EmendationKind, Relation, SourcePlace, Unit
from kb.queries.unfollowed import find_unfollowed
from kb.text import Span
from tests.built import ROOT
from tests.knowing import lantern as kb

FACTS: dict[str, Any] = yaml.safe_load((ROOT / "tests" / "golden" / "lantern-facts.yml").read_text("utf-8"))
BOOKS: list[dict[str, Any]] = FACTS["books"]
WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
each_book = pytest.mark.parametrize("answers", BOOKS, ids=lambda answers: answers["work"])


def book_of(answers: Mapping[str, Any]) -> Book:
    return kb().books[WorkId(answers["work"])]


# Emendations


def counted(record: Emendation) -> bool:
    return record.kind is not EmendationKind.STRUCTURE and record.unit not in {
        Unit.MARKUP, Unit.WHITESPACE, Unit.FRONT_MATTER, Unit.FOOTNOTE}  # fmt: skip


def same_change(answer: Mapping[str, Any], record: Emendation, book: Book) -> bool:
    assert book.base is not None
    assert book.emended is not None
    sides = (
        (answer["published"], record.published_span, book.base.document),
        (answer["emended"], record.emended_span, book.emended.document),
    )
    return all(same_side(side, span, document) for side, span, document in sides)


def same_side(side: Mapping[str, Any] | None, span: Span, document: Document) -> bool:
    words = WORD.findall(re.sub(r"\{:[^}]*\}|\[\^[^\]]*\]", "", document.source.slice(span)))
    if side is None:
        return not words
    first, last = document.source.line_of(span.start), document.source.line_of(max(span.start, span.end - 1))
    return first <= side["line"] <= last and words[:6] == WORD.findall(side["words"])[:6]


def pairs(answers: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], Emendation]]:
    """Each answer with the record that is the same change, where there is one."""
    book = book_of(answers)
    records = [record for record in book.emendations if counted(record)]
    found = []
    for answer in answers["emendations"]:
        record = next((record for record in records if same_change(answer, record, book)), None)
        if record is not None:
            records.remove(record)
            found.append((answer, record))
    return found


@each_book
def test_every_change_is_found_and_nothing_else(answers: dict[str, Any]) -> None:
    found = pairs(answers)
    missing = [answer["id"] for answer in answers["emendations"] if answer not in [answer for answer, _ in found]]
    assert missing == []
    moved = 2 * len(answers["moved"])
    assert sum(counted(record) for record in book_of(answers).emendations) <= len(found) + moved


@each_book
def test_changes_have_their_kind_unit_label_and_section(answers: dict[str, Any]) -> None:
    for answer, record in pairs(answers):
        wanted = (answer["kind"], answer["unit"], answer.get("label"), answer["section"])
        got = (record.kind.value, record.unit.value, record.label, record.section_id)
        assert (answer["id"], got) == (answer["id"], wanted)


@each_book
def test_changes_have_their_footnotes_and_status(answers: dict[str, Any]) -> None:
    for answer, record in pairs(answers):
        if answer["status"] is None or answer["id"] in ARGUABLE:
            continue
        wanted = (sorted(answer["footnotes"]), answer["status"], answer["substantive"])
        got = (sorted(record.footnotes), record.authority_status.value, record.substantive)
        assert (answer["id"], got) == (answer["id"], wanted)


ARGUABLE = frozenset({"bb-01"})
"""A notice that is no rule was deleted: to see that takes understanding."""


# Footnotes


def places(found: tuple[SourcePlace, ...]) -> set[tuple[str, int]]:
    return {(place.file, place.line) for place in found}


@each_book
def test_footnotes_have_their_verdicts(answers: dict[str, Any]) -> None:
    verdicts = kb().footnotes[answers["emended"]]
    assert [(verdict.id, verdict.line) for verdict in verdicts] == [
        (answer["id"], answer["line"]) for answer in answers["footnotes"]
    ]
    for verdict, answer in zip(verdicts, answers["footnotes"], strict=True):
        relation = answer["relation"] or Relation.NOT_FOUND.value
        wanted = (relation, answer["effective_cited"], answer["effective_in_source"], sorted(answer["problems"]))
        problems = sorted(problem.value for problem in verdict.problems)
        got = (verdict.relation.value, verdict.effective_cited, verdict.effective_in_source, problems)
        assert (verdict.id, got) == (answer["id"], wanted)
        assert sorted(reference.line for reference in verdict.references) == sorted(answer["references"])


@each_book
def test_footnotes_have_their_sources(answers: dict[str, Any]) -> None:
    for verdict, answer in zip(kb().footnotes[answers["emended"]], answers["footnotes"], strict=True):
        if verdict.relation is not Relation.POINTER:
            assert (verdict.id, places(verdict.sources)) == (
                answer["id"],
                {(source["file"], source["line"]) for source in answer["sources"]},
            )


@each_book
def test_a_pointer_is_judged_at_each_reference(answers: dict[str, Any]) -> None:
    for verdict, answer in zip(kb().footnotes[answers["emended"]], answers["footnotes"], strict=True):
        served = {(each["reference"], each["file"], each["line"]) for each in answer.get("serves", ())}
        if served:
            assert served == {
                (reference.line, *place) for reference in verdict.references for place in places(reference.sources)
            }


# Diagnostics


def reported() -> dict[tuple[str, int, str], Diagnostic]:
    return {(found.path, found.line, found.code.name): found for found in all_diagnostics()}


@cache
def all_diagnostics() -> tuple[Diagnostic, ...]:
    return (*kb().diagnostics, *find_all(kb()))


def test_what_must_be_reported_is_reported() -> None:
    wanted = {(answer["file"], answer["line"], answer["rule"]) for answer in FACTS["diagnostics"]}
    assert wanted - reported().keys() == set()


def test_the_emended_books_have_no_false_report() -> None:
    known = {(answer["file"], answer["line"], answer["rule"]) for answer in FACTS["diagnostics"]}
    known |= {(answer["file"], answer["line"], answer["rule"]) for answer in FACTS["arguable"]}
    known |= {(*place_of(answer["change"]), "sister-not-emended") for answer in FACTS["unfollowed"]}
    books = {answers["emended"] for answers in BOOKS}
    slips = ("likely-slip", "slip-against-witnesses")
    extra = {key for key in reported() if key[0] in books and key[2] not in slips} - known
    assert extra == set()


def place_of(fact: dict[str, Any]) -> tuple[str, int]:
    return fact["file"], fact["line"]


def test_reprinted_passages_are_those_found_by_hand() -> None:
    paths = {work: book.base.document.source.path for work, book in kb().books.items() if book.base}
    mine = [
        p if p.a.work == "winter-quay" else p.turned for p in kb().parallels if "winter-quay" in (p.a.work, p.b.work)
    ]
    found = {
        ((paths[p.a.work], p.a.line), (paths[p.b.work], p.b.line)): (
            p.likeness.value,
            [[each.old_text, each.new_text] for each in p.differences if each.substantive],
        )
        for p in mine
    }
    listed = {
        (place_of(fact["here"]), place_of(fact["there"])): (fact["relation"], fact["differences"])
        for fact in FACTS["reprinted"]
    }
    built_alike = {place for place in found if place not in listed}
    assert {place: found.get(place) for place in listed} == listed
    assert len(built_alike) <= 1


def test_changes_the_sister_book_lacks_are_those_found_by_hand() -> None:
    found = []
    for each in find_unfollowed(kb()):
        emended = kb().books[each.work].emended
        assert emended is not None
        source = emended.document.source
        line = source.line_of(each.record.emended_span.start)
        found.append(((source.path, line), (each.edition.document.source.path, each.line)))
        assert not each.emended
    listed = [(place_of(fact["change"]), place_of(fact["there"])) for fact in FACTS["unfollowed"]]
    assert sorted(found) == sorted(listed)


@pytest.mark.parametrize("fact", FACTS["witnesses"], ids=lambda fact: fact["edition"])
def test_witnesses_are_read_as_listed(fact: dict[str, Any]) -> None:
    document = kb().documents[fact["file"]]
    source = document.source
    lines = [
        [source.line_of(each.span.start), source.line_of(max(each.span.start, each.span.end - 1))]
        for each in document.exclusions
    ]
    assert [[low, high] for low, high in lines if source.text.splitlines()[low - 1 : high]] == fact["foreign"]


def test_a_witness_has_the_corrected_rule_and_another_a_changed_one() -> None:
    """The rule that only the web text prints, under its own note; the number the scrape has wrong, and what it lost."""
    web, scrape = FACTS["witnesses"]
    variants = [each for each in kb().collations[WorkId("bells-below")].variants if each.substantive]
    told = {each.kind.value: each for each in variants}
    added = next(each for each in variants if "A spent wrecker may rest" in str(each.readings))
    assert added.kind.value == "added"
    assert {"figure", "lists-gone", "added"} <= set(told)
    assert web["corrected"]["words"]
    assert any("two points" in str(each.readings) for each in variants if each.kind.value == "figure")
    assert scrape["items_lost"] == 15
