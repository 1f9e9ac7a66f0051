"""A ruling that its version marks as new or changed, though the version before it has it in the same words."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from kb.attested import Attestation, Change
from kb.audit._places import checked_paths
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import VersionId
from kb.statements.legend import read_legend

CODE = Code(
    "KB538",
    "news-marked",
    Severity.SUGGESTION,
    "Who reads on from one version to the next reads what is marked as new; a mark on what is not hides the others, or "
    "a change that was meant and not made.",
)
CODES = (CODE,)
_NEW = "@"
"""Known though no profile explains it."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each at its place, with the version before, where no version between the two is missing."""
    checked, meanings = checked_paths(kb), _meanings(kb)
    for chronicle in kb.chronicles.values():
        for life in chronicle.history.lives:
            for before, each in pairwise(life.stated):
                source = kb.versions[each.version].document.source
                if source.path not in checked or each.change is not Change.SAME or each.missing:
                    continue
                if _around(before) != _around(each):
                    continue
                news = {
                    sign
                    for sign, meaning in {
                        **read_legend(kb.versions[each.version].document),
                        **meanings.get(each.version, _KNOWN),
                    }.items()
                    if meaning == "new"
                }
                marked = [statement for statement in each.statements if news.intersection(statement.marks)]
                if marked and len(marked) == len(each.statements):
                    sign = next(sign for sign in marked[0].marks if sign in news)
                    earlier = chronicle.calendar.name(before.version)
                    message = f"`{sign}` marks this as new, and {earlier} has it in the same words"
                    hint = f"see `kb history {life.id}`; take the mark off, or make the change that was meant"
                    yield diagnose(CODE, source, marked[0].span, message, hint)


_KNOWN: Mapping[str, str] = {_NEW: "new"}


def _around(attestation: Attestation) -> tuple[object, ...]:
    """What stands around the words of a ruling: another term, label or day is news too."""
    return attestation.kind, attestation.label, attestation.effective, attestation.term


def _meanings(kb: Kb) -> Mapping[VersionId, Mapping[str, str]]:
    """What the marks of each version mean."""
    return {each.id: {**_KNOWN, **each.profile.marks} for entry in kb.manifest.compendia for each in entry.versions}
