"""A game in cases (`4.3.2.b`) with sheets of errata of which none repeats the last, and a digest of answers by case:
which case each ruling is on, what holds, what the book lacks, and what its footnotes quote.
"""

import json
import re
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.answers.instruction_list import list_instructions
from kb.audit import find_all
from kb.cli import build_app
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.model import VersionId, WorkId
from kb.numbering import exact_rule, number_rules, whole_rule
from kb.pipeline import build_kb
from kb.provenance import Relation
from kb.queries.emended_books import BookOrder
from kb.queries.instructions import carry_out
from kb.queries.judging import judge_book
from kb.readers.compendium import read_compendium
from kb.readers.kramdown import read_document
from kb.text import Source
from kb.tools.builders import read_templates
from kb.unapplied import Verdict
from kb.wording import read_wording
from tests.built import ROOT
from tests.made_pages import build_pages

TOWPATH, ERRATA = WorkId("towpath"), VersionId("te-1")
MANIFEST = """\
schema: 1
title: Towpath
game: Towpath
description: Barges, mules and locks.
rights: {owner: Nobody, statement: Free.}
sections: {term: [Towpath Digest]}
compendia:
  errata:
    title: Towpath Errata
    abbreviation: TE
    names: [Sheet]
    versions:
      - {id: te-1, number: "1", date: "2001-02-03", path: te-1.md, profile: {lacks: [turn, term, card, tournament]}}
      - {id: te-2, number: "2", date: "2002-02-03", path: te-2.md, profile: {lacks: [turn, term, card, tournament]}}
  digest:
    title: Towpath Digest
    abbreviation: TD
    names: [Digest]
    versions:
      - {id: td-1, number: "1", date: "2002-05-01", path: td-1.md, profile: {lacks: [turn, card, errata, tournament]}}
works:
  towpath:
    title: Towpath Rules
    abbreviation: TP
    base: towpath
    editions:
      - {id: towpath, role: published, date: "2000", path: towpath.md}
      - {id: towpath-emended, role: emended, date: "2003", path: emended.md}
"""
BOOK = """\
# Towpath

## 4.0 TOWING

**4.1** A mule tows one barge upstream. It may rest a turn at a lock. It wants its oats at dusk.

**4.2** No mule tows at night.

**4.3** The following holds of locks:

- a. A lock takes two barges.
- b. A barge waits at least three turns.
- c. Mules do not enter.

**4.4** A crew that has no mule may pull its barge.

### Lock Table

| Lock | Toll | Days |
|---|---|---|
| Upper | 3 | 1 |
| Lower | 4 | 2 |
"""
FIRST = """\
# Towpath Errata

## Errata

**4.1 (correction):** "one barge upstream" should read "two barges upstream".

**4.2 (deletion):** Delete this case.

**4.3.b (correction):** "three turns" should read "five turns".

**4.4 (clarification):** A crew may pull by night as well.

**Lock Table (correction):** In the row for Upper, the Toll should be "-" instead of "3".
"""
SECOND = """\
# Towpath Errata

## Errata

[4.3.b] (correction) The erratum of 3 February 2001 is withdrawn. The case is correct as printed.

[4.4] (addition) Add: "It moves one hex in a turn."

[Lock Table] (clarification) Days are those of the calendar.
"""
DIGEST = """\
# TOWPATH DIGEST

## 4.0 TOWING

**4.1** Q. Must both of the barges that a mule tows be of one and the same owner, as in the old rules?
A. No, each of them may belong to somebody else.

**4.3** Q. Which barge is first when two come to a lock at the same time from either side of it?
A. The one that goes down.

**Lock Table** Q. Is the toll paid by every single barge that goes through, also by an empty one?
A. Yes, by each of them alike.
"""
NOTES = {
    "q1": "Q. Which barge is first when two come to a lock at the same time from either side of it? "
    "A. The one that goes down. See Digest 1, 4.3.",
}


@cache
def game(emended: str = BOOK, first: str = FIRST, second: str = SECOND) -> Kb:
    manifest = load_manifest(Source.from_text("corpus.yml", MANIFEST)).value
    assert manifest is not None
    texts = {"towpath.md": BOOK, "emended.md": emended, "te-1.md": first, "te-2.md": second, "td-1.md": DIGEST}
    return build_kb(manifest, {path: text.encode() for path, text in texts.items()}).value


def found(kb: Kb, *codes: str) -> list[str]:
    return [each.message for each in find_all(kb) if each.code.code in codes]


def held(kb: Kb, as_of: str | None = None) -> list[str]:
    """The rulings in force on a day."""
    return [each.stated.text for each in judge_book(kb, kb.books[TOWPATH], as_of).findings]


def test_the_letter_of_a_part_may_stand_behind_a_point() -> None:
    """As an item of a list it has a point behind it."""
    rules = number_rules(read_document(Source.from_text("a.md", BOOK)).value)
    assert list(rules.clauses) == ["4.0", "4.1", "4.2", "4.3", "4.3(a)", "4.3(b)", "4.3(c)", "4.4"]
    known = rules.clauses
    assert [exact_rule(each, known) for each in ("4.3.b", "4.3b", "4.3(b)", "4.3.d")] == ["4.3(b)"] * 3 + [""]
    assert whole_rule("4.3.d", known) == "4.3"


def test_an_erratum_on_a_part_with_a_point_is_carried_out_there() -> None:
    kb = game()
    orders = carry_out(kb, kb.versions[ERRATA])
    done = [
        each
        for each in orders.orders
        if isinstance(each, BookOrder) and each.order.instruction.target.headings == ("4.3.b",)
    ]
    changes = [change.old for each in done for _, outcome in each.outcomes for change in outcome.changes]
    assert set(changes) == {"three turns"}


@pytest.mark.parametrize(
    ("text", "label", "words"),
    [
        ("4.3.b (correction): Wait.", "correction", "4.3.b: Wait."),
        ("Lock Table (correction): Wait.", "correction", "Lock Table: Wait."),
        ("[Lock Table] (correction) Wait.", "correction", "Lock Table: Wait."),
        ("[Second Game, Setup] (Addition): Wait.", "Addition", "Second Game, Setup: Wait."),
        ("(clarification): Wait.", "clarification", "Wait."),
        ("Tolls rise (addition of coins): Wait.", None, "Tolls rise (addition of coins): Wait."),
        ("a toll (change): none is given.", None, "a toll (change): none is given."),
        ("[a mule] (change) is given.", None, "[a mule] (change) is given."),
    ],
)
def test_a_ruling_on_a_place_without_a_number_is_called_what_its_editor_calls_it(
    text: str, label: str | None, words: str
) -> None:
    wording = read_wording(text)
    assert (wording.label, wording.words) == (label, words)


def test_the_question_of_a_digest_that_names_a_place_in_bold_is_joined_to_its_answer() -> None:
    said = {each.words[-26:]: each for each in game().versions[VersionId("td-1")].statements}
    assert len(said) == 3
    toll = said["Yes, by each of them alike."[-26:]]
    assert toll.words.startswith("Lock Table: Is the toll")
    assert toll.context.startswith("Is the toll")


def test_a_full_line_before_the_mark_of_an_answer_hides_no_ruling() -> None:
    short = [f"**4.{at}** Q. Is it so at lock {at}?\nA. Yes, at that one too." for at in range(5, 13)]
    full = [
        f"**4.{at}** Q. Must both of the barges that a mule tows be of one and the same owner, as in {at}?\n"
        "A. No, each of them may belong to somebody else."
        for at in (13, 14, 15)
    ]
    text = "# Digest\n\n## Rulings by Term\n\n### 4.0 TOWING\n\n" + "\n\n".join((*short, *full)) + "\n"
    outcome = read_compendium(read_document(Source.from_text("td-1.md", text)).value)
    assert "KB509" not in {each.code.code for each in outcome.diagnostics}
    assert len(outcome.value.statements) == len(short) + len(full)


def test_an_answer_stands_in_a_book_that_has_it_without_the_no_before_it() -> None:
    emended = BOOK.replace("at a lock.", "at a lock. Each of them may belong to somebody else.")
    judged = judge_book(game(emended), game(emended).books[TOWPATH])
    verdicts = {each.stated.text[:3]: each.verdict for each in judged.findings if each.stated.path == "td-1.md"}
    assert verdicts["4.1"] is Verdict.APPLIED


def test_a_quoted_question_with_its_answer_is_verbatim_where_the_source_has_both_in_one() -> None:
    emended = BOOK.replace("of locks:", "of locks:[^q]") + f"\n[^q]: {NOTES['q1']}\n"
    (verdict,) = game(emended).footnotes["emended.md"]
    assert (verdict.relation, verdict.similarity) == (Relation.VERBATIM, 1.0)


def test_orders_of_a_sheet_hold_that_the_next_one_does_not_repeat() -> None:
    """What they ask for is done, and what is not done is told."""
    left = [each for each in found(game(), "KB461") if "not done" in each]
    assert [each.split(" asks")[0] for each in left] == [
        "what the ruling on rule 4.1",
        "what the ruling on rule 4.2",
        "what the ruling on `Lock Table`",
    ]
    done = BOOK.replace("one barge", "two barges").replace("No mule tows at night.", "*Deleted.*")
    judged = judge_book(game(done), game(done).books[TOWPATH])
    verdicts = {each.stated.text[:3]: each.verdict for each in judged.findings if each.stated.path == "te-1.md"}
    assert (verdicts["4.1"], verdicts["4.2"]) == (Verdict.APPLIED_NEAR, Verdict.APPLIED_NEAR)


@pytest.mark.parametrize(
    ("said", "ends"),
    [
        ("[4.3.b] (correction) The erratum of 3 February 2001 is withdrawn. The case is correct as printed.", True),
        ("[4.3.b] The erratum in Sheet 1 is withdrawn.", True),
        ("4.3.b: This erratum is rescinded. The rule stands as originally printed.", True),
        ("[4.3.a] The erratum of 3 February 2001 is withdrawn.", False),
        ("[4.3.b] is withdrawn.", False),
        ('[4.3.a] (correction) The erratum of 3 February 2001 is withdrawn. "two" should read "three".', False),
    ],
)
def test_a_later_sheet_may_withdraw_an_erratum_by_the_number_of_its_rule(said: str, ends: bool) -> None:
    """What else stands under the heading holds."""
    kb = game(second=f"# Towpath Errata\n\n## Errata\n\n{said}\n")
    texts = ["4.3.b" in each and "five turns" in each for each in held(kb)]
    assert any(texts) is not ends
    assert any("five turns" in each for each in held(kb, "2001-06-01"))
    assert any("two barges" in each for each in held(kb))


def test_a_clarification_is_not_withdrawn_with_the_erratum_on_its_rule() -> None:
    kb = game(second="# Towpath Errata\n\n## Errata\n\n[4.4] The erratum of 3 February 2001 is withdrawn.\n")
    assert any("pull by night" in each for each in held(kb))


def noted(text: str, note: str) -> str:
    """An emended text with a footnote behind it."""
    return f"{text}\n[^n]: {note}\n"


DELETES = "# Towpath Errata\n\n## Errata\n\n**4.1 (deletion):** Delete the last sentence.\n"


@pytest.mark.parametrize(
    ("gone", "told"),
    [
        (" It wants its oats at dusk.", []),
        (
            " It may rest a turn at a lock. It wants its oats at dusk.",
            ["`It may rest a turn at a lock.` is gone, and what `n` cites does not ask for it"],
        ),
    ],
)
def test_a_sentence_that_went_with_the_one_an_erratum_deletes_is_told(gone: str, told: list[str]) -> None:
    emended = noted(BOOK.replace(gone, "[^n]"), "See Sheet 1, 4.1.")
    assert found(game(emended, DELETES), "KB446") == told


def test_a_case_that_only_says_that_it_is_deleted_is_as_its_erratum_asks() -> None:
    emended = noted(BOOK.replace("No mule tows at night.", "*Deleted.*[^n]"), "Delete this case. See Sheet 1, 4.2.")
    assert found(game(emended), "KB446") == []
    assert not [each for each in found(game(emended), "KB461") if "4.2" in each]


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ("A crew that has no mule may pull its barge.", []),
        ("No mule tows at night.", ["`n` rests this on an erratum on `4.4`, which has not these words"]),
    ],
)
def test_words_that_an_erratum_puts_into_another_case_are_told(before: str, told: list[str]) -> None:
    emended = noted(BOOK.replace(before, f"{before} It moves one hex in a turn.[^n]"), "See Sheet 2, 4.4.")
    assert found(game(emended), "KB466") == told


def test_a_case_marked_as_deleted_rests_on_the_erratum_its_footnote_quotes() -> None:
    emended = noted(BOOK.replace("No mule tows at night.", "*Deleted.*[^n]"), "Delete this case. See Sheet 1, 4.2.")
    book = game(emended).books[TOWPATH]
    (relation,) = [each.relation for record in book.emendations for each in record.authorities]
    assert relation is Relation.VERBATIM


@pytest.mark.parametrize(("day", "reads"), [("2000-12-31", "No mule tows at night."), ("2001-12-31", "*Deleted.*[^n]")])
def test_a_case_is_deleted_with_its_emphasis_since_the_day_of_its_erratum(tmp_path: Path, day: str, reads: str) -> None:
    """The end of the emphasis stood apart, dated as the emended text is: neither could be made before that."""
    first, second = "Delete this case. See Sheet 1, 4.2.", "It moves one hex in a turn. See Sheet 2, 4.4."
    emended = noted(BOOK.replace("No mule tows at night.", "*Deleted.*[^n]"), first)
    emended = (
        emended.replace("pull its barge.", "pull its barge. It moves one hex in a turn.[^m]") + f"[^m]: {second}\n"
    )
    texts = {"towpath.md": BOOK, "emended.md": emended, "te-1.md": FIRST, "te-2.md": SECOND, "td-1.md": DIGEST}
    (tmp_path / "texts").mkdir()
    (tmp_path / "corpus.yml").write_text(f"{MANIFEST}texts: texts\n", encoding="utf-8")
    for name, text in texts.items():
        (tmp_path / "texts" / name).write_text(text, encoding="utf-8")
    app, corpus = build_app(), ["--corpus", str(tmp_path)]
    assert CliRunner().invoke(app, ["emend", "extract", "towpath", *corpus]).exit_code == 0
    made = CliRunner().invoke(app, ["emend", "compile", "towpath", "--as-of", day, *corpus])
    assert f"**4.2** {reads}" in made.stdout


def test_errata_that_no_sheet_repeats_are_told_beside_the_newest_sheet() -> None:
    """A digest that was issued later repeats none of them, and was never to."""
    pages = dict(build_pages(game(), read_templates(ROOT)).value)
    told = [words for path, words in pages.items() if path.startswith("rulings/") and "does not repeat" in words]
    assert told
    names = [re.findall(r"(\w+ \d) does not repeat", each.replace("\N{NO-BREAK SPACE}", " ")) for each in told]
    assert names == [["TE 2"]] * len(told)


LISTED = (
    "## 5.0 TURN\n\nA turn has phases:\n\n1. Mules eat.\n2. Mules tow half a day.\n3. Mules rest.\n\n### Lock Table"
)


@pytest.mark.parametrize(
    ("erratum", "outcomes"),
    [
        ("4.2 (deletion): This case is deleted.", ["applied", "applied"]),
        ("4.1: The case has been deleted.", ["applied", "applied"]),
        ('4.1 (addition): After the first sentence insert: "It pulls well."', ["applied", "applied"]),
        ('Rule 5.0, phase 2 (correction): "half a day" should read "all day".', ["applied", "applied"]),
        ('Rule 5.0, phase 3 (correction): "half a day" should read "all day".', ["text-not-found"] * 2),
        ('4.3 (addition): Add: "d. A lock keeper wants his toll."', ["applied", "already-applied"]),
        ('4.5 (addition): Add this new case: "4.5 A keeper sleeps at night."', ["applied", "already-applied"]),
        (
            '4.5 (addition): Add this new rule: "4.5 A keeper swims at dawn, if he can."',
            ["applied", "precondition-changed"],
        ),
    ],
)
def test_orders_on_cases_in_usual_wordings(erratum: str, outcomes: list[str]) -> None:
    """What is to be added as an item or a case of its own goes behind the one with the number before."""
    base = BOOK.replace("### Lock Table", LISTED)
    emended = base.replace("- c. Mules", "- d. A lock keeper wants his toll.\n- c. Mules")
    emended = emended.replace("## 5.0", "**4.5** A keeper sleeps at night.\n\n## 5.0")
    manifest = load_manifest(Source.from_text("corpus.yml", MANIFEST)).value
    assert manifest is not None
    sheet = f"# Towpath Errata\n\n## Errata\n\n{erratum}\n"
    texts = {"towpath.md": base, "emended.md": emended, "te-1.md": sheet, "te-2.md": SECOND, "td-1.md": DIGEST}
    kb = build_kb(manifest, {path: text.encode() for path, text in texts.items()}).value
    (item,) = json.loads(json.dumps(list_instructions(carry_out(kb, kb.versions[ERRATA]))))["items"]
    assert [each["outcome"] for each in item["attempts"]] == outcomes


COUNTED = """\
# Towpath

## 4.0 TOWING

**4.1** A mule tows.

**4.2** A crew rests.

**4.3** A lock fills.

## GAME 1: THE WEIR

**Weather.** It is fair all day.

## GAME 2: THE LONG LOCK

**Weather.** It is wet all day.

### Tolls

| Lock | Toll |
|---|---|
| Upper | 3 |
"""


@pytest.mark.parametrize(
    ("erratum", "outcome", "changes"),
    [
        ('Game 2, Weather (correction): "wet" should read "dry".', "applied", ["wet"]),
        ('**Game 2, Weather (correction):** "wet" should read "dry".', "applied", ["wet"]),
        ('[Game 1, Weather] (correction) "wet" should read "dry".', "text-not-found", []),
        ("Tolls (correction): In the row for Upper, the Toll due should be 5 instead of 3.", "applied", ["3"]),
        ("Tolls (correction): In the row for Lower, the Toll should be 5.", "target-missing", []),
        ('Game 3, Weather (correction): "wet" should read "dry".', "target-missing", []),
    ],
)
def test_an_erratum_on_a_section_that_one_book_alone_has_needs_no_name_of_the_book(
    erratum: str, outcome: str, changes: list[str]
) -> None:
    """The section may be counted before its title, and a part of it named by strong words."""
    manifest = load_manifest(Source.from_text("corpus.yml", MANIFEST + OTHER)).value
    assert manifest is not None
    sheet = f"# Towpath Errata\n\n## Errata\n\n{erratum}\n"
    texts = {"towpath.md": BOOK, "emended.md": BOOK, "te-1.md": sheet, "te-2.md": SECOND, "td-1.md": DIGEST}
    kb = build_kb(manifest, {path: text.encode() for path, text in (texts | {"games.md": COUNTED}).items()}).value
    (item,) = json.loads(json.dumps(list_instructions(carry_out(kb, kb.versions[ERRATA]))))["items"]
    made = [each["old"] for attempt in item["attempts"] for each in attempt["changes"]]
    assert (item["outcome"], made) == (outcome, changes)


OTHER = """\
  games:
    title: Two Games
    abbreviation: TG
    base: games
    editions:
      - {id: games, role: published, date: "2000", path: games.md}
"""


def test_an_erratum_on_a_table_that_the_book_has_not_got_is_told_though_nothing_cites_it() -> None:
    first = "# Towpath Errata\n\n## Errata\n\n**Lock Table (correction):** At Upper a barge pays five.\n"
    assert [each for each in found(game(first=first), "KB461") if "`Lock Table`" in each] == [
        "the ruling on `Lock Table` stands nowhere in the emended text of TP"
    ]
