"""The body of a text: its tokens, what stands between them, and where words with their context stand.

In: a document. Out: a `Body`: the text without the footnote definitions at its end, its tokens, and for every
position between two tokens the nearest words before and behind in its section. Positions count tokens: position i
is the place before token i. Offsets are character offsets in the source.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import takewhile

from kb.emendations import is_page_mark, span_of
from kb.grouping import group_pairs
from kb.memory import Memory
from kb.model import TOP, WHOLE_LINES, BlockKind, ClauseKind, Document, FootnoteDefinition, PieceKind, SectionId
from kb.text import WORD as _WORD
from kb.text import Span
from kb.tokens import Stream, Token, TokenKind, fold, read_stream

CONTEXT = 8
"""So many words of reading text on each side name a place."""
NEAREST = 3
"""So many words on the other side are enough where all eight stand on one: the text differs a little further off."""
_MARK = re.compile(r"\n(?:[ \t]*+>)*+((?:[ \t]*+(?:[-*+]|\d+[.)]|#{1,6})[ \t]++)+)\Z")
_BARE = re.compile(r"(?:^|\n)[ \t>]*(?:[-*+]|\d+[.)])\Z")
_RULE = re.compile(r"(?:^|\n)[ \t]*+(?:-[ \t]*+){3,}+\s*+$|(?:^|\n)[ \t]*+(?:\*[ \t]*+){3,}+\s*+$")


class Body:
    """The tokens of a text up to its apparatus, and their surroundings.

    `stream` are the tokens where they are known already. `readings` keeps what was read last of texts composed from
    this one, by text: those of a day and the next often are the same. `memory` keeps what was found in the text.
    """

    def __init__(self, document: Document, stream: Stream | None = None) -> None:
        self.document = document
        self.text = document.source.text
        self.begin = document.front.end
        self.end, self.definitions = _apparatus(document)
        self.end = max(self.begin, self.end)
        self.stream = stream or read_stream(document)
        self.readings: dict[tuple[str, frozenset[str]], Body] = {}
        self.memory = Memory()
        tokens = self.stream.tokens
        self.size = bisect_left(tokens, self.end, key=lambda token: token.span.start)
        self.tokens: Sequence[Token] = tokens[: self.size]
        self.starts = [token.span.start for token in self.tokens]
        self._sections = [clause.section for clause in document.clauses]

    @cached_property
    def _silent(self) -> frozenset[int]:
        return frozenset(c for c, clause in enumerate(self.document.clauses) if is_page_mark(clause))

    @cached_property
    def _words(self) -> list[int]:
        return [i for i, token in enumerate(self.tokens) if _counts(token) and token.clause not in self._silent]

    @cached_property
    def _keys(self) -> list[str]:
        return [_key(token.form) for token in self.tokens]

    def joint(self, at: int) -> Span:
        """What stands between token `at - 1` and token `at`; nothing where both are of one character."""
        start = self.tokens[at - 1].span.end if at else self.begin
        return Span(start, max(start, self.tokens[at].span.start if at < self.size else self.end))

    def anchor(self, at: int) -> int:
        """The offset behind token `at - 1` and the markup that closes right behind it; behind the line of a table."""
        if not at:
            return self.begin
        clause = self.document.clauses[self.tokens[at - 1].clause]
        closed = at == self.size or self.tokens[at].clause != self.tokens[at - 1].clause
        if closed and clause.kind in WHOLE_LINES:
            return min(self.document.source.end_of(clause.span), self.end)
        return min(span_of(self.stream, at, at).start, self.end)

    def opening(self, at: int) -> int:
        """The offset of what opens right before token `at`: markup, the mark of its item or heading; the line of a
        table."""
        if at >= self.size:
            return self.end
        joint = self.joint(at)
        offset = self.tokens[at].span.start
        clause = self.document.clauses[self.tokens[at].clause]
        if at and clause.kind is ClauseKind.TABLE_ROW and self.tokens[at - 1].clause != self.tokens[at].clause:
            source = self.document.source
            return max(source.line_span(source.line_of(clause.span.start)).start, joint.start)
        for piece in reversed(clause.pieces):
            if piece.span.end == offset and piece.kind is PieceKind.OPEN:
                offset = piece.span.start
        offset = max(offset, joint.start)
        return offset - len(opening_mark(self.text, Span(joint.start, offset)))

    def position(self, offset: int) -> int:
        """The position before the first token that starts at or behind an offset."""
        return bisect_left(self.starts, offset)

    def section_at(self, at: int) -> SectionId:
        """The section of the token before a position, or of the one behind it at the very beginning."""
        if not self.size:
            return TOP
        return self._sections[self.tokens[max(at - 1, 0)].clause]

    def section_of(self, token: int) -> SectionId:
        """The section of a token."""
        return self._sections[self.tokens[token].clause]

    def before(self, at: int, section: SectionId) -> list[int]:
        """The nearest word tokens of a section before a position, in order."""
        stop = bisect_left(self._words, at)
        near = reversed(self._words[max(0, stop - CONTEXT) : stop])
        return list(takewhile(lambda token: self.section_of(token) == section, near))[::-1]

    def behind(self, at: int, section: SectionId) -> list[int]:
        """The nearest word tokens of a section from a position on, in order."""
        start = bisect_left(self._words, at)
        near = self._words[start : start + CONTEXT]
        return list(takewhile(lambda token: self.section_of(token) == section, near))

    def key(self, tokens: Sequence[int]) -> str:
        """Words for comparison: letters and digits alone, folded."""
        return " ".join([self._keys[token] for token in tokens])

    def prefix(self, at: int, section: SectionId) -> str:
        """The nearest eight words before a position with their points, as they read; `context_key` gives their key."""
        words = self.before(at, section)
        first = words[0] if words else max(at - 1, 0)
        return self._shown(range(first, at), section)

    def suffix(self, at: int, section: SectionId) -> str:
        """The nearest eight words from a position on with their points, as they read."""
        words = self.behind(at, section)
        return self._shown(range(at, words[-1] + 1 if words else min(at + 1, self.size)), section)

    def _shown(self, indices: range, section: SectionId) -> str:
        shown: list[str] = []
        last = indices.start - 1
        for index in indices:
            token = self.tokens[index]
            if self._sections[token.clause] != section or token.clause in self._silent or token.kind is TokenKind.IMAGE:
                continue
            parted = token.gap or (last < index - 1 and token.is_word)
            shown += (" " if parted and shown else "", token.text)
            last = index
        return "".join(shown)

    @cached_property
    def prefixes(self) -> Mapping[tuple[SectionId, str], Sequence[int]]:
        """Positions by the section and the key of the eight words before them."""
        return self._index(lambda at, section: self.key(self.before(at, section)))

    @cached_property
    def suffixes(self) -> Mapping[tuple[SectionId, str], Sequence[int]]:
        """Positions by the section and the key of the eight words behind them."""
        return self._index(lambda at, section: self.key(self.behind(at, section)))

    def _index(self, key: Callable[[int, SectionId], str]) -> Mapping[tuple[SectionId, str], Sequence[int]]:
        places = ((at, section) for at in range(self.size + 1) for section in dict.fromkeys(self.sections_around(at)))
        return group_pairs(((section, key(at, section)), at) for at, section in places)

    def sections_around(self, at: int) -> Iterator[SectionId]:
        """The sections of the tokens on both sides of a position."""
        if not self.size:
            yield TOP
            return
        if at:
            yield self.section_of(at - 1)
        if at < self.size:
            yield self.section_of(at)

    @cached_property
    def borders(self) -> list[int]:
        """The positions where clauses with words begin, and the last one."""
        clauses = [token.clause for token in self.tokens]
        return [at for at in range(self.size) if not at or clauses[at] != clauses[at - 1]] + [self.size]

    def words_at(self, text: str) -> Sequence[int]:
        """The tokens that read so."""
        return self._at.get(text, ())

    @cached_property
    def _at(self) -> Mapping[str, Sequence[int]]:
        return group_pairs((token.text, index) for index, token in enumerate(self.tokens))

    @cached_property
    def spans(self) -> dict[SectionId, tuple[int, int]]:
        """First and last position of each section."""
        found: dict[SectionId, tuple[int, int]] = {}
        for index in range(self.size):
            section = self.section_of(index)
            first, _ = found.get(section, (index, index))
            found[section] = first, index + 1
        return found or {TOP: (0, 0)}


def block_mark(text: str) -> str:
    """The mark of an item or a heading that a stretch between two blocks ends with."""
    found = _MARK.search(text)
    return found.group(1) if found else ""


def opening_mark(text: str, span: Span) -> str:
    """The same for a stretch of a text, which may itself begin a line."""
    begins = not span.start or text[span.start - 1] == "\n"
    return block_mark(f"\n{text[span.start : span.end]}" if begins else text[span.start : span.end])


def _counts(token: Token) -> bool:
    return token.kind is TokenKind.WORD


def _key(form: str) -> str:
    return form if form.isalnum() else "".join([char for char in form if char.isalnum()])


def context_key(words: str) -> str:
    """The key of words as a file has them."""
    return " ".join(key for match in _WORD.finditer(words) if (key := _key(fold(match.group()))))


def same_points(shown: str, other: str) -> bool:
    """Whether two contexts read alike with their points, white space and the shape of marks aside."""
    return fold("".join(shown.split())) == fold("".join(other.split()))


def _apparatus(document: Document) -> tuple[int, tuple[FootnoteDefinition, ...]]:
    """Where the footnote definitions at the end of a text begin, rule and heading above them; and which they are."""
    text = document.source.text
    last, at = len(document.definitions), len(text)
    while last and not text[document.source.end_of(document.definitions[last - 1].span) : at].strip():
        last -= 1
        at = document.definitions[last].span.start
    if last == len(document.definitions):
        return _stripped(text), ()
    headings = [h for h in document.headings if h.span.end <= at]
    if headings and not text[document.clauses[headings[-1].clause].span.end : at].strip():
        at = document.clauses[headings[-1].clause].span.start
    rule = _RULE.search(text, 0, at)
    if rule and any(
        b.kind is BlockKind.RULE and b.span.end <= at and b.span.end >= rule.start() for b in document.blocks
    ):
        at = rule.start()
    return _stripped(text[:at]), document.definitions[last:]


def _stripped(text: str) -> int:
    """Where the white space at the end of a text begins; the mark of an empty item is one with the blank behind it."""
    end = len(text.rstrip())
    return end + 1 if text[end : end + 1] in ("\t", " ") and _BARE.search(text, 0, end) else end
