"""Passages of one work reprinted in another: invented books, each reprint of a kind of its own."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.memory import Memory
from kb.model import Document, WorkId
from kb.parallels import Likeness, Parallel, _judging, find_parallels
from kb.parallels._units import find_candidates, gather_units
from kb.readers.kramdown import read_document
from kb.text import Source
from kb.tokens import Stream, read_stream

HARBOUR = """# Harbours

Every keeper in a drowned town may ring one of its bells at the turn of the tide.

Boats are kept at the quay. A boat without a keeper drifts off at the end of the round.

 - A lamp burns for as many rounds as there is oil in it.
 - No boat may leave the harbour while the great bell is ringing over the water.

> **Note:** The widow Tarn lost two boats, three lamps and a brother to the fog of that winter.

The harbour master counts the boats, the lamps and the barrels of oil before the first round.
"""


def read(name: str, text: str) -> Document:
    return read_document(Source.from_text(f"{name}.md", text)).value


def found(first: str, second: str) -> list[Parallel]:
    return list(find_parallels({WorkId("a"): read("a", first), WorkId("b"): read("b", second)}))


def told(parallels: list[Parallel]) -> list[tuple[str, str, str, list[tuple[str, str]]]]:
    """Clauses of both sides (starred where only a part), the relation, and the words that say something else."""
    return [
        (
            parallel.a.clause + "*" * (not parallel.a.whole),
            parallel.b.clause + "*" * (not parallel.b.whole),
            parallel.likeness.value,
            [(each.old_text, each.new_text) for each in parallel.differences if each.substantive],
        )
        for parallel in parallels
    ]


SISTERS = {
    "identical, with other emphasis and line ends": (
        "Every _keeper_ in a drowned town may ring one\nof its bells at the turn of the tide.",
        [("harbours.p1", "top.p1", "identical", [])],
    ),
    "slips and capitals": (
        "Every Keeper in a drowned-town rnay ring one of its bells at the tum of the tide.",
        [("harbours.p1", "top.p1", "typographic", [])],
    ),
    "a changed number": (
        "Every keeper in a drowned town may ring two of its bells at the turn of the tide.",
        [("harbours.p1", "top.p1", "substantive", [("one", "two")])],
    ),
    "words put in": (
        "No boat may leave the harbour or the ferry stairs while the great bell is ringing over the water.",
        [("harbours.li2", "top.p1", "substantive", [("", "or the ferry stairs")])],
    ),
    "moved, and in another shape": (
        " - No boat may leave the harbour while the great bell is ringing over the water.\n"
        " - Every keeper in a drowned town may ring one of its bells at the turn of the tide.",
        [("harbours.p1", "top.li2", "identical", []), ("harbours.li2", "top.li1", "identical", [])],
    ),
    "two paragraphs joined": (
        "Every keeper in a drowned town may ring one of its bells at the turn of the tide. Boats are kept at the "
        "quay. A boat without a keeper drifts off at the end of the round.",
        [("harbours.p1", "top.p1*", "identical", []), ("harbours.p2", "top.p1*", "identical", [])],
    ),
    "a short sentence dropped": (
        "A boat without a keeper drifts off at the end of the round.",
        [("harbours.p2", "top.p1", "substantive", [("Boats are kept at the quay.", "")])],
    ),
    "a short sentence of a passage": (
        "Boats are kept at the quay.",
        [],
    ),
    "a sentence of many words put in": (
        "Boats are kept at the quay. Whoever finds an oar may keep it. A boat without a keeper drifts off at the end "
        "of the round.",
        [("harbours.p2", "top.p1", "substantive", [("", "Whoever finds an oar may keep it.")])],
    ),
    "another sentence beside it": (
        "A boat without a keeper drifts off at the end of the round. Whoever finds it may keep it.",
        [("harbours.p2*", "top.p1*", "identical", [])],
    ),
    "a rule inside a longer sentence": (
        "In a storm, when the lights on the northern quay have all gone out, a lamp burns for as many rounds as there "
        "is oil in it, whatever the keeper of the lamp, his crew and all of their friends may have to say about that.",
        [("harbours.li1", "top.p1*", "typographic", [])],
    ),
    "a label lost": (
        "The widow Tarn lost two boats, three lamps and a brother to the fog of that winter.",
        [("harbours.note1.p1", "top.p1", "typographic", [])],
    ),
    "said twice": (
        "No boat may leave the harbour while the great bell is ringing over the water.\n\n## Again\n\n"
        "No boat may leave the harbour while the great bell is ringing over the water.",
        [("harbours.li2", "top.p1", "identical", []), ("harbours.li2", "again.p1", "identical", [])],
    ),
    "another rule built like it": (
        "Every wrecker in a ruined mill may burn one of its beams at the end of the night.",
        [],
    ),
    "a turn of phrase": ("The fog lifts at the turn of the tide, and the boats may leave.", []),
    "headings": ("# Harbours\n\n## Harbours\n", []),
}


@pytest.mark.parametrize(("sister", "expected"), SISTERS.values(), ids=SISTERS)
def test_each_kind_of_reprint(sister: str, expected: list[object]) -> None:
    assert told(found(HARBOUR, sister)) == expected


def test_each_book_counts_its_rules_by_itself() -> None:
    rules = (
        "A boat without a keeper drifts off at the end of the round.",
        "Every keeper in a drowned town may ring one of its bells at the turn of the tide.",
        "No boat may leave the harbour while the great bell is ringing over the water.",
        "The harbour master counts the boats, the lamps and the barrels of oil before the first round.",
    )
    one = "\n\n".join(f"3.{number} {rule}" for number, rule in enumerate(rules, start=1))
    other = "\n\n".join(f"[7.{number}] {rule}" for number, rule in enumerate(rules, start=4))
    assert [each[2:] for each in told(found(one, other))] == [("identical", [])] * len(rules)
    changed = other.replace("one of its bells", "two of its bells")
    assert [each[3] for each in told(found(one, changed)) if each[3]] == [[("one", "two")]]


def test_a_formula_of_the_game_is_no_passage() -> None:
    formula = "Turn the boat face down and pay one measure of oil"
    mills = ("red", "old", "tall", "wet")
    first = "\n\n".join(f"{formula}. The {mill} mill of the north is then closed." for mill in mills)
    second = "\n\n".join(f"{formula}. A crew that has met the {mill} seals may sing." for mill in mills)
    assert found(first, second) == []
    once = found(f"{formula}. The red mill is then closed.", f"{formula}. A crew may sing to the seals.")
    assert [parallel.likeness for parallel in once] == [Likeness.IDENTICAL]


def test_where_a_passage_stands_twice_the_heading_decides() -> None:
    rule = "No boat may leave the harbour while the great bell is ringing over the water."
    book = f"# One\n\n{rule}\n\n# Two\n\n{rule}\n"
    turned = f"# Two\n\n{rule}\n\n# One\n\n{rule}\n"
    assert [(p.a.section, p.b.section) for p in found(book, turned)] == [("one", "one"), ("two", "two")]


def test_places_are_exact() -> None:
    (parallel,) = found(HARBOUR, "Oil.\n\n> A boat without a keeper *drifts\n> off* at the end of the round.\n")
    document = read("b", "Oil.\n\n> A boat without a keeper *drifts\n> off* at the end of the round.\n")
    assert (parallel.a.line, parallel.b.line, parallel.b.clause) == (5, 3, "top.note1.p1")
    assert document.source.slice(parallel.b.span).startswith("A boat")
    assert document.source.slice(parallel.b.span).endswith("round.")
    assert parallel.a.heading == "Harbours"
    assert HARBOUR[parallel.a.span.start : parallel.a.span.end] == parallel.a.text


def test_three_works_share_a_passage() -> None:
    documents = {WorkId(name): read(name, HARBOUR) for name in "cab"}
    parallels = find_parallels(documents)
    assert {(p.a.work, p.b.work) for p in parallels} == {("c", "a"), ("c", "b"), ("a", "b")}
    assert {p.likeness for p in parallels} == {Likeness.IDENTICAL}
    assert len(parallels) == 3 * 6


def test_an_edit_of_one_work_leaves_what_is_known_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[set[str]] = []
    real = _judging._compare

    def compare(one: tuple[WorkId, Stream], other: tuple[WorkId, Stream], pairs: Any) -> tuple[Parallel, ...]:
        asked.append({one[0], other[0]})
        return real(one, other, pairs)

    monkeypatch.setattr(_judging, "_compare", compare)
    memory = Memory()
    streams = {WorkId(name): read_stream(read(name, HARBOUR)) for name in "abc"}
    find_parallels(streams, memory)
    assert len(asked) == 3
    asked.clear()
    edited = {**streams, WorkId("c"): read_stream(read("c", HARBOUR.replace("great bell", "old bell")))}
    assert find_parallels(edited, memory) == find_parallels(edited)
    assert asked[:2] == [{"a", "c"}, {"b", "c"}] and len(asked) == 2 + 3


def test_empty_books() -> None:
    assert find_parallels({}) == ()
    assert found("", HARBOUR) == []
    assert found(HARBOUR, "\n") == []


WORDS = ("harbour", "bell", "oil", "lamp", "keeper", "boat", "tide", "fog", "crew", "two", "may", "not", "the", "of")


@given(st.lists(st.lists(st.sampled_from(WORDS), min_size=6, max_size=14), min_size=1, max_size=6), st.integers(0, 99))
def test_the_stretches_are_both_passages_and_order_is_no_obstacle(rules: list[list[str]], seed: int) -> None:
    sentences = [f"{' '.join(words).capitalize()}." for words in rules]
    shuffled = random.Random(seed).sample(sentences, len(sentences))
    parallels = found("\n\n".join(sentences), "\n\n".join(shuffled))
    for parallel in parallels:
        assert "".join(each.a for each in parallel.stretches) == parallel.a.text
        assert "".join(each.b for each in parallel.stretches) == parallel.b.text
        assert parallel.turned.turned == parallel
        assert (parallel.likeness is Likeness.IDENTICAL) == (parallel.a.text == parallel.b.text)


def test_copies_in_other_words_are_hardly_looked_at() -> None:
    """What is compared grows with the texts: sentences built alike in other words are no candidates."""
    paths = sorted((Path(__file__).parent.parent / "rules_source/lantern/texts").rglob("*.md"))
    texts = {path.as_posix(): path.read_text(encoding="utf-8") for path in paths if "cards" not in path.parts}
    compared = []
    for copies in (1, 8):
        altered = {
            f"{name} {copy}": re.sub(r"[^\W\d_]{5,}", rf"\g<0>{'bcdfghjk'[copy]}", text)
            for copy in range(copies)
            for name, text in texts.items()
        }
        streams = {WorkId(name): read_stream(read(name, text)) for name, text in altered.items()}
        compared.append(sum(1 for _ in find_candidates(gather_units(streams))))
    assert compared[0] > 300
    assert compared[1] < 1.5 * 8 * compared[0]
