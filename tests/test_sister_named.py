"""Two books of one game have the same chapter: a ruling that names one of them is about that one alone."""

from functools import cache

import pytest

from kb.audit import ruling_unapplied, sister_unchanged
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.pipeline import build_kb
from kb.text import Source
from kb.titles import find_scope

MANIFEST = """\
schema: 1
title: Hives
game: Hives
description: Hives and who keeps them.
rights: {owner: Nobody, statement: Free.}
compendia:
  hr:
    title: Hive Rulings
    abbreviation: HR
    versions:
      - {id: hr-1, number: "1", date: "2001-05-06", path: hr-1.md, profile: {lacks: [turn, tournament, card, errata]}}
      - {id: hr-2, number: "2", date: "2002-05-06", path: hr-2.md, profile: {lacks: [turn, tournament, card, errata]}}
works:
  meadow:
    title: "Hives: Meadow Rules"
    abbreviation: HMR
    names: [Meadow Rules]
    base: meadow
    editions:
      - {id: meadow, role: published, date: "2000", path: meadow.md}
      - {id: meadow-emended, role: emended, date: "2003", path: meadow-emended.md}
  orchard:
    title: "Hives: Orchard Rules"
    abbreviation: HOR
    names: [Orchard Rules]
    base: orchard
    editions:
      - {id: orchard, role: published, date: "2000", path: orchard.md}
      - {id: orchard-emended, role: emended, date: "2003", path: orchard-emended.md}
"""
SWARMS = """\
## Swarms

A swarm that leaves its hive settles on the nearest branch before it rains.

A swarm on a branch may be taken by the first keeper who has an empty basket.

A swarm that was taken works for its keeper until the end of the summer.
"""
NAMED = "Orchard Rules, Swarms: A swarm that was smoked twice flies home to its queen."
OVER = "A keeper with two baskets may take the larger half of it."
BOTH = "No swarm leaves while the bells of the chapel are ringing."


def emended(title: str, *changes: tuple[str, str]) -> str:
    text = f"# {title}\n\n{SWARMS}"
    for number, (behind, words) in enumerate(changes, 1):
        text = text.replace(behind, f"{behind} {words}[^{number}]")
    for number, (_, words) in enumerate(changes, 1):
        version = 1 if words == OVER else 2
        text += f"\n[^{number}]: {words} See [HR {version}, Swarms](/hr-{version}/#swarms).\n"
    return text


@cache
def hives() -> Kb:
    manifest = load_manifest(Source.from_text("corpus.yml", MANIFEST)).value
    assert manifest is not None
    head = "---\npermalink: /hr-{}/\n---\n\n# Hive Rulings\n\n## Rulings by Term\n\n### Swarms\n\n"
    changes = (("before it rains.", BOTH), ("empty basket.", OVER), ("end of the summer.", NAMED.partition(": ")[2]))
    texts = {
        "hr-1.md": head.format(1) + f"- {OVER}\n- {BOTH}\n",
        "hr-2.md": head.format(2) + f"- {BOTH}\n- {NAMED}\n",
        "meadow.md": f"# Meadow\n\n{SWARMS}",
        "orchard.md": f"# Orchard\n\n{SWARMS}",
        "meadow-emended.md": emended("Meadow"),
        "orchard-emended.md": emended("Orchard", *changes),
    }
    return build_kb(manifest, {path: text.encode() for path, text in texts.items()}).value


def test_what_names_a_sister_book_is_not_lacking_here() -> None:
    told = list(ruling_unapplied.audit(hives()))
    assert [each.excerpt for each in told] == [f"- {BOTH}"]
    assert "text of HMR" in told[0].message


def test_a_sister_book_need_not_follow_what_names_the_other_nor_what_is_over() -> None:
    told = list(sister_unchanged.audit(hives()))
    assert [each.excerpt[each.excerpt_column - 1 :][:15] for each in told] == ["No swarm leaves"]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("HOR, Swarms: A swarm flies home.", "orchard"),
        ("[HOR] A swarm flies home.", "orchard"),
        ("(Orchard Rules only) A swarm flies home.", "orchard"),
        ("In the Orchard Rules, a swarm flies home.", "orchard"),
        ("Under Meadow Rules: a swarm flies home.", "meadow"),
        ("A swarm flies home. (Orchard Rules only)", "orchard"),
        ("A swarm flies home. (Orchard Rules)", None),
        ("In the Orchard Rules, a swarm flies home, in the Meadow Rules it stays.", None),
        ("In all rules, a swarm flies home.", None),
        ("Orchard, meadow: a swarm flies home.", None),
    ],
)
def test_a_ruling_may_say_in_many_ways_for_which_book_it_is(words: str, meant: str | None) -> None:
    found = find_scope(words, [book.work for book in hives().books.values()])
    assert (found.id if found is not None else None) == meant
