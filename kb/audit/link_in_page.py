"""A link to a place of its own page that the page does not have."""

from collections.abc import Iterator
from urllib.parse import unquote

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import LinkKind

CODE = Code(
    "KB311",
    "link-in-page-broken",
    Severity.WARNING,
    "A link to a missing place of the same page does nothing when a reader follows it.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report in-page links whose anchor the document lacks."""
    for document in checked_documents(kb):
        for link in document.links:
            if link.kind is not LinkKind.IN_PAGE:
                continue
            anchor = unquote(link.href[1:])
            if anchor and anchor not in document.anchors:
                near = next(
                    (known for known in document.anchors if known.strip("-") == anchor.strip("-").lower()), None
                )
                hint = f"did you mean `#{near}`?" if near else "link to the anchor of the heading as the site makes it"
                yield diagnose(CODE, document.source, link.span, f"`#{anchor}` is no anchor of this page", hint)
