"""The page of errata carried out: what came of each, and where editors have carried it out by hand."""

from kb.places.base import Base
from kb.ruling_pages.instructions import find_instructed, view_instructions
from tests.test_lives import lantern_kb


def test_an_instruction_that_names_no_text_tells_where_it_was_applied() -> None:
    base = Base.of(lantern_kb())
    (version,) = find_instructed(base)
    view = view_instructions(base, version, "rulings/instructions/harbour-ledger/")
    orders = [order for group in view.groups if group.name == "needs-human" for order in group.orders]
    (muster,) = (order for order in orders if order.words.startswith("In your muster phase"))
    ((address, title),) = muster.applied
    assert title == "Lantern: The Drowned Coast, Muster Phase"
    assert address.startswith("../../../rules/the-drowned-coast/#muster-phase~")
