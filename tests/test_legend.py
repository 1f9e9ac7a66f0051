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
