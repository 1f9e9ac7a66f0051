"""Patch notes: lists of what was changed in a game, version by version, in the past and with arrows, and taken back."""

from functools import cache
from pathlib import Path
from time import perf_counter

import pytest
from typer.testing import CliRunner

from kb.cli import build_app
from kb.corpus import load_manifest
from kb.dates import days_of
from kb.force import Status, find_intervals, standing_on
from kb.graph import Kb
from kb.instructions import Figure, Operation, Remove, Replace, Unclear, place_by_number, read_operations
from kb.pipeline import build_kb
from kb.queries.emended_cards import EmendedCard
from kb.queries.instructions import emend_cards, orders_standing
from kb.text import Source
from kb.withdrawn import Reverted, tell_reverted, tells_end

CORPUS = """\
schema: 1
title: Quarry
game: Quarry
description: Quarry and its carts.
rights: {owner: Nobody, statement: Free.}
texts: .
compendia:
  notes:
    title: Quarry Patch
    abbreviation: QP
    versions:
      - {id: notes-1, number: "1.1", date: "2011-01-01", path: notes-1.md}
      - {id: notes-2, number: "1.2", date: "2012-01-01", path: notes-2.md}
      - {id: notes-3, number: "1.3", date: "2013-01-01", path: notes-3.md}
cards:
  paths: [winch.md, mule.md]
sections:
  errata: [Balance]
"""
WINCH = "# Winch\n\n### First\n\n- Type: Tool\n- Load: 3\n- Speed: 2\n- Text: Lift a stone. Then rest.\n"
MULE = "# Mule\n\n### First\n\n- Type: Beast\n- Load: 3\n- Text: Pull a cart.\n"


def texts_of(*notes: str) -> dict[str, str]:
    """The cards, and notes with an item a line."""
    texts = {"winch.md": WINCH, "mule.md": MULE}
    for number, listed in enumerate(notes, start=1):
        items = "".join(f"- **{each.replace(':', ':**', 1)}\n" for each in listed.split("\n") if each)
        texts[f"notes-{number}.md"] = f"# Quarry Patch 1.{number}\n\n## Balance\n\n{items}"
    return texts


@cache
def quarry(*notes: str) -> Kb:
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS)).value
    assert manifest is not None
    return build_kb(manifest, {name: text.encode() for name, text in texts_of(*notes).items()}).value


def card(kb: Kb, name: str) -> EmendedCard:
    return next(each for each in emend_cards(kb) if each.card.name == name)


def says(kb: Kb, name: str) -> tuple[dict[str, str], str]:
    """The figures and the text of a card as all notes make it."""
    face = card(kb, name).printings[0].face
    return dict(face.fields), face.text


def in_force(kb: Kb, day: str) -> set[str]:
    chronicle = kb.chronicles[next(iter(kb.chronicles))]
    found = (standing_on(find_intervals(life, chronicle.calendar), days_of(day)) for life in chronicle.history.lives)
    return {each.interval.attestation.text for each in found if each.status is Status.IN_FORCE}


@pytest.mark.parametrize(
    ("words", "operation"),
    [
        ("Load reduced from 4 to 3.", Figure("Load", "3", "4")),
        ("Its load was increased from 3 to 4.", Figure("load", "4", "3")),
        ("Load: 3 → 4", Figure("Load", "4", "3")),
        ("Top speed 3 -> 4.", Figure("Top speed", "4", "3")),
        ("Load is now 4 (was 3).", Figure("Load", "4", "3")),
        ("Load is now 4.", Figure("Load", "4", "")),
        ("Load is 3 again.", Figure("Load", "3", "")),
        ("Load increased to 4 (from 3).", Figure("Load", "4", "3")),
        ("Load reverted to 3.", Figure("Load", "3", "")),
        ('Old: "Lift a stone." New: "Lift a log."', Replace("Lift a stone.", "Lift a log.")),
        ('Removed "Then rest."', Remove("Then rest.")),
        ('No longer has "Then rest."', Remove("Then rest.")),
        ('Text changed from "Lift a stone." to "Lift a log."', Replace("Lift a stone.", "Lift a log.")),
        ('Replaced "stone" with "log".', Replace("stone", "log")),
    ],
)
def test_what_was_done_is_an_order(words: str, operation: Operation) -> None:
    assert read_operations(words, "Winch") == (operation,)


def test_several_figures_stand_behind_commas() -> None:
    found = read_operations("Load 1 -> 2, Speed 2 -> 3.", "Winch")
    assert found == (Figure("Load", "2", "1"), Figure("Speed", "3", "2"))


@pytest.mark.parametrize("words", ["Load/speed: 3/2 -> 4/2.", "Its many stones went from 1 to 2 at dusk."])
def test_a_figure_in_no_known_form_is_left_to_a_human_beside_what_is_known(words: str) -> None:
    read = read_operations(f'{words} Removed "Then rest."', "Winch")
    assert [type(each) for each in read] == [Unclear, Remove]


def test_what_older_notes_changed_stands_on_a_card_that_newer_ones_are_silent_of() -> None:
    kb = quarry('Winch: "a stone" -> "a large stone"', "Mule: Load reduced from 3 to 2.", "Mule: Load: 2 -> 1")
    assert says(kb, "Winch") == ({"load": "Load 3", "speed": "Speed 2"}, "Lift a large stone. Then rest.")
    assert says(kb, "Mule")[0] == {"load": "Load 1"}


def test_orders_of_older_notes_are_told_while_they_are_in_force() -> None:
    kb = quarry("Winch: Load: 3 -> 4\nMule: Load: 3 -> 2", "Mule: Reverted the change of 1.1.", "Winch: Speed: 2 -> 1")
    told = [(version.number, order.instruction.target.card) for version, order in orders_standing(kb, None)]
    assert told == [("1.1", "Winch")]
    assert [each.number for each, _ in orders_standing(kb, "2012-06-01")] == ["1.1"]
    assert [*orders_standing(kb, "2011-06-01")] == []


def test_the_command_names_the_notes_that_have_more(tmp_path: Path) -> None:
    notes = ("Winch: Load: 3 -> 4", "Mule: Load: 3 -> 2", "Mule: Load: 2 -> 1")
    for name, text in {"corpus.yml": CORPUS, **texts_of(*notes)}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    asked = ["instructions", "--corpus", str(tmp_path)]
    more = "kb: `notes-1`, an older version, has 1 more in force: `--in notes-1`"
    assert more in CliRunner().invoke(build_app(), asked).stderr
    assert more in CliRunner().invoke(build_app(), [*asked, "--card", "Winch"]).stderr
    assert more not in CliRunner().invoke(build_app(), [*asked, "--card", "Mule"]).stderr
    assert more not in CliRunner().invoke(build_app(), [*asked, "--in", "notes-3"]).stderr


def test_a_figure_goes_back_and_forth() -> None:
    kb = quarry("Winch: Load: 3 -> 4", "Mule: Load: 3 -> 4", "Winch: Load reduced from 4 to 3.")
    assert says(kb, "Winch")[0]["load"] == "Load 3"
    assert says(kb, "Mule")[0]["load"] == "Load 4"


def test_of_two_figures_the_one_of_the_last_version_stands() -> None:
    kb = quarry("Winch: Load is now 5.", "Mule: Load is now 4.", "Winch: Load is now 6.")
    assert says(kb, "Winch")[0]["load"] == "Load 6"


def test_a_change_taken_back_holds_no_more() -> None:
    back = 'Winch: Reverted the change of 1.1. Load is 3 again.\nMule: "a cart" -> "two carts"'
    kb = quarry("Winch: Load: 3 -> 4\nMule: Load: 3 -> 4", back, 'Mule: "two carts" -> "ten carts"')
    assert "Load: 3 -> 4" in in_force(kb, "2011-06-01")
    assert not any(each.card.name == "Winch" for each in emend_cards(kb))
    assert says(kb, "Mule") == ({"load": "Load 4"}, "Pull ten carts.")
    assert {life.newest.term for life in kb.lives} == {"Winch", "Mule"}
    assert in_force(kb, "2012-06-01") == {"Load: 3 -> 4", '"a cart" -> "two carts"'}


@pytest.mark.parametrize(
    ("back", "stand"),
    [
        ("Winch: The load change of 1.1 was reverted.", {"speed"}),
        ("Winch: Reverted the speed change from patch 1.1.", {"load"}),
        ("Winch: Reverted the changes made in v1.1.", set()),
        ("Winch: All changes of 1.1 have been reverted.", set()),
        ("Winch: Reverted the changes of 1.0.", {"load", "speed"}),
        ("Winch: Do not revert the changes of 1.1.", {"load", "speed"}),
    ],
)
def test_only_what_is_named_is_taken_back(back: str, stand: set[str]) -> None:
    kb = quarry("Winch: Load: 3 -> 4\nWinch: Speed: 2 -> 1", back, "Mule: Load: 3 -> 4")
    stands = {
        name
        for name in ("load", "speed")
        if any(f"{name.capitalize()}: " in each for each in in_force(kb, "2012-06-01"))
    }
    assert stands == stand


@pytest.mark.parametrize(
    ("words", "number", "told"),
    [
        ("Removed rule 4.5.", "4.5", "Delete this rule."),
        ('Added rule 4.6: "A mule rests."', "4.6", 'Add the following rule: "A mule rests."'),
        ('Added 4.6: "A mule rests."', "4.6", 'Add the following rule: "A mule rests."'),
    ],
)
def test_a_rule_that_came_or_went_is_known_by_its_number(words: str, number: str, told: str) -> None:
    placed = place_by_number(words)
    assert placed is not None
    assert (placed.number, placed.told) == (number, told)


def test_what_takes_back_is_no_ruling_itself() -> None:
    assert tells_end("Rule 1.2: Reverted the change of 1.1.")
    assert tells_end("Winch: Reverted the change of 1.1. Load is 3 again.", "Winch")
    assert not tells_end("Winch: Reverted the change of 1.1. It lifts two stones.", "Winch")
    assert tell_reverted("Winch: Rolled back the load change in 1.1. It lifts two stones.", "Winch") == Reverted(
        "1.1", "load"
    )
    assert tell_reverted("Winch: It lifts two stones.", "Winch") is None


@pytest.mark.parametrize("unit", ["1-", "1.1.", "11.22.333 "])
def test_long_runs_of_figures_are_read_in_linear_time(unit: str) -> None:
    def seconds(times: int) -> float:
        words = f"{unit * times} 2 was changed."
        began = perf_counter()
        assert read_operations(words, "Winch") == ()
        assert not tells_end(words) and tell_reverted(words) is None
        return perf_counter() - began

    assert min(seconds(20_000) for _ in range(2)) < 2


@pytest.mark.parametrize(
    ("older", "newer", "load"),
    [
        ("Load reduced from 3 to 2.", "Load is now 4.", "Load 4"),
        ("Load reduced from 3 to 2.", "Load increased from 2 to 3.", "Load 3"),
        ("Load is now 5 (was 3).", "Load reduced from 5 to 2.", "Load 2"),
        ("Its load was increased from 3 to 6.", "Load: 6 -> 5", "Load 5"),
    ],
)
def test_a_figure_that_newer_notes_set_again_is_in_force_no_more(older: str, newer: str, load: str) -> None:
    kb = quarry(f"Winch: {older}", f"Winch: {newer}", 'Mule: "a cart" -> "two carts"')
    assert says(kb, "Winch")[0]["load"] == load
    assert older in in_force(kb, "2011-06-01")
    assert in_force(kb, "2012-06-01") == {newer}
    assert [version.number for version, _ in orders_standing(kb, None)] == ["1.2"]


@pytest.mark.parametrize(
    "newer", ["Winch: Speed is now 4.", "Mule: Load is now 4.", "Winch: Load: 7 -> 8", "Winch: Load is 2, as it lifts."]
)
def test_a_figure_that_no_newer_notes_set_again_holds(newer: str) -> None:
    kb = quarry("Winch: Load reduced from 3 to 2.", newer, 'Mule: "a cart" -> "two carts"')
    assert "Load reduced from 3 to 2." in in_force(kb, "2013-06-01")
    assert says(kb, "Winch")[0]["load"] == "Load 2"


def test_of_what_a_note_asks_beside_a_figure_that_is_set_again_the_rest_holds() -> None:
    both = 'Load reduced from 3 to 2. Replaced "a stone" with "a log".'
    kb = quarry(f"Winch: {both}", "Winch: Load is now 4.", 'Mule: "a cart" -> "two carts"')
    assert says(kb, "Winch") == ({"load": "Load 4", "speed": "Speed 2"}, "Lift a log. Then rest.")
    assert both in in_force(kb, "2013-06-01")
    waiting = [(version.number, type(order.operation)) for version, order in orders_standing(kb, None)]
    assert waiting == [("1.2", Figure), ("1.1", Replace)]


def test_a_figure_set_again_and_then_set_back_is_in_force_again() -> None:
    kb = quarry("Winch: Load is now 5.", "Winch: Load reduced from 5 to 2.", "Winch: Load is now 5.")
    assert in_force(kb, "2012-06-01") == {"Load reduced from 5 to 2."}
    assert in_force(kb, "2013-06-01") == {"Load is now 5."}
    assert says(kb, "Winch")[0]["load"] == "Load 5"
