"""A sport whose laws have sub-clauses (`Law 4.2 (b)`), lists of changes year by year, none of which repeats the last,
and a case book (`Case 2.1.1: ... RULING: ...`): which orders are carried out, what holds, and what is told.
"""

from functools import cache

import pytest

from kb.answers.instruction_list import list_instructions
from kb.audit import find_all
from kb.contradictions._verdicts import read_verdict
from kb.corpus import load_manifest
from kb.diagnostics import Diagnostic, Outcome
from kb.graph import Kb
from kb.model import VersionId
from kb.naming.mentions import is_part
from kb.numbering import close_parts
from kb.pipeline import build_kb
from kb.provenance import Relation
from kb.queries.instructions import carry_out
from kb.sources.units import bare_of_number
from kb.text import Source
from kb.withdrawn import tells_end
from tests.answered import parts

MANIFEST = """\
schema: 1
title: Hayball
game: Hayball
description: A game of bales and barns.
rights: {owner: Nobody, statement: Free.}
sections: {term: [Cases], errata: [Changes]}
compendia:
  cases:
    title: Hayball Case Book
    abbreviation: HCB
    versions:
      - {id: hcb-1, number: "1", date: "2001-08", path: hcb-1.md, profile: *CASES}
      - {id: hcb-2, number: "2", date: "2002-08", path: hcb-2.md, profile: *CASES}
  changes:
    title: Changes to the Laws
    abbreviation: CL
    versions:
      - {id: cl-1, number: "1", date: "2001-05-01", path: cl-1.md, profile: *CHANGES}
      - {id: cl-2, number: "2", date: "2002-05-01", path: cl-2.md, profile: *CHANGES}
works:
  hayball:
    title: Laws of Hayball
    abbreviation: LH
    base: hayball
    editions:
      - {id: hayball, role: published, date: "2000", path: laws.md}
      - {id: hayball-emended, role: emended, date: "2002-12", path: emended.md}
documents:
  - {id: letters, kind: faq, title: Letters of Umpires, date: "2002-10-01", path: letters.md}
"""
LACKING = {
    "*CASES": "{lacks: [turn, tournament, card, errata, delayed]}",
    "*CHANGES": "{lacks: [turn, term, tournament, card, delayed]}",
}
LAWS = """\
# Laws of Hayball

## Definitions

*PITCHER*: the player who lifts a bale with a fork.

*SHEAF*: a bale that has no twine.

## Law 1 The Barn

1.1 The barn is ninety feet long. Three doors lead into it.

1.2 Every door:

(a) is four feet wide; and

(b) hangs two feet above the straw.

## Law 2 The Bale

2.1 A bale weighs forty pounds. It is bound with twine.

2.2 A bale that breaks is a dead bale.

2.3 A player may sit on a bale.

## Law 3 Throws

3.1 A pitcher throws from behind the wagon.

## Signals

| Foul | Signal | Distance |
|---|---|---|
| Tripping | Both fists | 5 yards |
"""
FIRST = """\
# Changes to the Laws 1

## Changes

**Law 1.1** In the second sentence, for "Three doors" read "Four doors".

**Law 1.2 (a)** For "four feet" read "five feet".

**Law 1.2 (b)** For "two feet" read "three feet".

**Law 2.1** Add at the end: "The twine is of hemp."

**Definitions, SHEAF** Delete the definition.

**Law 2.3** Delete.

**Signals** Change the Distance of Tripping to 10 yards.
"""
SECOND = """\
# Changes to the Laws 2

## Changes

**Law 1.2 (b)** The change of 2001 is withdrawn. The law is correct as printed.

**Definitions, PITCHER** For "a fork" read "a fork or a rope".

**Law 2.2** Replace with: "A bale that breaks is dead until it is bound again."

**Law 3.2 (new)** Insert after 3.1: "3.2 A throw over the roof is no throw." Renumber the laws accordingly.
"""
CASES = """\
# Hayball Case Book 1

## Cases

### Law 2 The Bale

**Case 2.1.1:** A pitcher throws a bale that is wet. **RULING:** Legal. Water is no weight of its own.

**Case 2.1.2:** A bale loses its twine in the air. **RULING:** Illegal. The bale must come down as it went up.
"""
LATER = CASES.replace("Book 1", "Book 2").replace(
    "Legal. Water is no weight of its own.", "Illegal. Water weighs as much as straw."
)
LETTERS = """\
# Letters of Umpires

**Law 2.1.** Q. May a pitcher throw a bale that is wet?

A. Yes, if he can.

**Law 2.1 (a)** Q. May a bale lose its twine in the air?

A. No.
"""
EMENDED = (
    LAWS.replace("Three doors", "Four doors[^doors]")
    .replace("four feet wide", "five feet[^wide] wide")
    .replace("two feet above", "three feet[^above] above")
    .replace(
        "bound with twine.",
        "bound with twine. The twine is of hemp.[^hemp]\n\n> **Interpretation:** "
        "A bale that loses its twine in the air must come down as it went up.[^air]\n{: .note }",
    )
    .replace("*SHEAF*: a bale that has no twine.\n\n", "~~*SHEAF*: a bale that has no twine.~~[^sheaf]\n\n")
    .replace("2.3 A player may sit on a bale.", "2.3 *Deleted.*[^sit]")
    .replace("5 yards", "10 yards[^yards]")
    + """
[^doors]: In the second sentence, for "Three doors" read "Four doors". CL 1, Law 1.1.

[^wide]: For "four feet" read "five feet". CL 1, Law 1.2 (a).

[^above]: For "two feet" read "three feet". CL 1, Law 1.2 (b).

[^hemp]: Add at the end: "The twine is of hemp." CL 1, Law 2.1.

[^air]: RULING: Illegal. The bale must come down as it went up. HCB 2, Case 2.1.2.

[^sheaf]: Delete the definition. CL 1, Definitions, SHEAF.

[^sit]: Delete. CL 1, Law 2.3.

[^yards]: Change the Distance of Tripping to 10 yards. CL 1, Signals.
"""
)


@cache
def read(first: str = FIRST) -> Outcome[Kb]:
    written = MANIFEST
    for name, profile in LACKING.items():
        written = written.replace(name, profile)
    manifest = load_manifest(Source.from_text("corpus.yml", written)).value
    assert manifest is not None
    texts = {
        "laws.md": LAWS,
        "emended.md": EMENDED,
        "cl-1.md": first,
        "cl-2.md": SECOND,
        "hcb-1.md": CASES,
        "hcb-2.md": LATER,
        "letters.md": LETTERS,
    }
    return build_kb(manifest, {path: text.encode() for path, text in texts.items()})


def hayball() -> Kb:
    return read().value


@cache
def found() -> tuple[Diagnostic, ...]:
    return (*read().diagnostics, *find_all(hayball()))


def told(code: str) -> list[str]:
    return [each.message for each in found() if each.code.code == code]


def outcomes(version: str) -> list[tuple[list[str], str, list[str]]]:
    kb = hayball()
    answer = list_instructions(carry_out(kb, kb.versions[VersionId(version)]))
    return [
        (list(each["headings"]), each["operation"]["kind"], [attempt["outcome"] for attempt in each["attempts"]])
        for each in parts(answer)
    ]


def test_orders_on_parts_of_laws_on_definitions_and_on_cells_are_carried_out() -> None:
    """A blank before the part, bold alone before the order, and *Delete.* had been for a human to see to."""
    assert outcomes("cl-1") == [
        (["1.1"], "replace", ["applied", "already-applied"]),
        (["1.2(a)"], "replace", ["applied", "already-applied"]),
        (["1.2(b)"], "replace", ["applied", "already-applied"]),
        (["2.1"], "add", ["applied", "already-applied"]),
        (["Definitions", "SHEAF"], "remove", ["applied", "already-applied"]),
        (["2.3"], "remove", ["applied", "already-applied"]),
        (["Signals"], "cell", ["applied", "already-applied"]),
    ]
    assert outcomes("cl-2")[-3:] == [
        (["Definitions", "PITCHER"], "replace", ["applied", "applied"]),
        (["2.2"], "rewrite", ["applied", "applied"]),
        (["3.2"], "add", ["applied", "applied"]),
    ]


@pytest.mark.parametrize(
    ("order", "headings", "changes"),
    [
        ('- **1.2(b)** – change "two feet" to "three feet".', ["1.2(b)"], [("two feet", "three feet")]),
        ('### Law 1.2 (a)\n\nFor "four" read "five".', ["1.2(a)"], [("four", "five")]),
        ('- Law 1.2 (a): For "four" read "five".', ["1.2(a)"], [("four", "five")]),
        (
            '**Law 2.2** Amend to read: "A bale rolls."',
            ["2.2"],
            [("A bale that breaks is a dead bale.", "A bale rolls.")],
        ),
        ('Amend Law 2.2 to read: "A bale rolls."', ["2.2"], [("A bale that breaks is a dead bale.", "A bale rolls.")]),
        ("**Law 2.2** Deleted.", ["2.2"], [("2.2 A bale that breaks is a dead bale.", "")]),
    ],
)
def test_an_order_on_a_law_in_other_wordings(order: str, headings: list[str], changes: list[tuple[str, str]]) -> None:
    kb = read(f"# Changes to the Laws 1\n\n## Changes\n\n{order}\n").value
    (item,) = parts(list_instructions(carry_out(kb, kb.versions[VersionId("cl-1")])))
    made = [(each["old"], each["new"]) for each in item["attempts"][0]["changes"]]
    assert (item["headings"], made) == (headings, changes)


def test_what_the_book_lacks_is_told_and_a_withdrawal_is_nothing_to_be_merged() -> None:
    messages = told("KB461")
    assert [word in " ".join(messages) for word in ("a fork", "`Law 2 The Bale`", "4.2")] == [True, True, False]
    assert not any("1.2" in each for each in messages)


def test_a_change_of_a_part_ends_where_it_is_withdrawn_and_that_of_the_part_beside_it_does_not() -> None:
    assert told("KB444") == ["the ruling that footnote `above` quotes from CL 1 is no longer in CL 2"]


def test_short_orders_are_quoted_to_the_word_and_a_label_names_no_text() -> None:
    """*Delete.* was run together with the number before it, and *RULING* a text that the corpus has not."""
    assert (told("KB441"), told("KB435"), told("KB432"), told("KB442")) == ([], [], [], [])


def test_a_law_that_only_says_it_is_deleted_says_what_its_order_asks_for() -> None:
    (sit,) = [each for each in hayball().footnotes["emended.md"] if each.id == "sit"]
    assert (sit.relation, [each.relation for each in sit.references]) == (Relation.VERBATIM, [Relation.ADAPTED])


def test_a_case_that_is_ruled_the_other_way_is_told_and_changes_of_two_laws_do_not_deny_each_other() -> None:
    (message,) = told("KB521")
    assert message.startswith("this reverses what the ruling said before") and "hcb-1.md:7" in message
    assert told("KB520") == []


def test_an_answer_against_the_ruling_on_the_very_case_is_told() -> None:
    """The number before `Q.` was a part of the question, and the short word of a case no claim."""
    (message,) = told("KB522")
    assert "contradicts" in message
    assert [each.line for each in found() if each.code.code == "KB522"] == [3]


@pytest.mark.parametrize(
    ("ruling", "word", "denied"),
    [
        ("RULING: Legal.", "legal", False),
        ("RULING: Illegal, if it is wet. It falls.", "legal", True),
        ("Ruling: Not legal.", "legal", True),
        ("DECISION: Not forbidden.", "legal", False),
        ("RULING: No goal. It was wet.", "goal", True),
    ],
)
def test_the_short_word_on_a_case(ruling: str, word: str, denied: bool) -> None:
    verdict = read_verdict(f"Case 2.1.1: A pitcher throws a wet bale. {ruling}")
    assert verdict is not None
    assert (verdict.word, verdict.denied, "case" in verdict.case) == (word, denied, False)


@pytest.mark.parametrize(
    "words", ["RULING: Legal.", "A bale falls. The ruling is old.", "A bale falls. RULING: It is dead now."]
)
def test_what_has_no_case_or_no_short_word(words: str) -> None:
    assert read_verdict(words) is None


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("Law 11.2 (b) For", "Law 11.2(b) For"),
        ("11.2 (b) (ii) For", "11.2(b)(ii) For"),
        ("Law 7 (b)", "Law 7(b)"),
        ("4.2 (new) For", "4.2 (new) For"),
        ("2 (b)", "2 (b)"),
    ],
)
def test_a_blank_before_the_part_of_a_rule(text: str, closed: str) -> None:
    assert close_parts(text) == closed


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Law 6.3 Delete.", "Delete."),
        ("Law 6.3 (b) Delete.", "Delete."),
        ("[6.3] Delete.", "Delete."),
        ("Delete.", "Delete."),
    ],
)
def test_the_number_before_the_words_of_a_ruling(text: str, bare: str) -> None:
    assert bare_of_number(text) == bare


@pytest.mark.parametrize(
    ("words", "ends"),
    [
        ("Law 4.2 (b) The change of 2004 is withdrawn. The law is correct as printed.", True),
        ("[4.2] The amendment of 3 May 2004 is rescinded.", True),
        ("Law 4.2 (b) The change of 2004 is withdrawn. The law now says three.", False),
        ("Law 4.2 (b) is deleted.", False),
    ],
)
def test_a_change_is_withdrawn_like_a_ruling(words: str, ends: bool) -> None:
    assert tells_end(words) is ends


def test_what_a_text_calls_its_parts_is_no_text() -> None:
    assert [is_part(each) for each in ("RULING", "Penalty 3", "HCB 2", "Official Ruling")] == [True, True, False, False]
