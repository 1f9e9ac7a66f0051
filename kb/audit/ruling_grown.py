"""A ruling that a footnote quotes as an older version had it, or that the words before one rest on that quotes
nothing, and that says more since than the book does."""

from collections.abc import Iterator

from kb.audit._places import checked_books
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.queries.judging import judge_book
from kb.queries.outlived import Grown, find_grown, find_grown_pointers

CODE = Code(
    "KB463",
    "ruling-grown",
    Severity.SUGGESTION,
    "A ruling that still has all its words may have got a sentence more since it was merged, which the change it "
    "justifies would need too.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them at the quotation or at the marker, with the version that says more and its first sentence that the
    book lacks."""
    for book, document in checked_books(kb):
        judged = kb.memory.ask(judge_book, kb, book)
        for each in find_grown(kb, document.source.path, judged.findings):
            quoted, more, hint = _tell(each)
            message = f"the ruling that footnote `{each.verdict.id}` quotes from {quoted} {more}"
            yield diagnose(CODE, document.source, each.verdict.quote_span or each.verdict.span, message, hint)
        for reference, each in find_grown_pointers(kb, document.source.path, judged.findings):
            quoted, more, hint = _tell(each)
            message = f"the words before `[^{each.verdict.id}]` rest on a ruling of {quoted} that {more}"
            yield diagnose(CODE, document.source, reference.span, message, hint)


def _tell(each: Grown) -> tuple[str, str, str]:
    """The version that has the words, what the ruling says since, and what to do."""
    quoted, grown = (each.calendar.name(one.version) for one in (each.quoted, each.grown))
    more = f"says more in {grown}, and the book does not: `{each.sentence}`"
    hint = f"see `kb history {each.life.id}`; merge it and quote {grown}, or leave it out where it adds nothing"
    return quoted, more, hint
