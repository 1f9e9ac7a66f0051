"""What limits some words in the sentence of a ruling that they begin: both come in, how it goes on goes out."""

from itertools import accumulate

from kb.sentences import find_sentences
from kb.similarity import Words, compare_words

ONLY = 6
"""So many words at most are one limit that ends with `only` (`for one lamp only`)."""
_LIMITS = frozenset(
    (
        *(("unless",), ("except",), ("excepting",), ("if",), ("provided",), ("until",), ("only",)),
        *(("but", "never"), ("but", "not"), ("but", "only"), ("though", "not"), ("though", "only")),
        *(("only", "if"), ("only", "when"), ("only", "while"), ("as", "long"), ("so", "long"), ("other", "than")),
    )
)
"""How what limits the words before it begins."""


def find_limit(words: Words, ruling: str) -> str:
    """How a ruling goes on behind some words, where that limits them in the same sentence; empty where it does not."""
    _, rest = part_sentence(words, ruling)
    if len(rest) <= ONLY and rest[-1:] == ("only",):
        return " ".join(rest)
    return next((" ".join(each) for size in (2, 1) if (each := rest[:size]) in _LIMITS), "")


def part_sentence(words: Words, ruling: str) -> tuple[bool, Words]:
    """Whether some words begin with a sentence of a ruling, and the rest of that in which they end: none where it ends
    with them, or the ruling has not got them."""
    said = compare_words(ruling)
    ends = [0, *accumulate(len(compare_words(ruling[span.start : span.end])) for span in find_sentences(ruling))]
    places = (at + len(words) for at in range(len(said) - len(words)))
    end = next((each for each in places if said[each - len(words) : each] == words), 0)
    if not end or end in ends:
        return False, ()
    return end - len(words) in ends, said[end : next((each for each in ends if each > end), len(said))]
