"""A ruling that went under another heading and was shortened or grew at once is told as that, where it is certain."""

import re

import pytest

from kb.answers.history import list_history
from kb.answers.ruling_text import render_history
from kb.attested import Life
from kb.graph import Kb
from kb.places.base import Base
from kb.queries.ruling_shelves import fill_shelves
from kb.ruling_pages.lives import view_life
from kb.shelves import as_plain, from_plain
from tests.kites import game, rulings
from tests.lives import follow, read_version

LONG = (
    "A fence must stand complete before sheep may graze behind it. Typical fences are hurdles and thorn hedges. For"
    " example, a thorn hedge around a clover meadow keeps in six sheep if both of its gates are latched. Fences serve"
    " as the border of a meadow. They are obstacles to the shepherd who wants to cross. In the case of the thorn hedge,"
    " the shepherd must walk around to the gate at the brook."
)
SHORT = (
    "A fence must stand complete before sheep may graze behind it. Fences serve as the border of a meadow. They are"
    " obstacles for the shepherd who wants to cross."
)
CATTLE, LEAP = "Cattle graze on the common until Lammas day.", "Sheep that leap over a hurdle are lost to their owner."
HEDGES = (
    "A fence must stand complete before geese may graze behind it. Most are wattle. Fences serve as the border of a"
    " meadow. They are obstacles to the goose girl who wants to cross. Willow lasts four winters."
)
REST = (
    "A thorn hedge around a clover meadow keeps in six sheep if both of its gates are latched, and the shepherd must"
    " walk around to the gate at the brook."
)


def lives(older: list[str], newer: list[str]) -> dict[str, list[str]]:
    """What became of each ruling, by its id without the letters at its end."""
    stays = [f"Grazing | {CATTLE}", f"Fence | {LEAP}"]
    versions = [
        read_version("1", "2001-01-01", [*stays, *older]),
        read_version("2", "2002-01-01", [*stays, *newer]),
    ]
    return {
        life.newest.text: [f"{each.term} {each.change.value}" for each in life.attestations]
        for life in follow(versions).lives
    }


@pytest.mark.parametrize(("older", "newer"), [(LONG, SHORT), (SHORT, LONG)])
def test_a_ruling_under_another_heading_and_a_part_of_what_it_was_or_more_is_the_same(older: str, newer: str) -> None:
    found = lives([f"Grazing | {older}"], [f"Fence | {newer}"])
    assert found[newer] == ["Grazing first-seen", "Fence reworded"]
    assert older not in found


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        # another ruling of the older version may be meant
        ([f"Grazing | {LONG}", f"Goose | {HEDGES}"], [f"Fence | {SHORT}"]),
        # another of the newer version says the same
        ([f"Grazing | {LONG}"], [f"Fence | {SHORT}", f"Sheep | {SHORT.replace('sheep', 'any sheep')}"]),
        # the newer version has another part of it as a ruling of its own
        ([f"Grazing | {LONG}"], [f"Fence | {SHORT}", f"Hedge | {REST}"]),
        # a sentence in common is no ruling
        ([f"Grazing | {LONG}"], ["Fence | Fences serve as the border of a meadow. Nobody paints one in the rain."]),
        # nor are a few of its words in their order
        ([f"Grazing | {LONG}"], ["Fence | In six sheep if both of its gates are latched, fences serve as the border."]),
        # words in another order are none of it
        ([f"Grazing | {LONG}"], [f"Fence | {' '.join(reversed(SHORT.split()))}"]),
        # a ruling on a card is on that card
        ([f"Grazing | {LONG}"], [f"Card: Fence Post | {SHORT}"]),
    ],
)
def test_where_another_is_near_it_is_told_as_dropped(older: list[str], newer: list[str]) -> None:
    found = lives(older, newer)
    assert found[LONG] == ["Grazing first-seen", "Grazing dropped"]
    for line in newer:
        heading, _, words = line.removeprefix("Card: ").partition(" | ")
        assert found[words] == [f"{heading} first-seen"]


def test_what_a_version_states_still_did_not_go_elsewhere() -> None:
    found = lives([f"Grazing | {LONG}"], [f"Grazing | {LONG}", f"Fence | {SHORT}"])
    assert found[LONG] == ["Grazing first-seen", "Grazing same"]
    assert found[SHORT] == ["Fence first-seen"]


def test_a_ruling_that_came_back_later_is_no_part_of_another() -> None:
    stays = [f"Grazing | {CATTLE}", f"Fence | {LEAP}"]
    older = [*stays, f"Grazing | {LONG}"]
    versions = [
        read_version(str(at), f"200{at}-01-01", lines)
        for at, lines in enumerate((older, [*stays, f"Fence | {SHORT}"], older), start=1)
    ]
    told = {
        life.newest.text: [(each.term, each.change.value) for each in life.attestations]
        for life in follow(versions).lives
    }
    assert told[LONG] == [("Grazing", "first-seen"), ("Grazing", "dropped"), ("Grazing", "same")]
    assert told[SHORT] == [("Fence", "first-seen"), ("Fence", "dropped")]


def moved(newer: str = SHORT) -> tuple[Kb, Life]:
    older = rulings(Grazing=f"{LONG}\n{CATTLE}", Fence=LEAP)
    kb = game([older, rulings(Grazing=CATTLE, Fence=f"{newer}\n{LEAP}")])
    return kb, next(life for life in kb.chronicles["kr"].history.lives if life.newest.text == newer)


def test_pages_and_answers_tell_where_it_stood_and_that_it_is_shorter() -> None:
    kb, life = moved()
    view = view_life(Base.of(kb), life, "rulings/")
    assert [step.became for step in view.steps] == ["First seen", "Shortened, and moved here from Grazing"]
    (shelf,) = map(from_plain, map(as_plain, fill_shelves(kb)))
    entry = next(each for each in shelf.entries if each.life.id == life.id)
    told = "\n".join("".join(piece for _, piece in line) for line in render_history(shelf, entry))
    assert re.search(r"KR 2 .* reworded  moved from `Grazing` · shortened · similarity", told)
    listed = list_history(shelf, entry)["attestations"]
    assert isinstance(listed, list)
    assert [each["moved_from"] for each in listed] == [None, {"term": "Grazing", "shortened": True}]


def test_what_was_only_reworded_and_moved_is_not_told_as_shorter() -> None:
    kb, life = moved(LONG.replace("six sheep", "seven sheep").replace("the brook", "the ford"))
    view = view_life(Base.of(kb), life, "rulings/")
    assert [step.became for step in view.steps] == ["First seen", "Reworded, and moved here from Grazing"]


def test_what_was_reworded_in_its_place_moved_from_nowhere() -> None:
    kb = game([rulings(Grazing=CATTLE), rulings(Grazing=CATTLE.replace("Lammas day", "the first day of autumn"))])
    (life,) = kb.chronicles["kr"].history.lives
    assert [step.became for step in view_life(Base.of(kb), life, "rulings/").steps] == ["First seen", "Reworded"]
    (shelf,) = fill_shelves(kb)
    assert not shelf.entries[0].elsewhere
