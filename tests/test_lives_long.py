"""Paragraphs of very many rulings: each of them is followed, in time that grows with their number."""

from collections import Counter

import pytest

from kb.attested import Change
from kb.lives import _matching
from tests.lives import follow, read_version
from tests.test_lives_thresholds import INVENTED, sentence, words

SENTENCES = [[*words(number % 500, 3), *words(number * 7 % 600, 4), f"x{number}"] for number in range(300)]


def became(old: list[str], new: list[str]) -> Counter[str]:
    history = follow([read_version("1", "2001-01-01", old), read_version("2", "2002-01-01", new)])
    return Counter(each.change.value for life in history.lives for each in life.attestations if each.version[-1] == "2")


def apart(sentences: list[list[str]]) -> list[str]:
    return [f"Lamp | {sentence(each)}" for each in sentences]


def fused(sentences: list[list[str]]) -> list[str]:
    return [f"Lamp | {' '.join(map(sentence, sentences))}"]


def test_each_ruling_of_a_long_paragraph_is_found_there() -> None:
    assert became(fused(SENTENCES), apart(SENTENCES)) == {Change.SAME.value: 300}


def test_a_long_paragraph_is_found_in_the_rulings_that_it_was() -> None:
    (life,) = follow(
        [read_version("1", "2001-01-01", apart(SENTENCES)), read_version("2", "2002-01-01", fused(SENTENCES))]
    ).lives
    assert [(each.change, each.parts) for each in life.attestations] == [(Change.FIRST_SEEN, 300), (Change.SAME, 1)]


def test_a_ruling_of_a_long_paragraph_that_was_reworded_is_found_by_its_rarest_words() -> None:
    new = [[*INVENTED[900:902], *each[2:]] if number % 50 == 0 else each for number, each in enumerate(SENTENCES)]
    assert became(fused(SENTENCES), apart(new)) == {Change.SAME.value: 294, Change.REWORDED.value: 6}


def test_a_long_paragraph_of_which_some_is_new_is_one_ruling_still() -> None:
    new = [[*INVENTED[900:902], *each[2:]] if number % 50 == 0 else each for number, each in enumerate(SENTENCES)]
    assert became(fused(SENTENCES), fused(new)) == {Change.REWORDED.value: 1}


def test_sentences_that_stand_on_both_sides_cost_no_comparison_of_words(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []
    real = _matching.Indel

    class Counted:
        @staticmethod
        def editops(first: tuple[str, ...], second: tuple[str, ...]) -> object:
            compared.append(len(first) * len(second))
            return real.editops(first, second)

    monkeypatch.setattr(_matching, "Indel", Counted)
    became(fused(SENTENCES), apart(SENTENCES))
    became(apart(SENTENCES), fused(SENTENCES))
    assert sum(compared) == 0
