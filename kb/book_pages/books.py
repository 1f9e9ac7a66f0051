"""Books as pages show them: a book of the knowledge base comes in, its texts as HTML with marks go out.

The emended text carries a mark around every change of substance; each mark has an entry among the authorities at the
end of the page (`kb.book_pages.reasons`). Nothing is shown on hovering that does not also stand there.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from markupsafe import Markup

from kb.book_pages.apparatus import collation_of, sign_clauses
from kb.book_pages.lacking import LackingView, view_lacking
from kb.book_pages.marking import Marking
from kb.book_pages.parallels import page_of, parallels_of, sign_passages, weave
from kb.book_pages.reasons import ChangeView, FootnoteView, Reasons, looks_of
from kb.book_pages.showing import link_clauses, pin_clauses, show_footnotes, show_text
from kb.book_pages.texts import Text, arrange
from kb.book_pages.upkeep import Upkeep
from kb.graph import Book
from kb.html import Looks, Mark, Page, render_document
from kb.interface import Words
from kb.model import CompendiumVersion, Document, Edition, FootnoteId
from kb.numbering import number_rules
from kb.places.addresses import BookPages, Place
from kb.places.base import Base
from kb.places.glossaries import place_leads
from kb.places.linked import address_of
from kb.places.reading import Reader, cite_emended, cite_published, find_note_kinds, find_untied, newest_of
from kb.places.web import clause_node
from kb.provenance import Emendation
from kb.queries.lacking import BookChanges, Lacking, sort_changes
from kb.ruling_pages.versions import tell_newer


@dataclass(frozen=True, slots=True)
class Emended:
    """What the reading page holds: the text, the authorities in order, the changes without any, what it lacks as a
    whole."""

    text: Text
    footnotes: tuple[FootnoteView, ...]
    uncited: tuple[ChangeView, ...]
    lacking: tuple[LackingView, ...] = ()


class BookView:
    """One book seen from one of its pages (`here`); all addresses are relative to it."""

    def __init__(self, base: Base, book: Book, here: str) -> None:
        self.base = base
        self.book = book
        self.here = here
        self.pages = BookPages.of(book.work.id)
        self.words: Words = base.words
        self.reasons = Reasons(base, book, here)
        self.upkeep = Upkeep(base, book, here)

    def to(self, page: str) -> str:
        """The relative address of a page."""
        return Place(page).seen_from(self.here)

    def looks(self, document: Document) -> Looks:
        """How words of a document are told, footnote markers left out."""
        return looks_of(self.base, document, self.here)

    def change(self, record: Emendation) -> ChangeView:
        """One record as readers see it."""
        return self.reasons.change(record)

    # The texts

    def emended(self) -> Emended:
        """The emended text with its marks, and the authorities behind them."""
        edition = self._need(self.book.emended)
        named = dict(enumerate(map(str, self.book.ids_of(edition))))
        shown = replace(
            self.looks(edition.document),
            anchors=edition.document.anchors,
            footnote=lambda ident, span: marking.marker(FootnoteId(ident), span),
            named=place_leads(edition.document, named),
        )
        published = self.book.base.document if self.book.base else None
        marking = Marking(edition.document, self.changed, self.reasons, named.values(), published)
        signs = sign_passages(self.base, self.book, edition.document, self.here)
        marks = tuple(weave(tuple(marking.marks()), signs))
        pin = pin_clauses(self.base, edition.document, named)
        terms = link_clauses(self.base, edition.document, named, self.here)
        also = number_rules(edition.document).numbers
        page = Page(shown, named, marks, pin, terms, self._beside(named), also)
        text = arrange(render_document(edition.document, page))
        return Emended(text, self.reasons.footnotes(), self.reasons.uncited(), self.lacking)

    def plain(self, edition: Edition, marks: Sequence[Mark] = ()) -> Text:
        """The text of an edition without marks of changes, with its footnote markers; `marks` tell of other things."""
        document = edition.document
        ids = {at: str(clause.id) for at, clause in enumerate(document.clauses)}
        signs = tuple(weave(marks, sign_passages(self.base, self.book, document, self.here)))
        beside = self._beside(ids if edition is self.book.base else {})
        return show_text(self.base, document, self.here, signs, beside)

    def plain_footnotes(self, edition: Edition) -> tuple[tuple[int, str, Markup], ...]:
        """The footnotes of an edition that is no emended one: number, id and words."""
        return show_footnotes(self.base, edition.document, self.here)

    def _beside(self, ids: Mapping[int, str]) -> Callable[[int], str]:
        """The signs behind clauses that other texts have in other words."""
        signs = sign_clauses(self.base, self.book.work.id, self.pages.witnesses, self.here)
        return lambda at: signs.get(ids.get(at, ""), "")

    # The reader

    def reader(self, state: str = "") -> Reader:
        """What a reader of the emended text is offered; of a text as it was on a day, that day in words."""
        edition = self._need(self.book.emended)
        if state:
            cited = self.words("cite.state", book=self._short, place="{place}", date=state)
        else:
            cited = cite_emended(self.base, self._short, self._newest())
        marked = self.book.alignment is not None
        return self._offer(edition.document, cited, self.book.ids_of(edition), marked=marked)

    def plain_reader(self, edition: Edition) -> Reader:
        """What a reader of a text without marks is offered."""
        cited = cite_published(self.words, self._short, edition)
        return self._offer(edition.document, cited, (clause.id for clause in edition.document.clauses), marked=False)

    def printed_reader(self, edition: Edition, name: str) -> Reader:
        """What a reader of a printing is offered, by its name. Its clauses are numbered by themselves: the graph has
        none of them."""
        cited = self.words("cite.edition", book=self._short, place="{place}", edition=name)
        return Reader(find_note_kinds(edition.document), cited, marked=True)

    def _offer(self, document: Document, cited: str, ids: Iterable[str], *, marked: bool) -> Reader:
        work = self.book.work.id
        graph = address_of(clause_node(work, ""), self.here)
        return Reader(find_note_kinds(document), cited, marked, graph, find_untied(self.base, work, document, ids))

    @property
    def _short(self) -> str:
        return self.book.work.abbreviation or self.book.work.title

    def _need(self, edition: Edition | None) -> Edition:
        if edition is None:
            raise KeyError(f"{self.book.work.id} has no such edition at hand")
        return edition

    # The status

    def current_to(self) -> str:
        """The newest version that the footnotes of the emended text were found in, in words; empty when unknown."""
        newest = self._newest()
        if newest is None:
            return ""
        name = self.base.version_name(newest)
        if not newest.date:
            return self.words("status.current.undated", version=name)
        return self.words("status.current", version=name, date=self.words.time(newest.date))

    def newer(self) -> Markup:
        """The version that came after that one, with what it changed; nothing where none did."""
        newest = self._newest()
        return tell_newer(self.base, newest.id, self.here) if newest is not None else Markup("")

    def _newest(self) -> CompendiumVersion | None:
        verdicts = self.reasons.verdicts.values()
        return newest_of(self.base, (place.file for verdict in verdicts for place in verdict.sources))

    @property
    def substantive(self) -> int:
        """How many changes of substance the emended text has, besides what it lacks as a whole."""
        return self.changed.substantive

    @cached_property
    def changed(self) -> BookChanges:
        """Its changes: what it lacks as a whole, and the others."""
        return sort_changes(self.book)

    @property
    def lacking(self) -> tuple[LackingView, ...]:
        """The sections of the published text that it lacks as a whole."""
        return tuple(self.lack(each) for each in self.changed.lacking)

    def lack(self, lacking: Lacking) -> LackingView:
        """One of them as readers see it."""
        return view_lacking(self.words, self.pages, lacking.section, self.here, self.change(lacking.told))

    @property
    def sisters(self) -> str:
        """The address of the page of its parallels; empty when no other book shares a passage with it."""
        work = self.book.work.id
        return self.to(page_of(work)) if parallels_of(self.base, work) else ""

    @property
    def collated(self) -> bool:
        """Whether the book has a page of its witnesses."""
        return collation_of(self.base.kb, self.book.work.id) is not None

    def other_editions(self) -> tuple[tuple[str, str, str], ...]:
        """Reprints and transcriptions: address, words and id."""
        shown = []
        for edition in self.book.editions.values():
            if edition is not self.book.base and edition is not self.book.emended:
                role = self.words(f"role.{edition.role.value}")
                words = self.words("dated", name=role, date=self.words.time(edition.date)) if edition.date else role
                page = BookPages.edition(self.book.work.id, edition.id)
                shown.append((Place(page).seen_from(self.here), words, str(edition.id)))
        return tuple(shown)
