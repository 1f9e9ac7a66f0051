"""A change of the rules in an emended book whose footnote names no source."""

from collections.abc import Iterator

from kb.audit._places import checked_books, first_words
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.footnotes.leading import EDITORIAL
from kb.graph import Kb
from kb.provenance import AuthorityStatus

CODE = Code(
    "KB413",
    "authority-unnamed",
    Severity.WARNING,
    "A footnote that names no work lends a change the look of an authority, and nobody can look it up. What an editor "
    "changed of his own accord has a footnote that begins with `Editorial:`.",
    gate=True,
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report substantive records whose footnotes all name no work, nor say that the change is an editor's own; one that
    is not defined has its own rule."""
    for book, document in checked_books(kb):
        defined = {each.id for each in document.definitions}
        editorial = {each.id for each in document.definitions if EDITORIAL.match(each.text)}
        for record in book.emendations:
            unnamed = record.authority_status is AuthorityStatus.NO_WORK and defined.issuperset(record.footnotes)
            if record.substantive and unnamed and not editorial.intersection(record.footnotes):
                names = ", ".join(f"`{footnote}`" for footnote in record.footnotes)
                message = f"{record.kind.value} of a {record.unit.value} rests on {names}, which names no source"
                hint = "say in the footnote which text and heading it is from, or begin it with `Editorial:`"
                yield diagnose(CODE, document.source, first_words(document, record.emended_span), message, hint)
