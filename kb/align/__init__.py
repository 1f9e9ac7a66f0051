"""Alignment: which clauses of an emended document stand for which of the published one.

In: two documents. Out: an `Alignment` of clause indices. Invariant: every clause of either side is in exactly one
pair, or among the insertions or deletions; pairs that are not moved rise on both sides.
"""

from kb.align._aligner import Aligner
from kb.align._chains import heaviest_rising
from kb.align._sections import SEVERAL, Section, find_lacking
from kb.align._sides import contents_clauses
from kb.align._values import Alignment, Pair
from kb.model import Document
from kb.tokens import Stream, read_stream

__all__ = [
    "SEVERAL",
    "Alignment",
    "Pair",
    "Section",
    "align",
    "contents_clauses",
    "find_lacking",
    "heaviest_rising",
]


def align(published: Document | Stream, emended: Document | Stream) -> Alignment:
    """Align the clauses of two documents by their words; a stream is a document read already."""
    old, new = (each if isinstance(each, Stream) else read_stream(each) for each in (published, emended))
    return Aligner(old, new).run()
