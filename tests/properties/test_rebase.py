"""Whatever is done to a text: records made in a text that has them already change nothing."""

import random
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kb.compile import Body, Names, compile_text, extract_records, plan_text, rebase_records
from kb.compile._rebase import _emended
from kb.provenance import Refusal
from kb.tokens import Token, read_stream
from tests.applying import read
from tests.properties.test_emendations import FOOTNOTES, edited

NAMES = Names("work", "edition")
UNDEFINED = ("- The.[^a]\n- The the.", "The.\n\n- The.[^a]\n- The the.")
"""A marker taken out behind words, and the same one put in with others there."""
PAGE_MARK = (
    'The.\n\nThe.\n\nThe.\n\n### The\n\n<hr id="page2">',
    'The.\n\nThe.\n\nThe.\n\n### The\n\n<hr id="page2">\n\n### The',
)
MARKER = (
    'The.\n\nThe the the.\n\nKeeper the not the.[^a]\n\nThe the the keeper the not the.[^a]\n\n<hr id="page2">\n\n'
    "The the the.",
    "The.\n\nThe the the.\n\nKeeper the not the.[^a]\n\nThe the the keeper the not the.[^a]\n\n### The\n\n"
    '<hr id="page2">\n\nThe the the.',
)
"""Markup behind the words before an insertion: a page mark, the marker of a footnote that nothing defines."""
WRITTEN_OTHERWISE = ("el*", "e**l**")
"""A word that is only written otherwise, to which the text adds what another record puts behind it."""
EMPTY_ITEM = ("- The.\n\nThe boat.", "boat.\n\n- ")
"""A text that ends with the mark of an empty item."""
NAMED_LIKE_ANOTHER = (
    "# Roll see storm roll keeper wren oil*tower oil**\n# Roll see storm roll keeper wren oil tower oil",
    "# see storm roll\n# Roll see storm roll keeper wren oil*tower oil",
)
"""A section that has the name another one had before the records were made."""
NOTES_BELOW_A_HEADING = (
    "The.\n\nThe.\n\n### The\n\n| the | the |",
    "| the | the |\n\nThe.\n\nThe.\n\n### The",
)
"""A heading that comes to stand right above the footnotes is still one of the text."""
_BOXES = "{: .note }\n> **Note:** The the.\n>\n> **Note:** The.\n>\n> **Note:** The."
_ITEMS = "- Not not. Not the keeper keeper keeper. Keeper.\n- Not the keeper. The. The the not the not.\n- Not not."
_ROWS = "| the | keeper |\n| keeper | not |\n| not | keeper |"
_PROSE = "The the the. The.\n\nThe the. The the the the the.[^b] The the the.[^a]"
_SAME = "| the | the |"
_PAGE = '<hr id="page2">'
REPEATED = {
    "boxes told apart by what another record changes": (
        f"The the the the the.\n\n{_BOXES}\n\nThe.",
        "the\n\nThe.",
        f"The the the the the.\n\nThe the the the the.\n\n{_BOXES}\n\n{_BOXES}",
    ),
    "a heading and a paragraph that change places, twice": (
        "The. The the.\n\n### The the",
        "### The the\n\nThe. The the.",
        "The. The the.\n\nThe. The the.\n\n### The the\n\n### The the",
    ),
    "what is held back is there already": (
        "- The the.\n- The.\n\nThe the the. The the the.\n\n| the | the |",
        "- The the.\n- The.\n\n| The the the the the. | the |",
        "- The the.\n- The.\n\n" * 2 + "The the the. The the the.\n\n" * 2 + "| the | the |",
    ),
    "what comes out is what some of the records make": (
        f"{_PROSE}\n\n{_SAME}\n{_SAME}\n\n{_SAME}\n{_SAME}\n{_SAME}",
        f"{_PROSE}\n\n{_SAME}\n| the | the The the.\n\n{_SAME}\n{_SAME}\n{_SAME}{FOOTNOTES}",
        f"{_PROSE}\n\n{_SAME}\n| the | the The the.\n{_SAME}\n{_SAME}\n{_SAME}\n{_SAME}{FOOTNOTES}",
    ),
    "a list that stands twice": (
        f"| not | keeper |\n\n{_PAGE}\n\n{_ROWS}\n\n{_ITEMS}\n\nNot. Not not not.",
        f"| not | not |\n\n{_PAGE}\n\n{_ITEMS}\n\n{_ROWS}",
        f"{_PAGE}\n\n{_ROWS}\n\n{_ITEMS}\n\n{_ITEMS}",
    ),
}
"""Texts of few words, and a third one in which a record has two places, or has its place beside others only."""
ELSEWHERE = "## Elsewhere\n\nQuite different words are written here, and nobody changed them."


def body_words(text: str) -> list[str]:
    return [token.text for token in Body(read(text)).tokens]


@settings(max_examples=200, deadline=None)
@given(edited())
@example(UNDEFINED)
@example(PAGE_MARK)
@example(MARKER)
def test_records_made_in_the_text_they_gave_change_no_character(texts: tuple[str, str]) -> None:
    published, emended = read(texts[0]), read(texts[1])
    records = extract_records(published, emended, NAMES).records
    again = rebase_records(published, emended, records)
    assert again.text == texts[1]
    assert {each.reason for each in again.refused if not each.record.is_structure} <= {Refusal.ALREADY_APPLIED}


@settings(max_examples=200, deadline=None)
@given(edited())
@example(WRITTEN_OTHERWISE)
@example(NAMED_LIKE_ANOTHER)
@example(EMPTY_ITEM)
def test_what_is_there_stays_where_the_text_is_longer(texts: tuple[str, str]) -> None:
    published, emended = read(texts[0]), read(texts[1])
    records = extract_records(published, emended, NAMES).records
    text, notes = texts[1].removesuffix(FOOTNOTES), FOOTNOTES if texts[1].endswith(FOOTNOTES) else ""
    longer = f"{text}\n\n{ELSEWHERE}{notes}"
    assert body_words(rebase_records(published, read(longer), records).text) == body_words(longer)


@settings(max_examples=200, deadline=None)
@given(edited(), st.integers(0, 2**32))
def test_records_made_in_a_third_text_are_not_made_again(texts: tuple[str, str], seed: int) -> None:
    """A text with some of the published clauses taken out, others twice, others after each other the other way."""
    published, emended = read(texts[0]), read(texts[1])
    records = extract_records(published, emended, NAMES).records
    chance = random.Random(seed)
    blocks = [block for block in texts[0].split("\n\n") for _ in range(chance.choice((0, 1, 1, 1, 2)))]
    if chance.random() < 0.5:
        blocks.append(ELSEWHERE)
    once = rebase_records(published, read("\n\n".join(blocks)), records)
    again = rebase_records(published, read(once.text), records)
    assert body_words(again.text) == body_words(once.text)
    assert again.text == once.text


@pytest.mark.parametrize("case", REPEATED)
@pytest.mark.parametrize("end", ["", f"\n\n{ELSEWHERE}"])
def test_records_refused_in_a_third_text_of_few_words_are_refused_again(case: str, end: str) -> None:
    published, emended, third = REPEATED[case]
    made_once(published, emended, third + end)


@pytest.mark.parametrize("case", REPEATED)
def test_what_cannot_be_told_in_one_section_is_no_matter_in_another(case: str) -> None:
    published, emended, third = REPEATED[case]
    boats, stay = "\n\n## Boats\n\nA boat leaves.", "\n\n## Boats\n\nA boat stays."
    assert made_once(published + boats, emended + stay, third + boats).endswith(stay)


def made_once(published: str, emended: str, third: str) -> str:
    """A third text with the records made, in which none is made any more."""
    base = read(published)
    records = extract_records(base, read(emended), NAMES).records
    once = rebase_records(base, read(third), records)
    again = rebase_records(base, read(once.text), records)
    assert (again.text, again.applied) == (once.text, ())
    return once.text


@settings(max_examples=200, deadline=None)
@given(edited(), st.integers(0, 2**32))
def test_of_records_made_in_part_the_others_are_made(texts: tuple[str, str], seed: int) -> None:
    published, emended = read(texts[0]), read(texts[1])
    records = extract_records(published, emended, NAMES).records
    chance = random.Random(seed)
    made = {record.id for record in records.records if chance.random() < 0.5}
    part = compile_text(published, records, made)
    there = {placed.record.id for placed in part.applied}
    rest = rebase_records(published, read(part.text), records)
    added = {placed.record.id for placed in rest.applied}
    assert not {record.id for record in records.records if not record.is_structure} & there & added
    expected = compile_text(published, records, there | added)
    assert body_words(rest.text) == body_words(expected.text)


@settings(max_examples=150, deadline=None)
@given(edited(), st.integers(0, 2**32))
@example(NOTES_BELOW_A_HEADING, 1)
def test_the_words_of_a_third_text_are_accounted_for(texts: tuple[str, str], seed: int) -> None:
    """Its words with those the records took out and put in, no more and no less; and all of its footnotes."""
    published, emended = read(texts[0]), read(texts[1])
    records = extract_records(published, emended, NAMES).records
    chance = random.Random(seed)
    blocks = compile_text(published, records, {r.id for r in records.records if chance.random() < 0.5}).text.split(
        "\n\n"
    )
    blocks.insert(
        chance.randrange(len(blocks) + 1), chance.choice(("Oars creak.", "- an oar", "> oar", "## Oars", "| o |"))
    )
    third = read("\n\n".join(blocks) + "\n\n[^oar]: So the oarsman.\n")
    made = rebase_records(published, third, records)
    plan = plan_text(published, records)
    body, composed = plan.body, _emended(plan.body, plan.placed, records)
    places = {each.record.id: each.place for each in plan.placed}
    expected = words_in(read_stream(third).tokens)
    for placed in made.applied:
        place = places[placed.record.id]
        expected -= words_in(body.tokens[place.at : place.end])
        span = composed.spans[placed.record.id]
        low, high = (composed.body.position(offset) for offset in (span.start, span.end))
        expected += words_in(composed.body.tokens[low:high])
    assert words_in(read_stream(read(made.text)).tokens) == expected
    assert "[^oar]: So the oarsman." in made.text


def words_in(tokens: Iterable[Token]) -> Counter[str]:
    return Counter(token.text for token in tokens if token.is_word)
