"""Instructions: errata that say how to change a text are read as operations and carried out exactly, or not at all."""

from kb.instructions._applying import Tried, try_operation
from kb.instructions._books import BookOutcome, Change, change_book, find_sections
from kb.instructions._cards import Asked, EmendedPrinting, Outcome, emend_printing, find_families
from kb.instructions._frame import Face, read_face
from kb.instructions._grammar import Reading, read_operations
from kb.instructions._operations import (
    NAMES,
    Add,
    Edge,
    Figure,
    Operation,
    Part,
    Reclass,
    Remove,
    Rename,
    Replace,
    Rewrite,
    Unclear,
)
from kb.instructions._passage import Edit, Passage, perform
from kb.instructions._quotes import Quotation, cut_quotations
from kb.instructions._reading import Instruction, Target, read_instructions

__all__ = [
    "NAMES",
    "Add",
    "Asked",
    "BookOutcome",
    "Change",
    "Edge",
    "Edit",
    "EmendedPrinting",
    "Face",
    "Figure",
    "Instruction",
    "Operation",
    "Outcome",
    "Part",
    "Passage",
    "Quotation",
    "Reading",
    "Reclass",
    "Remove",
    "Rename",
    "Replace",
    "Rewrite",
    "Target",
    "Tried",
    "Unclear",
    "change_book",
    "cut_quotations",
    "emend_printing",
    "find_families",
    "find_sections",
    "perform",
    "read_face",
    "read_instructions",
    "read_operations",
    "try_operation",
]
