"""The base's text with its variants in place: what an apparatus is printed from.

In: a collation. Out: the clauses of the base, each cut into segments; a segment is text that all share, or a variant
of words. Passages that witnesses lack or add stand with their clause.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.model import Clause
from kb.tokens import IMAGE_SIGN
from kb.witnesses._atoms import PARTED, Atoms, read_atoms
from kb.witnesses._values import Collation, Layer, State, Variant


@dataclass(frozen=True, slots=True)
class Segment:
    """Text of the base as it is read, with the variant of words it is a place of, if any."""

    text: str
    variant: Variant | None = None


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause of the base in segments.

    `lacking` are variants of witnesses that have not this clause, or a part of it; `following` are passages that
    witnesses have right behind it.
    """

    clause: Clause
    segments: tuple[Segment, ...]
    lacking: tuple[Variant, ...]
    following: tuple[Variant, ...]


def cut_segments(collation: Collation) -> Iterator[ClauseText]:
    """The base's text clause by clause, with the variants of words and passages."""
    base = read_atoms(collation.base.document)
    words = sorted((v for v in collation.variants if v.layer is Layer.WORDS), key=lambda v: v.order)
    passages = [v for v in collation.variants if v.layer is Layer.PASSAGE]
    at = 0
    for index, (start, end) in base.ranges.items():
        clause = base.document.clauses[index]
        held = []
        while at < len(words) and words[at].order[0] < 2 * end and (words[at].order[0] > 2 * start - (start == 0)):
            held.append(words[at])
            at += 1
        yield ClauseText(
            clause,
            tuple(_segments(base, start, end, held)),
            tuple(v for v in passages if not _adds(v) and clause.id in v.clauses),
            tuple(v for v in passages if _adds(v) and v.clause == clause.id),
        )


def _adds(variant: Variant) -> bool:
    return variant.order[0] == variant.order[1]


def _segments(base: Atoms, start: int, end: int, held: Sequence[Variant]) -> Iterator[Segment]:
    """Segments of words [start, end) with the marks before and behind them."""
    at = 2 * start
    for variant in held:
        low, high = max(at, variant.order[0]), min(variant.order[1], 2 * end)
        yield from _plain(base, at, low, start)
        yield Segment(_said(base, low, max(low, high), start), variant)
        at = max(at, high)
    yield from _plain(base, at, 2 * end, start)
    tail = base.marks[end].partition(PARTED)[0] if end < len(base) or base.marks[end] else ""
    if tail.strip():
        yield Segment(tail)


def _plain(base: Atoms, low: int, high: int, start: int) -> Iterator[Segment]:
    text = _said(base, low, high, start)
    if text:
        yield Segment(text)


def _said(base: Atoms, low: int, high: int, start: int) -> str:
    """What is read in doubled places [low, high); before the clause's first word only its own marks."""
    said = []
    for place in range(low, high):
        at = place // 2
        if place % 2:
            said.append(base.items[at].text)
        else:
            said.append(base.marks[at].rpartition(PARTED)[2] if at == start else base.marks[at])
    return "".join(said).replace(IMAGE_SIGN, "")


def groups_of(variant: Variant) -> tuple[tuple[str | None, State, tuple[str, ...]], ...]:
    """The readings of a variant with the witnesses that have each: the base's first, then the others in order."""
    found: dict[tuple[str | None, bool], tuple[State, list[str]]] = {}
    for reading in variant.readings:
        text = reading.text if reading.state is not State.SAME else variant.readings[0].text
        key = text, reading.state is State.LOST
        state = State.SAME if not found else reading.state
        found.setdefault(key, (state, []))[1].append(str(reading.witness))
    return tuple((text, state, tuple(held)) for (text, _), (state, held) in found.items())
