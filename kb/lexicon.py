"""Words for terms: a word as somebody types it comes in, the terms it names go out, or those it may have meant.

Inflected and variant spellings are one: each word is reduced to its stem and what parts words is dropped, so
`lamps` finds *Lamp*, `Bellropes` finds *Bell-ropes*. A word that is no term finds the terms it is a part of.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from kb.text import drop_accents, word_forms

NEAR = 60.0
"""Likeness, 0 to 100, from which a term is worth asking about."""
_LESS = 15.0
"""How much less like than the likest a term may be to be asked about beside it."""


@dataclass(frozen=True, slots=True)
class Slips:
    """What is taken for a slip where slips are counted: in the search of everything, and on a site, which has these
    figures from here."""

    least: int = 3
    """The letters from which what is asked may be misspelt."""
    short: int = 5
    """With fewer it is misspelt by one slip alone."""
    offered: int = 4
    """The letters from which a word is offered for it."""
    most: int = 4
    """So much that may have been meant is offered."""
    initials: int = 6
    """The letters up to which a word in capitals may stand for the words of a name (`DI`)."""

    def told(self) -> Mapping[str, int]:
        """The figures by their names."""
        return asdict(self)


SLIPS = Slips()

_LETTERS = re.compile(
    r"[\W_]*(?:(?i:letters?)\s+)?([^\W\d_])\1{0,3}[\W_]*(?:(?:[\W_]|\s(?i:to|thru|through)\s)([^\W\d_])\2{0,3}[\W_]*)?"
    r"(?:[(\[]?\b(?i:cont(?:inued|d|'d)?)\b\.?[)\]]?[\W_]*)?|[\W_]*0\s*[-–—]\s*9[\W_]*"
)
PRONOUNS = frozenset({"it", "he", "she", "they"})
POINTING = PRONOUNS | {"this"}
"""Words that a sentence begins with in the place of what was named before it."""
_ARTICLE_BEHIND = re.compile(r"^(.+), (the|an?)$", re.IGNORECASE)
_SPELLED = {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
_BARE = str.maketrans({**_SPELLED, **{key.upper(): value.capitalize() for key, value in _SPELLED.items()}})
"""Letters whose sign is no accent to Unicode; people type them without it."""


@cache
def _stemmer() -> Any:
    import snowballstemmer  # type: ignore[import-untyped]  # noqa: PLC0415 (imports every language there is)

    return snowballstemmer.stemmer("english")


def unaccented(word: str) -> str:
    """A word without its accents, and with letters that nobody's keyboard has spelled out (`Æ`, `ø`)."""
    if word.isascii():
        return word
    plain = drop_accents(word, "NFKD")
    return plain if plain.isascii() else plain.translate(_BARE)


def parts_alphabet(heading: str) -> bool:
    """Whether a heading is only a letter or a range of them (`-= AAA =-`, `[B]`, `X-Z`, `M to Z`, `B (continued)`,
    `0-9`): it parts an alphabet and is no term."""
    return _LETTERS.fullmatch(heading) is not None


def upright(name: str) -> str:
    """A name with its article in front, where an index has it behind (`Bell, The`)."""
    return _ARTICLE_BEHIND.sub(r"\2 \1", name)


def plain_key(term: str) -> str:
    """A term without what parts words, without accents, and without its article (in front, or behind a comma)."""
    words = _plain_words(upright(term))
    return "".join(words[1:] if len(words) > 1 and words[0] in {"the", "a", "an"} else words)


def _plain_words(term: str) -> tuple[str, ...]:
    return tuple(word.replace("'s", "").replace("'", "") for word in word_forms(unaccented(term).replace("-", " ")))


@cache
def term_key(term: str) -> str:
    """What all spellings of a term have in common: its letters without hyphens, blanks and endings."""
    return str(_stemmer().stemWord(plain_key(term)))


def spell_term(term: str) -> tuple[str, str]:
    """What `find_terms` wants to know of a term: its plain key and its key."""
    return plain_key(term), term_key(term)


def find_terms(
    wanted: str, spellings: Mapping[str, Sequence[str]], aliases: Mapping[str, Sequence[str]]
) -> frozenset[str]:
    """The terms that a word names (`name_terms`), else those it is a part of: the rulings on what is asked."""
    return name_terms(wanted, spellings, aliases) or hold_terms(wanted, spellings)


def name_terms(
    wanted: str, spellings: Mapping[str, Sequence[str]], aliases: Mapping[str, Sequence[str]]
) -> frozenset[str]:
    """The terms that a word names, by themselves or by an alias of the corpus.

    `spellings` has each term with what `spell_term` says of it. The stem of the wanted word is only asked for
    when no term is spelled like it.
    """
    plain = plain_key(wanted)
    same = {stem for bare, stem in spellings.values() if bare == plain}
    same |= {plain_key(term) for term, names in aliases.items() if plain in map(plain_key, names)}
    return _spelled(same, spellings) or _spelled({term_key(wanted)}, spellings)


def hold_terms(wanted: str, spellings: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """The terms of more words of which some in a row are the wanted ones, inflected or not: `on guard` holds in
    *On-guard Cards*."""
    plain = plain_key(wanted)
    if not plain:
        return frozenset()
    near = [term for term, (bare, _) in spellings.items() if plain in bare != plain]
    same = frozenset(term for term in near if any(run == plain for run in _runs(term)))
    if same:
        return same
    stem = term_key(wanted)
    near = [term for term, (bare, key) in spellings.items() if stem in bare and stem != key]
    return frozenset(term for term in near if any(term_key(run) == stem for run in _runs(term)))


def _runs(term: str) -> Iterator[str]:
    """The words of a term that stand in a row, run together."""
    words = _plain_words(term)
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            yield "".join(words[start:end])


def _spelled(wanted: set[str], spellings: Mapping[str, Sequence[str]]) -> frozenset[str]:
    return frozenset(term for term, (bare, stem) in spellings.items() if stem in wanted or bare in wanted)


def suggest_terms(wanted: str, terms: Iterable[str]) -> tuple[str, ...]:
    """The terms somebody may have meant, likest first, and none that is much less like than that."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 (slow to import, and seldom needed)

    known = {plain_key(term): term for term in sorted(terms, reverse=True)}
    found = process.extract(plain_key(wanted), list(known), scorer=fuzz.ratio, limit=5, score_cutoff=NEAR)
    return tuple(known[key] for key, likeness, _ in found if likeness >= found[0][1] - _LESS)
