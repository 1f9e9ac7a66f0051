"""Rulings that concern a book, on pages: the judged rulings of a book come in, lines by verdict go out.

Those the book's own terms, name or footnotes ask for come first; a ruling that only stands in a section the book cites
may well be about another one.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from markupsafe import Markup, escape

from kb.graph import Book, Kb
from kb.model import Clause, Document, Piece, PieceKind, RulingId, WorkId
from kb.places.addresses import Place
from kb.places.base import Base
from kb.provenance import Emendation
from kb.queries.judging import Judged, judge_book
from kb.sentences import find_sentences
from kb.text import Span, word_forms
from kb.unapplied import OWN, RETOLD, Finding, Stated, Verdict

ALIKE = 0.5
"""Words less than half like a ruling speak of something else: to lead there would mislead."""
SHORT = 15
"""So many words tell which ruling is meant."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """How many rulings that concern a book are applied, applied nearly, explained, or open; of these `own` are surely
    the book's."""

    applied: int
    near: int
    explained: int
    open: int
    own: int

    @property
    def all(self) -> int:
        """How many there are."""
        return self.applied + self.near + self.explained + self.open


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A ruling that concerns a book: where it stands among the rulings, and in the book or nearest to it."""

    id: str
    """The ruling's own, by which the page leads to the line; empty where its history is not at hand, or another line of
    the page has it."""
    term: str
    address: str
    source: str
    worded: str
    """Since which version it has these words, as far as is seen; empty where there is one version alone."""
    words: str
    laid: Markup
    """The words, each item of a list on a line of its own."""
    ground: str
    """Why it concerns the book: what says most."""
    similarity: str
    where: tuple[tuple[str, str], ...]
    """Clauses of the emended text that say it: address and section."""
    nearest: tuple[str, str]
    """The clause most like it, where any is at all."""
    missing: tuple[str, ...]
    """The sentences of it that stand nowhere, where others do."""
    held: tuple[tuple[str, str, str], ...]
    """Those others: address and section of a clause that has one, and its words."""
    turned: bool
    claims: tuple[tuple[str, str], ...]
    """Changes that cite it and say something else."""
    reason: str
    said: tuple[Markup, ...]
    """What the book says in its stead, where it stands there nearly: whole sentences, what was put in marked."""

    @property
    def opening(self) -> str:
        """Its first words."""
        words = self.words.split()
        return " ".join(words[:SHORT]) + (" …" if len(words) > SHORT else "")


@dataclass(frozen=True, slots=True)
class JudgedView:
    """The rulings that concern a book by verdict; `beside` are those open ones that may be about another book."""

    verdicts: Verdicts
    open: tuple[RulingLine, ...]
    beside: tuple[RulingLine, ...]
    near: tuple[RulingLine, ...]
    explained: tuple[RulingLine, ...]
    applied: tuple[RulingLine, ...]


def judge_books(kb: Kb) -> Mapping[WorkId, Judged]:
    """The rulings that concern each emended book, judged; none where no rulings are at hand."""
    emended = {work: book for work, book in kb.books.items() if book.emended is not None and kb.newest_version}
    return {work: kb.memory.ask(judge_book, kb, book) for work, book in emended.items()}


def unapplied_page(work: str) -> str:
    """The address of the page of the rulings that concern a book."""
    return f"rules/{work}/unapplied/"


def count_verdicts(judged: Judged) -> Verdicts:
    """The figures of a book."""
    counts = Counter(each.verdict for each in judged.findings)
    own = sum(each.verdict is Verdict.NOT_APPLIED and bool(OWN.intersection(each.grounds)) for each in judged.findings)
    kinds = (Verdict.APPLIED, Verdict.APPLIED_NEAR, Verdict.EXPLAINED, Verdict.NOT_APPLIED)
    applied, near, explained, left = (counts[kind] for kind in kinds)
    return Verdicts(applied, near, explained, left, own)


def view_judged(base: Base, book: Book, here: str) -> JudgedView:
    """The rulings that concern a book, as the page `here` shows them."""
    judged = base.judged[book.work.id]
    lines = _Lines(base, judged, here)
    shown = {verdict: [each for each in judged.findings if each.verdict is verdict] for verdict in Verdict}

    def told(found: list[Finding]) -> tuple[RulingLine, ...]:
        return tuple(map(lines.of, found))

    left = shown[Verdict.NOT_APPLIED]
    return JudgedView(
        count_verdicts(judged),
        open=told([each for each in left if OWN.intersection(each.grounds)]),
        beside=told([each for each in left if not OWN.intersection(each.grounds)]),
        near=told(shown[Verdict.APPLIED_NEAR]),
        explained=told(shown[Verdict.EXPLAINED]),
        applied=told(shown[Verdict.APPLIED]),
    )


class _Lines:
    """Makes the lines of one book."""

    def __init__(self, base: Base, judged: Judged, here: str) -> None:
        self.base = base
        self.judged = judged
        self.here = here
        self.page = f"rules/{judged.book.work.id}/"
        self.titles = {heading.id: heading.text.strip() for heading in judged.document.headings}
        self.led = set[str]()

    def of(self, found: Finding) -> RulingLine:
        base, stated = self.base, found.stated
        address, source = self._place(stated.names)
        near = found.similarity >= ALIKE
        return RulingLine(
            id=self._anchor(stated.names),
            term=self._called(stated),
            address=address,
            source=source,
            worded=self._worded(stated, source),
            words=stated.text,
            laid=Markup("<br>").join(map(escape, self._laid(stated).split("\n"))),
            ground=base.words(f"ground.{found.grounds[0].value}"),
            similarity=f"{found.similarity:.2f}",
            where=tuple(map(self._clause, found.clauses)) or tuple(map(self._change, found.records)),
            nearest=self._clause(found.nearest) if near and found.nearest is not None else ("", ""),
            missing=found.lacking,
            held=tuple((*self._clause(clause), sentence) for sentence, clause in found.held),
            turned=found.turned and found.similarity >= RETOLD,
            claims=tuple(map(self._change, found.claims)),
            reason=found.reason,
            said=tuple(self._said(found)) if found.verdict is Verdict.APPLIED_NEAR else (),
        )

    def _said(self, found: Finding) -> Iterator[Markup]:
        """The words of the book that say a ruling in their own way."""
        document = self.judged.document
        if found.records:
            yield from quote_changes(document, found.records)
        else:
            yield from (escape(document.clauses[clause].current.strip()) for clause in found.clauses)

    def _called(self, stated: Stated) -> str:
        """What a ruling is called on its page; of bare files, which have no history, what that page is called. At a
        first look the judgements are those of before, on rulings that may have gone with their heading."""
        lives, rulings = self.base.lives, self.base.rulings
        life = lives.life_of(stated.names) if lives is not None else None
        if lives is not None and life is not None:
            return lives.called(life, stated.term)
        topic = rulings.find_topic(stated.statements[0]) if rulings is not None else None
        title = topic.title if topic is not None else stated.term
        return title if title.endswith(f": {stated.term}") else stated.term

    def _place(self, names: tuple[RulingId, ...]) -> tuple[str, str]:
        """The address of a ruling among the rulings, and the version that states it."""
        lives = self.base.lives
        life = lives.life_of(names) if lives is not None else None
        if lives is None or life is None:
            return "", ""
        place = lives.places.get(life.id)
        version = lives.of[life.id].calendar.name(life.newest.version)
        return place.seen_from(self.here) if place else "", version

    def _laid(self, stated: Stated) -> str:
        life = self.base.lives.life_of(stated.names) if self.base.lives is not None else None
        if life is None or life.newest.text != stated.text:
            return stated.text
        return self.base.itemised(life.newest, self.here)

    def _anchor(self, names: tuple[RulingId, ...]) -> str:
        life = self.base.lives.life_of(names) if self.base.lives is not None else None
        if life is None or life.id in self.led:
            return ""
        self.led.add(life.id)
        return str(life.id)

    def _worded(self, stated: Stated, source: str) -> str:
        lives, worded = self.base.lives, stated.worded
        life = lives.life_of(stated.names) if lives is not None else None
        if lives is None or life is None or worded is None:
            return ""
        calendar = lives.of[life.id].calendar
        version = calendar.name(worded)
        if len(calendar.at_hand) == 1:
            return ""
        return self.base.words("judged.new" if version == source else "life.since", version=version)

    def _clause(self, clause: int) -> tuple[str, str]:
        section = self.judged.document.clauses[clause].section
        anchor = str(self.judged.clause_id(clause))
        title = self.titles.get(section) or self.judged.book.work.title
        return Place(self.page, anchor).seen_from(self.here), title

    def _change(self, record: Emendation) -> tuple[str, str]:
        title = record.section or self.judged.book.work.title
        return Place(self.page, record.id if record.substantive else "").seen_from(self.here), title


def quote_changes(document: Document, records: Iterable[Emendation]) -> Iterator[Markup]:
    """The sentences of the emended text in which changes put words, each once, these marked where they are not all."""
    put: dict[int, list[Span]] = {}
    for record in records:
        for number in document.clauses_over(record.emended_span):
            put.setdefault(number, []).append(_put(document.clauses[number], record.emended_span))
    for number, spans in sorted(put.items()):
        yield from _quotes(document.clauses[number].current, sorted(each for each in spans if len(each)))


def _put(clause: Clause, span: Span) -> Span:
    """Where in the reading text of a clause, of what holds, the words of a span of the source stand, blanks around them
    left out."""
    at, ends = 0, list[int]()
    for piece in clause.pieces:
        if part := _part(piece, span):
            start = at + (max(0, span.start - piece.span.start) if piece.kind is PieceKind.TEXT else 0)
            ends += (start, start + len(part))
        at += len(piece.current)
    if not ends:
        return Span(0, 0)
    words = clause.current[ends[0] : ends[-1]]
    lead = len(words) - len(words.lstrip())
    return Span(ends[0] + lead, ends[0] + lead + len(words.strip()))


def _quotes(text: str, put: Iterable[Span]) -> Iterator[Markup]:
    """The sentences that some stretches of a text stand in, in order, the stretches marked."""
    sentences = tuple(find_sentences(text))
    runs: list[tuple[Span, list[Span]]] = []
    for span in put:
        around = [each for each in sentences if each.overlaps(span)]
        run = Span(around[0].start, around[-1].end) if around else span
        if runs and run.start < runs[-1][0].end:
            last, marked = runs.pop()
            runs.append((Span(last.start, max(last.end, run.end)), [*marked, span]))
        else:
            runs.append((run, [span]))
    for run, marked in runs:
        yield _quote(text, run, marked)


def _quote(text: str, run: Span, put: Iterable[Span]) -> Markup:
    """A stretch of a text with some stretches of it marked where they are not all of its words."""
    apart, at = "", run.start
    said = Markup()
    for span in put:
        start, end = max(at, span.start), max(at, span.end)
        apart += text[at:start]
        said += escape(_joined(text[at:start]))
        said += Markup("<mark>{}</mark>").format(_joined(text[start:end])) if start < end else ""
        at = end
    said += escape(_joined(text[at : run.end]))
    return said if word_forms(apart + text[at : run.end]) else escape(_joined(text[run.start : run.end]))


def _joined(text: str) -> str:
    """A stretch of a text in one line; a blank at its ends stays."""
    return re.sub(r"\s+", " ", text)


def _part(piece: Piece, span: Span) -> str:
    """What a piece says within a span; one whose text is not its source counts whole or not at all."""
    if piece.kind is PieceKind.TEXT:
        return piece.current[max(0, span.start - piece.span.start) : max(0, span.end - piece.span.start)]
    return piece.current if span.start <= piece.span.start and piece.span.end <= span.end else ""
