"""Marks: what is said about a span of source, and where in raw HTML it may stand.

No element of a line may lie around blocks, between the rows of a table or the items of a list: a browser ends it in the
first block, or draws it before the table. So a mark over several blocks of raw HTML is parted: one element around its
words in each, all of them one mark by name, address and explanation.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kb.html.clean import BLOCK
from kb.model import Piece, PieceKind
from kb.text import Span
from kb.values import quick


@quick
@dataclass(frozen=True, slots=True)
class Mark:
    """Something said about a span of source: an element around its words, and what follows them.

    An empty span is a place between words: there only `after` is written, unless the mark stands there `bare`, as an
    element without words. `attrs` stand on every part of a mark that is cut by clauses or blocks, and so does `before`
    inside each; `id` stands on the first alone. `ahead` stands before the first part, `after` behind the last in its
    first clause. `key` tells marks apart that have no id. A place of what stood `apart`, in a block of its own, is in
    the block that was left without words, where the text still has it.
    """

    span: Span
    tag: str = "ins"
    id: str = ""
    attrs: tuple[tuple[str, str], ...] = ()
    before: str = ""
    after: str = ""
    ahead: str = ""
    key: str = ""
    bare: bool = False
    apart: bool = False

    @property
    def name(self) -> str:
        """What the mark is known by while a document is written."""
        return self.key or self.id


def part_marks(pieces: Sequence[Piece], marks: Iterable[Mark], text: str, begun: Collection[str]) -> tuple[Mark, ...]:
    """The marks on a clause of raw HTML, in order and apart, each inside of one block.

    A mark whose words stand in another clause is left out, one without any (as around tags) stands bare; what would
    stand where no words may, as between the rows of a table, stands behind the words before it, else before the first.
    """
    if not pieces or not marks:
        return ()
    stretches = _Stretches(pieces, text)
    begin, end, last = pieces[0].span.start, pieces[-1].span.end, 0
    parted: list[Mark] = []
    for mark in marks:
        if mark.span.end < begin or mark.span.start > end:
            parted.append(mark)
            continue
        parts = stretches.words_in(mark.span)
        if not parts:
            if len(mark.span) and (mark.name in begun or _WORD.search(_TAG.sub("", text[end : mark.span.end]))):
                continue
            at = max(stretches.room_at(mark.span.start, mark.apart), last)
            parts = (Span(at, at),)
        last = parts[-1].end
        for number, part in enumerate(parts, 1):
            bare = not len(part) and len(mark.span) > 0
            parted.append(replace(mark, span=part, after=mark.after if number == len(parts) else "", bare=bare))
    return tuple(parted)


@dataclass(slots=True)
class _Stretch:
    """What stands between two tags of blocks: whether words may stand there, and the spans of those that do; `hollow`
    is all that an element without words holds."""

    span: Span
    room: bool
    words: list[Span]
    hollow: bool = False


class _Stretches:
    """A clause cut at the tags of its blocks."""

    def __init__(self, pieces: Sequence[Piece], text: str) -> None:
        self.text = text
        self.all = list(self._cut(pieces))
        self.words = [span for stretch in self.all for span in stretch.words]
        self.ends: list[int] = []
        """For each of the words, how many there are up to the end of its stretch."""
        for stretch in self.all:
            self.ends += [len(self.ends) + len(stretch.words)] * len(stretch.words)

    def _cut(self, pieces: Sequence[Piece]) -> Iterator[_Stretch]:
        start = pieces[0].span.start
        words: list[Span] = []
        open_: list[str] = []
        begun = False
        for piece in pieces:
            tag = piece.tag.casefold()
            if piece.kind is not PieceKind.TAG or tag not in BLOCK:
                words.extend(self._words(piece))
                continue
            ends = self.text.startswith("</", piece.span.start)
            room = bool(open_) and open_[-1] not in _BOXES
            yield _Stretch(Span(start, piece.span.start), room, words, room and begun and ends and not words)
            start, words, begun = piece.span.end, [], not ends
            self._turn(open_, tag, ends)
        yield _Stretch(Span(start, pieces[-1].span.end), bool(open_) and open_[-1] not in _BOXES, words)

    def _turn(self, open_: list[str], tag: str, ends: bool) -> None:
        """Keep the elements that are open behind a tag; one that ends what is not open here ends all of them."""
        if not ends:
            if tag != "hr":
                open_.append(tag)
        elif tag in open_:
            while open_.pop() != tag:
                pass
        else:
            open_.clear()

    def _words(self, piece: Piece) -> Iterator[Span]:
        """The words of a piece without the blanks around them; nothing for what shows none."""
        if piece.kind not in _WORDS or not (piece.text.strip() or piece.kind is PieceKind.FOOTNOTE):
            return
        span, shown = piece.span, piece.text
        if len(shown) == len(span):
            span = Span(span.start + len(shown) - len(shown.lstrip()), span.start + len(shown.rstrip()))
        yield span

    def words_in(self, span: Span) -> tuple[Span, ...]:
        """The parts of a span in which it has words, one a stretch; blanks beside these only between words."""
        found: list[Span] = []
        first = at = bisect_right(self.words, span.start, key=lambda each: each.end)
        while at < len(self.words) and self.words[at].start < span.end:
            end = min(bisect_left(self.words, span.end, lo=at, key=lambda each: each.start), self.ends[at])
            start = span.start if at == first and at and self.ends[at - 1] > at else self.words[at].start
            among = end < len(self.words) and self.ends[at] > end
            found.append(Span(max(start, span.start), span.end if among else min(self.words[end - 1].end, span.end)))
            at = end
        return tuple(found)

    def room_at(self, at: int, apart: bool) -> int:
        """A place where words may stand, as near as can be: this one, the end of the words before, or the first; of
        what stood apart in the first element without words before the next with some, if there is one."""
        number = self._stretch(at)
        stretch = self.all[number]
        behind = number
        while apart and behind < len(self.all) and all(each.end <= at for each in self.all[behind].words[-1:]):
            if self.all[behind].hollow:
                return self.all[behind].span.start
            behind += 1
        if stretch.room or stretch.words or not self.words:
            return at
        before = bisect_right(self.words, at, key=lambda each: each.end) - 1
        return self.words[before].end if before >= 0 else self.words[0].start

    def _stretch(self, at: int) -> int:
        """The stretch that holds a place; what lies inside of a tag goes to the one behind it."""
        return min(bisect_left(self.all, at, key=lambda each: each.span.end), len(self.all) - 1)


_BOXES = frozenset({"details", "dl", "ol", "table", "tbody", "tfoot", "thead", "tr", "ul"})
"""Elements that hold others and no words of their own; in a fold they may stand behind its name."""
_TAG = re.compile(r'<(?:[^<>"]|"[^"]*")*>')
_WORD = re.compile(r"\w")
_WORDS = frozenset({PieceKind.TEXT, PieceKind.CHARACTER, PieceKind.FOOTNOTE, PieceKind.IMAGE})
