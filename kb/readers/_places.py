"""Where clauses begin: the marks before a text belong to the first clause after them, each mark to one clause.

In: the exclusions and footnotes of a reading, and contents in document order. Out: clause starts that never
overlap what came before; markers of items that no clause begins with are set aside as exclusions.
"""

import re
from bisect import bisect_right

from kb.kramdown.patterns import SPACE
from kb.kramdown.reading import Reading
from kb.text import Span

_MARKERS = re.compile(r"(?:(?:[-+*:]|\d+\.)(?=\s)[ \t]*)+(?:\{:(?!(?:\w[\w-]*)?:|/)[^}\n]*\})?", re.ASCII)


class Places:
    """How far clauses have come, and the item marker that waits for the next one."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.source = reading.source
        taken = [exclusion.span for exclusion in reading.exclusions]
        taken.extend(footnote.node.span for footnote in reading.footnotes)
        self._starts = sorted(span.start for span in taken)
        self._ends = sorted(span.end for span in taken)
        self._reach = 0
        self._marker: int | None = None

    def begin_item(self, start: int) -> None:
        """An item begins at `start`: its marker waits for the first clause in it."""
        if self._marker is not None and self.source.line_of(self._marker) != self.source.line_of(start):
            self.drop_marker()
        if self._marker is None:
            self._marker = start

    def drop_marker(self) -> None:
        """Set the waiting marker aside: no clause begins with it."""
        at, self._marker = self._marker, None
        marker = _MARKERS.match(self.source.text, at) if at is not None else None
        if marker is None or marker.start() < self._reach:
            return
        index = bisect_right(self._starts, marker.start())
        end = min(marker.end(), self._starts[index]) if index < len(self._starts) else marker.end()
        self.reading.exclude(Span(marker.start(), end), "list marker")
        self._reach = end

    def pass_by(self, span: Span) -> None:
        """Go beyond a part of the source that is in no clause."""
        self.drop_marker()
        self._reach = max(self._reach, span.end)

    def begin_clause(self, content: int) -> int:
        """Where the clause begins whose content begins at `content`: at the first free mark of its line."""
        line = self.source.line_starts[self.source.line_of(content) - 1]
        index = bisect_right(self._ends, content)
        if self._marker is not None:
            if self._marker < max(self._reach, self._ends[index - 1] if index else 0):
                self.drop_marker()
            else:
                line = min(line, self._marker)
            self._marker = None
        line = max(line, self._reach, self._ends[index - 1] if index else 0)
        text = self.source.text
        while line < content and (text[line] in SPACE or text[line] == "\ufeff"):
            line += 1
        return min(line, content)

    def end_clause(self, end: int) -> None:
        """The clause ends at `end`."""
        self._reach = end
