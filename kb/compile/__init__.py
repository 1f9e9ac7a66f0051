"""Compiling: a published text and records come in, the emended text goes out; and the records of a hand-made one.

Invariant: `compile_text(published, extract_records(published, emended).records).text` is the emended text, byte for
byte.
"""

from kb.compile._apply import Compiled, Plan, compile_plan, compile_text, plan_text, read_for
from kb.compile._body import Body
from kb.compile._build import fingerprint
from kb.compile._cite import cite_ruling, headings_told
from kb.compile._compose import Placed
from kb.compile._extract import Extracted, Names, extract_records
from kb.compile._prove import Difference, find_difference
from kb.compile._rebase import rebase_records
from kb.compile._refusals import Refused, advise, advise_on

__all__ = [
    "Body",
    "Compiled",
    "Difference",
    "Extracted",
    "Names",
    "Placed",
    "Plan",
    "Refused",
    "advise",
    "advise_on",
    "cite_ruling",
    "compile_plan",
    "compile_text",
    "extract_records",
    "find_difference",
    "fingerprint",
    "headings_told",
    "plan_text",
    "read_for",
    "rebase_records",
]
