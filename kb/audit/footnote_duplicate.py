"""Two definitions of one footnote."""

from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import FootnoteId

CODE = Code(
    "KB423",
    "footnote-duplicate",
    Severity.ERROR,
    "Of two definitions with one id a site shows only one, silently; the other authority is lost.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report every definition whose id an earlier one has."""
    for document in checked_documents(kb):
        first: dict[FootnoteId, int] = {}
        for definition in document.definitions:
            line = document.source.line_of(definition.span.start)
            if definition.id in first:
                message = f"footnote `{definition.id}` is already defined on line {first[definition.id]}"
                hint = "give one of the two another id and correct its markers"
                yield diagnose(CODE, document.source, definition.span, message, hint)
            first.setdefault(definition.id, line)
