"""Reprints and transcriptions on pages: an edition and its book come in, its text goes out with a mark wherever it says
something else than the published text, and a list of all they differ in.

The marks are those of the emended text, so that a reader's switch and cards serve here too: clean, marked, or with the
published words struck. What printers and scanners did is listed and not marked.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from kb.align import SEVERAL, Section, contents_clauses, find_lacking
from kb.book_pages.books import BookView
from kb.book_pages.comparing import compared, name_text
from kb.book_pages.lacking import LackingView, view_lacking
from kb.book_pages.marking import change_attributes, cue_for, nearest_shown, show_gone, sign_change, strike_words
from kb.book_pages.texts import Text
from kb.book_pages.upkeep import compare_page
from kb.emendations import title_page
from kb.graph import Book
from kb.grouping import group_pairs
from kb.html import Mark, render_span
from kb.html.inline import attributes
from kb.interface import Words
from kb.model import Document, Edition
from kb.paths import first_free
from kb.places.addresses import BookPages, Place
from kb.places.base import Base
from kb.places.items import Item
from kb.places.reading import Reader
from kb.queries.text_pairs import Differing
from kb.text import Span, base32_sum, with_capital

TITLE_PAGE = "title page"
"""What the lines of the title page are told with."""


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
    also: tuple[str, ...] = ()
    """The ids of what it is made of besides, where it is told as one: lines of a title page, clauses of a section."""
    lacking: LackingView | None = None
    """The section of the published text that the edition has nothing of."""


@dataclass(frozen=True, slots=True)
class EditionView:
    """An edition on its page: its book, itself, its text, what it differs in from the published text."""

    book: BookView
    edition: Edition
    name: str
    text: Text = field(repr=False)
    weighty: tuple[DifferenceView, ...] = ()
    lacking: tuple[DifferenceView, ...] = ()
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
        for edition, title in _titled(base, book):
            short = with_capital(base.words(f"role.{edition.role.value}"))
            view = partial(view_edition, base, book, edition)
            yield Item(f"{book.work.id}/editions/{edition.id}", title, (edition.document,), view, short)


def _titled(base: Base, book: Book) -> Iterator[tuple[Edition, str]]:
    """The other editions of a book and what the page of each is called: the book and what the edition is, where several
    are that its date too, where that tells it from none its own title or its id."""
    others = [each for each in book.editions.values() if each not in (book.base, book.emended)]
    entries = {entry.id: entry.text.title for entry in book.work.editions}
    ways: list[tuple[str, ...]] = []
    for edition in others:
        name = f"{book.work.title}, {base.words(f'role.{edition.role.value}')}"
        dated = base.words("dated", name=name, date=base.words.date(edition.date)) if edition.date else name
        ways.append((name, dated, entries.get(edition.id, ""), f"{book.work.title}, {edition.id}"))
    counted = Counter(name for each in ways for name in set(each))
    for edition, names in zip(others, ways, strict=True):
        yield edition, next((name for name in names if name and counted[name] == 1), names[-1])


def view_edition(base: Base, book: Book, edition: Edition, here: str) -> EditionView:
    """An edition as its page shows it; without a published text of its book it has nothing to differ from."""
    view = BookView(base, book, here)
    if book.base is None:
        return EditionView(view, edition, view.words(f"role.{edition.role.value}"), view.plain(edition))
    return _Maker(base, book, edition, view).view()


class _Placed(NamedTuple):
    """What differs, with its row, section and place in the edition."""

    row: str
    section: str
    differing: Differing
    place: Span

    @property
    def is_lost(self) -> bool:
        """Whether the edition lacks words of the published text there and has none instead."""
        return len(self.differing.old) > 0 and not len(self.differing.new)


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
        contents = contents_clauses(self.published)
        self.page = title_page(texts[0].stream, contents)
        self.taken: set[str] = set()

    def view(self) -> EditionView:
        """All of it."""
        slight: list[DifferenceView] = []
        placed: list[tuple[Span, DifferenceView]] = []
        differences = tuple(self._differences())
        lacking = self._lacking(differences)
        groups = group_pairs((self._whole(each, number, lacking), each) for number, each in enumerate(differences))
        for whole, found in groups.items():
            section = lacking.get(str(whole))
            shown = self._difference(found[0]) if section is None and len(found) == 1 else self._as_one(found, section)
            if section is not None or any(each.differing.substantive for each in found):
                placed.append((found[0].place, shown))
            else:
                slight.append(shown)
        weighty = tuple(view for _, view in placed if view.lacking is None)
        lacks = tuple(view for _, view in placed if view.lacking is not None)
        text = self.view_of.plain(self.edition, tuple(self._marks(placed)))
        told = weighty, lacks, tuple(slight)
        return EditionView(self.view_of, self.edition, self.name, text, *told, self._compare(""))

    def _lacking(self, differences: Sequence[_Placed]) -> Mapping[str, Section]:
        """The sections of the published text that this one has nothing of, by their ids, where several rules went."""
        alignment = self.comparer.laid.texts[self.at].alignment
        starts = sorted(each.differing.old.start for each in differences if each.is_lost and each.differing.substantive)

        def tells(section: Section) -> bool:
            return bisect_left(starts, section.span.end) - bisect_left(starts, section.span.start) >= SEVERAL

        alone = alignment.deletions if alignment is not None else ()
        return {each.id: each for each in find_lacking(self.published, alone, tells)}

    def _whole(self, each: _Placed, number: int, lacking: Mapping[str, Section]) -> str | int | tuple[str, int]:
        """What a difference is told with as one: the id of a section, or what the lines of the title page have in
        common that are gone in a row; else its number."""
        old = each.differing.old
        if not each.is_lost:
            return number
        held = next((name for name, section in lacking.items() if section.span.holds(old)), None)
        clauses = self.published.clauses_over(old)
        return held or ((TITLE_PAGE, clauses.start - number) if self.page.issuperset(clauses) else number)

    def _as_one(self, found: Sequence[_Placed], section: Section | None) -> DifferenceView:
        """Differences that are told as one."""
        views = [self._difference(each) for each in found]
        first, also = views[0], tuple(each.id for each in views)
        before = Markup("<br>").join(each.before for each in views)
        if section is None:
            return replace(first, before=before, also=also[1:])
        shown = view_lacking(self.words, self.view_of.pages, section, self.view_of.here)
        return replace(first, id=self._name(section.id), before=before, also=also, lacking=shown)

    def _marks(self, placed: Iterable[tuple[Span, DifferenceView]]) -> Iterator[Mark]:
        """The marks of differences, whose places rise; apart, since words that this text lacks may have their place
        inside of others."""
        end = 0
        for place, shown in placed:
            apart = Span(max(end, place.start), max(end, place.end))
            end = apart.end
            yield self._mark(shown, apart)

    def _differences(self) -> Iterator[_Placed]:
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
                    yield _Placed(row.id, section, each, each.new if len(each.new) else Span(at, at))
            if clauses:
                behind = self.document.clauses[clauses[-1]].span.end

    def _difference(self, placed: _Placed) -> DifferenceView:
        row, section, each, _ = placed
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
        if shown.lacking is not None:
            sign = sign_change(shown.id, shown.lacking.told, f"‡ {shown.lacking.told}", "why bare many")
        sign = "".join(f"<span{attributes((('id', each),))}></span>" for each in shown.also) + sign
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
