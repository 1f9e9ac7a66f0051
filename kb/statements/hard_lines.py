"""Line ends that part rulings: the pieces of a paragraph come in, the pieces of each ruling printed in it go out.

A text that was posted line by line loses blank lines on its way. A line that ends a sentence long before the
margin, though the next word had room, was the last of its ruling; so was one before a mark or a label, and one that
ends far before the margin without its full stop where the next begins and ends, or is wrapped, as a sentence is.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from kb.model import PieceKind, Pieces, text_of
from kb.statements.faq_marks import ANSWERED, find_mark
from kb.text import MARKED_CLOSERS, Source, Span

_ENDS = re.compile(rf"[.!?:]{MARKED_CLOSERS}$|\]$")
_OPENS = re.compile(r"[\"'“‘(\[*_]*[^\W_a-z]|[(\[*_]")
_STARTS_ANEW = re.compile(
    r"[\\(\[]*[@#]\\?[)\]]?\s|[-–—]=[-–—]|(?:rules?|cards?)\s+er+at|has\s+er+ata|er+at(?:um|a):|annotation\s+\d+[a-z]?\b[^.]{0,60}:"
    r"|see\s+also\b|see\s+[A-Z]",
    re.IGNORECASE,
)
_REFERS = re.compile(r"see\b", re.IGNORECASE)
_DATED = re.compile(r"\beffective\b[^\[\]()]{,40}[\])]$", re.IGNORECASE)
"""The end of a line that ends its ruling however long it is: a date in brackets is printed after all the words."""
UNWRAPPED = 130
"""A text most of whose lines are shorter was wrapped, and the longest of them show its margin, in characters."""
_ROOM = 0.9
"""A line of a wrapped text that could take the next word and still fill no more than this part of the margin ends."""
_SURE, _RARE = 20, 50
"""So many lines that surely go on show how much room a program left; one of so many may be shorter, by a later hand."""
_LOST = 3
"""So many lines that ended with much room show that blank lines were lost."""
_MUCH_ROOM = 0.8
"""The same for a line without a full stop: words taken out of a wrapped line by a later hand leave less room."""
_GOES_ON = re.compile(
    r"(?:[,;:(\[/&–—-]|\b(?:an?|the|this|that|of|or|and|nor|but|to|in|on|at|by|for|from|with|as|than|is|are|if|when))$",
    re.IGNORECASE,
)
"""The end of a line whose sentence wants more."""


@dataclass(frozen=True, slots=True)
class Margin:
    """The margin that lines were wrapped at, in characters; infinite where they were not.

    A line that could take the next word and still be no longer than `room` ended on purpose.
    """

    width: float = inf
    room: float = inf


def find_section_margins(source: Source, sections: Mapping[int, Iterable[Span]]) -> dict[int, Margin]:
    """The margin of the paragraphs of each section: by their longest lines, and by those that surely go on with the
    next one; where these are few, by those of all. A text in which next to no line ended with much room has its blank
    lines still: there a line that left little room only happens to end a sentence."""
    paragraphs = {number: [_lines_of(source, span) for span in spans] for number, spans in sections.items()}
    widths = {number: _width(found) for number, found in paragraphs.items()}
    every = [lines for found in paragraphs.values() for lines in found]
    ended = sum(_count_ended(found, widths[number] * _ROOM) for number, found in paragraphs.items())
    full = _full(every)
    return {number: _margin(widths[number], _full(found), full, ended) for number, found in paragraphs.items()}


def _width(paragraphs: Iterable[list[str]]) -> float:
    """How long the longest lines of some paragraphs are, but for a few; infinite where they were not wrapped."""
    lengths = sorted(len(line) for lines in paragraphs for line in lines if line)
    wide = lengths[len(lengths) * 19 // 20] if lengths else UNWRAPPED + 1
    return wide if wide <= UNWRAPPED else inf


def _count_ended(paragraphs: Iterable[list[str]], room: float) -> int:
    """How many lines of a wrapped text ended a sentence with much room on them."""
    pairs = (pair for lines in paragraphs for pair in pairwise(lines)) if room < inf else ()
    return sum(_ends_sentence(before) and _had_room(before, after, room) for before, after in pairs)


def _margin(width: float, own: list[int], every: list[int], ended: int) -> Margin:
    if width == inf:
        return Margin()
    if ended < _LOST:
        return Margin(width, width * _ROOM)
    full = own if len(own) >= _SURE else every
    sure = full[len(full) // _RARE] - 1 if len(full) >= _SURE else 0
    return Margin(width, max(width * _ROOM, min(width, sure)))


def _lines_of(source: Source, span: Span) -> list[str]:
    return [line.strip("> \t\r") for line in source.slice(span).split("\n")]


def _full(paragraphs: Iterable[list[str]]) -> list[int]:
    """How long the lines that surely go on would be with the first word of the next one, in order."""
    pairs = (pair for lines in paragraphs for pair in pairwise(lines))
    return sorted(_with_next(*pair) for pair in pairs if pair[1][:1].islower() and not _ENDS.search(pair[0]))


def _ends_sentence(line: str) -> bool:
    return _ENDS.search(line) is not None and not line.endswith(":")


def split_lines(pieces: Pieces, source: Source, margin: Margin) -> Iterator[Pieces]:
    """The pieces of each ruling of a paragraph; white space between them is in none."""
    start = depth = 0
    for number, piece in enumerate(pieces):
        depth += {PieceKind.OPEN: 1, PieceKind.CLOSE: -1}.get(piece.kind, 0)
        if depth or piece.kind not in {PieceKind.SPACE, PieceKind.BREAK} or number in {start, len(pieces) - 1}:
            continue
        if "\n" in source.slice(piece.span):
            parts = _parts(source, piece.span, pieces[number + 1].span, margin)
        else:
            parts = piece.kind is PieceKind.BREAK and _parts_by_hand(pieces, start, number)
        if parts:
            yield pieces[start:number]
            start = number + 1
    if start < len(pieces):
        yield pieces[start:]


def _parts_by_hand(pieces: Pieces, start: int, at: int) -> bool:
    """Whether a break within a line of the source parts two rulings: a sentence ends there and the next begins. Behind
    a colon at the end of a line stands a list, and what parts that is not known."""
    lines = "".join("\n" if piece.kind is PieceKind.BREAK else piece.text for piece in pieces[start:at]).split("\n")
    listed = any(line.rstrip().endswith(":") for line in lines)
    following = text_of(pieces[at + 1 :]).lstrip()
    return not listed and _ends_sentence(lines[-1].rstrip()) and _OPENS.match(following) is not None


def _parts(source: Source, gap: Span, following: Span, margin: Margin) -> bool:
    """Whether the line end at `gap` parts two rulings."""
    before, after = _lines_beside(source, gap, following)
    anew = _STARTS_ANEW.match(after) is not None
    if not _ends_sentence(before):
        short = len(before) < margin.width * _ROOM
        return (anew and not _REFERS.match(after) and short) or _breaks(before, after, margin.width)
    return anew or _had_room(before, after, inf if _DATED.search(before) else margin.room)


def _lines_beside(source: Source, gap: Span, following: Span) -> tuple[str, str]:
    """The line before a line end and the one after it, without quote marks and blanks."""
    before = source.slice(Span(source.line_span(source.line_of(gap.start)).start, gap.start)).strip("> \t")
    return before, source.slice(Span(following.start, source.line_span(source.line_of(following.start)).end)).strip()


def find_full_lines(pieces: Pieces, source: Source, margin: Margin) -> Iterator[Span]:
    """The line ends inside a ruling behind which another may begin: a sentence ends there, the next begins, and the
    line is too full to show whether anything else does. `pieces` are one of those that `split_lines` yields. What the
    next line begins with may show it: the mark of an answer."""
    for number, (piece, following) in enumerate(pairwise(pieces)):
        if piece.kind not in {PieceKind.SPACE, PieceKind.BREAK} or "\n" not in source.slice(piece.span):
            continue
        before, after = _lines_beside(source, piece.span, following.span)
        if find_mark(ANSWERED, pieces[number + 1 :]):
            continue
        if _ends_sentence(before) and _OPENS.match(after) and not _had_room(before, after, margin.room):
            yield piece.span


def _breaks(before: str, after: str, margin: float) -> bool:
    """Whether a line without a full stop was the last of its ruling: the next, a sentence and no item of a list,
    had much room on it."""
    sentence = _ENDS.search(after) is not None or len(after) > margin * _MUCH_ROOM
    return sentence and not _GOES_ON.search(before) and _had_room(before, after, margin * _MUCH_ROOM)


def _had_room(before: str, after: str, width: float) -> bool:
    """Whether a line begins as a sentence does, and its first word would have fitted on the line before."""
    return _OPENS.match(after) is not None and _with_next(before, after) <= width


def _with_next(before: str, after: str) -> int:
    """How long a line would be with the first word of the next one on it."""
    return len(before) + 1 + len(after.split(" ", 1)[0])
