"""Foreign matter: what stands in a witness's file before and behind the work, told so that nothing is silent."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.model import PAGE_LINE, Exclusion
from kb.witnesses._building import Builder
from kb.witnesses._side import Side, fold_source
from kb.witnesses._values import Kind, Layer, State, Variant

FEW = 3


def find_foreign(builder: Builder, speaking: Sequence[Side]) -> Iterator[Variant]:
    """A variant for each part of a witness that its reader cut off as no text of the work."""
    for side in speaking:
        for exclusion in side.atoms.document.exclusions:
            if _is_foreign(side, exclusion):
                yield _variant(builder, side, exclusion)


def _is_foreign(side: Side, exclusion: Exclusion) -> bool:
    """Whether an exclusion is running text: front matter, comments and link definitions belong to the file, heads and
    feet to its pages."""
    if side.atoms.document.front_matter or side.atoms.document.definitions:
        return False
    return exclusion.reason != PAGE_LINE and side.atoms.document.source.slice(exclusion.span).count(" ") >= FEW


def _variant(builder: Builder, side: Side, exclusion: Exclusion) -> Variant:
    clauses = side.atoms.document.clauses
    gap = 0 if clauses and exclusion.span.start < clauses[0].span.start else len(builder.base)
    text = fold_source(side.atoms.document.source.slice(exclusion.span))
    readings = [
        replace(reading, text=text, state=State.DIFFERS, span=exclusion.span, kind=Kind.FOREIGN)
        if reading.witness == side.witness.id
        else replace(reading, text=None, kind=None, state=State.SAME)
        for reading in builder.read_all(gap, gap)
    ]
    return replace(builder.variant(Kind.FOREIGN, readings, gap, gap, Layer.FILE), note=exclusion.reason)
