"""Versions that footnotes name by their day: the day may lack its year or have a short one, and leads to no other."""

import pytest

from kb.audit.citation_unknown import audit
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.pipeline import build_kb
from kb.text import Source

MANIFEST = """\
schema: 1
title: Kiln
game: Kiln
description: A game of kilns.
rights: {owner: Nobody, statement: Free.}
compendia:
  sheet:
    title: Kiln Sheet
    abbreviation: KS
    names: [Sheet]
    versions:
      - {id: june, number: "3 June 1997", title: "Sheet of 3 June 1997", date: "1997-06-03", path: june.md}
      - {id: november, number: "9 November 1997", title: "Sheet of 9 November 1997", date: "1997-11", path: november.md}
      - {id: march, number: "1 March 1998", title: "Sheet of March 1998", date: "1998-03", path: march.md}
works:
  kiln:
    title: Kiln
    abbreviation: KI
    base: published
    editions:
      - {id: published, role: published, date: "1996", path: published.md}
      - {id: emended, role: emended, path: emended.md}
"""
SHEET = "# Kiln Sheet\n\n## Rulings by Term\n\n### Glaze\n\n- {}\n"
BOOK = "# Kiln\n\n## Glaze\n\nGlaze is dear.{}\n"


def read(citation: str, manifest: str = MANIFEST) -> Kb:
    """What is known of the game, whose emended book rests one change on a citation."""
    loaded = load_manifest(Source.from_text("corpus.yml", manifest)).value
    assert loaded is not None
    texts = {
        "june.md": SHEET.format("Glaze is red in June."),
        "november.md": SHEET.format("Glaze is blue by now."),
        "march.md": SHEET.format("Glaze is green at last."),
        "published.md": BOOK.format(""),
        "emended.md": BOOK.format(f" Glaze is red in June.[^a]\n\n[^a]: {citation}"),
    }
    kb = build_kb(loaded, {path: text.encode() for path, text in texts.items()}).value
    assert kb is not None
    return kb


@pytest.mark.parametrize(
    ("citation", "path"),
    [
        ("Per the Sheet of 3 June, Glaze.", "june.md"),
        ("Sheet of 3 June 1997, Glaze.", "june.md"),
        ("Sheet, June ’97, Glaze.", "june.md"),
        ("KS (3 June), Glaze.", "june.md"),
        ("KS, Nov. '97, Glaze.", "november.md"),
        ("Sheet of 9 November, Glaze.", "november.md"),
        ("KS (March 1998), Glaze.", "march.md"),
        ("KS, Glaze.", "march.md"),
        ("KS (4 June), Glaze.", None),
        ("KS (31 June 1997), Glaze.", None),
        ("KS (31 June), Glaze.", None),
        ("KS (April ’98), Glaze.", None),
    ],
)
def test_a_day_leads_to_its_version_and_to_no_other(citation: str, path: str | None) -> None:
    (verdict,) = read(citation).footnotes["emended.md"]
    assert [each.path for each in verdict.cites] == [path]


@pytest.mark.parametrize(
    ("citation", "told"),
    [
        ("KS (April ’98), Glaze.", "cites `KS (April ’98)`, a version that `KS` does not have"),
        ("Sheet of 31 June, Glaze.", "a version that `Sheet` does not have: June has 30 days"),
        ("KS (31 June 1997), Glaze.", "a version that `KS` does not have: June 1997 has 30 days"),
    ],
)
def test_a_day_of_no_version_is_told_with_the_days_of_all(citation: str, told: str) -> None:
    (found,) = audit(read(citation))
    assert found.code.code == "KB433"
    assert told in found.message
    assert "3 June 1997 (1997-06-03), 9 November 1997 (1997-11), 1 March 1998 (1998-03)" in (found.hint or "")


def test_where_a_version_has_no_day_it_may_be_the_one_that_is_meant() -> None:
    undated = MANIFEST.replace('date: "1998-03", path: march.md', "missing: true")
    (found,) = audit(read("KS (April ’98), Glaze.", undated))
    assert found.code.code == "KB435"
