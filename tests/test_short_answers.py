"""Answers to short questions and rulings in their words: what stands around a ruling that few things are said in."""

from dataclasses import replace

import pytest

from kb.attested import History
from kb.contradictions import Contradiction, find_contradictions
from kb.model import SectionKind
from kb.readers.faq import read_faq
from kb.readers.kramdown import read_document
from kb.sheets import Sheet
from kb.text import Source
from tests.lives import follow, read_version

OTHERS = [
    "Rope | A rope is sold by the fathom at the harbour.",
    "Owl | An owl sees what a keeper hides in the barn.",
    "Beach | Sand is free, and so is the sea behind it.",
]


def opposed(history: History, sheets: list[Sheet] | None = None) -> tuple[Contradiction, ...]:
    return find_contradictions(history.lives, sheets or [])


def sheet(question: str, reply: str) -> Sheet:
    text = f"# Questions\n\nQ: {question}\n\nA: {reply}\n"
    return read_faq(read_document(Source.from_bytes("faq.md", text.encode())).value, name="faq", date="2001").value


def test_of_two_things_alone_a_ruling_names_what_it_stands_below() -> None:
    answer = sheet("Can kites be glued?", "Yes.")
    (found,) = opposed(follow([read_version("1", "2001-01-01", ["Kite | Kites may not be glued.", *OTHERS])]), [answer])
    assert found.second.text == "Kites may not be glued."
    version = read_version("1", "2001-01-01", ["First Flight | Kites may not be glued.", *OTHERS])
    assert not opposed(follow([version]), [answer])


def test_what_is_ruled_for_tournaments_denies_no_short_answer() -> None:
    version = read_version("1", "2001-01-01", ["Kite | Kites may not be glued.", *OTHERS])
    lives = [
        replace(life, attestations=tuple(replace(each, section=SectionKind.TOURNAMENT) for each in life.attestations))
        for life in follow([version]).lives
    ]
    assert not find_contradictions(lives, [sheet("Can kites be glued?", "Yes.")])


@pytest.mark.parametrize(("named", "wanted"), [("The old bank.", 1), ("The holder.", 0), ("The crown.", 0)])
def test_who_does_a_thing_is_another_where_each_has_a_heading(named: str, wanted: int) -> None:
    version = read_version(
        "1", "2001-01-01", ["Crown | The crown breaks ties.", "Old Bank | A bank is never empty.", *OTHERS]
    )
    assert len(opposed(follow([version]), [sheet("Who breaks ties?", named)])) == wanted
