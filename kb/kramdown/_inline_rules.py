"""Inline rules: emphasis, code, footnote markers, characters that stand for others, breaks, attribute lists."""

import html
import re
from html.entities import name2codepoint

from kb.kramdown import patterns as p
from kb.kramdown._attributes import read_attributes
from kb.kramdown._html_rules import for_html
from kb.kramdown._inline_state import FRAMES, LONG, InlineState
from kb.kramdown.reading import AMBIGUOUS_MARKUP
from kb.model import PieceKind

_ESCAPE = re.compile(r"\\([\\.*_+`<>()\[\]{}#!:|\"'$=\-~])")
_ENTITY = re.compile(r"&([A-Za-z_:][-\w.:]*);|&#(\d+);|&#x([0-9a-fA-F]+);", re.ASCII)
_ENTITIES = frozenset((*name2codepoint, "apos"))
"""The names kramdown knows, those of HTML 4; any other is shown as it is written."""
_FOOTNOTE = re.compile(rf"\[\^({p.ID_NAME})\]", re.ASCII)
_SYMBOL = re.compile(r"---|--|\.\.\.|\\<<|\\>>|<< | >>|<<|>>")
_SYMBOLS = {
    "---": "—", "--": "–", "...": "…", "\\<<": "<<", "\\>>": ">>",
    "<< ": "«\u00a0", " >>": "\u00a0»", "<<": "«", ">>": "»",
}  # fmt: skip
_BREAK = re.compile(r"(?:  |\\\\?)(?=\n)")
_STRUCK = re.compile(r"~~(?!\s|~)", re.ASCII)
_IAL = re.compile(rf"\{{:({p.ANY})\}}", re.ASCII)


def give_up(state: InlineState, width: int) -> bool:
    """Take an opener for the characters it is, because trying costs too much or nests too deep."""
    if state.exhausted and state.allowance >= 0:
        state.allowance = -1
        span = state.leaf.buffer.span(state.leaf.body[0] + state.pos, state.leaf.body[0] + state.pos + width)
        message = "too many brackets or stars without partners before this place"
        state.reading.report(AMBIGUOUS_MARKUP, span, message, "escape those that are meant as themselves")
    state.pos += width
    return True


def emphasis(state: InlineState) -> bool:
    """`*em*`, `**strong**` and the same with `_`, which does not begin inside a word."""
    src, at = state.src, state.pos
    sign = src[at]
    width = 2 if src.startswith(sign, at + 1) else 1
    kind = "strong" if width == 2 else "em"
    after = at + width
    following = src[after : after + 1]
    if (sign == "_" and _in_word(src, at)) or (following and following in p.SPACE) or state.inside(kind):
        state.pos = after
        return True
    if state.exhausted or len(state.frames) > FRAMES:
        return give_up(state, width)
    parent = state.frames[-1].kind
    if _emphasised(state, at, sign * width, kind):
        return True
    if kind == "strong" and parent != "em" and _emphasised(state, at, sign, "em"):
        return True
    state.pos = after
    state.solid = -1
    return True


def _in_word(src: str, at: int) -> bool:
    if at == 0:
        return False
    return src[at - 1].isalpha() or (src[at - 1] == "-" and at > 1 and src[at - 2].isalpha())


def _emphasised(state: InlineState, at: int, sign: str, kind: str) -> bool:
    src, start = state.src, at + len(sign)
    around = ",".join(sorted(set(state.kinds))) if state.end - at > LONG else ""
    if around and state.is_hopeless(sign, around):
        return False
    mark, steps = len(state.tokens), state.steps
    opening = state.add(PieceKind.OPEN, at, start, tag=kind)

    def closes(here: int, _matched: str) -> bool:
        if src[here - 1] in p.SPACE or here == start:
            return False
        if kind == "em" and src.startswith(sign * 2, here) and not src.startswith(sign, here + 2):
            return False
        after = here + len(sign)
        return not (sign[0] == "_" and src[after : after + 1].isalnum())

    state.pos = start
    if state.read(kind, re.escape(sign), closes):
        state.close(opening, state.pos, state.pos + len(sign))
        state.pos += len(sign)
        return True
    if around:
        state.give_hope_up(at, sign, around)
    state.undo(mark, steps, at)
    return False


def code(state: InlineState) -> bool:
    """Text between equal runs of backticks."""
    src, at = state.src, state.pos
    match = p.TICKS.match(src, at)
    if not match:
        return False
    ticks = match.group()
    state.pos = after = match.end()
    if len(ticks) == 1 and (at == 0 or src[at - 1] in p.SPACE) and after < state.end and src[after] in p.SPACE:
        return True
    close = _find_ticks(state, ticks, after)
    if close < 0:
        return True
    lo, hi = after, close
    if len(ticks) > 1:
        lo += src[lo:hi].startswith(" ")
        hi -= hi > lo and src[hi - 1] == " "
    opening = state.add(PieceKind.OPEN, at, lo, tag="code")
    _add_verbatim(state, lo, hi)
    state.close(opening, hi, close + len(ticks))
    state.pos = close + len(ticks)
    return True


def _find_ticks(state: InlineState, ticks: str, at: int) -> int:
    """The next run that holds `ticks`; a run sought in vain means that no longer one is there either."""
    for length in range(1, min(len(ticks), 8) + 1):
        if state.is_hopeless("`" * length):
            return -1
    found = state.src.find(ticks, at, state.end)
    if found < 0 and len(ticks) <= 8:
        state.give_hope_up(at, ticks)
    elif found < 0:
        state.spent += (state.end - at) // 64
    return found


def _add_verbatim(state: InlineState, lo: int, hi: int) -> None:
    if lo < hi:
        state.add(PieceKind.TEXT, lo, hi, state.src[lo:hi])


def struck(state: InlineState) -> bool:
    """`~~struck out~~`; its content is read on its own."""
    src, at = state.src, state.pos
    if not _STRUCK.match(src, at) or state.is_hopeless("~~"):
        return False
    close = re.compile(r"[^\s~]~~", re.ASCII).search(src, at + 2, state.end)
    if not close:
        state.give_hope_up(at, "~~")
        return False
    opening = state.add(PieceKind.OPEN, at, at + 2, tag="del")
    _read_apart(state, at + 2, close.start() + 1)
    state.close(opening, close.start() + 1, close.end())
    state.pos = close.end()
    return True


def _read_apart(state: InlineState, lo: int, hi: int, *, only_html: bool = False) -> None:
    """Read a stretch on its own, as nothing around it were open."""
    outer = state.kinds, state.end, state.only_html, state.hopeless
    state.kinds, state.end, state.only_html, state.hopeless = [""], hi, only_html, {}
    state.pos = lo
    if len(state.frames) <= FRAMES:
        state.read("", None)
    state.kinds, state.end, state.only_html, state.hopeless = outer


def footnote(state: InlineState) -> bool:
    """A footnote marker `[^name]`, whether or not the name is defined."""
    match = _FOOTNOTE.match(state.src, state.pos, state.end)
    if not match:
        return False
    node = state.add(PieceKind.FOOTNOTE, match.start(), match.end())
    node.attrs = {"id": match[1]}
    if match[1] not in state.reading.names:  # kramdown shows it as it is written
        state.solid = -1
    state.pos = match.end()
    return True


def quotation(state: InlineState) -> bool:
    """A straight quotation mark before an attribute list: to kramdown it is no text, so the list belongs to it."""
    state.pos += 1
    state.solid, state.owner = state.pos, None
    return True


def maths(state: InlineState) -> bool:
    """A formula between `$$` and `$$`."""
    at = state.pos
    close = state.absent.find("$$", at + 2)
    if close < 0 or close + 2 > state.end:
        return False
    formula = state.src[at + 2 : close]
    lo = at + 2 + len(formula) - len(formula.lstrip(p.STRIPPED))
    hi = max(lo, at + 2 + len(formula.rstrip(p.STRIPPED)))
    opening = state.add(PieceKind.OPEN, at, lo, tag="span")
    _add_verbatim(state, lo, hi)
    state.close(opening, hi, close + 2)
    state.pos = close + 2
    return True


def attribute_list(state: InlineState) -> bool:
    """`{:.class}` after an element, and the extensions `{::comment}` and `{::nomarkdown}`."""
    src, at = state.src, state.pos
    if state.absent.find("}", at) < 0:
        return False
    if p.EXTENSION_SPAN.match(src, at, state.end):
        return _extension(state)
    match = _IAL.match(src, at, state.end)
    if not match or state.solid != at:
        return False
    owner = state.owner
    if owner is not None:
        read_attributes(match[1], owner.listed)
    state.add(PieceKind.ATTRIBUTES, at, match.end())
    state.owner = owner
    state.pos = match.end()
    return True


def _extension(state: InlineState) -> bool:
    src, at = state.src, state.pos
    match = p.EXTENSION_SPAN.match(src, at, state.end)
    if not match or match[1] not in {"comment", "nomarkdown", "options"}:
        return False
    stop = match.end()
    if not match[3]:
        ends = [f"{{:/{name}}}" for name in ("", match[1])]
        places = [place for end in ends if 0 <= (place := state.absent.find(end, stop)) < state.end]
        if not places:
            return False
        close = min(places)
        stop = state.src.index("}", close) + 1
        if match[1] == "nomarkdown" and for_html(match[2]):
            state.add(PieceKind.TAG, at, match.end(), tag="nomarkdown")
            _read_apart(state, match.end(), close, only_html=True)
            state.add(PieceKind.TAG, close, stop, tag="nomarkdown")
            state.pos = stop
            return True
    state.add(PieceKind.TAG, at, stop, tag="comment")
    state.pos = stop
    return True


def entity(state: InlineState) -> bool:
    """An entity by name or number."""
    match = _ENTITY.match(state.src, state.pos, state.end)
    if not match:
        return False
    text = html.unescape(match.group())
    if text == match.group() or "\0" in text or (match[1] and match[1] not in _ENTITIES):
        return False
    state.add(PieceKind.CHARACTER, match.start(), match.end(), text)
    state.pos = match.end()
    return True


def symbol(state: InlineState) -> bool:
    """Dashes, dots and angle quotation marks typed with plain characters."""
    match = _SYMBOL.match(state.src, state.pos, state.end)
    if not match:
        return False
    state.add(PieceKind.CHARACTER, match.start(), match.end(), _SYMBOLS[match.group()])
    state.pos = match.end()
    return True


def line_break(state: InlineState) -> bool:
    """Two blanks or a backslash at the end of a line."""
    match = _BREAK.match(state.src, state.pos, state.end)
    if not match:
        return False
    state.add(PieceKind.BREAK, match.start(), match.end(), " ", tag="br")
    state.pos = match.end()
    return True


def escape(state: InlineState) -> bool:
    """A backslash before a character that would otherwise mean something."""
    match = _ESCAPE.match(state.src, state.pos, state.end)
    if not match:
        return False
    state.add(PieceKind.CHARACTER, match.start(), match.end(), match[1])
    state.solid, state.owner = -1, None
    state.pos = match.end()
    return True
