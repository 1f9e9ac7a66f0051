"""A section that an emended text lacks as a whole, and the footnote on unchanged words that stand right before it."""

import re
from html import unescape

import pytest

from kb.answers.emendation_list import as_items, render_emendations
from kb.graph import Kb
from kb.model import WorkId
from kb.queries.lacking import sort_changes
from kb.site.booklets import build_booklets
from kb.tools.builders import read_templates
from tests.built import ROOT
from tests.test_partial_editions import FIRST, SECOND, SOME, THIRD, gone, knowledge, page, partial_site, told

LEDGER = """\
---
permalink: /ledger/
---

# Ledger

## Rulings by Term

### Ebb

- No boat lands at ebb before the third bell.

## Errata for Reed Rules

- Delete the section on boats.
- Tides: Change "turns at noon" to "turns at dusk".
"""
PUBLISHED = SECOND + FIRST + THIRD
"""The chapter on boats stands behind the last words on the ebb."""
ON_EBB = '"No boat lands at ebb before the third bell." [Reed Ledger 1](/ledger/#ebb), Ebb.'
NAMED = "Boats are used no more. [Reed Ledger 1](/ledger/#ebb), Ebb."
QUOTED = '"Delete the section on boats." [Reed Ledger 1](/ledger/#errata-for-reed-rules), Errata for Reed Rules.'
POINTED = "[Reed Ledger 1](/ledger/#errata-for-reed-rules), Errata for Reed Rules."


def emended(note: str) -> str:
    """A text without boats, a footnote on the words that stood right before them."""
    return SECOND.replace("soon.", "soon.[^1]") + THIRD + f"\n\n[^1]: {note}\n"


def lacking(note: str, published: str = PUBLISHED) -> dict[str, list[tuple[str, ...]]]:
    """What an emended text lacks as a whole by its headings: footnotes and rulings of its changes of substance."""
    book = knowledge(emended(note), LEDGER, published).books[WorkId("reed")]
    return {
        each.section.heading.text: [
            (*record.footnotes, *(ruling.rpartition("-")[0] for ruling in record.rulings))
            for record in each.records
            if record.substantive
        ]
        for each in sort_changes(book).lacking
    }


def test_a_footnote_right_before_a_chapter_that_is_gone_does_not_tell_why() -> None:
    assert lacking(ON_EBB) == {"Boats": [()] * 4}
    assert told(emended(ON_EBB), ledger=LEDGER, published=PUBLISHED) == [gone("Boats")]


def test_it_does_not_where_it_has_the_name_of_a_chapter_for_a_thing() -> None:
    assert lacking(ON_EBB.replace("No boat lands", "No two boats land")) == {"Boats": [()] * 4}


@pytest.mark.parametrize("note", [NAMED, QUOTED, POINTED])
def test_a_footnote_that_tells_that_a_chapter_is_gone_is_the_authority_for_all_of_it(note: str) -> None:
    ruling = () if note == NAMED else ("errata-for-reed-rules",)
    assert lacking(note) == {"Boats": [("1", *ruling)] * 4}
    assert told(emended(note), ledger=LEDGER, published=PUBLISHED) == []


def test_the_number_of_a_chapter_need_not_be_named() -> None:
    assert lacking(NAMED, PUBLISHED.replace("## Boats", "## 7. Boats")) == {"7. Boats": [("1",)] * 4}


def test_an_order_for_another_chapter_tells_nothing_of_one() -> None:
    published = PUBLISHED.replace("## Boats", "## Rafts")
    assert lacking(POINTED, published) == {"Rafts": [()] * 4}


def test_a_footnote_tells_of_the_rules_that_went_at_its_place_above_a_chapter() -> None:
    published = SECOND + "The flood is quick.\n\n" + FIRST + THIRD
    assert lacking(ON_EBB, published) == {"Boats": [()] * 4}
    records = knowledge(emended(ON_EBB), LEDGER, published).books[WorkId("reed")].emendations
    assert [each.footnotes for each in records if each.published_text == "The flood is quick."] == [("1",)]


def test_a_footnote_that_names_a_section_of_a_chapter_tells_of_that_alone() -> None:
    note = "Oars are used no more. [Reed Ledger 1](/ledger/#ebb), Ebb."
    assert lacking(note) == {"Oars": [("1",)] * 3}
    (message,) = told(emended(note), ledger=LEDGER, published=PUBLISHED)
    assert "`A boat has a mast.` is gone" in message


def test_pages_tell_who_says_that_a_chapter_is_gone() -> None:
    pages = partial_site(emended(QUOTED), PUBLISHED, LEDGER)
    changes = page(pages, "changes/")
    assert "<strong>1 section of the book is not in this edition.</strong>" in changes
    (entry,) = re.findall(r'<li id="boats~lacking".*?</li>', changes, re.DOTALL)
    assert "uncited" not in entry
    assert re.search(r'<a href="[^"]*rulings/[^"]*">[^<]*Errata for Reed Rules: Delete the section on boats', entry)
    assert "relation verbatim" in entry
    assert 'data-version="ledger-1"' in entry
    text = page(pages, "")
    (marker,) = re.findall(r'<sup id="[^"]*"><a[^>]*>1</a></sup>', text)
    assert 'data-change="boats~lacking"' in marker
    (why,) = re.findall(r'<li class="why-entry" id="why:boats~lacking">.*?</li>', text, re.DOTALL)
    assert "Delete the section on boats." in why
    assert "† Boats: 4 clauses, not in this edition" in text


def test_a_chapter_nobody_tells_of_has_no_authority_on_pages() -> None:
    pages = partial_site(emended(ON_EBB), PUBLISHED, LEDGER)
    (entry,) = re.findall(r'<li id="boats~lacking".*?</li>', page(pages, "changes/"), re.DOTALL)
    assert 'data-authority="none" data-version="none"' in entry
    assert "relation uncited" in entry
    assert 'data-change="boats~lacking"' not in "".join(re.findall(r"<sup.*?</sup>", page(pages, "")))


def test_lists_and_data_tell_who_says_that_a_chapter_is_gone() -> None:
    book = knowledge(emended(QUOTED), LEDGER, PUBLISHED).books[WorkId("reed")]
    assert book.base is not None
    assert book.emended is not None
    found = sort_changes(book).lacking
    lines = [*render_emendations(book.base.document, book.emended.document, book.emendations, found)]
    (line,) = (each for each in lines if "`Boats`" in each)
    assert line.partition(" ")[2] == "section not in the emended text, [^1]: `Boats`, 4 clauses"
    parts = [item for item in as_items(book.emendations, found) if item["lacking"] == "boats" and item["substantive"]]
    assert [item["authority_status"] for item in parts] == ["cited"] * 4


def booklet(kb: Kb) -> str:
    return unescape(build_booklets(kb, read_templates(ROOT))["reed"])


def test_a_booklet_names_each_section_that_is_not_in_it_once_in_a_list() -> None:
    html = booklet(knowledge(SOME))
    assert (
        '<a href="#kb:lacking">2 sections of the book are not in this edition; they are listed at the end.</a>' in html
    )
    assert html.count('id="kb:lacking"') == 1
    listed = html[html.index('id="kb:lacking"') :]
    assert re.findall(r"<p>(\w+), 4 clauses\.", listed) == ["Boats", "Fish"]
    assert html.count("Boats, 4 clauses") == 1


def test_on_paper_no_words_lead_to_a_text_that_is_elsewhere() -> None:
    html = booklet(knowledge(SOME))
    links = re.findall(r'<a class="small whole-section"[^>]*>', html)
    assert len(links) == 2
    assert not any("href" in link for link in links)
    assert re.search(r"\.why-entry a\.whole-section:not\(\[href\]\)[^}]*\{ display: none; \}", html)


def test_a_booklet_tells_who_says_that_a_section_is_gone() -> None:
    html = booklet(knowledge(emended(QUOTED), LEDGER, PUBLISHED))
    assert "1 section of the book is not in this edition; it is named at the end." in html
    assert "Delete the section on boats." in html[html.index('id="kb:lacking"') :]


def test_a_booklet_of_a_whole_book_lists_nothing() -> None:
    html = booklet(knowledge(PUBLISHED.replace("at noon", "at dusk"), LEDGER, PUBLISHED))
    assert "kb:lacking" not in html
