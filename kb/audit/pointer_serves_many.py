"""A footnote that quotes nothing and serves several changes."""

from collections.abc import Iterator

from kb.audit._places import checked_footnotes, defined_twice
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.provenance import Relation, SourcePlace

CODE = Code(
    "KB443",
    "pointer-serves-many",
    Severity.SUGGESTION,
    "A bare pointer to a section with many rulings does not say which ruling a change rests on; when one of them is "
    "reversed, nobody knows which words to change.",
)
CODES = (CODE,)
MANY = 3


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report pointers that at least MANY references share and whose references rest on different rulings."""
    for document, verdict in checked_footnotes(kb):
        if verdict.relation is not Relation.POINTER or len(verdict.references) < MANY:
            continue
        if verdict.id in defined_twice(document):
            continue  # which of them is meant where is told to be unclear
        rulings = {_said(place) for reference in verdict.references for place in reference.sources}
        if len(rulings) > 1:
            count = len(verdict.references)
            served = f"serves {count} places that rest on {len(rulings)} rulings"
            message = f"footnote `{verdict.id}` quotes nothing and {served}"
            yield diagnose(
                CODE, document.source, verdict.span, message, "give each change a footnote that quotes its ruling"
            )


def _said(place: SourcePlace) -> str:
    """What tells a ruling from another: its words, which a listing may repeat at a second place."""
    return place.statement.words if place.statement is not None else f"line {place.line}"
