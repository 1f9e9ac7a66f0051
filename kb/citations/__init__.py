"""Citations: documents with footnotes and the texts they cite come in, verified footnotes go out.

`gather_sources` makes the texts at hand findable by address and name; `verify_footnotes` reads each footnote
as a quotation and citations, resolves these, and compares the words with what stands in the cited place.

The modules, from words to a verdict:

- words that name something: `naming` (the work, path and heading of a citation), `calling` (the names of texts),
  `versions` (rows of them), `placing` (headings and pages), `noting` (other footnotes); `introducing` is what stands
  before a name, `recognising` tells whether words are a citation, `parting` parts those that name several texts.
- the text of a footnote: `flat` has it in one line, `locating` finds where citations stand in it, `leading` where the
  words begin that one leads to, `mentioning` what each names; `marking` reads several quotations with a citation each;
  `quoting` all of it.
- what is cited: `units` of a source, its `headings`, `addresses` of all sources, `claims` of a footnote on them.
- the verdict: `judging` compares words with units, `checking` a quotation with all that is cited for it; `telling` and
  `accounts` read what an editor tells of other texts, `repeating` the notes that name another for their source,
  `supporting` the words before each marker; `verifying` puts all together.
"""

from kb.citations.addresses import Sources, gather_sources
from kb.citations.naming import name_words
from kb.citations.verifying import verify_footnotes

__all__ = ["Sources", "gather_sources", "name_words", "verify_footnotes"]
