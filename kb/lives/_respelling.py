"""Respelling: lives come in, those of their changes that only put a misspelling right, or brought one, told.

A word is misspelt where the other version has the right one in its place, no other ruling of that version has the
form, and it is not made of letters as other words are: a rewording taken for a slip is the worse mistake. A letter that
was lost leaves a blank where it stood, or a long word without its end. A long word may be misspelt wherever it stands
(`seperate`), if one letter inside it is amiss and the other version never has it so.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise

from rapidfuzz.distance import Levenshtein

from kb.attested import Attestation, Change, Life
from kb.differences import Slip, Vocabulary, judge_slip, may_differ
from kb.memory import Memory
from kb.model import CompendiumVersion
from kb.similarity import Words, compare_words

MOST = 3
"""So many places at most: more are a ruling written anew."""
OFTEN = 3
"""In so many statements stands a word of which another, that stands in one, is a slip of the fingers."""
LONG, LONGER = 7, 8
"""Words with so many letters are one where a letter inside is lost, doubled or moved, or where a vowel is another."""
VOWELS = frozenset("aeiouy")
ENDING = frozenset("adeinorsty'")
"""Signs that may be put behind a word and leave a word."""
Replaced = tuple[Words, Words]
"""Words and those in their place."""


def tell_respelled(lives: Iterable[Life], versions: Iterable[CompendiumVersion], memory: Memory) -> tuple[Life, ...]:
    """Lives, each reworded attestation that has no other words marked as respelled. `versions` are those at hand."""
    by_id = {version.id: version for version in versions}

    def misspelt(before: Attestation, after: Attestation) -> bool:
        pairs = _replaced(before, after)
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


def _replaced(before: Attestation, after: Attestation) -> tuple[Replaced, ...]:
    """The words that stand in each other's place where that, in a few places, is all that was reworded."""
    old, new = before.words, after.words
    if after.change is not Change.REWORDED or abs(len(old) - len(new)) > MOST:
        return ()
    runs: list[tuple[int, int, int, int]] = []
    for step in Levenshtein.opcodes(old, new):
        if step.tag == "equal":
            continue
        start, at = step.src_start, step.dest_start
        if runs and runs[-1][1] == start and runs[-1][3] == at:
            start, at = runs.pop()[::2]
        runs.append((start, step.src_end, at, step.dest_end))
    if len(runs) > MOST or any(start == end or at == to for start, end, at, to in runs):
        return ()
    return tuple((old[start:end], new[at:to]) for start, end, at, to in runs)


def _all_misspelt(pairs: Iterable[Replaced], vocabulary: Vocabulary) -> bool:
    return all(_run_misspelt(old, new, vocabulary) for old, new in pairs)


def _run_misspelt(old: Words, new: Words, vocabulary: Vocabulary) -> bool:
    if len(old) != len(new):
        return _lost_letter(old, new) or _lost_letter(new, old)
    changed = [(a, b) for a, b in zip(old, new, strict=True) if a != b]
    return all(_misspelt(a, b, vocabulary) or _misspelt(b, a, vocabulary.turned) for a, b in changed)


def _lost_letter(old: Words, new: Words) -> bool:
    """Whether words are the parts of one that has a letter more where they meet (`l ghthouse`)."""
    return len(new) == 1 and re.fullmatch(r"[^\W\d_]".join(map(re.escape, old)), new[0]) is not None


def _misspelt(old: str, new: str, vocabulary: Vocabulary) -> bool:
    """Whether a word is a misspelling of the one in its place."""
    if vocabulary.emended[old]:
        return False
    if vocabulary.published[old] == 1 and vocabulary.emended[new] >= OFTEN and _mistyped(old, new):
        return True
    if vocabulary.published[new] + vocabulary.emended[new] >= OFTEN and _amiss_inside(old, new):
        return True
    if judge_slip((old,), (new,), vocabulary) is not Slip.SPELLING:
        return False
    if old.startswith(new) or new.startswith(old):  # an ending
        return _lost_end(old, new, vocabulary)
    return not may_differ((old,), (new,), vocabulary)


def _lost_end(old: str, new: str, vocabulary: Vocabulary) -> bool:
    """Whether a long word lost its last letter (`respons`), and what is left is no word: not spelt as one, or as the
    plural of one that neither version has."""
    usual = vocabulary.published[old] == 1 and vocabulary.emended[new] >= OFTEN
    if new[:-1] != old or len(new) < LONGER or not usual:
        return False
    single = old.removesuffix("s")
    lone = single != old and not (vocabulary.published[single] or vocabulary.emended[single])
    return lone or not may_differ((old,), (new,), vocabulary)


def _mistyped(old: str, new: str) -> bool:
    """Whether two letters of a word changed places, or one that is no ending came behind it."""
    if old[:-1] == new:
        return old[-1] not in ENDING
    at = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), len(old))
    return old[:at] + old[at : at + 2][::-1] + old[at + 2 :] == new


def _amiss_inside(old: str, new: str) -> bool:
    """Whether one letter inside a long word is lost, too many, moved by one place, or another vowel."""
    if min(len(old), len(new)) < LONG or not (old + new).isalpha() or old[0] != new[0] or old[-1] != new[-1]:
        return False
    at = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), len(old))
    mine, theirs = old[at:], new[at:]
    if mine[1:] == theirs[1:] and len(old) >= LONGER:
        return {mine[:1], theirs[:1]} <= VOWELS
    return mine[1:] == theirs or mine == theirs[1:] or mine[:2][::-1] + mine[2:] == theirs


def _vocabulary(before: CompendiumVersion, after: CompendiumVersion) -> Vocabulary:
    """How many statements of two versions have each word."""
    return Vocabulary(_count(before), _count(after))


def _count(version: CompendiumVersion) -> Counter[str]:
    return Counter(word for statement in version.statements for word in set(compare_words(statement.words)))
