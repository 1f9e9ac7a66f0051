"""Reprints and transcriptions on pages: an edition and its book come in, its text goes out with a mark wherever it says
something else than the published text, and a list of all they differ in.

The marks are those of the emended text, so that a reader's switch and cards serve here too: clean, marked, or with the
published words struck. What printers and scanners did is listed and not marked.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

from markupsafe import Markup

from kb.book_pages.books import BookView
from kb.book_pages.comparing import compared, name_text
from kb.book_pages.marking import change_attributes, cue_for, nearest_shown, show_gone, sign_change, strike_words
from kb.book_pages.texts import Text
from kb.book_pages.upkeep import compare_page
from kb.graph import Book
from kb.html import Mark, render_span
from kb.interface import Words
from kb.model import Document, Edition
from kb.paths import first_free
from kb.places.addresses import BookPages, Place
from kb.places.base import Base
from kb.places.items import Item
from kb.places.reading import Reader
from kb.queries.text_pairs import Differing
from kb.text import Span, base32_sum, with_capital


@dataclass(frozen=True, slots=True)
class DifferenceView:
    """A place where an edition differs: its id on the page, what kind of difference it is, the published words and its
    own, and where it is told among the witnesses and side by side."""

    id: str
    kind: str
    section: str
    before: Markup
    after: Markup
    witness: str
    compare: str


@dataclass(frozen=True, slots=True)
class EditionView:
    """An edition on its page: its book, itself, its text, what it differs in from the published text."""

    book: BookView
    edition: Edition
    name: str
    text: Text = field(repr=False)
    weighty: tuple[DifferenceView, ...] = ()
    slight: tuple[DifferenceView, ...] = ()
    compare: str = ""

    @property
    def role(self) -> str:
        """What it is, in words."""
        return self.book.words(f"role.{self.edition.role.value}")

    @property
    def reader(self) -> Reader:
        """What its reader is offered."""
        return self.book.printed_reader(self.edition, self.name)


def list_editions(base: Base) -> Iterator[Item]:
    """The editions of books that are neither the published text nor the emended one."""
    for book in base.kb.books.values():
        for edition in book.editions.values():
            if edition not in (book.base, book.emended):
                role = base.words(f"role.{edition.role.value}")
                title, short = f"{book.work.title}, {role}", with_capital(role)
                view = partial(view_edition, base, book, edition)
                yield Item(f"{book.work.id}/editions/{edition.id}", title, (edition.document,), view, short)


def view_edition(base: Base, book: Book, edition: Edition, here: str) -> EditionView:
    """An edition as its page shows it; without a published text of its book it has nothing to differ from."""
    view = BookView(base, book, here)
    if book.base is None:
        return EditionView(view, edition, view.words(f"role.{edition.role.value}"), view.plain(edition))
    return _Maker(base, book, edition, view).view()


class _Maker:
    """Makes the page of one edition."""

    def __init__(self, base: Base, book: Book, edition: Edition, view: BookView) -> None:
        self.base, self.book, self.edition, self.view_of = base, book, edition, view
        self.words: Words = base.words
        self.comparer = compared(base, book)
        texts = self.comparer.laid.texts
        self.at = next(at for at, text in enumerate(texts) if text.edition is edition)
        self.name = name_text(base, book, texts[self.at])
        self.document: Document = edition.document
        self.published = texts[0].stream.document
        self.looks = view.looks(self.document), view.looks(self.published)
        self.titles = {heading.id: heading.text.strip() for heading in self.published.headings}
        self.taken: set[str] = set()

    def view(self) -> EditionView:
        """All of it."""
        told: tuple[list[DifferenceView], list[DifferenceView]] = ([], [])
        placed: list[tuple[Span, DifferenceView]] = []
        for row, section, each, place in self._differences():
            shown = self._difference(row, section, each)
            told[0 if each.substantive else 1].append(shown)
            if each.substantive:
                placed.append((place, shown))
        marks = tuple(self._marks(placed))
        text = self.view_of.plain(self.edition, marks)
        address = self._compare("")
        return EditionView(self.view_of, self.edition, self.name, text, tuple(told[0]), tuple(told[1]), address)

    def _marks(self, placed: Iterable[tuple[Span, DifferenceView]]) -> Iterator[Mark]:
        """The marks of differences, whose places rise; apart, since words that this text lacks may have their place
        inside of others."""
        end = 0
        for place, shown in placed:
            apart = Span(max(end, place.start), max(end, place.end))
            end = apart.end
            yield self._mark(shown, apart)

    def _differences(self) -> Iterator[tuple[str, str, Differing, Span]]:
        """What differs, with its row, section and place in this text: of what it lacks, in the row where it has words
        of it, else behind the row before. So the places rise, as what a text has in the rows does."""
        behind = 0
        section = ""
        for number, row in enumerate(self.comparer.laid.rows):
            clauses = row.clauses[self.at]
            if row.base:
                section = self.titles.get(self.published.clauses[row.base[0]].section, section)
            if row.of[0] != row.of[self.at]:
                begins = self.document.clauses[clauses[0]].span.start if clauses else behind
                for each in self.comparer.from_first(number, self.at).differences:
                    at = nearest_shown(self.document, max(begins, each.new.start))
                    yield row.id, section, each, each.new if len(each.new) else Span(at, at)
            if clauses:
                behind = self.document.clauses[clauses[-1]].span.end

    def _difference(self, row: str, section: str, each: Differing) -> DifferenceView:
        before = Markup(render_span(self.published, each.old, self.looks[1])) if len(each.old) else Markup("")
        after = Markup(render_span(self.document, each.new, self.looks[0])) if len(each.new) else Markup("")
        variant = next(iter(each.variants), None)
        words = f"{self.published.source.slice(each.old)} | {self.document.source.slice(each.new)}"
        ident = self._name(variant.id if variant is not None else f"{row}~{base32_sum(words)[:6]}")
        witnesses = BookPages.of(self.book.work.id).witnesses
        return DifferenceView(
            ident,
            self.words(f"variant.{variant.kind.value}") if variant is not None else "",
            section,
            before,
            after,
            Place(witnesses, variant.id).seen_from(self.view_of.here) if variant is not None else "",
            self._compare(row),
        )

    def _name(self, ident: str) -> str:
        """An id that nothing else on the page has; a colon keeps it apart from anchors of texts."""
        name = first_free(f"d:{ident}", self.taken, ":")
        self.taken.add(name)
        return name

    def _compare(self, row: str) -> str:
        """The published text and this one side by side, at a row."""
        page = Place(compare_page(self.book.work.id)).seen_from(self.view_of.here)
        return f"{page}?from=published&to={self.edition.id}" + (f"#{row}" if row else "")

    def _mark(self, shown: DifferenceView, place: Span) -> Mark:
        """The mark of a difference: words that the published text has otherwise, or a sign where it has more."""
        label = self.words("edition.mark" if len(place) else "edition.gone")
        sign = sign_change(shown.id, label, "‡")
        was = self._was(shown, apart=len(place) > 0)
        if len(place):
            cue = cue_for(self.words, "ins.begin")
            return Mark(place, "ins", shown.id, change_attributes(shown.id), cue, after=sign, ahead=was)
        return Mark(place, id=shown.id, after=show_gone(shown.id, was + sign))

    def _was(self, shown: DifferenceView, *, apart: bool) -> str:
        """The published words, struck, for a redline."""
        if not shown.before:
            return ""
        lead, trail = ("", " ") if apart else (" ", "")
        return strike_words(shown.id, self.words, shown.before, lead, trail)
