"""Places in a text: words behind its name come in; which of them are a heading or a page, and where they end, goes out.

`LRF Turn Sequence`, `Harbour rules p. 33`, `LRF 4, Rulings by Term: Oil, second item`.
"""

import re
from collections.abc import Iterator

from kb.counting import FIRST_TEN
from kb.differences import FUNCTION_WORDS
from kb.naming.calling import LONGEST_NAME, Known, end_of_work, ends_of_words
from kb.naming.mentions import BELOW, DOWN, name_words
from kb.naming.versions import EVERY, read_row
from kb.text import word_forms

PAGE = r"(?:§+\s*\d[\w.]*|(?:pp?\.?|pages?|sections?|rules?|questions?|annotations?|nos?\.)\s*#?\d[\w.–-]*)"
_ITEM = (
    rf"(?:the\s+)?(?:{'|'.join(FIRST_TEN)}|last|\d{{1,3}}(?:st|nd|rd|th))\s+"
    r"(?:bullet|entry|item|line|paragraph|point|ruling|sentence)(?:\s+point)?\W*$"
)
SAME = re.compile(r"\s*(?:the\s+)?same\s+(?:heading|section|entry|place|term)[\s.]*", re.IGNORECASE)
"""The place that was cited before, in another text."""
_PLACE_OPENS = re.compile(
    rf"\s*(?:[,:/{DOWN}(\[]|§(?=\s*[^\W\d]))\s*(?:{BELOW})?[\"“]?|\s+(?:[–—-]{{1,3}}\s+|{BELOW}[\"“]?)?"
)
_PLACE = re.compile(rf"{PAGE}|\d+(?:\.\d+)*[a-z]?(?=\s*(?:[,:;.)\]]|$))", re.IGNORECASE)
_HEADINGS = re.compile(r"\s*;\s*|\s+(?:and|&)\s+")


def each_place(text: str, known: Known) -> Iterator[str]:
    """A citation as often as it names versions or headings: `LRF 3 & 4, Oil and Wick` is `LRF 3, Oil` and `LRF 3, Wick`
    and both of `LRF 4`."""
    row = read_row(text, 0, known.names)
    above, comma, last = text[row.end if row is not None else 0 :].rpartition(",")
    headings = _HEADINGS.split(last)
    whole = " ".join(name_words(last)) in known.subjects
    if whole or not all(" ".join(name_words(each)) in known.subjects for each in headings):
        headings = [last]
    for work in row.works if row is not None else ("",):
        yield from (f"{work}{above}{comma} {heading.strip()}" for heading in headings)


def ends_of_citation(text: str, start: int, known: Known) -> tuple[int, ...]:
    """Where a citation may end that begins at a place: behind the name of a text, and behind each place in it."""
    end = end_of_work(text, start, known.names)
    ends: list[int] = []
    while end is not None:
        ends.append(end)
        opened = _PLACE_OPENS.match(text, end)
        end = _end_of_place(text, opened.end(), known) if opened is not None else None
    return tuple(ends)


def _end_of_place(text: str, start: int, known: Known) -> int | None:
    """Where a heading of the texts or a place with a number ends that begins at a place, closing marks included."""
    page = _PLACE.match(text, start)
    if page is not None:
        end: int | None = page.end() - page.group().endswith(".")
    else:
        titled = text[start : start + 1].isupper()
        end = next(
            (e for e in ends_of_words(text, start) if titled and " ".join(name_words(text[start:e])) in known.subjects),
            None,
        )
    if end is not None and text[end - 1] in '"”':
        end -= 1
    if end is None or (text[start - 1] in '"“' and text[end : end + 1] not in {'"', "”"}):
        return None
    return end + len(text[end:]) - len(text[end:].lstrip('"”)]'))


def is_known_place(words: str, known: Known) -> bool:
    """Whether words are a place in a text, or a heading or card that its corpus has, however it is written."""
    return is_place(words) or " ".join(name_words(words)) in known.subjects


def is_place(words: str) -> bool:
    """Whether words are a heading, the longer ones with capitals, or a page or another place with a number."""
    forms = (form for form in re.findall(r"[^\W\d_]{4,}", words) if form not in FUNCTION_WORDS)
    titled = len(word_forms(words)) <= LONGEST_NAME and all(form[0].isupper() for form in forms)
    return titled or is_numbered_place(words) or any(each.fullmatch(words) for each in (EVERY, SAME))


def is_numbered_place(words: str) -> bool:
    """Whether words are a page or another place with a number (`p. 14`, `second item`)."""
    return re.match(rf"\s*(?:{PAGE}|{_ITEM})", words) is not None
