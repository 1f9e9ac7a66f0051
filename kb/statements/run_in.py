"""Run-in names: the blocks of a section of a rulings file come in, the names that its rulings go on behind go out.

A file may set a term in bold and go on as a sentence begins (`**Boats** A boat ...`), or put a dash between
(`Boats - A boat ...`). Alone that says little; it is the manner of a section where rulings begin so with several names,
each in one place, and none that begins likewise is no name.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

from kb.model import Block, BlockKind, Document, PieceKind, Pieces, SectionKind
from kb.statements.leads import bold_end, dash_lead, lone_lead, run_in_lead
from kb.statements.outline import Part, block_pieces
from kb.text import word_forms

Name = tuple[str, ...]
_SEVERAL = 2
TERMED = frozenset({SectionKind.TERM, SectionKind.CARD})


def run_in_names(document: Document, parts: Iterable[Part]) -> dict[int, Collection[Name]]:
    """The run-in names of each section that has any, by its number."""
    sections: dict[int, list[Pieces]] = {}
    for part in parts:
        if part.place.section in TERMED and not part.headed:
            sections.setdefault(part.number, []).extend(_beginnings(document, part.blocks))
    found = {number: frozenset((*_bold(every), *_dashed(every))) for number, every in sections.items()}
    return {number: names for number, names in found.items() if names}


def part_at_names(pieces: Pieces) -> Iterator[Pieces]:
    """A paragraph whose lines end in breaks, cut before each line behind others that is nothing but a name in bold."""
    start = line = 0
    for number, piece in enumerate(pieces):
        if piece.kind is not PieceKind.BREAK:
            continue
        if line > start and bold_end(pieces[line:number]) and lone_lead(pieces[line:number], bare=False):
            yield pieces[start:line]
            start = line
        line = number + 1
    yield pieces[start:]


def _beginnings(document: Document, blocks: Iterable[Block]) -> Iterator[Pieces]:
    """The paragraphs and the first ones of items."""
    for block in blocks:
        if block.kind is BlockKind.PARAGRAPH:
            yield block_pieces(document, block)
        elif block.kind is BlockKind.LIST:
            yield from (block_pieces(document, item) for item in block.children)


def _bold(every: Sequence[Pieces]) -> Collection[Name]:
    leads = [run_in_lead(pieces) for pieces in every if bold_end(pieces)]
    return _manner([lead.name if lead is not None and not lead.parted else None for lead in leads])


def _dashed(every: Sequence[Pieces]) -> Collection[Name]:
    return _manner([dash_lead(pieces) for pieces in every])


def _manner(names: Sequence[str | None]) -> Collection[Name]:
    """Some names where they are several, and all there are, and none comes back once another stood between."""
    forms = [word_forms(name) for name in names if name is not None]
    runs = [form for form, _ in groupby(forms)]
    return runs if len(forms) == len(names) and len(runs) == len(set(runs)) >= _SEVERAL else ()
