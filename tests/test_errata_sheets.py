"""A short sheet of errata issued beside and after a digest of rulings: it adds to it and takes nothing's place."""

import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from kb.diagnostics import Outcome
from kb.files import read_corpus
from kb.graph import Kb
from kb.instructions import read_instructions
from kb.model import CompendiumVersion, SectionKind, VersionId
from kb.pipeline import build_kb
from kb.provenance import Refusal
from kb.queries.instructions import emend_cards
from kb.readers.compendium import Declared, read_compendium
from kb.readers.kramdown import read_document
from kb.rulings import kind_of
from kb.site import build_tree
from kb.text import Source
from tests.built import LANTERN
from tests.made_pages import build_pages
from tests.test_site import knowledge, pages, templates

SHEET = """\
# Harbour Sheet

## Card Errata

### Old Ferryman

Replace "one oil" with "two oil."

### Gannet

Replace "speed 3" with "speed 2."

### Black Squall

Add "Wind."

### Lamp Boy

Add "Only one to a crew."
"""
ENTRY = """
  harbour-sheet:
    title: "Harbour Sheet"
    abbreviation: HS
    versions:
      - {id: harbour-sheet-1, number: "1", date: "%s", path: sheet.md, profile: {lacks: [term, turn, card, delayed]}}

works:
"""


@cache
def with_sheet(date: str = "2006-09-01") -> Kb:
    with TemporaryDirectory() as folder:
        corpus = shutil.copytree(LANTERN, Path(folder) / "lantern")
        (corpus / "texts" / "sheet.md").write_text(SHEET, encoding="utf-8")
        manifest = (corpus / "corpus.yml").read_text(encoding="utf-8")
        (corpus / "corpus.yml").write_text(manifest.replace("\nworks:\n", ENTRY % date, 1), encoding="utf-8")
        opened = read_corpus(corpus).value
        assert opened is not None
        return build_kb(opened.manifest, opened.texts).value


def changed(kb: Kb) -> dict[str, str]:
    """The words of the first printing of each card that errata change, as emended."""
    faces = {each.card.name: each.printings[0].face for each in emend_cards(kb) if each.printings[0].changed}
    return {name: " ".join((*face.passage.paragraphs, *dict(face.fields).values())) for name, face in faces.items()}


def test_the_digest_stays_what_the_site_is_about() -> None:
    assert [version.id for version in with_sheet().newest_versions] == ["harbour-sheet-1", "harbour-ledger-4"]
    assert with_sheet().newest_version is with_sheet().versions[VersionId("harbour-ledger-4")]
    made = build_pages(with_sheet(), templates())
    assert pages().keys() <= made.value.keys()
    added = made.value.keys() - pages().keys()
    assert {path for path in added if path.endswith(".md")} == {
        *("rulings/instructions/harbour-sheet/index.md", "rulings/versions/harbour-sheet-1/index.md"),
        "rulings/card/lamp-boy/index.md",
    }


def test_an_address_above_pages_leads_to_the_list_that_most_of_them_are_in() -> None:
    before, after = (build_tree(kb, templates()).value.files for kb in (knowledge(), with_sheet()))
    assert "#card" in before["rulings/card/index.html"]
    assert before["rulings/card/index.html"] == after["rulings/card/index.html"]


def test_of_two_digests_it_is_about_the_one_issued_last() -> None:
    kb = knowledge()
    old, new = (kb.versions[VersionId(f"harbour-ledger-{number}")] for number in (3, 4))
    other = replace(old, compendium="TT", date="2007-01-01")
    assert 2 * len(other.statements) > len(new.statements) > len(other.statements)
    assert replace(kb, versions={old.id: other, new.id: new}).newest_version is other
    other = replace(other, date="2006-01-01")
    assert replace(kb, versions={old.id: other, new.id: new}).newest_version is new
    few = replace(old, compendium="TT", date="2007-01-01", statements=old.statements[:40])
    assert replace(kb, versions={old.id: few, new.id: new}).newest_version is new, "a mere sheet"


def test_cards_have_the_errata_of_both() -> None:
    before, after = changed(knowledge()), changed(with_sheet())
    assert before.keys() < after.keys() == before.keys() | {"Old Ferryman"}
    assert "two oil" in after["Old Ferryman"]
    assert before["Gannet"].replace("speed 3", "speed 2") == after["Gannet"] != before["Gannet"]
    assert {name: after[name] for name in before if name != "Gannet"} == {
        name: words for name, words in before.items() if name != "Gannet"
    }


def test_what_a_later_one_asks_of_words_that_the_other_put_there_is_carried_out() -> None:
    (gannet,) = (each for each in emend_cards(with_sheet()) if each.card.name == "Gannet")
    assert [outcome.tried.refusal for outcome in gannet.printings[0].outcomes] == [None, None]
    page = body_of_card(with_sheet(), "cards/g/gannet/index.md")
    assert "HS\N{NO-BREAK SPACE}1, Gannet" in page and "Errata not carried out in this printing" not in page


def test_what_an_earlier_one_asks_of_words_that_the_other_changed_is_told_as_not_done() -> None:
    kb = with_sheet("2005-01-01")
    page = body_of_card(kb, "cards/g/gannet/index.md")
    undone = page[page.index("Errata not carried out in this printing") :]
    assert "Replace “speed 3” with “speed 2.”" in undone and "The words to be replaced are not in the text" in undone


def test_what_both_ask_alike_is_done_once_and_rests_on_both() -> None:
    (squall,) = (each for each in emend_cards(with_sheet()) if each.card.name == "Black Squall")
    (order,) = squall.orders
    stated = {life.id: life.compendium for c in with_sheet().chronicles.values() for life in c.history.lives}
    assert {stated[name] for name in order.rulings} == {"HL", "HS"}


def test_a_sheet_of_before_is_carried_out_too() -> None:
    kb = with_sheet("2005-01-01")
    assert changed(kb) == {**changed(with_sheet()), "Gannet": changed(knowledge())["Gannet"]}
    (gannet,) = (each for each in emend_cards(kb) if each.card.name == "Gannet")
    assert [outcome.tried.refusal for outcome in gannet.printings[0].outcomes] == [None, Refusal.TEXT_NOT_FOUND]


def body_of_card(kb: Kb, page: str) -> str:
    return build_pages(kb, templates()).value[page]


PAIRED = """\
# Harbour Errata Sheet

## Rules Errata

A crew that waits is at sea.

## Card Errata

Gull: Replace "land" with "sea."

Tern (winter): Its "land" is more of a "sea."
"""


def paired(text: str = PAIRED) -> Outcome[CompendiumVersion]:
    return read_compendium(read_document(Source.from_text("sheet.md", text)).value)


def test_errata_of_cards_beside_errata_of_rules_are_a_list_of_errata_too() -> None:
    outcome = paired()
    assert outcome.diagnostics == ()
    assert [kind_of(each) for each in outcome.value.statements] == ["erratum"] * 3
    told = tuple(read_instructions(outcome.value, ()))
    assert [(each.target.card, each.clear) for each in told] == [("", False), ("Gull", True), ("Tern", False)]


def test_errata_of_cards_alone_stand_with_what_else_is_said_of_cards() -> None:
    alone = PAIRED.replace("## Rules Errata", "## Rulings by Term")
    assert [each.kind for each in paired(alone).value.sections] == [SectionKind.TERM, SectionKind.CARD]


def test_brackets_behind_a_name_are_of_it_where_a_card_is_called_so() -> None:
    (_, _, tern) = read_instructions(paired().value, (), {"tern-winter"})
    assert (tern.target.card, tern.target.qualifier) == ("Tern (winter)", "")
    listed = PAIRED.replace("## Card Errata", "## Card Rulings\n\n### Tern (winter)\n\nIt sleeps.\n\n## Errata Listing")
    assert [each.term for each in paired(listed).value.statements][-1] == "Tern (winter)"


def test_a_sheet_whose_title_speaks_of_errata_lacks_no_other_section() -> None:
    declared = Declared(version=VersionId("s-1"), lacks=frozenset())
    sheet = read_document(Source.from_text("sheet.md", PAIRED))
    assert read_compendium(sheet.value, declared).diagnostics == ()
    digest = read_document(Source.from_text("digest.md", PAIRED.replace("Errata Sheet", "Digest")))
    assert [each.code.code for each in read_compendium(digest.value, declared).diagnostics] == ["KB504"]
