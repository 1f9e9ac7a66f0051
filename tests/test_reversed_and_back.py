"""Rulings that a version reversed or dropped, and a later one has again: what pages, histories and books tell."""

import re

import pytest

from kb.answers.ruling_text import render_history
from kb.audit import find_all
from kb.graph import Kb
from kb.places.base import Base
from kb.queries.judging import judge_book
from kb.queries.ruling_shelves import fill_shelves
from kb.ruling_pages.lives import view_life
from kb.unapplied import Verdict
from tests.kites import BOOK, game, rulings

MAY, MAY_NOT = "A crew may land without its captain.", "A crew may not land without its captain."
BOOK_NOW = BOOK.replace("A kite flies.\n", "The captain lands with the crew.\n")
CITED = BOOK.replace(
    "A kite flies.\n",
    f"Only the captain lands with the crew.[^1]\n\n[^1]: {MAY_NOT} See [KR 2, Crew](/kr-2/#crew).\n",
)


def reversed_and_back(emended: str = "") -> Kb:
    return game([rulings(Crew=said) for said in (MAY, MAY_NOT, MAY)], published=BOOK_NOW, emended=emended)


def plain(text: str) -> str:
    return re.sub("<[^>]*>", "", text).replace("\N{NO-BREAK SPACE}", " ")


def test_a_ruling_that_says_again_what_it_once_did_is_not_set_against_its_own_words() -> None:
    kb = reversed_and_back()
    (life,) = kb.chronicles["kr"].history.lives
    against = view_life(Base.of(kb), life, "rulings/").against
    assert [(each.words, "KR\N{NO-BREAK SPACE}2" in each.source) for each in against] == [(MAY_NOT, True)]
    (shelf,) = fill_shelves(kb)
    text = "\n".join("".join(piece for _, piece in line) for line in render_history(shelf, shelf.entries[0]))
    assert re.findall(r"said otherwise itself in (KR \d)", text) == ["KR 2"]


def test_the_page_of_a_ruling_that_is_back_says_so() -> None:
    whole = rulings(Kite="A kite flies.", Gull="A gull is no kite.")
    kb = game([whole, rulings(Kite="A kite flies."), whole])
    (life,) = (each for each in kb.chronicles["kr"].history.lives if each.newest.term == "Gull")
    (other,) = (each for each in kb.chronicles["kr"].history.lives if each.newest.term == "Kite")
    base = Base.of(kb)
    view = view_life(base, life, "rulings/")
    assert (plain(view.back), view.since) == ("KR 3, 6 May 2003", "")
    assert view_life(base, other, "rulings/").back == ""
    assert base.lives is not None
    assert plain(base.lives.seen(life.id, base.words)) == "First seen in KR 1, 6 May 2001; back in KR 3, 6 May 2003"


@pytest.mark.parametrize(
    ("emended", "verdict"),
    [
        (CITED, Verdict.NOT_APPLIED),
        (CITED.replace("Only the captain lands with the crew.", MAY), Verdict.APPLIED),
    ],
)
def test_a_change_whose_footnote_quotes_what_the_ruling_denies_now_does_not_apply_it(
    emended: str, verdict: Verdict
) -> None:
    kb = reversed_and_back(emended)
    (book,) = kb.books.values()
    (found,) = judge_book(kb, book).findings
    assert found.verdict is verdict


def test_a_footnote_is_told_that_its_ruling_says_the_contrary_now() -> None:
    (told,) = (each.message for each in find_all(reversed_and_back(CITED)) if each.code.code == "KB444")
    assert told == "the ruling that footnote `1` quotes from KR 2 says otherwise in KR 3"
