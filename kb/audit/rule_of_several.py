"""A ruling on a rule by its number that several books have, or that the book above it has not."""

from collections.abc import Iterator

from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import WorkId
from kb.queries.rulebooks import Numbered, know_numbered
from kb.rulebooks import Bearing

OF_SEVERAL = Code(
    "KB464",
    "rule-of-several",
    Severity.WARNING,
    "Books of one game count their rules alike. A ruling on `4.21` that names no book is on neither: it is not carried "
    "out, and is missing from what a book lacks.",
)
CODES = (OF_SEVERAL,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report rulings of the newest versions on a number that no book is known by."""
    newest = {version.id for version in kb.newest_versions}
    for (path, _), each in know_numbered(kb).items():
        if each.work is None and each.version.id in newest and not each.statement.reference and path in kb.checked:
            hint = "name the book in front of it or in a heading above it (`Errata for ...`)"
            source = each.version.document.source
            yield diagnose(OF_SEVERAL, source, each.statement.span, _message(kb, each), hint)


def _message(kb: Kb, each: Numbered) -> str:
    having = " and ".join(_name(kb, work) for work in each.borne.among)
    if each.borne.work is None:
        return f"`{each.number}` is a rule of {having}, and nothing says which is meant"
    named = "the title of its text" if each.borne.bearing is Bearing.TITLE else "the heading above it"
    return f"`{each.number}` is a rule of {having}, but {named} names {_name(kb, each.borne.work)}"


def _name(kb: Kb, work: WorkId) -> str:
    book = kb.books.get(work)
    return (book.work.abbreviation or book.work.title) if book is not None else str(work)
