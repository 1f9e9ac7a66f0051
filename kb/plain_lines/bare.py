"""Bare headings and contents: the lines of a plain text come in; the lines that are headings, and those of a contents
list, go out.

A text without markup has headings as lines of their own. A contents list names them: a run of short lines each of
which stands again, alone, further down. Else capitals, or a short line in title case between paragraphs, show them.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from kb.grouping import group_pairs
from kb.plain import line_key
from kb.plain_lines.lines import Line, LineKind, Margins, begins_anew
from kb.text import WORD

_UNFIT = re.compile(r"[.!?,;:]$|[\[\]{}|@<>]|://|\d{4}.*\d{4}")
LONGEST = 90
MOST_WORDS = 14
"""A heading has at most so many characters and words."""
LEAST_CONTENTS = 3
"""A contents list names at least so many headings."""
TITLE_SHARE = 0.75
"""In a heading at least this share of the longer words begins with a capital."""
MAX_OVERHANG = 3
"""A rule under a heading is at most so many characters longer or shorter."""
LONGER = 4
"""Words shorter than this (`of`, `the`, `and`) may be small in a title."""
Places = Mapping[tuple[str, ...], Sequence[int]]
"""Lines (indices) by the words they are compared by."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The lines (indices) of a contents list, and the lines that are the headings it names."""

    lines: frozenset[int]
    headings: frozenset[int]


def key_of(text: str, line: Line) -> tuple[str, ...]:
    """The words of a line as headings and contents lines are compared; empty for a line too long to be either."""
    if line.kind is not LineKind.TEXT or len(line.span) > LONGEST + 40:
        return ()
    words = line_key(text[line.content : line.span.end])
    return words if len(words) <= MOST_WORDS else ()


def find_contents(text: str, lines: Sequence[Line]) -> Contents:
    """The contents list of a text: the longest run of short lines that stand again, in order, behind the run."""
    keys = [key_of(text, line) for line in lines]
    places = group_pairs((key, number) for number, key in enumerate(keys) if key)
    headings = _may_be_headings(lines, keys, places)
    best: tuple[dict[int, int], int] = ({}, 0)
    number = 0
    while number < len(lines):
        if len(places.get(keys[number], ())) < 2:
            number += 1
            continue
        listed, end = _run(lines, keys, places, number)
        run = _named(keys, headings, listed, end)
        if len(run) > len(best[0]):
            best = run, end
        number = max(end, number + 1)
    if len(best[0]) < LEAST_CONTENTS:
        return Contents(frozenset(), frozenset())
    kept = frozenset(at for at in range(min(best[0]), max(best[0]) + 1) if lines[at].kind is LineKind.TEXT)
    return Contents(kept, frozenset(best[0].values()))


def _run(lines: Sequence[Line], keys: Sequence[tuple[str, ...]], places: Places, start: int) -> tuple[list[int], int]:
    """A run of lines that begins at `start`: those that stand again behind it, and where the run ends.

    It ends at a line that was named before and has text behind it, which is the first heading, or after two lines in
    a row that stand nowhere else.
    """
    seen: set[tuple[str, ...]] = set()
    kept: list[int] = []
    misses = 0
    at = start
    while at < len(lines):
        if lines[at].kind is LineKind.RULE or (keys[at] in seen and not _is_listed(lines, keys, places, at + 1)):
            break
        if lines[at].kind is LineKind.TEXT:
            again = bool(keys[at]) and places[keys[at]][-1] > at
            misses = 0 if again else misses + 1
            if misses > 1 or not keys[at]:
                break
            if again:
                kept.append(at)
                seen.add(keys[at])
        at += 1
    return kept, at


def _named(keys: Sequence[tuple[str, ...]], headings: Places, run: Sequence[int], end: int) -> dict[int, int]:
    """The lines of a run that name headings behind it, with these: in order, each behind the one before."""
    found: dict[int, int] = {}
    last = end - 1
    for number in run:
        known = headings.get(keys[number], ())
        place = bisect_right(known, last)
        if place < len(known):
            found[number] = last = known[place]
    return found


def _may_be_headings(lines: Sequence[Line], keys: Sequence[tuple[str, ...]], places: Places) -> Places:
    """The places of repeated lines that may be headings: without a bullet, and not followed by others in a list.

    A list ends where it begins to say again what it has said.
    """
    found: list[int] = []
    stretch: list[int] = []
    said: set[tuple[str, ...]] = set()
    for at, line in enumerate([*lines, None]):
        if line is not None and line.kind is LineKind.BLANK:
            continue
        repeated = line is not None and bool(keys[at]) and len(places[keys[at]]) > 1
        if repeated and keys[at] not in said:
            stretch.append(at)
            said.add(keys[at])
            continue
        likely = stretch if len(stretch) < LEAST_CONTENTS else stretch[-1:]
        found += [place for place in likely if lines[place].marker in {"", "#"}]
        stretch, said = ([at], {keys[at]}) if repeated else ([], set())
    return group_pairs((keys[place], place) for place in found)


def _is_listed(lines: Sequence[Line], keys: Sequence[tuple[str, ...]], places: Places, at: int) -> bool:
    """Whether the line at an index, blank ones passed over, stands again further down."""
    while at < len(lines) and lines[at].kind is LineKind.BLANK:
        at += 1
    return at < len(lines) and bool(keys[at]) and places[keys[at]][-1] > at


def is_capitals(words: str) -> bool:
    """Whether all letters of some words are capitals, and there are a few."""
    return words.isupper() and sum(char.isalpha() for char in words) > 2


def is_titled(words: str) -> bool:
    """Whether some words look like a title: the first and most of the longer ones begin with a capital."""
    found: list[str] = WORD.findall(words)
    longer = [word for word in found if len(word) >= LONGER]
    if not found or not (found[0][0].isupper() or found[0][0].isdigit()):
        return False
    capital = sum(word[0].isupper() or word[0].isdigit() for word in longer)
    return capital >= TITLE_SHARE * len(longer)


def may_head(text: str, line: Line) -> bool:
    """Whether a line could be a heading by its words alone."""
    if line.kind is not LineKind.TEXT or line.length > LONGEST:
        return False
    words = text[line.content : line.span.end]
    named = WORD.findall(words)
    fits = 0 < len(named) <= MOST_WORDS and not _UNFIT.search(words) and any(char.isalpha() for char in words)
    return fits and begins_anew(text, line) and (is_capitals(words) or is_titled(words))


def find_rows(text: str, lines: Sequence[Line]) -> frozenset[int]:
    """The lines that look like headings but stand in a run of such lines: a table, a list of names.

    Lines in capitals are headings all the same.
    """

    def may_be_row(at: int) -> bool:
        return may_head(text, lines[at]) and not is_capitals(text[lines[at].content : lines[at].span.end])

    written = (at for at, line in enumerate(lines) if line.kind is not LineKind.BLANK)
    stretches = (tuple(run) for rows, run in groupby(written, key=may_be_row) if rows)
    return frozenset(at for stretch in stretches if len(stretch) >= LEAST_CONTENTS for at in stretch)


def is_underlined(line: Line, following: Line | None) -> bool:
    """Whether a line of dashes or the like stands under a line, about as long as it."""
    under = following is not None and following.kind is LineKind.RULE
    return under and following is not None and abs(following.length - line.length) <= MAX_OVERHANG


def stands_alone(text: str, line: Line, following: Line | None, margins: Margins) -> bool:
    """Whether nothing of a line goes on in the next."""
    if following is None or following.kind is not LineKind.TEXT or following.marker:
        return True
    return margins.had_room(text, line, following, in_item=False) and begins_anew(text, following)


def known_headings(names: Collection[str]) -> frozenset[tuple[str, ...]]:
    """The headings of a sister edition as lines are compared with them."""
    return frozenset(key for name in names if (key := line_key(name)))
