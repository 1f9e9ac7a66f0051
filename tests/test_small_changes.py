"""Changes too small to share a sentence with their ruling: a figure in a table, one word for another."""

import pytest

from kb.audit import find_all
from kb.graph import Kb
from kb.html import Looks, render_span
from kb.model import WorkId
from kb.provenance import Emendation, Relation
from kb.readers.kramdown import read_document
from kb.text import Source, Span
from tests.kites import game, rulings
from tests.made_pages import build_pages
from tests.test_site import templates

KITES = WorkId("kites")
BOOK = """\
# Kites

## Flying

A kite flies high.

| Bird | Limit |
|---|---|
| Gull | 2 |
| Moth | 4 |

Whoever lands draws two cards.
"""


def emended(old: str, new: str, ruling: str) -> Kb:
    """The game with one small change, on the authority of a ruling that is quoted word for word."""
    note = f"\n[^gull]: {ruling} See Kite Rulings 1, [Gull](/kr-1/#gull).\n"
    versions = [rulings(Gull=ruling)]
    return game(versions, published=BOOK, emended=BOOK.replace(old, new.replace("*", "[^gull]")) + note)


def change(kb: Kb) -> Emendation:
    (record,) = (each for each in kb.books[KITES].emendations if each.substantive)
    return record


def found(kb: Kb) -> list[str]:
    return [each.message for each in find_all(kb) if each.code.code == "KB461"]


@pytest.mark.parametrize(
    ("old", "new", "ruling"),
    [
        ("| Gull | 2 |", "| Gull | 3* |", "Gulls may be flown three at a time."),
        ("draws two cards", "draws three* cards", 'Replace "two" with "three".'),
        ("A kite flies high.", "A kite flies.*", 'Strike "high" from the rule.'),
    ],
)
def test_the_ruling_quoted_has_the_words_of_the_change(old: str, new: str, ruling: str) -> None:
    kb = emended(old, new, ruling)
    (authority,) = change(kb).authorities
    assert authority.relation is Relation.ADAPTED
    assert not found(kb), "it stands in the book"


def test_a_change_that_the_ruling_quoted_does_not_have_is_told_so() -> None:
    kb = emended("| Moth | 4 |", "| Moth | 5* |", "Gulls may be flown three at a time.")
    (authority,) = change(kb).authorities
    assert authority.relation is Relation.NOT_FOUND
    told = build_pages(kb, templates()).value["rules/kites/index.md"]
    assert "The source says what is quoted, but does not have these words" in told
    assert "Not found in the source cited" not in told
    assert found(kb) == [
        "the ruling on `Gull` stands nowhere in the emended text of KT, though a change there cites it"
    ]


def test_what_a_cell_said_is_told_without_the_bar_beside_it() -> None:
    text = BOOK.replace("| Gull | 2 |", "| Gull | 2 | red |").replace("| Bird | Limit |", "| Bird | Limit | Hue |")
    document = read_document(Source.from_text("published.md", text.replace("|---|---|", "|---|---|---|"))).value
    at = document.source.text.index("2 | red")
    assert render_span(document, Span(at, at + 1), Looks()) == "2"
    assert render_span(document, Span(at, at + 7), Looks()) == "2 | red"
