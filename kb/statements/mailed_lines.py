"""Lines of a rulings file as it was mailed: its text comes in, its units go out in order.

Blank lines, list marks and hanging indents part them; a text that was not wrapped has a unit a line. Every line with a
word is in one unit.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from math import inf

from kb.plain import Unit, UnitKind
from kb.plain_lines.bare import find_contents
from kb.plain_lines.lines import Line, LineKind, begins_anew, ends_sentence, find_margins, surely_goes_on
from kb.plain_lines.nesting import Nesting
from kb.statements.mailed_heads import Mailed, find_heads
from kb.statements.post import find_post
from kb.statements.sections import Phrases, recognise_section
from kb.text import Span

_LEADER = re.compile(r"[\s.]+\d+\s*$")
_NUMBERS = frozenset({"#", "a"})


def gather_units(text: str, lines: Sequence[Line], phrases: Phrases) -> tuple[Unit, ...]:
    """The units of a mailed text; `text` is as long as its source, with markup blanked out."""
    contents, post = _find_contents(text, lines, phrases), find_post(text, lines, phrases)
    mailed = Mailed(text, lines, find_margins(text, lines), {*contents, *post})
    heads = find_heads(mailed, phrases)
    ruled = {each for head in heads.values() for each in head.rules}
    gathering = _Gathering(mailed, _hangs(text, lines))
    for at, line in enumerate(lines):
        if at in post:
            gathering.set_aside(line, post[at])
        elif at in heads:
            gathering.end_lists()
            gathering.units.append(Unit(UnitKind.HEADING, heads[at].span, heads[at].span.start, level=heads[at].level))
        elif line.kind is LineKind.RULE and at not in ruled:
            gathering.end_lists()
            gathering.units.append(Unit(UnitKind.RULE, line.span, line.span.start))
        elif line.kind is LineKind.BLANK or line.kind is LineKind.RULE:
            gathering.finish()
        elif at in contents:
            gathering.end_lists()
            gathering.units.append(Unit(UnitKind.PARAGRAPH, line.span, line.span.start, contents=True))
        else:
            gathering.add(line)
    gathering.finish()
    return tuple(gathering.units)


def _find_contents(text: str, lines: Sequence[Line], phrases: Phrases) -> frozenset[int]:
    """The lines of the contents: those of a rulings file name its sections, as other lists do not."""
    found = find_contents(text, lines).lines
    names = (text[lines[at].content : lines[at].span.end] for at in found)
    return found if any(recognise_section(_LEADER.sub("", name), phrases) for name in names) else frozenset()


def _hangs(text: str, lines: Sequence[Line]) -> bool:
    """Whether paragraphs hang: most lines that surely go on with the first of a run are further in."""
    runs = (list(run) for kind, run in groupby(lines, key=lambda line: line.kind) if kind is LineKind.TEXT)
    indents = [
        line.indent - before.indent
        for run in runs
        for before, line in pairwise(run)
        if not before.marker and surely_goes_on(text, before, line)
    ]
    deeper = sum(indent > 0 for indent in indents)
    return deeper > sum(indent < 0 for indent in indents) and deeper * 4 >= len(indents)


@dataclass(slots=True)
class _Gathering:
    """The units so far, the one that is open with the line it began at, and the indents of the items it stands in."""

    mailed: Mailed
    hangs: bool
    units: list[Unit] = field(default_factory=list)
    _open: Unit | None = None
    _first: Line | None = None
    _last: Line | None = None
    _nesting: Nesting = field(default_factory=Nesting)

    def finish(self) -> None:
        """The open unit ends."""
        if self._open is not None:
            self.units.append(self._open)
            self._open = None

    def end_lists(self) -> None:
        """No list goes on behind here."""
        self.finish()
        self._nesting.marks.clear()

    def set_aside(self, line: Line, reason: str) -> None:
        """A line that is none of the text's own."""
        self.finish()
        last = self.units[-1] if self.units else None
        if last is not None and last.kind is UnitKind.FOREIGN and last.reason == reason:
            self.units[-1] = replace(last, span=Span(last.span.start, line.span.end))
        else:
            self.units.append(Unit(UnitKind.FOREIGN, line.span, line.span.start, reason=reason))

    def add(self, line: Line) -> None:
        """A line of the rulings."""
        if self._open is not None and not self._begins(line):
            self._open = replace(self._open, span=Span(self._open.span.start, line.span.end))
        elif self._is_item(line):
            self._item(line)
        else:
            depth = self._nesting.depth_of_rest(line)
            self.finish()
            self._open, self._first = Unit(UnitKind.PARAGRAPH, line.span, line.span.start, depth=depth), line
        self._last = line

    def _begins(self, line: Line) -> bool:
        """Whether a line begins a unit although no blank line is before it."""
        assert self._open is not None and self._first is not None and self._last is not None
        text, before = self.mailed.text, self._last
        if self._is_item(line):
            return True
        if surely_goes_on(text, before, line) or not begins_anew(text, line):
            return False
        if self.mailed.margins.body == inf:
            return True
        if self._open.kind is UnitKind.ITEM:
            return line.indent <= self._first.indent and ends_sentence(text, before)
        if self.hangs and line.indent <= self._first.indent:
            room = self.mailed.margins.had_room(text, before, line, in_item=False)
            return before.indent > line.indent or ends_sentence(text, before) or room
        return line.indent > before.indent and before.indent < self._first.indent and ends_sentence(text, before)

    def _is_item(self, line: Line) -> bool:
        """Whether a line begins as an item of a list does, and nothing shows that it goes on with the one before."""
        if not line.marker:
            return False
        listed = (line.marker, line.indent) in self._nesting.marks
        if self._open is None or self._last is None:
            return line.marker not in _NUMBERS or listed or self._leads()
        text, before = self.mailed.text, self._last
        if line.marker in _NUMBERS:
            return listed or text[before.span.end - 1] == ":"
        return listed or ends_sentence(text, before)

    def _leads(self) -> bool:
        """Whether the last unit leads over to a list."""
        last = self.units[-1] if self.units else None
        return last is not None and last.kind is not UnitKind.RULE and self.mailed.text[last.span.end - 1] == ":"

    def _item(self, line: Line) -> None:
        self.finish()
        depth = self._nesting.enter(line, nests=self._leads() and self.units[-1].kind is UnitKind.ITEM)
        ordered, number = line.marker in _NUMBERS, max(line.number, 1)
        self._open = Unit(UnitKind.ITEM, line.span, line.content, depth=depth, ordered=ordered, number=number)
        self._first = line
