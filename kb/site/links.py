"""Links between pages: the pages of a site come in, links that lead nowhere go out as diagnostics.

The builders do not look into HTML blocks, and nearly all of our pages are such blocks: this check is what
keeps a broken link or anchor from being published.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from html import unescape
from urllib.parse import unquote, urlsplit

from kb.diagnostics import Code, Diagnostic, Severity, diagnose_file

BROKEN_LINK = Code(
    "KB902",
    "broken-site-link",
    Severity.ERROR,
    "A link on a page of the site leads to a page or a place that the site does not have.",
)
DUPLICATE_ID = Code(
    "KB903",
    "duplicate-page-id",
    Severity.WARNING,
    "Two places of a page have one id: a link to it finds only the first. Usually two headings of a text, or a "
    "heading and an anchor, have the same words.",
)
CODES = (BROKEN_LINK, DUPLICATE_ID)

_HREF = re.compile(r'<a\b[^<>]*?\shref="([^"]*)"')
_ID = re.compile(r'<[a-z][a-z0-9]*\b(?:[^<>"]*"[^"]*")*?[^<>"]*\sid="([^"]*)"')
_HEADING_ID = re.compile(r"#+ .*\{: #(\S+)[^{}]*\}$")


def check_links(pages: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Every link between pages that leads nowhere, and every id a page has twice; `pages` go by address."""
    ids: dict[str, frozenset[str]] = {}
    for page, text in pages.items():
        headings = (line for line in text.split("\n") if line.startswith("#"))
        named = (match[1] for line in headings if (match := _HEADING_ID.match(line)))
        found = [unescape(each) for each in (*_ID.findall(text), *named)]
        ids[page] = frozenset(found)
        for twice in sorted(each for each, times in Counter(found).items() if times > 1):
            yield diagnose_file(DUPLICATE_ID, _file(page), f"the id `{twice}` stands more than once")
    for page, text in pages.items():
        for href in sorted(set(_HREF.findall(text))):
            problem = _problem(page, unescape(href), ids)
            if problem:
                yield diagnose_file(BROKEN_LINK, _file(page), f"link `{unescape(href)}` leads to {problem}")


def _problem(page: str, href: str, ids: Mapping[str, frozenset[str]]) -> str:
    parts = urlsplit(href)
    if parts.scheme or parts.netloc:
        return ""
    target = page
    if parts.path:
        joined = posixpath.normpath(posixpath.join(page, unquote(parts.path)))
        target = "" if joined == "." else joined + "/"
        if posixpath.splitext(parts.path)[1]:
            return ""
    if target not in ids:
        return f"no page (`{target}`)"
    anchor = unquote(parts.fragment)
    if anchor and anchor not in ids[target]:
        return f"no place `{anchor}` of `{target or 'home'}`"
    return ""


def _file(page: str) -> str:
    return f"{page}index.md"
