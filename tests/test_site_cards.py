"""Cards on pages: printings and what differs between them, the text as emended, rulings, and what names a card."""

import posixpath
import re
from dataclasses import replace
from functools import cache
from html import unescape

import pytest
from markupsafe import Markup

from kb.card_pages import lists as card_lists
from kb.card_pages.cards import CardView, _mark, family, find_versions, view_card
from kb.card_pages.lists import CardClass, CardKind, list_cards
from kb.card_pages.lore import gather_lore
from kb.html.quotes import curl
from kb.instructions import Tried, read_face
from kb.model import SectionId
from kb.places.alphabet import fold
from kb.places.base import Base
from kb.places.cards import CardPlaces, PlacedCard, place_cards
from kb.places.terms import link_terms
from kb.provenance import Refusal
from kb.queries.instructions import carry_out
from kb.site.templates import open_environment
from kb.text import word_forms
from tests.built import ROOT
from tests.kites import game, rulings
from tests.made_pages import build_pages
from tests.same_named import words_of as plain
from tests.test_site import body_of, knowledge, pages, templates


@cache
def base() -> Base:
    made = Base.of(knowledge())
    made.terms = link_terms(made)
    made.lore = gather_lore(made)
    return made


def placed(name: str) -> PlacedCard:
    found = base().cards.find(name)
    assert found is not None
    return found


def card(name: str) -> CardView:
    where = placed(name)
    return view_card(base(), where, where.page)


def test_every_card_has_a_page_under_its_letter() -> None:
    for each in knowledge().cards:
        where = placed(each.name)
        assert where.page.startswith(f"cards/{fold(each.name)[0]}/")
        assert f"# {curl(each.name)} " in unescape(pages()[f"{where.page}index.md"])


def test_every_printing_and_all_its_words_stand_on_the_page() -> None:
    for each in knowledge().cards:
        body = body_of(f"{placed(each.name).page}index.md")
        for printing in each.printings:
            assert f'id="{printing.anchor}"' in body or f"#{printing.anchor} " in body
            said = f" {' '.join(word_forms(plain(body)))} "
            for line in (printing.classification, *printing.text.split("\n")):
                assert f" {' '.join(word_forms(line))} " in said, (each.name, line)


def test_printings_that_say_the_same_are_told_once() -> None:
    (only,) = card("Gannet").printings
    assert [anchor for anchor, _ in only.sets] == [
        "lantern-the-drowned-coast",
        "lantern-the-drowned-coast-second-printing",
    ]
    assert (only.likened, only.versus) == ("", None)


def test_a_reprint_in_other_words_shows_what_differs() -> None:
    first, second = card("Black Squall").printings
    assert (first.likened, second.likened) == ("", "card.differs")
    assert second.older == ("lantern-the-drowned-coast", "Lantern: The Drowned Coast")
    assert second.versus is not None
    (put,) = re.findall(r"<ins>(.*?)</ins>", "".join(second.versus.paragraphs))
    assert plain(put) == "added: Wind."
    assert "<del" not in "".join(second.versus.paragraphs)


def test_what_differs_keeps_rules_and_quotations_apart() -> None:
    quoted = "“A gust, and all was dark.” —The Log"
    like = knowledge().cards[0].printings[0]
    texts = (f"Squalls pass.\nOnce a night.\n{quoted}", f"Squalls pass. Once a night, no more.\n{quoted}")
    old, new = (read_face(replace(like, text=text, running=None)) for text in texts)
    shown = _mark(base(), old, new)
    assert [plain(each) for each in shown.paragraphs][1:] == [quoted]
    assert shown.running == 1


def test_without_cards_there_is_no_door_to_them() -> None:
    made = build_pages(game([rulings(Gull="A gull flies.")]), templates()).value
    assert all('\nshut: ["Cards"]\n' in text for path, text in made.items() if path.endswith("index.md"))
    assert not [path for path, text in pages().items() if "\nshut:" in text]
    assert [path for path in made if path.startswith("cards/")] == ["cards/index.md"]  # builders need it
    assert [path for path, text in made.items() if '\nrobots: "noindex"\n' in text] == ["cards/index.md"]


def test_the_emended_text_is_that_of_the_errata_and_names_its_ruling() -> None:
    version = knowledge().newest_version
    assert version is not None
    changed = {each.card.name: each for each in carry_out(knowledge(), version).cards}
    for each in knowledge().cards:
        made = changed.get(each.name)
        assert card(each.name).changed == (sum(one.changed for one in made.printings) if made else 0)
    shown = card("Gannet").printings[0]
    assert shown.emended is not None
    figures = "".join(shown.emended.figures)
    assert "4" in re.findall(r"<del[^>]*>(.*?)</del>", figures)[0]
    assert "3" in re.findall(r"<ins>(.*?)</ins>", figures)[0]
    ((address, name),) = shown.causes[0].rulings
    assert address.startswith("../../../rulings/card/gannet/#gannet-")
    assert name == "HL 4, Gannet"


def test_an_erratum_that_is_not_carried_out_is_told_where_it_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    where, name = placed("Gannet"), "carried out in 1 printing"
    made = base().lore.emended[where.path]
    printing = made.printings[0]
    missed = Tried((), Refusal.TEXT_NOT_FOUND, "the words to be replaced are not in the text")
    there = Tried((), Refusal.ALREADY_APPLIED, "the text has the new words already")

    def told(tried: Tried) -> str:
        outcomes = tuple(replace(each, tried=tried) for each in printing.outcomes)
        untouched = replace(printing, face=read_face(printing.printing), outcomes=outcomes)
        lore = replace(base().lore, emended={where.path: replace(made, printings=(untouched,))})
        monkeypatch.setattr("kb.site.gather_lore", lambda _: lore)
        return build_pages(knowledge(), templates()).value[f"{where.page}index.md"]

    page = told(missed)
    assert f"errata not {name}" in page
    assert "no erratum changes its words" not in page
    assert re.search(r"<details[^>]* open><summary>Errata not carried out in this printing<", page)
    assert "Errata that change nothing" not in page
    page = told(there)
    assert name not in page
    assert "no erratum changes its words" in page
    assert "Errata that change nothing in this printing" in page


def test_an_erratum_that_no_instruction_is_read_from_is_told_beside_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may stand under the names of several cards at once."""
    where = placed("Gannet")
    (before,) = re.findall(r"(\d+) erratum below", plain(pages()[f"{where.page}index.md"])) or ["none"]
    lore = replace(base().lore, emended={})
    monkeypatch.setattr("kb.site.gather_lore", lambda _: lore)
    page = plain(build_pages(knowledge(), templates()).value[f"{where.page}index.md"])
    assert before == "none"
    assert "2 printings · 1 erratum below not carried out" in page
    assert "Card Erratum" in page.partition("Rulings and errata")[2]


def test_the_words_marked_in_an_emended_text_give_it_back() -> None:
    version = knowledge().newest_version
    assert version is not None
    for made in carry_out(knowledge(), version).cards:
        faces = {" ".join(word_forms(each.face.text)) for each in made.printings if each.changed}
        for shown in card(made.card.name).printings:
            if shown.emended is not None:
                kept = re.sub(
                    r"<del[^>]*>.*?</del>|<span class=\"vh\">[^<]*</span>", " ", " ".join(shown.emended.paragraphs)
                )
                assert " ".join(word_forms(plain(kept))) in faces


def test_terms_in_an_emended_text_lead_to_their_rulings_as_in_the_printed_one() -> None:
    """None is linked twice, and none in a quotation."""
    shown = card("Gannet").printings[0]
    assert shown.emended is not None
    linked = [
        re.findall(r'<a class="term" href="([^"]*)"', each)
        for each in map("".join, (shown.emended.paragraphs, shown.printed.paragraphs))
    ]
    assert linked[0] == linked[1] != []
    assert len(set(linked[0])) == len(linked[0])


def test_an_erratum_of_a_date_list_tells_its_day() -> None:
    (cause,) = card("The Merry Widow").printings[0].causes
    assert cause.effective == '<time datetime="2005-11-28">28 November 2005</time>'
    assert cause.reason == ""


def test_rulings_of_all_versions_stand_with_their_status() -> None:
    shown = card("Gannet")
    assert len(shown.rulings) == 2
    assert {each.life.status for each in shown.rulings} == {"in-force"}
    assert all(each.address.startswith("../../../rulings/") for each in shown.rulings)
    assert all("HL" in each.life.span for each in shown.rulings)


def test_rules_and_rulings_that_name_a_card_are_listed_there() -> None:
    shown = card("Gannet")
    assert "Gannet" in "".join(each.words for each in shown.named)
    rules = {title: places for each in knowledge().cards for title, places in card(each.name).rules}
    assert rules
    for places in rules.values():
        assert all(re.search(r"<strong>[^<]+</strong>", each.words) for each in places)
        assert all(each.address.startswith("../../../rules/") for each in places)


def test_names_of_cards_in_rules_lead_to_their_pages() -> None:
    found = re.findall(r'<a class="term[^"]*" href="([^"]*)">(.*?)</a>', body_of("rules/the-drowned-coast/index.md"))
    assert ("../../cards/b/black-squall/", "Black Squall") in found


def test_answers_about_a_card_stand_on_its_page_and_on_that_of_its_rulings() -> None:
    asked = [each.name for each in knowledge().cards if card(each.name).answers]
    assert asked
    answered = [page for page in pages() if page.startswith("rulings/card/") and "qa" in pages()[page]]
    assert answered


def test_lists_have_every_card_by_letter_and_kind() -> None:
    lists = list_cards(base(), base().cards.placed, "cards/")
    names = {each.name for each in knowledge().cards}
    assert {line.name for each in lists.letters for line in each.cards} == names
    assert {line.name for kind in lists.kinds for each in kind.classes for line in each.cards} == names
    assert [kind.name for kind in lists.kinds] == ["Bell", "Boat", "Keeper", "Lamp", "Storm", "Supply", "Tower"]
    assert lists.few and lists.jumps == () and not any(kind.address for kind in lists.kinds)
    for each in lists.letters:
        assert f"cards/{each.address}index.md" in pages()
        assert each.count == len(each.cards)


def test_classes_of_cards_that_have_no_kinds_are_headed_right_below_the_title() -> None:
    kb = knowledge()
    frameless = tuple(
        replace(card, printings=tuple(replace(each, frame="") for each in card.printings)) for card in kb.cards
    )
    page = build_pages(replace(kb, cards=frameless), templates()).value["cards/kinds/index.md"]
    assert "<h2>Boat</h2>" in page and "<h3>" not in page


def test_many_cards_have_a_page_for_each_kind_and_the_index_only_counts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_lists, "FEW", 10)
    monkeypatch.setattr(card_lists, "LONG", 3)
    made = build_pages(knowledge(), templates()).value
    names = {curl(each.name) for each in knowledge().cards}
    for path in ("cards/index.md", "cards/kinds/index.md"):
        assert [name for name in names if name in plain(made[path])] == [], path
    kinds = re.findall(r'<p><a href="([a-z-]+/)">(\d+) cards?</a></p>', made["cards/kinds/index.md"])
    assert len(kinds) == 7
    shown = {page: made[f"cards/kinds/{page}index.md"] for page, _ in kinds}
    for page, count in kinds:
        assert len(set(re.findall(r'<li><a href="(\.\./\.\./\w/[^"]*)">', shown[page]))) == int(count)
    assert all(any(name in unescape(text) for text in shown.values()) for name in names)
    jumping = {
        path: text for path, text in made.items() if '<p class="letters jumps">' in text and "/kinds/" not in path
    }
    assert jumping
    for path, text in jumping.items():
        jumps = re.findall(r'href="#([^"]*)"', text[text.index("letters jumps") : text.index("plain cards")])
        assert jumps == sorted(jumps) and len(set(jumps)) == len(jumps) > 0
        assert all(f'<li id="{each}">' in text for each in jumps), path


@pytest.mark.parametrize(
    ("frame", "frames", "own"),
    [
        ("storm-second", ["storm", "storm-second"], "storm"),
        ("storm", ["storm", "storm-second"], "storm"),
        ("hero-site", ["hero-resource", "hero-site"], "hero-site"),
        ("stormy", ["storm", "stormy"], "stormy"),
        ("", [""], ""),
    ],
)
def test_reprints_are_of_the_version_whose_frame_they_have(frame: str, frames: list[str], own: str) -> None:
    assert family(frame, frames) == own


WRECKER = "Each dusk a wrecker of yours may hang a false light on a rock that no boat has passed this turn."
CAPTAIN = "A captain counts the oars of every boat he boards, and pays for those that are lost before dawn."


@pytest.mark.parametrize(
    ("printed", "versions"),
    [
        (
            [("Keeper Wrecker", WRECKER), ("Keeper Captain", CAPTAIN), ("Keeper Wrecker", f"{WRECKER} Twice.")],
            (0, 1, 0),
        ),
        ([("Keeper Wrecker", WRECKER), ("Keeper Wrecker", CAPTAIN)], (0, 0)),
        ([("Keeper Wrekcer", WRECKER), ("Keeper Wrecker", f"{WRECKER} Twice.")], (0, 0)),
        ([("Keeper", WRECKER), ("Storm", CAPTAIN), ("Storm", f"{CAPTAIN} Once."), ("Keeper", CAPTAIN)], (0, 1, 1, 0)),
    ],
    ids=["another kind between", "written anew", "a slip in the line", "each with its own"],
)
def test_a_reprint_is_of_the_version_that_has_its_type_line(
    printed: list[tuple[str, str]], versions: tuple[int, ...]
) -> None:
    first = placed("Gannet").card.printings[0]
    made = [replace(first, classification=line, text=text, running=None) for line, text in printed]
    assert find_versions(made) == versions


def test_a_printing_of_another_kind_in_one_frame_is_compared_with_none_of_its_own() -> None:
    where = placed("Gannet")
    first = where.card.printings[0]
    told = [
        ("One", "Keeper Wrecker", WRECKER),
        ("Two", "Keeper Captain", CAPTAIN),
        ("Three", "Keeper Wrecker", f"{WRECKER} Twice."),
    ]
    made = [
        replace(
            first, set=name, anchor=SectionId(name.lower()), classification=line, text=text, running=None, rulings=()
        )
        for name, line, text in told
    ]
    shown = view_card(base(), replace(where, card=replace(where.card, printings=tuple(made))), where.page).printings
    assert [each.likened for each in shown] == ["", "card.version", "card.differs"]
    assert [each.older[1] for each in shown] == ["", "One", "One"]


def test_letters_fold_accents_and_names_said_twice_are_counted() -> None:
    one = knowledge().cards[0]
    cards = tuple(replace(one, name=name) for name in ("Éa", "Ea", "“Bo”", "8 Bells", "Ea"))
    where = place_cards(replace(knowledge(), cards=cards))
    assert sorted(each.page for each in where.placed) == [
        *("cards/b/bo/", "cards/e/ea-2/", "cards/e/ea-3/", "cards/e/ea/", "cards/other/8-bells/"),
    ]
    assert where.find("EA") is where.placed[[each.page for each in where.placed].index("cards/e/ea/")]
    assert CardPlaces().find("Ea") is None


def test_cards_that_no_edit_touched_keep_their_places() -> None:
    known = knowledge()
    where, edited = place_cards(known), replace(known, cards=known.cards[1:])
    assert place_cards(replace(known, diagnostics=())) is where
    assert [each.card for each in place_cards(edited).placed if each.card not in edited.cards] == []
    assert len(place_cards(edited).placed) == len(where.placed) - 1


def test_a_corpus_without_cards_says_so() -> None:
    made = build_pages(replace(knowledge(), cards=()), templates())
    assert made.diagnostics == ()
    assert "No cards are at hand" in made.value["cards/index.md"]
    assert not [page for page in made.value if re.match(r"cards/./", page)]


def test_the_page_without_cards_says_why_and_where_to_go() -> None:
    made = build_pages(replace(knowledge(), cards=()), templates()).value["cards/index.md"]
    assert "the texts of the cards themselves are not among them" in made
    assert re.findall(r'href="(\.\./ru[a-z]*/)"', made) == ["../rulings/", "../rules/"]


def test_no_page_of_a_card_is_in_the_navigation() -> None:
    named = re.findall(r"^  - \w+: (\S+)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    assert [each for each in named if each.startswith("cards/")] == ["cards/index.md"]


def test_a_page_tells_of_the_cards_it_links_and_of_no_others() -> None:
    told = 0
    for path, text in pages().items():
        page = path.removesuffix("index.md")
        linked = {href for href in re.findall(r'<a class="term" href="([^"]*)"', text) if _card_of(page, href)}
        hints = pages().hints(path, "cards")
        assert set(hints) == linked, path
        assert all(curl(_card_of(page, href)) == hint[0] for href, hint in hints.items())
        told += len(hints)
    assert told > 10


def _card_of(page: str, href: str) -> str:
    where = posixpath.normpath(posixpath.join(page, href)) + "/"
    return next((each.card.name for each in base().cards.placed if each.page == where), "")


def test_a_search_finds_a_card_by_its_text_in_force_and_nothing_else_on_its_page() -> None:
    body = body_of(f"{placed('Gannet').page}index.md")
    assert re.findall(r"<del[^>]*>", body) == ["<del data-search-exclude>"]
    headings = [line for line in body.split("\n") if line.startswith("## ") and "#kb:" in line]
    assert headings
    assert all(line.endswith('data-search-exclude="" }') for line in headings)


def test_cards_that_errata_changed_are_told_in_the_list_of_their_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who wants all cards of a kind that errata changed need not open each, nor look for them by letter."""
    monkeypatch.setattr(card_lists, "FEW", 10)
    made = build_pages(knowledge(), templates()).value
    changed = {
        line.name: line.kinds for line in list_cards(base(), base().cards.placed, "cards/").lines if line.changed
    }
    assert changed
    shown = [text for path, text in made.items() if re.match(r"cards/kinds/.", path) and path[12:] != "index.md"]
    signed = re.compile(r'<li><a href="[^"]*">([^<]*)</a> <span class="sign">changed by errata</span></li>')
    assert {curl(unescape(name)) for text in shown for name in signed.findall(text)} == {curl(each) for each in changed}
    for text in shown:
        counts = re.findall(r" cards?\s· (\d+) changed by errata\s· ", text)
        assert counts == [str(len(set(signed.findall(text))))] * bool(signed.search(text))


def test_a_long_class_breaks_behind_its_slashes_where_classes_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_lists, "FEW", 10)
    kb = knowledge()
    named = tuple(
        replace(card, printings=tuple(replace(each, classification="Scout/Ranger Man") for each in card.printings))
        for card in kb.cards
    )
    page = build_pages(replace(kb, cards=named), templates()).value["cards/kinds/index.md"]
    assert ">Scout/<wbr>Ranger Man</a>" in page and "Scout/Ranger" not in page


def test_a_long_kind_breaks_behind_its_slashes() -> None:
    macros = vars(open_environment(templates(), "en").get_template("macros/card.j2").module)
    kind = CardKind("Character", "character", "", 1, (CardClass("Scout/<Ranger> Man", "", ()),))
    shown = str(macros["classes"](kind, False, base().words))
    assert "<h3>Scout/<wbr>&lt;Ranger&gt; Man</h3>" in shown


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (Markup("Scout/Ranger Man"), "Scout/<wbr>Ranger Man"),
        (Markup("<del>Scout</del>/<ins>Ranger/Sage</ins>"), "<del>Scout</del>/<wbr><ins>Ranger/<wbr>Sage</ins>"),
        (Markup("Scout &amp; Ranger, 1/ 2"), "Scout &amp; Ranger, 1/ 2"),
    ],
)
def test_the_line_of_a_card_breaks_behind_its_slashes_too(line: Markup, shown: str) -> None:
    """At twice the letters a phone is too narrow for it, and no word of it is to be cut in two."""
    macros = vars(open_environment(templates(), "en").get_template("macros/card.j2").module)
    view = card("Gannet").printings[0].printed
    assert f'<span class="class">{shown}</span>' in str(macros["face"](replace(view, classification=line)))
    listed = list_cards(base(), [placed("Gannet")], "cards/").lines[0]
    assert shown in str(macros["lines"]([replace(listed, kinds=(line,))], base().words))
