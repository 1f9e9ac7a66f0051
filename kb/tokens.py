"""Words and punctuation of a document in reading order, each with its place in the source.

In: a `Document`. Out: a `Stream` of tokens. Markup, attribute lists, tags, container marks, page marks, words that the
text itself strikes and footnote markers are no tokens, but markers keep their place between tokens. Invariant: tokens
rise through the source, and a token's span begins and ends on characters a reader reads.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property, lru_cache
from operator import itemgetter
from pathlib import PurePosixPath

from kb.grouping import group_pairs
from kb.model import Clause, Document, FootnoteId, Piece, PieceKind
from kb.text import WORD, Span
from kb.values import quick

IMAGE_SIGN = "￼"
_TOKEN = re.compile(rf"(?P<word>(?:(?<![\w.)])(?<![\w.)][–—-])[+−-](?=\d))?{WORD.pattern})|\S")
_READ = frozenset({PieceKind.TEXT, PieceKind.CHARACTER, PieceKind.SPACE, PieceKind.BREAK})
_PAGE_MARK = re.compile(r"\bpage-?(?:number|num|no|mark|break)?\b")
_FOLDS = str.maketrans(
    {"‘": "'", "’": "'", "‚": "'", "′": "'", "`": "'", "´": "'", "“": '"', "”": '"', "„": '"', "″": '"', "«": '"'}
    | {"»": '"', "‐": "-", "‑": "-", "–": "-", "—": "-", "―": "-", "−": "-"}
)
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_DASHES = frozenset("-–—")
BRACKETED = 120
"""Brackets with more tokens between them hold no sentence together."""
LONGEST_MARKER = 12
"""Brackets with more tokens are no footnote marker."""
_ENDS = frozenset(".!?…")
_STOPS = frozenset(".,;:!?")
_CLOSERS = frozenset("\"'”’)]»")
_OPENERS = frozenset("\"'“‘([«")
SEPARATORS = frozenset(",;")
"""Marks that part the footnote markers of one place."""
_ABBREVIATIONS = frozenset(["vs", "cf", "nos", "pp", "vol", "eds", "st", "mr", "mrs", "ms", "dr", "jr", "approx"])


class TokenKind(Enum):
    """What a token is to a reader."""

    WORD = "word"
    PUNCTUATION = "punctuation"
    IMAGE = "image"


@quick
@dataclass(frozen=True, slots=True)
class Token:
    """A word, a mark of punctuation or an image.

    `text` is what is read, `form` folds case, quotation marks and dashes for comparison. `gap` says that white
    space or a footnote marker stands before it; `ends` that a sentence ends with it. A sign belongs to the
    number it opens. An image reads as `IMAGE_SIGN` and the name of its file without ending.
    """

    kind: TokenKind
    text: str
    form: str
    span: Span
    clause: int
    gap: bool
    ends: bool = False

    @property
    def is_word(self) -> bool:
        """Whether it counts as a word (images do: they stand for one)."""
        return self.kind is not TokenKind.PUNCTUATION


@dataclass(frozen=True, slots=True)
class Marker:
    """A footnote marker: it stands before the token with index `at` (or after the last one)."""

    id: FootnoteId
    span: Span
    clause: int
    at: int


@dataclass(frozen=True)
class Stream:
    """The tokens of a document; `starts[c]` is the index of clause c's first token, the last entry is their number."""

    document: Document = field(repr=False)
    tokens: tuple[Token, ...] = field(repr=False)
    markers: tuple[Marker, ...]
    starts: tuple[int, ...] = field(repr=False)

    def of_clause(self, clause: int) -> tuple[Token, ...]:
        """The tokens of one clause."""
        return self.tokens[self.starts[clause] : self.starts[clause + 1]]

    def words(self, clause: int) -> tuple[str, ...]:
        """The folded words of one clause."""
        return self._words[clause]

    def within(self, span: Span) -> tuple[Token, ...]:
        """The tokens that lie in a span of the source."""
        first = bisect_left(self.tokens, span.start, key=lambda token: token.span.start)
        return self.tokens[first : bisect_right(self.tokens, span.end, lo=first, key=lambda token: token.span.end)]

    def label_end(self, clause: int) -> int:
        """The index of the token behind a clause's label and its colon; of its first token where it has none.

        Strong words without a colon or a dash behind them are no label but the first words of the text.
        """
        label = "".join((self.document.clauses[clause].label or "").split())
        read = ""
        for index in range(self.starts[clause], self.starts[clause + 1]):
            token = self.tokens[index]
            if label and read == label:
                return index + 1 if token.text == ":" else index if read[-1] in _DASHES else self.starts[clause]
            if len(read) >= len(label):
                break
            read += token.text
        return self.starts[clause]

    def markers_of(self, clause: int) -> tuple[Marker, ...]:
        """The footnote markers of one clause, in order."""
        return self._markers_by_clause.get(clause, ())

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each folded word stands in it."""
        return Counter(token.form for token in self.tokens if token.is_word)

    @cached_property
    def _words(self) -> tuple[tuple[str, ...], ...]:
        return tuple(
            tuple([token.form for token in self.of_clause(clause) if token.is_word])
            for clause in range(len(self.starts) - 1)
        )

    @cached_property
    def _markers_by_clause(self) -> dict[int, tuple[Marker, ...]]:
        return group_pairs((marker.clause, marker) for marker in self.markers)


def read_stream(document: Document) -> Stream:
    """The tokens and markers of every clause of a document, in order."""
    tokens: list[Token] = []
    markers: list[Marker] = []
    starts: list[int] = []
    for index, clause in enumerate(document.clauses):
        starts.append(len(tokens))
        flat = _flatten(clause)
        for place, piece in flat.markers:
            at = len(tokens) + bisect_left(_cut(flat.text), place, key=_BEGINS)
            markers.append(Marker(FootnoteId(piece.attr("id") or ""), piece.span, index, at))
        tokens += _mark_sentences(_tokens(flat, index), {piece.span.end for _, piece in flat.markers})
    starts.append(len(tokens))
    return Stream(document, tuple(tokens), tuple(markers), tuple(starts))


@quick
@dataclass(frozen=True, slots=True)
class _Flat:
    """The reading text of a clause; `starts` are the source offsets of each character, `ends` those behind it where it
    does not stand there itself.

    An image is one `IMAGE_SIGN`; a marker or the bar of a table is a blank, so that it parts words. `images` and
    `markers` tell what stands at a place of the text.
    """

    text: str
    starts: list[int]
    ends: dict[int, int]
    images: dict[int, str]
    markers: list[tuple[int, Piece]]


def _flatten(clause: Clause) -> _Flat:
    text: list[str] = []
    flat = _Flat("", [], {}, {}, [])
    for piece in _without_separators(_without_asides(clause.pieces)):
        start, end = piece.span.start, piece.span.end
        place = len(flat.starts)
        if piece.kind is PieceKind.TEXT and len(piece.text) == end - start:
            text.append(piece.text)
            flat.starts.extend(range(start, end))
            continue
        if piece.kind is PieceKind.FOOTNOTE:
            flat.markers.append((place, piece))
            read = " "
        elif piece.kind is PieceKind.IMAGE:
            flat.images[place] = PurePosixPath((piece.attr("src") or "").partition("?")[0]).stem
            read = IMAGE_SIGN
        elif piece.kind is PieceKind.MARKUP:
            read = " "
        elif piece.kind in _READ or piece.text:
            read = piece.text or " "
        else:
            continue
        text.append(read)
        flat.starts.extend([start] * len(read))
        flat.ends.update(dict.fromkeys(range(place, place + len(read)), end))
    return _Flat("".join(text), flat.starts, flat.ends, flat.images, flat.markers)


def numbers_page(piece: Piece) -> bool:
    """Whether an element only numbers a page of the print: it may stand in the middle of a sentence."""
    return _PAGE_MARK.search(piece.attr("class") or "") is not None


def without_page_marks(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Pieces without page marks (`<span class="page-number">12</span>`), words and all: they are no text of a work."""
    inside = 0
    for piece in pieces:
        if piece.kind is PieceKind.OPEN and (inside or numbers_page(piece)):
            inside += 1
        elif piece.kind is PieceKind.CLOSE and inside:
            inside -= 1
        if piece.kind is PieceKind.FOOTNOTE or not inside:
            yield piece


def _without_asides(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Pieces without page marks and what a text itself strikes (`~~dawn~~`), words and all."""
    kept = without_page_marks(pieces)
    return (piece for piece in kept if piece.kind is PieceKind.FOOTNOTE or not piece.struck)


def _without_separators(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Pieces without a comma or semicolon that parts two footnote markers (`[^a]<sup>,</sup>[^b]`): it is theirs."""
    held: list[Piece] = []
    for piece in pieces:
        if held and piece.kind is PieceKind.FOOTNOTE:
            parted = "".join(each.text for each in held[1:]).strip() in SEPARATORS
            yield from (each for each in held if not (parted and each.text.strip()))
            held = [piece]
        elif piece.kind is PieceKind.FOOTNOTE or (held and piece.text.strip() in ("", *SEPARATORS)):
            held.append(piece)
        else:
            yield from (*held, piece)
            held = []
    yield from held


def _tokens(flat: _Flat, clause: int) -> list[Token]:
    starts, ends = flat.starts, flat.ends
    found = [
        Token(kind, read, form, Span(starts[start], ends.get(stop - 1, starts[stop - 1] + 1)), clause, gap)
        for kind, read, form, start, stop, gap in _cut(flat.text)
    ]
    for place, image in flat.images.items():
        at = bisect_left(_cut(flat.text), place, key=_BEGINS)
        text = found[at].text + image
        found[at] = replace(found[at], text=text, form=fold(text))
    return found


_BEGINS = itemgetter(3)
"""Where a token begins that was cut."""


@lru_cache(maxsize=20_000)
def _cut(text: str) -> tuple[tuple[TokenKind, str, str, int, int, bool], ...]:
    """The tokens of a reading text: kind, word, form, where it begins and ends, and whether a gap stands before it.

    Most clauses of a book read in each of its states as in the one before.
    """
    found: list[tuple[TokenKind, str, str, int, int, bool]] = []
    end = 0
    for match in _TOKEN.finditer(text):
        start, stop = match.span()
        word = match.group()
        kind = TokenKind.WORD if match.lastgroup else TokenKind.PUNCTUATION
        kind = TokenKind.IMAGE if word == IMAGE_SIGN else kind
        found.append((kind, word, fold(word), start, stop, start > end or start == 0))
        end = stop
    return tuple(found)


def fold(word: str) -> str:
    """A token's form for comparison: case, quotation marks and dashes folded, letters composed, without soft hyphens
    and other characters that nobody sees, unless it is nothing else."""
    if word.isascii():
        return word.lower().replace("`", "'")
    return unicodedata.normalize("NFC", plain_marks(word.translate(_UNSEEN) or word).casefold())


def plain_marks(word: str) -> str:
    """A word with quotation marks, apostrophes and dashes of one shape, its letters as they are."""
    return word.translate(_FOLDS)


def _mark_sentences(tokens: list[Token], marked: AbstractSet[int]) -> list[Token]:
    """Set `ends` where a sentence ends: a full stop and what closes it, before a capital or the clause's end. `marked`
    are the places right behind footnote markers: one may stand before what closes the sentence (`(... rests.[^a])`).

    No sentence ends before a further stop or comma: a footnote marker may part them (`(a hall, etc.)[^a].`); nor inside
    brackets that it opened after it began.
    """
    inside = _bracketed(tokens)
    start = 0
    for index, token in enumerate(tokens):
        if token.text not in _ENDS or (index and _is_abbreviation(tokens, index)):
            continue
        last = index
        while last + 1 < len(tokens) and tokens[last + 1].text in _CLOSERS and _closes(tokens, last + 1, marked):
            last += 1
        last = _behind_plain_marker(tokens, last)
        follower = next((t for t in tokens[last + 1 : last + 4] if t.text not in _OPENERS), None)
        goes_on = follower is not None and (follower.text[0].islower() or follower.text in _STOPS)
        opened = inside.get(last)
        within = opened is not None and any(
            each.text not in _OPENERS for each in tokens[start : min(opened, start + 4)]
        )
        if (last + 1 == len(tokens) or tokens[last + 1].gap) and not goes_on and not within:
            tokens[last] = _ending(tokens[last])
            start = last + 1
    if tokens:
        tokens[-1] = _ending(tokens[-1])
    return tokens


def _closes(tokens: Sequence[Token], index: int, marked: AbstractSet[int]) -> bool:
    """Whether a bracket or quotation mark belongs to the words before it: nothing but a footnote marker parts them, and
    behind that no word follows without a blank."""
    if not tokens[index].gap:
        return True
    alone = index + 1 == len(tokens) or tokens[index + 1].gap or tokens[index + 1].text in _CLOSERS
    return alone and tokens[index].span.start in marked


def _behind_plain_marker(tokens: Sequence[Token], last: int) -> int:
    """The last token of what is written as a footnote marker right behind a token, as in HTML, where it is plain
    characters; else that token."""
    marker = tokens[last + 1 : last + 3]
    if [each.text for each in marker] != ["[", "^"] or any(each.gap for each in marker):
        return last
    inside = range(last + 3, min(len(tokens), last + LONGEST_MARKER))
    return next((at for at in inside if tokens[at].text == "]"), last)


def _bracketed(tokens: Sequence[Token]) -> Mapping[int, int]:
    """For each stop between round brackets that close not far behind it, where the outermost of them opens."""
    opened: list[int] = []
    found: dict[int, int] = {}
    for index, token in enumerate(tokens):
        if token.text == "(":
            opened.append(index)
        elif token.text == ")" and opened:
            first = opened.pop()
            if not opened and index - first <= BRACKETED:
                found |= dict.fromkeys(range(first + 1, index), first)
    return found


def _ending(token: Token) -> Token:
    return Token(token.kind, token.text, token.form, token.span, token.clause, token.gap, ends=True)


def _is_abbreviation(tokens: list[Token], index: int) -> bool:
    """Whether the full stop at `index` belongs to an abbreviation inside a sentence (`e.g.`, an initial)."""
    if tokens[index].text != "." or index + 1 == len(tokens):
        return False
    before = tokens[index - 1]
    if before.kind is TokenKind.PUNCTUATION:
        return False
    return before.form in _ABBREVIATIONS or (len(before.text) == 1 and before.text.isalpha())
