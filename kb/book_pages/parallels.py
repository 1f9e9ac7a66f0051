"""Parallels on pages: the passages of a book that stand in its sister books, and the signs that lead there.

In: the base of the site and a book. Out: what its page of parallels shows, and marks for its texts. A passage has one
sign, behind its last word; a passage that stands in several books has one entry for each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from kb.graph import Book
from kb.html import Mark
from kb.html.inline import attributes
from kb.model import Document, Edition, PieceKind, WorkId
from kb.parallels import Likeness, Parallel, Place, Stretch
from kb.places.addresses import Place as Address
from kb.places.base import Base
from kb.places.openings import opening_of
from kb.queries.unfollowed import Unfollowed
from kb.text import Span


def page_of(work: str) -> str:
    """The address of a book's page of parallels."""
    return f"rules/{work}/parallels/"


def parallels_of(base: Base, work: WorkId) -> tuple[Parallel, ...]:
    """The passages of a book that stand in others, in the order of its text, the book on the first side."""
    mine = [each if each.a.work == work else each.turned for each in base.kb.parallels if work in _works(each)]
    return tuple(sorted(mine, key=lambda each: (each.a.span, each.b.work)))


def _works(parallel: Parallel) -> tuple[WorkId, WorkId]:
    return parallel.a.work, parallel.b.work


def anchor_of(place: Place) -> str:
    """The anchor of a passage's first entry on the page of its book; a colon keeps it apart from anchors of texts."""
    return f"p:{place.clause}" if place.whole else f"p:{place.clause}:{place.span.start}"


@dataclass(frozen=True, slots=True)
class Reprint:
    """An entry: a passage, where it stands here and there, how the two compare, and both in one with what differs."""

    anchor: str
    here: str
    there: str
    title: str
    part: bool
    likeness: str
    words: Markup
    opening: str
    """The first words that the book itself has."""


@dataclass(frozen=True, slots=True)
class Sister:
    """The passages shared with one book: its title, the address of its own page of parallels, the entries."""

    id: str
    title: str
    address: str
    counts: tuple[tuple[str, int], ...]
    entries: tuple[Reprint, ...]


@dataclass(frozen=True, slots=True)
class Lacking:
    """A change that a sister book does not have: address and words of the change, of its rulings, of the place."""

    change: str
    section: str
    before: str
    after: str
    rulings: tuple[tuple[str, str], ...]
    sister: str
    there: str
    place: str
    emended: bool


@dataclass(frozen=True, slots=True)
class ParallelsView:
    """What the page of a book's parallels shows."""

    sisters: tuple[Sister, ...]
    lacking: tuple[Lacking, ...]


def view_parallels(base: Base, book: Book, here: str) -> ParallelsView:
    """The parallels of a book seen from its page."""
    mine = parallels_of(base, book.work.id)
    sisters = []
    taken: set[str] = set()
    for work, other in base.kb.books.items():
        shared = [each for each in mine if each.b.work == work]
        if shared:
            counts = tuple((each.value, sum(one.likeness is each for one in shared)) for each in Likeness)
            entries = tuple(_entry(base, each, here, taken) for each in shared)
            address = Address(page_of(work)).seen_from(here)
            sisters.append(Sister(work, other.work.title, address, counts, entries))
    lacking = [
        _lacking(base, each, here, book.work.id)
        for each in base.unfollowed
        if book.work.id in (each.work, each.sister.work)
    ]
    return ParallelsView(tuple(sisters), tuple(lacking))


def _entry(base: Base, parallel: Parallel, here: str, taken: set[str]) -> Reprint:
    anchor = anchor_of(parallel.a)
    if anchor in taken:
        anchor = f"{anchor}:{parallel.b.work}:{parallel.b.span.start}"
    taken.add(anchor)
    return Reprint(
        anchor,
        _text_address(parallel.a.work, parallel.a.clause, here),
        _text_address(parallel.b.work, parallel.b.clause, here),
        parallel.a.heading or base.kb.books[parallel.a.work].work.title,
        not (parallel.a.whole and parallel.b.whole),
        parallel.likeness.value,
        _marked(base, parallel.stretches),
        opening_of("".join(stretch.a for stretch in parallel.stretches)),
    )


def _text_address(work: WorkId, clause: str, here: str) -> str:
    """The published text has every clause of a parallel, whatever became of it."""
    return Address(f"rules/{work}/published/", clause).seen_from(here)


def _marked(base: Base, stretches: Sequence[Stretch]) -> Markup:
    """Two passages in one: what the book alone has struck, what its sister alone has put in; slips more quietly."""
    parts: list[Markup] = []
    for stretch in stretches:
        difference = stretch.difference
        if difference is None:
            text = stretch.b if stretch.b.startswith(" ") else stretch.a
            parts.append(escape(text))
            continue
        slip = Markup("") if difference.substantive else Markup(' class="slip"')
        told = [
            Markup('<{}{}><span class="vh"> {} </span>{}<span class="vh"> {} </span></{}>').format(
                tag, slip, base.words(key), text.strip(), base.words("parallel.end"), tag
            )
            for tag, key, text in (("del", "parallel.del", stretch.a), ("ins", "parallel.ins", stretch.b))
            if text.strip()
        ]
        apart = (stretch.a or stretch.b).startswith(" ")
        parts.append(Markup(" " * apart) + Markup(" ").join(told))
    return Markup("").join(parts)


def _lacking(base: Base, found: Unfollowed, here: str, work: WorkId) -> Lacking:
    record = found.record
    views = [view for ruling in record.rulings if (view := base.ruling(ruling, here)) is not None]
    title = "" if found.work == work else base.kb.books[found.work].work.title
    page = f"rules/{found.sister.work}/" if found.emended else f"rules/{found.sister.work}/published/"
    return Lacking(
        change=Address(f"rules/{found.work}/", record.id).seen_from(here),
        section=", ".join(part for part in (title, record.section) if part),
        before=words_read(base.kb.books[found.work].base, record.published_span),
        after=words_read(base.kb.books[found.work].emended, record.emended_span),
        rulings=tuple((view.address, view.name) for view in views),
        sister=base.kb.books[found.sister.work].work.title,
        there=Address(page, found.clause).seen_from(here),
        place=found.sister.heading or found.clause,
        emended=found.emended,
    )


def words_read(edition: Edition | None, span: Span) -> str:
    """The words of a span of a text, as they are read: without markup."""
    assert edition is not None
    words: list[str] = []
    for at in edition.document.clauses_over(span):
        pieces = edition.document.clauses[at].pieces
        words += [_inside(piece.current, piece.span, span) for piece in pieces if piece.span.overlaps(span)]
        words.append(" ")
    return " ".join("".join(words).split())


def _inside(text: str, piece: Span, span: Span) -> str:
    if len(text) != len(piece):
        return text
    return text[max(0, span.start - piece.start) : max(0, span.end - piece.start)]


def sign_passages(base: Base, book: Book, document: Document, here: str) -> tuple[Mark, ...]:
    """A sign behind each passage of a text of the book that stands in a sister book, in order.

    The published text has it behind the passage, the emended one behind the clause that it became.
    """
    clauses = _clauses_of(book, document)
    ends: dict[int, Parallel] = {}
    for parallel in parallels_of(base, book.work.id):
        if document is (book.base.document if book.base else None):
            ends.setdefault(parallel.a.span.end, parallel)
        elif parallel.a.index in clauses:
            ends.setdefault(_end(document, clauses[parallel.a.index]), parallel)
    return tuple(_sign(base, at, ends[at], here) for at in sorted(ends))


def _clauses_of(book: Book, document: Document) -> dict[int, int]:
    """The clause of the emended text that each base clause became, the last where it was split."""
    if book.alignment is None or book.emended is None or document is not book.emended.document:
        return {}
    return {base: pair.emended[-1] for pair in book.alignment.pairs for base in pair.published}


def _end(document: Document, index: int) -> int:
    """Where the words of a clause end, its footnote markers with them."""
    clause = document.clauses[index]
    read = [each for each in clause.pieces if each.text.strip() or each.kind is PieceKind.FOOTNOTE]
    return read[-1].span.end if read else clause.span.end


def _sign(base: Base, at: int, parallel: Parallel, here: str) -> Mark:
    title = base.words("parallel.sign", title=base.kb.books[parallel.b.work].work.title)
    href = Address(page_of(parallel.a.work), anchor_of(parallel.a)).seen_from(here)
    own = base.kb.books[parallel.a.work].base
    said = f": {opening_of(own.document.clauses[parallel.a.index].current)}" if own is not None else ""
    attrs = (("class", "sister"), ("href", href), ("title", title), ("aria-label", title + said))
    return Mark(Span(at, at), key=f"sister:{at}", after=f"<a{attributes(attrs)}>∥</a>")


def weave(marks: Sequence[Mark], signs: Sequence[Mark]) -> Iterator[Mark]:
    """Marks and signs in order; a sign that would stand inside a mark stands behind it."""
    rest = list(signs)
    for mark in marks:
        while rest and rest[0].span.end <= mark.span.start:
            yield rest.pop(0)
        yield mark
        inside = [sign for sign in rest if sign.span.start <= mark.span.end]
        del rest[: len(inside)]
        for sign in inside[-1:]:
            yield Mark(Span(mark.span.end, mark.span.end), key=sign.key, after=sign.after)
    yield from rest
