"""The addresses a built site names, read from its bytes alone, and those that lead nowhere.

Shares no code with the program's own check (`kb.site.links`), which reads the pages before a builder made HTML of
them: this one reads what a browser gets, with the theme's links, the files of data and the map of the site.
"""

import json
import re
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

NOWHERE = "https://site.test/"
"""Where a site without an address of its own is taken to lie."""
_ADDRESSES = {"href", "src", "action", "poster", "data-src", "data-feed"}
_OWN_META = {"og:url", "og:image", "twitter:image"}
_ATOM = "{http://www.w3.org/2005/Atom}"
_SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
_INVENTORY_LINE = re.compile(r"^.+?\s+\S+:\S+\s+-?\d+\s+(\S*)\s+.*$")


@dataclass(slots=True)
class Named:
    """What one page names: the places it has, the addresses it leads to."""

    ids: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.named = Named()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if "id" in said:
            self.named.ids.add(said["id"])
        if tag == "a" and "name" in said:
            self.named.ids.add(said["name"])
        self.named.links.update(said[name] for name in _ADDRESSES & said.keys())
        for part in said.get("srcset", "").split(","):
            if part.strip():
                self.named.links.add(part.split()[0])
        if tag == "meta" and said.get("property", said.get("name")) in _OWN_META:
            self.named.links.add(said.get("content", ""))
        if tag == "meta" and said.get("http-equiv", "").casefold() == "refresh":
            self.named.links.add(said.get("content", "").partition("=")[2].strip(" '\""))


def read_page(html: str) -> Named:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.named


@dataclass(slots=True)
class BuiltSite:
    """A site on the disk, and the address it is meant for."""

    folder: Path
    url: str = NOWHERE
    _read: dict[Path, Named] = field(default_factory=dict)

    def broken(self) -> list[str]:
        """`page: address: what is wrong`, for every address of every page and file that leads nowhere."""
        return sorted({f"{where}: {address}: {wrong}" for where, address, wrong in self._all_broken()})

    def _all_broken(self) -> Iterator[tuple[str, str, str]]:
        for where, address in (*self._of_pages(), *self._of_files()):
            wrong = self._problem(where, address)
            if wrong:
                yield where, address, wrong

    def count(self) -> int:
        """How many addresses are looked at."""
        return sum(1 for _ in (*self._of_pages(), *self._of_files()))

    def _of_pages(self) -> Iterator[tuple[str, str]]:
        for path in sorted(self.folder.rglob("*.html")):
            where = path.relative_to(self.folder).as_posix()
            for address in sorted(self.names(path).links):
                yield where, address

    def _of_files(self) -> Iterator[tuple[str, str]]:
        """Addresses in files that programs read: the map of the site, feeds, the inventory, the builder's index.

        All but feeds are read from the top of the site, wherever the file lies.
        """
        for path in sorted(path for path in self.folder.rglob("*") if path.is_file()):
            where = path.relative_to(self.folder).as_posix()
            for address in _addresses(path):
                yield where, address if path.suffix == ".atom" else urljoin(self.url, address)

    def names(self, path: Path) -> Named:
        if path not in self._read:
            self._read[path] = read_page(path.read_text(encoding="utf-8"))
        return self._read[path]

    def _problem(self, where: str, address: str) -> str:
        own = urlsplit(self.url)
        try:
            whole = urlsplit(urljoin(self.url + where, address.strip()))
        except ValueError:
            return "is no address"
        if whole.scheme not in {"http", "https"}:
            return "" if whole.scheme in {"mailto", "data"} else f"asks for `{whole.scheme}`"
        if whole.netloc != own.netloc:
            return ""
        path = unquote(whole.path)
        inside = path.removeprefix(unquote(own.path)) if path.startswith(unquote(own.path)) else None
        return "lies outside the site" if inside is None else self._lacks(inside, unquote(whole.fragment))

    def _lacks(self, path: str, place: str) -> str:
        target = self.folder / path
        if path.endswith("/") or not path:
            target /= "index.html"
        if not target.is_file():
            return "is not there"
        if place and target.suffix == ".html" and place not in self.names(target).ids:
            return f"has no place `{place}`"
        return ""


def _addresses(path: Path) -> Iterable[str]:
    if path.suffix == ".atom":
        return _of_feed(path.read_bytes())
    if path.name == "sitemap.xml":
        return [each.text or "" for each in ET.fromstring(path.read_bytes()).iter(f"{_SITEMAP}loc")]
    if path.name == "objects.inv":
        return _of_inventory(path.read_bytes())
    if path.name == "search_index.json":
        return [each["location"] for each in json.loads(path.read_bytes())["docs"]]
    return ()


def _of_feed(data: bytes) -> list[str]:
    tree = ET.fromstring(data)
    return [link.get("href", "") for link in tree.iter(f"{_ATOM}link")]


def _of_inventory(data: bytes) -> list[str]:
    """The targets of a Sphinx inventory: four lines of head, then lines that are packed."""
    lines = zlib.decompress(data.split(b"\n", 4)[4]).decode().splitlines()
    found = []
    for line in lines:
        match = _INVENTORY_LINE.match(line)
        assert match, line
        address = match.group(1)
        name = line.split(":", 1)[0].rsplit(None, 1)[0]
        found.append(address[:-1] + name if address.endswith("$") else address)
    return found
