"""A footnote whose anchor exists but whose quoted words stand under another heading."""

from collections.abc import Iterator

from kb.audit._places import checked_footnotes
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.provenance import Problem

CODE = Code(
    "KB432",
    "citation-anchor-wrong",
    Severity.WARNING,
    "A citation that resolves looks right; only comparing its words with the source shows that they stand elsewhere, "
    "often with another date.",
    gate=True,
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report wrong anchors, saying where the words stand."""
    for document, verdict in checked_footnotes(kb):
        if Problem.WRONG_ANCHOR not in verdict.problems:
            continue
        named = (f"#{cited.anchor}" if cited.anchor else cited.heading for cited in verdict.cites)
        anchors = ", ".join(f"`{name}`" for name in dict.fromkeys(named) if name)
        message = f"footnote `{verdict.id}` cites {anchors}, but its words do not stand there"
        places = "; ".join(
            f"`#{place.anchor}` ({place.heading}, {place.file}:{place.line})" for place in verdict.sources
        )
        yield diagnose(CODE, document.source, verdict.span, message, f"they stand under {places}")
