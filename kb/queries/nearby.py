"""Nearby: the lives of rulings come in; of each that a version dropped what that version says nearest to it goes out.

A ruling rewritten beyond recognition may go on there. That two rulings are one is not claimed: who reads that one ended
sees what stands in its place.
"""

from collections.abc import Iterator, Mapping, Sequence

from kb.attested import Attestation, Change, History, Life
from kb.differences import FUNCTION_WORDS
from kb.grouping import group_pairs
from kb.model import RulingId, SectionKind, VersionId
from kb.rulings import subject_of, subjects_in
from kb.shelves import Nearby
from kb.similarity import WordIndex, index_words, stem_words, word_similarity

_TELLS_NOTHING = frozenset(stem_words(FUNCTION_WORDS))

HERE = 0.35
"""Words so alike under one heading treat of the same."""
SHARED = 0.7
"""So do those of which the shorter has so much of its rare words from the other."""
ELSEWHERE = 0.5
"""Words so alike treat of the same under two headings, and those that are alike by both measures above."""
STOOD = 0.6
"""What stood beside a ruling already, in the same words, took its place only if it is so like it."""
FEWEST = 6
"""Fewer words are a turn of phrase under another heading."""
LEAST = 0.2
"""What is less alike than that is no pointer, whatever rare words it shares."""
COMMON = 2
"""So many words that tell something, besides those of the headings, both have at least."""


def find_nearby(history: History) -> Mapping[RulingId, Mapping[VersionId, Nearby]]:
    """Of each ruling that a version dropped what is nearest to it there, by the version."""
    said = group_pairs((each.version, (life, each)) for life in history.lives for each in life.stated)
    grounds: dict[VersionId, WordIndex] = {}
    found: dict[RulingId, dict[VersionId, Nearby]] = {}
    for life in history.lives:
        for before, each in zip(life.attestations, life.attestations[1:], strict=False):
            if each.change is not Change.DROPPED or each.version not in said:
                continue
            there = said[each.version]
            if each.version not in grounds:
                grounds[each.version] = index_words(other.words for _, other in there)
            nearest = max(_alike(before, there, grounds[each.version]), default=None)
            if nearest is not None:
                similarity, number = nearest[0], -nearest[1]
                other, stated = there[number]
                named = Nearby(other.id, stated.term, stated.text, round(similarity, 3))
                found.setdefault(life.id, {})[each.version] = named
    return found


def _alike(
    dropped: Attestation, there: Sequence[tuple[Life, Attestation]], ground: WordIndex
) -> Iterator[tuple[float, int]]:
    """What a version says that treats of the same: how alike it is, and its number, negative."""
    for number in dict.fromkeys((*ground.equal(dropped.words), *ground.candidates(dropped.words))):
        other = there[number][1]
        similarity = word_similarity(dropped.words, other.words)
        if subject_of(dropped.term) == subject_of(other.term):
            near = similarity >= HERE or ground.rare_share(dropped.words, number) >= SHARED
        else:
            shared = similarity >= HERE and ground.rare_share(dropped.words, number) >= SHARED
            long = min(map(len, (dropped.words, other.words))) >= FEWEST
            near = (
                long
                and (shared or similarity >= ELSEWHERE)
                and (other.section is not SectionKind.CARD or _names(dropped, other.term))
            )
        least = LEAST if other.rewritten or other.change is Change.FIRST_SEEN else STOOD
        if near and similarity >= least and _treats_alike(dropped, other):
            yield similarity, -number


def _treats_alike(dropped: Attestation, other: Attestation) -> bool:
    """Whether two rulings share more than what their headings say and what any sentence has; or one is in the other."""
    mine, theirs = (frozenset(stem_words(each.words)) for each in (dropped, other))
    if mine <= theirs or theirs <= mine:
        return True
    heading = frozenset(stem_words(word for each in (dropped, other) for word in subject_of(each.term).split("-")))
    return len((mine & theirs) - heading - _TELLS_NOTHING) >= COMMON


def _names(dropped: Attestation, card: str) -> bool:
    """Whether a ruling is about a card or names it: what is said of another card is no word on this one."""
    words = f"-{subject_of(dropped.text)}-"
    return bool(set(subjects_in(dropped.term)) & set(subjects_in(card))) or f"-{subject_of(card)}-" in words
