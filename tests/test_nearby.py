"""What a version says that is nearest to a ruling it dropped."""

import pytest

from kb.answers.ruling_list import Question, answer_question
from kb.answers.ruling_text import render_rulings
from kb.force import Status
from kb.model import VersionId
from kb.queries.nearby import find_nearby
from kb.queries.ruling_shelves import fill_shelves
from tests.kites import game, rulings
from tests.lives import follow, read_version


def nearest(old: str, new: list[str]) -> tuple[str, str] | None:
    """The term and words that the second of two versions has nearest to the one ruling that the first has."""
    history = follow([read_version("1", "2001-01-01", [old]), read_version("2", "2002-01-01", new)])
    (life,) = [each for each in history.lives if each.attestations[0].version == "ledger-1"]
    assert [each.change.value for each in life.attestations] == ["first-seen", "dropped"]
    found = find_nearby(history)
    assert set(found) <= {life.id} and all(set(there) == {"ledger-2"} for there in found.values())
    near = found.get(life.id, {}).get(VersionId("ledger-2"))
    return (near.term, near.text) if near is not None else None


SPENT = "Lamps | A spent keeper may hold two lamps at one time outside of a storm."
MORE = "Two or more lamps may be held at one time by a single keeper who is spent, in a storm too."


@pytest.mark.parametrize(
    ("new", "found"),
    [
        ([f"Lamps | {MORE}"], True),
        ([f"Card: Gannet | {MORE}"], False),  # of a card that it does not name
        (["Lamps | Oil burns."], False),
        (["Lamps | Oil burns.", f"Lamps | {MORE}"], True),
    ],
)
def test_what_treats_of_the_same_under_the_heading(new: list[str], found: bool) -> None:
    assert nearest(SPENT, new) == (("Lamps", MORE) if found else None)


def test_what_stood_beside_it_already_did_not_take_its_place() -> None:
    """A neighbour that the older version has in the same words is told only where it is very like."""
    old = "Gulls | Gulls cannot tap to help a keeper who is cold."
    beside = "Gulls | Gulls may tap to scare a wrecker or a keeper away."
    first = read_version("1", "2001-01-01", [old, beside])
    history = follow([first, read_version("2", "2002-01-01", [beside])])
    assert dict(find_nearby(history)) == {}
    alone = follow([read_version("1", "2001-01-01", [old]), read_version("2", "2002-01-01", [beside])])
    assert len(find_nearby(alone)) == 1


CARRY = "Boats | A boat with three berths or fewer may never carry the old Gannet home to any harbour."


@pytest.mark.parametrize("heading", ["Harbours", "Card: Gannet"])
def test_under_another_heading_and_of_a_card_that_it_names(heading: str) -> None:
    words = "A boat with three berths may carry the old Gannet home, and to any other harbour that is near."
    assert nearest(CARRY, [f"{heading} | {words}"]) == (heading.removeprefix("Card: "), words)


def test_a_turn_of_phrase_under_another_heading_is_nothing() -> None:
    assert nearest("Boats | It is a boat.", ["Harbours | It is a harbour."]) is None


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("Boats do not sail past a pier.", "Boats are not lamps.", False),  # the heading's word alone
        ("Boats do not sail past a pier.", "Boats that sail by night pass no pier.", True),
        ("Boats can rest, but boats are never sold in the harbour.", "Boats can rest.", True),  # all of it
        ("Boats cannot rest to feed a lamp.", "Boats may rest to hide from gulls and storms.", False),
    ],
)
def test_what_shares_no_more_than_its_heading_and_a_word_is_no_pointer(old: str, new: str, found: bool) -> None:
    assert nearest(f"Boats | {old}", [f"Boats | {new}"]) == (("Boats", new) if found else None)


def test_who_asks_for_ended_rulings_is_told_what_is_nearest() -> None:
    now = "Kites that fly by night pass no pier."
    kb = game([rulings(Kite="Kites do not fly past a pier.", Gull="A gull."), rulings(Kite=now, Gull="A gull.")])
    answered = answer_question(fill_shelves(kb), Question(status=Status.ENDED))
    told = "\n".join("".join(piece for _, piece in line) for line in render_rulings(answered))
    assert "absent from KR 2 (2002-05-06)" in told
    assert "nearest there (similarity 0.40): Kite, #kite-" in told and now in told
