"""Differences between passages of texts of which neither is made from the other."""

import pytest

from kb.differences import Change, Passage, Vocabulary, find_differences
from kb.readers.kramdown import read_document
from kb.text import Source
from kb.tokens import Stream, read_stream


def stream(text: str) -> Stream:
    return read_stream(read_document(Source.from_text("page.md", text)).value)


def compared(old: str, new: str) -> list[tuple[str, str, str]]:
    """Each difference of two one-clause texts: the words of either side, and what changes (`label` in a label)."""
    streams = stream(old), stream(new)
    before, after = (Passage.of_clauses(each, range(len(each.document.clauses))) for each in streams)
    found = find_differences(before, after, Vocabulary.of_peers(*streams))
    return [(d.old_text, d.new_text, "label" if d.in_label else d.change.value) for d in found]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Ring the _bell_ twice.", "Ring  the bell\ntwice.", []),
        ("A lamp&mdash;any lamp---burns.", "A lamp—any lamp—burns.", []),
        ("Nothing is moved exceot bv the tide.", "Nothing is moved except by the tide.", "spelling"),
        ("Nothing is moved except by the tide.", "Nothing is moved exceot bv the tide.", "spelling"),
        ("The Underdeeps lie low.", "The Under-deeps lie low.", "spelling"),
        ("It gives a keeper's lamp.", "It gives keeper's lamp.", "grammar"),
        ('The "low" towns.', "The ''low\" towns.", "punctuation"),
        ("Pay 2 oil for each lamp.", "Pay 3 oil for each lamp.", "words"),
        ("Pay 12 oil for each lamp.", "Pay l2 oil for each lamp.", "spelling"),
        ("A fresh keeper may ring it.", "A spent keeper may ring it.", "words"),
        ("He may tap to move.", "He may not tap to move.", "words"),
        ("The keeper lands at the quay.", "The keeper may land at the quay.", "words"),
        ("> **Note:** Ring the bell.", "> **Example:** Ring the bell.", "label"),
    ],
)
def test_each_difference_is_called_what_it_is(old: str, new: str, expected: str | list[str]) -> None:
    assert [change for _, _, change in compared(old, new)] == ([expected] if isinstance(expected, str) else expected)


def test_the_words_of_a_difference_are_exact() -> None:
    old = "Otherwise the crew returns to its quay and the sailing goes on. The lamp is out."
    new = "Otherwise the crew returns to its quay (no cards are drawn) and the sailing goes on."
    assert compared(old, new) == [
        ("", "(no cards are drawn)", "words"),
        ("The lamp is out.", "", "words"),
    ]


def test_a_part_of_a_clause_is_compared_alone() -> None:
    streams = stream("Ring the bell. Light the lamp."), stream("Light the old lamp.")
    old = Passage(streams[0], (0,), 4, 8)
    new = Passage.of_clauses(streams[1], [0])
    (found,) = find_differences(old, new, Vocabulary.of_peers(*streams))
    assert (old.text, old.line) == ("Light the lamp.", 1)
    assert (found.old_text, found.new_text, found.substantive) == ("", "old", True)
    assert streams[1].document.source.slice(found.new_span) == "old"
    assert found.change is Change.WORDS


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("| Oil | 2 | north |", "| Tallow, white | 3 | north |", [("Oil", "Tallow, white"), ("2", "3")]),
        ("| Oil | 2 |", "| Oil, black | north | 2 |", [("", ", black"), ("", "north")]),
        ("| Oil | north | 2 |", "| Oil | 2 |", [("north", "")]),
        ("| Oil | north | 2 |", "| Tar | 2 |", [("Oil", "Tar"), ("north", "")]),
        ("| Oil |  | 2 |", "| Oil | north |  |", [("", "north"), ("2", "")]),
        ("| Oil | 2 |", "| Oil | 2 |", []),
    ],
)
def test_rows_are_compared_cell_by_cell(old: str, new: str, expected: list[tuple[str, str]]) -> None:
    streams = stream(old), stream(new)
    before, after = (Passage.of_clauses(each, [0]) for each in streams)
    found = find_differences(before, after, Vocabulary.of_peers(*streams))
    assert [(each.old_text, each.new_text) for each in found] == expected


def test_a_sign_before_a_number_is_no_end_of_a_dash() -> None:
    text = "A roll of -2 is `14--15` of `d6-1`, `storms--3` or (-4)."
    tokens = stream(text).tokens
    assert [token.text for token in tokens if token.text[-1:].isdigit()] == ["-2", "14", "15", "d6-1", "3", "-4"]
