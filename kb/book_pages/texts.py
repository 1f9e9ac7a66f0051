"""Texts on pages: the parts of a rendered text come in, arranged under one heading of level 1 they go out."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kb.book_pages.headings import Ladder
from kb.html import HeadingPart, Part, TextPart


@dataclass(frozen=True, slots=True)
class Text:
    """A text arranged for its page, which has one heading of level 1.

    `title` is the text's own such heading when it has one only, as its first; what stands before it in the
    text then follows it. The other headings lie below it and skip no level. `last` is a heading at the end with
    nothing under it but the footnotes.
    """

    title: HeadingPart | None
    parts: tuple[Part, ...]
    last: HeadingPart | None


def arrange(parts: tuple[Part, ...]) -> Text:
    """A text's parts with its title and an empty last heading taken out."""
    tops = [part for part in parts if isinstance(part, HeadingPart) and part.level == 1]
    first = next((part for part in parts if isinstance(part, HeadingPart)), None)
    title = first if len(tops) == 1 and first is tops[0] else None
    kept = tuple(nest(part for part in parts if part is not title))
    last = kept[-1] if kept else None
    return Text(title, kept[:-1], last) if isinstance(last, HeadingPart) else Text(title, kept, None)


def nest(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts in their order, their headings one level below the one each lies under, which its source puts higher.

    Texts choose levels by how large they look: one of the fourth may stand right under the title. On a page a level
    says what lies under what, and readers who listen step through it. Headings side by side stay side by side. Those
    inside other blocks lie below the heading above them.
    """
    ladder = Ladder()
    for part in parts:
        if isinstance(part, HeadingPart):
            yield replace(part, level=ladder.step(part.level))
        else:
            yield TextPart(_nest_inner(part.html, ladder.next)) if "</h" in part.html else part


def _nest_inner(html: str, top: int) -> str:
    """The HTML of blocks with the headings in it no higher than a level, and none that skips one."""
    ladder, level = Ladder(top), top

    def leveled(found: re.Match[str]) -> str:
        nonlocal level
        if not found[1]:
            level = ladder.step(int(found[2]))
        return f"<{found[1]}h{level}"

    return _INNER.sub(leveled, html)


_INNER = re.compile(r"<(/?)h([1-6])\b")
