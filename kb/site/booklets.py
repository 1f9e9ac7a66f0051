"""Booklets: the emended books of a knowledge base come in, each as one HTML document for a press goes out.

The same text, marks and authorities as on the reading page, without what only a screen can use (permalinks, links of
terms). Nothing is fetched from anywhere: the styles stand inside, and a link leads into the document, to the site when
that has an address, or nowhere. A contents table that the book has of its own is left out, as a booklet has one with
the numbers of its pages.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from urllib.parse import urljoin

from jinja2 import Environment
from markupsafe import Markup

from kb.align import contents_clauses
from kb.book_pages.books import BookView
from kb.graph import Book, Kb
from kb.model import Clause, ClauseKind, Edition
from kb.places.addresses import BookPages
from kb.places.base import Base
from kb.places.items import Item
from kb.site.templates import open_environment

TEMPLATE = "booklet/booklet.html.j2"
_SIGN = re.compile(r'<a class="(?:pin|sister|beside)"[^>]*>.*?</a>')
"""Permalinks and signs that lead to other pages."""
_CALLED = 3
"""So many words call a table of contents; more say something."""
_HREF = re.compile(r'(<a\b[^>]*?) href="([^"#][^"]*)"')


def build_booklets(kb: Kb, templates: Mapping[str, str]) -> Mapping[str, str]:
    """The booklet of each emended book, by the id of its work. Raises ValueError for bare files."""
    base = Base.of(kb)
    environment = _open(templates, base.words.language)
    found: dict[str, str] = {}
    for work, book in kb.books.items():
        if book.emended is not None:
            here = BookPages.of(work).emended
            item = Item(work, book.work.title, (book.emended.document,), lambda here: here)
            view = BookView(base, book, here)
            template = environment.get_template(TEMPLATE)
            own = tuple(_own_contents(book, book.emended))
            html = template.render(view=view, item=item, base=base, here=here, t=base.words, own=own)
            found[work] = _HREF.sub(_leader(base.manifest.site, here), _SIGN.sub("", html.strip()))
    return found


def _own_contents(book: Book, edition: Edition) -> Iterator[str]:
    """The ids of the clauses that are a table of contents, and of what calls each so."""
    clauses, contents = edition.document.clauses, contents_clauses(edition.document)
    ids = book.ids_of(edition)
    for at in sorted(contents):
        if at and at - 1 not in contents and _calls(clauses[at - 1]):
            yield str(ids[at - 1])
        yield str(ids[at])


def _calls(clause: Clause) -> bool:
    return clause.kind in {ClauseKind.HEADING, ClauseKind.PARAGRAPH} and len(clause.text.split()) <= _CALLED


def _open(templates: Mapping[str, str], language: str) -> Environment:
    """The environment of the pages, whose headings are HTML at once: no builder comes after."""
    environment = open_environment(templates, language)
    environment.globals["heading"] = _heading
    return environment


def _heading(level: int, html: Markup | str, anchor: str, _label: str, _pin: str = "") -> Markup:
    attr = Markup(' id="{}"').format(anchor) if anchor else Markup("")
    return Markup("<h{0}{1}>{2}</h{0}>").format(min(level, 6), attr, html)


def _leader(site: str, here: str) -> Callable[[re.Match[str]], str]:
    """What becomes of a link that leads out of the document: a full address, or none."""

    def lead(found: re.Match[str]) -> str:
        address = found.group(2)
        if re.match(r"[a-z]+:", address):
            return found.group()
        return f'{found.group(1)} href="{urljoin(urljoin(site, here), address)}"' if site else found.group(1)

    return lead
