"""Headings on pages: what lies under what in a text does so on its page, whatever is left out between."""

import pytest

from kb.book_pages.headings import levels_of
from kb.model import SectionId
from tests.test_html import read

BOOK = "# The Fen\n\n## Boats\n\nA.\n\n### Oars\n\nB.\n\n## Tides\n\nC.\n\n### Ebb\n\nD.\n\n##### Slack\n\nE.\n"
FEN, BOATS, OARS, TIDES, EBB, SLACK = "the-fen", "boats", "oars", "tides", "ebb", "slack"


@pytest.mark.parametrize(
    ("shown", "levels"),
    [
        ((BOATS, OARS, TIDES, EBB, SLACK), {BOATS: 2, OARS: 3, TIDES: 2, EBB: 3, SLACK: 4}),
        ((OARS, EBB), {OARS: 2, EBB: 2}),
        ((BOATS, EBB), {BOATS: 2, EBB: 2}),
        ((TIDES, SLACK), {TIDES: 2, SLACK: 3}),
        ((FEN, BOATS, OARS), {FEN: 2, BOATS: 2, OARS: 3}),
    ],
)
def test_a_section_lies_below_the_nearest_shown_that_holds_it(shown: tuple[str, ...], levels: dict[str, int]) -> None:
    found = levels_of(read(BOOK), set(map(SectionId, shown)))
    assert {str(name): found[name] for name in found if name in levels} == levels


def test_what_lies_under_a_heading_without_words_lies_below_the_one_above_it() -> None:
    document = read("## Boats\n\nA.\n\n### &nbsp;\n\nB.\n\n###### Oars\n\nC.\n")
    found = levels_of(document, {clause.section for clause in document.clauses})
    assert (found[SectionId(BOATS)], found[SectionId(OARS)]) == (2, 3)


def test_of_several_titles_each_holds_what_lies_under_it() -> None:
    shown = set(map(SectionId, (FEN, BOATS, "the-shore", "sand")))
    found = levels_of(read(BOOK + "\n# The Shore\n\n## Sand\n\nF.\n"), shown)
    assert [found[name] for name in found if name in shown] == [2, 3, 2, 3]


def test_words_before_the_first_heading_have_a_level_too() -> None:
    assert dict(levels_of(read("Nothing but words.\n"), ())) == {"top": 2}


def test_every_section_has_a_level_whatever_its_heading_is() -> None:
    """Headings without words, alike, inside a quotation, called like what stands before the first."""
    headings = ("> # Quoted", "# !", "## !", "## Tides", "## Tides {#tides}", "# Top {#top}")
    document = read("\n\nA.\n\n".join(headings) + "\n")
    sections = {clause.section for clause in document.clauses}
    assert len(sections) == 6 and sections <= levels_of(document, sections).keys()
