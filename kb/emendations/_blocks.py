"""Blocks: whole clauses that only one side has, put together as an editor would list them.

In: the clauses only one side has. Out: tuples of neighbouring clauses, one a record: a labelled paragraph with the
list or table it introduces, a new list under its lead, a single paragraph, item or row.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from kb.emendations._layout import Layout
from kb.model import BlockKind, Clause, ClauseKind, Document, PieceKind
from kb.plain_lines.page_lines import names_page
from kb.provenance import Unit
from kb.text import has_words, word_forms
from kb.tokens import Stream

CONTENTS_WORDS = 4
"""The title of a table of contents has at most so many words."""
LONGEST_TITLE = 8
"""A line of a title page has at most so many words and signs."""
LONGEST_LEAD = 8
"""A line in bold that is as good as a heading has at most so many words."""
_LEADING = frozenset({"b", "strong", "summary"})
_STOPS = frozenset(".!?;,")
_SOURCES = frozenset({"abbreviations", "footnotes", "references", "sources"})
_NUMBER = re.compile(r"[\s\-–—•·|()\[\]]*(?:\d{1,4}|[ivxlc]{1,7})(?:\.\d)?[\s\-–—•·|()\[\]]*", re.IGNORECASE)
_HEAD = re.compile(r"\W*(?:(?P<before>[^\W\d][^\n]*?)\W+\d{1,4}|\d{1,4}\W+(?P<behind>[^\W\d][^\n]*?))\W*")
_NOTICE = re.compile(
    r"https?://|www\.\w|\b[\w.+-]+@[\w-]+\.\w|\bP\.?\s?O\.?\s+Box\b|self-addressed|"
    r"stamped envelope|\be-mail\b|\btelephone\b",
    re.IGNORECASE,
)


def group_clauses(stream: Stream, layout: Layout, clauses: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Clauses (rising) in groups, one a record."""
    one_side = _OneSide(stream, layout, clauses, sorted({marker.clause for marker in stream.markers}))
    group: list[int] = []
    for clause in clauses:
        if group and not (clause == group[-1] + 1 and one_side.joins(group, clause)):
            yield tuple(group)
            group = []
        group.append(clause)
    if group:
        yield tuple(group)


@dataclass(frozen=True, slots=True)
class _OneSide:
    """What only one side has: `clauses` rise, and so do `marked`, all clauses of the stream with footnote markers."""

    stream: Stream
    layout: Layout
    clauses: Sequence[int]
    marked: Sequence[int]

    def joins(self, group: list[int], clause: int) -> bool:
        """Whether a clause belongs to the record of the ones before it."""
        known = self.stream.document.clauses
        head, this = known[group[0]], known[clause]
        if head.kind is ClauseKind.HEADING or this.kind is ClauseKind.HEADING:
            return False
        if this.note != head.note or this.label is not None:
            return False
        if head.kind is ClauseKind.NOTE_PARAGRAPH:
            return self.layout.boxes(clause) == self.layout.boxes(group[0])
        return self._defines(group, clause) or self._continues(group[0], clause)

    def _defines(self, group: list[int], clause: int) -> bool:
        """Whether a clause says what the terms before it mean, What bears a footnote of its own
        behind a definition that has one is another change."""
        part, before = self.layout.entry_part(clause), self.layout.entry_part(group[-1])
        if not part or not before or (part, before) == ("dt", "dd") or self.layout.entry_part(group[0]) != "dt":
            return False
        marked = bisect_left(self.marked, clause) > bisect_left(self.marked, group[0])
        one_list = self.layout.around(group[0], BlockKind.LIST) == self.layout.around(clause, BlockKind.LIST)
        return one_list and not (marked and self.stream.markers_of(clause))

    def _continues(self, at: int, clause: int) -> bool:
        """Whether a clause of running text is part of the list or table that began before, or led in by a paragraph."""
        first, this = (self.stream.document.clauses[c] for c in (at, clause))
        if this.kind is ClauseKind.TABLE_ROW:
            return _introduces(first) or (first.kind is this.kind and self._all_new(clause, BlockKind.TABLE))
        if self.layout.around(clause, BlockKind.LIST) is None:
            return False
        if first.kind is ClauseKind.LIST_ITEM and self.layout.depth(clause) > self.layout.depth(at):
            return not self.stream.markers_of(clause)
        if not self._all_new(clause, BlockKind.LIST) or self._count(self.marked, clause, BlockKind.LIST) > 1:
            return False
        return _introduces(first) or first.kind is ClauseKind.LIST_ITEM

    def _all_new(self, clause: int, kind: BlockKind) -> bool:
        """Whether the whole of the outermost block of a kind around a clause is only on this side."""
        first, last = self.layout.around(clause, kind) or (clause, clause)
        return self._count(self.clauses, clause, kind) == last + 1 - first

    def _count(self, clauses: Sequence[int], clause: int, kind: BlockKind) -> int:
        """How many of some clauses lie in that block."""
        first, last = self.layout.around(clause, kind) or (clause, clause)
        return bisect_right(clauses, last) - bisect_left(clauses, first)


def _introduces(clause: Clause) -> bool:
    return clause.kind is ClauseKind.PARAGRAPH and clause.text.rstrip().endswith(":")


def unit_of(clauses: Sequence[Clause]) -> Unit:
    """The unit of a record made of whole clauses."""
    head = clauses[0]
    if head.note is not None and head.kind is ClauseKind.NOTE_PARAGRAPH:
        return Unit.NOTE
    if len(clauses) > 1 and clauses[1].depth <= head.depth:
        return Unit.BLOCK
    if head.kind is ClauseKind.PARAGRAPH:
        return Unit.PARAGRAPH
    return Unit.LIST_ITEM if head.kind is ClauseKind.LIST_ITEM else Unit.BLOCK


def is_page_mark(clause: Clause) -> bool:
    """Whether a clause is nothing but a page number, or names a page."""
    shown = clause.kind in (ClauseKind.PARAGRAPH, ClauseKind.HTML)
    return shown and (bool(_NUMBER.fullmatch(clause.text)) or names_page(clause.text))


def heads_page(document: Document, clause: Clause) -> bool:
    """Whether a paragraph is the head or foot of a page: the title of the book and a number."""
    numbered = _HEAD.fullmatch(clause.text) if clause.kind is ClauseKind.PARAGRAPH else None
    if numbered is None or not document.headings:
        return False
    return word_forms(numbered["before"] or numbered["behind"]) == word_forms(document.headings[0].text)


def is_notice(text: str) -> bool:
    """Whether words are a publisher's notice (addresses to write to), which rules nothing."""
    return bool(_NOTICE.search(text))


def title_lines(stream: Stream, contents: Iterable[int]) -> frozenset[int]:
    """The lines between the title of a text and its contents that say which text it is (`SECOND PRINTING`); where it
    has no contents, those right below the title whose words all begin as names do."""
    document = stream.document
    title = document.headings[0] if document.headings else None
    if title is None:
        return frozenset()
    until = min(contents, default=0)
    if not until:
        below = range(title.clause + 1, len(document.clauses))
        return frozenset(takewhile(lambda c: _is_title(stream, c) and _is_name(stream, c), below))
    if until >= len(document.clauses) or document.clauses[until].section != title.id:
        return frozenset()
    return frozenset(c for c in range(title.clause + 1, until) if _is_title(stream, c))


def title_page(stream: Stream, contents: Collection[int]) -> frozenset[int]:
    """The paragraphs of a title page: all between the title of a text and its contents; where it has none, the short
    lines right below the title that are no sentences. What heads the contents is of these."""
    clauses = stream.document.clauses
    title = stream.document.headings[0].clause if stream.document.headings else len(clauses)
    below = range(title + 1, len(clauses))
    paragraphs = tuple(takewhile(lambda c: clauses[c].kind is ClauseKind.PARAGRAPH and c not in contents, below))
    end = title + 1 + len(paragraphs)
    if end not in contents:
        return frozenset(takewhile(lambda c: _is_title(stream, c), paragraphs))
    return frozenset(paragraphs[:-1] if paragraphs and heads_contents(stream, paragraphs[-1:]) else paragraphs)


def heads_contents(stream: Stream, clauses: Sequence[int]) -> bool:
    """Whether clauses right above a table of contents are so short that they are its title."""
    return sum(len(stream.words(c)) for c in clauses) <= CONTENTS_WORDS


def _is_title(stream: Stream, clause: int) -> bool:
    tokens = stream.of_clause(clause)
    plain = stream.document.clauses[clause].kind is ClauseKind.PARAGRAPH and not stream.markers_of(clause)
    return plain and bool(tokens) and len(tokens) <= LONGEST_TITLE and tokens[-1].is_word


def _is_name(stream: Stream, clause: int) -> bool:
    return not any(token.text[:1].islower() for token in stream.of_clause(clause))


def apparatus_below(document: Document, clause: int) -> int | None:
    """Where the footnote definitions end that are all that stands below a heading; None where there are none."""
    heading = document.clauses[clause]
    if heading.kind is not ClauseKind.HEADING:
        return None
    end = document.clauses[clause + 1].span.start if clause + 1 < len(document.clauses) else len(document.source.text)
    last = heading.span.end
    for definition in document.definitions:
        start = definition.span.start
        if heading.span.end <= start < end and not document.source.text[last:start].strip():
            last = document.source.end_of(definition.span)
    return last if last > heading.span.end else None


def key_clauses(document: Document, published: Document) -> frozenset[int]:
    """The clauses between a heading that is called after sources or footnotes, as none that was published is, and the
    footnotes themselves: they say what their abbreviations mean, and rule nothing."""
    known = {word_forms(each.text) for each in published.headings}
    named = ((each.id, word_forms(each.text)) for each in document.headings)
    called = {section for section, words in named if words not in known and not _SOURCES.isdisjoint(words)}
    sections: dict[str, list[int]] = {}
    for at, clause in enumerate(document.clauses):
        if clause.section in called and clause.kind is not ClauseKind.HEADING:
            sections.setdefault(clause.section, []).append(at)
    starts = sorted(each.span.start for each in document.definitions)
    found: set[int] = set()
    for clauses in sections.values():
        end = document.clauses[clauses[-1]].span.end
        below = bisect_left(starts, end)
        if below < len(starts) and not document.source.text[end : starts[below]].strip():
            found.update(clauses)
    return frozenset(found)


def heads_block(document: Document, clause: int) -> bool:
    """Whether a clause leads what stands below it as a heading would: a line wholly in bold, of few words and with no
    stop at its end, or what a folded block is called."""
    pieces = document.clauses[clause].pieces
    words, inside = "", 0
    for piece in pieces:
        if piece.tag in _LEADING and piece.kind in {PieceKind.OPEN, PieceKind.CLOSE, PieceKind.TAG}:
            closes = piece.kind is PieceKind.CLOSE or document.source.text.startswith("</", piece.span.start)
            inside += -1 if closes else 1
        elif has_words(piece.text) and not inside:
            return False
        words += piece.text
    told = word_forms(words)
    return 0 < len(told) <= LONGEST_LEAD and words.strip()[-1:] not in _STOPS
