"""Hints: the HTML of a page comes in, what is told of the things its links lead to goes out, for whoever hovers there.

Only what the page links to is told of, each once: a page does not grow with what there is, and hovering asks nothing of
elsewhere. A book, whose words readers wait for, has its hints in a script beside it; any other page in an attribute of
an element without words.
"""

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from html import unescape
from urllib.parse import unquote

from kb.html.inline import attributes
from kb.packing import pack

SCRIPT = "hints.js"
"""The name of the script, in the folder of its page."""
_LINK = re.compile(r'<a class="term" href="([^"#]+)(?:#([^"]*))?"')
Told = tuple[object, ...]
"""What is told of one thing, as the scripts of a page read it."""
Hints = Mapping[str, Mapping[str, object]]
"""The hints of one kind on a page: `told` by the addresses of links, and the `words` of the interface by their names in
the scripts. Empty where no link leads to a thing of the kind."""


def find_hints(
    told: Callable[[str, str], Told | None], body: str, here: str, words: Iterable[tuple[str, str]]
) -> Hints:
    """The hints of a kind for a page; `told` knows its things by their pages and their anchors there."""
    found: dict[str, Told] = {}
    for href, anchor in dict.fromkeys(_LINK.findall(body)):
        hint = told(posixpath.normpath(posixpath.join(here, href)) + "/", unquote(unescape(anchor)))
        if hint is not None:
            found[unescape(f"{href}#{anchor}" if anchor else href)] = hint
    return {"told": found, "words": {f"words{name.title()}": text for name, text in words}} if found else {}


def write_element(hints: Mapping[str, Hints]) -> str:
    """The hints of a page by their kinds, as an element without words; nothing without any."""
    kept = _kept(hints)
    return f'<div id="kb-hints" hidden{attributes((("data-hints", pack(kept)),))}></div>' if kept else ""


def write_script(hints: Mapping[str, Hints]) -> str:
    """The hints of a page by their kinds, as a script; nothing without any."""
    kept = _kept(hints)
    return f"window.kbHints={pack(kept)};\n" if kept else ""


def _kept(hints: Mapping[str, Hints]) -> Mapping[str, Hints]:
    return {kind: found for kind, found in hints.items() if found}
