"""An answer that says that words of a book are wrong, where the emended text still has them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kb.audit._comparing import shorten
from kb.audit._places import checked_books, clause_words, reading_span
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.instructions import cut_quotations
from kb.model import Clause, Document, Statement
from kb.sheets import Sheet
from kb.similarity import Words, compare_words, holds_words
from kb.text import Span

UNAPPLIED = Code(
    "KB465",
    "answer-unapplied",
    Severity.SUGGESTION,
    "A slip of the printed rules is often owned to in an answer alone, which no list of errata repeats.",
)
CODES = (UNAPPLIED,)
LEAST = 2
"""Fewer words than this stand in many places, and which of them an answer corrects it does not say."""

_QUOTED = r"[\"“](?P<new>[^\"“”]+)[\"”]"
_SHOULD = re.compile(
    r"\b(?:should(?:n['’]t)?|ought\s+to|must)\s+(?:(?:it|this|that|they|these|those|not|now|instead|rather|really)\s+)*"
    rf"(?:be|read|say)\s*:?\s*(?:the\s+)?{_QUOTED}",
    re.IGNORECASE,
)
_READ = re.compile(rf"(?:^|[.!;,]\s+)(?:please\s+)?read\s*:?\s*{_QUOTED}", re.IGNORECASE)
_OWNED = re.compile(r"\W*(?:yes|right|correct|indeed|true|it should)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Correction:
    """Words that an answer says are wrong, and those that it says belong there."""

    sheet: Sheet = field(repr=False)
    statement: Statement
    old: Words
    new: str


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each correction at the clause of an emended text that has the old words yet. They are those of the book
    where they were published in one clause of all books."""
    corrections = [each for sheet in kb.sheets.values() for each in _corrections(sheet)]
    if not corrections:
        return
    bases = [(each.work.id, each.base.document) for each in kb.books.values() if each.base is not None]
    published = [(work, compare_words(clause.current)) for work, document in bases for clause in document.clauses]
    for each in corrections:
        meant = [work for work, words in published if holds_words(words, each.old)]
        for book, document in checked_books(kb):
            if meant == [book.work.id]:
                yield from _tell(document, each)


def _corrections(sheet: Sheet) -> Iterator[_Correction]:
    for statement in sheet.statements:
        new = _corrected(statement.context, statement.words)
        quoted = [each.words for each in cut_quotations(statement.context).quotations if not each.broken]
        olds = [words for each in quoted if (words := compare_words(each)) != compare_words(new)]
        if new and len(olds) == 1 and len(olds[0]) >= LEAST:
            yield _Correction(sheet, statement, olds[0], new)


def _corrected(question: str, answer: str) -> str:
    """The words that an answer says should stand there: its own, or those of the question where it owns to them; none
    where it says no such thing."""
    told = _SHOULD.search(answer) or _READ.search(answer)
    asked = _SHOULD.search(question) if _OWNED.match(answer) else None
    found = told or asked
    return found["new"].strip() if found is not None else ""


def _tell(document: Document, each: _Correction) -> Iterator[Diagnostic]:
    new = compare_words(each.new)
    for clause in document.clauses:
        words = compare_words(clause.current)
        if holds_words(words, each.old) and not holds_words(words, new):
            yield _report(document, _place(clause, each.old), each)


def _place(clause: Clause, old: Words) -> Span:
    """Where words stand in a clause; the clause where markup stands between them."""
    read = [*clause_words(clause)]
    runs = (read[at : at + len(old)] for at in range(len(read) - len(old) + 1))
    found = next((run for run in runs if tuple(each.form for each in run) == old), None)
    return reading_span(clause) if found is None else Span(found[0].span.start, found[-1].span.end)


def _report(document: Document, place: Span, each: _Correction) -> Diagnostic:
    source = each.sheet.document.source
    line = source.line_of(each.statement.span.start)
    message = f"an answer says that this should read `{each.new}`"
    told = f"asks `{shorten(each.statement.context)}` and is told `{shorten(each.statement.words)}`"
    return diagnose(UNAPPLIED, document.source, place, message, f"{source.path}:{line} {told}")
