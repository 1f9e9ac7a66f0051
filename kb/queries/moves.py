"""Moves: the records of clauses that stand elsewhere in the emended text."""

from collections.abc import Iterable, Mapping

from kb.grouping import group_pairs
from kb.provenance import Emendation, EmendationKind


def find_moves(records: Iterable[Emendation]) -> Mapping[str, Emendation]:
    """The two halves of each move by each other's id: a clause that is taken away here and put in there, neither of
    substance (`Emendation`)."""
    halves = group_pairs(
        (record.clause, record)
        for record in records
        if not record.substantive and record.kind in {EmendationKind.DELETION, EmendationKind.INSERTION}
    )
    pairs = [pair for pair in halves.values() if len(pair) == 2 and pair[0].kind is not pair[1].kind]
    return {one.id: other for pair in pairs for one, other in (pair, reversed(pair))}
