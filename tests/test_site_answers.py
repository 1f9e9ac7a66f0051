"""Answers on the pages of what they are about: by their question, and by the heading above them."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from kb.files import read_corpus
from kb.pipeline import build_kb
from kb.tools.builders import read_templates
from tests.built import ROOT
from tests.made_pages import build_pages
from tests.same_named import card, read, with_cards

SHEET = "original/rulings/quay-questions-3.md"
MORE = """

#### Lamps

**Q**: May it be lent?
**A**: To a friend with dry hands.

#### Gannet

**Q**: Who rows it?
**A**: Whoever is asked by Old Tallow.

#### About Lamps and More

**Q**: Is a bucket heavy?
**A**: When it is full.
"""


@cache
def pages() -> Mapping[str, str]:
    opened = read_corpus(ROOT / "rules_source" / "lantern").value
    assert opened is not None
    kb = build_kb(opened.manifest, {**opened.texts, SHEET: opened.texts[SHEET] + MORE.encode()}).value
    return build_pages(kb, read_templates(ROOT)).value


def test_an_answer_below_the_name_of_a_term_stands_on_its_page_though_its_question_does_not_name_it() -> None:
    assert "To a friend with dry hands." in pages()["rulings/term/lamps/index.md"]


def test_an_answer_below_the_name_of_a_card_stands_on_its_page() -> None:
    assert "Whoever is asked by" in pages()["cards/g/gannet/index.md"]


def test_a_heading_that_says_more_than_a_name_is_none() -> None:
    assert "When it is full." not in pages()["rulings/term/lamps/index.md"]


def test_an_answer_that_names_a_card_is_told_there_behind_its_question() -> None:
    assert "Who rows it? Whoever is asked by <strong>Old Tallow</strong>." in pages()["cards/o/old-tallow/index.md"]


def test_a_heading_that_is_the_name_of_a_term_is_no_card_of_that_name_unless_cards_are_what_is_asked_about(
    tmp_path: Path,
) -> None:
    corpus = with_cards(tmp_path, {"L/lamps.md": card("Lamps")})
    about_cards = "\n### Questions About Cards\n\n#### Lamps\n\n**Q**: Who trims it?\n**A**: The mate, unasked.\n"
    with (corpus / "texts" / SHEET).open("a", encoding="utf-8") as sheet:
        sheet.write(MORE + about_cards)
    made = build_pages(read(corpus), read_templates(ROOT)).value
    page = made["cards/l/lamps/index.md"]
    assert "The mate, unasked." in page
    assert "To a friend with dry hands." not in page
    assert "To a friend with dry hands." in made["rulings/term/lamps/index.md"]
