"""Terms of a rulings file that stand in bold, as headings do: a page for each, and citations by their names."""

import pytest

from kb import audit
from kb.graph import Kb
from kb.places.base import Base
from tests.kites import BOOK, game, rulings

HEADED = rulings(Tails="A tail has five knots.\nA tail may be cut.", Strings="A string is of silk.")
BOLD = """\
# KITE RULINGS

## RULINGS BY TERM

**Strings:** A string is of flax.

**Tails:** A tail has five knots.

A tail may be cut by hail alone.
"""


def cited(place: str) -> Kb:
    note = f"\n\nHail alone may cut a tail.[^cut]\n\n[^cut]: A tail may be cut by hail alone. See KR 2, {place}.\n"
    return game([HEADED, BOLD], emended=BOOK + note)


def test_each_has_a_page_with_what_older_versions_say_under_it_as_a_heading() -> None:
    base = Base.of(game([HEADED, BOLD]))
    assert base.rulings is not None and base.lives is not None
    assert [(each.title, each.page) for each in base.rulings.topics] == [
        ("Strings", "rulings/term/strings/"),
        ("Tails", "rulings/term/tails/"),
    ]
    assert base.lives.past == ()
    assert {place.page for place in base.lives.places.values()} == {each.page for each in base.rulings.topics}


def test_those_below_a_heading_of_their_own_stay_with_it() -> None:
    base = Base.of(game([HEADED]))
    assert base.rulings is not None
    assert [each.title for each in base.rulings.topics] == ["Tails", "Strings"]


@pytest.mark.parametrize("place", ["Tails", "Rulings by Term, Tails"])
def test_a_citation_of_one_means_all_that_stands_below_it(place: str) -> None:
    (verdict,) = cited(place).footnotes["emended.md"]
    assert verdict.problems == ()
    assert [(each.heading, each.line) for each in verdict.sources] == [("Tails", 13)]


def test_a_wrong_one_is_told_by_its_name() -> None:
    (found,) = (each for each in audit.find_all(cited("Strings")) if each.code.code == "KB432")
    assert found.message == "footnote `cut` cites `Strings`, but its words do not stand there"
