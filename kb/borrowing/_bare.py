"""Bare files laid beside a base: a source comes in, its document goes out, by the reader its look asks for."""

from kb.borrowing._borrow import borrow_structure
from kb.borrowing._witnesses import PLAIN_READERS, choose_reader
from kb.diagnostics import Outcome
from kb.model import Document
from kb.readers import kramdown
from kb.text import Source


def read_beside(source: Source, base: Document | None) -> Outcome[Document | None]:
    """Read a file as a witness beside a base; None, with a diagnostic, where it is another text altogether.

    A text with markup is kramdown. One without is a web text where its lines are wrapped or listed, else a scrape, and
    borrows its structure from the base.
    """
    reader = choose_reader(source)
    if reader is None:
        return kramdown.read_document(source)
    plain = PLAIN_READERS[reader](source, base)
    if base is None:
        return Outcome(plain.value.document, plain.diagnostics)
    lent = borrow_structure(plain.value, base)
    return Outcome(None if lent.value.refused else lent.value.document, plain.diagnostics + lent.diagnostics)
