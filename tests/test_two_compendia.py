"""A digest of rulings and a sheet of errata, two compendia: what terms are looked up in, and what the cards say."""

import json
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb.cli import build_app
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.model import VersionId
from kb.pipeline import build_kb
from kb.queries.instructions import carry_out, emend_cards, outcome_of
from kb.text import Source
from kb.tools.builders import read_templates
from tests.built import ROOT
from tests.made_pages import build_pages

CORPUS = """\
schema: 1
title: Kites
game: Kites
description: Kites and who flies them.
rights: {{owner: Nobody, statement: Free.}}
compendia:
  digest:
    title: Kite Digest
    abbreviation: KD
    versions:
      - {{id: digest-1, number: "1", date: "2004-03", path: digest.md, profile: {{lacks: [{lacks}]}}}}
  sheet:
    title: Kite Errata
    abbreviation: KE
    versions:
      - {{id: sheet-1, number: "1", date: "{sheet}", path: sheet.md}}
cards:
  paths: [red-kite.md]
sections: {{errata: [Errata of Cards]}}
"""
DIGEST = "# Kite Digest\n\n## Rulings by Term\n\n### Wind\n\n- Wind is blown, and never bought.\n"
CARDS = "\n## Card Rulings\n\n### Red Kite\n\n- It may be flown at night.\n"
ERRATA = "\n## Errata Listing\n\n### Red Kite\n\n- Replace “string 3” with “string 5”.\n"
SHEET = "# Errata of Cards\n\n## Red Kite\n\nReplace “string 3” with “string 4”.\n"
CARD = "# Red Kite\n\n### Kites\n\n> {: .card-figures }\n> string 3\n>\n> It flies.\n"
EARLIER, LATER = "2003-05", "2009-05"


def texts(digest: str) -> dict[str, str]:
    return {"digest.md": digest, "sheet.md": SHEET, "red-kite.md": CARD}


@cache
def game(sheet: str, digest: str = DIGEST + CARDS) -> Kb:
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS.format(sheet=sheet, lacks="turn"))).value
    assert manifest is not None
    return build_kb(manifest, {name: text.encode() for name, text in texts(digest).items()}).value


@pytest.mark.parametrize("sheet", [EARLIER, LATER])
@pytest.mark.parametrize("digest", [DIGEST, DIGEST + CARDS, "# Kite Digest\n" + CARDS])
def test_rulings_are_looked_up_in_the_digest_whenever_the_sheet_was_issued(sheet: str, digest: str) -> None:
    newest = game(sheet, digest).newest_version
    assert newest is not None
    assert newest.id == "digest-1"


def test_of_two_digests_the_younger_one_is_looked_up() -> None:
    other = CORPUS.format(sheet=LATER, lacks="turn").replace("sections:", "# sections:")
    manifest = load_manifest(Source.from_text("corpus.yml", other)).value
    assert manifest is not None
    kb = build_kb(manifest, {"digest.md": DIGEST.encode(), "sheet.md": DIGEST.replace("blown", "sown").encode()}).value
    assert kb.newest_version is not None
    assert kb.newest_version.id == "sheet-1"


@pytest.mark.parametrize("sheet", [EARLIER, LATER])
def test_a_card_is_as_the_sheet_of_errata_makes_it(sheet: str) -> None:
    kb = game(sheet)
    (card,) = emend_cards(kb)
    assert [each.face.fields for each in card.printings] == [(("card-figures", "string 4"),)]
    page = build_pages(kb, read_templates(ROOT)).value["cards/r/red-kite/index.md"]
    assert "no erratum changes its words" not in page
    assert "KE\N{NO-BREAK SPACE}1, Red Kite" in page


@pytest.mark.parametrize(("sheet", "string", "first"), [(EARLIER, "5", "digest-1"), (LATER, "4", "sheet-1")])
def test_of_two_errata_of_the_same_words_the_younger_one_stands(sheet: str, string: str, first: str) -> None:
    kb = game(sheet, DIGEST + CARDS + ERRATA)
    assert kb.newest_versions[0].id == first
    (card,) = emend_cards(kb)
    assert [each.face.fields for each in card.printings] == [(("card-figures", f"string {string}"),)]


FURTHER = ERRATA.replace("“string 3”", "“string 4”")
BACK = ERRATA.replace("“string 3” with “string 5”", "“string 4” with “string 3”")


@pytest.mark.parametrize(
    ("sheet", "further", "string", "outcome"),
    [
        (EARLIER, FURTHER, "5", "applied"),
        (EARLIER, BACK, "3", "applied"),
        (LATER, FURTHER, "4", "text-not-found"),
        (LATER, BACK, "4", "already-applied"),
        ("2004", FURTHER, "4", "text-not-found"),
    ],
)
def test_an_erratum_on_words_that_another_put_there_is_carried_out_where_it_is_later(
    sheet: str, further: str, string: str, outcome: str
) -> None:
    kb = game(sheet, DIGEST + CARDS + further)
    (card,) = emend_cards(kb)
    assert [each.face.fields for each in card.printings] == [(("card-figures", f"string {string}"),)]
    for as_of in (None, "2010-01-01"):
        told = carry_out(kb, kb.versions[VersionId("digest-1")], as_of)
        assert [outcome_of(each) for each in told.orders] == [outcome]
        own = [printing.face for each in told.cards for printing in each.printings]
        assert own == [each.face for each in card.printings] or outcome != "applied"
    told = carry_out(kb, kb.versions[VersionId("digest-1")], "1999-01-01")
    assert [outcome_of(each) for each in told.orders] == ["not-yet-effective"]
    assert [outcome_of(each) for each in carry_out(kb, kb.versions[VersionId("sheet-1")]).orders] == ["applied"]


@pytest.mark.parametrize("sheet", [EARLIER, LATER])
def test_instructions_are_those_of_the_newest_version_that_has_some(sheet: str, tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "corpus.yml").write_text(CORPUS.format(sheet=sheet, lacks="turn"), encoding="utf-8")
    for name, text in texts(DIGEST + CARDS).items():
        (tmp_path / "texts" / name).write_text(text, encoding="utf-8")
    words = ["instructions", "--card", "red kite", "--corpus", str(tmp_path), "--format", "json"]
    told = json.loads(CliRunner().invoke(build_app("instructions"), words).stdout)
    assert (told["version"], [each["outcome"] for each in told["items"]]) == ("sheet-1", ["applied"])


def test_a_corpus_without_rulings_is_not_sent_to_fetch_some(tmp_path: Path) -> None:
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "red-kite.md").write_text(CARD, encoding="utf-8")
    head, _, rest = CORPUS.format(sheet=LATER, lacks="turn").partition("compendia:")
    (tmp_path / "corpus.yml").write_text(head + rest[rest.index("cards:") :], encoding="utf-8")
    told = CliRunner().invoke(build_app("instructions"), ["instructions", "--corpus", str(tmp_path)])
    assert (told.exit_code, told.stderr) == (2, "kb: no version of any compendium is at hand; corpus.yml names none\n")
