"""A note added to an emended book that cites no authority."""

from collections.abc import Iterable, Iterator

from kb.audit._places import checked_documents, label_span
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import Clause, CompendiumVersion, Document, PieceKind
from kb.nearest import StatementIndex, index_statements
from kb.provenance import AuthorityStatus, EmendationKind
from kb.text import has_words, word_forms

CODE = Code(
    "KB412",
    "clarification-uncited",
    Severity.WARNING,
    "A clarification in an emended book claims to be a ruling; without a footnote nobody can check that it is one.",
    gate=True,
)
CODES = (CODE,)
LABELS = frozenset({"clarification", "erratum", "errata", "ruling", "correction"})
NEAR_ENOUGH = 0.5


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report added notes without a footnote; without a published text, labelled clarifications among footnoted ones.

    The label alone is no evidence: published books print clarifications too. So a book is judged by its records
    where its published edition is at hand, else only where the document cites authorities for other notes. A text
    that retells the books answers for no clarification that one of them has in the same words.
    """
    told: set[tuple[str, ...]] | None = None
    newest = [(version, index_statements(version.statements)) for version in kb.newest_versions]
    by_records = {book.emended.document.source.path: book for book in kb.books.values() if book.emended and book.base}
    for document in checked_documents(kb):
        book = by_records.get(document.source.path)
        if book is not None:
            added = [
                record.emended_span
                for record in book.emendations
                if record.kind is EmendationKind.NOTE_ADDED and record.authority_status is AuthorityStatus.UNCITED
            ]
            clauses: Iterable[Clause] = (
                clause
                for clause in document.clauses
                if any(span.overlaps(clause.span) for span in added) and clause.label
            )
        else:
            clauses = tuple(_labelled(document))
            if clauses and told is None:
                told = _told_in_books(kb)
            clauses = [clause for clause in clauses if word_forms(clause.current) not in (told or ())]
        for clause in (each for each in clauses if has_words(_words(each))):
            label = (clause.label or "note").lower()
            yield diagnose(
                CODE,
                document.source,
                label_span(clause),
                f"{label} cites no authority",
                _hint(newest, clause),
            )


def _labelled(document: Document) -> Iterator[Clause]:
    if not document.definitions or not document.references:
        return
    for clause in document.clauses:
        if clause.note is None or (clause.label or "").casefold().rstrip("s") not in LABELS:
            continue
        if not any(piece.kind is PieceKind.FOOTNOTE for piece in clause.pieces):
            yield clause


def _told_in_books(kb: Kb) -> set[tuple[str, ...]]:
    """The words of every labelled clause of a book, its label included."""
    editions = (edition for book in kb.books.values() for edition in book.editions.values())
    return {word_forms(clause.current) for each in editions for clause in each.document.clauses if clause.label}


def _words(clause: Clause) -> str:
    """What a note says that holds, behind its label."""
    return clause.current.strip().removeprefix(clause.label or "").lstrip(": ")


def _hint(newest: Iterable[tuple[CompendiumVersion, StatementIndex]], clause: Clause) -> str:
    near = [(found, version) for version, index in newest if (found := index.nearest(_words(clause))) is not None]
    found, version = max(near, key=lambda each: each[0].similarity, default=(None, None))
    if version is None or found is None or found.similarity < NEAR_ENOUGH:
        return "add the footnote of its ruling, or mark it editorial"
    line = version.document.source.line_of(found.statement.span.start)
    name = f"{version.compendium} {version.number}, {found.statement.term}, line {line}"
    return f"nearest ruling is {name} (similarity {found.similarity:.2f}); add its footnote or mark it editorial"
