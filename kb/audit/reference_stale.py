"""A number that stayed as it was published, though the rule it names is counted otherwise in the emended text."""

from collections.abc import Iterator

from kb.audit._places import checked_books
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.emendations import cited_in, find_numbers
from kb.graph import Kb
from kb.numbering import number_of

CODE = Code(
    "KB415",
    "reference-stale",
    Severity.WARNING,
    "Where a rule was put in before others these are counted anew; what cites one of them by its old number sends the "
    "reader to another rule.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them where no change touches them: a changed or a new reference may mean what it says."""
    for book, document in checked_books(kb):
        if book.alignment is None:
            continue
        counted = {old: new for old, new in find_numbers(book.alignment) if old != new}
        changed = [each.emended_span for each in book.emendations]
        for at, clause in enumerate(document.clauses if counted else ()):
            own = number_of(clause)
            for number, span in cited_in(document, at):
                if number not in counted or number == own or any(each.overlaps(span) for each in changed):
                    continue
                message = f"`{number}` names the rule that is `{counted[number]}` here"
                yield diagnose(CODE, document.source, span, message, f"write `{counted[number]}`")
