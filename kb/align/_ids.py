"""Ids of emended clauses: an alignment comes in, an id for each emended clause goes out."""

import base64
import hashlib
from collections.abc import Iterator

from kb.align._values import Alignment
from kb.model import ClauseId


def clause_ids(alignment: Alignment) -> tuple[ClauseId, ...]:
    """An id for each emended clause: that of its base clause, or `<section>.+<5 base32 of its first words>`.

    Of a clause that was split the first part keeps the id. Two new clauses of a section that begin alike are
    told apart by all of their words, and where these are equal by their order.
    """
    published = alignment.published.clauses
    ids: list[ClauseId] = []
    taken: set[ClauseId] = set()
    for index, clause in enumerate(alignment.emended.clauses):
        base = alignment.published_of.get(index)
        if base is not None:
            found = published[base].id
        else:
            section = alignment.sections.get(clause.section, clause.section)
            words = alignment.new.words(index) or tuple(alignment.emended.source.slice(clause.span).split())
            found = next(minted for minted in _minted(section, words) if minted not in taken)
        taken.add(found)
        ids.append(found)
    return tuple(ids)


def _minted(section: str, words: tuple[str, ...]) -> Iterator[ClauseId]:
    yield ClauseId(f"{section}.+{_mark(words[:8])}")
    yield ClauseId(f"{section}.+{_mark(words)}")
    for count in range(2, 1_000_000):
        yield ClauseId(f"{section}.+{_mark((*words, str(count)))}")


def _mark(words: tuple[str, ...]) -> str:
    return base64.b32encode(hashlib.sha256(" ".join(words).encode()).digest()).decode().lower()[:5]
