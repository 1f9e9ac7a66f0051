"""The aligner: two streams come in, an `Alignment` goes out, in steps.

Equal clauses are matched first (longest common subsequence over whole clauses, unless a long similar one keeps more
words in place); between them the heaviest rising chain of similar ones; then clauses that were split or joined,
rewritten in place, or moved.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import takewhile

from kb.align._chains import heaviest_rising
from kb.align._parting import Parting
from kb.align._sides import Group, Side
from kb.align._values import Alignment, Pair
from kb.align._windows import WIDE, Stretch, Windows, are_wide
from kb.diff import common_length, common_runs, diff, matches
from kb.grouping import group_pairs
from kb.model import ClauseKind
from kb.similarity import index_words
from kb.tokens import Stream

SIMILAR = 0.5
"""Share of common words (twice the common subsequence over both lengths) from which clauses are one clause."""
CONTAINED = 0.8
"""Share of the shorter clause's words, standing in longer runs, from which a longer clause holds it."""
REWRITTEN = 0.25
"""Share of common words from which clauses left over at one place are one clause rewritten."""
GROWN = 2
"""A clause of at least so many words with which another begins or ends has grown to that one."""
MOVED = 0.75
"""Share of common words from which clauses at different places are one clause moved."""
SURELY_MOVED = 6
"""A clause of at least so many words is sooner moved than rewritten beyond recognition in its place."""
MOVED_WHOLE = 8
"""A clause of at least so many words that is free on both sides has moved where another begins or ends with it."""
LONG = 12
"""A clause of at least so many words can be told from all others by its words alone."""
GAP_LIMIT = 40
"""Of what is left at one place at most so many clauses of each side are compared."""
ALL_PAIRS = 900
"""Gaps with at most so many possible pairs are compared in full, larger ones by their rare words."""


class Aligner:
    """The working state of one alignment: groups of clauses, filled in step by step."""

    def __init__(self, old: Stream, new: Stream) -> None:
        ids: dict[str, int] = {}
        self.a, self.b = Side(old, ids, emended=False), Side(new, ids, emended=True)
        unmarked = self.a.unmarked_headings(self.b), self.b.unmarked_headings(self.a)
        for side, clauses in zip((self.a, self.b), unmarked, strict=True):
            for clause in clauses:
                side.classes[clause] = "heading"
        titles = self.a.lone_titles(), self.b.lone_titles()
        self.titled = {(titles[0][title], titles[1][title]) for title in titles[0].keys() & titles[1].keys()}
        self.groups: list[Group] = []
        self.moved: list[Pair] = []

    def run(self) -> Alignment:
        """All steps in order."""
        self._match_equal()
        for p, e, similarity in [found for a, b in self._gaps() for found in self._chain(a, b)]:
            self._join(p, e, similarity)
        Parting(self.a, self.b).run()
        Parting(self.b, self.a).run()
        self._match_moved(SURELY_MOVED)
        self._match_moved_headings()
        for p, e, similarity in [found for a, b in self._gaps() for found in self._rewritten(a, b)]:
            self._join(p, e, similarity)
        self._match_moved(3)
        self._match_moved_neighbours()
        self._match_moved_headings()
        self._match_lone_headings()
        pairs = [Pair(tuple(sorted(g.a)), tuple(sorted(g.b)), g.similarity) for g in self.groups] + self.moved
        return Alignment(
            self.a.stream,
            self.b.stream,
            tuple(sorted(pairs, key=lambda pair: pair.emended)),
            tuple(sorted(self.b.free)),
            tuple(sorted(self.a.free)),
        )

    def _join(self, p: int, e: int, similarity: float) -> None:
        group = Group([p], [e], similarity)
        self.groups.append(group)
        self.a.take(p, group)
        self.b.take(e, group)

    def _match_equal(self) -> None:
        """Equal clauses, and similar ones where pairing them instead keeps more words in place.

        A short clause that stands equal on both sides may have been moved past a long one that was changed.
        """
        old = [self.a.key(c) for c in range(len(self.a.clauses))]
        new = [self.b.key(c) for c in range(len(self.b.clauses))]
        runs = matches(diff(old, new), len(old))
        equal = [(m.old_start + k, m.new_start + k, 1.0) for m in runs for k in range(m.length)]
        left_a = set(range(len(old))) - {p for p, _, _ in equal}
        left_b = set(range(len(new))) - {e for _, e, _ in equal}
        crossed = {old[p] for p in left_a} & {new[e] for e in left_b}  # they stand whole elsewhere: no other is them
        free_a = sorted(p for p in left_a if old[p] not in crossed)
        free_b = sorted(e for e in left_b if new[e] not in crossed)
        if grown := list(self._staying(free_a, free_b)):
            alone = _once(old[p] for p in left_a) & _once(new[e] for e in left_b)
            places = {new[e]: e for e in left_b}
            equal += [(p, places[old[p]], 1.0) for p in sorted(left_a) if old[p] in alone]
            equal = self._heaviest(equal, grown)
        for p, e in self._to_the_point(sorted((p, e) for p, e, _ in equal)):
            self._join(p, e, 1.0)

    def _to_the_point(self, equal: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Equal clauses in order, each with the one that has its points too, where others between its neighbours have
        its words: of two items that differ in a comma the one that went is told."""
        for rising in (False, True):
            for at in range(len(equal)) if rising else reversed(range(len(equal))):
                p, e = equal[at]
                if self._said(self.a, p) == self._said(self.b, e):
                    continue
                ends = (-1, -1) if rising else (len(self.a.words), len(self.b.words))
                beside = at - 1 if rising else at + 1
                p_end, e_end = equal[beside] if 0 <= beside < len(equal) else ends
                step, key = (-1 if rising else 1), self.a.key(p)
                old = ((each, e) for each in range(p + step, p_end, step) if self.a.key(each) == key)
                new = ((p, each) for each in range(e + step, e_end, step) if self.b.key(each) == key)
                exact = (pair for pair in (*old, *new) if self._said(self.a, pair[0]) == self._said(self.b, pair[1]))
                equal[at] = next(exact, (p, e))
        return equal

    @staticmethod
    def _said(side: Side, clause: int) -> tuple[str, ...]:
        """What a clause says, points and all."""
        return tuple(side.clauses[clause].current.split())

    def _staying(self, a: Sequence[int], b: Sequence[int]) -> Iterator[tuple[int, int, float]]:
        """Long clauses of two sides that changed and stay where they are, with what they keep."""
        index = index_words(self.a.stream.words(p) for p in a)
        for e in b:
            near = index.candidates(self.b.stream.words(e), 3) if len(self.b.words[e]) >= LONG else ()
            kept = ((a[k], e, self._stays(a[k], e)) for k in near)
            yield from (each for each in kept if each[2] >= MOVED)

    def _heaviest(
        self, equal: Sequence[tuple[int, int, float]], grown: Sequence[tuple[int, int, float]]
    ) -> list[tuple[int, int, float]]:
        """Those of the equal pairs that are in the chain, of these and others, which keeps the most words in place."""
        scored = [*equal, *grown]
        kept = heaviest_rising([(p, e, s * self._weight(p, e) + 0.5) for p, e, s in scored])
        return [scored[k] for k in kept if k < len(equal)]

    def _gaps(self) -> Iterator[tuple[list[int], list[int]]]:
        """The stretches of free clauses between neighbouring pairs, where both sides have some."""
        last_a = last_b = -1
        ends = sorted((min(g.b), min(g.a), max(g.b), max(g.a)) for g in self.groups)
        for e, p, e_end, p_end in [*ends, (len(self.b.words), len(self.a.words), 0, 0)]:
            a = [c for c in range(last_a + 1, p) if c in self.a.free]
            b = [c for c in range(last_b + 1, e) if c in self.b.free]
            if a and b:
                yield a, b
            last_a, last_b = p_end, e_end

    def _chain(self, a: list[int], b: list[int]) -> Iterator[tuple[int, int, float]]:
        """The heaviest rising chain of similar clauses in a gap."""
        near = self._windows(a, b)
        scored = [(p, e, s) for p, e in self._candidates(a, b) if (s := self._similarity(p, e, near))]
        for k in heaviest_rising([(p, e, s * self._weight(p, e)) for p, e, s in scored]):
            yield scored[k]

    def _windows(self, a: list[int], b: list[int]) -> tuple[Windows, Windows] | None:
        """Where the clauses of a gap stand in those of the other side, when any of them is too long to be compared."""
        if not any(are_wide(side, [clause]) for side, clauses in ((self.a, a), (self.b, b)) for clause in clauses):
            return None
        old, new = Stretch(self.a, a), Stretch(self.b, b)
        return Windows(old, new), Windows(new, old)

    def _weight(self, p: int, e: int) -> float:
        same_kind = self.a.clauses[p].kind is self.b.clauses[e].kind
        return min(len(self.a.words[p]), len(self.b.words[e])) * (1.0 if same_kind else 0.8)

    def _candidates(self, a: list[int], b: list[int]) -> Iterable[tuple[int, int]]:
        if len(a) * len(b) <= ALL_PAIRS:
            return [(p, e) for p in a for e in b]
        index = index_words(self.a.stream.words(p) for p in a)
        return [(a[k], e) for e in b for k in index.candidates(self.b.stream.words(e), 8)]

    def _similarity(self, p: int, e: int, near: tuple[Windows, Windows] | None) -> float:
        """How alike two clauses are, 0 when they are not one clause.

        Of a clause far too long to be the other one only the words where that would stand in it are compared.
        """
        x, y = self.a.words[p], self.b.words[e]
        if not x or not y or self.a.classes[p] != self.b.classes[e]:
            return 0.0
        if (p, e) in self.titled:
            return 1.0  # a heading that is counted anew: its number may be that of another one before
        shorter, both = min(len(x), len(y)), len(x) + len(y)
        if near and both - shorter > WIDE and self._most(p, e) < SIMILAR:
            x, y = (x, near[1].inside(e, p)) if len(x) < len(y) else (near[0].inside(p, e), y)
        common = common_length(x, y)
        ratio = 2 * common / both
        if ratio < SIMILAR and shorter >= 4 and common >= CONTAINED * shorter and common >= 3 * common_runs(x, y):
            return 0.4
        return ratio if ratio >= SIMILAR else 0.0

    def _rewritten(self, a: list[int], b: list[int]) -> Iterator[tuple[int, int, float]]:
        """What is left at one place: clauses that share some words, and those that stand in each other's place."""
        a, b = [p for p in a if self.a.words[p]], [e for e in b if self.b.words[e]]
        placed = set(self._in_place(a, b)) if a and b else set()
        kept = [
            (p, e, share)
            for p in a[:GAP_LIMIT]
            for e in b[:GAP_LIMIT]
            if self._alike(p, e)
            and ((p, e) in placed or self._grows(p, e) or self._most(p, e) >= REWRITTEN)
            and ((share := self._kept(p, e)) >= REWRITTEN or (p, e) in placed)
        ]
        for k in heaviest_rising([(p, e, (s + 0.1) * self._weight(p, e)) for p, e, s in kept]):
            yield kept[k]

    def _in_place(self, a: list[int], b: list[int]) -> Iterator[tuple[int, int]]:
        """Clauses of one place that may be one though their words differ: as many of a kind on both sides, in order.

        They are of like length, unless nothing else of their kind stands there and they are the first or the last.
        Behind a heading that only one side has begins another place.
        """
        old, new = self._by_kind(self.a, a), self._by_kind(self.b, b)
        ends = (a[0], b[0]), (a[-1], b[-1])
        for kind, clauses in old.items():
            if len(clauses) == len(new.get(kind, ())):
                for pair in zip(clauses, new[kind], strict=True):
                    if (len(clauses) == 1 and pair in ends) or self._of_like_length(*pair):
                        yield pair
        if self._is_last_heading(self.a, a) and self._is_last_heading(self.b, b):
            yield a[-1], b[-1]

    def _by_kind(self, side: Side, clauses: list[int]) -> dict[Hashable, tuple[int, ...]]:
        """Some clauses, up to the first heading among them, by kind, label and depth."""
        ahead = takewhile(lambda clause: side.classes[clause] != "heading", clauses)
        known = ((side.clauses[clause], clause) for clause in ahead)
        return group_pairs(((each.kind, each.label, each.depth), clause) for each, clause in known)

    def _is_last_heading(self, side: Side, clauses: list[int]) -> bool:
        """Whether clauses end with their only heading, and it stands over text that both sides have."""
        *above, last = (side.classes[clause] == "heading" for clause in clauses)
        below = clauses[-1] + 1
        return last and not any(above) and below < len(side.classes) and side.classes[below] != "heading"

    def _of_like_length(self, p: int, e: int) -> bool:
        lengths = sorted((len(self.a.words[p]), len(self.b.words[e])))
        return lengths[1] <= 4 * lengths[0]

    def _alike(self, p: int, e: int) -> bool:
        return self.a.classes[p] == self.b.classes[e] and self.a.clauses[p].kind is self.b.clauses[e].kind

    def _share(self, p: int, e: int) -> float:
        x, y = self.a.words[p], self.b.words[e]
        return 2 * common_length(x, y) / (len(x) + len(y))

    def _kept(self, p: int, e: int) -> float:
        """The share of common words; a clause that grew keeps all of its own."""
        return max(self._share(p, e), SIMILAR if self._grows(p, e) else 0.0)

    def _grows(self, p: int, e: int, least: int = GROWN) -> bool:
        """Whether the one clause begins or ends with the whole of the other, however short that is (`a gull`)."""
        part, whole = sorted((self.a.words[p], self.b.words[e]), key=len)
        return len(part) >= least and part in (whole[: len(part)], whole[-len(part) :])

    def _stays(self, p: int, e: int) -> float:
        """How much two clauses share wherever they stand: all, where a long one only grew or was cut short."""
        if self.a.classes[p] != self.b.classes[e]:
            return 0.0
        return 1.0 if self._grows(p, e, LONG) else self._share(p, e) if self._most(p, e) >= MOVED else 0.0

    def _most(self, p: int, e: int) -> float:
        """The share of common words if the shorter clause stood in the longer one: it is no more than that."""
        lengths = len(self.a.words[p]), len(self.b.words[e])
        return 2 * min(lengths) / sum(lengths)

    def _move(self, p: int, e: int, similarity: float) -> None:
        self.moved.append(Pair((p,), (e,), similarity, moved=True))
        self.a.free.discard(p)
        self.b.free.discard(e)

    def _match_moved(self, least: int) -> None:
        """Pair free clauses of `least` words that stand elsewhere on the other side, equal or long and nearly equal."""
        a = [p for p in sorted(self.a.free) if len(self.a.words[p]) >= least]
        index = index_words(self.a.stream.words(p) for p in a)
        for e in sorted(self.b.free):
            words = self.b.stream.words(e)
            near = index.equal(words) or (index.candidates(words, 4) if len(words) >= 6 else ())
            for p in (a[k] for k in near if a[k] in self.a.free):
                if self._alike(p, e) and (self._stays(p, e) >= MOVED or self._grows(p, e, MOVED_WHOLE)):
                    self._move(p, e, self._share(p, e))
                    break

    def _match_moved_neighbours(self) -> None:
        """A row or an item beside one that moved has moved with it when most of its words stand there, however few."""
        for pair in tuple(self.moved):
            for step in (-1, 1):
                p, e = pair.published[0] + step, pair.emended[0] + step
                while p in self.a.free and e in self.b.free and self._moves_along(p - step, p, e):
                    self._move(p, e, self._share(p, e))
                    p, e = p + step, e + step

    def _moves_along(self, beside: int, p: int, e: int) -> bool:
        """Whether a clause stands in a list or table beside another, and has most words of one of the other side."""
        kind = self.a.clauses[p].kind
        together = kind in {ClauseKind.LIST_ITEM, ClauseKind.TABLE_ROW} and self.a.clauses[beside].kind is kind
        return together and self._alike(p, e) and bool(self.a.words[p]) and self._share(p, e) >= SIMILAR

    def _match_lone_headings(self) -> None:
        """A heading whose words head nothing else on either side has changed places with the text beside it."""
        old, new = self.a.lone_headings(), self.b.lone_headings()
        for key in sorted(old.keys() & new.keys(), key=old.__getitem__):
            p, e = old[key], new[key]
            if p in self.a.free and e in self.b.free:
                self._move(p, e, 1.0)

    def _match_moved_headings(self) -> None:
        """A heading, however short, moves with the text below it when it stands there with the same words, whatever its
        number."""
        for pair in tuple(self.moved):
            p, e = pair.published[0] - 1, pair.emended[0] - 1
            while p in self.a.free and e in self.b.free and self.a.classes[p] == "heading":
                if self.a.key(p) != self.b.key(e) and not (self.b.classes[e] == "heading" and self._named_alike(p, e)):
                    break
                self._move(p, e, 1.0)
                p, e = p - 1, e - 1

    def _named_alike(self, p: int, e: int) -> bool:
        """Whether two headings have the same words, numbers apart."""
        name = self.a.name_of(p)
        return bool(name) and name == self.b.name_of(e)


def _once(keys: Iterable[Hashable]) -> set[Hashable]:
    """The keys that come up once."""
    return {key for key, times in Counter(keys).items() if times == 1}
