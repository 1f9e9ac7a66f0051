"""Rulings that a version runs together in a paragraph: older versions that state them apart show where each ends."""

import pytest

from kb.model import CompendiumVersion, VersionId
from kb.readers.compendium import Declared, read_compendium
from kb.readers.kramdown import read_document
from kb.text import Source
from tests.lives import follow, read_version

AIR = "Kites fly in any air that moves."
TAIL = "Tails of kites may be cut by gulls."
LONGER = "Tails of kites may be cut by old gulls."
LAMP = "Nobody lights a lamp on a pier. Keepers may, at dusk."
LEANS = "It may be torn in a storm."
ITEMS = "- {}\n"
PARAGRAPHS = "{}\n\n"
ROWS = "| {} |\n"


def version(number: int, said: str) -> CompendiumVersion:
    text = f"# Ledger {number}\n\n## Rulings by Term\n\n### Kite\n\n{said}\n"
    document = read_document(Source.from_text(f"ledger-{number}.md", text)).value
    name = VersionId(f"ledger-{number}")
    return read_compendium(
        document, Declared(version=name, compendium="L", number=str(number), date=f"200{number}")
    ).value


def apart(form: str, *rulings: str) -> str:
    return "".join(form.format(each) for each in rulings)


def lives(*versions: str) -> list[list[str]]:
    """The wordings of each ruling, oldest first."""
    history = follow([version(number, said) for number, said in enumerate(versions, start=1)])
    return sorted([each.text for each in life.stated] for life in history.lives)


@pytest.mark.parametrize("form", [ITEMS, PARAGRAPHS, ROWS])
def test_a_paragraph_that_holds_rulings_of_an_older_version_is_several(form: str) -> None:
    assert lives(apart(form, AIR, TAIL, LAMP), f"{AIR} {TAIL} {LAMP}") == [[AIR] * 2, [LAMP] * 2, [TAIL] * 2]


def test_they_are_told_as_the_same_in_one_place() -> None:
    history = follow([version(1, apart(ITEMS, AIR, TAIL)), version(2, f"{AIR} {TAIL}")])
    for life in history.lives:
        assert [life.became(0), life.became(1)] == ["first-seen", "same"]
        assert not life.newest.whole


def test_one_of_them_may_be_reworded() -> None:
    expected = [[AIR] * 2, [LAMP] * 2, [TAIL, LONGER]]
    assert lives(apart(PARAGRAPHS, AIR, TAIL, LAMP), f"{AIR} {LONGER} {LAMP}") == expected


def test_one_of_them_may_go_later() -> None:
    assert lives(apart(ITEMS, AIR, TAIL), f"{AIR} {TAIL}", AIR) == [[AIR] * 3, [TAIL] * 2]


def test_the_version_before_may_run_them_together_too() -> None:
    """There the rulings that one still older states show where each ends, and so they do in the next."""
    versions = apart(ITEMS, AIR, TAIL, LAMP), f"{AIR} {TAIL} {LAMP}", f"{AIR} {LONGER} {LAMP}"
    assert lives(*versions) == [[AIR] * 3, [LAMP] * 3, [TAIL, TAIL, LONGER]]


@pytest.mark.parametrize("form", [ITEMS, ROWS])
def test_an_item_is_one_ruling_whatever_it_was(form: str) -> None:
    assert lives(apart(PARAGRAPHS, AIR, TAIL), apart(form, f"{AIR} {TAIL}")) == [[f"{AIR} {TAIL}"] * 2]


def test_a_ruling_that_grew_is_one() -> None:
    assert lives(AIR, f"{AIR} {TAIL}") == [[AIR, f"{AIR} {TAIL}"]]


def test_a_sentence_that_leans_is_a_ruling_only_where_it_was_an_item() -> None:
    """Blank lines are lost and put in by chance."""
    whole = f"{AIR} {TAIL} {LEANS}"
    assert lives(apart(PARAGRAPHS, AIR, TAIL, LEANS), whole) == [[AIR] * 2, [f"{TAIL} {LEANS}"] * 2]
    assert lives(apart(ITEMS, AIR, TAIL, LEANS), whole) == [[LEANS] * 2, [AIR] * 2, [TAIL] * 2]


def test_a_leaning_item_that_goes_is_dropped_and_no_rewording_of_its_neighbour() -> None:
    assert lives(apart(ITEMS, TAIL, LEANS), f"{TAIL} {LEANS} {AIR}", apart(ITEMS, TAIL, AIR)) == [
        [LEANS] * 2,
        [AIR] * 2,
        [TAIL] * 3,
    ]


@pytest.mark.parametrize(
    ("before", "after", "one"),
    [
        ("Pier | The Red Kite may not be lent to a guest.", "Card: Red Kite | It may not be lent to a guest.", True),
        ("Card: Red Kite | It may not be lent to a guest.", "Pier | The Red Kite may not be lent to a guest.", True),
        ("Pier | Gull's Bell may not be lent to a guest.", "Card: Gull's Bell | May not be lent to a guest.", True),
        (
            "Pier | The Red Kite's tail is cut at dusk for luck.",
            "Card: Red Kite | Its tail is cut at dusk for luck.",
            True,
        ),
        ("Pier | The Blue Kite may not be lent to a guest.", "Card: Red Kite | It may not be lent to a guest.", False),
        ("Pier | The Red Kite may not be lent to a guest.", "Card: Red Kite | It may be lent to a guest.", False),
        ("Pier | The Red Kite is torn.", "Card: Red Kite | It is torn.", False),
    ],
)
def test_a_ruling_that_goes_into_the_entry_of_its_card_may_call_it_it(before: str, after: str, one: bool) -> None:
    others = ["Owl | An owl sees what a keeper hides in the barn.", "Beach | Sand is free, and so is the sea."]
    history = follow([read_version("1", "2001", [before, *others]), read_version("2", "2002", [after, *others])])
    assert len(history.lives) == (3 if one else 4)
    if one:
        (moved,) = [life for life in history.lives if len({each.term for each in life.stated}) == 2]
        assert moved.became(1) == "reworded"
