"""A small game whose rules have numbers, as wargames print them: its texts go in, its Kb comes out."""

from kb.corpus import load_manifest
from kb.graph import Kb
from kb.model import WorkId
from kb.pipeline import build_kb
from kb.text import Source

FERRY = WorkId("ferry")
MANIFEST = """\
schema: 1
title: Ferry
game: Ferry
description: A game of ferries and tides.
rights: {owner: Nobody, statement: Free.}
sections: {errata: [Errata], term: [Clarifications]}
compendia:
  fr:
    title: Ferry Rulings
    abbreviation: FR
    versions:
      - id: fr-1
        number: "1"
        date: "2004-03-01"
        path: fr-1.md
        profile: {lacks: [turn, tournament, card, delayed]}
works:
  ferry:
    title: Ferry Rules
    abbreviation: FE
    base: ferry
    editions:
      - {id: ferry, role: published, date: "2003", path: ferry.md}
      - {id: ferry-emended, role: emended, date: "2004", path: emended.md}
"""
SECOND = """\
  barge:
    title: Barge Rules
    abbreviation: BA
    base: barge
    editions:
      - {id: barge, role: published, date: "2003", path: barge.md}
"""
RULES = """\
# Ferry

## 6.0 Crossing

Crossing takes a turn.

**6.1** A ferry crosses to the other bank. See 6.3 for tides.

**6.2** No ferry crosses at night (but see 6.31).

**6.3 Tides.** At ebb a ferry waits.

**6.31** A ferry with a lamp crosses at any tide. It pays 1.5 pence.

## 7.0 Piers

7.1 Three ferries lie at a pier.

- [7.11] A pier has one lamp.
- [7.12] A ferry leaves a pier as rules 6.1 and 7.11 say.
"""
RULINGS = """\
# Ferry Rulings

## Errata

- [7.1] Change "Three ferries" to "Four ferries".
- In 6.2, replace "at night" with "in fog".
- [6.3] Should read: "At ebb a ferry stays."
- In the second sentence of 6.31, change "1.5" to "2".
- 7.11: Add "Light it at dusk." at the end.
- [8.4] Delete "ever".

## Clarifications

- (6.31) A ferry buys its lamp at a pier (7.11).
- Case 7.12: It leaves at once.
"""


def ferry(rulings: str = RULINGS, emended: str = "", second: str = "") -> Kb:
    """The game with its rulings, an emended text (else the published one again) and another book, if one is given."""
    manifest = load_manifest(Source.from_text("corpus.yml", MANIFEST + (SECOND if second else ""))).value
    assert manifest is not None
    texts = {"ferry.md": RULES, "emended.md": emended or RULES, "fr-1.md": rulings, "barge.md": second}
    return build_kb(manifest, {path: text.encode() for path, text in texts.items() if text}).value
