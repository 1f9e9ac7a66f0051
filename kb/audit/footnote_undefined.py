"""A marker whose footnote is defined nowhere in the document."""

import re
from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import Document, FootnoteId, FootnoteReference
from kb.text import Span

CODE = Code(
    "KB421",
    "footnote-undefined",
    Severity.ERROR,
    "A marker without its definition is printed as plain characters and takes the authority of its words away.",
)
CODES = (CODE,)
_DEFINES = re.compile(r":(?:\s|$)")


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report every reference to an id that no definition has."""
    for document in checked_documents(kb):
        defined = {definition.id for definition in document.definitions}
        for number, reference in enumerate(document.references):
            if reference.id not in defined:
                message = f"footnote `{reference.id}` is not defined"
                yield diagnose(CODE, document.source, reference.span, message, _advise(document, number))


def _advise(document: Document, number: int) -> str:
    """What to do about a reference (index): one that opens a line may be meant for the definition."""
    reference = document.references[number]
    if _is_swallowed(document, reference, reference.id):
        return "put a blank line before it: it is read as part of what stands above it"
    before = any(each.id == reference.id for each in document.references[:number])
    if before and _opens_line(document, reference.span):
        return f"put a colon behind it, `[^{reference.id}]: ...`, where the footnote itself begins here"
    swallowed = next((each for each in document.references if _is_swallowed(document, each, reference.id)), None)
    if swallowed is not None:
        line = document.source.line_of(swallowed.span.start)
        return f"put a blank line before line {line}, which defines it but is read as part of what stands above it"
    return f"add a line `[^{reference.id}]: ...` or correct the marker"


def _is_swallowed(document: Document, reference: FootnoteReference, name: FootnoteId) -> bool:
    """Whether a reference would be the definition of a footnote if what stands above it ended before."""
    return (
        reference.id == name
        and _opens_line(document, reference.span)
        and _DEFINES.match(document.source.text, reference.span.end) is not None
    )


def _opens_line(document: Document, span: Span) -> bool:
    """Whether a place is the beginning of a line."""
    text = document.source.text
    return not text[text.rfind("\n", 0, span.start) + 1 : span.start].strip()
