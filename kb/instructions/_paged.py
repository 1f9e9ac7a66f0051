"""Places by the page of a printed book: the line above an erratum comes in, what it names there goes out; and an
operation on a part that is only counted, or called `this paragraph`, is put into the paragraph of its place.

`Page 9 – Shooting, third paragraph` names a section and a paragraph of it, `Page 9 – Cover, sidebar` a section and what
stands there.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from kb.instructions._operations import Add, Operation, Part, Remove, Rewrite
from kb.instructions._parts import NTH, NTHS
from kb.paging import cut_page

PRINTED_ON = re.compile(r"\s*\([^()]*\)\s*$")
"""Where something is printed, in brackets behind its name: `Iron Gate (p. 31)`."""
_PART = re.compile(rf"(?:the\s+)?(?P<nth>{NTHS})\s+(?:full\s+)?(?P<part>paragraph|sentence)", re.IGNORECASE)
_LAID = re.compile(r"(?:the\s+)?(?:sidebar|(?:text\s?)?box|(?:bullet(?:ed)?\s+)?list|table|caption)")
"""What stands on a page, by its kind."""


@dataclass(frozen=True, slots=True)
class Paged:
    """What stands on a page: names, the highest first, and the number of a paragraph there and of a sentence in it,
    each from 1, -1 for the last, 0 where none is named."""

    names: tuple[str, ...] = ()
    paragraph: int = 0
    sentence: int = 0


def read_paged(term: str) -> Paged | None:
    """What a line names behind the number of a page; None where it begins with none. What is written small (`sidebar`,
    `second column`) is no name."""
    place = cut_page(term)
    if place is None:
        return None
    parts = [part.strip(' []"“”') for part in place.split(",")]
    counted = count_parts(parts)
    return replace(counted, names=tuple(part for part in parts if part and not part.islower()))


def count_parts(parts: Iterable[str]) -> Paged:
    """The paragraph and the sentence that parts of a place count."""
    counted = {match["part"].lower(): NTH[match["nth"].lower()] for each in parts if (match := _PART.fullmatch(each))}
    return Paged((), counted.get("paragraph", 0), counted.get("sentence", 0))


def is_laid(part: str) -> bool:
    """Whether a part of a place says only how it is laid out on its page: `second sentence`, `sidebar`."""
    return _PART.fullmatch(part) is not None or _LAID.fullmatch(part) is not None


def bare_subject(term: str) -> str:
    """A subject without where it is printed."""
    return PRINTED_ON.sub("", term).strip()


def behind_subject(term: str, words: str) -> str:
    """Words without the subject in front of a colon, and where it is printed."""
    told = words.removeprefix(term)
    return re.sub(r"\A\s*(?:\([^()]*\))?\s*:\s*", "", told) if told != words else words


def in_paragraph(operation: Operation, paragraph: int, sentence: int) -> Operation:
    """An operation on a part without words of it, put into a paragraph of its section, or a sentence there; others as
    they are."""
    if sentence and isinstance(operation, Rewrite) and operation.part is None:
        return replace(operation, part=Part.SENTENCE, number=sentence, paragraph=paragraph)
    return _in_paragraph(operation, paragraph) if paragraph else operation


def _in_paragraph(operation: Operation, paragraph: int) -> Operation:
    match operation:
        case Rewrite(part=None) | Rewrite(part=Part.PARAGRAPH, number=0):
            return replace(operation, part=Part.PARAGRAPH, number=paragraph)
        case Remove(old="", within=(Part.PARAGRAPH, 0)):
            return replace(operation, within=(Part.PARAGRAPH, paragraph))
        case Rewrite(part=Part.SENTENCE, paragraph=0) | Remove(old="", within=(Part.SENTENCE, _), paragraph=0):
            return replace(operation, paragraph=paragraph)
        case Add(anchor=None, part=Part.PARAGRAPH, number=0) | Add(anchor=None, part=Part.TEXT, apart=None):
            return replace(operation, part=Part.PARAGRAPH, number=paragraph)
        case _:
            return operation
