"""Which rulings stand in an emended book and which do not: the rulings of a day come in, each judged they go out."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from textwrap import shorten

from kb.calendars import Calendar
from kb.dates import days_of
from kb.graph import Book, Kb
from kb.instructions import Add, BookOutcome, Part, Remove, Unclear, find_sections
from kb.model import ClauseId, Document, Edition, RulingId, SectionKind, VersionId
from kb.numbering import is_rule_number
from kb.provenance import Refusal
from kb.queries.emended_books import BookOrder, carry_out_on_book, order_books
from kb.queries.orders import find_orders
from kb.queries.rulebooks import Numbered, Place, know_numbered
from kb.queries.stated import LAST_DAY, find_same_sections, state_rulings
from kb.queries.terms import know_terms
from kb.records import RecordStatus
from kb.rulebooks import Bearing
from kb.similarity import compare_words
from kb.unapplied import Finding, Stated, Verdict, find_concerns, judge_rulings, read_body

LEAST_KEPT = 4
"""A rule of fewer words may stand anywhere."""
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
    since: VersionId | None = None
    """Only what versions after this one were the first to say is here."""
    orders: tuple[BookOrder, ...] = field(default=(), repr=False)
    """What the instructions that hold ask of the book, and what comes of them in its texts."""

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


def judge_book(kb: Kb, book: Book, as_of: str | None = None, asked: frozenset[str] = frozenset()) -> Judged:
    """The rulings in force on a day that concern a book with an emended edition, judged; the newest day by default.

    With `asked`, the names of some terms, all rulings on these and no others. A book without an emended edition raises
    ValueError.
    """
    if book.emended is None:
        raise ValueError(f"`{book.work.id}` has no emended edition at hand")
    document = book.emended.document
    texts = [document] if book.base is None else [book.base.document, document]
    verdicts = kb.footnotes.get(document.source.path, ())
    concerns = find_concerns(book.work, texts, know_terms(kb), verdicts, book.emendations)
    stated = tuple(state_rulings(kb, as_of))
    orders = tuple(_instructed(kb, book, stated, as_of))
    placed = (done for done in orders if _has_section(book, done) or any(_has_place(out) for _, out in done.outcomes))
    instructed = frozenset(name for done in placed for name in done.order.rulings)
    known = know_numbered(kb)
    numbered = {place: each.borne.bearing for place, each in known.items() if each.work == book.work.id}
    cited = concerns.cited.union(find_same_sections(kb, concerns.cited))
    concerns = replace(concerns, asked=asked, cited=cited, numbered=frozenset(numbered), instructed=instructed)
    concerns = replace(concerns, sisters=tuple(each.work for each in kb.books.values() if each is not book))
    unsure = tuple(each for each in stated if not asked and _may_concern(known, book, each))
    if asked:
        stated = tuple(each for each in stated if any(statement.term in asked for _, statement in each.every))
    found = judge_rulings(stated, read_body(document), concerns, explain_rulings(kb, book))
    findings = tuple(_followed(book, found, orders))
    told = {place: bearing for place, bearing in numbered.items() if bearing is not None}
    kept = {each.stated for each in findings}
    unsure = tuple(each for each in unsure if each not in kept)
    return Judged(book, book.emended, as_of, findings, told, unsure, orders=orders)


def keep_newer(judged: Judged, calendar: Calendar, version: VersionId) -> Judged:
    """Of the rulings judged those that versions after one of a compendium were the first to state, or to state in the
    words that hold."""
    newer = calendar.newer(version)
    findings = tuple(each for each in judged.findings if each.stated.worded in newer)
    unsure = tuple(each for each in judged.unsure if each.worded in newer)
    return replace(judged, since=version, findings=findings, unsure=unsure)


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


def _instructed(kb: Kb, book: Book, stated: Iterable[Stated], as_of: str | None) -> Iterator[BookOrder]:
    """What came of the instructions for a book that stand in the versions of a day, and in those before them whose
    rulings hold in the words that they have there: a sheet of errata need not repeat the last."""
    held = {(path, statement.span.start) for each in stated for path, statement in each.every}
    paths = {path for path, _ in held}
    for chronicle in kb.chronicles.values():
        current, _ = chronicle.calendar.around(days_of(as_of or LAST_DAY))
        slots = (kb.versions.get(slot.id) for slot in chronicle.history.slots)
        for version in (each for each in slots if each is not None):
            path = version.document.source.path
            if current is not None and version.id == current.id:
                yield from carry_out_on_book(kb, version, book, as_of)
            elif path in paths:
                asked = (each for each in find_orders(kb, version) if each.instruction.target.work == book.work.id)
                orders = [each for each in asked if any((path, of.span.start) in held for of in each.statements)]
                yield from order_books(kb, version, orders, as_of)


def _has_place(outcome: BookOutcome) -> bool:
    """Whether a text has the place that an instruction names: one about a rule of another book names none here."""
    return outcome.tried.refusal is not Refusal.TARGET_MISSING


def _has_section(book: Book, done: BookOrder) -> bool:
    """Whether an erratum that does not say exactly what to do is about a section of a text, by its own subject."""
    instruction = done.order.instruction
    if not isinstance(done.order.operation, Unclear) or instruction.statement.section is not SectionKind.ERRATA:
        return False
    named = [*instruction.target.headings[:1]]
    own = bool(named) and instruction.statement.term.startswith(named[0])
    return own and any(isinstance(find_sections(each.document, named), tuple) for each in book.pair)


def _follows(book: Book, done: BookOrder) -> Iterator[tuple[int, ...]]:
    """The clauses of the emended text that have the new words of an instruction, where it reads as that asks."""
    if _takes_section(book.base, done) and not _takes_section(book.emended, done) and not _has_rules_of(book, done):
        yield ()
    for edition, outcome in done.outcomes:
        if edition is book.emended and outcome.tried.refusal is Refusal.ALREADY_APPLIED:
            yield read_body(edition.document).holding(compare_words(getattr(done.order.operation, "new", "")))


def _takes_section(edition: Edition | None, done: BookOrder) -> bool:
    """Whether an order takes a section out, heading and all, that a text has."""
    asked, headings = done.order.operation, done.order.instruction.target.headings
    whole = isinstance(asked, Remove) and not asked.old and asked.within == (Part.TEXT, 1)
    if edition is None or not whole or not headings or is_rule_number(headings[-1]):
        return False
    return isinstance(find_sections(edition.document, headings), tuple)


def _has_rules_of(book: Book, done: BookOrder) -> bool:
    """Whether the emended text has a rule of the section that an order takes out of the published one, elsewhere."""
    assert book.base is not None
    assert book.emended is not None
    spans = find_sections(book.base.document, done.order.instruction.target.headings)
    body = read_body(book.emended.document)
    rules = [each for each in book.base.document.clauses if isinstance(spans, tuple) and spans[0].holds(each.span)]
    words = (compare_words(each.current) for each in rules)
    return any(len(each) >= LEAST_KEPT and body.holding(each) for each in words)


def _left(book: Book, done: BookOrder) -> str:
    """What tells that the emended text does not read as an instruction asks that the published one can be changed by:
    it has the words that go, or others like the new ones. Nothing where the editor may have said it in other words."""
    came = {edition.id: outcome for edition, outcome in done.outcomes}
    base, emended = (came.get(each.id) if each is not None else None for each in (book.base, book.emended))
    if _takes_section(book.base, done) and _takes_section(book.emended, done):
        return f"it still has the section `{done.order.instruction.target.headings[-1]}`"
    if base is None or emended is None or base.tried.refusal is not None:
        return ""
    if emended.tried.refusal is Refusal.PRECONDITION_CHANGED:
        return emended.tried.message
    old = "" if isinstance(done.order.operation, Add) else next((each.old.strip() for each in emended.changes), "")
    return f"it still has `{shorten(old, WORDS_TOLD, placeholder='…')}`" if old else ""
