"""Blocks that several sheets, or several orders of one, add and take out: each stands where the last one leaves it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from kb.compile import compile_text
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.model import WorkId
from kb.pipeline import build_kb
from kb.provenance import Refusal
from kb.queries.emended_books import BookOrder, carry_out_on_book
from kb.queries.instructions import carry_out, outcome_of
from kb.queries.proposals import propose_records
from kb.records import Record, RecordStatus
from kb.text import Source

CORPUS = """\
schema: 1
title: Mills
game: Mills
description: Mills.
rights: {owner: Nobody, statement: Free.}
compendia:
  sheet:
    title: Mill Errata
    abbreviation: ME
    versions:
      - {id: sheet-1, number: "1", date: "2004-01-01", path: sheet-1.md}
      - {id: sheet-2, number: "2", date: "2005-01-01", path: sheet-2.md}
      - {id: sheet-3, number: "3", date: "2006-01-01", path: sheet-3.md}
works:
  mill:
    title: Mill Rules
    abbreviation: MR
    base: mill
    editions:
      - {id: mill, role: published, path: mill.md, date: "2000"}
"""
BOOK = """\
# Mill Rules

## Day

1. Fill the hopper.
2. Open the sluice.
3. Grind.
4. Sweep.
5. Sell.

## Night

- Rats eat one sack.
- The sluice is shut.

## Sacks

| Sack | Price | Weight |
|------|-------|--------|
| Rye | 2 | 40 lb. |
| Oats | 3 | 30 lb. |

## Stones

5.1 A stone turns.

5.2 A worn stone is cut.

5.3 A cut stone is sharp.

5.4 A sharp stone wears.
"""


def mill(*sheets: Sequence[str]) -> Kb:
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS)).value
    assert manifest is not None
    texts = {"mill.md": BOOK}
    for number in (1, 2, 3):
        orders = sheets[number - 1] if number <= len(sheets) else ["The mill stands by a river."]
        listed = "".join(f"{each}\n\n" if each.startswith("#") else f"- {each}\n" for each in orders)
        texts[f"sheet-{number}.md"] = f"# Mill Errata\n\n## Errata for Mill Rules\n\n{listed}"
    return build_kb(manifest, {name: text.encode() for name, text in texts.items()}).value


def compiled(kb: Kb) -> str:
    """The book with what is proposed for each sheet, all accepted."""
    book = kb.books[WorkId("mill")]
    assert book.base is not None
    found: dict[str, Record] = {}
    for version in sorted(kb.versions.values(), key=lambda each: each.date):
        proposed = propose_records("mill", book.base, carry_out_on_book(kb, version, book))
        found |= {each.id: each for each in proposed.records if each.id not in found}
    accepted = tuple(replace(each, status=RecordStatus.ACCEPTED, rulings=()) for each in found.values())
    made = compile_text(book.base.document, replace(proposed, records=accepted))
    assert made.refused == ()
    return made.text


def refusals(kb: Kb) -> list[Refusal | None]:
    """What came of each order on the book."""
    orders = (each for version in kb.versions.values() for each in carry_out(kb, version).orders)
    return [outcome.tried.refusal for each in orders if isinstance(each, BookOrder) for _, outcome in each.outcomes]


def step(words: str, where: str = " to the end of the list") -> str:
    return f'Day: Add the following step{where}: "{words}"'


def bullet(words: str) -> str:
    return f'Night: Add the following bullet at the end of the list: "{words}"'


REST, EAT, BOLT = "Rest by the stream.", "Eat a loaf with cheese.", "Bolt every door of the mill."


@pytest.mark.parametrize(
    "sheets",
    [
        ([step(REST)], [step(EAT)], [step(BOLT)]),
        ([step(REST)], [step(REST), step(EAT)], [step(BOLT)]),
        ([step(REST, "")], [step(EAT, "")], [step(BOLT, "")]),
        ([step(REST), step(EAT)], [step(BOLT)]),
    ],
)
def test_steps_that_several_sheets_add_are_numbered_one_behind_the_other(sheets: Sequence[Sequence[str]]) -> None:
    put = f"5. Sell.\n6. {REST}\n7. {EAT}\n8. {BOLT}\n"
    assert compiled(mill(*sheets)) == BOOK.replace("5. Sell.\n", put)


def test_of_two_steps_of_one_sheet_that_do_not_say_where_the_second_is_told() -> None:
    assert refusals(mill([step(REST, ""), step(EAT, "")])) == [None, Refusal.CONFLICTS_WITH]


@pytest.mark.parametrize(
    ("orders", "old", "new"),
    [
        (["Day: Delete step 2.", "Day: Delete step 3."],
         "2. Open the sluice.\n3. Grind.\n4. Sweep.\n5.", "2. Sweep.\n3."),
        (["Day: Delete step 2.", "Day: Delete step 4."],
         "2. Open the sluice.\n3. Grind.\n4. Sweep.\n5.", "2. Grind.\n3."),
        (["Day: Delete step 5.", step(REST)], "5. Sell.", f"5. {REST}"),
        ([step(REST), "Day: Delete step 5."], "5. Sell.", f"5. {REST}"),
        (["Day: Delete step 1.", "Day: Delete step 2.", "Day: Delete step 3.", "Day: Delete step 4.", step(REST)],
         "1. Fill the hopper.\n2. Open the sluice.\n3. Grind.\n4. Sweep.\n5. Sell.", f"1. Sell.\n2. {REST}"),
        (["Day: Delete step 4.", step(REST)], "4. Sweep.\n5. Sell.\n", f"4. Sell.\n5. {REST}\n"),
        (["Night: Delete the second bullet.", bullet(REST)], "- The sluice is shut.", f"- {REST}"),
        ([bullet(REST), "Night: Delete the second bullet."], "- The sluice is shut.", f"- {REST}"),
        (['Sacks: Add a row before Rye: "Hay; 1; 9 lb."'], "| Rye |", "| Hay | 1 | 9 lb. |\n| Rye |"),
        (['Sacks: Add a row at the start of the table: "Hay; 1; 9 lb."'], "| Rye |", "| Hay | 1 | 9 lb. |\n| Rye |"),
        (['Stones: Add as rule 5.7: "It rests."', 'Stones: Add as rule 5.6: "It cracks."',
          'Stones: Add as rule 5.5: "It warms."'],
         "stone wears.\n", "stone wears.\n\n5.5 It warms.\n\n5.6 It cracks.\n\n5.7 It rests.\n"),
    ],
)  # fmt: skip
def test_what_comes_and_what_goes_leave_a_list_in_order(orders: list[str], old: str, new: str) -> None:
    assert BOOK.count(old) == 1
    assert compiled(mill(orders)) == BOOK.replace(old, new)


@pytest.mark.parametrize(
    "order",
    [
        "Sacks: Rye should cost 4 and weigh 50 lb.",
        "Sacks: The price of rye should be 4 and its weight 50 lb.",
        "Sacks: Change the price of Rye to 4 and its weight to 50 lb.",
        "Sacks: Rye should cost 4. Rye should weigh 50 lb.",
    ],
)
def test_an_order_may_name_several_cells_of_a_row(order: str) -> None:
    assert compiled(mill([order])) == BOOK.replace("| Rye | 2 | 40 lb. |", "| Rye | 4 | 50 lb. |")


def test_cells_are_left_to_a_human_where_one_is_not_known() -> None:
    kb = mill(["Sacks: Rye should cost 4 and glow 3 feet."])
    assert compiled(kb) == BOOK
    assert outcome_of(carry_out(kb, next(iter(kb.versions.values()))).orders[0]) == Refusal.NEEDS_HUMAN.value
