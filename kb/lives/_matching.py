"""Matching: a wording and a unit come in, the runs of sentences on both sides that have their like there go out.

What stands on both sides word for word is matched by whole sentences, before any word: the words with which a sentence
opens may open its neighbours too. Only what is left between such sentences is compared word by word (Indel).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from rapidfuzz.distance import Indel

from kb.grouping import group_pairs
from kb.lives._units import Range, Said
from kb.lives._wordings import TELLING
from kb.similarity import Words

COVERED = 0.5
"""A sentence is part of a link when so much of it has its like on the other side."""
FEWEST = 0.4
"""Texts that share fewer of the distinct words of the shorter are not compared."""
_LONG = 1500
"""Two texts of so many words, or others as much work, are compared word by word; longer ones by sentences alone."""
_MANY = 40
"""Of a text with more sentences, another that has none of them is compared with the neighbours of the likest alone."""
_RAREST = 8


class Sentences:
    """A text, and where each of its sentences stands in it (worked out when it is asked for)."""

    def __init__(self, text: Said) -> None:
        self.words, self.bounds, self.distinct = text.words, text.bounds, text.distinct
        self.size = len(text.bounds) - 1

    @cached_property
    def cut(self) -> tuple[Words, ...]:
        """The words of each sentence."""
        return tuple(self.words[start:end] for start, end in pairwise(self.bounds))

    @cached_property
    def places(self) -> Mapping[Words, Sequence[int]]:
        """The numbers of the sentences that consist of some words, ascending."""
        return group_pairs((words, number) for number, words in enumerate(self.cut))

    @cached_property
    def holders(self) -> Mapping[str, Sequence[int]]:
        """The numbers of the sentences that have a word, ascending."""
        return group_pairs((word, number) for number, words in enumerate(self.cut) for word in dict.fromkeys(words))

    def around(self, other: "Sentences") -> Range:
        """The sentences around the one that shares the most of another text's rarest words: as many on each side as
        that text has. Words that many sentences have lead nowhere."""
        holders = sorted(
            (there for word in set(other.words) if len(there := self.holders.get(word, ())) in range(1, _MANY + 1)),
            key=lambda there: (len(there), there),
        )
        shared = Counter(number for there in holders[:_RAREST] for number in there)
        if not shared:
            return 0, 0
        likest = min(shared, key=lambda number: (-shared[number], number))
        return max(0, likest - other.size + 1), min(self.size, likest + other.size)

    def find(self, other: "Sentences") -> Range | None:
        """The first run of sentences that is another text word for word."""
        size = other.size
        if size > self.size or not other.distinct <= self.distinct:
            return None
        for at in self.places.get(other.cut[0], ()):
            if self.cut[at : at + size] == other.cut:
                return at, at + size
        return None


def match_sentences(mine: Sentences, theirs: Sentences) -> tuple[Range | None, Range | None]:
    """The runs of sentences on both sides that have their like on the other; of two sentences all. None where too few
    words are shared."""
    if len(mine.distinct & theirs.distinct) < FEWEST * min(len(mine.distinct), len(theirs.distinct)):
        return None, None
    whole = (0, mine.size), (0, theirs.size)
    if mine.size == 1 and theirs.size == 1:
        return whole
    if (run := theirs.find(mine)) is not None:
        return whole[0], run
    if (run := mine.find(theirs)) is not None:
        return run, whole[1]
    anchors = _anchors(mine, theirs)
    gaps = tuple(_gaps(anchors, mine, theirs) if anchors else _nearest(mine, theirs))
    if not anchors and any(_too_long(*gap) for gap in gaps):
        return whole
    left, right = bytearray(len(mine.words)), bytearray(len(theirs.words))
    for (start, end), (at, to) in gaps:
        if _too_long((start, end), (at, to)):
            continue
        for block in Indel.editops(mine.words[start:end], theirs.words[at:to]).as_matching_blocks():
            first, second = start + block.a, at + block.b
            left[first : first + block.size] = b"\1" * block.size
            right[second : second + block.size] = b"\1" * block.size
    for first, second in anchors:
        for marked, text, number in ((left, mine, first), (right, theirs, second)):
            start, end = text.bounds[number : number + 2]
            marked[start:end] = b"\1" * (end - start)
    return _covered(left, mine.bounds), _covered(right, theirs.bounds)


def _too_long(mine: Range, theirs: Range) -> bool:
    return (mine[1] - mine[0]) * (theirs[1] - theirs[0]) > _LONG * _LONG


def _anchors(mine: Sentences, theirs: Sentences) -> list[Range]:
    """Sentences that tell something and stand on both sides once, in one order: their numbers on both sides.

    Where such sentences changed places it is for the words to say which of them stayed, unless there are too many.
    """
    if mine.size == 1 or theirs.size == 1:
        return []
    few, many = (mine, theirs) if mine.size <= theirs.size else (theirs, mine)
    pairs = [
        (at[0], to[0])
        for words, at in few.places.items()
        if len(words) >= TELLING and len(at) == 1 and (to := many.places.get(words)) is not None and len(to) == 1
    ]
    if few is theirs:
        pairs = sorted((to, at) for at, to in pairs)
    if all(before[1] < after[1] for before, after in pairwise(pairs)):
        return pairs
    if not _too_long((0, len(mine.words)), (0, len(theirs.words))):
        return []
    order = sorted(range(len(pairs)), key=lambda number: pairs[number][1])
    blocks = Indel.editops(range(len(pairs)), order).as_matching_blocks()
    return [pairs[number] for block in blocks for number in range(block.a, block.a + block.size)]


def _gaps(anchors: Sequence[Range], mine: Sentences, theirs: Sentences) -> Iterator[tuple[Range, Range]]:
    """What is left on both sides between sentences, in words; both have some."""
    at, to = 0, 0
    for first, second in (*anchors, (mine.size, theirs.size)):
        start, end = mine.bounds[first], theirs.bounds[second]
        if at < start and to < end:
            yield (at, start), (to, end)
        if first < mine.size:
            at, to = mine.bounds[first + 1], theirs.bounds[second + 1]


def _nearest(mine: Sentences, theirs: Sentences) -> Iterator[tuple[Range, Range]]:
    """All of two texts, in words; of one with very many sentences those near the other."""
    left, right = (
        text.around(other) if text.size > _MANY else (0, text.size) for text, other in ((mine, theirs), (theirs, mine))
    )
    yield (mine.bounds[left[0]], mine.bounds[left[1]]), (theirs.bounds[right[0]], theirs.bounds[right[1]])


def _covered(matched: bytearray, bounds: Sequence[int]) -> Range | None:
    """The run from the first to the last sentence that is covered."""
    kept = [
        number
        for number in range(len(bounds) - 1)
        if sum(matched[bounds[number] : bounds[number + 1]]) >= COVERED * (bounds[number + 1] - bounds[number])
    ]
    return (kept[0], kept[-1] + 1) if kept else None
