"""A change of the rules in an emended book that no footnote supports."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.audit._comparing import ALIKE
from kb.audit._nearest import Advice, NearestRulings
from kb.audit._places import checked_books, first_words
from kb.citations.supporting import changed_text
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.footnotes.leading import MARKED
from kb.graph import Book, Kb
from kb.grouping import group_pairs
from kb.html import clip
from kb.model import Document, FootnoteId
from kb.provenance import EXACT, AuthorityStatus, Emendation, EmendationKind, FootnoteVerdict, Relation, Unit
from kb.queries.lacking import sort_changes
from kb.queries.printings import find_printed
from kb.similarity import Words, compare_words, holds_words, word_similarity
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
_UNCITED = "hang the footnote of its ruling on the changed words"
_THROUGHOUT = frozenset({"all", "any", "each", "every", "everywhere", "throughout", "whenever", "wherever"})
"""What an erratum says that holds for more places than one."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report substantive records without a footnote, added notes excepted (they have their own rule), those that one at
    another place tells of, and what a printing has that the book follows."""
    nearest: NearestRulings | None = None
    for book, document in checked_books(kb):
        changes, verdicts = _sort(book), kb.footnotes.get(document.source.path, ())
        told, printed = sort_changes(book), find_printed(kb, book)
        for each in told.lacking:
            if each.footnotes:
                continue
            title = each.section.heading.text[:60]
            message = f"deletion of a section cites no authority: `{title}` is gone, with all that is in it"
            at = first_words(document, next(record for record in each.records if record.substantive).emended_span)
            yield diagnose(CODE, document.source, at, message, f"{_UNCITED}, or restore the published text")
        for record in told.others:
            if not _is_silent(record) or record.id in printed:
                continue
            if _is_ordered_throughout(record, changes, verdicts):
                continue
            if (put_in := _put_in(record, changes)) and all(_is_cited(each) for each in put_in):
                continue
            message = f"{record.kind.value} of a {record.unit.value} cites no authority"
            if record.kind is EmendationKind.DELETION:
                message += f": `{_taken_out(record, book)[:60]}` is gone"
            elif record.kind is EmendationKind.SUBSTITUTION and (before := _taken_out(record, book)):
                message += f": it was `{before[:60]}`"
            nearest = nearest or NearestRulings.of(kb)
            advice = _advise(kb, document, record, nearest)
            hint = f"{advice.words or _UNCITED}, or restore the published text"
            found = diagnose(CODE, document.source, first_words(document, record.emended_span), message, hint)
            yield replace(found, named=advice.named)


def _is_silent(record: Emendation) -> bool:
    uncited = record.authority_status is AuthorityStatus.UNCITED
    return record.substantive and uncited and record.kind is not EmendationKind.NOTE_ADDED


@dataclass(frozen=True, slots=True)
class _Changes:
    """The changes of a book by what others are compared with: the footnotes of those cited, by the words before and
    since; what was put into each clause, with its words."""

    cited: Mapping[tuple[Words, Words], Collection[FootnoteId]]
    put_in: Sequence[tuple[Words, Sequence[Emendation]]]


def _sort(book: Book) -> _Changes:
    cited = group_pairs(
        (_words_of(each), note) for each in book.emendations if _is_cited(each) for note in each.footnotes
    )
    new = (each for each in book.emendations if each.kind is EmendationKind.INSERTION and each.substantive)
    clauses = group_pairs((each.clause, each) for each in new).values()
    return _Changes(cited, [(compare_words(" ".join(one.emended_text for one in each)), each) for each in clauses])


def _words_of(record: Emendation) -> tuple[Words, Words]:
    return compare_words(record.published_text), compare_words(record.emended_text)


def _advise(kb: Kb, document: Document, record: Emendation, nearest: NearestRulings) -> Advice:
    """The ruling that whole sentences put in are like, else the footnote that has them; a few words are like many."""
    if record.unit in {Unit.WORD, Unit.PHRASE, Unit.CHARACTER} or len(compare_words(record.emended_text)) < TELLING:
        return Advice()
    text = changed_text(document, record.emended_span)
    advice = nearest.advise(kb, document.source.path, text, ALIKE)
    if advice.words:
        return advice
    words, quotes = compare_words(text), kb.memory.ask(_quotes, kb.footnotes.get(document.source.path, ()))
    telling = next((note for note, quote in quotes if holds_words(quote, words)), "")
    return Advice(f"footnote `{telling}` has these words; hang it here" if telling else "")


def _quotes(verdicts: Sequence[FootnoteVerdict]) -> Sequence[tuple[FootnoteId, Words]]:
    """What the footnotes of a book quote, where a source has it to the word or nearly."""
    return [(each.id, compare_words(each.quote or "")) for each in verdicts if each.relation in EXACT]


def _taken_out(record: Emendation, book: Book) -> str:
    """The words that a record took out, without their markup."""
    if book.base is None:
        return ""
    document, span = book.base.document, record.published_span
    pieces = (clip(document.clauses[at].pieces, span) for at in document.clauses_over(span))
    return " ".join(read for each in pieces if (read := reading_text(tuple(each))))


def _is_cited(record: Emendation) -> bool:
    return record.authority_status is AuthorityStatus.CITED


def _put_in(record: Emendation, changes: _Changes) -> Sequence[Emendation]:
    """What was put into one clause, in words like those taken out elsewhere: they stand there now, changed."""
    words = compare_words(record.published_text) if record.kind is EmendationKind.DELETION else ()
    if len(words) < TELLING:
        return ()
    return next((each for new, each in changes.put_in if word_similarity(words, new) >= ALIKE), ())


def _is_ordered_throughout(record: Emendation, changes: _Changes, verdicts: Sequence[FootnoteVerdict]) -> bool:
    """Whether another place has the same words in the place of the same, with a footnote that quotes an erratum on all
    such places: a term that is called otherwise from now on has its footnote once."""
    old, new = _words_of(record)
    noted = frozenset(changes.cited.get((old, new), ())) if old and new else frozenset()
    if not noted:
        return False
    quotes = [each.quote or "" for each in verdicts if each.id in noted and each.relation is Relation.VERBATIM]
    return any(
        all(holds_words(compare_words(quote), words) for words in (old, new))
        and not _THROUGHOUT.isdisjoint(compare_words(MARKED.sub(" ", quote)))
        for quote in quotes
    )
