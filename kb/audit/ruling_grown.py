"""A ruling that a footnote quotes as an older version had it, and that says more since than the book does."""

from collections.abc import Iterator

from kb.audit._places import checked_books
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.queries.judging import judge_book
from kb.queries.outlived import find_grown

CODE = Code(
    "KB463",
    "ruling-grown",
    Severity.SUGGESTION,
    "A ruling that still has all its words may have got a sentence more since it was merged, which the change it "
    "justifies would need too.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them at the quotation, with the version that says more and its first sentence that the book lacks."""
    for book, document in checked_books(kb):
        judged = kb.memory.ask(judge_book, kb, book)
        for each in find_grown(kb, document.source.path, judged.findings):
            quoted, grown = (each.calendar.name(one.version) for one in (each.quoted, each.grown))
            message = (
                f"the ruling that footnote `{each.verdict.id}` quotes from {quoted} says more in {grown}, and the book "
                f"does not: `{each.sentence}`"
            )
            span = each.verdict.quote_span or each.verdict.span
            hint = f"see `kb history {each.life.id}`; merge it and quote {grown}, or leave it out where it adds nothing"
            yield diagnose(CODE, document.source, span, message, hint)
