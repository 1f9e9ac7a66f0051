"""Words of an emended book that stand elsewhere than they were published, though no footnote says why."""

from collections.abc import Collection, Iterator

from kb.audit._places import checked_books, first_words
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Book, Kb
from kb.model import Document
from kb.provenance import AuthorityStatus, Emendation, EmendationKind, Unit
from kb.similarity import compare_words

CODE = Code(
    "KB414",
    "moved-uncited",
    Severity.SUGGESTION,
    "Rules say what comes first: a step, an item or a sentence at another place may say another thing, or be a slip of "
    "whoever copied it.",
)
CODES = (CODE,)
_WHOLE = {Unit.SENTENCE, Unit.PARAGRAPH, Unit.LIST_ITEM, Unit.NOTE, Unit.BLOCK}
_COME = (EmendationKind.INSERTION, EmendationKind.NOTE_ADDED)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them where they stand now, with the line where they were published."""
    for book, document in checked_books(kb):
        gone = {compare_words(each.published_text): each for each in _moved(book, (EmendationKind.DELETION,))}
        for record in _moved(book, _COME):
            words = compare_words(record.emended_text)
            before = gone.get(words)
            if before is None or not words or _is_noted_beside(book, document, record):
                continue
            message = f"this {record.unit.value} stands elsewhere than it was published, and cites no authority"
            hint = f"put it back{_published(book, before)}, or hang the footnote of the ruling that moved it on it"
            yield diagnose(CODE, document.source, first_words(document, record.emended_span), message, hint)


def _moved(book: Book, kinds: Collection[EmendationKind]) -> Iterator[Emendation]:
    """The records of some kinds that are one end of a move."""
    for record in book.emendations:
        whole = record.kind in kinds and record.unit in _WHOLE
        if whole and not record.substantive and record.authority_status is AuthorityStatus.NOT_NEEDED:
            yield record


def _is_noted_beside(book: Book, document: Document, record: Emendation) -> bool:
    """Whether a footnote hangs on unchanged words of the clause right before or behind a moved one: of two that changed
    places either may be said to have moved."""
    around = document.clauses_over(record.emended_span)
    if not around:
        return False
    beside = document.clauses[max(0, around[0] - 1) : around[0]] + document.clauses[around[-1] + 1 : around[-1] + 2]
    hung = [each.emended_span for each in book.emendations if each.unit is Unit.FOOTNOTE]
    return any(clause.span.holds(span) for clause in beside for span in hung)


def _published(book: Book, record: Emendation) -> str:
    """Where words stand in the published text, and behind which."""
    if book.base is None:
        return ""
    source = book.base.document.source
    behind = f", behind `{record.prefix}`" if record.prefix else ""
    return f" where {source.path}:{source.line_of(record.published_span.start)} has it{behind}"
