"""Blocks of which a page may show nothing: clean HTML comes in, the same goes out with such blocks told by their class.

A page hides words in some of its states: what was removed in a clean text, a removed word of no substance among the
changes. A block with no other words (an item, a row, a fold) would stay behind as a bullet, a line, a fold without a
name; it has the class `emptied`, and goes where its words go. A fold of which the name alone would be lacking is
written as a plain box, since nobody could open it.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from kb.html.clean import BLOCK, TAG, VOID, name_of

_CLASS = re.compile(r' class="([^"]*)"')
_PASSING = frozenset({"beside", "gone", "sister", "slight", "was", "why"})
"""The classes of what one state of a page or another does not show; `slight` only of what was removed."""
_MARKER = re.compile(r'<sup id="fnref:')
_PLACES = frozenset({"caption", "hr", "summary", "td", "th"})
"""Blocks that stay where they are: the grid of a table, the name of a fold."""
_WORTH = re.compile(rf'<details\b|class="(?:[^"]* )?(?:{"|".join(sorted(_PASSING))})[ "]|{_MARKER.pattern}')


@dataclass(slots=True)
class _Element:
    """An open element: its name, the part that is its start tag, whether it passes or is only heard, which of its words
    pass or last."""

    name: str
    at: int
    passes: bool = False
    heard: bool = False
    lasting: bool = False
    passing: bool = False
    name_of: list[int] = field(default_factory=list)
    """Of a fold: the tags of a name that no state or not every state shows."""
    bare: bool = False
    """Whether what passes stands last in it, without words: a line behind it is what was removed."""


@lru_cache(maxsize=1_000)
def tell_emptied(html: str) -> str:
    """The HTML with the outermost of its blocks that may be left without words told by their class.

    Most sections of a book are the same in each of its states.
    """
    if not _WORTH.search(html):
        return html
    parts = TAG.split(html)
    reading = _Reading(parts)
    reading.read()
    for at in reading.emptied:
        parts[at] = _as_emptied(parts[at])
    return "".join(parts)


def is_emptied(html: str) -> bool:
    """Whether all words of some HTML are such as one state or another of a page does not show, and there are any."""
    if not _WORTH.search(html):
        return False
    reading = _Reading(TAG.split(html))
    reading.read()
    return reading.whole.passing and not reading.whole.lasting


class _Reading:
    """Goes over the parts of some HTML, every second one a tag, all of them balanced."""

    def __init__(self, parts: list[str]) -> None:
        self.parts = parts
        self.whole = _Element("", -1)
        self.open = [self.whole]
        self.emptied: list[int] = []
        """The start tags of blocks that may be left without words, none inside of another."""

    def read(self) -> None:
        """Find the blocks; folds without a name become boxes."""
        for at, part in enumerate(self.parts):
            if not at % 2:
                if part.strip() and not self.open[-1].heard:
                    self.open[-1].lasting, self.open[-1].bare = True, False
            elif part.startswith("</"):
                self._close(at)
            else:
                self._start(at, part)

    def _start(self, at: int, tag: str) -> None:
        name = name_of(tag)
        if name not in VOID:
            classes = _classes(tag)
            self.open.append(_Element(name, at, _passes(name, classes, tag), "vh" in classes))
        elif name == "hr" and self.open[-1].bare:
            self.open[-1].passing = True
        elif name == "hr":
            self.open[-1].lasting = True

    def _close(self, at: int) -> None:
        element, parent = self.open.pop(), self.open[-1]
        parent.passing = parent.passing or element.passing or (element.passes and element.lasting)
        parent.lasting = parent.lasting or (element.lasting and not element.passes)
        parent.bare = element.passes and not element.lasting and not element.passing
        emptied = element.passing and not element.lasting
        if element.name == "summary" and not element.lasting:
            parent.name_of = [element.at, at, *([element.at] if emptied else [])]
        if element.name == "details" and element.name_of and not emptied:
            self._unfold(element, at)
        elif emptied and element.name in BLOCK - _PLACES:
            self._tell(element.at)

    def _tell(self, at: int) -> None:
        while self.emptied and self.emptied[-1] > at:
            self.emptied.pop()
        self.emptied.append(at)

    def _unfold(self, fold: _Element, end: int) -> None:
        """Write a fold as a box, and so its name."""
        begin, finish, *emptied = fold.name_of
        for at in (fold.at, begin, finish, end):
            self.parts[at] = re.sub(r"(?<=<)(?:details|summary)|(?<=</)(?:details|summary)", "div", self.parts[at])
            self.parts[at] = self.parts[at].replace(' open=""', "") if at == fold.at else self.parts[at]
        self.emptied = sorted({*self.emptied, *emptied})


def _classes(tag: str) -> frozenset[str]:
    """The classes of a start tag."""
    found = _CLASS.search(tag)
    return frozenset(found[1].split()) if found else frozenset()


def _passes(name: str, classes: frozenset[str], tag: str) -> bool:
    """Whether an element is of those that not every state of a page shows."""
    passing = _PASSING & classes
    return bool(passing - {"slight"}) or ("slight" in passing and name == "del") or bool(_MARKER.match(tag))


def _as_emptied(tag: str) -> str:
    """A start tag with the class of what is emptied."""
    found = _CLASS.search(tag)
    if found is None:
        return f'{tag[:-1]} class="emptied">'
    return f"{tag[: found.end(1)]} emptied{tag[found.end(1) :]}"
