"""Parallels: passages of one work that stand in another, in whatever order, with what differs.

In: the token streams of works. Out: `Parallel` values. A passage is a clause or the part of it that stands in one
clause of the other work, cut at sentences; so a paragraph that joins two of a sister book is in two parallels.
"""

from collections.abc import Mapping

from kb.memory import Memory
from kb.model import Document, WorkId
from kb.parallels._between import fill_between
from kb.parallels._choosing import choose_passages
from kb.parallels._judging import compare_passages
from kb.parallels._matching import match_sentences
from kb.parallels._units import find_candidates, gather_units
from kb.parallels._values import Likeness, Parallel, Place, Stretch
from kb.tokens import Stream, read_stream

__all__ = ["Likeness", "Parallel", "Place", "Stretch", "find_parallels"]


def find_parallels(texts: Mapping[WorkId, Document | Stream], memory: Memory | None = None) -> tuple[Parallel, ...]:
    """The passages that stand in two of some works, by the order of the works and the place in the first.

    No passage is told twice within one work. Works are compared through the runs of words they share, not pair by
    pair: the time grows with their length. A stream is a document read already; what a memory knows of two streams is
    not worked out again.
    """
    streams = {work: text if isinstance(text, Stream) else read_stream(text) for work, text in texts.items()}
    units = gather_units(streams)
    matched = [match_sentences(a, b) for a, b in find_candidates(units)]
    return compare_passages(units, fill_between(units, list(choose_passages(units, matched))), memory or Memory())
