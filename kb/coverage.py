"""Words accounted for: every word of a source is in the knowledge base or in an itemised exclusion.

In comes a document, out an account of its words. The tokenizer here is written for this check alone: it
shares no code with the readers or with `kb.text`, so that a word they both overlook is still missed.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.model import Clause, ClauseKind, Document, Piece, PieceKind
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


@dataclass(frozen=True, slots=True)
class WordAccount:
    """Where the words of one source went: counts per place, and the spans that no place explains."""

    path: str
    words: int
    places: Mapping[str, int]
    unexplained: tuple[Span, ...]


def scan_words(text: str) -> Iterator[Span]:
    """The runs of letters, marks and digits of a text (Unicode categories L, M, N)."""
    counted = {char for char in set(text) if unicodedata.category(char)[0] in "LMN"}
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
    owner = _owners(document)
    places: Counter[str] = Counter()
    unexplained: list[Span] = []
    total = 0
    for word in scan_words(text):
        total += 1
        found = set(owner[word.start : word.end])
        if "" in found:
            unexplained.append(word)
        else:
            places[min(found)] += 1
    return WordAccount(document.source.path, total, dict(sorted(places.items())), tuple(unexplained))


def report_lost(document: Document, account: WordAccount) -> Iterator[Diagnostic]:
    """A diagnostic for each word of a document that its account does not explain."""
    for word in account.unexplained:
        message = f"`{document.source.slice(word)}` is in no clause, footnote or exclusion"
        yield diagnose(
            WORD_LOST, document.source, word, message, "report the text around it to the authors of the program"
        )


def _owners(document: Document) -> list[str]:
    """For each character of the source the place that accounts for it, empty where none does."""
    text = document.source.text
    owner = [""] * len(text)
    for excluded in document.exclusions:
        _claim(owner, excluded.span, f"excluded: {excluded.reason}")
    for clause in document.clauses:
        _claim_pieces(owner, text, clause.pieces, _place(clause))
    for definition in document.definitions:
        _claim_pieces(owner, text, definition.pieces, "footnote")
    return owner


def _place(clause: Clause) -> str:
    if clause.note is not None:
        return "note"
    return "heading" if clause.kind is ClauseKind.HEADING else "clause"


def _claim_pieces(owner: list[str], text: str, pieces: Iterable[Piece], place: str) -> None:
    for piece in pieces:
        if piece.kind in _READ and _says(piece, text):
            _claim(owner, piece.span, place)
        elif piece.kind in _ASIDE:
            _claim(owner, piece.span, f"markup: {_ASIDE[piece.kind]}")


def _says(piece: Piece, text: str) -> bool:
    """Whether a piece's reading text holds what stands in the source (an entity stands for its character)."""
    if piece.kind is PieceKind.TEXT:
        return piece.text == text[piece.span.start : piece.span.end]
    return piece.kind is PieceKind.CHARACTER


def _claim(owner: list[str], span: Span, place: str) -> None:
    owner[span.start : span.end] = [place] * len(span)
