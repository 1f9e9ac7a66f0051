"""Markup: differences that leave every word: emphasis, links, breaks, attribute lists, kinds of block, rules.

In: an alignment and where unchanged words stand. Out: `Found` changes of unit `markup` or `whitespace`, whose
words are the same on both sides.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from kb.align import Pair
from kb.diff import Edit, diff
from kb.emendations._found import Found, span_of
from kb.emendations._layout import Opener
from kb.emendations._words import WordChanges
from kb.kramdown.patterns import ATTRIBUTE_LIST
from kb.model import BlockKind, Clause, PieceKind
from kb.provenance import EmendationKind, Unit
from kb.text import Span
from kb.tokens import Stream
from kb.values import quick

NEAR = 6
"""Differences of markup with at most so many unchanged tokens between them are one change (both ends of emphasis)."""
_RAISED = re.compile(r"<sup>((?:\s*+\[\^[^\]\n]+\][\s,;]*+)++)</sup>", re.IGNORECASE)
"""Footnote markers that are raised, with nothing else that is."""
_MARKER = re.compile(
    r"(?:&(?:nbsp|thinsp|#160);\s*+)?\[\^[^\]\n]+\]"
    r"(?:\s*+(?:<sup>\s*+)?[,;]\s*+(?:</sup>\s*+)?(?=\[\^[^\]\n]+\]))?"
)
_ATTRIBUTES = re.compile(ATTRIBUTE_LIST)
_CONTAINER = re.compile(r"(?m)^[ \t]*(?:(?:>|[-*+:](?=\s)|\d+[.)](?=\s)|#{1,6}(?=\s))[ \t]*)+")


@quick
@dataclass(frozen=True, slots=True)
class _Gap:
    """The source before tokens i and j of the two sides (behind the last token of a clause: before the next)."""

    i: int
    j: int
    old: Span
    new: Span
    clauses: tuple[int, int]
    inner: bool = False
    markup: bool = False

    def near(self, other: "_Gap") -> bool:
        """Whether two gaps of a clause lie close together, the same tokens between them on both sides."""
        same = self.clauses == other.clauses and self.j - other.j == self.i - other.i
        return same and self.j - other.j <= NEAR


class MarkupChanges:
    """Finds what differs around unchanged words."""

    def __init__(self, words: WordChanges) -> None:
        self.words = words
        self.alignment = words.alignment
        self.old, self.new = words.old, words.new
        self.old_text, self.new_text = words.alignment.published.source.text, words.alignment.emended.source.text
        changed = {at for run in words.runs for at in range(run.edit.new_start, run.edit.new_end)}
        self._linked = frozenset(link for link in words.same if link[1] not in changed)

    def find(self) -> Iterator[Found]:
        """Every change of markup, unsorted."""
        yield from self._inline()
        yield from self._attribute_lists()
        yield from self._kinds()
        yield from self._bare_blocks()
        yield from self._wordless()

    # Around words

    def _inline(self) -> Iterator[Found]:
        """Gaps between unchanged tokens that differ, neighbouring ones as one change."""
        held: list[_Gap] = []
        for gap in self._gaps():
            if held and not (gap.near(held[-1]) and self._unchanged(held[-1], gap)):
                yield self._of_gaps(held)
                held = []
            held.append(gap)
        if held:
            yield self._of_gaps(held)

    def _unchanged(self, gap: "_Gap", other: "_Gap") -> bool:
        """Whether every token between two gaps stands for the one at its place on the other side."""
        return all((gap.i + k, gap.j + k) in self._linked for k in range(other.j - gap.j))

    def _gaps(self) -> Iterator["_Gap"]:
        """The places before, between and behind unchanged tokens of a clause where the sources differ."""
        before = (-1, -1)
        for i, j in sorted(self.words.same, key=itemgetter(1)):
            if before == (i - 1, j - 1) and self._stand_alike(i, j):
                before = (i, j)
                continue
            clauses = self.old.tokens[i].clause, self.new.tokens[j].clause
            firsts = self._is_edge(self.old, i, i - 1), self._is_edge(self.new, j, j - 1)
            if all(firsts) or (before == (i - 1, j - 1) and not any(firsts)):
                spans = self._before(self.old, i), self._before(self.new, j)
                yield from self._compare(_Gap(i, j, *spans, clauses, inner=not any(firsts)))
            if self._is_edge(self.old, i, i + 1) and self._is_edge(self.new, j, j + 1):
                spans = self._behind(self.old, i), self._behind(self.new, j)
                yield from self._compare(_Gap(i + 1, j + 1, *spans, clauses))
            before = (i, j)

    def _stand_alike(self, i: int, j: int) -> bool:
        """Whether two tokens stand in their clauses, first and last of none, behind the same signs: most do."""
        old, new = self.old.tokens, self.new.tokens
        if i + 1 >= len(old) or j + 1 >= len(new) or i < 1 or j < 1:
            return False
        if not old[i - 1].clause == old[i].clause == old[i + 1].clause:
            return False
        if not new[j - 1].clause == new[j].clause == new[j + 1].clause:
            return False
        between = self.old_text[old[i - 1].span.end : old[i].span.start]
        return between == self.new_text[new[j - 1].span.end : new[j].span.start]

    def _is_edge(self, stream: Stream, at: int, beside: int) -> bool:
        """Whether the token beside one is of another clause, or none."""
        return not 0 <= beside < len(stream.tokens) or stream.tokens[beside].clause != stream.tokens[at].clause

    def _before(self, stream: Stream, at: int) -> Span:
        token = stream.tokens[at]
        if self._is_edge(stream, at, at - 1):
            return Span(min(stream.document.clauses[token.clause].span.start, token.span.start), token.span.start)
        return Span(stream.tokens[at - 1].span.end, token.span.start)

    def _behind(self, stream: Stream, at: int) -> Span:
        token = stream.tokens[at]
        return Span(token.span.end, max(stream.document.clauses[token.clause].span.end, token.span.end))

    def _compare(self, gap: "_Gap") -> Iterator["_Gap"]:
        """The gap if its sides differ in more than blanks, footnote markers, container marks and block attributes."""
        old, new = self.old_text[gap.old.start : gap.old.end], self.new_text[gap.new.start : gap.new.end]
        if old == new:
            return
        old, new = _bare(old, gap.inner), _bare(new, gap.inner)
        if "".join(old.split()) != "".join(new.split()) or (gap.inner and _breaks(old) != _breaks(new)):
            yield replace(gap, markup=bool(old.strip() or new.strip()))

    def _of_gaps(self, gaps: list["_Gap"]) -> Found:
        first, last = gaps[0], gaps[-1]
        spans = Span(first.old.start, last.old.end), Span(first.new.start, last.new.end)
        unit = Unit.MARKUP if any(gap.markup for gap in gaps) else Unit.WHITESPACE
        return self._found(Edit(first.i, last.i, first.j, last.j), spans, first.clauses, unit)

    def _found(self, edit: Edit, spans: tuple[Span, Span], clauses: tuple[int | None, int | None], unit: Unit) -> Found:
        return Found(edit, *spans, EmendationKind.FORMAT, unit, False, *clauses, bears=False)

    # Attribute lists

    def _attribute_lists(self) -> Iterator[Found]:
        """Attribute lists that differ on blocks both sides have, or that only one side has."""
        base = {e: pair.published[0] for pair in self.alignment.pairs if not pair.moved for e in pair.emended}
        old_openers, new_openers = (layout.openers for layout in self.words.layouts)
        known: dict[tuple[BlockKind, int], list[Opener]] = {}
        kept = set(base.values())
        for opener in old_openers:
            first = next((c for c in range(opener.first, opener.last + 1) if c in kept), None)
            if first is not None:
                known.setdefault((opener.kind, first), []).append(opener)
        for opener in new_openers:
            held = next((c for c in range(opener.first, opener.last + 1) if c in base), None)
            if held is None:
                continue
            nested = known.get((opener.kind, base[held]), [])
            counterpart = nested.pop(0) if nested else None
            before = _squeezed(self.old_text, counterpart.span) if counterpart else None
            if before != _squeezed(self.new_text, opener.span):
                yield self._of_opener(counterpart, opener, held)
        for opener in (opener for left in known.values() for opener in left):
            at = self.words.places.new_at(self.old.starts[opener.first])
            edit = Edit(self.old.starts[opener.first], self.old.starts[opener.first], at, at)
            yield self._found(edit, (opener.span, span_of(self.new, at, at)), (opener.first, None), Unit.MARKUP)
        yield from self._orphans()

    def _of_opener(self, old: Opener | None, new: Opener, held: int) -> Found:
        start = self.new.starts[held]
        at = self.words.places.old_at(start)
        old_span = old.span if old else span_of(self.old, at, at)
        edit = Edit(at, at, start, start)
        return self._found(edit, (old_span, new.span), (old.first if old else None, held), Unit.MARKUP)

    def _orphans(self) -> Iterator[Found]:
        """Attribute lists that belong to no block and that the other side lacks."""
        placed = [{opener.span for opener in layout.openers} for layout in self.words.layouts]
        lists = [
            [span for orphan in document.orphans for span in orphan.spans if span not in placed[side]]
            for side, document in enumerate((self.alignment.published, self.alignment.emended))
        ]
        yield from self._bare_changes(*lists)

    # Blocks

    def _kinds(self) -> Iterator[Found]:
        """Clauses that became another kind of block: an item, a heading of another level, a boxed paragraph."""
        levels = [
            {heading.clause: heading.level for heading in document.headings}
            for document in (self.alignment.published, self.alignment.emended)
        ]
        for pair in self.alignment.pairs:
            p, e = pair.published[0], pair.emended[0]
            old, new = self.alignment.published.clauses[p], self.alignment.emended.clauses[e]
            if not pair.moved:
                yield from self._seams(pair)
            if not pair.moved and (old.kind is not new.kind or levels[0].get(p) != levels[1].get(e)):
                edit = Edit(self.old.starts[p], self.old.starts[p], self.new.starts[e], self.new.starts[e])
                yield self._found(edit, (_mark(old), _mark(new)), (p, e), Unit.MARKUP)

    def _seams(self, pair: Pair) -> Iterator[Found]:
        """Where a paragraph was split or joined: the place where the further clause begins."""
        for e in pair.emended[1:]:
            start = self.new.starts[e]
            at = self.words.places.old_at(start)
            place = self.alignment.emended.clauses[e].span.start
            spans = span_of(self.old, at, at), Span(place, place)
            yield self._found(Edit(at, at, start, start), spans, (pair.published[0], e), Unit.WHITESPACE)
        for p in pair.published[1:]:
            start = self.old.starts[p]
            at = self.words.places.new_at(start)
            place = self.alignment.published.clauses[p].span.start
            spans = Span(place, place), span_of(self.new, at, at)
            yield self._found(Edit(start, start, at, at), spans, (p, pair.emended[0]), Unit.WHITESPACE)

    def _bare_blocks(self) -> Iterator[Found]:
        """Rules and page marks that only one side has."""
        lists = [layout.bare for layout in self.words.layouts]
        yield from self._bare_changes(*lists)

    def _bare_changes(self, old: Sequence[Span], new: Sequence[Span]) -> Iterator[Found]:
        keys = [_squeezed(self.old_text, span) for span in old], [_squeezed(self.new_text, span) for span in new]
        for edit in diff(*keys):
            for span in old[edit.old_start : edit.old_end]:
                i = self._token_at(self.old, span.start)
                j = self.words.places.new_at(i)
                yield self._found(Edit(i, i, j, j), (span, span_of(self.new, j, j)), (None, None), Unit.MARKUP)
            for span in new[edit.new_start : edit.new_end]:
                j = self._token_at(self.new, span.start)
                i = self.words.places.old_at(j)
                yield self._found(Edit(i, i, j, j), (span_of(self.old, i, i), span), (None, None), Unit.MARKUP)

    def _token_at(self, stream: Stream, offset: int) -> int:
        """The first token at or after an offset."""
        return bisect_left(stream.tokens, offset, key=lambda token: token.span.start)

    def _wordless(self) -> Iterator[Found]:
        """Clauses without words that only one side has: page anchors, empty elements."""
        for stream, clauses in ((self.old, self.alignment.deletions), (self.new, self.alignment.insertions)):
            spans = [stream.document.clauses[c].span for c in clauses if stream.starts[c] == stream.starts[c + 1]]
            old, new = (spans, []) if stream is self.old else ([], spans)
            yield from self._bare_changes(old, new)


def _bare(gap: str, inner: bool) -> str:
    """A gap without footnote markers and container marks and, at the edge of a clause, without attribute lists."""
    if not gap.strip():
        return gap
    kept = gap if inner else _ATTRIBUTES.sub("", gap)
    return _CONTAINER.sub("", _MARKER.sub("", _RAISED.sub(r"\1", kept)))


def _breaks(gap: str) -> str:
    """The white space of a gap as far as it matters: none, blank, or a new line."""
    return "\n" if "\n" in gap.strip(" \t") else " " if gap[:1].isspace() or gap[-1:].isspace() else ""


def _squeezed(text: str, span: Span) -> str:
    return "".join(text[span.start : span.end].split())


def _mark(clause: Clause) -> Span:
    """The mark that makes a clause what it is (`- `, `#### `), or the empty span where it begins."""
    piece = next((p for p in clause.pieces if p.kind is PieceKind.MARKUP), None)
    if piece is not None and piece.span.start == clause.span.start:
        return piece.span
    return Span(clause.span.start, clause.span.start)
