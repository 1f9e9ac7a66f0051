"""Why words changed, for readers: the records of a book and its footnotes come in, what stands behind each goes out.

Each change says what was printed before, what was ruled, and how exactly the two agree. Nothing is shown on hovering
that does not also stand among the authorities at the end of the page.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from kb.book_pages.doubts import find_doubts
from kb.book_pages.openings import open_change
from kb.graph import Book
from kb.html import Looks, render_span, render_words
from kb.model import TOP, Document, FootnoteId, RulingId
from kb.places.addresses import BookPages, Place
from kb.places.base import Base, RulingView
from kb.places.footnotes import looks_without_notes, marker_anchors, markers_of, note_anchor, number_footnotes
from kb.places.openings import opening_of
from kb.provenance import EXACT, AuthorityStatus, Cited, Emendation, FootnoteVerdict, Problem, Relation
from kb.queries.lacking import sort_changes
from kb.queries.moves import find_moves
from kb.ruling_pages.later_versions import EarlierView, view_gone, view_older
from kb.text import Span

MISPLACED = "misplaced"
"""The relation of words that stand in the cited source, but under another heading than the one cited."""
OTHERWISE = "otherwise"
"""The relation of words that a source does not have which is quoted as it is."""
UNNAMED = "unnamed"
"""The relation of what names no source."""


@dataclass(frozen=True, slots=True)
class AuthorityView:
    """What supports a change: the relation in words, the rulings it stands for."""

    relation: str
    rulings: tuple[RulingView, ...]
    words: Markup
    """The footnote's own words, shown where no ruling is known."""
    older: Mapping[RulingId, EarlierView]
    """Those of its rulings that were reworded since, as the version cited has them."""
    gone: tuple[EarlierView, ...]
    """Those of its rulings that the versions have no more."""
    also: tuple[tuple[str, str], ...] = ()
    """What its footnote points at beside its source (`See also ...`): addresses, empty where nothing leads there, and
    names."""

    @property
    def reworded(self) -> str:
        """Since which versions its rulings were reworded, or nothing."""
        return ", ".join(dict.fromkeys(each.told for each in self.older.values()))


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A change for readers: what it is, what stood before, what stands now, on whose authority."""

    id: str
    kind: str
    section: str
    substantive: bool
    before: Markup
    after: Markup
    authorities: tuple[AuthorityView, ...]
    status: str
    in_text: str
    in_changes: str
    moved: str = ""
    """Of a clause that stands elsewhere now, the id of the other half of the change."""
    stood: str = ""
    """Where it stood in the published text."""
    doubts: tuple[str, ...] = ()
    """What the audit found of it that its relation does not say."""

    @property
    def opening(self) -> str:
        """The first of its words, without markup."""
        return open_change(self.before, self.after)

    @property
    def name(self) -> str:
        """What tells it from others that are of one kind, as slight ones are: kind, first words, section."""
        return ", ".join(dict.fromkeys(filter(None, (self.kind, opening_of(self.opening), self.section))))


@dataclass(frozen=True, slots=True)
class FootnoteView:
    """A footnote among the authorities: its words, verdict, the changes it supports, the way back."""

    number: int
    id: FootnoteId
    words: Markup
    relation: str
    changes: tuple[ChangeView, ...]
    back: tuple[str, ...]

    def told_before(self, nth: int) -> frozenset[RulingId]:
        """The rulings that the changes before the nth have named already."""
        return frozenset(
            ruling.id
            for change in self.changes[:nth]
            for authority in change.authorities
            for ruling in authority.rulings
        )


class Reasons:
    """What stands behind the changes of one book, as seen from one of its pages (`here`)."""

    def __init__(self, base: Base, book: Book, here: str) -> None:
        self.base = base
        self.book = book
        self.here = here
        self.pages = BookPages.of(book.work.id)
        self.document = book.emended.document if book.emended else None
        self.numbers = number_footnotes(self.document) if self.document else {}
        self.verdicts: Mapping[FootnoteId, FootnoteVerdict] = (
            {verdict.id: verdict for verdict in base.kb.footnotes.get(self.document.source.path, ())}
            if self.document
            else {}
        )
        self.definitions = {each.id: each for each in self.document.definitions} if self.document else {}
        self.told: dict[str, ChangeView] = {}
        self.moves = find_moves(book.emendations)
        self.doubts = find_doubts(base.kb, base.kb.books.get(book.work.id, book))
        self.others = sort_changes(book).others

    def change(self, record: Emendation) -> ChangeView:
        """One record as readers see it."""
        known = self.told.get(record.id)
        if known is None:
            known = self.told[record.id] = self._change(record)
        return known

    def _change(self, record: Emendation) -> ChangeView:
        base, emended = self.book.base, self.book.emended
        before = self._words(base.document, record.published_span) if base else Markup("")
        after = self._words(emended.document, record.emended_span) if emended else Markup("")
        other = self.moves.get(record.id)
        return ChangeView(
            id=record.id,
            kind=self.base.words("kind.moved" if other else f"kind.{record.kind.value}"),
            section=self.base.words("section.front") if record.section_id == TOP else record.section,
            substantive=record.substantive,
            before=before,
            after=after,
            authorities=tuple(self._authorities(record)),
            status=_status(record),
            in_text=Place(self.pages.emended, record.id).seen_from(self.here),
            in_changes=Place(self.pages.changes, record.id).seen_from(self.here),
            moved=other.id if other else "",
            stood=Place(self.pages.published, record.clause).seen_from(self.here) if other else "",
            doubts=self.doubts.get(record.id, ()),
        )

    def _words(self, document: Document, span: Span) -> Markup:
        return Markup(render_span(document, span, looks_of(self.base, document, self.here)))

    def _authorities(self, record: Emendation) -> Iterator[AuthorityView]:
        known = {authority.footnote: authority for authority in record.authorities}
        for ident in record.footnotes:
            authority = known.get(ident)
            relation = authority.relation.value if authority and authority.relation else ""
            verdict = self.verdicts.get(ident)
            if relation == Relation.NOT_FOUND.value and verdict is not None:
                relation = _not_found(verdict)
            names = authority.rulings if authority else ()
            kept = tuple(view for name in names if (view := self.base.ruling(name, self.here)) is not None)
            yield AuthorityView(
                relation,
                kept,
                self.footnote_words(ident),
                view_older(self.base, verdict, (each.id for each in kept), self.here),
                tuple(view_gone(self.base, names, self.here)),
                tuple(self._pointed_at(verdict)) if verdict else (),
            )

    def _pointed_at(self, verdict: FootnoteVerdict) -> Iterator[tuple[str, str]]:
        """What a footnote points at beside its source, each place once."""
        for name, cited in {_name_of(each): each for each in verdict.cites if each.also}.items():
            place = self.base.addresses.place(cited.path, cited.anchor or "") if cited.path else None
            yield place.seen_from(self.here) if place else "", name

    def footnote_words(self, ident: FootnoteId) -> Markup:
        """The words of a footnote, clean; where it names another note for its source, with that source."""
        definition = self.definitions.get(ident)
        if definition is None or self.document is None:
            return escape(self.base.words("footnote.missing"))
        words = Markup(render_words(definition.pieces, looks_of(self.base, self.document, self.here)))
        return words + self._as_note(ident)

    def _as_note(self, ident: FootnoteId) -> Markup:
        """Which other note a footnote names for its source, with a link there, and what that source is."""
        verdict = self.verdicts.get(ident)
        told = [each for each in verdict.cites if each.as_note in self.numbers] if verdict else []
        other = told[0].as_note if told else None
        if other is None:
            return Markup("")
        number = self.numbers[other]
        named = "; ".join(dict.fromkeys(map(_name_of, told)))
        before = number + 1 == self.numbers.get(ident)
        says = self.base.words("footnote.before" if before else "footnote.as", n=number, source=named)
        address = Place(self.pages.emended, note_anchor(other)).seen_from(self.here)
        return Markup(' <span class="small">[<a href="{}">{}</a>]</span>').format(address, says)

    def footnotes(self) -> tuple[FootnoteView, ...]:
        """The footnotes of the emended text in the order of their numbers, each with the changes it supports."""
        back: dict[FootnoteId, list[str]] = {}
        places = marker_anchors(self.document) if self.document else {}
        for reference in markers_of(self.document) if self.document else ():
            back.setdefault(reference.id, []).append(f"#{places[reference.span]}")
        supported = self._supported()
        shown: list[FootnoteView] = []
        for ident, number in self.numbers.items():
            verdict = self.verdicts.get(ident)
            changes = tuple(self.change(record) for record in supported.get(ident, ()))
            relation = _relation(verdict) if verdict else ""
            words = self.footnote_words(ident)
            shown.append(FootnoteView(number, ident, words, relation, changes, tuple(back.get(ident, ()))))
        return tuple(shown)

    def uncited(self) -> tuple[ChangeView, ...]:
        """The changes of substance that have no footnote in the text, besides what it lacks as a whole."""
        return tuple(self.change(record) for record in self._supported().get(None, ()))

    def _supported(self) -> Mapping[FootnoteId | None, Sequence[Emendation]]:
        """The changes of substance by the first footnote of each that the text has: a record may name others."""
        found: dict[FootnoteId | None, list[Emendation]] = {}
        for record in self.others:
            if record.substantive:
                had = next((ident for ident in record.footnotes if ident in self.numbers), None)
                found.setdefault(had, []).append(record)
        return found


def _name_of(cited: Cited) -> str:
    """What a place that is cited is called."""
    return ", ".join(filter(None, (cited.work, cited.heading)))


def _relation(verdict: FootnoteVerdict) -> str:
    """The relation of a footnote to its source, or that it names none."""
    unnamed = verdict.relation is Relation.NOT_FOUND and Problem.NO_WORK_NAMED in verdict.problems
    return UNNAMED if unnamed else verdict.relation.value


def _not_found(verdict: FootnoteVerdict) -> str:
    """The relation of changed words that do not stand where their footnote says."""
    if Problem.WRONG_ANCHOR in verdict.problems:
        return MISPLACED
    return OTHERWISE if verdict.relation in EXACT else Relation.NOT_FOUND.value


def _status(record: Emendation) -> str:
    if record.authority_status is AuthorityStatus.NO_WORK:
        return UNNAMED
    return "uncited" if not record.footnotes else ""


def looks_of(base: Base, document: Document, here: str) -> Looks:
    """How words of a document are told on a page: footnote markers left out, and what links lead to in their text."""
    return looks_without_notes(document, base.addresses.resolver(document, here))
