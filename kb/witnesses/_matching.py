"""Which words of two texts are the same words: numbers of words come in, runs of equal ones go out.

Words that stand once in both texts in a sequence of some length fix the frame (patience diff); between them a longest
common subsequence does the rest, so that the time grows nearly with the length. Clauses play no part in it: lost
headings, joined paragraphs and flattened lists are only missing words. Then matches that only chance made are undone,
and passages that stand elsewhere are found by what is left over.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from kb.diff import Edit, diff, join_touching, longest_rising, matches, slide
from kb.ends import count_ends

FRAMES = (7, 5, 3, 2, 1)
"""Lengths of sequences that fix the frame, tried in order: a long one is hardly ever twice in a text by chance."""
SMALL = 250_000
"""Pairs of words up to which a gap is compared at once."""
STRAY = 4
"""Fewer words than this between large differences may be the same by chance."""
LIKE = 0.5
"""Clauses that share a smaller part of the shorter one's words, and no longer sequence, share them by chance."""
MOVED = 10
"""At least so many words, standing elsewhere in unbroken order, are a passage moved."""
NEAR = 40
"""Words between two parts of a passage moved."""


@dataclass(frozen=True, slots=True, order=True)
class Match:
    """`length` words from `old` on are those from `new` on; `moved` where they stand in another order."""

    old: int
    new: int
    length: int
    moved: bool = False


def match_words(old: Sequence[int], new: Sequence[int], groups: tuple[Sequence[int], Sequence[int]]) -> list[Match]:
    """The runs of equal words, in the order of `old`; `groups` tell of each word which clause it stands in."""
    runs = sorted(_frame(old, new))
    like = ((run.old, run.new, run.length) for run in _of_like_clauses(runs, groups))
    edits = _without_chance(list(edits_between(like, len(old), len(new))), old, new, groups)
    edits = list(slide(edits, old, new, _rank(groups)))
    kept = [Match(run.old_start, run.new_start, run.length) for run in matches(edits, len(old))]
    return sorted([*kept, *_moved(edits, old, new)])


def _frame(old: Sequence[int], new: Sequence[int]) -> Iterator[Match]:
    stack = [(0, len(old), 0, len(new), 0)]
    while stack:
        i0, i1, j0, j1, level = stack.pop()
        lead, tail = count_ends(old[i0:i1], new[j0:j1])
        if lead:
            yield Match(i0, j0, lead)
        if tail:
            yield Match(i1 - tail, j1 - tail, tail)
        i0, i1, j0, j1 = i0 + lead, i1 - tail, j0 + lead, j1 - tail
        if i0 == i1 or j0 == j1:
            continue
        chain: list[tuple[int, int]] = []
        if (i1 - i0) * (j1 - j0) > SMALL:
            while level < len(FRAMES) and not chain:
                chain = longest_rising(_unique_pairs(old[i0:i1], new[j0:j1], FRAMES[level]))
                level += 1
        if not chain:
            for run in matches(diff(old[i0:i1], new[j0:j1]), i1 - i0):
                yield Match(run.old_start + i0, run.new_start + j0, run.length)
            continue
        at_i, at_j = i0, j0
        for start_i, start_j, length in _diagonals(chain):
            i, j = i0 + start_i, j0 + start_j
            stack.append((at_i, i, at_j, j, level))
            yield Match(i, j, length)
            at_i, at_j = i + length, j + length
        stack.append((at_i, i1, at_j, j1, level))


def _unique_pairs(old: Sequence[int], new: Sequence[int], size: int) -> list[tuple[int, int]]:
    """Places of sequences of `size` words that stand once on both sides, in the order of `old`."""
    there = _once(new, size)
    return sorted((i, there[key]) for key, i in _once(old, size).items() if key in there)


def _once(items: Sequence[int], size: int) -> dict[tuple[int, ...], int]:
    places: dict[tuple[int, ...], int] = {}
    for at in range(len(items) - size + 1):
        key = tuple(items[at : at + size])
        places[key] = -1 if key in places else at
    return {key: at for key, at in places.items() if at >= 0}


def _diagonals(pairs: list[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Neighbouring pairs on one diagonal as stretches (old, new, length)."""
    for _, run in groupby(enumerate(pairs), key=lambda each: (each[1][0] - each[0], each[1][1] - each[0])):
        held = [pair for _, pair in run]
        yield (*held[0], len(held))


def edits_between(runs: Iterable[tuple[int, int, int]], old: int, new: int) -> Iterator[Edit]:
    """What stands before, between and behind runs of equal words (old, new, length) of texts of so many words."""
    i = j = 0
    for at, to, length in (*runs, (old, new, 0)):
        if at > i or to > j:
            yield Edit(i, at, j, to)
        i, j = at + length, to + length


def _of_like_clauses(runs: list[Match], groups: tuple[Sequence[int], Sequence[int]]) -> list[Match]:
    """Runs without those between clauses that have hardly anything in common, and nothing of any length."""
    parts = [part for run in runs for part in _by_clause(run, groups)]
    sizes = [Counter(side) for side in groups]
    shared: Counter[tuple[int, int]] = Counter()
    longest: dict[tuple[int, int], int] = {}
    for part in parts:
        pair = groups[0][part.old], groups[1][part.new]
        shared[pair] += part.length
        longest[pair] = max(longest.get(pair, 0), part.length)
    kept = []
    for part in parts:
        a, b = groups[0][part.old], groups[1][part.new]
        if longest[a, b] >= STRAY or shared[a, b] >= LIKE * min(sizes[0][a], sizes[1][b]):
            kept.append(part)
    return kept


def _by_clause(run: Match, groups: tuple[Sequence[int], Sequence[int]]) -> Iterator[Match]:
    begun = 0
    for k in range(1, run.length + 1):
        pair = (run.old + k, run.new + k)
        if k == run.length or any(side[at] != side[at - 1] for side, at in zip(groups, pair, strict=True)):
            yield Match(run.old + begun, run.new + begun, k - begun)
            begun = k


def _without_chance(
    edits: list[Edit], old: Sequence[int], new: Sequence[int], groups: tuple[Sequence[int], Sequence[int]]
) -> list[Edit]:
    """Edits with the stray matches between large ones taken in, until nothing changes.

    Where a clause was replaced by another, a longest common subsequence still finds `the`, `of`, `a` in order.
    """
    for _ in range(8):
        before = edits
        edits = _trimmed(_absorbed(edits, groups), old, new)
        if edits == before:
            break
    return edits


def _absorbed(edits: list[Edit], groups: tuple[Sequence[int], Sequence[int]]) -> list[Edit]:
    joined: list[Edit] = []
    for edit in edits:
        last = joined[-1] if joined else None
        if last is not None:
            run = edit.old_start - last.old_end
            sizes = _size(last), _size(edit)
            lone = _is_clause(last.old_end, edit.old_start, groups[0]) and _is_clause(
                last.new_end, edit.new_start, groups[1]
            )
            both = max(last.old_end - last.old_start, last.new_end - last.new_start) and not lone
            if both and run < STRAY and 2 * run < min(sizes) and not (run == 1 and min(sizes) <= STRAY):
                joined[-1] = Edit(last.old_start, edit.old_end, last.new_start, edit.new_end)
                continue
        joined.append(edit)
    return joined


def _size(edit: Edit) -> int:
    return max(edit.old_end - edit.old_start, edit.new_end - edit.new_start)


def _is_clause(start: int, end: int, groups: Sequence[int]) -> bool:
    """Whether words [start, end) are a whole clause."""
    begins = start == 0 or groups[start - 1] != groups[start]
    return begins and (end == len(groups) or groups[end - 1] != groups[end])


def _trimmed(edits: list[Edit], old: Sequence[int], new: Sequence[int]) -> list[Edit]:
    """Edits without equal words at their ends."""
    found = []
    for edit in edits:
        a, b = old[edit.old_start : edit.old_end], new[edit.new_start : edit.new_end]
        lead, tail = count_ends(a, b)
        found.append(Edit(edit.old_start + lead, edit.old_end - tail, edit.new_start + lead, edit.new_end - tail))
    return list(join_touching(found))


def _rank(groups: tuple[Sequence[int], Sequence[int]]) -> Callable[[Edit], int]:
    """Prefers for what was added or left out places that begin and end with a clause."""

    def rank(edit: Edit) -> int:
        side, start, end = (
            (groups[1], edit.new_start, edit.new_end) if edit.inserts else (groups[0], edit.old_start, edit.old_end)
        )
        begins = start == 0 or side[start - 1] != side[min(start, len(side) - 1)]
        ends = end >= len(side) or side[end - 1] != side[end]
        return 2 * begins + 2 * ends

    return rank


def _moved(edits: list[Edit], old: Sequence[int], new: Sequence[int]) -> Iterator[Match]:
    """Unmatched passages of both sides that are the same words, standing elsewhere."""
    free = {i for edit in edits for i in range(edit.old_start, edit.old_end)}
    open_to = {j for edit in edits for j in range(edit.new_start, edit.new_end)}
    if len(free) < MOVED or len(open_to) < MOVED:
        return
    there = _once_within(new, open_to)
    pairs = sorted((i, there[key]) for key, i in _once_within(old, free).items() if key in there)
    for block in _blocks(pairs):
        i, j, to_i, to_j = block
        whole = all(k in free for k in range(i, to_i)) and all(k in open_to for k in range(j, to_j))
        if to_i - i < MOVED or not whole:
            continue
        before = after = 0
        while i - before - 1 in free and j - before - 1 in open_to and old[i - before - 1] == new[j - before - 1]:
            before += 1
        while to_i + after in free and to_j + after in open_to and old[to_i + after] == new[to_j + after]:
            after += 1
        low, high, other_low, other_high = i - before, to_i + after, j - before, to_j + after
        free -= set(range(low, high))
        open_to -= set(range(other_low, other_high))
        for run in matches(diff(old[low:high], new[other_low:other_high]), high - low):
            yield Match(run.old_start + low, run.new_start + other_low, run.length, moved=True)


def _once_within(items: Sequence[int], places: set[int]) -> dict[tuple[int, ...], int]:
    """Sequences of words of which all stand at some places, that stand there once."""
    size = FRAMES[0]
    found: dict[tuple[int, ...], int] = {}
    run = 0
    for at in range(len(items)):
        run = run + 1 if at in places else 0
        if run >= size:
            key = tuple(items[at - size + 1 : at + 1])
            found[key] = -1 if key in found else at - size + 1
    return {key: at for key, at in found.items() if at >= 0}


def _blocks(pairs: list[tuple[int, int]]) -> Iterator[tuple[int, int, int, int]]:
    """Neighbouring pairs that rise on both sides, with little between them, as one passage of each side."""
    size = FRAMES[0]
    begun: tuple[int, int] | None = None
    last = (0, 0)
    for i, j in pairs:
        near = begun is not None and 0 < i - last[0] <= NEAR and 0 < j - last[1] <= NEAR
        if not near:
            if begun is not None:
                yield (*begun, last[0] + size, last[1] + size)
            begun = (i, j)
        last = (i, j)
    if begun is not None:
        yield (*begun, last[0] + size, last[1] + size)
