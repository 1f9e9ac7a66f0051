"""Other texts on pages: the texts that are neither books nor rulings nor answers come in, a page with each goes out."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from markupsafe import Markup

from kb.book_pages.showing import show_footnotes, show_text
from kb.book_pages.texts import Text
from kb.places.addresses import Place
from kb.places.base import Base
from kb.places.items import Item
from kb.places.linkable import owner_of
from kb.places.linked import address_of
from kb.places.other_texts import OtherText, find_other_texts
from kb.places.reading import Reader, find_note_kinds, find_untied
from kb.places.web import clause_node


@dataclass(frozen=True, slots=True)
class OtherTextView:
    """A text on its page; `kind` says what it is, `date` when it was issued, in words."""

    kind: str
    date: str
    text: Text = field(repr=False)
    footnotes: tuple[tuple[int, str, Markup], ...] = field(repr=False)
    reader: Reader = field(repr=False)


def list_other_texts(base: Base) -> Iterator[Item]:
    """Their pages."""
    for each in find_other_texts(base.kb):
        yield Item(each.entry.id, each.title, (each.document,), partial(_view, base, each))


def name_other_texts(base: Base, here: str) -> tuple[tuple[str, str, str, str], ...]:
    """Their addresses, titles, kinds and dates, as the page `here` lists them."""
    return tuple(
        (Place(each.page).seen_from(here), each.title, *_told(base, each)) for each in find_other_texts(base.kb)
    )


def _view(base: Base, each: OtherText, here: str) -> OtherTextView:
    cited = base.words("cite.text", title=each.title, place="{place}")
    text, footnotes = show_text(base, each.document, here), show_footnotes(base, each.document, here)
    return OtherTextView(*_told(base, each), text, footnotes, _reader(base, each, cited, here))


def _reader(base: Base, each: OtherText, cited: str, here: str) -> Reader:
    owner, document = owner_of(each), each.document
    untied = find_untied(base, owner, document, (clause.id for clause in document.clauses))
    return Reader(find_note_kinds(document), cited, False, address_of(clause_node(owner, ""), here), untied)


def _told(base: Base, each: OtherText) -> tuple[str, str]:
    date = each.entry.text.date
    return base.words(f"text.{each.entry.kind.value}"), base.words.time(date) if date else ""
