"""Lists: a text comes in, the stems in it and the items that may go on from each go out, by numbers of words.

What one version says in sentences that begin alike (`No card taps a quay. No card sinks a boat.`) another says as a
stem with items below it. A text alone does not tell a list from a sentence with a colon: whatever stands behind one may
be an item, and the other side says which are (`_stemmed`).
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from kb.model import PieceKind, Statement
from kb.similarity import Words, compare_words
from kb.text import WORD

FEWEST = 3
"""Fewer words are a label or a name: they say nothing that an item could go on from."""
_END = re.compile(r":(?=\s)|\s[-–—](?=\s)|—(?=\s)")
_SIGNS = (": ", "- ", "– ", "— ")
_MARK = r"(?:[a-z]|[ivx]{1,4}|\d{1,2})"
_START = re.compile(rf";\s+|\s(?=(?:and|or)\s+\(?{_MARK}\)\s)|(?<!\sand)(?<!\sor)\s(?=\(?{_MARK}\)\s)", re.IGNORECASE)
_LEAD = re.compile(rf"(?:(?:and|or)\s+)?(?:\(?{_MARK}[.)]+\s+)?", re.IGNORECASE)
"""What stands before an item and is none of it: the word that joins it to the one before, its letter or number."""


class Item(NamedTuple):
    """Words that may be an item, `[start, end)`; its own are from `first` on. The first of a list has the stem too."""

    start: int
    first: int
    end: int

    def moved(self, by: int) -> "Item":
        """The item where so many more words stand before it."""
        return Item(self.start + by, self.first + by, self.end + by)


class Stem(NamedTuple):
    """Words at the beginning of a sentence, `[start, end)`, and the items that may go on from them."""

    start: int
    end: int
    items: tuple[Item, ...]

    def moved(self, run: tuple[int, int], to: int) -> "Stem | None":
        """The stem with its items inside a run of words, where these begin with another number."""
        by = to - run[0]
        items = tuple(item.moved(by) for item in self.items if item.end <= run[1])
        return Stem(self.start + by, self.end + by, items) if self.start >= run[0] and items else None


def find_stems(text: str, spans: Sequence[tuple[int, int]], statement: Statement | None = None) -> tuple[Stem, ...]:
    """The stems in a text, which a statement may say; `spans` are the characters of its sentences."""
    if not any(sign in text for sign in _SIGNS) or _END.search(text) is None:
        return ()
    at = [match.start() for match in WORD.finditer(text)]
    words = compare_words(text)
    if len(at) != len(words):  # folding parts words that stand as one
        return ()
    found: list[tuple[int, int]] = []
    for start, end in spans:
        match = _stem_end(text, start, end)
        stem = (bisect_left(at, start), bisect_left(at, match.start())) if match is not None else (0, 0)
        if stem[1] - stem[0] >= FEWEST and stem[1] < len(at):
            found.append(stem)
    if not found:
        return ()
    places = (*(start for start, _ in spans), *(match.end() for match in _START.finditer(text)))
    lines = _lines(statement, words) if statement is not None else ()
    starts = sorted({*(bisect_left(at, place) for place in places), *lines, len(at)})
    stems: list[Stem] = []
    for (start, end), (stop, _) in pairwise((*found, (len(at), len(at)))):
        inside = starts[bisect_left(starts, end + 1) : bisect_left(starts, stop)]
        items = tuple(_items(text, at, (end, *inside, stop)))
        if items:
            stems.append(Stem(start, end, (items[0]._replace(start=start), *items[1:])))
    return tuple(stems)


def _stem_end(text: str, start: int, end: int) -> re.Match[str] | None:
    """Where the words end from which items go on: the first colon of a sentence, else its first dash."""
    ends = tuple(_END.finditer(text, start, end))
    return next((match for match in ends if match.group() == ":"), ends[0] if ends else None)


def _items(text: str, at: Sequence[int], cuts: Sequence[int]) -> Iterator[Item]:
    for start, end in pairwise(cuts):
        lead = _LEAD.match(text, at[start])
        first = bisect_left(at, lead.end()) if lead is not None else start
        if first < end:
            yield Item(start, first, end)


def _lines(statement: Statement, words: Words) -> Iterator[int]:
    """Where lines of their own begin among the words of a statement: the items of a list, as it is laid out."""
    texts = [""]
    for piece in statement.pieces:
        if piece.kind is PieceKind.MARKUP and not piece.text and not piece.struck:
            texts.append("")
        else:
            texts[-1] += piece.current
    lines = [compare_words(line) for line in texts]
    if len(lines) < 3:
        return
    before = f" {' '.join(word for line in lines for word in line)} ".partition(f" {' '.join(words)} ")[0].count(" ")
    yield from (number - before for number in accumulate(map(len, lines)) if 0 < number - before < len(words))
