"""Moving: a text before and after an edit come in; where its characters and clauses stand now goes out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kb.ends import count_ends
from kb.model import ClauseId, Document
from kb.text import Span, has_words


@dataclass(frozen=True, slots=True)
class Shift:
    """Where the characters of a text stand after an edit: those before `start` where they did, those from `end` on
    `by` further, those between at most behind the edit. Places keep their order."""

    start: int
    end: int
    by: int

    def span(self, span: Span) -> Span:
        """Where a span stands now."""
        return Span(self._place(span.start), self._place(span.end))

    def _place(self, at: int) -> int:
        if at <= self.start:
            return at
        return at + self.by if at >= self.end else min(at, self.end + self.by)


@dataclass(frozen=True, slots=True)
class Move:
    """Where the characters of a text stand after an edit, and which clause each is that was not unmade (indices)."""

    before: Document
    now: Document
    shift: Shift
    clauses: Mapping[int, int] = field(repr=False)

    @property
    def ids(self) -> Mapping[ClauseId, ClauseId]:
        """The clauses by their ids."""
        return {self.before.clauses[was].id: self.now.clauses[at].id for was, at in self.clauses.items()}

    def span(self, span: Span) -> Span:
        """Where a span stands now; a place behind the words of a clause is behind all of them still."""
        clause = self.before.clause_at(span.start - 1) if not len(span) and span.start else -1
        if clause in self.clauses:
            left = self.before.clauses[clause].span.end - span.end
            if left >= 0 and not has_words(self.before.source.text[span.end : span.end + left]):
                end = self.now.clauses[self.clauses[clause]].span.end - left
                return Span(end, end)
        return self.shift.span(span)


def find_move(before: Document, now: Document) -> Move | None:
    """How an edit moved what a text has; None where it made other blocks of what stands before or behind it."""
    shift = find_shift(before.source.text, now.source.text)
    old, new = before.clauses, now.clauses
    first = sum(clause.span.end <= shift.start for clause in old)
    last = sum(clause.span.start >= shift.end for clause in old)
    inside = len(old) - last - first
    same = inside == len(new) - last - first  # else it made or unmade some where it stands
    clauses = {at: at for at in range(first + inside if same else first)}
    clauses |= {at: at + len(new) - len(old) for at in range(len(old) - last, len(old))}
    if first + last > min(len(old), len(new)) or any(old[a].kind is not new[b].kind for a, b in clauses.items()):
        return None
    return Move(before, now, shift, clauses)


def find_shift(old: str, new: str) -> Shift:
    """How an edit moved the characters of a text, by what is the same before and behind it."""
    start, tail = count_ends(old, new)
    return Shift(start, len(old) - tail, len(new) - len(old))
