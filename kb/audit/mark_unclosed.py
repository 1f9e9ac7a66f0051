"""A sign of emphasis, of struck words, of a link or of an attribute list, or a tag of HTML in running text, that marks
nothing, because its other end is not there."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Set

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
_MARKING = frozenset(
    (
        *("b", "big", "cite", "code", "del", "em", "font", "i", "ins", "kbd", "mark", "q", "s", "small", "span"),
        *("strike", "strong", "sub", "sup", "u"),
    )
)
"""Elements that mark words of a paragraph. An `a` without its end is the place of a link."""
_TAG = re.compile(r"<(?P<ends>/?)(?P<name>[A-Za-z][\w-]*)")
_LIST = re.compile(r"^ {0,3}\{:(?![:/])[^}\n]*$(?P<rest>[^}]*)(?P<end>\}(?=[ \t]*$))?", re.MULTILINE)
"""An attribute list that does not end on its line, with all that stands down to a brace that could end it."""
_ANOTHER = re.compile(r"^[ \t]*$|^ {0,3}\{:", re.MULTILINE)
"""What no attribute list has in it that is written on several lines: a blank line, or the beginning of another."""
_REMARK = re.compile(r"\w\\?\*(?![*\w])")
"""A word that refers to a remark behind the same sign: `greater*`, and below it `*Only the scroll.`"""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report the first of each clause or footnote and kind of sign."""
    for document in checked_pages(kb):
        if document.source.path in kb.plain:
            continue  # a text without markup has its signs as they stand
        yield from _open_lists(document)
        surplus = _find_surplus(document.source.text)
        for clause in document.clauses:
            if clause.kind is not ClauseKind.CODE:
                yield from _unclosed(document, clause)
                yield from _lone_tags(document, clause, surplus)
        for definition in document.definitions:
            yield from _unclosed(document, definition)
            yield from _lone_tags(document, definition, surplus)


def _open_lists(document: Document) -> Iterator[Diagnostic]:
    """The attribute lists that nothing closes on their line. A site drops all that stands down to the next brace at the
    end of a line, which may be that of the next list."""
    source = document.source
    for match in _LIST.finditer(source.text):
        at = source.text.index("{:", match.start())
        listed = match["end"] is not None
        clause = document.clauses[max(0, document.clause_at(at))] if document.clauses else None
        code = clause is not None and clause.kind is ClauseKind.CODE and clause.span.overlaps(Span(at, at + 2))
        if code or (listed and not _ANOTHER.search(match["rest"][1:])):
            continue
        lost = f": all that stands down to line {source.line_of(match.end('end') - 1)} is read as part of it"
        message = f"`{{:` opens an attribute list and nothing closes it on its line{lost if listed else ''}"
        yield diagnose(CODE, source, Span(at, at + 2), message, "write `}` where it ends")


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


def _lone_tags(document: Document, where: Clause | FootnoteDefinition, surplus: Set[int]) -> Iterator[Diagnostic]:
    """The tags of a clause or footnote that no other tag belongs to: those of elements that mark words, and an end of
    which the page has no beginning (`surplus`)."""
    source = document.source
    for piece in where.pieces:
        tag = source.slice(piece.span) if piece.kind is PieceKind.TAG else ""
        if tag and (piece.tag in _MARKING or piece.span.start in surplus):
            ends = tag.startswith("</")
            message = f"`{tag}` {'ends what nothing begins' if ends else 'marks words and nothing closes it'}"
            hint = "delete it" if ends else f"add `</{piece.tag}>` where the marked words end, or delete it"
            yield diagnose(CODE, source, piece.span, message, hint)


def _find_surplus(text: str) -> frozenset[int]:
    """Where the end tags begin up to which a text has more ends than beginnings of their element."""
    opened: Counter[str] = Counter()
    surplus: set[int] = set()
    for match in _TAG.finditer(text):
        name = match["name"].lower()
        opened[name] += -1 if match["ends"] else 1
        if match["ends"] and opened[name] < 0:
            surplus.add(match.start())
    return frozenset(surplus)


def _outside_code(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces of text but for those in code, whose signs are letters."""
    inside = False
    for piece in pieces:
        if piece.tag == "code":
            inside = piece.kind is PieceKind.OPEN
        elif piece.kind is PieceKind.TEXT and not inside:
            yield piece
