"""A quotation whose ruling a later version of the compendium has otherwise or no more, or that ends by itself."""

from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.queries.outlived import find_outlived

CODE = Code(
    "KB444",
    "quotation-outlived",
    Severity.SUGGESTION,
    "A footnote may rightly quote an old version; whether the change holds in the words that the ruling has now, or "
    "without it, is for an editor to judge.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them at the quotation, with the version that reworded or dropped the ruling."""
    for document in checked_documents(kb):
        for each in find_outlived(kb, document.source.path):
            quoted, ended = (each.calendar.name(one.version) for one in (each.quoted, each.ended))
            what = f"is no longer in {ended}" if each.dropped else f"has other words in {ended}"
            if each.told is not None:
                what = f"{'ends' if each.told.ahead else 'ended'} on {each.told.first}, by its own words in {ended}"
            message = f"the ruling that footnote `{each.verdict.id}` quotes from {quoted} {what}"
            span = each.verdict.quote_span or each.verdict.span
            hint = f"see `kb history {each.life.id}`; judge whether the change still holds"
            yield diagnose(CODE, document.source, span, message, hint)
