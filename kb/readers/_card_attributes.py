"""Attributes on the page of a card: lists, tables and lines of labels with what they say come in, pairs go out.

What a part of a printing is, its label says where no class does: `Type`, `Text`, `Name`, `Set`; any other makes it a
figure. Pairs are attributes only where one of them says what the card is or reads: rulings have labels too.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import Enum

from kb.model import Block, BlockKind, Document, PieceKind
from kb.readers._card_rulings import paragraphs_of, shown

Pairs = tuple[tuple[str, str], ...]


class Part(Enum):
    """What a label says that a part of a printing is."""

    KIND = "kind"
    TEXT = "text"
    ASIDE = "aside"
    NAME = "name"
    SET = "set"


_PARTS: Mapping[Part, tuple[str, ...]] = {
    Part.KIND: ("type", "types", "kind", "class", "classification", "card type", "type line"),
    Part.TEXT: ("text", "card text", "rules text", "game text", "effect", "effects", "ability", "abilities"),
    Part.ASIDE: ("flavour", "flavor", "flavour text", "flavor text", "quote", "quotation"),
    Part.NAME: ("name", "card name"),
    Part.SET: ("set", "sets", "expansion", "printed in", "printing", "printings"),
}
_PART_OF = {label: part for part, labels in _PARTS.items() for label in labels}
_PAIR = re.compile(r"(?s)(?P<label>[^\W\d_][^:|\n.!?]{0,30}?)\s*:\s*(?P<value>\S.*)")
_HEADED = frozenset({"attribute", "field", "property", "stat", "label"})
"""What the first column of a table of attributes is called."""
_HOUSEHOLD = frozenset(
    (
        *("layout", "title", "parent", "grand_parent", "permalink", "nav_order", "nav_exclude", "search_exclude"),
        *("has_children", "has_toc", "published", "date", "tags", "categories", "redirect_from", "description"),
        *("image", "slug", "lang", "last_modified_date"),
    )
)
"""Keys of front matter that speak of the page."""


def part_of(label: str) -> Part | None:
    """What a label says; None for a figure."""
    return _PART_OF.get(" ".join(label.casefold().replace("_", " ").split()))


def read_attributes(document: Document, block: Block) -> Pairs:
    """The labels of a list, table or paragraph with what they say; nothing where it is no list of attributes."""
    pairs = tuple(_pairs(document, block))
    told = [pair for pair in pairs if pair is not None]
    if len(told) < len(pairs) or len({label.casefold() for label, _ in told}) < len(told):
        return ()
    return tuple(told) if {part_of(label) for label, _ in told} & {Part.KIND, Part.TEXT} else ()


def count_leading(document: Document, block: Block) -> int:
    """How many items a list begins with that are a label and what it says."""
    pairs = enumerate(_pairs(document, block))
    return next((number for number, pair in pairs if pair is None), len(block.children))


def read_front(document: Document) -> Pairs:
    """The attributes in the front matter of a page, where one of them is the text of the card."""
    pairs = tuple(
        (key.replace("_", " ").capitalize(), str(value).strip())
        for key, value in document.front_matter.items()
        if key not in _HOUSEHOLD and isinstance(value, str | int | float) and not isinstance(value, bool)
    )
    return pairs if any(part_of(label) is Part.TEXT for label, _ in pairs) else ()


def _pairs(document: Document, block: Block) -> Iterator[tuple[str, str] | None]:
    """The pairs of a block in order, None for what is none."""
    if block.kind is BlockKind.TABLE:
        yield from _rows(document, block)
    elif block.kind is BlockKind.LIST and block.tag == "dl":
        yield from _defined(document, block)
    elif block.kind is BlockKind.LIST:
        for item in block.children:
            yield read_pair(_text(document, item.children[0])) if len(item.children) == 1 else None
    elif block.kind is BlockKind.PARAGRAPH:
        yield from map(read_pair, _lines(document, block) or _text(document, block).split("\n"))


def _lines(document: Document, block: Block) -> list[str]:
    """The lines of a paragraph as they stand in the file, where each is a label and what it says; those behind the
    label of the text may go on with it. Nothing where it is none of that."""
    pieces = document.clauses[block.clause].pieces if block.clause is not None else ()
    ended = (replace(each, kind=PieceKind.BREAK) if each.kind is PieceKind.SPACE else each for each in pieces)
    lines = shown(tuple(ended)).split("\n")
    pairs = [read_pair(line) for line in lines]
    text = next((at for at, pair in enumerate(pairs) if pair and part_of(pair[0]) is Part.TEXT), len(pairs))
    if None in pairs[text:]:
        lines[text:] = [" ".join(lines[text:])]
    return lines if None not in pairs[:text] else []


def read_pairs(document: Document, block: Block) -> tuple[tuple[str, str] | None, ...]:
    """The pairs of a list, table or paragraph, whatever their labels; None for what is none."""
    return tuple(_pairs(document, block))


def read_pair(text: str) -> tuple[str, str] | None:
    """A label and what it says."""
    match = _PAIR.fullmatch(text)
    return (match["label"], match["value"]) if match else None


def _rows(document: Document, block: Block) -> Iterator[tuple[str, str] | None]:
    for row in block.children:
        label, bar, value = _text(document, row).partition(" | ")
        if row.head and label.casefold() in _HEADED:
            continue
        if label or value:  # a table must have a head, and it may be empty
            yield (label.rstrip(": "), value) if bar and label and "|" not in value else None


def _defined(document: Document, block: Block) -> Iterator[tuple[str, str] | None]:
    label = ""
    for item in block.children:
        text = "\n".join(map(shown, paragraphs_of(document, item)))
        if item.tag == "dt":
            if label:
                yield None
            label = text.rstrip(": ")
        else:
            yield (label, text) if label else None
            label = ""


def _text(document: Document, block: Block) -> str:
    return shown(document.clauses[block.clause].pieces) if block.clause is not None else ""
