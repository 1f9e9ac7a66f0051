"""A footnote of an emended book that cites a version issued after the book."""

from collections.abc import Iterator

from kb.audit._places import checked_books
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.force import days_of
from kb.graph import Kb

CODE = Code(
    "KB439",
    "citation-later-than-book",
    Severity.WARNING,
    "A book of a day cannot rest on a ruling made later: either its date was left behind, or another version is meant.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each such version once a book, at the first footnote that cites it."""
    versions = {each.document.source.path: each for each in kb.versions.values() if each.date}
    calendars = [chronicle.calendar for chronicle in kb.chronicles.values()]
    names = {slot.id: calendar.name(slot.id) for calendar in calendars for slot in calendar.slots}
    for book, document in checked_books(kb):
        day = book.emended.date if book.emended is not None else ""
        last = days_of(day).last if day else None
        later = {path: each for path, each in versions.items() if last is not None and days_of(each.date).first > last}
        for verdict in kb.footnotes.get(document.source.path, ()):
            for path in dict.fromkeys(cited.path or "" for cited in verdict.cites):
                version = later.pop(path, None)
                if version is None:
                    continue
                name = names.get(version.id, version.id)
                message = f"footnote `{verdict.id}` of a book of {day} cites `{name}`, which is of {version.date}"
                hint = "correct the version, or the date of the edition in corpus.yml where the book was kept up since"
                yield diagnose(CODE, document.source, verdict.span, message, hint)
