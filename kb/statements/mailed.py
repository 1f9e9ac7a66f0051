"""Rulings files as they were mailed: a page comes in, read as Markdown; the page with its mailed text read goes out.

Such a text stands on its page in a block of code, between `<pre>` tags, or as bare lines that Markdown takes for
paragraphs. It is read by its lines; what the page has around it stays as it is. Every word is in a clause or in an
exclusion, at its own place in the file. A page that is no such file is given back unchanged.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from kb.anchors import Anchors
from kb.lexicon import parts_alphabet
from kb.model import Block, BlockKind, Clause, ClauseKind, Document, Piece, PieceKind
from kb.plain import Setting, UnitKind, build_document
from kb.plain_lines.lines import read_lines
from kb.statements.grafting import graft
from kb.statements.mailed_lines import gather_units
from kb.statements.mailed_pieces import cut_pieces, find_markup, mask, widen
from kb.statements.sections import Phrases, is_rulings_file, known_phrases, name_sections, reads_as_ruling
from kb.text import WORD, Source, Span, lies_in

MOST = 0.5
"""A page is read as a mailed text when at least this share of its words stands in preformatted blocks."""
FEW = 4
"""Rows of signs are under few lines when there are more than so many paragraphs for each."""
STRAY = 10
"""Who posted a text may have written something now and then that Markdown takes for a link, for strong words or for a
heading: on a page in Markdown one of so many of its clauses has it."""
_ATX = re.compile(r" {0,3}#{1,6}[ \t]")
_CLOSED = re.compile(r" {0,3}#{1,6}[ \t].*#[ \t]*$", re.MULTILINE)


def read_mailed(document: Document, sections: Phrases | None = None) -> Document:
    """The page with its mailed text read by its lines, where it has one and that is a rulings file.

    `sections` adds to the phrases by which sections are known.
    """
    phrases = known_phrases(sections)
    blocks = document.blocks
    inside = [_is_preformatted(block) for block in blocks]
    words = [_count_words(document.source, block) for block in blocks]
    most = sum(count for count, within in zip(words, inside, strict=True) if within) > MOST * sum(words)
    if not most:
        if is_rulings_file(document.headings, phrases) and not _is_bare(document, phrases):
            return document
        start = next((at for at, block in enumerate(blocks) if not _stands_above(document, block)), len(blocks))
        if start == len(blocks) or _is_marked_up(document, blocks[start].span.start):
            return document
        inside = [at >= start for at in range(len(blocks))]
    regions = tuple(_regions(document.source, blocks, inside))
    read = _read(document, regions, phrases)
    return read if is_rulings_file(read.headings, phrases) else document


def _is_bare(document: Document, phrases: Phrases) -> bool:
    """Whether only rows of signs below a few lines make headings of a page: its terms have none."""
    text, sections = document.source.text, name_sections(document.headings, phrases)
    own = [heading for heading in document.headings[1:] if heading.level > 1 or heading.clause in sections]
    headed = sum(not parts_alphabet(heading.text) for heading in own)
    paragraphs = sum(block.kind is BlockKind.PARAGRAPH for block in document.blocks)
    return headed * FEW < paragraphs and not any(_ATX.match(text, heading.span.start) for heading in own)


def _is_marked_up(document: Document, start: int) -> bool:
    """Whether a page is written in Markdown from a place on: it has tables, footnotes or headings below headings that
    nobody would post, or links and terms in strong words throughout."""
    text = document.source.text
    written = [
        each
        for each in document.headings
        if each.span.start >= start and _ATX.match(text, each.span.start) and not _CLOSED.match(text, each.span.start)
    ]
    tables = any(block.kind is BlockKind.TABLE and block.span.start >= start for block in document.blocks)
    if tables or document.definitions or any(each.level > 1 for each in written):
        return True
    clauses = [each for each in document.clauses if each.span.start >= start and each.kind is not ClauseKind.HEADING]
    marks = sum(not reads_as_ruling(each) for each in written)
    marks += sum(each.span.start >= start and text[each.span.start] == "[" for each in document.links)
    marks += sum(_begins_strong(each) for each in clauses)
    return marks * STRAY > len(clauses)


def _begins_strong(clause: Clause) -> bool:
    """Whether the first words of a clause are strong, as a term is in front of its rulings."""
    said = next((each for each in clause.pieces if each.kind is PieceKind.OPEN or each.text.strip()), None)
    return said is not None and said.kind is PieceKind.OPEN and said.tag == "strong"


def _is_preformatted(block: Block) -> bool:
    return block.kind is BlockKind.CODE or (block.kind is BlockKind.HTML and block.tag == "pre")


def _count_words(source: Source, block: Block) -> int:
    return sum(1 for _ in WORD.finditer(source.text, block.span.start, block.span.end))


def _stands_above(document: Document, block: Block) -> bool:
    """Whether a block is the page's own, above a text of bare lines: a title, a line with attributes, an element."""
    if block.kind is BlockKind.HEADING:
        return _ATX.match(document.source.text, block.span.start) is not None
    attributes = block.attributes
    return block.kind is BlockKind.HTML or bool(attributes.spans)


def _regions(source: Source, blocks: Sequence[Block], inside: Sequence[bool]) -> Iterator[Span]:
    """The stretches of a source, from the beginning of a line, that blocks next to each other take."""
    for within, group in groupby(zip(inside, blocks, strict=True), key=lambda pair: pair[0]):
        if within:
            found = [block for _, block in group]
            start = source.line_span(source.line_of(found[0].span.start)).start
            yield Span(start, max(block.span.end for block in found))


def _read(document: Document, regions: Sequence[Span], phrases: Phrases) -> Document:
    source = document.source
    markup = find_markup(source, tuple(_pieces(document, regions)), regions)
    text = Source.from_text(source.path, mask(source, regions, markup))
    units = [widen(unit, markup) for unit in gather_units(text.text, read_lines(text), phrases)]
    starts = [unit.span.start for unit in units]
    anchors = Anchors()
    kept = [heading for heading in document.headings if not lies_in(regions, heading.span)]
    for heading in kept:
        anchors.heading(heading.text)
    ids = {str(clause.id) for clause in document.clauses if not lies_in(regions, clause.span)}
    setting = Setting(anchors, ids, lambda unit: cut_pieces(source, unit, markup))
    parts = []
    for region in regions:
        first, stop = (bisect_left(starts, place) for place in (region.start, region.end))
        own = [unit for unit in units[first:stop] if region.holds(unit.span)]
        above = bisect_left(kept, region.start, key=lambda heading: heading.span.start)
        headed = next((at for at, unit in enumerate(own) if unit.kind is UnitKind.HEADING), len(own))
        if above:
            own[:headed] = [replace(unit, section=kept[above - 1].id) for unit in own[:headed]]
        parts.append(build_document(source, own, setting))
    return graft(document, regions, parts)


def _pieces(document: Document, regions: Sequence[Span]) -> Iterator[Piece]:
    """The pieces of the clauses that stand in some stretches."""
    for clause in document.clauses:
        if lies_in(regions, clause.span):
            yield from clause.pieces
