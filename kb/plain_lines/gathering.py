"""Gathering: the lines of a wrapped plain text come in, its units go out in order.

Every line with a word is in one unit. Where nothing but a line end parts two paragraphs, the margin decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kb.plain import Ground, Unit, UnitKind
from kb.plain_lines.bare import LONGEST, Contents, find_rows, is_capitals, is_underlined, key_of, may_head, stands_alone
from kb.plain_lines.labels import label_of, part_editorial
from kb.plain_lines.lines import Line, LineKind, Margins, begins_anew, ends_sentence, surely_goes_on
from kb.plain_lines.nesting import Nesting
from kb.text import Span

_SIGNS = frozenset("+-–−*")
"""Signs between two figures that also begin an item."""
MUCH_ROOM = 0.75
"""A line shorter than this part of the margin ended on purpose, whatever its last sign."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a base tells of the headings and labels of its work, folded."""

    headings: frozenset[tuple[str, ...]] = frozenset()
    labels: frozenset[str] = frozenset()


@dataclass(slots=True)
class Gathering:
    """The units so far: the one that is open, the lists and the box it stands in."""

    text: str
    lines: Sequence[Line]
    margins: Margins
    contents: Contents
    known: Known
    rows: frozenset[int] = frozenset()
    units: list[Unit] = field(default_factory=list)
    _open: Unit | None = None
    _nesting: Nesting = field(default_factory=Nesting)
    _box: int | None = None
    _boxes: int = 0
    _blank: bool = True

    def run(self) -> tuple[Unit, ...]:
        """All lines in order."""
        self.rows = find_rows(self.text, self.lines)
        for at, line in enumerate(self.lines):
            if line.kind is LineKind.BLANK:
                self._finish()
                self._blank = True
                continue
            if line.kind is LineKind.RULE:
                self._rule(at, line)
            elif at in self.contents.lines:
                self._finish()
                self._start(UnitKind.ITEM, line, Ground.CONTENTS, depth=1, contents=True)
            elif self._goes_on(at, line):
                assert self._open is not None
                self._open = replace(self._open, span=Span(self._open.span.start, line.span.end))
            else:
                self._begin(at, line)
            self._blank = False
        self._finish()
        return tuple(part for unit in self.units for part in part_editorial(self.text, unit))

    def _finish(self) -> None:
        if self._open is not None:
            self.units.append(self._open)
            self._open = None

    def _start(self, kind: UnitKind, line: Line, ground: Ground, **more: object) -> None:
        self._finish()
        content = line.content if kind in {UnitKind.ITEM, UnitKind.HEADING} else line.span.start
        self._open = replace(Unit(kind, line.span, content, ground), **more)  # type: ignore[arg-type]

    def _rule(self, at: int, line: Line) -> None:
        self._finish()
        self._nesting.marks.clear()
        label = self._label_behind(at)
        opens = label is not None and (self._box is None or label.endswith(":"))
        if opens:
            self._boxes += 1
        self.units.append(Unit(UnitKind.RULE, line.span, line.span.start, box=self._boxes if opens else self._box))
        self._box = self._boxes if opens else None

    def _label_behind(self, at: int) -> str | None:
        """The label behind a rule: with its colon where nothing else stands on its line."""
        line = next((line for line in self.lines[at + 1 : at + 4] if line.kind is not LineKind.BLANK), None)
        if line is None or line.kind is not LineKind.TEXT or (label := self._label(line)) is None:
            return None
        return f"{label}:" if line.length == len(label) + 1 else label

    def _label(self, line: Line) -> str | None:
        if line.marker:
            return None
        return label_of(self.text[line.span.start : min(line.span.end, line.span.start + 120)], self.known.labels)

    def _goes_on(self, at: int, line: Line) -> bool:
        """Whether a line goes on with the open unit."""
        unit = self._open
        if unit is None or unit.contents or unit.kind is UnitKind.HEADING or self._blank:
            return False
        if unit.label is not None and len(unit.span) == len(unit.label) + 1:
            return True  # the label has a line of its own
        before = self.lines[at - 1]
        in_item = unit.kind is UnitKind.ITEM
        if line.marker:
            return not self._is_marker(before, line, in_item=in_item)
        if at in self.contents.headings:
            return False
        if surely_goes_on(self.text, before, line) or not begins_anew(self.text, line):
            return True
        return not self._parts(at, before, line, in_item=in_item)

    def _parts(self, at: int, before: Line, line: Line, *, in_item: bool) -> bool:
        """Whether the line end between two lines, the second of which may begin anew, parts two paragraphs."""
        ended = ends_sentence(self.text, before)
        if ended and (self._label(line) is not None or self._heads(at, line)):
            return True
        if not self.margins.had_room(self.text, before, line, in_item=in_item):
            return False
        if self.margins.blanks and not (in_item and line.indent < before.indent):
            return False
        return ended or before.length <= MUCH_ROOM * (self.margins.items if in_item else self.margins.body)

    def _is_marker(self, before: Line, line: Line, *, in_item: bool) -> bool:
        """Whether what looks like a marker begins an item, and is no word or sign of a line that goes on."""
        if line.marker in {known for known, _ in self._nesting.marks}:
            return True
        if self._reckons(before, line):
            return False
        room = self.margins.had_room(self.text, before, line, in_item=in_item)
        return ends_sentence(self.text, before) or (room and line.marker not in {"o", "a"})

    def _reckons(self, before: Line, line: Line) -> bool:
        """Whether a sign stands between two figures (`7`, line end, `+ 4`)."""
        signs = line.marker in _SIGNS and self.text[line.content : line.content + 1].isdigit()
        return signs and self.text[before.span.end - 1].isdigit()

    def _begin(self, at: int, line: Line) -> None:
        """A line begins a unit."""
        if self._heads(at, line):
            self._nesting.marks.clear()
            self._box = None
            self._start(UnitKind.HEADING, line, self._ground(at, line), level=2)
            return
        if line.marker:
            self._item(line)
            return
        self._finish()
        label = self._label(line)
        depth = self._nesting.depth_of_rest(line)
        marked = (self._blank and not line.turned) or label or self._box is not None
        ground = Ground.OWN if marked else Ground.FORM
        if label is not None or self._box is not None:
            if self._box is None:
                self._boxes += 1
            self._start(UnitKind.NOTE, line, ground, label=label, depth=depth, box=self._box or self._boxes)
        else:
            self._start(UnitKind.PARAGRAPH, line, ground, depth=depth)

    def _item(self, line: Line) -> None:
        self._finish()
        last = self.units[-1] if self.units else None
        depth = self._nesting.enter(line, nests=last is not None and self.text[last.span.end - 1] == ":")
        ordered = line.marker in {"#", "a"}
        self._start(UnitKind.ITEM, line, Ground.OWN, depth=depth, ordered=ordered, number=max(line.number, 1))

    def _heads(self, at: int, line: Line) -> bool:
        """Whether a line is a heading."""
        following = self.lines[at + 1] if at + 1 < len(self.lines) else None
        if at in self.contents.headings or (not line.marker and key_of(self.text, line) in self.known.headings):
            return True
        if line.length <= LONGEST and is_underlined(line, following) and not ends_sentence(self.text, line):
            return True
        row = at in self.rows and at + 1 not in self.contents.lines
        if row or not may_head(self.text, line) or not stands_alone(self.text, line, following, self.margins):
            return False
        if line.marker:
            return is_capitals(self.text[line.content : line.span.end])
        return self._label(line) is None

    def _ground(self, at: int, line: Line) -> Ground:
        if at in self.contents.headings or at + 1 in self.contents.lines:
            return Ground.CONTENTS
        if key_of(self.text, line) in self.known.headings:
            return Ground.BASE
        if is_underlined(line, self.lines[at + 1] if at + 1 < len(self.lines) else None):
            return Ground.OWN
        return Ground.OWN if is_capitals(self.text[line.content : line.span.end]) else Ground.FORM
