"""No line of a text costs more than its length: four times as long, not much more than four times as long to read."""

from collections.abc import Callable

import pytest

from kb.compile._body import Body, block_mark
from kb.corpus import WorkEntry
from kb.footnotes.quoting import read_footnote
from kb.instructions._numbered import place_by_number, say_of_rule
from kb.model import EditionId, WorkId
from kb.naming.calling import Known
from kb.naming.recognising import without_verb
from kb.numbering import leading_number
from kb.readers import kramdown, web_text
from kb.text import Source
from kb.titles import name_works
from tests.timing import least_seconds

LONG = 3000
WORKS = tuple(
    WorkEntry(WorkId(title.lower()), title, abbreviation, (), EditionId(title.lower()), ())
    for title, abbreviation in (("Lamps", "LP"), ("Bells", "BL"))
)
KNOWN = Known(frozenset({"hl", "hl 2", "harbour rules"}), frozenset({"oil"}))


def read(text: str) -> None:
    kramdown.read_document(Source.from_text("a.md", text))


def read_plain(text: str) -> None:
    web_text.read_text(Source.from_text("a.txt", text))


def read_named(text: str) -> None:
    """A footnote of a corpus whose texts have names."""
    document = kramdown.read_document(Source.from_text("a.md", f"A[^a]\n\n[^a]: {text}\n")).value
    read_footnote(document.definitions[0], document.links, known=KNOWN)


def name_in_title(text: str) -> None:
    name_works(text, WORKS)


def read_note(text: str) -> None:
    document = kramdown.read_document(Source.from_text("a.md", f"A[^a]\n\n[^a]: Lamps {text} burn. See HL 2.\n")).value
    read_footnote(document.definitions[0], document.links)


def read_body(text: str) -> None:
    Body(kramdown.read_document(Source.from_text("a.md", f"A[^a]\n{text}\n\n[^a]: Lamps burn.\n")).value)


@pytest.mark.parametrize(
    ("work", "line"),
    [
        (read, lambda many: f"<lamp{' ' * many}"),
        (read, lambda many: f"<lamp{' ' * many}oil='1'{' ' * many}"),
        (read, lambda many: f"| a | b |\n|---|---|\n| {'<code>' * many} | b |\n"),
        (read, lambda many: f"| a | b |\n|---|---|\n|{'-' * 4 * many} b |\n"),
        (read_plain, lambda many: f"LAMPS\n\nA lamp{' ' * 2 * many}burns. It is\nlit{' ' * 2 * many}.\n"),
        (read_note, lambda many: "—" * 2 * many),
        (read_named, lambda many: f"See HL 2{' ' * many}x"),
        (read_named, lambda many: f"Ibid.{'&nbsp;' * many}, Oil"),
        (read_named, lambda many: f"Erratum (HL 2{' ' * many}Oil)"),
        (read_named, lambda many: f"See HL 2{'; ' * 3 * many}x"),
        (read_named, lambda many: f"See HL 2{'1.' * many}x"),
        (name_in_title, lambda many: "Oil " * (many // 10)),
        (without_verb, lambda many: " " * 2 * many + "x"),
        (read_body, lambda many: f"\n- - -{' ' * 4 * many}x"),
        (leading_number, lambda many: " " * many),
        (say_of_rule, lambda many: "“ " * many),
        (read_named, lambda many: "'a " * many),
        (place_by_number, lambda many: f"Replace 6.31 with{' ' * 2 * many}x"),
    ],
    ids=[
        "tag",
        "attribute",
        "code",
        "rule-of-table",
        "blanks",
        "dashes",
        "blanks-of-a-citation",
        "blanks-of-a-note",
        "blanks-in-brackets",
        "signs-of-a-citation",
        "parts-of-a-number",
        "title",
        "verb",
        "rule",
        "number",
        "said",
        "apostrophes",
        "gives-way",
    ],
)
def test_what_a_line_costs_grows_with_its_length(work: Callable[[str], None], line: Callable[[int], str]) -> None:
    short, long = least_seconds(lambda: work(line(LONG)), lambda: work(line(4 * LONG)), rounds=2)
    assert long < 9 * short + 0.01


def test_marks_with_wide_blanks_between_are_told_from_other_lines_at_once() -> None:
    """The marks of some items in one line could be parted in as many ways as there are blanks between, each twice."""
    assert block_mark(f"\n{'-  ' * 40}x") == ""
    assert block_mark("\n> -  1. ") == " -  1. "
