"""A letter, or a number with a bracket, that looks like the first item of a list and is read as text; and rules with
numbers that run together."""

import re
from collections.abc import Iterator

from kb.audit._places import checked_documents
from kb.diagnostics import Code, Diagnostic, Severity, diagnose
from kb.graph import Kb
from kb.model import AS_IT_STANDS, Clause, Piece, PieceKind
from kb.numbering import leading_number, number_of, rises

CODE = Code(
    "KB325",
    "list-marker-unread",
    Severity.SUGGESTION,
    "A letter, or a number with a bracket behind it, is no list marker in kramdown: lines that an editor numbered so "
    "run together on the page, also with the item or the paragraph before them.",
)
CODES = (CODE,)
_NUMBERED = re.compile(r"(?P<sign>(?P<open>\(?)(?P<number>\d|[a-h]|[ivx]{1,4})(?P<close>\)|(?<=[a-x])\.))\s+\S")
_FIRST = {"1": "2", "a": "b", "i": "ii"}
"""What a list begins with, and what comes second."""


def audit(kb: Kb) -> Iterator[Diagnostic]:
    """Report the first line of each such list."""
    for document in checked_documents(kb):
        for clause in document.clauses:
            for sign, piece in () if clause.kind in AS_IT_STANDS else _unread(clause):
                message = f"`{sign}` is no list marker: the line is read on from what stands around it"
                hint = "write `1.`, as a list of its own behind a blank line"
                yield diagnose(CODE, document.source, piece.span, message, hint)
            for number, piece in () if clause.kind in AS_IT_STANDS else _run_together(clause)[:1]:
                message = f"rule `{number}` begins inside of a paragraph: it is read on from the rule before it"
                hint = "put a blank line before each rule: only then it is cited, linked and emended by its number"
                yield diagnose(CODE, document.source, piece.span, message, hint)


def _unread(clause: Clause) -> Iterator[tuple[str, Piece]]:
    """The lines inside a clause that are numbered one, outside of brackets, with their sign. With letters, or where it
    is the clause's own first, only where a line that is numbered two goes on with it."""
    found: list[tuple[re.Match[str], Piece]] = []
    read, opens = "", True
    for piece in clause.pieces:
        numbered = _NUMBERED.match(piece.text) if opens and piece.kind is PieceKind.TEXT else None
        if numbered is not None and read.count("(") <= read.count(")"):
            found.append((numbered, piece))
        if piece.text or piece.kind is PieceKind.BREAK:
            opens = piece.kind in {PieceKind.SPACE, PieceKind.BREAK}
            read += piece.text
    styles = {(each["open"], each["number"], each["close"]) for each, _ in found}
    first = next((each.span for each in clause.pieces if each.text), None)
    for each, piece in found:
        second = (each["open"], _FIRST.get(each["number"], ""), each["close"]) in styles
        alone = each["number"] == "1" and not each["open"] and piece.span != first
        if each["number"] in _FIRST and (second or alone):
            yield each["sign"], piece


def _run_together(clause: Clause) -> list[tuple[str, Piece]]:
    """The lines inside a clause that begin with the number of a rule, where its own first does, and they go up."""
    found: list[tuple[str, Piece]] = []
    opens = True
    for piece in clause.pieces:
        lead = leading_number(piece.text) if opens and piece.kind is PieceKind.TEXT else None
        if lead is not None and "." in lead.number:
            found.append((lead.number, piece))
        if piece.text or piece.kind is PieceKind.BREAK:
            opens = piece.kind in {PieceKind.SPACE, PieceKind.BREAK}
    begins = bool(found) and number_of(clause) == found[0][0]
    return found[1:] if begins and rises([number for number, _ in found]) else []
