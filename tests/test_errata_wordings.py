"""Sheets of errata as they are written: what they are about by the headings they stand under, and orders in the
wordings that are usual, carried out on books whose rules have numbers and titles.
"""

from dataclasses import replace
from functools import cache

import pytest

from kb.audit import find_all
from kb.compile import compile_text
from kb.corpus import load_manifest
from kb.graph import Kb
from kb.instructions import (
    Add,
    Asked,
    Face,
    Figure,
    Passage,
    Remove,
    Unclear,
    emend_printing,
    perform,
    read_operations,
    try_operation,
)
from kb.instructions._frame import try_figure
from kb.model import SectionKind, VersionId, WorkId
from kb.pipeline import build_kb
from kb.provenance import Refusal
from kb.queries.emended_books import BookOrder, carry_out_on_book
from kb.queries.emended_cards import EmendedCard
from kb.queries.instructions import carry_out, outcome_of
from kb.queries.judging import judge_book
from kb.queries.proposals import propose_records
from kb.readers.compendium import read_compendium
from kb.readers.kramdown import read_document
from kb.records import RecordStatus
from kb.text import Source
from tests import same_named

CORPUS = """\
schema: 1
title: Trams
game: Trams
description: Trams and who drives them.
rights: {owner: Nobody, statement: Free.}
compendia:
  sheet:
    title: Tram Errata
    abbreviation: TE
    versions:
      - {id: sheet-1, number: "1", date: "2004-01-01", path: sheet.md}
works:
  trams:
    title: Trams of the Coast
    abbreviation: TC
    base: trams
    editions:
      - {id: trams, role: published, path: trams.md, date: "2000"}
      - {id: trams-emended, role: emended, path: emended.md}
  night:
    title: Night Trams
    abbreviation: NT
    base: night
    editions:
      - {id: night, role: published, path: night.md, date: "2001"}
cards:
  paths: [bell.md]
"""
BOOK = """\
Trams of the Coast
==================

1 Lines
-------

1.1 A line has two ends. A line has a colour.

1.2 **Lamps.** A tram has one lamp. It is lit at dusk. A lamp is no bell.

1.3 A tram keeps to the left.

2 Depots
--------

A depot holds *two trams* and a driver. The older driver sleeps.

Nobody <u>ever</u> sings.

| Ground | Speed |
|--------|-------|
| Sand   | minus one |

The older driver wakes.
"""
NIGHT = "# Night Trams\n\n## Stops\n\nA stop has a bench. The bench is wet.\n"
CARD = """\
# Bell

### First

> {: .card-classification }
> Thing
>
> A bell rings twice at noon.

### Second

> {: .card-classification }
> Thing
>
> A bell rings twice at noon.
"""


@cache
def game(orders: str, emended: str = BOOK, card: str = CARD) -> Kb:
    manifest = load_manifest(Source.from_text("corpus.yml", CORPUS)).value
    assert manifest is not None
    sheet = f"# Errata for Trams of the Coast\n\n{orders}\n"
    texts = {"sheet.md": sheet, "trams.md": BOOK, "emended.md": emended, "night.md": NIGHT, "bell.md": card}
    return build_kb(manifest, {name: text.encode() for name, text in texts.items()}).value


def order_of(kb: Kb) -> BookOrder:
    (order,) = carry_out(kb, kb.versions[VersionId("sheet-1")]).orders
    assert isinstance(order, BookOrder)
    return order


def changed(order: BookOrder, text: str) -> str:
    """The first text of an order as it makes it."""
    changes = order.outcomes[0][1].changes
    for change in sorted(changes, key=lambda each: each.span, reverse=True):
        text = text[: change.span.start] + change.new + text[change.span.end :]
    return text


@pytest.mark.parametrize(
    ("words", "old", "new"),
    [
        ('1.1: After "two ends." add "Both are walls."', "two ends.", "two ends. Both are walls."),
        ('Page 3, rule 1.1: Change "two ends" to "three ends".', "two ends", "three ends"),
        ('Section 1.1, second sentence: for "a colour" read "a name".', "a colour", "a name"),
        ('In the second sentence of 1.1, "a colour" should be "a name".', "a colour", "a name"),
        ('Change "The older driver" to "The taller driver" throughout.', "older", "taller"),
        ('Throughout the rules, replace "The older driver" by "The taller driver".', "older", "taller"),
        ('Change "The older driver" to "The taller driver" wherever it appears.', "older", "taller"),
        ("1.2: Ignore the second sentence.", " It is lit at dusk.", ""),
        ("Lamps: The last sentence is deleted.", " A lamp is no bell.", ""),
        ('1.2: The first sentence should read "A tram has two lamps."', "one lamp.", "two lamps."),
        ("1.3 is deleted.", "1.3 A tram keeps to the left.", ""),
        ("Rule 1.3 should be deleted.", "1.3 A tram keeps to the left.", ""),
        ("Delete rule 1.3.", "1.3 A tram keeps to the left.", ""),
        ("Page 9, Depots: Delete the last paragraph.", "The older driver wakes.", ""),
        ('In the Depots table, change "minus one" to "minus two".', "minus one", "minus two"),
        ('Under Depots, replace "a driver" with "no driver".', "a driver", "no driver"),
        ('Depots: Strike "ever".', "<u>ever</u> ", ""),
        ('Depots: Replace "two trams and a" with "two trams and one".', "and a driver", "and one driver"),
    ],
)
def test_orders_in_usual_wordings_are_carried_out(words: str, old: str, new: str) -> None:
    order = order_of(game(f"- {words}"))
    assert outcome_of(order) == "applied"
    assert changed(order, BOOK) == BOOK.replace(old, new)


@pytest.mark.parametrize("place", ["1.2: ", "Page 3, Lamps: ", "Lines: "])
def test_records_proposed_between_numbers_and_titles_are_made(place: str) -> None:
    kb = game(f'- {place}After "A tram has one lamp." add "It is red."')
    book = kb.books[WorkId("trams")]
    assert book.base is not None
    proposed = propose_records("trams", book.base, carry_out_on_book(kb, kb.versions[VersionId("sheet-1")], book))
    accepted = tuple(replace(each, status=RecordStatus.ACCEPTED, rulings=()) for each in proposed.records)
    made = compile_text(book.base.document, replace(proposed, records=accepted))
    assert (made.refused, made.text) == ((), BOOK.replace("one lamp.", "one lamp. It is red."))


@pytest.mark.parametrize("sheet", ["## Night Trams\n\n- ", "## Night Trams Errata\n\n### First Printing\n\n- "])
@pytest.mark.parametrize("lead", ["Stops: ", "Night Trams, page 4, Stops: ", ""])
def test_a_heading_above_names_the_book(sheet: str, lead: str) -> None:
    order = order_of(game(f"{sheet}{lead}Ignore the last sentence."))
    assert order.order.instruction.target.work == "night"
    assert changed(order, NIGHT) == NIGHT.replace(" The bench is wet.", "")


def test_words_that_are_a_part_of_an_element_and_more_are_left_to_somebody() -> None:
    order = order_of(game('- Depots: Replace "trams and a driver" with "boats".'))
    assert outcome_of(order) == "needs-human"
    assert "inside emphasis" in order.outcomes[0][1].tried.message


def test_a_part_that_went_is_known_in_the_emended_text_by_its_words() -> None:
    """The sentence that is now the last one is not meant."""
    done = BOOK.replace(" A lamp is no bell.", "")
    (_, base), (_, emended) = order_of(game("- 1.2: The last sentence is deleted.", done)).outcomes
    assert (base.tried.refusal, emended.tried.refusal) == (None, Refusal.ALREADY_APPLIED)
    done = BOOK.replace("1.3 A tram keeps to the left.\n\n", "")
    (_, base), (_, emended) = order_of(game("- 1.3 is deleted.", done)).outcomes
    assert (base.tried.refusal, emended.tried.refusal) == (None, Refusal.ALREADY_APPLIED)


@pytest.mark.parametrize(
    ("words", "emended", "told"),
    [
        (
            'Change "The older driver" to "The taller driver" throughout.',
            BOOK.replace("The older driver sleeps.", "The taller driver[^a] sleeps."),
            "it still has `The older driver`",
        ),
        ("Page 9, Depots: Delete the last paragraph.", BOOK, "it still has `The older driver wakes.`"),
        (
            '1.1: After "two ends." add "Both of them are low walls of stone."',
            BOOK.replace("two ends.", "two ends. Both of them are low walls of brick.[^a]"),
            "so like the new words",
        ),
    ],
)
def test_an_order_that_the_emended_text_does_not_follow_is_told(words: str, emended: str, told: str) -> None:
    emended += f"\n\n[^a]: {words} See TE 1.\n" if "[^a]" in emended else ""
    kb = game(f"- {words}", emended)
    (found,) = (each for each in judge_book(kb, kb.books[WorkId("trams")]).findings if each.stated.text == words)
    assert told in found.undone
    assert [told in each.message for each in find_all(kb) if each.code.code == "KB461"] == [True]


def test_one_that_it_follows_is_not() -> None:
    words = 'Change "The older driver" to "The taller driver" throughout.'
    emended = BOOK.replace("The older driver", "The taller driver[^a]") + f"\n\n[^a]: {words} See TE 1.\n"
    assert not [each for each in find_all(game(f"- {words}", emended)) if each.code.code == "KB461"]


def card_of(kb: Kb) -> EmendedCard:
    (card,) = carry_out(kb, kb.versions[VersionId("sheet-1")]).cards
    return card


@pytest.mark.parametrize(
    ("words", "text", "outcome"),
    [
        ("A bell rings three times at noon.", "A bell rings twice at noon.", None),
        ("A bell rings three times at noon.", "A bell rings twice at noon. It is loud.", Refusal.NEEDS_HUMAN),
        ("Nobody may sleep near it.", "A bell rings twice at noon.", Refusal.NEEDS_HUMAN),
        ("three times", "A bell rings twice at noon.", Refusal.NEEDS_HUMAN),
    ],
)
def test_what_a_card_of_one_sentence_should_read(words: str, text: str, outcome: Refusal | None) -> None:
    kb = game(f'## Cards\n\n**Bell:** should read "{words}"', card=CARD.replace("A bell rings twice at noon.", text))
    for printing in card_of(kb).printings:
        assert printing.outcomes[0].tried.refusal is outcome
        assert printing.face.passage.paragraphs == ((words if outcome is None else text),)


def test_a_sentence_that_goes_goes_from_each_printing_once() -> None:
    first, _, second = CARD.partition("### Second")
    text = first.replace("noon.", "noon. It is loud.") + "### Second" + second
    printings = card_of(game("## Cards\n\n**Bell:** Ignore the last sentence.", card=text)).printings
    assert [each.face.passage.paragraphs for each in printings] == [("A bell rings twice at noon.",)] * 2


@pytest.mark.parametrize(
    "words", ["This rule is deleted.", "Is deleted.", "Delete this rule.", "The whole paragraph is to be omitted."]
)
def test_what_goes_is_not_guessed_outside_rules_with_numbers(words: str) -> None:
    (operation,) = read_operations(words, "Bell")
    assert isinstance(operation, Remove)
    assert operation == Remove("", within=operation.within)
    tried = try_operation(operation, Passage(("A bell rings.", "It is loud."), 2))
    assert tried.refusal is Refusal.NEEDS_HUMAN


@pytest.mark.parametrize(
    ("headings", "kinds"),
    [
        ("## Rulings by Term\n\n### Bell\n\n- A.\n\n## Errata\n\n- B.\n", ["term", "errata"]),
        ("## Rulings by Term\n\n### Bell\n\n- A.\n\n### Errata\n\n- B.\n", ["term"]),
        ("## Rulings by Term\n\n### Bell\n\n- A.\n\n## Rulebook Errata\n\n- B.\n", ["term", "errata"]),
        ("## Rulings by Term\n\n### Bell\n\n- A.\n\n## Errata and Clarifications\n\n- B.\n", ["term"]),
        (
            "## Rulings by Term\n\n### Bell\n\n- A.\n\n## Errata\n\n- B.\n\n## Errata Listing\n\n- C.\n",
            ["term", "errata"],
        ),
        ("## Depots\n\n- B.\n", ["errata"]),
    ],
)
def test_errata_are_a_section_as_high_as_the_others_or_all_there_is(headings: str, kinds: list[str]) -> None:
    title = "Trams" if "Rulings" in headings else "Errata for Trams"
    version = read_compendium(read_document(Source.from_text("a.md", f"# {title}\n\n{headings}")).value).value
    assert [each.kind.value for each in version.sections if each.kind is not SectionKind.OTHER] == kinds


SAID = ("A bell rings. It is loud. Nobody sleeps.", "A gull wakes. It cries. It flies.")
"""Two paragraphs of a text."""


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("Strike the last sentence of the first paragraph.", ("A bell rings. It is loud.", SAID[1])),
        ("Delete the first sentence of the last paragraph.", (SAID[0], "It cries. It flies.")),
        ("Strike the last two sentences.", (SAID[0], "A gull wakes.")),
        ("Strike the last two sentences of the first paragraph.", ("A bell rings.", SAID[1])),
        ("The first two sentences of the second paragraph are deleted.", (SAID[0], "It flies.")),
        ("The last two sentences in the last paragraph should be struck.", (SAID[0], "A gull wakes.")),
        (
            'The second sentence of the first paragraph should read: "It is very loud."',
            ("A bell rings. It is very loud. Nobody sleeps.", SAID[1]),
        ),
        ('Add the following sentence at the end: "It lands."', (SAID[0], f"{SAID[1]} It lands.")),
        ('Add the following text to the end of the first paragraph: "It cracks."', (f"{SAID[0]} It cracks.", SAID[1])),
    ],
)
def test_parts_of_a_paragraph_are_changed(words: str, left: tuple[str, ...]) -> None:
    passage = Passage(SAID, 2)
    for operation in read_operations(words, "Bell"):
        tried = try_operation(operation, passage)
        assert tried.refusal is None, tried.message
        passage = perform(passage, tried.edits)
    assert passage.paragraphs == left


@pytest.mark.parametrize(
    "words", ["Strike the second two sentences.", "Strike the last paragraph of the first paragraph."]
)
def test_parts_that_there_are_none_of_are_not_guessed(words: str) -> None:
    (operation,) = read_operations(words, "Bell")
    assert isinstance(operation, Unclear)


@pytest.mark.parametrize(
    ("text", "outcome"), [(SAID, Refusal.NEEDS_HUMAN), ((*SAID, "It is of bronze."), Refusal.ALREADY_APPLIED)]
)
def test_a_paragraph_of_its_own_is_put_in_by_hand(text: tuple[str, ...], outcome: Refusal) -> None:
    (operation,) = read_operations('Add the following paragraph: "It is of bronze."', "Bell")
    assert try_operation(operation, Passage(text, len(text))).refusal is outcome


def test_one_of_two_sentences_that_go_still_stands() -> None:
    words = "Depots: Strike the last two sentences of the first paragraph."
    emended = BOOK.replace("The older driver sleeps.", "[^a]") + f"\n\n[^a]: {words} See TE 1.\n"
    kb = game(f"- {words}", emended)
    (found,) = (each for each in judge_book(kb, kb.books[WorkId("trams")]).findings if each.stated.text == words)
    assert "it still has `A depot holds *two trams* and a driver.`" in found.undone


@pytest.mark.parametrize(("figure", "outcome"), [("4", None), ("5", Refusal.ALREADY_APPLIED)])
@pytest.mark.parametrize("words", ["Bloom should be 5.", "Its bloom should be 5.", "The bloom should be 5, not 4."])
@pytest.mark.parametrize(("field", "places"), [("card-bloom", {"bloom": "bloom"}), ("figures", {})])
def test_a_figure_is_told_without_the_old_one(
    words: str, figure: str, outcome: Refusal | None, field: str, places: dict[str, str]
) -> None:
    (operation,) = read_operations(words, "Moor")
    assert isinstance(operation, Figure)
    value = figure if places else f"bloom {figure}"
    tried = try_figure(operation, Face(Passage((), 0), "Meadow", ((field, value),)), places)
    assert tried.refusal is outcome


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [
        ((("card-bloom", "4"), ("card-root", "2")), None),
        ((("bloom", "Bloom: 4"),), None),
        ((("card-bloom", "4/2"),), Refusal.NEEDS_HUMAN),
        ((("card-bloom", "4"), ("bloom", "4")), Refusal.NEEDS_HUMAN),
        ((("card-bloomer", "4"),), Refusal.NEEDS_HUMAN),
        ((("card-bloom", "3"),), Refusal.TEXT_NOT_FOUND),
    ],
)
def test_a_figure_is_that_of_the_field_that_is_called_as_it_is(
    fields: tuple[tuple[str, str], ...], refusal: Refusal | None
) -> None:
    (operation,) = read_operations("The bloom is 5, not 4.", "Moor")
    assert isinstance(operation, Figure)
    assert try_figure(operation, Face(Passage((), 0), "Meadow", fields), {}).refusal is refusal


@pytest.mark.parametrize(
    ("new", "refusal"),
    [
        ("Cannot be copied.", None),
        ("Cannot be sold twice.", Refusal.PRECONDITION_CHANGED),
    ],
)
def test_a_sentence_of_another_matter_is_added_beside_one_built_like_it(new: str, refusal: Refusal | None) -> None:
    tried = try_operation(Add(new), Passage(("Discard this at dusk. Cannot be sold.",), 1))
    assert tried.refusal is refusal, tried.message


@pytest.mark.parametrize(
    ("qualifier", "outcomes"),
    [
        ("lamp version", (None, Refusal.OUTSIDE_SCOPE)),
        ("Second Printing", (Refusal.OUTSIDE_SCOPE, None)),
        ("first printing", (Refusal.NEEDS_HUMAN, Refusal.NEEDS_HUMAN)),
    ],
)
def test_an_erratum_for_a_version_is_for_the_printing_that_has_its_name(
    qualifier: str, outcomes: tuple[Refusal | None, ...]
) -> None:
    page = same_named.card("Tern", {"frame": "lamp", "set": "Quay"}, {"set": "Quay, Second Printing"})
    tern = same_named.card_of(page)
    asked = (Asked(Add("It sinks."), 0, qualifier),)
    made = (emend_printing(tern, each, asked, {}).outcomes[0] for each in tern.printings)
    assert tuple(each.tried.refusal for each in made) == outcomes
