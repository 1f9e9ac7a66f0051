"""Matching: the words of a plain text and of its base come in; for each word of the text its word in the base goes out.

Runs of words that stand on both sides are found by their shingles; the heaviest chain of them that rises on both sides
is the text in its order, longer runs outside it were moved, and between two runs that follow each other a longest
common subsequence finds the rest. Time grows with the sum of the lengths: foreign matter matches nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz.fuzz import ratio

from kb.align import heaviest_rising
from kb.borrowing._words import Side
from kb.diff import diff, matches
from kb.grouping import group_pairs
from kb.plain import Unit

SHINGLE = 5
"""Words in a row that show a passage: fewer are phrases that any rule may use."""
OFTEN = 8
"""A shingle that the base holds more often says nothing of its place."""
FEW_WORDS = 14
"""A unit of at most so many words may be matched by its letters."""
NEAR_CLAUSES = 40
"""Only between neighbours that are matched with clauses at most so far apart: elsewhere nothing tells its place."""
SAME_LETTERS = 0.75
"""Likeness of letters (Indel) from which a short unit is a clause misread."""
REACH = 8
"""Beside a loose end so many words more than twice those of the base are looked at: further off is something else."""
GAP_CELLS = 4_000_000
"""Largest product of the lengths of a gap that is compared word by word."""


@dataclass(frozen=True, slots=True, order=True)
class Run:
    """`length` words that are the same from `new` in the text and from `old` in the base on."""

    new: int
    old: int
    length: int


def match_words(text: Side, base: Side) -> list[int]:
    """For each word of the text the index of its word in the base, -1 where it has none."""
    runs = list(_runs(text.words, base.words))
    chain = _apart([runs[k] for k in heaviest_rising([(run.old, run.new, float(run.length)) for run in runs])])
    chain = sorted([*chain, *_moved(runs, chain, len(text.words), len(base.words))])
    of = [-1] * len(text.words)
    for run in chain:
        of[run.new : run.new + run.length] = range(run.old, run.old + run.length)
    for old, new in _gaps(chain, text, base):
        a, b = base.words[old[0] : old[1]], text.words[new[0] : new[1]]
        if a and b and len(a) * len(b) <= GAP_CELLS:
            for match in matches(diff(a, b), len(a)):
                at, place = new[0] + match.new_start, old[0] + match.old_start
                of[at : at + match.length] = range(place, place + match.length)
    _settle_repeats(of, text, base)
    return of


def _settle_repeats(of: list[int], text: Side, base: Side) -> None:
    """Words that a heading and the text below it both begin with stand for the text, where they are of its unit.

    A text that lost the heading has them once; a common subsequence gives them to either.
    """
    for at in range(1, len(of)):
        place = of[at]
        if place < 0 or of[at - 1] < 0 or text.owner[at] != text.owner[at - 1]:
            continue
        clause = base.owner[place]
        known = place - base.first[clause]
        above = base.owner[of[at - 1]]
        if not 0 < known <= FEW_WORDS or above != clause - 1 or of[at - 1] != base.first[clause] - 1:
            continue
        if (
            text.words[at - known : at] == base.words[place - known : place]
            and at - known >= text.first[text.owner[at]]
        ):
            of[at - known : at] = range(place - known, place)


def _runs(new: Sequence[str], old: Sequence[str]) -> Iterator[Run]:
    """Every longest run of at least a shingle; each word of the text is looked at a bounded number of times."""
    places = group_pairs((tuple(old[at : at + SHINGLE]), at) for at in range(len(old) - SHINGLE + 1))
    reached: dict[int, int] = {}
    for at in range(len(new) - SHINGLE + 1):
        found = places.get(tuple(new[at : at + SHINGLE]), ())
        if len(found) > OFTEN:
            continue
        for place in found:
            if reached.get(at - place, -1) > at:
                continue
            end = SHINGLE
            while at + end < len(new) and place + end < len(old) and new[at + end] == old[place + end]:
                end += 1
            reached[at - place] = at + end
            yield Run(at, place, end)


def _apart(runs: Sequence[Run]) -> list[Run]:
    """Rising runs cut so that no two share a word on either side."""
    kept: list[Run] = []
    new = old = 0
    for run in sorted(runs):
        cut = max(0, new - run.new, old - run.old)
        if cut < run.length:
            kept.append(Run(run.new + cut, run.old + cut, run.length - cut))
            new, old = run.new + run.length, run.old + run.length
    return kept


def _moved(runs: Sequence[Run], chain: Sequence[Run], new: int, old: int) -> Iterator[Run]:
    """Runs outside the chain whose words are free on both sides, the longest first."""
    used_new, used_old = bytearray(new), bytearray(old)
    for run in chain:
        used_new[run.new : run.new + run.length] = b"\1" * run.length
        used_old[run.old : run.old + run.length] = b"\1" * run.length
    for run in sorted(runs, key=lambda run: (-run.length, run)):
        mine, theirs = slice(run.new, run.new + run.length), slice(run.old, run.old + run.length)
        if 1 not in used_new[mine] and 1 not in used_old[theirs]:
            used_new[mine] = used_old[theirs] = b"\1" * run.length
            yield run


def _gaps(chain: Sequence[Run], text: Side, base: Side) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The stretches (base, text) between runs that follow each other on both sides, and beside loose ends of runs.

    Beside a loose end only the rest of its own unit and clause is looked at.
    """
    by_old = sorted(chain, key=lambda run: run.old)
    rank = {run: number for number, run in enumerate(by_old)}
    for run, following in pairwise([None, *chain, None]):
        if run is not None and following is not None and rank[following] == rank[run] + 1:
            yield (run.old + run.length, following.old), (run.new + run.length, following.new)
            continue
        if run is not None:
            old, new = run.old + run.length, run.new + run.length
            after = by_old[rank[run] + 1].old if rank[run] + 1 < len(by_old) else len(base.words)
            limit = following.new if following is not None else len(text.words)
            old_end = min(after, base.first[base.owner[old - 1] + 1])
            reach = new + 2 * (old_end - old) + REACH
            yield (old, old_end), (new, min(limit, text.first[text.owner[new - 1] + 1], reach))
        if following is not None:
            before = by_old[rank[following] - 1] if rank[following] else None
            floor = before.old + before.length if before is not None else 0
            limit = run.new + run.length if run is not None else 0
            old_start = max(floor, base.first[base.owner[following.old]])
            reach = following.new - 2 * (following.old - old_start) - REACH
            yield (old_start, following.old), (max(limit, text.first[text.owner[following.new]], reach), following.new)


def match_short_units(of: list[int], text: Side, base: Side, units: Sequence[Unit]) -> None:
    """Match units of a few words, of which no word is matched, with clauses that stand free at their place.

    A heading of one word that was misread shares no word with its own: its letters tell, where its neighbours are
    matched with the neighbours of a clause.
    """
    used = {base.owner[place] for place in of if place >= 0}
    before = -1
    behind = _clauses_behind(of, text, base)
    for unit in range(len(units)):
        lo, hi = text.first[unit], text.first[unit + 1]
        matched = [base.owner[of[at]] for at in range(lo, hi) if of[at] >= 0]
        if matched:
            before = max(matched)
            continue
        if not 0 < hi - lo <= FEW_WORDS or behind[unit] - before > NEAR_CLAUSES:
            continue
        words = " ".join(text.words[lo:hi])
        free = [clause for clause in range(before + 1, behind[unit]) if clause not in used and base.of(clause)]
        alike = {clause: ratio(words, " ".join(base.of(clause))) / 100 for clause in free}
        best = max(alike, key=lambda clause: (alike[clause], -clause), default=None)
        if best is not None and alike[best] >= SAME_LETTERS:
            used.add(best)
            before = best
            size = min(hi - lo, len(base.of(best)))
            of[lo : lo + size] = range(base.first[best], base.first[best] + size)


def _clauses_behind(of: Sequence[int], text: Side, base: Side) -> list[int]:
    """For each unit the first clause that a later unit matches, the number of all clauses behind the last."""
    behind: list[int] = []
    clause = len(base.first) - 1
    for unit in range(len(text.first) - 2, -1, -1):
        behind.append(clause)
        places = [of[at] for at in range(text.first[unit], text.first[unit + 1]) if of[at] >= 0]
        clause = base.owner[min(places)] if places else clause
    return behind[::-1]
