"""A change that rests on a ruling on one section of a book, put into another that speaks of nothing in it."""

from collections.abc import Iterator, Mapping, Set

from kb.audit._ordering import orders_of, outcome_in
from kb.audit._places import checked_books, first_words
from kb.claims import LEAST, content
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Book, Kb
from kb.instructions import find_sections
from kb.memory import Memory
from kb.model import Document, SectionId
from kb.provenance import EXACT, Emendation, FootnoteVerdict, ReferenceVerdict
from kb.similarity import compare_words, holds_words

MISPLACED = Code(
    "KB466",
    "change-misplaced",
    Severity.SUGGESTION,
    "Readers look a rule up where the book treats of its subject; a ruling that slipped into the next section while it "
    "was merged is found by nobody.",
)
CODES = (MISPLACED,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each marker whose words are those of a ruling on another section, where the published words of its own
    section share nothing with it: a ruling that has something to do with both may stand in either. And words that an
    erratum orders into another place, which has them not."""
    for book, document in checked_books(kb):
        if book.base is None:
            continue
        for record in book.emendations:
            if record.substantive and any(each.relation in EXACT for each in record.authorities):
                yield from _elsewhere(kb, book, document, record)
        spoken = _spoken(book.base.document)
        for verdict in kb.footnotes.get(document.source.path, ()):
            for reference in verdict.references:
                found = _judge(document, verdict, reference, spoken, kb.memory)
                if found is not None:
                    yield found


def _elsewhere(kb: Kb, book: Book, document: Document, record: Emendation) -> Iterator[Diagnostic]:
    """New words that an erratum a change rests on orders into another place, which lacks them."""
    said = compare_words(record.emended_text)
    for done in orders_of(kb, book, record.rulings):
        outcome, headings = outcome_in(book.emended, done), done.order.instruction.target.headings
        new = compare_words(getattr(done.order.operation, "new", ""))
        if outcome is None or outcome.tried.refusal is not None or len(said) < LEAST or not holds_words(new, said):
            continue
        there = find_sections(document, headings) if headings else ()
        if isinstance(there, tuple) and there and not any(each.overlaps(record.emended_span) for each in there):
            names = ", ".join(f"`{footnote}`" for footnote in record.footnotes)
            message = f"{names} rests this on an erratum on `{headings[-1]}`, which has not these words"
            hint = f"move it to `{headings[-1]}`, where the erratum puts it"
            yield diagnose(MISPLACED, document.source, first_words(document, record.emended_span), message, hint)


def _spoken(document: Document) -> Mapping[SectionId, Set[str]]:
    """What the clauses of each section speak of, headings included."""
    found: dict[SectionId, set[str]] = {}
    for clause in document.clauses:
        found.setdefault(clause.section, set()).update(content(clause.current))
    return found


def _judge(
    document: Document,
    verdict: FootnoteVerdict,
    reference: ReferenceVerdict,
    spoken: Mapping[SectionId, Set[str]],
    memory: Memory,
) -> Diagnostic | None:
    statements = [each.statement for each in reference.sources if each.statement is not None]
    if reference.relation not in EXACT or not statements:
        return None
    at = document.clause_at(reference.span.start)
    here = spoken.get(document.clauses[at].section, frozenset()) if at >= 0 else frozenset()
    for statement in statements:
        said = frozenset(content(statement.words))
        if not here or len(said) < LEAST or here & said:
            return None
        homes = memory.ask(find_sections, document, (statement.term,))
        if not isinstance(homes, tuple) or any(each.start <= reference.span.start < each.end for each in homes):
            return None
    term = statements[0].term
    message = f"footnote `{verdict.id}` rests this on a ruling on `{term}`, and its section speaks of nothing in that"
    return diagnose(MISPLACED, document.source, reference.span, message, f"move it to the section on `{term}`")
