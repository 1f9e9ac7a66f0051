"""Whatever is done to a text: the records rebuild it exactly, and any of them apply or are refused."""

import random

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from kb.compile import Names, compile_text, extract_records
from kb.compile._body import Body
from kb.emendations import find_emendations
from kb.model import Document
from kb.records import read_records, write_records
from kb.text import Source
from tests.applying import apply_records, read, words_of
from tests.properties.test_emendations import edited

NAMES = Names("work", "edition")
OPEN_LIST = (
    "{: .note }\n> **Note:** The.\n>\n> **Note:** May.\n\nThe.",
    "The.\n\n{: .note  **Note:** The.\n>\n> **Note:** May.",
)
"""One of its records alone would leave an emphasis open, and its marks would be words."""

EMPTY_HEADING = ("### The\n\nThe.", "### \n\nThe.")
"""What follows the words put in begins with a blank before its line ends."""
MOVED = (
    "The.\n\n{: .note }\n> **Note:** The the the the the.\n\nThe.\n\nThe.",
    "The.\n\nThe.\n\n{: .note }\n> the The the the the the.",
)
"""Words taken out at the very beginning of a clause that stands elsewhere."""


def body_words(document: Document) -> list[str]:
    return [token.text for token in Body(document).tokens]


@settings(max_examples=200, deadline=None)
@given(edited())
@example(EMPTY_HEADING)
@example(MOVED)
def test_records_rebuild_the_text_byte_for_byte(texts: tuple[str, str]) -> None:
    published, emended = read(texts[0]), read(texts[1])
    records = extract_records(published, emended, NAMES).records
    compiled = compile_text(published, records)
    assert (compiled.text, compiled.refused) == (texts[1], ())


@settings(max_examples=100, deadline=None)
@given(edited())
def test_a_records_file_gives_its_records_back(texts: tuple[str, str]) -> None:
    records = extract_records(read(texts[0]), read(texts[1]), NAMES).records
    written = write_records(records)
    found = read_records(Source.from_text("records.yml", written))
    assert (found.value, found.diagnostics) == (records, ())
    assert write_records(records) == written


@settings(max_examples=200, deadline=None)
@given(edited(), st.integers(0, 2**32))
@example(OPEN_LIST, 46)
def test_any_of_the_records_apply_or_are_refused_and_never_corrupt(texts: tuple[str, str], seed: int) -> None:
    """The words are the published ones with the words of the records made, and nothing else."""
    published, emended = read(texts[0]), read(texts[1])
    end = Body(emended).end
    found = [e for e in find_emendations(published, emended) if e.emended_span.start < end or not len(e.emended_span)]
    records = extract_records(published, emended, NAMES).records
    of_words = {e.id for e in found if not e.part_of and apply_records(published, emended, [e]) != words_of(published)}
    assume(of_words <= {record.id for record in records.records})
    chance = random.Random(seed)
    markup = {record.id for record in records.records} - of_words
    wanted = {name for name in sorted(of_words) if chance.random() < 0.5} | markup
    compiled = compile_text(published, records, wanted)
    made = {placed.record.id for placed in compiled.applied}
    assert made | {each.record.id for each in compiled.refused} | set(compiled.idle) >= wanted
    expected = apply_records(published, emended, [e for e in found if e.id in made])
    assert body_words(read(compiled.text)) == expected
