"""Layout: where the clauses of a document stand in its blocks.

In: a document. Out: for each clause its blocks, outermost first; for each block the clauses it holds; the attribute
lists of blocks with what they open. Clause indices are those of `Document.clauses`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from kb.grouping import group_pairs
from kb.model import Block, BlockKind, Document
from kb.text import Span

_BARE = frozenset({BlockKind.RULE, BlockKind.HTML})


@dataclass(frozen=True, slots=True)
class Opener:
    """Attribute lists of a block that stand together: their span, the block's kind and its clauses [first, last]."""

    span: Span
    kind: BlockKind
    first: int
    last: int


class Layout:
    """The blocks of one document, by clause."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.chains: list[tuple[Block, ...]] = [()] * len(document.clauses)
        self.openers: list[Opener] = []
        self.bare: list[Span] = []
        """Blocks without words: rules, page marks."""
        self.ranges: dict[Span, tuple[int, int]] = {}
        for block in document.blocks:
            self._visit(block, ())

    def _visit(self, block: Block, above: tuple[Block, ...]) -> tuple[int, int] | None:
        """Note a block and what is below it; returns its first and last clause."""
        chain = (*above, block)
        held = [block.clause] if block.clause is not None else []
        if block.clause is not None:
            self.chains[block.clause] = chain
        for child in block.children:
            held.extend(self._visit(child, chain) or ())
        if not held:
            if block.kind in _BARE:
                self.bare.append(block.span)
            return None
        first, last = min(held), max(held)
        self.ranges[block.span] = (first, last)
        if block.kind is not BlockKind.FOOTNOTE:
            self.openers.extend(Opener(span, block.kind, first, last) for span in self._together(block))
        return first, last

    def _together(self, block: Block) -> Iterator[Span]:
        """The attribute lists of a block, those with no words between them as one span: a block may have some above and
        some below it."""
        whole: Span | None = None
        for span in sorted(block.attributes.spans):
            if whole is not None and not self.document.source.text[whole.end : span.start].strip(" \t\r\n>"):
                whole = Span(whole.start, max(whole.end, span.end))
                continue
            if whole is not None:
                yield whole
            whole = span
        if whole is not None:
            yield whole

    def around(self, clause: int, kind: BlockKind) -> tuple[int, int] | None:
        """First and last clause of the outermost block of a kind around a clause."""
        for block in self.chains[clause]:
            if block.kind is kind:
                return self.ranges[block.span]
        return None

    def opened_at(self, clause: int) -> Sequence[Opener]:
        """The attribute lists of the blocks that begin with a clause."""
        return self._opened.get(clause, ())

    @cached_property
    def _opened(self) -> dict[int, tuple[Opener, ...]]:
        return group_pairs((opener.first, opener) for opener in self.openers)

    def boxes(self, clause: int) -> list[Span]:
        """The boxes (quote blocks) around a clause, outermost first."""
        return [block.span for block in self.chains[clause] if block.kind is BlockKind.QUOTE]

    def depth(self, clause: int) -> int:
        """How many lists a clause is nested in."""
        return sum(1 for block in self.chains[clause] if block.kind is BlockKind.LIST)

    def entry_part(self, clause: int) -> str:
        """Whether a clause is a term (`dt`) or a definition (`dd`) of a list of those; empty where it is neither."""
        tags = [block.tag for block in self.chains[clause] if block.kind is BlockKind.ITEM]
        return tags[-1] if tags and tags[-1] in {"dt", "dd"} else ""

    def is_entry(self, clauses: Sequence[int]) -> bool:
        """Whether clauses are one entry of a list of definitions: its terms, then what is said of them."""
        parts = [self.entry_part(clause) for clause in clauses]
        return parts[0] == "dt" and all(parts) and parts == sorted(parts, reverse=True)
