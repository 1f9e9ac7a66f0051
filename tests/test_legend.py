"""What a rulings file says of its marks: the signs it explains, and sentences that only hold such signs."""

import pytest

from kb.readers.compendium import read_compendium
from kb.readers.kramdown import read_document
from kb.text import Source


@pytest.mark.parametrize(
    ("legend", "mark", "words"),
    [
        ("A star (★) marks what is new.", "★", "Kites fly."),
        ("Items with a + in front of them are new or changed.", r"\+", "Kites fly."),
        ("Items marked with a -+- are new.", "-+-", "Kites fly."),
        ("New rulings are marked with “>>”.", ">>", "Kites fly."),
        ("A § marks what is new.", "§", "Kites fly."),
        ("New rulings add + to the score.", r"\+", "+ Kites fly."),
        ("New rulings marked with a +1 add one.", r"\+", "+ Kites fly."),
    ],
)
def test_a_sign_that_a_sentence_explains_is_none_of_the_words(legend: str, mark: str, words: str) -> None:
    text = f"# Kites\n\n{legend}\n\n## Rulings by Term\n\n**Kites**\n\n{mark} Kites fly.\n\nGulls fly.\n"
    version = read_compendium(read_document(Source.from_text("kites.md", text)).value).value
    assert [each.words for each in version.statements] == [words, "Gulls fly."]


@pytest.mark.parametrize(
    ("above", "ruling"),
    [
        ("Issued 1 May 1999 by the Harbour Press.", False),
        ("This sheet lists all errata for Kites known so far. Please note them in your copy.", False),
        ("Version 1.2", False),
        ("Thanks to all who wrote in.", False),
        ("This list of kites should read: one, two.", True),
        ("A kite may not be sold.", True),
        ("Issued kites fly.", True),
    ],
)
def test_what_a_sheet_says_of_itself_above_its_errata_is_no_erratum(above: str, ruling: bool) -> None:
    text = f"# Kite Errata\n\n{above}\n\n**Page 2, Tails:** Change two to three.\n\n**Page 3:** Delete the last word.\n"
    version = read_compendium(read_document(Source.from_text("kites.md", text)).value).value
    assert (above in [each.words for each in version.statements]) == ruling
    assert len(version.statements) == 2 + ruling


@pytest.mark.parametrize(
    ("heading", "term", "marks"),
    [
        ("Kites (new)", "Kites", ("new",)),
        ("Kites [updated 5/99]", "Kites", ("updated 5/99",)),
        ("Kites (Changed in version 3):", "Kites", ("Changed in version 3",)),
        ("Kites (new ones)", "Kites (new ones)", ()),
        ("Kites (Newt)", "Kites (Newt)", ()),
        ("(New)", "(New)", ()),
    ],
)
def test_what_a_heading_says_of_the_version_is_no_word_of_the_term(
    heading: str, term: str, marks: tuple[str, ...]
) -> None:
    text = f"# Kites\n\n## Rulings by Term\n\n### {heading}\n\n- Kites fly.\n\n### Tails\n\n- They drag.\n"
    version = read_compendium(read_document(Source.from_text("kites.md", text)).value).value
    assert [each.term for each in version.terms] == [term, "Tails"]
    assert [(each.term, each.marks) for each in version.statements] == [(term, marks), ("Tails", ())]
