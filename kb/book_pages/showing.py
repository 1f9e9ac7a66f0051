"""Showing: a text comes in, its parts as a page shows them go out, with permalinks, links of terms and footnotes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from markupsafe import Markup, escape

from kb.book_pages.citing import name_clauses
from kb.book_pages.reasons import looks_of
from kb.book_pages.texts import Text, arrange
from kb.html import Link, Mark, Page, render_document, render_words
from kb.model import Document, FootnoteId
from kb.numbering import number_rules
from kb.places.base import Base
from kb.places.footnotes import marker_anchors, note_anchor, number_footnotes
from kb.places.glossaries import place_leads
from kb.places.numbered import place_numbers
from kb.text import Span


def show_text(
    base: Base,
    document: Document,
    here: str,
    marks: Sequence[Mark] = (),
    beside: Callable[[int], str] = lambda _: "",
) -> Text:
    """A text without marks of changes, with its footnote markers; `marks` tell of other things, `beside` (by the number
    of a clause) is what stands behind clauses."""
    numbers, places = number_footnotes(document), marker_anchors(document)
    looks = looks_of(base, document, here)

    def marker(ident: str, span: Span) -> str:
        number = numbers.get(FootnoteId(ident))
        if number is None:
            return ""
        return f'<sup id="{places[span]}"><a href="#{note_anchor(FootnoteId(ident))}">{number}</a></sup>'

    ids = {at: str(clause.id) for at, clause in enumerate(document.clauses)}
    named = place_leads(document, ids)
    shown = replace(looks, footnote=marker, anchors=document.anchors, named=named)
    pin, terms = pin_clauses(base, document, ids), link_clauses(base, document, ids, here)
    also = number_rules(document).numbers
    return arrange(render_document(document, Page(shown, ids, tuple(marks), pin, terms, beside, also)))


def show_footnotes(base: Base, document: Document, here: str) -> tuple[tuple[int, str, Markup], ...]:
    """The footnotes of a text: number, id and words."""
    numbers = number_footnotes(document)
    looks = looks_of(base, document, here)
    words = {each.id: Markup(render_words(each.pieces, looks)) for each in document.definitions}
    missing = escape(base.words("footnote.missing"))
    return tuple((number, note_anchor(ident), words.get(ident, missing)) for ident, number in numbers.items())


def link_clauses(
    base: Base, document: Document, ids: Mapping[int, str], here: str
) -> Callable[[int], tuple[Link, ...]]:
    """The links of a document's clauses from the terms they name and the rules they cite."""
    clauses, terms, own = document.clauses, base.terms, place_numbers(document, ids, here)
    return lambda at: terms.in_clause(clauses[at], ids.get(at, ""), here, own)


def pin_clauses(base: Base, document: Document, ids: Mapping[int, str]) -> Callable[[str], str]:
    """The words of the links that clauses have to themselves."""
    books = ((book.base, book.editions.values()) for book in base.kb.books.values() if book.base)
    own = next((first for first, editions in books if any(each.document is document for each in editions)), None)
    places = name_clauses(document, ids, base.words, own.document if own else None)
    return lambda ident: base.words("pin", id=places.get(ident, ident))
