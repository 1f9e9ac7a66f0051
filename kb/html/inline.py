"""Inline HTML: the pieces of a clause and the marks on them come in, HTML with balanced elements goes out.

A mark lies around or between words and may begin or end inside emphasis: elements are closed before it and
opened again inside, so that the result always nests. Empty elements are not written, unless something links
to them.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from kb.html._abbreviations import abbreviate
from kb.html._marks import Mark, part_marks
from kb.html.clean import BLOCK, INLINE, may_be_placed, safe_classes
from kb.html.quotes import curl
from kb.model import Piece, PieceKind
from kb.text import Span
from kb.tokens import numbers_page
from kb.values import quick


@dataclass(frozen=True, slots=True)
class Target:
    """Where a link of a source leads on the site: an address, and whether it is on another site."""

    href: str
    external: bool = False


Resolve = Callable[[str], Target | None]
"""The target of an address as written; None when there is none, and the words stand alone."""


@quick
@dataclass(frozen=True, slots=True)
class Link:
    """A link the source does not have, around words of it; it gives way to marks and elements it would be cut by."""

    span: Span
    href: str
    kind: str = "term"


@quick
@dataclass(frozen=True, slots=True)
class Looks:
    """How inline text is shown: links, footnote markers (id and span to HTML), ids that links may lead to; `named` are
    those the page gives to elements of the source, by the offset where one begins."""

    resolve: Resolve = lambda _: None
    footnote: Callable[[str, Span], str] = lambda _id, _span: ""
    anchors: Mapping[str, Span] = field(default_factory=dict)
    text: str = field(default="", repr=False)
    """The text of the source, to tell start tags from end tags."""
    abbreviations: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What abbreviations of the source mean."""
    named: Mapping[int, str] = field(default_factory=dict, repr=False)


def render_pieces(  # noqa: PLR0913, PLR0917 (what is written, how, and what is said about it)
    pieces: Iterable[Piece],
    looks: Looks,
    marks: tuple[Mark, ...] = (),
    begun: set[str] | None = None,
    links: tuple[Link, ...] = (),
    flow: bool = False,
    coded: bool = False,
) -> str:
    """The HTML of a clause. `marks` are in order and apart, and so are `links`; `begun` collects the ids of marks
    already written. Blocks are written where there is room (`flow`), else they part words; code (`coded`) is as typed.

    A mark around something of which nothing is shown, as a picture without words, stands there empty: links lead to it.
    """
    pieces, begun = tuple(pieces), set() if begun is None else begun
    if flow:
        marks = part_marks(pieces, marks, looks.text, begun)
    if links:
        edges = sorted(_edges(pieces, marks))
        links = tuple(link for link in links if not _cut(link.span, edges))
    return _Writer(looks, marks, begun, links, flow, coded).write(pieces)


def _edges(pieces: Iterable[Piece], marks: Iterable[Mark]) -> Iterator[int]:
    """Where marks begin and end, and where anything stands that is no text."""
    for mark in marks:
        yield from (mark.span.start, mark.span.end)
    for piece in pieces:
        if piece.kind in _CUTTING:
            yield piece.span.start


def _cut(span: Span, edges: Sequence[int]) -> bool:
    """Whether one of some edges, in order, lies inside a span."""
    after = bisect_right(edges, span.start)
    return after < len(edges) and edges[after] < span.end


@dataclass(slots=True)
class _Element:
    """An element of the source or a mark: its name there, its tag and start tag here (empty when not shown)."""

    name: str
    tag: str
    start: str
    anchor: bool = False
    written: bool = False


class _Writer:
    """Writes one clause: keeps the elements that are open in the source and those open in the output."""

    def __init__(  # noqa: PLR0913, PLR0917 (as `render_pieces`)
        self, looks: Looks, marks: tuple[Mark, ...], begun: set[str], links: tuple[Link, ...], flow: bool, coded: bool
    ) -> None:
        self.looks = looks
        self.flow = flow
        self.coded = coded
        self.marks = marks
        self.begun = begun
        self.next = 0
        self.links = [(link.span, self._link(link)) for link in reversed(links)]
        self.out: list[str] = []
        self.at = 0
        self.wanted: list[_Element] = []
        self.open: list[_Element] = []
        self.mark: Mark | None = None
        self.around: _Element | None = None
        self.strike = _Element("", "s", "<s>")
        self.struck = False
        """Whether what is written is struck by tags that stand in other blocks, or around several."""
        self.last = ""
        """The last character of text that was written."""

    def write(self, pieces: Iterable[Piece]) -> str:
        end = 0
        for piece in pieces:
            end = piece.span.end
            kind = self._loose(piece) if piece.kind is PieceKind.TAG else piece.kind
            if kind is PieceKind.OPEN:
                self._pass(piece.span.start)
                self._emit(piece.text)
                self.wanted.append(self._element(piece))
                if self.looks.text.startswith("/>", piece.span.end - 2):  # as of an empty element: `<a name="x"/>`
                    self._close(piece)
            elif kind is PieceKind.CLOSE:
                self._close(piece)
                if piece.text:  # as of a block that ends: what ended before it has none of the blank
                    self._pass(piece.span.start)
                    self._emit(piece.text)
            elif piece.kind in _WRITTEN:
                self.struck = self._strikes(piece)
                self._content(piece)
                self.struck = False
        self._pass(end)
        self._finish_mark()
        self._sync([])
        return "".join(self.out)

    def _strikes(self, piece: Piece) -> bool:
        """Whether a piece is to be shown struck by itself: its own block has no element around it that does."""
        if not piece.struck or piece.kind is PieceKind.TAG or any(element.tag == "s" for element in self.wanted):
            return False
        return bool(piece.text.strip()) or self.strike in self.open

    def _loose(self, piece: Piece) -> PieceKind:
        """A tag whose partner is missing, as what it is taken for: an inline element ends with its clause at last."""
        tag = piece.tag.casefold()
        if _SIGNS.get(tag, tag) not in INLINE or tag in _VOID:
            return piece.kind
        return PieceKind.CLOSE if self.looks.text.startswith("</", piece.span.start) else PieceKind.OPEN

    def _close(self, piece: Piece) -> None:
        at = next((i for i in reversed(range(len(self.wanted))) if self.wanted[i].name == piece.tag), None)
        if at is None:
            return
        if self.wanted[at].anchor and not self.wanted[at].written:
            self._sync(self.wanted)
        del self.wanted[at]

    def _content(self, piece: Piece) -> None:
        """Write a piece, cut where marks begin and end; only plain text can be cut."""
        if piece.kind is not PieceKind.TEXT or len(piece.text) != len(piece.span):
            self._pass(piece.span.start)
            self._emit(_WRITTEN[piece.kind](self, piece), linked=piece.kind is not PieceKind.FOOTNOTE)
            if piece.kind is not PieceKind.FOOTNOTE:
                self.last = piece.text[-1:] or " "
            return
        text = self.curled(piece)
        at = piece.span.start
        while at < piece.span.end:
            self._pass(at)
            stop = min(piece.span.end, self._boundary_after(at))
            self._emit(self._told(text[at - piece.span.start : stop - piece.span.start]))
            at = stop
        self.last = text[-1:] or self.last

    def curled(self, piece: Piece) -> str:
        """The text of a piece with printers' quotation marks; code keeps its own."""
        return piece.text if self._is_code() else curl(piece.text, self.last)

    def _is_code(self) -> bool:
        return self.coded or any(element.tag in _CODED for element in self.wanted)

    def _told(self, text: str) -> str:
        """Text as HTML; in Markdown that is no code its abbreviations say what they mean."""
        meanings = self.looks.abbreviations
        return escape(text, quote=False) if not meanings or self.flow or self._is_code() else abbreviate(text, meanings)

    def _emit(self, html: str, linked: bool = True) -> None:
        """Write some HTML inside the elements that are open; what is a link itself never inside another."""
        if html:
            inside = [element for element in self.wanted if linked or element.tag != "a"]
            if linked and self.links and self.links[-1][0].start <= self.at:
                inside.append(self.links[-1][1])
            if self.struck:
                inside.insert(0, self.strike)
            self._sync([self.around, *inside] if self.around else inside)
            self.out.append(html)

    def _pass(self, at: int) -> None:
        """Go on to an offset: finish the mark that ends there, begin the next, write the places between words."""
        self.at = at
        while self.links and self.links[-1][0].end <= at:
            self.links.pop()
        if self.mark is not None and self.mark.span.end <= at:
            self._finish_mark()
        while self.next < len(self.marks) and self.marks[self.next].span.start <= at:
            mark = self.marks[self.next]
            self.next += 1
            if mark.span.end > at and self.mark is None:
                if mark.ahead and mark.name not in self.begun:
                    self._emit(mark.ahead, linked=False)
                self.mark, self.around = mark, self._mark_element(mark)
            elif mark.span.end <= at:
                if (len(mark.span) or mark.bare) and mark.name not in self.begun:
                    self._emit(mark.ahead, linked=False)
                    self._stand(self._mark_element(mark))
                self._after(mark)

    def _finish_mark(self) -> None:
        if self.mark is not None:
            mark, around, self.mark, self.around = self.mark, self.around, None, None
            if around is not None and around.anchor and not around.written:
                self._stand(around)
            self._after(mark)

    def _stand(self, element: _Element) -> None:
        """Write an element with nothing in it."""
        self._sync([element])
        self._sync([])

    def _after(self, mark: Mark) -> None:
        if mark.after and f"after {mark.name}" not in self.begun:
            self.begun.add(f"after {mark.name}")
            self._emit(mark.after, linked=False)

    def _boundary_after(self, at: int) -> int:
        """The next offset after `at` where a mark or a link ends or begins."""
        if not (self.mark or self.links or self.next < len(self.marks)):
            return 1 << 60
        ends = [self.mark.span.end] if self.mark else []
        if self.links:
            ends += [self.links[-1][0].start, self.links[-1][0].end]
        if self.next < len(self.marks):
            ends.append(self.marks[self.next].span.start)
        return min((end for end in ends if end > at), default=1 << 60)

    def _sync(self, target: list[_Element]) -> None:
        """Make the open elements of the output those wanted now."""
        same = 0
        while same < min(len(target), len(self.open)) and target[same] is self.open[same]:
            same += 1
        for element in reversed(self.open[same:]):
            if element.start:
                self.out.append(f"</{element.tag}>")
        for element in target[same:]:
            self.out.append(_without_id(element.start) if element.written else element.start)
            element.written = True
        self.open = list(target)

    def _mark_element(self, mark: Mark) -> _Element:
        first = mark.name not in self.begun
        self.begun.add(mark.name)
        attrs = (("id", mark.id), *mark.attrs) if mark.id and first else mark.attrs
        start = f"<{mark.tag}{attributes(attrs)}>" + mark.before
        return _Element("", mark.tag, start, anchor=bool(mark.id) and first)

    def _link(self, link: Link) -> _Element:
        return _Element("", "a", f"<a{attributes((('class', link.kind), ('href', link.href)))}>")

    def _element(self, piece: Piece) -> _Element:
        tag = _SIGNS.get(piece.tag.casefold(), piece.tag.casefold())
        address = piece.attr("href") if tag == "a" else None
        if address is not None:
            target = self.looks.resolve(address)
            if target is None:
                return _Element(piece.tag, "a", "")
            outside = (("class", "outside"), ("rel", "noopener")) if target.external else ()
            said = self.source_attributes(tuple(pair for pair in piece.attrs if pair[0] == "title"))
            return _Element(piece.tag, "a", f"<a{attributes((('href', target.href), *outside, *said))}>")
        if tag not in INLINE:
            return _Element(piece.tag, tag, "")
        kept = self.source_attributes(piece.attrs)
        if numbers_page(piece):  # told apart from the words it stands among
            own = " own" if _OWN.match(self.looks.text, piece.span.end) else ""
            kept = (*(each for each in kept if each[0] != "class"), ("class", f"page-mark{own}"))
        name = self.looks.named.get(piece.span.start)
        if name is not None and all(key != "id" for key, _ in kept):
            kept = (("id", name), *kept)
        shown = "span" if tag == "a" else tag
        start = "" if shown == "span" and not kept else f"<{shown}{attributes(kept)}>"
        return _Element(piece.tag, shown, start, anchor=any(key == "id" for key, _ in kept))

    def source_attributes(self, attrs: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        """What a source may put on an element: plain classes, and ids that links may lead to."""
        kept: list[tuple[str, str]] = []
        for key, value in attrs:
            if key in {"id", "name"}:
                free = value in self.looks.anchors and f"id {value}" not in self.begun and may_be_placed(value)
                if free and all(name != "id" for name, _ in kept):  # of two one: the other has a place before the block
                    self.begun.add(f"id {value}")
                    kept.append(("id", value))
            elif key == "class" and (classes := safe_classes(tuple(value.split()))):
                kept.append(("class", " ".join(classes)))
            elif key in _FREE and _FREE[key].fullmatch(value):
                kept.append((key, value))
        return tuple(kept)

    def tag(self, piece: Piece) -> str:
        """The tag of a block, or of what holds nothing; the element is balanced when the whole is cleaned."""
        name = piece.tag.casefold()
        if name not in BLOCK and name not in _VOID:
            return piece.text
        if not self.flow and name in BLOCK:
            return "" if not self.last or self.last.isspace() else " "
        apart = piece.text if name in _CELLS else ""  # outside of a table their tags are dropped
        ends = self.looks.text.startswith("</", piece.span.start)
        if name == "pre":
            self.coded = not ends
        if ends:
            return f"{apart}</{name}>"
        shape = ((key, value) for key, value in piece.attrs if key in _SHAPE and _SHAPE[key].fullmatch(value))
        return f"{apart}<{name}{attributes((*self.source_attributes(piece.attrs), *shape))}>"

    def space(self, piece: Piece) -> str:
        """The blank between two words; in preformatted text the end of the line as it is typed."""
        typed = self.looks.text[piece.span.start : piece.span.end] if self.coded and piece.text == " " else ""
        return ("\n" * typed.count("\n") if typed.strip() else typed) if "\n" in typed else piece.text

    def image(self, piece: Piece) -> str:
        """An image by its alternative text, else by the name of its file: no picture is asked of another site."""
        told = piece.told.strip()
        return f'<span class="picture">{escape(told, quote=False)}</span>' if told else ""


_SIGNS: Mapping[str, str] = {"ins": "u", "del": "s", "strike": "s"}
"""The elements by which pages tell changes, or that HTML has no more, and as what they are shown in a text itself."""
_OWN = re.compile(r"[\[(–—-]|</")  # a mark of a page with signs of its own around the number, or without one
_VOID = frozenset({"br", "wbr"})
_CELLS = frozenset({"caption", "tbody", "td", "tfoot", "th", "thead", "tr"})
_FREE: Mapping[str, re.Pattern[str]] = {
    "lang": re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*"),
    "dir": re.compile(r"(?i:ltr|rtl|auto)"),
    "title": re.compile(r".*\S.*", re.DOTALL),
}
"""What any element keeps of the source, where its value may stand in HTML."""
_SHAPE: Mapping[str, re.Pattern[str]] = {
    "colspan": re.compile(r"[1-9]\d{0,2}"),
    "rowspan": re.compile(r"[1-9]\d{0,3}"),
    "start": re.compile(r"-?\d{1,9}"),
    "open": re.compile(r".*", re.DOTALL),
}
_CODED = frozenset({"code", "kbd", "samp"})
_CUTTING = frozenset(
    {PieceKind.OPEN, PieceKind.CLOSE, PieceKind.FOOTNOTE, PieceKind.TAG, PieceKind.IMAGE, PieceKind.BREAK}
)
_WRITTEN: Mapping[PieceKind, Callable[[_Writer, Piece], str]] = {
    PieceKind.TEXT: lambda writer, piece: escape(writer.curled(piece), quote=False),
    PieceKind.CHARACTER: lambda _, piece: escape(piece.text, quote=False),
    PieceKind.SPACE: lambda writer, piece: writer.space(piece),
    PieceKind.BREAK: lambda _, piece: "<br>",
    PieceKind.FOOTNOTE: lambda writer, piece: writer.looks.footnote(piece.attr("id") or "", piece.span),
    PieceKind.IMAGE: lambda writer, piece: writer.image(piece),
    PieceKind.TAG: lambda writer, piece: writer.tag(piece),
}


def attributes(attrs: Iterable[tuple[str, str]]) -> str:
    """Attributes as they stand in a start tag, each after a blank."""
    return "".join(f' {key}="{escape(value)}"' for key, value in attrs)


def _without_id(start: str) -> str:
    """A start tag written again after a mark cut its element: an id stands once."""
    if ' id="' not in start:
        return start
    before, rest = start.split(' id="', 1)
    return before + rest.split('"', 1)[1]
