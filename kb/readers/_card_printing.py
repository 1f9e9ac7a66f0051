"""Printings on the page of a card: a box, and the labels beside it, come in; what it says that the card is goes out.

A second name or classification of one box is a figure: a card of two halves has both.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kb.model import Block, BlockKind, Document, PieceKind
from kb.readers._card_attributes import Pairs, Part, part_of, read_attributes
from kb.readers._card_rulings import shown
from kb.spelling import exact_key
from kb.text import word_forms

_LAYOUT = re.compile(r"(?:m|p)[xytblr]?-|fs-|fw-|text-|d-|float-|(?:black|white|red|grey|green|blue|gold)-text$")
_PARTS = frozenset({"div", "section", "article", "header", "footer", "p"})
"""Elements of HTML that hold a part of a box."""
_SIZE = re.compile(r"fs-\d+$")


@dataclass(slots=True)
class Box:
    """What the box of a printing shows, while it is read."""

    name: str = ""
    classification: str = ""
    parts: list[tuple[str, bool]] = field(default_factory=list)
    """The parts of the text, each with whether it is set in another size."""
    fields: list[tuple[str, str]] = field(default_factory=list)
    set: str = ""

    @property
    def running(self) -> int:
        """The lines of the text before the parts in another size at its end."""
        parts = list(self.parts)
        while parts and parts[-1][1]:
            parts.pop()
        return sum(text.count("\n") + 1 for text, _ in parts)

    @property
    def text(self) -> str:
        """The whole text."""
        return "\n".join(text for text, _ in self.parts)


def telling(classes: tuple[str, ...]) -> tuple[str, ...]:
    """The classes that say what something is, without those that only say how it looks."""
    return tuple(each for each in classes if not _LAYOUT.match(each))


def tells_parts(block: Block) -> bool:
    """Whether a part of a block has a class that says what it is."""
    return any(telling(part.attributes.classes) or tells_parts(part) for part in block.children)


def shows_card(document: Document, block: Block) -> bool:
    """Whether a block of HTML shows a printing: a part of it has the class of a text of rules, and another one too."""
    kinds = {classes[-1] for classes, _ in _html_parts(document, block) if classes}
    return len(kinds) > 1 and any(kind.endswith("text") for kind in kinds)


def read_box(document: Document, block: Block | None, pairs: Iterable[tuple[str, str]], called: str) -> Box:
    """What a box, and pairs of labels beside it, say of a card that its page calls so."""
    box = Box()
    plain = block is not None and not telling(block.attributes.classes) and not tells_parts(block)
    children = block.children if block is not None else ()
    if children and children[0].kind is BlockKind.HEADING and children[0].clause is not None:
        box.set = shown(document.clauses[children[0].clause].pieces)
        children = children[1:]
    for child in children:
        labelled = read_attributes(document, child) if not tells_parts(child) else ()
        _keep_pairs(labelled, box)
        if not labelled:
            _read_part(document, child, (), box)
    if block is not None and block.kind is BlockKind.HTML and block.clause is not None:
        for classes, text in _html_parts(document, block):
            _keep((text, False), classes, classes[-1:] != () and classes[-1].endswith("name"), box)
    _keep_pairs(tuple(pairs), box)
    if plain and len(box.parts) > 1 and not box.name and exact_key(box.parts[0][0]) == exact_key(called):
        box.name = box.parts.pop(0)[0]
    return box


def _keep_pairs(pairs: Pairs, box: Box) -> None:
    for label, value in pairs:
        match part_of(label):
            case Part.KIND if not box.classification:
                box.classification = value
            case Part.NAME if not box.name:
                box.name = value
            case Part.SET if not box.set:
                box.set = value
            case Part.TEXT:
                at = next((number for number, (_, sized) in enumerate(box.parts) if sized), len(box.parts))
                box.parts.insert(at, (value, False))
            case Part.ASIDE:
                box.parts.append((value, True))
            case _:
                box.fields.append(("-".join(word_forms(label)), f"{label} {value}"))


def _html_parts(document: Document, block: Block) -> Iterator[tuple[tuple[str, ...], str]]:
    """The words of a block of HTML with the classes of what holds them, the innermost last."""
    for clause in _clauses_of(block):
        open_tags: list[tuple[str, ...]] = [telling(block.attributes.classes)] if block.clause is None else []
        run: list[int] = []
        pieces = document.clauses[clause].pieces
        for number, piece in enumerate(pieces):
            if piece.kind is not PieceKind.TAG or piece.tag not in _PARTS:
                run.append(number)
                continue
            if words := shown(tuple(pieces[each] for each in run)):
                yield next((each for each in reversed(open_tags) if each), ()), words
            run.clear()
            if document.source.text.startswith("</", piece.span.start):
                del open_tags[-1:]
            else:
                open_tags.append(telling(tuple((piece.attr("class") or "").split())))
        if words := shown(tuple(pieces[each] for each in run)):
            yield next((each for each in reversed(open_tags) if each), ()), words


def _clauses_of(block: Block) -> Iterator[int]:
    if block.clause is not None:
        yield block.clause
    for child in block.children:
        yield from _clauses_of(child) if child.kind is BlockKind.HTML else ()


def _read_part(document: Document, block: Block, above: tuple[str, ...], box: Box) -> None:
    """A part of a box: by its class, or that of what holds it, a name, a classification, text or a figure."""
    own = telling(block.attributes.classes)
    classes = own or above
    if block.clause is not None:
        sized = any(_SIZE.match(each) for each in block.attributes.classes)
        text = shown(document.clauses[block.clause].pieces)
        _keep((text, sized), classes, bool(own), box)
    for child in block.children:
        _read_part(document, child, classes, box)


def _keep(part: tuple[str, bool], classes: tuple[str, ...], framed: bool, box: Box) -> None:
    text, _ = part
    if not text:
        return
    kind = classes[-1] if classes else ""
    if kind.endswith("classification") and box.classification in {"", text}:
        box.classification = text
    elif framed and kind.endswith("name") and box.name in {"", text}:
        box.name = text
    elif kind and not kind.endswith("text"):
        box.fields.append((kind, text))
    else:
        box.parts.append(part)
