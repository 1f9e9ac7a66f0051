"""Text on its way through nested containers, every character of which still knows its place in the source.

In: the text of a source, or lines of an outer buffer whose container marks have been taken off. Out: a
string to parse and the map from its offsets back to source offsets. The map never decreases inside a line.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from kb.text import Span

_LINE_END = re.compile(r"\r\n?|\n")


@dataclass(slots=True, eq=False)
class Buffer:
    """`text` and, for each of its runs that are contiguous in the source, where the run starts there.

    `starts[i]` is the offset in `text` of run i, `places[i]` the source offset of its first character. A run
    of blanks that are not in the source (see `padding`) has the complement of the place it stands at.
    """

    text: str
    starts: list[int]
    places: list[int]

    def place(self, at: int) -> int:
        """The source offset of the character at `at`."""
        run = bisect_right(self.starts, at) - 1 if len(self.starts) > 1 else 0
        place = self.places[run]
        return place + at - self.starts[run] if place >= 0 else ~place

    def span(self, start: int, end: int) -> Span:
        """The source span of characters [start, end)."""
        if len(self.starts) == 1 and self.places[0] >= 0:
            return Span(self.places[0] + start, self.places[0] + max(start, end))
        first = self.place(start)
        return Span(first, max(first, self.place(end - 1) + 1) if end > start else first)

    def cut(self, start: int, end: int) -> list[tuple[str, int]]:
        """The runs of [start, end): text and place of each, to be joined into another buffer."""
        if len(self.starts) == 1:
            return [(self.text[start:end], self.places[0] + start)] if start < end else []
        runs: list[tuple[str, int]] = []
        run = bisect_right(self.starts, start) - 1
        while start < end:
            run += 1
            stop = min(end, self.starts[run]) if run < len(self.starts) else end
            place = self.places[run - 1]
            runs.append((self.text[start:stop], place + start - self.starts[run - 1] if place >= 0 else place))
            start = stop
        return runs


def padding(width: int, place: int) -> list[tuple[str, int]]:
    """Blanks put in before the character at a source offset, as tabs and lazy list lines need them."""
    return [(" " * width, ~place)] if width else []


def whole_text(text: str, offset: int) -> Buffer:
    """The buffer of a source text from `offset` on: every line end becomes `\\n`, the last line has one."""
    rest = text[offset:]
    if "\r" not in rest:
        return Buffer(rest if rest.endswith("\n") else rest + "\n", [0], [offset])
    lines: list[tuple[str, int]] = []
    at = 0
    for match in _LINE_END.finditer(rest):
        lines.append((rest[at : match.start()] + "\n", offset + at))
        at = match.end()
    if at < len(rest):
        lines.append((rest[at:] + "\n", offset + at))
    return join_lines(lines)


def join_lines(lines: Iterable[tuple[str, int]]) -> Buffer:
    """A buffer from lines or runs with the source offset of each."""
    texts: list[str] = []
    starts: list[int] = []
    places: list[int] = []
    at = 0
    for text, place in lines:
        if text:
            texts.append(text)
            starts.append(at)
            places.append(place)
            at += len(text)
    return Buffer("".join(texts), starts or [0], places or [0])
