"""The card reader: printings, what they show, and the rulings listed under each."""

import re
from pathlib import Path

import pytest

from kb.model import Document
from kb.readers.cards import read_card
from kb.readers.kramdown import read_document
from kb.sheets import Card
from kb.text import Source
from tests.built import LANTERN

PAGES = sorted((LANTERN / "texts/cards").rglob("*.md"))
PAGE = """\
---
title: Red Kite
permalink: /cards/red-kite/
---

# Red Kite

## PRINTINGS

### _Kites: First Wind_

{: .kite .mx-sm-6 .mb-4 }
> {: .kite-name .p-1 }
> > <div class="card-points">2</div>
> > <div class="card-name">Red Kite</div>
>
> {: .kite-name .black-text .figures }
> > 5 ![](/assets/wind.svg)&emsp;![gust](/assets/gust.svg)
>
> {: .card-classification .pr-2 }
> Kite
>
> {: .kite-text .black-text }
> > _Unique._ Flies <nobr>[<img src="/assets/high.svg">]</nobr>.<br>&ensp;Then lands.
> >
> > {: .fs-3 }
> > _A fine kite._
>
> {: .kite-shield }
> > <div class="card-shield">【 7/&ndash; 】</div>
> > <div class="card-corner">&nbsp;</div>

 - [Kite Rulings 1 - Rulings by Card, Red Kite](/original/rulings/kite-rulings-1/#red-kite)<br>It is _red_.
 - [Kite Questions #2 Mar 2001)(/original/rulings/kite-questions-2/#strings)<br>**Q:** Is it?<br>**A:** Yes.
 - It lands.

### _Kites: Second Wind_

{: .kite-reprint }
> {: .kite-name }
> > <div class="kite-card-name">Redder Kite</div>
"""


def read(text: str, name: str = "cards/R/red-kite.md") -> Document:
    return read_document(Source.from_text(name, text)).value


def card(text: str) -> Card:
    return read_card(read(text)).value


def test_a_card_has_its_printings() -> None:
    found = card(PAGE)
    first, second = found.printings
    assert (found.name, found.permalink) == ("Red Kite", "/cards/red-kite/")
    assert (first.set, first.anchor, first.frame, first.name) == (
        "Kites: First Wind",
        "kites-first-wind",
        "kite",
        "Red Kite",
    )
    assert first.classification == "Kite"
    assert first.text == "Unique. Flies [high].\nThen lands.\nA fine kite."
    assert first.fields == (("card-points", "2"), ("figures", "5 wind gust"), ("card-shield", "【 7/– 】"))
    assert (second.set, second.frame, second.name, second.text, second.rulings) == (
        "Kites: Second Wind", "kite-reprint", "Redder Kite", "", (),
    )  # fmt: skip


def test_rulings_are_told_from_the_link_to_their_source() -> None:
    assert [(found.label, found.href, found.text) for found in card(PAGE).printings[0].rulings] == [
        ("Kite Rulings 1 - Rulings by Card, Red Kite", "/original/rulings/kite-rulings-1/#red-kite", "It is red."),
        ("Kite Questions #2 Mar 2001)", "/original/rulings/kite-questions-2/#strings", "Q: Is it?\nA: Yes."),
        ("", "", "It lands."),
    ]


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ("### Storm\n", ["Storm"]),
        ("### Storm\n{: .set }\n\n## NOTES\n\nNone.\n", ["Storm"]),
        ("### Storm\n\n### Calm\n", []),
        ("### Storm\n\n![Red Kite](storm.png)\n", []),
        ("### Storm\n\nAs printed above.\n", []),
        ("### Rulings\n", []),
        ("## Storm\n", []),
    ],
)
def test_a_set_with_nothing_below_its_heading_is_told(end: str, told: list[str]) -> None:
    box = "{: .kite }\n> {: .kite-text }\n> It flies.\n\n"
    outcome = read_card(read(f"# Red Kite\n\n## PRINTINGS\n\n### Wind\n\n{box}{end}"))
    assert len(outcome.value.printings) == 1
    assert [each.message for each in outcome.diagnostics] == [
        f"no printing of `Red Kite` was read below `{name}`" for name in told
    ]


def test_places_are_the_source() -> None:
    document = read(PAGE)
    first, second = read_card(document).value.printings
    spans = [first.span, *(each.span for each in first.rulings), second.span]
    lines = [document.source.line_of(span.start) for span in spans]
    assert lines == [10, 33, 34, 35, 37]
    assert first.span.end <= second.span.start
    said = [document.source.text[each.span.start : each.span.end] for each in first.rulings]
    assert [(each.lstrip(" -")[:6], each[-6:]) for each in said] == [
        ("[Kite ", "_red_."),
        ("[Kite ", "* Yes."),
        ("It lan", "lands."),
    ]
    assert document.source.text[: first.span.end].endswith("It lands.")


@pytest.mark.parametrize("text", ["", "# Red Kite\n\nIt flies.\n", "---\ntitle: Red Kite\nspeed: 4\n---\n- One\n"])
def test_a_page_without_a_printing_is_told(text: str) -> None:
    outcome = read_card(read(text))
    assert outcome.value.printings == ()
    assert [found.code.code for found in outcome.diagnostics] == ["KB506"]
    assert outcome.value.name in {"Red Kite", "red-kite"}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_search_finds_the_printings_that_are_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    outcome = read_card(read(text, path.name))
    assert outcome.diagnostics == ()
    printings = outcome.value.printings
    assert [found.set for found in printings] == [
        line.strip("_") for line in re.findall(r"^### (.*)$", text, re.MULTILINE)
    ]
    names = re.findall(r'<div class="[a-z-]*name">([^<]*)</div>', text)
    assert [found.name for found in printings] == names
    assert all(found.text and found.classification for found in printings)
    assert sum(len(found.rulings) for found in printings) == len(re.findall(r"^ ?- ", text, re.MULTILINE))
    assert all(ruling.href and ruling.text for found in printings for ruling in found.rulings)


def test_a_box_without_classes_prints_text() -> None:
    box = "> {: .card-classification }\n> Toy\n>\n> It flies.\n>\n> It lands.\n"
    outcome = read_card(read(f"# Kite\n\n### The Quay\n\n{box}\n- [Asked](/faq/) It sinks.\n"))
    (printing,) = outcome.value.printings
    assert outcome.diagnostics == ()
    assert (printing.set, printing.classification, printing.text, printing.fields) == (
        "The Quay",
        "Toy",
        "It flies.\nIt lands.",
        (),
    )
    assert [(each.href, each.text) for each in printing.rulings] == [("/faq/", "It sinks.")]


def listed(text: str) -> list[tuple[str, str, str]]:
    (printing,) = card(f"# Kite\n\n### The Quay\n\n> It flies.\n\n{text}\n").printings
    return [(each.label, each.href, each.text) for each in printing.rulings]


def test_paragraphs_of_a_ruling_stay_apart_and_its_label_is_in_the_first() -> None:
    assert listed("- [Asked](/faq/)\n\n  It sinks.\n\n  It dries.\n\n- It waits.\n\n  It waits on.") == [
        ("Asked", "/faq/", "It sinks.\nIt dries."),
        ("", "", "It waits.\nIt waits on."),
    ]


def test_a_colon_behind_a_label_is_no_word_of_the_ruling() -> None:
    assert listed("- [Asked](/faq/): It sinks.") == [("Asked", "/faq/", "It sinks.")]


def test_a_dash_behind_a_label_is_no_word_of_the_ruling_and_a_number_below_zero_has_its_sign() -> None:
    assert listed("- [Asked](/faq/) \u2013 It sinks.") == [("Asked", "/faq/", "It sinks.")]
    assert listed("- [Asked](/faq/) -1 to its berths.") == [("Asked", "/faq/", "-1 to its berths.")]


def test_a_ruling_that_the_page_strikes_is_none() -> None:
    assert listed("- ~~It sinks.~~\n- It dries.") == [("", "", "It dries.")]


def test_the_cells_of_a_table_stay_apart_and_its_rows_are_lines() -> None:
    rows = "<table><tr><td>2</td><td>It dries.</td></tr><tr><td>3</td><td>It sinks.</td></tr></table>"
    found = card(f"# Kite\n\n### The Quay\n\n> | 2 | It dries. |\n> | 3 | It sinks. |\n>\n> {rows}\n\n{rows}\n")
    (printing,) = found.printings
    assert printing.text.split("\n") == ["2 | It dries.", "3 | It sinks."] * 2
    assert found.besides == "2 | It dries. | 3 | It sinks."


def test_blocks_of_html_are_lines() -> None:
    text = "<ul><li>It <b>dries</b>.</li><li>It sinks.</li></ul>\n>\n> <p>Once.</p><p>Twice.</p>"
    (printing,) = card(f"# Kite\n\n### The Quay\n\n> {text}\n").printings
    assert printing.text.split("\n") == ["It dries.", "It sinks.", "Once.", "Twice."]


def test_what_else_a_page_says_is_kept() -> None:
    found = card("# Kite\n\nOld.\n\n### The Quay\n\n> It flies.\n\nOdd.\n\n- It dries.\n\n---\n\n## More\n\n- Torn.\n")
    (printing,) = found.printings
    assert [each.text for each in printing.rulings] == ["It dries."]
    assert found.besides == "Old. Odd. Torn."
    assert card(PAGE).besides == ""


def test_the_title_of_a_page_names_no_set() -> None:
    (printing,) = card("# Kite\n\n> It flies.\n").printings
    assert (printing.set, printing.anchor, printing.text) == ("", "", "It flies.")


@pytest.mark.parametrize(
    "shown",
    [
        "| Type | Boat |\n|---|---|\n| Text | It floats. |\n\n",
        "- Type: Boat\n- Text: It floats.\n\n",  # one list with what follows
        "Type: Boat<br>Text: It floats.\n\n",
    ],
)
def test_rulings_may_follow_labels_that_tell_the_text(shown: str) -> None:
    rulings = " - [Ledger 1, Gull](/ledger-1/#gull)<br>It sinks.\n - [Ledger 2](/ledger-2/)<br>It does: by day.\n"
    found = card(f"# Gull\n\n### _Quay_\n\n{shown}{rulings}")
    (printing,) = found.printings
    assert (printing.classification, printing.text, found.rest) == ("Boat", "It floats.", ())
    assert [each.text for each in printing.rulings] == ["It sinks.", "It does: by day."]


@pytest.mark.parametrize(
    ("title", "heading", "name"),
    [
        ("Grey Gull", "GREY GULL", "Grey Gull"),
        ("Gulls", "GREY GULL", "GREY GULL"),
        ("GREY GULL", "Grey Gull", "Grey Gull"),
        ("", "GREY GULL", "GREY GULL"),
    ],
)
def test_a_name_in_capitals_is_written_as_in_the_title(title: str, heading: str, name: str) -> None:
    assert card(f'---\ntitle: "{title}"\n---\n\n# {heading}\n\n### Quay\n\n> It floats.\n').name == name
