"""Sources, spans and words: bytes come in, values that know where every character stands go out.

All offsets are character offsets in `Source.text`, which is exactly the decoded file: a byte-order
mark and carriage returns stay in it. Lines are split on `\\n` only and counted from 1, as are columns.
"""

import base64
import hashlib
import re
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from kb.values import quick


@dataclass(frozen=True, slots=True, order=True, init=False)
class Span:
    """A half-open range [start, end) of character offsets in one source."""

    start: int
    end: int

    def __init__(self, start: int, end: int) -> None:
        # Every word has a span: its fields are set without the look for them by name that a frozen dataclass takes.
        if not 0 <= start <= end:
            raise ValueError(f"span {start}..{end} is not a range")
        _set_start(self, start)
        _set_end(self, end)

    def __len__(self) -> int:
        return self.end - self.start

    def holds(self, other: "Span") -> bool:
        """Whether `other` lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: "Span") -> bool:
        """Whether the two spans share at least one character."""
        return self.start < other.end and other.start < self.end


_set_start, _set_end = (vars(Span)[name].__set__ for name in Span.__slots__)


def lies_in(regions: Sequence[Span], span: Span) -> bool:
    """Whether one of some rising stretches holds a span."""
    at = bisect_right(regions, span.start, key=lambda region: region.start)
    return at > 0 and regions[at - 1].holds(span)


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place for people: line and column, both counted from 1, columns in characters."""

    line: int
    column: int


class UndecodableError(ValueError):
    """The bytes of a source are not UTF-8; `offset` is the first bad byte."""

    def __init__(self, path: str, data: bytes, offset: int) -> None:
        before = data[:offset]
        self.path = path
        self.offset = offset
        self.byte = data[offset]
        line_start = before.rfind(b"\n") + 1
        self.position = Position(before.count(b"\n") + 1, len(before[line_start:].decode("utf-8", "replace")) + 1)
        self.line_text = data[line_start:].split(b"\n", 1)[0].decode("utf-8", "replace")
        super().__init__(f"{path}: byte {offset} (0x{self.byte:02x}) is not UTF-8")


@dataclass(frozen=True, slots=True)
class Source:
    """One file: its path as shown to people, its decoded text, the sha256 of its bytes."""

    path: str
    text: str = field(repr=False)
    sha256: str
    line_starts: tuple[int, ...] = field(repr=False, compare=False)

    @classmethod
    def from_bytes(cls, path: str, data: bytes) -> "Source":
        """Decode strictly as UTF-8; raises UndecodableError at the first bad byte."""
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise UndecodableError(path, data, error.start) from None
        return cls(path, text, hashlib.sha256(data).hexdigest(), _line_starts(text))

    @classmethod
    def from_text(cls, path: str, text: str) -> "Source":
        """A source from text at hand; the sum is that of its UTF-8 bytes."""
        return cls.from_bytes(path, text.encode("utf-8"))

    def slice(self, span: Span) -> str:
        """The characters of a span, never retyped."""
        return self.text[span.start : span.end]

    def end_of(self, span: Span) -> int:
        """Where a span ends without the white space at its end."""
        return span.start + len(self.slice(span).rstrip())

    def line_of(self, offset: int) -> int:
        """The line, counted from 1, on which the character at `offset` stands."""
        return bisect_right(self.line_starts, offset)

    def position(self, offset: int) -> Position:
        """Line and column, both from 1, of a character offset."""
        line = self.line_of(offset)
        return Position(line, offset - self.line_starts[line - 1] + 1)

    def line_span(self, line: int) -> Span:
        """The span of a line counted from 1, without its `\\n`."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] - 1 if line < len(self.line_starts) else len(self.text)
        return Span(start, end)


def _line_starts(text: str) -> tuple[int, ...]:
    starts = [0]
    at = text.find("\n")
    while at != -1:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return tuple(starts)


@dataclass(frozen=True, slots=True)
class Normalised:
    """Text folded for comparison; `offsets[i]` is the offset, in the text folded, of character i.

    `offsets` has one more entry than `text`: the end. It never decreases.
    """

    text: str
    offsets: tuple[int, ...] = field(repr=False)

    def span(self, start: int, end: int) -> Span:
        """The span in the original text that characters [start, end) came from."""
        if start == end:
            return Span(self.offsets[start], self.offsets[start])
        return Span(self.offsets[start], self.offsets[end - 1] + 1 if end else 0)


_FOLDED = {
    "‘": "'", "’": "'", "‚": "'", "‛": "'", "′": "'", "`": "'", "´": "'",
    "“": '"', "”": '"', "„": '"', "‟": '"', "″": '"', "«": '"', "»": '"',
    "‐": "-", "‑": "-", "−": "-", "–": "-", "—": "-", "―": "-",
    "\u00ad": "", "\u200b": "", "\ufeff": "", "\u200d": "", "\u200c": "", "\u2060": "",
    "…": "...",
}  # fmt: skip


def normalise(text: str) -> Normalised:
    """Fold case, quotation marks, dashes and white space; keep a map back.

    Runs of `-` fold to one, runs of white space to one blank, edges are stripped. Letters keep
    their accents; compatibility forms (ligatures, full-width) are folded (NFKC, character by character).
    """
    out: list[str] = []
    offsets: list[int] = []
    for at, char in enumerate(text):
        folded = _FOLDED.get(char)
        if folded is None:
            folded = char if char.isascii() else unicodedata.normalize("NFKC", char)
            folded = folded.casefold()
        for part in folded:
            piece = " " if part.isspace() else part
            if piece in " -" and out and out[-1] == piece:
                continue
            if piece == " " and not out:
                continue
            out.append(piece)
            offsets.append(at)
    if out and out[-1] == " ":
        out.pop()
        offsets.pop()
    offsets.append(len(text))
    return Normalised("".join(out), tuple(offsets))


@quick
@dataclass(frozen=True, slots=True)
class Word:
    """A word of running text: its folded form and where it stands in the text it was read from."""

    form: str
    span: Span


_UNSEEN = "\u00ad\u200b-\u200d\u2060\ufeff"


def _combining() -> Iterator[str]:
    """Ranges of combining marks, as a class of a regular expression has them."""
    first = ""
    for char in map(chr, (*range(0x300, 0x3100), *range(0xA66F, 0xAC00), *range(0xFE20, 0xFE31))):
        if unicodedata.category(char).startswith("M"):
            first = first or char
            last = char
        elif first:
            yield f"{first}-{last}"
            first = ""


_COMBINING = "".join(_combining())
"""The marks that belong to the letter before them, as an accent that is a character of its own."""
_JOINS = rf"[{_COMBINING}]+|[{_UNSEEN}]*['’\-‐‑][{_UNSEEN}]*(?=[^\W_])|[{_UNSEEN}]+(?=[^\W_])"
WORD = re.compile(rf"[^\W_]+(?:(?:{_JOINS})[^\W_]*)*")
NUMBER_SIGN = "[-+−–]"
"""The sign of a number, however it was typed, as a pattern has it."""
MINUS = str.maketrans("−–", "--")
"""A minus by any of its characters becomes a hyphen: `str.translate`."""
CLOSERS = r"[\"'”’)\]]*"
"""What may close behind the mark that ends a sentence, quotations and brackets, as a pattern has it."""
MARKED_CLOSERS = r"[\"'”’)\]*_]*"
"""The same in the source of a text, where an emphasis may end too."""
_WORD_FOLDS = str.maketrans({"’": "'", "‐": "-", "‑": "-"} | dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff"))


def words(text: str, offset: int = 0) -> Iterator[Word]:
    """The words of a text in order: letters with their accents and digits, joined by apostrophe or hyphen inside; marks
    that nobody sees, as soft hyphens, part none.

    Spans are shifted by `offset`, so that a slice of a source can be read in place.
    """
    for match in WORD.finditer(text):
        yield Word(fold_word(match.group()), Span(match.start() + offset, match.end() + offset))


def fold_word(word: str) -> str:
    """A word's form for comparison: case, apostrophes, hyphens folded, letters composed, without what nobody sees."""
    folded = word.casefold()
    return folded if folded.isascii() else unicodedata.normalize("NFC", folded.translate(_WORD_FOLDS))


def lower_word(word: str) -> str:
    """A word's form as `fold_word` has it, but with the letters that stand for two (`ß`)."""
    return unicodedata.normalize("NFC", word.lower().translate(_WORD_FOLDS))


def drop_accents(text: str, form: Literal["NFD", "NFKD"] = "NFD") -> str:
    """A text without accents; by `NFKD` also without what letters are only drawn with (`ﬁ`)."""
    return "".join(char for char in unicodedata.normalize(form, text) if not unicodedata.combining(char))


def with_capital(text: str) -> str:
    """A phrase with a capital first letter."""
    return text[:1].upper() + text[1:]


def has_words(text: str) -> bool:
    """Whether there are words in a text."""
    return WORD.search(fold_word(text)) is not None


def base32_sum(text: str) -> str:
    """The sha256 of a text in lower-case base 32; ids that are made of words have its first digits."""
    return base64.b32encode(hashlib.sha256(text.encode()).digest()).decode().lower()


@lru_cache(maxsize=1 << 15)
def word_forms(text: str) -> tuple[str, ...]:
    """The folded words of a text, without their places; equal words are one object, so that comparing is quick."""
    return tuple(map(sys.intern, WORD.findall(fold_word(text))))
