"""Addresses: what a text links to comes in, where it stands on this site goes out.

A link of a source names a page of the site it comes from. Where that page has a place here the link leads
there; where it has none it leads to the site it comes from, when the corpus says which; else there is no
link and the words stand alone. So no page ever holds a broken link.
"""

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import quote, unquote, urlsplit

from kb.html.clean import fragment, is_kept, may_be_placed
from kb.html.inline import Resolve, Target
from kb.model import Document
from kb.values import quick


@quick
@dataclass(frozen=True, slots=True)
class Place:
    """A place on this site: the address of its page (`rules/x/`, empty for home) and an anchor or nothing."""

    page: str
    anchor: str = ""

    def seen_from(self, here: str) -> str:
        """The relative address from another page, so that the site works wherever it lies."""
        tail = f"#{fragment(self.anchor)}" if self.anchor else ""
        if self.page == here:
            return tail or "./"
        return f"{_relative(self.page, here)}/{tail}"


@lru_cache(maxsize=100_000)
def _relative(page: str, here: str) -> str:
    """As `posixpath.relpath` says of two addresses of pages, which are asked for by the ten thousand."""
    to, of = ([part for part in each.split("/") if part] for each in (page, here))
    shared = 0
    for each, other in zip(to, of, strict=False):
        if each != other:
            break
        shared += 1
    return "/".join([".."] * (len(of) - shared) + to[shared:]) or "."


@dataclass(frozen=True, slots=True)
class BookPages:
    """The addresses of a book's pages."""

    emended: str
    published: str
    changes: str
    witnesses: str

    @classmethod
    def of(cls, work: str) -> "BookPages":
        """The addresses for the id of a work."""
        return cls(*(f"rules/{work}/{page}" for page in ("", "published/", "changes/", "witnesses/")))

    @staticmethod
    def edition(work: str, edition: str) -> str:
        """The address of a further edition."""
        return f"rules/{work}/editions/{edition}/"


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where documents (by path) stand here, and where their anchors do when not on the document's own page.

    `permalinks` are upstream addresses without their edges (`emended/harbour`). `notes` are the ids of footnotes and
    their markers on the pages of documents that show them. `site` is the upstream site where pages that are not here
    can be read; `earlier` says where to read of those that it has not: versions of a compendium before the newest, by
    permalink, each with the page of what it changed and those of what it states, by their anchors.
    """

    pages: Mapping[str, str]
    permalinks: Mapping[str, str]
    documents: Mapping[str, Document] = field(repr=False)
    elsewhere: Mapping[str, Mapping[str, Place]] = field(repr=False)
    host: str | None = None
    site: str | None = None
    notes: Mapping[str, frozenset[str]] = field(default_factory=dict, repr=False)
    earlier: Mapping[str, tuple[Place, Mapping[str, Place]]] = field(default_factory=dict, repr=False)

    def resolver(self, document: Document, here: str) -> Resolve:
        """The resolver of one document's links, as shown on the page `here`."""
        return lambda href: self.target(href, document, here)

    def target(self, href: str, document: Document, here: str) -> Target | None:
        """The target of an address written in a document; None when it leads nowhere."""
        href = href.strip()
        try:
            parts = urlsplit(href)
            ours = self.host is not None and parts.hostname == self.host
        except ValueError:
            return None
        if parts.scheme not in {"", "http", "https", "mailto"} or not href:
            return None
        if (parts.scheme or parts.netloc) and not ours:
            return (
                Target(_quoted(href), external=True) if _leads_out(parts.scheme, parts.netloc, _quoted(href)) else None
            )
        anchor = unquote(parts.fragment)
        if not parts.path and not ours:
            place = self.place(document.source.path, anchor)
            own = here, self.pages.get(document.source.path)  # there is nothing to go to on them
            return Target(place.seen_from(here)) if place and (place.anchor or place.page not in own) else None
        path = self._upstream_path(parts.path, document)
        place = self.place(self.permalinks.get(path.strip("/"), ""), anchor)
        if place is None and self.site is None and path.strip("/") in self.earlier:
            page, stated = self.earlier[path.strip("/")]
            place = stated.get(anchor, page)
        return Target(place.seen_from(here)) if place else self._upstream(path, parts.fragment)

    def text_at(self, href: str, document: Document) -> str:
        """The path of the text at hand that an address written in a document leads to; nothing where there is none."""
        try:
            parts = urlsplit(href.strip())
            ours = not parts.netloc or (self.host is not None and parts.hostname == self.host)
        except ValueError:
            return ""
        path = self._upstream_path(parts.path, document) if ours and parts.path else ""
        return self.permalinks.get(path.strip("/"), "")

    def _upstream(self, path: str, fragment: str) -> Target | None:
        """A page that is not here, on the site it comes from."""
        if self.site is None:
            return None
        return Target(_quoted(f"{self.site.rstrip('/')}{path}{'#' if fragment else ''}{fragment}"), external=True)

    def place(self, path: str, anchor: str) -> Place | None:
        """Where an anchor of a document stands here; its page alone when it has no such anchor."""
        moved = self.elsewhere.get(path)
        if moved is not None and anchor in moved:
            return moved[anchor]
        page = self.pages.get(path)
        if page is None:
            return None
        known = moved is None and anchor in self.documents[path].anchors and may_be_placed(anchor)
        known = known or anchor in self.notes.get(path, ())
        return Place(page, anchor if known else "")

    def _upstream_path(self, path: str, document: Document) -> str:
        """An absolute upstream path, from one relative to the document's permalink."""
        base = document.permalink or "/"
        joined = path if path.startswith("/") else posixpath.join(base, path)
        normal = posixpath.normpath(unquote(joined) or "/")
        slash = "/" if joined.endswith("/") and normal != "/" else ""
        return "/" + normal.lstrip("/") + slash


def _leads_out(scheme: str, host: str, href: str) -> bool:
    """Whether an address outside can be followed: it names a host without anybody's password (or somebody to write to),
    and a browser reads it."""
    return (scheme == "mailto" or bool(host and "@" not in host)) and is_kept(href if scheme else f"https:{href}")


def _quoted(href: str) -> str:
    """An address without the characters that none may hold (RFC 3986, appendix A): texts write them with blanks.

    Brackets stand around a host alone.
    """
    host = _HOST.match(href)
    end = host.end() if host else 0
    return href[:end] + _NEVER.sub(lambda found: quote(found.group()), href[end:])


_HOST = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:)?(?://[^/?#]*)?")
_NEVER = re.compile(r'[\x00-\x20\x7f"<>\\^`{|}\[\]]|%(?![0-9A-Fa-f]{2})')
