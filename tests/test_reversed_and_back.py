"""Rulings that a version reversed or dropped, and a later one has again: what pages, histories and books tell."""

import re
from typing import Any

import pytest

from kb.answers.history import list_history
from kb.answers.ruling_list import Question, answer_question
from kb.answers.ruling_text import render_history, render_rulings
from kb.audit import find_all
from kb.book_pages.introduced import Origins
from kb.book_pages.records import prove_books
from kb.graph import Kb
from kb.model import WorkId
from kb.places.base import Base
from kb.queries.judging import judge_book
from kb.queries.ruling_shelves import fill_shelves
from kb.queries.states import find_book_states
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
    assert plain(base.lives.seen(life.id, base.words)) == (
        "First seen in KR 1, 6 May 2001; not in KR 2; back in KR 3, 6 May 2003"
    )


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


KITE, GULL, NIGHT = "A kite flies.", "A gull is no kite.", "A gull sleeps on the pier by night."
GULL_BOOK = BOOK.replace(
    "A kite flies.\n", f"A kite flies.\n\n{NIGHT}[^1]\n\n[^1]: {NIGHT} See [KR 1, Gull](/kr-1/#gull).\n"
)


def in_versions(*stated: bool) -> Kb:
    """A game in which some versions state what the book has of gulls, and others do not."""
    texts = [rulings(Kite=KITE, Gull=f"{GULL}\n{NIGHT}" if each else GULL) for each in stated]
    return game(texts, emended=GULL_BOOK)


def told_since(kb: Kb) -> str:
    """Since when the change of the book holds, as its pages tell it."""
    (book,) = kb.books.values()
    (change,) = (each for each in book.emendations if each.rulings)
    return plain(Origins(Base.of(kb), book, "rules/kites/changes/").of(change).words)


@pytest.mark.parametrize(
    ("stated", "since"),
    [
        ((True, True, True), "since 6 May 2001"),
        ((True, False, True), "since 6 May 2003, before that 6 May 2001 to 6 May 2002"),
        ((True, False, True, True), "since 6 May 2003, before that 6 May 2001 to 6 May 2002"),
        (
            (True, False, True, False, True),
            "since 6 May 2005, before that 6 May 2001 to 6 May 2002, 6 May 2003 to 6 May 2004",
        ),
        ((True, False), "since 6 May 2001"),
    ],
)
def test_a_change_holds_since_its_ruling_is_back_and_tells_when_it_held_before(
    stated: tuple[bool, ...], since: str
) -> None:
    assert told_since(in_versions(*stated)) == since


def test_what_a_change_tells_is_what_the_book_of_a_day_has() -> None:
    kb = in_versions(True, False, True)
    states = find_book_states(kb, kb.books[WorkId("kites")], prove_books(kb)[WorkId("kites")])
    assert [(each.first.isoformat(), each.is_published) for each in states][1:] == [
        ("2001-05-06", False),
        ("2002-05-06", True),
        ("2003-05-06", False),
    ]


@pytest.mark.parametrize(
    ("stated", "span"),
    [
        ((True, True), "From KR 1, 6 May 2001 to KR 2, 6 May 2002"),
        ((True, False, True), "From KR 1, 6 May 2001 to KR 3, 6 May 2003, not in KR 2"),
        ((True, False, False, True, False), "From KR 1, 6 May 2001 to KR 4, 6 May 2004, not in KR 2, KR 3"),
    ],
)
def test_the_span_of_a_ruling_names_the_versions_between_that_are_without_it(
    stated: tuple[bool, ...], span: str
) -> None:
    kb = in_versions(*stated)
    (life,) = (each for each in kb.chronicles["kr"].history.lives if each.newest.text == NIGHT)
    assert plain(view_life(Base.of(kb), life, "rulings/").span) == span


GROWN = "A gull sleeps on the pier by night, and on a mast by day."


def having(*versions: str, emended: str, quoted: str = NIGHT) -> tuple[dict[str, Any], str, str]:
    """What the history of a ruling answers of the one change that cites it, that of `kb history`, and of `kb rulings`;
    the change has other words than its footnote where they differ."""
    book = GULL_BOOK.replace(f"{NIGHT}[^1]", f"{emended}[^1]").replace(f"[^1]: {NIGHT}", f"[^1]: {quoted}")
    kb = game([rulings(Kite=KITE, Gull=f"{GULL}\n{each}") for each in versions], emended=book)
    (shelf,) = fill_shelves(kb)
    (entry,) = (each for each in shelf.entries if each.applied_in or each.claimed_in)
    answer: Any = list_history(shelf, entry)
    (applied,) = answer["applied_in"]
    texts = [
        " ".join("".join(piece for _, piece in line) for line in lines).replace("  ", " ")
        for lines in (
            render_history(shelf, entry, 200),
            render_rulings(answer_question((shelf,), Question(entry.life.id)), 200),
        )
    ]
    return applied, texts[0], texts[1]


NOT_AT_NIGHT = NIGHT.replace("by night", "at noon")


@pytest.mark.parametrize(
    ("versions", "emended", "older"),
    [
        ((NIGHT, NOT_AT_NIGHT), NIGHT, "kr-1"),
        ((NIGHT, NIGHT, NOT_AT_NIGHT), NIGHT, "kr-2"),
        ((NIGHT, GROWN), NIGHT, "kr-1"),
    ],
    ids=["other words", "by the newest that has them", "more words"],
)
def test_a_change_in_the_words_that_a_ruling_had_once_does_not_apply_its_present_words(
    versions: tuple[str, ...], emended: str, older: str
) -> None:
    applied, history, _ = having(*versions, emended=emended)
    assert applied["older_wording"] == older
    named = f"applied in its older wording of {older.upper().replace('-', ' ')} in kites, "
    assert named in history and "applied in kites" not in history


def test_a_change_that_cites_a_ruling_and_says_something_else_does_not_apply_it() -> None:
    applied, history, _ = having(MAY, MAY_NOT, emended="Only the captain lands with the crew.", quoted=MAY)
    assert (applied["older_wording"], applied["otherwise"]) == (None, True)
    assert "cited by a change that says something else in kites, " in history and "applied in" not in history


def test_what_a_ruling_says_more_now_may_stand_in_another_change() -> None:
    more = "A gull sleeps on the pier by night. It sleeps on a mast of oak by day."
    kb = game(
        [rulings(Kite=KITE, Gull=f"{GULL}\n{each}") for each in (NIGHT, more)],
        emended=BOOK.replace(
            "A kite flies.\n",
            f"A kite flies.\n\n{NIGHT}[^1]\n\nIt sleeps on a mast of oak by day.[^1]\n\n"
            f"[^1]: {more} See [KR 2, Gull](/kr-2/#gull).\n",
        ),
    )
    (shelf,) = fill_shelves(kb)
    (entry,) = (each for each in shelf.entries if each.applied_in or each.claimed_in)
    answer: Any = list_history(shelf, entry)
    assert [each["older_wording"] for each in answer["applied_in"]] == [None, None]


@pytest.mark.parametrize(
    ("versions", "emended"),
    [((NIGHT, NIGHT), NIGHT), ((NIGHT, GROWN), GROWN), ((GROWN, NIGHT), NIGHT)],
    ids=["never reworded", "reworded, and taken over", "cut, and taken over"],
)
def test_a_change_in_the_words_of_today_applies_them(versions: tuple[str, ...], emended: str) -> None:
    applied, history, listed = having(*versions, emended=emended)
    assert (applied["older_wording"], applied["otherwise"]) == (None, False)
    assert "applied in kites, " in history and "applied in kites, " in listed
