"""Block rules for lists and definition lists.

kramdown gathers the raw lines of each item first (indented by the width of the first line's marker, or lazy)
and reads them afterwards; a nested list that follows an item's text without a blank line begins a new part.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from kb.kramdown import patterns as p
from kb.kramdown._attributes import read_attributes
from kb.kramdown._block_state import BlockState
from kb.kramdown.buffer import join_lines, padding
from kb.kramdown.node import Node

_ITEM_IAL = re.compile(rf"\s*(?:\{{:(?!(?:{p.ID_NAME})?:|/)({p.ANY})\}})\s*", re.ASCII)
_ITEM_IAL_ONLY = re.compile(rf"(?:\s*(?:\{{:(?!(?:{p.ID_NAME})?:|/)(?:{p.ANY})\}})\s*)?\s*\n", re.ASCII)
_TASK = re.compile(r"\s*\[[ xX]\]\s+", re.ASCII)
_MARKERS = {"ul": r"[+*-]", "ol": r"\d+\.", "dl": ":"}
Lines = list[tuple[str, int]]


@dataclass(slots=True)
class _Item:
    """An item while its lines are gathered, in one or two parts."""

    node: Node
    indent: int
    parts: list[Lines] = field(default_factory=lambda: [[]])


@lru_cache(maxsize=64)
def _marker(kind: str, room: int) -> re.Pattern[str]:
    return re.compile(rf"( {{0,{room}}}{_MARKERS[kind]})({p.LIST_TAIL})", re.ASCII)


@lru_cache(maxsize=64)
def _content(indent: int) -> re.Pattern[str]:
    tabs, rest = divmod(min(indent, 4000), 4)
    unit = r"(?:\t| {4})"
    return re.compile(rf"(?:{unit}{{{tabs}}} {{{rest}}}|{unit}{{{tabs + 1}}})(?=[^\n]*\S)[^\n]*\n", re.ASCII)


@lru_cache(maxsize=8)
def _lazy(indent: int) -> re.Pattern[str]:
    return re.compile(rf"(?! {{0,{indent}}}(?:{p.IAL_BODY}|{p.LAZY_HTML}))(?=[^\n]*\S)[^\n]*\n", re.ASCII)


def listing(state: BlockState, at: int) -> bool:
    """A list, ordered or not; its kind is that of its first marker."""
    if not p.LIST_LINE.match(state.src, at):
        return False
    kind = "ul" if _marker("ul", 3).match(state.src, at) else "ol"
    node = state.add(kind, at, at)
    items, ended = _gather(state, node, kind)
    if kind == "ol":
        number = re.match(r" {0,3}(\d{1,9})", state.src[at : at + 13])
        node.meta["start"] = int(number[1]) if number else 1
    for item in items:
        node.nodes.append(item.node)
        _read_item(state, item)
    trailing = _settle(node, ended)
    if trailing is not None and not ended:
        state.node.nodes.append(trailing)
    return True


def _gather(state: BlockState, node: Node, kind: str) -> tuple[list[_Item], bool]:
    """The items of a list with their lines; whether an end-of-block mark ended it."""
    src, end = state.src, len(state.src)
    items: list[_Item] = []
    marker = _marker(kind, 3)
    nested = after_blank = False
    pos = content_end = state.pos
    ended = False
    while pos < end:
        if after_blank and p.RULE_LINE.match(src, pos):
            break
        mark = p.EOB_LINE.match(src, pos)
        if mark:
            ended, pos = True, mark.end()
            break
        match = marker.match(src, pos)
        if match:
            item = _first_line(state, match, pos)
            items.append(item)
            marker = _marker(kind, min(max(item.indent - 1, 0), 3))
            first = "".join(text for text, _place in item.parts[0])
            nested = bool(p.LIST_LINE.match(first))
            pos = content_end = match.end()
            after_blank = False
            continue
        item = items[-1]
        line = _next_line(item, src, pos, after_blank)
        if line:
            nested = _take(state, item, pos, line.end(), nested)
            pos = content_end = line.end()
            after_blank = False
            continue
        empty = p.BLANK_LINES.match(src, pos)
        if not empty:
            break
        item.parts[-1].extend(state.buffer.cut(pos, empty.end()))
        nested = after_blank = True
        pos = empty.end()
    state.pos = pos
    node.hi = content_end
    _end_items(items, content_end)
    return items, ended


def _next_line(item: _Item, src: str, pos: int, after_blank: bool) -> re.Match[str] | None:
    """The line at an offset, if it goes on with an item: indented as its content is, or, right behind that, anyhow."""
    line = _content(item.indent).match(src, pos)
    return line if line or after_blank else _lazy(min(item.indent, 3)).match(src, pos)


def _end_items(items: Sequence[_Item], end: int) -> None:
    """Each item goes to the next one, the last to the end of the list's content."""
    for this, following in zip(items, [*items[1:], None], strict=True):
        this.node.hi = following.node.lo if following else end


def _first_line(state: BlockState, match: re.Match[str], at: int, kind: str = "li") -> _Item:
    """The item a marker begins: how far its content is indented, and the content of its first line."""
    node = Node(kind, kind, 0, buffer=state.buffer, lo=at, hi=match.end())
    width = match.end(1) - at
    content = match[2]
    blanks = len(content) - len(content.lstrip(" \t"))
    if _ITEM_IAL_ONLY.match(content):
        indent = 4
    else:
        column = width
        for char in content[:blanks]:
            column += 4 - column % 4 if char == "\t" else 1
        indent = column
    item = _Item(node, indent)
    start = match.start(2) + len(content) - len(content.lstrip(p.SPACE))
    text = content.lstrip(p.SPACE)
    own = _ITEM_IAL.match(text)
    if own:
        lead = len(own.group()) - len(own.group().lstrip(p.SPACE))
        read_attributes(own[1], node.listed, state.span(start + lead, start + len(own.group().rstrip(p.SPACE))))
        start += own.end()
    item.parts[0].extend(state.buffer.cut(start, match.end()))
    return item


def _take(state: BlockState, item: _Item, lo: int, hi: int, nested: bool) -> bool:
    """Add a line to an item, its indent taken off; whether a nested list has been met by now."""
    text, pad = state.src[lo:hi], 0
    tabs = len(text) - len(text.lstrip("\t"))
    if tabs:
        text, pad, lo = " " * (4 * tabs) + text[tabs:], 4 * tabs, lo + tabs
    indented = text.startswith(" " * item.indent)
    if indented:
        text = text[item.indent :]
        lo += max(0, item.indent - pad)
        pad = max(0, pad - item.indent)
    if p.LIST_LINE.match(text):
        if indented and not nested:
            item.parts.append([])
            nested = True
        elif nested and not indented:
            pad += item.indent + 4
    item.parts[-1].extend([*padding(pad, state.buffer.place(lo)), *state.buffer.cut(lo, hi)])
    return nested


def _read_item(state: BlockState, item: _Item) -> None:
    for part in item.parts:
        if part:
            state.read_inside(join_lines(part), item.node)
    first = item.node.nodes[0] if item.node.nodes else None
    if first is not None and first.type == "p":
        task = _TASK.match(first.buffer.text, *first.body)
        if task:
            first.body = (task.end(), first.body[1])
            item.node.meta["ticked"] = "[ ]" not in task.group()


def _settle(node: Node, ended: bool) -> Node | None:
    """Find which items are tight, take trailing blanks out of items; the last one belongs after the list."""
    trailing = None
    items = node.nodes
    for item in items:
        found = item.nodes
        if not found:
            continue
        trailing = None
        if len(found) >= 2 and found[0].type == "p" and found[1].type == "eob" and found[0].ial:
            del found[1]
        first, last_item = found[0], item is items[-1]
        if first.type == "p" and (
            len(found) < 2 or found[1].type != "blank" or (last_item and len(found) == 2 and not ended)
        ):
            item.hidden = not last_item or len(items) == 1 or _any_loose(items[:-1])
            if item.hidden and len(found) > 1 and found[1].type != "blank":
                _keep_line_end(first)
        if found[-1].type == "blank":
            trailing = found.pop()
    return trailing


def _any_loose(items: list[Node]) -> bool:
    return any(not item.nodes or item.nodes[0].type != "p" or item.hidden for item in items)


def _keep_line_end(leaf: Node) -> None:
    """Let the text of a tight item that goes on end with its line end: a backslash before it then breaks the line."""
    text, hi = leaf.buffer.text, leaf.body[1]
    if text.startswith("\\\n", hi - 1):
        leaf.body = (leaf.body[0], hi + 1)


def definition_list(state: BlockState, at: int) -> bool:
    """Definitions `: text` after a paragraph, which holds the terms."""
    if not p.DEFINITION_LINE.match(state.src, at):
        return False
    found = state.node.nodes
    if not found or not _ends_in_paragraph(found):
        return False
    before = found.pop()
    apart = before.type == "blank"
    if apart:
        before = found.pop()
    node = state.make("dl", before.lo, at)
    node.ial = before.ial
    lo, hi = before.body
    while lo < hi:
        stop = min(state.line_end(lo), hi)
        term = Node("dt", "dt", 0, buffer=state.buffer, lo=lo, hi=stop)
        own = _ITEM_IAL.match(state.src, lo, stop)
        if own:
            read_attributes(own[1], term.listed, state.span(lo, own.end()))
        text = state.src[own.end() if own else lo : stop]
        term.body = (stop - len(text), stop - len(text) + len(text.rstrip(p.SPACE)))
        node.nodes.append(term)
        lo = stop
    trailing = _definitions(state, node, apart)
    if len(found) >= 2 and found[-1].type == "blank" and found[-2].type == "dl":
        found.pop()
    if found and found[-1].type == "dl":
        found[-1].nodes.extend(node.nodes)
        found[-1].hi = node.hi
    else:
        found.append(node)
    if trailing is not None:
        found.append(trailing)
    return True


def _ends_in_paragraph(found: list[Node]) -> bool:
    if found[-1].type == "p":
        return not found[-1].hidden
    if len(found) < 2 or found[-1].type != "blank" or found[-2].type != "p":
        return False
    return found[-1].buffer.text[found[-1].lo : found[-1].hi] == "\n"


def _definitions(state: BlockState, node: Node, apart: bool) -> Node | None:
    src, end = state.src, len(state.src)
    marker = _marker("dl", 3)
    items: list[_Item] = []
    after_blank = False
    pos = state.pos
    while pos < end:
        match = marker.match(src, pos)
        if match:
            items.append(_first_line(state, match, pos, "dd"))
            items[-1].node.hidden = not (apart or after_blank)
            apart = False
            marker = _marker("dl", min(max(items[-1].indent - 1, 0), 3))
            pos, after_blank = match.end(), False
            continue
        if p.EOB_LINE.match(src, pos):
            break
        item = items[-1]
        line = _next_line(item, src, pos, after_blank)
        if line:
            _take(state, item, pos, line.end(), False)
            pos, after_blank = line.end(), False
            continue
        empty = p.BLANK_LINES.match(src, pos)
        if not empty:
            break
        item.parts[-1].extend(state.buffer.cut(pos, empty.end()))
        pos, after_blank = empty.end(), True
    state.pos = node.hi = pos
    trailing = None
    _end_items(items, pos)
    for this in items:
        node.nodes.append(this.node)
        lines = [line for part in this.parts for line in part]
        if lines:
            state.read_inside(join_lines(lines), this.node)
        trailing = this.node.nodes.pop() if this.node.nodes and this.node.nodes[-1].type == "blank" else None
    return trailing
