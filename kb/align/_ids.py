"""Ids of new clauses: a section and the words of a clause come in, the ids it may have go out, the best first."""

from collections.abc import Iterator

from kb.model import ClauseId, SectionId
from kb.text import base32_sum


def mint_ids(section: SectionId, words: tuple[str, ...]) -> Iterator[ClauseId]:
    """`<section>.+<5 base32 of its first words>`; then of all of its words, then with a number."""
    yield ClauseId(f"{section}.+{_mark(words[:8])}")
    yield ClauseId(f"{section}.+{_mark(words)}")
    for count in range(2, 1_000_000):
        yield ClauseId(f"{section}.+{_mark((*words, str(count)))}")


def _mark(words: tuple[str, ...]) -> str:
    return base32_sum(" ".join(words))[:5]
