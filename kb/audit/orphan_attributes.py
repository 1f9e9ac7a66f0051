"""An attribute list that belongs to nothing, or lands on a block it was not meant for."""

from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import BlockKind, Document
from kb.text import Span

CODE = Code(
    "KB321",
    "attribute-list-orphan",
    Severity.WARNING,
    "An attribute list between blank lines is given to the next block: a box style meant for a note that was deleted "
    "ends up on the heading that follows.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report the attribute lists that a reader found without a block of their own."""
    for document in checked_documents(kb):
        for orphan in document.orphans:
            for span in orphan.spans:
                landed = _landed(document, span)
                message = f"attribute list `{document.source.slice(span).strip()}` stands alone" + landed
                hint = "delete it, or put it directly before the block it is meant for"
                yield diagnose(CODE, document.source, span, message, hint)


def _landed(document: Document, span: Span) -> str:
    following = next((block for block in document.blocks if span in block.attributes.spans), None)
    if following is None:
        return ""
    line = document.source.line_of(following.span.start)
    what = "heading" if following.kind is BlockKind.HEADING else following.kind.value
    return f" and lands on the {what} on line {line}"
