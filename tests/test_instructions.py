"""Instructions: errata read as operations, carried out exactly, refused with a reason, never done twice."""

import json
import re
import shutil
from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from kb.answers.instruction_list import list_instructions
from kb.cli import build_app
from kb.compile import compile_text
from kb.corpus import NO_CORPUS, EditionEntry, Text, WorkEntry, load_manifest
from kb.dates import read_date
from kb.files import read_corpus
from kb.graph import Book, Kb
from kb.instructions import (
    Add,
    Asked,
    Edge,
    Figure,
    Operation,
    Part,
    Passage,
    Reclass,
    Remove,
    Rename,
    Replace,
    Rewrite,
    Unclear,
    emend_printing,
    perform,
    read_face,
    read_instructions,
    read_operations,
    try_operation,
)
from kb.memory import Memory
from kb.model import Edition, EditionId, Role, VersionId, WorkId
from kb.pipeline import build_kb
from kb.provenance import Refusal, Relation
from kb.queries.emended_books import BookOrder, carry_out_on_book
from kb.queries.instructions import CardOrder, CarriedOut, carry_out, outcome_of
from kb.queries.proposals import propose_records
from kb.readers.cards import read_card
from kb.readers.compendium import read_compendium
from kb.readers.kramdown import read_document
from kb.recorded import with_citations
from kb.records import Records, RecordStatus, read_records, write_records
from kb.text import Source, Span
from tests.built import LANTERN
from tests.knowing import lantern
from tests.test_corpus import GOOD

RUN = CliRunner()

READINGS: list[tuple[str, tuple[Operation, ...]]] = [
    ('Change "a lamp" to "two lamps."', (Replace("a lamp", "two lamps"),)),
    ('Replace "Keepers only." with "Divers only."', (Replace("Keepers only.", "Divers only."),)),
    ("Change “…gives one oil…” to “…gives two oil…”", (Replace("gives one oil", "gives two oil"),)),
    (
        'change both instances of "may not row" to "may not row or sail."',
        (Replace("may not row", "may not row or sail", 2),),
    ),
    ('Replace all instances of "oil" with "fat."', (Replace("oil", "fat", None),)),
    ('Change the second instance of "oil" to "fat"', (Replace("oil", "fat", None, 2),)),
    ('Replace the word "oil" with the word "fat."', (Replace("oil", "fat"),)),
    ('Substitute "fat" for "oil."', (Replace("oil", "fat"),)),
    ('Substitute "fat" for "oil" wherever it occurs.', (Replace("oil", "fat", None),)),
    ('Substitute "fat" for the second "oil".', (Replace("oil", "fat", None, 2),)),
    ('In the last sentence, substitute "fat" for "oil."', (Replace("oil", "fat", within=(Part.SENTENCE, -1)),)),
    ('In the list, for "oil" read "fat".', (Replace("oil", "fat"),)),
    ('In the example, replace "oil" with "fat".', (Replace("oil", "fat"),)),
    ('"Wind" should read "Fog."', (Replace("Wind", "Fog"),)),
    ('Remove "Otherwise, douse it."', (Remove("Otherwise, douse it."),)),
    ('Delete the sentence "Douse it."', (Remove("Douse it."),)),
    ('Strike ", and a Height of one."', (Remove(", and a Height of one."),)),
    ('Add "Unique."', (Add("Unique."),)),
    ('Add the sentence: "It burns."', (Add("It burns."),)),
    ('Add at the end of the first paragraph "It burns."', (Add("It burns.", Edge.END, Part.PARAGRAPH, 1),)),
    ('Add "It burns." to the beginning of the text.', (Add("It burns.", Edge.START),)),
    ('Add "at dusk" after "a lamp."', (Add("at dusk", Edge.AFTER, anchor="a lamp."),)),
    ('Add after the first sentence: "It burns."', (Add("It burns.", Edge.AFTER, Part.SENTENCE, 1),)),
    ('Add "One." Remove "Two."', (Add("One."), Remove("Two."))),
    ('Remove "Two." and add "One."', (Remove("Two."), Add("One."))),
    ('The first sentence should read: "It burns."', (Rewrite("It burns.", Part.SENTENCE, 1),)),
    ('Replace the last paragraph with "It burns."', (Rewrite("It burns.", Part.PARAGRAPH, -1),)),
    ('Replace entire text with: "It burns."', (Rewrite("It burns.", Part.TEXT),)),
    ('Gannet should now read: "It burns."', (Rewrite("It burns.", Part.TEXT),)),
    ('The text of this card should read: "It burns."', (Rewrite("It burns.", Part.TEXT),)),
    ('The text of Gannet now reads "It burns."', (Rewrite("It burns.", Part.TEXT),)),
    ('Gannet’s text should read "It burns."', (Rewrite("It burns.", Part.TEXT),)),
    ('Should read "fat" instead of "oil."', (Replace("oil", "fat"),)),
    ('It should say "fat," not "oil."', (Replace("oil", "fat"),)),
    ('Should read "it burns for its keeper…"', (Rewrite("it burns for its keeper"),)),
    ('"Unique."', (Rewrite("Unique."),)),
    ("Gives 2 MP, not 1.", (Figure("MP", "2", "1"),)),
    ("Gives 1 marshalling point, not O.", (Figure("marshalling point", "1", "0"),)),
    ("Its weight should be 10, not 6.", (Figure("weight", "10", "6"),)),
    ("This is a short supply, not a lasting supply.", (Reclass("short supply", "lasting supply"),)),
    ('Change the name to "Old Gannet."', (Rename("Old Gannet"),)),
    ('Change its title from "Gannet" to "Old Gannet". Add "Unique."', (Rename("Old Gannet", "Gannet"), Add("Unique."))),
    ("The name of this card should be “Old Gannet.”", (Rename("Old Gannet"),)),
    ('This card should be called "Old Gannet"', (Rename("Old Gannet"),)),
    ('Rename this card to "Old Gannet".', (Rename("Old Gannet"),)),
    ('Change the name of Gannet to "Old Gannet."', (Rename("Old Gannet", "Gannet"),)),
    ('Instead of "oil", it should say "fat."', (Replace("oil", "fat"),)),
    ('Where it says "oil", it should say "fat."', (Replace("oil", "fat"),)),
    ('"oil" is a misprint for "fat."', (Replace("oil", "fat"),)),
    ('"oil" → "fat"', (Replace("oil", "fat"),)),
    ('Correct "oyl" to "oil."', (Replace("oyl", "oil"),)),
    ('The words "at night" should be ignored.', (Remove("at night"),)),
    ('In the second sentence, instead of "oil" read "fat."', (Replace("oil", "fat", within=(Part.SENTENCE, 2)),)),
    ('"oil" becomes "fat."', (Replace("oil", "fat"),)),
    ('The word "oil" has been changed to "fat."', (Replace("oil", "fat"),)),
    ('The second "oil" is replaced by "fat"', (Replace("oil", "fat", None, 2),)),
    ('The first "oil" should be "fat".', (Replace("oil", "fat", None, 1),)),
    ('Read "fat" for "oil."', (Replace("oil", "fat"),)),
    ('The first sentence becomes: "It burns."', (Rewrite("It burns.", Part.SENTENCE, 1),)),
    ('The words "at dusk" were left out after "a lamp."', (Add("at dusk", Edge.AFTER, anchor="a lamp."),)),
    ("Weight should be 10 instead of 6.", (Figure("Weight", "10", "6"),)),
    ("Its weight is 10 (not 6).", (Figure("weight", "10", "6"),)),
    ("The weight of this boat should be 10, not 6.", (Figure("weight", "10", "6"),)),
    ("The weight on the card should be 10.", (Figure("weight", "10", ""),)),
    ("This boat's weight should be 10, not 6.", (Figure("weight", "10", "6"),)),
    ("Her weight is 10, not 6.", (Figure("weight", "10", "6"),)),
    ("Draw 3 cards instead of 2.", ()),
    ("A lamp needs oil.", ()),
]


@pytest.mark.parametrize(("words", "operations"), READINGS, ids=[words for words, _ in READINGS])
def test_read(words: str, operations: tuple[Operation, ...]) -> None:
    assert read_operations(words, "Gannet") == operations


UNCLEAR = [
    ('One "reshuffle the deck" is enough.', "quotes words"),
    ('"oil" / "fat."', "quotes words"),
    ("Change the wind symbol to a fog symbol.", "sign of the frame"),
    ("Each roll is modified by -1, not +1.", "without quoting"),
    ('Change the first sentence to read: "…at the same pier"', "left out"),
    ('The weight and berths should read: "2(4)/1."', "which words"),
    ('The text of the lamp now reads: "It burns."', "which words"),
    ('Add "Tap a keeper at the pier to light', "cut off"),
    ('Replace "the "old" lamp" with "a lamp."', "not known"),
    ('Add "Unique." if the lamp is lit.', "not known"),
    ('Change the name of the second lamp to "Old Lamp."', "not known"),
    ("Add the usual words about lamps.", "not known"),
]


@pytest.mark.parametrize(("words", "said"), UNCLEAR, ids=[words for words, _ in UNCLEAR])
def test_unclear(words: str, said: str) -> None:
    (operation,) = read_operations(words, "Gannet")
    assert isinstance(operation, Unclear)
    assert said in operation.reason


@pytest.mark.parametrize(
    ("words", "asks"),
    [
        ('Gull, winter: Change the word about "Land" to that about "Sea".', True),
        ('In its text, replace what is said of "Land" with words on "Sea".', True),
        ('The words on "Land" should be removed from it.', True),
        ('One "turn the crew" is enough.', False),
        ('You may add "Land" to what you say.', False),
    ],
)
def test_what_an_unclear_erratum_is_said_to_lack_is_lacking(words: str, asks: bool) -> None:
    (operation,) = read_operations(words, "Gull")
    assert isinstance(operation, Unclear)
    assert ("does not say what to do" in operation.reason) != asks


def test_sentences_beside_an_instruction_ask_for_nothing() -> None:
    operations = read_operations('Add "Unique." The lamp can be stored. Remove "Douse it."', "Lamp")
    assert operations == (Add("Unique."), Remove("Douse it."))


LIGHT, OIL, DOUSE, NEW = "A keeper may light a lamp.", "A lamp needs oil.", "Otherwise, douse the lamp.", "It burns on."
PASSAGE = Passage((f"{LIGHT} {OIL}", DOUSE, "“All went dark.” —Old song"), 2)
DONE: list[tuple[Operation, str]] = [
    (Replace("needs oil", "needs two oil"), f"{LIGHT} A lamp needs two oil.|{DOUSE}"),
    (Replace("NEEDS OIL", "wants oil"), f"{LIGHT} A lamp wants oil.|{DOUSE}"),
    (Replace("a lamp", "one lamp", 2), f"A keeper may light one lamp. One lamp needs oil.|{DOUSE}"),
    (Replace("lamp", "torch", None), "A keeper may light a torch. A torch needs oil.|Otherwise, douse the torch."),
    (Replace("lamp", "torch", None, -1), f"{LIGHT} {OIL}|Otherwise, douse the torch."),
    (Remove(DOUSE), f"{LIGHT} {OIL}"),
    (Remove(OIL), f"{LIGHT}|{DOUSE}"),
    (Remove("light a lamp."), f"A keeper may. {OIL}|{DOUSE}"),
    (Add(NEW), f"{LIGHT} {OIL}|{DOUSE} {NEW}"),
    (Add(NEW, Edge.END, Part.PARAGRAPH, 1), f"{LIGHT} {OIL} {NEW}|{DOUSE}"),
    (Add(NEW, Edge.START), f"{NEW} {LIGHT} {OIL}|{DOUSE}"),
    (Add(NEW, Edge.AFTER, Part.SENTENCE, 1), f"{LIGHT} {NEW} {OIL}|{DOUSE}"),
    (Add("at dusk", Edge.AFTER, anchor="light a lamp"), f"A keeper may light a lamp at dusk. {OIL}|{DOUSE}"),
    (Add(", at dusk", Edge.AFTER, anchor="light a lamp"), f"A keeper may light a lamp, at dusk. {OIL}|{DOUSE}"),
    (Rewrite("Otherwise, it burns.", Part.PARAGRAPH, -1), f"{LIGHT} {OIL}|Otherwise, it burns."),
    (Rewrite("A keeper may carry a lamp.", Part.SENTENCE, 1), f"A keeper may carry a lamp. {OIL}|{DOUSE}"),
    (Rewrite(NEW, Part.TEXT), NEW),
]


@pytest.mark.parametrize(("operation", "expected"), DONE, ids=[str(number) for number in range(len(DONE))])
def test_done_and_not_twice(operation: Operation, expected: str) -> None:
    tried = try_operation(operation, PASSAGE)
    assert tried.refusal is None, tried.message
    made = perform(PASSAGE, tried.edits)
    assert made.paragraphs == (*expected.split("|"), PASSAGE.paragraphs[-1])
    assert made.running == len(made.paragraphs) - 1
    again = try_operation(operation, made)
    assert again.refusal in {Refusal.ALREADY_APPLIED, Refusal.TEXT_NOT_FOUND, Refusal.PRECONDITION_CHANGED}


REFUSED: list[tuple[Operation, Refusal | None]] = [
    (Replace("a lantern", "a lamp"), Refusal.TEXT_NOT_FOUND),
    (Replace("lamp", "torch"), Refusal.TEXT_AMBIGUOUS),
    (Replace("lamp", "torch", 2), Refusal.PRECONDITION_CHANGED),
    (Replace("lam", "torch"), Refusal.TEXT_NOT_FOUND),
    (Replace("may light a candle", "may light a lamp"), Refusal.ALREADY_APPLIED),
    (Replace("a candle", "A keeper may light a lamp"), Refusal.ALREADY_APPLIED),
    (Replace("old lamp", "lamp"), Refusal.TEXT_NOT_FOUND),
    (Replace("needs oil", "needs ¡¡ o¡l"), Refusal.NEEDS_HUMAN),
    (Remove("Douse it."), Refusal.TEXT_NOT_FOUND),
    (Remove("A keeper may light."), Refusal.TEXT_NOT_FOUND),
    (Add("A lamp needs oil."), Refusal.ALREADY_APPLIED),
    (Add("Lamp."), None),
    (Add("A keeper."), Refusal.PRECONDITION_CHANGED),
    (Add("A lamp cannot be lit."), None),
    (Add("A lamp needs."), Refusal.PRECONDITION_CHANGED),
    (Add("A keeper may light the lamp."), Refusal.PRECONDITION_CHANGED),
    (Add("at dusk"), Refusal.NEEDS_HUMAN),
    (Add("At dusk", Edge.AFTER, anchor="lamp"), Refusal.TEXT_AMBIGUOUS),
    (Add("It burns.", Edge.END, Part.PARAGRAPH, 3), Refusal.TARGET_MISSING),
    (Rewrite("It burns."), Refusal.NEEDS_HUMAN),
    (Rewrite("A lamp needs fat.", Part.SENTENCE, 1), Refusal.NEEDS_HUMAN),
    (Rewrite("A lamp needs oil."), Refusal.ALREADY_APPLIED),
]


@pytest.mark.parametrize(("operation", "refusal"), REFUSED, ids=[str(number) for number in range(len(REFUSED))])
def test_refused(operation: Operation, refusal: Refusal | None) -> None:
    tried = try_operation(operation, PASSAGE)
    assert tried.refusal is refusal, tried.message
    assert (tried.edits == ()) == (refusal is not None)


def test_a_text_without_its_paragraphs_is_left_alone() -> None:
    single = Passage((f"{LIGHT} {OIL}",), 1)
    for operation in (Rewrite(NEW, Part.PARAGRAPH, -1), Add(NEW, Edge.END, Part.PARAGRAPH, 1)):
        assert try_operation(operation, single).refusal is Refusal.NEEDS_HUMAN


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(["Add ", "Change ", "Remove ", '"', "“", "”", " to ", " with ", ".", "…", "(x): ", "lamp"])
    )
)
def test_no_words_make_the_grammar_raise(parts: list[str]) -> None:
    for operation in read_operations("".join(parts), "lamp"):
        if isinstance(operation, Replace | Remove | Add | Rewrite):
            try_operation(operation, PASSAGE)


PLACED = [
    ('On page 7 of the rulebook, under Lamps, change "oil" to "fat".', ("Lamps",)),
    ('On page 7, in the Lamps sidebar, change "oil" to "fat".', ("Lamps",)),
    ('Page 7, "Lamps": "oil" should read "fat".', ("Lamps",)),
    ('p. 7-8: "oil" should read "fat".', ()),
    ("In the section “Lamps, Lit”, replace “oil” with “fat”.", ("Lamps, Lit",)),
    ('Under the heading Lamps: Replace "oil" with "fat".', ("Lamps",)),
]


@pytest.mark.parametrize(
    "section",
    [
        "## Rulings by Card\n\n### Gull\n\n- _Card Erratum_ (winter version): {}\n",
        "## Errata Listing\n\n### Cards\n\n- **Gull (winter version):** {}\n",
        "## Errata Listing\n\n### Cards\n\n- Gull (winter version): {}\n",
        "## Errata Listing\n\n### Cards\n\n- **Gull**: (winter version) {}\n",
    ],
)
def test_an_erratum_of_one_version_of_a_card_is_read_alike_wherever_it_stands(section: str) -> None:
    text = "# K\n\n" + section.format('Change "Land bird" to "Sea bird."')
    version = read_compendium(read_document(Source.from_text("k.md", text)).value).value
    (found,) = read_instructions(version, ())
    assert (found.target.card, found.target.qualifier) == ("Gull", "winter version")
    assert found.operations == (Replace("Land bird", "Sea bird"),)


@pytest.mark.parametrize(("cards", "target"), [({"gull"}, ("Gull", "winter version")), ({"gull-winter-version"}, None)])
def test_the_version_of_a_card_may_stand_in_the_term_in_front_of_its_rulings(
    cards: set[str], target: tuple[str, str] | None
) -> None:
    """Unless a card is called so."""
    text = '# K\n\n## Card Errata\n\n- **Gull** (winter version): Change "land" to "sea."\n- **Owl**: Remove "sea."\n'
    version = read_compendium(read_document(Source.from_text("k.md", text)).value).value
    found, _ = read_instructions(version, (), {*cards, "owl"})
    assert (found.target.card, found.target.qualifier) == (target or ("Gull (winter version)", ""))
    assert found.operations == (Replace("land", "sea"),)


def test_the_heading_of_a_listing_is_a_card_where_one_is_called_so() -> None:
    text = '# K\n\n## Errata Listing\n\n### The Gull\n\n- Replace "land" with "sea".\n'
    version = read_compendium(read_document(Source.from_text("k.md", text)).value).value
    (unknown,) = read_instructions(version, ())
    assert not unknown.target.card
    (found,) = read_instructions(version, (), {"gull"})
    assert (found.target.card, found.operations) == ("The Gull", (Replace("land", "sea"),))


@pytest.mark.parametrize(("words", "headings"), PLACED, ids=[words for words, _ in PLACED])
def test_a_page_or_a_section_is_of_the_only_book_there_is(words: str, headings: tuple[str, ...]) -> None:
    text = f"# K\n\n## Errata Listing\n\n- {words}\n"
    version = read_compendium(read_document(Source.from_text("k.md", text)).value).value
    manifest = load_manifest(Source.from_text("corpus.yml", GOOD)).value
    assert manifest is not None
    (found,) = read_instructions(version, manifest.works)
    assert (found.target.work, found.target.headings) == (manifest.works[0].id, headings)
    assert found.operations == (Replace("oil", "fat"),)
    (unsure,) = read_instructions(version, (*manifest.works, replace(manifest.works[0], id=WorkId("other"))))
    assert unsure.target.work is None


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (["May sail.", "“The night is long.” —The Keeper", "Harbour: Wick."], ["May sail.", "Harbour: Wick."]),
        (["May sail.", "“The night is", "long.” —The Keeper"], ["May sail."]),
        (["It reads “long.” —a sign"], ["It reads “long.” —a sign"]),
    ],
)
def test_what_a_card_quotes_is_not_stated(text: list[str], stated: list[str]) -> None:
    page = "# Gannet\n\n### Coast\n\n" + "\n>\n".join(f"> {each}" for each in text) + "\n"
    (printing,) = read_card(read_document(Source.from_text("gannet.md", page)).value).value.printings
    assert list(read_face(printing).stated) == stated


@pytest.mark.parametrize(
    ("text", "running"),
    [
        (["Keeper only: may sail at night."], 1),
        (["Keeper only: may sail at night.", "“The night is long.” —The Keeper"], 1),
        (["Harbour: Wick.", "Towers: two."], 0),
        (["May sail at night.", "Harbour: Wick."], 1),
        (["“The night is long.” —The Keeper"], 0),
    ],
)
def test_what_of_a_card_is_running_text(text: list[str], running: int) -> None:
    page = "# Gannet\n\n### Coast\n\n" + "\n>\n".join(f"> {each}" for each in text) + "\n"
    (printing,) = read_card(read_document(Source.from_text("gannet.md", page)).value).value.printings
    assert (len(read_face(printing).passage.paragraphs), read_face(printing).passage.running) == (len(text), running)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Replace("a lamp", "two lamps"), Rewrite("It burns.", Part.TEXT)),
        (Rewrite("It burns.", Part.TEXT), Rewrite("It is out.", Part.TEXT)),
        (Replace("Oil", "Fat"), Rewrite("It burns.", Part.SENTENCE, 2)),
    ],
)
def test_new_words_do_not_give_way_to_another_instruction(first: Operation, second: Operation) -> None:
    page = "# Gannet\n\n### Coast\n\n> Light a lamp here. Oil is not spent.\n"
    card = read_card(read_document(Source.from_text("gannet.md", page)).value).value
    (printing,) = card.printings
    made = emend_printing(card, printing, (Asked(first, 0), Asked(second, 1)), {})
    assert [each.tried.refusal for each in made.outcomes] == [None, Refusal.CONFLICTS_WITH]
    alone = emend_printing(card, printing, (Asked(first, 0),), {})
    assert made.face == alone.face != read_face(printing)


@pytest.mark.parametrize(
    ("days", "done"),
    [
        (("2001", "2002", "2003"), (True, True, True)),
        (("2001", "2003", "2002"), (True, True, False)),
        (("2001", "2001-05", "2003"), (True, False, False)),
        (("2002", "2001", "2003"), (True, False, False)),
        (("2001", None, "2003"), (True, False, False)),
    ],
)
def test_words_that_an_instruction_put_there_give_way_to_one_that_surely_came_later(
    days: tuple[str | None, ...], done: tuple[bool, ...]
) -> None:
    page = "# Gannet\n\n### Coast\n\n> Light a lamp here. Oil is not spent.\n"
    card = read_card(read_document(Source.from_text("gannet.md", page)).value).value
    words = ["a lamp", "two bells", "four buoys", "no kite"]
    asked = [
        Asked(Replace(old, new), number, days=read_date(day) if day else None)
        for number, (old, new, day) in enumerate(zip(words, words[1:], days, strict=False))
    ]
    for order in permutations(asked):
        made = emend_printing(card, card.printings[0], order, {})
        assert {each.asked.order: each.tried.refusal is None for each in made.outcomes} == dict(enumerate(done))
        assert f"Light {words[sum(done)]} here." in made.face.passage.paragraphs[0]


def test_new_words_in_a_slightly_other_spelling_are_there_already() -> None:
    passage = Passage(("A keeper may tap the big lamp during his organizational phase to draw.",), 1)
    operation = Replace("tap the keeper", "tap the big lamp during his organization phase to draw")
    tried = try_operation(operation, passage)
    assert (tried.refusal, tried.relation) == (Refusal.ALREADY_APPLIED, Relation.NEAR)
    other = replace(operation, new="tap the small lamp during his organization phase to draw")
    assert try_operation(other, passage).refusal is Refusal.TEXT_NOT_FOUND
    twice = Passage(("Cannot be lit twice on a given pier.",), 1)
    tried = try_operation(Add("May not be lit twice on a given pier."), twice)
    assert tried.refusal is Refusal.ALREADY_APPLIED
    assert tried.message == "the text has the new words already, nearly"


WORDS = st.lists(st.sampled_from(["lamp", "oil", "may", "not", "keeper", "dusk"]), min_size=1, max_size=4).map(" ".join)
TEXTS = st.lists(
    st.lists(WORDS, min_size=1, max_size=3).map(lambda each: ". ".join(each) + "."), min_size=1, max_size=3
)
OPERATIONS = st.one_of(
    st.builds(Replace, WORDS, WORDS, st.sampled_from([1, 2, None])),
    st.builds(Remove, WORDS, st.sampled_from([1, 2, None])),
    st.builds(lambda words: Add(f"{words.capitalize()}."), WORDS),
    st.builds(Rewrite, WORDS, st.sampled_from([None, *Part])),
)


@settings(max_examples=200, deadline=None)
@given(OPERATIONS, TEXTS)
def test_an_operation_changes_what_it_says_or_nothing(operation: Operation, texts: list[str]) -> None:
    passage = Passage(tuple(texts), len(texts))
    tried = try_operation(operation, passage)
    if tried.refusal is not None:
        assert tried.edits == ()
        return
    made = " ".join(perform(passage, tried.edits).paragraphs)
    new = getattr(operation, "new", "")
    assert tried.edits
    assert new.casefold() in made.casefold()
    for edit in tried.edits:
        old = passage.paragraphs[edit.paragraph][edit.span.start : edit.span.end].strip(" .")
        if isinstance(operation, Replace | Remove):
            assert old.casefold() == operation.old.casefold()
        if isinstance(operation, Add):
            assert old == ""


@pytest.fixture(name="lantern", scope="module")
def _lantern() -> Kb:
    return lantern()


@pytest.fixture(scope="module")
def done(lantern: Kb) -> CarriedOut:
    return carry_out(lantern, lantern.versions[VersionId("harbour-ledger-4")])


def found(done: CarriedOut, name: str) -> CardOrder | BookOrder:
    named = [
        each
        for each in done.orders
        if name in {each.order.instruction.target.card, *each.order.instruction.target.headings}
    ]
    (one,) = named
    return one


def test_every_item_of_the_listing_is_told_once(lantern: Kb, done: CarriedOut) -> None:
    version = lantern.versions[VersionId("harbour-ledger-4")]
    listed = {each.span.start for each in version.statements if each.section.value == "errata"}
    assert listed <= {statement.span.start for each in done.orders for statement in each.order.statements}
    merry = found(done, "The Merry Widow")
    assert [each.section.value for each in merry.order.statements] == ["card", "errata", "delayed"]
    assert merry.order.effective == "2005-11-28"
    assert merry.order.rulings == ("the-merry-widow-5gcnuh",)


CARDS = {
    "Gannet": ("berths 5 speed 3", None),
    "The Bell of Small Hours": ("weight 2", None),
    "Slack Water": (None, "Short Supply"),
}


@pytest.mark.parametrize("name", CARDS)
def test_what_the_frame_says_is_changed_there(done: CarriedOut, name: str) -> None:
    (card,) = (each for each in done.cards if each.card.name == name)
    figures, classification = CARDS[name]
    first = card.printings[0]
    assert first.changed
    assert first.face.text == first.printing.text
    assert figures is None or figures in [value for _, value in first.face.fields]
    assert classification is None or first.face.classification == classification


def test_new_words_stand_before_what_is_set_smaller(done: CarriedOut) -> None:
    (card,) = (each for each in done.cards if each.card.name == "The Merry Widow")
    lines = card.printings[0].face.text.split("\n")
    assert lines[0].endswith("one more timber. Only one to a boat.")
    assert lines[1].startswith("A figurehead")


def test_a_later_printing_has_it_already(done: CarriedOut) -> None:
    first, second = found(done, "Slack Water").outcomes
    assert first[1].tried.refusal is None
    assert second[1].tried.refusal is Refusal.ALREADY_APPLIED


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [("Short Supply", "text-not-found"), ("Storm", "outside-scope")],
)
def test_an_erratum_of_one_version_of_a_card_is_not_about_another(kind: str, outcome: str) -> None:
    """A reprint of the same version that has neither the old words nor the new ones is still to be looked at."""
    opened = read_corpus(LANTERN).value
    assert opened is not None
    path = "cards/H/held-breath.md"
    text = opened.texts[path].decode("utf-8")
    again = text[text.index("### _Lantern") :].replace("Bells Below", "Winter Quay").replace("Short Supply", kind)
    other = again.replace("Playable before a dive.", "Ask the sea for time.")
    kb = build_kb(opened.manifest, {**opened.texts, path: f"{text}\n\n{other}".encode()}).value
    done = carry_out(kb, kb.versions[VersionId("harbour-ledger-4")])
    order = found(done, "Held Breath")
    assert [each.tried.refusal for _, each in order.outcomes] == [None, Refusal.TEXT_NOT_FOUND]
    (card,) = done.cards_named("Held Breath")
    assert [each.outcomes[0].tried.refusal for each in card.by_version()] == [None, Refusal(outcome)]


def test_books_are_changed_in_the_section_named(lantern: Kb, done: CarriedOut) -> None:
    storms, harbours = found(done, "Storms"), found(done, "Harbours")
    for each, new in ((storms, "adds his grit"), (harbours, "")):
        assert isinstance(each, BookOrder)
        (edition, outcome), (_, emended) = each.outcomes
        (change,) = outcome.changes
        source = edition.document.source
        assert source.slice(change.span) == change.old
        assert change.new == new
        assert emended.tried.refusal is Refusal.ALREADY_APPLIED
    assert {outcome_of(storms), outcome_of(harbours)} == {"applied"}


def test_what_is_not_in_effect_waits(lantern: Kb) -> None:
    version = lantern.versions[VersionId("harbour-ledger-4")]
    early = carry_out(lantern, version, "2005-11-27")
    assert outcome_of(found(early, "The Merry Widow")) == "not-yet-effective"
    assert outcome_of(found(carry_out(lantern, version, "2005-11-28"), "The Merry Widow")) == "applied"


def test_after_an_edit_it_is_done_as_if_nothing_were_known() -> None:
    """An instruction says another thing, or goes, or says what it said; the other cards are as they were."""
    opened = read_corpus(LANTERN).value
    assert opened is not None
    path, memory, told = "original/rulings/harbour-ledger-4.md", Memory(), []
    for old, new in (
        (b"keepers", b"keepers"),
        (b"weight should be 2", b"weight should be 3"),
        (b"weight should be 2, not 1.", b""),
    ):
        texts = {**opened.texts, path: opened.texts[path].replace(old, new)}
        memory.turn()
        known, anew = (build_kb(opened.manifest, texts, memory=each).value for each in (memory, Memory()))
        done = [carry_out(kb, kb.versions[VersionId("harbour-ledger-4")]) for kb in (known, anew)]
        assert list_instructions(done[0]) == list_instructions(done[1])
        told.append(str(list_instructions(done[0], "The Bell of Small Hours")["cards"]))
    assert len(set(told)) == 3


@cache
def ask(*words: str) -> dict[str, Any]:
    """What the command answers on the embedded corpus; it is asked once and only looked at."""
    result = RUN.invoke(
        build_app("instructions"), ["instructions", *words, "--corpus", str(LANTERN), "--format", "json"]
    )
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    assert isinstance(answer, dict)
    return answer


def test_the_command() -> None:
    answer = ask("--card", "gannet")
    assert (answer["schema"], answer["version"]) == (1, "harbour-ledger-4")
    (item,) = answer["items"]
    assert item["outcome"] == "applied"
    assert item["operation"]["kind"] == "replace"
    assert [each["outcome"] for each in item["attempts"]] == ["applied", "applied"]
    (card,) = answer["cards"]
    assert card["printings"][0]["figures"] == [
        {"field": "figures", "published": "berths 5 speed 4", "emended": "berths 5 speed 3"}
    ]
    assert card["printings"][0]["authorities"] == item["rulings"]
    assert {each["outcome"] for each in ask("--outcome", "needs-human")["items"]} == {"needs-human"}
    assert ask("--in", "3")["version"] == "harbour-ledger-3"


@pytest.mark.parametrize("name", ["Bread & Dripping", "dripping and bread", "Bread and Dripping", "Dripping"])
def test_a_card_is_asked_for_by_a_name_that_is_plainly_its_own(name: str) -> None:
    assert ask("--card", name) == ask("--card", "bread-and-dripping")


def test_a_card_whose_page_is_not_at_hand_is_known_before_its_erratum_too(tmp_path: Path) -> None:
    """Its erratum is known to whoever asks, though nobody had asked for it on the day."""
    corpus = tmp_path / "lantern"
    shutil.copytree(LANTERN, corpus)
    (corpus / "texts" / "cards" / "G" / "gannet.md").unlink()
    words = ["instructions", "--card", "gannet", "--corpus", str(corpus)]
    then = RUN.invoke(build_app("instructions"), [*words, "--as-of", "2005-03-01"])
    assert (then.exit_code, then.stdout) == (0, "0 instructions in harbour-ledger-2: none\n")
    assert "source-unavailable" in RUN.invoke(build_app("instructions"), words).stdout


def test_the_command_in_text() -> None:
    result = RUN.invoke(build_app("instructions"), ["instructions", "--card", "gannet", "--corpus", str(LANTERN)])
    assert result.exit_code == 0
    assert "speed [-4-] {+3+}" in result.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--in", "9"], "no version `9`"),
        (["--card", "ganet"], "did you mean `Gannet`"),
        (["--card", "of"], "did you mean `The Bell of Small Hours`"),
        (["--outcome", "done"], "no outcome `done`"),
        (["--as-of", "2005-02-30"], "is no date"),
    ],
)
def test_wrong_use(words: list[str], said: str) -> None:
    result = RUN.invoke(build_app("instructions"), ["instructions", *words, "--corpus", str(LANTERN)])
    assert result.exit_code == 2
    assert said in result.stderr


def accept(records: Records) -> Records:
    """The same records with somebody's yes."""
    return replace(records, records=tuple(replace(each, status=RecordStatus.ACCEPTED) for each in records.records))


def test_proposed_records_wait_and_then_do_what_was_asked(lantern: Kb) -> None:
    book = lantern.books[WorkId("the-drowned-coast")]
    assert book.base is not None
    orders = carry_out_on_book(lantern, lantern.versions[VersionId("harbour-ledger-4")], book)
    file = Source.from_text("records.yml", write_records(propose_records("the-drowned-coast", book.base, orders)))
    read = read_records(file)
    assert read.diagnostics == ()
    assert read.value is not None
    waiting = compile_text(book.base.document, read.value)
    assert waiting.applied == ()
    assert [each.reason.value for each in waiting.refused] == ["needs-human", "needs-human"]
    lives = {life.id: life for chronicle in lantern.chronicles.values() for life in chronicle.history.lives}
    made = compile_text(book.base.document, with_citations(accept(read.value), lives, lantern.versions))
    assert made.refused == ()
    old, new = (text.split("\n") for text in (book.base.document.source.text, made.text))
    bare = [re.sub(r"\[\^[^\]]*\]", "", line) for line in new]
    changed = [(before, after) for before, after in zip(old, bare, strict=False) if before != after]
    assert [len(before) - len(after) for before, after in changed[:2]] == [12, 21]
    assert all(each.rulings for each in read.value.records)


ADDED = """# Ledger

## Rulings by Term

### Lamps

 - A keeper may light a lamp.

## Complete Errata Listing

### Rules Errata

 - Coast Rules, Lamps: Add "It burns all night." at the end of the first paragraph.
 - Coast Rules, Lamps: Replace "some oil" with "two oil."
 - Coast Rules, Lamps: Add "at dusk" after "It is lit."
 - Coast Rules, Lamps: Add ", or not" after "it is dark."
 - Coast Rules, Piers: Remove "Nobody fishes."
 - Tide Rules, Lamps: Remove "Nobody fishes."
"""
COAST = """# Coast

## Lamps

A lamp needs _some oil_. It is lit by a keeper.

Otherwise, it is dark.

## Nets

Nobody fishes.
"""


def test_a_book_is_changed_in_its_source_or_not_at_all() -> None:
    title = Text("coast", "coast.md", None, "The Coast", "", "", False, Span(0, 0))
    entry = EditionEntry(EditionId("coast"), Role.PUBLISHED, title)
    work = WorkEntry(WorkId("coast"), "The Coast", "TC", (), EditionId("coast"), (entry,))
    document = read_document(Source.from_text("coast.md", COAST)).value
    version = read_compendium(read_document(Source.from_text("ledger.md", ADDED)).value).value
    edition = Edition(entry.id, work.id, Role.PUBLISHED, "", document)
    book = Book(work, {edition.id: edition}, edition, None, None, ())
    kb = Kb(NO_CORPUS, {}, {work.id: book}, {version.id: version}, (), {}, (), ())
    orders = carry_out_on_book(kb, version, book)
    assert [outcome_of(each) for each in orders] == ["applied", "applied", "applied", "applied", "target-missing"]
    made = compile_text(document, accept(propose_records("coast", edition, orders)))
    assert made.refused == ()
    lines = made.text.split("\n")
    assert lines[4] == "A lamp needs _two oil_. It is lit at dusk by a keeper. It burns all night."
    assert lines[5:] == COAST.replace("it is dark.", "it is dark, or not.").split("\n")[5:]
    others = [each for each in carry_out(kb, version).orders if each.order.instruction.target.work is None]
    assert [outcome_of(each) for each in others] == ["needs-human"]


def test_the_command_proposes(tmp_path: Path) -> None:
    call = ["instructions", "--propose", "the-drowned-coast", "--corpus", str(LANTERN)]
    result = RUN.invoke(build_app("instructions"), call)
    assert result.exit_code == 0
    assert result.stdout.count("status: proposed") == 2
    wrong = RUN.invoke(build_app("instructions"), [*call[:2], "no-such-work", *call[3:]])
    assert wrong.exit_code == 2


@pytest.mark.parametrize(
    "words",
    ['In 9.3, replace "red" with "blue".', '[9.4] Change "red" to "blue".', 'Rule 8.4 should read: "It is blue."'],
)
def test_an_erratum_by_the_number_of_a_rule_says_so(words: str) -> None:
    (found,) = read_operations(words, "Kite")
    assert isinstance(found, Unclear) and "number of a rule" in found.reason
