"""Ids of new clauses: a section and the words of a clause come in, the ids it may have go out, the best first."""

import base64
import hashlib
from collections.abc import Iterator

from kb.model import ClauseId, SectionId


def mint_ids(section: SectionId, words: tuple[str, ...]) -> Iterator[ClauseId]:
    """`<section>.+<5 base32 of its first words>`; then of all of its words, then with a number."""
    yield ClauseId(f"{section}.+{_mark(words[:8])}")
    yield ClauseId(f"{section}.+{_mark(words)}")
    for count in range(2, 1_000_000):
        yield ClauseId(f"{section}.+{_mark((*words, str(count)))}")


def _mark(words: tuple[str, ...]) -> str:
    return base64.b32encode(hashlib.sha256(" ".join(words).encode()).digest()).decode().lower()[:5]
