"""The base's text with its variants in place: what an apparatus is printed from.

In: a collation. Out: the clauses of the base, each cut into segments: text that all share, places of variants, and
passages that some witnesses lack, with the segments inside them. Invariant: the texts of the segments, joined, are the
base's; a segment is inside another or apart from it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.grouping import group_pairs
from kb.model import Clause
from kb.tokens import IMAGE_SIGN, read_stream
from kb.witnesses._atoms import PARTED, Atoms, read_atoms
from kb.witnesses._values import Collation, Layer, Reading, State, Variant, WitnessId


@dataclass(frozen=True, slots=True)
class Told:
    """What a witness has in the place of a segment; None where it has nothing."""

    witness: WitnessId
    text: str | None
    state: State


@dataclass(frozen=True, slots=True)
class Segment:
    """Text of the base as it is read. With a variant it is its place, `told` in the order of its readings.

    A passage that witnesses lack has the segments `inside` it.
    """

    text: str
    variant: Variant | None = None
    told: tuple[Told, ...] = ()
    inside: tuple["Segment", ...] = ()


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause of the base in segments; `following` are passages that witnesses have right behind it."""

    clause: Clause
    segments: tuple[Segment, ...]
    following: tuple[Variant, ...]


@dataclass(frozen=True, slots=True)
class _Held:
    """A variant over doubled places [low, high) of a clause."""

    low: int
    high: int
    variant: Variant


def cut_segments(collation: Collation) -> Iterator[ClauseText]:
    """The base's text clause by clause, with the variants of words and passages."""
    base = read_atoms(read_stream(collation.base.document))
    words = group_pairs((each.clause, each) for each in collation.variants if each.layer is Layer.WORDS)
    whole = [each for each in collation.variants if each.layer is Layer.PASSAGE]
    added = group_pairs((each.clause, each) for each in whole if each.order[0] == each.order[1])
    lacked = (each for each in whole if each.order[0] != each.order[1])
    passages = group_pairs((name, each) for each in lacked for name in each.clauses)
    told = 0
    for index, (start, end) in base.ranges.items():
        clause = base.document.clauses[index]
        low, high = max(2 * start, told), 2 * end + 1
        held = [_Held(max(low, _low(v)), _high(v), v) for v in words.get(clause.id, ()) if v.order[1] > low]
        told = max([told, *(each.high for each in held)])
        held += [_clip(variant, low, high, held) for variant in passages.get(clause.id, ())]
        held.sort(key=lambda each: (each.low, -each.high))
        cutting = _Cutting(base, start, end)
        yield ClauseText(clause, tuple(cutting.cut(low, high, held)), tuple(added.get(clause.id, ())))


def _low(variant: Variant) -> int:
    """Where the place of a variant begins: before a sign that belongs to its first word."""
    low = variant.order[0]
    return low - (low % 2) if variant.readings[0].words[:1] in {"+", "-", "−", "–"} else low


def _high(variant: Variant) -> int:
    """Where it ends; words put in stand before the marks of their gap."""
    return variant.order[0] if _is_put_in(variant) else variant.order[1]


def _is_put_in(variant: Variant) -> bool:
    return variant.readings[0].text is None


def _clip(passage: Variant, low: int, high: int, held: Sequence[_Held]) -> _Held:
    """The part of a passage in a clause, widened to the places that cross its ends."""
    first, last = passage.order
    first = low if first <= low + 1 else first
    last = high if last >= high - 1 else last
    for each in held:
        if each.low < first < each.high:
            first = each.low
        if each.low < last < each.high:
            last = each.high
    return _Held(first, last, passage)


class _Cutting:
    """One clause of the base, words [start, end)."""

    def __init__(self, base: Atoms, start: int, end: int) -> None:
        self.base, self.start, self.end = base, start, end

    def cut(self, low: int, high: int, held: Sequence[_Held]) -> Iterator[Segment]:
        """Segments of doubled places [low, high); `held` are the variants in it, the enclosing ones first."""
        at = low
        k = 0
        while k < len(held):
            each = held[k]
            inner = [other for other in held[k + 1 :] if other.high <= each.high and other.low < each.high]
            yield from self._shared(at, each.low)
            at = max(at, each.high)
            text = self._said(each.low, each.high)
            inside = tuple(self.cut(each.low, each.high, inner)) if each.variant.layer is Layer.PASSAGE else ()
            yield Segment(text, each.variant, _told(each.variant, text), inside)
            k += 1 + len(inner)
        yield from self._shared(at, high)

    def _shared(self, low: int, high: int) -> Iterator[Segment]:
        text = self._said(low, high)
        if text:
            yield Segment(text)

    def _said(self, low: int, high: int) -> str:
        """What is read in doubled places; at the ends of the clause only its own marks."""
        said = []
        for place in range(low, high):
            at = place // 2
            if place % 2:
                said.append(self.base.items[at].text)
                continue
            mark = self.base.marks[at]
            if at == self.start:
                mark = mark.rpartition(PARTED)[2].lstrip()
            elif at == self.end:
                mark = mark.partition(PARTED)[0].rstrip()
            said.append(mark.replace(PARTED, " "))
        return "".join(said).replace(IMAGE_SIGN, "")


def _told(variant: Variant, text: str) -> tuple[Told, ...]:
    """What each witness has for a segment: its reading without the words that the base's has on either side of it."""
    whole, blank = variant.readings[0].words, " " if _is_put_in(variant) else ""
    at = whole.find(text) if text else -1
    if at < 0 and text.strip():
        blank, text = text[: len(text) - len(text.lstrip())], text.strip()
        at = whole.find(text)
    before, behind = (whole[:at], whole[at + len(text) :]) if at >= 0 else ("", "")
    found = []
    for reading in variant.readings:
        words = reading.words if reading.text is not None else None
        if reading.state is State.SAME:
            words = text
        elif words is not None:
            if before and words.casefold().startswith(before.casefold()):
                words = words[len(before) :]
            if behind and words.casefold().endswith(behind.casefold()):
                words = words[: len(words) - len(behind)]
        found.append(Told(reading.witness, words if words is None else blank + words, reading.state))
    return tuple(found)


def groups_of(variant: Variant) -> tuple[tuple[Reading, State, tuple[str, ...]], ...]:
    """The readings of a variant, each as the first witness that has it, with all that do: the base's first, then the
    others in order. The base's own number that leads to another rule is another reading."""
    found: dict[tuple[object, ...], tuple[Reading, State, list[str]]] = {}
    for reading in variant.readings:
        read = variant.readings[0] if reading.state is State.SAME else reading
        key = read.text, reading.state is State.LOST, read.counted
        state = State.SAME if not found else reading.state
        found.setdefault(key, (read, state, []))[2].append(str(reading.witness))
    return tuple((read, state, tuple(held)) for read, state, held in found.values())
