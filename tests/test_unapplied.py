"""Unapplied rulings: containment, likeness, what turns a rule round, what concerns a book, reasons, the command."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from kb.answers.unapplied import list_unapplied
from kb.answers.unapplied_text import render_unapplied
from kb.audit import find_all
from kb.cli import build_app
from kb.consulting import consult
from kb.corpus import EditionEntry, Text, WorkEntry
from kb.files import read_corpus
from kb.graph import Kb
from kb.model import EditionId, Role, RulingId, WorkId
from kb.pipeline import build_kb
from kb.provenance import EmendationKind, Unit
from kb.queries.judging import judge_book
from kb.readers.kramdown import read_document
from kb.records import BaseText, Record, Records, RecordStatus
from kb.similarity import compare_words
from kb.text import Source, Span
from kb.titles import find_work, names_work
from kb.unapplied import Finding, Ground, Verdict, read_body
from tests.built import LANTERN
from tests.kites import game, rulings
from tests.knowing import lantern

RUN = CliRunner()
LEDGER = """# Ledger

## Rulings by Term

### Lamps

 - {ruling}

## Card Errata and Rulings

### Brass Gull

 - The Brass Gull may be fed twice in one night.
"""


@pytest.fixture(name="lantern", scope="module")
def _lantern() -> Kb:
    return lantern()


def find(ruling: str, body: str, published: str = "Nothing yet.\n") -> Finding:
    """One ruling about lamps, judged against a book with these words under Lamps."""
    texts = {
        "emended.md": f"# Harbour Rules\n\n## Lamps\n\n{body}\n",
        "published.md": f"# Harbour Rules\n\n## Lamps\n\n{published}",
        "ledger.md": LEDGER.format(ruling=ruling),
    }
    sources = {name: Source.from_text(name, text) for name, text in texts.items()}
    kb = consult([sources["emended.md"]], [sources["published.md"], sources["ledger.md"]]).value
    (found,) = judge_book(kb, next(iter(kb.books.values()))).findings
    return found


def judge(ruling: str, body: str) -> tuple[Verdict, float, bool]:
    """The verdict on it, how like its own the nearest words are, and whether these turn it."""
    found = find(ruling, body)
    return found.verdict, found.similarity, found.turned


NEARLY = Verdict.APPLIED_NEAR
RULED = "A keeper may carry two lamps at once, one in either hand."


@pytest.mark.parametrize("heading", ["(1.6) Lamps", "2.1 Lamps", "3. Lamps", "2.1b. Lamps"])
def test_a_ruling_under_a_numbered_term_concerns_the_book_with_that_section(heading: str) -> None:
    texts = {
        "emended.md": "# Harbour Rules\n\n## Lamps\n\nNothing yet.\n",
        "published.md": "# Harbour Rules\n\n## Lamps\n\nNothing yet.\n",
        "ledger.md": LEDGER.replace("### Lamps", f"### {heading}").format(ruling=RULED),
    }
    sources = {name: Source.from_text(name, text) for name, text in texts.items()}
    kb = consult([sources["emended.md"]], [sources["published.md"], sources["ledger.md"]]).value
    (found,) = judge_book(kb, next(iter(kb.books.values()))).findings
    assert (found.verdict, found.grounds) == (Verdict.NOT_APPLIED, (Ground.TERM,))


CASES = [
    ("the words in a row", RULED, Verdict.APPLIED),
    ("marks, emphasis and capitals are no words", f"> **Note:** {RULED.replace('two', '_Two_')}", Verdict.APPLIED),
    ("inside a longer sentence", f"In fair weather {RULED.lower()}", Verdict.APPLIED),
    ("across two clauses", "A keeper may carry\n\n- two lamps at once, one in either hand.", Verdict.APPLIED),
    ("in other words", "A keeper may carry two lamps at once, one to a hand.", Verdict.APPLIED_NEAR),
    ("denied", "A keeper may not carry two lamps at once, one in either hand.", Verdict.NOT_APPLIED),
    ("another number", "A keeper may carry 3 lamps at once, one in either hand.", Verdict.NOT_APPLIED),
    ("the number in figures", "A keeper may carry 2 lamps at once, one in either hand.", Verdict.APPLIED_NEAR),
    ("the opposite", "A keeper may uncarry two lamps at once, one in either hand.", Verdict.NOT_APPLIED),
    ("something else", "A lamp is lit at dusk by its keeper.", Verdict.NOT_APPLIED),
    ("half of it", "A keeper may carry two lamps.", Verdict.NOT_APPLIED),
]


@pytest.mark.parametrize(("title", "body", "verdict"), CASES, ids=[case[0] for case in CASES])
def test_verdict(title: str, body: str, verdict: Verdict) -> None:
    assert judge(RULED, body)[0] is verdict


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        (
            "While a storm rages, no gull may land on the mole; a keeper who has a lit lamp feeds it.",
            Verdict.NOT_APPLIED,
        ),
        ("In either hand of a keeper two lamps may be carried, at once and lit from one wick.", Verdict.APPLIED_NEAR),
        ("In either hand of a keeper three lamps may be carried, at once and lit from one wick.", Verdict.NOT_APPLIED),
        ("In either hand of a keeper two lamps may be carried, at once and lit.", Verdict.NOT_APPLIED),
    ],
)
def test_a_ruling_is_retold_where_its_words_stand_in_another_order(body: str, verdict: Verdict) -> None:
    assert judge("A keeper may carry two lit lamps from one wick at once in either hand.", body)[0] is verdict


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("## Bells\n\nA bell may be hidden in the reeds until dawn.", Verdict.NOT_APPLIED),
        ("## Bells\n\nA lamp may be hidden in the reeds till dawn.", Verdict.APPLIED_NEAR),
        ("## Bells\n\nNobody steals lamps. They may be hidden in the reeds until dawn.", Verdict.APPLIED_NEAR),
        ("It may be hidden in the reeds until dawn.", Verdict.APPLIED_NEAR),
    ],
)
def test_what_is_said_of_another_thing_in_the_same_words_is_not_the_ruling(body: str, verdict: Verdict) -> None:
    assert judge("A lamp may be hidden in the reeds until dawn.", body)[0] is verdict


BESIDE = "A bell may not be hidden from a keeper."
"""What makes the ledger speak of bells and keepers too."""


@pytest.mark.parametrize(
    ("ruling", "said", "verdict"),
    [
        ("A keeper must feed a lamp before the moon is up.", ("before", "after"), Verdict.NOT_APPLIED),
        ("A keeper must feed a lamp before the moon is up.", ("must", "may"), Verdict.NOT_APPLIED),
        ("A keeper must feed a lamp before the moon is up.", ("must", "has to"), Verdict.APPLIED_NEAR),
        ("A keeper must feed a lamp before the moon is up.", ("the moon", "that moon"), Verdict.APPLIED_NEAR),
        ("A keeper may not feed a lamp before moonrise comes.", ("may", "must"), Verdict.APPLIED_NEAR),
        ("A lamp burns more oil than a wick in the wind.", ("more", "less"), Verdict.NOT_APPLIED),
        ("A lamp may be lit only while its keeper is awake.", ("only ", ""), Verdict.NOT_APPLIED),
        ("A lamp may be lit while its keeper is awake.", ("while", "only while"), Verdict.NOT_APPLIED),
        ("A lamp goes out at dawn unless its keeper feeds it.", ("unless", "when"), Verdict.NOT_APPLIED),
        ("A lamp goes out at dawn unless its keeper feeds it.", ("unless", "except when"), Verdict.APPLIED_NEAR),
        ("A lamp goes out at dawn unless its keeper feeds it.", ("goes out", "dies"), Verdict.APPLIED_NEAR),
        ("In fog a lamp of a keeper gives +2 to his next roll.", ("+2", "+3"), Verdict.NOT_APPLIED),
        ("In fog the lamp of a keeper helps with his next roll.", ("a keeper", "a bell"), Verdict.NOT_APPLIED),
        ("In fog the lamp of a keeper helps with his next roll.", ("a keeper", "a warden"), Verdict.APPLIED_NEAR),
        ("In fog the lamp of a keeper helps with his next roll.", ("keeper", "keepers"), Verdict.APPLIED_NEAR),
        ("In fog the lamp of a keeper helps with his next roll.", ("roll", "throw"), Verdict.APPLIED_NEAR),
        ("A tower without a roof holds no more than four lamps.", ("no more than ", ""), Verdict.APPLIED_NEAR),
        ("A tower without a roof holds no more than four lamps.", ("no more", "more"), Verdict.NOT_APPLIED),
        ("A tower without a roof holds no more than four lamps.", ("four", "five"), Verdict.NOT_APPLIED),
        ("A tower without a roof must hold two lamps at night.", ("without a", "with no"), Verdict.APPLIED_NEAR),
        ("A tower without a roof must hold two lamps at night.", ("without a", "that has no"), Verdict.APPLIED_NEAR),
        ("Without oil a keeper loses two lamps and then a bell.", ("Without", "If he has no"), Verdict.APPLIED_NEAR),
        ("Without oil a keeper loses two lamps and then a bell.", ("Without", "With"), Verdict.NOT_APPLIED),
        ("Without oil a keeper loses two lamps and then a bell.", ("Without", "If he has"), Verdict.NOT_APPLIED),
        ("Without oil a keeper loses two lamps and then a bell.", ("Without", "Unless he has"), Verdict.APPLIED_NEAR),
        ("Without a lamp a keeper rings two bells and waits.", ("Without a", "If he has any"), Verdict.NOT_APPLIED),
        ("Without oil a keeper who has bells rings two of them.", ("who has", "with"), Verdict.APPLIED_NEAR),
        ("A lamp in the wind costs a coin, not two, each night.", (", not two,", ""), Verdict.APPLIED_NEAR),
        (
            "A lamp in the wind costs a coin, not two, each night.",
            ("a coin, not two,", "two coins"),
            Verdict.NOT_APPLIED,
        ),
        ("A lamp may, not being lit, be sold for a coin by night.", (", not being lit,", ""), Verdict.NOT_APPLIED),
    ],
)
def test_one_word_may_turn_a_rule(ruling: str, said: tuple[str, str], verdict: Verdict) -> None:
    assert ruling.count(said[0]) == 1
    found = judge_several([ruling, BESIDE], f"{ruling.replace(*said)}\n\nA keeper owns his bell.\n\n{BESIDE}")
    assert found[ruling] is verdict


def test_a_clause_that_turns_a_ruling_hides_no_other_that_says_it() -> None:
    ruling = "In fog the lamp of a keeper helps with his next roll."
    turned, said = ruling.replace("a keeper", "a bell"), ruling.replace("In fog", "In mist")
    rulings = [ruling, BESIDE]
    assert judge_several(rulings, f"{turned}\n\n{BESIDE}\n\n{said}")[ruling] is Verdict.APPLIED_NEAR
    assert judge_several(rulings, f"{turned}\n\n{BESIDE}\n\nA keeper sleeps.")[ruling] is Verdict.NOT_APPLIED


def judge_several(rulings: list[str], body: str) -> dict[str, Verdict]:
    """The verdicts on some rulings about lamps in a book with these words under Lamps."""
    texts = {
        "emended.md": f"# Harbour Rules\n\n## Lamps\n\n{body}\n",
        "published.md": "# Harbour Rules\n\n## Lamps\n\nNothing yet.\n",
        "ledger.md": LEDGER.format(ruling="\n - ".join(rulings)),
    }
    sources = {name: Source.from_text(name, text) for name, text in texts.items()}
    kb = consult([sources["emended.md"]], [sources["published.md"], sources["ledger.md"]]).value
    return {each.stated.text: each.verdict for each in judge_book(kb, next(iter(kb.books.values()))).findings}


HIDDEN = "A lamp of a sleeping keeper may be hidden in the reeds until the next dawn."
CARRIED = "A lamp of a sleeping keeper may be carried off to the mole until the next dawn."


@pytest.mark.parametrize(
    ("body", "verdicts"),
    [
        (HIDDEN, (Verdict.APPLIED, Verdict.NOT_APPLIED)),
        (HIDDEN.replace("may be", "may well be"), (Verdict.APPLIED_NEAR, Verdict.NOT_APPLIED)),
        (CARRIED.replace("may be", "may well be"), (Verdict.NOT_APPLIED, Verdict.APPLIED_NEAR)),
        (
            HIDDEN.replace("hidden in the reeds", "hidden in the reeds or carried off to the mole"),
            (Verdict.APPLIED_NEAR, Verdict.APPLIED_NEAR),
        ),
    ],
)
def test_a_clause_says_the_ruling_it_is_most_like(body: str, verdicts: tuple[Verdict, Verdict]) -> None:
    found = judge_several([HIDDEN, CARRIED], body)
    assert (found[HIDDEN], found[CARRIED]) == verdicts
    assert judge(CARRIED, HIDDEN)[0] is Verdict.APPLIED_NEAR, "alone it is near enough"


def test_half_of_a_ruling_is_told_with_its_place() -> None:
    ruling = "A lamp needs oil and a dry wick. Whoever breaks one pays the harbour for two."
    texts = {
        "emended.md": "# Harbour Rules\n\n## Lamps\n\nA lamp needs oil and a dry wick.\n",
        "published.md": "# Harbour Rules\n\n## Lamps\n\nNothing yet.\n",
        "ledger.md": LEDGER.format(ruling=ruling),
    }
    sources = {name: Source.from_text(name, text) for name, text in texts.items()}
    kb = consult([sources["emended.md"]], [sources["published.md"], sources["ledger.md"]]).value
    judged = judge_book(kb, next(iter(kb.books.values())))
    answer: Any = list_unapplied(judged)
    (item,) = answer["items"]
    assert (item["verdict"], item["where"]) == ("not-applied", [])
    assert item["missing"] == ["Whoever breaks one pays the harbour for two."]
    (held,) = item["held"]
    assert held == {
        "text": "A lamp needs oil and a dry wick.",
        "clause": held["clause"],
        "path": "emended.md",
        "line": 5,
    }
    told = "".join(text for line in render_unapplied(judged) for _, text in line)
    assert f"a part stands in emended.md:5, {held['clause']}: A lamp needs oil and a dry wick." in told


@pytest.mark.parametrize(
    ("said", "verdict", "rests"),
    [
        (RULED.replace("in either", "one in each"), Verdict.APPLIED_NEAR, True),
        (RULED.replace("may", "may not"), Verdict.NOT_APPLIED, False),
        (RULED.replace("at once", "only at once"), Verdict.NOT_APPLIED, False),
    ],
)
def test_a_change_that_cites_a_ruling_and_turns_it_does_not_say_it(said: str, verdict: Verdict, rests: bool) -> None:
    found = find(RULED, f"{said}[^a]\n\n[^a]: {RULED} See [Ledger](/ledger/#lamps).", published="")
    assert (found.verdict, bool(found.records), bool(found.claims)) == (verdict, rests, not rests)


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("A keeper whose lamp has gone out may moor his boat at any pier.", NEARLY),
        ('A keeper whose lamp has gone out may moor his boat at any pier.<span class="page-number">31</span>', NEARLY),
        ("A keeper whose lamp has gone out may moor his boat at one pier.", Verdict.NOT_APPLIED),
        ("A keeper whose lamp has gone out may moor his boat.", Verdict.NOT_APPLIED),
    ],
)
def test_a_whole_sentence_of_a_ruling_is_not_turned_by_what_another_denies(said: str, verdict: Verdict) -> None:
    ruling = "A keeper whose lamp has gone out may moor his boat at any pier. This means it is not at sea."
    found = find(ruling, f"{said}[^a]\n\n[^a]: {ruling} See [Ledger](/ledger/#lamps).", published="")
    assert found.verdict is verdict
    assert found.missing[-1] == "This means it is not at sea."


@pytest.mark.parametrize(
    ("ruling", "said", "verdict"),
    [
        ("A hooded lamp may not be lent to strangers.", "It may be lent to strangers", Verdict.NOT_APPLIED),
        ("A hooded lamp may not be lent to strangers.", "It may not be lent to strangers", Verdict.APPLIED_NEAR),
        ("A hooded lamp may not be lent.", "If it is hooded, it may be lent", Verdict.NOT_APPLIED),
        ("A hooded lamp may be lent to strangers by day.", "It may not be lent to strangers", Verdict.APPLIED_NEAR),
        ("A hooded lamp may not be lent, but it may be sold.", "It may be sold", Verdict.APPLIED_NEAR),
        (
            "The keepers of a tower may light lamps for one another.",
            "They may light lamps for one another",
            Verdict.APPLIED_NEAR,
        ),
        (
            "The keepers of a tower may light lamps for one another.",
            "Each may row. They may never light lamps for one another",
            Verdict.NOT_APPLIED,
        ),
    ],
)
def test_a_change_about_a_pronoun_says_its_ruling_or_denies_it(ruling: str, said: str, verdict: Verdict) -> None:
    """The sentence before says whom it is about, and may deny a thing of its own. What is denied in one case (`by
    day`) may be granted in others."""
    published = "The keepers of a tower share a purse but not their lamps.\n"
    body = f"{published.strip()} {said}.[^a]\n\n[^a]: {ruling} See [Ledger](/ledger/#lamps).\n"
    found = find(ruling, body, published)
    assert (found.verdict, bool(found.claims)) == (verdict, verdict is Verdict.NOT_APPLIED)


def test_sentences_found_apart_are_nearly_applied() -> None:
    ruling = "A lamp needs oil. A keeper may carry two lamps at once."
    body = "A keeper may carry two lamps at once.\n\nMuch else is said here.\n\nA lamp needs oil."
    assert judge(ruling, body)[0] is Verdict.APPLIED_NEAR


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("Keepers wait. A lamp that was lit twice:\n\n1. burns low, and\n2. is not put out by rain.", Verdict.APPLIED),
        ("- A lamp that was lit twice:\n  - burns low;\n  - is not put out by rain, or\n  - smokes.", Verdict.APPLIED),
        ("- A lamp that was lit twice:\n  - burns low.\n- is not put out by rain.", Verdict.NOT_APPLIED),
        ("- A lamp that was lit twice:\n\nBells ring.\n\n- is not put out by rain.", Verdict.NOT_APPLIED),
    ],
)
def test_words_that_a_list_parts_are_said_by_its_item(body: str, verdict: Verdict) -> None:
    assert judge("A lamp that was lit twice is not put out by rain.", body)[0] is verdict


@pytest.mark.parametrize("number", ["[9.4]", "(9.4)", "9.4", "9.4.", "[9]"])
def test_the_number_of_a_rule_before_a_ruling_is_none_of_its_words(number: str) -> None:
    assert judge(f"{number} {RULED}", RULED)[0] is Verdict.APPLIED
    assert judge(f"{number} {RULED}", RULED.replace("at once", "at a time"))[0] is Verdict.APPLIED_NEAR
    assert judge(f"{number} {RULED}", RULED.replace("two", "3"))[0] is Verdict.NOT_APPLIED


@pytest.mark.parametrize("word", ["harbour-master", "harbour- master", "harbour master"])
@pytest.mark.parametrize("said", ["harbour-master", "harbour- master"])
def test_a_compound_that_a_line_end_parted_is_the_same_words(word: str, said: str) -> None:
    found = find(f"Only the {word} may light the great lamp.", f"Only the {said} may light the great lamp.")
    assert (found.verdict, found.missing) == (Verdict.APPLIED, ())


@pytest.mark.parametrize("said", ["-2", "+2", "2"])
def test_the_sign_of_a_number_is_no_hyphen(said: str) -> None:
    found = find("A keeper by the lamp has -2 to every roll.", f"A keeper by the lamp has {said} to every roll.")
    assert (found.verdict is Verdict.APPLIED) == (said == "-2")


def test_a_turned_sentence_is_told() -> None:
    _, likeness, turned = judge(RULED, "A keeper may not carry two lamps at once, one in either hand.")
    assert likeness == pytest.approx(0.96) and turned


@pytest.mark.parametrize(("said", "turned"), [("by nobody", False), ("for two coins", True)])
def test_a_text_that_leaves_out_what_is_joined_does_not_turn_the_rest(said: str, turned: bool) -> None:
    ruling = "A lamp on a sunken tower is not the property of a keeper and may be sold by nobody."
    assert judge(ruling, f"A lamp on a sunken tower may be sold {said}.")[2] is turned


@pytest.mark.parametrize(("said", "verdict"), [("", Verdict.NOT_APPLIED), (" by day", Verdict.APPLIED_NEAR)])
def test_a_footnote_hung_on_unchanged_words_applies_no_ruling(said: str, verdict: Verdict) -> None:
    """The ruling stands in the footnote alone; a change that rests on it says it in an editor's words."""
    ruling = "Whoever has climbed the tower by day may rest there, on the stairs or under the lamp."
    body = f"Keepers may rest in the tower{said}.[^1]\n\n[^1]: {ruling} See [Ledger, Lamps](ledger.md#lamps)."
    assert find(ruling, body, "Keepers may rest in the tower.\n").verdict is verdict


@pytest.mark.parametrize(
    ("said", "verdict"), [("leaks", Verdict.NOT_APPLIED), ("does not spill", Verdict.APPLIED_NEAR)]
)
def test_a_footnoted_change_that_turns_its_ruling_does_not_say_it(said: str, verdict: Verdict) -> None:
    ruling = "A lamp hung from the tower's rail does not leak its oil."
    note = f"[^1]: {ruling} See [Ledger, Lamps](ledger.md#lamps)."
    body = f"Keepers sleep. A lamp hung from the tower's rail {said} its oil.[^1]\n\n{note}"
    found = find(ruling, body, "Keepers sleep.\n")
    assert (found.verdict, bool(found.claims)) == (verdict, verdict is Verdict.NOT_APPLIED)


@pytest.mark.parametrize(
    ("ruling", "was", "put", "verdict"),
    [
        (
            "A keeper may carry three lamps if one of them is a torch.",
            "A keeper may carry up to two lamps{}.",
            ", or three if one of them is a torch",
            Verdict.APPLIED_NEAR,
        ),
        (
            "A keeper may not light a lamp on a pier that has three boats.",
            "A keeper may light a lamp only on a dry day{}.",
            ", and not on a pier that has three boats",
            Verdict.APPLIED_NEAR,
        ),
        (
            "A keeper may carry three lamps if one of them is a torch.",
            "A keeper may carry up to two lamps{}.",
            " if one of them is a torch",
            Verdict.NOT_APPLIED,
        ),
    ],
)
def test_a_number_or_a_limit_that_the_book_had_before_turns_no_change(
    ruling: str, was: str, put: str, verdict: Verdict
) -> None:
    body = f"{was.format(put)}[^1]\n\n[^1]: {ruling} See [Ledger, Lamps](ledger.md#lamps)."
    found = find(ruling, body, was.format("") + "\n")
    assert (found.verdict, bool(found.claims)) == (verdict, verdict is Verdict.NOT_APPLIED)


@pytest.mark.parametrize(("number", "verdict"), [("three", Verdict.NOT_APPLIED), ("2", Verdict.APPLIED_NEAR)])
def test_a_change_of_a_number_that_its_ruling_has_not_does_not_say_it(number: str, verdict: Verdict) -> None:
    ruling = "A broken lamp still counts toward the two lamps of a keeper."
    body = f"A keeper may carry {number}[^1] lamps.\n\n[^1]: {ruling} See [Ledger, Lamps](ledger.md#lamps)."
    found = find(ruling, body, "A keeper may carry five lamps.\n")
    assert (found.verdict, bool(found.claims)) == (verdict, verdict is Verdict.NOT_APPLIED)


def test_who_says_of_all_what_a_ruling_says_of_one_turns_it_though_endings_differ() -> None:
    ruling = "Only the eldest keeper hangs a lamp where a boat lands."
    note = f"[^1]: {ruling} See [Ledger, Lamps](ledger.md#lamps)."
    found = find(ruling, f"Boats sleep. All keepers hang lamps where a boat lands.[^1]\n\n{note}", "Boats sleep.\n")
    assert (found.verdict, bool(found.records), bool(found.claims)) == (Verdict.NOT_APPLIED, False, True)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.lists(st.sampled_from(["a", "keeper", "may", "not", "carry", "2", "lamps"]), min_size=1),
        min_size=1,
        max_size=5,
    )
)
def test_containment_is_that_of_plain_words(clauses: list[list[str]]) -> None:
    document = read_document(Source.from_text("a.md", "\n\n".join(" ".join(each) for each in clauses))).value
    body = read_body(document)
    plain = " ".join(" ".join(re.findall(r"\w+", each.text.lower())) for each in document.clauses)
    for words in (("keeper", "may"), ("may", "not", "carry"), ("2", "lamps", "a")):
        assert bool(body.holding(words)) == (f" {' '.join(words)} " in f" {plain} ")


def test_footnotes_are_no_part_of_the_body() -> None:
    text = "# Lamps\n\nA lamp.[^1]\n\n[^1]: A keeper may carry two lamps at once. See Ledger.\n"
    body = read_body(read_document(Source.from_text("a.md", text)).value)
    assert not body.holding(compare_words("A keeper may carry two lamps at once."))


def work(title: str, abbreviation: str, *names: str) -> WorkEntry:
    text = Text("x", "x.md", None, title, "", "", False, Span(0, 0))
    edition = EditionEntry(EditionId("x"), Role.PUBLISHED, text)
    return WorkEntry(WorkId("x"), title, abbreviation, names, EditionId("x"), (edition,))


BELLS = work("Lantern: Bells Below", "LBB", "Bells Below")
GREAT = work("Lantern: The Great Lamps", "LGL", "The Great Lamps")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ('Bells Below Rules, Echoes: Change "x" to "y."', True),
        ("The Bells Below insert should say that bells ring.", True),
        ("The LBB rules need errata. They should read so.", True),
        ('Great Lamp Rules, Echoes: Strike "x"', False),
        ("Keepers use the Bells Below rules for echoes.", False),
        ("Bells below the water ring.", False),
    ],
)
def test_a_ruling_names_a_work_where_it_begins_with_it(words: str, named: bool) -> None:
    assert names_work(words, BELLS) is named


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Great Lamps Rules", GREAT),
        ("Great Lamp Rules", GREAT),
        ("the LBB", BELLS),
        ("Lamps Rules", None),
        ("Rules", None),
    ],
)
def test_a_work_is_found_by_its_name_in_the_singular_too(name: str, found: WorkEntry | None) -> None:
    assert find_work(name, [BELLS, GREAT]) is found


def test_every_ruling_once_and_its_grounds_in_order(lantern: Kb) -> None:
    for name in ("bells-below", "the-drowned-coast"):
        judged = judge_book(lantern, lantern.books[WorkId(name)])
        names = [each.stated.id for each in judged.findings if each.stated.names]
        assert len(names) == len(set(names)) > 20
        assert all(each.grounds == tuple(g for g in Ground if g in each.grounds) != () for each in judged.findings)


def test_applied_is_plain_containment(lantern: Kb) -> None:
    judged = judge_book(lantern, lantern.books[WorkId("bells-below")])
    plain = " ".join(word for clause in judged.document.clauses for word in compare_words(clause.text))
    for each in judged.findings:
        held = f" {' '.join(compare_words(each.stated.text))} " in f" {plain} "
        assert (each.verdict is Verdict.APPLIED) == (held and bool(each.stated.names))


def test_a_day_before_the_rulings(lantern: Kb) -> None:
    book = lantern.books[WorkId("bells-below")]
    assert judge_book(lantern, book, "2004-01-01").findings == ()
    early, late = (judge_book(lantern, book, day) for day in ("2005-03-01", "2006-12-31"))
    assert 0 < len(early.findings) < len(late.findings)


def test_a_reason_explains_and_one_without_need_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "lantern"
    shutil.copytree(LANTERN, folder)
    manifest = folder / "corpus.yml"
    text = manifest.read_text(encoding="utf-8")
    assert text.count("- ruling: false-lights-qi2unz") == 1
    more = "- {ruling: bells-w6ylgs, reason: said elsewhere}\n      - {ruling: no-such-ruling, reason: gone}\n      "
    manifest.write_text(text.replace("- ruling: false-lights", f"{more}- ruling: false-lights"), encoding="utf-8")
    corpus = read_corpus(folder).value
    assert corpus is not None
    kb = build_kb(corpus.manifest, corpus.texts).value
    judged = judge_book(kb, kb.books[WorkId("bells-below")])
    reasons = {each.stated.id: each.reason for each in judged.findings if each.verdict is Verdict.EXPLAINED}
    assert set(reasons) == {RulingId("false-lights-qi2unz"), RulingId("bells-w6ylgs")}
    assert reasons[RulingId("bells-w6ylgs")] == "said elsewhere"
    stray = [found for found in find_all(kb) if found.code.code == "KB462"]
    assert [(Path(found.path).name, found.message.split("`")[1]) for found in stray] == [
        ("corpus.yml", "no-such-ruling")
    ]
    applied = next(each for each in judged.findings if each.verdict is Verdict.APPLIED)
    lines = manifest.read_text(encoding="utf-8").replace("no-such-ruling", str(applied.stated.id))
    manifest.write_text(lines, encoding="utf-8")
    corpus = read_corpus(folder).value
    assert corpus is not None
    (idle,) = (each for each in find_all(build_kb(corpus.manifest, corpus.texts).value) if each.code.code == "KB462")
    assert "is applied" in idle.message


def ask(*words: str) -> dict[str, Any]:
    result = RUN.invoke(build_app("unapplied"), ["unapplied", *words, "--corpus", str(LANTERN), "--format", "json"])
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def test_the_fields_others_rely_on(lantern: Kb) -> None:
    answer = ask("bells-below")
    assert (answer["schema"], answer["work"]) == (1, "bells-below")
    assert sum(answer["counts"].values()) == len(answer["items"])
    for item in answer["items"]:
        assert {"ruling", "term", "text", "verdict", "similarity", "where"} <= set(item)
        assert item["verdict"] in {verdict.value for verdict in Verdict}
        assert (item["verdict"] == "applied") == (item["similarity"] == 1.0 and item["where"] != [])
        assert all(place["line"] > 0 and place["clause"] for place in item["where"])
    assert answer == json.loads(json.dumps(list_unapplied(judge_book(lantern, lantern.books[WorkId("bells-below")]))))


def test_one_term_and_one_status() -> None:
    items = ask("bells-below", "--term", "wrecker")["items"]
    assert {item["term"] for item in items} == {"Wreckers"}
    kept = ask("bells-below", "--status", "not-applied")["items"]
    assert {item["verdict"] for item in kept} == {"not-applied"}


def test_what_a_newer_version_brought(lantern: Kb) -> None:
    """What has the same words since the version named, or longer, is not among it."""
    answer = ask("bells-below", "--since", "3")
    assert answer["since"] == "harbour-ledger-3"
    assert answer["counts"]["not-applied"] == 3
    assert {item["worded_in"] for item in answer["items"]} == {"harbour-ledger-4"}
    every = {item["ruling"]: item["worded_in"] for item in ask("bells-below")["items"]}
    assert {each for each, version in every.items() if version == "harbour-ledger-4"} == {
        item["ruling"] for item in answer["items"]
    }
    assert every["bells-w6ylgs"] < "harbour-ledger-4"
    named = ask("bells-below", "--since", "HL 3")
    assert named == answer


def test_text_shows_what_is_open(lantern: Kb) -> None:
    result = RUN.invoke(build_app("unapplied"), ["unapplied", "bells-below", "--corpus", str(LANTERN)])
    assert result.exit_code == 0
    judged = judge_book(lantern, lantern.books[WorkId("bells-below")])
    shown = set(re.findall(r"#([a-z0-9-]+)", result.stdout))
    assert shown == {each.stated.id for each in judged.findings if each.verdict is Verdict.NOT_APPLIED}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["no-such-work"], "no work `no-such-work`"),
        (["bells-below", "--term", "wrekers"], "did you mean `Wreckers`"),
        (["bells-below", "--as-of", "2005-02-30"], "is no date"),
        (["bells-below", "--since", "9"], "no version `9` at hand"),
    ],
)
def test_wrong_use(words: list[str], said: str) -> None:
    result = RUN.invoke(build_app("unapplied"), ["unapplied", *words, "--corpus", str(LANTERN)])
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_ruling_that_says_how_to_change_the_book_is_followed(lantern: Kb) -> None:
    """Its own words stand nowhere; what they ask for does."""
    judged = judge_book(lantern, lantern.books[WorkId("the-drowned-coast")])
    struck = next(each for each in judged.findings if each.stated.id == "rules-errata-o7mdmo")
    assert (struck.verdict, struck.similarity < 0.5) == (Verdict.APPLIED_NEAR, True)
    insert = judge_book(lantern, lantern.books[WorkId("bells-below")])
    meant = next(each for each in insert.findings if each.stated.id == "rulings-effective-21306-65glfm")
    assert meant.verdict is Verdict.APPLIED_NEAR
    assert [insert.clause_id(clause) for clause in meant.clauses] == ["drowned-towns.li3"]


def test_a_declined_record_explains_its_ruling(lantern: Kb) -> None:
    book = lantern.books[WorkId("bells-below")]
    base = BaseText("bells-below", "0" * 64)
    ruling, other = RulingId("bells-w6ylgs"), RulingId("bells-qitnw2")
    plain = Record("a", EmendationKind.INSERTION, Unit.SENTENCE, section=None, published="", emended="")
    declined = replace(plain, rulings=(ruling,), status=RecordStatus.DECLINED, reason="no need")
    waiting = replace(plain, id="b", rulings=(other,), status=RecordStatus.PROPOSED, reason="later")
    kb = replace(lantern, records={book.work.id: Records("bells-below", base, (declined, waiting))})
    reasons = {
        each.stated.id: each.reason for each in judge_book(kb, book).findings if each.verdict is Verdict.EXPLAINED
    }
    assert reasons[ruling] == "no need"
    assert other not in reasons


CITING = """# Harbour Rules

## Lamps

{said}[^two]

[^two]: A lamp needs oil. Keepers can then carry lamps with two wicks. See Ledger, [Brass Gull](/ledger/#brass-gull).
"""


@pytest.mark.parametrize(
    ("said", "verdict", "lacking", "claims"),
    [
        ("A keeper of the harbour can carry lamps with two wicks.", Verdict.APPLIED_NEAR, 0, 0),
        ("A lamp needs oil. A gull comes home at dusk.", Verdict.APPLIED_NEAR, 1, 0),
        ("A keeper of the harbour cannot carry lamps with two wicks.", Verdict.NOT_APPLIED, 0, 1),
        ("A gull comes home at dusk.", Verdict.NOT_APPLIED, 0, 1),
    ],
    ids=["in its own words", "a part of it", "denied", "something else"],
)
def test_a_change_that_cites_another_heading_is_compared_with_the_ruling_itself(
    said: str, verdict: Verdict, lacking: int, claims: int
) -> None:
    """Under the heading that its footnote names nothing like it stands: that tells nothing of the ruling meant."""
    ruling = "A lamp needs oil. Keepers can then carry lamps with two wicks."
    texts = {
        "emended.md": CITING.format(said=said),
        "published.md": "# Harbour Rules\n\n## Lamps\n\n",
        "ledger.md": LEDGER.format(ruling=ruling),
    }
    sources = {name: Source.from_text(name, text) for name, text in texts.items()}
    kb = consult([sources["emended.md"]], [sources["published.md"], sources["ledger.md"]]).value
    (found,) = judge_book(kb, next(iter(kb.books.values()))).findings
    assert (found.verdict, len(found.lacking), len(found.claims)) == (verdict, lacking, claims)
    assert len(found.records) == (1 if verdict is Verdict.APPLIED_NEAR else 0)


@pytest.mark.parametrize(
    ("ruling", "body", "verdict"),
    [
        (
            "A lamp at the pier costs four crowns, not three.",
            "A lamp at the pier costs four crowns.",
            Verdict.APPLIED_NEAR,
        ),
        (
            "A lamp at the pier costs four crowns, not three.",
            "A lamp at the pier costs three crowns.",
            Verdict.NOT_APPLIED,
        ),
        (
            "A lamp is lit at dusk by its keeper, and not at dawn.",
            "A lamp is lit at dusk by its keeper.",
            Verdict.APPLIED_NEAR,
        ),
        ("A lamp at the pier is not lit at dusk.", "A lamp at the pier is lit at dusk.", Verdict.NOT_APPLIED),
    ],
)
def test_what_a_ruling_says_no_longer_holds_need_not_stand_in_the_book(
    ruling: str, body: str, verdict: Verdict
) -> None:
    assert judge(ruling, body)[0] is verdict


def test_a_section_that_a_footnote_cites_is_the_same_in_a_newer_version() -> None:
    """Also for a ruling that came with that."""
    older, newer = "A rope is dry.", "A rope of hemp is sold by the fathom."
    emended = (
        "---\npermalink: /emended/\n---\n\n# Kites\n\n## Flying\n\nA kite flies high.[^a]\n\n"
        "[^a]: See [KR 1, Rope](/kr-1/#rope).\n"
    )
    versions = [rulings(Rope=older, Pond="A pond is wet."), rulings(Pond="A pond is wet.", Rope=f"{older}\n{newer}")]
    for number in (1, 2):
        kb = game(versions[:number], emended=emended)
        judged = judge_book(kb, kb.books[WorkId("kites")])
        told = [(each.stated.text, each.grounds) for each in judged.findings]
        assert told == [(text, (Ground.CITED,)) for text in (older, newer)[:number]]


SECTIONS = "# Kites\n\n## III. Flying\n\nA kite flies all night.\n\n## IV. Ropes\n\nA rope may be lent.\n"


@pytest.mark.parametrize(
    "order",
    [
        "Delete the section on ropes. It only made for quarrels.",
        'Remove the "Ropes" section.',
        "Strike the whole section called Ropes from the rules, for nobody reads it.",
        "The section on ropes is deleted.",
    ],
)
def test_a_section_that_is_to_go_is_applied_where_the_book_has_it_no_longer(order: str) -> None:
    ruled = f"# Kite Rulings\n\n## Errata\n\n### Errata for Kites\n\n- **Ropes:** {order}\n"

    def found(emended: str) -> Finding:
        kb = game([ruled], SECTIONS, emended)
        (only,) = judge_book(kb, kb.books[WorkId("kites")]).findings
        return only

    assert found(SECTIONS[: SECTIONS.index("## IV.")]).verdict is Verdict.APPLIED_NEAR
    kept = found(SECTIONS)
    assert (kept.verdict, kept.undone) == (Verdict.NOT_APPLIED, "it still has the section `IV. Ropes`")
    assert found(SECTIONS.replace("## IV. Ropes", "## IV. Lines")).verdict is Verdict.NOT_APPLIED


@pytest.mark.parametrize("order", ["Ropes: Delete this section.", "Delete the section on ropes; nobody reads it."])
def test_a_section_that_is_to_go_needs_no_name_of_the_book_that_has_it(order: str) -> None:
    ruled = f"# Kite Rulings\n\n## Errata\n\n- {order}\n"

    def found(emended: str) -> tuple[Verdict, str]:
        kb = game([ruled], SECTIONS, emended)
        (only,) = judge_book(kb, kb.books[WorkId("kites")]).findings
        return only.verdict, only.undone

    assert found(SECTIONS[: SECTIONS.index("## IV.")]) == (Verdict.APPLIED_NEAR, "")
    verdict, undone = found(SECTIONS)
    assert verdict is Verdict.NOT_APPLIED
    assert undone.lower() == "it still has the section `ropes`"
    assert found(SECTIONS.replace("## IV. Ropes", "## IV. Lines"))[0] is Verdict.NOT_APPLIED


def test_a_section_with_a_number_of_romans_is_on_its_term() -> None:
    book = "# Kites\n\n## IV. Fog\n\nA kite flies in fog.\n"
    kb = game([rulings(Fog="No kite crosses open water in a fog that lies.", Gull="A gull is no kite.")], book, book)
    judged = judge_book(kb, kb.books[WorkId("kites")])
    assert [(each.stated.term, each.grounds) for each in judged.findings] == [("Fog", (Ground.TERM,))]


@pytest.mark.parametrize(
    ("title", "heading", "grounds"),
    [
        ("Harbours & Lamps", "Boats", []),
        ("Harbours & Lamps: Rules", "Boats", []),
        ("Harbours & Lamps", "Boats & Lamps", [(Ground.TERM,)]),
        ("Harbours & Lamps", "Lamps", [(Ground.TERM,)]),
    ],
)
def test_a_part_of_a_book_s_name_is_no_section_of_it(title: str, heading: str, grounds: list[tuple[Ground]]) -> None:
    book = f"---\ntitle: Harbours & Lamps\n---\n\n# {title}\n\n## {heading}\n\nNothing yet.\n"
    texts = {"emended.md": book, "published.md": book, "ledger.md": LEDGER.format(ruling=RULED)}
    sources = {name: Source.from_text(name, text) for name, text in texts.items()}
    kb = consult([sources["emended.md"]], [sources["published.md"], sources["ledger.md"]]).value
    (judged,) = kb.books.values()
    assert judged.work.title == "Harbours & Lamps"
    assert [each.grounds for each in judge_book(kb, judged).findings] == grounds
