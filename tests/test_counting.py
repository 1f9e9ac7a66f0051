"""Numbers that are written out: in figures they are the same numbers."""

import pytest

from kb.claims import decisive
from kb.counting import CARDINALS, FRACTIONS, ORDINALS, in_figures, spell_out
from kb.text import word_forms


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("ninety pebbles", "90 pebbles"),
        ("twenty-one or twenty two", "21 or 22"),
        ("two hundred and five reeds", "205 reeds"),
        ("two thousand three hundred and twelve", "2312"),
        ("a hundred and the rest", "a 100 and the rest"),
        ("three, two or one", "3 2 or 1"),
        ("twenty, thirty and five", "20 30 and 5"),
        ("eleven thirty", "11 30"),
        ("zero one", "0 1"),
        ("the thirty-second and the ninetieth", "the 32nd and the 90th"),
        ("one hundred twelfth, eleventh, third", "112th 11th 3rd"),
        ("two-thirds of the silt", "2 thirds of the silt"),
        ("one-third or ½ a reed", "1 3rd or half a reed"),
        ("hundred and", "100 and"),
        ("", ""),
    ],
)
def test_numbers_in_words_are_the_same_in_figures(text: str, figures: str) -> None:
    assert in_figures(word_forms(text)) == tuple(figures.split())


def test_figures_are_spelled_out() -> None:
    assert spell_out(("21", "eels", "for", "3", "250", "+2")) == ("twenty-one", "eels", "for", "three", "250", "+2")


def test_every_number_below_a_hundred_has_one_word() -> None:
    assert sorted(CARDINALS.values()) == [*range(101), 1000]
    assert sorted(ORDINALS.values()) == [*range(1, 101)]
    assert not (CARDINALS.keys() | ORDINALS.keys()) & FRACTIONS


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("A tide lasts ninety breaths.", "A tide lasts eighty breaths."),
        ("A tide lasts twenty-one breaths.", "A tide lasts twenty breaths."),
        ("A tide lasts twenty one breaths.", "A tide lasts 20 breaths."),
        ("Half of the reeds bend.", "A quarter of the reeds bend."),
        ("Two thirds of the reeds bend.", "Two fifths of the reeds bend."),
        ("The seventh tide is high.", "The sixth tide is high."),
    ],
)
def test_other_numbers_turn_a_rule(said: str, told: str) -> None:
    assert decisive(word_forms(said)) != decisive(word_forms(told))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("A tide lasts ninety breaths.", "A tide lasts 90 breaths."),
        ("A tide lasts twenty-one breaths.", "A tide lasts twenty one breaths."),
        ("Two-thirds of the reeds bend.", "Two thirds of the reeds bend."),
        ("One hundred and five reeds bend.", "105 reeds bend."),
        ("The 7th tide is high.", "The seventh tide is high."),
        ("One reed bends.", "A reed bends."),
        ("One third of the reeds bends.", "A third of the reeds bends."),
    ],
)
def test_the_same_number_written_otherwise_turns_none(said: str, told: str) -> None:
    assert decisive(word_forms(said)) == decisive(word_forms(told))
