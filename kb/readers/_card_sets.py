"""Sets without headings on the page of a card: tables, lists and lines come in, the names of sets and what is printed
there go out.

A table whose head names a column of sets and one of texts has a printing a row. A line in bold or italics, or one
behind the label `Set`, right above a box names its set. Where a page shows no box, what stands below a heading that
speaks of printings is what they print: items and terms behind the name of a set, paragraphs below the name of one.
"""

from collections.abc import Iterator

from kb.model import Block, BlockKind, Document, Heading, PieceKind, SectionId
from kb.readers._card_attributes import Pairs, Part, part_of, read_pair, read_pairs
from kb.readers._card_rulings import shown
from kb.text import has_words, word_forms

_PRINTED = frozenset({"printing", "printings", "set", "sets"})
_EMPHASIS = frozenset({"strong", "b", "em", "i"})
_LONGEST = 60
_LEVEL = 7
"""Below all headings of a page."""


def speaks_of_printings(heading: Heading | None) -> bool:
    """Whether a heading says that printings follow."""
    return heading is not None and bool(_PRINTED.intersection(word_forms(heading.text)))


def read_set_line(document: Document, block: Block) -> Heading | None:
    """What stands for a heading in a paragraph that names a set."""
    if block.clause is None:
        return None
    clause = document.clauses[block.clause]
    words = shown(clause.pieces)
    pair = read_pair(words)
    if pair is not None and part_of(pair[0]) is Part.SET:
        name = pair[1]
    elif _is_emphasised(document, block.clause) and not words.endswith((".", "!", "?", '"', "”")):
        name = words.rstrip(" :")
    else:
        return None
    fits = has_words(name) and len(name) <= _LONGEST and "\n" not in name
    return Heading(_LEVEL, SectionId(""), name, clause.span, block.clause) if fits else None


def is_picture(document: Document, block: Block) -> bool:
    """Whether a paragraph has nothing but pictures."""
    pieces = document.clauses[block.clause].pieces if block.clause is not None else ()
    return any(piece.kind is PieceKind.IMAGE for piece in pieces) and not any(
        has_words(piece.current) for piece in pieces if piece.kind is not PieceKind.IMAGE
    )


def _is_emphasised(document: Document, clause: int) -> bool:
    depth = 0
    for piece in document.clauses[clause].pieces:
        if piece.tag in _EMPHASIS and piece.kind in {PieceKind.OPEN, PieceKind.CLOSE}:
            depth += 1 if piece.kind is PieceKind.OPEN else -1
        elif not depth and has_words(piece.current):
            return False
    return True


def read_set_rows(document: Document, block: Block) -> tuple[tuple[Block, Pairs], ...]:
    """The rows of a table of printings, each with what its cells say; none where the table is no such one."""
    if block.kind is not BlockKind.TABLE or not block.children or not block.children[0].head:
        return ()
    head, *rows = ([cell.strip() for cell in _words(document, row).split("|")] for row in block.children)
    if not {Part.SET, Part.TEXT} <= {part_of(label) for label in head} or any(len(row) != len(head) for row in rows):
        return ()
    pairs = (tuple((label, value) for label, value in zip(head, row, strict=True) if label and value) for row in rows)
    return tuple(zip(block.children[1:], pairs, strict=True))


def read_listed_sets(document: Document, block: Block) -> Iterator[tuple[Block, Pairs]]:
    """The items of a list, or the terms of definitions, that name a set and what it prints; none where any does not."""
    pairs = read_pairs(document, block)
    items = [item for item in block.children if block.tag != "dl" or item.tag == "dt"]
    if not pairs or None in pairs or len(items) != len(pairs):
        return
    told = [pair for pair in pairs if pair is not None]
    if not any(part_of(label) for label, _ in told) and len({label for label, _ in told}) == len(told):
        for item, (label, value) in zip(items, told, strict=True):
            yield item, (("Set", label), ("Text", value))


def _words(document: Document, block: Block) -> str:
    return shown(document.clauses[block.clause].pieces) if block.clause is not None else ""
