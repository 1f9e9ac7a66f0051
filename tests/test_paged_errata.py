"""Errata that name their place as it is printed: page and heading, step, entry, row and column."""

import json
from typing import Any

import pytest

from kb.answers.instruction_list import list_instructions
from kb.graph import Kb
from kb.instructions import Passage, perform
from kb.instructions._drafts import ClauseText
from kb.instructions._passage import Edit
from kb.paging import cut_page
from kb.queries.instructions import carry_out
from kb.text import Span
from tests.answered import newest, parts
from tests.numbered import ferry

BARGE = """\
# Barge Rules

## 1 Piers

A pier has a keeper. A keeper has a lamp.

## 2 Loading

Do these things in turn:

1. Count the goods.
2. Weigh the goods.
3. Pay the keeper.

- Goods are dry.
- Keepers are paid.
"""


def ordered(order: str, book: str = BARGE) -> Kb:
    return ferry(f"# Ferry Rulings\n\n## Errata\n\n### Barge Rules\n\n{order}\n", second=book)


def told(order: str, book: str = BARGE) -> dict[str, Any]:
    kb = ordered(order, book)
    (item,) = parts(json.loads(json.dumps(list_instructions(carry_out(kb, newest(kb))))))
    return item


def made(order: str, book: str = BARGE) -> list[tuple[str, str]]:
    return [(each["old"], each["new"]) for attempt in told(order, book)["attempts"] for each in attempt["changes"]]


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("Page 22 – Missile Weapons table", "Missile Weapons table"),
        ("p. 9, Line of Sight", "Line of Sight"),
        ("Pages 22–23 - Piers", "Piers"),
        ("pg. 4: Piers, Lamps", "Piers, Lamps"),
        ("Page 18 (Boats)", "Boats"),
        ("On page 7", ""),
        ("Pages of lore", None),
        ("Page 5 keepers", None),
        ("Page Boy", None),
    ],
)
def test_the_place_on_a_printed_page(words: str, place: str | None) -> None:
    assert cut_page(words) == place


@pytest.mark.parametrize(
    "place",
    [
        "**Page 4 – Piers:**",
        "**Page 4, Piers:**",
        "**p. 4 — Piers:**",
        "\\* **Page 4 - Piers:**",
        "Page 4 – Piers:",
        "**Pages 4–5 – Piers:**",
        "**Page 4 (Piers):**",
    ],
)
def test_an_erratum_names_the_page_and_the_heading_on_it(place: str) -> None:
    """It had been on a card of that name."""
    item = told(f'{place} Change "a lamp" to "two lamps".')
    assert (item["card"], item["work"], item["headings"], item["outcome"]) == (None, "barge", ["Piers"], "applied")


@pytest.mark.parametrize(
    ("order", "changes"),
    [
        ('Step 3 should read "Pay the keeper twice."', [("Pay the keeper.", "Pay the keeper twice.")]),
        ('Replace step 2 with "Weigh the dry goods."', [("Weigh the goods.", "Weigh the dry goods.")]),
        ('In step 2, change "the goods" to "the dry goods".', [("the goods", "the dry goods")]),
        ('In the third step, change "the keeper" to "both keepers".', [("the keeper", "both keepers")]),
        ("Delete step 2.", [("2. Weigh the goods.\n", ""), ("3", "2")]),
        ('Step 2 should read "Keepers are paid."', []),  # that of a bullet, which is no step
        ('Step 3 should read "Count the goods twice."', []),  # more like another
        ('Step 4 should read "Go."', []),
        ('Step 3.2 should read "Go."', []),
        ('Item 2 should read "Weigh the dry goods."', [("Weigh the goods.", "Weigh the dry goods.")]),
        ("Delete item 3.", [("3. Pay the keeper.\n", "")]),
        ("Delete the first bullet.", [("- Goods are dry.\n", "")]),
        ("Delete the second bullet point.", [("\n- Keepers are paid.", "")]),
        ("Delete the third bullet.", []),
    ],
)
def test_a_step_is_known_by_its_number(order: str, changes: list[tuple[str, str]]) -> None:
    """Steps are items of a list with numbers; the bullets beside them are none."""
    assert made(f"**Page 5 – Loading:** {order}") == changes


NAMED = """\
# Barge Rules

## 1 Turns

1. Rowing: the first keeper rows his barge, then the second rows his.
2. Fishing: both keepers fish at once.
"""


def test_new_words_that_begin_with_the_name_of_the_step_are_for_it_whatever_else_they_are_like() -> None:
    order = 'Step 2 should read "Fishing: the first keeper fishes from his barge, then the second does."'
    assert len(made(f"**Page 5 – Turns:** {order}", NAMED)) == 1
    assert made(f"**Page 5 – Turns:** {order.replace('Fishing', 'Casting')}", NAMED) == []


PARTED = """\
# Barge Rules

## 1 Piers

A pier has a keeper. A keeper has a lamp.

A barge has a crew. A keeper has a hat.
"""


@pytest.mark.parametrize(
    ("order", "changes"),
    [
        (
            'Replace the second sentence of the second paragraph with "A keeper has two hats."',
            [("A keeper has a hat.", "A keeper has two hats.")],
        ),
        ('In the first sentence of the second paragraph, replace "has a" with "has no".', [("has a", "has no")]),
        ('In paragraph 1, change "keeper has a" to "keeper has no".', [("keeper has a", "keeper has no")]),
        ('In the first sentence of the first paragraph, replace "hat" with "cap".', []),
    ],
)
def test_a_sentence_of_a_paragraph_is_the_place_of_words(order: str, changes: list[tuple[str, str]]) -> None:
    assert made(f"**Page 4 – Piers:** {order}", PARTED) == changes


@pytest.mark.parametrize(
    ("order", "outcome", "new"),
    [
        ('Add the following sentence at the end of the paragraph: "It is dry."', "applied", " It is dry."),
        ('At the end of the section add: "It is dry."', "needs-human", ""),
        ('Add the following bullet: "Piers are dry."', "needs-human", ""),
        ('Add a new bullet point to the list: "**Piers:** nobody swims."', "needs-human", ""),
        ('Insert the following row at the bottom of the table: "Pier 6"', "needs-human", ""),
        ('Add the following bullet: "A keeper has a lamp."', "already-applied", ""),
        ('Add the following entry to the glossary: "A pier has a keeper."', "already-applied", ""),
    ],
)
def test_what_is_to_be_added_apart_is_told_to_stand_there_or_not(order: str, outcome: str, new: str) -> None:
    item = told(f"**Page 4 – Piers:** {order}")
    assert (item["outcome"], "".join(each for _, each in made(f"**Page 4 – Piers:** {order}"))) == (outcome, new)


def test_a_sentence_for_the_end_of_the_paragraph_has_no_place_where_there_are_several() -> None:
    order = 'Add the following sentence at the end of the paragraph: "It is dry."'
    assert told(f"**Page 4 – Piers:** {order}", PARTED)["outcome"] == "needs-human"


TABLES = """\
# Barge Rules

## 1 Rowing

### 1.1 Oars

| Oar | Reach | Price | Rules |
|---|---|---|---|
| Short oar | 12" | 2 | - |
| Long oar | 24" | 4 | Two-handed |
| Sweep | 3 (6) | 5 | Slow |

### 1.2 Modifiers

| Rowing | Modifier |
|---|---|
| Against the tide | +2 |

## 2 Crews

### 2.1 Modifiers

| Crew | S | N | Points |
|---|---|---|---|
| Keeper | 3 | 8 | 11 |
| Drowned keeper | 4 | 9 | 13 |

| Price | Long oar |
|---|---|
| Pence | 4 |
"""


@pytest.mark.parametrize(
    ("order", "changes"),
    [
        ('Oars table: Change the Reach of the long oar to 30".', [('24"', '30"')]),
        ("Oars: Change the Price of the long oar from 4 to 3.", [("4", "3")]),
        ("Oars: The price of the Long Oar should be 3, not 4.", [("4", "3")]),
        ("Oars: The long oar's reach should be 30\".", [('24"', '30"')]),
        ("Oars: The sweep's reach is now 4.", [("3 (6)", "4")]),
        ('Oars: Change the rules of the sweep to "None".', [("Slow", "None")]),
        ('Oars: Add "Slow" to the rules of the long oar.', [("Two-handed", "Two-handed, Slow")]),
        ('Oars: Add "Slow" to the rules of the short oar.', [("-", "Slow")]),
        ('Oars: Add "Slow" to the rules of the sweep.', []),  # has it
        ("Oars: Change the Price of the long oar from 5 to 3.", []),  # is 4
        ("Oars: The price of the long oar should be 4.", []),  # is so
        ("Oars: Change the Weight of the long oar to 3.", []),
        ("Oars: Change the Price of the paddle to 3.", []),
        ("Rowing Modifiers table: The modifier for Against the tide should be +1, not +2.", [("+2", "+1")]),
        ("Crew Modifiers: The Drowned Keeper should have Strength 3.", [("4", "3")]),
        ("Crews, Modifiers: The keeper should have Nerve 7 instead of 8.", [("8", "7")]),
        ("Crews, Modifiers: Change the points of the keeper to 13.", [("11", "13")]),
        ("Crews, Modifiers: The keepers should have courage.", []),
    ],
)
def test_a_cell_of_a_table_is_known_by_its_row_and_its_column(order: str, changes: list[tuple[str, str]]) -> None:
    place, _, said = order.partition(":")
    assert made(f"**Page 4 – {place}:**{said}", TABLES) == changes


def test_an_erratum_on_a_cell_is_told_as_plain_data() -> None:
    item = told('**Page 4 – Oars:** Change the Reach of the long oar from 24" to 30".', TABLES)
    asked = {"kind": "cell", "row": "long oar", "column": "Reach", "new": '30"', "old": '24"', "adds": False}
    assert item["operation"].items() >= {key: asked[key] for key in asked if key != "kind"}.items()


def test_two_cells_of_one_row_are_changed_by_two_errata() -> None:
    orders = (
        '**Oars:** Change the price of the long oar from 4 to 3.\n\n**Oars:** Add "Slow" to the rules of the long oar.'
    )
    kb = ordered(orders, TABLES)
    items = json.loads(json.dumps(list_instructions(carry_out(kb, newest(kb)))))["items"]
    assert [each["outcome"] for each in items] == ["applied", "applied"]


GLOSSARY = """\
# Barge Rules

## 1 Cargo

| Cargo | What it does |
|---|---|
| Salt | It gets wet. It costs a penny. |
| Wool | It gets wet. |

### 1.1 Peat

It burns. It gets wet.

## 2 Glossary

**Barge:** what a keeper rows.

**Keeper:** who rows a barge.

He has a lamp.

**Pier:** where it lies.
"""


@pytest.mark.parametrize(
    ("order", "outcome", "changes"),
    [
        ('Cargo: In the entry for Salt, change "gets wet" to "melts".', "applied", [("gets wet", "melts")]),
        ('Cargo: In the row "Wool", replace "wet" with "heavy".', "applied", [("wet", "heavy")]),
        (
            'Cargo: In the entry for Peat, change "gets wet" to "melts".',
            "applied",
            [("gets wet", "melts")],
        ),  # a heading
        ('Cargo: In the entry for Pitch, change "gets wet" to "melts".', "target-missing", []),
        ('Cargo: Delete the row "Wool".', "applied", [("| Wool | It gets wet. |\n", "")]),
        (
            'Glossary: The entry for Barge should read "**Barge:** what two keepers row."',
            "applied",
            [("a keeper rows.", "two keepers row.")],
        ),
        ("Glossary: Delete the entry for Barge.", "applied", [("**Barge:** what a keeper rows.", "")]),
        ("Glossary: The entry for Pier is deleted.", "applied", [("**Pier:** where it lies.", "")]),
        ("Glossary: Delete the entry for Keeper.", "needs-human", []),  # it goes on
    ],
)
def test_an_entry_is_known_by_its_name(order: str, outcome: str, changes: list[tuple[str, str]]) -> None:
    place, _, said = order.partition(":")
    item = told(f"**Page 4 – {place}:**{said}", GLOSSARY)
    assert (item["outcome"], made(f"**Page 4 – {place}:**{said}", GLOSSARY)) == (outcome, changes)
    assert item["headings"] == [place] and item["entry"] in said


def test_two_errata_that_ask_the_same_of_two_entries_are_two() -> None:
    kb = ordered("**Glossary:** Delete the entry for Barge.\n\n**Glossary:** Delete the entry for Pier.", GLOSSARY)
    items = json.loads(json.dumps(list_instructions(carry_out(kb, newest(kb)))))["items"]
    assert [(each["entry"], each["outcome"]) for each in items] == [("Barge", "applied"), ("Pier", "applied")]


@pytest.mark.parametrize(
    ("place", "new", "outcome"),
    [
        ("Glossary", "**Tide:** what takes a barge along.", "needs-human"),
        ("Glossary", "See the tables.", "applied"),
        ("Peat", "Note: it sinks.", "applied"),
    ],
)
def test_an_entry_is_added_behind_no_other_in_its_paragraph(place: str, new: str, outcome: str) -> None:
    assert told(f'**Page 4 – {place}:** Add "{new}"', GLOSSARY)["outcome"] == outcome


def test_a_text_with_steps_is_a_value() -> None:
    """Pages are made of faces that are grouped by it."""
    passage = Passage(("One.", "Two."), 2, frozenset({0, 1}), frozenset({(0, 1), (1, 2)}))
    assert {passage: 1}[perform(passage, [])] == 1
    assert perform(passage, [Edit(0, Span(0, 4), "")]) == Passage(("Two.",), 1, frozenset({0}), frozenset({(0, 2)}))


def tabled(head: str, row: str, heading: str = "### Points Adjustments", second: str = TABLES) -> dict[str, Any]:
    kb = ferry(f"# Ferry Rulings\n\n## Errata\n\n{heading}\n\n{head}\n|---|---|---|\n{row}\n", second=second)
    (item,) = parts(json.loads(json.dumps(list_instructions(carry_out(kb, newest(kb))))))
    return item


@pytest.mark.parametrize(
    ("head", "row", "work", "outcome"),
    [
        ("| Crew | Printed | New |", "| Keeper | 11 | 13 |", "barge", "applied"),
        ("| Crew | New | Old |", "| Keeper | 13 | 11 |", "barge", "applied"),
        ("| Crew | From | To |", "| Drowned keeper | 13 | 15 |", "barge", "applied"),
        ("| Crew | Was | Now |", "| Keeper | 11 | 11 |", "barge", "already-applied"),
        ("| Crew | Was | Now |", "| Keeper | 12 | 13 |", "barge", "precondition-changed"),
        ("| Crew | Was | Now |", "| Cook | 12 | 13 |", None, "needs-human"),
        ("| Crew | Points | Notes |", "| Keeper | 11 | 13 |", None, "needs-human"),
    ],
)
def test_a_table_of_new_figures_is_errata_on_the_rows_of_the_only_book_that_has_them(
    head: str, row: str, work: str | None, outcome: str
) -> None:
    item = tabled(head, row)
    assert (item["work"], item["outcome"]) == (work, outcome)


def test_the_heading_over_a_table_of_new_figures_says_which_figure_and_may_name_the_book() -> None:
    head, row = "| Crew | Printed | New |", "| Keeper | 11 | 13 |"
    assert tabled(head, row, "### Weight Changes")["outcome"] == "target-missing"
    assert tabled(head, row, "### Barge Rules\n\n#### Points Changes")["work"] == "barge"
    assert tabled(head, row, "### Ferry Rules\n\n#### Points Changes")["outcome"] == "target-missing"


@pytest.mark.parametrize(
    ("order", "changes"),
    [
        ('Delete the line "A keeper has a lamp."', [(" A keeper has a lamp.", "")]),
        (
            'Change the line "A keeper has a lamp." to "A keeper has lamps."',
            [("A keeper has a lamp.", "A keeper has lamps.")],
        ),
        ("Delete the line about lamps.", []),
    ],
)
def test_a_line_that_is_quoted_is_words_and_no_name(order: str, changes: list[tuple[str, str]]) -> None:
    """They had been sought as the name of an entry."""
    place = "**Page 3 – Piers:**"
    assert "entry" not in told(f"{place} {order}")
    assert made(f"{place} {order}") == changes


@pytest.mark.parametrize(
    "place",
    [
        "In the entry for Salt, change",
        "Under the entry for Salt: change",
        "Page 4: In the entry for Salt, change",
        "On page 4, in the row for Salt, change",
        'Page 4, under the row "Salt": change',
    ],
)
def test_an_entry_is_named_without_its_heading_too(place: str) -> None:
    """Where it stood without a page, or behind one, it had been the heading `for Salt` or `entry for Salt`."""
    item = told(f'{place} "gets wet" to "melts".', GLOSSARY)
    assert (item["headings"], item["entry"], item["outcome"]) == ([], "Salt", "applied")


@pytest.mark.parametrize(
    ("order", "outcome", "changes"),
    [
        ('The entry for Wool should read "Wool It gets heavy."', "applied", [("wet.", "heavy.")]),
        ('The entry for Wool should read "Flax, which gets wet."', "needs-human", []),
        ('Change "Wool It gets" to "Flax gets".', "needs-human", []),
        ('Delete "Wool It".', "needs-human", []),
        ('Delete the row "Wool".', "applied", [("| Wool | It gets wet. |\n", "")]),
    ],
)
def test_no_change_joins_two_cells(order: str, outcome: str, changes: list[tuple[str, str]]) -> None:
    """The bar between them had gone with the words, and the row was no row of its table any more."""
    item = told(f"**Page 4 – Cargo:** {order}", GLOSSARY)
    assert (item["outcome"], made(f"**Page 4 – Cargo:** {order}", GLOSSARY)) == (outcome, changes)


@pytest.mark.parametrize("name", ["Sgt. Gull", "Cook, first", "Keeper of the long and winding tunnel " * 2 + "below"])
def test_a_row_of_any_name_has_its_new_figure(name: str) -> None:
    """A stop or a comma in it, or its length, had made an unclear sentence of it."""
    book = TABLES.replace("| Keeper | 3 | 8 | 11 |", f"| {name} | 3 | 8 | 11 |")
    assert tabled("| Crew | Printed | New |", f"| {name} | 11 | 13 |", second=book)["outcome"] == "applied"


def test_each_table_of_new_figures_has_its_own_head() -> None:
    """Rows below a blank line had been read by the head of the table before."""
    first, second = "| Keeper | 11 | 13 |", "| Crew | New | Printed |\n|---|---|---|\n| Drowned keeper | 15 | 13 |"
    order = f"| Crew | Printed | New |\n|---|---|---|\n{first}\n\n{second}"
    kb = ferry(f"# Ferry Rulings\n\n## Errata\n\n### Points Adjustments\n\n{order}\n", second=TABLES)
    items = json.loads(json.dumps(list_instructions(carry_out(kb, newest(kb)))))["items"]
    assert [(each["operation"]["old"], each["operation"]["new"]) for each in items] == [("11", "13"), ("13", "15")]


def test_only_the_row_that_is_meant_is_cut_into_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of 800 errata on a table of 800 rows took half a minute."""
    rows = "".join(f"| Keeper of pier {number} | {number} |\n" for number in range(60))
    cut: list[str] = []
    whole = ClauseText.cells

    def cells(text: ClauseText) -> tuple[Span, ...]:
        cut.append(text.text)
        return whole(text)

    monkeypatch.setattr(ClauseText, "cells", cells)
    order = "**Crews:** Change the Points of the Keeper of pier 7 to 9."
    assert made(order, f"# Barge Rules\n\n## Crews\n\n| Crew | Points |\n|---|---|\n{rows}") == [("7", "9")]
    assert {*cut} == {"Crew Points", "Keeper of pier 7 7"}


@pytest.mark.parametrize(
    "order",
    [
        "Page 5: Delete paragraph 3.",
        "Delete the third sentence.",
        'Page 5: The second paragraph should read "Do this:"',
        'Page 5: Add "They rest." to the end of the first sentence.',
        "Page 5: Delete the second bullet.",
    ],
)
def test_a_part_is_counted_in_a_section_and_in_no_book(order: str) -> None:
    """The third paragraph of page 5 had been the third of the book."""
    item = told(order)
    assert (item["outcome"], [each["changes"] for each in item["attempts"]]) == ("needs-human", [[]])


@pytest.mark.parametrize(
    ("order", "book"),
    [
        ('The row " " should read "A new text."', "# Barge Rules\n\nA barge floats.\n"),
        ('**Page 4 – Oars:** Add " " to the Price of the long oar.', TABLES),
        ('**Page 4 – Oars:** Change the Price of the long oar to " ".', TABLES),
    ],
)
def test_a_name_or_a_value_without_a_word_changes_nothing(order: str, book: str) -> None:
    """The row without a name had been the whole book."""
    item = told(order, book)
    assert (item["outcome"], item["operation"]["kind"], made(order, book)) == ("needs-human", "unclear", [])


@pytest.mark.parametrize(
    ("order", "changes"),
    [
        ("Change 'has a crew' to 'has two crews'.", [("has a crew", "has two crews")]),
        ("Change ‘a hat’ to ‘a keeper’s hat’.", [("a hat", "a keeper’s hat")]),
        ("Replace 'a hat' with 'the keepers' Hat, and no other'.", [("a hat", "the keepers' Hat, and no other")]),
        ("Delete 'a lamp'.", [("a lamp", "")]),
        ("For 'a lamp' read '6\" of rope'.", [("a lamp", '6" of rope')]),
        ('For “a lamp” read “6" of rope”.', [("a lamp", '6" of rope')]),
        ("The keepers' lamp is not the crews' hat.", []),
    ],
)
def test_an_order_quotes_in_single_marks_too(order: str, changes: list[tuple[str, str]]) -> None:
    """They were taken for apostrophes, and such an order asked for nothing that could be read."""
    assert [(old.strip(), new) for old, new in made(f"**Page 4 – Piers:** {order}", PARTED)] == changes


PLACED = """\
# Barge Rules

## 1 Piers

A pier has a keeper. A keeper has a lamp.

- Goods are dry.
- Keepers are paid.

> **Ropes**
>
> A rope has a knot.
{: .note }

A barge has a crew. A keeper has a hat.

**Fog (6+).** A keeper has a bell.

### 1.1 Oars

An oar has a blade.
"""


@pytest.mark.parametrize(
    ("place", "order", "changes"),
    [
        (
            "Page 4 – Piers, second paragraph",
            "Change the second sentence to read: 'A keeper has two hats.'",
            [("A keeper has a hat.", "A keeper has two hats.")],
        ),
        (
            "Page 4 – Piers, second paragraph",
            'Add the following to the end of this paragraph: "It is dry."',
            [("", " It is dry.")],
        ),
        (
            "Page 4 – Piers, second paragraph",
            'Replace this paragraph with: "A barge has nobody."',
            [("A barge has a crew. A keeper has a hat.", "A barge has nobody.")],
        ),
        ("Page 4 – Piers, list", "Delete the second bullet point.", [("- Keepers are paid.\n", "")]),
        ("Page 4 – Piers, Fog", 'Change "a bell" to "two bells".', [("a bell", "two bells")]),
        (
            "Page 4 – Oars",
            'Change the last sentence to read: "An oar has two blades."',
            [("An oar has a blade.", "An oar has two blades.")],
        ),
        ("Page 4 – Ropes, sidebar", 'Change "a knot" to "two knots".', [("a knot", "two knots")]),
        ("Page 4 – Piers, ninth paragraph", 'Replace this paragraph with: "A barge has nobody."', []),
    ],
)
def test_the_line_above_an_erratum_names_page_section_and_paragraph(
    place: str, order: str, changes: list[tuple[str, str]]
) -> None:
    """Neither items of a list nor boxes are counted among the paragraphs."""
    assert made(f"**{place}**\n\n{order}", PLACED) == changes


@pytest.mark.parametrize(
    ("order", "changes"),
    [
        (
            "Page 4 - Piers, second paragraph: Change the second sentence to read: 'A keeper has two hats.'",
            [("A keeper has a hat.", "A keeper has two hats.")],
        ),
        ("p. 4, Piers, second paragraph: Delete the last sentence.", [("A keeper has a hat.", "")]),
        (
            'p. 4, Piers, second paragraph: Replace this paragraph with: "A barge has nobody."',
            [("A barge has a crew. A keeper has a hat.", "A barge has nobody.")],
        ),
        ('- p. 4, sidebar: Change "a knot" to "two knots".', [("a knot", "two knots")]),
        ("**NEW** Page 4 – Piers, second paragraph: Delete the last sentence.", [("A keeper has a hat.", "")]),
        (
            '**Page 4, Piers, second paragraph, second sentence**\n\nChange to: "A keeper has two hats."',
            [("A keeper has a hat.", "A keeper has two hats.")],
        ),
    ],
)
def test_the_paragraph_that_a_place_counts_is_meant_wherever_it_stands(
    order: str, changes: list[tuple[str, str]]
) -> None:
    """The sentence of another paragraph gave way, and the whole paragraph where the place names a sentence of it."""
    assert [(old.strip(), new) for old, new in made(order, PLACED)] == changes


def test_a_place_on_a_page_needs_no_name_of_the_book_where_one_alone_has_the_section() -> None:
    kb = ferry("# Ferry Rulings\n\n## Errata\n\n**Page 4 – Oars**\n\nDelete the last sentence.\n", second=PLACED)
    (item,) = parts(list_instructions(carry_out(kb, newest(kb))))
    assert (item["work"], item["headings"], item["outcome"]) == ("barge", ["Oars"], "applied")
