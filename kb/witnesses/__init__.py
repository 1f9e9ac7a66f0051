"""Witnesses: the other texts of the same rules, laid beside a base.

In: a base edition and any number of texts of the same work. Out: a `Collation`: every place where they differ, what
each witness has there, and whether it is a rule or only noise. Invariant: the order of the witnesses changes nothing.
"""

from kb.witnesses._books import collate_book, collate_texts, role_of, witness_of
from kb.witnesses._collating import collate
from kb.witnesses._segments import ClauseText, Segment, Told, cut_segments, groups_of
from kb.witnesses._suggesting import supporters
from kb.witnesses._ties import tie
from kb.witnesses._values import Collation, Kind, Layer, Reading, State, Variant, Witness, WitnessId

__all__ = [
    "ClauseText",
    "Collation",
    "Kind",
    "Layer",
    "Reading",
    "Segment",
    "State",
    "Told",
    "Variant",
    "Witness",
    "WitnessId",
    "collate",
    "collate_book",
    "collate_texts",
    "cut_segments",
    "groups_of",
    "role_of",
    "supporters",
    "tie",
    "witness_of",
]
