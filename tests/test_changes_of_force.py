"""What one may do became what one must do in a sentence whose footnote is there for the next."""

import pytest

from kb.audit import change_unlike
from tests.kites import game, rulings

FLYER = """A flyer may search each box at his post once.
A flyer may not search a box that was paid for.
A flyer who finds nothing must pay the owner of the box three strings."""
PUBLISHED = "# Kites\n\n## Flyer\n\nWhen a box is moored there, the flyer may search it. A box is red.\n"
NOTE = "[^box]: A flyer may not search a box that was paid for. See KR 1, Rulings by Term, [Flyer](/kr-1/#flyer).\n"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (FLYER, 1),
        (f"{FLYER}\nA flyer must search a box when it is moored.", 0),
        (f"{FLYER}\nA flyer has to search whichever box is moored at his post.", 0),
    ],
)
def test_a_duty_that_no_ruling_about_its_sentence_speaks_of_is_told(said: str, told: int) -> None:
    book = PUBLISHED.replace("may search", "must search")
    emended = f"{book.rstrip()} A flyer may not search a box that was paid for.[^box]\n\n{NOTE}"
    found = change_unlike.audit(game([rulings(Kite="A kite flies.", Flyer=said)], PUBLISHED, emended))
    assert len([*found]) == told


def test_a_pronoun_that_goes_on_with_a_sentence_is_no_change_of_its_own() -> None:
    published = "# Kites\n\n## Flyer\n\nA search costs two strings, which are paid to the flyer. A box is red.\n"
    emended = (
        "# Kites\n\n## Flyer\n\nA search costs two strings unless the flyer sleeps.[^cost] They are paid to the flyer."
        f" A box is red. A flyer may not search a box that was paid for.[^box]\n\n{NOTE}"
        "[^cost]: A search costs two strings unless the flyer sleeps. See KR 1, [Flyer](/kr-1/#flyer).\n"
    )
    said = f"{FLYER}\nA search costs two strings unless the flyer sleeps."
    assert not [*change_unlike.audit(game([rulings(Kite="A kite flies.", Flyer=said)], published, emended))]
