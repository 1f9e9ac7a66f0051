"""Two rulings files of one day, one of which says what the other denies."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from kb.attested import Attestation, Life
from kb.audit._places import checked_paths
from kb.contradictions import Claim, find_across
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import CompendiumVersion, VersionId

CODE = Code(
    "KB539",
    "compendia-differ",
    Severity.SUGGESTION,
    "Of two compendia issued on one day neither is the later one: which of two rulings holds that contradict each "
    "other nobody can tell from them.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report the ruling of the lesser compendium, with that of the other one; of their newest versions alone."""
    checked, main = checked_paths(kb), kb.newest_version
    newest = sorted(kb.newest_versions, key=lambda version: (main is None or version.id != main.id, version.id))
    for first, second in combinations(newest, 2):
        if not first.date or first.date != second.date or second.document.source.path not in checked:
            continue
        for one, other in find_across(_lives(kb, first), first.id, _lives(kb, second), second.id):
            yield _report(kb, (one, first), (other, second))


def _lives(kb: Kb, version: CompendiumVersion) -> Sequence[Life]:
    """The rulings of its compendium."""
    entries = (each for each in kb.chronicles.values() if any(own.id == version.id for own in each.entry.versions))
    return next((each.history.lives for each in entries), ())


def _report(kb: Kb, one: tuple[Claim, CompendiumVersion], other: tuple[Claim, CompendiumVersion]) -> Diagnostic:
    (claim, version), (second, place) = one, other
    source = version.document.source
    line = source.line_of(_stated(claim, version.id).statements[0].span.start)
    message = f"this contradicts a ruling of the same day: {source.path}:{line}"
    hint = f"{version.name} says `{claim.text.strip()}`; say which one holds"
    return diagnose(CODE, place.document.source, _stated(second, place.id).statements[0].span, message, hint)


def _stated(claim: Claim, version: VersionId) -> Attestation:
    """The ruling with these words in a version."""
    assert claim.life is not None
    return next(each for each in claim.life.stated if each.version == version)
