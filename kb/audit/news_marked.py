"""A ruling that its version marks as new or changed, though the version before it has it in the same words."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from kb.attested import Attestation, Change
from kb.audit._places import checked_paths
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import CompendiumVersion, Statement

CODE = Code(
    "KB538",
    "news-marked",
    Severity.SUGGESTION,
    "Who reads on from one version to the next reads what is marked as new; a mark on what is not hides the others, or "
    "a change that was meant and not made.",
)
CODES = (CODE,)
_NEW = "@"
"""Marks what is new in files that explain no marks."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each at its place, with the version before, where no version between the two is missing."""
    checked = checked_paths(kb)
    for chronicle in kb.chronicles.values():
        for life in chronicle.history.lives:
            for before, each in pairwise(life.attestations):
                version = kb.versions[each.version]
                source = version.document.source
                marked = _marked_new(version, each)
                if not marked or source.path not in checked or not _is_old(before, each):
                    continue
                statement, sign = marked[0]
                earlier = chronicle.calendar.name(before.version)
                message = f"`{sign}` marks this as new, and {earlier} has it in the same words"
                hint = f"see `kb history {life.id}`; take the mark off, or make the change that was meant"
                yield diagnose(CODE, source, statement.span, message, hint)


def _marked_new(version: CompendiumVersion, stated: Attestation) -> Sequence[tuple[Statement, str]]:
    """The statements of a ruling, each with a mark of news; none where one of them has no such mark."""
    meanings = {_NEW: "new", **version.marks}
    signs = (
        (each, next((mark for mark in each.marks if meanings.get(mark) == "new"), "")) for each in stated.statements
    )
    marked = [(statement, sign) for statement, sign in signs if sign]
    return marked if len(marked) == len(stated.statements) else ()


def _is_old(before: Attestation, each: Attestation) -> bool:
    """Whether a ruling stands in a version as in the one before it; another term, label or day is news too, and so is
    what comes back, or was a part of a sentence that said more."""
    around = ((stated.kind, stated.label, stated.effective, stated.term) for stated in (before, each))
    stayed = each.change is Change.SAME and before.change is not Change.DROPPED
    said = before.text.strip("\"“”'‘’()[]*_ ")
    parted = each.layout is not None and (said[:1].islower() or said[-1:].isalnum() or said.endswith(","))
    return stayed and not each.missing and not parted and next(around) == next(around)
