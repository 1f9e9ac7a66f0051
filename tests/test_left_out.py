"""Witnesses that leave out a section as a whole: it is told once, and opens to its words."""

import re
from collections.abc import Mapping
from html import unescape

from kb.answers.collation import list_collation, render_collation
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.model import WorkId
from kb.pipeline import build_kb
from kb.queries.left_out import find_left_out
from kb.text import Source
from kb.tools.builders import read_templates
from kb.witnesses import Collation
from tests.built import ROOT
from tests.made_pages import build_pages
from tests.test_partial_editions import CORPUS, FIRST, SECOND, THIRD

PRINTINGS = """\
      - {id: second, role: reprint, path: second.md, date: "2002"}
      - {id: third, role: reprint, path: third.md, date: "2003"}
"""
KNOTS = " ".join(f"Knot {number} is tied by hand {number} and by no other one." for number in range(40))
LONG = f"## Ropes\n\nA rope holds a boat. {KNOTS}\n\n"
"""So much that a witness without a chapter still has nearly all of the words."""
WHOLE = LONG + FIRST + SECOND + THIRD
WITHOUT_BOATS = LONG + SECOND + THIRD
BOATS = {"oars", "boats"}


def knowledge(second: str, third: str = WHOLE, emended: str = WHOLE) -> Kb:
    """What is known of the book with two more printings of it."""
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS + PRINTINGS)).value
    assert manifest is not None
    texts = {"reed.md": WHOLE, "emended.md": emended, "second.md": second, "third.md": third}
    files = {name: f"# Reed Rules\n\n{text}".encode() for name, text in texts.items()}
    return build_kb(manifest, {**files, "ledger.md": b"# Ledger\n"}).value


def collated(second: str, third: str = WHOLE, emended: str = WHOLE) -> Collation:
    return knowledge(second, third, emended).collations[WorkId("reed")]


def told(collation: Collation) -> list[tuple[str, tuple[str, ...], int]]:
    """The sections that are left out: heading, who leaves them out, how many variants tell that."""
    return [(each.section.heading.text, each.witnesses, len(each.variants)) for each in find_left_out(collation)]


def lines(collation: Collation, everything: bool = False) -> list[str]:
    return ["".join(words for _, words in line) for line in render_collation(collation, everything)]


def witnesses_page(known: Kb) -> str:
    outcome = build_pages(known, read_templates(ROOT))
    assert outcome.diagnostics == ()
    pages: Mapping[str, str] = outcome.value
    return unescape(pages["rules/reed/witnesses/index.md"])


def test_a_chapter_that_a_printing_lacks_is_one_section_left_out() -> None:
    assert told(collated(WITHOUT_BOATS)) == [("Boats", ("second",), 4)]
    assert told(collated(WITHOUT_BOATS, WITHOUT_BOATS)) == [("Boats", ("second", "third"), 4)]


def test_a_printing_that_has_all_leaves_out_nothing() -> None:
    assert told(collated(WHOLE)) == []


def test_of_a_chapter_of_which_a_clause_is_left_only_what_is_below_is_left_out() -> None:
    assert told(collated(LONG + FIRST.partition("### Oars")[0] + SECOND + THIRD)) == [("Oars", ("second",), 3)]


def test_what_an_emended_edition_lacks_is_a_change_and_nothing_left_out() -> None:
    assert told(collated(WHOLE, WHOLE, WITHOUT_BOATS)) == []


def test_the_emended_edition_may_lack_it_too() -> None:
    assert told(collated(WITHOUT_BOATS, WHOLE, WITHOUT_BOATS)) == [("Boats", ("second",), 4)]


def test_a_clause_that_another_printing_has_in_other_words_is_told_by_itself() -> None:
    other = collated(WITHOUT_BOATS, WHOLE.replace("An oar is long.", "An oar is very short."))
    assert told(other) == [("Boats", ("second",), 3)]
    apparatus = "\n".join(lines(other))
    assert "section left out" in apparatus
    assert "very short" in apparatus


def test_an_apparatus_tells_a_section_left_out_once() -> None:
    found = lines(collated(WITHOUT_BOATS))
    (at,) = (number for number, line in enumerate(found) if line.endswith("  section left out"))
    assert [line.split() for line in found[at : at + 3]] == [
        ["boats,", "line", "7", "section", "left", "out"],
        ["Boats,", "4", "clauses", "]"],
        ["second:", "(omits", "this)"],
    ]
    assert not any("A boat has a mast" in line for line in found)
    assert any("0 of substance" in line and line.endswith("; 1 section left out") for line in found)
    whole = "\n".join(lines(collated(WITHOUT_BOATS), everything=True))
    assert all(words in whole for words in ("A boat has a mast.", "An oar is long.", "Pull once.", "A box on oars."))


def test_data_of_a_collation_name_the_variants_of_a_section_left_out() -> None:
    found = list_collation(collated(WITHOUT_BOATS))
    variants = found["variants"]
    assert isinstance(variants, list)
    parts = [each["id"] for each in variants if each["substantive"] and each["section"] in BOATS]
    assert len(parts) == 4
    assert found["left_out"] == [
        {"section": "boats", "title": "Boats", "clauses": 4, "witnesses": ["second"], "variants": parts}
    ]


def test_the_page_tells_a_section_left_out_as_one_entry_with_its_words_in_it() -> None:
    shown = witnesses_page(knowledge(WITHOUT_BOATS))
    assert "<strong>1 section is not in every text.</strong>" in shown
    assert "<strong>0 differences of substance</strong>" in shown
    assert shown.count('class="row substantive') == shown.count('class="row witnessed substantive') + 1 == 1
    (entry,) = re.findall(r'<div class="row substantive lacking".*?</details>', shown, re.DOTALL)
    assert "<summary>Boats: 4 clauses, not in second</summary>" in entry
    assert all(words in entry for words in ("A boat has a mast", "An oar is long", "Pull once", "A box on oars"))


def test_each_section_and_each_difference_keeps_its_address() -> None:
    known = knowledge(WITHOUT_BOATS, WHOLE.replace("An oar is long.", "An oar is very short."))
    shown = witnesses_page(known)
    ids = re.findall(r'\bid="([^"]*)"', shown)
    assert len(ids) == len(set(ids))
    assert {each.id for each in known.collations[WorkId("reed")].variants} <= set(ids)
    headings = {*re.findall(r"\{: #([^ }]*)", shown), *ids}
    assert {"boats", "oars", "tides", "fish", "nets"} <= headings
