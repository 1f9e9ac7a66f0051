"""Witnesses: the other texts of the same rules, laid beside a base.

In: a base edition and any number of texts of the same work. Out: a `Collation`: every place where they differ, what
each witness has there, and whether it is a rule or only noise. Invariant: the order of the witnesses changes nothing.
"""

from kb.witnesses._collating import collate
from kb.witnesses._values import Collation, Kind, Reading, Refused, State, Variant, Witness, WitnessId

__all__ = ["Collation", "Kind", "Reading", "Refused", "State", "Variant", "Witness", "WitnessId", "collate"]
