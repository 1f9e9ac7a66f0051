"""Rulings that list things: where they are told apart from their page their items stand on lines too, words as they
were."""

import json
import re

import pytest

from kb.book_pages.judged import judge_books, view_judged
from kb.model import WorkId
from kb.places.base import Base
from kb.places.itemised import may_list, part_items
from kb.ruling_pages.finder import make_finder
from tests.kites import BOOK, game

LISTED = "No kite is flown with:\n• the long string\n• Ann’s tail"
PLAIN = "No kite is flown with: the long string Ann's tail"


@pytest.mark.parametrize(
    ("text", "shown", "told"),
    [
        (PLAIN, "No kite is flown with:<br>• the <em>long</em> string<br>• Ann’s tail", LISTED.replace("’", "'")),
        (PLAIN, "@ Rule: No kite is flown with:<br>• the long string<br>• Ann’s tail [2001]", LISTED.replace("’", "'")),
        (PLAIN, "No kite is flown with:<br>the long string<br>Ann’s tail", PLAIN),
        (PLAIN, "No kite flies with:<br>• the long string<br>• Ann’s tail", PLAIN),
        ("a b", "a b<br>• a b", "a b"),
        ("", "<br>• a", ""),
        ("Do: this that", "Do:<br>1. this<br>2. <em>that</em>", "Do:\n1. this\n2. that"),
        ("Do: 1. this that", "Do: 1. this<br>2. that", "Do: 1. this\n2. that"),
        ("Do: 1. this", "Do:<br>1. this", "Do: 1. this"),  # a number of its own
        ("A kite &amp; 2 < 3", "A kite &amp;amp;<br>• 2 &lt; 3", "A kite &amp;\n• 2 < 3"),
    ],
)
def test_a_text_is_parted_where_what_is_shown_has_items_and_the_same_words(text: str, shown: str, told: str) -> None:
    laid = part_items(text, shown)
    assert laid == told
    assert re.sub(r"\n(•|\d\.)", "", laid).split() == text.split()


def test_only_what_has_items_is_asked_for() -> None:
    assert may_list("- A kite:\n    - a tail") and may_list("A kite:\n  1. a tail")
    assert not may_list("- A kite - a tail\nand a string")


def test_the_finder_has_items_on_their_lines_whatever_version_states_them() -> None:
    """Nothing else parts the names in a list of cards: the first version has them in one line."""
    head = "# Kite Rulings\n\n## Rulings by Term\n\n### Flying\n\n"
    one = f"{head}- {PLAIN}\n"
    two = f"{head}- No kite is flown with:\n    - the long string\n    - Ann's tail\n"
    for versions in ([two, two], [one, two], [two, one]):
        finder = make_finder(Base.of(game(versions)), "rulings/find/")
        assert finder is not None
        assert json.loads(finder.data)["texts"] == [LISTED]


def test_the_page_of_what_a_book_lacks_has_items_on_their_lines() -> None:
    listed = f"{PLAIN[:22]}:\n    - the long string\n    - a tail\n"
    cited = f"A kite flies by day.[^1]\n\n[^1]: {PLAIN} See [KR, Flying](/kr-1/#flying).\n"
    text = f"# Kite Rulings\n\n## Rulings by Term\n\n### Flying\n\n- {listed}"
    kb = game([text], emended=BOOK.replace("A kite flies.\n", cited))
    base = Base.of(kb)
    base.judged = judge_books(kb)
    shown = view_judged(base, kb.books[WorkId("kites")], "rules/kites/unapplied/")
    lines = [*shown.open, *shown.beside, *shown.near, *shown.applied]
    assert [each.laid for each in lines] == [f"{PLAIN[:22]}:<br>• the long string<br>• a tail"]
