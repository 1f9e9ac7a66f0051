"""Instructions: errata that say how to change a text are read as operations and carried out exactly, or not at all."""

from kb.instructions._applying import try_operation
from kb.instructions._books import BookOutcome, take_up, with_removed_words
from kb.instructions._cards import EmendedPrinting, Outcome, emend_printing, find_families
from kb.instructions._drafts import Change, Draft
from kb.instructions._entries import entry_keys
from kb.instructions._frame import Face, read_face
from kb.instructions._grammar import read_operations
from kb.instructions._numbered import place_by_number
from kb.instructions._operations import (
    NAMES,
    Add,
    Beside,
    Edge,
    Figure,
    Operation,
    Part,
    Reclass,
    Remove,
    Rename,
    Replace,
    Restore,
    Rewrite,
    Spot,
    Unclear,
)
from kb.instructions._passage import Passage, perform
from kb.instructions._present import Tried, refuse
from kb.instructions._quotes import cut_quotations
from kb.instructions._reading import Instruction, quote_rule, read_instructions
from kb.instructions._sections import find_sections, heading_keys, struck_section
from kb.instructions._succession import ABSENT, Asked, Succession, as_last, goes_last
from kb.instructions._targets import Target

__all__ = [
    "ABSENT",
    "NAMES",
    "Add",
    "Asked",
    "Beside",
    "BookOutcome",
    "Change",
    "Draft",
    "Edge",
    "EmendedPrinting",
    "Face",
    "Figure",
    "Instruction",
    "Operation",
    "Outcome",
    "Part",
    "Passage",
    "Reclass",
    "Remove",
    "Rename",
    "Replace",
    "Restore",
    "Rewrite",
    "Spot",
    "Succession",
    "Target",
    "Tried",
    "Unclear",
    "as_last",
    "cut_quotations",
    "emend_printing",
    "entry_keys",
    "find_families",
    "find_sections",
    "goes_last",
    "heading_keys",
    "perform",
    "place_by_number",
    "quote_rule",
    "read_face",
    "read_instructions",
    "read_operations",
    "refuse",
    "struck_section",
    "take_up",
    "try_operation",
    "with_removed_words",
]
