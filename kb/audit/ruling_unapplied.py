"""A ruling on a term of an emended book that stands nowhere in it, and a reason given for one that does."""

from collections.abc import Iterator

from kb.audit._places import checked_books
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Book, Kb
from kb.numbering import subject_of
from kb.provenance import Relation
from kb.queries.judging import Judged, judge_book
from kb.rulings import own_words
from kb.similarity import compare_words
from kb.unapplied import OWN, Finding, Ground, Verdict

UNAPPLIED = Code(
    "KB461",
    "ruling-unapplied",
    Severity.SUGGESTION,
    "An emended book says what is in force; a ruling on one of its terms that it neither has nor leaves out for a "
    "reason is easily forgotten.",
)
STRAY = Code(
    "KB462",
    "explained-stray",
    Severity.WARNING,
    "A reason for leaving a ruling out is about a ruling in force that is left out; where it is applied, or gone, or "
    "misspelt, the reason hides nothing and explains nothing.",
)
CODES = (UNAPPLIED, STRAY)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report rulings in force that are not applied, at the place that states them; and reasons without need."""
    for book, _ in checked_books(kb):
        judged = kb.memory.ask(judge_book, kb, book)
        for found in judged.findings:
            if found.verdict is Verdict.NOT_APPLIED and OWN.intersection(found.grounds):
                yield _report(kb, book, found)
        yield from _stray(kb, judged)


def _report(kb: Kb, book: Book, found: Finding) -> Diagnostic:
    stated = found.stated
    name = book.work.abbreviation or book.work.title
    number = subject_of(stated.text) if Ground.NUMBERED in found.grounds else ""
    about = f"rule {number}" if number else f"`{stated.term}`"
    message = f"the ruling on {about} stands nowhere in the emended text of {name}"
    if found.undone:
        message = f"what the ruling on {about} asks for is not done in the emended text of {name}: {found.undone}"
    hint = "merge it, or say under `explained` of the work in corpus.yml why not"
    if found.claims:
        message += ", though a change there cites it"
    elif quoting := _quoting(kb, book, found):
        message += f", though footnote `{quoting}` quotes it"
    return diagnose(UNAPPLIED, kb.documents[stated.path].source, stated.statements[0].span, message, hint)


def _quoting(kb: Kb, book: Book, found: Finding) -> str:
    """The first footnote of the emended text that quotes a ruling in the words that hold; nothing without one."""
    path = book.emended.document.source.path if book.emended is not None else ""
    words = compare_words(found.stated.text)
    exact = (each for each in kb.footnotes.get(path, ()) if each.quote and each.relation is Relation.VERBATIM)
    told = ((each.id, place.statement) for each in exact for place in each.sources if place.statement is not None)
    return next((name for name, statement in told if compare_words(own_words(statement)) == words), "")


def _stray(kb: Kb, judged: Judged) -> Iterator[Diagnostic]:
    """Reasons for rulings that do not concern the book, or stand in it."""
    needed = {
        name
        for found in judged.findings
        if found.verdict in {Verdict.EXPLAINED, Verdict.NOT_APPLIED}
        for name in found.stated.names
    }
    present = {name for found in judged.findings for name in found.stated.names}
    for each in judged.book.work.explained:
        if each.ruling not in needed:
            what = "is applied" if each.ruling in present else "is none that is in force and concerns the work"
            hint = "take the entry out, or correct the id; `kb unapplied` shows them"
            yield diagnose(STRAY, kb.manifest.source, each.span, f"ruling `{each.ruling}` {what}", hint)
