"""A change of the rules in an emended book that has nothing of what its footnotes cite."""

from collections.abc import Iterator

from kb.audit._places import checked_books, first_words
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.provenance import AuthorityStatus, Problem, Relation

CODE = Code(
    "KB446",
    "change-unlike-its-authority",
    Severity.SUGGESTION,
    "A footnote vouches for the words before it: where its source has nothing of them, the authority is a false one.",
)
CODES = (CODE,)
_TOLD = frozenset(
    {Problem.NOT_FOUND, Problem.WRONG_ANCHOR, Problem.MISSING_ANCHOR, Problem.NO_WORK_NAMED, Problem.SOURCE_NOT_AT_HAND}
)
"""Problems of a footnote that say already why its source does not have the words."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report substantive records none of whose authorities has their words, though each footnote stands in order."""
    for book, document in checked_books(kb):
        doubtful = {each.id for each in kb.footnotes.get(document.source.path, ()) if _TOLD.intersection(each.problems)}
        for record in book.emendations:
            unlike = all(each.relation is Relation.NOT_FOUND for each in record.authorities)
            if not (record.substantive and unlike and record.authority_status is AuthorityStatus.CITED):
                continue
            if doubtful.isdisjoint(record.footnotes):
                names = ", ".join(f"`{footnote}`" for footnote in record.footnotes)
                message = f"{record.kind.value} of a {record.unit.value} has nothing of what {names} cites"
                hint = "hang the footnote on the words it is about, and give these the footnote of their own ruling"
                yield diagnose(CODE, document.source, first_words(document, record.emended_span), message, hint)
