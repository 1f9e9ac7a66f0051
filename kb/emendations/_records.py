"""Records: what was found becomes `Emendation` values.

In: found changes with their footnotes. Out: records in emended order, each with its section, clause, context and an
id made from what it changes.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kb.align import Alignment
from kb.emendations._blocks import is_page_mark
from kb.emendations._found import Found
from kb.emendations._renumbering import find_causes
from kb.model import TOP, ClauseId, Document, SectionId
from kb.provenance import Authority, AuthorityStatus, Emendation, Unit
from kb.text import base32_sum
from kb.tokens import Stream, TokenKind

CONTEXT = 8
"""So many words of published reading text are kept on each side of a change."""
FIRST_WORDS = 8
"""So many words of each side make the id of a change: a correction at the end of a long one keeps its address."""
FRONT_MATTER = "(front matter)"


class RecordBuilder:
    """Builds the records of one alignment."""

    def __init__(self, alignment: Alignment) -> None:
        self.alignment = alignment
        self.ids = alignment.ids
        self.titles: dict[str, str] = {
            **{f"+{heading.id}": heading.text for heading in alignment.emended.headings},
            **{heading.id: heading.text for heading in alignment.published.headings},
        }
        self.context = _Context(alignment.old)

    def build(self, changes: Iterable[Found]) -> tuple[Emendation, ...]:
        """The records in emended order, ids told apart."""
        ordered = sorted(changes, key=lambda c: (c.new_span, c.old_span, c.kind.value, c.unit.value))
        marks = [self._marks(change) for change in ordered]
        shared = {mark for mark, count in Counter(short for short, _ in marks).items() if count > 1}
        records: list[Emendation] = []
        taken: set[str] = set()
        counts: Counter[str] = Counter()
        for change, (short, full) in zip(ordered, marks, strict=True):
            mark = full if short in shared else short
            counts[mark] += 1
            while (record_id := mark if counts[mark] == 1 else f"{mark}-{counts[mark]}") in taken:
                counts[mark] += 1
            taken.add(record_id)
            records.append(self._record(change, record_id))
        causes = find_causes(self.alignment, ordered)
        for at, others in causes.items():
            records[at] = replace(records[at], comes_with=tuple(records[each].id for each in others))
        return tuple(self._with_parents(ordered, records))

    def _with_parents(self, changes: Sequence[Found], records: Sequence[Emendation]) -> Iterator[Emendation]:
        """Changes inside a moved clause name the record of the move; by their tokens, for words taken out at the very
        beginning of the clause have their place behind the clause before."""
        moves = sorted(
            (change.edit.new_end, change.edit.new_start, record.id)
            for change, record in zip(changes, records, strict=True)
            if change.moved and change.edit.new_start < change.edit.new_end
        )
        ends = [end for end, _, _ in moves]
        for change, record in zip(changes, records, strict=True):
            at = bisect_left(ends, change.edit.new_end)
            parent = at < len(moves) and moves[at][1] <= change.edit.new_start
            yield replace(record, part_of=moves[at][2]) if change.inner and parent else record

    def _section(self, change: Found) -> SectionId:
        if change.unit is Unit.FRONT_MATTER:
            return TOP
        if change.new_clause is not None:
            clause = self.alignment.emended.clauses[change.new_clause]
            if change.unit is Unit.MARKUP and change.new_span.start < clause.span.start:
                return self._section_at(self.alignment.emended, change.new_span.end)
            return self.alignment.sections.get(clause.section, clause.section)
        if change.old_clause is not None:
            return self.alignment.published.clauses[change.old_clause].section
        return self._section_at(self.alignment.emended, change.new_span.end)

    def _section_at(self, document: Document, offset: int) -> SectionId:
        at = bisect_left(document.headings, offset, key=lambda heading: heading.span.start)
        if not at:
            return TOP
        section = document.headings[at - 1].id
        return self.alignment.sections.get(section, section)

    def _clause(self, change: Found, section: SectionId) -> ClauseId:
        if change.new_clause is not None:
            return self.ids[change.new_clause]
        if change.old_clause is not None:
            return self.alignment.published.clauses[change.old_clause].id
        return ClauseId(section)

    def _marks(self, change: Found) -> tuple[str, str]:
        """An id from section and first words, and a longer one that looks at all words and those around as well.

        Words are folded, for an editor who sets other quotation marks, other stress or another footnote's number
        changes nothing of what a change is; only where it is made of such marks alone do they tell it.
        """
        section = self._section(change)
        old, new = self._told(change)
        short = (*old[:FIRST_WORDS], "|", *new[:FIRST_WORDS])
        around = self.context.around(change.edit.old_start, change.edit.old_end)
        full = (change.kind.value, *old, "|", *new, self._clause(change, section), *around)
        return f"{section}~{_hash(short)}", f"{section}~{_hash(full)}"

    def _told(self, change: Found) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What tells the two sides of a change apart: words, else punctuation too, else what stands in the sources."""
        sides = self.alignment.old.within(change.old_span), self.alignment.new.within(change.new_span)
        old, new = (tuple(token.form for token in side if token.is_word) for side in sides)
        if old != new or change.moved:
            return old, new
        old, new = (tuple(token.form for token in side) for side in sides)
        if old != new:
            return old, new
        published, emended = self.alignment.published.source, self.alignment.emended.source
        return tuple(published.slice(change.old_span).split()), tuple(emended.slice(change.new_span).split())

    def _record(self, change: Found, record_id: str) -> Emendation:
        section = self._section(change)
        prefix, suffix = self.context.around(change.edit.old_start, change.edit.old_end)
        return Emendation(
            id=record_id,
            section=FRONT_MATTER if section == TOP else self.titles.get(section, section),
            section_id=section,
            clause=self._clause(change, section),
            kind=change.kind,
            unit=change.unit,
            label=change.label,
            published_span=change.old_span,
            emended_span=change.new_span,
            published_text=self.alignment.published.source.slice(change.old_span),
            emended_text=self.alignment.emended.source.slice(change.new_span),
            prefix=prefix,
            suffix=suffix,
            footnotes=change.footnotes,
            substantive=change.substantive,
            authorities=tuple(Authority(footnote) for footnote in change.footnotes),
            authority_status=_status(change),
        )


def _status(change: Found) -> AuthorityStatus:
    if change.footnotes:
        return AuthorityStatus.CITED
    return AuthorityStatus.UNCITED if change.substantive else AuthorityStatus.NOT_NEEDED


def _hash(words: Sequence[str]) -> str:
    return base32_sum(" ".join(words))[:6]


class _Context:
    """The words around a place of the published text, inside its section."""

    def __init__(self, stream: Stream) -> None:
        clauses = stream.document.clauses
        self.stream = stream
        self.sections = [clause.section for clause in clauses]
        self.silent = frozenset(c for c, clause in enumerate(clauses) if is_page_mark(clause))

    def around(self, start: int, end: int) -> tuple[str, str]:
        """The nearest eight words before token `start` and from token `end` on, with their punctuation."""
        tokens = self.stream.tokens
        clause = tokens[start - 1].clause if start else 0
        if end > start:
            clause = tokens[start].clause
        before = self._nearest(range(start - 1, -1, -1), clause)
        after = self._nearest(range(end, len(tokens)), clause)
        return self._read(before[::-1]), self._read(after)

    def _nearest(self, indices: range, clause: int) -> list[int]:
        """Tokens from a place on until eight words are taken or the section ends; page numbers are passed over."""
        taken: list[int] = []
        words = 0
        for index in indices:
            token = self.stream.tokens[index]
            if self.sections[token.clause] != self.sections[clause] or words == CONTEXT:
                break
            if token.clause not in self.silent:
                taken.append(index)
                words += token.is_word
        return taken

    def _read(self, indices: Sequence[int]) -> str:
        tokens = [
            self.stream.tokens[index] for index in indices if self.stream.tokens[index].kind is not TokenKind.IMAGE
        ]
        return "".join((" " if token.gap and k else "") + token.text for k, token in enumerate(tokens))
