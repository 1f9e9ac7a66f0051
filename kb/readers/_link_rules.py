"""Inline rules for links, images, addresses in angle brackets, and inline HTML."""

import re

from kb.model import PieceKind
from kb.readers import _patterns as p
from kb.readers._attributes import merge
from kb.readers._definition_rules import normalise_name
from kb.readers._html_tags import CLOSE_TAG, TAG, close_tag, read_tag_attributes, tag_name
from kb.readers._inline_rules import give_up
from kb.readers._inline_state import FRAMES, LONG, InlineState, attributes_of
from kb.readers._node import AttributeList, Node

_ADDRESS = re.compile(r"<((mailto|https?|ftps?):[^\n]+?|(?:[^\W_]|[-_.])+@(?:[^\W_]|[-_.])+)>")
_START = re.compile(r"!?\[(?=[^^])")
_BRACKET = r"\]|!?\["
_NAME = re.compile(r"\s*?\[([^\]]+)?\]", re.ASCII)
_ANGLED_OPEN = re.compile(r"\(<([^\n]*?)>")
_PAREN = re.compile(r"(\()|(\))|\s(?=['\"])", re.ASCII)
_TITLE = re.compile(r"\s*?([\"'])(.+?)\1\s*?\)", re.ASCII | re.DOTALL)
_ESCAPED = re.compile(r"\\([\\.*_+`<>()\[\]{}#!:|\"'$=-])")


def address(state: InlineState, _silent: bool) -> bool:
    """An address in angle brackets."""
    if state.absent.find(">", state.pos) < 0:
        return False
    match = _ADDRESS.match(state.src, state.pos, state.end)
    if not match:
        return False
    opening = state.add(PieceKind.OPEN, match.start(), match.start() + 1, tag="a", nesting=1)
    opening.attrs = {"href": match[1] if match[2] else f"mailto:{match[1]}"}
    shown = match.start(1) + (7 if match[1].startswith("mailto:") else 0)
    if shown > match.start(1):
        state.add(PieceKind.MARKUP, match.start(1), shown)
    state.add(PieceKind.TEXT, shown, match.end(1), state.src[shown : match.end(1)])
    state.close(opening, match.end(1), match.end())
    state.pos = match.end()
    return True


def link(state: InlineState, _silent: bool) -> bool:
    """A link or image, with its address in parentheses or defined elsewhere."""
    src, at = state.src, state.pos
    match = _START.match(src, at, state.end)
    if not match:
        return False
    image = src[at] == "!"
    width = match.end() - at
    if not image and (state.inside("a") or state.inside("img")):
        state.pos = match.end()
        return True
    if state.exhausted or len(state.frames) > FRAMES or _is_alone(state, match.end() - 1):
        return give_up(state, width)
    mark = len(state.tokens)
    tag = "img" if image else "a"
    opening = state.add(PieceKind.OPEN, at, match.end(), tag=tag, nesting=1)
    state.pos = match.end()
    count = 1

    def closes(_here: int, matched: str) -> bool:
        nonlocal count
        count += -1 if matched == "]" else 1
        return count == state.frames[-1].images

    if state.read(tag, _BRACKET, closes):
        close = state.pos
        found = _target(state, match.end(), close)
        if found is not None:
            stop, href, title, ial = found
            _finish(state, opening, mark, (close, stop), href, title, ial)
            return True
    del state.tokens[mark:]
    state.pos = match.end()
    state.solid = -1
    return True


def _is_alone(state: InlineState, at: int) -> bool:
    """In a long text, whether the bracket at `at` has no partner."""
    if state.end - at <= LONG:
        return False
    if state.partners is None:
        partners: dict[int, int] = {}
        stack: list[int] = []
        for found in re.finditer(r"\\.|[\[\]]", state.src):
            if found.group() == "[":
                stack.append(found.start())
            elif found.group() == "]" and stack:
                partners[stack.pop()] = found.start()
        state.partners = partners
    return at not in state.partners


def _target(state: InlineState, start: int, close: int) -> tuple[int, str, str | None, AttributeList | None] | None:
    """What follows the text of a link: where it ends, its address, title and attributes; None when it is no link."""
    src, end = state.src, state.end
    after = close + 1
    named = _NAME.match(src, after, end)
    if named or not src.startswith("(", after) or after >= end:
        name = (named[1] if named else None) or _ESCAPED.sub(r"\1", src[start:close])
        defined = state.reading.links.get(normalise_name(name))
        if defined is None:
            return None
        return (named.end() if named else after, *defined)
    angled = _ANGLED_OPEN.match(src, after, end)
    if angled:
        if src.startswith(")", angled.end()) and angled.end() < end:
            return angled.end() + 1, angled[1], None, None
        href, pos = angled[1], angled.end()
    else:
        depth, pos = 0, after
        while found := _PAREN.search(src, pos, end):
            pos = found.end()
            if found[2]:
                depth -= 1
                if depth == 0:
                    break
            elif found[1]:
                depth += 1
            else:
                break
        else:
            state.spent += end - after
        href = src[after + 1 : pos - 1].strip(p.STRIPPED)
        if depth == 0:
            return pos, href, None, None
    title = _TITLE.match(src, pos, end)
    if title:
        return title.end(), href, title[2], None
    return None


def _finish(
    state: InlineState, opening: Node, mark: int, close: tuple[int, int], href: str, title: str | None,
    ial: AttributeList | None,
) -> None:  # fmt: skip
    attrs: dict[str, str | int | float] = {"title": title} if title else {}
    if opening.tag == "img":
        del state.tokens[mark:]
        alt = _ESCAPED.sub(r"\1", state.src[opening.hi : close[0]])
        node = state.add(PieceKind.IMAGE, opening.lo, close[1], alt, "img")
        node.attrs = {"src": href, **attrs}
        state.frames[-1].images += 1
    else:
        node = opening
        node.attrs = {"href": href, **attrs}
        state.close(opening, close[0], close[1])
    if ial is not None:
        merge(attributes_of(node), ial)
    state.pos = close[1]


def inline_html(state: InlineState, _silent: bool) -> bool:
    """Comments and tags inside text. Block tags are shown as they are written; so are end tags without a start."""
    src, at = state.src, state.pos
    if src.startswith("<!--", at):
        close = state.absent.find("-->", at + 4)
        if close >= 0 and close + 3 <= state.end:
            state.add(PieceKind.TAG, at, close + 3, tag="comment")
            state.pos = close + 3
            return True
        return False
    if state.absent.find(">", at) < 0:
        return False
    end_tag = CLOSE_TAG.match(src, at, state.end)
    if end_tag:
        return _plain_tag(state, end_tag, -1)
    tag = TAG.match(src, at, state.end)
    if not tag:
        return False
    name = tag_name(tag[1])
    if name in p.BLOCK_TAGS:
        return _plain_tag(state, tag, 0)
    attrs = read_tag_attributes(tag[2], name in p.KNOWN_TAGS)
    wanted = attrs.pop("markdown", None)
    _element(state, tag, name, attrs, wanted)
    return True


def _plain_tag(state: InlineState, match: re.Match[str], nesting: int) -> bool:
    node = state.add(PieceKind.TAG, match.start(), match.end(), tag=tag_name(match[1]), nesting=nesting)
    if nesting == 0:
        node.attrs = dict(read_tag_attributes(match[2], known=True))
    node.hidden = True
    state.solid = -1
    state.pos = match.end()
    return True


def _element(state: InlineState, tag: re.Match[str], name: str, attrs: dict[str, str], wanted: str | None) -> None:
    empty = bool(tag[4]) or name in p.EMPTY_TAGS
    state.pos = tag.end()
    if name == "br":
        state.add(PieceKind.BREAK, tag.start(), tag.end(), " ", tag="br").attrs = dict(attrs)
        return
    if name == "img":
        node = state.add(PieceKind.IMAGE, tag.start(), tag.end(), attrs.pop("alt", ""), "img")
        node.attrs = dict(attrs)
        return
    opening = state.add(PieceKind.TAG, tag.start(), tag.end(), tag=name, nesting=0 if empty else 1)
    opening.attrs = dict(attrs)
    if empty or len(state.frames) > FRAMES:
        return
    raw = state.only_html or name not in p.CONTENT_MODEL
    if wanted == "0":
        raw = True
    elif wanted == "span" or (wanted == "1" and name in p.CONTENT_MODEL):
        raw = False
    outer = state.only_html
    state.only_html = raw
    stop = close_tag(name)
    spent = state.spent
    found = state.read(f"<{name}", stop.pattern, None, stop.flags & re.IGNORECASE)
    state.only_html = outer
    if not found:
        state.spent = spent
        state.pos = state.end
        return
    close = stop.match(state.src, state.pos, state.end)
    assert close is not None
    opening.type = PieceKind.OPEN.value
    state.close(opening, close.start(), close.end())
    state.pos = close.end()
