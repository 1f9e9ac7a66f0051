"""Booklets: the emended books of a knowledge base come in, each as one HTML document for a press goes out.

The same text, marks and authorities as on the reading page, without what only a screen can use (permalinks, links of
terms). Nothing is fetched from anywhere: the styles stand inside, and a link leads into the document, to the site when
that has an address, or nowhere.
"""

import re
from collections.abc import Callable, Mapping
from urllib.parse import urljoin

from jinja2 import Environment
from markupsafe import Markup

from kb.graph import Kb
from kb.site.addresses import BookPages
from kb.site.base import Base
from kb.site.books import BookView
from kb.site.items import Item
from kb.site.templates import open_environment

TEMPLATE = "booklet/booklet.html.j2"
_SIGN = re.compile(r'<a class="(?:pin|sister|beside)"[^>]*>.*?</a>')
"""Permalinks and signs that lead to other pages."""
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
            html = template.render(view=view, item=item, base=base, here=here, t=base.words)
            found[work] = _HREF.sub(_leader(base.manifest.site, here), _SIGN.sub("", html.strip()))
    return found


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
