"""A word that some words have otherwise than a ruling: both come in; which it is, and what is told of it, goes out."""

from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz.distance import Indel

from kb.counting import spell_out
from kb.differences import FUNCTION_WORDS
from kb.similarity import Words

_JOINING = frozenset(
    (
        *("accordingly", "additionally", "alternatively", "besides", "consequently", "conversely", "finally"),
        *("furthermore", "hence", "however", "likewise", "meanwhile", "moreover", "nevertheless", "nonetheless"),
        *("similarly", "therefore", "thus"),
    )
)
"""What joins a sentence to the one before it and says nothing itself."""


@dataclass(frozen=True, slots=True)
class Slipped:
    """A word that some words have otherwise than a ruling, what is told of it, and the word that the ruling has in its
    place."""

    word: str
    told: str
    source: str = ""


def find_slip(words: Words, run: Words) -> Slipped | None:
    """What one word some words have otherwise than a ruling; None where it is more, a word that only binds, or the same
    number in figures."""
    doubled = next((word for word in _doubled(words) if word not in _doubled(run)), None)
    if doubled is not None:
        return Slipped(doubled, f"`{doubled}` stands twice, not so in the ruling")
    gaps = [each for each in Indel.opcodes(words, run) if each.tag != "equal"]
    mine = [word for each in gaps for word in words[each.src_start : each.src_end]]
    theirs = [word for each in gaps for word in run[each.dest_start : each.dest_end]]
    beside = len({each.src_end for each in gaps} | {each.src_start for each in gaps}) <= 2
    if max(len(mine), len(theirs)) != 1 or not beside or FUNCTION_WORDS.issuperset((*mine, *theirs)):
        return None
    if not theirs:
        joins = mine[0] == words[0] and mine[0] in _JOINING
        return None if joins else Slipped(mine[0], f"`{mine[0]}` is not in the ruling")
    if not mine:
        return Slipped(theirs[0], f"`{theirs[0]}` is missing here from the ruling")
    if spell_out(mine) == spell_out(theirs):
        return None
    return Slipped(mine[0], f"`{mine[0]}` is `{theirs[0]}` in the ruling", theirs[0])


def _doubled(words: Words) -> Words:
    """The words that stand twice in a row."""
    return tuple(word for word, after in pairwise(words) if word == after)
