"""Rulings that are sentences of their own in one version and items below a stem in another: each goes on."""

import pytest

from kb.attested import History
from tests.lives import follow, read_version

ITEMS = ("taps a quay", "sinks a boat", "douses every lamp", "sends a keeper home", "frees the owls")
SENTENCES = [f"Quay | A card cannot be shown that {item}." for item in ITEMS]
OTHER = "Quay | No owl is shown at dusk."

LISTS = {
    "items": "A card cannot be shown that:" + "".join(f"\n   - {item.capitalize()}." for item in ITEMS),
    "items without full stops": "A card cannot be shown that:" + "".join(f"\n   - {item}" for item in ITEMS),
    "a numbered list": "A card cannot be shown that:" + "".join(f"\n   1. {item.capitalize()}" for item in ITEMS),
    "a dash": "A card cannot be shown that --" + "".join(f"\n   - {item};" for item in ITEMS),
    "semicolons": f"A card cannot be shown that: {'; '.join(ITEMS[:-1])}; or {ITEMS[-1]}.",
    "letters": "A card cannot be shown that: "
    + ", ".join(f"({letter}) {item}" for letter, item in zip("abcd", ITEMS[:-1], strict=True))
    + f", and (e) {ITEMS[-1]}.",
    "numbers": "A card cannot be shown that: "
    + "; ".join(f"{number}) {item}" for number, item in enumerate(ITEMS, start=1))
    + ".",
}
EACH = pytest.mark.parametrize("listed", LISTS.values(), ids=LISTS.keys())


def told(*versions: list[str]) -> dict[str, list[str]]:
    """Of each life, by its newest words, what became of it: version, change, layout, likeness."""
    history = _follow(*versions)
    return {
        life.newest.text: [
            f"{each.version[-1]} {each.change.value}"
            + (f" {each.layout.value}" if each.layout else "")
            + (f" {each.similarity}" if each.similarity not in {0.0, 1.0} else "")
            for each in life.attestations
        ]
        for life in history.lives
    }


def _follow(*versions: list[str]) -> History:
    return follow([read_version(str(n), f"200{n}-01-01", lines) for n, lines in enumerate(versions, start=1)])


@EACH
def test_sentences_go_on_in_a_list(listed: str) -> None:
    changes = list(told([*SENTENCES, OTHER], [f"Quay | {listed}", OTHER]).values())
    assert changes == [["1 first-seen", "2 same joined"], ["1 first-seen", "2 same"]]


@EACH
def test_items_go_on_in_sentences_of_their_own(listed: str) -> None:
    changes = told([f"Quay | {listed}", OTHER], [*SENTENCES, OTHER])
    assert changes == {
        **{f"A card cannot be shown that {item}.": ["1 first-seen", "2 same split"] for item in ITEMS},
        "No owl is shown at dusk.": ["1 first-seen", "2 same"],
    }


@EACH
def test_sentences_are_known_behind_a_list(listed: str) -> None:
    changes = told(SENTENCES, [f"Quay | {listed}"], SENTENCES)
    assert list(changes.values()) == [["1 first-seen", "2 same joined", "3 same split"]] * 5


@EACH
def test_a_list_is_known_behind_sentences(listed: str) -> None:
    changes = told([f"Quay | {listed}"], SENTENCES, [f"Quay | {listed}"])
    assert list(changes.values()) == [["1 first-seen", "2 same split", "3 same joined"]]


def test_an_item_of_a_list_is_told_with_its_stem() -> None:
    history = _follow([f"Quay | {LISTS['semicolons']}"], SENTENCES)
    assert [life.attestations[0].text for life in history.lives][1:3] == [
        "A card cannot be shown that: sinks a boat;",
        "A card cannot be shown that: douses every lamp;",
    ]


def test_an_item_may_have_grown() -> None:
    listed = LISTS["items"].replace("Sinks a boat.", "Potentially sinks a boat besides in harbour.")
    assert list(told(SENTENCES, [f"Quay | {listed}"]).values()) == [["1 first-seen", "2 joined joined 0.917"]]
    reworded = told([f"Quay | {listed}"], SENTENCES)["A card cannot be shown that sinks a boat."]
    assert reworded == ["1 first-seen", "2 reworded split 0.818"]


def test_an_item_that_is_said_no_more_is_dropped_with_its_stem() -> None:
    history = _follow([f"Quay | {LISTS['items']}"], SENTENCES[:-1])
    (gone,) = [life for life in history.lives if life.attestations[-1].change.value == "dropped"]
    assert gone.newest.text == "A card cannot be shown that: Frees the owls."


def test_sentences_in_one_paragraph_are_a_list_too() -> None:
    said = " ".join(line.removeprefix("Quay | ") for line in SENTENCES)
    assert list(told([f"Quay | {said}"], [f"Quay | {LISTS['letters']}"]).values()) == [["1 first-seen", "2 same"]]


@pytest.mark.parametrize(
    "other",
    [
        "Quay | You may not mend an owl house by night.",  # shares the stem alone
        "Quay | You may not feed a gull in winter.",  # and some words of an item
        "Boat | You may not sell oil to a keeper.",  # is an item, but of a list about another thing
    ],
)
def test_a_common_stem_makes_no_item(other: str) -> None:
    items = ("Land at dusk without a lamp.", "Feed an owl in a storm.", "Sell oil to a keeper.")
    listed = "\n   - ".join(("Quay | You may not:", *items))
    kept = "Quay | You may not land at dusk without a lamp."
    words = other.partition(" | ")[2]
    assert told([kept, other], [listed])[words] == ["1 first-seen", "2 dropped"]


def test_a_sentence_that_stays_beside_a_list_stays_itself() -> None:
    listed = f"Quay | {LISTS['items']}"
    changes = told(SENTENCES, [listed, SENTENCES[1]])
    assert changes["A card cannot be shown that sinks a boat."] == ["1 first-seen", "2 same"]


POINTING = "The following are steps at a quay:\n   - Sink a boat.\n   - Douse every lamp."


@pytest.mark.parametrize(
    ("before", "after", "became"),
    [
        (POINTING, f"{POINTING}\n   - See also Rulings by Term, Owls.", "same"),
        (f"{POINTING}\n   - See also Rulings by Term, Owls.", POINTING, "same"),
        ("A boat sinks at dusk. See also Owls.", "A boat sinks at dusk. See also Owls and Quays.", "same"),
        ("A boat sinks at dusk.", "A boat sinks at dusk. See that it is empty.", "reworded"),
        ("A boat sinks at dusk.", "A boat sinks at dawn. See also Owls.", "reworded"),
    ],
)
def test_what_only_points_elsewhere_is_no_other_wording(before: str, after: str, became: str) -> None:
    (life,) = _follow([f"Quay | {before}", OTHER], [f"Quay | {after}", OTHER]).lives[:1]
    assert [each.change.value for each in life.attestations] == ["first-seen", became]


@pytest.mark.parametrize(
    ("before", "after", "became"),
    [
        ("100.1b Every boat sinks at dusk.", "100.1c Every boat sinks at dusk.", "same"),
        ("100.1. “Dusk” is when a boat sinks.", "103.1. “Dusk” is when a boat sinks.", "same"),
        ("100.1b Every boat sinks at dusk.", "Every boat sinks at dusk.", "same"),
        ("100.1b Every boat sinks at dusk.", "100.1c Every boat sinks at dawn.", "reworded"),
        ("[6.31] Every boat sinks at dusk.", "[6.32] Every boat sinks at dusk.", "reworded"),  # on another rule
        ("1.5 miles are the most that a boat drifts.", "2.5 miles are the most that a boat drifts.", "reworded"),
    ],
)
def test_a_number_that_counts_rulings_is_none_of_their_words(before: str, after: str, became: str) -> None:
    (life,) = _follow([f"Quay | {before}", OTHER], [f"Quay | {after}", OTHER]).lives[:1]
    assert [each.change.value for each in life.attestations] == ["first-seen", became]
