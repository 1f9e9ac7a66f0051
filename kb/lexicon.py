"""Words for terms: a word as somebody types it comes in, the terms it names go out, or those it may have meant.

Inflected and variant spellings are one: each word is reduced to its stem and what parts words is dropped, so
`agents` finds *Agent*, `Underdeeps` finds *Under-deeps*.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import snowballstemmer  # type: ignore[import-untyped]

from kb.text import word_forms

NEAR = 60.0
"""Likeness, 0 to 100, from which a term is worth asking about."""


@cache
def _stemmer() -> Any:
    return snowballstemmer.stemmer("english")


@cache
def term_key(term: str) -> str:
    """What all spellings of a term have in common: its letters without hyphens, blanks and endings."""
    words = [word.replace("'s", "").replace("'", "") for word in word_forms(term.replace("-", " "))]
    if words and words[0] in {"the", "a", "an"} and len(words) > 1:
        words = words[1:]
    joined = "".join(words)
    return str(_stemmer().stemWord(joined)) if joined else ""


def find_terms(wanted: str, terms: Iterable[str], aliases: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    """The terms that a word names, by themselves, or by an alias of the corpus."""
    key = term_key(wanted)
    known = tuple(terms)
    also = {term_key(term) for term, names in aliases.items() if key in {term_key(name) for name in names}}
    return frozenset(term for term in known if term_key(term) in {key, *also})


def suggest_terms(wanted: str, terms: Iterable[str], limit: int = 5) -> tuple[str, ...]:
    """The terms somebody may have meant, likest first."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 (slow to import, and seldom needed)

    known = {term_key(term): term for term in sorted(terms, reverse=True)}
    found = process.extract(term_key(wanted), list(known), scorer=fuzz.WRatio, limit=limit, score_cutoff=NEAR)
    return tuple(known[key] for key, _, _ in found)
