"""Parting and joining: units and matches of their words come in; units that end where the base's clauses end go out.

A paragraph in which several clauses of the base run together is parted at their borders, one that was cut in pieces is
joined. What the text marks itself, with a bullet, a number, a label or a heading, is never joined to what is before it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kb.borrowing._words import Side
from kb.grouping import group_pairs
from kb.plain import CLAUSAL, Ground, Unit, UnitKind, parts_off_pages
from kb.text import Span

SHARE = 0.3
"""A unit stands for a clause when at least this share of the shorter one's words match: fewer are chance."""
RUN = 5
"""Or when so many words in a row do, in neither case fewer than half of a very short one."""
ADDED = 8
"""More words than these, and than half of the clause beside them, are no part of it: an addition, or foreign."""
NEAR_SENTENCE = 4
"""A border is moved by up to so many words to stand at the end of a sentence or line."""


@dataclass(frozen=True, slots=True)
class Held:
    """A clause of the base that a unit holds: its first and last matched word in the text, and how many match."""

    clause: int
    first: int
    last: int
    count: int


def held_clauses(text: Side, base: Side, of: Sequence[int], unit: int) -> tuple[Held, ...]:
    """The clauses of the base that a unit holds, in the text's order."""
    lo, hi = text.first[unit], text.first[unit + 1]
    found = group_pairs((base.owner[of[at]], at) for at in range(lo, hi) if of[at] >= 0)
    kept = [
        Held(clause, places[0], places[-1], len(places))
        for clause, places in found.items()
        if _holds(places, of, hi - lo, base.size(clause))
    ]
    return tuple(sorted(kept, key=lambda held: (held.first, held.clause)))


def _holds(places: Sequence[int], of: Sequence[int], unit: int, clause: int) -> bool:
    """Whether the matched words are enough to say that a unit and a clause of some lengths share a passage."""
    shorter = min(unit, clause)
    if 2 * len(places) < min(shorter, 4):
        return False
    if len(places) >= SHARE * shorter:
        return True
    run = 1
    for before, at in pairwise(places):
        run = run + 1 if at == before + 1 and of[at] == of[before] + 1 else 1
        if run >= RUN:
            return True
    return False


def part_units(source: str, units: Sequence[Unit], text: Side, base: Side, of: Sequence[int]) -> Iterator[Unit]:
    """The units, parted where one holds the ends of several clauses, or a clause and much that is none of its words.

    No part ends with the head or foot of a page.
    """
    for number, unit in enumerate(units):
        held = held_clauses(text, base, of, number) if unit.kind in CLAUSAL else ()
        if not held or unit.kind in {UnitKind.HEADING, UnitKind.EDITORIAL}:
            yield unit
            continue
        words = range(text.first[number], text.first[number + 1])
        gaps = list(_gaps(words, _apart(held), base, of))
        borders = [border for gap in gaps for border in _borders(source, text, words, gap)]
        yield from _part(source, unit, sorted(set(borders)), text)


def _part(source: str, unit: Unit, borders: Sequence[int], text: Side) -> Iterator[Unit]:
    """A unit cut before the words with some indices; what follows the first part has no mark of its own."""
    start, content = unit.span.start, unit.content
    first = True
    for border in [*borders, None]:
        end = _opening(source, text.starts[border]) if border is not None else unit.span.end
        trimmed = _trimmed(source, start, end, text.pages)
        part = replace(unit, span=Span(start, trimmed), content=min(content, trimmed))
        yield part if first else _rest(part)
        start = content = end
        first = False


def _trimmed(source: str, start: int, end: int, pages: Sequence[Span]) -> int:
    """Where the last words of a stretch end that are on no head or foot of a page."""
    for part in reversed(list(parts_off_pages(pages, start, end))):
        trimmed = part.start + len(source[part.start : part.end].rstrip())
        if trimmed > part.start:
            return trimmed
    return start


def _rest(part: Unit) -> Unit:
    kind = UnitKind.NOTE if part.kind is UnitKind.NOTE else UnitKind.PARAGRAPH
    return replace(part, kind=kind, content=part.span.start, ground=Ground.BASE, label=None)


def _opening(source: str, at: int) -> int:
    """Where the marks begin that open the word at an offset."""
    while at and source[at - 1] in "\"'“‘([*_<>" and not source[at - 1].isspace():
        at -= 1
    return at


@dataclass(frozen=True, slots=True)
class _Gap:
    """The unmatched words before, between or behind the clauses of a unit, and how many of them the clause before and
    the one behind lack; None where there is no such clause. `much` is how many words more are no clause's.
    """

    words: range
    tail: int | None
    head: int | None
    much: int

    @property
    def has_more(self) -> bool:
        """Whether there are many more words than the clauses beside lack."""
        return len(self.words) - (self.tail or 0) - (self.head or 0) > self.much


def _apart(held: Sequence[Held]) -> list[Held]:
    """The clauses a unit holds one behind the other; what lies among the words of another counts as part of it."""
    apart = [held[0]]
    for each in held[1:]:
        last = apart[-1]
        if each.first > last.last:
            apart.append(each)
        elif each.last > last.last:
            apart[-1] = Held(each.clause, last.first, each.last, each.count)
    return apart


def _gaps(words: range, held: Sequence[Held], base: Side, of: Sequence[int]) -> Iterator[_Gap]:
    """The gaps of a unit: before its first clause, between each two, behind the last."""
    for before, after in pairwise([None, *held, None]):
        low = before.last + 1 if before is not None else words.start
        high = after.first if after is not None else words.stop
        beside = [base.size(each.clause) for each in (before, after) if each is not None]
        yield _Gap(
            range(low, high),
            max(0, base.first[before.clause + 1] - 1 - of[before.last]) if before is not None else None,
            max(0, of[after.first] - base.first[after.clause]) if after is not None else None,
            max(ADDED, max(beside) // 2),
        )


def _borders(source: str, text: Side, unit: range, gap: _Gap) -> Iterator[int]:
    """The words before which a unit is cut at a gap: between two clauses, and around what is many more words."""
    low, high = gap.words.start, gap.words.stop
    if gap.tail is not None and gap.head is not None and not gap.has_more:
        yield _border(source, text, range(low, high + 1), min(low + gap.tail, high))
    elif gap.has_more:
        if gap.tail is not None:
            yield _border(source, text, range(low, high), min(low + gap.tail, high - 1))
        if gap.head is not None and high > unit.start:
            yield _border(source, text, range(max(low, unit.start + 1), high + 1), max(high - gap.head, low))


def _border(source: str, text: Side, words: range, expected: int) -> int:
    """The word, one of some, with which the second of two clauses begins: near where it is expected.

    The words between that match nothing belong to one or the other: a sentence's or line's end near the place decides.
    """

    def cost(at: int) -> float:
        gap = source[text.ends[at - 1] : text.starts[at]]
        ends = any(sign in gap for sign in ".!?:;") or "\n" in gap
        return abs(at - expected) - (NEAR_SENTENCE if ends else 0)

    return min(words, key=cost)


def join_units(
    source: str, units: Sequence[Unit], held: Sequence[tuple[Held, ...]], of: Sequence[int]
) -> Iterator[Unit]:
    """The units, joined where one goes on with the clause in which the one before it ends."""
    last: Unit | None = None
    ends: Held | None = None
    for unit, holds in zip(units, held, strict=True):
        begins = holds[0] if holds else None
        if (
            last is not None
            and ends is not None
            and begins is not None
            and begins.clause == ends.clause
            and of[begins.first] > of[ends.last]
            and _may_join(source, last, unit)
        ):
            last = replace(last, span=Span(last.span.start, unit.span.end), ground=Ground.BASE)
            ends = holds[-1]
            continue
        if last is not None:
            yield last
        last = unit
        ends = holds[-1] if holds else None
    if last is not None:
        yield last


def _may_join(source: str, before: Unit, unit: Unit) -> bool:
    if before.kind not in CLAUSAL or before.kind in {UnitKind.HEADING, UnitKind.EDITORIAL} or before.contents:
        return False
    if unit.kind not in {UnitKind.PARAGRAPH, UnitKind.NOTE} or unit.label is not None or unit.contents:
        return False
    loose = unit.ground in {Ground.FORM, Ground.BASE}
    return loose or source[unit.content].islower() or source[before.span.end - 1] not in ".!?:;\"'”’)]"
