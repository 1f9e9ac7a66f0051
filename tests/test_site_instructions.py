"""The page of errata carried out: what came of each, and where editors have carried it out by hand."""

import pytest

from kb.places.base import Base
from kb.ruling_pages.instructions import find_instructed, view_instructions
from tests.knowing import lantern as lantern_kb
from tests.numbered import RULES, ferry
from tests.test_site import body_of


def test_an_instruction_that_names_no_text_tells_where_it_was_applied() -> None:
    base = Base.of(lantern_kb())
    (version,) = find_instructed(base)
    view = view_instructions(base, version, "rulings/instructions/harbour-ledger/")
    orders = [order for group in view.groups if group.name == "needs-human" for order in group.orders]
    (muster,) = (order for order in orders if order.words.startswith("In your muster phase"))
    ((address, title),) = muster.applied
    assert title == "Lantern: The Drowned Coast, Muster Phase"
    assert address.startswith("../../../rules/the-drowned-coast/#muster-phase~")


@pytest.mark.parametrize(("words", "places"), [("two lamps", 1), ("three lamps", 0)])
def test_an_erratum_that_the_emended_text_still_asks_for_is_not_said_to_be_applied_there(
    words: str, places: int
) -> None:
    """Though a change there cites it."""
    emended = RULES.replace("with a lamp", f"with {words}[^1]") + (
        '\n[^1]: 6.31: the first sentence should read "A ferry with two lamps crosses at any tide." See FR 1, 6.31.\n'
    )
    order = '6.31: the first sentence should read "A ferry with two lamps crosses at any tide."'
    base = Base.of(ferry(f"# Ferry Rulings\n\n## Errata\n\n{order}\n", emended))
    (version,) = find_instructed(base)
    (told,) = (each for group in view_instructions(base, version, "x/").groups for each in group.orders)
    assert (told.attempts[-1].outcome, len(told.applied)) == ("applied" if not places else "already-applied", places)


def test_a_card_has_its_two_texts_under_the_names_that_its_own_page_has_for_them() -> None:
    listed = body_of("rulings/instructions/harbour-ledger/index.md")
    own = body_of("cards/g/gannet/index.md")
    for name in ("As printed", "As emended"):
        assert f">{name}<" in listed
        assert f">{name}<" in own
