"""Columns: the lines of a plain text come in; the first line goes out that holds two columns printed side by side.

A page set in columns and taken out line by line has half a line of one sentence beside half a line of another. What
shows it: in many lines, behind blanks, words begin at one place, and on both sides of it sentences go on downwards. A
table goes on in no sentence.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median_high

from kb.plain_lines.lines import Line, LineKind
from kb.text import WORD

_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
_OPEN = re.compile(r"[^.!?:;\s]$")
LEAST_LINES = 12
"""Fewer lines in columns are a table or a chance."""
SHARE = 0.3
"""At least this share of all lines with words has the columns."""
NEAR = 2
"""What begins so many characters further is an item of the same column."""
CLEAR = 0.85
"""Of the lines that reach the second column at least this share has blanks before it."""
LEAST_WORDS = 3
"""A side has so many words in the middle of its lines."""
GOES_ON = 0.25
"""On each side at least this share of the lines goes on in the next one: no sentence ends, a small letter follows."""


@dataclass(frozen=True, slots=True)
class _Halves:
    """A line cut where words begin behind blanks."""

    at: int
    left: str
    right: str


def find_columns(text: str, lines: Sequence[Line]) -> Line | None:
    """The first line that holds two columns side by side; None where a text has none."""
    written = [at for at, line in enumerate(lines) if line.kind is LineKind.TEXT]
    starts: Counter[int] = Counter()
    cuts: dict[int, dict[int, int]] = {}
    for at in written:
        cuts[at] = dict(_gaps(text, lines[at]))
        starts.update(cuts[at].keys())
    if not starts:
        return None
    column = max(starts, key=lambda start: (sum(starts[start + more] for more in range(NEAR + 1)), -start))
    halves = [
        _Halves(at, *_cut(text, lines[at], cuts[at][column + more]))
        for at in written
        for more in range(NEAR + 1)
        if column + more in cuts[at]
    ]
    if len(halves) < max(LEAST_LINES, SHARE * len(written)) or not _is_clear(text, lines, column):
        return None
    sides = [(half.left, half.right) for half in halves]
    counts = ([len(WORD.findall(side)) for side in part] for part in zip(*sides, strict=True))
    wordy = all(median_high(each) >= LEAST_WORDS for each in counts)
    follow = [(one, other) for one, other in pairwise(halves) if other.at == one.at + 1]
    left = sum(_goes_on(one.left, other.left) for one, other in follow)
    right = sum(_goes_on(one.right, other.right) for one, other in follow)
    return lines[halves[0].at] if wordy and min(left, right) >= max(1, GOES_ON * len(follow)) else None


def _is_clear(text: str, lines: Sequence[Line], column: int) -> bool:
    """Whether blanks stand before a column in nearly all lines that reach it: justified lines have blanks anywhere."""
    reach = clear = 0
    for line in lines:
        at = line.span.start - line.indent + column
        if line.kind is LineKind.TEXT and at < line.span.end:
            reach += 1
            clear += text[at - 2 : at].isspace()
    return clear >= CLEAR * reach


def _gaps(text: str, line: Line) -> Iterator[tuple[int, int]]:
    """The places in a line where words begin behind blanks, counted from the start of the line, with their offsets."""
    start = line.span.start - line.indent
    for gap in _GAP.finditer(text, line.span.start, line.span.end):
        yield gap.end() - start, gap.end()


def _cut(text: str, line: Line, at: int) -> tuple[str, str]:
    return text[line.span.start : at].rstrip(), text[at : line.span.end]


def _goes_on(side: str, following: str) -> bool:
    return _OPEN.search(side) is not None and following[:1].islower()
