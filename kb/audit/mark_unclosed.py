"""A sign of emphasis, of struck words or of a link that marks nothing, because its other end is not there."""

import re
from collections.abc import Iterable, Iterator

from kb.audit._places import checked_pages
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import Clause, ClauseKind, Document, FootnoteDefinition, Piece, PieceKind
from kb.text import Span

CODE = Code(
    "KB327",
    "mark-unclosed",
    Severity.SUGGESTION,
    "A sign without its other end marks nothing and is read as it stands: what was struck still holds, a link leads "
    "nowhere.",
)
CODES = (CODE,)
_SIGNS = (
    (re.compile(r"(?<![\\*\w])\*\*(?=\w)|(?<![\\_\w])__(?=\w)"), "what is in bold"),
    (re.compile(r"(?<![\\~])~~(?=\w)"), "what is struck"),
    (re.compile(r"(?<![\\\w*])\*(?=[^\W\d_])|(?<![\\\w_])_(?=[^\W\d_])"), "what is emphasised"),
    (re.compile(r"(?<!\\)\](?:\((?:[/#]|https?://)|/[\w.-]+/)"), "the address of a link"),
    (re.compile(r"(?<!\\)\[(?=[^\[\]^][^\[\]\n]*\((?:[/#]|https?://)[^()\s]*\))"), "the words of a link"),
    (re.compile(r"(?<!\\)\[\^[\w-]+(?![\w\]-])"), "the marker of a footnote"),
)
"""What opens something at a word, and what that is; one behind a backslash is a sign as any other."""

_ANY = re.compile(r"[*_~\[\]]")
_REMARK = re.compile(r"\w\\?\*(?![*\w])")
"""A word that refers to a remark behind the same sign: `greater*`, and below it `*Only the scroll.`"""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report the first of each clause or footnote and kind of sign."""
    for document in checked_pages(kb):
        if document.source.path in kb.plain:
            continue  # a text without markup has its signs as they stand
        for clause in document.clauses:
            if clause.kind is not ClauseKind.CODE:
                yield from _unclosed(document, clause)
        for definition in document.definitions:
            yield from _unclosed(document, definition)


def _unclosed(document: Document, where: Clause | FootnoteDefinition) -> Iterator[Diagnostic]:
    text = document.source.text
    read = [each.span for each in _outside_code(where.pieces) if _ANY.search(each.text)]
    if not read:
        return
    remarks = _REMARK.search(document.source.slice(where.span)) is not None
    for pattern, named in _SIGNS:
        for span in read:
            match = pattern.search(text, span.start, span.end)
            if match is not None and not (remarks and match.group() == "*"):
                message = f"`{match.group()}` opens {named} and nothing closes it"
                hint = "close it where it ends, or write a backslash before a sign that is meant as it stands"
                yield diagnose(CODE, document.source, Span(match.start(), match.end()), message, hint)
                break


def _outside_code(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces of text but for those in code, whose signs are letters."""
    inside = False
    for piece in pieces:
        if piece.tag == "code":
            inside = piece.kind is PieceKind.OPEN
        elif piece.kind is PieceKind.TEXT and not inside:
            yield piece
