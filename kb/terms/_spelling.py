"""Spelling: a word as it stands in a text comes in, the forms under which a term is known go out.

Two forms, one stricter: `plain_form` drops what parts and inflects a noun (hyphens, accents, plural, possessive), so
that *attacker* and *attack* stay two terms; `stem_form` reduces further (*attacking* to *attack*) and is asked second.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from kb.lexicon import term_key
from kb.text import WORD, Span, fold_word

_HYPHENS = "-‐‑"
_DERIVED = ("ly", "er", "or", "ness", "ment", "ion", "able", "ible", "ful", "less", "al")
_ARTICLES = frozenset({"the", "a", "an"})


@dataclass(frozen=True, slots=True)
class Spelled:
    """A word, or a part of one between hyphens: its two forms, its place, and how it is written."""

    plain: str
    span: Span
    capital: bool
    joined: bool
    """Whether a hyphen stands before it."""

    @property
    def stem(self) -> str:
        """Its stem, asked for only where a name begins like it."""
        return stem_form(self.plain)


def spell(text: str) -> Iterator[Spelled]:
    """The words of a text, those with hyphens in their parts."""
    for match in WORD.finditer(text):
        at, joined = match.start(), False
        for part in _parts(match.group()):
            if part:
                span = Span(at, at + len(part))
                yield Spelled(plain_form(part), span, not part[0].islower(), joined)
            at += len(part) + 1
            joined = True


def _parts(word: str) -> list[str]:
    for hyphen in _HYPHENS[1:]:
        word = word.replace(hyphen, "-")
    return word.split("-")


@cache
def plain_form(word: str) -> str:
    """A word without case, accents, apostrophes and the endings of plural and possessive."""
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


def unaccented(word: str) -> str:
    """A word without its accents."""
    if word.isascii():
        return word
    return "".join(char for char in unicodedata.normalize("NFKD", word) if not unicodedata.combining(char))


def spell_name(name: str) -> tuple[Spelled, ...]:
    """The words of a name without the article in front, where something is left."""
    words = tuple(spell(name))
    return words[1:] if len(words) > 1 and words[0].plain in _ARTICLES else words


@cache
def name_key(name: str) -> str:
    """What all spellings of a name have in common, with the endings that tell terms apart."""
    return "".join(word.plain for word in spell_name(name))


@cache
def stem_key(name: str) -> str:
    """The same, reduced to its stem."""
    words = spell_name(name)
    return term_key("".join(word.plain for word in words)) if words else ""
