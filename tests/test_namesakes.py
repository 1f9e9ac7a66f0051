"""Names that compendia give to cards and that are not quite theirs."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from kb.answers.instruction_list import list_instructions
from kb.audit import card_miswritten
from kb.files import read_corpus
from kb.graph import Kb
from kb.lexicon import find_terms
from kb.memory import Memory
from kb.namesakes import match_namesakes
from kb.pipeline import build_kb
from kb.queries.instructions import CardOrder, carry_out, outcome_of
from kb.queries.namesakes import find_namesakes, find_renames
from kb.queries.ruling_shelves import fill_shelves
from kb.queries.terms import know_terms
from kb.readers.compendium import read_compendium
from kb.readers.kramdown import read_document
from kb.text import Source
from kb.tools.builders import read_templates
from tests.built import LANTERN, ROOT
from tests.made_pages import build_pages
from tests.same_named import card, read, with_cards, words_of

CARDS = [
    "Lighthouse of the Grey Keeper",
    "The Old Ferryman",
    "Bell and Candle",
    "Kite",
    "Wreckers of Saltmouth",
    "Gúll (Great)",
    "Eel (of Brine)",
    "Eel (of Mud)",
]


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("Candle and Bell", "Bell and Candle"),  # another order
        ("Lighthouse of Grey Keeper", "Lighthouse of the Grey Keeper"),  # a small word
        ("Wreckers from Saltmouth", "Wreckers of Saltmouth"),
        ("Old Ferrymna", "The Old Ferryman"),  # a slip
        ("Wrackkers of Saltmouth", "Wreckers of Saltmouth"),  # a word miswritten
        ("Kites of Saltmouth", None),  # another word
        ("Old Ferry", None),
        ("Kate", None),  # one word alone
        ("Bell/Candle", None),  # two things
        ("Bell", None),
        ("Old Ferryman", None),  # its own
        ("Gull", "Gúll (Great)"),  # without what stands behind it
        ("Kite (minion version)", "Kite"),
        ("Gull (Small)", None),  # another
        ("Eel", None),  # two
        ("(Kite)", None),
    ],
)
def test_what_a_name_means(name: str, card: str | None) -> None:
    assert match_namesakes([name], CARDS).get(name) == card


def test_a_name_that_may_be_two_cards_is_neither() -> None:
    assert not match_namesakes(["Wreckers of Saltmuoth"], ["Wreckers of Saltmouth", "Wreckers at Saltmouth"])


def test_a_card_that_is_called_by_its_name_is_meant_by_no_other() -> None:
    assert not match_namesakes(["Candle and Bell", "Bell and Candle"], CARDS)


def test_of_two_slips_none_is_taken_and_of_a_slip_and_the_same_words_these() -> None:
    assert not match_namesakes(["Old Ferrymna", "Old Ferrman"], CARDS)
    assert match_namesakes(["Ferryman, Old", "Old Ferrymna"], CARDS) == {"Ferryman, Old": "The Old Ferryman"}


def miswritten(folder: Path) -> Kb:
    """Lantern with a slip in the name of a card wherever the ledgers have it."""
    corpus = shutil.copytree(LANTERN, folder / "lantern")
    for text in corpus.rglob("harbour-ledger-*.md"):
        text.write_text(text.read_text("utf-8").replace("Held Breath", "Held Braeth"), encoding="utf-8")
    opened = read_corpus(corpus).value
    assert opened is not None
    return build_kb(opened.manifest, opened.texts).value


def test_a_card_has_what_the_rulings_say_of_it_under_a_name_with_a_slip(tmp_path: Path) -> None:
    kb = miswritten(tmp_path)
    assert find_namesakes(kb) == {"Held Braeth": "Held Breath"}
    (term,) = know_terms(kb).find("Held Breath")
    assert know_terms(kb).find("held braeth") == (term,)
    version = kb.newest_version
    assert version is not None
    done = carry_out(kb, version)
    (order,) = done.orders_for("Held Breath")
    assert isinstance(order, CardOrder)
    assert outcome_of(order) == "applied"
    assert done.orders_for("Held Braeth") == (order,)
    assert list_instructions(done, "Held Breath") == list_instructions(done, "held braeth")
    page = build_pages(kb, read_templates(ROOT)).value["cards/h/held-breath/index.md"]
    assert "There the card is called Held Braeth." in page
    assert "after a drowned town is turned face-up" in re.sub(r"<[^>]*>", "", page)  # some of its words are links
    assert 'href="../../../rulings/card/held-braeth/' in page


def test_a_slip_that_a_later_version_puts_right_is_known_by_the_version_that_has_it(tmp_path: Path) -> None:
    corpus = shutil.copytree(LANTERN, tmp_path / "lantern")
    for text in corpus.rglob("harbour-ledger-[123]*.md"):
        text.write_text(text.read_text("utf-8").replace("Old Ferryman", "Old Ferhyhman"), encoding="utf-8")
    opened = read_corpus(corpus).value
    assert opened is not None
    kb = build_kb(opened.manifest, opened.texts).value
    assert find_namesakes(kb) == {"Old Ferhyhman": "Old Ferryman"}
    lives = kb.chronicles["harbour-ledger"].history.lives
    past = {each.term for life in lives if life.newest.term == "Old Ferryman" for each in life.stated}
    assert "Old Ferhyhman" in past
    pages = build_pages(kb, read_templates(ROOT)).value
    assert not [page for page in pages if "ferhyhman" in page]
    shown = re.findall(r"graph/\?node=ruling:(old-ferryman-\w+)", pages["cards/o/old-ferryman/index.md"])
    assert len(shown) == len(set(shown)) > 0


def test_a_card_whose_text_is_not_at_hand_is_called_as_its_file_is(tmp_path: Path) -> None:
    kb = miswritten(tmp_path)
    without = replace(kb, cards=tuple(card for card in kb.cards if card.name != "Held Breath"), memory=Memory())
    assert find_namesakes(without) == {"Held Braeth": "Held Breath"}


def test_a_slip_in_front_of_a_ruling_is_known_as_one_in_a_heading_is(tmp_path: Path) -> None:
    kb = miswritten(tmp_path)
    text = '# K\n\n## Card Errata\n\n- **Old Ferymann**: Remove "sea."\n- **Gannet**: Remove "land."\n'
    sheet = read_compendium(read_document(Source.from_text("k.md", text)).value).value
    assert not sheet.terms
    others = replace(kb, versions={**kb.versions, sheet.id: sheet}, memory=Memory())
    assert find_namesakes(others) == {"Held Braeth": "Held Breath", "Old Ferymann": "Old Ferryman"}


RENAMED = """
#### Old Sprat

- _Card Erratum:_ The name of this card should be "Grey Herring".
- It swims past the pier.

#### Tar Pot

- _Card Erratum:_ Change the name from "Tar Pot" to "Tallow Pot."
"""


def renamed(folder: Path) -> Kb:
    """Lantern with two cards that errata rename; of one the page has the new name, of the other the old one."""
    cards = {"G/grey-herring.md": card("Grey Herring"), "T/tar-pot.md": card("Tar Pot")}
    corpus = with_cards(folder, cards)
    ledger = corpus / "texts" / "original" / "rulings" / "harbour-ledger-4.md"
    text, at = ledger.read_text("utf-8"), "\n#### Salvage Rights\n"
    assert text.count(at) == 1
    ledger.write_text(text.replace(at, RENAMED + at), encoding="utf-8")
    return read(corpus)


def test_a_card_that_an_erratum_renames_goes_by_both_names(tmp_path: Path) -> None:
    kb = renamed(tmp_path)
    assert find_renames(kb) == {"Old Sprat": "Grey Herring", "Tallow Pot": "Tar Pot"}
    for name, card_name in find_renames(kb).items():
        (term,) = know_terms(kb).find(name)
        assert term.name == card_name
        assert {each.name for each in know_terms(kb).find(card_name)} == {card_name}
    (shelf,) = fill_shelves(kb)
    for names in (("Old Sprat", "Grey Herring"), ("Tallow Pot", "Tar Pot")):
        one, other = (find_terms(name, shelf.spellings, shelf.aliases) for name in names)
        assert one == other and one
    assert not [each for each in card_miswritten.audit(kb) if "Sprat" in each.message]
    version = kb.newest_version
    assert version is not None
    done = carry_out(kb, version)
    assert [outcome_of(each) for each in done.orders_for("Grey Herring")] == ["already-applied"]
    assert [outcome_of(each) for each in done.orders_for("Tar Pot")] == ["needs-human"]


def test_the_page_of_a_renamed_card_has_the_rulings_under_its_old_name_and_lists_lead_from_it(tmp_path: Path) -> None:
    pages = build_pages(renamed(tmp_path), read_templates(ROOT)).value
    herring = re.sub(r"<[^>]*>", "", pages["cards/g/grey-herring/index.md"])
    assert "It swims past the pier." in herring
    assert "There the card is called Old Sprat." in herring
    assert "The card is called <code>Grey Herring</code> here" in pages["cards/g/grey-herring/index.md"]
    assert "Its page calls the card <code>Tar Pot</code>" in pages["cards/t/tar-pot/index.md"]
    listed = re.sub(r"<[^>]*>", "", pages["cards/index.md"])
    assert "Old Sprat, see Grey Herring" in listed and "Tallow Pot, see Tar Pot" in listed


def test_a_card_goes_by_its_new_name_where_later_versions_have_that_alone(tmp_path: Path) -> None:
    corpus = with_cards(tmp_path, {"T/tar-pot.md": card("Tar Pot")})
    for number, said in (
        (3, '#### Tar Pot\n- _Card Erratum_: Change the name to "Tallow Kettle."\n'),
        (4, "#### Tallow Kettle\n- It boils for a whole day.\n"),
    ):
        ledger = corpus / "texts" / "original" / "rulings" / f"harbour-ledger-{number}.md"
        text, at = ledger.read_text("utf-8"), "\n#### Slack Water\n"
        assert text.count(at) == 1
        ledger.write_text(text.replace(at, f"\n{said}{at}"), encoding="utf-8")
    kb = read(corpus)
    assert find_renames(kb) == {"Tallow Kettle": "Tar Pot"}
    pages = build_pages(kb, read_templates(ROOT)).value
    assert "It boils for a whole day." in words_of(pages["cards/t/tar-pot/index.md"])
