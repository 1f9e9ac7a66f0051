"""The same erratum of a book laid out, placed, worded and quoted in the ways of many hands: it is carried out where it
is meant, and nothing else is changed.

What nobody could know stays with a human: an order changes what it asks for, or nothing.
"""

from collections.abc import Iterator, Mapping
from itertools import chain

import pytest

from kb.corpus import load_manifest
from kb.model import VersionId
from kb.pipeline import build_kb
from kb.queries.emended_books import BookOrder
from kb.queries.instructions import carry_out, outcome_of
from kb.text import Source

CORPUS = """\
schema: 1
title: Hives
game: Hives
description: Hives and who keeps them.
rights: {owner: Nobody, statement: Free.}
compendia:
  sheet:
    title: Hive Errata
    abbreviation: HE
    versions:
      - {id: sheet-1, number: "1", date: "2004-01-01", path: sheet.md}
works:
  hives:
    title: The Keeping of Hives
    abbreviation: KH
    base: hives
    editions:
      - {id: hives, role: published, path: hives.md, date: "2000"}
  wasps:
    title: The Book of Wasps
    abbreviation: BW
    base: wasps
    editions:
      - {id: wasps, role: published, path: wasps.md, date: "2001"}
"""
BOOK = """\
# The Keeping of Hives

## Queens

A queen flies once. A queen has many drones.

A drone is lazy. He eats honey by day.

## Honey

A hive fills two jars each summer. A jar is shut with wax.

Honey is sold at noon. Nobody sells wax.

- Wax is soft.
- Comb is hard.

## Smoke

The smoker is lit at dusk. Smoke calms all wasps.
"""
WASPS = "# The Book of Wasps\n\n## Nests\n\nA nest hangs in a tree. A wasp stings once.\n"
TITLED = "# Errata for The Keeping of Hives\n\n"
SHEET = "# Hive Errata\n\n"
NAMED = f"{SHEET}## The Keeping of Hives\n\n"
ORDER = "Change “two jars” to “three jars”."

LAYOUTS: Mapping[str, str] = {
    "item": f"{SHEET}- {{}}: {{}}",
    "item, bold": f"{SHEET}- **{{}}:** {{}}",
    "item, no sign": f"{SHEET}- **{{}}** {{}}",
    "item, italics": f"{SHEET}- *{{}}:* {{}}",
    "item, dash": f"{SHEET}- {{}} – {{}}",
    "item, stop": f"{SHEET}- {{}}. {{}}",
    "item, break": f"{SHEET}- **{{}}**<br>\n  {{}}",
    "item, paragraph": f"{SHEET}- **{{}}**\n\n  {{}}",
    "nested": f"{SHEET}- {{}}\n  - {{}}",
    "nested, bold": f"{SHEET}- **{{}}:**\n    - {{}}",
    "paragraph": f"{SHEET}{{}}: {{}}",
    "paragraph, bold": f"{SHEET}**{{}}:** {{}}",
    "paragraph, bold and a dash": f"{SHEET}**{{}}** – {{}}",
    "line in bold": f"{SHEET}**{{}}**\n\n{{}}",
    "line in bold, break": f"{SHEET}**{{}}**<br>\n{{}}",
    "line in bold, item": f"{SHEET}**{{}}**\n\n- {{}}",
    "line in italics": f"{SHEET}*{{}}*\n\n{{}}",
    "numbers": f"{SHEET}1. {{}}: {{}}",
    "quoted": f"{SHEET}> {{}}: {{}}",
    "definitions": f"{SHEET}{{}}\n: {{}}",
    "day behind": f"{SHEET}- {{}}: {{}} [5 May 2003]",
    "day before": f"{SHEET}- 2003-05-05 {{}}: {{}}",
    "day above": f"{SHEET}## 5 May 2003\n\n- {{}}: {{}}",
    "new": f"{SHEET}- **NEW** {{}}: {{}}",
    "labelled": f"{SHEET}- {{}} (erratum): {{}}",
    "list in HTML": f"{SHEET}<ul>\n<li>{{}}: {{}}</li>\n</ul>",
    "heading in HTML": f"{SHEET}<h3>{{}}</h3>\n\n<p>{{}}</p>",
    "below an introduction": f"{SHEET}This sheet lists errata of 5 May 2003. They are official.\n\n- {{}}: {{}}",
    "below errata": "# Hives\n\n## Errata\n\n- {}: {}",
    "title": f"{TITLED}- {{}}: {{}}",
    "heading of the book": f"{NAMED}- {{}}: {{}}",
    "headings": f"{NAMED}### {{}}\n\n{{}}",
    "heading, bold": f"{NAMED}**{{}}:** {{}}",
    "heading in italics": f"{SHEET}## *The Keeping of Hives*\n\n- {{}}: {{}}",
    "heading with a printing": f"{SHEET}## The Keeping of Hives (first printing)\n\n- {{}}: {{}}",
    "heading with a year": f"{SHEET}## The Keeping of Hives (2000)\n\n- {{}}: {{}}",
    "book in bold": f"{SHEET}**The Keeping of Hives**\n\n- {{}}: {{}}",
    "book in front": f"{SHEET}- The Keeping of Hives, {{}}: {{}}",
    "book in front, bold": f"{SHEET}- **The Keeping of Hives**, {{}}: {{}}",
    "book above, nested": f"{SHEET}- The Keeping of Hives\n  - {{}}: {{}}",
    "book in bold, nested": f"{SHEET}- **The Keeping of Hives:**\n  - {{}}: {{}}",
}
SECTIONS: tuple[str, ...] = ("Honey", "Page 12, Honey", "Honey (page 12)")
"""Places that one book alone has."""
BOOKED: tuple[str, ...] = (
    "title",
    "heading of the book",
    "headings",
    "heading, bold",
    "book in front",
    "book above, nested",
)
"""Layouts that name the book."""
PLACES: tuple[str, ...] = (
    "Page 12",
    "p. 12",
    "p.12",
    "pg. 12",
    "Page 12, line 3",
    "Page 12, ¶1",
    "Page 12, second column, first paragraph",
)
PLACES += ("p. 12, Honey", "Page 12 – Honey", "Page 12 (Honey)", "p.12 Honey", "Pages 12-13, Honey", "Honey (p. 12)")
PLACES += ("Honey, p. 12", "Honey, page 12, left column", "Page 12, Honey, first paragraph", "Honey, first paragraph")
PLACES += ("Honey, 1st paragraph", "Honey, paragraph 1", "Honey, first sentence")
PLACES += ("Honey, first paragraph, first sentence",)
SWAPS: tuple[str, ...] = (
    "Change {x} to {y}.",
    "Replace {x} with {y}.",
    "Replace {x} by {y}.",
    "{x} should read {y}.",
    "{x} should be {y}.",
)
SWAPS += (
    "For {x} read {y}.",
    "For {x}, read {y}.",
    "Read {y} instead of {x}.",
    "Read {y} for {x}.",
    "{x} must read {y}.",
)
SWAPS += (
    "{x} is replaced with {y}.",
    "{x} should be replaced by {y}.",
    "{x} has been changed to {y}.",
    "{x} now reads {y}.",
)
SWAPS += ("{x} → {y}", "{x} -> {y}", "{x} => {y}", "The words {x} should read {y}.", "Change the phrase {x} to {y}.")
SWAPS += ("Substitute {y} for {x}.", "Delete {x} and insert {y}.", "Strike {x}, insert {y}.", "{x} should say {y}.")
SWAPS += ("The text reads {x}; it should read {y}.", "The rule says {x}. It should say {y}.", "{x} ought to read {y}.")
SWAPS += (
    "This should read {y}, not {x}.",
    "Where it says {x}, it should say {y}.",
    "Old: {x} New: {y}",
    "{x} is now {y}.",
)
SWAPS += (
    "Change {x} to: {y}.",
    "Change {x} to read {y}.",
    "Amend {x} to {y}.",
    "Alter {x} to {y}.",
    "{x} should read as {y}.",
)
SWAPS += ("Please change {x} to {y}.", "{x} is incorrect; it should read {y}.", "{x} is wrong. It should read {y}.")
SWAPS += ("Instead of {x}, read {y}.", "change {x} to {y}", "CHANGE {x} TO {y}.", "Change {x} to {y}. (Typo.)")
SWAPS += ("Change {x} to {y}. This was a misprint.", "{x} becomes {y}.", "In the first sentence, change {x} to {y}.")
QUOTES: tuple[str, ...] = (
    '"{}"',
    "“{}”",
    "'{}'",
    "‘{}’",
    "«{}»",
    "„{}“",
    "„{}”",
    '**"{}"**',
    '"**{}**"',
    '*"{}"*',
    '"*{}*"',
    '"... {} ..."',
)
QUOTES += ("“…{}…”", '"...{}"', "&quot;{}&quot;")
Orders = Mapping[str, tuple[str, ...]]
OTHERS: Orders = {
    BOOK.replace(" with wax", ""): (
        *(f"{verb} “with wax”." for verb in ("Delete", "Remove", "Strike", "Strike out", "Cross out", "Omit")),
        *(f"“with wax” {gone}." for gone in ("is deleted", "should be deleted", "is to be struck")),
        "The words “with wax” are to be omitted.",
    ),
    BOOK.replace(" A jar is shut with wax.", ""): (
        "Delete the second sentence.",
        "Delete the last sentence of the first paragraph.",
        "Delete the sentence “A jar is shut with wax.”",
    ),
    BOOK.replace("\n- Comb is hard.", ""): ("Delete the second bullet.",),
    BOOK.replace("two jars", "two jars of wax"): (
        "After “two jars” add “of wax”.",
        "After “two jars”, insert “of wax”.",
        "Insert “of wax” after “two jars”.",
        "Add the words “of wax” after “two jars”.",
        "“of wax” should be added after “two jars”.",
        "The words “of wax” are inserted after “two jars”.",
    ),
    BOOK.replace("two jars", "about two jars"): (
        "Insert “about” before “two jars”.",
        "Before “two jars”, insert “about”.",
    ),
    BOOK.replace("with wax.", "with wax. It is heavy."): (
        "Add at the end of the first paragraph: “It is heavy.”",
        "Add “It is heavy.” to the end of the first paragraph.",
        "At the end of the first paragraph, add “It is heavy.”",
        "Add the sentence “It is heavy.” to the end of the first paragraph.",
    ),
    BOOK.replace("each summer.", "each summer. It is heavy."): (
        "After the first sentence, add “It is heavy.”",
        "Add “It is heavy.” after the first sentence.",
        "Add “It is heavy.” after “each summer.”",
        "Add a new sentence after the first sentence: “It is heavy.”",
        "Add the following sentence after the first sentence: “It is heavy.”",
    ),
    BOOK.replace("- Comb is hard.", "- Comb is hard.\n- It is heavy."): (
        "Add a bullet: “It is heavy.”",
        "Add a bullet at the end of the list: “It is heavy.”",
        "Add after the second bullet: “It is heavy.”",
    ),
    BOOK.replace("with wax.", "with a lid."): (
        "The second sentence should read: “A jar is shut with a lid.”",
        "The second sentence becomes “A jar is shut with a lid.”",
        "Replace the second sentence with: “A jar is shut with a lid.”",
        "“A jar is shut with wax.” should read “A jar is shut with a lid.”",
    ),
    BOOK.replace("two jars each summer", "three jars each year"): (
        "Change “two jars” to “three jars” and “summer” to “year”.",
        "Change “two jars” to “three jars”; change “summer” to “year”.",
        "Change “two jars” to “three jars”. Change “summer” to “year”.",
    ),
    BOOK: ("There is no erratum here.", "A jar is always shut."),
}
FEW: tuple[str, ...] = ("title", "headings", "book above, nested")
HEAD = "|---|---|---|\n"
WHOLE: Mapping[str, str] = {
    "table": f"{TITLED}| Place | Old | New |\n{HEAD}| Honey | two jars | three jars |",
    "table of quotations": f"{TITLED}| Place | Old text | New text |\n{HEAD}| Honey | “two jars” | “three jars” |",
    "table, a page": f"{TITLED}| Page | For | Read |\n{HEAD}| 12 | two jars | three jars |",
    "table, wrong and right": f"{TITLED}| Section | Incorrect | Correct |\n{HEAD}| Honey | two jars | three jars |",
    "table, was": f"{NAMED}| Where | Was | Should be |\n{HEAD}| Honey | two jars | three jars |",
    "table below a section": f"{TITLED}## Honey\n\n| Old | New |\n|---|---|\n| two jars | three jars |",
    "labels": f"{TITLED}**Honey**\n\n- Old: “two jars”\n- New: “three jars”",
    "labels in paragraphs": f"{TITLED}**Honey**\n\nOld: “two jars”\n\nNew: “three jars”",
    "block quotation": f"{TITLED}**Honey:** The first sentence should read:\n\n> A hive fills three jars each summer.",
    "by pages": f"{TITLED}## Page 12\n\n- {ORDER}",
    "two below a book": f"{SHEET}- The Keeping of Hives\n  - Queens: Change “many” to “many”.\n  - Honey: {ORDER}",
    "two below a section": f"{NAMED}- Queens\n  - Change “lazy” to “lazy”.\n- Honey\n  - {ORDER}",
}


def test_a_row_may_say_that_its_words_go() -> None:
    assert as_made(f"{TITLED}| Section | Old | New |\n{HEAD}| Honey | with wax | (deleted) |") == BOOK.replace(
        " with wax", ""
    )


def as_made(sheet: str) -> str:
    """The book with all that a sheet of errata changes."""
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS)).value
    assert manifest is not None
    texts = {"sheet.md": f"{sheet}\n", "hives.md": BOOK, "wasps.md": WASPS}
    kb = build_kb(manifest, {name: text.encode() for name, text in texts.items()}).value
    orders = [each for each in carry_out(kb, kb.versions[VersionId("sheet-1")]).orders if isinstance(each, BookOrder)]
    done = [each.outcomes[0][1].changes for each in orders if outcome_of(each) == "applied"]
    text = BOOK
    for change in sorted(chain.from_iterable(done), key=lambda each: each.span, reverse=True):
        text = text[: change.span.start] + change.new + text[change.span.end :]
    return text


DONE = BOOK.replace("two jars", "three jars")


@pytest.mark.parametrize("laid", LAYOUTS)
def test_an_erratum_is_carried_out_in_each_layout(laid: str) -> None:
    failed = [each for each in SECTIONS if as_made(LAYOUTS[laid].format(each, ORDER)) != DONE]
    assert not failed


@pytest.mark.parametrize("place", PLACES)
def test_an_erratum_is_carried_out_at_each_place(place: str) -> None:
    failed = [laid for laid in BOOKED if as_made(LAYOUTS[laid].format(place, ORDER)) != DONE]
    assert not failed


def quoting(worded: str, quoted: str = "“{}”") -> str:
    return worded.format(x=quoted.format("two jars"), y=quoted.format("three jars"))


@pytest.mark.parametrize("worded", SWAPS)
def test_an_erratum_is_carried_out_in_each_wording(worded: str) -> None:
    failed = [laid for laid in FEW if as_made(LAYOUTS[laid].format("Honey", quoting(worded))) != DONE]
    assert not failed


@pytest.mark.parametrize("quoted", QUOTES)
def test_an_erratum_is_carried_out_in_each_kind_of_marks(quoted: str) -> None:
    orders = [quoting(worded, quoted) for worded in SWAPS[:7]]
    failed = [order for order in orders if as_made(LAYOUTS["title"].format("Honey", order)) != DONE]
    assert not failed


def others() -> Iterator[tuple[str, str]]:
    for made, orders in OTHERS.items():
        yield from ((order, made) for order in orders)


@pytest.mark.parametrize(("order", "made"), list(others()))
def test_other_orders_are_carried_out(order: str, made: str) -> None:
    failed = [laid for laid in FEW if as_made(LAYOUTS[laid].format("Honey", order)) != made]
    assert not failed


@pytest.mark.parametrize("name", WHOLE)
def test_tables_labels_and_lists_are_carried_out(name: str) -> None:
    assert as_made(WHOLE[name]) == DONE


@pytest.mark.parametrize(
    "sheet",
    [
        f"{SHEET}- Page 12: {ORDER}",  # of two books
        f"{SHEET}- Tools: {ORDER}",
        f"{SHEET}- Nests: {ORDER}",  # the other book
        f"{SHEET}## The Book of Wasps\n\n- Page 12: {ORDER}",
        f"{TITLED}- Smoke: {ORDER}",  # another section
        f"{TITLED}- Honey: Change **two jars** to **three jars**.",
        f"{TITLED}- Honey: “A hive … each summer” should read “A hive fills three jars”.",
        f"{TITLED}- Honey: A hive fills ~~two~~ three jars each summer.",
        f"{TITLED}| Hive | Old | New |\n{HEAD}| Honey | two jars | three jars |",  # whose jars?
        f"{SHEET}## The Keeping of Hives (second printing only)\n\n- Honey: {ORDER}",
        f"{TITLED}| Section | Old | New |\n{HEAD}| Honey | two jars | (see below) |",
        f"{TITLED}**Honey:** The first sentence should read:\n\n> A hive fills three jars.\n>\n> It is old.",
        f"{TITLED}- The following count:\n  - “two jars”\n  - “three jars”",
    ],
)
def test_what_nobody_can_know_is_left_alone(sheet: str) -> None:
    assert as_made(sheet) == BOOK
