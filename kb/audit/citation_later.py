"""A footnote of an emended book that cites a version, or another source, issued after the book."""

from collections.abc import Iterator, Mapping

from kb.audit._places import checked_books
from kb.dates import days_of
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb

CODE = Code(
    "KB439",
    "citation-later-than-book",
    Severity.WARNING,
    "A book of a day cannot rest on a ruling made later: either its date was left behind, or another version is meant.",
)
CODES = (CODE,)


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report each such source once a book, at the first footnote that cites it."""
    dated = _dated(kb)
    for book, document in checked_books(kb):
        day = book.emended.date if book.emended is not None else ""
        last = days_of(day).last if day else None
        later = {path: each for path, each in dated.items() if last is not None and days_of(each[1]).first > last}
        for verdict in kb.footnotes.get(document.source.path, ()):
            for path in dict.fromkeys(cited.path or "" for cited in verdict.cites):
                if path not in later:
                    continue
                name, issued = later.pop(path)
                message = f"footnote `{verdict.id}` of a book of {day} cites `{name}`, which is of {issued}"
                hint = "correct the version, or the date of the edition in corpus.yml where the book was kept up since"
                yield diagnose(CODE, document.source, verdict.span, message, hint)


def _dated(kb: Kb) -> Mapping[str, tuple[str, str]]:
    """The name and the day of each version and further source that has one, by path."""
    calendars = [chronicle.calendar for chronicle in kb.chronicles.values()]
    names = {slot.id: calendar.name(slot.id) for calendar in calendars for slot in calendar.slots}
    found = {each.document.source.path: (names.get(each.id, each.id), each.date) for each in kb.versions.values()}
    for entry in kb.manifest.documents:
        text = entry.text
        if text.path:
            found.setdefault(text.path, (text.title or entry.id, text.date))
    return {path: each for path, each in found.items() if each[1]}
