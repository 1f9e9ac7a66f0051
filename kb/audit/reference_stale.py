"""A number that stayed as it was published, though the rule it names is counted otherwise in the emended text."""

from collections.abc import Iterator, Mapping, Set

from kb.align import Alignment
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
    """Report them where no change touches them: a changed or a new reference may mean what it says. Where a clause only
    stands elsewhere than published, it is no new one for that."""
    for book, document in checked_books(kb):
        if book.alignment is None:
            continue
        counted = {old: new for old, new in find_numbers(book.alignment) if old != new}
        changed = [each.emended_span for each in book.emendations]
        moved = _cited_before(book.alignment) if counted else {}
        for at, clause in enumerate(document.clauses if counted else ()):
            own, before = number_of(clause), moved.get(at, frozenset())
            for number, span in cited_in(document, at):
                if number not in counted or number == own:
                    continue
                if any(each.overlaps(span) and not (number in before and each.holds(clause.span)) for each in changed):
                    continue
                message = f"`{number}` names the rule that is `{counted[number]}` here"
                yield diagnose(CODE, document.source, span, message, f"write `{counted[number]}`")


def _cited_before(alignment: Alignment) -> Mapping[int, Set[str]]:
    """The numbers that each clause which was moved cited where it was published."""
    return {
        at: frozenset(number for old in pair.published for number, _ in cited_in(alignment.published, old))
        for pair in alignment.moves
        for at in pair.emended
    }
