"""Respelling: lives come in, those of their changes that only put a misspelling right, or brought one, told.

A word is misspelt where the other version has the right one in its place, no other ruling of that version has the
form, and it is not made of letters as other words are: a rewording taken for a slip is the worse mistake.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise

from kb.attested import Attestation, Change, Life
from kb.differences import Slip, Vocabulary, judge_slip, may_differ
from kb.memory import Memory
from kb.model import CompendiumVersion
from kb.similarity import compare_words

MOST = 3
"""So many places at most: more are a ruling written anew."""


def tell_respelled(lives: Iterable[Life], versions: Iterable[CompendiumVersion], memory: Memory) -> tuple[Life, ...]:
    """Lives, each reworded attestation that has no other words marked as respelled. `versions` are those at hand."""
    by_id = {version.id: version for version in versions}

    def misspelt(before: Attestation, after: Attestation) -> bool:
        pairs = _one_for_one(before, after)
        if not pairs:
            return False
        return _all_misspelt(pairs, memory.ask(_vocabulary, by_id[before.version], by_id[after.version]))

    return tuple(_tell(life, misspelt) for life in lives)


def _tell(life: Life, misspelt: Callable[[Attestation, Attestation], bool]) -> Life:
    found = {after.version for before, after in pairwise(life.stated) if misspelt(before, after)}
    if not found:
        return life
    return replace(
        life, attestations=tuple(replace(each, respelled=each.version in found) for each in life.attestations)
    )


def _one_for_one(before: Attestation, after: Attestation) -> tuple[tuple[str, str], ...]:
    """The words that stand in each other's place where that, in a few places, is all that was reworded."""
    if after.change is not Change.REWORDED or len(before.words) != len(after.words):
        return ()
    pairs = tuple((old, new) for old, new in zip(before.words, after.words, strict=True) if old != new)
    return pairs if len(pairs) <= MOST else ()


def _all_misspelt(pairs: Iterable[tuple[str, str]], vocabulary: Vocabulary) -> bool:
    return all(_misspelt(old, new, vocabulary) or _misspelt(new, old, vocabulary.turned) for old, new in pairs)


def _misspelt(old: str, new: str, vocabulary: Vocabulary) -> bool:
    """Whether a word is a misspelling of the one in its place."""
    if judge_slip((old,), (new,), vocabulary) is not Slip.SPELLING or vocabulary.emended[old]:
        return False
    if old.startswith(new) or new.startswith(old):  # an ending
        return False
    return not may_differ((old,), (new,), vocabulary)


def _vocabulary(before: CompendiumVersion, after: CompendiumVersion) -> Vocabulary:
    """How many statements of two versions have each word."""
    return Vocabulary(_count(before), _count(after))


def _count(version: CompendiumVersion) -> Counter[str]:
    return Counter(word for statement in version.statements for word in set(compare_words(statement.words)))
