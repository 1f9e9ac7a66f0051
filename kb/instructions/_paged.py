"""Places by the page of a printed book: the line above an erratum comes in, what it names there goes out; and an
operation on a part that is only counted, or called `this paragraph`, is put into the paragraph of its place.

`Page 9 – Shooting, third paragraph` names a section and a paragraph of it, `Page 9 – Cover, sidebar` a section and what
stands there.
"""

import re
from dataclasses import dataclass, replace

from kb.instructions._operations import Add, Operation, Part, Remove, Rewrite
from kb.instructions._parts import NTH, NTHS
from kb.paging import cut_page

_PARAGRAPH = re.compile(rf"(?:the\s+)?(?P<nth>{NTHS})\s+(?:full\s+)?paragraph", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Paged:
    """What stands on a page: names, the highest first, and the number of a paragraph there, 0 where none is named."""

    names: tuple[str, ...]
    paragraph: int = 0


def read_paged(term: str) -> Paged | None:
    """What a line names behind the number of a page; None where it begins with none. What is written small (`sidebar`,
    `second column`) is no name."""
    place = cut_page(term)
    if place is None:
        return None
    parts = [part.strip(' []"“”') for part in place.split(",")]
    counted = [NTH[match["nth"].lower()] for part in parts if (match := _PARAGRAPH.fullmatch(part))]
    return Paged(tuple(part for part in parts if part and not part.islower()), counted[0] if counted else 0)


def in_paragraph(operation: Operation, paragraph: int) -> Operation:
    """An operation on a part without words of it, put into a paragraph of its section; others as they are."""
    match operation:
        case Rewrite(part=None) | Rewrite(part=Part.PARAGRAPH, number=0):
            return replace(operation, part=Part.PARAGRAPH, number=paragraph)
        case Remove(old="", within=(Part.PARAGRAPH, 0)):
            return replace(operation, within=(Part.PARAGRAPH, paragraph))
        case Rewrite(part=Part.SENTENCE, paragraph=0) | Remove(old="", within=(Part.SENTENCE, _), paragraph=0):
            return replace(operation, paragraph=paragraph)
        case Add(anchor=None, part=Part.PARAGRAPH, number=0) | Add(anchor=None, part=Part.TEXT, apart=False):
            return replace(operation, part=Part.PARAGRAPH, number=paragraph)
        case _:
            return operation
