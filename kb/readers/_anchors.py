"""The words of a heading that its anchor is made of: a heading's inline nodes come in, its words go out."""

from collections.abc import Collection, Iterable

from kb.kramdown.node import Node
from kb.model import PieceKind

_SHOWN = {PieceKind.CHARACTER.value, PieceKind.TEXT.value}


def heading_words(leaf: Node, nodes: Iterable[Node], footnotes: Collection[str]) -> str:
    """The words of a heading that count for its id: no tags, images or markers of defined footnotes."""
    text = leaf.buffer.text[leaf.body[0] : leaf.body[1]]
    words: list[str] = []
    at = 0
    for node in nodes:
        words.append(text[at : node.lo])
        if node.type in _SHOWN:
            words.append(node.content)
        elif node.hidden or (node.type == PieceKind.FOOTNOTE.value and node.attrs["id"] not in footnotes):
            words.append(text[node.lo : node.hi])
        at = node.hi
    words.append(text[at:])
    return "".join(words)
