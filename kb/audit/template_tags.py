"""Tags of a template language (Liquid, Jinja) that a page's own site replaces and this reader takes as words."""

import re
from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.text import Span

CODE = Code(
    "KB322",
    "template-tag",
    Severity.WARNING,
    "Jekyll and its like carry out the tags of a template before they read a page: what a tag includes, leaves out or "
    "names is not in the file. The tag itself is read as words, and readers of the site see it.",
)
CODES = (CODE,)
_TAG = re.compile(
    r"\{%-? {0,9}(?!end|els)[a-z][^\n]{0,300}?%\}"
    r"|\{\{-? {0,9}(?:[a-z][\w.]{0,99}|([\"'])[^\n{}]{0,200}?\1) {0,9}(?:\|[^\n{}]{0,200})?-?\}\}",
    re.IGNORECASE,
)
"""A tag that acts, but for those that only end another; or one that stands for a value: a name with points or words in
quotation marks, perhaps filtered."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each tag that stands in the words or links of a page."""
    for document in checked_documents(kb):
        for found in _TAG.finditer(document.source.text, document.front.end):
            message = f"`{found[0]}` is a tag of a template; it is read as words, not carried out"
            hint = "write what it stands for, or take the page as its site's builder leaves it"
            yield diagnose(CODE, document.source, Span(*found.span()), message, hint)
