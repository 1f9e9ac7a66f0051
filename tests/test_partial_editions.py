"""An emended text of some chapters alone: each that it lacks is told once, and what it lacks of those it has."""

from kb.audit import find_all
from kb.corpus import load_manifest
from kb.pipeline import build_kb
from kb.text import Source

CORPUS = """\
schema: 1
title: Reed
game: Reed
description: Reed boats.
rights: {owner: Nobody, statement: Free.}
works:
  reed:
    title: Reed Rules
    abbreviation: RR
    base: reed
    editions:
      - {id: reed, role: published, path: reed.md, date: "2000"}
      - {id: reed-emended, role: emended, path: emended.md, date: "2001"}
"""
FIRST = "## Boats\n\nA boat has a mast.\n\n### Oars\n\nAn oar is long.\n\n- Pull once.\n\n> A box on oars.\n\n"
SECOND = "## Tides\n\nA tide turns at noon. A boat waits.\n\n### Ebb\n\nThe ebb is slow.\n\nIt ends soon.\n\n"
THIRD = "## Fish\n\n| Fish | Price |\n|---|---|\n| Eel | 2 |\n\nAn eel bites.\n\n### Nets\n\nA net has holes.\n"


def told(emended: str) -> list[str]:
    """What is said of changes without a footnote."""
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS)).value
    assert manifest is not None
    title = "# Reed Rules\n\n"
    texts = {"reed.md": title + FIRST + SECOND + THIRD, "emended.md": title + emended}
    kb = build_kb(manifest, {name: text.encode() for name, text in texts.items()}).value
    return [each.message for each in find_all(kb) if each.code.code == "KB411"]


def gone(name: str) -> str:
    return f"deletion of a section cites no authority: `{name}` is gone, with all that is in it"


def test_a_chapter_that_is_not_there_is_told_once() -> None:
    assert told(SECOND) == [gone("Boats"), gone("Fish")]


def test_a_section_below_a_chapter_that_stays_is_told_alone() -> None:
    assert told(FIRST + SECOND.partition("### Ebb")[0] + THIRD) == [gone("Ebb")]


def test_of_a_chapter_that_keeps_a_clause_each_loss_is_told() -> None:
    kept = "## Boats\n\nA boat has a mast.\n\n"
    assert gone("Boats") not in told(kept + SECOND + THIRD)
    moved = FIRST.replace("## Boats\n\nA boat has a mast.\n\n### Oars\n\n", "")
    assert not any("section" in each for each in told(moved + SECOND + THIRD))


def test_a_section_of_one_paragraph_is_told_by_its_words() -> None:
    (message,) = told(FIRST + SECOND + THIRD.partition("### Nets")[0])
    assert "`A net has holes.` is gone" in message
