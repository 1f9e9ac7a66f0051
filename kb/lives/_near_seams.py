"""Near seams: a sentence and two whole texts come in, of which it says both in almost their words; where they meet.

`Smoke keeps frost off all blossoms, but a brazier burns one log each hour` are two rulings in one sentence though
neither stands there word for word, where the other side has both under one heading and their words account for nearly
all of it. A sentence that is like one text as a whole is that text, reworded.
"""

from collections.abc import Iterable

from kb.lives._wordings import AKIN, ALIKE, TELLING
from kb.similarity import Words, word_similarity

_SHARE = 0.75
"""So many of the words of a text stand in a sentence that may say it."""
_MOST = 8
"""Where more texts have their words in a sentence, they are variants of one formula."""


def find_meeting(sentence: Words, texts: Iterable[Words]) -> int | None:
    """The word with which the second of two texts begins in a sentence; None where there are no two, or others could
    be meant."""
    inside = [each for each in dict.fromkeys(texts) if shares_words(each, frozenset(sentence))]
    if not 1 < len(inside) <= _MOST or any(word_similarity(each, sentence) >= AKIN for each in inside):
        return None
    parts = [each for each in inside if TELLING <= len(each) <= len(sentence) - TELLING]
    pairs = ((first, second) for first in parts for second in parts if first != second)
    found = [cut for pair in pairs if (cut := _best_cut(sentence, *pair)) is not None]
    return found[0] if len(found) == 1 else None


def shares_words(text: Words, sentence: frozenset[str]) -> bool:
    """Whether most of the words of a text stand among some others."""
    distinct = frozenset(text)
    return len(distinct & sentence) >= _SHARE * len(distinct)


def _best_cut(sentence: Words, first: Words, second: Words) -> int | None:
    """Where a sentence is cut best into two texts, both in almost all their words."""
    cuts = [
        (one + other, -at)
        for at in range(TELLING, len(sentence) - TELLING + 1)
        if (one := word_similarity(sentence[:at], first)) >= ALIKE
        and (other := word_similarity(sentence[at:], second)) >= ALIKE
    ]
    return -max(cuts)[1] if cuts else None
