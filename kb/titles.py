"""Titles: words that name a work in running text come in, the work they mean goes out.

Rulings name a book by a part of its title and what kind of book it is: `Dragon Rules`, `the White Hand rules insert`,
`MEWH rules`. A name is only taken for a work's when nothing else of it is left over.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from kb.corpus import WorkEntry
from kb.model import Role
from kb.terms import name_key

_BOOK = r"(?:rule(?:s|book|sbook|s\s+book)?|insert|booklet|rules?\s+(?:insert|set|book))"
_KIND = re.compile(rf"\b{_BOOK}\b", re.IGNORECASE)
_SHEET = re.compile(
    r"\b(?:(?:official|latest|complete)\s+)?"
    r"(?:errata|erratum|corrections?|amendments?|changes|clarifications?|rulings?|faq|questions?(?:\s+and\s+answers)?)\b"
    r"(?:\s+(?:and|&)\s+(?:errata|corrections?|amendments?|changes|clarifications?|rulings?|faq|answers)\b)*"
    r"(?:\s+(?:for|of|to|in|on)\b(?:\s+the\b)?)?",
    re.IGNORECASE,
)
"""What a heading over errata and the like has about the name of the book: `Errata for Harbours`, `Harbours Errata`."""
_ARTICLE = "the"
"""The longest word that a name may have and its key has not."""
_SUBJECT = re.compile(
    rf"\W*(?:the\s+)?(?P<name>[^.:;,\"“”]{{1,60}}?)\s+{_BOOK}\b(?=\s*[,:]|\s+(?:need|should|has|have|is|are)\b)",
    re.IGNORECASE,
)
_SCOPE = re.compile(
    r"[\s*_]*(?:[(\[](?=[^()\[\]]{1,60}[)\]])|(?:in|for|under)\s+(?:the\s+)?)?"
    r"(?P<name>[^.:;,\"“”()\[\]]{1,60}?)(?:\s+only)?\s*[,:)\]]",
    re.IGNORECASE,
)
"""What may lead a ruling that is for one book: `SL, Weather: ...`, `[SL] ...`, `In the Saltline rules, ...`."""
_ONLY = re.compile(
    r"[(\[](?:in\s+|for\s+)?(?:the\s+)?(?P<name>[^.:;,\"“”()\[\]]{1,60}?)\s+only\.?[)\]]\W*$", re.IGNORECASE
)
_IN_BRACKETS = re.compile(
    r"\s*\((?:\d{4}|(?:(?:the\s+)?(?:first|1st|original)|all)\s+(?:editions?|printings?))\)$", re.IGNORECASE
)
"""What a heading says of the printing that is meant where it is the one at hand, or each."""
_ISSUE = re.compile(r"\s+(?:edition|issue|printing|version)$", re.IGNORECASE)


def names_work(words: str, work: WorkEntry) -> bool:
    """Whether words begin with a work as what they are about: `Dragon Rules, Hoards: Change ...`."""
    return find_subject(words, (work,)) is not None


def find_subject(words: str, works: Iterable[WorkEntry]) -> WorkEntry | None:
    """The first of some works that words begin with as what they are about, or None."""
    subject = _SUBJECT.match(words)
    for work in works:
        if (subject is not None and _is_name(subject["name"], work)) or cut_title(words, (work,)) is not None:
            return work
    return None


def find_scope(words: str, works: Sequence[WorkEntry]) -> WorkEntry | None:
    """The only work that words say they are for: one that they begin with (`Dragon Rules, Hoards: ...`), by its name or
    abbreviation in front, in brackets or behind `in` (`[DR] ...`, `In the Dragon Rules, ...`), or at the end of them
    with `only` (`... (Dragon Rules only)`). None where these speak of another one too."""
    subject = find_subject(words, works)
    if subject is not None:
        return subject
    for found in (_SCOPE.match(words), _ONLY.search(words)):
        name = found["name"] if found is not None else ""
        if _KIND.search(name) or any(name == work.abbreviation for work in works):
            meant = find_work(name, works)
            others = (
                each for work in works if work is not meant for each in (work.title, work.abbreviation, *work.names)
            )
            spoken = (each and re.search(rf"(?<!\w){re.escape(each)}(?!\w)", words, re.IGNORECASE) for each in others)
            return None if any(spoken) else meant
    return None


def cut_title(words: str, works: Iterable[WorkEntry]) -> tuple[WorkEntry, str] | None:
    """The work whose title with a colon words begin with, and what they say behind it from the next comma or colon on
    (`Saltline: Deep Water, 4.21: Change ...`)."""
    titles = [(title, work) for work in works for title in (work.title, *work.names) if ":" in title]
    for title, work in sorted(titles, key=lambda each: -len(each[0])):
        lead = _leading(title).match(words)
        if lead is not None:
            return work, words[lead.end() :]
    return None


@cache
def _leading(title: str) -> re.Pattern[str]:
    return re.compile(rf"\W*(?:the\s+)?{re.escape(title)}(?:\s+{_BOOK})?\s*(?=[,:])", re.IGNORECASE)


def find_work(name: str, works: Iterable[WorkEntry]) -> WorkEntry | None:
    """The only work that a name means (`Dragons Rules`, `MEWH`), or None."""
    bare = _KIND.sub(" ", name)
    found = [work for work in works if _is_name(bare, work)]
    return found[0] if len(found) == 1 else None


def name_editions(works: Sequence[WorkEntry]) -> dict[str, tuple[str, ...]]:
    """What else an editor calls the printings of the works, by the path of each: by any name of the work and what the
    title of the printing has behind that (`Harbours, Second Printing`, `HR Second Printing`, `HR Second`), and by this
    alone where one text of all has it. What two texts would be called is the name of neither."""
    every: dict[str, dict[str, None]] = {}
    for work in works:
        for edition in (each for each in work.editions if each.role is not Role.EMENDED):
            issue = _issue_of(edition.text.title, work)
            short = _ISSUE.sub("", issue)
            whole = (work.title, *work.names, *((work.abbreviation,) if work.abbreviation else ()))
            called = [f"{name}, {part}" for name in whole for part in (issue, short) if part]
            every[edition.text.path] = dict.fromkeys([*called, *([issue] if short != issue else [])])
    told = Counter(name_key(name) for names in every.values() for name in names)
    return {path: tuple(name for name in names if told[name_key(name)] == 1) for path, names in every.items()}


def _issue_of(title: str, work: WorkEntry) -> str:
    """What the title of a printing has behind the name of its work, without the word for its kind."""
    for name in sorted((work.title, *work.names), key=len, reverse=True):
        behind = re.match(rf"\W*(?:the\s+)?{re.escape(name)}\s*[,:(–—-]\s*(?P<issue>.+)", title, re.IGNORECASE)
        if behind is not None:
            return " ".join(_KIND.sub(" ", behind["issue"]).split()).strip(" ,.:()")
    return ""


def find_headed(heading: str, works: Iterable[WorkEntry]) -> WorkEntry | None:
    """The only work that a heading over errata or clarifications names (`Errata for Harbours`), perhaps with a printing
    in brackets behind it, or None."""
    named = _SHEET.sub(" ", heading).strip(" .,:-–—")
    return find_work(named, works) or find_work(_IN_BRACKETS.sub("", named), works)


def name_works(title: str, works: Sequence[WorkEntry], games: Iterable[str] = ()) -> tuple[WorkEntry, ...]:
    """The works that a title of a text names anywhere in it, by their whole names: what is a part of a longer name is
    none. Where it is only the name of the game, it may be any of them."""
    words = [word for word in _KIND.sub(" ", _SHEET.sub(" ", title)).split() if name_key(word)]
    names = {name_key(game) for game in games}
    longest = max((len(key) for work in works for key in _keys(work)), default=0) + len(_ARTICLE)
    sizes = range(min(len(words), longest), 0, -1)  # each word has a letter of the key or more, an article aside
    spans = ((end - size, end) for size in sizes for end in range(size, len(words) + 1))
    found: dict[str, WorkEntry] = {}
    taken: list[tuple[int, int]] = []
    for start, end in spans:
        name = " ".join(words[start:end])
        work = find_work(name, works) if all(end <= low or high <= start for low, high in taken) else None
        if work is None or (work.abbreviation and end - start > 1 and name_key(name) not in _keys(work)):
            continue
        taken.append((start, end))
        found.setdefault(str(work.id), work)
        if name_key(name) in names:
            found.update((str(each.id), each) for each in works)
    return tuple(found.values())


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
