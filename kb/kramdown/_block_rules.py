"""Block rules of one shape each: blank lines, code, quotes, headings, rules, maths, paragraphs.

Every rule follows kramdown's parser of the same name (GFM flavour with the quirk `paragraph_end`, as Jekyll
sets it up): what may interrupt what, what is lazy, what needs a blank line before it.
"""

import re

from kb.kramdown import patterns as p
from kb.kramdown._block_state import BlockState
from kb.kramdown.buffer import join_lines
from kb.kramdown.node import Node

LONG_FENCE = 8
"""A fence of more signs than this is closed by one as long alone."""


def blank(state: BlockState, at: int) -> bool:
    """Blank lines. A waiting attribute list goes on waiting only where another blank stood before it."""
    match = p.BLANK_LINES.match(state.src, at)
    if not match:
        return False
    state.pos = match.end()
    last = state.last
    if last is not None and last.type == "blank":
        last.hi = match.end()
        state.pending_apart = True
    else:
        state.add("blank", at, match.end())
    return True


def code(state: BlockState, at: int) -> bool:
    """Code indented by four blanks or a tab; lines that follow without indent belong to it."""
    if state.src[at] not in " \t" or not p.INDENT.match(state.src, at):
        return False
    match = p.CODE_LINES.match(state.src, at)
    if not match or match.end() == at:
        return False
    state.pos = match.end()
    node = state.add("codeblock", at, match.end())
    node.body = (at, match.end())
    return True


def fence(state: BlockState, at: int) -> bool:
    """Code between fences; without a closing fence there is none."""
    match = p.FENCE_OPEN.match(state.src, at)
    if not match:
        return False
    found = _closing_fence(state, match)
    if not found:
        return False
    state.pos = found.end()
    node = state.add("codeblock", at, found.end())
    node.body = (match.end(), found.start())
    node.markup, node.info = match[1], match[3] or ""
    return True


def _closing_fence(state: BlockState, opening: re.Match[str]) -> re.Match[str] | None:
    """The line that closes a fence; where none is as long, a shorter one: the rest then counts to the language."""
    sign, length = opening[2], len(opening[1])
    apart = opening[3] is not None and opening.start(3) > opening.end(1)
    for width in range(length, length - 1 if apart or length > LONG_FENCE else 2, -1):
        if width >= state.no_fence.get(sign, width + 1):
            continue
        close = re.compile(rf"^ {{0,3}}{re.escape(sign)}{{{width},}}\s*?\n", re.ASCII | re.MULTILINE)
        found = close.search(state.src, opening.end())
        if found:
            return found
        state.no_fence[sign] = width
    return None


def quote(state: BlockState, at: int) -> bool:
    """A quote: its lines and every lazy line up to a blank one, an attribute list or block HTML."""
    if not p.QUOTE_START.match(state.src, at):
        return False
    stop = lazy_end(state, at)
    node = state.add("blockquote", at, stop)
    state.pos = stop
    lines: list[tuple[str, int]] = []
    line = at
    while line < stop:
        after = state.line_end(line)
        match = p.QUOTE_START.match(state.src, line)
        start = match.end() if match else line
        lines.extend(state.buffer.cut(start, after))
        line = after
    state.read_inside(join_lines(lines), node)
    return True


def lazy_end(state: BlockState, at: int) -> int:
    """Where lazy continuation of the block that begins at `at` ends."""
    src, end = state.src, len(state.src)
    line = state.line_end(at)
    while line < end and not p.LAZY_END.match(src, line):
        line = state.line_end(line)
    return line


def heading(state: BlockState, at: int) -> bool:
    """A heading with number signs; it needs no blank line before it."""
    if state.src[at] != "#":
        return False
    match = p.ATX_LINE.match(state.src, at)
    if not match:
        return False
    lo, hi, ident = _heading_text(match)
    closing = re.search(r"[\t ]#+\Z", state.src[lo:hi])
    if closing:
        hi = lo + len(state.src[lo : lo + closing.start()].rstrip(p.STRIPPED))
    if lo == hi:
        return False
    _add_heading(state, match, (lo, hi), ident, len(match["level"]))
    return True


def underlined(state: BlockState, at: int) -> bool:
    """A heading underlined with `=` or `-`; only after a blank line."""
    if not state.after_boundary():
        return False
    match = p.SETEXT.match(state.src, at)
    if not match:
        return False
    lo, hi, ident = _heading_text(match)
    if lo == hi:
        return False
    _add_heading(state, match, (lo, hi), ident, 2 if match["level"] == "-" else 1)
    return True


def _heading_text(match: re.Match[str]) -> tuple[int, int, str | None]:
    lo = match.start("text")
    text = match["text"].rstrip(p.STRIPPED)
    ident = p.HEADER_ID.search(text)
    if ident:
        text = text[: ident.start()].rstrip(p.STRIPPED)
        return lo, lo + len(text), ident[1]
    return lo, lo + len(text), None


def _add_heading(state: BlockState, match: re.Match[str], body: tuple[int, int], ident: str | None, level: int) -> None:
    node = state.add("header", match.start(), match.end())
    node.body, node.level = body, level
    if ident:
        node.attrSet("id", ident)
    state.pos = match.end()


def rule(state: BlockState, at: int) -> bool:
    """A line across: three or more stars, dashes or underscores."""
    match = p.RULE_LINE.match(state.src, at)
    if not match:
        return False
    state.add("hr", at, match.end())
    state.pos = match.end()
    return True


def maths(state: BlockState, at: int) -> bool:
    """A block between `$$` and `$$`, with a blank line before and after it."""
    match = p.MATH_BLOCK.match(state.src, at)
    if not match or not state.after_boundary() or match[1]:
        return False
    close = state.absent.find("$$", match.end())
    if close < 0:
        return False
    after = re.compile(r"\s*?\n", re.ASCII).match(state.src, close + 2)
    stop = after.end() if after else close + 2
    if not before_boundary(state, stop):
        return False
    node = state.add("math", at, stop)
    node.body = (match.end(), close)
    state.pos = stop
    return True


def before_boundary(state: BlockState, at: int) -> bool:
    """Whether a block that needs a blank line after it can end here."""
    src = state.src
    return at >= len(src) or bool(
        p.BLANK_LINES.match(src, at) or p.EOB_LINE.match(src, at) or p.IAL_LINE.match(src, at)
    )


def end_of_block(state: BlockState, at: int) -> bool:
    """A line with `^` alone: ends the block before it."""
    match = p.EOB_LINE.match(state.src, at)
    if not match:
        return False
    state.add("eob", at, match.end())
    state.pos = match.end()
    return True


def paragraph(state: BlockState, at: int) -> bool:
    """Any other line, and the lines after it up to one that ends a paragraph."""
    src = state.src
    line = state.line_end(at)
    while line < len(src) and not p.PARAGRAPH_END.match(src, line):
        line = state.line_end(line)
    state.pos = line
    hi = line
    while hi > at and src[hi - 1] in p.STRIPPED:
        hi -= 1
    last = state.last
    if last is not None and last.type == "p" and not last.hidden:
        last.hi, last.body = hi, (last.body[0], hi)
        return True
    lo = at
    while lo < hi and src[lo] in p.STRIPPED:
        lo += 1
    node: Node = state.add("p", lo, hi)
    node.body = (lo, hi)
    return True
