"""What turns a rule: a denial says the same wherever a sentence has it, as long as it denies the same thing."""

import pytest

from kb.claims import Known, turns_rule
from kb.similarity import compare_words


def turn(one: str, other: str) -> bool:
    """Whether two texts turn each other, where both the book and the rulings know all their words."""
    first, second = compare_words(one), compare_words(other)
    words = frozenset((*first, *second))
    return turns_rule(first, second, Known(words, words))


@pytest.mark.parametrize(
    ("one", "other", "turned"),
    [
        ("Neither bells nor lamps burn at night.", "Bells and lamps do not burn at night.", False),
        ("Lamps do not burn at night, nor do bells.", "Lamps and bells do not burn at night.", False),
        ("Wreckers do not rest, and neither do keepers.", "Wreckers and keepers do not rest.", False),
        ("A bell does not ring.", "A lamp does not burn, and neither does a bell ring.", False),
        ("Neither bells nor lamps burn at night.", "Bells and lamps burn at night.", True),
        ("Lamps burn at night, and bells do.", "Lamps do not burn at night, nor do bells.", True),
        ("Wreckers do not rest, and neither do keepers.", "Wreckers and keepers rest.", True),
        ("A keeper may row, and a boy may not steer.", "A keeper may not row, and a boy may steer.", True),
        ("A bell may not be kept from ringing and neither may it be moved.", "A bell may be moved.", True),
    ],
)
def test_a_denial_says_the_same_wherever_it_stands_before_the_same(one: str, other: str, turned: bool) -> None:
    assert turn(one, other) is turn(other, one) is turned


@pytest.mark.parametrize(
    ("one", "other", "turned"),
    [
        ("A fish may not be sold unless in a jar.", "A fish may be sold in a jar.", False),
        ("A fish may not be sold, except in a jar.", "A fish may be sold only in a jar.", False),
        ("A fish cannot be sold unless it is in a jar.", "A fish can be sold when in a jar.", False),
        ("A fish may not be sold unless in a jar.", "A fish may be sold.", True),
        ("A fish cannot be sold twice in a day.", "A fish may be sold once in a day.", False),
        ("A fish may not be sold more than once in a day.", "A fish may be sold once in a day.", False),
        ("A fish may be sold twice in a day.", "A fish may be sold once in a day.", True),
        ("A fish cannot be sold twice in a day.", "A fish cannot be sold once in a day.", True),
        ("A fish may not be sold unless in a jar.", "A fish may not be sold in a jar.", True),
        ("A fish may not be sold unless it is not in a jar.", "A fish may be sold in a jar.", True),
        ("No fish and no gull may be sold unless in a jar.", "A fish and a gull may be sold in a jar.", True),
    ],
)
def test_what_is_denied_but_for_one_case_is_granted_in_it(one: str, other: str, turned: bool) -> None:
    assert turn(one, other) is turn(other, one) is turned


@pytest.mark.parametrize(
    ("one", "other", "turned"),
    [
        ("It may support one attack a turn.", "An artillery unit may support one attack a turn.", False),
        ("He waits in the boat til dawn.", "He waits under the boat til dawn.", False),
        ("A lit lamp is moved at dusk.", "An unlit lamp is moved at dusk.", True),
        ("Do the last knot.", "Undo the last knot.", True),
        ("A magical lamp burns.", "A nonmagical lamp burns.", True),
    ],
)
def test_a_word_is_the_opposite_of_none_that_only_has_its_letters(one: str, other: str, turned: bool) -> None:
    """A *unit* is none of *it*."""
    assert turns_rule(compare_words(one), compare_words(other), Known()) is turned


@pytest.mark.parametrize(
    ("one", "other", "turned"),
    [
        ("A wet bell is unaffected by lamps.", "A wet bell is not affected by lamps.", False),
        ("A bell that is unlit may ring.", "A bell that isn't lit may ring.", False),
        ("A bell is an illegal lamp at dusk.", "A bell is not a legal lamp at dusk.", False),
        ("A bell cannot be hurt by rain.", "A bell is unhurt by rain.", False),
        ("A wet bell is unaffected by lamps.", "A wet bell is affected by lamps.", True),
        ("A keeper does not lock a bell at dusk.", "A keeper unlocks a bell at dusk.", True),
        ("A bell does not appear at dusk.", "A bell disappears at dusk.", True),
        ("A keeper is unable to ring at dusk.", "A keeper cannot ring at dusk.", False),
        ("A keeper is forbidden to ring at dusk.", "A keeper may not ring at dusk.", False),
        ("A keeper is prohibited from ringing at dusk.", "A keeper is not allowed to ring at dusk.", False),
        ("A keeper is prohibited from ringing at dusk.", "A keeper may ring at dusk.", True),
        ("A keeper is able to ring at dusk.", "A keeper is unable to ring at dusk.", True),
        ("A keeper is allowed to ring at dusk.", "A keeper must ring at dusk.", True),
        ("A keeper who fails to ring a bell rows.", "A keeper who does not ring a bell rows.", False),
    ],
)
def test_a_denial_says_the_same_in_other_words(one: str, other: str, turned: bool) -> None:
    assert turn(one, other) is turn(other, one) is turned


@pytest.mark.parametrize(
    ("one", "other", "turned"),
    [
        ("A keeper may not row and may not steer.", "A keeper may not row or steer.", False),
        ("A keeper does not row, and he does not steer.", "A keeper does not row, nor does he steer.", False),
        ("A keeper does not row and does not steer.", "A keeper neither rows nor steers.", False),
        ("You cannot ring a bell and you cannot light a lamp.", "You cannot ring a bell or light a lamp.", False),
        ("A keeper takes no bell and no lamp.", "A keeper does not take a bell or a lamp.", False),
        ("A keeper may not row and may not steer.", "A keeper may row or steer.", True),
        ("A keeper may not row and may not steer.", "A keeper may not row or may steer.", True),
        ("A keeper may not row and may not steer.", "A keeper may not row and may steer.", True),
        ("A keeper may not row, and a boy may not steer.", "A keeper may row, and a boy may steer.", True),
        ("A bell is no lamp, so it does not burn.", "A bell is a lamp, so it burns.", True),
        ("A bell may not ring if it is not dry.", "A bell may ring if it is dry.", False),
        ("A bell that is not dry does not ring.", "A bell that is dry rings.", False),
    ],
)
def test_what_is_denied_of_two_things_is_denied_of_each(one: str, other: str, turned: bool) -> None:
    assert turn(one, other) is turn(other, one) is turned
