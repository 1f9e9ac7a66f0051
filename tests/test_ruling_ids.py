"""One notion of a ruling's id: every id that anything outside shows is the id of a life."""

from collections.abc import Iterator

from kb.answers.ruling_list import Question, answer_question, list_rulings
from kb.answers.search import Kind
from kb.attested import Life
from kb.graph import Kb
from kb.minted import mint
from kb.model import RulingId
from kb.places.base import Base
from kb.queries.ruling_shelves import fill_shelves
from kb.queries.terms import know_terms
from kb.search.gather import gather_records
from tests.kites import game, rulings
from tests.knowing import lantern as lantern_kb


def lives_of(kb: Kb) -> tuple[Life, ...]:
    return tuple(life for chronicle in kb.chronicles.values() for life in chronicle.history.lives)


def ids_shown(kb: Kb) -> Iterator[tuple[str, RulingId]]:
    """Where an id is shown, and the id."""
    for ruling in kb.rulings:
        yield "rulings", ruling.id
    for book in kb.books.values():
        for record in book.emendations:
            for authority in record.authorities:
                yield from ((f"authority of {record.id}", name) for name in authority.rulings)
    base = Base.of(kb)
    assert base.rulings is not None and base.lives is not None
    yield from (("page", name) for name in base.rulings.homes)
    yield from (("page", name) for name in base.lives.places)
    yield from (("applied", name) for name in base.applied)
    for found in gather_records(kb, know_terms(kb)):
        if found.kind is Kind.RULING and ":" not in found.id:  # an answer of a sheet is called by file and line
            yield "search", RulingId(found.id)


def check_ids(kb: Kb) -> None:
    """No id is shown that has no life; every life has a place on the site and stands once in each list."""
    known = [life.id for life in lives_of(kb)]
    assert len(known) == len(set(known))
    assert [(where, name) for where, name in ids_shown(kb) if name not in set(known)] == []
    lives = Base.of(kb).lives
    assert lives is not None
    assert set(lives.places) == set(known)
    newest = kb.newest_version
    assert newest is not None
    assert [ruling.id for ruling in kb.rulings if ruling.version != newest.id] == []
    now = {life.id for life in lives_of(kb) if any(each.version == newest.id for each in life.stated)}
    assert {ruling.id for ruling in kb.rulings} == now
    assert len(kb.rulings) == len(now)


def test_every_id_of_the_embedded_corpus_is_that_of_a_life() -> None:
    kb = lantern_kb()
    check_ids(kb)
    assert sum(where.startswith("authority") for where, _ in ids_shown(kb)) > 10


def test_the_list_of_rulings_answers_with_the_ids_of_lives() -> None:
    answered = list_rulings(answer_question(fill_shelves(lantern_kb()), Question()))
    items = answered["items"]
    assert isinstance(items, list)
    assert {item["id"] for item in items} == {life.id for life in lives_of(lantern_kb())}


def test_two_compendia_that_say_the_same_have_rulings_of_their_own() -> None:
    text = rulings(Kite="A kite flies.", Gull="A gull is no kite.")
    kb = game([text, text], digest=text)
    assert len({life.id for life in lives_of(kb)}) == len(lives_of(kb)) == 4
    base = Base.of(kb)
    assert base.lives is not None
    assert [base.lives.of[life.id].entry.id for life in lives_of(kb)] == ["kr", "kr", "kd", "kd"]
    shown = {name for _, name in ids_shown(kb)}
    assert shown <= {life.id for life in lives_of(kb)}


def test_a_minted_id_stays_though_an_older_compendium_comes_to_say_the_same() -> None:
    text, both = rulings(Gull="A gull is no kite."), rulings(Kite="A kite flies.", Gull="A gull is no kite.")
    before = game([text], digest=rulings(Kite="A kite flies."))
    ids = mint(lives_of(before), (), before.versions.values())
    named = {life.id for life in lives_of(before)}
    after = game([text, both], digest=rulings(Kite="A kite flies."), ids=ids)
    (digest,) = after.chronicles["kd"].history.lives
    assert digest.id in named
    assert len({life.id for life in lives_of(after)}) == len(lives_of(after)) == 3
