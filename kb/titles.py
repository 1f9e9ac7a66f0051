"""Titles: words that name a work in running text come in, the work they mean goes out.

Rulings name a book by a part of its title and what kind of book it is: `Dragon Rules`, `the White Hand rules insert`,
`MEWH rules`. A name is only taken for a work's when nothing else of it is left over.
"""

import re
from collections.abc import Iterable, Iterator

from kb.corpus import WorkEntry
from kb.terms import name_key

_BOOK = r"(?:rule(?:s|book|sbook|s\s+book)?|insert|booklet|rules?\s+(?:insert|set|book))"
_KIND = re.compile(rf"\b{_BOOK}\b", re.IGNORECASE)
_SUBJECT = re.compile(
    rf"\W*(?:the\s+)?(?P<name>[^.:;,\"“”]{{1,60}}?)\s+{_BOOK}\b(?=\s*[,:]|\s+(?:need|should|has|have|is|are)\b)",
    re.IGNORECASE,
)


def names_work(words: str, work: WorkEntry) -> bool:
    """Whether words begin with a work as what they are about: `Dragon Rules, Hoards: Change ...`."""
    subject = _SUBJECT.match(words)
    return subject is not None and _is_name(subject["name"], work)


def find_work(name: str, works: Iterable[WorkEntry]) -> WorkEntry | None:
    """The only work that a name means (`Dragons Rules`, `MEWH`), or None."""
    bare = _KIND.sub(" ", name)
    found = [work for work in works if _is_name(bare, work)]
    return found[0] if len(found) == 1 else None


def _is_name(name: str, work: WorkEntry) -> bool:
    if work.abbreviation and re.search(rf"\b{re.escape(work.abbreviation)}\b", name):
        return True
    return name_key(name) != "" and name_key(name) in set(_keys(work))


def _keys(work: WorkEntry) -> Iterator[str]:
    """The keys of all a work is called: title, other names, the title without the name of the game before a colon,
    each without the word for its kind."""
    for title in (work.title, *work.names):
        for part in (title, title.rpartition(":")[2]):
            yield name_key(_KIND.sub(" ", part))
