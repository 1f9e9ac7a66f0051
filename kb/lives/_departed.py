"""Departed: the rulings that a version begins with and those that the one before ends with come in; which of them are
one goes out.

A ruling that went under another heading and lost most of its words on the way, or got as many more there, is like none
of the version before as a whole. It is the same where the shorter side stands in the longer, in its order, and nothing
else of either version is near. Where anything is, the one is told as dropped and the other as new.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from kb.lives._parted import STANDS, kept_words
from kb.lives._sayings import Saying
from kb.lives._wordings import TELLING, Wording

NEAR = 0.5
"""What has so much of the shorter side may be meant too."""
_FEWEST = 3 * TELLING
"""Fewer words are a turn of phrase in a text that says much more."""
_MOST = 400_000
"""Where more pairs came and went, a version was written anew, and its rulings are followed as wholes alone."""


def find_departed(
    begun: tuple[Saying, ...], ended: tuple[Saying, ...], after: tuple[Saying, ...], before: tuple[Saying, ...]
) -> tuple[tuple[int, int], ...]:
    """Which of the rulings that a version has first, by number, are which of those that the one before has last;
    `after` and `before` are all that the two say."""
    if len(begun) * len(ended) > _MOST:
        return ()
    found = [
        (new, old)
        for new, mine in enumerate(begun)
        for old, theirs in enumerate(ended)
        if _may_be_one(mine, theirs) and _stands(*_by_length(mine.wording, theirs.wording))
    ]
    newer, older = Counter(new for new, _ in found), Counter(old for _, old in found)
    return tuple(
        (new, old)
        for new, old in found
        if newer[new] == older[old] == 1 and _is_alone(begun[new], ended[old], after, before, begun)
    )


def _may_be_one(mine: Saying, theirs: Saying) -> bool:
    if mine.attestation.listed or theirs.attestation.listed:
        return False
    short, long = mine.wording, theirs.wording
    if short.cards or long.cards:
        return not short.cards.isdisjoint(long.cards)
    return True


def _by_length(mine: Wording, theirs: Wording) -> tuple[Wording, Wording]:
    return (mine, theirs) if len(mine.words) <= len(theirs.words) else (theirs, mine)


def _stands(short: Wording, long: Wording, share: float = STANDS) -> bool:
    """Whether so much of a text stands in another, in its order and several words in a row."""
    if len(short.words) < _FEWEST or len(short.distinct & long.distinct) < (share - 0.2) * len(short.distinct):
        return False
    return sum(1 for _ in kept_words(short.words, long.words)) >= share * len(short.words)


def _is_alone(
    mine: Saying, theirs: Saying, after: Sequence[Saying], before: Sequence[Saying], begun: Sequence[Saying]
) -> bool:
    """Whether nothing else that either version says is near two rulings, one in the other."""
    short, long = _by_length(mine.wording, theirs.wording)
    others = (each.wording for each in (*after, *before) if each is not mine and each is not theirs)
    if any(_stands(short, each, NEAR) for each in others):
        return False
    return not any(_shares(each.wording, long) for each in _rivals(mine, theirs, before, begun))


def _rivals(mine: Saying, theirs: Saying, before: Sequence[Saying], begun: Sequence[Saying]) -> Iterator[Saying]:
    """What else may be a part of the longer of two rulings: where that is the older one, what is new beside the other;
    where it is the newer, what the version before says."""
    shorter_now = len(mine.wording.words) <= len(theirs.wording.words)
    yield from (each for each in (begun if shorter_now else before) if each is not mine and each is not theirs)


def _shares(part: Wording, whole: Wording) -> bool:
    """Whether half of a text stands in another, and that is more than a turn of phrase."""
    if len(part.words) < 2 * TELLING or len(part.distinct & whole.distinct) < (NEAR - 0.2) * len(part.distinct):
        return False
    return sum(1 for _ in kept_words(part.words, whole.words)) >= NEAR * len(part.words)
