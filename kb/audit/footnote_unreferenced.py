"""A footnote that no marker refers to."""

from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb

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
                hint = f"hang `[^{definition.id}]` on the words it supports or delete it"
                yield diagnose(CODE, document.source, definition.span, message, hint)
