"""Sections of a rulings file that are no headings: the blocks of a document come in, lines that name a section go out
as headings.

A text that was pasted into Markdown has its sections as paragraphs of a line (`II. RULINGS BY TERM`), a list of lists
has them as the items that all others are nested in. Such a line says the name of a section and nothing else; two are
asked for, one of them over rulings by term or by card.
"""

import re
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Sequence

from kb.model import Block, BlockKind, Document, Heading, SectionId, current_of
from kb.statements.sections import Phrases, is_numbered, is_rulings_file, says_section
from kb.text import CLOSERS, word_forms

LEVEL = 2
"""That of a section below the title."""
LONGEST = 8
"""A numbered line of more words is no name of a section."""
_ENDED = re.compile(rf"[.!?;,]{CLOSERS}$")
_SENTENCE = re.compile(rf"\w[.!?]{CLOSERS}[ \t]*$", re.MULTILINE)


def find_plain_sections(document: Document, blocks: Sequence[Block], phrases: Phrases) -> tuple[Heading, ...]:
    """The lines of some blocks that name sections, in order; none where they make no rulings file."""
    for candidates in (_paragraphs(blocks), _ruling_items(document, blocks)):
        lines = tuple(_headings(document, candidates))
        named = {line.clause: line for line in lines if says_section(line.text, phrases)}
        counted = bool(named) and all(map(is_numbered, named.values()))
        found = tuple(line for line in lines if line.clause in named or (counted and _is_counted(line)))
        if is_rulings_file(found, phrases):
            return found
    return ()


def take_apart(blocks: Iterable[Block], headings: Container[int]) -> Iterator[Block]:
    """Blocks, a list whose items are headings (by clause) as what stands in these."""
    for block in blocks:
        if block.kind is BlockKind.LIST and any(first.clause in headings for first, _ in _items((block,))):
            for item in block.children:
                yield from item.children
        else:
            yield block


def _paragraphs(blocks: Iterable[Block]) -> Iterator[Block]:
    return (block for block in blocks if block.kind is BlockKind.PARAGRAPH)


def _items(blocks: Iterable[Block]) -> Iterator[tuple[Block, Block]]:
    """The items of lists that are a paragraph and a list: these two."""
    for item in (item for block in blocks if block.kind is BlockKind.LIST for item in block.children):
        if [each.kind for each in item.children] == [BlockKind.PARAGRAPH, BlockKind.LIST]:
            yield item.children[0], item.children[1]


def _ruling_items(document: Document, blocks: Iterable[Block]) -> Iterator[Block]:
    """The paragraphs of those with sentences nested in them: contents only name what stands elsewhere."""
    return (first for first, below in _items(blocks) if _SENTENCE.search(document.source.slice(below.span)))


def _headings(document: Document, paragraphs: Iterable[Block]) -> Iterator[Heading]:
    """Paragraphs of a line, which ends no sentence, as headings; who links there links to the heading above."""
    above = [each.clause for each in document.headings]
    for block in paragraphs:
        if block.clause is None:
            continue
        clause = document.clauses[block.clause]
        text = current_of(clause.pieces).strip()
        if text and "\n" not in document.source.slice(clause.span).strip() and not _ENDED.search(text):
            at = bisect_left(above, block.clause)
            anchor = document.headings[at - 1].id if at else SectionId("")
            yield Heading(LEVEL, anchor, " ".join(text.split()), clause.span, block.clause)


def _is_counted(line: Heading) -> bool:
    """Whether a line goes by a number in capitals, as others that name sections do."""
    return is_numbered(line) and line.text.isupper() and len(word_forms(line.text)) <= LONGEST
