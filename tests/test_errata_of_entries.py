"""Errata of books whose rules stand in entries: bold names in front, lines with labels, tables with titles, boxes."""

from functools import cache

import pytest

from kb.corpus import load_manifest
from kb.graph import Kb
from kb.model import VersionId
from kb.pipeline import build_kb
from kb.provenance import Refusal
from kb.queries.emended_books import BookOrder
from kb.queries.instructions import carry_out
from kb.text import Source

CORPUS = """\
schema: 1
title: Moor and Mire
game: Moor and Mire
description: Walkers on a moor.
rights: {owner: Nobody, statement: Free.}
compendia:
  sheet:
    title: Moor Errata
    abbreviation: ME
    versions:
      - {id: sheet-1, number: "1", date: "2004-01-01", path: sheet-1.md}
      - {id: sheet-2, number: "2", date: "2005-01-01", path: sheet-2.md}
works:
  moor:
    title: Moor and Mire Rules
    abbreviation: MM
    base: moor
    editions:
      - {id: moor, role: published, path: moor.md, date: "2000"}
"""
BOOK = """\
# Moor and Mire Rules

## Gifts

**Long Stride.** You walk two miles. You cannot run with a pack of 3 stones.

**Bog Sense (Rank 2).** You never sink. You have a +4 bonus on tests.

## Walking

A walk takes an hour. A walker rests against target number 12.

> **Example:** Osk walks for an hour. He may not rest on a stone.

## Lights

### Peat Flame

*Circle 3, instant*

**Kindling Time:** 1 long breath
**Reach:** 30 yards
**Span:** Instant

A flame leaps up. Each walker in a 30-yard circle is seen. It goes out at dawn.

**In the Wet.** The flame lights 2 yards.

#### Table 4-1: Boots

| Boots | Bonus to Steps | Price |
|---|---|---|
| Light | +1 | 5 lb. |
| Heavy | +3 | 9 lb. |

- **Halt.** Until dusk, walkers suffer a -2 penalty.

- **Heavy.** It drowns at a depth of 4.

### Bog Hound

| Strength | Steps |
|---|---|
| 4 | 30 ft. |

| Wit | Bite |
|---|---|
| 1 | 52 |

A bog hound always follows a walker who carries exactly two lamps.

## Bog Sense Tests

Roll a die.
"""


@cache
def game(orders: str, before: str = '- **Walking:** Replace "an hour" with "an hour".') -> Kb:
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS)).value
    assert manifest is not None
    texts = {
        "moor.md": BOOK,
        "sheet-1.md": f"# Moor Errata\n\n{before}\n",
        "sheet-2.md": f"# Moor Errata\n\n{orders}\n",
    }
    return build_kb(manifest, {name: text.encode() for name, text in texts.items()}).value


def orders_of(orders: str) -> list[BookOrder]:
    kb = game(orders)
    return [each for each in carry_out(kb, kb.versions[VersionId("sheet-2")]).orders if isinstance(each, BookOrder)]


def made(orders: str) -> list[tuple[str, str]]:
    """What orders change in the book: old and new words."""
    return [(each.old, each.new) for order in orders_of(orders) for _, o in order.outcomes for each in o.changes]


@pytest.mark.parametrize(
    ("order", "change"),
    [
        ('**Long Stride (p. 31).** Replace "two miles" with "ten miles".', ("two miles", "ten miles")),
        ("**Long Stride (p. 31).** Delete the second sentence.", (" You cannot run with a pack of 3 stones.", "")),
        (
            '**Long Stride (p. 31).** The first sentence now reads: "You walk five miles."',
            ("You walk two miles.", "You walk five miles."),
        ),
        (
            '**Bog Sense (p. 32).** The second sentence should read "You have a +5 bonus on tests."',
            ("You have a +4 bonus on tests.", "You have a +5 bonus on tests."),
        ),
        ("**Bog Sense (p. 32).** The bonus on tests is +3, not +4.", ("+4 bonus on tests", "+3 bonus on tests")),
        ('**In the Wet.** Add the following sentence: "It smokes."', ("", " It smokes.")),
        ('**[New] Long Stride (p. 31).** Replace "two miles" with "ten miles".', ("two miles", "ten miles")),
        (
            "**Walking (p. 3).** In the first paragraph, the target number is 10, not 12.",
            ("target number 12", "target number 10"),
        ),
        (
            '**Walking (p. 3).** The last sentence should read "A walker rests against target number 14."',
            ("A walker rests against target number 12.", "A walker rests against target number 14."),
        ),
        (
            '**Peat Flame (p. 9).** The second sentence should read "Each walker in a 20-yard circle is seen."',
            ("Each walker in a 30-yard circle is seen.", "Each walker in a 20-yard circle is seen."),
        ),
        ("**Peat Flame (p. 9).** The kindling time should be 1 breath.", ("1 long breath", "1 breath")),
        ('**Peat Flame (p. 9).** The span should be "Until dawn".', ("Instant", "Until dawn")),
        ('**Peat Flame (p. 9).** In the "In the Wet" entry, "2 yards" should be "9 yards".', ("2 yards", "9 yards")),
        ('**Peat Flame (p. 9).** In the Wet: replace "2 yards" with "9 yards".', ("2 yards", "9 yards")),
        ('**Lights (p. 9).** Under "Peat Flame", replace "at dawn" with "at dusk".', ("at dawn", "at dusk")),
        (
            '**Walking (p. 3).** Under "Walking", replace "takes an" with "takes half an".',
            ("takes an", "takes half an"),
        ),
        (
            '**Walking (p. 3).** Under "Walking", replace the first paragraph with the following: "A walk is long."',
            ("A walk takes an hour. A walker rests against target number 12.", "A walk is long."),
        ),
        ("**Table 4-1: Boots (p. 9).** The bonus to Steps for Heavy boots should be +4.", ("+3", "+4")),
        ("**Table 4-1: Boots (p. 9).** The entry for Heavy should have the price 8 lb.", ("9 lb.", "8 lb.")),
        (
            '**Table 4-1 (p. 9).** In the description of Halt, "a -2 penalty" should be "a -3 penalty".',
            ("a -2 penalty", "a -3 penalty"),
        ),
        (
            '**Table 4-1 (p. 9).** Delete "Until dusk," from the description of Halt. [It holds all day.]',
            ("Until dusk,", ""),
        ),
    ],
)
def test_an_erratum_finds_its_entry(order: str, change: tuple[str, str]) -> None:
    ((old, new),) = made(f"- {order}")
    assert (old.strip(" "), new.strip(" ")) == tuple(each.strip(" ") for each in change)


@pytest.mark.parametrize(
    ("order", "change"),
    [
        ("**Bog Hound (p. 7).** Change the hound's bite from 52 to 59.", ("52", "59")),
        ('**Heavy (p. 9).** Change "drowns" to "sinks".', ("drowns", "sinks")),
        ("**Heavy (p. 9).** The depth is 3, not 4.", ("depth of 4", "depth of 3")),
        ("**Bog Hound (p. 7).** The Bog Hound's Strength should be 5.", ("4", "5")),
        ("p. 7: The Bog Hound's Steps should be 40 ft.", ("30 ft.", "40 ft.")),
        ('p. 31, Long Stride: Replace "two miles" with "ten miles".', ("two miles", "ten miles")),
        ('p. 9, Peat Flame: Change the Span to "Until dawn".', ("Instant", "Until dawn")),
        ('p. 9, Peat Flame: Reach should be "20 yards".', ("30 yards", "20 yards")),
    ],
)
def test_a_row_without_a_name_is_that_of_its_heading(order: str, change: tuple[str, str]) -> None:
    assert made(f"- {order}") == [change]


@pytest.mark.parametrize(
    "new",
    [
        "A bog hound always follows a walker who carries at least two lamps.",
        "A bog hound follows a walker who carries exactly two lamps.",
        "A bog hound always follows a walker who carries exactly two torches.",
    ],
)
def test_a_sentence_that_another_word_turns_is_not_there_already(new: str) -> None:
    ((old, put),) = made(f'- **Bog Hound (p. 7).** The last sentence should read "{new}"')
    assert (old, put) == ("A bog hound always follows a walker who carries exactly two lamps.", new)


def test_what_goes_before_a_comma_leaves_no_blank_there() -> None:
    order = '- **Halt.** Delete "dusk".'
    assert made(order) == [(" dusk", "")]


def test_two_orders_on_the_same_words_are_for_a_human() -> None:
    first, second = 'Replace "two miles" with "ten or two miles".', 'Replace "miles" with "leagues".'
    told = orders_of(f"- **Long Stride.** {first}\n- **Long Stride.** {second}")
    assert [o.tried.refusal for each in told for _, o in each.outcomes] == [None, Refusal.CONFLICTS_WITH]


def test_two_orders_add_at_one_place() -> None:
    told = orders_of('- **Long Stride.** Add "It tires."\n- **Long Stride.** Add "It is slow."')
    assert [o.tried.refusal for each in told for _, o in each.outcomes] == [None, None]


def test_several_cells_are_said_in_sentences() -> None:
    assert made("- **Table 4-1: Boots.** The bonus to Steps of Heavy is now +5. Light's price is 6 lb.") == [
        ("+3", "+5"),
        ("5 lb.", "6 lb."),
    ]


@pytest.mark.parametrize(
    "order",
    [
        "**Walking (p. 3).** The target number is 10, not 13.",
        "**Walking (p. 3).** The hour is 2, not 1.",
        "**Peat Flame (p. 9).** The colour should be 3 reds.",
        "**Walking (p. 3).** Delete this section.",
        "**Heavy (p. 9).** The depth is 3, not 5.",
        "**Heavy (p. 9).** Delete the first sentence.",
        "**Walking (p. 3).** The Bog Hound's Strength should be 5.",
        "**Bog Hound (p. 7).** Change the fox's bite from 52 to 59.",
        "**Bog Hound (p. 7).** Change the hound's bite from 51 to 59.",
        "**Long Legs (p. 31).** Delete the second sentence.",
        '**Bog Sense (p. 32).** The third sentence should read "You never sink or swim."',
    ],
)
def test_what_is_not_there_changes_nothing(order: str) -> None:
    assert made(f"- {order}") == []
    asked = orders_of(f"- {order}")
    assert len(asked) <= 1
    assert {o.tried.refusal for each in asked for _, o in each.outcomes} <= {
        Refusal.NEEDS_HUMAN,
        Refusal.TARGET_MISSING,
        Refusal.TEXT_NOT_FOUND,
        Refusal.PRECONDITION_CHANGED,
        Refusal.TEXT_AMBIGUOUS,
    }


def test_a_sheet_that_includes_and_replaces_those_before_ends_what_it_does_not_repeat() -> None:
    opening = "This document corrects the first printing. It includes and replaces all previous errata."
    order = '- **Walking:** Replace "an hour" with "a day".'
    before = '- **Peat Flame:** Replace "at dawn" with "at noon".'
    kb = game(f"{opening}\n\n{order}", before)
    assert {life.newest.term: life.attestations[-1].change.value for life in kb.lives} == {
        "Peat Flame": "dropped",
        "Walking": "first-seen",
    }
    assert {
        life.newest.term for life in game(order, before).lives if life.attestations[-1].change.value == "dropped"
    } == set()
