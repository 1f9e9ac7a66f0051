"""Clauses: whole clauses that only one side has, as changes; and which of them are no text of the work.

In: an alignment and where unchanged words stand. Out: `Found` changes made of whole clauses.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from kb.align import Alignment, contents_clauses
from kb.diff import Edit
from kb.emendations._blocks import (
    apparatus_below,
    group_clauses,
    heads_block,
    heads_contents,
    heads_page,
    is_notice,
    is_page_mark,
    key_clauses,
    title_page,
    unit_of,
)
from kb.emendations._found import Found, span_of
from kb.emendations._judging import refers
from kb.emendations._layout import Layout
from kb.emendations._places import Places
from kb.model import WHOLE_LINES, BlockKind, ClauseKind
from kb.provenance import EmendationKind, Unit
from kb.text import Span
from kb.tokens import Stream

_EDITORIAL = re.compile(r"\bemended\b|\bemendations?\b|\berrata\b|\bthis (?:edition|transcription)\b", re.IGNORECASE)


class ClauseChanges:
    """Finds the whole clauses that only one side of an alignment has."""

    def __init__(self, alignment: Alignment, layouts: tuple[Layout, Layout], places: Places) -> None:
        self.alignment, self.layouts, self.places = alignment, layouts, places
        self.old, self.new = alignment.old, alignment.new
        self.contents = contents_clauses(alignment.published), contents_clauses(alignment.emended)
        self.moved = {c for pair in alignment.moves for c in pair.emended}
        self.moved_from = {c for pair in alignment.moves for c in pair.published}
        self.added = {*alignment.insertions, *self.moved}
        self.dropped = {*alignment.deletions, *self.moved_from}

    def find(self) -> Iterator[Found]:
        """Every such change, unsorted."""
        for group in self._groups(1, self.added - self.moved, self.moved):
            yield self._of_added(group)
        for group in self._groups(0, self.dropped - self.moved_from, self.moved_from):
            yield self._of_dropped(group)

    def _groups(self, side: int, *sets: set[int]) -> Iterator[tuple[int, ...]]:
        """Whole clauses of one side, grouped; those that only moved apart from the others."""
        stream = (self.old, self.new)[side]
        for clauses in sets:
            groups = group_clauses(stream, self.layouts[side], self._worded(stream, clauses))
            yield from self._with_titles(groups if side else self._of_title_page(groups), side)

    def _of_title_page(self, groups: Iterable[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
        """The lines of the title page that were taken out in a row are one group."""
        page, lines = title_page(self.old, self.contents[0]), list[int]()
        for group in groups:
            if lines and not (page.issuperset(group) and group[0] == lines[-1] + 1):
                yield tuple(lines)
                lines = []
            if page.issuperset(group):
                lines += group
            else:
                yield group
        if lines:
            yield tuple(lines)

    def _worded(self, stream: Stream, clauses: set[int]) -> list[int]:
        """The clauses of some that have words, in order."""
        return sorted(c for c in clauses if stream.starts[c] < stream.starts[c + 1])

    def _with_titles(self, groups: Iterable[tuple[int, ...]], side: int) -> Iterator[tuple[int, ...]]:
        """A table of contents and the word above it are one group."""
        stream, contents = (self.old, self.new)[side], self.contents[side]
        title: tuple[int, ...] = ()
        for group in groups:
            if title and (group[0] not in contents or group[0] != title[-1] + 1):
                yield title
                title = ()
            if group[-1] + 1 in contents and heads_contents(stream, group):
                title = (*title, *group)
            else:
                yield (*title, *group)
                title = ()
        if title:
            yield title

    def _of_added(self, group: tuple[int, ...]) -> Found:
        start, end = self.new.starts[group[0]], self.new.starts[group[-1] + 1]
        clauses = [self.alignment.emended.clauses[c] for c in group]
        old_at = self.places.old_at(start)
        head = clauses[0]
        structure = self._is_structure(group, new=True)
        noted = head.note is not None and (head.label is not None or self._opens_box(group[0]))
        kind = (
            EmendationKind.STRUCTURE
            if structure
            else EmendationKind.NOTE_ADDED
            if noted and head.kind is ClauseKind.NOTE_PARAGRAPH
            else EmendationKind.INSERTION
        )
        heads = head.kind is ClauseKind.HEADING or self._leads(group)
        plain = structure or heads or group[0] in self.moved or self._names_kept(group)
        return Found(
            edit=Edit(old_at, old_at, start, end),
            old_span=span_of(self.old, old_at, old_at),
            new_span=self._clauses_span(self.new, self.layouts[1], group, start, end),
            kind=kind,
            unit=Unit.BLOCK if structure else self._unit(1, group),
            substantive=not plain and not refers(self.new.tokens[start:end]),
            old_clause=None,
            new_clause=group[0],
            label=head.label,
            whole=True,
            bears=not structure,
            moved=group[0] in self.moved,
        )

    def _leads(self, group: tuple[int, ...]) -> bool:
        """Whether a clause is as good as the heading of a new one below it, where either has a footnote."""
        below = group[-1] + 1
        if len(group) > 1 or below not in self.added - self.moved:
            return False
        noted = self.new.markers_of(group[0]) or self.new.markers_of(below)
        return bool(noted) and heads_block(self.new.document, group[0])

    def _names_kept(self, group: tuple[int, ...]) -> bool:
        """Whether clauses are terms set above a definition that was published and has their words: it says what it
        said."""
        layout, below = self.layouts[1], group[-1] + 1
        if any(layout.entry_part(clause) != "dt" for clause in group) or below in self.added - self.moved:
            return False
        if below == len(self.alignment.emended.clauses) or layout.entry_part(below) != "dd":
            return False
        held = set(self.new.words(below))
        return all(held.issuperset(self.new.words(clause)) for clause in group)

    def _of_dropped(self, group: tuple[int, ...]) -> Found:
        start, end = self.old.starts[group[0]], self.old.starts[group[-1] + 1]
        clauses = [self.alignment.published.clauses[c] for c in group]
        new_at = self.places.new_at(start)
        structure = self._is_structure(group, new=False)
        notice = is_notice("".join(clause.text for clause in clauses))
        plain = structure or notice or clauses[0].kind is ClauseKind.HEADING or group[0] in self.moved_from
        return Found(
            edit=Edit(start, end, new_at, new_at),
            old_span=self._clauses_span(self.old, self.layouts[0], group, start, end),
            new_span=span_of(self.new, new_at, new_at),
            kind=EmendationKind.STRUCTURE if structure else EmendationKind.DELETION,
            unit=Unit.BLOCK if structure else self._unit(0, group),
            substantive=not plain,
            old_clause=group[0],
            new_clause=None,
            label=clauses[0].label,
            whole=True,
            bears=not structure,
            moved=group[0] in self.moved_from,
        )

    def _unit(self, side: int, group: tuple[int, ...]) -> Unit:
        document = (self.alignment.published, self.alignment.emended)[side]
        entry = self.layouts[side].is_entry(group)
        return Unit.LIST_ITEM if entry else unit_of([document.clauses[clause] for clause in group])

    def _opens_box(self, clause: int) -> bool:
        box = self.layouts[1].around(clause, BlockKind.QUOTE)
        return box is not None and box[0] == clause

    def _clauses_span(self, stream: Stream, layout: Layout, group: tuple[int, ...], start: int, end: int) -> Span:
        """From the first word, or the attribute list of a block that is wholly in the group's side, to the last."""
        clauses = stream.document.clauses
        span = span_of(stream, start, end)
        first, last = clauses[group[0]], clauses[group[-1]]
        low = first.span.start if first.kind in WHOLE_LINES else span.start
        high = last.span.end if last.kind in WHOLE_LINES else span.end
        below = apparatus_below(stream.document, group[0])
        if below is not None:
            return Span(first.span.start, below)
        gone = self.added if stream is self.new else self.dropped
        for opener in (opener for clause in group for opener in layout.opened_at(clause)):
            if all(c in gone for c in range(opener.first, opener.last + 1)):
                if opener.first == group[0] and opener.span.start < low:
                    low = opener.span.start
                elif opener.last == group[-1] and opener.span.end > high:
                    high = opener.span.end
        return Span(low, high)

    @cached_property
    def _fronts(self) -> tuple[int, int]:
        """The first clause of running text, on each side, that stands on both; lines of a title page are none."""
        page = title_page(self.new, self.contents[1])
        paired = [
            (pair.published[0], pair.emended[0])
            for pair in self.alignment.pairs
            if not pair.moved
            and self.alignment.emended.clauses[pair.emended[0]].kind is not ClauseKind.HEADING
            and pair.emended[0] not in self.contents[1]
            and pair.emended[0] not in page
        ]
        return min((p for p, _ in paired), default=0), min((e for _, e in paired), default=0)

    @cached_property
    def _keys(self) -> frozenset[int]:
        """The clauses of the emended text that explain how its footnotes name their sources."""
        return key_clauses(self.new.document, self.old.document)

    def _is_structure(self, group: tuple[int, ...], new: bool) -> bool:
        stream, contents = (self.new, self.contents[1]) if new else (self.old, self.contents[0])
        document = stream.document
        head = document.clauses[group[0]]
        if group[-1] in contents or is_page_mark(head) or heads_page(document, head):
            return True
        if apparatus_below(document, group[0]) is not None:
            return True
        opening = head.section in {"top", *(heading.id for heading in document.headings[:1])}
        marked = any(stream.markers_of(c) for c in group)
        front = group[0] < self._fronts[1 if new else 0]
        if not new:
            return front and (head.kind is ClauseKind.HTML or head.section == "top")
        if not marked and self._keys.issuperset(group):
            return True
        editorial = bool(_EDITORIAL.search("".join(document.clauses[c].text for c in group)))
        return opening and not marked and head.kind is not ClauseKind.HEADING and (front or editorial)
