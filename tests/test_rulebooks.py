"""Books of one game that count alike: which one words are about that name a rule by its number, and what says so."""

import json
from collections.abc import Iterable, Sequence
from functools import cache

import pytest

from kb import rulebooks
from kb.answers.instruction_list import list_instructions
from kb.answers.instruction_text import render_instructions
from kb.answers.unapplied import list_unapplied
from kb.answers.unapplied_text import render_unapplied
from kb.corpus import WorkEntry, load_manifest
from kb.graph import Kb
from kb.instructions import read_instructions
from kb.model import SectionKind, WorkId
from kb.pipeline import build_kb
from kb.queries.instructions import carry_out
from kb.queries.judging import judge_book
from kb.queries.rulebooks import know_rulebooks
from kb.statements.sections import recognise_section
from kb.text import Source
from kb.titles import name_works
from tests.answered import newest, parts

MANIFEST = """\
schema: 1
title: Saltline
game: Saltline
description: A game of boats and divers.
rights: {owner: Nobody, statement: Free.}
sections: {errata: [Errata], term: [Clarifications]}
compendia:
  sr:
    title: {title}
    abbreviation: SR
    versions:
      - {id: sr-1, number: "1", date: "2004-03-01", path: sr.md, profile: {lacks: [turn, tournament, card, delayed]}}
works:
  saltline:
    title: Saltline
    abbreviation: SL
    base: saltline
    editions:
      - {id: saltline, role: published, date: "2003", path: saltline.md}
      - {id: saltline-now, role: emended, date: "2004", path: saltline-now.md}
  deep:
    title: "Saltline: Deep Water"
    abbreviation: DW
    base: deep
    editions:
      - {id: deep, role: published, date: "2003", path: deep.md}
      - {id: deep-now, role: emended, date: "2004", path: deep-now.md}
"""
SALTLINE = """\
# Saltline

**4.1** A boat has two masts.

**4.2** Boats move in the order of their owners.

**4.21** A boat sails three hexes in fair wind.

**4.3** Harbour dues are paid at dusk.
"""
DEEP = """\
# Saltline: Deep Water

**4.1** A diver has one bell.

**4.2** Divers go down in the order of their owners.

**4.21** A diver goes down two fathoms a turn.

**4.4** A wreck that is emptied sinks.

## 5. Old Wrecks

A wreck holds five coins.
"""


@cache
def game(rulings: str, title: str = "Saltline Rulings") -> Kb:
    manifest = load_manifest(Source.from_text("corpus.yml", MANIFEST.replace("{title}", title))).value
    assert manifest is not None
    texts = {"saltline.md": SALTLINE, "saltline-now.md": SALTLINE, "deep.md": DEEP, "deep-now.md": DEEP}
    return build_kb(manifest, {path: text.encode() for path, text in {**texts, "sr.md": rulings}.items()}).value


def sheet(words: str, heading: str = "Errata", title: str = "Saltline Rulings") -> str:
    return f"# {title}\n\n## {heading}\n\n- {words}\n"


ERRATA = [
    ('4.1: Change "one bell" to "two bells".', "Errata for Saltline: Deep Water", "deep", "heading"),
    ('4.1: Change "two masts" to "three masts".', "Errata for Saltline", "saltline", "heading"),
    ('4.4: Change "sinks" to "drifts".', "Errata", "deep", "only-rule"),
    ('4.21: Change "two fathoms" to "three fathoms".', "Errata", "deep", "quoted"),
    ('4.21: Change "three" to "four".', "Errata", "saltline", "quoted"),
    ('Saltline: Deep Water, 4.21: Change "two" to "three".', "Errata", "deep", None),
    ('4.2: Change "order" to "turn".', "Errata", None, None),
    ('4.2: Change "Boats" to "Divers".', "Errata", "saltline", "quoted"),
    ('4.1: Add "It is red." at the end.', "Errata", None, None),
]


@pytest.mark.parametrize(("words", "heading", "work", "by"), ERRATA)
def test_an_erratum_by_number_is_on_the_book_that_something_names(
    words: str, heading: str, work: str | None, by: str | None
) -> None:
    kb = game(sheet(words, heading))
    done = carry_out(kb, newest(kb))
    (item,) = json.loads(json.dumps(list_instructions(done)))["items"]
    assert (item["work"], item["by"]) == (work, by)
    assert item["outcome"] == ("applied" if work else "needs-human")
    assert item["among"] == ([] if work else ["saltline", "deep"])
    if not work:
        lines = ["".join(said for _, said in line) for line in render_instructions(done)]
        assert any(line.startswith("saltline or deep, 4.") for line in lines)


@pytest.mark.parametrize(
    ("heading", "target"),
    [
        ("Errata for Saltline: Deep Water", ("deep", None, ["Old wrecks"], "applied")),
        ("Errata for Saltline", (None, "Old wrecks", [], "target-missing")),
        ("Errata", ("deep", None, ["Old wrecks"], "applied")),
    ],
)
def test_what_an_item_begins_with_is_a_section_of_the_book_above_it_or_of_the_only_one_that_has_one(
    heading: str, target: tuple[str | None, str | None, list[str], str]
) -> None:
    kb = game(sheet('*Old wrecks:* Change "five" to "six".', heading))
    done = carry_out(kb, newest(kb))
    (item,) = json.loads(json.dumps(list_instructions(done)))["items"]
    assert (item["work"], item["card"], item["headings"], item["outcome"]) == target


CLARIFICATIONS = [
    ("4.1: It may be red.", "Clarifications for Saltline: Deep Water", ["deep"], "heading"),
    ("4.4: It may be red.", "Clarifications", ["deep"], "only-rule"),
    ('4.21: "Fair wind" is any but a storm.', "Clarifications", ["saltline"], "quoted"),
    ("4.2: Nobody may pass.", "Clarifications", [], None),
    ("4.3: It may be red.", "Clarifications for Saltline: Deep Water", [], None),
]


@pytest.mark.parametrize(("words", "heading", "works", "by"), CLARIFICATIONS)
def test_a_clarification_by_number_concerns_that_book_or_is_told_as_unsure(
    words: str, heading: str, works: list[str], by: str | None
) -> None:
    kb = game(sheet(words, heading))
    told = {each: judge_book(kb, kb.books[WorkId(each)]) for each in ("saltline", "deep")}
    found = {each: list_unapplied(judged) for each, judged in told.items()}
    assert [each for each, answer in found.items() if answer["items"]] == works
    for each in works:
        (item,) = parts(found[each])
        assert (item["concerns"], item["by"]) == (["numbered"], by)
    having = ["saltline"] if words.startswith("4.3") else ["saltline", "deep"]
    assert [each for each, answer in found.items() if answer["unsure"]] == ([] if works else having)
    for each in () if works else having:
        (unsure,) = parts(found[each], "unsure")
        assert (unsure["number"], unsure["text"]) == (words[:3], words)
        lines = ["".join(said for _, said in line) for line in render_unapplied(told[each])]
        assert "1 ruling on the number of a rule of several books" in lines


@pytest.mark.parametrize(
    ("title", "heading", "work"),
    [
        ("Deep Water Sheet", "Saltline Rulings", "deep"),
        ("Saltline Rulings", "Errata and Clarifications for Saltline: Deep Water", "deep"),
        ("Sheet", "DW Sheet", "deep"),
        ("Saltline Sheet", "Saltline Rulings", None),
        ("Sheet", "Saltline and Deep Water Rulings", None),
    ],
)
def test_the_title_of_a_text_names_a_book_by_more_than_the_name_of_the_game(
    title: str, heading: str, work: str | None
) -> None:
    kb = game(sheet("4.2: Nobody may pass.", "Clarifications", heading), title)
    judged = {each: judge_book(kb, book) for each, book in kb.books.items()}
    assert [each for each, found in judged.items() if found.findings] == ([work] if work else [])
    assert bool(judged[WorkId("saltline")].unsure) is (work is None)


def test_a_title_is_taken_by_its_longest_names() -> None:
    works = game(sheet("4.2: Nobody may pass.")).manifest.works

    def named(title: str) -> list[str]:
        return sorted(work.id for work in name_works(title, works, ("Saltline",)))

    assert named("Errata of Saltline: Deep Water, version 2") == ["deep"]
    assert named("Deep Water Errata") == ["deep"]
    assert named("Saltline Errata") == ["deep", "saltline"]
    assert named("Errata of the Harbour") == []


def test_a_section_for_a_book_of_a_long_name_is_a_section() -> None:
    phrases = {SectionKind.ERRATA: ("errata",)}
    assert recognise_section("Errata for Saltline: Deep Water and Other Depths", phrases) is SectionKind.ERRATA
    assert recognise_section("Errata of the four winds and seas", phrases) is None


def test_what_the_titles_of_a_text_say_is_asked_once_for_all_of_its_rulings(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def count(title: str, works: Sequence[WorkEntry], games: Iterable[str] = ()) -> tuple[WorkEntry, ...]:
        asked.append(title)
        return name_works(title, works, games)

    monkeypatch.setattr(rulebooks, "name_works", count)
    errata = "\n\n".join(f'- 4.2: Change "order" to "turn {number}".' for number in range(20))
    kb = game(f"# Saltline Rulings\n\n## Errata\n\n{errata}\n", "Rulings of Saltline")
    known, (version,) = know_rulebooks(kb), kb.versions.values()
    asked.clear()
    assert len(list(read_instructions(version, known.works, rulebooks=known))) == 20
    assert 0 < len(asked) < 5
