"""A marker whose footnote is defined nowhere in the document."""

import re
from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.grouping import group_pairs
from kb.model import Document, FootnoteReference
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
        undefined = group_pairs((each.id, each) for each in document.references if each.id not in defined)
        for references in undefined.values():
            swallowed = next((each for each in references if _is_swallowed(document, each)), None)
            for reference in references:
                message = f"footnote `{reference.id}` is not defined"
                advice = _advise(document, reference, references[0], swallowed)
                yield diagnose(CODE, document.source, reference.span, message, advice)


def _advise(
    document: Document, reference: FootnoteReference, first: FootnoteReference, swallowed: FootnoteReference | None
) -> str:
    """What to do about a reference: one that opens a line may be meant for the definition, or the one `swallowed`."""
    if _is_swallowed(document, reference):
        return "put a blank line before it: it is read as part of what stands above it"
    if reference is not first and _opens_line(document, reference.span):
        return f"put a colon behind it, `[^{reference.id}]: ...`, where the footnote itself begins here"
    if swallowed is not None:
        line = document.source.line_of(swallowed.span.start)
        return f"put a blank line before line {line}, which defines it but is read as part of what stands above it"
    return f"add a line `[^{reference.id}]: ...` or correct the marker"


def _is_swallowed(document: Document, reference: FootnoteReference) -> bool:
    """Whether a reference would be the definition of a footnote if what stands above it ended before."""
    behind = _DEFINES.match(document.source.text, reference.span.end)
    return behind is not None and _opens_line(document, reference.span)


def _opens_line(document: Document, span: Span) -> bool:
    """Whether a place is the beginning of a line."""
    text = document.source.text
    return not text[text.rfind("\n", 0, span.start) + 1 : span.start].strip()
