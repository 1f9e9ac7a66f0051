"""A footnote that cites a place its source does not have."""

from collections.abc import Iterator

from kb.audit._places import named_places
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb

CODE = Code(
    "KB431",
    "citation-anchor-missing",
    Severity.WARNING,
    "A citation whose anchor is gone lands at the top of a long file; the reader has to find the ruling alone.",
    gate=True,
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report cited addresses whose page is at hand and lacks the anchor."""
    for document, verdict, cited in named_places(kb):
        if cited.path is None or cited.resolves or cited.anchor is None:
            continue
        message = f"footnote `{verdict.id}` cites `#{cited.anchor}`, which `{cited.path}` does not have"
        places = ", ".join(f"`#{place.anchor}` (line {place.line})" for place in verdict.sources[:3])
        hint = f"its words stand under {places}" if places else "cite the anchor of the heading as the site makes it"
        yield diagnose(CODE, document.source, verdict.span, message, hint)
