"""One witness against the base: two texts as words come in, where they part goes out.

Places of the base are counted double: gap p, before word p, is [2p, 2p + 1), word p is [2p + 1, 2p + 2). So a change of
marks, of words or of both is one range, and ranges of several witnesses can be joined.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from kb.diff import Edit
from kb.model import ClauseKind
from kb.tokens import plain_marks
from kb.witnesses._atoms import Atoms, same_mark
from kb.witnesses._matching import edits_between, match_words
from kb.witnesses._renumbering import Renumbering, match_rules

_STOPS = frozenset(".!?")
BASE_HELD, OWN_HELD = 0.4, 0.85
"""Measured: an insert and a sister that reprints much of it share 0.23 and 0.78; two printings of a book 0.98."""
UNEVEN = 4
"""Whole clauses of so many times the words of the other side are no other reading of these."""
PASSAGE = 8
"""At least so many words left out or added at once are a passage of their own, not a change inside a sentence."""


@dataclass(frozen=True)
class Comparison:
    """How a witness stands to the base.

    `there[i]` is the witness's word for word i of the base, or -1. `edits` are changes inside sentences, `gone` and
    `extra` passages that only the base or only the witness has: ranges of words with the place on the other side.
    """

    base: Atoms = field(repr=False)
    other: Atoms = field(repr=False)
    there: tuple[int, ...] = field(repr=False)
    moved: frozenset[int] = field(repr=False)
    edits: tuple[Edit, ...]
    gone: tuple[Edit, ...]
    extra: tuple[Edit, ...]
    renumbering: Renumbering = field(default_factory=Renumbering, repr=False)

    @cached_property
    def common(self) -> int:
        """How many words both have."""
        return sum(at >= 0 for at in self.there)

    @property
    def similarity(self) -> float:
        """The share of both texts' words that the other has too."""
        return 2 * self.common / max(1, len(self.base) + len(self.other))

    @property
    def is_witness(self) -> bool:
        """Whether the texts are of one work: a good part of the base stands in the witness, or nearly all of it in the
        base, as of a fragment. A sister book that reprints passages has neither.
        """
        return self.common >= max(1, BASE_HELD * len(self.base)) or self.common >= max(1, OWN_HELD * len(self.other))

    @cached_property
    def back(self) -> dict[int, int]:
        """The base's word for each word of the witness that has one."""
        return {j: i for i, j in enumerate(self.there) if j >= 0}

    @cached_property
    def edit_of(self) -> dict[int, Edit]:
        """The change that a word of the base without counterpart is in."""
        return {i: edit for edit in (*self.edits, *self.gone) for i in range(edit.old_start, edit.old_end)}

    @cached_property
    def _put_in(self) -> dict[int, Edit]:
        return {edit.old_start: edit for edit in reversed(self.edits) if edit.inserts}

    def gaps(self) -> Iterator[tuple[int, int]]:
        """Gaps of the base that stand in the witness too, between the same words: (gap, gap of the witness)."""
        for p in range(1, len(self.base)):
            before, after = self.there[p - 1], self.there[p]
            if before >= 0 and after == before + 1:
                yield p, after

    def ranges(self) -> Iterator[tuple[int, int]]:
        """Where the witness has other words or marks inside sentences, in doubled places."""
        for edit in self.edits:
            low = 2 * edit.old_start + (1 if edit.old_start < edit.old_end else 0)
            yield low, 2 * edit.old_end if edit.old_start < edit.old_end else low + 1
        for i, j in enumerate(self.there):
            if j >= 0 and self._dressed(i, j):
                yield 2 * i + 1, 2 * i + 2
        for p, q in self.gaps():
            if not same_mark(self.base.marks[p], self.other.marks[q]):
                yield 2 * p, 2 * p + 1

    def _dressed(self, i: int, j: int) -> bool:
        """Whether a word stands with other accents or capitals; how a heading is set is no difference of words."""
        mine, other = self.base.items[i].text, self.other.items[j].text
        if mine == other or plain_marks(mine) == plain_marks(other):
            return False
        headings = {self.base.clause(i).kind, self.other.clause(j).kind}
        return ClauseKind.HEADING not in headings or mine.casefold() != other.casefold()

    def image(self, start: int, end: int) -> tuple[int, int] | None:
        """The witness's words for words [start, end) of the base, [start, start) for the gap; None where it has none.

        The bounds are the counterparts of the words at the ends, or of their neighbours outside.
        """
        if start == end:
            return self._gap(start)
        low, high = self._bound(start, True), self._bound(end - 1, False)
        if low is None or high is None or low > high:
            return None
        return low, high

    def _gap(self, p: int) -> tuple[int, int] | None:
        put_in = self._put_in.get(p)
        if put_in is not None:
            return put_in.new_start, put_in.new_end
        before = self.there[p - 1] if p else -1
        return before + 1, before + 1

    def _bound(self, own: int, low: bool) -> int | None:
        there = self.there[own]
        if there >= 0:
            return there if low else there + 1
        edit = self.edit_of.get(own)
        if edit is not None:
            return edit.new_start if low else edit.new_end
        return None


def compare(base: Atoms, other: Atoms) -> Comparison:
    """Find for each word of the base its counterpart, and what only one side has."""
    there, moved = _match(base, other, *([atom.form for atom in side.items] for side in (base, other)))
    renumbering = match_rules(base, other, there)
    if renumbering.concordance:
        there, moved = _match(base, other, *renumbering.forms(base, other))
    edits, gone, extra = _split(base, other, there, moved)
    return Comparison(base, other, tuple(there), frozenset(moved), edits, gone, extra, renumbering)


def _match(base: Atoms, other: Atoms, mine: Sequence[str], theirs: Sequence[str]) -> tuple[list[int], set[int]]:
    """The counterpart of each word of the base, by the forms of both sides' words, and the words that moved."""
    ids: dict[str, int] = {}
    old, new = ([ids.setdefault(form, len(ids)) for form in side] for side in (mine, theirs))
    runs = match_words(old, new, (base.clauses, other.clauses))
    there = [-1] * len(old)
    moved: set[int] = set()
    for run in runs:
        for k in range(run.length):
            if there[run.old + k] < 0:
                there[run.old + k] = run.new + k
                moved |= {run.old + k} if run.moved else set()
    return there, moved


def _split(
    base: Atoms, other: Atoms, there: Sequence[int], moved: set[int]
) -> tuple[tuple[Edit, ...], tuple[Edit, ...], tuple[Edit, ...]]:
    """What has no counterpart, told apart: changes inside sentences, passages left out, passages added."""
    taken = {there[i] for i in moved}
    edits: list[Edit] = []
    gone: list[Edit] = []
    extra: list[Edit] = []
    kept = ((at, to, 1) for at, to in enumerate(there) if to >= 0 and at not in moved)
    between = _halved(base, other, edits_between(kept, len(there), len(other)))
    for edit in chain.from_iterable(_uneven(base, other, edit) for edit in between):
        olds = base.stretches([i for i in range(edit.old_start, edit.old_end) if i not in moved])
        news = other.stretches([j for j in range(edit.new_start, edit.new_end) if j not in taken])
        if not _separate(base, other, olds, news):
            edits.append(edit)
            continue
        at = edit.new_start
        for start, end in olds:
            (gone if _is_passage(base, start, end) else edits).append(Edit(start, end, at, at))
        for start, end in news:
            place = edit.old_end if other.begins(start) else edit.old_start
            added = Edit(place, place, start, end)
            (extra if _is_passage(other, start, end) else edits).append(added)
    return tuple(edits), tuple(gone), tuple(extra)


def _halved(base: Atoms, other: Atoms, edits: Iterable[Edit]) -> Iterator[Edit]:
    """Edits parted where words are changed at the end of a sentence and a passage follows on one side only."""
    for edit in edits:
        old, new = edit.old_end - edit.old_start, edit.new_end - edit.new_start
        i, j = edit.old_start + min(old, new), edit.new_start + min(old, new)
        ends = (other.marks[j] if new > old else base.marks[i]) if abs(new - old) >= PASSAGE else ""
        if min(old, new) and set(ends) & _STOPS:
            yield Edit(edit.old_start, i, edit.new_start, j)
            yield Edit(i, edit.old_end, j, edit.new_end)
        else:
            yield edit


def _uneven(base: Atoms, other: Atoms, edit: Edit) -> Iterator[Edit]:
    """An edit parted at the first and the last border of clauses on both sides, where one side has whole clauses of
    many more words than the other has: what a witness of some chapters only has before them stands for none of those
    it lacks.
    """
    old, new = edit.old_end - edit.old_start, edit.new_end - edit.new_start
    low, high = _borders(base, edit.old_start, edit.old_end)
    left, right = _borders(other, edit.new_start, edit.new_end)
    whole, less = (high - low, new) if old > new else (right - left, old)
    if not less or whole < max(PASSAGE, UNEVEN * less):
        yield edit
        return
    yield from (
        part
        for part in (
            Edit(edit.old_start, low, edit.new_start, left),
            Edit(low, high, left, right),
            Edit(high, edit.old_end, right, edit.new_end),
        )
        if part.old_start < part.old_end or part.new_start < part.new_end
    )


def _borders(atoms: Atoms, start: int, end: int) -> tuple[int, int]:
    """The first and the last border of clauses from word `start` to word `end`; both `end` where there is none."""
    first = next(filter(atoms.begins, range(start, end + 1)), end)
    return first, next(filter(atoms.begins, range(end, first, -1)), first)


def _separate(base: Atoms, other: Atoms, olds: list[tuple[int, int]], news: list[tuple[int, int]]) -> bool:
    """Whether words of the two sides do not stand for each other: only one side has any, or all are whole clauses.

    One heading in the place of another is a heading changed.
    """
    if not olds or not news:
        return True
    if _is_number(base, olds) != _is_number(other, news):
        return True
    whole = [all(_is_whole(atoms, *piece) for piece in side) for atoms, side in ((base, olds), (other, news))]
    return any(whole) and not (all(whole) and len(olds) == len(news) == 1)


def _is_number(atoms: Atoms, pieces: list[tuple[int, int]]) -> bool:
    """Whether pieces are whole clauses of bare numbers, as the numbers of pages are in a text without markup."""
    return all(_is_whole(atoms, *piece) and atoms.items[piece[0]].form.isdigit() for piece in pieces)


def _is_whole(atoms: Atoms, start: int, end: int) -> bool:
    return atoms.begins(start) and atoms.begins(end)


def _is_passage(atoms: Atoms, start: int, end: int) -> bool:
    return end - start >= PASSAGE or _is_whole(atoms, start, end)
