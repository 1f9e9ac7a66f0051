"""Which rulings stand in an emended book and which do not: judged, and as the `unapplied` query answers it."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from textwrap import shorten

from kb.calendars import Calendar
from kb.chronicle import Chronicle
from kb.dates import Days, days_of
from kb.force import Status, find_intervals, standing_on, wording_on
from kb.graph import Book, Kb
from kb.instructions import Add, BookOutcome
from kb.minted import lines_of
from kb.model import ClauseId, CompendiumVersion, Document, Edition, RulingId, SectionKind, Statement, VersionId
from kb.numbering import subject_of
from kb.provenance import Refusal
from kb.queries.emended_books import BookOrder, carry_out_on_book
from kb.queries.rulebooks import Numbered, Place, know_numbered
from kb.queries.terms import know_terms
from kb.records import RecordStatus
from kb.rulebooks import Bearing
from kb.rulings import home_of, kind_of, own_words
from kb.similarity import compare_words
from kb.terms import Inventory
from kb.text import has_words
from kb.unapplied import Finding, Stated, Verdict, find_concerns, judge_rulings, read_body

SCHEMA = 1
LAST_DAY = "9999-12-31"
WORDS_TOLD = 60
"""So many characters of words that should be gone are told."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The rulings that concern a book, judged; `as_of` is the day asked for, or None for the newest versions."""

    book: Book
    emended: Edition
    as_of: str | None
    findings: tuple[Finding, ...]
    bearings: Mapping[Place, Bearing] = field(default_factory=dict, repr=False)
    """What says that statements on a rule by its number are about this book."""
    unsure: tuple[Stated, ...] = ()
    """Rulings on the number of a rule that this book has and others too, where nothing says which is meant."""

    @property
    def document(self) -> Document:
        """The emended text."""
        return self.emended.document

    def bearing(self, found: Finding) -> Bearing | None:
        """What says that a ruling on a rule by its number is about this book."""
        places = ((path, statement.span.start) for path, statement in found.stated.every)
        return next((self.bearings[place] for place in places if place in self.bearings), None)

    def clause_id(self, clause: int) -> ClauseId:
        """The lasting id of a clause (index) of the emended text."""
        return self.book.ids_of(self.emended)[clause]


def judge_book(
    kb: Kb,
    book: Book,
    as_of: str | None = None,
    asked: frozenset[str] = frozenset(),
    inventory: Inventory | None = None,
) -> Judged:
    """The rulings in force on a day that concern a book with an emended edition, judged; the newest day by default.

    With `asked`, the names of some terms, all rulings on these and no others. `inventory` are the terms of the
    knowledge base, where they are known already. A book without an emended edition raises ValueError.
    """
    if book.emended is None:
        raise ValueError(f"`{book.work.id}` has no emended edition at hand")
    document = book.emended.document
    texts = [document] if book.base is None else [book.base.document, document]
    verdicts = kb.footnotes.get(document.source.path, ())
    concerns = find_concerns(book.work, texts, inventory or know_terms(kb), verdicts, book.emendations)
    orders = tuple(_instructed(kb, book, as_of))
    placed = (done for done in orders if any(_has_place(outcome) for _, outcome in done.outcomes))
    instructed = frozenset(name for done in placed for name in done.order.rulings)
    known = know_numbered(kb)
    numbered = {place: each.borne.bearing for place, each in known.items() if each.work == book.work.id}
    concerns = replace(concerns, asked=asked, numbered=frozenset(numbered), instructed=instructed)
    stated = tuple(state_rulings(kb, as_of))
    unsure = tuple(each for each in stated if not asked and _may_concern(known, book, each))
    if asked:
        stated = tuple(each for each in stated if any(statement.term in asked for _, statement in each.every))
    found = judge_rulings(stated, read_body(document), concerns, explain_rulings(kb, book))
    findings = tuple(_followed(book, found, orders))
    told = {place: bearing for place, bearing in numbered.items() if bearing is not None}
    kept = {each.stated for each in findings}
    unsure = tuple(each for each in unsure if each not in kept)
    return Judged(book, book.emended, as_of, findings, told, unsure)


def _numbered(known: Mapping[Place, Numbered], stated: Stated) -> Iterator[Numbered]:
    """What a ruling's statements are about by the numbers of rules."""
    places = ((path, statement.span.start) for path, statement in stated.every)
    return (known[place] for place in places if place in known)


def _may_concern(known: Mapping[Place, Numbered], book: Book, stated: Stated) -> bool:
    """Whether a ruling may be about a rule of a book, by its number, and nothing says about which book's it is."""
    numbered = tuple(_numbered(known, stated))
    return any(book.work.id in each.borne.among for each in numbered) and all(each.work is None for each in numbered)


def explain_rulings(kb: Kb, book: Book) -> Mapping[RulingId, str]:
    """Why rulings are not in the emended text of a book: what the manifest says, and records declined with a reason."""
    records = kb.records.get(book.work.id)
    declined = {
        ruling: each.reason
        for each in (records.records if records is not None else ())
        for ruling in each.rulings
        if each.status is RecordStatus.DECLINED and each.reason
    }
    return declined | {each.ruling: each.reason for each in book.work.explained}


def _followed(book: Book, found: Iterable[Finding], orders: Iterable[BookOrder]) -> Iterator[Finding]:
    """Rulings that say how to change the book count as followed where the emended text reads as they ask, and as left
    out where it plainly does not, whatever change there cites them."""
    followed: dict[RulingId, tuple[int, ...]] = {}
    left: dict[RulingId, str] = {}
    for done in orders:
        undone = _left(book, done)
        for name in done.order.rulings:
            if undone:
                left.setdefault(name, undone)
            for clauses in _follows(book, done):
                followed[name] = clauses
    for each in found:
        undone = next((left[name] for name in each.stated.names if name in left), "")
        new_words = [followed[name] for name in each.stated.names if name in followed]
        if undone and each.verdict in {Verdict.APPLIED_NEAR, Verdict.NOT_APPLIED}:
            claims = tuple(dict.fromkeys((*each.claims, *each.records)))
            yield replace(each, verdict=Verdict.NOT_APPLIED, clauses=(), records=(), claims=claims, undone=undone)
        elif not new_words or each.verdict is not Verdict.NOT_APPLIED:
            yield each
        else:
            yield replace(each, verdict=Verdict.APPLIED_NEAR, clauses=new_words[0])


def _instructed(kb: Kb, book: Book, as_of: str | None) -> Iterator[BookOrder]:
    """What came of the instructions for a book that stand in the versions of a day."""
    for chronicle in kb.chronicles.values():
        current, _ = chronicle.calendar.around(days_of(as_of or LAST_DAY))
        version = kb.versions.get(current.id) if current is not None else None
        yield from carry_out_on_book(kb, version, book, as_of) if version is not None else ()


def _has_place(outcome: BookOutcome) -> bool:
    """Whether a text has the place that an instruction names: one about a rule of another book names none here."""
    return outcome.tried.refusal is not Refusal.TARGET_MISSING


def _follows(book: Book, done: BookOrder) -> Iterator[tuple[int, ...]]:
    """The clauses of the emended text that have the new words of an instruction, where it reads as that asks."""
    for edition, outcome in done.outcomes:
        if edition is book.emended and outcome.tried.refusal is Refusal.ALREADY_APPLIED:
            yield read_body(edition.document).holding(compare_words(getattr(done.order.operation, "new", "")))


def _left(book: Book, done: BookOrder) -> str:
    """What tells that the emended text does not read as an instruction asks that the published one can be changed by:
    it has the words that go, or others like the new ones. Nothing where the editor may have said it in other words."""
    came = {edition.id: outcome for edition, outcome in done.outcomes}
    base, emended = (came.get(each.id) if each is not None else None for each in (book.base, book.emended))
    if base is None or emended is None or base.tried.refusal is not None:
        return ""
    if emended.tried.refusal is Refusal.PRECONDITION_CHANGED:
        return emended.tried.message
    old = "" if isinstance(done.order.operation, Add) else next((each.old.strip() for each in emended.changes), "")
    return f"it still has `{shorten(old, WORDS_TOLD, placeholder='…')}`" if old else ""


def state_rulings(kb: Kb, as_of: str | None = None) -> Iterator[Stated]:
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


def _within(version: CompendiumVersion, home: Statement, term: str) -> str:
    """The phase that a part of the turn stands below; nothing for a phase itself."""
    parted = home.section in {SectionKind.TURN, SectionKind.TOURNAMENT} and home.path[-1:] == (term,)
    above = home.path[-2] if parted and len(home.path) > 1 else ""
    return "" if any(above == " ".join(each.title.split()) for each in version.sections) else above


def list_unapplied(judged: Judged, statuses: Collection[Verdict] = ()) -> dict[str, object]:
    """The answer in the shape of the JSON contract; with `statuses` only the items of these."""
    kept = [each for each in judged.findings if not statuses or each.verdict in statuses]
    counts = Counter(each.verdict for each in judged.findings)
    return {
        "schema": SCHEMA,
        "work": judged.book.work.id,
        "emended": judged.document.source.path,
        "as_of": judged.as_of,
        "counts": {verdict.value: counts.get(verdict, 0) for verdict in Verdict},
        "items": [_item(judged, each) for each in kept],
        "unsure": [_unsure(each) for each in judged.unsure],
    }


def _item(judged: Judged, found: Finding) -> dict[str, object]:
    stated = found.stated
    home = stated.statements[0]
    return {
        "ruling": stated.id,
        "term": stated.term,
        "text": stated.text,
        "verdict": found.verdict.value,
        "similarity": round(found.similarity, 4),
        "where": list(_where(judged, found)),
        "section": home.section.value,
        "headings": list(home.path),
        "kind": stated.kind,
        "concerns": [ground.value for ground in found.grounds],
        "by": bearing.value if (bearing := judged.bearing(found)) is not None else None,
        "places": [{"path": stated.path, "line": line} for line in stated.lines],
        "nearest": _place(judged, found.nearest) if found.nearest is not None else None,
        "contrary": found.turned,
        "missing": list(found.missing),
        "held": [{"text": sentence, **_place(judged, clause)} for sentence, clause in found.held],
        "claimed": [{"record": record.id, "clause": record.clause} for record in found.claims],
        "undone": found.undone or None,
        "reason": found.reason or None,
    }


def _unsure(stated: Stated) -> dict[str, object]:
    return {
        "ruling": stated.id,
        "number": subject_of(stated.statements[0].words),
        "text": stated.text,
        "kind": stated.kind,
        "places": [{"path": stated.path, "line": line} for line in stated.lines],
    }


def _where(judged: Judged, found: Finding) -> Iterator[dict[str, object]]:
    """The clauses that have the words, then the records that say them in others."""
    by_clause = {judged.clause_id(clause): clause for clause in found.clauses}
    records = {record.clause: record.id for record in reversed(found.records)}
    for name, clause in by_clause.items():
        yield {**_place(judged, clause), "record": records.get(name)}
    for record in found.records:
        if record.clause not in by_clause:
            line = judged.document.source.line_of(record.emended_span.start)
            path = judged.document.source.path
            yield {"clause": record.clause, "path": path, "line": line, "record": record.id}


def _place(judged: Judged, clause: int) -> dict[str, object]:
    source = judged.document.source
    line = source.line_of(judged.document.clauses[clause].span.start)
    return {"clause": judged.clause_id(clause), "path": source.path, "line": line}
