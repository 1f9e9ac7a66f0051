"""An emended text of some chapters alone: each that it lacks is told once, and what it lacks of those it has."""

import re
from collections.abc import Mapping
from html import unescape

from kb.align import align
from kb.answers.emendation_list import as_items, render_emendations
from kb.audit import find_all
from kb.book_pages.marking import Marking
from kb.corpus import load_manifest
from kb.emendations import find_emendations
from kb.graph import Kb
from kb.html import Page, render_document
from kb.model import WorkId
from kb.pipeline import build_kb
from kb.queries.lacking import BookChanges, sort_changes
from kb.text import Source
from kb.tools.builders import read_templates
from tests.applying import read
from tests.built import ROOT
from tests.made_pages import build_pages
from tests.properties.test_marking import REASONS

CORPUS = """\
schema: 1
title: Reed
game: Reed
description: Reed boats.
rights: {owner: Nobody, statement: Free.}
compendia:
  ledger:
    title: Reed Ledger
    abbreviation: RL
    versions:
      - {id: ledger-1, number: "1", date: "2001-06-01", path: ledger.md}
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


LEDGER = """\
# Ledger

## Rulings by Term

### Oars

- An oar that breaks is mended with rope in one evening.

### Ebb

- No boat lands at ebb before the third bell.

### Nets

- A torn net holds half of its usual catch.

## Errata for Reed Rules

- Tides: Change "turns at noon" to "turns at dusk".
- Fish: Change "An eel bites." to "An eel sleeps."
"""


def told(
    emended: str, code: str = "KB411", ledger: str = "# Ledger\n", published: str = FIRST + SECOND + THIRD
) -> list[str]:
    """What is said of changes without a footnote, or of something else."""
    return [each.message for each in find_all(knowledge(emended, ledger, published)) if each.code.code == code]


def knowledge(emended: str, ledger: str = "# Ledger\n", published: str = FIRST + SECOND + THIRD) -> Kb:
    """What is known of the book, its emended text and the rulings."""
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS)).value
    assert manifest is not None
    title = "# Reed Rules\n\n"
    texts = {"reed.md": title + published, "emended.md": title + emended, "ledger.md": ledger}
    return build_kb(manifest, {name: text.encode() for name, text in texts.items()}).value


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


def test_a_chapter_whose_sections_are_named_like_those_that_stay_is_told_once() -> None:
    parts = "## By day\n\n### Oars\n\nAn oar is wet.\n\nIt is long.\n\n### Nets\n\nA net is torn.\n\n"
    stays = "## By night\n\n### Oars\n\nNobody rows.\n\n### Nets\n\nA net glows. Leave it.\n\n"
    assert told(stays, published=parts + stays) == [gone("By day")]
    assert told(parts, published=parts + stays.replace("Nobody rows.", "Nobody rows.\n\nAll sleep.")) == [
        gone("By night")
    ]


def test_page_numbers_are_no_part_of_a_chapter_that_stays() -> None:
    paged = FIRST.replace("### Oars", '<br><span class="page-number">7</span>\n\n<hr id="page8">\n\n### Oars')
    assert told(SECOND + THIRD, published=paged + SECOND + THIRD) == [gone("Boats")]


def test_a_section_of_one_paragraph_is_told_by_its_words() -> None:
    (message,) = told(FIRST + SECOND + THIRD.partition("### Nets")[0])
    assert "`A net has holes.` is gone" in message


def test_rulings_on_chapters_that_are_not_there_are_told_once() -> None:
    chapters, ebb, tides = told(SECOND, "KB461", LEDGER)
    assert chapters == "the emended text of RR has nothing of `Boats`, `Fish`, so 3 rulings stand nowhere in it"
    assert "`Ebb`" in ebb
    assert "`Tides`" in tides or "not done" in tides


def test_rulings_on_chapters_that_are_there_are_told_each() -> None:
    messages = told(FIRST + SECOND + THIRD, "KB461", LEDGER)
    assert len(messages) == 5
    assert not any("has nothing of" in each for each in messages)


def signs(emended: str, before: str = FIRST + SECOND + THIRD) -> list[str]:
    """The signs of what was removed, as the reading page shows them."""
    title = "# Reed Rules\n\n"
    published, text = read(title + before), read(title + emended)
    records = BookChanges((), find_emendations(published, text))
    marking = Marking(text, records, REASONS, align(published, text).ids, published)
    html = "".join(part.html for part in render_document(text, Page(marks=tuple(marking.marks()))))
    assert [html.count(f'id="{record.id}"') for record in marking.records] == [1] * len(marking.records)
    return re.findall(r'<a class="why[^>]*>([^<]*)</a>', html)


def test_many_clauses_in_a_row_have_one_sign() -> None:
    assert signs(SECOND) == [f"† {n} clauses of the published text are not in this edition" for n in (4, 3)]


def test_blocks_with_attributes_have_their_sign_with_the_others() -> None:
    boxes = "{: .note }\n> **Note:** Oars float.\n\n{: .wide }\nAn oar has a hole.\n\n> {: .wide }\n> - Row on.\n\n"
    assert signs(SECOND + THIRD, FIRST + boxes + SECOND + THIRD) == [
        "† 7 clauses of the published text are not in this edition"
    ]


def test_a_few_have_a_sign_each() -> None:
    assert signs(FIRST + SECOND.partition("### Ebb")[0] + THIRD) == ["†", "†"]


TITLE = "# Reed Rules\n\nRULES BOOKLET\n\nFirst printing, spring 1994\n\nBy the Harbour Press\n\n"
"""A title page with three lines."""
TABLE = "CONTENTS\n\n| [Boats](#boats)<br>[Tides](#tides)<br>[Fish](#fish) |\n\n"


def removed(published: str, emended: str) -> list[str]:
    """What was taken out of a text, each change of substance."""
    records = find_emendations(read(published), read(emended))
    return [" / ".join(each.published_text.split("\n\n")) for each in records if each.substantive]


def test_lines_of_a_title_page_that_are_gone_in_a_row_are_one_change() -> None:
    lines = ["RULES BOOKLET / First printing, spring 1994 / By the Harbour Press"]
    assert removed(TITLE + FIRST, f"# Reed Rules\n\n{FIRST}") == lines
    assert removed(f"{TITLE}A reed bends. A boat of reed floats.\n\n{FIRST}", f"# Reed Rules\n\n{FIRST}") == [
        *lines,
        "A reed bends. A boat of reed floats.",
    ]


def test_lines_above_the_contents_are_of_the_title_page_however_long_they_are() -> None:
    long = TITLE.replace("By the Harbour Press", "And all the reeds bent to the wind, and the water rose over them.")
    told_as_one = [each.replace("\n\n", " / ") for each in (long.removeprefix("# Reed Rules\n\n").strip(),)]
    assert removed(long + TABLE + FIRST + SECOND + THIRD, f"# Reed Rules\n\n{FIRST}{SECOND}{THIRD}") == told_as_one


def test_a_line_of_a_title_page_that_stays_parts_those_that_are_gone() -> None:
    kept = "# Reed Rules\n\nFirst printing, spring 1994\n\n"
    assert removed(TITLE + FIRST, kept + FIRST) == ["RULES BOOKLET", "By the Harbour Press"]


def test_a_rule_right_below_the_title_is_no_line_of_a_title_page() -> None:
    assert removed(f"# Reed Rules\n\nA reed bends.\n\nA boat floats.\n\n{FIRST}", f"# Reed Rules\n\n{FIRST}") == [
        "A reed bends.",
        "A boat floats.",
    ]


def test_what_a_footnote_tells_of_a_section_that_is_gone_is_a_change_like_others() -> None:
    boats = "## Boats\n\nA boat has a mast.[^1]\n\n"
    oars = "### Oars\n\nAn oar is long.\n\nIt breaks.\n\n"
    note = "\n\n[^1]: Oars are used no more. Ledger, Oars.\n"
    assert told(boats + SECOND + note, published=boats.replace("[^1]", "") + oars + SECOND) == []
    assert told(boats.replace("[^1]", "") + SECOND, published=boats.replace("[^1]", "") + oars + SECOND) == [
        gone("Oars")
    ]


def partial_site(
    emended: str, published: str = FIRST + SECOND + THIRD, ledger: str = "# Ledger\n"
) -> Mapping[str, str]:
    """The pages of the book, an emended text of some chapters."""
    outcome = build_pages(knowledge(emended, ledger, published), read_templates(ROOT))
    assert outcome.diagnostics == ()
    return outcome.value


def page(pages: Mapping[str, str], name: str) -> str:
    return unescape(pages[f"rules/reed/{name}index.md"])


SOME = SECOND.replace("at noon", "at dusk")
"""One chapter of three, with one change."""


def test_the_page_of_changes_tells_each_chapter_that_is_not_there_as_one() -> None:
    changes = page(partial_site(SOME), "changes/")
    assert "<strong>1 change of substance</strong>" in changes
    assert "<strong>2 sections of the book are not in this edition.</strong>" in changes
    assert changes.count('class="row substantive') == 3
    rows = re.findall(r'class="row substantive lacking".*?</ul>', changes, re.DOTALL)
    assert ["<summary>Boats: 4 clauses</summary>" in rows[0], "<summary>Fish: 4 clauses</summary>" in rows[1]] == [
        True
    ] * 2
    assert 'id="boats~lacking" data-authority="none" data-version="none"' in rows[0]
    for words in ("A boat has a mast.", "An oar is long.", "Pull once.", "A box on oars.", "Oars"):
        assert f"{words}</del>" in rows[0]
    assert '<a href="#fish~lacking">Fish</a>' in changes


def test_each_change_of_a_chapter_that_is_not_there_keeps_its_address() -> None:
    pages, records = partial_site(SOME), knowledge(SOME).books[WorkId("reed")].emendations
    read_there, changes = (re.findall(r'\bid="([^"]*)"', page(pages, path)) for path in ("", "changes/"))
    assert len(read_there) == len(set(read_there))
    assert len(changes) == len(set(changes))
    assert {each.id for each in records} <= set(changes)
    assert {each.id for each in records if each.substantive} <= set(read_there)


def test_the_reading_page_counts_chapters_apart_and_has_one_mark_for_each() -> None:
    text = page(partial_site(SOME), "")
    assert "Changed once." in text
    assert '<a href="changes/#boats~lacking">2 sections of the book are not in this edition.</a>' in text
    marks = re.findall(r'<a class="why bare many" href="#why:([^"]*)"[^>]*>([^<]*)</a>', text)
    assert marks == [
        ("boats~lacking", "† Boats: 4 clauses, not in this edition"),
        ("fish~lacking", "† Fish: 4 clauses, not in this edition"),
    ]
    changes = set(re.findall(r'data-change="([^"]*)"', text))
    assert len(changes) == 3
    assert {each for each in changes if f'id="why:{each}"' in text} == changes
    assert text.count('class="was" data-change="boats~lacking"') == 4


def test_other_pages_count_the_chapters_that_are_not_there_apart() -> None:
    pages = partial_site(SOME)
    assert "changed once since.</strong> 2 sections of it are not in the emended edition." in page(pages, "published/")
    assert "2 sections of the book are not in this edition." in unescape(pages["rules/index.md"])


def test_a_book_that_lacks_nothing_as_a_whole_says_nothing_of_it() -> None:
    pages = partial_site((FIRST + SECOND + THIRD).replace("at noon", "at dusk"))
    assert not any("not in this edition" in page(pages, name) for name in ("", "changes/", "published/"))


def test_a_list_of_changes_tells_a_chapter_that_is_not_there_by_its_heading() -> None:
    book = knowledge(SOME).books[WorkId("reed")]
    assert book.base is not None
    assert book.emended is not None
    texts, lacking = (book.base.document, book.emended.document), sort_changes(book).lacking
    lines = [*render_emendations(*texts, book.emendations, lacking)]
    assert [each.partition(" ")[2] for each in lines if "section" in each.partition(":")[2]][:2] == [
        "section not in the emended text, uncited: `Boats`, 4 clauses",
        "section not in the emended text, uncited: `Fish`, 4 clauses",
    ]
    assert not any("An eel bites." in each for each in lines)
    assert lines[-1] == "1 change, 1 substantive, 1 of them uncited; 2 sections not in the emended text"
    whole = "\n".join(render_emendations(*texts, book.emendations, lacking, everything=True))
    assert all(each.published_text in whole for each in book.emendations if "\n" not in each.published_text)


def test_data_tell_each_change_of_a_chapter_that_is_not_there_with_its_heading() -> None:
    book = knowledge(SOME).books[WorkId("reed")]
    items = [*as_items(book.emendations, sort_changes(book).lacking)]
    assert [item["id"] for item in items] == [each.id for each in book.emendations]
    sections = {str(item["section"]): item["lacking"] for item in items}
    assert sections == {"Boats": "boats", "Oars": "boats", "Tides": None, "Fish": "fish", "Nets": "fish"}


def test_texts_by_date_count_chapters_that_are_not_there_apart() -> None:
    note = "\n\n[^1]: Tides turn at dusk. [Reed Ledger 1](/ledger/#ebb), Ebb.\n"
    ledger = "---\npermalink: /ledger/\n---\n\n# Ledger\n\n## Rulings by Term\n\n### Ebb\n\n- Tides turn at dusk.\n"
    emended = SOME.replace("at dusk.", "at dusk.[^1]") + note
    pages = build_pages(knowledge(emended, ledger), read_templates(ROOT)).value
    log = page(pages, "states/")
    assert "1 change in force" in log
    assert "2 sections of the book are not in this edition." in log
    assert not re.search(r"\b(?:[5-9]|\d\d) (?:changes|came)", log)
    assert "An eel bites." not in log
