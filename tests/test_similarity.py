import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.similarity import (
    compare_words,
    holds_words,
    index_words,
    word_similarity,
)
from tests.timing import least_seconds

WORDS = st.lists(st.sampled_from(["kite", "gull", "bell", "tail", "wind"]), max_size=12).map(tuple)


def test_signs_belong_to_numbers_and_shape_does_not_count() -> None:
    assert compare_words("It’s −1, not +1: 5-10 _kites_ (–2)!") == ("it's", "-1", "not", "+1", "5-10", "kites", "-2")
    assert compare_words("“Kites” fly…") == compare_words('"kites" fly...')


@given(WORDS, WORDS)
def test_similarity_is_symmetric_and_one_only_for_equal_texts(first: tuple[str, ...], second: tuple[str, ...]) -> None:
    similarity = word_similarity(first, second)
    assert 0 <= similarity <= 1
    assert similarity == word_similarity(second, first)
    assert (similarity == 1) == (first == second)


@given(WORDS, WORDS, WORDS)
def test_a_run_of_words_is_found_wherever_it_stands(
    before: tuple[str, ...], part: tuple[str, ...], after: tuple[str, ...]
) -> None:
    assert holds_words(before + part + after, part) == bool(part)
    assert not holds_words(("kites",), ("kite",))


def test_candidates_share_the_rarest_words() -> None:
    units = [("kites", "fly", str(number)) for number in range(100)]
    index = index_words([*units, ("kites", "sink"), ("anchors", "sink")])
    assert index.candidates(("kites", "sink"))[0] == 100
    assert index.rarity("kites") == 0
    assert index.rarity("sink") > index.rarity("fly") == 0
    assert index.candidates(("kites", "fly", "42"))[0] == 42
    assert index.candidates(("anchors",), within={100}) == (100,)
    assert index.equal(("kites", "sink")) == (100,)


def test_one_shared_rare_word_is_a_coincidence() -> None:
    index = index_words([compare_words("Anchors of iron hold kites in a gale.")])
    assert index.rare_share(compare_words("The anchor's iron is red."), 0) > 0.3
    assert index.rare_share(compare_words("Gales are cold."), 0) == 0
    assert index.rare_share(compare_words("It is in a of the."), 0) == 0


def test_candidates_for_common_words_alone_are_not_weighed() -> None:
    units = [("kite", "gull", f"bell{n % 9}") for n in range(80_000)]
    few, many = index_words(units[:8_000]), index_words(units)
    assert many.candidates(("gull", "kite"), 3) == few.candidates(("gull", "kite"), 3) == (0, 1, 2)
    assert many.candidates(("gull", "kite"), 2, within={7, 70, 700}) == (7, 70)

    more, less = least_seconds(
        *(lambda index=index: [index.candidates(("gull",)) for _ in range(200)] for index in (many, few))
    )
    assert more < 4 * less, "ten times as many units"


def test_long_texts_are_compared_in_linear_time() -> None:
    def compare(size: int) -> None:
        first, second = ("kite", "gull") * size, ("gull", "bell") * size
        assert 0.4 < word_similarity(first, second) < 0.6
        assert holds_words(first, ("gull", "kite") * (size // 2))
        assert not holds_words(first, ("kite",) * (size // 2))

    long, short = least_seconds(lambda: compare(400_000), lambda: compare(50_000))
    assert long < 2.5 * 8 * short


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("behind the flood- gate", ("behind", "the", "flood-gate")),
        ("a flood-\n  gate", ("a", "flood-gate")),
        ("one three- masted boat", ("one", "three-masted", "boat")),
        ("river- and sea-going", ("river", "and", "sea-going")),
        ("the gate - closed - holds", ("the", "gate", "closed", "holds")),
        ("Harbour- Bells ring", ("harbour", "bells", "ring")),
    ],
)
def test_a_word_broken_behind_its_hyphen_is_one(text: str, words: tuple[str, ...]) -> None:
    assert compare_words(text) == words
