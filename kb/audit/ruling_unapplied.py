"""A ruling on a term of an emended book that stands nowhere in it, and a reason given for one that does."""

from collections.abc import Iterator, Sequence

from kb.audit._comparing import shorten
from kb.audit._places import checked_books
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Book, Kb
from kb.numbering import exact_rule, number_rules, rule_of
from kb.provenance import Relation
from kb.queries.judging import Judged, judge_book
from kb.queries.lacking import Lacking, find_gone
from kb.rulings import own_words
from kb.similarity import compare_words
from kb.spelling import unnumbered
from kb.terms import stem_key
from kb.text import Span
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
TOLD = 3
"""Of more sections that a text has nothing of only the first are named."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report rulings in force that are not applied, at the place that states them; and reasons without need."""
    for book, _ in checked_books(kb):
        judged = kb.memory.ask(judge_book, kb, book)
        lacking = [
            found
            for found in judged.findings
            if found.verdict is Verdict.NOT_APPLIED and OWN.intersection(found.grounds)
        ]
        gone = tuple(find_gone(book)) if lacking else ()
        placed = [(found, _place_gone(kb, judged, found, gone)) for found in lacking]
        absent = [(found, at) for found, at in placed if at is not None]
        if absent:
            ats = sorted({at for _, at in absent})
            yield _report_absent(kb, book, [found for found, _ in absent], [gone[at] for at in ats])
        for found, at in placed:
            if at is None:
                yield _report(kb, book, found)
        yield from _stray(kb, judged)


def _place_gone(kb: Kb, judged: Judged, found: Finding, gone: Sequence[Lacking]) -> int | None:
    """Which of the sections that an emended text has nothing of a ruling is about, by the published text; None where
    it is about another, or about none."""
    base = judged.book.base
    if not gone or base is None:
        return None
    term, spans = stem_key(unnumbered(found.stated.term)), list[Span]()
    spans += (each.span for each in base.document.headings if term and stem_key(unnumbered(each.text)) == term)
    asked = (done for done in judged.orders if not set(done.order.rulings).isdisjoint(found.stated.names))
    outcomes = (out for done in asked for edition, out in done.outcomes if edition is base)
    spans += (change.span for out in outcomes for change in out.changes)
    if Ground.NUMBERED in found.grounds:
        clauses = kb.memory.ask(number_rules, base.document).clauses
        rule = exact_rule(rule_of(found.stated.text) or "", clauses)
        spans += (base.document.clauses[clauses[rule]].span,) if rule else ()
    ats = {next((at for at, each in enumerate(gone) if each.section.span.holds(span)), None) for span in spans}
    return min(at for at in ats if at is not None) if ats and None not in ats else None


def _report_absent(kb: Kb, book: Book, absent: Sequence[Finding], gone: Sequence[Lacking]) -> Diagnostic:
    """One for all rulings on what an emended text, perhaps one of some chapters alone, has nothing of."""
    name = book.work.abbreviation or book.work.title
    headings = ", ".join(f"`{each.section.heading.text[:60]}`" for each in gone[:TOLD])
    more = f" and {len(gone) - TOLD} more" if len(gone) > TOLD else ""
    many = "1 ruling stands" if len(absent) == 1 else f"{len(absent)} rulings stand"
    message = f"the emended text of {name} has nothing of {headings}{more}, so {many} nowhere in it"
    first = absent[0].stated
    hint = (
        "emend these sections too, or say under `explained` of the work in corpus.yml why not; `kb unapplied` has all"
    )
    return diagnose(UNAPPLIED, kb.documents[first.path].source, first.statements[0].span, message, hint)


def _report(kb: Kb, book: Book, found: Finding) -> Diagnostic:
    stated = found.stated
    name = book.work.abbreviation or book.work.title
    number = rule_of(stated.text) if Ground.NUMBERED in found.grounds else ""
    about = f"rule {number}" if number else f"`{stated.term}`"
    message = f"the ruling on {about} stands nowhere in the emended text of {name}"
    hint = "merge it, or say under `explained` of the work in corpus.yml why not"
    if found.undone:
        message = f"what the ruling on {about} asks for is not done in the emended text of {name}: {found.undone}"
    elif found.held:
        message = f"of the ruling on {about} the emended text of {name} has only a part"
        hint = f"merge `{shorten(found.missing[0])}` too, or say under `explained` of the work in corpus.yml why not"
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
