"""A footnote's marker that stands twice on the same words."""

from collections.abc import Iterator
from itertools import pairwise

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb

CODE = Code(
    "KB425",
    "footnote-marker-doubled",
    Severity.SUGGESTION,
    "A marker written twice says nothing more than once; the second was often meant to be that of another footnote.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report the second of two markers of one footnote with nothing between them."""
    for document in checked_documents(kb):
        ordered = sorted(document.references, key=lambda each: each.span)
        for first, second in pairwise(ordered):
            between = document.source.text[first.span.end : second.span.start]
            if first.id == second.id and first.clause == second.clause and not between.strip(" ,;"):
                message = f"footnote `{second.id}` is referred to twice in a row"
                hint = "delete one marker, or write the footnote that is meant"
                yield diagnose(CODE, document.source, second.span, message, hint)
