"""Short sentences that two works share between or beside longer passages: invented books."""

import pytest

from tests.test_parallels import found, told

OPENS = "A baker fires the oven at dawn and keeps the embers under a lid of clay until the bell."
CLOSES = "Whoever burns two loaves in a row pays the miller a sack of barley on the next market day."
FAR = "The miller grinds for nobody on the eve of the fair, whatever the price of barley may be."

BETWEEN = {
    "items that are the same, and one with another figure": (
        "A frozen oven:\n\n- bakes one loaf\n- rises by -2\n- burns nothing\n- wants a fire",
        "A frozen oven:\n\n- bakes one loaf\n- rises by -3\n- burns nothing",
        [
            ("A frozen oven:", "A frozen oven:", []),
            ("bakes one loaf", "bakes one loaf", []),
            ("rises by -2", "rises by -3", [("-2", "-3")]),
            ("burns nothing", "burns nothing", []),
        ],
    ),
    "rows of a table": (
        "| Loaf | Price |\n|---|---|\n| Barley | 2 |\n| Spelt | 4 |",
        "| Loaf | Price |\n|---|---|\n| Barley | 3 |\n| Rye | 4 |",
        [("Loaf Price", "Loaf Price", None), ("Barley 2", "Barley 3", None)],
    ),
    "figures alone differ in a longer item": (
        "- 80 sacks, of which 30 are barley and 50 are spelt",
        "- 60 sacks, of which 20 are barley and 40 are spelt",
        [("80 sacks, of which 30 are", "60 sacks, of which 20 are", None)],
    ),
    "a sentence with one phrase changed": (
        "If the loaf falls on the hearth it is eaten cold.",
        "If the loaf falls in the flour it is eaten cold.",
        [("If the loaf falls on", "If the loaf falls in", None)],
    ),
    "other words in the same shape": ("- burns nothing\n- wants a fire", "- sells nothing\n- pays a fine", []),
    "little words alone": ("- it may not\n- so it is", "- it may not\n- so it is", []),
    "an item and a paragraph": ("- burns nothing at all", "burns nothing at all", []),
    "figures with a word of another thing": ("- rises by -2", "- sells by -2", []),
    "too many sentences between": (
        "Bakes one loaf.\n\n"
        + "\n\n".join(f"The {day} is for {work}." for day, work in zip("abcdefgh", "stuvwxyz", strict=True)),
        "\n\n".join(f"Each {day} has {work}." for day, work in zip("abcdefgh", "stuvwxyz", strict=True))
        + "\n\nBakes one loaf.",
        [],
    ),
}


@pytest.mark.parametrize(("first", "second", "expected"), BETWEEN.values(), ids=BETWEEN)
def test_short_sentences_between_two_passages(
    first: str, second: str, expected: list[tuple[str, str, list[tuple[str, str]] | None]]
) -> None:
    parallels = found(f"# Ovens\n\n{OPENS}\n\n{first}\n\n{CLOSES}\n", f"# Clay\n\n{OPENS}\n\n{second}\n\n{CLOSES}\n")
    assert [parallels[0].a.text, parallels[-1].a.text] == [OPENS, CLOSES]
    short = parallels[1:-1]
    assert len(short) == len(expected)
    for each, (one, other, differences) in zip(short, expected, strict=True):
        assert plain(each.a.text).startswith(one) and plain(each.b.text).startswith(other)
        if differences is not None:
            assert [(d.old_text, d.new_text) for d in each.differences if d.substantive] == differences


def plain(text: str) -> str:
    return " ".join(text.replace("|", " ").split())


ITEMS = "A frozen oven:\n\n- bakes one loaf\n- burns nothing"


def test_short_sentences_beside_one_passage_stand_next_to_it_in_its_section() -> None:
    assert [each.a.text for each in found(f"# Ovens\n\n{ITEMS}\n\n{CLOSES}\n", f"# Clay\n\n{ITEMS}\n\n{CLOSES}\n")] == [
        "A frozen oven:",
        "bakes one loaf",
        "burns nothing",
        CLOSES,
    ]
    apart = "\n\n".join(f"The {day} is for {work}." for day, work in zip("abcd", "wxyz", strict=True))
    assert len(found(f"{ITEMS}\n\n{apart}\n\n{CLOSES}\n", f"{ITEMS}\n\n{CLOSES}\n")) == 1
    assert len(found(f"{ITEMS}\n\n## Fines\n\n{CLOSES}\n", f"{ITEMS}\n\n{CLOSES}\n")) == 1


def test_what_stands_on_the_other_side_of_a_passage_is_none() -> None:
    assert len(found(f"{ITEMS}\n\n{CLOSES}\n", f"{CLOSES}\n\n{ITEMS}\n")) == 1


def test_passages_in_another_order_have_nothing_between_them() -> None:
    first = f"{OPENS}\n\n# A\n\n- burns nothing\n\n# B\n\n{CLOSES}\n"
    assert len(found(first, first)) == 3
    assert len(found(first, f"{CLOSES}\n\n# A\n\n- burns nothing\n\n# B\n\n{OPENS}\n")) == 2
    assert len(found(first, f"{OPENS}\n\n{FAR}\n\n# A\n\n- burns nothing\n\n# B\n\n{CLOSES}\n\n")) == 3
    assert (
        len(found(f"{first}\n\n{FAR}\n", f"{OPENS}\n\n# C\n\n{FAR}\n\n# A\n\n- burns nothing\n\n# B\n\n{CLOSES}\n"))
        == 3
    )


def test_what_a_book_says_again_and_again_stands_between_any_passages() -> None:
    again = "\n\n# A\n\n- burns nothing\n\n# B\n\n- burns nothing\n"
    first = f"{OPENS}\n\n- burns nothing\n\n{CLOSES}\n"
    assert len(found(first, first)) == 3
    assert len(found(first + again, first + again)) == 2


def test_a_sentence_between_two_passages_is_told_once() -> None:
    book = f"# Ovens\n\n{OPENS}\n\n- burns nothing\n\n{CLOSES}\n"
    assert [each[0] for each in told(found(book, book))] == ["ovens.p1", "ovens.li1", "ovens.p2"]
