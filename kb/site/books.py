"""Books as pages show them: a book of the knowledge base comes in, its texts as HTML with marks go out.

The emended text carries a mark around every change of substance; each mark has an entry among the
authorities at the end of the page, which says what was printed before, what was ruled, and how exactly the
two agree. Nothing is shown on hovering that does not also stand there.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count

from markupsafe import Markup

from kb.align import clause_ids
from kb.graph import Book
from kb.html import HeadingPart, Link, Looks, Mark, Page, Part, render_document, render_span, render_words
from kb.html.inline import attributes
from kb.interface import Words
from kb.model import Document, Edition, FootnoteId, RulingId
from kb.provenance import AuthorityStatus, Emendation, FootnoteVerdict, Problem, Relation
from kb.site.addresses import Place
from kb.site.apparatus import collation_of, sign_clauses
from kb.site.base import Base, RulingView
from kb.site.footnotes import find_markers, markers_of, number_footnotes
from kb.site.parallels import page_of, parallels_of, sign_passages, weave
from kb.site.upkeep import Upkeep
from kb.text import Span

MISPLACED = "misplaced"
"""The relation of words that stand in the cited source, but under another heading than the one cited."""


@dataclass(frozen=True, slots=True)
class AuthorityView:
    """What supports a change: the footnote's number, the relation in words, the rulings it stands for."""

    number: int
    footnote: FootnoteId
    relation: str
    rulings: tuple[RulingView, ...]
    words: Markup
    """The footnote's own words, shown where no ruling is known."""


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
    effective: str | None
    in_text: str
    in_changes: str


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


@dataclass(frozen=True, slots=True)
class BookPages:
    """The addresses of a book's pages."""

    emended: str
    published: str
    changes: str
    witnesses: str

    @classmethod
    def of(cls, work: str) -> "BookPages":
        """The addresses for the id of a work."""
        return cls(*(f"rules/{work}/{page}" for page in ("", "published/", "changes/", "witnesses/")))

    @staticmethod
    def edition(work: str, edition: str) -> str:
        """The address of a further edition."""
        return f"rules/{work}/editions/{edition}/"


@dataclass(frozen=True, slots=True)
class Text:
    """A text arranged for its page, which has one heading of level 1.

    `title` is the text's own such heading when it has one only, as its first; what stands before it in the
    text then follows it. Else the levels of its headings are lowered by `shift`. `last` is a heading at the
    end with nothing under it but the footnotes.
    """

    title: HeadingPart | None
    parts: tuple[Part, ...]
    shift: int
    last: HeadingPart | None


@dataclass(frozen=True, slots=True)
class Emended:
    """What the reading page holds: the text, the authorities in order, the changes without any."""

    text: Text
    footnotes: tuple[FootnoteView, ...]
    uncited: tuple[ChangeView, ...]


class BookView:
    """One book seen from one of its pages (`here`); all addresses are relative to it."""

    def __init__(self, base: Base, book: Book, here: str) -> None:
        self.base = base
        self.book = book
        self.here = here
        self.pages = BookPages.of(book.work.id)
        self.words: Words = base.words
        self.told: dict[str, ChangeView] = {}
        self.upkeep = Upkeep(base, book, here)
        emended = book.emended.document if book.emended else None
        self.numbers = number_footnotes(emended) if emended else {}
        self.verdicts: Mapping[FootnoteId, FootnoteVerdict] = (
            {verdict.id: verdict for verdict in base.kb.footnotes.get(emended.source.path, ())} if emended else {}
        )
        self.definitions = {each.id: each for each in emended.definitions} if emended else {}
        substantive = [record for record in book.emendations if record.substantive]
        self.markers = dict(find_markers(emended, substantive)) if emended else {}
        self.supported = {span: record for record, span in self.markers.items()}

    def to(self, page: str) -> str:
        """The relative address of a page."""
        return Place(page).seen_from(self.here)

    def looks(self, document: Document) -> Looks:
        """How inline text of a document is shown, footnote markers left out."""
        return Looks(
            resolve=self.base.addresses.resolver(document, self.here),
            anchors=document.anchors,
            text=document.source.text,
        )

    # The texts

    def emended(self) -> Emended:
        """The emended text with its marks, and the authorities behind them."""
        edition = self._need(self.book.emended)
        looks = self.looks(edition.document)
        counts = count(1)
        shown = Looks(
            resolve=looks.resolve,
            anchors=looks.anchors,
            text=looks.text,
            footnote=lambda ident, span: self._marker(FootnoteId(ident), span, next(counts)),
        )
        ids = clause_ids(self.book.alignment) if self.book.alignment else ()
        named = dict(enumerate(map(str, ids)))
        signs = sign_passages(self.base, self.book, edition.document, self.here)
        marks = tuple(weave(tuple(self._marks()), signs))
        page = Page(shown, named, marks, self._pin, self._terms(edition.document, named), self._beside(named))
        text = arrange(render_document(edition.document, page))
        views = {record.id: self.change(record) for record in self.book.emendations if record.substantive}
        return Emended(text, self._footnotes(views), self._uncited(views))

    def plain(self, edition: Edition) -> Text:
        """The text of an edition without marks, with its footnote markers."""
        document = edition.document
        numbers = number_footnotes(document)
        looks = self.looks(document)

        def marker(ident: str, _span: Span) -> str:
            number = numbers.get(FootnoteId(ident))
            return f'<sup><a href="#fn:{number}">{number}</a></sup>' if number else ""

        ids = {at: str(clause.id) for at, clause in enumerate(document.clauses)}
        shown = Looks(looks.resolve, marker, looks.anchors, looks.text)
        signs = sign_passages(self.base, self.book, document, self.here)
        beside = self._beside(ids if edition is self.book.base else {})
        page = Page(shown, ids, signs, self._pin, self._terms(document, ids), beside)
        return arrange(render_document(document, page))

    def plain_footnotes(self, edition: Edition) -> tuple[tuple[int, Markup], ...]:
        """The footnotes of an edition that is no emended one: number and words."""
        document = edition.document
        numbers = number_footnotes(document)
        looks = self.looks(document)
        words = {each.id: Markup(render_words(each.pieces, looks)) for each in document.definitions}
        missing = Markup("{}").format(self.words("footnote.missing"))
        return tuple((number, words.get(ident, missing)) for ident, number in numbers.items())

    def _terms(self, document: Document, ids: Mapping[int, str]) -> Callable[[int], tuple[Link, ...]]:
        """The links of a document's clauses from the terms they name."""
        clauses, terms = document.clauses, self.base.terms
        return lambda at: terms.in_clause(clauses[at], ids.get(at, ""), self.here)

    def _beside(self, ids: Mapping[int, str]) -> Callable[[int], str]:
        """The signs behind clauses that other texts have in other words."""
        signs = sign_clauses(self.base, self.book.work.id, self.pages.witnesses, self.here)
        return lambda at: signs.get(ids.get(at, ""), "")

    def _pin(self, ident: str) -> str:
        return self.words("pin", id=ident)

    def _need(self, edition: Edition | None) -> Edition:
        if edition is None:
            raise KeyError(f"{self.book.work.id} has no such edition at hand")
        return edition

    # The marks

    def _marks(self) -> Iterator[Mark]:
        """A mark for each change of substance, in order and apart; a removal is a sign between words."""
        end = 0
        records = [record for record in self.book.emendations if record.substantive]
        for record in sorted(records, key=lambda record: (record.emended_span, record.id)):
            if record.emended_span.start < end:
                continue
            end = record.emended_span.end
            if record.emended_span.start == record.emended_span.end:
                place = self._nearest(record.emended_span.start)
                yield Mark(Span(place, place), id=record.id, after=self._removed(record))
            else:
                after = "" if record.id in self.markers else self._sign(record, "why.mark")
                yield Mark(record.emended_span, "ins", record.id, _change_attributes(record), after=after)

    def _nearest(self, at: int) -> int:
        """A place between words, or the end of the clause before it when it lies between clauses."""
        clauses = self._need(self.book.emended).document.clauses
        before = bisect_right(clauses, at, key=lambda clause: clause.span.start) - 1
        return min(at, clauses[before].span.end) if before >= 0 else at

    def _sign(self, record: Emendation, key: str) -> str:
        label = self.words(key)
        attrs = (("class", "why bare"), ("href", f"#why:{record.id}"), ("data-change", record.id))
        return f"<a{attributes((*attrs, ('title', label), ('aria-label', label)))}>†</a>"

    def _removed(self, record: Emendation) -> str:
        return f"<span{attributes((('class', 'gone'), ('id', record.id)))}>{self._sign(record, 'why.gone')}</span>"

    def _marker(self, ident: FootnoteId, span: Span, nth: int) -> str:
        """A footnote's marker: a link to its entry, and the handle of the change it supports."""
        number = self.numbers.get(ident)
        if number is None:
            return ""
        record = self.supported.get(span)
        attrs: tuple[tuple[str, str], ...] = (("href", f"#fn:{ident}"), ("class", "why"))
        if record is not None:
            attrs += (("data-change", record), ("aria-label", self.words("why.footnote", n=number)))
        return f'<sup id="fnref:{nth}"><a{attributes(attrs)}>{number}</a></sup>'

    # The changes

    def change(self, record: Emendation) -> ChangeView:
        """One record as readers see it."""
        known = self.told.get(record.id)
        if known is None:
            known = self.told[record.id] = self._change(record)
        return known

    def _change(self, record: Emendation) -> ChangeView:
        base, emended = self.book.base, self.book.emended
        before = render_span(base.document, record.published_span, self.looks(base.document)) if base else ""
        after = render_span(emended.document, record.emended_span, self.looks(emended.document)) if emended else ""
        return ChangeView(
            id=record.id,
            kind=self.words(f"kind.{record.kind.value}"),
            section=record.section,
            substantive=record.substantive,
            before=Markup(before),
            after=Markup(after),
            authorities=tuple(self._authorities(record)),
            status=_status(record),
            effective=self.words.date(record.effective) if record.effective else None,
            in_text=Place(self.pages.emended, record.id).seen_from(self.here),
            in_changes=Place(self.pages.changes, record.id).seen_from(self.here),
        )

    def _authorities(self, record: Emendation) -> Iterator[AuthorityView]:
        known = {authority.footnote: authority for authority in record.authorities}
        for ident in record.footnotes:
            authority = known.get(ident)
            relation = authority.relation.value if authority and authority.relation else ""
            verdict = self.verdicts.get(ident)
            if relation == Relation.NOT_FOUND.value and verdict and Problem.WRONG_ANCHOR in verdict.problems:
                relation = MISPLACED
            rulings = tuple(self.base.ruling(ruling, self.here) for ruling in (authority.rulings if authority else ()))
            kept = tuple(view for view in rulings if view is not None)
            yield AuthorityView(self.numbers.get(ident, 0), ident, relation, kept, self.footnote_words(ident))

    def footnote_words(self, ident: FootnoteId) -> Markup:
        """The words of a footnote, clean."""
        definition = self.definitions.get(ident)
        if definition is None or self.book.emended is None:
            return Markup("{}").format(self.words("footnote.missing"))
        document = self.book.emended.document
        return Markup(render_words(definition.pieces, self.looks(document)))

    def _footnotes(self, views: Mapping[str, ChangeView]) -> tuple[FootnoteView, ...]:
        back: dict[FootnoteId, list[str]] = {}
        document = self._need(self.book.emended).document
        for nth, reference in enumerate(markers_of(document), start=1):
            back.setdefault(reference.id, []).append(f"#fnref:{nth}")
        shown: list[FootnoteView] = []
        for ident, number in self.numbers.items():
            verdict = self.verdicts.get(ident)
            changes = [
                views[record.id]
                for record in self.book.emendations
                if record.substantive and record.footnotes and record.footnotes[0] == ident
            ]
            relation = verdict.relation.value if verdict else ""
            words = self.footnote_words(ident)
            shown.append(FootnoteView(number, ident, words, relation, tuple(changes), tuple(back.get(ident, ()))))
        return tuple(shown)

    def _uncited(self, views: Mapping[str, ChangeView]) -> tuple[ChangeView, ...]:
        return tuple(
            views[record.id] for record in self.book.emendations if record.substantive and not record.footnotes
        )

    # The status

    def current_to(self) -> str:
        """The newest version that the footnotes of the emended text were found in, in words; empty when unknown."""
        files = {place.file for verdict in self.verdicts.values() for place in verdict.sources}
        found = [version for version in self.base.kb.versions.values() if version.document.source.path in files]
        newest = max(found, key=lambda version: (version.date, version.id), default=None)
        if newest is None:
            return ""
        name = self.base.version_name(newest)
        if not newest.date:
            return self.words("status.current.undated", version=name)
        return self.words("status.current", version=name, date=self.words.date(newest.date))

    @property
    def substantive(self) -> int:
        """How many changes of substance the emended text has."""
        return sum(record.substantive for record in self.book.emendations)

    @property
    def sisters(self) -> str:
        """The address of the page of its parallels; empty when no other book shares a passage with it."""
        work = self.book.work.id
        return self.to(page_of(work)) if parallels_of(self.base, work) else ""

    @property
    def collated(self) -> bool:
        """Whether the book has a page of its witnesses."""
        return collation_of(self.base.kb, self.book.work.id) is not None

    def other_editions(self) -> tuple[tuple[str, str], ...]:
        """Reprints and transcriptions: address and words."""
        shown = []
        for edition in self.book.editions.values():
            if edition is not self.book.base and edition is not self.book.emended:
                role = self.words(f"role.{edition.role.value}")
                words = f"{role}, {self.words.date(edition.date)}" if edition.date else role
                page = BookPages.edition(self.book.work.id, edition.id)
                shown.append((Place(page).seen_from(self.here), words))
        return tuple(shown)


def arrange(parts: tuple[Part, ...]) -> Text:
    """A text's parts with its title and an empty last heading taken out."""
    tops = [part for part in parts if isinstance(part, HeadingPart) and part.level == 1]
    first = next((part for part in parts if isinstance(part, HeadingPart)), None)
    title = first if len(tops) == 1 and first is tops[0] else None
    kept = tuple(part for part in parts if part is not title)
    last = kept[-1] if kept else None
    if not isinstance(last, HeadingPart):
        return Text(title, kept, 0 if title or not tops else 1, None)
    return Text(title, kept[:-1], 0 if title or not tops else 1, last)


def _change_attributes(record: Emendation) -> tuple[tuple[str, str], ...]:
    return (("class", "change"), ("data-change", record.id))


def _status(record: Emendation) -> str:
    if record.authority_status is AuthorityStatus.NO_WORK:
        return "unnamed"
    return "uncited" if not record.footnotes else ""
