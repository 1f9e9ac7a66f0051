"""Lending: units that end where the base's clauses end come in, with the clauses they hold; they go out with the
base's structure: kind, list, box, level, section.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.borrowing._parting import Held
from kb.borrowing._words import bare_words
from kb.model import TOP, Block, BlockKind, Clause, ClauseKind, Document, SectionId, walk_blocks
from kb.plain import CLAUSAL, Ground, Unit, UnitKind
from kb.text import Source

BORROWED_BOX = 1_000_000
"""Boxes of the base are numbered from here on, apart from those of the text."""


@dataclass(frozen=True, slots=True)
class Lender:
    """A base as it lends: its document, and the numbering of the lists its items stand in (by clause)."""

    document: Document
    numbers: Mapping[int, tuple[bool, int]]
    levels: Mapping[int, int]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the base."""
        return self.document.clauses


def make_lender(base: Document) -> Lender:
    """A base as it lends."""
    return Lender(base, dict(_numbers(base.blocks)), {heading.clause: heading.level for heading in base.headings})


def _numbers(blocks: Sequence[Block]) -> Iterator[tuple[int, tuple[bool, int]]]:
    for block in walk_blocks(blocks):
        for number, item in enumerate(block.children if block.kind is BlockKind.LIST else ()):
            lead = item.children[0] if item.children else None
            if lead is not None and lead.clause is not None:
                yield lead.clause, (block.ordered, block.start + number)


def lend_kinds(source: Source, units: Sequence[Unit], main: Sequence[int | None], lender: Lender) -> Iterator[Unit]:
    """The units with the kinds of the clauses (`main`) they stand for, where the text shows none of its own.

    A line that only looks like a heading is none where the base goes on with one section before and behind it.
    """
    before = None
    behind = _sections_behind(main, lender)
    for number, (unit, clause) in enumerate(zip(units, main, strict=True)):
        if clause is not None:
            before = lender.clauses[clause].section
            yield _lend(source, unit, clause, lender)
        elif unit.kind is UnitKind.HEADING and unit.ground is Ground.FORM and before and before == behind[number]:
            yield replace(unit, kind=UnitKind.PARAGRAPH, level=0)
        else:
            yield unit


def _sections_behind(main: Sequence[int | None], lender: Lender) -> list[SectionId | None]:
    """For each unit the section of the next clause that a unit behind it stands for."""
    behind: list[SectionId | None] = []
    section: SectionId | None = None
    for clause in reversed(main):
        behind.append(section)
        section = lender.clauses[clause].section if clause is not None else section
    return behind[::-1]


def _lend(source: Source, unit: Unit, index: int, lender: Lender) -> Unit:
    clause = lender.clauses[index]
    if unit.kind is UnitKind.HEADING:
        if clause.kind is ClauseKind.HEADING:
            return replace(unit, level=lender.levels.get(index, unit.level))
        if unit.ground is not Ground.FORM:
            return unit
        unit = replace(unit, kind=UnitKind.PARAGRAPH, level=0)
    if unit.kind is UnitKind.NOTE and clause.note is not None:
        return replace(unit, box=BORROWED_BOX + clause.note)
    if unit.kind is not UnitKind.PARAGRAPH:
        return unit
    return _shape(source, unit, index, clause, lender)


def _shape(source: Source, unit: Unit, index: int, clause: Clause, lender: Lender) -> Unit:
    """A paragraph in the shape of a clause."""
    match clause.kind:
        case ClauseKind.HEADING if _fills_lines(source, unit) or _says(source, unit, clause):
            return replace(unit, kind=UnitKind.HEADING, level=lender.levels.get(index, 2), ground=Ground.BASE, depth=0)
        case ClauseKind.LIST_ITEM:
            ordered, number = lender.numbers.get(index, (False, 1))
            depth = max(1, clause.depth)
            return replace(unit, kind=UnitKind.ITEM, ground=Ground.BASE, depth=depth, ordered=ordered, number=number)
        case ClauseKind.NOTE_PARAGRAPH:
            box = BORROWED_BOX + clause.note if clause.note is not None else None
            label = clause.label
            words = source.text[unit.content : unit.content + 80].casefold()
            own = label if label is not None and words.startswith(label.casefold()) else None
            return replace(unit, kind=UnitKind.NOTE, ground=Ground.BASE, label=own, box=box, depth=clause.depth)
        case ClauseKind.PARAGRAPH:
            return replace(unit, depth=clause.depth if clause.note is None else 0)
        case _:
            return unit


def _says(source: Source, unit: Unit, clause: Clause) -> bool:
    """Whether a unit has the words of a clause and no other."""
    return bare_words(source.text[unit.content : unit.span.end]) == bare_words(clause.text)


def _fills_lines(source: Source, unit: Unit) -> bool:
    """Whether nothing else stands on the lines of a unit, and they are few."""
    lines = source.line_span(source.line_of(unit.span.start)), source.line_span(source.line_of(unit.span.end - 1))
    before = source.text[lines[0].start : unit.span.start]
    after = source.text[unit.span.end : lines[1].end]
    return not before.strip() and not after.strip() and len(unit.span) <= 300


def lend_sections(units: Sequence[Unit], main: Sequence[int | None], lender: Lender) -> Iterator[Unit]:
    """The units with the sections of the clauses they stand for, where the text lost the heading.

    Under a heading of its own a clause stays, unless the heading of the clause's section stands nowhere in the text.
    """
    kept = {
        lender.clauses[clause].section
        for unit, clause in zip(units, main, strict=True)
        if unit.kind is UnitKind.HEADING and clause is not None and lender.clauses[clause].kind is ClauseKind.HEADING
    }
    here: SectionId | None = TOP
    lent: SectionId | None = None
    for unit, clause in zip(units, main, strict=True):
        if unit.kind is UnitKind.HEADING:
            here = lender.clauses[clause].section if clause is not None else None
            lent = None
            yield unit
            continue
        if unit.kind in CLAUSAL and clause is not None and here is not None:
            section = lender.clauses[clause].section
            lent = section if section != here and section not in kept else None
        yield replace(unit, section=lent) if unit.kind in CLAUSAL and lent is not None else unit


def main_clause(held: tuple[Held, ...]) -> int | None:
    """The clause of the base that a unit mostly stands for."""
    return max(held, key=lambda each: (each.count, -each.clause)).clause if held else None
