"""The site: a knowledge base and page templates come in, the text of every page and file goes out by path.

Pure: no file is read or written here. Every page is Markdown for the builder of the site, most of it HTML
blocks that the builder leaves alone; links between pages are checked before they are handed over.

`templates` name what there is a page for each of, `collections` and `emending` make these, by `kb.places` and the pages
of rulings, cards and books. `trails` lead down to each page and `redirects` on to it; `links` checks that all lead
somewhere, `alike` tells those of one name apart; `hinting`, `card_hints` and `term_hints` tell what stands behind a
link that somebody hovers over; `booklets` are for a press; `peeking` says what of the site an edit shows first.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from types import MappingProxyType

from jinja2 import Environment

from kb.book_pages.judged import judge_books
from kb.book_pages.records import prove_books
from kb.book_pages.states import find_states
from kb.book_pages.text_pages import name_other_texts
from kb.book_pages.witness_page import build_downloads
from kb.card_pages.lore import gather_lore
from kb.diagnostics import Outcome
from kb.graph import Kb
from kb.html.clean import showable
from kb.html.quotes import curl
from kb.paths import collision_key
from kb.places.base import Base, find_claimed
from kb.places.downloads import Files, feed_of
from kb.places.items import Item
from kb.places.sheets import name_answers
from kb.places.spinning import spin_web
from kb.places.terms import link_terms
from kb.places.unbroken import Names
from kb.places.web_files import write_web
from kb.queries.unfollowed import find_unfollowed
from kb.site import links, redirects
from kb.site.card_hints import CardHints
from kb.site.collections import COLLECTIONS
from kb.site.hinting import SCRIPT, write_element, write_script
from kb.site.peeking import find_quoting, peek
from kb.site.templates import HELD, NAMING, PageKind, find_held, find_kinds, front_matter, lay_out, open_environment
from kb.site.term_hints import TermHints
from kb.site.trails import Trails, find_trails

__all__ = [
    "Pages",
    "Tree",
    "build_downloads",
    "build_tree",
    "find_quoting",
    "peek_pages",
    "peek_texts",
]

NONE: Files = MappingProxyType({})
READER = HELD["reader"]
"""What a page has that is read as a book."""
Pages = Iterator[tuple[str, str]]
"""Pages as Markdown with their paths, each made when it is asked for; the script of its hints, if any, before it."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A site by path: its pages as Markdown (`rules/x/index.md`), and the files beside them, which stay as they are."""

    pages: Mapping[str, str] = field(repr=False)
    files: Mapping[str, str] = field(repr=False)
    base: Base = field(repr=False)
    """What they were made from."""


def build_tree(
    kb: Kb, templates: Mapping[str, str], downloads: Files = NONE, others: Iterable[str] = ()
) -> Outcome[Tree]:
    """The pages of the site and what lies beside them, with diagnostics about what they were made from.

    `templates` go by name: `pages/*.md.j2` are kinds of page, the others are what these include; `downloads` are the
    files of data that the site has beside its pages, by format; `others` the paths of all files that it gets from
    elsewhere. Raises TemplateFaultError or a Jinja error for a template that is at fault, ValueError for bare files.
    """
    base = open_base(kb, downloads)
    planned = tuple(_plan(base, templates))
    taken = (*(f"{each.page}index.html" for each in planned), *others)
    titles = {each.page: each.title for each in planned}
    moved = redirects.build_redirects(base, taken, titles, _find_trails(base, planned))
    base.report(moved.diagnostics)
    written = dict(_Writer.of(base, templates, planned).write(planned))
    base.report(links.check_links({page: each.text for page, each in written.items()}))
    made = {f"{page}index.md": written[page].text for page in sorted(written, key=collision_key)}
    told = {page + SCRIPT: each.hints for page, each in written.items() if each.hints}
    return Outcome(Tree(made, {**moved.value, **told, **write_web(base.web)}, base), tuple(base.diagnostics))


def peek_pages(
    kb: Kb, templates: Mapping[str, str], known: Base, texts: Collection[str], watched: Collection[str]
) -> tuple[Base, tuple[Pages, Pages]]:
    """The pages where some edited texts (paths) are read, and those (addresses) that somebody looks at: for a preview.

    They come in two rounds, those that somebody looks at first; none is made before it is asked for.
    `known` is the base of the tree, or of the look before; that of this look is given back for the next one.
    `kb.site.peeking` says what is still taken from it.
    """
    base, glance = peek(kb, known, texts, watched)
    planned = tuple(_plan(base, templates))
    wanted = [each for each in planned if glance.wants(each.kind.each, each.page, each.item)]
    rounds = ([each for each in wanted if (each.page in watched) is first] for first in (True, False))
    writer = _Writer.of(base, templates, planned)
    first, second = (_lay(writer.write(each)) for each in rounds)
    return base, (first, second)


def peek_texts(
    kb: Kb, templates: Mapping[str, str], known: Base, texts: Collection[str], watched: Collection[str]
) -> Pages:
    """Of the pages that `peek_pages` makes those that somebody looks at and that need little of what texts say beside
    each other; where an edited text is read first. Of works that quote edited rulings (`find_quoting`) `kb` has to know
    the authorities as they are now."""
    base, glance = peek(kb, known, texts, watched, at_once=True)
    planned = tuple(_plan(base, templates))
    wanted = [each for each in planned if glance.wants_at_once(each.kind.each, each.page, each.item)]
    wanted.sort(key=lambda each: not each.item.shows(texts))
    yield from _lay(_Writer.of(base, templates, planned).write(wanted))


def _lay(written: Iterable[tuple[str, "_Written"]]) -> Pages:
    """Pages by their paths, the hints of each before it."""
    for page, each in written:
        if each.hints:
            yield page + SCRIPT, each.hints
        yield f"{page}index.md", each.text


def open_base(kb: Kb, downloads: Files = NONE) -> Base:
    """What the pages of a knowledge base are made from."""
    base = Base.of(kb)
    base.downloads = downloads
    base.terms = link_terms(base)
    base.asked = name_answers(base.answers.every, base.terms)
    base.lore = gather_lore(base)
    base.unfollowed = find_unfollowed(kb)
    base.proofs, base.judged = prove_books(kb), judge_books(kb)
    base.claimed = find_claimed(base.judged)
    base.states = find_states(base)
    base.web = spin_web(base)
    return base


@dataclass(frozen=True, slots=True)
class _Written:
    """A page as it was made: its Markdown, and the script of its hints, or nothing."""

    text: str = field(repr=False)
    hints: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class _Writer:
    """What writes pages: what they are made from, their templates, what all of them are told."""

    base: Base = field(repr=False)
    environment: Environment = field(repr=False)
    trails: Trails = field(repr=False)
    names: Names = field(repr=False)
    cards: CardHints = field(repr=False)
    terms: TermHints = field(repr=False)

    @classmethod
    def of(cls, base: Base, templates: Mapping[str, str], planned: Iterable["_Planned"]) -> "_Writer":
        """What writes some of all pages planned."""
        environment = base.kb.memory.ask(open_environment, templates, base.words.language)
        names = Names.of(base.manifest)
        return cls(base, environment, _find_trails(base, planned), names, CardHints.of(base), TermHints.of(base))

    def write(self, wanted: Iterable["_Planned"]) -> Iterator[tuple[str, _Written]]:
        """The wanted pages, each with its address, made when it is asked for."""
        base = self.base
        for each in wanted:
            here, item = each.page, each.item
            trail = self.trails.of(here, each.named)
            template = self.environment.get_template(each.kind.name)
            body = template.render(view=item.view(here), item=item, base=base, here=here, **_words(base, here))
            beside, within = self._hint(body, here)
            front = _front(base, each, body)
            if beside:
                front["hints"] = SCRIPT
            yield here, _Written(front_matter(front) + lay_out(self.names.keep(str(trail) + body + within)), beside)

    def _hint(self, body: str, here: str) -> tuple[str, str]:
        """The hints of a page: as the script beside it, and as what stands in it."""
        told = {"cards": self.cards.for_page(body, here)}
        if READER not in body:
            return "", write_element(told)
        return write_script(told | {"terms": self.terms.for_page(body, here)}), ""


def _find_trails(base: Base, planned: Iterable["_Planned"]) -> Trails:
    return find_trails(base, {each.page: each.short for each in planned})


@dataclass(frozen=True, slots=True)
class _Planned:
    """A page to be made: its kind, what it is of, its address, its title, and its name in the trails of others.

    `named` is what its own trail ends with, empty for a page that its heading names well enough."""

    kind: PageKind
    item: Item
    page: str
    title: str
    short: str
    named: str


def _plan(base: Base, templates: Mapping[str, str]) -> Iterator[_Planned]:
    """Every page there will be, kind by kind."""
    for kind in find_kinds(templates):
        for item in COLLECTIONS[kind.each](base):
            page = kind.page.format_map({"item": item}) if kind.page != "home" else ""
            named = _said(base, item, kind.head.get("crumb", ""))
            title = _said(base, item, kind.title)
            yield _Planned(kind, item, page, title, named or title, named)


def _said(base: Base, item: Item, pattern: str) -> str:
    """What a pattern of a template's head says of an item."""
    if pattern.startswith("="):
        return base.words(pattern[1:], title=item.title, **item.extra)
    return pattern.format_map({"item": item, "corpus": base.manifest})


def _words(base: Base, here: str) -> dict[str, object]:
    """What every template may call: words, dates, addresses, counts by severity."""
    return {"t": base.words, "date": base.words.time, "url": lambda page, anchor="": base.url(page, anchor, here)}


def _doors(base: Base) -> dict[str, bool]:
    """The doors behind which there may be nothing, by their names in mkdocs.yml, and whether something is."""
    kb = base.kb
    return {
        "Rules": any(book.editions for book in kb.books.values()) or bool(name_other_texts(base, "")),
        "Rulings": bool(kb.versions or kb.sheets),
        "Cards": bool(base.cards.placed),
    }


def _front(base: Base, planned: _Planned, body: str) -> dict[str, object]:
    """The front matter of a page: what the theme needs to know about it.

    The theme writes titles and descriptions into the page as they are, so they come to it as HTML, with the quotation
    marks of the page's own heading.
    """
    kind, item = planned.kind, planned.item
    front: dict[str, object] = {"title": escape(showable(curl(planned.title))), "kind": kind.short}
    said = _said(base, item, kind.head.get("description", "{corpus.description}"))
    front["description"] = escape(showable(curl(said)))
    front["door"] = kind.head.get("door", "")
    shut = [door for door, there in _doors(base).items() if not there]
    if shut:
        front["shut"] = shut
    front["lang"] = base.manifest.language
    behind = front["door"] in shut and planned.page == f"{str(front['door']).lower()}/"
    if behind or (base.manifest.rights.noindex and item.documents):  # the builder needs the page of a door that is shut
        front["robots"] = "noindex"
    if kind.head.get("search") == "no":
        front["search"] = {"exclude": True}
    held = find_held(body)
    if held:
        front["holds"] = held
    feed = feed_of(base.downloads, planned.page)
    if feed:
        front["feed"] = feed
    if "template" in kind.head:
        front["template"] = kind.head["template"]
    front.update({key: kind.head[key].split() for key in NAMING if key in kind.head})
    return front
