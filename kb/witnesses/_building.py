"""Variants: places with the readings of every witness come in, variants in the base's order go out."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kb.model import ClauseId
from kb.text import Span, base32_sum
from kb.witnesses._atoms import Atoms
from kb.witnesses._side import Side, fold_source, slice_words, spoken
from kb.witnesses._values import Kind, Layer, Reading, State, Variant, WitnessId

CONTEXT = 8
"""So many words of the base are given on each side."""
_ORDER = {kind: at for at, kind in enumerate(Kind)}


class Builder:
    """Makes variants of one base and its witnesses; `sides` are in the order of their names."""

    def __init__(self, base: Atoms, name: WitnessId, sides: Sequence[Side]) -> None:
        self.base, self.name, self.sides = base, name, sides
        self.titles = {heading.id: heading.text for heading in base.document.headings}

    def read_all(self, start: int, end: int) -> tuple[Reading, ...]:
        """What base and witnesses have for words [start, end), or in a gap."""
        accented = sorted(
            {
                atom.text
                for side in self.sides
                if (found := side.comparison.image(start, end))
                for atom in side.atoms.items[found[0] : min(found[1], found[0] + 60)]
                if not atom.text.isascii()
            }
        )
        return (self.read_base(start, end), *(side.read(start, end, accented) for side in self.sides))

    def read_base(self, start: int, end: int) -> Reading:
        """What the base has."""
        span = slice_words(self.base, start, end)
        text = fold_source(self.base.document.source.slice(span)) if start < end else None
        return Reading(self.name, text, State.SAME, span, words=spoken(self.base, start, end))

    def variant(  # noqa: PLR0913, PLR0917 (each a part of the value)
        self,
        kind: Kind,
        readings: Iterable[Reading],
        start: int,
        end: int,
        layer: Layer,
        clauses: Sequence[ClauseId] = (),
        order: tuple[int, int] | None = None,
    ) -> Variant:
        """A variant over words [start, end) of the base, or in the gap before word `start`."""
        read = tuple(readings)
        after = start == end and self.base.begins(start) and start > 0
        at = min(max(0, start - 1) if start == end else start, len(self.base) - 1)
        clause = self.base.clause(at)
        prefix, suffix = spoken(self.base, start - CONTEXT, start), spoken(self.base, end, end + CONTEXT)
        document = self.base.document
        held = [document.clauses[c].id for c in dict.fromkeys(self.base.clauses[start:end])] or [clause.id]
        told = "\x1f".join((kind.value, prefix, suffix, *_told(read)))
        return Variant(
            id=f"{clause.id}-{base32_sum(told)[:5]}",
            kind=kind,
            substantive=kind.substantive,
            section=clause.section,
            title=self.titles.get(clause.section, ""),
            clause=clause.id,
            after=after,
            span=read[0].span,
            readings=read,
            prefix=prefix,
            suffix=suffix,
            clauses=tuple(clauses or held),
            layer=layer,
            order=order or (2 * start + (start < end), 2 * end),
        )

    def led(self, reading: Reading, start: int) -> Reading:
        """A reading with what stands before its first word in its clause: list mark, quote marks, heading signs."""
        side = next((side for side in self.sides if side.witness.id == reading.witness), None)
        atoms = side.atoms if side else self.base
        at = side.comparison.there[start] if side else start
        if reading.text is None or at < 0 or not atoms.begins(at):
            return reading
        span = Span(min(reading.span.start, atoms.clause(at).span.start), reading.span.end)
        return replace(reading, text=" ".join(atoms.document.source.slice(span).split()), span=span)

    def weigh(self, readings: Iterable[Reading]) -> Kind | None:
        """The weightiest kind among the witnesses whose differences are variants."""
        triggers = {side.witness.id for side in self.sides if side.triggers}
        kinds = [reading.kind for reading in readings if reading.kind and reading.witness in triggers]
        return min(kinds, key=_ORDER.__getitem__, default=None)


def set_kind(readings: Iterable[Reading], kind: Kind, witnesses: Iterable[WitnessId]) -> tuple[Reading, ...]:
    """Readings with the kind of a difference of form that some witnesses have, whatever else differs there."""
    named = set(witnesses)
    return tuple(
        replace(reading, kind=kind, state=State.DIFFERS if reading.text is not None else reading.state)
        if reading.witness in named
        else replace(reading, kind=None, state=State.SAME if reading.state is State.DIFFERS else reading.state)
        for reading in readings
    )


def _told(readings: Iterable[Reading]) -> list[str]:
    return sorted({reading.text or "" for reading in readings})
