"""Hints: the HTML of a page comes in, what is told of the things its links lead to goes out, for whoever hovers there.

Only what the page links to is told of, each once, in one attribute of an element without words: a page does not grow
with what there is, and hovering asks nothing of elsewhere.
"""

import posixpath
import re
from collections.abc import Callable, Iterable
from html import unescape
from urllib.parse import unquote

from kb.html.inline import attributes
from kb.packing import pack

_LINK = re.compile(r'<a class="term" href="([^"#]+)(?:#([^"]*))?"')
Told = tuple[object, ...]
"""What is told of one thing, as the scripts of a page read it."""


def write_hints(
    kind: str, told: Callable[[str, str], Told | None], body: str, here: str, words: Iterable[tuple[str, str]]
) -> str:
    """The hints of a kind for a page; nothing where no link leads to a place that `told` knows, by its page and its
    anchor there. `words` are those of the interface, by their names in the scripts."""
    found: dict[str, Told] = {}
    for href, anchor in dict.fromkeys(_LINK.findall(body)):
        hint = told(posixpath.normpath(posixpath.join(here, href)) + "/", unquote(unescape(anchor)))
        if hint is not None:
            found[unescape(f"{href}#{anchor}" if anchor else href)] = hint
    if not found:
        return ""
    data = pack(found)
    said = ((f"data-words-{name}", text) for name, text in words)
    return f'<div id="kb-{kind}-hints" hidden{attributes(((f"data-{kind}s", data), *said))}></div>'
