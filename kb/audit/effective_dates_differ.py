"""A ruling that is printed with two effective dates, at two places of a version or in two versions, or with one later
than a version that has it without."""

from collections.abc import Iterator

from kb.attested import Attestation, Life
from kb.audit._places import checked_paths
from kb.dates import days_of
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import Statement, VersionId
from kb.rulings import own_words
from kb.similarity import Words, compare_words

CODE = Code(
    "KB533",
    "effective-dates-differ",
    Severity.SUGGESTION,
    "A ruling is in force from the day printed with it; where the same words have two, one is a slip or was put off.",
)
CODES = (CODE,)
_PUT_OFF = "compare both with other versions; where the ruling was put off, say so in the newer one"
_UNDATED = "it is held to begin on the printed day alone; strike that where the ruling was in force before"


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report the later place, with the first that has the same words and another date."""
    checked = checked_paths(kb)
    for chronicle in kb.chronicles.values():
        for life in chronicle.history.lives:
            for version, statement, first, other in _differing(life):
                source, before = (kb.versions[each].document.source for each in (version, first))
                if source.path in checked:
                    line = before.line_of(other.span.start)
                    place = f"line {line}" if before is source else f"{before.path}:{line}"
                    dated = (
                        f"prints {other.effective} with these words" if other.effective else "has these words undated"
                    )
                    message = f"effective {statement.effective}, where {place} {dated}"
                    yield diagnose(CODE, source, statement.span, message, _PUT_OFF if other.effective else _UNDATED)


def _differing(life: Life) -> Iterator[tuple[VersionId, Statement, VersionId, Statement]]:
    """Each statement of a ruling whose words were printed with another date before, or without one in a version
    issued before its date; once in every version."""
    known: dict[Words, tuple[VersionId, Statement]] = {}
    undated: dict[Words, tuple[Attestation, Statement]] = {}
    for attestation in life.stated:
        if not attestation.effective:
            for statement in (each for each in attestation.statements if not each.effective):
                undated.setdefault(compare_words(own_words(statement)), (attestation, statement))
        dated = [each for each in attestation.statements if each.effective]
        for statement in sorted(dated, key=lambda each: each.span):
            words = compare_words(own_words(statement))
            if words in undated and words not in known:
                before, bare = undated[words]
                if _begins_after(statement, before):
                    yield attestation.version, statement, before.version, bare
            first, other = known.setdefault(words, (attestation.version, statement))
            if other.effective != statement.effective:
                yield attestation.version, statement, first, other
                known[words] = (attestation.version, statement)


def _begins_after(statement: Statement, before: Attestation) -> bool:
    """Whether the date of a statement is later than the issue of a version that has it without; else it was left out
    there."""
    return (
        bool(statement.effective and before.date)
        and days_of(statement.effective or "").first > days_of(before.date).last
    )
