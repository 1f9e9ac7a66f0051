"""Lines of a plain text: a source comes in; its lines, trimmed and told apart, and the margins they were wrapped at, go
out.

A program that wraps a text puts as many words on a line as there is room for. So a line that had room for the next
word ended on purpose; the margin shows in the lines that surely go on.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from math import inf

from kb.text import MARKED_CLOSERS, Source, Span

_RULE_SIGNS = frozenset("-_=*~#+—–·• \t")
_BULLET = re.compile(r"(?:[*•·‣▪◦●○∙\-–—+]|o)(?=\s)\s+")
_NUMBER = re.compile(r"(?:\(?(?P<number>\d{1,3})[.)]|(?P<letter>\(?[a-z]\)))(?=\s)\s+")
_ENDS = re.compile(rf"[.!?:;]{MARKED_CLOSERS}$|\]$")
_STRIPPED = (
    " \t\r\f\v\x1c\x1d\x1e\x1f\x85\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
RARE = 50
"""One surely continued line of so many may be shorter than the margin allows: a slip of the hand."""
FEW = 3
"""Fewer surely continued lines than this show no margin."""
WRAPPED = 0.1
"""A text of whose neighbouring lines fewer surely go on was not wrapped: each line is a paragraph."""


LONG = 12
"""Lines of a long paragraph: where blank lines are rarer, something else parts paragraphs."""


class LineKind(Enum):
    """What a line is by its signs alone."""

    BLANK = "blank"
    RULE = "rule"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Line:
    """A line: its trimmed span, indent in characters, and the list marker it may begin with.

    `content` is the offset behind the marker; `marker` its sign, `#` for a number, empty where there is none. `turned`
    says that a printed page begins with it.
    """

    kind: LineKind
    span: Span
    indent: int
    marker: str = ""
    content: int = 0
    number: int = 0
    turned: bool = False

    @property
    def length(self) -> int:
        """The characters of the line without its indent."""
        return len(self.span)


def read_lines(source: Source) -> tuple[Line, ...]:
    """The lines of a source in order."""
    return tuple(_lines(source))


def _lines(source: Source) -> Iterator[Line]:
    for number in range(1, len(source.line_starts) + 1):
        whole = source.line_span(number)
        text = source.slice(whole)
        trimmed = text.strip(_STRIPPED)
        before = text[: len(text) - len(text.lstrip(_STRIPPED))]
        indent = len(before) - before.count("\f")
        start = whole.start + len(before) if trimmed else whole.start
        span = Span(start, start + len(trimmed))
        if not trimmed:
            yield Line(LineKind.BLANK, span, 0)
        elif len(trimmed) >= 3 and _RULE_SIGNS.issuperset(trimmed):
            yield Line(LineKind.RULE, span, indent)
        else:
            yield _text_line(trimmed, span, indent)


def _text_line(trimmed: str, span: Span, indent: int) -> Line:
    match = _BULLET.match(trimmed)
    if match is not None:
        return Line(LineKind.TEXT, span, indent, trimmed[0], span.start + match.end())
    match = _NUMBER.match(trimmed)
    if match is not None:
        figure = match["number"]
        number = int(figure) if figure else ord(match["letter"].strip("()")) - ord("a") + 1
        return Line(LineKind.TEXT, span, indent, "#" if figure else "a", span.start + match.end(), number)
    return Line(LineKind.TEXT, span, indent, "", span.start)


@dataclass(frozen=True, slots=True)
class Margins:
    """The margins of a text, in characters: of its running lines and of its list items; infinite without wrapping.

    `blanks` says that blank lines part its paragraphs.
    """

    body: float
    items: float
    blanks: bool

    def had_room(self, text: str, line: Line, following: Line, *, in_item: bool) -> bool:
        """Whether the first word of the following line had room on a line."""
        return _needed(text, line, following) <= (self.items if in_item else self.body)


def find_margins(text: str, lines: Sequence[Line]) -> Margins:
    """The margins a text was wrapped at, from the lines that surely go on."""
    body: list[int] = []
    items: list[int] = []
    pairs = 0
    in_item = False
    for line, following in pairwise(lines):
        in_item = line.kind is LineKind.TEXT and (bool(line.marker) or in_item)
        if line.kind is not LineKind.TEXT or following.kind is not LineKind.TEXT or following.turned:
            continue
        pairs += 1
        if surely_goes_on(text, line, following):
            (items if in_item else body).append(_needed(text, line, following))
    blanks = _part_paragraphs(lines)
    if not pairs or len(body) + len(items) < WRAPPED * pairs:
        return Margins(inf, inf, blanks)
    running = _margin(body) if len(body) >= FEW else _margin(body + items)
    return Margins(running, min(_margin(items), running) if len(items) >= FEW else running - 8, blanks)


def _part_paragraphs(lines: Sequence[Line]) -> bool:
    """Whether blank lines part the paragraphs of a text: there is one between any `LONG` lines on the average."""
    written = [at for at, line in enumerate(lines) if line.kind is not LineKind.BLANK]
    gaps = sum(after > at + 1 for at, after in pairwise(written))
    return gaps * LONG >= len(written)


def _margin(needed: list[int]) -> float:
    return sorted(needed)[len(needed) // RARE] - 1 if needed else inf


def _needed(text: str, line: Line, following: Line) -> int:
    """How long a line would be with the first word of the next one on it, indents left out."""
    word = text[following.span.start : min(following.span.end, following.span.start + 80)].split(maxsplit=1)[0]
    return line.length + 1 + len(word)


def surely_goes_on(text: str, line: Line, following: Line) -> bool:
    """Whether a line goes on in the next one by its words: no sentence ends, and a small letter follows."""
    return not following.marker and text[following.span.start].islower() and not ends_sentence(text, line)


def ends_sentence(text: str, line: Line) -> bool:
    """Whether a line ends as a sentence, a lead-in or a bracketed note does."""
    return _ENDS.search(text, max(line.span.start, line.span.end - 8), line.span.end) is not None


def begins_anew(text: str, line: Line) -> bool:
    """Whether a line may begin a paragraph: no small letter, no closing mark."""
    first = text[line.span.start]
    return not first.islower() and first not in ",.;:!?)]}%&/"
