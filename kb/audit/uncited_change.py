"""A change of the rules in an emended book that no footnote supports."""

from collections.abc import Iterator, Sequence

from kb.audit._comparing import ALIKE
from kb.audit._nearest import NearestRulings
from kb.audit._places import checked_books, first_words
from kb.citations.supporting import changed_text
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.footnotes.leading import MARKED
from kb.graph import Book, Kb
from kb.grouping import group_pairs
from kb.html import clip
from kb.model import Document
from kb.provenance import AuthorityStatus, Emendation, EmendationKind, FootnoteVerdict, Relation, Unit
from kb.similarity import compare_words, holds_words, word_similarity
from kb.sources.units import reading_text

CODE = Code(
    "KB411",
    "change-uncited",
    Severity.WARNING,
    "A reader cannot tell a changed rule without a footnote from a published one; every change needs its authority. "
    "An editor's own is marked by a footnote that begins with `Editorial:`.",
    gate=True,
)
CODES = (CODE,)
TELLING = 8
"""Of fewer words it is not told where others like them were put in."""
_THROUGHOUT = frozenset({"all", "any", "each", "every", "everywhere", "throughout", "whenever", "wherever"})
"""What an erratum says that holds for more places than one."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report substantive records without a footnote, added notes excepted (they have their own rule), and those that
    one at another place tells of."""
    nearest: NearestRulings | None = None
    for book, document in checked_books(kb):
        for record in book.emendations:
            uncited = record.authority_status is AuthorityStatus.UNCITED
            if not (record.substantive and uncited) or record.kind is EmendationKind.NOTE_ADDED:
                continue
            if _is_ordered_throughout(record, book, kb.footnotes.get(document.source.path, ())):
                continue
            if (put_in := _put_in(record, book)) and all(_is_cited(each) for each in put_in):
                continue
            message = f"{record.kind.value} of a {record.unit.value} cites no authority"
            if record.kind is EmendationKind.DELETION:
                message += f": `{_taken_out(record, book)[:60]}` is gone"
            nearest = nearest or NearestRulings.of(kb)
            advice = _advise(kb, document, record, nearest) or "hang the footnote of its ruling on the changed words"
            hint = f"{advice}, or restore the published text"
            yield diagnose(CODE, document.source, first_words(document, record.emended_span), message, hint)


def _advise(kb: Kb, document: Document, record: Emendation, nearest: NearestRulings) -> str:
    """The ruling that whole sentences put in are like; a few words are like many."""
    if record.unit in {Unit.WORD, Unit.PHRASE, Unit.CHARACTER} or len(compare_words(record.emended_text)) < TELLING:
        return ""
    text = changed_text(document, record.emended_span)
    return nearest.advise(kb, document.source.path, text, ALIKE)


def _taken_out(record: Emendation, book: Book) -> str:
    """The words that a record took out, without their markup."""
    clauses = book.base.document.clauses if book.base is not None else ()
    pieces = (clip(each.pieces, record.published_span) for each in clauses)
    return " ".join(read for each in pieces if (read := reading_text(tuple(each))))


def _is_cited(record: Emendation) -> bool:
    return record.authority_status is AuthorityStatus.CITED


def _put_in(record: Emendation, book: Book) -> Sequence[Emendation]:
    """What was put into one clause, in words like those taken out elsewhere: they stand there now, changed."""
    words = compare_words(record.published_text) if record.kind is EmendationKind.DELETION else ()
    if len(words) < TELLING:
        return ()
    new = (each for each in book.emendations if each.kind is EmendationKind.INSERTION and each.substantive)
    for put_in in group_pairs((each.clause, each) for each in new).values():
        if word_similarity(words, compare_words(" ".join(each.emended_text for each in put_in))) >= ALIKE:
            return put_in
    return ()


def _is_ordered_throughout(record: Emendation, book: Book, verdicts: Sequence[FootnoteVerdict]) -> bool:
    """Whether another place has the same words in the place of the same, with a footnote that quotes an erratum on all
    such places: a term that is called otherwise from now on has its footnote once."""
    old, new = compare_words(record.published_text), compare_words(record.emended_text)
    if not old or not new:
        return False
    same = (
        each
        for each in book.emendations
        if _is_cited(each) and (compare_words(each.published_text), compare_words(each.emended_text)) == (old, new)
    )
    noted = {footnote for each in same for footnote in each.footnotes}
    quotes = [each.quote or "" for each in verdicts if each.id in noted and each.relation is Relation.VERBATIM]
    return any(
        all(holds_words(compare_words(quote), words) for words in (old, new))
        and not _THROUGHOUT.isdisjoint(compare_words(MARKED.sub(" ", quote)))
        for quote in quotes
    )
