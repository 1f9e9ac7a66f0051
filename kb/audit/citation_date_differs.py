"""A footnote that cites a version or a file of answers as of a day that is not its day."""

import re
from collections.abc import Iterable, Iterator

from kb.audit._places import headed_days, named_places
from kb.dates import may_be_one_day
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.effective import day_problem, read_day
from kb.graph import Kb
from kb.model import CompendiumVersion
from kb.sheets import Sheet

CODE = Code(
    "KB436",
    "citation-date-differs",
    Severity.WARNING,
    "A citation whose number and day belong to two versions leaves open in which of them its words stand.",
)
CODES = (CODE,)
_DAY = re.compile(r"(?<![\d/.-])\d{1,2}(?:st|nd|rd|th)?(?![\d/-])[.,]?\s*")
_IN_BRACKETS = re.compile(r"[(\[](?P<day>[^()\[\]]+)[)\]]?\s*$")


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report them at the footnote. A partial date agrees with the days in it; an effective date is another matter."""
    texts: Iterable[CompendiumVersion | Sheet] = (*kb.versions.values(), *kb.sheets.values())
    dated = {each.document.source.path: each for each in texts}
    for document, verdict, cited in named_places(kb):
        text = dated.get(cited.path or "")
        if text is not None and (problem := _problem_of(cited.work_as_cited or "", text.date)):
            message = f"footnote `{verdict.id}` cites `{cited.work}` as of a day that never was: {problem}"
            yield diagnose(CODE, document.source, verdict.span, message, f"it is of {text.date}; correct the day")
        day = _day_of(cited.work_as_cited or "", text.date) if text is not None else None
        if text is None or not text.date or day is None or may_be_one_day(day, text.date):
            continue
        if day in headed_days(text.document):
            continue
        message = f"footnote `{verdict.id}` cites `{cited.work}` as of {day}, but it is of {text.date}"
        meant = next(_of_day(day, text, kb), None)
        of_day = f"cite {meant.name}, which is of that day, or " if meant is not None else ""
        yield diagnose(CODE, document.source, verdict.span, message, f"{of_day}correct the day")


def _of_day(day: str, text: CompendiumVersion | Sheet, kb: Kb) -> Iterator[CompendiumVersion]:
    """The versions of the same compendium that may be of a day."""
    for each in kb.versions.values():
        same = isinstance(text, CompendiumVersion) and each.compendium == text.compendium
        if same and each.date and may_be_one_day(day, each.date):
            yield each


def _problem_of(work: str, date: str) -> str:
    """Why the day in brackets behind the name of a text never was; nothing where it was, is none, or is one of the
    month of that text, which may have it so itself."""
    bracketed = _IN_BRACKETS.search(work)
    problem = day_problem(bracketed["day"]) if bracketed is not None else ""
    month = read_day(_DAY.sub("", bracketed["day"], count=1)) if bracketed is not None and problem else None
    return "" if month is not None and may_be_one_day(month, date) else problem


def _day_of(work: str, date: str) -> str | None:
    """The day in brackets behind the name of a text, where nothing else stands there; one without a year is of the year
    of the text itself."""
    bracketed = _IN_BRACKETS.search(work)
    if bracketed is None:
        return None
    return read_day(bracketed["day"]) or read_day(f"{bracketed['day']} {date[:4]}")
