"""The same card laid out in the ways of many hands: each printing has its set and its text, and no word is lost."""

from collections.abc import Mapping

import pytest

from kb.readers.cards import read_card
from kb.readers.kramdown import read_document
from kb.sheets import Card
from kb.text import Source, word_forms
from tests.same_named import card_of

PRINTED: Mapping[str, str] = {
    "Summer Hive": "It flies by day. Tap it to find honey.",
    "Winter Hive": "It flies by night.",
}
HEAD = "# Bee\n\n## PRINTINGS\n\n"
NAMED: Mapping[str, str] = {
    "heading": "### {}\n\n",
    "heading in italics": "### _{}_\n\n",
    "deep heading": "#### {}\n\n",
    "line in bold": "**{}**\n\n",
    "line in bold, colon": "**{}:**\n\n",
    "line in italics": "*{}*\n\n",
    "labelled": "Set: {}\n\n",
    "labelled in bold": "**Set:** {}\n\n",
}
TEXTS: Mapping[str, str] = {
    "quoted": "> {}",
    "quoted, a label": "> **Text:** {}",
    "quoted, a class": "{{: .card-text }}\n> {}",
    "labelled": "Text: {}",
    "labelled in bold": "**Text:** {}",
    "item": "- Text: {}",
    "cells": "| Text | {} |",
    "behind a kind": "**Type:** Insect\n\n> {}",
    "before a kind": "> {}\n\nType: Insect",
    "before a remark": "> {}\n\n*Illus. Ann Reed*",
    "paragraph": "{}",
    "in bold": "**{}**",
    "in italics": "*{}*",
    "code": "`{}`",
    "fenced": "```\n{}\n```",
}
PICTURED = "![A bee](bee.png)\n\n> {}"
WHOLE: Mapping[str, str] = {
    "table": HEAD + "| Set | Text |\n|---|---|\n" + "".join(f"| {name} | {text} |\n" for name, text in PRINTED.items()),
    "table with kinds": "# Bee\n\n| Printing | Type | Year | Card text |\n|---|---|---|---|\n"
    + "".join(f"| {name} | Insect | 1998 | {text} |\n" for name, text in PRINTED.items()),
    "items": HEAD + "".join(f"- {name}: {text}\n" for name, text in PRINTED.items()),
    "items in bold": HEAD + "".join(f"* **{name}:** {text}\n" for name, text in PRINTED.items()),
    "definitions": HEAD + "".join(f"{name}\n: {text}\n\n" for name, text in PRINTED.items()),
    "pictures": HEAD + "\n\n".join(f"**{name}**\n\n{PICTURED.format(text)}" for name, text in PRINTED.items()),
}
NAMES: tuple[str, ...] = (
    "Bee, Old",
    "Queen's Bee",
    "Bee/Wasp",
    "Bée d’Or",
    "Bee: The Drone",
    '"Bee"',
    "Bee (First)",
    "Bee!",
    "Bee & Wasp",
)
NAMES += ("Bee - Wasp", "St. Bee", "Bee #2", "Ørn", "No. 4", "Bee?", "The Bee")


@pytest.mark.parametrize("named", NAMED)
def test_each_printing_is_read_with_its_set_and_text(named: str) -> None:
    failed = {}
    for told, text in TEXTS.items():
        page = HEAD + "\n\n".join(NAMED[named].format(name) + text.format(each) for name, each in PRINTED.items())
        if faults := wrong(page):
            failed[told] = faults
    assert not failed


@pytest.mark.parametrize("name", WHOLE)
def test_printings_in_tables_and_lists_are_read(name: str) -> None:
    assert wrong(WHOLE[name]) == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("told", ["### Summer Hive\n\n> It flies.\n", "**Summer Hive**\n\nText: It flies.\n"])
def test_a_card_has_its_name_whatever_signs_are_in_it(name: str, told: str) -> None:
    card = card_of(f"# {name}\n\n## PRINTINGS\n\n{told}")
    assert (card.name.strip('"“”'), [each.set for each in card.printings]) == (name.strip('"'), ["Summer Hive"])


def test_rulings_below_a_set_that_a_line_names_are_its_own() -> None:
    card = card_of(
        f"{HEAD}**Summer Hive**\n\n> It flies.\n\n**Rulings:**\n\n- It dives.\n\n**Winter Hive**\n\n> It hums.\n"
    )
    assert [(each.set, [ruling.text for ruling in each.rulings]) for each in card.printings] == [
        ("Summer Hive", ["It dives."]),
        ("Winter Hive", []),
    ]


@pytest.mark.parametrize(
    ("page", "besides"),
    [
        (
            f"{HEAD}**Summer Hive**\n\n> It flies.\n\n**Winter Hive**\n\nNo text is known.\n",
            "Winter Hive No text is known.",
        ),
        (f"{HEAD}### Summer Hive\n\n> It flies.\n\n### Winter Hive\n\nAs Summer Hive.\n", "As Summer Hive."),
        (f"{HEAD}### Summer Hive\n\n> It flies.\n\n**A rare one**\n\n> It hums.\n", "A rare one"),
        ("# Bee\n\n## Story\n\nIt flies.\n", "It flies."),
        (f"{HEAD}- Speed: 4\n- Artist: Ann Reed\n- Speed: 5\n", "Speed: 4 Artist: Ann Reed Speed: 5"),
        (f"{HEAD}It has three of them\n", "It has three of them"),
    ],
)
def test_what_names_no_set_and_prints_nothing_stands_besides(page: str, besides: str) -> None:
    card = card_of(page)
    assert card.besides == besides
    assert words_lost(card) == []


def wrong(page: str) -> list[str]:
    """What is not as it should be in a page of two printings."""
    outcome = read_card(read_document(Source.from_text("bee.md", page + "\n")).value)
    card = outcome.value
    found = {each.set: each.text for each in card.printings}
    told = [f"{name}: {found.get(name)}" for name, text in PRINTED.items() if found.get(name) != text]
    told += [each.code.code for each in outcome.diagnostics]
    return [*told, *words_lost(card)] if len(card.printings) == len(PRINTED) else [f"{len(card.printings)}", *told]


def words_lost(card: Card) -> list[str]:
    """The words of a page that its card has nowhere."""
    parts = [
        card.name,
        card.besides,
        *(each.text for each in card.document.headings),
        *(each.text for each in card.rulings),
    ]
    for each in card.printings:
        parts += [each.set, each.classification, each.text, *(value for _, value in each.fields), "Text Type Set Card"]
    held = set(word_forms(" ".join(parts))) | {"printings", "printing"}
    words = (word for clause in card.document.clauses for word in word_forms(clause.told))
    return [word for word in words if word not in held]
