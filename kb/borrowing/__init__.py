"""Borrowed structure: a plain text and another edition of its work come in, the text with that edition's structure goes
out.

Every unit of the text that stands for a clause of the base gets its borders, kind, list, box and section where the text
shows none of its own; what is no text of the work is cut off and listed. Nothing is retyped: units only change their
borders. Each clause says what it stands for, and how alike the two are.
"""

from kb.borrowing._borrow import ANOTHER_TEXT, DOUBTFUL_WITNESS, FOREIGN_MATTER, borrow_structure
from kb.borrowing._witnesses import PLAIN_READERS, choose_reader, lend_to_witnesses, read_beside

__all__ = [
    "ANOTHER_TEXT",
    "DOUBTFUL_WITNESS",
    "FOREIGN_MATTER",
    "PLAIN_READERS",
    "borrow_structure",
    "choose_reader",
    "lend_to_witnesses",
    "read_beside",
]
