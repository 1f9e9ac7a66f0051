"""Bare files laid beside a base: a source comes in, its document goes out, by the reader its look asks for."""

import re

from kb.borrowing._borrow import borrow_structure
from kb.diagnostics import Outcome
from kb.model import Document
from kb.readers import kramdown, scrape, web_text
from kb.text import Source

WRAPPED = 100
"""Lines of a wrapped text are at most so long; a paragraph in one line is longer."""
MOST = 0.9
"""A text of which so many lines are no longer is wrapped."""
_MARKUP = re.compile(r"^(?:---\s*$|#{1,6} +\S|\{:|\s*> |\| |\[\^)|\*\*\w|\]\(|<\w+[ >]", re.MULTILINE)


def looks_plain(source: Source) -> bool:
    """Whether a text has no markup: no front matter, headings, boxes, tables, footnotes, links or tags."""
    return _MARKUP.search(source.text) is None


def read_beside(source: Source, base: Document | None, site: str | None = None) -> Outcome[Document | None]:
    """Read a file as a witness beside a base; None, with a diagnostic, where it is another text altogether.

    A text with markup is kramdown. One without is a web text where its lines are wrapped, else a scrape, and borrows
    its structure from the base.
    """
    if not looks_plain(source):
        read = kramdown.read_document(source, site)
        return Outcome(read.value, read.diagnostics)
    reader = web_text.read_text if _is_wrapped(source) else scrape.read_text
    plain = reader(source, base)
    if base is None:
        return Outcome(plain.value.document, plain.diagnostics)
    lent = borrow_structure(plain.value, base)
    return Outcome(None if lent.value.refused else lent.value.document, plain.diagnostics + lent.diagnostics)


def _is_wrapped(source: Source) -> bool:
    lines = [len(line) for line in source.text.split("\n") if line.strip()]
    return sum(length <= WRAPPED for length in lines) >= MOST * len(lines)
