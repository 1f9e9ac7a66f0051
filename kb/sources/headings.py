"""Headings cited by their words or their number: a text and a mention come in; the heading that is meant goes out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.model import Document, Heading, SectionId
from kb.naming.mentions import Mention, name_words
from kb.text import word_forms

LONGEST = 16
"""Words of the longest heading named behind another one."""
_NUMBER = re.compile(
    r"\W*(?:(?:section|rule|chapter|entry|question|annotation|item|no\.)s?\s+\W*(?=\d)|§+\s*|(?=\d+\.\d))(\d+(?:\.\d+)*[a-z]?)\W*",
    re.IGNORECASE,
)
"""A heading cited by the number before it: `section 2`, `(1.6)`, `rule 702.9a`; a lone `7` may be a page."""
_PART = re.compile(r"\W*(?:[^\W\d_A-Z]+\s+)*(?:[^\W\d_A-Z]+|[A-Za-z]*\.?\s*[#§]?\d[\w.–-]*|\d+[a-z]{2}\s[a-z]+)\W*")
"""A part of what a heading heads, in small letters or by its number: `second sentence`, `p. 14`."""
_PARTS_HEADINGS = ("/", ": ", " – ", " — ", " - ")
"""What parts a heading from the one above it, where both are named in one."""
REMARKED = re.compile(
    r"^(?:(?:all|both)\s+)?(?:entry|see|under|s\.\s?v\.)\s+|\s*(?:[(\[].*|[;:]\s+[^A-Z\"“].*|\s[–—-]+\s+[^A-Z].*|\s(?:entry|section))$"
)
"""What an editor remarks behind a heading: `(adapted)`, `; effective 3/4/84`."""
_NUMBERED = re.compile(
    r"\W*(?:(?:section|rule|chapter|question|annotation|item)\s+)?(\d+(?:\.\d+)*[a-z]?)(?!\.?\w)", re.IGNORECASE
)


def folded(name: str) -> str:
    """The words of a name in one form."""
    return " ".join(name_words(name))


def find_heading(document: Document, mention: Mention) -> SectionId | None:
    """The anchor of the one heading a mention names by its words or its number, below the others it names where several
    have these words; else of the heading in which it names a page or a part (`Oil, second sentence`)."""
    found: list[Heading] = []
    for words, above in _readings(mention):
        found = _headed(document, words)
        number = _NUMBER.fullmatch(words)
        if not found and number is not None:
            found = [each for each in document.headings if (own := _NUMBERED.match(each.text)) and own[1] == number[1]]
        if len(found) > 1 and above:
            found = [each for each in found if is_below(document, each, above[-1])]
        if found:
            break
    found = found or _headed_shortly(document, mention.heading or "")
    if not found and mention.path and _PART.fullmatch(mention.heading or ""):
        return find_heading(document, replace(mention, path=mention.path[:-1], heading=mention.path[-1]))
    return found[0].id if len(found) == 1 else None


def _readings(mention: Mention) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The headings that a mention may name, with those above: its last words, these with the ones before where a
    heading has commas, without a remark at their end, and the lowest behind a sign (`Dawn/Watches`)."""
    path, heading = mention.path, mention.heading or ""
    yield heading, path
    for first in range(len(path) - 1, -1, -1):
        yield ", ".join((*path[first:], heading)), path[:first]
    yield REMARKED.sub("", heading), path
    yield from lower_readings(mention)


def lower_readings(mention: Mention) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The lowest heading of a mention behind a sign that parts it from those above, with these."""
    for sign in _PARTS_HEADINGS:
        higher, _, lower = (mention.heading or "").rpartition(sign)
        if higher:
            yield lower.strip(), (*mention.path, higher.strip())


def _headed(document: Document, words: str) -> list[Heading]:
    wanted = folded(words)
    return [heading for heading in document.headings if folded(heading.text) == wanted]


def _headed_shortly(document: Document, words: str) -> list[Heading]:
    """The headings that words name behind the one above them, no sign between, or by their initials (`RbT`)."""
    tokens = words.split()
    lower = {folded(" ".join(tokens[cut:])): " ".join(tokens[:cut]) for cut in range(1, min(len(tokens), LONGEST))}
    headed = [each for each in document.headings if folded(each.text) in lower] if lower else []
    found = [each for each in headed if is_below(document, each, lower[folded(each.text)])]
    if found:
        return found
    short = len(tokens) == 1 and sum(map(str.isupper, words)) > 1
    return [each for each in document.headings if short and _abbreviates(words, each.text)]


def _abbreviates(short: str, heading: str) -> bool:
    """Whether words are a heading of several words by its initials (`RbT`) or by the beginnings of its words (`M/H
    Phase`)."""
    return any(_shortens(name_words(short), whole) for whole in (name_words(heading), word_forms(heading)))


def _shortens(words: Sequence[str], whole: Sequence[str]) -> bool:
    if len(whole) < 2:
        return False
    begun = len(words) == len(whole) and all(own.startswith(word) for own, word in zip(whole, words, strict=True))
    return begun or "".join(words) == "".join(word[0] for word in whole)


def is_below(document: Document, heading: Heading, words: str) -> bool:
    """Whether a heading stands below one that has some words, begins with them or is shortened to them."""
    wanted = word_forms(words)
    return any(
        folded(above.text) == folded(words)
        or word_forms(above.text)[: len(wanted)] == wanted
        or f"{folded(above.text)} ".startswith(f"{folded(words)} ")
        or _abbreviates(words, above.text)
        for above in headings_above(document, heading)
    )


def headings_above(document: Document, heading: Heading) -> Iterator[Heading]:
    """The headings that one stands below, from its own up."""
    level = heading.level
    for above in reversed(document.headings[: document.headings.index(heading)]):
        if above.level < level:
            level = above.level
            yield above
