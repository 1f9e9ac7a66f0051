"""Cards whose pages or names have other shapes than most: all their words are shown, listed, found and linked."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from kb.answers.search import Kind, Record
from kb.graph import Kb
from kb.mentions import MentionFinder
from kb.places.base import Base
from kb.places.terms import link_terms
from kb.queries.terms import know_terms
from kb.readers.cards import read_card
from kb.readers.kramdown import read_document
from kb.search.gather import gather_records
from kb.terms import CardNames
from kb.text import Source
from kb.tools.builders import read_templates
from tests.built import LANTERN
from tests.made_pages import Pages, build_pages
from tests.same_named import card, card_of, read, with_cards, words_of

CARDS = {
    "P/plain-plank.md": "# Plain Plank\n\n**Kind:** Wood\n\nIt creaks by night.\n",
    "R/rung.md": card("Rung") + "- [Quay](/faq/)<br>When?<br>Now, by Will.\n",
    "L/lashing.md": card("Lashing")
    + "Kept dry.\n\n[Seen on a mast](https://quay.example/mast)\n\n"
    + "[![A frayed end](/end.png)](/end/)\n\n[To its text](#text)\n",
    "D/deep-gong.md": card("Deep Gong") + "A word between.\n\n## Asked\n\n- [Quay](/faq/) It rings under water.\n",
    "S/salt.md": card("Salt: A Memoir"),
    "O/orla-old.md": card("Orla (Old)"),
    "O/orla-young.md": card("Orla (Young)"),
    "M/mad-meg.md": card('"Mad" Meg', {"kind": "boat"}),
    "F/flood-ebb.md": card("Flood / Ebb"),
    "O/others.md": card("Others"),
    "W/will.md": card("Will"),
    "N/noted.md": card("Noted", {"text": "It bobs[^a] by day."})
    + "- [Quay](/faq/)<br>It dries.[^b]\n\nSee the list.[^c]\n\n"
    + "[^a]: *Sobs* at first.\n[^b]: Not by Will.\n[^c]: Page 3.\n",
    "T/the.md": card("The"),
    "N/no-name.md": card("", {"name": "Nan Quill"}),
    "B/bare-buoy.md": "# Bare Buoy\n\n> It bobs.\n\n> It bobs.\n\n> It sinks.\n",
    "W/widow.md": card("Widow Haske", {"text": "Gives +1 luck."}, {"set": "Later", "text": "Gives -1 luck."}),
}
SAID = 'Of Salt: A Memoir, Orla (Young) and "Mad" Meg one was read on a Plain Plank. Salt: dry.'
OLDER = "A bell that is rung as an echo cannot crack."


@cache
def knowledge() -> Kb:
    with TemporaryDirectory() as folder:
        corpus = with_cards(Path(folder), CARDS, {"It floats.": f" {SAID}"})
        path = corpus / "texts" / "original" / "rulings" / "harbour-ledger-4.md"
        text, at = path.read_text("utf-8"), "\n#### Gannet\n"
        assert text.count(at) == 1
        headings = "".join(f"\n#### {name}\n\n- It is chosen by {name}.\n" for name in ("Flood/Ebb", "Widow Hasky"))
        path.write_text(text.replace(at, headings + at), encoding="utf-8")
        older = corpus / "texts" / "original" / "rulings" / "harbour-ledger-3.md"
        text = older.read_text("utf-8")
        assert text.count(OLDER) == 1
        older.write_text(text.replace(OLDER, f"{OLDER[:-1]}, not even the Deep Gong."), encoding="utf-8")
        return read(corpus)


@cache
def pages() -> Pages:
    outcome = build_pages(knowledge(), read_templates(LANTERN.parents[1]))
    assert outcome.diagnostics == ()
    return outcome.value


def plain(path: str) -> str:
    return words_of(pages()[f"{path}index.md"])


@cache
def records() -> dict[str, Record]:
    return {each.title: each for each in gather_records(knowledge(), know_terms(knowledge())) if each.kind is Kind.CARD}


def named(text: str) -> dict[str, str]:
    """The names of cards in a text, with the words that name them."""
    finder = MentionFinder(know_terms(knowledge()))
    return {each.term.name: text[each.span.start : each.span.end] for each in finder.find(text)}


def test_a_box_of_remarks_is_no_printing_and_stands_beside_them() -> None:
    note = "{: .note }\n> Kept on the *quay*.\n\n- [Quay](/faq/)<br>It may be sunk.\n"
    read = card_of(f"{card('Remarked')}{note}\n> It swims.\n\n{{: .fs-3 }}\n> It sinks.\n")
    assert [each.text for each in read.printings] == ["It floats.", "It swims.", "It sinks."]
    assert [each.text for each in read.printings[0].rulings] == ["It may be sunk."]
    assert read.besides == "Kept on the quay."
    assert [each.frame for each in card_of("# Set\n\n{: .boat }\n> It floats.\n").printings] == ["boat"]


def test_a_page_without_a_printing_shows_what_it_says() -> None:
    told = plain("cards/p/plain-plank/")
    assert "no printing at hand" in told
    assert "What its page says Kind: Wood It creaks by night." in told
    assert "no erratum changes" not in told


def test_printings_below_no_heading_are_of_no_set() -> None:
    told = plain("cards/b/bare-buoy/")
    assert "3 printings" in told
    assert "What differs from the printing above It removed: bobs." in told
    assert "The same in" not in told
    assert told.count("## Text") == 2


def test_what_a_page_says_besides_its_printings_is_shown_under_its_headings() -> None:
    told = plain("cards/d/deep-gong/")
    assert "What else its page says Gull Quay A word between. Asked Quay It rings under water." in told.replace(
        "( ", "("
    )
    assert "What else its page says" not in plain("cards/g/gannet/")


def test_a_line_that_only_leads_elsewhere_is_shown_and_one_to_a_part_of_the_page_is_not() -> None:
    told = plain("cards/l/lashing/")
    assert "Kept dry. Seen on a mast A frayed end" in told and "To its text" not in told


def test_lines_of_a_listed_ruling_are_lines_on_the_page() -> None:
    assert re.search(r"<p>When\?<br>Now, by <a [^>]*>Will</a>\.</p>", pages()["cards/r/rung/index.md"])


def test_footnotes_of_a_page_stand_in_what_else_it_says_behind_their_words() -> None:
    told = plain("cards/n/noted/").replace("[ ", "[").replace(" ]", "]").replace(" .", ".")
    assert told.index("It bobs by day. ") < told.index("What else its page says")
    besides = told[told.index("What else its page says") :]
    for words in ("It bobs [Sobs at first.] by day.", "It dries. [Not by Will.]", "See the list. [Page 3.]"):
        assert besides.count(words) == 1


def test_a_card_without_a_printing_hovers_and_is_found_by_what_its_page_says() -> None:
    hints = [hint for path in pages() for hint in pages().hints(path, "cards").values()]
    assert ["Plain Plank", "", "Kind: Wood It creaks by night.", ""] in hints
    assert "creaks by night" in records()["Plain Plank"].text


def test_a_list_by_kind_has_the_cards_without_a_printing_and_one_class_however_it_is_spelled() -> None:
    told = plain("cards/kinds/")
    assert re.search(r"## Of no kind .*?Plain Plank", told)
    body = pages()["cards/kinds/index.md"]
    assert "Mad” Meg" in body
    assert not re.findall(r">boat<", body)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Read Salt: A Memoir now.", {"Salt: A Memoir": "Salt: A Memoir"}),
        ("Read salt. A memoir ends.", {}),
        ("See Orla (Young), not Orla.", {"Orla (Young)": "Orla (Young)"}),
        ('It was "Mad" Meg.', {'"Mad" Meg': '"Mad" Meg'}),
        ("It was “Mad” Meg.", {'"Mad" Meg': "“Mad” Meg"}),
        ("It was (“Deep Gong”) then.", {"Deep Gong": "Deep Gong"}),
        ("Will you ask the Others? Give it to Will.", {"Others": "Others", "Will": "Will"}),
        ("Play The Deep Gong.", {"Deep Gong": "Deep Gong"}),
    ],
)
def test_names_with_signs_in_them_are_found_whole(text: str, found: dict[str, str]) -> None:
    assert named(text) == found


def test_a_card_is_called_as_its_page_calls_it_wherever_it_is_named() -> None:
    assert {'"Mad" Meg', "Widow Haske", "Flood / Ebb", "Others"} <= records().keys()
    assert "Widow Hasky" not in records()
    assert "There the card is called Widow Hasky." in plain("cards/w/widow-haske/")


def test_a_list_is_no_title() -> None:
    page = card("Kite").replace("# Kite\n", "---\ntitle: [One, Two]\n---\n", 1)
    document = read_document(Source.from_text("kite.md", page)).value
    assert document.title is None
    assert read_card(document).value.name == "Kite"


def test_a_page_without_a_title_is_called_as_its_card_is_printed() -> None:
    told = plain("cards/n/nan-quill/")
    assert 'title: "Nan Quill"' in told
    assert "Also printed as" not in told


def test_blanks_about_a_slash_are_no_other_name() -> None:
    assert "It is chosen by Flood/Ebb." in plain("cards/f/flood-ebb/")


def test_a_ruling_that_named_a_card_only_in_an_earlier_wording_is_told() -> None:
    told = plain("cards/d/deep-gong/").replace("( ", "(")
    assert "Bells, HL 3 (in an earlier wording) A bell that is rung as an echo cannot crack, not even the" in told


def test_a_reprint_with_the_other_sign_differs() -> None:
    told = plain("cards/w/widow-haske/")
    assert "What differs from Gull Quay" in told
    assert "Gives removed: +1 end of removal added: -1 luck." in told


def test_names_of_signs_alone_are_not_one() -> None:
    names = CardNames.of(())
    assert names.key_of("⚓") != names.key_of("★")


def test_an_owner_of_the_texts_is_no_card() -> None:
    kb, text = knowledge(), "Deep Gong Games prints it; Deep Gong rings."
    rights = replace(kb.manifest.rights, owner="Ann Oar, the Deep Gong Games and others")
    for manifest, times in ((kb.manifest, 2), (replace(kb.manifest, rights=rights), 1)):
        finder = link_terms(Base.of(replace(kb, manifest=manifest))).finder
        assert [each.term.name for each in finder.find(text)] == ["Deep Gong"] * times


def test_a_card_without_a_frame_is_of_the_kind_that_its_class_names(tmp_path: Path) -> None:
    cards = {
        "T/tabled.md": "# Tabled Tub\n\n### Quay\n\n| Type | Boat |\n|---|---|\n| Text | It floats. |\n",
        "Z/zither.md": "# Zither\n\n### Quay\n\n| Type | Music |\n|---|---|\n| Text | It sounds. |\n",
    }
    built = dict(build_pages(read(with_cards(tmp_path, cards)), read_templates(LANTERN.parents[1])).value)
    kinds = re.split(r"(?m)^## ", built["cards/kinds/index.md"])
    assert [re.sub(r"<[^>]*>| \{.*", "", each.split("\n")[0]) for each in kinds if "Tabled Tub" in each] == ["Boat"]
    assert [re.sub(r"<[^>]*>| \{.*", "", each.split("\n")[0]) for each in kinds if "Zither" in each] == ["Of no kind"]


def test_an_erratum_that_asks_for_two_things_is_told_once(tmp_path: Path) -> None:
    said = 'Replace "floats" with "sinks." Add "It rings."'
    added = {"\n#### Slack Water\n": f"- A tide.\n\n#### Zinc Tub\n - _Card Erratum_: {said}\n"}
    corpus = with_cards(tmp_path, {"Z/zinc-tub.md": card("Zinc Tub")}, added)
    page = dict(build_pages(read(corpus), read_templates(LANTERN.parents[1])).value)["cards/z/zinc-tub/index.md"]
    assert words_of(page.partition("Changed by")[2].partition("As printed")[0]).count("Replace") == 1
