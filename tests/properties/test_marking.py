"""Whatever was done to a text: each change of substance has one place on its page, and the page keeps every word."""

import re
from types import SimpleNamespace
from typing import cast

from hypothesis import example, given, settings

from kb.align import align
from kb.book_pages.marking import Marking
from kb.book_pages.reasons import Reasons
from kb.emendations import find_emendations
from kb.html import Looks, Page, render_document
from kb.interface import Words
from kb.queries.lacking import BookChanges
from tests.applying import read
from tests.properties.test_emendations import edited
from tests.test_html import assert_nests, html_of, words_of

REASONS = cast(
    "Reasons",
    SimpleNamespace(base=SimpleNamespace(words=Words()), numbers={}, change=lambda _: SimpleNamespace(before="gone")),
)
BOX = ("The.\n\nThe.", "{: .note }\n> **Note:** The the the.")
"""Two paragraphs gave way to a box: the second was taken out inside of what was put in."""
FIRST = ("Lamp the.\n\nThe may.", "The may.")
CODE = ("The.\n\n    lamp may\n", "The.\n\n    lamp the\n")
PICTURE = ("The.\n\nMay.", "The.\n\n![](lamp.png)\n\nMay ![](lamp.png) not.")
NOTHING = ("The.\n\nMay.", "")


@settings(max_examples=150, deadline=None)
@given(edited())
@example(BOX)
@example(FIRST)
@example(CODE)
@example(PICTURE)
@example(NOTHING)
def test_every_change_of_substance_has_one_place(texts: tuple[str, str]) -> None:
    published, emended = read(texts[0]), read(texts[1])
    records = BookChanges((), find_emendations(published, emended))
    marking = Marking(emended, records, REASONS, align(published, emended).ids, published)
    page = Page(marks=tuple(marking.marks()))
    html = "".join(part.html for part in render_document(emended, page))
    assert [html.count(f'id="{record.id}"') for record in marking.records] == [1] * len(marking.records)
    assert_nests(html)
    own = re.sub(r"<del\b.*?</del>|<a class=\"why.*?</a>|<span class=\"cue.*?</span>", "", html)
    assert "".join(words_of(own)) == "".join(words_of(html_of(texts[1])))


def test_what_is_gone_stands_in_its_clause_or_behind_the_one_before() -> None:
    """And not ahead of that one's marker, which says nothing about it."""
    notes = "\n\n[^a]: See.\n"
    published = read(f"One (lamp).[^a]\n\nWhoever laughs has lost.\n\nTwo big lamps burn oil at night.{notes}")
    emended = read(f"One (lamp).[^a]\n\nbig lamps burn oil at night.{notes}")
    records = find_emendations(published, emended)
    marking = Marking(emended, BookChanges((), records), REASONS, align(published, emended).ids, published)
    looks = Looks(footnote=lambda _id, _span: "<sup>1</sup>", text=emended.source.text)
    html = "".join(part.html for part in render_document(emended, Page(looks, marks=tuple(marking.marks()))))
    gone, fewer = (record.id for record in sorted(records, key=lambda record: record.published_span))
    assert re.sub(r"<(del|a)\b.*?</\1>", "", html).replace(' class="clause"', "") == (
        f'<p>One (lamp).<sup>1</sup><span class="gone" id="{gone}"></span></p>'
        f'<p><span class="gone" id="{fewer}"></span> big lamps burn oil at night.</p>'
    )
