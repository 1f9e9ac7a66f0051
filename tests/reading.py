"""What every document read must keep, checked with a tokenizer of its own."""

import re

from kb.model import Clause, Document, FootnoteDefinition, PieceKind

_WORD = re.compile(r"[^\W_]+")


def broken_promises(document: Document) -> list[str]:
    """What a document does not keep: tiling, exact slices, apart clauses, every word in one place."""
    text = document.source.text
    broken: list[str] = []
    for clause in document.clauses:
        broken += _tiling(clause.id, clause, text)
    for definition in document.definitions:
        broken += _tiling(f"footnote {definition.id}", definition, text)
    spans = [(clause.span, str(clause.id)) for clause in document.clauses]
    spans += [(definition.span, f"footnote {definition.id}") for definition in document.definitions]
    spans += [(exclusion.span, exclusion.reason) for exclusion in document.exclusions]
    covered = bytearray(len(text))
    for span, name in spans:
        if name.startswith("footnote"):
            covered[span.start : span.end] = b"\1" * len(span)
            continue
        if any(covered[span.start : span.end]):
            inside = any(definition.span.holds(span) for definition in document.definitions)
            broken += [] if inside else [f"{name} overlaps what came before it"]
        covered[span.start : span.end] = b"\1" * len(span)
    broken += [
        f"word `{match.group()}` at {match.start()} is nowhere"
        for match in _WORD.finditer(text)
        if not all(covered[match.start() : match.end()])
    ]
    ids = [clause.id for clause in document.clauses]
    if len(ids) != len(set(ids)):
        broken.append("clause ids are not unique")
    return broken


def _tiling(name: str, holder: Clause | FootnoteDefinition, text: str) -> list[str]:
    broken = []
    at = holder.span.start
    for piece in holder.pieces:
        if piece.span.start != at:
            broken.append(f"{name}: piece at {piece.span.start}, expected {at}")
        at = piece.span.end
        written = text[piece.span.start : piece.span.end]
        if piece.kind is PieceKind.TEXT and written != piece.text:
            broken.append(f"{name}: text `{piece.text}` is `{written}` in the source")
        if piece.kind is PieceKind.SPACE and _WORD.search(written):
            broken.append(f"{name}: words in white space `{written}`")
    if at != holder.span.end:
        broken.append(f"{name}: pieces end at {at}, expected {holder.span.end}")
    return broken
