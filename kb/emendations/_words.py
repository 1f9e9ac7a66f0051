"""Words: changes of running text, from runs inside paired clauses and from clauses only one side has.

In: an alignment. Out: `Found` changes of words and punctuation, and where unchanged words stand on both sides.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from kb.align import Alignment, contents_clauses
from kb.diff import Edit
from kb.emendations._blocks import apparatus_below, group_clauses, is_notice, is_page_mark, unit_of
from kb.emendations._found import Found, span_of
from kb.emendations._layout import Layout
from kb.emendations._places import Places
from kb.emendations._runs import LONGEST_REFERENCE, Change, Run, RunFinder
from kb.model import BlockKind, ClauseKind, SectionId
from kb.provenance import EmendationKind, Unit
from kb.text import Span
from kb.tokens import Stream, Token

TITLE_WORDS = 4
"""The title of a table of contents has at most so many words."""
_EMPTY_WORDS = frozenset(("a", "an", "the", "and", "or", "nor"))
_WHOLE_LINES = frozenset({ClauseKind.HTML, ClauseKind.CODE, ClauseKind.TABLE_ROW})
_EDITORIAL = re.compile(r"\bemended\b|\bemendations?\b|\berrata\b|\bthis (?:edition|transcription)\b", re.IGNORECASE)


class WordChanges:
    """Finds every change of words of one alignment."""

    def __init__(self, alignment: Alignment) -> None:
        self.alignment = alignment
        self.old, self.new = alignment.old, alignment.new
        self.layouts = Layout(alignment.published), Layout(alignment.emended)
        self.contents = contents_clauses(alignment.published), contents_clauses(alignment.emended)
        finder = RunFinder(alignment)
        found = [finder.of_pair(pair) for pair in alignment.pairs if not pair.moved]
        self.runs = [run for one in found for run in one.runs]
        self.same = [link for one in found for link in one.same]
        self.places = Places(self.same, (run.edit for run in self.runs))
        self.inner = [run for pair in alignment.moves for run in finder.of_pair(pair).runs]
        self.moved = {c for pair in alignment.moves for c in pair.emended}
        self.moved_from = {c for pair in alignment.moves for c in pair.published}
        self.added = {*alignment.insertions, *self.moved}
        self.dropped = {*alignment.deletions, *self.moved_from}

    def find(self) -> Iterator[Found]:
        """Every change of words, unsorted."""
        yield from (self._of_run(run) for run in self.runs)
        yield from (replace(self._of_run(run), inner=True) for run in self.inner)
        for group in self._groups(1, self.added - self.moved, self.moved):
            yield self._of_added(group)
        for group in self._groups(0, self.dropped - self.moved_from, self.moved_from):
            yield self._of_dropped(group)

    def _groups(self, side: int, *sets: set[int]) -> Iterator[tuple[int, ...]]:
        """Whole clauses of one side, grouped; those that only moved apart from the others."""
        stream = (self.old, self.new)[side]
        for clauses in sets:
            groups = group_clauses(stream, self.layouts[side], self._worded(stream, clauses))
            yield from self._with_titles(groups, side)

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
            if sum(len(stream.words(c)) for c in group) <= TITLE_WORDS and group[-1] + 1 in contents:
                title = group
            else:
                yield (*title, *group)
                title = ()
        if title:
            yield title

    # Runs inside clauses

    def _of_run(self, run: Run) -> Found:
        edit = run.edit
        old = self.old.tokens[edit.old_start : edit.old_end]
        new = self.new.tokens[edit.new_start : edit.new_end]
        old_clause = old[0].clause if old else self._clause_at(self.old, edit.old_start, run.pair.published)
        new_clause = new[0].clause if new else self._clause_at(self.new, edit.new_start, run.pair.emended)
        kind, substantive, bears = self._judge(run.change, old, new)
        if self._is_apparatus(old_clause, new_clause):
            kind, substantive, bears = EmendationKind.STRUCTURE, False, False
        plain = self._is_plain(old_clause, new_clause, edit)
        return Found(
            edit=edit,
            old_span=span_of(self.old, edit.old_start, edit.old_end),
            new_span=span_of(self.new, edit.new_start, edit.new_end),
            kind=kind,
            unit=self._unit(run, old, new, new_clause),
            substantive=substantive and not plain,
            old_clause=old_clause,
            new_clause=new_clause,
            bears=bears,
            tentative=run.change is Change.GRAMMAR and not self._is_apparatus(old_clause, new_clause),
        )

    def _clause_at(self, stream: Stream, at: int, clauses: tuple[int, ...]) -> int:
        """The clause, of some, that an empty place lies in: that of the token before it."""
        return next((c for c in clauses if stream.starts[c] <= at <= stream.starts[c + 1]), clauses[0])

    def _judge(self, change: Change, old: Sequence[Token], new: Sequence[Token]) -> tuple[EmendationKind, bool, bool]:
        """Kind, whether substantive, whether a footnote may support it."""
        if change is Change.WORDS:
            return _kind_of(old, new), True, True
        return EmendationKind.FORMAT if change is Change.PUNCTUATION else EmendationKind.TYPO_FIX, False, False

    def _is_apparatus(self, old_clause: int, new_clause: int) -> bool:
        return old_clause in self.contents[0] and new_clause in self.contents[1]

    def _is_plain(self, old_clause: int, new_clause: int, edit: Edit) -> bool:
        """Changes that rule nothing: of headings, labels, page numbers and addresses, of mere references."""
        known = self.alignment.emended.clauses[new_clause], self.alignment.published.clauses[old_clause]
        if all(clause.kind is ClauseKind.HEADING for clause in known) or all(map(is_page_mark, known)):
            return True
        if self._in_label(self.new, new_clause, edit.new_end) and self._in_label(self.old, old_clause, edit.old_end):
            return True
        sides = self.new.tokens[edit.new_start : edit.new_end], self.old.tokens[edit.old_start : edit.old_end]
        if is_notice(self._read(edit)) and sum(map(len, sides)) <= LONGEST_REFERENCE:
            return True
        return all(not side or _refers(side) for side in sides)

    def _in_label(self, stream: Stream, clause: int, end: int) -> bool:
        """Whether tokens up to `end` are the label of a boxed paragraph, its colon included."""
        label = stream.document.clauses[clause].label
        length = len(label.split()) + 1 if label else 0
        return end <= stream.starts[clause] + length

    def _read(self, edit: Edit) -> str:
        source = self.alignment.emended.source, self.alignment.published.source
        spans = span_of(self.new, edit.new_start, edit.new_end), span_of(self.old, edit.old_start, edit.old_end)
        return source[0].slice(spans[0]) + source[1].slice(spans[1])

    def _unit(self, run: Run, old: Sequence[Token], new: Sequence[Token], clause: int) -> Unit:
        if run.change is Change.PUNCTUATION:
            alike = "".join(t.text for t in old) == "".join(t.text for t in new)
            return Unit.WHITESPACE if alike and len(old) != len(new) else Unit.CHARACTER
        words = max(sum(t.is_word for t in side) for side in (old, new))
        if run.change in (Change.SPELLING, Change.GRAMMAR):
            return Unit.WORD if words <= 1 else Unit.PHRASE
        edit = run.edit
        sides = [
            (stream, start, end)
            for stream, start, end in (
                (self.old, edit.old_start, edit.old_end),
                (self.new, edit.new_start, edit.new_end),
            )
            if end > start
        ]
        if all(_is_whole(stream, start, end) for stream, start, end in sides):
            if len(sides) == 2 and all(_is_clause(stream, start, end) for stream, start, end in sides):
                return unit_of([self.alignment.emended.clauses[clause]])
            return Unit.SENTENCE
        return Unit.WORD if words == 1 else Unit.PHRASE

    # Whole clauses

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
        plain = structure or head.kind is ClauseKind.HEADING or group[0] in self.moved
        return Found(
            edit=Edit(old_at, old_at, start, end),
            old_span=span_of(self.old, old_at, old_at),
            new_span=self._clauses_span(self.new, self.layouts[1], group, start, end),
            kind=kind,
            unit=Unit.BLOCK if structure else unit_of(clauses),
            substantive=not plain and not _refers(self.new.tokens[start:end]),
            old_clause=None,
            new_clause=group[0],
            label=head.label,
            whole=True,
            bears=not structure,
            moved=group[0] in self.moved,
        )

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
            unit=Unit.BLOCK if structure else unit_of(clauses),
            substantive=not plain,
            old_clause=group[0],
            new_clause=None,
            label=clauses[0].label,
            whole=True,
            bears=not structure,
            moved=group[0] in self.moved_from,
        )

    def _opens_box(self, clause: int) -> bool:
        box = self.layouts[1].around(clause, BlockKind.QUOTE)
        return box is not None and box[0] == clause

    def _clauses_span(self, stream: Stream, layout: Layout, group: tuple[int, ...], start: int, end: int) -> Span:
        """From the first word, or the attribute list of a block that is wholly in the group's side, to the last."""
        clauses = stream.document.clauses
        span = span_of(stream, start, end)
        first, last = clauses[group[0]], clauses[group[-1]]
        low = first.span.start if first.kind in _WHOLE_LINES else span.start
        high = last.span.end if last.kind in _WHOLE_LINES else span.end
        below = apparatus_below(stream.document, group[0])
        if below is not None:
            return Span(first.span.start, below)
        gone = self.added if stream is self.new else self.dropped
        for opener in layout.openers:
            if opener.first in group and all(c in gone for c in range(opener.first, opener.last + 1)):
                if opener.first == group[0] and opener.span.start < low:
                    low = opener.span.start
                elif opener.last == group[-1] and opener.span.end > high:
                    high = opener.span.end
        return Span(low, high)

    # What is no text of the work

    @cached_property
    def _fronts(self) -> tuple[int, int]:
        """The first clause of running text, on each side, that stands on both."""
        paired = [
            (pair.published[0], pair.emended[0])
            for pair in self.alignment.pairs
            if not pair.moved
            and self.alignment.emended.clauses[pair.emended[0]].kind is not ClauseKind.HEADING
            and pair.emended[0] not in self.contents[1]
        ]
        return min((p for p, _ in paired), default=0), min((e for _, e in paired), default=0)

    def _is_structure(self, group: tuple[int, ...], new: bool) -> bool:
        stream, contents = (self.new, self.contents[1]) if new else (self.old, self.contents[0])
        document = stream.document
        head = document.clauses[group[0]]
        if group[-1] in contents or is_page_mark(head) or apparatus_below(document, group[0]) is not None:
            return True
        opening = head.section in _opening_sections(document.headings[0].id if document.headings else None)
        marked = any(stream.markers_of(c) for c in group)
        front = group[0] < self._fronts[1 if new else 0]
        if not new:
            return front and (head.kind is ClauseKind.HTML or head.section == "top")
        editorial = bool(_EDITORIAL.search("".join(document.clauses[c].text for c in group)))
        return opening and not marked and head.kind is not ClauseKind.HEADING and (front or editorial)


def _opening_sections(first: SectionId | None) -> tuple[str, ...]:
    return ("top",) if first is None else ("top", first)


def _kind_of(old: Sequence[Token], new: Sequence[Token]) -> EmendationKind:
    """A change that keeps every published content word and adds some is an insertion; the reverse is a deletion."""
    before, after = _content(old), _content(new)
    kept = {t.form for t in old if t.is_word} & {t.form for t in new if t.is_word}
    if not _has_words(old) or (kept and len(after) > len(before) and _holds(after, before)):
        return EmendationKind.INSERTION
    if not _has_words(new) or (kept and len(before) > len(after) and _holds(before, after)):
        return EmendationKind.DELETION
    return EmendationKind.SUBSTITUTION


def _refers(tokens: Sequence[Token]) -> bool:
    """Whether words only point elsewhere: one short sentence that begins with `See`."""
    words = [t.form for t in tokens if t.is_word]
    one = not any(t.ends for t in tokens[:-1])
    return one and bool(words) and words[0] in ("see", "cf") and len(words) <= LONGEST_REFERENCE


def _content(tokens: Sequence[Token]) -> list[str]:
    return [t.form for t in tokens if t.is_word and t.form not in _EMPTY_WORDS]


def _has_words(tokens: Sequence[Token]) -> bool:
    return any(t.is_word for t in tokens)


def _holds(whole: Sequence[str], part: Sequence[str]) -> bool:
    """Whether all of `part` stands in `whole`, in order."""
    rest = iter(whole)
    return all(word in rest for word in part)


def _is_whole(stream: Stream, start: int, end: int) -> bool:
    """Whether tokens are whole sentences."""
    begins = stream.starts[stream.tokens[start].clause] == start or stream.tokens[start - 1].ends
    return begins and stream.tokens[end - 1].ends


def _is_clause(stream: Stream, start: int, end: int) -> bool:
    """Whether tokens are the whole of their clause."""
    clause = stream.tokens[start].clause
    return stream.starts[clause] == start and stream.starts[clause + 1] == end
