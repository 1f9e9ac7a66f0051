"""A text that says of what day it is, while the corpus has it as of another."""

import re
from collections.abc import Iterable, Iterator, Sequence

from kb.audit._places import checked_paths
from kb.dates import may_be_one_day
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.effective import PrintedDate, find_issued, read_day
from kb.graph import Kb
from kb.model import ClauseKind, CompendiumVersion, Document, Statement
from kb.sentences import find_sentences
from kb.sheets import Sheet
from kb.text import Span

CODE = Code(
    "KB526",
    "issue-date-differs",
    Severity.WARNING,
    "What a file of rulings or answers says counts from its date: a wrong one puts all of it into force too early or "
    "too late, and on the wrong side of what contradicts it.",
)
CODES = (CODE,)
_FIGURES = re.compile(r"(?<!\d)\d{1,2}[/.\-]\d{1,2}[/.\-]\d{2,4}$")


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report the first such date before the rulings, where none there agrees. A partial date agrees with the days in
    it, one in figures with either of two days that it may be."""
    checked = checked_paths(kb)
    texts: Iterable[CompendiumVersion | Sheet] = (*kb.versions.values(), *kb.sheets.values())
    for each in texts:
        path = each.document.source.path
        if path not in checked or not each.date:
            continue
        told = [date for date in _find_dates(each.document, each.statements) if date.iso]
        if told and not any(may_be_one_day(read, each.date) for date in told for read in _readings(date)):
            message = f"the text is of {told[0].iso} by its own words, and of {each.date} in the corpus"
            hint = f"give the text `{each.id}` that `date` in the manifest, if the words are right"
            yield diagnose(CODE, each.document.source, told[0].span, message, hint)


def _readings(date: PrintedDate) -> Iterator[str]:
    """The days that a printed date may be: one in figures alone has its month first, or its day (`6.12.1998`)."""
    year, *rest = (date.iso or "").split("-")
    yield date.iso or ""
    if _FIGURES.search(date.printed) and len(rest) == 2 and int(rest[1]) <= 12:
        yield f"{year}-{rest[1]}-{rest[0]}"


def _find_dates(document: Document, statements: Sequence[Statement]) -> Iterator[PrintedDate]:
    """The days of issue told before the first ruling or answer, with their spans in the source; so is one that stands
    alone in the first sentence below the title (`15th February 2001. New rulings have a mark.`)."""
    source = document.source
    first = min((statement.span.start for statement in statements), default=len(source.text))
    title, below = document.clauses[:1], document.clauses[1:2]
    if title and below and title[0].kind is ClauseKind.HEADING and below[0].span.end <= first:
        sentence = next(find_sentences(below[0].text), None)
        printed = below[0].text[sentence.start : sentence.end].strip() if sentence is not None else ""
        if below[0].kind is ClauseKind.PARAGRAPH and (iso := read_day(printed.rstrip(" .:"))) is not None:
            yield PrintedDate(below[0].span, printed, iso)
    for clause in document.clauses:
        if clause.span.end <= first:
            for date in find_issued(source.slice(clause.span)):
                at = clause.span.start
                span = Span(at + date.span.start, at + date.span.end)
                yield PrintedDate(span, date.printed, date.iso, date.problem)
