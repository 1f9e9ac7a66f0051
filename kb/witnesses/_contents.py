"""Tables of contents that only some texts have: apparatus of an edition, told as one variant."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.text import Span
from kb.witnesses._atoms import Atoms
from kb.witnesses._building import Builder
from kb.witnesses._side import Side, fold_source
from kb.witnesses._values import Kind, Layer, Reading, State, Variant


def compare_contents(builder: Builder, speaking: Sequence[Side]) -> Iterator[Variant]:
    """One variant where some witness has a table of contents and the base has none, or the other way round."""
    own = bool(builder.base.contents)
    if all(bool(side.atoms.contents) == own for side in speaking):
        return
    side = next((side for side in speaking if side.atoms.contents), None)
    gap = _gap(side) if side else _own_gap(builder.base)
    readings = []
    for reading in builder.read_all(gap, gap):
        holder = next((side for side in builder.sides if side.witness.id == reading.witness), None)
        atoms = holder.atoms if holder else builder.base
        state = State.SAME if bool(atoms.contents) == own else State.OMITTED if own else State.DIFFERS
        if not atoms.contents and own and holder and holder.losses.loses_headings:
            readings.append(replace(reading, text=None, state=State.LOST, kind=Kind.CONTENTS))
        elif not atoms.contents:
            readings.append(replace(reading, text=None, state=state, kind=Kind.CONTENTS if own else None))
        else:
            kind = None if own or holder is None else Kind.CONTENTS
            readings.append(_reading(reading, atoms, state, kind))
    yield builder.variant(Kind.CONTENTS, readings, gap, gap, Layer.FILE)


def _reading(reading: Reading, atoms: Atoms, state: State, kind: Kind | None) -> Reading:
    clauses = atoms.document.clauses
    span = Span(clauses[atoms.contents[0]].span.start, clauses[atoms.contents[-1]].span.end)
    return Reading(reading.witness, fold_source(atoms.document.source.slice(span)), state, span, kind)


def _gap(side: Side) -> int:
    """Where the contents of a witness would stand in the base: behind the last word above them that both have."""
    above = [j for c, (_, end) in side.atoms.ranges.items() if c < side.atoms.contents[0] for j in (end - 1,)]
    back = side.comparison.back
    for j in reversed(range(max(above, default=-1) + 1)):
        if j in back:
            return back[j] + 1
    return 0


def _own_gap(base: Atoms) -> int:
    return max((end for c, (_, end) in base.ranges.items() if c < base.contents[0]), default=0)
