"""Gathering: a knowledge base comes in, everything in it that can be found goes out, with its place on the site."""

from collections.abc import Iterator, Mapping
from unicodedata import normalize

from kb.align import contents_clauses
from kb.answers.search import Group, Kind, Record, Volume
from kb.attested import Change, Life
from kb.graph import Book, Kb
from kb.interface import Words
from kb.model import BlockKind, Clause, ClauseId, ClauseKind, Document, Edition, SectionKind, walk_blocks
from kb.numbering import number_rules
from kb.places.addresses import BookPages, Place
from kb.places.base import Base
from kb.places.cards import PlacedCard
from kb.places.earlier import version_page
from kb.places.other_texts import find_other_texts
from kb.places.sheets import sheet_page
from kb.places.terms import keys_of, place_terms
from kb.rulings import slug_of
from kb.sheets import Card
from kb.terms import Inventory, Term, TermKind, printed_names
from kb.text import word_forms

_ENDED = -0.5
_OLDER = -0.25
_DENIED = "a ruling says otherwise"
_DENIED_SINCE = "a later ruling says otherwise"


def gather_records(kb: Kb, inventory: Inventory) -> tuple[Record, ...]:
    """Every term, card, ruling, answer, clause and text. The knowledge base has a manifest."""
    base = Base.of(kb)
    records = [*_terms(base, inventory), *_rulings(base), *_answers(base)]
    for book in kb.books.values():
        records += _clauses(book)
    records += (*_texts(kb), *_whole(base))
    return tuple(records)


# Clauses


def _clauses(book: Book) -> Iterator[Record]:
    """The clauses of a book's texts. One that the emended text has unchanged is told once; another text only has
    what stands in neither the published nor the emended one."""
    known: set[tuple[str, ...]] = set()
    published: Mapping[ClauseId, tuple[str, ...]] = {}
    work = str(book.work.id)
    if book.base is not None:
        published = {clause.id: word_forms(clause.current) for clause in book.base.document.clauses}
    if book.emended is not None and book.emended is not book.base:
        ids = book.ids_of(book.emended)
        for record, words in _edition(book, book.emended, f"rules/{work}/", ids, published):
            known.add((record.id, *words))
            yield record
    if book.base is not None:
        page = f"rules/{work}/" if book.base is book.emended else f"rules/{work}/published/"
        for record, words in _edition(book, book.base, page, None, {}):
            if (record.id, *words) not in known:
                yield record
        known = {words[1:] for words in known} | set(published.values())
    for edition in book.editions.values():
        if edition is not book.base and edition is not book.emended:
            for record, words in _edition(book, edition, f"rules/{work}/editions/{edition.id}/", None, {}):
                if words not in known:
                    yield record


def _edition(
    book: Book,
    edition: Edition,
    page: str,
    ids: tuple[ClauseId, ...] | None,
    published: Mapping[ClauseId, tuple[str, ...]],
) -> Iterator[tuple[Record, tuple[str, ...]]]:
    document = edition.document
    headings, numbers = _headings(document), number_rules(document).numbers
    older = book.emended is not None and edition is not book.emended
    group, volume = _group(book, edition), Volume(str(book.work.id), book.work.title)
    for index, clause in _told(document):
        words = word_forms(clause.current)
        ident = ids[index] if ids is not None else clause.id
        number = numbers.get(index, "")
        parts = [book.work.title, headings.get(clause.section, ""), number, clause.label or ""]
        title = ", ".join(part for part in parts if part) + (f" ({edition.role.value})" if older else "")
        yield (
            Record(
                Kind.CLAUSE,
                str(ident),
                title,
                _plain(clause.told),
                _address(Place(page, ident)),
                (number,) if number else (),
                weight=_OLDER if older else 0.0,
                work=str(book.work.id),
                edition=edition.role.value,
                edition_id=str(edition.id),
                same=published.get(ident) == words,
                group=group,
                volume=volume,
            ),
            words,
        )


def _texts(kb: Kb) -> Iterator[Record]:
    """The clauses of texts that are no part of a book."""
    for text in find_other_texts(kb):
        volume = Volume(text.entry.id, text.title)
        headings = _headings(text.document)
        for _, clause in _told(text.document):
            parts = (text.title, headings.get(clause.section, ""), clause.label or "")
            title = ", ".join(part for part in parts if part)
            address, words = _address(Place(text.page, clause.id)), _plain(clause.told)
            ident = f"{text.entry.id}:{clause.id}"
            yield Record(Kind.CLAUSE, ident, title, words, address, weight=_OLDER, group=Group.TEXT, volume=volume)


def _whole(base: Base) -> Iterator[Record]:
    """The texts themselves by their titles and short names: books and their editions, files of rulings where any was
    read from them and files of answers, and other texts."""
    for ident, page, names in (*_books(base.kb), *_versions(base), *_documents(base.kb)):
        told, address = tuple(dict.fromkeys(filter(None, map(_plain, names)))), _address(Place(page))
        volume = Volume(ident, names[0])
        yield Record(Kind.CLAUSE, ident, names[0], told[0], address, told, group=Group.WHOLE, volume=volume)
    for book in base.kb.books.values():
        yield from _editions(base.words, book)


_Named = tuple[str, str, tuple[str, ...]]
"""The id of a text, its page and its names, the title first."""


def _books(kb: Kb) -> Iterator[_Named]:
    """The books, each with the title of its emended text."""
    for work, book in kb.books.items():
        page = f"rules/{work}/" if book.emended or book.base is not None else ""
        if page and book.editions:
            entry, titles = book.work, _own_titles(book)
            emended = titles.get(str(book.emended.id), "") if book.emended else ""
            yield str(work), page, (*_said(entry.title), entry.abbreviation, *entry.names, *_said(emended))


def _own_titles(book: Book) -> Mapping[str, str]:
    """The titles that texts of a book have beside its own."""
    return {str(each.id): each.text.title for each in book.work.editions if each.text.title != book.work.title}


def _editions(words: Words, book: Book) -> Iterator[Record]:
    """The texts of a book that have pages beside the emended one: each by its own title and that of its page, which
    alone is only in its words where others of the book have it too."""
    work, titles = str(book.work.id), _own_titles(book)
    for edition in book.editions.values():
        if edition is book.emended:
            continue
        pages = BookPages.of(work)
        page = pages.published if edition is book.base else BookPages.edition(work, str(edition.id))
        own, told = titles.get(str(edition.id), ""), _on_its_page(words, book, edition)
        alone = sum(each.role is edition.role for each in book.editions.values()) == 1
        names = (*_said(own or told), *(_said(told) if own and alone else ()))
        yield Record(
            Kind.CLAUSE,
            str(edition.id),
            own or told,
            _plain(told),
            _address(Place(page)),
            tuple(dict.fromkeys(map(_plain, names))),
            work=work,
            edition=edition.role.value,
            edition_id=str(edition.id),
            group=Group.WHOLE,
            volume=Volume(work, book.work.title),
        )


def _on_its_page(words: Words, book: Book, edition: Edition) -> str:
    """The title of the page of a text of a book, which tells what it is; several may be the same."""
    title = book.work.title
    if edition is book.base:
        return words("title.published", title=title)
    return f"{title}, {words(f'role.{edition.role.value}')}"


def _said(title: str) -> Iterator[str]:
    """A title, and the part of it that is said for it: `Bells Below` of `Lantern: Bells Below`."""
    yield title
    if ": " in title:
        yield title.partition(": ")[2]


def _versions(base: Base) -> Iterator[_Named]:
    """The versions of a rulings file, each by its number; the newest is also what the file alone is asked for."""
    for chronicle in base.kb.chronicles.values():
        entry = chronicle.entry
        for slot in chronicle.calendar.at_hand:
            version = base.kb.versions[slot.id]
            called = tuple(filter(None, (entry.abbreviation, entry.title)))
            numbered = [f"{name} {version.number}" for name in called if version.number]
            numbered += (*called, *entry.names) if slot is chronicle.calendar.at_hand[-1] else ()
            yield str(version.id), version_page(version.id), (base.version_name(version), version.name, *numbered)


def _documents(kb: Kb) -> Iterator[_Named]:
    for sheet in kb.sheets.values():
        yield sheet.id, sheet_page(sheet), (sheet.title,)
    for text in find_other_texts(kb):
        yield text.entry.id, text.page, (text.title,)


def _headings(document: Document) -> Mapping[str, str]:
    return {str(document.clauses[heading.clause].id): heading.text.strip() for heading in document.headings}


def _told(document: Document) -> Iterator[tuple[int, Clause]]:
    """The clauses that are to be found: headings and a table of contents name others, a number alone is that of a page,
    and code in a language that it names is for a program (the source of a diagram)."""
    left = contents_clauses(document) | frozenset(_in_a_language(document))
    for index, clause in enumerate(document.clauses):
        if clause.kind is not ClauseKind.HEADING and index not in left and any(map(str.isalpha, clause.current)):
            yield index, clause


_FOR_PEOPLE = frozenset({"", "plain", "plaintext", "text", "txt"})
"""What code is called that people read."""


def _in_a_language(document: Document) -> Iterator[int]:
    """The clauses of code that names the language of a program."""
    for block in walk_blocks(document.blocks):
        if block.kind is BlockKind.CODE and block.tag not in _FOR_PEOPLE and block.clause is not None:
            yield block.clause


def _group(book: Book, edition: Edition) -> Group:
    """What the clauses of an edition are to a reader of its book."""
    if edition is book.emended:
        return Group.RULE
    if edition is not book.base:
        return Group.OTHER
    return Group.PUBLISHED if book.emended is None else Group.FORMER


# Rulings


def _rulings(base: Base) -> Iterator[Record]:
    for compendium, chronicle in base.kb.chronicles.items():
        volume = Volume(compendium, chronicle.entry.title)
        for life in chronicle.history.lives:
            newest = life.newest
            ended = life.attestations[-1].change is Change.DROPPED
            version = chronicle.calendar.name(newest.version)
            ruled = (newest.label or newest.kind, version)
            called = base.lives.called(life, newest.term) if base.lives is not None else newest.term
            yield Record(
                Kind.RULING,
                str(life.id),
                " · ".join((newest.term, *ruled)) + (", ended" if ended else ""),
                _plain(newest.text),
                _home(base, life),
                names=tuple(dict.fromkeys(each.term for each in reversed(life.stated))),
                also=" ".join((life.id, *life.aliases)),
                weight=_ENDED if ended else 0.0,
                group=Group.ENDED if ended else Group.RULING,
                volume=volume,
                ruled=ruled,
                called=called if called != newest.term else "",
            )


def _home(base: Base, life: Life) -> str:
    place = base.lives.places.get(life.id) if base.lives is not None else None
    return _address(place) if place is not None else ""


def _answers(base: Base) -> Iterator[Record]:
    """The answers of sheets of questions, with the question; one that a ruling denies tells that."""
    for answer in base.answers.every:
        sheet, statement = answer.sheet, answer.statement
        line = sheet.document.source.line_of(statement.span.start)
        text = _plain(f"{statement.context} {statement.words}")
        address = _address(answer.place)
        against = base.lives.denied.get((sheet.id, statement.span.start), ()) if base.lives is not None else ()
        since = any(each.decided for each in against)
        listed = "erratum" if statement.section is SectionKind.ERRATA else ""
        told = _DENIED_SINCE if since else _DENIED if against else ""
        yield Record(
            Kind.RULING,
            f"{sheet.id}:{line}",
            ", ".join(filter(None, (" · ".join(filter(None, (statement.term, listed, sheet.title))), told))),
            text,
            address,
            names=(statement.term,),
            weight=_ENDED if since else _OLDER,
            group=Group.ANSWER,
            volume=Volume(sheet.id, sheet.title),
            ruled=tuple(filter(None, (listed or "answer", sheet.title if statement.term else "", told))),
        )


# Terms and cards


def _terms(base: Base, inventory: Inventory) -> Iterator[Record]:
    places = place_terms(base, inventory)
    told: set[str] = set()
    for term in inventory.terms:
        if term.kind is TermKind.CARD and (own := _placed(base, term)):
            for placed in own:
                told.add(placed.page)
                yield _card(base, term, placed)
            continue
        kind = Kind.CARD if term.kind is TermKind.CARD else Kind.TERM
        place = places.get((term.kind, term.key))
        spelled = ", ".join(name for name in term.spellings if name != term.name)
        address = _address(place) if place is not None else ""
        group = Group.CARD if kind is Kind.CARD else Group.TERM
        text = _definition(base, term) or spelled
        yield Record(kind, slug_of(term.name), term.name, text, address, names=term.spellings, group=group)
    for placed in base.cards.placed:  # a name that anything may have (`Others`) is no term
        if placed.page not in told:
            name = placed.card.name
            yield _card(base, Term(TermKind.CARD, placed.key, name, (name,)), placed)


def _placed(base: Base, term: Term) -> tuple[PlacedCard, ...]:
    """The cards at hand that a term names: mostly one, all of those that have one name."""
    return next((base.cards.by_key[key] for key in keys_of(term) if key in base.cards.by_key), ())


def _card(base: Base, term: Term, placed: PlacedCard) -> Record:
    """A card as it is found: by its name, by what only a printing calls it, by its words. Of several cards of one name
    each tells what it is, and all but the first go by their pages."""
    first = base.cards.by_key[placed.key][0] is placed
    ident = slug_of(term.name) if first else placed.page.rstrip("/").rpartition("/")[2]
    others = [base.words("card.printed.as", name=name) for name in printed_names(placed.card)]
    text = " ".join((*others, _card_text(placed.card)))
    address = _address(Place(placed.page))
    return Record(Kind.CARD, ident, placed.title, text, address, names=term.spellings, group=Group.CARD)


def _definition(base: Base, term: Term) -> str:
    """What the first rulebook that explains a term says of it, in the words of its emended edition where that does."""
    told = [place for place in term.places if place.words or place.clause is not None]
    if not told:
        return ""
    books = (book for book in base.kb.books.values() if book.emended is not None)
    texts = [book for book in books if told[0].path in {each.document.source.path for each in book.editions.values()}]
    emended = {book.emended.document.source.path for book in texts if book.emended is not None}
    place = min(told, key=lambda each: each.path not in emended)
    return _plain(place.words or base.kb.documents[place.path].clauses[place.clause or 0].current)


def _card_text(card: Card) -> str:
    """What a card's printings say, each wording once, and the rulings its page lists, without an editor's marks; and
    what its page says besides."""
    printed = [part for each in card.printings for part in (_sentence(each.classification), each.text)]
    ruled = [ruling.text.lstrip("@# ") for ruling in card.rulings]
    return " ".join(dict.fromkeys(_plain(part) for part in (*printed, *ruled, card.besides) if part))


def _sentence(words: str) -> str:
    """Words that end as a sentence does, so that they do not run into what follows."""
    return f"{words}." if words and words[-1].isalnum() else words


def _address(place: Place) -> str:
    """An address from the root of the site."""
    return f"/{place.page}" + (f"#{place.anchor}" if place.anchor else "")


def _plain(text: str) -> str:
    """A text in one line, its letters composed, without characters that print nothing."""
    line = normalize("NFC", " ".join(text.split()))
    if line.isprintable():
        return line
    return "".join(char if char.isprintable() else " " if char.isspace() else "" for char in line)
