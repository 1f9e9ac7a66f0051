"""A footnote that leaves out the effective date its source prints for the same words."""

from collections.abc import Iterator

from kb.audit._places import checked_footnotes
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.provenance import Relation

CODE = Code(
    "KB451",
    "effective-date-missing",
    Severity.WARNING,
    "A delayed ruling changes tournament play only from its effective date; a footnote without the date, or with "
    "another, tells a judge the wrong day.",
)
CODES = (CODE,)
LIKE = 0.5
"""Words less like those of a ruling than this need not be its words, nor have its date."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report footnotes whose date differs from the one printed with the same words anywhere in the source."""
    for document, verdict in checked_footnotes(kb):
        printed = verdict.effective_in_source
        if verdict.quote is None or printed is None or printed == verdict.effective_cited:
            continue
        if verdict.relation is Relation.ADAPTED and (verdict.similarity or 0) < LIKE and not verdict.effective_cited:
            continue
        given = f"gives `{verdict.effective_cited}`" if verdict.effective_cited else "gives no effective date"
        message = f"footnote `{verdict.id}` {given}, expected `{printed}` as its source prints"
        added = f"add the effective date {printed} to the footnote"
        hint = f"correct the effective date to {printed}" if verdict.effective_cited else added
        yield diagnose(CODE, document.source, verdict.span, message, hint)
