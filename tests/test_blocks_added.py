"""Blocks of their own that errata add: each is put where its place is named unmistakably, and told where it is not; and
items and rows that go with their marks.
"""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from kb.compile import compile_text
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.instructions import BookOutcome, read_operations
from kb.instructions._spots import front_place
from kb.model import VersionId, WorkId
from kb.pipeline import build_kb
from kb.provenance import Refusal
from kb.queries.emended_books import BookOrder, carry_out_on_book
from kb.queries.instructions import carry_out
from kb.queries.judging import judge_book
from kb.queries.proposals import propose_records
from kb.records import RecordStatus
from kb.text import Source
from kb.unapplied import Verdict

CORPUS = """\
schema: 1
title: Harbours
game: Harbours
description: Harbours.
rights: {owner: Nobody, statement: Free.}
compendia:
  sheet:
    title: Harbour Errata
    abbreviation: HE
    versions:
      - {id: sheet-1, number: "1", date: "2004-01-01", path: sheet.md}
works:
  harbour:
    title: Harbour Rules
    abbreviation: HR
    base: harbour
    editions:
      - {id: harbour, role: published, path: harbour.md, date: "2000"}
      - {id: harbour-emended, role: emended, path: emended.md}
"""
BOOK = """\
# Harbour Rules

## Movement

A boat moves three fields. It turns once.

A boat in fog moves one field.

A boat may wait.

## Cargo

Each hold takes one of these:

- Wool from the hills.
- Salt from the marsh.
- Tin from the mine.

A full hold closes.

## Turn

Do this in order:

1. Roll for wind.
2. Move your boats.
3. Sell your cargo.

## Prices

| Place | Toll | Depth |
|-------|------|-------|
| Pier | 2 | 4 |
| Quay | 3 | 6 |
| Slip | 1 | 2 |

A toll is paid at once.

## Weather

Fog falls on a six.

- Rain stops all sales.
- Wind moves boats.

Then look at the sky.

- Stars calm the crew.
- Clouds do nothing.

## Crew

5.1 A crew has four hands.

5.2 A hand rows or sails.

5.3 A tired hand rests.

(a) A rest takes a turn.

(b) A rest heals one wound.

5.4 A lost hand is gone.

## Storms

**6.1** A storm sinks boats.

**6.2** A storm lasts two turns.

## Glossary

**Anchor:** Holds a boat.

**Beam:** The width of a boat.

**Keel:** The spine of a boat.

## Empty Notes

Nothing is here.
"""


def harbour(orders: Sequence[str], book: str = BOOK, emended: str | None = None) -> Kb:
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS)).value
    assert manifest is not None
    sheet = "# Errata for Harbour Rules\n\n" + "".join(f"- {each}\n" for each in orders)
    texts = {"sheet.md": sheet, "harbour.md": book, "emended.md": book if emended is None else emended}
    return build_kb(manifest, {name: text.encode() for name, text in texts.items()}).value


def came_of(kb: Kb, edition: str = "harbour") -> list[BookOutcome]:
    """What came of each order in a text."""
    found: list[BookOutcome] = []
    for order in carry_out(kb, kb.versions[VersionId("sheet-1")]).orders:
        assert isinstance(order, BookOrder)
        found += [outcome for text, outcome in order.outcomes if text.id == edition]
    return found


def compiled(kb: Kb) -> str:
    """The book with the records that are proposed for it, all accepted."""
    book = kb.books[WorkId("harbour")]
    assert book.base is not None
    proposed = propose_records("harbour", book.base, carry_out_on_book(kb, kb.versions[VersionId("sheet-1")], book))
    accepted = tuple(replace(each, status=RecordStatus.ACCEPTED, rulings=()) for each in proposed.records)
    made = compile_text(book.base.document, replace(proposed, records=accepted))
    assert made.refused == ()
    return made.text


def is_put(order: str, wanted: str, book: str = BOOK) -> bool:
    """Whether an order makes a text of a book: by its changes, and by the records proposed for them; and is known to be
    done there."""
    kb = harbour([order], book)
    (outcome,) = came_of(kb)
    assert outcome.tried.refusal is None, outcome.tried.message
    text = book
    for change in sorted(outcome.changes, key=lambda each: each.span, reverse=True):
        text = text[: change.span.start] + change.new + text[change.span.end :]
    (done,) = came_of(harbour([order], book, wanted), "harbour-emended")
    assert done.tried.refusal is Refusal.ALREADY_APPLIED, done.tried.message
    return (text, compiled(kb)) == (wanted, wanted)


PUT = [
    (
        'Cargo: Add the following bullet: "Glass from the south."',
        "- Tin from the mine.\n",
        "- Tin from the mine.\n- Glass from the south.\n",
    ),
    (
        'Add the following bullet to the end of the list in Cargo: "Glass from the south."',
        "- Tin from the mine.\n",
        "- Tin from the mine.\n- Glass from the south.\n",
    ),
    (
        'Cargo: Add a bullet at the start of the list: "Glass from the south."',
        "- Wool from",
        "- Glass from the south.\n- Wool from",
    ),
    (
        'Cargo: Add a new bullet after the first bullet: "Glass from the south."',
        "- Salt from",
        "- Glass from the south.\n- Salt from",
    ),
    (
        'Cargo: After the second bullet, insert a new bullet: "Glass from the south."',
        "- Tin from",
        "- Glass from the south.\n- Tin from",
    ),
    (
        'Insert a new bullet point before the last bullet point of Cargo: "Glass from the south."',
        "- Tin from",
        "- Glass from the south.\n- Tin from",
    ),
    ('Cargo: Add as the third bullet: "Glass from the south."', "- Tin from", "- Glass from the south.\n- Tin from"),
    (
        'Cargo: Add a bullet after "Salt from the marsh.": "Glass from the south."',
        "- Tin from",
        "- Glass from the south.\n- Tin from",
    ),
    (
        'Weather: Add the following bullet to the end of the second list: "Snow closes the harbour."',
        "- Clouds do nothing.\n",
        "- Clouds do nothing.\n- Snow closes the harbour.\n",
    ),
    (
        'Weather: Add a bullet after "Wind moves boats.": "Snow closes the harbour."',
        "- Wind moves boats.\n",
        "- Wind moves boats.\n- Snow closes the harbour.\n",
    ),
    ('Prices: Insert a row between Pier and Quay: "Wharf | 4 | 5"', "| Quay |", "| Wharf | 4 | 5 |\n| Quay |"),
    (
        'Insert a row in the Prices table between Pier and Quay: "Wharf | 4 | 5"',
        "| Quay |",
        "| Wharf | 4 | 5 |\n| Quay |",
    ),
    (
        'Prices: Add the following row to the end of the table: "Wharf | 4 | 5"',
        "| Slip | 1 | 2 |\n",
        "| Slip | 1 | 2 |\n| Wharf | 4 | 5 |\n",
    ),
    ('Prices: Add a row after the row for Quay: "Wharf, 4, 5"', "| Slip |", "| Wharf | 4 | 5 |\n| Slip |"),
    (
        'Turn: Add the following step: "Feed your crew."',
        "3. Sell your cargo.\n",
        "3. Sell your cargo.\n4. Feed your crew.\n",
    ),
    ('Turn: Add as step 4: "Feed your crew."', "3. Sell your cargo.\n", "3. Sell your cargo.\n4. Feed your crew.\n"),
    (
        'Turn: Insert a new step after step 1: "Feed your crew."',
        "2. Move your boats.\n3. Sell",
        "2. Feed your crew.\n3. Move your boats.\n4. Sell",
    ),
    (
        'Movement: Add a new paragraph after the first paragraph: "A boat never moves on land."',
        "A boat in fog",
        "A boat never moves on land.\n\nA boat in fog",
    ),
    (
        'Add a new paragraph after the first paragraph of Movement: "A boat never moves on land."',
        "A boat in fog",
        "A boat never moves on land.\n\nA boat in fog",
    ),
    (
        'Movement: Add the following paragraph at the end: "A boat never moves on land."',
        "A boat may wait.\n",
        "A boat may wait.\n\nA boat never moves on land.\n",
    ),
    (
        'Add the following paragraph to the end of the section Movement: "A boat never moves on land."',
        "A boat may wait.\n",
        "A boat may wait.\n\nA boat never moves on land.\n",
    ),
    (
        'Movement: Add a paragraph before the second paragraph: "A boat never moves on land."',
        "A boat in fog",
        "A boat never moves on land.\n\nA boat in fog",
    ),
    (
        'Movement: Add a new paragraph after the paragraph ending "It turns once.": "A boat never moves on land."',
        "A boat in fog",
        "A boat never moves on land.\n\nA boat in fog",
    ),
    (
        'Add as rule 5.5: "A found hand is hired."',
        "5.4 A lost hand is gone.\n",
        "5.4 A lost hand is gone.\n\n5.5 A found hand is hired.\n",
    ),
    (
        'Add the following rule after rule 5.4: "5.5 A found hand is hired."',
        "5.4 A lost hand is gone.\n",
        "5.4 A lost hand is gone.\n\n5.5 A found hand is hired.\n",
    ),
    (
        '5.3: Add the following case: "(c) A rest costs one coin."',
        "(b) A rest heals one wound.\n",
        "(b) A rest heals one wound.\n\n(c) A rest costs one coin.\n",
    ),
    (
        'Add a new rule 6.3: "A storm ends at dusk."',
        "**6.2** A storm lasts two turns.\n",
        "**6.2** A storm lasts two turns.\n\n**6.3** A storm ends at dusk.\n",
    ),
    (
        'Glossary: Add a new entry between Beam and Keel: "**Hull:** The body of a boat."',
        "**Keel:**",
        "**Hull:** The body of a boat.\n\n**Keel:**",
    ),
    ("Cargo: Delete the second bullet.", "- Salt from the marsh.\n", ""),
    ('Prices: Delete the row "Quay".', "| Quay | 3 | 6 |\n", ""),
    ("Turn: Delete step 2.", "2. Move your boats.\n3. Sell", "2. Sell"),
    ("Delete rule 5.2.", "5.2 A hand rows or sails.", ""),
    ("Movement: Delete the second paragraph.", "A boat in fog moves one field.", ""),
]
TOLD = [
    ('Cargo: Add a bullet after the fifth bullet: "Glass from the south."', "no such"),
    ('Weather: Add the following bullet: "Snow closes the harbour."', "2 lists"),
    ('Movement: Add the following bullet: "A boat drifts."', "no list"),
    ('Prices: Add a row after Quay: "Wharf | 4"', "cells"),
    ('Prices: Insert a row between Pier and Slip: "Wharf | 4 | 5"', "not beside"),
    ('Prices: Add a row after Jetty: "Wharf | 4 | 5"', "Jetty"),
    ('Cargo: Add a row: "Wharf | 4 | 5"', "no table"),
    ('Turn: Add as step 7: "Feed your crew."', "number 7"),
    ('Add a new paragraph: "A boat never moves on land."', "section"),
    ('Movement: Insert a new paragraph after the eighth paragraph: "A boat never moves on land."', "no such"),
    ('Add as rule 5.4: "A found hand is hired."', "5.4"),
    ('Add a new rule 8.1: "A storm ends at dusk."', "8."),
]


@pytest.mark.parametrize(("order", "old", "new"), PUT)
def test_a_block_is_put_where_its_place_is_named(order: str, old: str, new: str) -> None:
    assert BOOK.count(old) == 1
    assert is_put(order, BOOK.replace(old, new))


@pytest.mark.parametrize(("order", "said"), TOLD)
def test_a_block_is_told_where_its_place_is_not_there_or_one_of_several(order: str, said: str) -> None:
    (outcome,) = came_of(harbour([order]))
    assert outcome.tried.refusal is not None
    assert said in outcome.tried.message


GLASS = 'Cargo: Add the following bullet: "Glass is dear."'
SLEEP, WAKE = 'Turn: Add the following step: "Sleep."', 'Turn: Add the following step: "Wake."'


def at_end(order: str) -> str:
    """An order that says of its step that it goes to the end."""
    return order.replace("step:", "step to the end of the list:")


LISTED = """\
# Harbour Rules

## Cargo

- Wool is soft.
- Salt is white.
- Tin is hard.

## Turn

1. Roll.
2. Move.
3. Sell.
4. Eat.
"""


@pytest.mark.parametrize(
    ("orders", "old", "new"),
    [
        (
            [GLASS, GLASS.replace("Glass is dear", "Rope is long")],
            "- Tin is hard.\n",
            "- Tin is hard.\n- Glass is dear.\n- Rope is long.\n",
        ),
        (
            [GLASS.replace("bullet:", "bullet after the first bullet:"), 'Cargo: Add to the third bullet "It rings."'],
            "- Salt",
            "- Glass is dear.\n- Salt",
        ),
        (
            ["Turn: Delete step 2.", 'Turn: Step 4 should read "Eat well."'],
            "2. Move.\n3. Sell.\n4. Eat.",
            "2. Sell.\n3. Eat well.",
        ),
        (["Turn: Delete step 2.", "Turn: Delete step 3."], "2. Move.\n3. Sell.\n4. Eat.", "2. Eat."),
        ([SLEEP, WAKE], "4. Eat.\n", "4. Eat.\n5. Sleep.\n"),
        ([at_end(SLEEP), at_end(WAKE)], "4. Eat.\n", "4. Eat.\n5. Sleep.\n6. Wake.\n"),
    ],
)
def test_orders_count_what_was_printed_whatever_others_add(orders: list[str], old: str, new: str) -> None:
    assert LISTED.count(old) == 1
    assert compiled(harbour(orders, LISTED)) == LISTED.replace(old, new)


def test_of_two_that_add_a_step_with_one_number_the_second_is_told() -> None:
    first, second = came_of(harbour([SLEEP, WAKE], LISTED))
    assert (first.tried.refusal, second.tried.refusal) == (None, Refusal.CONFLICTS_WITH)


FIFTH, SIXTH = 'Boats: Add as rule 5.5: "A fifth sinks."', 'Boats: Add as rule 5.6: "A sixth floats."'
RULED = "# Harbour Rules\n\n## Boats\n\n5.3 A boat floats.\n\n5.4 A fourth drifts.\n\n## Storms\n\n6.1 A storm blows.\n"


@pytest.mark.parametrize("orders", [[FIFTH, SIXTH], [SIXTH, FIFTH]])
def test_a_rule_goes_behind_one_that_another_order_adds(orders: list[str]) -> None:
    put = "5.4 A fourth drifts.\n\n5.5 A fifth sinks.\n\n5.6 A sixth floats.\n"
    assert compiled(harbour(orders, RULED)) == RULED.replace("5.4 A fourth drifts.\n", put)


def test_of_two_that_add_a_rule_of_one_number_the_second_is_told() -> None:
    first, second = came_of(harbour([FIFTH, FIFTH.replace("sinks", "leaks")], RULED))
    assert (first.tried.refusal, second.tried.refusal) == (None, Refusal.CONFLICTS_WITH)


def test_a_rule_whose_number_leaves_a_gap_is_told() -> None:
    first, second = came_of(harbour([FIFTH, SIXTH.replace("5.6", "5.7")], RULED))
    assert (first.tried.refusal, second.tried.refusal) == (None, Refusal.TEXT_NOT_FOUND)


def test_what_an_order_adds_without_marks_is_one_sentence_to_its_end() -> None:
    told = "Cargo: Add the following bullet: Glass is dear."
    assert front_place(told) == 'Cargo: Add the following bullet: "Glass is dear."'
    assert front_place(f"{told} This was left out.") == f"{told} This was left out."


@pytest.mark.parametrize("where", ["somewhere near the harbour", "at the end, after the first list", "on page 7"])
def test_a_place_in_words_that_are_not_known_is_none(where: str) -> None:
    (operation,) = read_operations(f'Add the following bullet {where}: "Glass is dear."', "")
    assert getattr(operation, "apart", None) is None


def test_a_text_that_has_a_row_of_that_name_does_not_get_it() -> None:
    order = 'Prices: Add a row after the row for Quay: "Wharf; 4; 5"'
    other = BOOK.replace("| Slip |", "| Wharf | 9 | 9 |\n| Slip |")
    (there,) = came_of(harbour([order], BOOK, other), "harbour-emended")
    assert there.tried.refusal is Refusal.PRECONDITION_CHANGED


@pytest.mark.parametrize(
    ("added", "applied"),
    [("- Glass is dear.\n", True), ("- Glass is dear, and so is rope.\n", False), ("", False)],
)
def test_a_block_that_the_emended_text_has_is_applied_there(added: str, applied: bool) -> None:
    kb = harbour([GLASS], LISTED, LISTED.replace("- Tin is hard.\n", f"- Tin is hard.\n{added}"))
    judged = judge_book(kb, kb.books[WorkId("harbour")])
    (found,) = judged.findings
    assert (found.verdict is not Verdict.NOT_APPLIED) == applied
    (there,) = came_of(kb, "harbour-emended")
    assert (there.tried.refusal is None) == (not added)
