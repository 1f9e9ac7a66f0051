"""Properties of the plain-text readers: no text makes them raise, and every word of any text is in one place."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kb.answers.inspection import inspect
from kb.coverage import account_words
from kb.readers import scrape, web_text
from kb.text import Source
from tests.reading import broken_promises

READERS = (web_text, scrape)
SIGNS = [
    *("\ufeff", "\0", "\u00a0", "\u2028", "\r\n", "\r", "\n", "\n\n", "\n    ", "\t", " ", "  "),
    *(
        "* ",
        "- ",
        "+ ",
        "o ",
        "• ",
        "1. ",
        "2) ",
        "(3) ",
        "a) ",
        "-",
        "—",
        "_____\n",
        "-----\n",
        "* * *\n",
        "..... 12\n",
        "12   Lamps\n",
        "Lamps  13\n",
        "- 14 -\n",
        "15\n",
        "Page 14 of 20\n",
        "\f",
    ),
    *(
        "Note:",
        "Example:",
        "NOTE: ",
        "[NOTE: ",
        "[Ed.: ",
        "]",
        "[",
        "Table Of Contents\n",
        "LAMPS\n",
        "Moving a Lamp\n",
    ),
    *("lamp", "Lamp", "wick.", "Oil:", "face-\n", "é", "THE KEEPER", "the keeper moves", "Each lamp burns.\n"),
]
TEXTS = st.lists(st.sampled_from(SIGNS), max_size=60).map("".join)


def check(text: str) -> None:
    source = Source.from_text("witness.txt", text)
    for reader in READERS:
        read = reader.read_text(source).value
        assert broken_promises(read.document) == []
        assert account_words(read.document).unexplained == ()
        assert len(read.standings) == len(read.document.clauses)
        assert all(0 <= standing.confidence <= 1 for standing in read.standings)
        inspect(read.document)


@settings(max_examples=400, deadline=None)
@given(TEXTS)
def test_any_run_of_signs_is_read(text: str) -> None:
    check(text)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    check(text.encode("utf-8", "replace").decode("utf-8"))


@settings(max_examples=50, deadline=None)
@given(text=TEXTS)
def test_reading_twice_gives_the_same(text: str) -> None:
    source = Source.from_text("witness.txt", text)
    assert web_text.read_text(source) == web_text.read_text(source)
