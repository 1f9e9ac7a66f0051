"""The rulings of a knowledge base as they hold on a day: whoever asks which of them a book has begins with these."""

from collections.abc import Collection, Iterator, Mapping

from kb.calendars import Calendar
from kb.chronicle import Chronicle
from kb.dates import Days, days_of
from kb.force import Status, find_intervals, standing_on, wording_on
from kb.graph import Kb
from kb.minted import lines_of
from kb.model import CompendiumVersion, RulingId, SectionKind, Statement, VersionId
from kb.rulings import home_of, kind_of, own_words, subject_of
from kb.text import has_words
from kb.unapplied import Stated

LAST_DAY = "9999-12-31"


def state_rulings(kb: Kb, as_of: str | None) -> Iterator[Stated]:
    """The rulings in force on a day in the wording that holds, and the references of that day's version; each
    compendium in the order of its newest version. Bare files have no history: what their newest version says holds."""
    day = days_of(as_of or LAST_DAY)
    for chronicle in kb.chronicles.values():
        calendar = chronicle.calendar if as_of else chronicle.calendar.heard()
        yield from _in_force(chronicle, calendar, kb.versions, day)
        current, _ = chronicle.calendar.around(day)
        if current is not None and current.id in kb.versions:
            yield from _references(kb.versions[current.id])
    newest = kb.newest_version
    if not kb.chronicles and newest is not None:
        for ruling in kb.rulings:
            home = home_of(ruling.statements)
            statements = (home, *(each for each in ruling.statements if each is not home))
            yield _stated(newest, statements, ruling.term, ruling.kind, own_words(home), (ruling.id,))
        yield from _references(newest)


def _in_force(
    chronicle: Chronicle, calendar: Calendar, versions: Mapping[VersionId, CompendiumVersion], day: Days
) -> Iterator[Stated]:
    for life in chronicle.history.lives:
        standing = standing_on(find_intervals(life, calendar), day)
        if standing.status is Status.IN_FORCE:
            stated = wording_on(standing.interval, calendar, day)
            version = versions[stated.version]
            names, lines = (life.id, *life.aliases), tuple(lines_of(stated, version))
            path, within = version.document.source.path, _within(version, stated.statements[0], stated.term)
            last = standing.interval.stated[-1]
            newer = last.statements if last is not stated else ()
            since = tuple((versions[last.version].document.source.path, each) for each in newer)
            texts = dict.fromkeys(each.text for each in life.stated if each.text != stated.text)
            yield Stated(
                path,
                stated.statements,
                lines,
                stated.term,
                stated.kind,
                stated.text,
                names,
                within,
                since,
                tuple(texts),
                life.first_with(stated).version,
            )


def _references(version: CompendiumVersion) -> Iterator[Stated]:
    for statement in version.statements:
        if statement.reference and has_words(statement.words):
            yield _stated(version, (statement,), statement.term, kind_of(statement), statement.words)


def _stated(  # noqa: PLR0913, PLR0917 (the parts of the value it makes)
    version: CompendiumVersion,
    statements: tuple[Statement, ...],
    term: str,
    kind: str,
    text: str,
    names: tuple[RulingId, ...] = (),
) -> Stated:
    source = version.document.source
    lines = tuple(source.line_of(each.span.start) for each in statements)
    return Stated(source.path, statements, lines, term, kind, text, names, _within(version, statements[0], term))


def find_same_sections(kb: Kb, cited: Collection[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The sections (path, anchor) of rulings by which versions have those of others that are cited: a section that is
    cited as one version has it is the same in the next."""
    for chronicle in kb.chronicles.values():
        versions = [kb.versions[slot.id] for slot in chronicle.history.slots if slot.id in kb.versions]
        sections = {
            (version.document.source.path, each.anchor): (each.section, _within(version, each, each.term), each.term)
            for version in versions
            for each in version.statements
        }
        named = {
            (section, within, subject_of(term)) for place, (section, within, term) in sections.items() if place in cited
        }
        for place, (section, within, term) in sections.items():
            if (section, within, subject_of(term)) in named:
                yield place


def _within(version: CompendiumVersion, home: Statement, term: str) -> str:
    """The phase that a part of the turn stands below; nothing for a phase itself."""
    parted = home.section in {SectionKind.TURN, SectionKind.TOURNAMENT} and home.path[-1:] == (term,)
    above = home.path[-2] if parted and len(home.path) > 1 else ""
    return "" if any(above == " ".join(each.title.split()) for each in version.sections) else above
