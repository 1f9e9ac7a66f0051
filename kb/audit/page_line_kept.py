"""Heads and feet of printed pages that stand as paragraphs in a text with markup."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kb.audit._places import checked_paths, reading_span
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Book, Kb
from kb.model import Clause, ClauseKind, Document
from kb.similarity import Words, compare_words

CODE = Code(
    "KB179",
    "page-line-kept",
    Severity.SUGGESTION,
    "The name of a book with the number of a page is no rule; where a scan was marked up with such lines in it, they "
    "stand among the rules on its pages and part what they say.",
)
CODES = (CODE,)
LEAST = 3
"""Fewer numbers that go up show no pages."""
MISSED = 3
"""So many pages further the next number may be: pages with pictures, or that begin a chapter, have none."""
LONGEST = 80
"""A line of a page has at most so many characters."""
_NUMBER = re.compile(r"(?P<first>\d{1,4})?[\W_]*(?P<title>[^\W\d_].*?)?[\W_]*(?P<last>\d{1,4})?[\W_]*", re.DOTALL)
_PAGE = frozenset({("page",), ("p",), ("seite",), ("pagina",), ("página",)})


@dataclass(frozen=True, slots=True)
class _Line:
    """A paragraph that is the number of a page, perhaps with the name of the book."""

    clause: Clause
    number: int
    named: bool


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them once for each text, where the numbers go up from one to the next and the name of the book, or the
    word for a page, stands beside one at least."""
    checked = checked_paths(kb)
    for book in kb.books.values():
        for edition in book.editions.values():
            document = edition.document
            found = _find_lines(document, _names_of(book, document)) if document.source.path in checked else []
            if found:
                yield _tell(document, found)


def _names_of(book: Book, document: Document) -> frozenset[Words]:
    names = (book.work.title, *book.work.names, document.title or "")
    return frozenset(filter(None, map(compare_words, names)))


def _find_lines(document: Document, names: frozenset[Words]) -> list[_Line]:
    """All lines of pages, or those with a name where bare numbers among them do not go up with these."""
    every = [line for clause in document.clauses if (line := _read(clause, names)) is not None]
    for lines in (every, [line for line in every if line.named]):
        up = all(0 < last.number - line.number <= MISSED for line, last in pairwise(lines))
        if len(lines) >= LEAST and up and any(line.named for line in lines):
            return lines
    return []


def _read(clause: Clause, names: frozenset[Words]) -> _Line | None:
    short = clause.kind is ClauseKind.PARAGRAPH and len(clause.text) <= LONGEST
    found = _NUMBER.fullmatch(clause.text.strip()) if short else None
    if found is None or (found["first"] is None) is (found["last"] is None):
        return None
    title = compare_words(found["title"] or "")
    if title and title not in names and title not in _PAGE:
        return None
    return _Line(clause, int(found["first"] or found["last"]), bool(title))


def _tell(document: Document, lines: Sequence[_Line]) -> Diagnostic:
    first, last = lines[0].clause, document.source.line_of(lines[-1].clause.span.start)
    message = f"this is the head or foot of a page, as are {len(lines) - 1} paragraphs more, to line {last}"
    hint = "take them out; where one parts a sentence, join its halves"
    return diagnose(CODE, document.source, reading_span(first), message, hint)
