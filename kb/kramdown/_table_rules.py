"""Block rule for tables: lines with bars, between blank lines; the head is what stands above a first rule line."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kb.kramdown import patterns as p
from kb.kramdown._block_rules import before_boundary
from kb.kramdown._block_state import BlockState
from kb.kramdown._html_tags import COMMENT_OPEN, TAG, close_tag
from kb.kramdown.node import Node

_BAR = re.compile(r"\||[^\n]*?[^\\\n]\|")
_START = re.compile(r" {0,3}(?=\S)", re.ASCII)
_RULE = re.compile(r"(?=[+|: \t]*+-)((?:[ \t]*+[+|:-])++)[ \t]*+\n")
_ALIGN = re.compile(r"[ \t]?(:?)-+(:?)[ \t]?")
_FOOT = re.compile(r"(?=[+|: \t]*+=)[+|: \t=]*+\n")
_INLINE = re.compile("`+|<")
Range = tuple[int, int]


@dataclass(slots=True)
class _Rows:
    """The rows of a table while its lines are read; `part` are those since the last line that parts them."""

    rows: list[Node] = field(default_factory=list)
    part: list[Node] = field(default_factory=list)
    aligns: list[str] = field(default_factory=list)
    parted: bool = False
    """Whether rows of a body were parted off."""
    footed: bool = False

    def add(self, row: Node) -> None:
        self.rows.append(row)
        self.part.append(row)

    def part_by_rule(self, rule: re.Match[str]) -> None:
        """The rows above the first rule line are the head; a later one parts the body, and nothing in a foot."""
        if self.footed or not self.part:
            return
        if self.aligns:
            self.parted = True
        else:
            for row in self.part:
                row.hidden = True
            self.aligns = [_align(*found) for found in _ALIGN.findall(rule[1])]
        self.part = []

    def begin_foot(self) -> None:
        self.parted, self.part, self.footed = self.parted or bool(self.part), [], True

    @property
    def has_body(self) -> bool:
        return self.parted or (bool(self.part) and not self.footed)


def table(state: BlockState, at: int) -> bool:
    """A table, if every line has a bar outside code and a blank line stands before and after."""
    src = state.src
    start = _START.match(src, at)
    if not start or not state.after_boundary() or not _BAR.match(src, start.end()):
        return False
    found, pos = _read_rows(state, at)
    if not found.has_body or not before_boundary(state, pos) or not _bar_on_each_line(src[at : pos - 1]):
        state.lose_list()  # kramdown gives a waiting attribute list to the table it tries
        return False
    node = state.add("table", at, pos)
    node.nodes = found.rows
    columns = max((len(row.nodes) for row in found.rows), default=0)
    node.meta["aligns"] = tuple((found.aligns + [""] * columns)[:columns])
    state.pos = pos
    return True


def _read_rows(state: BlockState, at: int) -> tuple[_Rows, int]:
    """The rows of a table, and where its lines end."""
    src = state.src
    leading = src[at : state.line_end(at)].lstrip(p.SPACE).startswith("|")
    found = _Rows()
    first = _RULE.match(src, at)
    pos = first.end() if first else at
    while pos < len(src) and _BAR.match(src, pos):
        if rule := _RULE.match(src, pos):
            found.part_by_rule(rule)
            pos = rule.end()
        elif foot := _FOOT.match(src, pos):
            found.begin_foot()
            pos = foot.end()
        else:
            stop = state.line_end(pos)
            row = Node("tr", "tr", 0, buffer=state.buffer, lo=pos, hi=stop)
            row.nodes = [_cell(state, *each) for each in _cells(state, pos, stop, leading)]
            found.add(row)
            pos = stop
    return found, pos


def _align(left: str, right: str) -> str:
    if left and right:
        return "center"
    return "left" if left else "right" if right else ""


def _cell(state: BlockState, lo: int, hi: int) -> Node:
    text = state.src[lo:hi]
    lo += len(text) - len(text.lstrip(p.STRIPPED))
    hi = max(lo, hi - (len(text) - len(text.rstrip(p.STRIPPED))))
    return Node("td", "td", 0, buffer=state.buffer, lo=lo, hi=hi, body=(lo, hi))


def _cells(state: BlockState, lo: int, hi: int, leading: bool) -> list[Range]:
    """The stretches between the bars of a row; an empty one at the edge is no cell."""
    src = state.src
    hi = lo + len(src[lo:hi].rstrip("\n").rstrip(" \t"))
    cells: list[Range] = []
    start = lo
    for bar in _bars(src, lo, hi):
        cells.append((start, bar))
        start = bar + 1
    cells.append((start, hi))
    if leading and not src[cells[0][0] : cells[0][1]].strip(p.STRIPPED):
        del cells[0]
    if cells and not src[cells[-1][0] : cells[-1][1]].strip(p.STRIPPED):
        del cells[-1]
    return cells


def _bars(src: str, lo: int, hi: int) -> Iterator[int]:
    """The bars of a row that part cells: neither escaped nor in code."""
    at = lo
    for start, stop in _code_elements(src, lo, hi):
        yield from _plain_bars(src, at, start)
        at = stop
    yield from _plain_bars(src, at, hi)


def _code_elements(src: str, lo: int, hi: int) -> Iterator[Range]:
    """The elements of code in a row. What has no end tag behind it is none, nor is any that opens later."""
    at = src.find("<code", lo, hi)
    while at >= 0:
        opened = src.find(">", at, hi)
        closed = src.find("</code>", opened + 1, hi) if opened >= 0 else -1
        if closed < 0:
            return
        stop = closed + len("</code>")
        yield at, stop
        at = src.find("<code", stop, hi)


def _plain_bars(src: str, lo: int, hi: int) -> Iterator[int]:
    at = lo
    for start, stop in [*code_spans(src, lo, hi), (hi, hi)]:
        bar = src.find("|", at, start)
        while bar >= 0:
            if bar == at or src[bar - 1] != "\\":
                yield bar
            bar = src.find("|", bar + 1, start)
        at = stop


def code_spans(src: str, lo: int, hi: int) -> Iterator[Range]:
    """The code spans between backticks in a stretch of text."""
    at = lo
    missing: int | None = None
    while match := p.TICKS.search(src, at, hi):
        ticks = match.group()
        at = match.end()
        if missing is not None and len(ticks) >= missing:
            continue
        if (
            len(ticks) == 1
            and (match.start() == lo or src[match.start() - 1] in p.SPACE)
            and src[at : at + 1].isspace()
        ):
            continue
        close = src.find(ticks, at, hi)
        if close < 0:
            missing = len(ticks)
            continue
        yield match.start(), close + len(ticks)
        at = close + len(ticks)


def _bar_on_each_line(text: str) -> bool:
    """Whether each line has a bar that is neither escaped nor inside code or an inline element."""
    bar = False
    for kind, value in _inline_parts(text):
        lines = value.rstrip("\n").split("\n") if value.strip("\n") else []
        if kind == "code":
            if len(lines) > 2 or (len(lines) == 2 and not bar):
                break
            bar = bar and len(lines) != 2
        else:
            if len(lines) > 1 and not bar and not _BAR.match(lines[0]):
                break
            bar = (bar and len(lines) <= 1) or bool(lines and _BAR.match(lines[-1]))
    return bar


def _inline_parts(text: str) -> Iterator[tuple[str, str]]:
    """Text cut at code spans, comments and inline elements."""
    at = start = 0
    codes = dict(code_spans(text, 0, len(text)))
    while match := _INLINE.search(text, at):
        part = _code(match, codes) if match.group() != "<" else _comment(match) or _inline_element(match)
        if part is None:
            at = match.end()
            continue
        kind, value, at = part
        if match.start() > start:
            yield "text", text[start : match.start()]
        yield kind, value
        start = at
    if start < len(text):
        yield "text", text[start:]


_Part = tuple[str, str, int]
"""A part of a text that is no plain text: its kind, what it holds, and where it ends."""


def _code(opening: re.Match[str], codes: Mapping[int, int]) -> _Part | None:
    """The code span that backticks open; `codes` are the ends of the spans by their starts."""
    end = codes.get(opening.start())
    if end is None:
        return None
    return "code", opening.string[opening.end() : end - len(opening.group())], end


def _comment(opening: re.Match[str]) -> _Part | None:
    """The comment that a `<` opens, where it is closed."""
    text = opening.string
    comment = COMMENT_OPEN.match(text, opening.start())
    close = text.find("-->", comment.end()) if comment else -1
    return ("comment", text[opening.start() : close + 3], close + 3) if close >= 0 else None


def _inline_element(opening: re.Match[str]) -> _Part | None:
    """The inline element that a `<` opens, up to its end or that of the text; it is known by its name."""
    text = opening.string
    tag = TAG.match(text, opening.start())
    if tag is None or (name := tag[1].lower()) in p.BLOCK_TAGS:
        return None
    if tag[4] or name in p.EMPTY_TAGS:
        return "element", name, tag.end()
    close = close_tag(name).search(text, tag.end())
    return "element", name, close.end() if close else len(text)
