"""Boxes in the words of other Markdowns (`!!! note`, `> [!NOTE]`, `:::note`), which this reader takes as words."""

import re
from collections.abc import Iterator

from kb.audit._places import checked_documents, reading_span
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import ClauseKind
from kb.text import Span

CODE = Code(
    "KB324",
    "foreign-box",
    Severity.WARNING,
    "A box of another Markdown is no box here: its sign stands among the words of the rules, and what is in it is told "
    "apart from them by nothing.",
)
CODES = (CODE,)
_KINDS = frozenset({ClauseKind.PARAGRAPH, ClauseKind.NOTE_PARAGRAPH})
_SIGN = re.compile(
    r"(?:!!!|\?\?\?\+?) ?[a-z][\w-]*(?=[^\n.!?]*(?:\n|\Z))|\[![A-Za-z]{2,20}\](?=\s)|:{3,} ?\{?[a-z][\w-]*"
)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each sign of a box that a paragraph begins with."""
    for document in checked_documents(kb):
        for clause in document.clauses:
            if clause.kind not in _KINDS:
                continue
            found = _SIGN.match(document.source.text, reading_span(clause).start, clause.span.end)
            if found is not None:
                message = f"`{found[0]}` begins a box in another Markdown; it is read as words"
                hint = "quote the box (`> ...`) and put `{: .note }` on the line above it"
                yield diagnose(CODE, document.source, Span(*found.span()), message, hint)
