"""Lines of a source: a clause comes in, the lines that it has for itself go out, with its mark or its bars."""

import re

from kb.model import Clause, ClauseKind, Document
from kb.provenance import Unit
from kb.text import Span

ATTRIBUTES = re.compile(r"[ \t>]*\{:")
"""How a line of attributes begins, which are those of the block above it."""
_END = re.compile(r"\r?\n")
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
    if after is None:
        return Span(len(text[: lines.start].rstrip("\r\n")), lines.end)
    return None if ATTRIBUTES.match(text, after.end()) else Span(lines.start, after.end())
