"""A change of the rules in an emended book that no footnote supports."""

from collections.abc import Iterator

from kb.audit._places import checked_books, first_words
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.provenance import AuthorityStatus, EmendationKind

CODE = Code(
    "KB411",
    "change-uncited",
    Severity.WARNING,
    "A reader cannot tell a changed rule without a footnote from a published one; every change needs its authority.",
    gate=True,
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report substantive records without a footnote, added notes excepted (they have their own rule)."""
    for book, document in checked_books(kb):
        for record in book.emendations:
            uncited = record.authority_status is AuthorityStatus.UNCITED
            if not (record.substantive and uncited) or record.kind is EmendationKind.NOTE_ADDED:
                continue
            message = f"{record.kind.value} of a {record.unit.value} cites no authority"
            if record.kind is EmendationKind.DELETION:
                message += f": `{record.published_text[:60]}` is gone"
            hint = "hang the footnote of its ruling on the changed words, or restore the published text"
            yield diagnose(CODE, document.source, first_words(document, record.emended_span), message, hint)
