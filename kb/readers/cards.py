"""Card reader: the document of a card page comes in, the card with its printings goes out.

A heading names a set, the box below it shows the printing as the card prints it, and the list below the box
holds rulings, each behind the link to its source. What a part of the box is, its class says: a name, a
classification, a text; whatever else stands in it are figures of the frame. A part without any class is text.
Where a box of the page has such parts, one that has a class itself and none for its parts (`{: .note }`) is a remark.
What else the page says is kept as it stands.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kb.diagnostics import Code, Diagnostic, Outcome, Severity, diagnose
from kb.model import Block, BlockKind, Document, Heading, Piece, PieceKind, SectionId
from kb.sheets import Card, CardRuling, Printing
from kb.text import Span

CARD_WITHOUT_PRINTING = Code(
    "KB506",
    "card-without-printing",
    Severity.SUGGESTION,
    "A card is known by what its printings say; a page without one is no card page, or its box was misread.",
)
CODES = (CARD_WITHOUT_PRINTING,)

_LAYOUT = re.compile(r"(?:m|p)[xytblr]?-|fs-|fw-|text-|d-|float-|(?:black|white|red|grey|green|blue|gold)-text$")
_SIZE = re.compile(r"fs-\d+$")
_WORDLESS = frozenset({BlockKind.RULE, BlockKind.FOOTNOTE})
_BEFORE = re.compile(r":\s*|[-\u2013\u2014]\s+")
"""What parts a ruling from the label before it."""
_ADDRESS = re.compile(r"\(\s*(?P<href>(?:/|https?://)[^)\s]*)\s*\)?")
Pieces = tuple[Piece, ...]
_Boxed = tuple[Heading | None, Block, tuple[Block, ...]]


def read_card(document: Document) -> Outcome[Card]:
    """The card that a page is about; its name is the page's first heading, else its title, else what its first printing
    with a name is called, else that of its file."""
    title = next((heading for heading in document.headings if heading.level == 1), None)
    boxes, rest = _find_boxes(document, title)
    printings = tuple(_printing(document, *each) for each in boxes)
    name = (title.text if title else "") or document.title or next((each.name for each in printings if each.name), "")
    name = name or document.source.path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    problems: tuple[Diagnostic, ...] = ()
    if not printings:
        start = document.headings[0].span if document.headings else Span(0, 0)
        message = f"no printing of `{name}` was read"
        hint = "quote what the card prints (`> ...`) below a heading that names its set"
        problems = (diagnose(CARD_WITHOUT_PRINTING, document.source, start, message, hint),)
    return Outcome(Card(name, document, printings, rest), problems)


@dataclass(slots=True)
class _Box:
    """What the box of a printing shows, while it is read."""

    name: str = ""
    classification: str = ""
    text: list[str] = field(default_factory=list)
    sized: list[bool] = field(default_factory=list)
    """Of each part of the text, whether it is set in another size."""
    fields: list[tuple[str, str]] = field(default_factory=list)


def _find_boxes(document: Document, title: Heading | None) -> tuple[tuple[_Boxed, ...], tuple[Span, ...]]:
    """Each box with the heading it stands below, which the title of the page is none of, and the lists of rulings after
    it, and where the rest stands."""
    headings = {heading.clause: heading for heading in document.headings if heading is not title}
    framed = any(block.kind is BlockKind.QUOTE and _tells_parts(block) for block in document.blocks)
    heading: Heading | None = None
    boxes: list[tuple[Heading | None, Block, list[Block]]] = []
    rest: list[Span] = []
    for block in document.blocks:
        if block.kind is BlockKind.HEADING and block.clause is not None:
            heading = headings.get(block.clause)
        elif block.kind is BlockKind.QUOTE and not (framed and _is_remark(block)):
            boxes.append((heading, block, []))
        elif block.kind is BlockKind.LIST and boxes and boxes[-1][0] is heading:
            boxes[-1][2].append(block)
        elif block.kind not in _WORDLESS:
            rest.append(block.span)
    return tuple((above, box, tuple(lists)) for above, box, lists in boxes), tuple(rest)


def _tells_parts(block: Block) -> bool:
    """Whether a part of a block has a class that says what it is."""
    return any(_telling(part.attributes.classes) or _tells_parts(part) for part in block.children)


def _is_remark(box: Block) -> bool:
    return bool(_telling(box.attributes.classes)) and not _tells_parts(box)


def _printing(document: Document, heading: Heading | None, box: Block, lists: tuple[Block, ...]) -> Printing:
    read = _Box()
    for child in box.children:
        _read_part(document, child, (), read)
    rulings = (_ruling(tuple(_paragraphs(document, item))) for block in lists for item in block.children)
    end = max([box.span.end, *(block.span.end for block in lists)])
    return Printing(
        set=heading.text if heading else "",
        anchor=heading.id if heading else SectionId(""),
        span=Span(heading.span.start if heading else box.span.start, end),
        frame=next(iter(_telling(box.attributes.classes)), ""),
        name=read.name,
        classification=read.classification,
        text="\n".join(read.text),
        fields=tuple(read.fields),
        rulings=tuple(each for each in rulings if each.label or each.text),
        running=_running(read),
    )


def _running(box: _Box) -> int:
    """The lines of a text before the parts in another size at its end."""
    parts = len(box.text)
    while parts and box.sized[parts - 1]:
        parts -= 1
    return sum(text.count("\n") + 1 for text in box.text[:parts])


def _read_part(document: Document, block: Block, above: tuple[str, ...], box: _Box) -> None:
    """A part of a box: by its class, or that of what holds it, a name, a classification, text or a figure."""
    own = _telling(block.attributes.classes)
    classes = own or above
    if block.clause is not None:
        text = _shown(document.clauses[block.clause].pieces)
        _keep(text, classes, bool(own) and block.kind is BlockKind.HTML, box)
        if len(box.sized) < len(box.text):
            box.sized.append(any(_SIZE.match(each) for each in block.attributes.classes))
    for child in block.children:
        _read_part(document, child, classes, box)


def _keep(text: str, classes: tuple[str, ...], framed: bool, box: _Box) -> None:
    if not text:
        return
    kind = classes[-1] if classes else ""
    if kind.endswith("classification"):
        box.classification = text
    elif framed and kind.endswith("name"):
        box.name = text
    elif framed or (kind and not kind.endswith("text")):
        box.fields.append((kind, text))
    else:
        box.text.append(text)


def _telling(classes: tuple[str, ...]) -> tuple[str, ...]:
    """The classes that say what something is, without those that only say how it looks."""
    return tuple(each for each in classes if not _LAYOUT.match(each))


def _shown(pieces: Pieces) -> str:
    """The text of some pieces that holds. A break is a line end, and so is that of a row or any block of HTML; a bar
    stands between cells, and an image without words goes by its file's name."""
    parts: list[str] = []
    for piece in pieces:
        if piece.kind is PieceKind.BREAK or piece.tag == "tr":
            parts.append("\n")
        elif piece.struck:
            continue
        elif piece.parts_cells:
            parts.append(" | ")
        elif piece.kind is PieceKind.TAG and piece.text:
            parts.append("\n")
        elif piece.kind is PieceKind.IMAGE and not piece.text:
            parts.append((piece.attr("src") or "").rsplit("/", 1)[-1].rsplit(".", 1)[0])
        else:
            parts.append(piece.text.replace("\ufeff", ""))
    lines = (" ".join(line.split()).removesuffix(" |") for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line)


def _ruling(paragraphs: tuple[Pieces, ...]) -> CardRuling:
    """A ruling of the list: what it cites up to the first break or its first link, its words after it."""
    pieces = paragraphs[0] if paragraphs else ()
    cut = next((number for number, piece in enumerate(pieces) if piece.kind is PieceKind.BREAK), None)
    head, rest = (pieces[:cut], pieces[cut + 1 :]) if cut is not None else _linked(pieces)
    label = _shown(head)
    href = next((piece.attr("href") for piece in head if piece.kind is PieceKind.OPEN and piece.tag == "a"), None)
    loose = _ADDRESS.search(label) if href is None else None
    if loose is not None:
        href, label = loose["href"], label[: loose.start()].strip("[] ")
    every = [piece for each in paragraphs for piece in each]
    span = Span(every[0].span.start, every[-1].span.end) if every else Span(0, 0)
    text = "\n".join(filter(None, map(_shown, (rest, *paragraphs[1:]))))
    found = _BEFORE.match(text)
    return CardRuling(label, href or "", text[found.end() :] if label and found else text, span)


def _linked(pieces: Pieces) -> tuple[Pieces, Pieces]:
    """Pieces cut after the link they begin with, where there is one."""
    for number, piece in enumerate(pieces):
        if piece.kind is PieceKind.CLOSE and piece.tag == "a":
            return pieces[: number + 1], pieces[number + 1 :]
        if piece.kind is PieceKind.TEXT and piece.text.strip() and not any(each.tag == "a" for each in pieces[:number]):
            break
    return (), pieces


def _paragraphs(document: Document, block: Block) -> Iterator[Pieces]:
    """The pieces of each clause in a block."""
    if block.clause is not None:
        yield document.clauses[block.clause].pieces
    for child in block.children:
        yield from _paragraphs(document, child)
