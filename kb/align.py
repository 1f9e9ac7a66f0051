"""Alignment: which clauses of an emended document stand for which of the published one.

In: two documents. Out: an `Alignment` of clause indices. Invariant: every clause of either side is in exactly one
pair, or among the insertions or deletions; pairs that are not moved rise on both sides.

Method: equal clauses are matched first (longest common subsequence over whole clauses); between them the heaviest
rising chain of similar ones; then clauses that were split or joined, rewritten in place, or moved.
"""

import base64
import hashlib
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rapidfuzz.distance import Indel, LCSseq

from kb.diff import diff, matches
from kb.model import ClauseId, ClauseKind, Document, LinkKind, SectionId
from kb.similarity import index_words
from kb.tokens import Stream, read_stream

SIMILAR = 0.5
"""Share of common words (twice the common subsequence over both lengths) from which clauses are one clause."""
CONTAINED = 0.8
"""Share of the shorter clause's words, standing in longer runs, from which a longer clause holds it."""
REWRITTEN = 0.25
"""Share of common words from which clauses left over at one place are one clause rewritten."""
MOVED = 0.75
"""Share of common words from which clauses at different places are one clause moved."""
LONG = 12
"""A clause of at least so many words can be told from all others by its words alone."""
GAP_LIMIT = 40
"""Of what is left at one place at most so many clauses of each side are compared."""
ALL_PAIRS = 900
"""Gaps with at most so many possible pairs are compared in full, larger ones by their rare words."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Clauses that stand for each other: normally one and one, more where a clause was split or joined."""

    published: tuple[int, ...]
    emended: tuple[int, ...]
    similarity: float
    moved: bool = False


@dataclass(frozen=True)
class Alignment:
    """Pairs in emended order, and the clauses (indices) that only one side has."""

    old: Stream = field(repr=False)
    new: Stream = field(repr=False)
    pairs: tuple[Pair, ...]
    insertions: tuple[int, ...]
    deletions: tuple[int, ...]

    @property
    def published(self) -> Document:
        """The document on the published side."""
        return self.old.document

    @property
    def emended(self) -> Document:
        """The document on the emended side."""
        return self.new.document

    @property
    def moves(self) -> tuple[Pair, ...]:
        """Pairs whose clause stands elsewhere in the emended document."""
        return tuple(pair for pair in self.pairs if pair.moved)

    @cached_property
    def published_of(self) -> dict[int, int]:
        """The first published clause of each emended clause that begins a pair."""
        return {pair.emended[0]: pair.published[0] for pair in self.pairs}

    @cached_property
    def pair_of(self) -> dict[int, Pair]:
        """The pair of each paired emended clause."""
        return {clause: pair for pair in self.pairs for clause in pair.emended}

    @cached_property
    def sections(self) -> dict[SectionId, SectionId]:
        """The base section of each emended section: the published anchor, or `+anchor` where there is none."""
        sections: dict[SectionId, SectionId] = {}
        by_clause = {heading.clause: heading for heading in self.published.headings}
        for heading in self.emended.headings:
            base = self.published_of.get(heading.clause)
            found = by_clause.get(base) if base is not None else None
            sections[heading.id] = found.id if found else SectionId(f"+{heading.id}")
        return sections


def align(published: Document, emended: Document) -> Alignment:
    """Align the clauses of two documents by their words."""
    return _Aligner(read_stream(published), read_stream(emended)).run()


def contents_clauses(document: Document) -> frozenset[int]:
    """The clauses that are a table of contents: nearly all of their words lead into the page itself."""
    linked: dict[int, tuple[int, int]] = {}
    for link in document.links:
        if link.clause is not None and link.kind is LinkKind.IN_PAGE:
            count, length = linked.get(link.clause, (0, 0))
            linked[link.clause] = (count + 1, length + len(link.text.strip()))
    wide = {ClauseKind.TABLE_ROW: 2, ClauseKind.LIST_ITEM: 1, ClauseKind.PARAGRAPH: 3, ClauseKind.HTML: 2}
    return frozenset(
        clause
        for clause, (count, length) in linked.items()
        if count >= wide.get(document.clauses[clause].kind, 99)
        and length >= 0.75 * len("".join(document.clauses[clause].text.split()))
    )


def clause_ids(alignment: Alignment) -> tuple[ClauseId, ...]:
    """An id for each emended clause: that of its base clause, or `<section>.+<5 base32 of its first words>`.

    Of a clause that was split the first part keeps the id. Two new clauses of a section that begin alike are
    told apart by all of their words, and where these are equal by their order.
    """
    published = alignment.published.clauses
    ids: list[ClauseId] = []
    taken: set[ClauseId] = set()
    for index, clause in enumerate(alignment.emended.clauses):
        base = alignment.published_of.get(index)
        if base is not None:
            found = published[base].id
        else:
            section = alignment.sections.get(clause.section, clause.section)
            words = alignment.new.words(index) or tuple(alignment.emended.source.slice(clause.span).split())
            found = next(minted for minted in _minted(section, words) if minted not in taken)
        taken.add(found)
        ids.append(found)
    return tuple(ids)


def _minted(section: str, words: tuple[str, ...]) -> Iterator[ClauseId]:
    yield ClauseId(f"{section}.+{_mark(words[:8])}")
    yield ClauseId(f"{section}.+{_mark(words)}")
    for count in range(2, 1_000_000):
        yield ClauseId(f"{section}.+{_mark((*words, str(count)))}")


def _mark(words: tuple[str, ...]) -> str:
    return base64.b32encode(hashlib.sha256(" ".join(words).encode()).digest()).decode().lower()[:5]


def heaviest_rising(pairs: Sequence[tuple[int, int, float]]) -> list[int]:
    """Indices of the heaviest chain of (old, new, weight) that rises strictly on both sides.

    A Fenwick tree of best chains over the new side: k pairs take k log k steps.
    """
    places = sorted({new for _, new, _ in pairs})
    best: list[tuple[float, int]] = [(0.0, -1)] * (len(places) + 1)
    before = [-1] * len(pairs)
    order = sorted(range(len(pairs)), key=lambda k: (pairs[k][0], -pairs[k][1]))
    for k in order:
        rank = bisect_left(places, pairs[k][1])
        weight, before[k] = 0.0, -1
        at = rank
        while at > 0:
            if best[at][0] > weight:
                weight, before[k] = best[at]
            at -= at & -at
        entry = (weight + pairs[k][2], k)
        at = rank + 1
        while at <= len(places):
            if best[at][0] < entry[0]:
                best[at] = entry
            at += at & -at
    k = max(((best[at]) for at in range(len(best))), default=(0.0, -1))[1]
    chain: list[int] = []
    while k >= 0:
        chain.append(k)
        k = before[k]
    return chain[::-1]


def _runs(x: list[int], y: list[int]) -> int:
    """Into how many unbroken stretches the words common to both fall."""
    return sum(1 for step in Indel.opcodes(x, y) if step.tag == "equal")


@dataclass(slots=True)
class _Group:
    """A pair in the making."""

    a: list[int]
    b: list[int]
    similarity: float


class _Side:
    """One document as the aligner sees it: words as numbers, the class of each clause, what is still free."""

    def __init__(self, stream: Stream, ids: dict[str, int]) -> None:
        self.stream = stream
        self.clauses = stream.document.clauses
        self.words = [[ids.setdefault(word, len(ids)) for word in stream.words(c)] for c in range(len(self.clauses))]
        contents = contents_clauses(stream.document)
        self.classes = [
            "heading" if clause.kind is ClauseKind.HEADING else "contents" if c in contents else "text"
            for c, clause in enumerate(self.clauses)
        ]
        self.free = set(range(len(self.clauses)))
        self.group_of: dict[int, _Group] = {}
        self.grouped: list[int] = []

    def key(self, clause: int) -> Hashable:
        """What makes two clauses equal: class and words, or the bare source where there are no words."""
        if self.words[clause]:
            return (self.classes[clause], tuple(self.words[clause]))
        return (self.clauses[clause].kind, tuple(self.stream.document.source.slice(self.clauses[clause].span).split()))

    def take(self, clause: int, group: _Group) -> None:
        """Put a clause into a pair."""
        self.free.discard(clause)
        self.group_of[clause] = group
        insort(self.grouped, clause)

    def beside(self, clause: int) -> Iterator[_Group]:
        """The pairs next to a clause, the one before it first."""
        at = bisect_left(self.grouped, clause)
        for neighbour in self.grouped[max(0, at - 1) : at + 1]:
            yield self.group_of[neighbour]

    def joined(self, clauses: list[int]) -> list[int]:
        """The words of several clauses."""
        return [word for clause in clauses for word in self.words[clause]]


class _Aligner:
    """The working state of one alignment: groups of clauses, filled in step by step."""

    def __init__(self, old: Stream, new: Stream) -> None:
        ids: dict[str, int] = {}
        self.a, self.b = _Side(old, ids), _Side(new, ids)
        self.groups: list[_Group] = []
        self.moved: list[Pair] = []

    def run(self) -> Alignment:
        """All steps in order."""
        self._match_equal()
        for p, e, similarity in [found for a, b in self._gaps() for found in self._chain(a, b)]:
            self._join(p, e, similarity)
        self._extend(self.a, self.b)
        self._extend(self.b, self.a)
        for p, e, similarity in [found for a, b in self._gaps() for found in self._rewritten(a, b)]:
            self._join(p, e, similarity)
        self._match_moved()
        pairs = [Pair(tuple(sorted(g.a)), tuple(sorted(g.b)), g.similarity) for g in self.groups] + self.moved
        return Alignment(
            self.a.stream,
            self.b.stream,
            tuple(sorted(pairs, key=lambda pair: pair.emended)),
            tuple(sorted(self.b.free)),
            tuple(sorted(self.a.free)),
        )

    def _join(self, p: int, e: int, similarity: float) -> None:
        group = _Group([p], [e], similarity)
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
        free_a = sorted(set(range(len(old))) - {p for p, _, _ in equal})
        free_b = sorted(set(range(len(new))) - {e for _, e, _ in equal})
        index = index_words(self.a.stream.words(p) for p in free_a)
        near = (
            (free_a[k], e)
            for e in free_b
            if len(self.b.words[e]) >= LONG
            for k in index.candidates(self.b.stream.words(e), 3)
        )
        scored = equal + [(p, e, s) for p, e in near if (s := self._similarity(p, e)) >= MOVED]
        for k in heaviest_rising([(p, e, s * self._weight(p, e) + 0.5) for p, e, s in scored]):
            if scored[k][2] == 1.0:
                self._join(*scored[k])

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
        scored = [(p, e, s) for p, e in self._candidates(a, b) if (s := self._similarity(p, e))]
        for k in heaviest_rising([(p, e, s * self._weight(p, e)) for p, e, s in scored]):
            yield scored[k]

    def _weight(self, p: int, e: int) -> float:
        same_kind = self.a.clauses[p].kind is self.b.clauses[e].kind
        return min(len(self.a.words[p]), len(self.b.words[e])) * (1.0 if same_kind else 0.8)

    def _candidates(self, a: list[int], b: list[int]) -> Iterable[tuple[int, int]]:
        if len(a) * len(b) <= ALL_PAIRS:
            return [(p, e) for p in a for e in b]
        index = index_words(self.a.stream.words(p) for p in a)
        return [(a[k], e) for e in b for k in index.candidates(self.b.stream.words(e), 8)]

    def _similarity(self, p: int, e: int) -> float:
        """How alike two clauses are, 0 when they are not one clause."""
        x, y = self.a.words[p], self.b.words[e]
        if not x or not y or self.a.classes[p] != self.b.classes[e]:
            return 0.0
        common = LCSseq.similarity(x, y)
        ratio = 2 * common / (len(x) + len(y))
        shorter = min(len(x), len(y))
        if ratio < SIMILAR and shorter >= 4 and common >= CONTAINED * shorter and common >= 3 * _runs(x, y):
            return 0.4
        return ratio if ratio >= SIMILAR else 0.0

    def _extend(self, whole: _Side, parts: _Side) -> None:
        """Take into a pair what was split off: free clauses with words the pair does not yet account for."""
        for clause in sorted(parts.free):
            for group in parts.beside(clause) if len(parts.words[clause]) >= 4 else ():
                all_of, own = (group.a, group.b) if parts is self.b else (group.b, group.a)
                if parts.classes[clause] == parts.classes[own[0]] and self._splits(
                    whole.joined(all_of), parts.joined(own), parts.words[clause], clause < own[0]
                ):
                    own.append(clause)
                    own.sort()
                    parts.take(clause, group)
                    break

    def _splits(self, whole: list[int], own: list[int], more: list[int], before: bool) -> bool:
        both = [*more, *own] if before else [*own, *more]
        gain = LCSseq.similarity(whole, both) - LCSseq.similarity(whole, own)
        return gain >= 0.6 * len(more) and LCSseq.similarity(whole, more) >= 2 * _runs(whole, more)

    def _rewritten(self, a: list[int], b: list[int]) -> Iterator[tuple[int, int, float]]:
        """What is left at one place: clauses that share some words, and the only one of a kind on each side."""
        scored = [(p, e, self._share(p, e)) for p in a[:GAP_LIMIT] for e in b[:GAP_LIMIT] if self._alike(p, e)]
        only = set(self._only(self.a, a)) & set(self._only(self.b, b))
        kept = [
            (p, e, s)
            for p, e, s in scored
            if s >= REWRITTEN or (self._kind(self.a, p) in only and self._fits(p, e, (a[-1], b[-1])))
        ]
        for k in heaviest_rising([(p, e, (s + 0.1) * self._weight(p, e)) for p, e, s in kept]):
            yield kept[k]

    def _only(self, side: _Side, clauses: list[int]) -> Iterator[Hashable]:
        """The kinds that only one of some clauses has."""
        counts = Counter(self._kind(side, clause) for clause in clauses)
        return (kind for kind, count in counts.items() if count == 1)

    def _kind(self, side: _Side, clause: int) -> Hashable:
        known = side.clauses[clause]
        return (known.kind, known.label, known.depth)

    def _fits(self, p: int, e: int, last: tuple[int, int]) -> bool:
        """Whether clauses may be one though their words differ: of like length, or headings over common text."""
        if self.a.classes[p] == "heading":
            over = p + 1 < len(self.a.classes) and self.a.classes[p + 1] != "heading"
            return (p, e) == last and over
        lengths = sorted((len(self.a.words[p]), len(self.b.words[e])))
        return lengths[1] <= 4 * lengths[0]

    def _alike(self, p: int, e: int) -> bool:
        same = self.a.classes[p] == self.b.classes[e] and self.a.clauses[p].kind is self.b.clauses[e].kind
        return same and bool(self.a.words[p] and self.b.words[e])

    def _share(self, p: int, e: int) -> float:
        x, y = self.a.words[p], self.b.words[e]
        return 2 * LCSseq.similarity(x, y) / (len(x) + len(y))

    def _match_moved(self) -> None:
        """Pair free clauses that stand elsewhere on the other side: equal ones, else long and nearly equal."""
        a = [p for p in sorted(self.a.free) if len(self.a.words[p]) >= 3]
        index = index_words(self.a.stream.words(p) for p in a)
        for e in sorted(e for e in self.b.free if len(self.b.words[e]) >= 3):
            words = self.b.stream.words(e)
            near = index.equal(words) or (index.candidates(words, 4) if len(words) >= 6 else ())
            for p in (a[k] for k in near if a[k] in self.a.free):
                if self._alike(p, e) and self._share(p, e) >= MOVED:
                    self.moved.append(Pair((p,), (e,), self._share(p, e), moved=True))
                    self.a.free.discard(p)
                    self.b.free.discard(e)
                    break
