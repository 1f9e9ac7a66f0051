"""Changes that are not, or not quite, what the errata order that they rest on."""

import pytest

from kb.audit import change_turned, change_unlike
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.pipeline import build_kb
from kb.text import Source

MANIFEST = """\
schema: 1
title: Kiln
game: Kiln
description: A game of kilns.
rights: {owner: Nobody, statement: Free.}
compendia:
  sheet:
    title: Kiln Errata
    abbreviation: KE
    versions:
      - {id: ke-1, number: "1", date: "1997-06-03", path: ke-1.md}
works:
  kiln:
    title: Kiln
    abbreviation: KI
    base: published
    editions:
      - {id: published, role: published, date: "1996", path: published.md}
      - {id: emended, role: emended, path: emended.md}
"""
SHEET = """\
# Kiln Errata

## Errata for Kiln

**Crew:** For "six crew" read "five crew".

**Tolls:** In the second sentence, change "three pence" to "four pence".

**Frozen Stretches:** The last sentence should read: "Ice tokens are put beside the board."

**Debt:** Add at the end: "A player without horses is out of the game."

**Ties:** Delete "Tied players draw straws." and insert "Tied players go by age, the eldest first."
"""
BOOK = """\
# Kiln

## Ties

Tied players draw straws.

## Tolls

Each stretch has a keeper. A boat that passes along a stretch pays three pence to its keeper.
"""
TIED, TOLL = "Tied players draw straws.", "three pence"


def told(old: str, new: str, note: str = "KE 1, Errata for Kiln.", sheet: str = SHEET) -> list[tuple[str, str]]:
    """What is told of the words before footnotes of a book that has new words in the place of old ones."""
    manifest = load_manifest(Source.from_text("corpus.yml", MANIFEST)).value
    assert manifest is not None
    emended = f"{BOOK.replace(old, new)}\n[^a]: {note}\n"
    texts = {"ke-1.md": sheet, "published.md": BOOK, "emended.md": emended}
    kb = build_kb(manifest, {path: text.encode() for path, text in texts.items()}).value
    assert isinstance(kb, Kb)
    return [(each.code.code, each.message) for audit in (change_turned, change_unlike) for each in audit.audit(kb)]


def test_a_word_otherwise_than_ordered_is_told_at_its_place() -> None:
    found = told(TIED, "Tied players go by age, the youngest first.[^a]")
    assert found == [("KB449", "`youngest` is `eldest` in the ruling that footnote `a` rests this on")]


def test_a_number_otherwise_than_ordered_turns_the_rule_and_is_told_once() -> None:
    sheet = SHEET.replace("Tied players go by age, the eldest first.", "Tied players draw three straws each.")
    ((code, message),) = told(TIED, "Tied players draw two straws each.[^a]", sheet=sheet)
    assert code == "KB448"
    assert message.startswith("this says otherwise than the")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (TIED, "Tied players go by age, the eldest first.[^a]"),
        (TIED, "When players are tied, go by age: the eldest one is first.[^a]"),
        (TOLL, "four[^a] pence"),
        (TIED, "Tied players go by age, and the eldest one is first.[^a]"),
    ],
)
def test_what_is_ordered_and_what_says_it_freely_is_not_told(old: str, new: str) -> None:
    assert told(old, new) == []


def test_words_that_another_order_is_about_too_are_not_told() -> None:
    sheet = f'{SHEET}\n**Tolls:** Change "pays three pence" to "pays five pence".\n'
    assert ("KB448", "this says otherwise than the erratum that footnote `a` rests this on") not in told(
        TOLL, "five[^a] pence", sheet=sheet
    )


def test_a_word_that_is_changed_as_a_sheet_cited_whole_orders_has_its_authority() -> None:
    assert told(TOLL, "four pence[^a]", "Per KE 1.") == []


def test_a_word_that_no_erratum_of_a_sheet_cited_whole_orders_has_none() -> None:
    ((code, message),) = told("a stretch", "two stretches[^a]", "Per KE 1.")
    assert (code, message) == ("KB446", "substitution of a phrase has nothing of what `a` cites")
