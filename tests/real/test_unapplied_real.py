"""Unapplied rulings of the reference texts: containment asked in another way, and the verdicts read by hand."""

import re
from pathlib import Path

import pytest

from kb.graph import Kb
from kb.model import WorkId
from kb.queries.judging import Judged, judge_book
from kb.unapplied import Verdict

RULINGS = "docs/original/rulings/crf-15.md"


@pytest.fixture(scope="module")
def judged(knowledge: Kb) -> Judged:
    return judge_book(knowledge, knowledge.books[WorkId("dark-minions")])


def plain(text: str) -> str:
    """A text's words by another route than the program's: no markup, no case, no punctuation."""
    bare = re.sub(r"\[\^[^\]]*\]|[*_\\]|\]\([^)]*\)|<[^>]*>", " ", text).lower().replace("’", "'")
    return " ".join(re.findall(r"[a-z0-9][a-z0-9'-]*", bare))


def test_agent_is_applied_exactly_where_its_words_stand(judged: Judged, real_texts: Path) -> None:
    """The list of the newest version by grep, the book's body up to its footnotes, one test of containment."""
    lines = (real_texts / "meccg" / RULINGS).read_text(encoding="utf-8").split("\n")
    start, end = lines.index("#### Agent"), lines.index("#### Ahunt Manifestations")
    items = {number + 1: lines[number][2:] for number in range(start, end) if lines[number].startswith(" -")}
    body = (real_texts / "meccg/docs/emended/medm-emended.md").read_text(encoding="utf-8").split("\n## FOOTNOTES")[0]
    bare = {line: re.sub(r"_Rules Erratum:_|\[\\\[.*", " ", item) for line, item in items.items()}
    held = {line for line, item in bare.items() if plain(item) in plain(body)}
    found = [each for each in judged.findings if each.stated.term == "Agent" and each.stated.path == RULINGS]
    assert (len(items), len(found), len(held)) == (25, 25, 18)
    assert {each.stated.lines[0] for each in found} == set(items)
    assert {each.stated.lines[0] for each in found if each.verdict is Verdict.APPLIED} == held
    assert sum(each.verdict is Verdict.REFERENCE for each in found) == 1


READ = {307: 0.875, 308: 0.973, 328: 0.7018}
"""Rulings on Agent that the book has in other words, by line, with their likeness; read by hand."""


def test_what_is_nearly_applied_was_read_by_hand(judged: Judged) -> None:
    near = {
        each.stated.lines[0]: round(each.similarity, 4)
        for each in judged.findings
        if each.verdict is Verdict.APPLIED_NEAR and each.stated.term == "Agent"
    }
    assert near == READ


def test_no_reason_is_given_yet_and_every_other_ruling_on_agent_is_open(judged: Judged) -> None:
    rest = [e.stated.lines[0] for e in judged.findings if e.verdict is Verdict.NOT_APPLIED and e.stated.term == "Agent"]
    assert rest == [315, 321, 327]


def test_only_what_concerns_the_book_is_listed(judged: Judged, knowledge: Kb) -> None:
    """Rulings on cards and lists are there only where a footnote rests on them."""
    assert 90 <= len(judged.findings) <= 120 < len(knowledge.rulings) / 5
    cards = {each.stated.term for each in judged.findings if each.stated.statements[0].section.value == "card"}
    assert cards == {"Bill the Pony", "Goldberry"}
