"""Errata that name their place as it is printed: page and heading, step, entry, row and column."""

import json
from typing import Any

import pytest

from kb.graph import Kb
from kb.paging import cut_page
from kb.queries.instruction_list import list_instructions
from kb.queries.instructions import carry_out
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
    answer = list_instructions(carry_out(kb, kb.newest_version))  # type: ignore[arg-type]
    (item,) = json.loads(json.dumps(answer))["items"]
    return item  # type: ignore[no-any-return]


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
