"""Where in a footnote the citation begins, told by what it quotes and cites."""

import pytest

from kb.footnotes.quoting import read_footnote
from tests.applying import read_named as document
from tests.test_marking import DAY, KNOWN, told

OIL, LINK, LINKED = "LRF 1, Oil", "[Oil](/old/#oil)", "Oil, /old/#oil"


def read(note: str) -> tuple[str | None, list[str]]:
    """What a footnote quotes and what it cites, as `LRF 1, Oil` with the address of a link."""
    book = document("book.md", f"A wick is trimmed.[^1]\n\n[^1]: {note}\n")
    found = read_footnote(book.definitions[0], book.links, known=KNOWN)
    return found.quote, [told(each) for each in found.mentions]


@pytest.mark.parametrize("signal", ["per", "as per", "according to", "see", "see also", "cf."])
@pytest.mark.parametrize("sign", [",", ";"])
def test_a_signal_behind_a_sign_opens_a_citation_in_words(sign: str, signal: str) -> None:
    assert read(f"Oil burns for a day{sign} {signal} {OIL}.") == ("Oil burns for a day", [OIL])


@pytest.mark.parametrize("marks", ["“”", "„“", "«»", "»«", '""'])
@pytest.mark.parametrize("sign", [",", ";", ":"])
def test_a_sign_behind_closing_marks_parts_them_from_what_is_cited(marks: str, sign: str) -> None:
    quote = f"{marks[0]}Oil burns for a day{marks[1]}"
    assert read(f"{quote}{sign} {LINK}.") == (quote, [LINKED])
    assert read(f"{quote}{sign} LRF 1, {LINK}.") == (quote, [f"LRF 1, {LINKED}"])


@pytest.mark.parametrize("quote", ["“Oil burns for a day”", "‘Oil burns for a day’", '"Oil burns for a day"'])
@pytest.mark.parametrize("sign", ["", ",", ";", ":"])
def test_so_it_does_without_a_link(quote: str, sign: str) -> None:
    assert read(f"{quote}{sign} {OIL}.") == (quote, [OIL])


@pytest.mark.parametrize(
    "words", ["It was so of old. “Oil burns for a day”", "The keeper – “oil burns for a day”", "It was so. He – “oil”"]
)
def test_what_stands_before_such_a_quotation_is_no_citation(words: str) -> None:
    assert read(f"{words}, LRF 1, {LINK}.") == (words, [f"LRF 1, {LINKED}"])


def test_a_word_in_marks_is_no_quotation_that_a_link_is_of() -> None:
    assert read(f"The keepers call it “oil”, {LINK}.")[0] is None


@pytest.mark.parametrize("name", ["“Lamp Oil”", '"Lamp Oil"', "Lamp Oil", "*Lamp Oil*", "4.2 Ships"])
def test_see_leads_to_a_name_in_marks_too(name: str) -> None:
    assert read(f"{DAY} See {name}.") == (DAY, [name.strip('“”"*')])


@pytest.mark.parametrize(
    "account",
    [
        "Any oil is lent, per {}, to one keeper only.",
        "Any oil is lent; from {} only.",
        "Any oil is lent: per {} and no more.",
    ],
)
def test_common_words_behind_a_sign_open_no_citation_in_an_account(account: str) -> None:
    assert read(account.format(LINK)) == (None, [LINKED])


def test_they_do_in_brackets_and_behind_a_sentence() -> None:
    lent = "A lamp of any sort is lent"
    assert read(f"{lent} (per {LINK}).") == (lent, [LINKED])
    assert read(f"{lent}. From {LINK}.") == (f"{lent}.", [LINKED])


def test_links_inside_of_a_quotation_in_marks_are_its_own() -> None:
    quote = "“The oil of [keepers](/wick/)”"
    assert read(f"{quote}, LRF 1, {LINK}.") == ("“The oil of keepers”", [f"LRF 1, {LINKED}"])
