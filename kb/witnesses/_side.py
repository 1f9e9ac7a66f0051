"""A witness laid beside the base: what it reads at a place, and what kind of difference that is."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from kb.differences import Vocabulary
from kb.model import ClauseKind, Role
from kb.text import NUMBER_SIGN, Span
from kb.tokens import IMAGE_SIGN
from kb.witnesses._atoms import PARTED, Atoms
from kb.witnesses._comparing import PASSAGE, Comparison
from kb.witnesses._losses import Losses, find_losses
from kb.witnesses._noise import Judge, has_dash, read_stretch
from kb.witnesses._values import Kind, Reading, State, Witness

_FOLD = re.compile(r"\s*\n[ \t]*(?:>[ \t]?)*\s*|\s+")
_SIGN_BEFORE = re.compile(rf"(?:(?<=^)|(?<=[\s(\[])){NUMBER_SIGN} ?$")
_OPENING = re.compile(r"[(\[\"'“‘…]*$")
SHORT = 3
"""Letters of a word that may be a number misread."""
_NO_RULE = "′"
"""Behind the number of a rule that the base has not: it is no number of the base's."""
DASHES_KEPT = 2
"""A base that has more than so many times the dashes it lacks keeps its dashes."""


def fold_source(text: str) -> str:
    """Characters of a source on one line, the marks of quotation blocks at line starts left out."""
    return _FOLD.sub(" ", text).strip().removeprefix(">").strip()


def slice_words(atoms: Atoms, start: int, end: int) -> Span:
    """The characters of words [start, end), with a sign that stands before a number; whole clauses with their marks."""
    span = atoms.span(start, end)
    if start == end:
        return span
    begins, ends = atoms.begins(start), atoms.begins(end)
    if begins and (ends or end - start >= PASSAGE):
        last = atoms.clause(end - 1).span.end if ends else span.end
        return Span(atoms.clause(start).span.start, max(last, span.end))
    before = atoms.document.source.text[max(0, span.start - 4) : span.start]
    sign = _SIGN_BEFORE.search(before) if len(atoms.items[start].text) <= SHORT else None
    return Span(span.start - len(sign.group()), span.end) if sign else span


def spoken(atoms: Atoms, start: int, end: int) -> str:
    """Words [start, end) as they are read, with the marks between them and what opens the first one."""
    start, end = max(0, start), min(end, len(atoms))
    if start >= end:
        return ""
    before = atoms.marks[start].rpartition(PARTED)[2]
    sign = _SIGN_BEFORE.search(before) if len(atoms.items[start].text) <= SHORT else None
    lead = sign.group() if sign else _OPENING.search(before)[0]  # type: ignore[index]
    said = lead + atoms.items[start].text
    said += "".join(atoms.marks[i] + atoms.items[i].text for i in range(start + 1, end))
    return " ".join(said.replace(PARTED, " ").replace(IMAGE_SIGN, "").split())


class Side:
    """One witness with its comparison, its losses and a judge of its differences."""

    def __init__(self, witness: Witness, comparison: Comparison) -> None:
        self.witness, self.comparison = witness, comparison
        self.base, self.atoms = comparison.base, comparison.other
        self.dashes = True
        """Whether the base keeps its dashes, as far as all witnesses tell."""

    @property
    def triggers(self) -> bool:
        """Whether its differences are variants: those of an emended edition are its emendations."""
        return self.witness.role is not Role.EMENDED

    @cached_property
    def losses(self) -> Losses:
        """What it left out and lost."""
        return find_losses(self.comparison)

    @cached_property
    def judge(self) -> Judge:
        """The judge of its differences from the base."""
        swaps: Counter[tuple[str, str]] = Counter()
        for edit in self.comparison.edits:
            old = self.base.items[edit.old_start : edit.old_end]
            new = self.atoms.items[edit.new_start : edit.new_end]
            if len(old) == len(new):
                swaps.update((a.form, b.form) for a, b in zip(old, new, strict=True))
        vocabulary = Vocabulary(self.base.counts, self.atoms.counts, either=True)
        return Judge(vocabulary, swaps, self.dashes)

    def read(self, start: int, end: int, accented: Iterable[str]) -> Reading:
        """What it has for words [start, end) of the base, or in the gap before word `start` where they are none."""
        found = self._within_clause(start, end)
        if found is None or found[0] == found[1]:
            return self._silent(start, end, found)
        kind = self.kind(start, end, found, accented)
        span = slice_words(self.atoms, *found)
        text = fold_source(self.atoms.document.source.slice(span))
        state = State.SAME if kind is None else State.DIFFERS
        words = spoken(self.atoms, *found)
        counted = self._counted(*found) if kind is not None and kind.substantive else ()
        return Reading(self.witness.id, text, state, span, kind, words, counted)

    def _counted(self, start: int, end: int) -> tuple[tuple[str, str], ...]:
        """Its numbers of rules among words [start, end) that the base counts otherwise, each with the base's."""
        numbers = ((self.atoms.items[at].text, self.comparison.renumbering.counted(at)) for at in range(start, end))
        return tuple((own, number) for own, number in numbers if number is not None and own != number)

    def _within_clause(self, start: int, end: int) -> tuple[int, int] | None:
        """Its words for words [start, end) of the base; of an emended edition, for words of one clause, not those of
        the clauses it puts in behind that one: they are changes of their own, and no variants."""
        found = self.comparison.image(start, end)
        if self.triggers or found is None or start == end or self.base.clauses[start] != self.base.clauses[end - 1]:
            return found
        low, high = found
        return low, bisect_right(self.atoms.clauses, self.atoms.clauses[low], low, high) if low < high else high

    def kind(self, start: int, end: int, found: tuple[int, int], accented: Iterable[str] = ()) -> Kind | None:
        """How its words at a place differ from the base's."""
        at = min(start, len(self.base) - 1)
        heading = self.base.clause(at).kind is ClauseKind.HEADING
        if start == end:
            heading = self.atoms.clause(found[0]).kind is ClauseKind.HEADING
        base, other = read_stretch(self.base, start, end), read_stretch(self._as_base, *found)
        kind = self.judge.kind(base, other, heading=heading, accented=accented)
        slight = kind is None or not kind.substantive
        return Kind.RENUMBERED if slight and self._counted(*found) else kind

    @cached_property
    def _as_base(self) -> Atoms:
        """Its words with the numbers of rules that the base has for these; one of a rule that the base has not is none
        of the base's."""
        renumbering = self.comparison.renumbering
        items = list(self.atoms.items)
        for at in renumbering.other:
            number = renumbering.counted(at)
            items[at] = replace(items[at], text=number or f"{items[at].text}{_NO_RULE}")
        return replace(self.atoms, items=tuple(items)) if renumbering.other else self.atoms

    def _silent(self, start: int, end: int, found: tuple[int, int] | None) -> Reading:
        lost = self._is_lost(start, end)
        at = self.atoms.span(found[0], found[0]) if found else Span(0, 0)
        if start == end and not lost:
            return Reading(self.witness.id, None, State.SAME, at)
        if found and self._is_mark(start, end, found[0]):
            return Reading(self.witness.id, spoken(self.base, start, end), State.SAME, at)
        kind = Kind.OMITTED if not lost else None
        if kind and self.base.clause(start).kind is ClauseKind.HEADING:
            kind = Kind.HEADING
        elif kind and found:
            kind = self.kind(start, end, found)
        return Reading(self.witness.id, None, State.LOST if lost else State.OMITTED, at, kind)

    def _is_mark(self, start: int, end: int, at: int) -> bool:
        """Whether words of the base stand in the source before word `at`, taken for the number of an item."""
        if not 0 < at < len(self.atoms) or end - start > 1:
            return False
        written, form = (
            "".join(filter(str.isalnum, text)) for text in (self.atoms.written(at), self.base.items[start].form)
        )
        return written.casefold() == form

    def _is_lost(self, start: int, end: int) -> bool:
        """Whether it lost the passage around: for a gap, the clause on either side."""
        around = {start, end - 1} if start < end else {start - 1, start}
        clauses = {self.base.clauses[i] for i in around if 0 <= i < len(self.base)}
        return bool(clauses & self.losses.clauses) if start == end else clauses <= self.losses.clauses


def keeps_dashes(base: Atoms, sides: Iterable[Side]) -> bool:
    """Whether the base keeps its dashes: it has more by far than it lacks where a witness has one."""
    own = {p for p in range(1, len(base)) if has_dash(base.marks[p])}
    lacking: set[int] = set()
    for side in sides:
        lacking |= {p for p, q in side.comparison.gaps() if p not in own and has_dash(side.atoms.marks[q])}
    return len(own) > DASHES_KEPT * len(lacking)
