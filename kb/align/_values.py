"""The result of an alignment: pairs of clauses, and what only one side has."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from kb.model import ClauseId, Document, SectionId
from kb.text import base32_sum
from kb.tokens import Stream


@dataclass(frozen=True, slots=True)
class Pair:
    """Clauses that stand for each other: normally one and one, more where a clause was split or joined."""

    published: tuple[int, ...]
    emended: tuple[int, ...]
    similarity: float
    moved: bool = False


@dataclass(frozen=True)
class Alignment:
    """Pairs in emended order, and the clauses (indices) that only one side has."""

    old: Stream = field(repr=False)
    new: Stream = field(repr=False)
    pairs: tuple[Pair, ...]
    insertions: tuple[int, ...]
    deletions: tuple[int, ...]

    @property
    def published(self) -> Document:
        """The document on the published side."""
        return self.old.document

    @property
    def emended(self) -> Document:
        """The document on the emended side."""
        return self.new.document

    @property
    def moves(self) -> tuple[Pair, ...]:
        """Pairs whose clause stands elsewhere in the emended document."""
        return tuple(pair for pair in self.pairs if pair.moved)

    @cached_property
    def published_of(self) -> dict[int, int]:
        """The first published clause of each emended clause that begins a pair."""
        return {pair.emended[0]: pair.published[0] for pair in self.pairs}

    @cached_property
    def pair_of(self) -> dict[int, Pair]:
        """The pair of each paired emended clause."""
        return {clause: pair for pair in self.pairs for clause in pair.emended}

    @cached_property
    def ids(self) -> tuple[ClauseId, ...]:
        """An id for each emended clause: that of its base clause, or `<section>.+<5 base32 of its first words>`.

        Of a clause that was split the first part keeps the id. Two new clauses of a section that begin alike are
        told apart by all of their words, and where these are equal by their order.
        """
        published = self.published.clauses
        ids: list[ClauseId] = []
        taken: set[ClauseId] = set()
        minting: dict[tuple[SectionId, tuple[str, ...]], Iterator[ClauseId]] = {}
        for index, clause in enumerate(self.emended.clauses):
            base = self.published_of.get(index)
            if base is not None:
                found = published[base].id
            else:
                section = self.sections.get(clause.section, clause.section)
                words = self.new.words(index) or tuple(self.emended.source.slice(clause.span).split())
                further = minting.setdefault((section, words), _mint_ids(section, words))
                found = next(minted for minted in further if minted not in taken)
            taken.add(found)
            ids.append(found)
        return tuple(ids)

    @cached_property
    def sections(self) -> dict[SectionId, SectionId]:
        """The base section of each emended section: the published anchor, or `+anchor` where there is none."""
        sections: dict[SectionId, SectionId] = {}
        by_clause = {heading.clause: heading for heading in self.published.headings}
        for heading in self.emended.headings:
            base = self.published_of.get(heading.clause)
            found = by_clause.get(base) if base is not None else None
            sections[heading.id] = found.id if found else SectionId(f"+{heading.id}")
        return sections


def _mint_ids(section: SectionId, words: tuple[str, ...]) -> Iterator[ClauseId]:
    """Ids that a new clause may have: `<section>.+<5 base32 of its first words>`; then of all of its words, then with a
    number."""
    yield ClauseId(f"{section}.+{_mark(words[:8])}")
    yield ClauseId(f"{section}.+{_mark(words)}")
    for count in range(2, 1_000_000):
        yield ClauseId(f"{section}.+{_mark((*words, str(count)))}")


def _mark(words: tuple[str, ...]) -> str:
    return base32_sum(" ".join(words))[:5]
