"""A link without an address."""

from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb

CODE = Code(
    "KB314",
    "link-empty",
    Severity.WARNING,
    "A link without an address leads back to the page itself; it marks a reference that was never completed.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report links whose address is empty or only `#`."""
    for document in checked_documents(kb):
        for link in document.links:
            if link.href.strip() in {"", "#"}:
                message = f"link `{link.text[:40]}` has no address"
                yield diagnose(CODE, document.source, link.span, message, "add the address or remove the link")
