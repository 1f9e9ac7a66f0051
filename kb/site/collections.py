"""Collections: what there is a page for each of. The base of the site comes in, items go out.

A page template names a collection in its head (`each: emended`). An item has an id and a title for the page's
address, the documents the page is made from, and a view of itself from that page.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from markupsafe import Markup

from kb.attested import VersionSlot
from kb.chronicle import Chronicle
from kb.graph import Book
from kb.interface import Words
from kb.model import Document, Edition, RulingId, SectionKind, Statement
from kb.site.addresses import Place
from kb.site.base import Base
from kb.site.books import BookPages, BookView
from kb.site.changes import SectionChanges, find_rows
from kb.site.desk import Desk, count_changes, lay_out_desk
from kb.site.finder import Finder, make_finder
from kb.site.lives import LifeView, view_life
from kb.site.topics import Topic
from kb.site.versions import VersionLine, VersionView, list_versions, view_version


@dataclass(frozen=True, slots=True)
class Item:
    """Something that has a page."""

    id: str
    title: str
    documents: tuple[Document, ...]
    view: Callable[[str], object]
    extra: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EditionView:
    """An edition on its page: the book it belongs to, and itself."""

    book: BookView
    edition: Edition

    @property
    def role(self) -> str:
        """What it is, in words."""
        return self.book.words(f"role.{self.edition.role.value}")


@dataclass(frozen=True, slots=True)
class ChangesView:
    """The changes of a book: rows by section."""

    book: BookView
    sections: tuple[SectionChanges, ...]


@dataclass(frozen=True, slots=True)
class BookLine:
    """A book in a list: addresses of its pages at hand, dates, and how much was changed."""

    id: str
    title: str
    emended: str
    published: str
    changes: str
    date: str
    count: int
    current: str


@dataclass(frozen=True, slots=True)
class StatementView:
    """A statement on its topic's page."""

    id: str
    words: Markup
    label: str
    effective: str
    applied: tuple[tuple[str, str], ...]
    also: tuple[tuple[str, str], ...]
    reference: bool
    lives: tuple[LifeView, ...]
    """The lives of what it states that are told here; those told elsewhere are not among them."""
    anchors: tuple[str, ...]
    """More ids it is known by."""


@dataclass(frozen=True, slots=True)
class TopicView:
    """A topic on its page."""

    topic: Topic
    statements: tuple[StatementView, ...]
    references: tuple[StatementView, ...]
    ended: tuple[LifeView, ...]
    version: str
    date: str


@dataclass(frozen=True, slots=True)
class Letter:
    """The topics of one letter of the alphabet: title, address, how many rulings."""

    letter: str
    topics: tuple[tuple[str, str, int], ...]


def _once(base: Base) -> Iterator[Item]:
    manifest = base.manifest
    texts = tuple(base.kb.documents.values())
    yield Item("", manifest.title, texts, lambda here: Front(base, here))


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
            item = _book_item(base, book, book.emended.document, book.base.document)

            def view(here: str, book: Book = book) -> ChangesView:
                shown = BookView(base, book, here)
                return ChangesView(shown, find_rows(shown))

            yield Item(item.id, item.title, item.documents, view)


def _unemended(base: Base) -> Iterator[Item]:
    for book in base.kb.books.values():
        if book.emended is None and book.editions:
            yield _book_item(base, book, *(edition.document for edition in book.editions.values()))


def _editions(base: Base) -> Iterator[Item]:
    for book in base.kb.books.values():
        for edition in book.editions.values():
            if edition not in (book.base, book.emended):

                def view(here: str, book: Book = book, edition: Edition = edition) -> EditionView:
                    return EditionView(BookView(base, book, here), edition)

                title = f"{book.work.title}, {base.words(f'role.{edition.role.value}')}"
                yield Item(f"{book.work.id}/editions/{edition.id}", title, (edition.document,), view)


def _book_item(base: Base, book: Book, *documents: Document) -> Item:
    return Item(book.work.id, book.work.title, documents, lambda here: BookView(base, book, here))


def _topics(base: Base) -> Iterator[Item]:
    if base.rulings is None:
        return
    document = base.rulings.version.document
    for topic in (*base.rulings.topics, *(base.lives.past if base.lives else ())):

        def view(here: str, topic: Topic = topic) -> TopicView:
            return view_topic(base, topic, here)

        yield Item(f"{topic.kind.value}/{topic.slug}", topic.title, (document,), view)


def view_topic(base: Base, topic: Topic, here: str) -> TopicView:
    """A topic as its page shows it: rulings first, then what only refers elsewhere."""
    assert base.rulings is not None
    version = base.rulings.version
    taken: set[str] = set()
    shown = [_view_statement(base, statement, here, taken) for statement in topic.statements]
    return TopicView(
        topic,
        tuple(view for view in shown if not view.reference),
        tuple(view for view in shown if view.reference),
        tuple(_ended(base, here)),
        base.version_name(version),
        base.words.date(version.date),
    )


def _ended(base: Base, here: str) -> Iterator[LifeView]:
    """The rulings of a topic that the newest version has no more."""
    if base.lives is not None:
        for life in base.lives.ended.get(here, ()):
            yield view_life(life, base.lives.chronicle, base.words, here)


def _lives_here(base: Base, statement: Statement, here: str, taken: set[str]) -> Iterator[LifeView]:
    """The lives of a statement that are told here and were not told before on the page."""
    if base.lives is None:
        return
    for life in base.lives.by_statement.get(statement.span.start, ()):
        if base.lives.places[life.id].page == here and f"life:{life.id}" not in taken:
            taken.add(f"life:{life.id}")
            yield view_life(life, base.lives.chronicle, base.words, here)


def _view_statement(base: Base, statement: Statement, here: str, taken: set[str]) -> StatementView:
    assert base.rulings is not None
    rulings = base.rulings.by_statement.get(statement.span.start, ())
    pages: dict[str, tuple[str, str]] = {}
    for ruling in rulings:
        topics = [base.rulings.topic_of(each) for each in ruling.statements]
        pages.update({topic.page: (topic.title, ruling.id) for topic in topics if topic.page not in {here, *pages}})
    also = [(Place(page, name).seen_from(here), title) for page, (title, name) in pages.items()]
    places = dict.fromkeys(each for ruling in rulings for each in base.applied.get(ruling.id, ()))
    applied = _count_again((place.seen_from(here), title) for place, title in places)
    ident = next((ruling.id for ruling in rulings if ruling.id not in taken), RulingId(""))
    lives = tuple(_lives_here(base, statement, here, taken))
    known = (*(ruling.id for ruling in rulings), *(name for life in lives for name in (life.id, *life.aliases)))
    names = [name for name in dict.fromkeys(known) if name not in taken and name != ident]
    taken.update((ident, *names))
    printed = base.words.date(statement.effective) if statement.effective else ""
    return StatementView(
        id=ident,
        words=base.statement(statement, here, linked=True),
        label=statement.label or "",
        effective=printed or next((life.effective for life in lives if life.effective), ""),
        applied=tuple(applied),
        also=tuple(also),
        reference=statement.reference,
        lives=lives,
        anchors=tuple(names),
    )


def _count_again(links: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Links whose title is said once; one more to the same section is a number."""
    seen: Counter[str] = Counter()
    counted = []
    for address, title in links:
        seen[title] += 1
        counted.append((address, title if seen[title] == 1 else f"({seen[title]})"))
    return counted


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
        compared = book.alignment is not None
        return BookLine(
            id=book.work.id,
            title=book.work.title,
            emended=self._url(pages.emended) if book.emended else "",
            published=self._url(pages.published) if book.base else self._url(pages.emended),
            changes=self._url(pages.changes) if compared else "",
            date=self.words.date(date) if date else "",
            count=count_changes(book).changes if compared else 0,
            current=BookView(self.base, book, self.here).current_to() if book.emended else "",
        )

    def _url(self, page: str) -> str:
        return Place(page).seen_from(self.here)

    @property
    def version(self) -> str:
        """The newest compendium version, in words."""
        return self.base.version_name(self.base.rulings.version) if self.base.rulings else ""

    @property
    def version_date(self) -> str:
        """Its date, in words."""
        return self.words.date(self.base.rulings.version.date) if self.base.rulings else ""

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
        for kind in SectionKind:
            topics = rulings.of_kind(kind)
            if topics:
                parts.append((kind.value, self.words(f"part.{kind.value}"), tuple(self._letters(topics, kind))))
        return tuple(sorted(parts, key=lambda part: _ORDER.index(part[0])))

    def _letters(self, topics: tuple[Topic, ...], kind: SectionKind) -> Iterator[Letter]:
        if kind not in {SectionKind.TERM, SectionKind.CARD}:
            yield Letter("", tuple(self._entry(topic) for topic in topics))
            return
        ordered = sorted(topics, key=lambda topic: (fold(topic.title), topic.slug))
        for letter, group in groupby(ordered, key=lambda topic: first_letter(topic.title)):
            yield Letter(letter, tuple(self._entry(topic) for topic in group))

    def _entry(self, topic: Topic) -> tuple[str, str, int]:
        return (topic.title, self._url(topic.page), sum(not each.reference for each in topic.statements))

    @property
    def past(self) -> tuple[Letter, ...]:
        """The topics the newest version has no more, by letter."""
        if self.base.lives is None:
            return ()
        ended = self.base.lives.ended
        ordered = sorted(self.base.lives.past, key=lambda topic: (fold(topic.title), topic.page))
        return tuple(
            Letter(letter, tuple((each.title, self._url(each.page), len(ended[each.page])) for each in group))
            for letter, group in groupby(ordered, key=lambda topic: first_letter(topic.title))
        )

    @property
    def versions(self) -> tuple[VersionLine, ...]:
        """The versions of the compendia, the newest first."""
        return list_versions(self.base, self.here)

    @property
    def finder(self) -> Finder | None:
        """What the search page for rulings searches."""
        return make_finder(self.base, self.here)

    @property
    def desk(self) -> Desk:
        """The editor's desk."""
        return lay_out_desk(self.base.kb, (*self.base.kb.diagnostics, *self.base.diagnostics))


_ORDER = ("term", "card", "turn", "tournament", "errata", "delayed", "introduction", "other")


def fold(title: str) -> str:
    """A title for sorting: accents, case and what stands before the first letter or digit dropped."""
    plain = "".join(char for char in unicodedata.normalize("NFKD", title) if not unicodedata.combining(char))
    return plain.casefold().lstrip(" “\"'‘(-–—=•").replace("’", "'")


def first_letter(title: str) -> str:
    """The letter a title stands under: A to Z, or `#` for anything else."""
    letter = fold(title)[:1].upper()
    return letter if letter.isalpha() else "#"


def _versions(base: Base) -> Iterator[Item]:
    for _, chronicle in sorted(base.kb.chronicles.items()):
        for slot in chronicle.history.slots:
            if slot.at_hand:

                def view(here: str, chronicle: Chronicle = chronicle, slot: VersionSlot = slot) -> VersionView:
                    return view_version(base, chronicle, slot, here)

                document = base.kb.versions[slot.id].document
                yield Item(str(slot.id), chronicle.calendar.name(slot.id), (document,), view)


COLLECTIONS: Mapping[str, Callable[[Base], Iterator[Item]]] = {
    "once": _once,
    "emended": _emended,
    "published": _published,
    "compared": _compared,
    "unemended": _unemended,
    "editions": _editions,
    "topics": _topics,
    "versions": _versions,
}
