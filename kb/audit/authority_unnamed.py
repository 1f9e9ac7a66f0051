"""A change of the rules in an emended book whose footnote names no source."""

import re
from collections.abc import Collection, Iterator

from kb.audit._places import checked_books, first_words
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.footnotes.leading import EDITORIAL
from kb.graph import Kb
from kb.model import Document, FootnoteId
from kb.provenance import AuthorityStatus
from kb.queries.printings import find_printed

CODE = Code(
    "KB413",
    "authority-unnamed",
    Severity.WARNING,
    "A footnote that names no work lends a change the look of an authority, and nobody can look it up. What an editor "
    "changed of his own accord has a footnote that begins with `Editorial:`.",
    gate=True,
)
CODES = (CODE,)
_NEXT = re.compile(r"[ \t]*\r?\n[ \t]*(?=[^\s\[#>|*+-])")
"""The end of a line, and what stands before the words of the next."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report substantive records whose footnotes all name no work, nor say that the change is an editor's own; one that
    is not defined has its own rule, and what a printing has that the book follows needs no authority."""
    for book, document in checked_books(kb):
        defined = {each.id for each in document.definitions}
        printed = find_printed(kb, book)
        editorial = {each.id for each in document.definitions if EDITORIAL.match(each.text)}
        for record in book.emendations:
            unnamed = record.authority_status is AuthorityStatus.NO_WORK and defined.issuperset(record.footnotes)
            named = record.id in printed or editorial.intersection(record.footnotes)
            if record.substantive and unnamed and not named:
                names = ", ".join(f"`{footnote}`" for footnote in record.footnotes)
                message = f"{record.kind.value} of a {record.unit.value} rests on {names}, which names no source"
                advice = _advise(document, record.footnotes)
                yield diagnose(CODE, document.source, first_words(document, record.emended_span), message, advice)


def _advise(document: Document, footnotes: Collection[FootnoteId]) -> str:
    """What to do about footnotes: the line behind one may be meant to go on with it."""
    source = document.source
    for definition in document.definitions:
        line = _NEXT.match(source.text, definition.span.end) if definition.id in footnotes else None
        clause = document.clause_at(line.end()) if line is not None else -1
        if line is not None and clause >= 0 and document.clauses[clause].span.start >= definition.span.end:
            number = source.line_of(line.end())
            return (
                f"put four blanks before line {number}, if it goes on with `{definition.id}`: that ends with its line"
            )
    return "say in the footnote which text and heading it is from, or begin it with `Editorial:`"
