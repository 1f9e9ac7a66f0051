"""A footnote that cites all versions of a compendium for a ruling that some of them do not have."""

from collections.abc import Collection, Iterator

from kb.attested import Life
from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.force import Calendar
from kb.graph import Kb
from kb.model import VersionId
from kb.queries.outlived import find_quoted, find_stated

CODE = Code(
    "KB447",
    "citation-of-every-version",
    Severity.WARNING,
    "Who reads that a ruling stands in all versions takes it for as old as the first; one that came later, or went, "
    "holds from another day.",
)
CODES = (CODE,)
SHOWN = 3


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them at the footnote, with the versions at hand that state the ruling nowhere. A version without the whole
    section is silent about it."""
    for document in checked_documents(kb):
        verdicts = kb.footnotes.get(document.source.path, ())
        every = [each for each in verdicts if any(cited.of_every for cited in each.cites)]
        places = find_stated(kb) if every else {}
        for verdict in every:
            paths = {cited.path for cited in verdict.cites if cited.of_every}
            cited = {each.id for each in kb.versions.values() if each.document.source.path in paths}
            for life, calendar, _ in find_quoted(verdict, places):
                lacking = [calendar.name(each) for each in _lacking(life, calendar, cited)]
                if lacking:
                    first = calendar.name(life.stated[0].version)
                    message = (
                        f"the ruling that footnote `{verdict.id}` cites in all versions is not in {_listed(lacking)}"
                    )
                    hint = f"it is first seen in {first}: see `kb history {life.id}`, and cite those that have it"
                    yield diagnose(CODE, document.source, verdict.span, message, hint)


def _lacking(life: Life, calendar: Calendar, cited: Collection[VersionId]) -> Iterator[VersionId]:
    stated = {each.version for each in life.stated}
    for slot in calendar.slots:
        if slot.id in cited and slot.at_hand and slot.id not in stated and life.newest.section not in slot.lacks:
            yield slot.id


def _listed(names: list[str]) -> str:
    """`CR 1, CR 2`; of many the first ones: `CR 1, CR 2, CR 3 and 4 more`."""
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more} more" if more > 0 else "")
