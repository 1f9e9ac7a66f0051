"""Emendations: every change from a published text to its emended one, as records.

In: two documents and their alignment. Out: `Emendation` values in emended order. Invariant: the records together
account for every difference of words and punctuation: published tokens with all of them made are the emended tokens.

Conventions (kinds, units, granularity, attachment of footnotes): section 5 of the design, restated where they are kept:
`kb.differences` (granularity, spelling), `_blocks` (whole clauses), `_footnotes` (attachment), `_words` (kinds).
"""

from kb.align import Alignment, align
from kb.emendations._apparatus import ApparatusChanges
from kb.emendations._blocks import is_page_mark, title_page
from kb.emendations._footnotes import attach_footnotes
from kb.emendations._found import span_of
from kb.emendations._joining import join_items
from kb.emendations._markup import MarkupChanges
from kb.emendations._records import RecordBuilder
from kb.emendations._references import cited_in, find_numbers
from kb.emendations._words import WordChanges
from kb.model import Document
from kb.provenance import Emendation

__all__ = ["cited_in", "find_emendations", "find_numbers", "is_page_mark", "span_of", "title_page"]


def find_emendations(
    published: Document, emended: Document, alignment: Alignment | None = None
) -> tuple[Emendation, ...]:
    """Every change between two texts of a work, in emended order; the alignment is made when not given."""
    words = WordChanges(alignment or align(published, emended))
    found = attach_footnotes(words.alignment, words.places, [*words.find()])
    found = [*join_items(words.alignment, found)]
    changes = [*found, *MarkupChanges(words).find(), *ApparatusChanges(words, found).find()]
    return RecordBuilder(words.alignment).build(changes)
