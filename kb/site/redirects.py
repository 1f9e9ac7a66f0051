"""Redirects: addresses without a page come in, small pages that lead on go out.

They are those that texts have on the site they come from, and those above a page of this site: who shortens an address
comes to the list its page is in.

An upstream address leads to the page that holds its text here, an anchor of it to the place of what stands there.
An address comes from a source: one that leaves the site, that no file system holds, or where something of this site
stands is refused with a diagnostic and never written.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import unquote

from markupsafe import Markup

from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose
from kb.html.quotes import curl
from kb.interface import Words
from kb.model import Document
from kb.paths import collision_key, path_problem
from kb.places.addresses import Place
from kb.places.base import Base
from kb.places.earlier import place_headings, version_page
from kb.site.trails import Trails
from kb.text import Span

REDIRECT_REFUSED = Code(
    "KB904",
    "redirect-refused",
    Severity.WARNING,
    "The address a text has on the site it comes from should lead to its page here; one that leaves the site, that a "
    "file system cannot hold, or where another page stands cannot, so links from elsewhere to it break.",
)
CODES = (REDIRECT_REFUSED,)

KEYS = ("permalink", "redirect_from")
LONGEST = 800
"""Bytes of an address: below what systems allow for a path, with room for the folder of the site."""
OWNED = frozenset(
    {"404.html", "assets", "downloads", "graph", "index.html", "objects.inv", "pagefind", "robots.txt", "search"}
    | {"sitemap.xml", "sitemap.xml.gz", "tags.json", "templates"}
)
"""What the builders and our own steps write at the root of a site; no upstream address lies in it."""

_PAGE = Markup(
    '<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="robots" content="noindex">\n'
    '<link rel="canonical" href="{canonical}">\n<link rel="icon" href="data:,">\n<script>{script}</script>\n'
    '<noscript><meta http-equiv="refresh" content="0; url={href}"></noscript>\n</head>\n'
    '<body>\n<main>\n<h1>{title}</h1>\n<p><a href="{href}">{there}</a></p>\n</main>\n</body>\n</html>\n'
)
_SCRIPT = (
    "var a={anchors},h=location.hash,k=h;try{{k=decodeURIComponent(h.slice(1))}}catch(e){{}}"
    "location.replace(Object.prototype.hasOwnProperty.call(a,k)?a[k]:{href}+h)"
)


@dataclass(frozen=True, slots=True)
class Redirect:
    """A file at an address without a page, where it leads with the title there, and where anchors stand that are not
    there."""

    file: str
    title: str
    there: Place
    anchors: Mapping[str, Place] = field(default_factory=dict, repr=False)


def build_redirects(
    base: Base, taken: Iterable[str], titles: Mapping[str, str], trails: Trails
) -> Outcome[Mapping[str, str]]:
    """The files that lead on, by path, and what was refused.

    `taken` are the paths of all other files of the site, `titles` those of its pages by address, `trails` the ways down
    to these.
    """
    files: dict[str, str] = {}
    kept = _Taken(taken)
    diagnostics: list[Diagnostic] = []
    moved = tuple(_find_moved(base, titles))
    declared = ((*each, *one) for key in KEYS for each in moved for one in _addresses(each[0], key))
    for document, found, address, span in declared:
        path, problem = _file_of(address)
        there = files.get(path)
        if path == f"{found.there.page}index.html" or there == (written := _write(base, replace(found, file=path))):
            continue
        problem = problem or kept.problem(path)
        if problem:
            message = f"address {address!a} does not lead to its page here: it {problem}"
            hint = "readers find the page in the lists; where the text is yours, give it another address"
            diagnostics.append(diagnose(REDIRECT_REFUSED, document.source, span, message, hint))
            continue
        kept.add(path)
        files[path] = written
    for page, retired in base.retired.items():
        path = f"{page}index.html"
        if page not in titles and not kept.problem(path):
            kept.add(path)
            first = retired[0].place
            anchors = {str(each.id): each.place for each in retired}
            files[path] = _write(base, Redirect(path, titles[first.page], Place(first.page), anchors))
    for path, above in _find_above(titles, trails):
        if not kept.problem(path):
            files[path] = _write(base, above)
    return Outcome(files, tuple(diagnostics))


class _Taken:
    """The paths a site has, as file systems that fold case and composition tell them apart."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.files: set[str] = set()
        self.folders: set[str] = set()
        for path in paths:
            self.add(path)

    def add(self, path: str) -> None:
        key = collision_key(path)
        self.files.add(key)
        self.folders.update(_above(key))

    def problem(self, path: str) -> str:
        """Why a file cannot stand at a path; empty when it can."""
        key = collision_key(path)
        if key in self.files or key in self.folders:
            return "is that of another page"
        return "lies inside another file" if any(each in self.files for each in _above(key)) else ""


def _above(key: str) -> Iterator[str]:
    return (key[:at] for at, char in enumerate(key) if char == "/")


def _addresses(document: Document, key: str) -> Iterator[tuple[str, Span]]:
    """The addresses a text declares under a key of its front matter, and where."""
    value = document.front_matter.get(key)
    text = document.source.text
    start = max(text.find(f"{key}:"), 0)
    for each in value if isinstance(value, list | tuple) else (value,):
        if isinstance(each, str):
            at = text.find(each, start)
            yield each, Span(at, at + len(each)) if at >= 0 else Span(start, start)


def _file_of(address: str) -> tuple[str, str]:
    """The file that stands at an upstream address, and why it may not."""
    path = unquote(address.strip().removeprefix("/"))
    if not path.endswith(".html"):
        path = f"{path.removesuffix('/')}/index.html" if path else "index.html"
    parts = path.split("/")
    if any(char in path for char in "#?"):
        return path, "has a query or an anchor"
    if len(path.encode("utf-8", "surrogatepass")) > LONGEST:
        return path, f"is longer than {LONGEST} bytes"
    problem = path_problem(path)
    if problem:
        return path, problem
    if any(part.startswith(".") for part in parts):
        return path, "is hidden: a part begins with a dot"
    if collision_key(parts[0]) in OWNED:
        return path, "is one the site keeps for itself"
    return path, ""


# Where texts stand


def _find_moved(base: Base, titles: Mapping[str, str]) -> Iterator[tuple[Document, Redirect]]:
    """Every text that has a page here, by path, with that page."""
    documents = {**base.kb.documents, **{each.document.source.path: each.document for each in base.kb.cards}}
    versions = {version.document.source.path: ident for ident, version in base.kb.versions.items()}
    stated = place_headings(base.lives)
    for path, document in sorted(documents.items()):
        page = base.addresses.pages.get(path)
        anchors = base.addresses.elsewhere.get(path, {})
        if page is None and path in versions:
            page, anchors = version_page(versions[path]), stated.get(versions[path], {})
        if page in titles and page is not None:
            yield (
                document,
                Redirect("", titles[page], Place(page), {k: v for k, v in anchors.items() if v != Place(page, k)}),
            )


def _find_above(titles: Mapping[str, str], trails: Trails) -> Iterator[tuple[str, Redirect]]:
    """The addresses above pages that are none themselves, by path: each leads to the list that most of its pages are
    in."""
    bare: dict[str, Counter[tuple[Place, str]]] = {}
    for page in titles:
        for above in (f"{each}/" for each in _above(page)):
            if above not in titles:
                bare.setdefault(above, Counter())[trails.over(page)] += 1
    for address, lists in bare.items():
        there, title = lists.most_common(1)[0][0]
        yield f"{address}index.html", Redirect(f"{address}index.html", title, there)


# Their pages


def _write(base: Base, moved: Redirect) -> str:
    """The page at an old address: it leads on by script, its anchor too, by itself without scripts, and by its link."""
    here = moved.file.rpartition("/")[0]
    words: Words = base.words
    href = moved.there.seen_from(f"{here}/" if here else "")
    anchors = {name: place.seen_from(f"{here}/" if here else "") for name, place in sorted(moved.anchors.items())}
    title = curl(moved.title)
    script = _SCRIPT.format(anchors=_literal(anchors), href=_literal(href))
    return str(
        _PAGE.format(
            lang=words.language,
            title=words("moved.title", title=title),
            canonical=f"{base.manifest.site}{moved.there.page}" if base.manifest.site else href,
            script=Markup(script),
            href=href,
            there=words("moved.there", title=title),
        )
    )


def _literal(value: object) -> str:
    """A value as a script has it, inside HTML."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c").replace("&", "\\u0026")
