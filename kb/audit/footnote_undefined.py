"""A marker whose footnote is defined nowhere in the document."""

from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb

CODE = Code(
    "KB421",
    "footnote-undefined",
    Severity.ERROR,
    "A marker without its definition is printed as plain characters and takes the authority of its words away.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report every reference to an id that no definition has."""
    for document in checked_documents(kb):
        defined = {definition.id for definition in document.definitions}
        for reference in document.references:
            if reference.id not in defined:
                message = f"footnote `{reference.id}` is not defined"
                hint = f"add a line `[^{reference.id}]: ...` or correct the marker"
                yield diagnose(CODE, document.source, reference.span, message, hint)
