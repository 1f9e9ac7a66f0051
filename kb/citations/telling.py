"""An editor's account of other texts: a part of a footnote comes in; what it quotes of each and their names go out.

`The second printing has “A”, the third “B”`, `LRF 3 has the question: “A”`, `The words “A” are from LRF 3`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.footnotes.leading import MARKED, QUOTED, is_quoted
from kb.naming.calling import Known, end_of_work
from kb.text import word_forms

_WORD = re.compile(r"(?<!\w)(?:the\s+)?(?=[A-Z])", re.IGNORECASE)
_HAS = re.compile(
    r"\s*(?:[(\[][^()\[\]]{1,40}[)\]]\s*)?,?\s+(?:(?:also|still|which|it)\s+)*"
    r"(?:adds|added|gives|gave|has|had|prints|printed|reads?|says|said)(?:\s+(?:the\s+)?[a-z]+){0,2}[:,]?\s*"
)
"""What tells that a text has what is quoted behind it."""
_FURTHER = re.compile(r"\s*[:,]?\s*")
"""The same of a text behind another, whose verb counts for both."""
_WHENCE = re.compile(r"\W*(?:the\s+)?(?:paragraph|sentence|words?)\s+", re.IGNORECASE)
_FROM = re.compile(r"\s+(?:are|is|was|were|come|comes)\s+(?:(?:only|taken)\s+)?(?:from|in)\s+(?:the\s+)?")


@dataclass(frozen=True, slots=True)
class Account:
    """What is quoted, enough for a quotation, and the names of the texts it is from."""

    parts: tuple[str, ...]
    names: tuple[str, ...]


def read_account(part: str, known: Known) -> Account | None:
    """The account that a part of a footnote is, where it names the text of each quotation; None where it is none."""
    marked = list(MARKED.finditer(part))
    if not marked or is_quoted(part):
        return None
    names: list[str] = []
    at = 0
    for match in marked:
        name = _named_before(part[at : match.start()], known, further=bool(names))
        if name is None and len(marked) == 1 and _WHENCE.fullmatch(part[: match.start()]):
            name = _named_behind(part[match.end() :], known)
        if name is None:
            return None
        names.append(name)
        at = match.end()
    parts = (" ".join(match.group().split()) for match in marked)
    return Account(tuple(each for each in parts if len(word_forms(each)) >= QUOTED), tuple(names))


def _named_before(lead: str, known: Known, *, further: bool) -> str | None:
    """The name of the text that has what stands behind some words."""
    ways = (_HAS, _FURTHER) if further else (_HAS,)
    for name, end in _names_in(lead, known):
        if any(way.fullmatch(lead, end) for way in ways):
            return name
    return None


def _named_behind(rest: str, known: Known) -> str | None:
    """The name of the text that words before are from."""
    led = _FROM.match(rest)
    end = end_of_work(rest, led.end(), known.names) if led is not None else None
    return rest[led.end() : end] if led is not None and end is not None else None


def _names_in(text: str, known: Known) -> Iterator[tuple[str, int]]:
    """The names of texts in some words, and where each ends."""
    for match in _WORD.finditer(text):
        end = end_of_work(text, match.end(), known.names)
        if end is not None:
            yield text[match.end() : end], end
