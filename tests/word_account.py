"""Where the words of a compendium or sheet went, counted with a tokenizer of the test's own."""

import re

from kb.model import CompendiumVersion
from kb.sheets import Sheet

WORD = re.compile(r"[A-Za-z0-9À-ž]+")


def words_in_nothing(version: CompendiumVersion | Sheet) -> list[tuple[int, str]]:
    """The words of the document's clauses that no statement, heading, term or aside holds, with their lines."""
    source = version.document.source
    held = bytearray(len(source.text))
    spans = [piece.span for statement in version.statements for piece in statement.pieces]
    spans += [term.span for term in version.terms]
    spans += [aside.span for aside in version.asides]
    spans += [heading.span for heading in version.document.headings]
    for span in spans:
        held[span.start : span.end] = b"\1" * len(span)
    return [
        (source.line_of(match.start()), match.group())
        for clause in version.document.clauses
        for piece in clause.pieces
        if piece.text.strip()
        for match in WORD.finditer(source.text, piece.span.start, piece.span.end)
        if not held[match.start()]
    ]
