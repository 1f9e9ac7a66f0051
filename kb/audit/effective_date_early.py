"""A printed effective date that lies before a version which does not have the ruling yet."""

from collections.abc import Iterator

from kb.attested import Life, VersionSlot
from kb.audit._places import checked_paths
from kb.chronicle import Chronicle
from kb.dates import days_of
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb

CODE = Code(
    "KB525",
    "effective-date-early",
    Severity.SUGGESTION,
    "A ruling is held to be in force from the day printed with it; where an older version that should have it has not, "
    "that day may be a slip.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them where the version that has the ruling first prints the date."""
    checked = checked_paths(kb)
    for chronicle in kb.chronicles.values():
        for life in chronicle.history.lives:
            first = life.stated[0]
            version = kb.versions[first.version]
            before = _last_without(chronicle, life) if first.effective else None
            if before is None or version.document.source.path not in checked:
                continue
            if _stated_by(kb, chronicle, life, before):
                continue
            for statement in first.statements:
                if statement.effective and days_of(statement.effective).last < days_of(before.date).first:
                    older = chronicle.calendar.name(before.id)
                    message = f"effective {statement.effective}, and {older} of {before.date} does not have this ruling"
                    hint = "compare the printed date; a slip in it puts the ruling into force too early"
                    yield diagnose(CODE, version.document.source, statement.span, message, hint)
                    break


def _stated_by(kb: Kb, own: Chronicle, life: Life, before: VersionSlot) -> bool:
    """Whether another compendium, a sheet of errata it may be, stated a ruling in its first words by the day of a
    version that lacks it: that date is no slip."""
    others = (each for chronicle in kb.chronicles.values() if chronicle is not own for each in chronicle.history.lives)
    last = days_of(before.date).last
    stated = (said for each in others for said in each.stated if said.words == life.stated[0].words and said.date)
    return any(days_of(said.date).last <= last for said in stated)


def _last_without(chronicle: Chronicle, life: Life) -> VersionSlot | None:
    """The newest version at hand before a ruling's first that would have it if it had been made."""
    first, slots = life.stated[0], chronicle.history.slots
    older = slots[: next(at for at, slot in enumerate(slots) if slot.id == first.version)]
    return next(
        (each for each in reversed(older) if each.at_hand and each.date and first.section not in each.lacks), None
    )
