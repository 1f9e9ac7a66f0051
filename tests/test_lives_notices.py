"""A version that says that a ruling is no more is told with the words in which it does."""

from itertools import pairwise

import pytest

from kb.attested import Change
from kb.calendars import Calendar
from kb.force import find_intervals
from tests.kites import game, rulings
from tests.lives import follow, read_version
from tests.made_pages import build_pages
from tests.test_site import templates

STAYS = "Lock | Two barges share a lock if they carry six crates between them."
LEAKS = "Lock | A lock that leaks is treated as empty."
STEEP = "Lock | A lock that leaks may be closed by its owner."


def ends(older: list[str], newer: list[str]) -> dict[str, str]:
    """Of each ruling that ends what the version that drops it says of that."""
    versions = [read_version("1", "2001-01-01", [STAYS, *older]), read_version("2", "2002-01-01", [STAYS, *newer])]
    return {
        before.text: each.notice
        for life in follow(versions).lives
        for before, each in pairwise(life.attestations)
        if each.change is Change.DROPPED
    }


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("The ruling on leaking locks no longer holds.", "The ruling on leaking locks no longer holds."),
        ("The ruling that a leaking lock is empty is void.", "The ruling that a leaking lock is empty is void."),
        (
            "The ruling that a lock that leaks is empty was an error. See Barge.",
            "The ruling that a lock that leaks is empty was an error. See Barge.",
        ),
        ("@ ~~A lock that leaks is treated as empty.~~", "~~A lock that leaks is treated as empty.~~"),
        ("The ruling on locks is withdrawn.", ""),  # which of them
        ("The ruling on broken locks is withdrawn.", ""),
    ],
)
def test_a_ruling_that_is_taken_back_ends_with_the_words_that_say_so(said: str, told: str) -> None:
    assert ends([LEAKS], [f"Lock | {said}"]) == {"A lock that leaks is treated as empty.": told}


def test_words_that_may_be_of_two_rulings_are_told_of_none() -> None:
    found = ends([LEAKS, STEEP], ["Lock | The ruling on leaking locks is void."])
    assert list(found.values()) == ["", ""]


def test_what_another_heading_takes_back_is_not_meant() -> None:
    found = ends([LEAKS, "Barge | A barge leaks."], ["Barge | The ruling on leaking locks is void."])
    assert found == {"A lock that leaks is treated as empty.": "", "A barge leaks.": ""}


def test_the_ground_of_an_end_says_that_a_ruling_was_withdrawn() -> None:
    versions = [
        read_version("1", "2001-01-01", [STAYS, LEAKS]),
        read_version("2", "2002-01-01", [STAYS, "Lock | The ruling on leaking locks is rescinded."]),
    ]
    history = follow(versions)
    life = next(each for each in history.lives if "leaks" in each.newest.text)
    (interval,) = find_intervals(life, Calendar("L", history.slots))
    assert interval.ends is not None and interval.ends.ground.startswith("withdrawn in L 2")


def test_pages_tell_the_words_that_end_a_ruling_and_strike_those_that_are_struck() -> None:
    older = rulings(Kite="A kite flies.\nA kite that leaks sinks.\nA kite that burns falls.")
    newer = rulings(Kite="A kite flies.\nThe ruling on leaking kites is void.\n~~A kite that burns falls.~~")
    pages = build_pages(game([older, newer]), templates()).value
    page = next(text for path, text in pages.items() if path.endswith("term/kite/index.md"))
    assert "<p>The ruling on leaking kites is void.</p>" in page
    assert "<p><s>A kite that burns falls.</s></p>" in page
