"""Errata of books on words that errata of earlier days put there: of earlier versions, and of other compendia."""

import re
from dataclasses import dataclass, replace
from functools import cache

import pytest

from kb.answers.instruction_list import list_instructions
from kb.compile import compile_text
from kb.corpus import load_manifest
from kb.dates import read_date
from kb.graph import Kb
from kb.instructions import Asked, Remove, Succession, Tried, refuse
from kb.instructions._succession import Hands
from kb.model import VersionId, WorkId
from kb.pipeline import build_kb
from kb.provenance import Refusal
from kb.queries.emended_books import carry_out_on_book
from kb.queries.instructions import carry_out, outcome_of
from kb.queries.judging import judge_book
from kb.queries.proposals import propose_records
from kb.recorded import with_citations
from kb.records import RecordStatus, read_records, write_records
from kb.text import Source
from tests.answered import parts

CORPUS = """\
schema: 1
title: Trams
game: Trams
description: Trams and who drives them.
rights: {{owner: Nobody, statement: Free.}}
compendia:
  digest:
    title: Tram Digest
    abbreviation: TD
    versions:
      - {{id: digest-1, number: "1", date: "2001-01-01", path: digest-1.md}}
      - {{id: digest-2, number: "2", date: "2004-01-01", path: digest-2.md}}
  sheet:
    title: Tram Errata
    abbreviation: TE
    versions:
      - {{id: sheet-1, number: "1", date: "{sheet}", path: sheet.md, profile: {{lacks: [term, turn, card]}}}}
works:
  trams:
    title: The Trams
    abbreviation: TR
    base: trams
    editions:
      - {{id: trams, role: published, path: trams.md, date: "2000"}}
      - {{id: trams-emended, role: emended, path: emended.md}}
"""
BOOK = "# Trams\n\n## Depots\n\nA depot holds *two trams* and a driver.\n\n## Lines\n\nA line has an end.\n"
DIGEST = (
    "# Tram Digest\n\n## Rulings by Term\n\n### Bell\n\n- A bell is rung.\n\n## Errata Listing\n\n### Rules Errata\n\n"
)
SHEET = "# Tram Errata\n\n## Errata Listing\n\n### Rules Errata\n\n"
FIRST = 'Trams Rules, Depots: Replace "two trams" with "three long trams".'
SECOND = 'Trams Rules, Depots: Replace "three long trams" with "three short trams".'
BACK = 'Trams Rules, Depots: Replace "three long trams" with "two trams".'
BESIDE = 'Trams Rules, Depots: Add "green" after "three long".'
THIRD = 'Trams Rules, Depots: Replace "short trams and a" with "short trams and one".'
BEFORE, AFTER = "2002-01-01", "2006-01-01"


@cache
def game(sheet: str, first: str = "", second: str = "", listed: str = FIRST, emended: str = BOOK) -> Kb:
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS.format(sheet=sheet))).value
    assert manifest is not None
    digests = [DIGEST + "".join(f"- {each}\n\n" for each in words.split("\n") if each) for words in (first, second)]
    texts = {"digest-1.md": digests[0], "digest-2.md": digests[1], "sheet.md": f"{SHEET}- {listed}\n"}
    texts |= {"trams.md": BOOK, "emended.md": emended}
    return build_kb(manifest, {name: text.encode() for name, text in texts.items()}).value


def told(kb: Kb, version: str, as_of: str | None = None) -> list[str]:
    return [outcome_of(each) for each in carry_out(kb, kb.versions[VersionId(version)], as_of).orders]


def attempts(kb: Kb, version: str) -> list[list[str]]:
    """What came of each instruction in the published and in the emended text."""
    done = carry_out(kb, kb.versions[VersionId(version)])
    return [[str(o.tried.refusal and o.tried.refusal.value) for _, o in each.outcomes] for each in done.orders]


@pytest.mark.parametrize(
    ("sheet", "further", "outcome"),
    [
        (BEFORE, SECOND, "applied"),
        (BEFORE, BESIDE, "applied"),
        (BEFORE, BACK, "applied"),
        (AFTER, SECOND, "text-not-found"),
        (AFTER, BESIDE, "text-not-found"),
        (AFTER, BACK, "already-applied"),
        ("2004", SECOND, "text-not-found"),
    ],
)
def test_an_erratum_on_words_of_another_compendium_is_carried_out_where_it_is_later(
    sheet: str, further: str, outcome: str
) -> None:
    kb = game(sheet, "", further)
    assert told(kb, "digest-2") == told(kb, "digest-2", "2010-01-01") == [outcome]
    assert told(kb, "sheet-1") == ["applied"]


@pytest.mark.parametrize("kept", ["", FIRST])
def test_an_erratum_on_words_of_an_earlier_version_is_carried_out(kept: str) -> None:
    kb = game(AFTER, FIRST, f"{kept}\n{SECOND}", listed='Trams Rules, Lines: Remove "an end".')
    assert set(told(kb, "digest-2")) == {"applied"}
    assert told(kb, "digest-1") == ["applied"]


def test_it_tells_where_and_what_it_was_carried_out_on() -> None:
    kb = game(BEFORE, "", SECOND)
    (item,) = parts(list_instructions(carry_out(kb, kb.versions[VersionId("digest-2")])))
    base, _ = item["attempts"]
    assert base["outcome"] == "applied"
    assert base["reason"] == "its words were put there by an earlier instruction"
    (change,) = base["changes"]
    assert (change["old"], change["new"]) == ("three long trams", "three short trams")
    assert BOOK[slice(*change["span"])] == "two trams"
    (first,) = carry_out(kb, kb.versions[VersionId("sheet-1")]).orders
    assert change["after"] == list(first.order.rulings) != []


@pytest.mark.parametrize(
    ("further", "words"),
    [
        (SECOND, "*three short trams* and a driver"),
        (BESIDE, "*three long green trams* and a driver"),
        (f"{SECOND}\n{THIRD}", "*three short trams* and a driver"),
    ],
)
def test_records_proposed_for_it_come_after_those_of_the_others(further: str, words: str) -> None:
    kb = game(BEFORE, "", further)
    book = kb.books[WorkId("trams")]
    assert book.base is not None
    proposed = propose_records("trams", book.base, carry_out_on_book(kb, kb.versions[VersionId("digest-2")], book))
    read = read_records(Source.from_text("records.yml", write_records(proposed)))
    assert read.diagnostics == () and read.value is not None
    first, second = read.value.records[:2]
    assert (first.after, second.after) == ((), (first.id,))
    accepted = tuple(replace(each, status=RecordStatus.ACCEPTED) for each in read.value.records)
    lives = {life.id: life for chronicle in kb.chronicles.values() for life in chronicle.history.lives}
    made = compile_text(book.base.document, with_citations(replace(read.value, records=accepted), lives, kb.versions))
    assert made.refused == ()
    assert f"A depot holds {words}." in re.sub(r"\[\^[^\]]*\]", "", made.text)
    alone = compile_text(book.base.document, replace(read.value, records=(replace(accepted[1], after=()),)))
    assert alone.applied == ()


def test_an_emended_text_that_has_a_later_erratum_has_what_it_says_of_an_earlier_one() -> None:
    kb = game(BEFORE, "", SECOND, emended=BOOK.replace("two trams", "three short trams"))
    assert attempts(kb, "sheet-1") == [["None", "already-applied"]]
    assert attempts(kb, "digest-2") == [["None", "already-applied"]]
    kb = game(BEFORE, "", SECOND, emended=BOOK.replace("two trams", "no trams"))
    assert attempts(kb, "sheet-1") == [["None", "text-not-found"]]


def test_an_erratum_on_words_of_a_later_one_is_not_carried_out_in_the_emended_text() -> None:
    done = BOOK.replace("two trams", "three long trams")
    assert attempts(game(AFTER, "", SECOND, emended=done), "digest-2") == [["text-not-found", "text-not-found"]]
    assert attempts(game(BEFORE, "", SECOND, emended=done), "digest-2") == [["None", "None"]]


def test_an_erratum_whose_words_a_later_one_has_changed_is_not_told_as_left_out() -> None:
    kb = game(BEFORE, "", SECOND, emended=BOOK.replace("two trams", "three short trams"))
    judged = judge_book(kb, kb.books[WorkId("trams")])
    verdicts = {found.stated.text: found.verdict.value for found in judged.findings}
    assert {verdicts[FIRST], verdicts[SECOND]} == {"applied-near"}


def test_an_erratum_that_its_own_ruling_took_further_has_one_marker_and_its_day() -> None:
    kb = game(AFTER, FIRST, SECOND, listed='Trams Rules, Lines: Remove "an end".')
    book = kb.books[WorkId("trams")]
    assert book.base is not None
    proposed = propose_records("trams", book.base, carry_out_on_book(kb, kb.versions[VersionId("digest-2")], book))
    first, second = proposed.records
    assert first.rulings == second.rulings
    assert (first.marks, first.supports, first.effective) == (True, (second.id,), None)
    assert (second.marks, second.after, second.effective) == (False, (first.id,), "2004-01-01")
    accepted = replace(
        proposed, records=tuple(replace(each, status=RecordStatus.ACCEPTED) for each in proposed.records)
    )
    lives = {life.id: life for chronicle in kb.chronicles.values() for life in chronicle.history.lives}
    made = compile_text(book.base.document, with_citations(accepted, lives, kb.versions))
    assert made.refused == ()
    assert made.text.count(f"[^{first.rulings[0]}]") == 2, "the marker, and the note"


@dataclass(frozen=True)
class Swap:
    """What came of an operation on a text of letters: the one it found, or a refusal."""

    asked: Asked
    tried: Tried


def test_what_errata_of_earlier_days_make_is_made_once() -> None:
    """Each erratum of the second day rests on one of the first: thrice as many of them take thrice as long."""

    def count(many: int) -> int:
        tries = 0

        def attempt(each: Asked, text: tuple[str, ...]) -> Swap:
            nonlocal tries
            tries += 1
            at, wanted = each.order % many, "a" if each.order < many else "b"
            return Swap(each, Tried() if text[at] == wanted else refuse(Refusal.TEXT_NOT_FOUND, ""))

        def perform(done: Swap, text: tuple[str, ...]) -> tuple[str, ...]:
            at, new = done.asked.order % many, "b" if done.asked.order < many else "c"
            return (*text[:at], new, *text[at + 1 :])

        hands = Hands(
            attempt, perform, lambda done, text: (text[done.asked.order % many],), lambda a, t: Swap(a.asked, t)
        )
        days = [read_date("2001-01-01"), read_date("2002-01-01")]
        asked = [Asked(Remove("x"), order, days=days[order // many]) for order in range(2 * many)]
        printed = ("a",) * many
        work = Succession(printed, printed, hands)
        assert [each.tried.refusal for each in work.carry_out(asked)] == [None] * (2 * many)
        assert work.made == ("c",) * many
        return tries

    assert count(60) < 3.5 * count(20)
