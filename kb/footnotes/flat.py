"""The text of a footnote in one line: its pieces come in, words with their places and links go out."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from kb.effective import find_effective
from kb.model import FootnoteDefinition, Link, PieceKind
from kb.naming.calling import Known
from kb.naming.noting import BEFORE_MARKER
from kb.sentences import find_sentences
from kb.text import Span

SITE = re.compile(r"https?://[^\s<>\"“”()\[\]]*[\w/]")
"""An address in plain words."""
_PARTING = frozenset({PieceKind.MARKUP, PieceKind.BREAK, PieceKind.SPACE})
_DATED = re.compile(r"(?:^|(?<=[.!?\"”’)])\s)(?P<date>[\[(][^\[\]()]{4,60}[\])])\s+(?=[A-Z])")
_ONE_BLANK = re.compile(r"(?:\S|\s(?!\s))+")
"""Words with the last of the blanks behind each."""


@dataclass(frozen=True, slots=True)
class Flat:
    """Reading text with the source span of each stretch, and the links and sentences as ranges of it."""

    text: str
    parts: tuple[tuple[int, Span], ...]
    links: tuple[tuple[int, int, str], ...]
    sentences: tuple[Span, ...]
    known: Known = field(repr=False)

    def linked(self, start: int, end: int) -> bool:
        """Whether a link begins between two places."""
        number = bisect_left(self.links, start, key=lambda link: link[0])
        return number < len(self.links) and self.links[number][0] <= end

    def links_in(self, start: int, end: int) -> tuple[tuple[int, int, str], ...]:
        """The links that begin between two places."""
        first, last = (bisect_left(self.links, place, key=lambda link: link[0]) for place in (start, end))
        return self.links[first:last]

    def links_over(self, start: int, end: int) -> bool:
        """Whether a stretch has a part of a link."""
        number = bisect_right(self.links, start, key=lambda link: link[1])
        return number < len(self.links) and self.links[number][0] < end

    def sentences_over(self, start: int, end: int) -> tuple[Span, ...]:
        """The sentences of which a part stands between two places."""
        first = bisect_right(self.sentences, start, key=lambda sentence: sentence.end)
        last = bisect_left(self.sentences, end, key=lambda sentence: sentence.start)
        return self.sentences[first:last]

    def source_span(self, start: int, end: int) -> Span | None:
        """The source characters that a stretch of the text was read from."""
        inside: list[Span] = []
        for (at, span), (after, _) in zip(self.parts, (*self.parts[1:], (len(self.text), None)), strict=True):
            if at < end and after > start:
                exact = len(span) == after - at  # read as it stands, so it can be cut
                first = span.start + max(0, start - at) if exact else span.start
                inside.append(Span(first, span.end - max(0, after - end) if exact else span.end))
        return Span(inside[0].start, inside[-1].end) if inside else None


def flatten(definition: FootnoteDefinition, links: Sequence[Link], markers: Mapping[Span, str], known: Known) -> Flat:
    """The text of a footnote; `links` and `markers` of footnotes are those of its document, `known` is what its corpus
    calls things. Struck words are left out, blanks in a row are one, an address in plain words is a link, and one that
    ends a paragraph with no stop ends a sentence: the next may quote what it leads to."""
    own = sorted((link for link in links if definition.span.holds(link.span)), key=lambda link: link.span)
    starts = [link.span.start for link in own]
    texts: list[str] = []
    parts: list[tuple[int, Span]] = []
    ranges: dict[int, list[int]] = {}
    at = 0
    ended = -1
    for piece, after in zip_longest(definition.pieces, definition.pieces[1:]):
        parted = piece.kind is PieceKind.SPACE and after is not None and after.kind is PieceKind.MARKUP
        read = ". " if parted and ended == at else " " if piece.kind in _PARTING and not piece.text else piece.text
        if piece.span in markers and BEFORE_MARKER.search("".join(texts[-2:])):
            read = f"[^{markers[piece.span]}]"
        if piece.struck or not read or not (texts or read.strip()):
            continue
        start = at
        stretches = list(_with_one_blank(read, piece.span, behind="".join(texts[-1:])))
        for words, span in stretches:
            parts.append((at, span))
            at += len(words)
        texts += ["".join(words for words, _ in stretches)] if stretches else []
        number = bisect_right(starts, piece.span.start) - 1
        if number >= 0 and own[number].span.holds(piece.span):
            ranges.setdefault(number, [start, at])[1] = at
            ended = at
    text = "".join(texts)
    found = [(first, last, own[number].href) for number, (first, last) in sorted(ranges.items())]
    plain = [(*match.span(), match.group()) for match in SITE.finditer(text)]
    found += [each for each in plain if not any(first < each[1] and each[0] < last for first, last, _ in found)]
    return Flat(text, tuple(parts), tuple(sorted(found)), tuple(_parted(text)), known)


def _parted(text: str) -> Iterator[Span]:
    """The sentences of a text; an effective date in brackets ends one, with its stop before it: it belongs to the
    ruling, and a citation may follow at once."""
    for span in find_sentences(text):
        start = span.start
        for dated in _DATED.finditer(text, span.start, span.end):
            if find_effective(dated["date"]):
                yield Span(start, dated.end("date"))
                start = dated.end()
        yield Span(start, span.end)


def _with_one_blank(read: str, span: Span, behind: str) -> Iterator[tuple[str, Span]]:
    """What is read of a piece `behind` another, one blank for several in a row, each stretch with its span."""
    exact = len(span) == len(read)
    begun = len(read) - len(read.lstrip()) if behind[-1:].isspace() else 0
    for match in _ONE_BLANK.finditer(read, begun):
        yield match.group(), Span(span.start + match.start(), span.start + match.end()) if exact else span
