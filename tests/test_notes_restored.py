"""Patch notes that bring back what was there: the rulings that changed it end, and cards show it as it was."""

import pytest

from kb.instructions import Figure, Operation, Restore, Unclear, read_operations
from kb.queries.instructions import carry_out, outcome_of
from kb.restored import Restorable, Restored, tell_restored
from tests.test_blocks_added import harbour
from tests.test_patch_notes import in_force, quarry, says

LESS, LOG = "Winch: Load reduced from 3 to 2.", 'Winch: Replaced "stone" with "log".'
OTHER = "Mule: Load is now 5."


def figures(*notes: str) -> tuple[str, str, str]:
    """The load, the speed and the text of the winch as all notes make it."""
    fields, text = says(quarry(*notes), "Winch")
    return fields["load"], fields["speed"], text


@pytest.mark.parametrize(
    ("words", "restored"),
    [
        ("Reverted to its original stats (3/2).", Restored(Restorable.FIGURES, told=("3", "2"))),
        ("Reverted to its original: 3/2", Restored(Restorable.FIGURES, told=("3", "2"))),
        ("Text reverted to its 1.0 wording.", Restored(Restorable.TEXT, version="1.0")),
        ("The text has been restored to the version 1.1 wording.", Restored(Restorable.TEXT, version="1.1")),
        ("Stats reverted to their pre-1.2 values.", Restored(Restorable.FIGURES, version="1.2", before=True)),
        ("Load is back to its printed value.", Restored(Restorable.FIGURE, "load")),
        ("Original text restored.", Restored(Restorable.TEXT)),
        ("Restored the original wording.", Restored(Restorable.TEXT)),
        ("Reverted to its original version. It was too weak.", Restored(Restorable.ALL)),
        ("All changes to this card have been reverted.", Restored(Restorable.ALL)),
        ("Load reverted to 3.", None),
        ("Reverted to its previous stats.", None),
        ("Reverted to 3.", None),
        ("Its original load is restored at dusk.", None),
    ],
)
def test_an_entry_tells_what_is_as_it_was(words: str, restored: Restored | None) -> None:
    assert tell_restored(words) == restored
    assert tell_restored(f"Winch: {words}", "Winch") == restored


def test_what_is_brought_back_is_an_order() -> None:
    (operation,) = read_operations("Text reverted to its 1.0 wording.", "Winch")
    assert operation == Restore(Restorable.TEXT, version="1.0")


@pytest.mark.parametrize(
    ("since", "version", "later"),
    [("1.9", "1.10", True), ("1", "1.0", False), ("1.1", "1.1", False), ("1.1a", "1.1b", True), ("2", "1.7", False)],
)
def test_versions_count_part_by_part(since: str, version: str, later: bool) -> None:
    assert Restored(Restorable.TEXT, version=since).is_later(version) == later


@pytest.mark.parametrize(
    ("notes", "made", "ended"),
    [
        ((LESS, "Winch: Reverted to its original stats (3/2).", OTHER), ("3", "2", "stone"), "Load reduced"),
        ((LOG, "Winch: Text reverted to its 1.0 wording.", OTHER), ("3", "2", "stone"), "Replaced"),
        ((f"{LESS}\n{LOG}", "Winch: Text is back to the original wording.", OTHER), ("2", "2", "stone"), "Replaced"),
        ((f"{LESS}\n{LOG}", "Winch: Reverted to its original stats.", OTHER), ("3", "2", "log"), "Load reduced"),
        ((f"{LESS}\n{LOG}", "Winch: Reverted to its original version.", OTHER), ("3", "2", "stone"), "Replaced"),
        (
            (f"{LESS}\nWinch: Speed 2 -> 1", "Winch: Load reverted to its printed value.", OTHER),
            ("3", "1", "stone"),
            "Load reduced",
        ),
        (
            (LESS, "Winch: Reverted to its original stats.", "Winch: Load increased from 3 to 4."),
            ("4", "2", "stone"),
            LESS,
        ),
        (
            ("Winch: Load 3 -> 2, Speed 2 -> 1.", "Winch: Reverted to its printed stats.", OTHER),
            ("3", "2", "stone"),
            "Load 3",
        ),
    ],
)
def test_what_changed_it_ends(notes: tuple[str, ...], made: tuple[str, str, str], ended: str) -> None:
    load, speed, thing = made
    assert figures(*notes) == (f"Load {load}", f"Speed {speed}", f"Lift a {thing}. Then rest.")
    assert not any(ended in each for each in in_force(quarry(*notes), "2013-06-01"))


def test_of_days_between_the_older_order_holds() -> None:
    kb = quarry(LESS, "Winch: Reverted to its original stats.", OTHER)
    assert "Load reduced from 3 to 2." in in_force(kb, "2011-06-01")
    assert figures(LESS)[0] == "Load 2"


def test_the_rest_of_what_an_older_entry_asks_for_is_done() -> None:
    notes = (f'{LESS} Replaced "stone" with "log".', "Winch: Reverted to its original stats.", OTHER)
    assert figures(*notes) == ("Load 3", "Speed 2", "Lift a log. Then rest.")


@pytest.mark.parametrize("back", ["its 1.1 values", "their pre-1.2 values"])
def test_what_held_in_a_version_between_holds_again(back: str) -> None:
    later = "Winch: Load reduced from 2 to 1.\nWinch: Speed 2 -> 1"
    assert figures(LESS, later, f"Winch: Stats reverted to {back}.") == (
        "Load 2",
        "Speed 2",
        "Lift a stone. Then rest.",
    )


def test_a_wording_of_a_version_between_holds_again() -> None:
    notes = (LOG, 'Winch: Replaced "log" with "trunk".', "Winch: Text reverted to its 1.1 wording.")
    assert figures(*notes)[2] == "Lift a log. Then rest."


def test_what_explains_or_is_of_another_card_stays() -> None:
    notes = (f"Winch: It may lift a small beast.\n{LOG}\n{OTHER}", "Winch: Original text restored.", "Mule: It rests.")
    assert {"It may lift a small beast.", "Load is now 5."} <= in_force(quarry(*notes), "2013-06-01")
    assert says(quarry(*notes), "Mule")[0]["load"] == "Load 5"


@pytest.mark.parametrize(("told", "outcome"), [("3/2", "already-applied"), ("9/9", "needs-human")])
def test_figures_that_are_told_are_those_printed(told: str, outcome: str) -> None:
    kb = quarry(LESS, f"Winch: Reverted to its original stats ({told}).", OTHER)
    (order,) = carry_out(kb, next(each for each in kb.versions.values() if each.number == "1.2")).orders
    assert outcome_of(order) == outcome


@pytest.mark.parametrize(
    ("words", "operations"),
    [
        ("Load should be 5 and speed 7.", (Figure("Load", "5", ""), Figure("Speed", "7", ""))),
        ("Load is now 5 and speed is now 7.", (Figure("Load", "5", ""), Figure("Speed", "7", ""))),
        ("Load reduced from 4 to 3 and speed from 6 to 5.", (Figure("Load", "3", "4"), Figure("Speed", "5", "6"))),
        ("Load increased to 4, speed to 3.", (Figure("Load", "4", ""), Figure("Speed", "3", ""))),
        ("Load is now 5. Speed is now 6.", (Figure("Load", "5", ""), Figure("Speed", "6", ""))),
        ("Stats changed from 3/2 to 4/4.", (Figure("Stats", "4/4", "3/2"),)),
        ("Stats: 3/2 -> 4/4", (Figure("Stats", "4/4", "3/2"),)),
        ("Stats are now 4/4.", (Figure("Stats", "4/4", ""),)),
        ("Load should be 10, not 6.", (Figure("Load", "10", "6"),)),
        ("A mule should be 5 and two mules 7 apart.", ()),
    ],
)
def test_figures_in_one_sentence_are_orders(words: str, operations: tuple[Operation, ...]) -> None:
    assert read_operations(words, "Winch") == operations


def test_all_figures_of_a_card_are_set_where_there_are_as_many() -> None:
    assert figures("Winch: Stats changed from 3/2 to 4/1.", OTHER, "Mule: It rests.") == (
        "Load 4",
        "Speed 1",
        "Lift a stone. Then rest.",
    )


@pytest.mark.parametrize("asked", ["Stats changed from 4/2 to 4/1.", "Stats changed from 3/2/1 to 4/1/1."])
def test_figures_that_are_not_printed_so_are_left_to_a_human(asked: str) -> None:
    kb = quarry(f"Winch: {asked}", OTHER, "Mule: It rests.")
    (order,) = carry_out(kb, next(each for each in kb.versions.values() if each.number == "1.1")).orders
    assert outcome_of(order) == "needs-human"


def test_a_text_of_a_book_that_is_as_it_was_is_told() -> None:
    kb = harbour(["Cargo: Text reverted to its original wording."])
    (order,) = carry_out(kb, next(iter(kb.versions.values()))).orders
    assert isinstance(order.order.operation, Unclear)
    assert outcome_of(order) == "needs-human"
