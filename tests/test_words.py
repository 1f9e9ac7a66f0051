"""Words of a text: what joins them, what parts them, what nobody sees."""

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.similarity import compare_words
from kb.text import has_words, word_forms, words

UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("A keeper’s lamp-oil", ("a", "keeper's", "lamp-oil")),
        ("lamp\u00adlight and lamp\u2060light", ("lamplight", "and", "lamplight")),
        ("the keep\u200ber\u00ad’s", ("the", "keeper's")),
        ("\ufefflamp\u00ad oil", ("lamp", "oil")),
        ("a''b--c", ("a", "b", "c")),
        ("Lo\u0301rn-ho\u0302le\u0301\u0323s", ("lórn-hôl\u1eb9\u0301s",)),
        ("a\u0301 \u0301b", ("á", "b")),
        ("दीपक जलता है", ("दीपक", "जलता", "है")),
    ],
)
def test_words(text: str, forms: tuple[str, ...]) -> None:
    assert word_forms(text) == tuple(word.form for word in words(text)) == forms


@given(st.text("ab1'’-‐ +–.", max_size=30), st.data())
def test_what_nobody_sees_changes_no_word(text: str, data: st.DataObject) -> None:
    marks = data.draw(st.lists(st.sampled_from(["", *UNSEEN]), min_size=len(text), max_size=len(text)))
    letters = [letter + mark if letter.isalnum() else letter for letter, mark in zip(text, marks, strict=True)]
    assert word_forms("".join(letters)) == word_forms(text)
    assert has_words("".join(letters)) == has_words(text)


@given(st.text("aé ộñ-’.1", max_size=30))
def test_letters_may_be_composed_or_not(text: str) -> None:
    parted = normalize("NFD", text)
    assert word_forms(parted) == word_forms(text)
    assert [parted[word.span.start : word.span.end] for word in words(parted)] == [
        normalize("NFD", text[word.span.start : word.span.end]) for word in words(text)
    ]


def test_signs_of_numbers_stay() -> None:
    assert compare_words("lamp\u00adlight +1") == ("lamplight", "+1")
