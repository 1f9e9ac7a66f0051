"""One alphabet for terms and cards: filed as a librarian does, and found by those who type no accents."""

from hypothesis import given
from hypothesis import strategies as st

from kb.lexicon import unaccented
from kb.places.alphabet import OTHER, first_letter, fold
from kb.spelling import name_key

FILED = (
    "“!”",
    "7th Watch",
    "A",
    "The Ægis",
    "“An Aery”",
    "Bell, The",
    "Bell-buoy",
    "Bell Tower",
    "Bellows",
    "Éowin",
    "Łódz",
    "Œdipus",
    "O’Hara",
    "Øre",
    "Rule 2",
    "Rule 10",
    "Straße",
)


def test_titles_are_filed_as_a_librarian_does() -> None:
    assert tuple(sorted(sorted(FILED), key=fold)) == FILED
    assert "".join(map(first_letter, FILED)) == "##AAABBBBELOOORRS"
    assert fold("The") == "the", "an article alone is a title"
    assert fold("“Bell, The”") == fold("the bell")


def test_a_name_is_known_without_its_accents_and_odd_letters() -> None:
    for name, typed in (("Éowin", "eowin"), ("Ægis", "aegis"), ("Øre", "ore"), ("Łódz", "lodz"), ("Ðún", "dun")):
        assert name_key(name) == name_key(typed)
        assert unaccented(name).casefold() == typed
        assert first_letter(name) == typed[0].upper()


@given(st.text(max_size=30))
def test_any_title_has_a_place_in_the_alphabet(title: str) -> None:
    letter = first_letter(title)
    assert letter == OTHER or (len(letter) == 1 and letter.isalpha())
    assert fold(f" “{title}” ") == fold(title)
    assert fold(title) == fold(title.strip())
