"""Errata, clarifications and answers sorted by the numbers of rules, as wargames print them: what they ask for, what
they are, what becomes of them, and footnotes that cite them by number.
"""

import json
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.answers.instruction_list import list_instructions
from kb.answers.ruling_list import Question, answer_question
from kb.audit import find_all
from kb.cli import build_app
from kb.graph import Kb
from kb.instructions import heading_keys
from kb.instructions._numbered import place_by_number, say_of_rule
from kb.model import VersionId
from kb.queries.emended_books import carry_out_on_book
from kb.queries.instructions import carry_out
from kb.queries.judging import judge_book
from kb.queries.ruling_shelves import fill_shelves
from kb.readers.compendium import UNKNOWN_SECTION, read_compendium
from kb.rulings import kind_of
from kb.sources.units import read_units
from kb.unapplied import Ground, Verdict
from kb.wording import read_wording
from tests.answered import newest
from tests.numbered import FERRY, MANIFEST, RULES, ferry

RULE = "A ferry crosses to the other bank. See 6.3 for tides."
SHEET = """\
# Ferry: Clarifications and Errata

## Errata

6.1 (change): "the other bank" should read "either bank".

6.31 (addition): "It flies a flag."

## Clarifications

6.2 (clarification): Dusk is no night.

6.3 (clarification): A ferry that waits pays nothing.

## Questions and Answers

[7.11] Q. May it burn by day?
A. Yes.

[7.12] Q. Does it wait for others?
A. It leaves when its time has come and no later.
"""


@cache
def game(rulings: str = SHEET, emended: str = "") -> Kb:
    return ferry(rulings, emended)


def asked(words: str) -> list[tuple[str, str]]:
    """What an erratum changes in rule 6.1 as published: old and new words."""
    kb = game(f"# Ferry Rulings\n\n## Errata\n\n{words}\n")
    done = carry_out_on_book(kb, newest(kb), kb.books[FERRY])
    base = kb.books[FERRY].base
    return [
        (change.old, change.new.strip())
        for order in done
        for edition, outcome in order.outcomes
        if edition is base
        for change in outcome.changes
    ]


@pytest.mark.parametrize(
    ("words", "changes"),
    [
        ('6.1 (change): "other bank" should read "far bank".', [("other bank", "far bank")]),
        ('6.1 - Correction: For "other bank" read "far bank".', [("other bank", "far bank")]),
        ('[6.1] (change) "other bank" should be "far bank".', [("other bank", "far bank")]),
        ('6.1, first sentence (change): "other" should read "far".', [("other", "far")]),
        ('Law 6.1: for "other bank" read "far bank".', [("other bank", "far bank")]),
        ('Clause 6.1: in the list, for "other bank" read "far bank".', [("other bank", "far bank")]),
        ("6.1: delete the whole case.", [(f"**6.1** {RULE}", "")]),
        ("Law 6.1: delete the entire law.", [(f"**6.1** {RULE}", "")]),
        ('6.1 (change): The number "6.3" should be "6.31".', [("6.3", "6.31")]),
        ('6.1 (change): The rule should read: "It crosses."', [(RULE, "It crosses.")]),
        ('6.1 (change): This case should read as follows: "It crosses."', [(RULE, "It crosses.")]),
        ('Replace 6.1 with: "It crosses."', [(RULE, "It crosses.")]),
        ('6.1 (replacement): "It crosses."', [(RULE, "It crosses.")]),
        ('6.1 (addition): "It has a bell."', [("", "It has a bell.")]),
        ('Add to the end of 6.1: "It has a bell."', [("", "It has a bell.")]),
        ("Delete the second sentence of 6.1.", [(" See 6.3 for tides.", "")]),
        ("The last sentence of 6.1 is deleted.", [(" See 6.3 for tides.", "")]),
        ("Under Crossing, the last sentence of 6.1 is deleted.", [(" See 6.3 for tides.", "")]),
        ("Under Piers, the last sentence of 6.1 is deleted.", []),
        (
            '[6.1] (Correction) The last sentence should read: "Ask for tides."',
            [("See 6.3 for tides.", "Ask for tides.")],
        ),
        ('[6.1] Change the last sentence to read: "Ask for tides."', [("See 6.3 for tides.", "Ask for tides.")]),
        ('[6.1] Crossing: Should read: "It crosses."', [(RULE, "It crosses.")]),
        ("6.1 (clarification): It has a bell.", []),
    ],
)
def test_errata_on_a_rule_in_usual_wordings(words: str, changes: list[tuple[str, str]]) -> None:
    assert asked(words) == changes


def test_a_deleted_rule_needs_no_more_than_its_label() -> None:
    assert [new for old, new in asked("6.1 (deleted)") if RULE in old] == [""]


LAWS = """\
# Barge Rules

## Law 7 -- Piers

7.1 A pier has a keeper.

7.2 Keepers have lamps.

## Law 8 -- Fees

8.1 A fee is paid at dusk.

8.2 Nobody else pays.

## Law 9 -- Ends

It ends.
"""


@pytest.mark.parametrize(
    ("order", "outcome", "changes"),
    [
        ("**Law 8:** delete the whole law.", "needs-human", []),
        ("**Law 9:** delete the whole law.", "applied", [("It ends.", "")]),
        ('**Law 7.1:** for "a keeper" read "two keepers".', "applied", [("a keeper", "two keepers")]),
    ],
)
def test_an_erratum_on_a_law_by_its_number_in_bold_is_on_no_card(
    order: str, outcome: str, changes: list[tuple[str, str]]
) -> None:
    """Nor is the first rule below a heading all that goes with it."""
    kb = ferry(f"# Ferry Rulings\n\n## Errata for the Barge Rules\n\n{order}\n", second=LAWS)
    told = list_instructions(carry_out(kb, newest(kb)))
    (item,) = json.loads(json.dumps(told))["items"]
    made = [(each["old"], each["new"]) for attempt in item["attempts"] for each in attempt["changes"]]
    assert (item["card"], item["work"], item["outcome"], made) == (None, "barge", outcome, changes)


@pytest.mark.parametrize("place", ['Ferry Rules, "Piers" (page 4)', "Ferry Rules, page 4, Piers", "FE, “Piers”"])
def test_a_line_above_an_erratum_names_its_book_and_heading(place: str) -> None:
    kb = ferry(
        f'# Ferry Rulings\n\n## Errata\n\n**{place}**\n\nChange "Three ferries" to "Four ferries".\n', second=LAWS
    )
    told = list_instructions(carry_out(kb, newest(kb)))
    (item,) = json.loads(json.dumps(told))["items"]
    assert (item["card"], item["work"], item["headings"], item["outcome"]) == (None, "ferry", ["Piers"], "applied")


@pytest.mark.parametrize(
    ("order", "changes"),
    [
        (
            'The second bullet point should read: "Keepers have two lamps."',
            [("Keepers have lamps.", "Keepers have two lamps.")],
        ),
        ('Change the third list item to read: "Nobody swims."', [("Nobody may swim.", "Nobody swims.")]),
        ("Delete the last bullet.", [("\n- Nobody may swim.", "")]),
        ('In the first item, change "a keeper" to "two keepers".', [("a keeper", "two keepers")]),
        ('The first bullet point should read: "Nobody may ever swim."', []),
        ("Delete the seventh bullet.", []),
    ],
)
def test_errata_on_an_item_of_a_list(order: str, changes: list[tuple[str, str]]) -> None:
    piers = (
        "# Barge Rules\n\n## Piers\n\nOf piers:\n\n- A pier has a keeper.\n- Keepers have lamps.\n- Nobody may swim.\n"
    )
    kb = ferry(f"# Ferry Rulings\n\n## Errata\n\n**Barge Rules, Piers**\n\n{order}\n", second=piers)
    told = list_instructions(carry_out(kb, newest(kb)))
    (item,) = json.loads(json.dumps(told))["items"]
    made = [(each["old"], each["new"]) for attempt in item["attempts"] for each in attempt["changes"]]
    assert (item["headings"], made) == (["Piers"], changes)


def test_a_part_that_a_rule_does_not_have_is_no_place() -> None:
    assert asked('6.1(a): Should read: "It crosses."') == []


def test_an_erratum_in_a_sentence_is_told_as_plain_data() -> None:
    kb = game('# Ferry Rulings\n\n## Errata\n\n6.1: In the first sentence, change "other" to "far".\n')
    told = list_instructions(carry_out(kb, newest(kb)))
    (item,) = json.loads(json.dumps(told))["items"]
    assert item["operation"]["within"] == ["sentence", 1]


@pytest.mark.parametrize(
    ("text", "label", "words"),
    [
        ('4.21 (change): "a" should read "b".', "change", '4.21: "a" should read "b".'),
        ("[4.21] (Clarification) It is.", "Clarification", "[4.21] It is."),
        ("4.21 Piers (addition): It is.", "addition", "4.21 Piers: It is."),
        ("4.21 - Correction: It is.", "Correction", "4.21: It is."),
        ("4.21 (as changed) It is.", None, "4.21 (as changed) It is."),
        ('4.21 Change "a" to "b".', None, '4.21 Change "a" to "b".'),
    ],
)
def test_what_an_editor_calls_a_ruling_behind_its_number_is_its_label(text: str, label: str | None, words: str) -> None:
    read = read_wording(text)
    assert (read.label, read.words) == (label, words)


def test_clarifications_and_answers_beside_errata_are_none() -> None:
    version = game().newest_version
    assert version is not None
    kinds = [(each.words.split()[0], kind_of(each)) for each in version.statements]
    assert kinds == [
        ("6.1:", "erratum"),
        ("6.31:", "erratum"),
        ("6.2:", "clarification"),
        ("6.3:", "clarification"),
        ("[7.11]", "clarification"),
        ("[7.12]", "clarification"),
    ]
    assert not [each for each in read_compendium(version.document).diagnostics if each.code is UNKNOWN_SECTION]


def test_rulings_by_number_are_held_against_the_book_without_it() -> None:
    emended = RULES.replace("(but see 6.31).", "(but see 6.31). Dusk is no night.")
    judged = judge_book(game(emended=emended), game(emended=emended).books[FERRY])
    verdicts = {
        each.stated.text.split()[0]: each.verdict for each in judged.findings if Ground.NUMBERED in each.grounds
    }
    assert verdicts["6.2:"] is Verdict.APPLIED
    assert verdicts["6.3:"] is verdicts["[7.11]"] is verdicts["[7.12]"] is Verdict.NOT_APPLIED


def test_rulings_are_found_by_the_number_of_their_rule() -> None:
    shelves = fill_shelves(game())
    found = answer_question(shelves, Question(term="7.11")).found
    assert [each.wording.text for each in found] == ["[7.11] May it burn by day? Yes."]
    assert not answer_question(shelves, Question(term="9.9")).found


def footnoted(note: str) -> Kb:
    emended = RULES.replace("the other bank", "either bank[^1]") + f"\n[^1]: {note}\n"
    return game(emended=emended)


@pytest.mark.parametrize(
    ("note", "code"),
    [
        ("FR 1, 6.1.", None),
        ("FR 1, rule 6.1 (change).", None),
        ("FR 1.", None),
        ("FR 1, 6.2.", "KB446"),
        ("FR 1, 6.9.", "KB434"),
    ],
)
def test_a_footnote_that_cites_the_number_of_a_rule_means_the_rulings_on_it(note: str, code: str | None) -> None:
    kb = footnoted(note)
    told = {each.code.code for each in find_all(kb) if each.code.code in {"KB434", "KB446"}}
    assert told == ({code} if code else set())


def test_a_small_deletion_rests_on_the_ruling_that_quotes_it() -> None:
    rulings = '# Ferry Rulings\n\n## Errata\n\n6.2 (deletion): Delete "(but see 6.31)".\n\n6.1: Delete "other".\n'
    kb = game(rulings, RULES.replace(" (but see 6.31)", "[^1]") + "\n[^1]: FR 1, 6.2.\n")
    (record,) = (each for each in kb.books[FERRY].emendations if each.footnotes)
    said = {each.id for each in kb.rulings if each.statements[0].words.startswith("6.2")}
    assert {ruling for each in record.authorities for ruling in each.rulings} == said


def test_units_of_rulings_are_their_words_without_the_number() -> None:
    version = game().versions[VersionId("fr-1")]
    units = read_units(version.document, version)
    (number,) = units.on_rules["6.2"]
    assert units.units[number].text == "Dusk is no night."


def test_rules_that_run_together_are_told() -> None:
    rules = RULES.replace("7.1 Three ferries lie at a pier.", "7.1 Three ferries lie at a pier.\n7.2 They wait.")
    told = [each.message for each in find_all(game(emended=rules)) if each.code.code == "KB325"]
    assert told == ["rule `7.2` begins inside of a paragraph: it is read on from the rule before it"]


def test_the_command_finds_the_rulings_on_a_rule(tmp_path: Path) -> None:
    (tmp_path / "corpus.yml").write_text(MANIFEST)
    (tmp_path / "texts").mkdir()
    for name, text in (("ferry.md", RULES), ("emended.md", RULES), ("fr-1.md", SHEET)):
        (tmp_path / "texts" / name).write_text(text)
    asked = ["rulings", "--corpus", str(tmp_path), "--format", "json", "--term"]
    for _ in range(2):  # built, and kept
        found = CliRunner().invoke(build_app("rulings"), [*asked, "7.11"])
        assert [each["text"] for each in json.loads(found.stdout)["items"]] == ["[7.11] May it burn by day? Yes."]
    assert CliRunner().invoke(build_app("rulings"), [*asked, "9.9"]).exit_code == 2


def test_a_rule_is_named_as_a_whole_where_words_begin_with_it_only() -> None:
    assert say_of_rule("This case should read: “Two.”") == "should read: “Two.”"
    said = "Strike “one”. The rule should read: “Two.”"
    assert say_of_rule(said) == said


@pytest.mark.parametrize(
    ("words", "changes"),
    [
        ('Page 4, second column, third paragraph: change "other bank" to "far bank".', [("other bank", "far bank")]),
        ('Page 4, seventh paragraph: change "other bank" to "far bank".', [("other bank", "far bank")]),
        ('On page 4, left-hand column, change "other bank" to "far bank".', [("other bank", "far bank")]),
        ('Page 4, 2nd paragraph, Crossing: replace "other bank" with "far bank".', [("other bank", "far bank")]),
        ('Page 4, third paragraph: change "a ferry" to "two ferries".', []),
        ('Page 4, second column, third paragraph: Add "It has a bell."', []),
        ('Page 4, second column: The last sentence should read: "It has a bell."', []),
    ],
)
def test_words_are_found_without_the_layout_of_a_page_and_nothing_else_is(
    words: str, changes: list[tuple[str, str]]
) -> None:
    assert asked(words) == changes


def test_a_new_erratum_in_colour_stands_under_the_heading_that_others_do() -> None:
    sheet = '# Ferry Rulings\n\n## Errata\n\n### Rulebook\n\n<{0}>Page 4, Piers: change "Three" to "Two".</{1}>\n'
    plain, coloured, bold = (
        game(sheet.format(*tags)).newest_version for tags in (("b", "b"), ('span class="new"', "span"), ("u", "u"))
    )
    assert plain is not None and coloured is not None and bold is not None
    assert [each.term for each in (*coloured.statements, *bold.statements)] == ["Rulebook", "Rulebook"]
    assert [each.term for each in plain.statements] == ["Page 4, Piers"]


def test_a_date_inside_the_marks_of_a_quotation_leaves_them_closed() -> None:
    read = read_wording('Add: "It sinks at dusk. [Effective 1 April 2017]"')
    assert (read.words, read.dates[0].iso) == ('Add: "It sinks at dusk."', "2017-04-01")


@pytest.mark.parametrize(
    ("heading", "called"),
    [
        ("Scenario 2: The Weir", "Scenario 2"),
        ("Scenario the Second. The Weir", "Scenario the Second"),
        ("The Second Scenario: The Weir", "the second scenario"),
        ("Act Two - The Weir", "Act Two"),
        ("IV. The Weir", "The Weir"),
    ],
)
def test_a_part_is_called_as_it_is_counted_or_titled(heading: str, called: str) -> None:
    assert heading_keys(heading) & heading_keys(called)
    assert not heading_keys(heading) & heading_keys("Scenario the Third")


def test_an_erratum_names_a_rule_by_a_sign_and_its_number() -> None:
    placed = place_by_number('In § 14, read "six" for "five".')
    assert placed is not None
    assert (placed.number, placed.told) == ("14", 'read "six" for "five".')
