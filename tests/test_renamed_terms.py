"""A term that a version renames is asked for by its new name on days when it had the old one."""

import pytest

from kb.answers.ruling_list import Question, answer_question
from kb.queries.ruling_shelves import fill_shelves
from tests.kites import game, rulings

OLD = rulings(
    Kite="A kite flies.", Keeper="A keeper works one kite in a turn.\nA keeper who sleeps is woken by a gull."
)
NEW = rulings(
    Kite="A kite flies.", Warden="A warden works one kite in a turn.\nA warden who sleeps is woken by a gull."
)
MOVED = rulings(
    Kite="A kite flies.\nA warden works only one kite in a turn.", Warden="A warden who sleeps is woken by a gull."
)


def found(versions: list[str], term: str, day: str) -> list[tuple[str, str]]:
    answered = answer_question(fill_shelves(game(versions)), Question(term=term, as_of=day))
    return [(each.wording.term, each.wording.text.split()[1]) for each in answered.found]


@pytest.mark.parametrize(
    ("term", "day", "told"),
    [
        ("warden", "2001-12-01", [("Keeper", "keeper")] * 2),
        ("warden", "2002-12-01", [("Warden", "warden")] * 2),
        ("keeper", "2001-12-01", [("Keeper", "keeper")] * 2),
    ],
)
def test_a_renamed_term_is_known_on_days_before_it_was(term: str, day: str, told: list[tuple[str, str]]) -> None:
    assert found([OLD, NEW], term, day) == told


def test_what_came_under_a_term_that_its_version_had_already_was_none_of_it_before() -> None:
    assert found([MOVED, NEW], "warden", "2001-12-01") == [("Warden", "warden")]
