"""Paragraphs of very many rulings: each of them is followed, in time that grows with their number."""

from collections import Counter

import pytest
from rapidfuzz.distance import Indel

from kb.attested import Change
from kb.lives import _matching
from kb.lives._matching import Sentences, match_sentences
from kb.lives._units import Range, Said
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

    class Counted:
        @staticmethod
        def editops(first: tuple[str, ...], second: tuple[str, ...]) -> object:
            compared.append(len(first) * len(second))
            return Indel.editops(first, second)

    monkeypatch.setattr(_matching, "Indel", Counted)
    became(fused(SENTENCES), apart(SENTENCES))
    became(apart(SENTENCES), fused(SENTENCES))
    assert sum(compared) == 0


class Letters(Said):
    """Sentences of words of one letter."""

    def __init__(self, sentences: str) -> None:
        cut = sentences.split()
        self.words = tuple("".join(cut))
        self.bounds = tuple(sum(map(len, cut[:number])) for number in range(len(cut) + 1))
        self.distinct = frozenset(self.words)


@pytest.mark.parametrize(
    ("mine", "theirs", "runs"),
    [
        ("hclabj hcmabj", "geafg hclabj", ((0, 1), (1, 2))),  # and not the neighbour that opens with the same words
        ("caj ecmbkcl", "can ecmbkcl", ((0, 2), (0, 2))),
        ("hclabj dvnjtry", "dvnjtry hclabj", ((1, 2), (0, 1))),  # of two that changed places the longer stays
        ("can chjnci l emllefkcj", "chjnci can", ((1, 2), (0, 1))),
        ("cakamhfn m ecmbkcl emllefkcj", "ecmbkcl m cakamhfn", ((2, 3), (0, 2))),
        ("filken filken hclabj nlxnlfw", "lfmlnl filken", ((0, 2), (0, 2))),  # one that stands twice may be either
    ],
)
def test_a_sentence_that_stands_on_both_sides_is_its_own_like(
    mine: str, theirs: str, runs: tuple[Range, Range]
) -> None:
    assert match_sentences(Sentences(Letters(mine)), Sentences(Letters(theirs))) == runs


@pytest.mark.parametrize(
    ("mine", "theirs", "runs"),
    [
        ("hclabj dvnjtry", "dvnjtry hclabj", ((0, 1), (1, 2))),
        ("geafgy gibjd nlxnlfw", "geafgy gibjd ikkdctuf", ((0, 1), (0, 1))),
        ("n geafg adljfneh", "n geafg cncef", ((0, 3), (0, 3))),
        ("h m", "m gibjd can bcgfcang", ((1, 2), (0, 1))),
        ("h", "filken ceb khn l", ((0, 1), None)),
        ("n n", "befnehld cfelibe adljfneh canxnftys neagbdf filken ifiemhb l", (None, None)),
    ],
)
def test_texts_too_long_to_be_compared_are_matched_by_their_sentences(
    mine: str, theirs: str, runs: tuple[Range | None, Range | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_matching, "_LONG", 12)
    monkeypatch.setattr(_matching, "_MANY", 3)
    assert match_sentences(Sentences(Letters(mine)), Sentences(Letters(theirs))) == runs
