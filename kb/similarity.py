"""Likeness of words: texts come in as tuples of folded words, numbers between 0 and 1 go out.

A `WordIndex` is built once over many units (rulings, clauses); candidates for a text are the units that
share its rarest words, so that comparing n texts with n units stays linear. Nothing here knows what a unit is.
"""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from rapidfuzz.distance import Indel

from kb.grouping import group_pairs
from kb.text import MINUS, NUMBER_SIGN, WORD, fold_word, word_forms

COMMON_SHARE = 0.1
"""A word that stands in more than this share of the units is common: it tells nothing about any of them."""
POSTINGS_BUDGET = 4000
"""At most so many postings are looked at for one text, the rarest words first."""

SHARED = 2
"""Texts that share fewer rare words speak of nothing in common: one word is a coincidence."""

LARGE = 100_000_000
"""Pairs of words up to which two texts are compared in order."""

_SIGNED = re.compile(rf"{NUMBER_SIGN}(?=\d)")
_TOKEN = re.compile(rf"(?<![\w.])(?P<sign>{NUMBER_SIGN})(?=\d)|(?P<word>{WORD.pattern})")
_BROKEN = re.compile(r"(?<=[^\W\d_])-\s+(?!(?:and|or|nor|to|und|oder|bis|et|ou|y|o|e|en|of)\b)(?=[^\W\d_A-Z])")
"""Where a line was broken inside a word with a hyphen and set again (`flood- gate`); one left hanging before `and` or
`or` (`river- and sea-going`) belongs to two words."""

LEAST_TELLING = frozenset(
    word_forms(
        "a an the this that these those it its he him his she her they them their you your who which what there here "
        "and or but nor if then than as so of to in on at by for from with without into is are was were be been being "
        "do does did has have had may might can could must shall should will would not no any all each only also"
    )
)
"""Words of English that tell nothing of what a sentence is about, however seldom they stand in a short text."""

Words = tuple[str, ...]


@lru_cache(maxsize=1 << 15)
def compare_words(text: str) -> Words:
    """The words that count when two texts are compared: folded, punctuation dropped, signs of numbers kept.

    `-1` and `+1` are different rules of a game, so a sign that opens a number belongs to it. A word that a line broke
    behind its hyphen is one word.
    """
    if "- " in text or "-\n" in text:
        text = _BROKEN.sub("-", text)
    if not _SIGNED.search(text):
        return word_forms(text)
    found: list[str] = []
    sign = ""
    for match in _TOKEN.finditer(text):
        if match["sign"]:
            sign = match["sign"].translate(MINUS)
            continue
        found.append(sign + fold_word(match["word"]))
        sign = ""
    return tuple(found)


def word_similarity(first: Sequence[str], second: Sequence[str]) -> float:
    """Twice the longest common subsequence over the sum of the lengths, in words: 1.0 for equal texts.

    The measure is `Indel` of rapidfuzz over words; two empty texts are equal. Of texts so long that it would
    take quadratic time only the words are counted, whatever their order.
    """
    if len(first) * len(second) > LARGE:
        shared = sum((Counter(first) & Counter(second)).values())
        return 2 * shared / (len(first) + len(second))
    return float(Indel.normalized_similarity(first, second))


def holds_words(whole: Sequence[str], part: Sequence[str]) -> bool:
    """Whether `part` stands in `whole` as a run of neighbouring words; an empty part stands nowhere."""
    if not part or len(part) > len(whole):
        return False
    return f" {' '.join(part)} " in f" {' '.join(whole)} "


@dataclass(frozen=True, slots=True)
class WordIndex:
    """Units of words with an inverted index. `postings[word]` are the units that hold it, ascending."""

    units: tuple[Words, ...] = field(repr=False)
    postings: Mapping[str, tuple[int, ...]] = field(repr=False)
    same: Mapping[Words, tuple[int, ...]] = field(repr=False)
    rarities: Mapping[str, float] = field(repr=False)

    def rarity(self, word: str) -> float:
        """How much a word tells: the logarithm of units over units that hold it; 0 for common words
        and function words.

        A word no unit holds counts as one that a single unit holds. In a handful of units no word is common.
        """
        known = self.rarities.get(word)
        return _rarity(word, 1, len(self.units) + 1) if known is None else known

    def equal(self, words: Words) -> tuple[int, ...]:
        """The units that are exactly these words."""
        return self.same.get(words, ())

    def candidates(
        self, words: Iterable[str], limit: int = 24, within: Collection[int] | None = None
    ) -> tuple[int, ...]:
        """The units most alike to some words by the rare words shared, best first, at most `limit`.

        `within` keeps to some units; when they are few all of them are candidates. Where every word is common, the
        first units that hold the first of them are as good as any.
        """
        if within is not None and len(within) <= limit:
            return tuple(sorted(within))
        scores: dict[int, float] = {}
        seen = 0
        for rarity, word in sorted(((self.rarity(word), word) for word in set(words)), reverse=True):
            holders = self.postings.get(word, ())
            if scores and (not rarity or seen + len(holders) > POSTINGS_BUDGET):
                break
            seen += len(holders)
            near = holders if within is None else (unit for unit in holders if unit in within)
            for unit in near if rarity else islice(near, limit):
                scores[unit] = scores.get(unit, 0.0) + rarity
        best = sorted([(-score, unit) for unit, score in scores.items()])[:limit]
        return tuple([unit for _, unit in best])

    def rare_share(self, words: Iterable[str], unit: int) -> float:
        """How far words and a unit speak of the same, as `shared_rarity` tells it."""
        return self.shared_rarity(words, self.units[unit])

    def shared_rarity(self, first: Iterable[str], second: Iterable[str]) -> float:
        """How far two texts speak of the same: the rarity shared over that of the side that has less, 0 to 1.

        Inflected forms are taken as one word when one is the other with a possessive or plural ending.
        Below `SHARED` rare words the share is 0.
        """
        mine = {_stem(word): self.rarity(word) for word in first}
        theirs = {_stem(word): self.rarity(word) for word in second}
        shared = [word for word in mine if mine[word] and theirs.get(word)]
        if len(shared) < SHARED:
            return 0.0
        weight = sum(min(mine[word], theirs[word]) for word in shared)
        return min(1.0, weight / min(sum(mine.values()), sum(theirs.values())))


def _rarity(word: str, holders: int, total: int) -> float:
    if word in LEAST_TELLING or holders > max(8, total * COMMON_SHARE):
        return 0.0
    return math.log(1 + total / holders)


@lru_cache(1 << 16)
def _stem(word: str) -> str:
    """A word without the endings that an editor changes when he adapts a sentence."""
    for ending in ("'s", "s'", "es", "s"):
        if len(word) > len(ending) + 3 and word.endswith(ending):
            return word[: -len(ending)]
    return word


def stem_words(words: Iterable[str]) -> Words:
    """Words without the endings that an editor changes when he adapts a sentence."""
    return tuple(map(_stem, words))


def index_words(units: Iterable[Words]) -> WordIndex:
    """The index of some units, in their order."""
    kept = tuple(units)
    postings = group_pairs((word, number) for number, words in enumerate(kept) for word in set(words))
    return WordIndex(
        kept,
        postings,
        group_pairs((words, number) for number, words in enumerate(kept)),
        {word: _rarity(word, len(at), len(kept) + 1) for word, at in postings.items()},
    )
