"""A relative link, whose target depends on the address of the page it stands on."""

from collections.abc import Iterator
from posixpath import join, normpath
from urllib.parse import unquote, urlsplit

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import LinkKind

CODE = Code(
    "KB313",
    "link-relative-broken",
    Severity.WARNING,
    "A relative link is resolved against the page's address, not its file; written for one it breaks on the other.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report relative links that lead to no page at hand when seen from the page's own permalink."""
    pages = (*kb.documents.values(), *(card.document for card in kb.cards))
    known = {"/" + document.permalink.strip("/") for document in pages if document.permalink}
    for document in checked_documents(kb):
        if document.permalink is None:
            continue
        for link in document.links:
            if link.kind is not LinkKind.RELATIVE or not link.href.strip():
                continue
            path = unquote(urlsplit(link.href).path)
            target = normpath(join("/" + document.permalink.strip("/"), path)) if path else ""
            if path and target not in known:
                message = f"relative address `{link.href}` leads to `{target}`, which is no page at hand"
                hint = "write the address from the root of the site, beginning with `/`"
                yield diagnose(CODE, document.source, link.span, message, hint)
