"""Headings on pages: the levels that headings have in a text come in, those that they have on its page go out."""

from collections.abc import Container, Mapping

from kb.model import TOP, Document, Heading, SectionId

HIGHEST = 2
"""The level below a page's title."""
DEEPEST = 6


class Ladder:
    """Goes down a text by its headings and tells the level that each has on its page; `top` is that of the first."""

    def __init__(self, top: int = HIGHEST) -> None:
        self._top = top
        self._above: list[tuple[int, bool]] = []

    @property
    def next(self) -> int:
        """The level of a heading that lies below the last one."""
        return min(self._top + sum(shown for _, shown in self._above), DEEPEST)

    def step(self, level: int, shown: bool = True) -> int:
        """The level on its page of the next heading, which has `level` in its source. One that is not `shown` ends
        what it ends in the text, and takes no level from those below it."""
        while self._above and self._above[-1][0] >= level:
            self._above.pop()
        found = self.next
        self._above.append((level, shown))
        return found


def headings_of(document: Document) -> Mapping[SectionId, Heading]:
    """The heading that opens each section; one inside a quotation opens none."""
    found: dict[SectionId, Heading] = {}
    for heading in document.headings:
        section = document.clauses[heading.clause].section
        if section != TOP:
            found.setdefault(section, heading)
    return found


def levels_of(document: Document, shown: Container[SectionId]) -> Mapping[SectionId, int]:
    """The level of each section's heading on a page that shows some of them, by section: one below the nearest that is
    shown and that it lies under. A title over the whole of a text, alone of its level, takes none from the sections; a
    heading without words is none on any page."""
    headings = headings_of(document)
    titles = [section for section, heading in headings.items() if heading.level == 1]
    ladder = Ladder()
    return {TOP: HIGHEST} | {
        section: ladder.step(heading.level, section in shown and titles != [section] and bool(heading.text.strip()))
        for section, heading in headings.items()
    }
