"""Names as they are typed: the words of a question come in, the names that begin so go out, each with its place."""

import re
from collections.abc import Iterable, Mapping

from kb.lexicon import unaccented
from kb.search.ranking import RANKING
from kb.text import word_forms

Spelled = tuple[str, str, str]
"""A spelling of a term: its key, the name of the term, and what `typed_words` makes of it."""


def typed_words(name: str) -> str:
    """The words of a name as they are typed, each after a blank: whether it begins so is seen by its letters."""
    words = (re.sub(r"'s$|'", "", word) for word in word_forms(unaccented(name)))
    return "".join(f" {word}" for word in words)


def begun_by(spelled: Iterable[Spelled], start: str, *, quoted: bool = False) -> Mapping[str, int]:
    """The keys of the terms of which words begin as some are typed (`typed_words`), each with its place: names that
    begin so themselves first, then those that have them later in a row, then those that have them apart, the shorter
    ones first; of very many the first ones alone. What a hyphen ties is asked for by its parts too (`tower` for
    `Under-tower`). Of a phrase (`quoted`) the words stand in a row, and the last is whole."""
    if len(start) <= RANKING.least_begun:
        return {}
    rows, best, asked = tuple(spelled), dict[str, int](), _parted(start)
    for _, name, words in rows:
        length = _begins(f"{_parted(words)} ", f"{asked} ") if quoted else _begins(_parted(words), asked)
        if length is not None:
            best[name] = min(length, best.get(name, length))
    nearest = sorted(best, key=best.__getitem__)[: RANKING.most_begun]
    places = {name: min(at, RANKING.told_apart) for at, name in enumerate(nearest)}
    return {key: places[name] for key, name, _ in reversed(rows) if name in places}


def _parted(words: str) -> str:
    return words.replace("-", " ")


def _begins(words: str, start: str) -> int | None:
    """How far behind the others a name stands that begins so, or None where it does not."""
    at = words.find(start)
    if at >= 0:
        return len(words) + (RANKING.inside if at else 0)
    apart = not start.endswith(" ") and all(f" {word}" in words for word in start.split())
    return len(words) + RANKING.scattered if apart else None
