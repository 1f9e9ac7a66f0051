"""Block rules for what is not itself shown: definitions of footnotes and links, attribute lists, extensions."""

import re

from kb.kramdown import patterns as p
from kb.kramdown._attributes import read_attributes
from kb.kramdown._block_state import BlockState
from kb.kramdown._html_rules import for_html, raw_tags
from kb.kramdown.buffer import join_lines
from kb.kramdown.entities import decode
from kb.kramdown.node import AttributeList, Node
from kb.kramdown.reading import WORDS_OF_LINK, Footnote
from kb.text import Span

EXTENSION = "mark of an extension"
_WORDS = re.compile(r"[^\W\d_][ \t]+[^\W\d_]")
"""Letters, blanks and letters: no address has them."""
_DEFINITIONS = {"link_def", "abbrev_def", "footnote_def"}


def footnote(state: BlockState, at: int) -> bool:
    """A footnote definition: the rest of its line and all indented text after it."""
    match = p.FOOTNOTE_LINE.match(state.src, at)
    if not match:
        return False
    first = state.line_end(match.end())
    more = p.CODE_LINES.match(state.src, first)
    stop = more.end() if more else first
    node = Node("footnote_def", "", 0, buffer=state.buffer, lo=at, hi=stop)
    lines: list[tuple[str, int]] = []
    line = match.end()
    while line < stop:
        after = state.line_end(line)
        indent = p.INDENT.match(state.src, line)
        start = indent.end() if indent else line
        lines.extend(state.buffer.cut(start, after))
        line = after
    state.pos = stop
    state.read_inside(join_lines(lines), node)
    state.reading.footnotes.append(Footnote(match[1], node))
    state.reading.names.add(match[1])
    state.add("eob", at, stop).info = "footnote_def"
    return True


def link(state: BlockState, at: int) -> bool:
    """A link definition `[name]: address "title"`."""
    match = p.LINK_LINE.match(state.src, at)
    if not match or re.search(r"[ \t]+[\"']", match[3] or ""):
        return False
    node = state.add("eob", at, match.end())
    node.info = "link_def"
    address = match[2] if match[2] is not None else match[3]
    state.reading.links[normalise_name(match[1])] = (address, match[5], node.listed)
    span = state.span(at, match.end() - 1)
    state.reading.exclude(span, "link definition")
    if _WORDS.search(match[3] or ""):
        message = f"`[{match[1]}]:` begins the definition of a link, and what is behind it looks like words"
        hint = f"write `\\[{match[1]}]:` if that is meant to be read, or put the address in `<>`"
        if match[1].startswith("^"):
            message = f"`[{match[1]}]:` defines no footnote but a link: its name has other characters than those have"
            hint = "name the footnote with letters, digits, `_` and `-` alone, here and where it is referred to"
        state.reading.report(WORDS_OF_LINK, span, message, hint)
    state.pos = match.end()
    return True


def normalise_name(name: str) -> str:
    """A link name as definitions and references share it."""
    return re.sub(r"\s+", " ", name, flags=re.ASCII).lower()


def abbreviation(state: BlockState, at: int) -> bool:
    """An abbreviation's definition `*[HTML]: ...`; its words are shown only on pointing."""
    match = p.ABBREVIATION_LINE.match(state.src, at)
    if not match:
        return False
    state.add("eob", at, match.end()).info = "abbrev_def"
    state.reading.abbreviations[match[1]] = decode(match[2].strip(p.STRIPPED))
    state.reading.exclude(state.span(at, match.end() - 1), "abbreviation definition")
    state.pos = match.end()
    return True


def extension(state: BlockState, at: int) -> bool:
    """Attribute lists and extensions on lines of their own.

    A list belongs to the block before it; with nothing before it, or a blank line, to the next block.
    """
    src = state.src
    start = at
    while start < at + 3 and src[start] == " ":
        start += 1
    if not src.startswith("{:", start) or state.absent.find("}", start) < 0:
        return False
    match = p.ALD_LINE.match(src, at)
    if match:
        into = state.reading.lists.setdefault(match[1], AttributeList())
        read_attributes(match[2], into)
        state.reading.exclude(_line(state, match), "attribute list definition")
        state.add("eob", at, match.end()).info = "ald"
        state.pos = match.end()
        return True
    match = p.EXTENSION_LINE.match(src, at)
    if match:
        return _extension(state, at, match)
    match = p.IAL_LINE.match(src, at)
    if not match:
        return False
    span = _line(state, match)
    state.reading.exclude(span, "attribute list")
    state.pos = match.end()
    last = state.last
    if last is not None and last.type != "blank" and (last.type != "eob" or last.info in _DEFINITIONS):
        read_attributes(match[1], last.listed, span)
        if not p.IAL_LINE.match(src, match.end()):
            state.add("eob", at, match.end()).info = "ial"
    else:
        if state.pending is None:
            state.pending, state.pending_apart = AttributeList(), False
        read_attributes(match[1], state.pending, span)
    return True


def _line(state: BlockState, match: re.Match[str]) -> Span:
    text = match.group()
    lead = len(text) - len(text.lstrip(" "))
    return state.span(match.start() + lead, match.start() + len(text.rstrip(p.SPACE)))


def _extension(state: BlockState, at: int, match: re.Match[str]) -> bool:
    """`{::comment}`, `{::nomarkdown}` and `{::options}`; any other is plain text."""
    name = match[1]
    if name not in {"comment", "nomarkdown", "options"}:
        return False
    stop = match.end()
    body = None
    if not match[3]:
        close = re.compile(rf"^ {{0,3}}\{{:/(?:{name})?\}}\s*?\n", re.ASCII | re.MULTILINE)
        if state.absent.find("{:/", stop) < 0:
            return False
        found = close.search(state.src, stop)
        if not found:
            return False
        body, stop = (stop, found.start()), found.end()
    state.pos = stop
    if name == "nomarkdown" and body and for_html(match[2]):
        node = state.add("html", *body)
        node.info, node.nodes = "raw", raw_tags(state.buffer, *body)
        state.reading.exclude(state.span(at, match.end() - 1), EXTENSION)
        state.reading.exclude(state.span(body[1], stop - 1), EXTENSION)
    elif name == "nomarkdown" and body:
        state.reading.exclude(state.span(at, stop - 1), "text for other output than HTML")
        state.add("eob", at, stop).info = "extension"
    else:
        state.reading.exclude(state.span(at, stop - 1), "comment" if name == "comment" else "options")
        if name == "comment":
            kept = state.pending
            state.pending = None
            state.add("comment", at, stop)
            state.pending = kept
        else:
            _set_options(state, match[2] or "")
            state.add("eob", at, stop).info = "extension"
    return True


def _set_options(state: BlockState, text: str) -> None:
    """The options that change what is read as Markdown; blocks know them from here on, the text of all as set last."""
    given = AttributeList()
    read_attributes(text, given)
    chosen = {key: value.strip().lower() not in {"false", ""} for key, value in given.pairs.items()}
    state.reading.block_html = chosen.get("parse_block_html", state.reading.block_html)
    state.reading.span_html = chosen.get("parse_span_html", state.reading.span_html)
