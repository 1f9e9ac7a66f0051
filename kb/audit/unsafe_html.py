"""HTML in a text that could act on a reader's browser, or load from elsewhere."""

from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Diagnostic
from kb.graph import Kb
from kb.html import UNSAFE_HTML, find_unsafe

CODES = (UNSAFE_HTML,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report elements and attributes that are removed from the site; their words are kept."""
    for document in checked_documents(kb):
        yield from find_unsafe(document)
