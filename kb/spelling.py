"""Spelling: a word as it stands in a text comes in, the forms under which a term is known go out.

Two forms, one stricter: `plain_form` drops what parts and inflects a noun (hyphens, accents, plural, possessive), so
that *attacker* and *attack* stay two terms; `stem_form` reduces further (*attacking* to *attack*) and is asked second.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from kb.lexicon import term_key, unaccented, upright
from kb.text import WORD, fold_word

AND = "&"
"""A sign that a name may have for a word."""
_HYPHENS = "‐‑-"
_SPELLED = re.compile(rf"{WORD.pattern}|{AND}")
_DERIVED = ("ly", "er", "or", "ness", "ment", "ion", "able", "ible", "ful", "less", "al")
_NUMBERED = re.compile(
    r"^\W*(?:(?i:section|rule|case|chapter)\s+)?\d+(?:\.\d+)*(?:\.?[a-z]|\([a-z]\))?[.):\]]\s+(?=\S)"
    r"|^§?\s?\d+(?:\.\d+)+\.?[a-z]?\s+(?=[^\Wa-z\d_]|[\"'“‘])"
)
ARTICLES = frozenset({"the", "a", "an"})
"""Words in front of a name that it is neither known nor filed by."""

SMALL_WORDS = ARTICLES | {"and", "at", "by", "for", "from", "in", "into", "of", "on", "or", "to", "with"}
"""Words that names written with capitals have without one."""


class Spelled(NamedTuple):
    """A word, or a part of one between hyphens: its two forms, its place, and how it is written.

    `joined` says that a hyphen stands before it. (A tuple, for there is one for every word of every text.)
    """

    plain: str
    stem: str
    start: int
    end: int
    capital: bool
    joined: bool


def spell(text: str) -> Iterator[Spelled]:
    """The words of a text, those with hyphens in their parts; `&` is the word that it stands for."""
    for match in _SPELLED.finditer(text):
        at = match.start()
        for plain, stem, start, end, capital, joined in _spell_word(match.group()):
            yield _spelled(Spelled, (plain, stem, at + start, at + end, capital, joined))


_spelled = tuple.__new__


@lru_cache(maxsize=100_000)
def _spell_word(word: str) -> tuple[Spelled, ...]:
    """The parts of a word, counted from its beginning."""
    parts: list[Spelled] = []
    at = 0
    for part in re.split(f"[{_HYPHENS}]", word):
        if part:
            plain = plain_form(part)
            parts.append(Spelled(plain, stem_form(plain), at, at + len(part), not part[0].islower(), at > 0))
        at += len(part) + 1
    return tuple(parts)


def unnumbered(name: str) -> str:
    """A name without the number of a rule before it: `(1.6) Costs`, `[1.6] Costs`, `2. Costs`, `702.9 Costs`,
    `Section 5: Costs`."""
    return _NUMBERED.sub("", name, count=1)


@cache
def plain_form(word: str) -> str:
    """A word without case, accents, apostrophes and the endings of plural and possessive."""
    if word == AND:
        return "and"
    bare = unaccented(fold_word(word)).replace("'s", "").replace("'", "")
    if len(bare) < 4 or not bare.endswith("s") or bare.endswith(("ss", "us", "is")):
        return bare
    if bare.endswith("ies") and len(bare) > 4:
        return bare[:-3] + "y"
    return bare[:-2] if bare.endswith(("ches", "shes", "xes", "zes", "sses")) else bare[:-1]


@cache
def stem_form(word: str) -> str:
    """The stem of a word, as far as inflection goes: one made into another word (`attacker`, `normally`) keeps its
    ending."""
    plain = plain_form(word)
    return plain if plain.endswith(_DERIVED) else term_key(plain)


def spell_name(name: str) -> tuple[Spelled, ...]:
    """The words of a name without the article in front, or behind a comma at its end, where something is left."""
    words = tuple(spell(upright(name)))
    return words[1:] if len(words) > 1 and words[0].plain in ARTICLES else words


@cache
def name_key(name: str) -> str:
    """What all spellings of a name have in common, with the endings that tell terms apart."""
    return "".join(word.plain for word in spell_name(name))


@cache
def exact_key(name: str) -> str:
    """What spellings of a name have in common that differ in case, accents and marks alone; its article counts, and its
    number (`Kite`, `Kites`)."""
    return "".join(re.findall(r"[^\W_]+", unaccented(fold_word(upright(name).replace(AND, "and")))))


@cache
def stem_key(name: str) -> str:
    """The same, reduced to its stem."""
    words = spell_name(name)
    return term_key("".join(word.plain for word in words)) if words else ""
