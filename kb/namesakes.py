"""Namesakes: names that texts give to cards and the names of the cards come in; which is meant goes out.

Compendia get a card's name wrong: words in another order, another small word, a slip in one of several words; and they
leave out what stands in brackets behind it, or add such. A name that is some card's own is left alone, and so is one
that may be two of them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from rapidfuzz.distance import OSA, Indel

from kb.grouping import group_pairs, lone_values
from kb.spelling import SMALL_WORDS, name_key, spell_name

_BRACKETED = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*$")
SHORTEST = 5
"""A word with fewer letters is told apart by each of them."""
LIKE = 0.8
"""Words so alike by their letters are one, miswritten, where all other words of two names are the same."""
CROWD = 50
"""A word that more names have leads to none of them."""


def match_namesakes(names: Iterable[str], cards: Iterable[str]) -> Mapping[str, str]:
    """The card meant by each of some names that is no card's own, as far as that is plain.

    A card that one of the names is exactly is meant by no other. The time grows with the number of names and cards, not
    with the pairs.
    """
    spoken = dict.fromkeys(names)
    own = {name_key(name) for name in spoken}
    known = {name_key(card): card for card in cards}
    free = [card for key, card in known.items() if key not in own]
    bare = lone_values((_bare_key(card), card) for card in free)
    holders = group_pairs((word, card) for card in free for word in set(_words(card)))
    same: dict[str, str] = {}
    slips: dict[str, str] = {}
    for name in spoken:
        if name_key(name) in known or "/" in name:
            continue
        called = bare.get(_bare_key(name))
        if called is not None and _bare_key(name) in {name_key(name), name_key(called)}:
            same[name] = called
            continue
        near = {card for word in set(_words(name)) if len(there := holders.get(word, ())) <= CROWD for card in there}
        for found, alike in ((same, _same_words), (slips, _one_miswritten)):
            meant = [card for card in near if alike(_words(name), _words(card))]
            if len(meant) == 1:
                found[name] = meant[0]
    times = Counter(slips.values())
    taken = frozenset(same.values())
    only = {name: card for name, card in slips.items() if times[card] == 1 and card not in taken}
    return {**only, **same}


@lru_cache(1 << 13)
def _bare_key(name: str) -> str:
    """What a name is known by without the brackets behind it: `Gull (Great)` is *Gull*, while nothing else is."""
    return name_key(_BRACKETED.sub("", name)) or name_key(name)


@lru_cache(1 << 13)
def _words(name: str) -> tuple[str, ...]:
    """The words of a name that tell it from others, in the order of the alphabet."""
    return tuple(sorted(word.plain for word in spell_name(name) if word.plain not in SMALL_WORDS))


def _same_words(first: Sequence[str], second: Sequence[str]) -> bool:
    return len(first) > 1 and first == second


def _one_miswritten(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether all words of two names are the same but one, which is the same miswritten."""
    mine, theirs = Counter(first), Counter(second)
    odd, other = list((mine - theirs).elements()), list((theirs - mine).elements())
    if len(first) < 2 or len(odd) != 1 or len(other) != 1:
        return False
    one, two = odd[0], other[0]
    if min(len(one), len(two)) < SHORTEST or any(map(str.isdigit, one + two)):
        return False
    return OSA.distance(one, two) == 1 or Indel.normalized_similarity(one, two) >= LIKE
