"""A ruling changed a passage of one book, and the same passage of a sister book was left as it was."""

from collections.abc import Iterator

from kb.audit._places import checked_books, first_words
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.queries.unfollowed import Unfollowed, find_unfollowed

CODE = Code(
    "KB481",
    "sister-unchanged",
    Severity.WARNING,
    "Sister books reprint whole passages; where a ruling changed one of them, a reader of the other emended book still "
    "reads the old rule, unless the ruling was meant for the one book alone.",
)
PUBLISHED_ONLY = Code(
    "KB482",
    "sister-not-emended",
    Severity.SUGGESTION,
    "A ruling changed a passage that a sister book reprints. That book has no emended edition at hand, so its readers "
    "see the words as published: whoever emends it should know.",
)
CODES = (CODE, PUBLISHED_ONLY)
_WIDTH = 60


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report, at the changed words, every sister book whose newest text has the passage without the change."""
    documents = {book.work.id: document for book, document in checked_books(kb)}
    for found in find_unfollowed(kb):
        document = documents.get(found.work)
        if document is None:
            continue
        code = CODE if found.emended else PUBLISHED_ONLY
        title = kb.books[found.sister.work].work.title
        message = (
            f"{_named(found)} {'stands beside' if found.beside else 'changed'} a passage that `{title}` {_has(found)}"
        )
        yield diagnose(code, document.source, first_words(document, found.record.emended_span), message, _hint(found))


def _named(found: Unfollowed) -> str:
    """The ruling, or the footnote where it names none, and the record."""
    record = found.record
    named = ", ".join(f"`{ruling}`" for ruling in sorted(record.rulings)) or f"`[^{record.footnotes[0]}]`"
    return f"{named} (record `{record.id}`)"


def _has(found: Unfollowed) -> str:
    return "has without it" if found.emended else "has as published; it has no emended edition at hand"


def _hint(found: Unfollowed) -> str:
    path = found.edition.document.source.path
    words = found.text if len(found.text) <= _WIDTH else found.text[: _WIDTH - 1].rstrip() + "…"
    place = f"{path}:{found.line} (`{found.clause}`) says `{words}`"
    return f"{place}; carry the change over, or leave it where the ruling is about this book alone"
