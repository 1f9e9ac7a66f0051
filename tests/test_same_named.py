"""Cards of one name, of names that are nearly one, and of names that only a printing has: each is told and reached."""

import re
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

from kb.answers.search import Kind, Record
from kb.graph import Kb
from kb.instructions import EmendedPrinting
from kb.mentions import MentionFinder
from kb.provenance import Refusal
from kb.queries.instructions import CardOrder, carry_out, outcome_of
from kb.queries.terms import know_terms
from kb.search import SearchIndex
from kb.search.gather import gather_records
from kb.terms import CardNames
from kb.tools.builders import read_templates
from tests.built import LANTERN
from tests.made_pages import Pages, build_pages
from tests.same_named import card, read, with_cards
from tests.same_named import words_of as plain

ROOT = LANTERN.parents[1]
CARDS = {
    "G/gannet-bird.md": card("Gannet", {"frame": "keeper", "kind": "Bird", "text": "It dives."}),
    "M/mudlarks.md": card("Mudlarks", {"text": "They dig two holes."}),
    "M/mr-wick.md": card("Mr. Wick"),
    "T/tidal-1.md": card("Tidal"),
    "T/tidal-2.md": card("Tidal"),
    "T/tidal-3.md": card("Tidal", {"kind": "Bird"}),
    "P/pitch-pot.md": card(
        "Pitch Pot", {"set": "Early", "name": "Tar Kettle", "text": "It boils."}, {"text": "It boils over."}
    ),
}
NAMED = {
    "It floats.": " Of the Mudlarks one was a Mudlark. Some boil pitch in a Tar Kettle, others in the Pitch Pot."
    " They met Mr. Wick."
}


@cache
def knowledge() -> Kb:
    with TemporaryDirectory() as folder:
        return read(with_cards(Path(folder), CARDS, NAMED))


@cache
def pages() -> Pages:
    outcome = build_pages(knowledge(), read_templates(ROOT))
    assert outcome.diagnostics == ()
    return outcome.value


def page(path: str) -> str:
    return pages()[f"{path}index.md"]


@cache
def records() -> tuple[Record, ...]:
    return gather_records(knowledge(), know_terms(knowledge()))


def found(words: str) -> list[str]:
    index = SearchIndex.of(records(), know_terms(knowledge()))
    return [f"{hit.record.title} {hit.record.address}" for hit in index.find(words, [Kind.CARD]).hits]


def test_each_of_two_cards_of_one_name_says_what_it_is_and_leads_to_the_other() -> None:
    for path, own, other, way in (
        ("cards/g/gannet/", "Gannet (Boat)", "Gannet (Bird)", "../gannet-2/"),
        ("cards/g/gannet-2/", "Gannet (Bird)", "Gannet (Boat)", "../gannet/"),
    ):
        assert f"# {own} " in unescape(page(path))
        assert f'Another card of this name: <a href="{way}">{other}</a>' in page(path)
    assert "Another card" not in page("cards/m/mudlark/")


def test_lists_tell_cards_of_one_name_apart() -> None:
    for path in ("cards/", "cards/g/", "cards/kinds/"):
        assert "Gannet (Boat)" in plain(page(path)).replace("( ", "("), path
        assert "Gannet (Bird)" in plain(page(path)), path


def test_a_search_finds_each_card_of_a_name_by_what_it_says() -> None:
    assert sorted(found("gannet")[:2], reverse=True) == [
        "Gannet (Boat) /cards/g/gannet/",
        "Gannet (Bird) /cards/g/gannet-2/",
    ]
    both = [each for each in records() if each.kind is Kind.CARD and each.title.startswith("Gannet")]
    assert [each.id for each in both] == ["gannet", "gannet-2"]
    assert "dives" in both[1].text and "dives" not in both[0].text


def test_a_card_that_hovers_leads_to_the_others_of_its_name() -> None:
    told = 0
    for path in pages():
        for way, hint in pages().hints(path, "cards").items():
            others = [(said, name) for said, name, _ in (hint[4] if len(hint) > 4 else ())]
            if hint[0] == "Gannet":
                assert others == [("Another card of this name:", "Gannet (Bird)")]
                assert hint[4][0][2] == way.replace("gannet/", "gannet-2/")
                told += 1
            else:
                assert others == []
    assert told


def test_the_page_of_a_card_does_not_lead_away_for_its_own_name() -> None:
    assert not re.findall(r'<a class="term" href="[^"]*">Gannet</a>', page("cards/g/gannet-2/"))


def test_both_cards_of_a_name_have_the_rulings_under_it_and_an_erratum_is_for_the_one_that_has_its_words() -> None:
    version = knowledge().newest_version
    assert version is not None
    done = carry_out(knowledge(), version)
    told = {each.card.printings[0].classification: each for each in done.cards_named("gannet")}
    assert any(each.changed for each in told["Boat"].printings)
    assert not any(each.changed for each in told["Bird"].printings)
    (order,) = done.orders_for("Gannet")
    assert isinstance(order, CardOrder) and outcome_of(order) == "applied"
    assert [made for made, tried in order.outcomes if tried.tried.refusal is None] == list(told["Boat"].printings)
    assert [_refusal(each) for each in told["Bird"].printings] == [Refusal.OUTSIDE_SCOPE]
    assert "Errata not carried out" not in page("cards/g/gannet-2/")
    for path in ("cards/g/gannet/", "cards/g/gannet-2/"):
        assert "may not be used to dive" in plain(page(path))


def _refusal(printing: EmendedPrinting) -> Refusal | None:
    return printing.outcomes[0].tried.refusal


def test_names_with_one_key_lead_each_to_its_own_card() -> None:
    links = dict(re.findall(r'<a class="term" href="([^"]*)">(Mudlarks?)</a>', page("cards/g/gannet/")))
    assert links == {"../../m/mudlarks/": "Mudlarks", "../../m/mudlark/": "Mudlark"}
    assert found("mudlarks")[0].startswith("Mudlarks ")
    assert found("mudlark")[0].startswith("Mudlark ")
    (one,) = know_terms(knowledge()).find("Mudlark")
    (many,) = know_terms(knowledge()).find("mudlarks")
    assert (one.name, many.name) == ("Mudlark", "Mudlarks")
    assert "two holes" not in plain(page("cards/m/mudlark/"))


def test_articles_and_numbers_tell_names_of_cards_apart() -> None:
    boat = knowledge().cards[0]
    names = CardNames.of(replace(boat, name=name, printings=()) for name in ("Bells", "The Bell", "Lamp", "The Lamp"))
    keys = {
        name: names.key_of(name) for name in ("Bell", "The Bell", "Bell, The", "Bells", "lamp", "The Lamp", "Lamps")
    }
    assert keys["Bell"] == keys["The Bell"] == keys["Bell, The"] == "bell"
    assert keys["Bells"] == "bells"
    assert keys["lamp"] == keys["Lamps"] == "lamp"
    assert keys["The Lamp"] == "thelamp"


def test_cards_of_one_name_that_nothing_tells_apart_are_counted() -> None:
    told = [
        plain(page(path)).partition(" Another")[0]
        for path in ("cards/t/tidal/", "cards/t/tidal-2/", "cards/t/tidal-3/")
    ]
    assert [re.findall(r"# (Tidal \(.*?\)) ", each)[0] for each in told] == [
        *("Tidal (Boat, 1)", "Tidal (Boat, 2)", "Tidal (Bird, 3)"),
    ]


def test_a_stop_behind_a_shortened_word_of_a_name_ends_no_name() -> None:
    assert '<a class="term" href="../../m/mr-wick/">Mr. Wick</a>' in page("cards/g/gannet/")


def test_a_name_that_only_a_printing_has_is_found_listed_and_linked() -> None:
    assert found("tar kettle")[0] == "Pitch Pot /cards/p/pitch-pot/"
    assert found("pitch pot")[0] == "Pitch Pot /cards/p/pitch-pot/"
    (record,) = (each for each in records() if each.title == "Pitch Pot")
    assert record.text.startswith("Also printed as Tar Kettle. ")
    assert "Also printed as Tar Kettle. (Early)" in plain(page("cards/p/pitch-pot/"))
    for path in ("cards/", "cards/t/"):
        assert "Tar Kettle, see Pitch Pot" in plain(page(path)), path
    assert "Tar Kettle" not in page("cards/p/")
    assert '<a class="term" href="../../p/pitch-pot/">Tar Kettle</a>' in page("cards/g/gannet/")


def test_a_letter_that_no_card_has_lists_the_names_that_printings_have_under_it(tmp_path: Path) -> None:
    kb = read(with_cards(tmp_path, {"P/pitch-pot.md": card("Pitch Pot", {"name": "Quern of Tar"})}))
    made = dict(build_pages(kb, read_templates(ROOT)).value)
    for path in ("cards/", "cards/q/"):
        assert "Quern of Tar, see Pitch Pot" in plain(made[f"{path}index.md"]), path
    assert "0 cards" not in plain(made["cards/q/index.md"])
    assert '<a href="cards/q/">Q</a>' in made["index.md"]
    assert '<a href="../q/">Q</a>' in made["cards/p/index.md"]


def test_a_possessive_is_of_the_one_that_is_named() -> None:
    finder, text = MentionFinder(know_terms(knowledge())), "The Mudlark's hole, the Mudlarks' hole, two Mudlarks."
    assert [each.term.name for each in finder.find(text)] == ["Mudlark", "Mudlarks", "Mudlarks"]


def test_a_word_is_shortened_before_the_word_that_names_have_behind_it() -> None:
    with TemporaryDirectory() as folder:
        cards = {"L/lamp-no-7.md": card("Lamp No. 7"), "N/no-seven.md": card("No Seven")}
        finder = MentionFinder(know_terms(read(with_cards(Path(folder), cards))))
    text = "Is it Lamp No. 7? No. Seven may not."
    assert [text[each.span.start : each.span.end] for each in finder.find(text)] == ["Lamp No. 7"]


def test_a_printed_name_that_another_card_has_is_of_that_card() -> None:
    with TemporaryDirectory() as folder:
        kb = read(with_cards(Path(folder), {"A/awl.md": card("Awl", {"name": "Gannet"})}))
    (gannet,) = know_terms(kb).find("Gannet")
    assert [each.path for each in gannet.places if each.path.startswith("cards/")] == ["cards/G/gannet.md"]


def test_names_that_differ_in_an_accent_or_in_capitals_have_each_its_own_rulings(tmp_path: Path) -> None:
    cards = {
        "R/rene.md": card("Rene", {"kind": "Keeper"}),
        "R/rene-2.md": card("René", {"kind": "Bird"}),
        "G/gull-boat.md": card("Grey gull", {"kind": "Boat"}),
        "G/gull-inn.md": card("Grey Gull", {"kind": "Inn"}),
    }
    added = {
        "### -= GGG =-\n": "\n".join(
            [
                "\n#### Rene",
                "- He sings.",
                "",
                "#### René",
                "- He flies.",
                "",
                "#### Grey gull",
                "- It sails.",
                "",
                "#### Grey Gull",
                "- It has beds.",
                "",
                "#### GREY GULL",
                "- It is grey.",
                "",
            ]
        )
    }
    known = read(with_cards(tmp_path, cards, added))
    built = dict(build_pages(known, read_templates(ROOT)).value)
    said = {
        name: {
            words
            for words in ("sings", "flies", "sails", "has beds", "is grey")
            if words in built[f"cards/{name}/index.md"]
        }
        for name in ("r/rene", "r/rene-2", "g/grey-gull", "g/grey-gull-2")
    }
    assert said == {
        "r/rene": {"sings"},
        "r/rene-2": {"flies"},
        "g/grey-gull": {"sails", "is grey"},
        "g/grey-gull-2": {"has beds", "is grey"},
    }
