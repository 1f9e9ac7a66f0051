"""Words accounted for: every word of a source is in the knowledge base or in an itemised exclusion.

In comes a document, out an account of its words. The tokenizer here is written for this check alone: it
shares no code with the readers or with `kb.text`, so that a word they both overlook is still missed.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.model import PAGE_LINE, Clause, ClauseKind, Document, Piece, PieceKind
from kb.text import Span

WORD_LOST = Code(
    "KB161",
    "word-lost",
    Severity.ERROR,
    "Every word of a source must be in the knowledge base or in an itemised exclusion. A word that is in neither was "
    "lost by the program: please report it.",
)
CODES = (WORD_LOST,)

_READ = {PieceKind.TEXT, PieceKind.CHARACTER, PieceKind.IMAGE}
_ASIDE = {
    PieceKind.OPEN: "link address or element",
    PieceKind.CLOSE: "link address or element",
    PieceKind.FOOTNOTE: "footnote marker",
    PieceKind.IMAGE: "image address",
    PieceKind.TAG: "tag",
    PieceKind.BREAK: "tag",
    PieceKind.ATTRIBUTES: "attribute list",
    PieceKind.MARKUP: "list number or markup",
}


def _counts(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMN"


_NARROW = bytes(0xFF if _counts(chr(code)) else 0 for code in range(0x100))
_NOBODY = 1
"""The mark of a character that no place accounts for; a byte of none is no part of a word."""


@dataclass(frozen=True, slots=True)
class WordAccount:
    """Where the words of one source went: counts per place, and the spans that no place explains."""

    path: str
    words: int
    places: Mapping[str, int]
    unexplained: tuple[Span, ...]


def scan_words(text: str) -> Iterator[Span]:
    """The runs of letters, marks and digits of a text (Unicode categories L, M, N)."""
    counted = {char for char in set(text) if _counts(char)}
    start = -1
    for at, char in enumerate(text):
        inside = char in counted
        if inside and start < 0:
            start = at
        elif not inside and start >= 0:
            yield Span(start, at)
            start = -1
    if start >= 0:
        yield Span(start, len(text))


def account_words(document: Document) -> WordAccount:
    """Account for every word of a document's source.

    A word counts as read when the piece that covers it says it: the characters of the word stand in the
    piece's reading text. Words in markup, tags, addresses and exclusions are listed under their reason.
    """
    text = document.source.text
    owners = _find_owners(document)
    # All characters at once: those of words keep the mark of their owner, the others are the bytes that part words.
    marks = int.from_bytes(owners.marks, "big") & int.from_bytes(_word_mask(text), "big")
    words = Counter(marks.to_bytes(len(text), "big").split(b"\0"))
    del words[b""]
    names = {mark: name for name, mark in owners.names.items()}
    places: Counter[str] = Counter()
    unexplained: tuple[Span, ...] = ()
    for word, times in words.items():
        if _NOBODY in word:
            unexplained = tuple(span for span in scan_words(text) if _NOBODY in owners.marks[span.start : span.end])
        else:
            places[min(names[mark] for mark in set(word))] += times
    return WordAccount(document.source.path, words.total(), dict(sorted(places.items())), unexplained)


def _word_mask(text: str) -> bytes:
    """A byte for each character of a text, all bits set where it is part of a word, else none."""
    wide = {ord(char): "a" for char in set(text) if char > "\xff" and _counts(char)}
    return (text.translate(wide) if wide else text).encode("latin-1", "replace").translate(_NARROW)


def report_lost(document: Document, account: WordAccount) -> Iterator[Diagnostic]:
    """A diagnostic for each word of a document that its account does not explain."""
    for word in account.unexplained:
        message = f"`{document.source.slice(word)}` is in no clause, footnote or exclusion"
        yield diagnose(
            WORD_LOST, document.source, word, message, "report the text around it to the authors of the program"
        )


@dataclass(frozen=True, slots=True)
class _Owners:
    """For each character of a source the mark of the place that accounts for it, and the marks of the places.

    There are about twenty places: those of words, the reasons of readers for exclusions, the kinds of markup.
    """

    marks: bytearray
    names: dict[str, int]

    def claim(self, span: Span, place: str) -> None:
        """Have a place account for a stretch of the source."""
        mark = self.names.setdefault(place, _NOBODY + 1 + len(self.names))
        self.marks[span.start : span.end] = bytes((mark,)) * len(span)


def _find_owners(document: Document) -> _Owners:
    text = document.source.text
    owners = _Owners(bytearray((_NOBODY,)) * len(text), {})
    for excluded in document.exclusions:
        owners.claim(excluded.span, f"excluded: {excluded.reason}")
    for clause in document.clauses:
        _claim_pieces(owners, text, clause.pieces, _place(clause))
    for definition in document.definitions:
        _claim_pieces(owners, text, definition.pieces, "footnote")
    return owners


def _place(clause: Clause) -> str:
    if clause.note is not None:
        return "note"
    return "heading" if clause.kind is ClauseKind.HEADING else "clause"


def _claim_pieces(owners: _Owners, text: str, pieces: Iterable[Piece], place: str) -> None:
    for piece in pieces:
        if piece.kind in _READ and _says(piece, text):
            owners.claim(piece.span, place)
        elif piece.tag == PAGE_LINE:
            owners.claim(piece.span, f"excluded: {PAGE_LINE}")
        elif piece.kind in _ASIDE:
            owners.claim(piece.span, f"markup: {_ASIDE[piece.kind]}")


def _says(piece: Piece, text: str) -> bool:
    """Whether a piece's reading text holds what stands in the source (an entity stands for its character)."""
    if piece.kind is PieceKind.TEXT:
        return piece.text == text[piece.span.start : piece.span.end]
    return piece.kind is PieceKind.CHARACTER
