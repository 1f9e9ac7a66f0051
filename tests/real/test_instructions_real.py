"""Errata of the reference texts carried out on the cards at hand: every outcome and every emended printing was read by
hand, and is kept here by version and line, and by the sha256 of what the printing says then.
"""

from collections import Counter
from hashlib import sha256

import pytest

from kb.graph import Kb
from kb.instructions import Replace, Unclear
from kb.model import VersionId
from kb.queries.emended_books import BookOrder
from kb.queries.instructions import CardOrder, CarriedOut, carry_out, outcome_of

WIZARDS, UNLIMITED = "middle-earth-the-wizards-limited", "middle-earth-the-wizards-unlimited"
HAND, DECKS = "middle-earth-the-white-hand", "middle-earth-challenge-decks"

# What came of each instruction in each printing, in the order of the card's page.
READ = {
    ("crf-15", 795, "Akhorahil"): "text-not-found already-applied",
    ("crf-15", 799, "Alatar"): "applied applied text-not-found text-not-found",
    ("crf-15", 806, "Align Palantir"): "applied already-applied already-applied",
    ("crf-15", 822, "Army of the Dead"): "applied already-applied",
    ("crf-15", 831, "Assassin"): "applied applied applied",
    ("crf-15", 837, "A Strident Spawn"): "applied",
    ("crf-15", 876, "Bill the Pony"): "applied already-applied",
    ("crf-15", 892, "Book of Mazarbul"): "text-not-found already-applied already-applied",
    ("crf-14", 1426, "Akhorahil"): "text-not-found already-applied",
    ("crf-14", 1432, "Alatar"): "applied applied text-not-found text-not-found",
    ("crf-14", 1446, "Align Palantir"): "applied already-applied already-applied",
    ("crf-14", 1463, "Army of the Dead"): "applied already-applied",
    ("crf-14", 1474, "Assassin"): "applied applied applied",
    ("crf-14", 1534, "Bill the Pony"): "applied already-applied",
    ("crf-14", 1556, "Book of Mazarbul"): "text-not-found already-applied already-applied",
    ("crf-14", 2764, "A Strident Spawn"): "applied",
    ("crf-12", 1037, "Akhorahil"): "text-not-found already-applied",
    ("crf-12", 1042, "Alatar"): "applied applied text-not-found text-not-found",
    ("crf-12", 1053, "Align Palantir"): "applied already-applied already-applied",
    ("crf-12", 1068, "Army of the Dead"): "applied already-applied",
    ("crf-12", 1076, "Assassin"): "applied applied applied",
    ("crf-12", 1124, "Bill the Pony"): "applied already-applied",
    ("crf-12", 1147, "Book of Mazarbul"): "text-not-found already-applied already-applied",
    ("crf-6", 1319, "Akhorahil"): "text-not-found already-applied",
    # This version quotes a colon that no printing has.
    ("crf-6", 1324, "Alatar"): "text-not-found text-not-found text-not-found text-not-found",
    ("crf-6", 1345, "Align Palantir"): "applied already-applied already-applied",
    ("crf-6", 1350, "Army of the Dead"): "applied already-applied",
    ("crf-6", 1408, "Bill the Pony"): "applied already-applied",
    ("crf-6", 1418, "Book of Mazarbul"): "text-not-found already-applied already-applied",
    ("crf-1", 509, "Akhorahil"): "text-not-found already-applied",
    ("crf-1", 523, "Align Palantir"): "applied already-applied already-applied",
    ("crf-1", 527, "Army of the Dead"): "applied already-applied",
    ("crf-1", 551, "Bill the Pony"): "applied already-applied",
    ("crf-1", 555, "Book of Mazarbul"): "text-not-found already-applied already-applied",
}

# What an emended printing says (classification, text, figures), by the sha256 of it.
EMENDED = {
    ("Alatar", WIZARDS): "b0bdeb63dc8fb17b",
    ("Alatar", UNLIMITED): "b0bdeb63dc8fb17b",
    ("Align Palantir", WIZARDS): "505b698bc734808d",
    ("Army of the Dead", WIZARDS): "27578358154c8e45",
    ("Assassin", WIZARDS): "4463951044796c29",
    ("Assassin", UNLIMITED): "4463951044796c29",
    ("Assassin", DECKS): "e7f04585ee9e7ef3",
    ("Bill the Pony", WIZARDS): "69515a66624da1d7",
    ("A Strident Spawn", HAND): "fd4c674e185a481e",
}
ACCENTED = {("crf-6", "Align Palantir", WIZARDS): "56ae70a81f1da17f"}
"""One version writes a name of the card with an accent, and its words go in as they are."""

VERSIONS = ["crf-15", "crf-14", "crf-12", "crf-6", "crf-1"]


@pytest.fixture(scope="module", params=VERSIONS)
def done(request: pytest.FixtureRequest, knowledge: Kb) -> CarriedOut:
    return carry_out(knowledge, knowledge.versions[VersionId(request.param)])


def line_of(done: CarriedOut, each: CardOrder | BookOrder) -> int:
    return done.version.document.source.line_of(each.order.statements[0].span.start)


def test_outcomes_are_those_read_by_hand(done: CarriedOut) -> None:
    found = {
        (str(done.version.id), line_of(done, each), cards[0].card.name): " ".join(
            outcome.tried.refusal.value if outcome.tried.refusal else "applied" for _, outcome in each.outcomes
        )
        for each in done.orders
        if isinstance(each, CardOrder) and (cards := done.cards_named(each.order.instruction.target.card or ""))
    }
    assert found == {place: said for place, said in READ.items() if place[0] == done.version.id}


def test_no_printing_is_changed_but_as_was_read(done: CarriedOut) -> None:
    for card in done.cards:
        for each in card.printings:
            if each.changed:
                said = "\n".join([each.face.classification, each.face.text, *(value for _, value in each.face.fields)])
                place = (card.card.name, str(each.printing.anchor))
                expected = ACCENTED.get((str(done.version.id), *place)) or EMENDED[place]
                assert sha256(said.encode()).hexdigest()[:16] == expected, place


def test_every_item_of_the_listing_is_read(done: CarriedOut) -> None:
    """Each statement among the errata is an operation, or unclear with a reason, and each has an outcome."""
    listed = [each for each in done.version.statements if each.section.value == "errata" and not each.reference]
    told = {statement.span.start for each in done.orders for statement in each.order.statements}
    missing = [each for each in listed if each.span.start not in told]
    # A quotation that a page break cut is one instruction with the item it goes on in.
    assert [each.words for each in missing if each.term != each.path[-1]] == []
    assert all(outcome_of(each) for each in done.orders)


def test_the_newest_listing(knowledge: Kb) -> None:
    done = carry_out(knowledge, knowledge.versions[VersionId("crf-15")])
    cards = [each.order for each in done.orders if isinstance(each, CardOrder)]
    unclear = [order for order in cards if isinstance(order.operation, Unclear)]
    assert len(cards) >= 100
    assert len(unclear) <= 12
    reasons = Counter(order.operation.reason for order in unclear if isinstance(order.operation, Unclear))
    assert all(reasons)


def test_books_that_are_not_at_hand_are_named(knowledge: Kb) -> None:
    done = carry_out(knowledge, knowledge.versions[VersionId("crf-15")])
    books = {
        (each.order.instruction.target.work, each.order.instruction.target.headings): each
        for each in done.orders
        if isinstance(each, BookOrder) and isinstance(each.order.operation, Replace)
    }
    assert {(work, headings[-1]) for work, headings in books} == {
        ("the-dragons", "Characters Facing Multiple Strikes"),
        ("the-dragons", "Hoards"),
        ("the-white-hand", "Targeting Site and Resource Cards"),
    }
    assert {outcome_of(each) for each in books.values()} == {"source-unavailable"}
    both = next(each for (work, _), each in books.items() if work == "the-white-hand")
    assert isinstance(both.order.operation, Replace)
    assert both.order.operation.count == 2
