"""A footnote that no marker refers to."""

from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import ClauseKind, Document, FootnoteId

CODE = Code(
    "KB422",
    "footnote-unreferenced",
    Severity.WARNING,
    "A footnote nobody refers to is not shown: an authority was collected and its words were lost or never merged.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report every definition without a reference."""
    for document in checked_documents(kb):
        used = {reference.id for reference in document.references}
        for definition in document.definitions:
            if definition.id not in used:
                message = f"footnote `{definition.id}` is never referred to"
                yield diagnose(CODE, document.source, definition.span, message, _advise(document, definition.id))


def _advise(document: Document, footnote: FootnoteId) -> str:
    """What to do about a footnote: its marker may stand where it is plain characters."""
    marker = f"[^{footnote}]"
    for clause in document.clauses:
        at = document.source.text.find(marker, clause.span.start, clause.span.end)
        place = f"line {document.source.line_of(max(at, 0))} has `{marker}`"
        if at >= 0 and clause.kind is ClauseKind.HTML:
            return f'{place} in HTML, where it is no marker: give the tag around it `markdown="span"`'
        if at >= 0 and clause.kind is ClauseKind.CODE:
            return (
                f"{place} in a block of code, where it is no marker: take off what makes it one, a tab or four blanks"
            )
    return f"hang `{marker}` on the words it supports or delete it"
