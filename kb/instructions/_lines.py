"""Lines of a source: a clause comes in, the lines that it has for itself go out, with its mark or its bars."""

import re

from kb.model import Clause, ClauseKind, Document
from kb.provenance import Unit
from kb.text import Span

ATTRIBUTES = re.compile(r"[ \t>]*\{:")
"""How a line of attributes begins, which are those of the block above it."""
BLANK = re.compile(r"\n[^\S\n]*\n")
"""A blank line, with the end of the line before it."""
_END = re.compile(r"\r?\n")
_BELOW = re.compile(r"[\r\n]*[ \t>]*\{:")
_LAST = re.compile(r"\s*\Z")
_RULED = re.compile(r"[ \t>]*\|?[ \t]*:?-+:?[ \t]*\|")
"""How the line below the head of a table begins."""
MARKED = {ClauseKind.LIST_ITEM: Unit.LIST_ITEM, ClauseKind.TABLE_ROW: Unit.BLOCK}
"""Clauses with a mark, a number or bars that their words do not go without, and the unit that they are."""


def own_lines(document: Document, clause: Clause) -> Span | None:
    """The lines of a clause that has them for itself, without the last end of a line."""
    source = document.source
    last = source.end_of(clause.span)
    start = source.line_span(source.line_of(clause.span.start)).start
    end = source.line_span(source.line_of(max(last - 1, clause.span.start))).end
    end -= source.text[start:end].endswith("\r")
    others = source.text[start : clause.span.start].strip() or source.text[last:end].strip()
    return None if others else Span(start, end)


def has_attributes(document: Document, lines: Span, ahead: bool) -> bool:
    """Whether attributes stand on the next line behind some lines that is not blank, or (`ahead`) before them."""
    source = document.source
    if not ahead:
        return _BELOW.match(source.text, lines.end) is not None
    line = source.line_of(lines.start) - 1
    while line and not source.slice(source.line_span(line)).strip():
        line -= 1
    return line > 0 and ATTRIBUTES.match(source.slice(source.line_span(line))) is not None


def whole_lines(document: Document, clause: Clause) -> Span | None:
    """The lines that go with an item or a row, with the end of the last; None where others hang on it: what stands
    inside of it, attributes below, or the box that has nothing else."""
    lines, text = own_lines(document, clause), document.source.text
    at = document.clause_at(clause.span.start)
    behind = document.clauses[at + 1 : at + 2]
    inside = any(each.depth > clause.depth or each.id.startswith(f"{clause.id}.") for each in behind)
    boxed = [each for each in document.clauses[max(at - 1, 0) : at + 2] if each.note == clause.note]
    alone = clause.note is not None and len(boxed) < 2
    if lines is None or inside or alone:
        return None
    after = _END.match(text, lines.end)
    if after is None or _LAST.match(text, lines.end):
        return Span(len(text[: lines.start].rstrip("\r\n")), lines.end)
    hangs = ATTRIBUTES.match(text, after.end()) or _RULED.match(text, after.end())
    return None if hangs else Span(lines.start, after.end())
