"""Versions of one text: words that begin with its name and a row of numbers come in, the name of each version goes out.

`LRF 3 & 4`, `LRF 3, 4 and 6`, `LRF 9–11`, `LRF 9 to LRF 11`, `LRFs 3/4/6`, `LRF II and IV`; `LRF (all issues)` names
them all.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from kb.effective import DAY_OF_MONTH, MONTH
from kb.naming.mentions import BELOW, DOWN, ROMAN, Mention, name_words

MOST = 100
"""Versions that a range may name; a longer one names its ends."""
_NUMBER = rf"(?P<number>\d{{1,4}}+(?:\.\d{{1,4}}+)*+|(?<=[\s/–-]){ROMAN})"
_SERIES = re.compile(rf"(?P<name>[A-Z][^\d,;:()\[\]/]{{1,60}}?)\s*#?{_NUMBER}(?![\w.]*\w)")
_ALSO = re.compile(
    r"\s*(?:(?P<sure>,?\s*(?:&|and\b))|(?P<range>[–—-]|(?:to|through)\b)|[,/])\s*(?:#|[vV]\.?\s?)?"
    rf"(?!{DAY_OF_MONTH}){_NUMBER}(?![\w.-]*\w)(?!(?:st|nd|rd|th)?\s+(?i:{MONTH}),?\s+\d{{4}})"
)
"""A further number; the day of a date is none (`LRF 4 – 3 May 1999`)."""
_UP_TO = rf"\s*(?P<sure>(?!))?(?P<range>[–—-]|(?:to|through)\b)\s*NAME\s*#?{_NUMBER}(?![\w.-]*\w)"
"""The last of a range, with the name again (`LRF 9 to LRF 11`)."""
_EVERY = r"(?:all|both|each|every)(?:\s+(?:the|known|of\s+(?:its|the)))?\s+(?:issue|printing|version)s?"
EVERY = re.compile(rf"\W*(?:in\s+)?{_EVERY}\W*", re.IGNORECASE)
"""What stands behind the name of a text for all of its versions."""
_EVERY_BEHIND = re.compile(rf"\s*[(\[](?:in\s+)?{_EVERY}[)\]]?$", re.IGNORECASE)
EVERY_NEXT = re.compile(rf"\s*[,(\[]\s*(?:in\s+)?(?P<every>{_EVERY})(?!\w)[)\]]?", re.IGNORECASE)
"""The same directly behind the name."""
EVERY_OF = re.compile(rf"(?P<every>{_EVERY})\s+of\s+(?:the\s+)?", re.IGNORECASE)
"""What stands before it for them."""
DENIED = re.compile(
    r"(?:\s*[;,(\[–—]|\s-)\s*(?:(?:and|but)\s+)?(?:absent|missing|no\s+longer|not)\s+(?:yet\s+)?(?:from|in)\s[^;]*$",
    re.IGNORECASE,
)
"""What is said to lack the words, behind the texts that have them: `; not in LRF 2`."""
_ROW_ENDS = re.compile(rf"\s*(?:$|[,;:.)(\[\]–—{DOWN}§+]|/(?!\d)|[A-Z]|and\s|says?\b|{BELOW})")


@dataclass(frozen=True, slots=True)
class Row:
    """The versions of one text that a row of numbers names (`LRF 3 & 4`), each by its own name, and where it ends."""

    works: tuple[str, ...]
    end: int


def read_row(text: str, start: int, names: Collection[str]) -> Row | None:
    """The versions of one text that a row of numbers names; behind a comma or a stroke only numbers that it has."""
    series = _SERIES.match(text, start)
    if series is None:
        return None
    called = series["name"], series["name"].removesuffix("s")
    name = next((each for each in called if _has(each, series["number"], names)), None)
    if name is None:
        return None
    numbers, end = [_arabic(series["number"])], series.end()
    up_to = _UP_TO.replace("NAME", re.escape(series["name"]))
    while (also := _ALSO.match(text, end) or re.compile(up_to).match(text, end)) is not None:
        number = _arabic(also["number"])
        known = _has(name, number, names)
        if not (known or also["sure"] or also["range"]) or _order(number) <= _order(numbers[-1]):
            break
        if also["range"]:
            first, last = _order(numbers[-1])[0], _order(number)[0]
            between = range(first + 1, last if last - first <= MOST else first)
            numbers += [str(each) for each in between if _has(name, str(each), names)]
        numbers.append(number)
        end = also.end()
    if len(numbers) == 1 or not _ROW_ENDS.match(text, end):
        return None
    return Row(tuple(f"{name} {number}" for number in numbers), end)


def of_every(mention: Mention) -> Mention | None:
    """What a mention that names all versions of a text (`LRF (all issues), Oil`, `LRF, Oil (all issues)`) names in each
    of them; None for any other mention."""
    below = (*mention.path, *((mention.heading,) if mention.heading is not None else ()))
    kept = [_EVERY_BEHIND.sub("", part) for part in below if not EVERY.fullmatch(part)]
    work = _EVERY_BEHIND.sub("", mention.work or "")
    if not (work or mention.url) or (tuple(kept) == below and work == (mention.work or "")):
        return None
    return replace(mention, work=work or None, path=tuple(kept[:-1]), heading=kept[-1] if kept else None)


def without_every(lead: str) -> tuple[str, str]:
    """What stands before a link, without the words for all versions of what it links to, and these (`all issues of the
    [LRF](address)`)."""
    every = next((each for each in EVERY_OF.finditer(lead) if each.end() == len(lead)), None)
    return (lead[: every.start()], every["every"]) if every is not None else (lead, "")


def in_every(mention: Mention, every: str, tail: str) -> Mention:
    """A mention by a link, as one of all versions where the words before it say so, or those directly behind it."""
    behind = EVERY_NEXT.match(tail) if not every else None
    every = behind["every"] if behind is not None else every
    if not every:
        return mention
    if mention.heading is not None:
        return replace(mention, heading=f"{mention.heading} ({every})")
    return replace(mention, work=f"{mention.work or ''} ({every})".strip())


def _arabic(number: str) -> str:
    """A number as the corpus writes it: `4` for `IV`."""
    return number if number[0].isdigit() else name_words(f"No {number}")[-1]


def _has(name: str, number: str, names: Collection[str]) -> bool:
    return " ".join(name_words(f"{name} {number}")) in names


def _order(number: str) -> tuple[int, ...]:
    return tuple(map(int, number.split(".")))
