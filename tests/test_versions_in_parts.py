"""A version of the rulings in two files, `2a` on terms and `2b` on cards: no version is missing, and who cites `KR 2`
is led to the part that has what is named."""

import pytest

from kb.audit import card_ruling_unverified, citation_unknown
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.model import whole_number
from kb.pipeline import build_kb
from kb.provenance import Relation
from kb.text import Source

MANIFEST = """\
schema: 1
title: Kites
game: Kites
description: Kites and who flies them.
rights: {owner: Nobody, statement: Free.}
compendia:
  kr:
    title: Kite Rulings
    abbreviation: KR
    versions:
      - {id: kr-1, number: "1", date: "2001", path: one.md, profile: {lacks: [turn, tournament, errata, delayed]}}
      - {id: kr-2a, number: 2a, date: "2002", path: a.md, profile: {lacks: [turn, tournament, card, errata, delayed]}}
      - {id: kr-2b, number: 2b, date: "2002", path: b.md, profile: {lacks: [turn, tournament, term, errata, delayed]}}
      - {id: kr-3, number: "3", date: "2003", path: three.md, profile: {lacks: [turn, tournament, errata, delayed]}}
works:
  kites:
    title: Kites
    abbreviation: KT
    base: kites
    editions:
      - {id: kites, role: published, date: "2000", path: published.md}
      - {id: kites-emended, role: emended, date: "2004", path: emended.md}
cards:
  paths: [gannet.md]
"""
TERMS = "## Rulings by Term\n\n### Flying\n\n- A kite flies at dusk.\n\n"
CARDS = "## Card Rulings\n\n### Gannet\n\n- It pulls two kites.\n"


def kites(note: str, label: str = "KR 2 - Card Rulings, Gannet") -> Kb:
    manifest = load_manifest(Source.from_text("corpus.yml", MANIFEST)).value
    assert manifest is not None
    texts = {
        "one.md": f"# Kite Rulings\n\n{TERMS}{CARDS}",
        "a.md": f"# Kite Rulings\n\n{TERMS}",
        "b.md": f"---\npermalink: /kr-2b/\n---\n\n# Kite Rulings\n\n{CARDS}",
        "three.md": f"# Kite Rulings\n\n{TERMS}{CARDS}",
        "published.md": "# Kites\n\n## Flying\n\nA kite flies.\n",
        "emended.md": f"# Kites\n\n## Flying\n\nA kite flies.{note[:4]}\n\n{note}\n",
        "gannet.md": f"# Gannet\n\n### Kites\n\n> A bird.\n\n- [{label}](/kr-2b/#gannet) It pulls two kites.\n",
    }
    return build_kb(manifest, {path: text.encode() for path, text in texts.items()}).value


@pytest.mark.parametrize(("number", "whole"), [("4a", "4"), ("4", "4"), ("1.2b", "1.2b"), ("a", "a"), ("", "")])
def test_a_part_has_the_number_of_its_version(number: str, whole: str) -> None:
    assert whole_number(number) == whole


def test_a_version_in_parts_is_not_missing() -> None:
    kb = kites("[^k]: A kite flies at dusk. See KR 2, Flying.")
    slots = kb.chronicles["kr"].history.slots
    assert [(each.number, each.at_hand) for each in slots] == [("1", True), ("2a", True), ("2b", True), ("3", True)]


@pytest.mark.parametrize(
    ("note", "work"),
    [
        ("[^k]: A kite flies at dusk. See KR 2, Flying.", "KR 2a"),
        ("[^k]: It pulls two kites. See KR 2, Card Rulings, Gannet.", "KR 2b"),
        ("[^k]: It pulls two kites. See Kite Rulings 2 (2002), Gannet.", "KR 2b"),
        ("[^k]: It pulls two kites. See KR 2b, Gannet.", "KR 2b"),
    ],
)
def test_the_part_that_has_what_is_named_is_meant(note: str, work: str) -> None:
    kb = kites(note)
    (found,) = kb.footnotes["emended.md"]
    assert (found.relation, [each.work for each in found.cites]) == (Relation.VERBATIM, [work])
    assert not list(citation_unknown.audit(kb))


@pytest.mark.parametrize(
    ("label", "told"), [("KR 2 - Gannet", False), ("KR 2b - Gannet", False), ("KR 3 - Gannet", True)]
)
def test_a_list_on_a_card_names_the_version_or_its_part(label: str, told: bool) -> None:
    kb = kites("[^k]: A kite flies at dusk. See KR 2, Flying.", label)
    assert bool(list(card_ruling_unverified.audit(kb))) is told
