"""The stages that read: witnesses apart from versions, FAQ files as sheets, card pages as cards."""

import pytest

from kb.audit import find_all
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.model import VersionId
from kb.pipeline import build_kb
from kb.rulings import own_words
from kb.text import Source
from tests.test_cards import PAGE
from tests.test_corpus import GOOD

RULINGS = "# K\n\n## Rulings by Term\n\n### Air\n\n- Air is free.\n\n## Card Rulings\n\n### Kite\n\n- It flies.\n"


def built(**texts: str) -> Kb:
    manifest = load_manifest(
        Source.from_text("corpus.yml", GOOD.replace("cards:\n", "cards:\n  reader: cards\n"))
    ).value
    assert manifest is not None
    paths = {text.id: text.path for text in manifest.texts}
    given = {paths[name.replace("_", "-")]: text.encode() for name, text in texts.items()}
    return build_kb(manifest, given).value


def test_a_second_witness_is_read_and_is_no_version() -> None:
    kb = built(lrf_1=RULINGS, lrf_1b=RULINGS.replace("flies", "flew"), lrf_2=RULINGS)
    assert sorted(kb.versions) == ["lrf-1", "lrf-2"]
    assert [statement.words for statement in kb.witnesses[VersionId("lrf-1b")].statements] == [
        "Air is free.",
        "It flew.",
    ]
    assert kb.newest_version is kb.versions[VersionId("lrf-2")]


def test_each_version_is_held_against_its_own_profile() -> None:
    kb = built(lrf_1=RULINGS, lrf_2=RULINGS)
    told = {found.path: found.message for found in kb.diagnostics if found.code.code == "KB504" and found.line == 9}
    assert list(told) == ["lrf-1.md"]
    assert "`card` is here" in told["lrf-1.md"]
    absent = [found.path for found in kb.diagnostics if found.code.code == "KB504" and "not found" in found.message]
    assert absent == ["lrf-1.md", "lrf-2.md"]


def test_questions_and_cards_join_the_knowledge_base() -> None:
    kb = built(faq_1="**Q:** Does it fly?\n**A:** It does.\n", a=PAGE)
    assert [(statement.context, statement.words) for statement in kb.sheets["faq-1"].statements] == [
        ("Does it fly?", "It does.")
    ]
    assert kb.sheets["faq-1"].date == "1996-01-01"
    assert [card.name for card in kb.cards] == ["Red Kite"]
    assert "cards/a.md" not in kb.documents
    assert "cards/a.md" not in kb.unread
    assert {account.path for account in kb.accounts} == {"faq.md", "cards/a.md"}
    assert not [account.unexplained for account in kb.accounts if account.unexplained]


def test_cards_are_read_as_cards_unless_the_manifest_says_otherwise() -> None:
    texts = {"cards/a.md": PAGE.encode()}
    for manifest, names in ((GOOD, ["Red Kite"]), (GOOD.replace("cards:\n", "cards:\n  reader: none\n"), [])):
        loaded = load_manifest(Source.from_text("corpus.yml", manifest)).value
        assert loaded is not None
        assert [card.name for card in build_kb(loaded, texts).value.cards] == names


TURN = "# K\n\n## The Turn\n\n### Sailing\n\nA crew sails once.\n\n### Landing\n\nA crew lands once.\n\n"
BARE = TURN.replace("### ", "") + RULINGS.partition("\n\n")[2]


def terms_told(kb: Kb, version: str) -> list[tuple[str, str]]:
    return [(each.term, each.words) for each in kb.versions[VersionId(version)].statements][:2]


def test_a_line_that_is_a_heading_in_another_version_is_one_here() -> None:
    alone = built(lrf_2=BARE)
    assert terms_told(alone, "lrf-2")[0][1] != "A crew sails once."
    kb = built(lrf_1=TURN + RULINGS.partition("\n\n")[2], lrf_2=BARE)
    assert terms_told(kb, "lrf-2") == [("Sailing", "A crew sails once."), ("Landing", "A crew lands once.")]
    assert [each.term for each in kb.versions[VersionId("lrf-2")].terms][:2] == ["Sailing", "Landing"]
    joined = built(lrf_1=TURN + RULINGS.partition("\n\n")[2], lrf_2=BARE.replace("\n\nA crew", "\nA crew"))
    assert terms_told(joined, "lrf-2") == [("Sailing", "A crew sails once."), ("Landing", "A crew lands once.")]


@pytest.mark.parametrize(
    "lead", ["Sailing: ", "Sailing - ", "Sailing — ", "**Sailing** ", "**Sailing.** ", "- Sailing\n  - "]
)
def test_what_a_ruling_begins_with_is_its_term_where_another_version_has_it_as_a_heading(lead: str) -> None:
    led = BARE.replace("Sailing\n\n", lead).replace("Landing\n\n", "Nothing: ")
    kb = built(lrf_1=TURN + RULINGS.partition("\n\n")[2], lrf_2=led)
    told = kb.versions[VersionId("lrf-2")].statements[:2]
    assert [each.term for each in told] == ["Sailing", "Sailing"]
    assert own_words(told[0]) == "A crew sails once."


def test_names_in_a_row_are_a_list_and_no_headings() -> None:
    names = "These may not be left out:\n\nSailing\n\nLanding\n\nSailing\n\nNothing else."
    row = BARE.replace("A crew sails once.", names)
    kb = built(lrf_1=TURN + RULINGS.partition("\n\n")[2], lrf_2=row)
    told = [each.term for each in kb.versions[VersionId("lrf-2")].terms]
    assert told.count("Landing") == 1


def test_levels_lent_to_a_text_without_markup_are_told_at_their_base_alone() -> None:
    book = "# Wick\n\n{}A wick burns at both of its ends.\n\n{}Oil feeds the wick from a bowl below it.\n"
    entry = "      - {id: wick-web, role: transcription, reader: scrape, path: web/wick.txt}\n"
    manifest = load_manifest(Source.from_text("corpus.yml", GOOD.replace("documents:\n", f"{entry}documents:\n"))).value
    assert manifest is not None
    marked, bare = book.format("#### Ends\n\n", "#### Oil\n\n"), book.format("Ends\n\n", "Oil\n\n").removeprefix("# ")
    texts = {"wick.md": marked, "web/wick.txt": bare}
    kb = build_kb(manifest, {path: text.encode() for path, text in texts.items()}).value
    assert [heading.level for heading in kb.documents["web/wick.txt"].headings] == [1, 4, 4]
    assert [found.path for found in find_all(kb) if found.code.code == "KB331"] == ["wick.md"]
