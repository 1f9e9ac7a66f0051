"""Words: changes of running text, from runs inside paired clauses and from clauses only one side has.

In: an alignment. Out: `Found` changes of words and punctuation, and where unchanged words stand on both sides.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace

from kb.align import Alignment
from kb.diff import Edit
from kb.differences import Change, Run, RunFinder, may_differ
from kb.emendations._clauses import ClauseChanges
from kb.emendations._found import Found, span_of
from kb.emendations._judging import Judge
from kb.emendations._layout import Layout
from kb.emendations._places import Places
from kb.provenance import Unit
from kb.tokens import Stream

MOVED_WORDS = 5
"""A sentence of fewer tokens that stands elsewhere again need not be the same one."""

_OF_SENTENCES = frozenset({Unit.SENTENCE, Unit.PARAGRAPH, Unit.LIST_ITEM})


class WordChanges:
    """Finds every change of words of one alignment."""

    def __init__(self, alignment: Alignment) -> None:
        self.alignment = alignment
        self.old, self.new = alignment.old, alignment.new
        self.layouts = Layout(alignment.published), Layout(alignment.emended)
        self.judge = Judge(alignment)
        finder = RunFinder(alignment)
        self.vocabulary = finder.vocabulary
        found = [finder.of_pair(pair) for pair in alignment.pairs if not pair.moved]
        self.runs = [run for one in found for run in one.runs]
        self.same = [link for one in found for link in one.same]
        self.places = Places(self.same, (run.edit for run in self.runs))
        self.inner = [run for pair in alignment.moves for run in finder.of_pair(pair).runs]

    def find(self) -> Iterator[Found]:
        """Every change of words, unsorted."""
        whole = ClauseChanges(self.alignment, self.layouts, self.places).find()
        yield from self._with_moved_sentences([*map(self._of_run, self.runs), *whole])
        yield from (replace(self._of_run(run), inner=True) for run in self.inner)

    def _with_moved_sentences(self, changes: list[Found]) -> Iterator[Found]:
        """A sentence taken out here and put in there, alone or among others, rules nothing new."""
        gone, come = (
            {self._forms(c, side) for c in changes if c.unit in _OF_SENTENCES and c.substantive} - {()}
            for side in (0, 1)
        )
        both = gone & come
        for change in changes:
            forms = self._forms(change, 0) or self._forms(change, 1)
            still = change.unit in _OF_SENTENCES and forms in both and len(forms) >= MOVED_WORDS
            yield replace(change, substantive=False) if still else change

    def _forms(self, change: Found, side: int) -> tuple[str, ...]:
        """The words of a change that has only this side."""
        edit = change.edit
        if side == 0:
            return tuple(t.form for t in self.old.tokens[edit.old_start : edit.old_end]) if edit.deletes else ()
        return tuple(t.form for t in self.new.tokens[edit.new_start : edit.new_end]) if edit.inserts else ()

    def _of_run(self, run: Run) -> Found:
        edit = run.edit
        old, new = self.judge.tokens(edit)
        old_clause = old[0].clause if old else _clause_at(self.old, edit.old_start, run.pair.published)
        new_clause = new[0].clause if new else _clause_at(self.new, edit.new_start, run.pair.emended)
        apparatus = self.judge.is_apparatus(old_clause, new_clause)
        ruled = run.change is Change.WORDS and not apparatus and not self.judge.is_mark(old_clause, new_clause, edit)
        labels = self.judge.in_label(old_clause, new_clause, edit)
        before, after = ([token.text for token in side if token.is_word] for side in (old, new))
        counted = self.judge.references.counted(old_clause, new_clause, edit) if ruled else ()
        spelling = run.change is Change.SPELLING and not apparatus and not labels
        differs = spelling and may_differ(before, after, self.vocabulary)
        return Found(
            edit=edit,
            old_span=span_of(self.old, edit.old_start, edit.old_end),
            new_span=span_of(self.new, edit.new_start, edit.new_end),
            kind=self.judge.kind(run, old_clause, new_clause),
            unit=self.judge.unit(run, new_clause),
            substantive=ruled and not self.judge.is_plain(old_clause, new_clause, edit),
            old_clause=old_clause,
            new_clause=new_clause,
            bears=ruled and not labels and (not counted or self._noted(new_clause, edit)),
            tentative=run.change is Change.GRAMMAR and not apparatus and not labels,
            doubtful=differs and not self.judge.is_plain(old_clause, new_clause, edit),
            counted=counted,
        )

    def _noted(self, clause: int, edit: Edit) -> bool:
        """Whether a footnote marker stands right behind changed words."""
        behind = (marker.at for marker in self.new.markers_of(clause) if marker.at >= edit.new_end)
        at = next(behind, None)
        return at is not None and not any(token.is_word for token in self.new.tokens[edit.new_end : at])


def _clause_at(stream: Stream, at: int, clauses: tuple[int, ...]) -> int:
    """The clause, of some, that an empty place lies in: that of the token before it."""
    k = bisect_left(clauses, at, key=lambda clause: stream.starts[clause + 1])
    return clauses[k] if k < len(clauses) and stream.starts[clauses[k]] <= at else clauses[0]
