"""Markup: differences that leave every word: emphasis, links, breaks, attribute lists, kinds of block, rules.

In: an alignment and where unchanged words stand. Out: `Found` changes of unit `markup` or `whitespace`, whose
words are the same on both sides.
"""

import re
from collections.abc import Iterator

from kb.align import Pair
from kb.diff import Edit, diff
from kb.emendations._found import Found, span_of
from kb.emendations._layout import Opener
from kb.emendations._words import WordChanges
from kb.model import BlockKind, Clause, PieceKind
from kb.provenance import EmendationKind, Unit
from kb.text import Span
from kb.tokens import Stream

NEAR = 6
"""Differences of markup with at most so many unchanged tokens between them are one change (both ends of emphasis)."""
_MARKER = re.compile(r"\[\^[^\]\n]+\]")
_CONTAINER = re.compile(r"(?m)^[ \t]*(?:(?:>|[-*+](?=\s)|\d+[.)](?=\s)|#{1,6}(?=\s))[ \t]*)+")


class MarkupChanges:
    """Finds what differs around unchanged words."""

    def __init__(self, words: WordChanges) -> None:
        self.words = words
        self.alignment = words.alignment
        self.old, self.new = words.old, words.new
        self.old_text, self.new_text = words.alignment.published.source.text, words.alignment.emended.source.text

    def find(self) -> Iterator[Found]:
        """Every change of markup, unsorted."""
        yield from self._inline()
        yield from self._attribute_lists()
        yield from self._kinds()
        yield from self._bare_blocks()
        yield from self._wordless()

    # Around words

    def _inline(self) -> Iterator[Found]:
        held: list[tuple[int, int]] = []
        last: tuple[int, int] | None = None
        for i, j in sorted(self.words.same, key=lambda link: link[1]):
            follows = last == (i - 1, j - 1)
            if follows and self.old.tokens[i].clause == self.old.tokens[i - 1].clause:
                if self._differ(i, j):
                    if held and (j - held[-1][1] > NEAR or i - held[-1][0] != j - held[-1][1]):
                        yield self._of_gaps(held)
                        held = []
                    held.append((i, j))
            elif not follows and held:
                yield self._of_gaps(held)
                held = []
            last = (i, j)
        if held:
            yield self._of_gaps(held)

    def _between(self, stream: Stream, at: int) -> str:
        """The source between token `at` and the one before it."""
        text = self.old_text if stream is self.old else self.new_text
        return text[stream.tokens[at - 1].span.end : stream.tokens[at].span.start]

    def _gap(self, stream: Stream, at: int) -> str:
        """The same without footnote markers and container marks."""
        between = self._between(stream, at)
        return _CONTAINER.sub("", _MARKER.sub("", between)) if between.strip() else between

    def _differ(self, i: int, j: int) -> bool:
        """Whether the source before two tokens that are the same differs in more than blanks."""
        if self._between(self.old, i) == self._between(self.new, j):
            return False
        old, new = self._gap(self.old, i), self._gap(self.new, j)
        return "".join(old.split()) != "".join(new.split()) or _breaks(old) != _breaks(new)

    def _of_gaps(self, gaps: list[tuple[int, int]]) -> Found:
        (i0, j0), (i1, j1) = gaps[0], gaps[-1]
        single = len(gaps) == 1
        bare = all(not self._gap(s, at).strip() for gap in gaps for s, at in ((self.old, gap[0]), (self.new, gap[1])))
        old = Span(self.old.tokens[i0 - 1].span.end, self.old.tokens[i1].span.start)
        new = Span(self.new.tokens[j0 - 1].span.end, self.new.tokens[j1].span.start)
        edit = Edit(i0, i0, j0, j0) if single else Edit(i0, i1, j0, j1)
        clauses = self.old.tokens[i0].clause, self.new.tokens[j0].clause
        return self._found(edit, (old, new), clauses, Unit.WHITESPACE if bare else Unit.MARKUP)

    def _found(self, edit: Edit, spans: tuple[Span, Span], clauses: tuple[int | None, int | None], unit: Unit) -> Found:
        return Found(edit, *spans, EmendationKind.FORMAT, unit, False, *clauses, bears=False)

    # Attribute lists

    def _attribute_lists(self) -> Iterator[Found]:
        """Attribute lists that differ on blocks both sides have, or that only one side has."""
        base = {e: pair.published[0] for pair in self.alignment.pairs if not pair.moved for e in pair.emended}
        old_openers, new_openers = (layout.openers for layout in self.words.layouts)
        known: dict[tuple[BlockKind, int], Opener] = {}
        kept = set(base.values())
        for opener in old_openers:
            first = next((c for c in range(opener.first, opener.last + 1) if c in kept), None)
            if first is not None:
                known.setdefault((opener.kind, first), opener)
        for opener in new_openers:
            held = next((c for c in range(opener.first, opener.last + 1) if c in base), None)
            if held is None:
                continue
            counterpart = known.pop((opener.kind, base[held]), None)
            if counterpart is None or _squeezed(self.old_text, counterpart.span) != _squeezed(
                self.new_text, opener.span
            ):
                yield self._of_opener(counterpart, opener, held)
        for opener in known.values():
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
        keys = [_squeezed(self.old_text, span) for span in lists[0]], [_squeezed(self.new_text, s) for s in lists[1]]
        yield from self._bare_changes(lists[0], lists[1], diff(*keys))

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
        lists = [[bare.span for bare in layout.bare] for layout in self.words.layouts]
        keys = [_squeezed(self.old_text, span) for span in lists[0]], [_squeezed(self.new_text, s) for s in lists[1]]
        yield from self._bare_changes(lists[0], lists[1], diff(*keys))

    def _bare_changes(self, old: list[Span], new: list[Span], edits: tuple[Edit, ...]) -> Iterator[Found]:
        for edit in edits:
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
        low, high = 0, len(stream.tokens)
        while low < high:
            middle = (low + high) // 2
            if stream.tokens[middle].span.start < offset:
                low = middle + 1
            else:
                high = middle
        return low

    def _wordless(self) -> Iterator[Found]:
        """Clauses without words that only one side has: page anchors, empty elements."""
        for stream, clauses in ((self.old, self.alignment.deletions), (self.new, self.alignment.insertions)):
            spans = [stream.document.clauses[c].span for c in clauses if stream.starts[c] == stream.starts[c + 1]]
            old, new = (spans, []) if stream is self.old else ([], spans)
            yield from self._bare_changes(old, new, (Edit(0, len(old), 0, len(new)),))


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
