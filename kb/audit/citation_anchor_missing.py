"""A footnote that cites a place its source does not have."""

from collections.abc import Iterator, Sequence

from kb.audit._places import named_places
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.provenance import Cited, FootnoteVerdict, SourcePlace
from kb.sources.headings import folded

CODE = Code(
    "KB431",
    "citation-anchor-missing",
    Severity.WARNING,
    "A citation whose anchor is gone lands at the top of a long file; the reader has to find the ruling alone.",
    gate=True,
)
CODES = (CODE,)
LIKE = 0.5
"""Words less similar than this share a few with any text."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report cited addresses whose page is at hand and lacks the anchor."""
    for document, verdict, cited in named_places(kb):
        if cited.path is None or cited.resolves or cited.anchor is None:
            continue
        message = f"footnote `{verdict.id}` cites `#{cited.anchor}`, which `{cited.path}` does not have"
        places = ", ".join(f"`#{place.anchor}` (line {place.line})" for place in _places(verdict)[:3])
        named = _named(kb, cited)
        likely = bool(places) and (verdict.quote is None or (verdict.similarity or 0.0) >= LIKE)
        if named and not likely:
            hint = f"the heading that it names has `#{named}`"
        else:
            hint = (
                f"its words stand under {places}" if places else "cite the anchor of the heading as the site makes it"
            )
        yield diagnose(CODE, document.source, verdict.span, message, hint)


def _named(kb: Kb, cited: Cited) -> str:
    """The anchor of the only heading with the name that a citation gives; empty where none or several have it."""
    document = kb.documents.get(cited.path or "")
    headings = document.headings if document is not None and cited.heading else ()
    found = [each.id for each in headings if folded(each.text) == folded(cited.heading or "")]
    return found[0] if len(found) == 1 else ""


def _places(verdict: FootnoteVerdict) -> Sequence[SourcePlace]:
    """Where the words of a footnote stand; those of one that quotes nothing are the words it supports, if anything
    there is like them."""
    if verdict.quote is not None:
        return verdict.sources
    like = (each for each in verdict.references if each.similarity is not None and each.similarity >= LIKE)
    every = {place for reference in like for place in reference.sources}
    return [place for place in verdict.sources if place in every]
