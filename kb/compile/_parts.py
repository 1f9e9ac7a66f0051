"""Parts: a text with records placed in it is cut where blocks begin that are read by themselves, whatever is before.

In: a body and placed records. Out: parts that tile the body, each a page or so of whole blocks; none of the records
touches the white space before a part, and none that holds the markers of another lies in another part than that one.
So a part is composed to the same characters alone as in the whole.

That a part also reads alone as in the whole is likely and no more: markup may reach further than a block. Whoever goes
by parts reads the whole in the end.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.compile._body import Body
from kb.compile._compose import Placed
from kb.model import BlockKind
from kb.text import Span

PAGE = 2_000
"""A part has so many characters at least: to read shorter ones saves nothing, for each is read with its footnotes."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of the published source, the positions it lies between, and the records placed in it, as they came."""

    span: Span
    at: int
    end: int
    placed: tuple[Placed, ...]


def cut_parts(body: Body, placed: Sequence[Placed]) -> list[Part]:
    """The parts of a body, in order; a single one where it cannot be cut."""
    cuts = [0, *_cuts(body, placed), body.end]
    held: list[list[Placed]] = [[] for _ in cuts]
    for each in placed:
        held[bisect_right(cuts, each.place.span.start, hi=len(cuts) - 1) - 1].append(each)
    stops = [0, *(body.position(cut) for cut in cuts[1:-1]), body.size]
    return [Part(Span(*cuts[k : k + 2]), stops[k], stops[k + 1], tuple(held[k])) for k in range(len(cuts) - 1)]


def _cuts(body: Body, placed: Sequence[Placed]) -> Iterator[int]:
    """The offsets between parts."""
    barred = sorted([*(each.place.span for each in placed), *_bound(placed)])
    last = passed = reach = 0
    for start in _beginnings(body):
        while passed < len(barred) and barred[passed].start < start:
            reach = max(reach, barred[passed].end)
            passed += 1
        if start - last >= PAGE and start < body.end and reach <= _before(body.text, start):
            yield start
            last = start


def _before(text: str, at: int) -> int:
    """Where the white space before an offset begins."""
    while at and text[at - 1].isspace():
        at -= 1
    return at


def _bound(placed: Sequence[Placed]) -> Iterator[Span]:
    """From each record that holds the markers of another to that one."""
    places = {each.record.id: each.place.span for each in placed}
    for each in placed:
        for name in each.record.supports:
            if name in places:
                first, second = sorted((each.place.span, places[name]))
                yield Span(first.start, max(first.end, second.end) + 1)


def _beginnings(body: Body) -> Iterator[int]:
    """Where blocks that are in no other begin a line behind an empty one, and items of their lists."""
    text = body.text
    for block in body.document.blocks:
        start = block.span.start
        if (
            start > body.begin
            and text[start - 1] == "\n"
            and not text[text.rfind("\n", 0, start - 1) + 1 : start].strip()
        ):
            yield start
        if block.kind is BlockKind.LIST:
            yield from (item.span.start for item in block.children[1:] if text[item.span.start - 1] == "\n")
