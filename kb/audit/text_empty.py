"""A text of rules, rulings or answers without a word."""

from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose_file
from kb.graph import Kb

CODE = Code(
    "KB333",
    "text-empty",
    Severity.ERROR,
    "A file that was saved empty, or of which only the front matter is left, is compared with the others as if it had "
    "lost every rule.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report editions, versions of rulings and sheets of answers that have neither a heading nor a clause; plain texts
    are told when they are read."""
    editions = (edition.document for book in kb.books.values() for edition in book.editions.values())
    versions = (version.document for version in kb.versions.values())
    sheets = (sheet.document for sheet in kb.sheets.values())
    paths = {document.source.path for document in (*editions, *versions, *sheets)} - kb.plain.keys()
    for document in checked_documents(kb):
        if document.source.path in paths and not (document.clauses or document.headings):
            yield diagnose_file(CODE, document.source.path, "no word in this file", "save the text there again")
