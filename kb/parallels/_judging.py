"""Judging: two passages come in; how they compare and what differs goes out."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rapidfuzz.distance import Indel

from kb.differences import Difference, Passage, Vocabulary, find_differences, read_tokens
from kb.grouping import group_pairs
from kb.memory import Memory
from kb.model import SectionId, WorkId
from kb.numbering import number_of
from kb.parallels._units import Units
from kb.parallels._values import Likeness, Parallel, Place, Stretch
from kb.tokens import Stream

Bounds = tuple[tuple[int, ...], int, int]
"""The clauses of a passage, its first token and the one behind its last."""


def compare_passages(units: Units, pairs: Sequence[tuple[Passage, Passage]], memory: Memory) -> tuple[Parallel, ...]:
    """Each pair of passages, compared; the words of their two works tell what is a slip."""
    rank = {id(stream): number for number, stream in enumerate(units.streams)}
    held = group_pairs(
        ((rank[id(first.stream)], rank[id(second.stream)]), (_bounds(first), _bounds(second)))
        for first, second in pairs
    )
    texts = list(zip(units.works, units.streams, strict=True))
    compared = {
        (one, other): iter(memory.ask(_compare, texts[one], texts[other], bounds))
        for (one, other), bounds in held.items()
    }
    return tuple(next(compared[rank[id(first.stream)], rank[id(second.stream)]]) for first, second in pairs)


def _bounds(passage: Passage) -> Bounds:
    return passage.clauses, passage.start, passage.end


def _compare(
    one: tuple[WorkId, Stream], other: tuple[WorkId, Stream], pairs: Sequence[tuple[Bounds, Bounds]]
) -> tuple[Parallel, ...]:
    """The passages that two works share, in the order of `pairs`."""
    vocabulary = Vocabulary.of_peers(one[1], other[1])
    headings = [{each.id: each.text for each in stream.document.headings} for _, stream in (one, other)]
    found: list[Parallel] = []
    for bounds in pairs:
        first, second = (Passage(side[1], *each) for side, each in zip((one, other), bounds, strict=True))
        a, b = _place(one[0], first, headings[0]), _place(other[0], second, headings[1])
        first, second = _unnumbered(first, second)
        differences = find_differences(first, second, vocabulary)
        stretches = tuple(_stretches(first, second, differences))
        found.append(Parallel(a, b, _likeness(differences), _similarity(first, second), stretches))
    return tuple(found)


def _unnumbered(first: Passage, second: Passage) -> tuple[Passage, Passage]:
    """Two passages without the numbers that their books give the rules that they are: each counts its own."""
    (number, one), (other, two) = _behind_number(first), _behind_number(second)
    if not number or not other or (number == other and first.start < one and second.start < two):
        return first, second
    return replace(first, start=one), replace(second, start=two)


def _behind_number(passage: Passage) -> tuple[str, int]:
    """The number of the rule that a passage is, which it begins with or right behind; the first token behind it and
    behind what closes it."""
    clause = passage.clauses[0]
    number, said = number_of(passage.stream.document.clauses[clause]), ""
    for at in range(passage.stream.starts[clause], passage.end if number else 0):
        token = passage.stream.tokens[at]
        if number in said and (token.gap or token.is_word):
            return (number, at) if passage.start <= at else ("", passage.start)
        said += token.text
    return "", passage.start


def _place(work: WorkId, passage: Passage, headings: dict[SectionId, str]) -> Place:
    (index,) = passage.clauses
    clause = passage.stream.document.clauses[index]
    starts = passage.stream.starts
    return Place(
        work=work,
        clause=clause.id,
        index=index,
        section=clause.section,
        heading=headings.get(clause.section, ""),
        span=passage.span,
        line=passage.line,
        whole=(passage.start, passage.end) == (starts[index], starts[index + 1]),
        text=passage.text,
    )


def _stretches(first: Passage, second: Passage, differences: Sequence[Difference]) -> Iterator[Stretch]:
    at, there = first.start, second.start
    for difference in differences:
        edit = difference.edit
        yield from _same(first, (at, edit.old_start), second, (there, edit.new_start))
        at, there = edit.old_end, edit.new_end
        yield Stretch(_read(first, edit.old_start, at), _read(second, edit.new_start, there), difference)
    yield from _same(first, (at, first.end), second, (there, second.end))


def _same(first: Passage, tokens: tuple[int, int], second: Passage, others: tuple[int, int]) -> Iterator[Stretch]:
    if tokens[0] < tokens[1]:
        yield Stretch(_read(first, *tokens), _read(second, *others), None)


def _read(passage: Passage, start: int, end: int) -> str:
    tokens = passage.stream.tokens[start:end]
    return " " * bool(tokens and tokens[0].gap and start > passage.start) + read_tokens(tokens)


def _likeness(differences: tuple[Difference, ...]) -> Likeness:
    if not differences:
        return Likeness.IDENTICAL
    return Likeness.SUBSTANTIVE if any(each.substantive for each in differences) else Likeness.TYPOGRAPHIC


def _similarity(first: Passage, second: Passage) -> float:
    """Twice the common words and marks, as they are written, over all of them."""
    sides = [[token.text for token in passage.tokens] for passage in (first, second)]
    return round(float(Indel.normalized_similarity(*sides)), 3)
