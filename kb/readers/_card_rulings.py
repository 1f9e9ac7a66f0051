"""Rulings listed on the page of a card: the paragraphs of one come in, what it cites and its words go out.

What a ruling cites stands before it, up to a line break or as a link, or as a link behind its last sentence; the day
before that is its date.
"""

import re
from collections.abc import Iterator, Sequence

from kb.effective import read_day
from kb.model import Block, Document, PieceKind, Pieces, walk_blocks
from kb.sheets import CardRuling
from kb.text import CLOSERS, Span, word_forms
from kb.wording import read_wording

_BEFORE = re.compile(r":\s*|[-\u2013\u2014]\s+")
"""What parts a ruling from the label before it."""
_ADDRESS = re.compile(r"\(\s*(?P<href>(?:/|https?://)[^)\s]*)\s*\)?")
_AND = re.compile(r"\s*[,;&/]\s*")
"""What stands between two sources of one ruling."""
_BEHIND = re.compile(rf"(?s)(?P<words>.*[.!?]{CLOSERS})\s*[\[(\u2013\u2014-]*\s*(?i:(?:see|from|source):?\s*)?")
"""A ruling up to its last sentence, its source behind it."""
_CLOSED = re.compile(r"[\s)\].,;]*")
_DATED = re.compile(r"\s*[\[(]?(?P<day>[^:()\[\]\n]{4,30}?)[\])]?\s*(?:[:\u2013\u2014-]\s|(?<=[\])])\s)")
_BRACKETED = re.compile(r"[(\[]\s*(?P<day>[^()\[\]]{4,30}?)\s*[)\]]")
_YEAR = re.compile(r"(?:19|20)\d\d")
_ERRATA = frozenset({"erratum", "errata"})
_SAID = _ERRATA | {"ruling", "rulings", "clarification", "clarifications", "faq"}
_BESIDE = frozenset(word_forms("and or the official card cards rules individual specific list of"))


def heads_rulings(words: str) -> bool:
    """Whether words that stand above a list say only that it holds rulings or errata."""
    forms = frozenset(word_forms(words))
    return bool(forms & _SAID) and forms <= _SAID | _BESIDE


def heads_errata(words: str) -> bool:
    """Whether they say that all it holds are errata."""
    forms = frozenset(word_forms(words))
    return heads_rulings(words) and bool(forms & _ERRATA) and not forms & (_SAID - _ERRATA)


def paragraphs_of(document: Document, block: Block) -> Iterator[Pieces]:
    """The pieces of each clause in a block."""
    clauses = (each.clause for each in walk_blocks((block,)))
    return (document.clauses[clause].pieces for clause in clauses if clause is not None)


def cites_first(document: Document, block: Block) -> bool:
    """Whether what a block says begins with a link, and more is said behind it."""
    paragraphs = tuple(paragraphs_of(document, block))
    head, rest = _linked(paragraphs[0]) if paragraphs else ((), ())
    return bool(head) and bool(shown(rest) or len(paragraphs) > 1)


def read_ruling(paragraphs: Sequence[Pieces], *, errata: bool) -> CardRuling:
    """A ruling: what it cites up to the first break or its first link, its words after it; `errata` says that what
    stands above it does."""
    pieces = paragraphs[0] if paragraphs else ()
    cut = next((number for number, piece in enumerate(pieces) if piece.kind is PieceKind.BREAK), None)
    head, rest = (pieces[:cut], pieces[cut + 1 :]) if cut is not None else _linked(pieces)
    label = shown(head)
    href = _address(head)
    loose = _ADDRESS.search(label) if href is None else None
    if loose is not None:
        href, label = loose["href"], label[: loose.start()].strip("[] ")
    every = [piece for each in paragraphs for piece in each]
    span = Span(every[0].span.start, every[-1].span.end) if every else Span(0, 0)
    text = "\n".join(filter(None, map(shown, (rest, *paragraphs[1:]))))
    found = _BEFORE.match(text)
    text = text[found.end() :] if label and found else text
    if not label and len(paragraphs) == 1:
        label, href, text = _behind(pieces) or (label, href, text)
    named = read_wording(text).label or ""
    erratum = errata or bool(_ERRATA.intersection(word_forms(named)))
    return CardRuling(label, href or "", text, span, erratum, _date_of(label, text))


def _date_of(label: str, text: str) -> str:
    """The day on which a ruling takes effect by its own words, else that before it, else that of its source."""
    effective = (each.iso for each in read_wording(text).dates)
    before = (day for each in (label, text) if (match := _DATED.match(each)) and (day := read_day(match["day"])))
    named = (_read_issue(match["day"]) for match in _BRACKETED.finditer(label))
    return next((day for days in (effective, before, named) for day in days if day), "")


def _read_issue(text: str) -> str | None:
    """The day of a source, or its year alone."""
    return text if _YEAR.fullmatch(text) else read_day(text)


def _address(pieces: Pieces) -> str | None:
    return next((piece.attr("href") for piece in pieces if piece.kind is PieceKind.OPEN and piece.tag == "a"), None)


def _linked(pieces: Pieces) -> tuple[Pieces, Pieces]:
    """Pieces cut after the links they begin with, a day before them at most, where there are any."""
    end, before, inside = 0, "", False
    for number, piece in enumerate(pieces, 1):
        if piece.tag == "a":
            inside, before = piece.kind is PieceKind.OPEN, ""
            end = end if inside else number
        elif piece.kind is PieceKind.TEXT and piece.text.strip() and not inside:
            before += piece.text
            apart = _AND.fullmatch(before) if end else read_day(before.strip(" :()[]\u2013\u2014-"))
            if not apart:
                break
    return pieces[:end], pieces[end:]


def _behind(pieces: Pieces) -> tuple[str, str, str] | None:
    """The label, address and words of a ruling that names its source as a link behind its last sentence."""
    opened = [number for number, piece in enumerate(pieces) if piece.kind is PieceKind.OPEN and piece.tag == "a"]
    if not opened:
        return None
    first = opened[-1]
    last = next((n for n in range(first, len(pieces)) if (pieces[n].kind, pieces[n].tag) == (PieceKind.CLOSE, "a")), 0)
    words = _BEHIND.fullmatch(shown(pieces[:first]))
    if words is None or not last or not _CLOSED.fullmatch(shown(pieces[last:])):
        return None
    return shown(pieces[first : last + 1]), pieces[first].attr("href") or "", words["words"]


def shown(pieces: Pieces) -> str:
    """The text of some pieces that holds. A break is a line end, and so is that of a row or any block of HTML; a bar
    stands between cells, no line is bars alone, and an image without words goes by its file's name."""
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
    return "\n".join(line for line in lines if line.strip(" |"))
