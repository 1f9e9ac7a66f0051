"""Any two texts: no word is lost, the records rebuild one from the other; made again they change nothing."""

from collections.abc import Callable

from hypothesis import example, given, settings

from kb.compile import Names, compile_text, extract_records, rebase_records
from kb.emendations import find_emendations
from kb.provenance import Refusal
from kb.records import read_records, write_records
from kb.text import Source
from tests.applying import apply_records, read, words_of
from tests.degenerate import DEGENERATE, Pair

NAMES = Names("work", "edition")
WORDS_LOST = (
    ("t", "t[^b].[^a]"),  # a point between two markers
    ("`e`_.|", "e y."),  # a changed word between two changes of markup
    ("`e` _e_.", "e e e.l"),  # markup inside words that are one change
    ("T", "{:.}\nT\n{: }"),  # attribute lists above and below one paragraph
    ("", "—\n- [e](#)\n- [](#)"),  # two lines above the entries of a contents
)
NOT_REBUILT = (
    ("h.", "h[^a].[^a]"),
    ("T", "t[^b]`[^a]#"),
    ("e[^b]h.|", "**e** [e]().\n\n*"),
    ("# T\n[^b]:", "# T"),  # a heading right above the definitions is theirs
    ("# t]", "# t\n[^b]:"),
    ("", "# [^b]\n[^b]:"),
    ("", "~[^b]:\n\n[^b]:"),  # a marker with a colon behind it
    ("", "[^b]:[^a]:"),  # a definition in a definition
    ("", "[^^]"),  # what looks like a marker and is words
    ("e[^a]", "[^a]`e`"),
    ("e", "[^a]{:e}"),  # a marker that nothing defines, in the text read again
    ("|h\n\n<hr>\n[^b]:", "|h"),
    ("", "---\n---\n- l"),  # a mark at the very beginning, below a front matter
    ("", "1. \ne"),  # a mark at the end of its line
    ("\né", ". —é"),  # a text that begins with an empty line
    ("", "|\r\n><"),  # lines that end with more than `\n`
    ("", "[\u00a0\n1. —"),
    ("\\>>", ""),  # two signs of one character
    ("### The", '### The\n\n### The\n\n<hr id="page2">'),
)
NOT_READ_BACK = (
    ("---\ntitle: The\n---\n\n### —\n\n---", "### —\n\n### —\n\n---|."),  # a section without a name
    ("", "[^a]:\n<"),
)
NOT_THERE = (
    ("—---e", "----e"),
    ("{o", "|\\{o"),
    ("e&amp;", "e<b>&"),
    ("r", "- "),
    ("\n[^b]:", "# e"),
    (".\nThe\n- T", "The The The The\nThe The The\nThe\n>The.[^a]\nThe[t"),
    ("the The The", "The the The the The[the.[^b]The The[^a]|The The\n["),
    ("The The<The The The The.The.The.\n\nThe", "The The<The The The The.The The\n- The.[^a]\n\nThe"),
)
"""Made in the text that has them: ambiguous, not found, or made once more."""
CASES = (*WORDS_LOST, *NOT_REBUILT, *NOT_READ_BACK, *NOT_THERE)


def each_case(test: Callable[[Pair], None]) -> Callable[[Pair], None]:
    """A property tried on all of them first."""
    for case in CASES:
        test = example(case)(test)
    return test


@settings(max_examples=300, deadline=None)
@given(DEGENERATE)
@each_case
def test_every_word_is_accounted_for(texts: Pair) -> None:
    published, emended = map(read, texts)
    assert apply_records(published, emended, find_emendations(published, emended)) == words_of(emended)


@settings(max_examples=400, deadline=None)
@given(DEGENERATE)
@each_case
def test_records_rebuild_any_text_and_are_there_then(texts: Pair) -> None:
    published, emended = map(read, texts)
    records = extract_records(published, emended, NAMES).records
    compiled = compile_text(published, records)
    assert (compiled.text, compiled.refused) == (texts[1], ())
    again = rebase_records(published, emended, records)
    assert again.text == texts[1]
    assert {each.reason for each in again.refused} <= {Refusal.ALREADY_APPLIED}
    assert len(again.refused) + len(again.idle) == len(records.records)


@settings(max_examples=200, deadline=None)
@given(DEGENERATE)
@each_case
def test_a_records_file_gives_its_records_back(texts: Pair) -> None:
    records = extract_records(read(texts[0]), read(texts[1]), NAMES).records
    found = read_records(Source.from_text("records.yml", write_records(records)))
    assert (found.value, found.diagnostics) == (records, ())
