"""Pages of cards in other layouts: labels for classes, rulings and errata under headings of their own, versions, sets
without a text. What is read is what their pages tell."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from kb.answers.search import Kind
from kb.audit.card_ruling_unverified import audit
from kb.graph import Kb
from kb.instructions import Add, Asked, emend_printing
from kb.queries.terms import know_terms
from kb.search.gather import gather_records
from kb.sheets import CardRuling, Printing
from kb.tools.builders import read_templates
from tests.built import LANTERN
from tests.made_pages import build_pages
from tests.same_named import card, card_of, read, with_cards, words_of

TEXT = "It floats by night."
SET = "# Grebe\n\n## PRINTINGS\n\n### _Gull Quay_\n\n"
BOX = card("Grebe", {"text": TEXT})


def told(printing: Printing) -> tuple[str, str, str, tuple[str, ...]]:
    return printing.set, printing.classification, printing.text, tuple(value for _, value in printing.fields)


def ruled(rulings: tuple[CardRuling, ...]) -> list[tuple[str, str, str]]:
    return [(each.label, each.href, each.text) for each in rulings]


@pytest.mark.parametrize(
    "page",
    [
        f"{SET}| Type | Boat |\n| Speed | 4 |\n| Text | {TEXT} |\n",
        f"{SET}| Attribute | Value |\n|---|---|\n| Type | Boat |\n| Speed | 4 |\n\n> {TEXT}\n",
        f"{SET}|  |  |\n|---|---|\n| Type: | Boat |\n| Speed: | 4 |\n| Text: | {TEXT} |\n",
        f"{SET}| Type | Boat |\n|---|---|\n| Speed | 4 |\n\n> {TEXT}\n",
        f"{SET}- **Type:** Boat\n- **Speed:** 4\n- **Text:** {TEXT}\n",
        f"{SET}- **Type:** Boat\n- **Speed:** 4\n\n> {TEXT}\n",
        f"{SET}> {TEXT}\n\n- **Type:** Boat\n- **Speed:** 4\n",
        f"{SET}> - **Type:** Boat\n> - **Speed:** 4\n>\n> {TEXT}\n",
        f"{SET}**Type:** Boat<br>**Speed:** 4<br>**Text:** {TEXT}\n",
        f"{SET}Type: Boat\nSpeed: 4\nText: {TEXT}\n",
        f"{SET}**Type:** Boat\n**Speed:** 4\n\nText: {TEXT.replace(' by', chr(10) + 'by')}\n",
        f"{SET}Type: Boat\nSpeed: 4\n\n> {TEXT}\n",
        f"{SET}Type\n: Boat\n\nSpeed:\n: 4\n\nText\n: {TEXT}\n",
        f"{SET}> Type\n> : Boat\n>\n> Speed\n> : 4\n>\n> {TEXT}\n",
        f'---\ntitle: Grebe\ntype: Boat\nspeed: 4\nset: Gull Quay\nsizes: [a, b]\ntext: "{TEXT} "\n---\n\n'
        "# Grebe\n\nA rare one.\n",
        f"# Grebe\n\n- Set: Gull Quay\n- Type: Boat\n- Speed: 4\n- Text: {TEXT}\n\n## Asked\n",
    ],
)
def test_labels_say_what_parts_of_a_printing_are(page: str) -> None:
    (printing,) = card_of(page).printings
    assert told(printing) == ("Gull Quay", "Boat", TEXT, ("Speed 4",))


def test_only_the_head_of_a_table_says_what_its_columns_are() -> None:
    (printing,) = card_of(f"{SET}| Field | Value |\n|---|---|\n| Field | 3 |\n| Text | {TEXT} |\n").printings
    assert told(printing) == ("Gull Quay", "", TEXT, ("Field 3",))


@pytest.mark.parametrize(
    ("box", "text", "running"),
    [
        ("- Text: It floats.\n- Name: Grebe\n- Flavour: Fine.\n", "It floats.\nFine.", 1),
        ("> It floats.\n>\n> {: .fs-3 }\n> Fine.\n>\n> - Text: It dives.\n", "It floats.\nIt dives.\nFine.", 2),
        ("> **Grebe**\n>\n> It floats.<br>It dives.\n>\n> {: .fs-3 }\n> Fine.\n", "It floats.\nIt dives.\nFine.", 2),
        ("> {: .fs-3 }\n> Fine.\n", "Fine.", 0),
    ],
)
def test_what_is_set_smaller_stands_behind_the_text_and_is_not_of_its_lines(box: str, text: str, running: int) -> None:
    (printing,) = card_of(f"# Grebe\n\n### Gull Quay\n\n{box}").printings
    assert (printing.text, printing.running, printing.name or "Grebe") == (text, running, "Grebe")
    assert printing.fields == ()


@pytest.mark.parametrize(
    "page",
    [
        "> It floats.\n\n- Type: Boat\n- Text: It dives.\n",
        "| Text | It floats. |\n| Speed | 4 |\n\n**Text:** It dives.\n",
    ],
)
def test_labels_that_tell_a_text_of_their_own_are_a_printing_of_their_own(page: str) -> None:
    assert [each.text for each in card_of(f"# Grebe\n\n{page}").printings] == ["It floats.", "It dives."]


def test_words_of_a_definition_are_kept_whatever_blocks_they_stand_in() -> None:
    (printing,) = card_of(f"{SET}Type\n: Boat\n\nText\n: - {TEXT}\n  - It dives.\n\n  One | Two\n").printings
    assert printing.text == f"{TEXT}\nIt dives.\nOne | Two"


def test_labels_above_a_box_are_in_its_place() -> None:
    (printing,) = card_of(f"- Type: Boat\n- Speed: 4\n\n> {TEXT}\n").printings
    assert (printing.classification, printing.span.start) == ("Boat", 0)


@pytest.mark.parametrize(
    ("rest", "besides"),
    [
        ("- **Speed:** 4\n- **Artist:** Ann Oar\n", "Speed: 4 Artist: Ann Oar"),
        ("| Speed | 4 |\n| Artist | Ann Oar |\n", "Speed | 4 Artist | Ann Oar"),
        ("Speed: 4\n", "Speed: 4"),
        ("- Type: Boat\n- Speed: 4\n", "Type: Boat Speed: 4"),
        ("| Text |  |\n| Type | Boat |\n", "Text Type | Boat"),
        ("| Text | Speed | 4 |\n| Type | Boat |\n", "Text | Speed | 4 Type | Boat"),
        ("- Text: It floats.\n- text: It dives.\n", "Text: It floats. text: It dives."),
        ("Speed\nType\n: Boat\n\nText\n: It floats.\n", "Speed Type Boat Text It floats."),
        ("Text\n: It floats.\n: It dives.\n", "Text It floats. It dives."),
        ("**Rulings:**\n", "Rulings:"),
        ("[HL 4](/hl/)\n", "HL 4"),
        ('<div class="rules-text">It floats.</div>\n', "It floats."),
    ],
)
def test_labels_that_say_nothing_of_the_card_stand_besides(rest: str, besides: str) -> None:
    read = card_of(SET + rest)
    assert (read.printings, read.rulings) == ((), ())
    assert read.besides.split() == besides.split()


def test_rulings_with_labels_are_no_attributes() -> None:
    (printing,) = card_of(f"{SET}> {TEXT}\n\n- Erratum: It sinks.\n- Note: It dives.\n").printings
    assert ruled(printing.rulings) == [("", "", "Erratum: It sinks."), ("", "", "Note: It dives.")]


def test_attributes_and_rulings_below_a_box_may_be_one_list() -> None:
    (printing,) = card_of(f"{SET}> {TEXT}\n\n- Type: Boat\n- Speed: 4\n\n- [HL 4](/hl/) It dives.\n").printings
    assert told(printing) == ("Gull Quay", "Boat", TEXT, ("Speed 4",))
    assert ruled(printing.rulings) == [("HL 4", "/hl/", "It dives.")]


@pytest.mark.parametrize(
    "inner",
    [
        '<div class="boat">\n<div class="card-name">Grebe</div>\n<div class="card-classification">Boat</div>\n'
        f'<div class="boat-text">{TEXT}</div>\n<div class="card-speed">4</div>\n</div>\n',
        '<div class="boat">\n\n<div class="card-name">Grebe</div>\n\n<div class="card-classification">Boat</div>\n\n'
        f'<div class="boat-text"><ul><li>{TEXT}</li></ul></div>\n\n<p class="card-speed">4</p>\n\n</div>\n',
        '<div class="boat">\n<p class="card-classification">Boat</p>\n<p class="card-speed">4</p>\n'
        f'<p class="boat-text">{TEXT}\n',
        '<div class="boat" markdown="1">\n\n<p class="card-classification">Boat</p>\n\n'
        f'<p class="card-speed">4</p>\n\n<div class="boat-text">{TEXT}</div>\n\n</div>\n',
        f'<div class="boat" markdown="1">\n\n> {{: .card-classification }}\n> Boat\n>\n> {{: .card-speed }}\n> 4\n>\n'
        f"> {TEXT}\n\n</div>\n",
    ],
)
def test_a_printing_in_an_element_of_html_is_read(inner: str) -> None:
    (printing,) = card_of(SET + inner).printings
    assert (printing.frame, *told(printing)) == ("boat", "Gull Quay", "Boat", TEXT, ("4",))


@pytest.mark.parametrize(
    ("frame", "text", "fields"), [("", f"{TEXT}\nLoose.\nLast.", ()), ("boat", TEXT, ("Loose.", "Last."))]
)
def test_words_between_the_parts_of_an_element_of_html_are_not_lost(
    frame: str, text: str, fields: tuple[str, ...]
) -> None:
    parts = f'<div class="card-name">Grebe</div>\n<div class="boat-text">{TEXT}</div>\nLoose.\n<p>Last.</p>\n'
    (printing,) = card_of(f'{SET}<div class="{frame}">\n{parts}</div>\n').printings
    assert (printing.name, *told(printing)) == ("Grebe", "Gull Quay", "", text, fields)


def test_a_box_that_repeats_the_name_or_has_the_set_inside_is_read() -> None:
    (printing,) = card_of(f"# Grebe\n\n## PRINTINGS\n\n> ### Gull Quay\n>\n> **Grebe**\n>\n> {TEXT}\n").printings
    assert (printing.name, *told(printing)) == ("Grebe", "Gull Quay", "", TEXT, ())


def test_a_second_classification_or_name_of_a_box_is_kept() -> None:
    more = '>\n> {: .card-classification }\n> Lasting\n>\n> {: .boat-name }\n> > <div class="card-name">Teal</div>\n'
    (printing,) = card_of(BOX.rstrip() + f"\n{more}").printings
    assert (printing.name, printing.classification) == ("Grebe", "Boat")
    assert [value for _, value in printing.fields] == ["Lasting", "Teal"]


@pytest.mark.parametrize(
    ("item", "found"),
    [
        ("It sinks. [HL 4](/hl/#a)", ("HL 4", "/hl/#a", "It sinks.")),
        ("It sinks. (see [HL 4](/hl/#a))", ("HL 4", "/hl/#a", "It sinks.")),
        ("It sinks as [HL 4](/hl/#a) says.", ("", "", "It sinks as HL 4 says.")),
        ("It sinks. Source: [_HL_ 4](/hl/#a).", ("HL 4", "/hl/#a", "It sinks.")),
        ("It sinks. See [HL 4](/hl/#a).", ("HL 4", "/hl/#a", "It sinks.")),
        ("It sinks. [HL 4](/hl/#a)\n\n  It dries.", ("", "", "It sinks. HL 4\nIt dries.")),
        ("**[HL 4](/hl/#a)**<br>It dives.", ("HL 4", "/hl/#a", "It dives.")),
        ("Sheet (https://hl.example/a)<br>It dives.", ("Sheet", "https://hl.example/a", "It dives.")),
        ("[HL 4](/hl/#a) [HL 3](/h3/) It twists.", ("HL 4 HL 3", "/hl/#a", "It twists.")),
        ("[HL 4](/hl/#a), [HL 3](/h3/): It twists.", ("HL 4, HL 3", "/hl/#a", "It twists.")),
        ("8 May 2006: [HL 4](/hl/#a) It dives.", ("8 May 2006: HL 4", "/hl/#a", "It dives.")),
        ("[HL 4](/hl/#a) and [the tide](/t/) go.", ("HL 4", "/hl/#a", "and the tide go.")),
    ],
)
def test_a_ruling_names_its_sources_before_it_or_behind(item: str, found: tuple[str, str, str]) -> None:
    (printing,) = card_of(f"{BOX}\n- {item}\n").printings
    assert ruled(printing.rulings) == [found]


RULINGS = "- [HL 4](/hl/) It dives.\n"


@pytest.mark.parametrize(
    "below",
    [
        RULINGS,
        f"#### Rulings\n\n{RULINGS}",
        f"**Rulings:**\n\n{RULINGS}",
        "> [HL 4](/hl/) It dives.\n",
        f'<details markdown="1"><summary>Rulings</summary>\n\n{RULINGS}\n</details>\n',
    ],
)
def test_rulings_below_a_box_are_its_own(below: str) -> None:
    read = card_of(f"{BOX}\n{below}")
    (printing,) = read.printings
    assert ruled(printing.rulings) == [("HL 4", "/hl/", "It dives.")]
    assert read.besides.strip() == ""


@pytest.mark.parametrize(
    ("below", "own", "listed"),
    [
        ("**Rulings:**\n\n- Type: Boat\n- Speed: 4\n- It dives.\n", ["Type: Boat", "Speed: 4", "It dives."], []),
        ("### Rulings and Errata\n\n- It dives.\n", [], ["It dives."]),
        ("### Errata\n\nA word.\n", [], []),
        ("### Rulings\n\n[HL 4](/hl/)\n", [], []),
    ],
)
def test_what_stands_below_words_for_rulings_is_rulings_where_it_says_something(
    below: str, own: list[str], listed: list[str]
) -> None:
    read = card_of(f"{BOX}\n{below}")
    assert [each.text for printing in read.printings for each in printing.rulings] == own
    assert [each.text for each in read.listed] == listed
    assert not any(each.erratum for each in read.rulings)
    assert read.besides == {"### E": "A word.", "### R": "HL 4"}.get(below[:5] if not listed else "", "")


@pytest.mark.parametrize("above", ["", "> It floats.\n\n#### "])
def test_errata_on_a_page_without_headings_of_sets_are_the_cards(above: str) -> None:
    read = card_of(f"{above}Errata\n\n- It sinks.\n")
    assert [(each.text, each.erratum) for each in read.listed] == [("It sinks.", True)]


def test_rulings_below_a_set_of_no_printing_stay_with_its_name() -> None:
    read = card_of(f"{SET}**Rulings:**\n\n{RULINGS}")
    assert (read.printings, read.listed) == ((), ())
    assert read.besides == "Rulings: HL 4 It dives."


@pytest.mark.parametrize("form", [RULINGS, "[HL 4](/hl/)<br>It dives.\n", "> [HL 4](/hl/) It dives.\n"])
def test_rulings_below_a_heading_of_their_own_are_the_cards(form: str) -> None:
    read = card_of(f"{BOX}\n## CARD RULINGS\n\n{form}\n## ERRATA\n\n- Replace “night” with “day”.\n")
    assert [each.rulings for each in read.printings] == [()]
    assert ruled(read.listed) == [("HL 4", "/hl/", "It dives."), ("", "", "Replace “night” with “day”.")]
    assert [each.erratum for each in read.listed] == [False, True]


@pytest.mark.parametrize(
    ("item", "erratum", "date"),
    [
        ("[FAQ 2 (Feb 1996)](/f/)<br>_Grebe_ (errata): It sinks.", True, "1996-02"),
        ("[HL 4](/hl/)<br>@ Card Erratum: It sinks. [Effective 8/27/98]", True, "1998-08-27"),
        ("2006-05-08: It sinks.", False, "2006-05-08"),
        ("(8 May 2006) Erratum: It sinks.", True, "2006-05-08"),
        ("[Old Sheet (1998)](/s/)<br>It sinks.", False, "1998"),
        ("[Sheet (2001)](/s/)<br>It sinks.", False, "2001"),
        ("It has no errata.", False, ""),
        ("[HL 4 (page 12)](/hl/)<br>It sinks.", False, ""),
    ],
)
def test_a_ruling_that_calls_itself_an_erratum_is_one_of_its_day(item: str, erratum: bool, date: str) -> None:
    (found,) = card_of(f"{BOX}\n- {item}\n").rulings
    assert (found.erratum, found.date) == (erratum, date)


def test_a_set_with_nothing_below_its_heading_is_told() -> None:
    read = card_of(f"{BOX}\n### _Later Print_\n\n### Rulings\n\n### Promo\n\nThe same.\n")
    assert [(each.text, each.id) for each in read.untold] == [("Later Print", "later-print")]
    assert read.besides == "The same."
    assert card_of("# Grebe\n\n# Teal\n\n> It floats.\n").untold == ()


def test_versions_of_a_card_are_told_by_the_headings_above_their_sets() -> None:
    boxes = BOX.partition("## PRINTINGS\n\n")[2]
    read = card_of(f"# Grebe\n\n## Keeper version\n\n{boxes}\n## Wrecker version\n\n{boxes}")
    assert [(each.set, each.version, each.name) for each in read.printings] == [
        ("Gull Quay", "Keeper version", "Grebe"),
        ("Gull Quay", "Wrecker version", "Grebe"),
    ]
    assert [each.version for each in card_of(f"# Grebe\n\n## PRINTINGS\n\n{boxes}\n{boxes}").printings] == ["", ""]
    two = card_of(f"# Grebe\n\n{boxes}\n# Teal\n\n{boxes}")
    assert [(each.name, each.fields) for each in two.printings] == [("Grebe", ()), ("Teal", (("name", "Grebe"),))]


def test_an_erratum_for_a_version_is_carried_out_under_the_heading_of_that_version() -> None:
    boxes = BOX.partition("## PRINTINGS\n\n")[2]
    read = card_of(f"# Grebe\n\n## Keeper version\n\n{boxes}\n## Wrecker version\n\n{boxes}")
    asked = [Asked(Add("It dives."), 0, "wrecker version")]
    made = [emend_printing(read, each, asked, {}).face.text for each in read.printings]
    assert made == [TEXT, f"{TEXT} It dives."]


HL = "/original/rulings/harbour-ledger-4/#gannet"
CARDS = {
    "G/grebe.md": BOX + "\n### _Later Print_\n\n## RULINGS\n\n- It is grey.\n\n## ERRATA\n\n"
    f'- [HL 4, Gannet]({HL})<br>Replace "speed 4" with "speed 3."\n- [HL 4]({HL})<br>Replace "night" with "day".\n'
    "- [Old Sheet (Feb 1996)](/old/)<br>Erratum: It sinks.\n",
    "T/teal.md": "# Teal\n\n## Keeper version\n\n" + card("Teal").partition("## PRINTINGS\n\n")[2],
    "S/smew.md": f"{card('Smew')}\n- [HL 4]({HL})<br>Erratum: Add “It dives.”\n",
    "W/wigeon.md": f"{card('Wigeon')}\n- [Old (1996)](/old/)<br>Erratum: Add “It dives.”\n",
    "F/figured.md": "# Figured\n\nSpeed\n: 4\n",
}
CARDS["T/teal.md"] += "\n## Wrecker version\n\n" + card("Teal", {"frame": "wreck"}).partition("## PRINTINGS\n\n")[2]


@cache
def knowledge() -> Kb:
    with TemporaryDirectory() as folder:
        return read(with_cards(Path(folder), CARDS))


@cache
def pages() -> dict[str, str]:
    outcome = build_pages(knowledge(), read_templates(LANTERN.parents[1]))
    assert outcome.diagnostics == ()
    return dict(outcome.value)


def plain(path: str) -> str:
    return words_of(pages()[f"cards/{path}/index.md"])


def test_errata_that_only_the_page_of_a_card_lists_are_told_with_their_days() -> None:
    page = plain("g/grebe")
    own = page.partition("## Errata that its page lists")[2]
    assert "not carried out. HL 4, Gannet · 8 May 2006 Replace" in own
    assert "HL 4 · 8 May 2006 Replace “night” with “day”." in own.replace('"', "“", 1) or 'Replace "night"' in own
    assert "Old Sheet (Feb 1996) Erratum: It sinks." in own
    assert "2 errata on its page not carried out" in page  # the old one came before the newest version
    assert "no erratum changes its words" not in page
    assert "1 ruling listed on its page It is grey." in page


def test_an_erratum_older_than_the_newest_rulings_leaves_what_is_said_of_the_card() -> None:
    assert "1 erratum on its page not carried out" in plain("s/smew")
    page = plain("w/wigeon")
    assert "## Errata that its page lists" in page
    assert "no erratum changes its words" in page


def test_an_erratum_that_a_compendium_states_is_its_own() -> None:
    page = plain("g/gannet")
    assert "Errata that its page lists" not in page
    assert "Harbour Ledger 4 - Card Errata and Rulings, Gannet · 8 May 2006" in page


def test_a_set_and_a_version_that_a_page_names_are_on_it() -> None:
    assert "Its page also names Later Print, and shows no text of that printing." in plain("g/grebe")
    assert '<span id="later-print">' in pages()["cards/g/grebe/index.md"]
    assert "Gull Quay; Later Print" in words_of(pages()["cards/g/index.md"])
    page = plain("t/teal")
    assert "## Gull Quay (Keeper version)" in page
    assert "## Gull Quay (Wrecker version)" in page


def test_a_ruling_listed_apart_is_checked_against_its_source() -> None:
    told = [each for each in audit(knowledge()) if each.path.endswith("grebe.md")]
    assert [each.code.code for each in told] == ["KB530"]
    assert "HL 4" in told[0].message


def test_a_figure_alone_is_a_word_of_the_page() -> None:
    assert "Speed 4" in plain("f/figured")


def test_a_search_finds_rulings_that_a_card_lists_apart() -> None:
    records = gather_records(knowledge(), know_terms(knowledge()))
    (grebe,) = [each for each in records if each.kind is Kind.CARD and each.title == "Grebe"]
    assert "It is grey." in grebe.text


def test_a_set_that_a_box_names_below_the_heading_of_another_is_not_lost() -> None:
    """The heading names the set of a printing; what the box calls it is told beside it, and where no heading does it
    is the set."""
    box = f"- **Type:** Boat\n- **Set:** Red Quay\n- **Text:** {TEXT}\n"
    for above, named in (
        (SET, ("Gull Quay", (("set", "Red Quay"),))),
        ("# Grebe\n\n## PRINTINGS\n\n", ("Red Quay", ())),
        ("# Grebe\n\n## Card Text\n\n- Text: It dives.\n\n## PRINTINGS\n\n", ("Red Quay", ())),
        ("# Grebe\n\n## ???\n\n", ("???", (("set", "Red Quay"),))),
    ):
        *others, printing = card_of(f"{above}{box}").printings
        assert (printing.set, printing.fields) == named
        assert not any(each.set for each in others)


@pytest.mark.parametrize("named", ["> {: .card-name }\n> Great Grebe", '> <div class="card-name">Great Grebe</div>'])
def test_a_paragraph_with_the_class_of_a_name_is_the_name(named: str) -> None:
    (printing,) = card_of(f"{SET}{{: .boat }}\n{named}\n>\n> {{: .card-text }}\n> {TEXT}\n").printings
    assert (printing.name, printing.text, printing.fields) == ("Great Grebe", TEXT, ())
