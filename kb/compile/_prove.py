"""Proving: a compiled text and the hand-made one come in, the first difference goes out, or nothing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kb.ends import count_alike, count_ends
from kb.text import Source

AROUND = 2
"""So many lines before and behind the first difference are shown."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two texts first differ: the line, one number in both (from 1), and the lines there as a diff shows them."""

    line: int
    lines: tuple[str, ...]


def find_difference(compiled: str, emended: Source) -> Difference | None:
    """The first difference between a compiled text and the hand-made one, as lines of a diff; None when equal.

    `-` is what the hand-made text has, `+` what was compiled; lines behind show where both go on alike.
    """
    if compiled == emended.text:
        return None
    made, wanted = compiled.split("\n"), emended.text.split("\n")
    first = count_alike(made, wanted)
    ends = _resume(made, wanted, first)
    return Difference(first + 1, tuple(_shown(made, wanted, first, ends)))


def _resume(made: Sequence[str], wanted: Sequence[str], first: int) -> tuple[int, int]:
    """The next lines, in each text, from which both go on alike for a line that is not empty, with the empty ones
    before it."""
    _, tail = count_ends(made[first:], wanted[first:])
    places = {line: at for at, line in reversed(list(enumerate(wanted[first:], first))) if line.strip()}
    for at in range(first, len(made)):
        if made[at] in places:
            there = places[made[at]]
            while min(at, there) > first and made[at - 1] == wanted[there - 1]:
                at, there = at - 1, there - 1  # noqa: PLW2901 (the loop ends here)
            return at, there
    return len(made) - tail, len(wanted) - tail


def _shown(made: Sequence[str], wanted: Sequence[str], first: int, ends: tuple[int, int]) -> Iterator[str]:
    yield f"@@ -{first + 1},{ends[1] - first} +{first + 1},{ends[0] - first} @@"
    yield from (f" {line}" for line in wanted[max(0, first - AROUND) : first])
    yield from (f"-{line}" for line in wanted[first : ends[1]])
    yield from (f"+{line}" for line in made[first : ends[0]])
    yield from (f" {line}" for line in wanted[ends[1] : ends[1] + AROUND])
