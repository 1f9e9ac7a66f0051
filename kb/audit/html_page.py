"""A whole page of HTML where Markdown or plain text is read."""

import re
from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.text import Span

CODE = Code(
    "KB323",
    "html-page",
    Severity.WARNING,
    "Elements of HTML stand inside Markdown, but a whole page of it is one block to the reader: its headings, lists "
    "and rulings are not found.",
)
CODES = (CODE,)
_PAGE = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(<!doctype html\b|<html\b)", re.IGNORECASE)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each text that is a page of HTML as a whole."""
    for document in checked_documents(kb):
        found = _PAGE.match(document.source.text, document.front.end)
        if found is not None:
            message = "a whole page of HTML, whose headings and lists are not read"
            hint = "save it from the browser as text and name `reader: web-text`, or turn it into Markdown"
            yield diagnose(CODE, document.source, Span(*found.span(1)), message, hint)
