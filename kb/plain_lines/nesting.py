"""Nesting: the lines of a plain text come in one after the other, how deep in lists each stands goes out."""

from dataclasses import dataclass, field

from kb.plain_lines.lines import Line

DEEPEST = 6
"""Lists are nested at most so deep; what a text indents further stands at this depth."""


@dataclass(slots=True)
class Nesting:
    """The items that are open, the outermost first: the marker and the indent of each."""

    marks: list[tuple[str, int]] = field(default_factory=list)

    def enter(self, line: Line, *, nests: bool) -> int:
        """The depth of an item, from its indent, or where all begin at one column from its marker; `nests` says that
        what stands before it leads over to a list."""
        marks, own = self.marks, (line.marker, line.indent)
        while (
            marks
            and marks[-1] != own
            and (own in marks or marks[-1][1] > line.indent or (marks[-1][1] == line.indent and not nests))
        ):
            marks.pop()
        if marks[-1:] != [own]:
            marks.append(own)
        del marks[DEEPEST:]
        return len(marks)

    def depth_of_rest(self, line: Line) -> int:
        """The depth of a paragraph behind items: inside those that it is indented further than the markers of."""
        while self.marks and line.indent <= self.marks[-1][1]:
            self.marks.pop()
        return len(self.marks)
