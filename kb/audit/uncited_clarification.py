"""A note added to an emended book that cites no authority."""

from collections.abc import Iterator
from dataclasses import replace

from kb.audit._nearest import NearestRulings
from kb.audit._places import checked_documents, label_span
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.footnotes.leading import EDITORIAL
from kb.graph import Book, Kb
from kb.model import Clause, Document, PieceKind
from kb.provenance import AuthorityStatus, EmendationKind
from kb.queries.printings import find_printed
from kb.text import has_words, word_forms

CODE = Code(
    "KB412",
    "clarification-uncited",
    Severity.WARNING,
    "A clarification in an emended book claims to be a ruling; without a footnote nobody can check that it is one. "
    "An editor's own is marked by its label (`Editor's note:`) or a footnote that begins with `Editorial:`.",
    gate=True,
)
CODES = (CODE,)
LABELS = frozenset({"clarification", "erratum", "errata", "ruling", "correction"})
NEAR_ENOUGH = 0.5


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report added notes without a footnote; without a published text, labelled clarifications among footnoted ones.

    The label alone is no evidence: published books print clarifications too. So a book is judged by its records
    where its published edition is at hand, else only where the document cites authorities for other notes. A text
    that retells the books answers for no clarification that one of them has in the same words, nor does an editor for
    a note that is labelled as his own, unless it is like a ruling.
    """
    nearest = NearestRulings.of(kb)
    books = {book.emended.document.source.path: book for book in kb.books.values() if book.emended and book.base}
    for document in checked_documents(kb):
        book = books.get(document.source.path)
        for clause in _labelled(document, kb) if book is None else _added(kb, document, book):
            if has_words(_words(clause)):
                message = f"{_name(clause) or 'note'} cites no authority"
                advice = nearest.advise(kb, document.source.path, _words(clause), NEAR_ENOUGH)
                if not advice.words and EDITORIAL.match(clause.label or ""):
                    continue
                found = diagnose(CODE, document.source, label_span(clause), message, _hint(advice.words))
                yield replace(found, named=advice.named)


def _added(kb: Kb, document: Document, book: Book) -> Iterator[Clause]:
    """The labelled clauses of the notes added to a book without a footnote that no printing has which it follows."""
    printed = find_printed(kb, book)
    added = [
        record.emended_span
        for record in book.emendations
        if record.kind is EmendationKind.NOTE_ADDED
        and record.authority_status is AuthorityStatus.UNCITED
        and record.id not in printed
    ]
    for clause in document.clauses:
        if clause.label and any(span.overlaps(clause.span) for span in added):
            yield clause


def _name(clause: Clause) -> str:
    """The label of a clause without the stop that it may end with (`**Note.**`)."""
    return (clause.label or "").casefold().rstrip(".: ")


def _labelled(document: Document, kb: Kb) -> Iterator[Clause]:
    """The clarifications without a footnote of a document that has footnotes, but for those that a book has too."""
    clauses = [
        clause
        for clause in (document.clauses if document.definitions and document.references else ())
        if clause.note is not None
        and _name(clause).rstrip("s") in LABELS
        and not any(piece.kind is PieceKind.FOOTNOTE for piece in clause.pieces)
    ]
    told = kb.memory.ask(_told_in_books, kb) if clauses else frozenset()
    yield from (clause for clause in clauses if word_forms(clause.current) not in told)


def _told_in_books(kb: Kb) -> frozenset[tuple[str, ...]]:
    """The words of every labelled clause of a book, its label included."""
    editions = (edition for book in kb.books.values() for edition in book.editions.values())
    return frozenset(
        word_forms(clause.current) for each in editions for clause in each.document.clauses if clause.label
    )


def _words(clause: Clause) -> str:
    """What a note says that holds, behind its label."""
    return clause.current.strip().removeprefix(clause.label or "").lstrip(": ")


def _hint(advice: str) -> str:
    return f"{advice or 'add the footnote of its ruling,'} or mark it editorial"
