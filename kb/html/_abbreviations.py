"""Abbreviations: text and what abbreviations mean come in; HTML goes out that tells it where they stand.

As kramdown does, the longest is taken, and only where no letter or figure stands beside it.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted(names, key=lambda name: (-len(name), name))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")


def abbreviate(text: str, meanings: Mapping[str, str]) -> str:
    """Text as HTML, its abbreviations with their meaning as title; one that means nothing is left as it is."""
    found: list[str] = []
    at = 0
    for match in _pattern(tuple(meanings)).finditer(text):
        title = meanings[match.group()]
        if title:
            found += (escape(text[at : match.start()], quote=False), f'<abbr title="{escape(title)}">')
            found += (escape(match.group(), quote=False), "</abbr>")
            at = match.end()
    return "".join((*found, escape(text[at:], quote=False)))
