"""Printed pages: words that begin with the number of one come in, what stands there goes out.

Errata name their place as who holds the book finds it: `Page 22 – Missile Weapons table`, `p. 9, Line of Sight`. The
page is none of the text's words, and what stands there is no name of a thing but a place in the book.
"""

import re

_PAGED = re.compile(
    r"\W*(?:(?:on|in|at)\s+)?(?:pages?|pgs?\.?|pp?\.)\s*\d{1,4}(?:\s*(?:[–—-]|and|&)\s*\d{1,4})*"
    r"(?:\s*[–—:,;-]+\s+|\s+(?=\()|\s+(?-i:(?=[A-Z][a-z]))|\s*$)(?P<place>.*)",
    re.IGNORECASE | re.DOTALL,
)


def cut_page(words: str) -> str | None:
    """What words name behind the number of a printed page, perhaps nothing; None where they begin with none."""
    paged = _PAGED.match(words)
    return None if paged is None else paged["place"].strip().removeprefix("(").removesuffix(")").strip()
