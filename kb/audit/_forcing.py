"""What one may do that became what one must do, or the other way round: words before and after a change, and rulings,
come in; which force the words took, and whether a ruling speaks of it, goes out."""

from collections.abc import Iterable, Sequence, Set
from itertools import pairwise

from kb.differences import FUNCTION_WORDS
from kb.similarity import Words
from kb.spelling import stem_form

ABOUT = 0.5
"""A ruling that has no more of the telling words of a sentence than this is about another thing."""
_MAY = frozenset({"may", "can", "could", "might", "allowed", "permitted", "able", "optional", "optionally"})
_MUST = frozenset({"must", "shall", "should", "need", "needs", "required", "requires", "forced", "only"})
"""What speaks of duty (`has to`, `may only`), and of what one may do."""


def find_force(was: Words, now: Words) -> Set[str]:
    """The words that speak of what one must do where some that spoke of what one may do became such, or the other way
    round; none where neither did."""
    old, new = set(was), set(now)
    ways = ((_MAY, _MUST), (_MUST, _MAY))
    became = (put for gone, put in ways if old & gone and new & put and not old & put and not new & gone)
    return next(became, frozenset())


def speaks_of(force: Set[str], words: Sequence[str]) -> bool:
    """Whether some words speak of duty, or of what one may do."""
    binds = force is _MUST and any(one in {"has", "have"} and other == "to" for one, other in pairwise(words))
    return binds or not force.isdisjoint(words)


def about_it(sentence: Words, rulings: Iterable[Sequence[str]]) -> Iterable[Sequence[str]]:
    """The rulings that have most of what a sentence tells."""
    told = {stem_form(word) for word in sentence if word not in FUNCTION_WORDS}
    return (words for words in rulings if len(told.intersection(map(stem_form, words))) > ABOUT * len(told))
