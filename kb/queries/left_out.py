"""Sections that witnesses of a book leave out as a whole: a collation comes in; the highest sections of the base of
which some witnesses have nothing go out, each with the variants that say only that.

A passage that a witness lost is no evidence, so it leaves out none. What an emended edition took out is told among its
changes. Where other witnesses have a clause of such a section in other words, that is told by itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kb.align import SEVERAL, Section, find_lacking
from kb.grouping import group_pairs
from kb.model import ClauseId, Role
from kb.witnesses import ClauseText, Collation, Segment, State, Variant, WitnessId, cut_segments


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A section of the base that some witnesses leave out: these, its clauses of which nothing else is told, and the
    variants of substance on these."""

    section: Section
    witnesses: tuple[WitnessId, ...]
    clauses: frozenset[ClauseId]
    variants: tuple[Variant, ...]


def find_left_out(collation: Collation, cut: Iterable[ClauseText] | None = None) -> tuple[LeftOut, ...]:
    """The sections that witnesses leave out as a whole, in the base's order; none within another. `cut` is the base's
    text in segments where it is known."""
    document = collation.base.document
    texts = {text.clause.id: text for text in (cut_segments(collation) if cut is None else cut)}
    by_clause = group_pairs((each.clause, each) for each in collation.substantive)
    told: dict[str, list[WitnessId]] = {}
    sections: dict[str, Section] = {}
    for witness in collation.witnesses[1:]:
        if witness.role is Role.EMENDED:
            continue
        absent = [at for at, each in enumerate(document.clauses) if _is_absent(texts.get(each.id), witness.id)]
        if len(absent) >= SEVERAL:
            for section in find_lacking(document, absent, lambda section: section.worded >= SEVERAL):
                sections[section.id] = section
                told.setdefault(section.id, []).append(witness.id)
    emended = {each.id for each in collation.witnesses if each.role is Role.EMENDED}
    found: list[LeftOut] = []
    for section in sorted(sections.values(), key=lambda section: section.span):
        if found and found[-1].section.span.holds(section.span):
            continue
        names = told[section.id]
        clauses = [document.clauses[at].id for at in section.clauses]
        out = LeftOut(section, tuple(names), *_left_out(clauses, by_clause, {*names, *emended}))
        if len(out.variants) >= SEVERAL:
            found.append(out)
    return tuple(found)


def _left_out(
    clauses: Iterable[ClauseId],
    by_clause: Mapping[ClauseId, Sequence[Variant]],
    silent: set[WitnessId],
) -> tuple[frozenset[ClauseId], tuple[Variant, ...]]:
    """The clauses of a section of which nothing is told but that some witnesses are silent, and what tells that."""
    pure = {clause: by_clause.get(clause, ()) for clause in clauses}
    pure = {clause: held for clause, held in pure.items() if all(_says_only(each, silent) for each in held)}
    return frozenset(pure), tuple(each for held in pure.values() for each in held)


def _says_only(variant: Variant, silent: set[WitnessId]) -> bool:
    base, *others = variant.readings
    return base.text is not None and all(
        each.state is State.SAME or (each.text is None and each.witness in silent) for each in others
    )


def _is_absent(text: ClauseText | None, name: WitnessId) -> bool:
    """Whether a witness leaves out all words of a clause."""
    return text is not None and _leaves_out(text.segments, name)


def _leaves_out(segments: Sequence[Segment], name: WitnessId) -> bool:
    gone = False
    for segment in segments:
        if not segment.text.strip():
            continue
        state = next((each.state for each in segment.told if each.witness == name), State.SAME)
        if state is not State.OMITTED and not _leaves_out(segment.inside, name):
            return False
        gone = True
    return gone
