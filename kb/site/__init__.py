"""The site: a knowledge base and page templates come in, the text of every page goes out by path.

Pure: no file is read or written here. Every page is Markdown for the builder of the site, most of it HTML
blocks that the builder leaves alone; links between pages are checked before they are handed over.
"""

from collections.abc import Mapping
from types import MappingProxyType

from kb.diagnostics import Outcome
from kb.graph import Kb
from kb.paths import collision_key
from kb.site import links
from kb.site.base import Base
from kb.site.card_hints import CardHints
from kb.site.card_lore import gather_lore
from kb.site.collections import COLLECTIONS
from kb.site.downloads import Files, feed_of
from kb.site.items import Item
from kb.site.judged import judge_books
from kb.site.records import prove_books
from kb.site.sheets import name_answers
from kb.site.states import find_states
from kb.site.templates import PageKind, find_kinds, front_matter, lay_out, open_environment
from kb.site.terms import link_terms
from kb.site.witness_page import build_downloads

__all__ = ["CODES", "build_downloads", "build_pages"]

CODES = links.CODES
NONE: Files = MappingProxyType({})


def build_pages(kb: Kb, templates: Mapping[str, str], downloads: Files = NONE) -> Outcome[Mapping[str, str]]:
    """The pages of the site by path (`rules/x/index.md`), with diagnostics about what they were made from.

    `templates` go by name: `pages/*.md.j2` are kinds of page, the others are what these include; `downloads` are the
    files of data that the site has beside its pages, by format. Raises TemplateFaultError or a Jinja error for a
    template that is at fault, ValueError for bare files.
    """
    base = Base.of(kb)
    base.downloads = downloads
    base.terms = link_terms(base)
    base.asked = name_answers((each for sheet in base.answers.by_sheet.values() for each in sheet), base.terms)
    base.lore = gather_lore(base)
    base.proofs, base.judged = prove_books(kb), judge_books(kb, base.terms.inventory)
    base.states = find_states(base)
    hints = CardHints.of(base)
    environment = open_environment(templates)
    pages: dict[str, str] = {}
    for kind in find_kinds(templates):
        template = environment.get_template(kind.name)
        for item in COLLECTIONS[kind.each](base):
            here = kind.page.format_map({"item": item}) if kind.page != "home" else ""
            view = item.view(here)
            body = template.render(view=view, item=item, base=base, here=here, **_words(base, here))
            front = front_matter(_front(base, kind, item, here))
            pages[here] = front + lay_out(body + hints.for_page(body, here))
    base.report(links.check_links(pages))
    return Outcome(
        {f"{page}index.md": pages[page] for page in sorted(pages, key=collision_key)}, tuple(base.diagnostics)
    )


def _words(base: Base, here: str) -> dict[str, object]:
    """What every template may call: words, dates, addresses, counts by severity."""
    return {"t": base.words, "date": base.words.date, "url": lambda page, anchor="": base.url(page, anchor, here)}


def _front(base: Base, kind: PageKind, item: Item, here: str) -> dict[str, object]:
    """The front matter of a page: what the theme needs to know about it."""

    def said(pattern: str) -> str:
        if pattern.startswith("="):
            return base.words(pattern[1:], title=item.title)
        return pattern.format_map({"item": item, "corpus": base.manifest})

    front: dict[str, object] = {"title": said(kind.title)}
    front["description"] = said(kind.head.get("description", "{corpus.description}"))
    front["door"] = kind.head.get("door", "")
    front["lang"] = base.manifest.language
    if base.manifest.rights.noindex and item.documents:
        front["robots"] = "noindex"
    if kind.head.get("search") == "no":
        front["search"] = {"exclude": True}
    feed = feed_of(base.downloads, here)
    if feed:
        front["feed"] = feed
    if "hide" in kind.head:
        front["hide"] = kind.head["hide"].split()
    return front
