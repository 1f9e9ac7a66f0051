"""Two rulings below one heading that differ in what they are about are no two places of one."""

import pytest

from tests.lives import follow, read_version

STAYS = "Dock | No dock is moved."
MULE = (
    "Hiring | A mule that has drawn two barges in this turn may not be hired by any other player before the end of it."
)
OX = MULE.replace("A mule", "An ox")
SOLD, PAINTED = "Barge | A barge may be sold at a fair.", "Barge | A barge may be painted at a fair."


def told(older: list[str], newer: list[str]) -> dict[str, list[str]]:
    versions = [read_version("1", "2001-01-01", [STAYS, *older]), read_version("2", "2002-01-01", [STAYS, *newer])]
    lives = follow(versions).lives
    return {life.stated[0].text: [each.change.value for each in life.attestations] for life in lives}


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ([MULE, OX], [MULE.replace("two", "three")]),
        ([SOLD, PAINTED], ["Barge | A barge may be mended at a fair."]),
        ([SOLD, PAINTED], ["Barge | A barge may be sold and painted at a fair."]),
    ],
)
def test_of_two_that_are_like_a_newer_ruling_one_is_reworded_and_none_is_lost(
    older: list[str], newer: list[str]
) -> None:
    found = told(older, newer)
    assert found[older[0].partition(" | ")[2]] == ["first-seen", "reworded"]
    assert found[older[1].partition(" | ")[2]] == ["first-seen", "dropped"]


def test_the_same_below_one_heading_in_a_little_other_words_is_one_place_more() -> None:
    again = MULE.replace("may not be hired", "may not then be hired")
    found = told([MULE, again], [MULE.replace("two", "three")])
    assert found == {
        "No dock is moved.": ["first-seen", "same"],
        MULE.partition(" | ")[2]: ["first-seen", "reworded"],
    }
