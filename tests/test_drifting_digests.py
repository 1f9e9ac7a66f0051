"""A digest of rulings whose layout drifts from version to version, and a sheet of errata on cards beside it."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.attested import Change
from kb.audit import find_all
from kb.cli import build_app
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.model import SectionKind
from kb.pipeline import build_kb
from kb.queries.instructions import carry_out, emend_cards
from kb.readers.compendium import read_compendium
from kb.text import Source
from tests.applying import read_named
from tests.kites import BOOK, game, rulings
from tests.lives import follow, read_version


@pytest.mark.parametrize("heading", ["Kite Card Errata", "Card Errata", "Errata for Cards"])
def test_a_sheet_that_is_called_errata_of_cards_lists_errata(heading: str) -> None:
    sheet = read_named("sheet.md", f'# {heading}\n\n## Gull\n\n- Cost is 2, not 3.\n\n## Kite\n\n- Add "Flies once."\n')
    found = read_compendium(sheet).value
    assert {each.section for each in found.statements} == {SectionKind.ERRATA}
    assert [each.term for each in found.statements] == ["Gull", "Kite"]


def test_errata_of_cards_beside_other_sections_are_rulings_by_card_as_before() -> None:
    text = "# Digest\n\n## Rulings by Term\n\n### Wind\n\n- It turns.\n\n## Card Errata\n\n### Gull\n\n- It sinks.\n"
    found = read_compendium(read_named("digest.md", text)).value
    assert [each.section for each in found.statements] == [SectionKind.TERM, SectionKind.CARD]


def test_a_ruling_that_comes_back_under_another_heading_is_back() -> None:
    first = ["Wind | It may turn once in a storm, and never at night.", "Sail | A sail is cloth."]
    again = ["Gales | It may turn once in a storm, and never at night.", "Sail | A sail is cloth."]
    versions = [read_version(str(at), f"200{at}", said) for at, said in enumerate((first, first[1:], again), 1)]
    history = follow(versions)
    (life,) = (each for each in history.lives if "storm" in each.newest.text)
    assert [life.became(at) for at in range(len(life.attestations))] == ["first-seen", "dropped", "returned"]
    assert life.attestations[-1].change is Change.MOVED


CORPUS = """\
schema: 1
title: Kites
game: Kites
description: Kites.
rights: {owner: us, statement: ours}
texts: texts
compendia:
  digest:
    title: Kite Digest
    abbreviation: KD
    versions:
      - {id: kd-1, number: "1", date: "2001-05-06", path: kd-1.md,
         profile: {lacks: [turn, tournament, errata, delayed]}}
  sheet:
    title: Kite Card Errata
    abbreviation: KCE
    versions:
      - {id: kce-1, number: "1", date: "2001-08-09", path: kce-1.md,
         profile: {lacks: [turn, term, card, tournament, delayed]}}
works: {}
cards:
  reader: cards
  paths: [gull.md, tern.md]
"""
CARD = "# {0}\n\n## Printings\n\n### First Set\n\n> {{: .card-name }}\n> {0}\n>\n> {{: .text }}\n> {1}\n"
TEXTS = {
    "kd-1.md": "# Digest\n\n## Rulings by Term\n\n### Wind\n\n- It turns.\n\n"
    "## Card Errata and Rulings\n\n### Brittle Tern\n\n"
    '- _Card Erratum:_ Add "It sinks."\n',
    "kce-1.md": '# Kite Card Errata\n\n## Brown Gull\n\n- Add "It dives."\n\n## Brittel Tern\n\n- Add "It swims."\n',
    "gull.md": CARD.format("Brown Gull", "It flies."),
    "tern.md": CARD.format("Brittle Tern", "It floats."),
}


def sheet_kb() -> Kb:
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS)).value
    assert manifest is not None
    return build_kb(manifest, {path: text.encode() for path, text in TEXTS.items()}).value


def test_errata_below_a_miswritten_name_are_those_of_the_card_and_the_name_is_told() -> None:
    kb = sheet_kb()
    (sheet,) = (each for each in kb.versions.values() if each.id == "kce-1")
    made = {each.card.name: str(each.printings) for each in carry_out(kb, sheet).cards}
    assert set(made) == {"Brown Gull", "Brittle Tern"}
    assert "It swims." in made["Brittle Tern"]
    told = [each.message for each in find_all(kb) if each.code.code == "KB524"]
    assert told == ["no card is called `Brittel Tern`; taken for `Brittle Tern`"]


def test_who_asks_for_a_card_gets_the_errata_of_the_compendium_that_has_some(tmp_path: Path) -> None:
    (tmp_path / "corpus.yml").write_text(CORPUS)
    (tmp_path / "texts").mkdir()
    for path, text in TEXTS.items():
        (tmp_path / "texts" / path).write_text(text)

    def ask(card: str) -> tuple[str, str]:
        result = CliRunner().invoke(build_app(), ["instructions", "--card", card, "--corpus", str(tmp_path)])
        assert result.exit_code == 0, result.output
        return result.stdout, result.stderr

    out, err = ask("Brown Gull")
    assert "1 instruction in kce-1: 1 applied" in out
    assert "of another compendium" not in err, "the digest asks for nothing of it"
    out, err = ask("Brittle Tern")
    assert "1 instruction in kd-1: 1 applied" in out
    assert "`kce-1`, of another compendium, has 1 more" in err


def test_each_of_two_rulings_quoted_one_behind_the_other_is_applied_where_its_words_were_put_in() -> None:
    published = BOOK.replace("A kite flies.\n", "A kite that falls is folded.\n")
    told = "A kite that falls is folded. The tail of a kite that falls is cut off."
    note = f"[^1]: {told} See [KR, Kite](/kr-1/#kite).\n"
    emended = published.replace("is folded.\n", f"is folded, and its tail cut off.[^1]\n\n{note}")
    said = rulings(Kite=told.replace(". The", ".\nThe"))
    kb = game([said], published=published, emended=emended)
    (life,) = (each for each in kb.chronicles["kr"].history.lives if "tail" in each.newest.text)
    (book,) = kb.books.values()
    record = next(each for each in book.emendations if "its tail" in each.emended_text)
    assert life.id in record.authorities[0].rulings
    assert not [each for each in find_all(kb) if each.code.code == "KB461"]


def test_a_change_whose_footnote_names_the_wrong_heading_rests_on_the_ruling_that_it_quotes() -> None:
    told, other = "A kite that is given to a crew which leaves is lost.", "A kite that is lost costs a penny."
    note = f"[^1]: {told} See [KR, Kite](/kr-1/#kite).\n"
    emended = BOOK.replace("A kite flies.\n", f"A kite flies. {told}[^1]\n\n{note}")
    kb = game([rulings(Kite=other, Crew=told)], emended=emended)
    (life,) = (each for each in kb.chronicles["kr"].history.lives if each.newest.term == "Crew")
    (book,) = kb.books.values()
    (record,) = (each for each in book.emendations if each.emended_text == told)
    assert [each.rulings for each in record.authorities] == [(life.id,)]
    assert "KB432" in {each.code.code for each in find_all(kb)}


def test_what_two_compendia_ask_of_a_card_is_one_order_where_one_miswrites_its_name() -> None:
    texts = TEXTS | {"kce-1.md": TEXTS["kce-1.md"].replace("It swims.", "It sinks.")}
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS)).value
    assert manifest is not None
    kb = build_kb(manifest, {path: text.encode() for path, text in texts.items()}).value
    (tern,) = (each for each in emend_cards(kb) if each.card.name == "Brittle Tern")
    (order,) = tern.orders
    assert len(order.rulings) == 2
