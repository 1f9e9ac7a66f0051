"""Citations: documents with footnotes and the sources they cite come in, verified footnotes go out.

`verify_footnotes` reads each footnote (`kb.footnotes`), resolves what it cites (`kb.sources`), and compares the words
with what stands in the cited place.

`judging` compares words with units, `checking` a quotation with all that is cited for it; `telling` and `accounts` read
what an editor tells of other texts, `repeating` the notes that name another for their source, `supporting` the words
before each marker; `verifying` puts all together.
"""

from kb.citations.verifying import verify_footnotes

__all__ = ["verify_footnotes"]
