"""Pages of every kind of a built site: the one with the most on it and the one with the least.

The kind of a page stands in its front matter, so a new kind of page is tested as soon as its template is there.
"""

import json
import re
from collections.abc import Mapping
from functools import cache

from kb.site.templates import find_kinds
from kb.tools.builders import read_templates
from tests.built import ROOT, Site

_KIND = re.compile(r"^kind: (.+)$", re.MULTILINE)


@cache
def kinds() -> frozenset[str]:
    return frozenset(kind.short for kind in find_kinds(read_templates(ROOT)))


def pages_by_kind(site: Site) -> Mapping[str, tuple[str, ...]]:
    """The addresses of all pages by kind, the longest page first; topics also by the part they belong to."""
    made = {address: path for address, path in site.pages().items() if (site.tree / address / "index.md").is_file()}
    sizes = {address: path.stat().st_size for address, path in made.items()}
    found: dict[str, list[str]] = {}
    for address in sorted(sizes, key=lambda each: (-sizes[each], each)):
        head = (site.tree / address / "index.md").read_text(encoding="utf-8").split("---\n", 2)[1]
        match = _KIND.search(head)
        assert match, f"`{address}` does not say of what kind it is"
        kind = json.loads(match.group(1))
        if kind == "topic":
            kind += " " + address.split("/")[1]
        found.setdefault(kind, []).append(address)
    return {kind: tuple(pages) for kind, pages in sorted(found.items())}


def longest_of_each(site: Site) -> tuple[str, ...]:
    return tuple(pages[0] for pages in pages_by_kind(site).values())


def both_ends_of_each(site: Site) -> tuple[str, ...]:
    return tuple(dict.fromkeys(page for pages in pages_by_kind(site).values() for page in (pages[0], pages[-1])))
