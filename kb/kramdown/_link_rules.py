"""Inline rules for links, images, addresses in angle brackets, and inline HTML."""

import re
from dataclasses import dataclass

from kb.kramdown import patterns as p
from kb.kramdown._attributes import merge
from kb.kramdown._definition_rules import normalise_name
from kb.kramdown._html_tags import CLOSE_TAG, TAG, close_tag, read_tag_attributes, tag_name
from kb.kramdown._inline_rules import give_up
from kb.kramdown._inline_state import FRAMES, LONG, InlineState
from kb.kramdown.entities import decode, find_entities
from kb.kramdown.node import AttributeList, Node
from kb.model import PieceKind

_ADDRESS = re.compile(r"<((mailto|https?|ftps?):[^\n]+?|(?:[^\W_]|[-_.])+@(?:[^\W_]|[-_.])+)>")
_START = re.compile(r"!?\[(?=[^^])")
_BRACKET = r"\]|!?\["
_NAME = re.compile(r"\s*?\[([^\]]+)?\]", re.ASCII)
_ANGLED = re.compile(r"\(<([^\n]*?)>")
_PAREN = re.compile(r"(\()|(\))|\s(?=['\"])", re.ASCII)
_TITLE = re.compile(r"\s*?([\"'])(.+?)\1\s*?\)", re.ASCII | re.DOTALL)
_ESCAPED = re.compile(r"\\([\\.*_+`<>()\[\]{}#!:|\"'$=-])")


@dataclass(frozen=True, slots=True)
class Target:
    """What follows the text of a link: where it ends, its address, title and attributes."""

    stop: int
    href: str
    title: str | None = None
    ial: AttributeList | None = None


def address(state: InlineState) -> bool:
    """An address in angle brackets."""
    if state.absent.find(">", state.pos) < 0:
        return False
    match = _ADDRESS.match(state.src, state.pos, state.end)
    if not match:
        return False
    opening = state.add(PieceKind.OPEN, match.start(), match.start() + 1, tag="a")
    opening.attrs = {"href": decode(match[1] if match[2] else f"mailto:{match[1]}")}
    shown = match.start(1) + (7 if match[1].startswith("mailto:") else 0)
    if shown > match.start(1):
        state.add(PieceKind.MARKUP, match.start(1), shown)
    for start, end, character in find_entities(state.src[shown : match.end(1)]):
        state.add(PieceKind.CHARACTER, shown + start, shown + end, character)
    state.close(opening, match.end(1), match.end())
    state.pos = match.end()
    return True


def link(state: InlineState) -> bool:
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
    mark, steps = len(state.tokens), state.steps
    tag = "img" if image else "a"
    opening = state.add(PieceKind.OPEN, at, match.end(), tag=tag)
    state.pos = match.end()
    count = 1

    def closes(_here: int, matched: str) -> bool:
        nonlocal count
        count += -1 if matched == "]" else 1
        return count == state.frames[-1].images

    if state.read(tag, _BRACKET, closes):
        close = state.pos
        target = _target(state, match.end(), close)
        if target is not None:
            _finish(state, opening, mark, close, target)
            return True
    state.undo(mark, steps, match.end())
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


def _target(state: InlineState, start: int, close: int) -> Target | None:
    """What follows the text of a link; None when it is no link."""
    src, end = state.src, state.end
    after = close + 1
    named = _NAME.match(src, after, end)
    if named or not src.startswith("(", after) or after >= end:
        name = (named[1] if named else None) or _ESCAPED.sub(r"\1", src[start:close])
        defined = state.reading.links.get(normalise_name(name))
        return Target(named.end() if named else after, *defined) if defined else None
    angled = _ANGLED.match(src, after, end)
    if angled:
        href, pos, closed = angled[1], angled.end(), src.startswith(")", angled.end(), end)
        if closed:
            return Target(pos + 1, href)
    else:
        pos, closed = _after_parentheses(state, after)
        href = src[after + 1 : pos - 1].strip(p.STRIPPED)
        if closed:
            return Target(pos, href)
    title = _TITLE.match(src, pos, end)
    return Target(title.end(), href, title[2]) if title else None


def _after_parentheses(state: InlineState, at: int) -> tuple[int, bool]:
    """Where the parentheses that open at `at` close, or where a title begins in them; whether they closed."""
    depth, pos = 0, at
    while found := _PAREN.search(state.src, pos, state.end):
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
        state.steps += (state.end - at) // 64
    return pos, depth == 0


def _finish(state: InlineState, opening: Node, mark: int, close: int, target: Target) -> None:
    href = decode(target.href)
    attrs: dict[str, str | int | float] = {"title": decode(target.title)} if target.title else {}
    if opening.tag == "img":
        del state.tokens[mark:]
        alt = decode(_ESCAPED.sub(r"\1", state.src[opening.hi : close]))
        node = state.add(PieceKind.IMAGE, opening.lo, target.stop, alt, "img")
        node.attrs = {"src": href, **attrs}
        state.frames[-1].images += 1
    else:
        node = opening
        node.attrs = {"href": href, **attrs}
        state.close(opening, close, target.stop)
    if target.ial is not None:
        merge(node.listed, target.ial)
    state.pos = target.stop


def inline_html(state: InlineState) -> bool:
    """Comments and tags inside text. Block tags are shown as they are written; so are end tags without a start."""
    src, at = state.src, state.pos
    if src.startswith("<!--", at):
        return _comment(state)
    if state.absent.find(">", at) < 0:
        return False
    tag = CLOSE_TAG.match(src, at, state.end) or TAG.match(src, at, state.end)
    if not tag:
        return False
    name = tag_name(tag[1])
    if tag.re is CLOSE_TAG or name in p.BLOCK_TAGS:
        node = state.add(PieceKind.TAG, at, tag.end(), tag=name)
        if tag.re is TAG:
            node.attrs = dict(read_tag_attributes(tag[2], known=True))
        node.hidden = True
        state.solid, state.pos = -1, tag.end()
    else:
        _element(state, tag, name)
    return True


def _comment(state: InlineState) -> bool:
    close = state.absent.find("-->", state.pos + 4)
    if close < 0 or close + 3 > state.end:
        return False
    state.add(PieceKind.TAG, state.pos, close + 3, tag="comment")
    state.pos = close + 3
    return True


def _element(state: InlineState, tag: re.Match[str], name: str) -> None:
    attrs = read_tag_attributes(tag[2], name in p.KNOWN_TAGS)
    wanted = attrs.pop("markdown", None)
    empty = bool(tag[4]) or name in p.EMPTY_TAGS
    state.pos = tag.end()
    if name == "br":
        state.add(PieceKind.BREAK, tag.start(), tag.end(), " ", tag="br").attrs = dict(attrs)
        return
    if name == "img":
        node = state.add(PieceKind.IMAGE, tag.start(), tag.end(), attrs.pop("alt", ""), "img")
        node.attrs = dict(attrs)
        return
    opening = state.add(PieceKind.TAG, tag.start(), tag.end(), tag=name)
    opening.attrs = dict(attrs)
    if empty or len(state.frames) > FRAMES:
        return
    raw = state.only_html or name not in p.CONTENT_MODEL or not state.reading.span_html
    if wanted == "0":
        raw = True
    elif wanted == "span" or (wanted == "1" and name in p.CONTENT_MODEL):
        raw = False
    outer = state.only_html
    state.only_html = raw
    stop = close_tag(name)
    found = state.read(f"<{name}", stop.pattern, None, stop.flags & re.IGNORECASE)
    state.only_html = outer
    if not found:
        state.pos = state.end
        return
    close = stop.match(state.src, state.pos, state.end)
    assert close is not None
    opening.type = PieceKind.OPEN.value
    state.close(opening, close.start(), close.end())
    state.pos = close.end()
