"""Terms of a rulings file that stand in bold, as headings do: a page for each."""

from kb.site.base import Base
from tests.kites import game, rulings

HEADED = rulings(Tails="A tail has five knots.\nA tail may be cut.", Strings="A string is of silk.")
BOLD = """\
# KITE RULINGS

## RULINGS BY TERM

**Strings:** A string is of flax.

**Tails:** A tail has five knots.

A tail may be cut by hail alone.
"""


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
