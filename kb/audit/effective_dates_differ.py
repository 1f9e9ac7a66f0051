"""A ruling that is printed with two effective dates: at two places of a version, or in two versions."""

from collections.abc import Iterator

from kb.attested import Life
from kb.audit._places import checked_paths
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
                    message = (
                        f"effective {statement.effective}, where {place} prints {other.effective} with these words"
                    )
                    hint = "compare both with other versions; where the ruling was put off, say so in the newer one"
                    yield diagnose(CODE, source, statement.span, message, hint)


def _differing(life: Life) -> Iterator[tuple[VersionId, Statement, VersionId, Statement]]:
    """Each statement of a ruling whose words were printed with another date before; once in every version."""
    known: dict[Words, tuple[VersionId, Statement]] = {}
    for attestation in life.stated:
        dated = [each for each in attestation.statements if each.effective]
        for statement in sorted(dated, key=lambda each: each.span):
            words = compare_words(own_words(statement))
            first, other = known.setdefault(words, (attestation.version, statement))
            if other.effective != statement.effective:
                yield attestation.version, statement, first, other
                known[words] = (attestation.version, statement)
