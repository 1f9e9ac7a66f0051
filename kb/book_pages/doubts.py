"""What the audit doubts of the changes of a book: its findings come in, how each change is told besides its relation
goes out.

A relation compares words only: a change may have most of those of a ruling and deny it. Who reads `adapted from the
source` is told so where the audit found it.
"""

from collections.abc import Iterator, Mapping

from kb.audit.change_of_another import CODE as ANOTHER
from kb.audit.change_turned import TURNED
from kb.audit.change_unlike import CODE as UNLIKE
from kb.diagnostics import Diagnostic
from kb.graph import Book, Kb
from kb.model import Document
from kb.places.footnotes import markers_of
from kb.provenance import Emendation
from kb.text import Span

DOUBTS: Mapping[str, str] = {UNLIKE.code: "unlike", TURNED.code: "turned", ANOTHER.code: "another"}
"""How a change is told that has a finding, by its code."""


def find_doubts(kb: Kb, book: Book) -> Mapping[str, tuple[str, ...]]:
    """What is doubted of the changes of substance of an emended book, by their ids."""
    if book.emended is None:
        return {}
    document = book.emended.document
    lines = len(document.source.line_starts)
    doubts: dict[str, dict[str, None]] = {}
    for found in kb.diagnostics:
        if found.path == document.source.path and found.code.code in DOUBTS and found.line <= lines:
            for record in _doubted(book, document, found):
                doubts.setdefault(record.id, {})[DOUBTS[found.code.code]] = None
    return {ident: tuple(told) for ident, told in doubts.items()}


def _doubted(book: Book, document: Document, found: Diagnostic) -> Iterator[Emendation]:
    """The changes that a finding is about: those it lies in, those of the words from it to the next marker, or those
    between the marker it is at and the one before."""
    at = document.source.line_starts[found.line - 1] + found.column - 1
    marked = found.excerpt[found.excerpt_column - 1 :][: found.width].rstrip("…")
    if not document.source.text.startswith(marked, at):
        return  # the text was edited since it was looked through
    clause = next((each.span for each in document.clauses if each.span.start <= at < each.span.end), None)
    if clause is None:
        return
    markers = [each.span for each in markers_of(document) if clause.holds(each.span)]
    if found.code == UNLIKE:
        words = Span(at, at + 1)
    elif found.code == TURNED:
        words = Span(at, min((each.start for each in markers if each.start > at), default=clause.end))
    else:
        words = Span(max((each.end for each in markers if each.end <= at), default=clause.start), at)
    for record in book.emendations:
        span = record.emended_span
        if record.substantive and (span.overlaps(words) or (not len(span) and words.start <= span.start <= words.end)):
            yield record
