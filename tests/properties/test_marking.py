"""Whatever was done to a text: each change of substance has one place on its page, and the page keeps every word."""

import re
from types import SimpleNamespace
from typing import cast

from hypothesis import example, given, settings

from kb.emendations import find_emendations
from kb.html import Page, render_document
from kb.interface import Words
from kb.site.marking import Marking
from kb.site.reasons import Reasons
from tests.applying import read
from tests.properties.test_emendations import edited
from tests.test_html import assert_nests, html_of, words_of

REASONS = cast(
    "Reasons",
    SimpleNamespace(
        base=SimpleNamespace(words=Words.of("en")), numbers={}, change=lambda _: SimpleNamespace(before="gone")
    ),
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
    marking = Marking(emended, find_emendations(published, emended), REASONS)
    page = Page(marks=tuple(marking.marks()))
    html = "".join(part.html for part in render_document(emended, page))
    assert [html.count(f'id="{record.id}"') for record in marking.records] == [1] * len(marking.records)
    assert_nests(html)
    own = re.sub(r"<del\b.*?</del>|<a class=\"why.*?</a>|<span class=\"cue.*?</span>", "", html)
    assert "".join(words_of(own)) == "".join(words_of(html_of(texts[1])))
