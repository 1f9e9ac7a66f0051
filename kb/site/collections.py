"""Collections: what there is a page for each of. The base of the site comes in, items go out.

A page template names a collection in its head (`each: emended`). An item has an id and a title for the page's
address, the documents the page is made from, and a view of itself from that page.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from kb.attested import VersionSlot
from kb.book_pages.apparatus import collation_of
from kb.book_pages.books import BookView
from kb.book_pages.changes import view_changes
from kb.book_pages.desk import Desk, count_severities, lay_out_desk
from kb.book_pages.editions import list_editions
from kb.book_pages.parallels import ParallelsView, parallels_of, view_parallels
from kb.book_pages.text_pages import list_other_texts, name_other_texts
from kb.book_pages.upkeep import Kept, keep_books
from kb.book_pages.witness_page import view_witnesses
from kb.card_pages.cards import view_card
from kb.card_pages.lists import CardLists, CardShelf, list_cards, list_kinds, list_shelves
from kb.chronicle import Chronicle
from kb.graph import Book
from kb.interface import Words
from kb.model import Document, SectionKind
from kb.places.addresses import BookPages, Place
from kb.places.alphabet import first_letter, fold
from kb.places.base import Base
from kb.places.cards import INDEX, letter_page
from kb.places.downloads import Offer, feed_of, list_offers
from kb.places.findings import Findings
from kb.places.items import Item
from kb.places.sheets import count_kinds, sheet_page
from kb.places.topics import SHOWN, Topic
from kb.places.web_files import GraphView, view_graph
from kb.queries.lacking import sort_changes
from kb.ruling_pages.finder import Finder, ask_apart, make_finder
from kb.ruling_pages.instructions import list_instructed
from kb.ruling_pages.topic_pages import view_sheet, view_topic
from kb.ruling_pages.versions import VersionLine, outdated, view_all_versions, view_since, view_version
from kb.site.emending import EMENDING


@dataclass(frozen=True, slots=True)
class BookLine:
    """A book in a list: addresses of its pages at hand, dates, how much was changed, and how many sections its emended
    text lacks as a whole."""

    title: str
    emended: str
    published: str
    changes: str
    date: str
    count: int
    lacking: int
    current: str


@dataclass(frozen=True, slots=True)
class Letter:
    """The topics of one letter of the alphabet: title, address, how many rulings."""

    letter: str
    topics: tuple[tuple[str, str, int], ...]


def _once(base: Base) -> Iterator[Item]:
    manifest = base.manifest
    texts = (*base.kb.documents.values(), *(card.document for card in base.kb.cards))
    yield Item("", manifest.title, texts, partial(Front, base))


def _emended(base: Base) -> Iterator[Item]:
    for book in base.kb.books.values():
        if book.emended is not None:
            yield _book_item(base, book, book.emended.document)


def _published(base: Base) -> Iterator[Item]:
    for book in base.kb.books.values():
        if book.base is not None and book.base is not book.emended:
            yield _book_item(base, book, book.base.document)


def _compared(base: Base) -> Iterator[Item]:
    for book in base.kb.books.values():
        if book.alignment is not None and book.base and book.emended:
            texts = (book.emended.document, book.base.document)
            yield Item(book.work.id, book.work.title, texts, partial(view_changes, base, book))


def _collated(base: Base) -> Iterator[Item]:
    for work, book in base.kb.books.items():
        collation = collation_of(base.kb, work)
        if collation is not None:
            texts = tuple(each.document for each in collation.witnesses)
            yield Item(work, book.work.title, texts, partial(view_witnesses, base, book))


def _unemended(base: Base) -> Iterator[Item]:
    for book in base.kb.books.values():
        if book.emended is None and book.editions:
            yield _book_item(base, book, *(edition.document for edition in book.editions.values()))


def _sharing(base: Base) -> Iterator[Item]:
    for book in base.kb.books.values():
        shared = parallels_of(base, book.work.id)
        if shared:
            works = dict.fromkeys((book.work.id, *(each.b.work for each in shared)))
            texts = tuple(text.document for work in works if (text := base.kb.books[work].base) is not None)
            yield Item(book.work.id, book.work.title, texts, partial(_view_sharing, base, book))


def _view_sharing(base: Base, book: Book, here: str) -> tuple[BookView, ParallelsView]:
    return BookView(base, book, here), view_parallels(base, book, here)


def _book_item(base: Base, book: Book, *documents: Document) -> Item:
    return Item(book.work.id, book.work.title, documents, partial(BookView, base, book))


def _topics(base: Base) -> Iterator[Item]:
    if base.rulings is None:
        return
    document = base.rulings.version.document
    topics = (*base.rulings.topics, *(base.lives.past if base.lives else ()))
    times = Counter(topic.title for topic in topics)
    for topic in topics:
        part = base.words(f"part.{topic.kind.value}")
        name = base.words("topic.of", title=topic.title, part=part) if times[topic.title] > 1 else topic.title
        view = partial(view_topic, base, topic)
        yield Item(f"{topic.kind.value}/{topic.slug}", topic.title, (document,), view, extra={"name": name})


class Front:
    """What the pages that are there once show: home, the list of rules, the index of rulings, the desk."""

    def __init__(self, base: Base, here: str) -> None:
        self.base = base
        self.here = here
        self.words: Words = base.words

    @property
    def books(self) -> tuple[BookLine, ...]:
        """The books with an emended text first, each group in the manifest's order."""
        lines = [self._line(book) for book in self.base.kb.books.values() if book.editions]
        return tuple(sorted(lines, key=lambda line: not line.emended))

    def _line(self, book: Book) -> BookLine:
        pages = BookPages.of(book.work.id)
        date = book.base.date if book.base else ""
        compared, changed = book.alignment is not None, sort_changes(book)
        return BookLine(
            title=book.work.title,
            emended=self._url(pages.emended) if book.emended else "",
            published=self._url(pages.published) if book.base else self._url(pages.emended),
            changes=self._url(pages.changes) if compared else "",
            date=self.words.time(date) if date else "",
            count=changed.substantive if compared else 0,
            lacking=len(changed.lacking),
            current=BookView(self.base, book, self.here).current_to() if book.emended else "",
        )

    def _url(self, page: str) -> str:
        return Place(page).seen_from(self.here)

    @property
    def version(self) -> str:
        """The newest compendium version, in words."""
        return self.base.version_name(self.base.rulings.version) if self.base.rulings else ""

    @property
    def version_named(self) -> str:
        """It, with the title of its compendium where its own name has no word of it: letters tell nobody."""
        title = self._compendium
        known = {word.casefold() for word in self.version.split()}
        told = not title or known & {word.casefold() for word in title.split()}
        return self.version if told else self.words("rulings.file", version=self.version, title=title)

    @property
    def _compendium(self) -> str:
        entry = self.base.entry(self.base.rulings.version) if self.base.rulings else None
        return next((each.title for each in self.base.manifest.compendia if entry in each.versions), "")

    @property
    def version_date(self) -> str:
        """Its date, in words."""
        return self.words.time(self.base.rulings.version.date) if self.base.rulings else ""

    @property
    def ruling_count(self) -> int:
        """How many rulings the newest version has."""
        return len(self.base.rulings.by_id) if self.base.rulings else 0

    @property
    def index(self) -> tuple[tuple[str, str, tuple[Letter, ...]], ...]:
        """The parts of the newest version: id, name, and its topics by letter."""
        rulings = self.base.rulings
        if rulings is None:
            return ()
        parts = []
        for kind in SHOWN:
            topics = rulings.of_kind(kind)
            if topics:
                parts.append((kind.value, self.words(f"part.{kind.value}"), tuple(self._letters(topics, kind))))
        return tuple(parts)

    def _letters(self, topics: tuple[Topic, ...], kind: SectionKind) -> Iterator[Letter]:
        if kind not in {SectionKind.TERM, SectionKind.CARD}:
            yield Letter("", tuple(self._entry(topic) for topic in topics))
            return
        ordered = sorted(topics, key=lambda topic: (fold(topic.title), topic.slug))
        for letter, group in groupby(ordered, key=lambda topic: first_letter(topic.title)):
            yield Letter(letter, tuple(self._entry(topic) for topic in group))

    def _entry(self, topic: Topic) -> tuple[str, str, int]:
        """A topic with the number of rulings that its page tells: those that stand in lists alone are among them."""
        listed = self.base.lives.listed.get(topic.page, ()) if self.base.lives is not None else ()
        return (topic.title, self._url(topic.page), sum(not each.reference for each in topic.statements) + len(listed))

    @property
    def past(self) -> tuple[Letter, ...]:
        """The topics the newest version has no more, by letter."""
        lives = self.base.lives
        return self._without(lambda page: page not in lives.beside) if lives is not None else ()

    @property
    def beside(self) -> tuple[Letter, ...]:
        """The topics that only other compendia state rulings under, by letter."""
        lives = self.base.lives
        return self._without(lambda page: page in lives.beside) if lives is not None else ()

    def _without(self, wanted: Callable[[str], bool]) -> tuple[Letter, ...]:
        """The topics that the newest version has not, by letter, with the number of rulings told there."""
        assert self.base.lives is not None
        groups = (self.base.lives.ended, self.base.lives.silent, self.base.lives.beside)
        kept = [topic for topic in self.base.lives.past if wanted(topic.page)]
        ordered = sorted(kept, key=lambda topic: (fold(topic.title), topic.page))
        counted = [(each, sum(len(group.get(each.page, ())) for group in groups)) for each in ordered]
        return tuple(
            Letter(letter, tuple((each.title, self._url(each.page), count) for each, count in group))
            for letter, group in groupby(counted, key=lambda counted: first_letter(counted[0].title))
        )

    @property
    def sheets(self) -> tuple[tuple[str, str, str, tuple[int, int]], ...]:
        """The files of answers: title, address, date, how many answers and errata."""
        return tuple(
            (
                sheet.title,
                self._url(sheet_page(sheet)),
                self.words.time(sheet.date) if sheet.date else "",
                count_kinds(sheet.statements),
            )
            for sheet in self.base.kb.sheets.values()
        )

    @property
    def texts(self) -> tuple[tuple[str, str, str, str], ...]:
        """The texts that are neither books nor rulings nor answers: address, title, kind, date."""
        return name_other_texts(self.base, self.here)

    @property
    def cards(self) -> CardLists:
        """All cards: by name and by kind."""
        return list_cards(self.base, self.base.cards.placed, self.here, self.base.cards.printed)

    @property
    def versions(self) -> tuple[VersionLine, ...]:
        """The versions of the compendia, the newest first."""
        return view_all_versions(self.base, self.here)

    @property
    def apart(self) -> str:
        """What the finder is asked for any two versions."""
        return ask_apart(self.base)

    @property
    def feed(self) -> str:
        """The address of the feed of a page's subject; empty where there is none."""
        return feed_of(self.base.downloads, self.here)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The formats of data, for the page of downloads."""
        return tuple(list_offers(self.base.downloads, self.words, self.here))

    @property
    def finder(self) -> Finder | None:
        """What the search page for rulings searches."""
        return make_finder(self.base, self.here)

    @property
    def desk(self) -> Desk:
        """The editor's desk."""
        return lay_out_desk(self.base.kb, (*self.base.kb.diagnostics, *self.base.diagnostics))

    @property
    def read(self) -> Callable[[str, int], str]:
        """The address where a line of a text can be read; empty where no page shows it."""
        places = Findings(self.base)
        return lambda path, line: place.seen_from(self.here) if (place := places.place(path, line)) else ""

    @property
    def instructed(self) -> tuple[tuple[str, str], ...]:
        """The pages of errata carried out: address and compendium."""
        return list_instructed(self.base, self.here)

    @property
    def findings(self) -> tuple[tuple[str, int], ...]:
        """How many findings there are, by severity, the worst first; severities without any are left out."""
        return count_severities((*self.base.kb.diagnostics, *self.base.diagnostics))

    @property
    def letters(self) -> tuple[tuple[str, str], ...]:
        """The letters that names of cards begin with, each with its page."""
        return tuple((letter, self._url(letter_page(letter))) for letter in self.base.cards.letters)

    @property
    def graph(self) -> GraphView:
        """The graph page."""
        return view_graph(self.base.web, self.words, self.here)

    @property
    def kept(self) -> tuple[Kept, ...]:
        """The books with their records, their proof, and the rulings that concern them."""
        return tuple(keep_books(self.base))


def _versions(base: Base, slots: Callable[[Chronicle], Sequence[VersionSlot]]) -> Iterator[Item]:
    for _, chronicle in sorted(base.kb.chronicles.items()):
        for slot in slots(chronicle):
            document = base.kb.versions[slot.id].document
            view = partial(view_version, base, chronicle, slot)
            yield Item(str(slot.id), chronicle.calendar.name(slot.id), (document,), view)


def _outdated(base: Base) -> Iterator[Item]:
    for _, chronicle in sorted(base.kb.chronicles.items()):
        for slot in outdated(chronicle):
            newest = chronicle.calendar.at_hand[-1]
            documents = tuple(base.kb.versions[each.id].document for each in (newest, slot))
            view = partial(view_since, base, chronicle, slot)
            yield Item(str(slot.id), chronicle.calendar.name(slot.id), documents, view)


def _sheets(base: Base) -> Iterator[Item]:
    for sheet in base.kb.sheets.values():
        yield Item(sheet.id, sheet.title, (sheet.document,), partial(view_sheet, base, sheet))


def _cards(base: Base) -> Iterator[Item]:
    for placed in base.cards.placed:
        name = placed.page.removeprefix(INDEX).rstrip("/")
        yield Item(name, placed.title, (placed.card.document,), partial(view_card, base, placed))


def _shelves(base: Base, shelves: Iterator[CardShelf]) -> Iterator[Item]:
    for shelf in shelves:
        name = shelf.page.removeprefix(INDEX).rstrip("/")
        yield Item(name, shelf.name, shelf.documents, partial(_view_shelf, base, shelf))


def _view_shelf(base: Base, shelf: CardShelf, here: str) -> CardLists:
    return list_cards(base, shelf.cards, here, shelf.printed)


COLLECTIONS: Mapping[str, Callable[[Base], Iterator[Item]]] = {
    **EMENDING,
    "once": _once,
    "emended": _emended,
    "published": _published,
    "compared": _compared,
    "sharing": _sharing,
    "unemended": _unemended,
    "collated": _collated,
    "editions": list_editions,
    "topics": _topics,
    "versions": lambda base: _versions(base, lambda chronicle: chronicle.calendar.at_hand[1:]),
    "oldest": lambda base: _versions(base, lambda chronicle: chronicle.calendar.at_hand[:1]),
    "outdated": _outdated,
    "sheets": _sheets,
    "texts": list_other_texts,
    "cards": _cards,
    "card-letters": lambda base: _shelves(base, list_shelves(base)),
    "card-index": lambda base: _once(base) if base.cards.placed else iter(()),
    "card-kinds": lambda base: _shelves(base, list_kinds(base)),
}
