"""Citations: documents with footnotes and the texts they cite come in, verified footnotes go out.

`gather_sources` makes the texts at hand findable by address and name; `verify_footnotes` reads each footnote
as a quotation and citations, resolves these, and compares the words with what stands in the cited place.
"""

from kb.citations.addresses import Sources, gather_sources
from kb.citations.naming import name_words
from kb.citations.verifying import verify_footnotes

__all__ = ["Sources", "gather_sources", "name_words", "verify_footnotes"]
