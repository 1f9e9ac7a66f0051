"""Block rule for HTML: an element that begins a line is taken whole, its content raw unless it says `markdown=`.

What stands inside a raw element is no markdown. Its tags are kept as a flat run of tokens; an element inside it
whose content is markdown hangs among them. Following kramdown, an end tag closes only the innermost open element.
"""

import re
from typing import TYPE_CHECKING

from kb.kramdown import patterns as p
from kb.kramdown._html_tags import CLOSE_TAG, COMMENT_OPEN, TAG, close_tag, read_tag_attributes, tag_name
from kb.kramdown.buffer import Buffer
from kb.kramdown.node import Node
from kb.kramdown.reading import NESTING_LIMIT, NESTING_TOO_DEEP, UNCLOSED_HTML

if TYPE_CHECKING:
    from kb.kramdown._block_state import BlockState

_START = re.compile(rf" {{0,3}}<(?:{p.NAME}|!--|/)", re.ASCII)
_RAW_START = re.compile(rf"<(?:{p.NAME}|/|!--|\?)", re.ASCII)
_REMARKS = (("<!--", "comment", "-->"), ("<?", "instruction", "?>"))
"""What is no tag in raw content: how it opens, what it is called, how it closes."""
_TRAILING = re.compile(r"[ \t]*\n")
_ANY_TAG = re.compile(
    rf"<!--|</(?P<end>{p.NAME})\s{{0,20}}>|<(?P<start>{p.NAME})(?:\s[^<>]{{0,2000}})?/?>",
    re.ASCII | re.DOTALL,
)
_DEEP = 20
"""How far out an element that is shown as it is may be closed."""
_KINDS = re.compile(r"\btype=([\"'])(.*?)\1")
_MARKDOWN = {"0": "raw", "span": "span", "block": "block"}


def block_html(state: "BlockState", at: int) -> bool:
    """An element, comment or end tag at the beginning of a line."""
    src = state.src
    if not _START.match(src, at):
        return False
    if COMMENT_OPEN.match(src, at):
        close = state.absent.find("-->", at + 4)
        if close >= 0:
            node = Node("html", "comment", 0, info="raw", buffer=state.buffer, lo=at, hi=close + 3)
            node.nodes.append(_token(state, "comment", 0, at, close + 3))
            state.node.nodes.append(node)
            state.pos = close + 3
            _skip_trailing(state)
            return True
    start = at + len(src[at : at + 3]) - len(src[at : at + 3].lstrip(" "))
    tag = TAG.match(src, start)
    if tag and tag[1].lower() not in p.SPAN_TAGS:
        node = state.make("html", start, tag.end(), tag_name(tag[1]))
        state.node.nodes.append(node)
        state.pos = tag.end()
        if _element(state, node, tag):
            _skip_trailing(state)
        return True
    end_tag = CLOSE_TAG.match(src, start)
    if end_tag and state.node.type == "html" and state.node.tag == end_tag[1].lower():
        state.pos = end_tag.end()
        state.stopped = True
        state.node.nodes.append(_token(state, state.node.tag, -1, start, end_tag.end()))
        return True
    return False


def for_html(options: str | None) -> bool:
    """Whether what an extension holds as it is (`{::nomarkdown type="html"}`) is meant for pages."""
    kinds = _KINDS.search(options or "")
    return kinds is None or not kinds[2].split() or "html" in kinds[2].split()


def raw_tags(buffer: Buffer, lo: int, hi: int) -> list[Node]:
    """The tags and comments in a stretch of HTML that is shown as it is, each start tag told whether it is closed."""
    found: list[Node] = []
    opened: list[Node] = []
    at, commented = lo, buffer.text.rfind("-->", lo, hi)
    while (match := _ANY_TAG.search(buffer.text, at, hi)) is not None:
        at = match.end()
        comment = not (match["start"] or match["end"])
        if comment and commented < at:
            continue  # a comment that nothing closes is text
        at = buffer.text.index("-->", at) + 3 if comment else at
        name = "comment" if comment else tag_name(match["start"] or match["end"])
        token = Node("tag", name, 0, buffer=buffer, lo=match.start(), hi=at)
        found.append(token)
        if match["start"]:
            token.attrs = dict(read_tag_attributes(match.group()[len(match["start"]) + 1 : -1], name in p.KNOWN_TAGS))
            token.nesting = 0 if match.group().endswith("/>") or name in p.EMPTY_TAGS else 1
            opened += [token] * token.nesting
        elif match["end"]:
            outer = next(
                (depth for depth, each in enumerate(reversed(opened[-_DEEP:]), start=1) if each.tag == name), 0
            )
            if outer:
                token.nesting, opened[-outer].info = -1, "closed"
                del opened[-outer:]
    return found


def _skip_trailing(state: "BlockState") -> None:
    match = _TRAILING.match(state.src, state.pos)
    if match:
        state.pos = match.end()


def _token(state: "BlockState", tag: str, nesting: int, lo: int, hi: int) -> Node:
    return Node("tag", tag, 1 if nesting > 0 else -1 if nesting < 0 else 0, buffer=state.buffer, lo=lo, hi=hi)


def _element(state: "BlockState", node: Node, tag: re.Match[str]) -> bool:
    """Read an element whose start tag has just been read, up to its end tag or the end of the text.

    False when it has no content to read: the line end after it then counts as a blank line.
    """
    attrs = read_tag_attributes(tag[2], node.tag in p.KNOWN_TAGS)
    wanted = attrs.pop("markdown", None)
    model = p.CONTENT_MODEL.get(node.tag, "raw") if state.reading.block_html else "raw"
    if wanted == "1":
        model = p.CONTENT_MODEL.get(node.tag, "raw")
    elif wanted in _MARKDOWN:
        model = _MARKDOWN[wanted]
    node.attrs, node.info = dict(attrs), model
    opening = _token(state, node.tag, 1, tag.start(), tag.end())
    opening.attrs = dict(attrs)
    node.nodes.append(opening)
    closed = bool(tag[4]) or node.tag in p.EMPTY_TAGS
    if node.tag in {"script", "style"}:
        _verbatim(state, node, opening)
        closed = True
    elif closed:
        opening.nesting = 0
    elif model == "raw" or state.depth >= NESTING_LIMIT:
        if model != "raw":
            state.reading.report(NESTING_TOO_DEEP, node.span, f"elements are nested deeper than {NESTING_LIMIT} levels")
            node.info = "raw"
        _raw(state, node, opening)
    elif model == "block":
        _skip_trailing(state)
        if state.read_within(node):
            opening.info = "closed"
        else:
            _unclosed(state, opening)
    else:
        _span_content(state, node, opening)
    node.hi = max(node.hi, state.pos)
    return not closed


def _unclosed(state: "BlockState", opening: Node) -> None:
    message = f"`<{opening.tag}>` has no end tag: all that follows is taken into it"
    state.reading.report(UNCLOSED_HTML, opening.span, message, f"add `</{opening.tag}>` where the element should end")


def _verbatim(state: "BlockState", node: Node, opening: Node) -> None:
    _close(state, node, opening, close_tag(node.tag).search(state.src, state.pos))


def _close(state: "BlockState", node: Node, opening: Node, close: re.Match[str] | None) -> None:
    """An element ends with its end tag, without one where the text does."""
    if close:
        node.nodes.append(_token(state, node.tag, -1, close.start(), close.end()))
        opening.info = "closed"
        state.pos = close.end()
    else:
        state.pos = len(state.src)
        _unclosed(state, opening)


def _span_content(state: "BlockState", node: Node, opening: Node) -> None:
    close = close_tag(node.tag).search(state.src, state.pos)
    stop = close.start() if close else len(state.src)
    node.nodes.append(Node("span", "", 0, buffer=state.buffer, lo=state.pos, hi=stop, body=(state.pos, stop)))
    _close(state, node, opening, close)


def _raw(state: "BlockState", node: Node, opening: Node) -> None:
    """Read raw content without recursion: open elements are on a stack of their start tags."""
    src, end = state.src, len(state.src)
    stack = [opening]
    while stack and state.pos < end:
        match = _RAW_START.search(src, state.pos)
        if not match:
            break
        at = match.start()
        state.pos = at + 1
        remark = next((each for each in _REMARKS if src.startswith(each[0], at)), None)
        if remark:
            _raw_remark(state, node, at, remark)
        elif tag := TAG.match(src, at):
            _raw_start_tag(state, node, tag, stack)
        elif end_tag := CLOSE_TAG.match(src, at):
            _raw_end_tag(state, node, end_tag, stack)
    if stack:
        state.pos = end
        _unclosed(state, stack[0])


def _raw_remark(state: "BlockState", node: Node, at: int, remark: tuple[str, str, str]) -> None:
    """A comment or an instruction; where nothing closes it, its sign is text."""
    opens, kind, closes = remark
    close = state.absent.find(closes, at + len(opens))
    if close >= 0:
        state.pos = close + len(closes)
        node.nodes.append(_token(state, kind, 0, at, state.pos))


def _raw_end_tag(state: "BlockState", node: Node, tag: re.Match[str], stack: list[Node]) -> None:
    """An end tag; it closes the innermost element if it has its name."""
    name = stack[-1].tag
    token = _token(state, tag_name(tag[1]), 0, tag.start(), tag.end())
    node.nodes.append(token)
    state.pos = tag.end()
    if name == (tag[1].lower() if name in p.KNOWN_TAGS else tag[1]):
        token.nesting = -1
        stack.pop().info = "closed"


def _raw_start_tag(state: "BlockState", node: Node, tag: re.Match[str], stack: list[Node]) -> None:
    name = tag_name(tag[1])
    attrs = read_tag_attributes(tag[2], name in p.KNOWN_TAGS)
    state.pos = tag.end()
    read = attrs.get("markdown") in {"1", "span", "block"} and state.depth < NESTING_LIMIT
    if read or name in {"script", "style"}:
        inner = Node("html", name, 0, buffer=state.buffer, lo=tag.start(), hi=tag.end())
        state.depth += 1
        _element(state, inner, tag)
        state.depth -= 1
        if inner.info == "raw":
            node.nodes.extend(inner.nodes)
        else:
            node.nodes.append(inner)
        return
    token = _token(state, name, 1, tag.start(), tag.end())
    token.attrs = dict(attrs)
    node.nodes.append(token)
    if tag[4] or name in p.EMPTY_TAGS:
        token.nesting = 0
    else:
        stack.append(token)
