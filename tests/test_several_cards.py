"""Errata of several cards together: each of them is emended, and what only looks like such a list is none."""

import pytest

from kb.corpus import WorkEntry
from kb.instructions import Add, Figure, Instruction, Replace, read_instructions
from kb.instructions._several import cut_owners, name_several
from kb.model import VersionId
from kb.readers.compendium import Declared, read_compendium
from kb.readers.kramdown import read_document
from kb.text import Source
from tests.kites import BOOK, game, rulings

CARDS = frozenset({"gannet", "black-squall", "mast-and-sail", "buoys", "mast"})


def told(errata: str, works: tuple[WorkEntry, ...] = ()) -> list[Instruction]:
    document = read_document(Source.from_text("sheet.md", f"# Sheet\n\n## Errata\n\n{errata}")).value
    declared = Declared(version=VersionId("s-1"), compendium="S", number="1", date="2001", lacks=frozenset())
    return list(read_instructions(read_compendium(document, declared).value, works, CARDS))


@pytest.mark.parametrize(
    ("heading", "named"),
    [
        ("Gannet and Black Squall", ("Gannet", "Black Squall")),
        ("Gannet, Buoys & Black Squall", ("Gannet", "Buoys", "Black Squall")),
        ("Gannet's and Black Squall's text", ("Gannet", "Black Squall")),
        ("Buoys’ and Gannet’s weight", ("Buoys", "Gannet")),
        ("Mast and Sail, Gannet", ("Mast and Sail", "Gannet")),
        ("Mast and Sail", ()),
        ("Mast and Oar", ()),
        ("Gannet's text", ()),
        ("Gannet, second printing", ()),
        ("Gannet", ()),
    ],
)
def test_a_heading_names_cards_together_where_it_is_a_list_of_them(heading: str, named: tuple[str, ...]) -> None:
    assert name_several(heading, CARDS) == named


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Gannet's and Black Squall's weight is 3, not 2.", (("Gannet", "Black Squall"), "The weight is 3, not 2.")),
        ('Gannet\'s "two oil" should read "one oil".', (("Gannet",), '"two oil" should read "one oil".')),
        ("Gannet's and the keeper's weight is 3, not 2.", None),
        ("Gannet's weight is 3, not 2. So is all else.", None),
        ("The gull's oil is lost.", None),
    ],
)
def test_a_sentence_names_the_cards_that_have_what_it_is_about(
    words: str, found: tuple[tuple[str, ...], str] | None
) -> None:
    assert cut_owners(words, CARDS) == found


def test_each_card_that_an_erratum_names_is_to_be_changed() -> None:
    found = told(
        '### Gannet and Black Squall\n\n- Replace "one oil" with "two oil".\n\n### Cards\n\n'
        "- **Buoys, Gannet:** Add \"Wind.\" at the end of the text.\n- Mast's and Buoys' weight is 3, not 2.\n"
    )
    asked = [(each.target.card, type(operation)) for each in found for operation in each.operations]
    assert asked == [
        *(("Gannet", Replace), ("Black Squall", Replace)),
        *(("Buoys", Add), ("Gannet", Add)),
        *(("Mast", Figure), ("Buoys", Figure)),
    ]


def test_an_item_in_bold_that_begins_with_the_title_of_a_book_is_of_the_book() -> None:
    kb = game([rulings(Kite="A kite flies.")], published=BOOK)
    (found,) = told('- **Kites, Flying:** "A kite flies" should read "A kite soars".\n', tuple(kb.manifest.works))
    assert (found.target.work, found.target.headings, found.target.card) == ("kites", ("Flying",), "")
