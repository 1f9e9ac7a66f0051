"""Changes: the attestations of a ruling come in, what became of it from each to the next is told.

Between two versions at hand there may be others that are not: they are named, for any of them may have made
the change.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from kb.attested import Attestation, Change, Layout, Life, VersionSlot
from kb.figured import Set, tell_set
from kb.lives._headings import same_card, same_name
from kb.lives._parted import STANDS, is_parted, kept_words
from kb.lives._relisting import words_as_listed
from kb.lives._units import number_of, unaccented_words
from kb.model import LISTINGS, RulingId, SectionKind, Statement, VersionId
from kb.numbering import NUMBER, leading_number
from kb.restored import Restored
from kb.rulings import subject_of, subjects_in
from kb.sentences import find_sentences
from kb.similarity import Words, compare_words, word_similarity

_DOUBLED = re.compile(r"([^\W\d_])\1+")
_STEP = re.compile(r"(?P<before>^|[.:;,!?]\s+(?:and\s+|or\s+)?)\(?(?P<number>\d{1,2})[.)]+(?=\s)", re.IGNORECASE)
"""The number of a step, in a list or in a sentence, with what ends the one before."""
_OWN = re.compile(rf"\s*{NUMBER}[.:]?\s+(?=\W?(?!\d)\w)(?!\W?[a-z])")
_TITLED = re.compile(rf"\s*[^\W\d_a-z][^.:;()\[\]]{{0,40}}?\s*\((?P<number>(?i:{NUMBER}))\)[.:]\s+")
"""The title and the number of the rule that a ruling is on, before its words: `Towing (4.5). ...`."""
_JOINTS = frozenset({"and", "but"})
_POINTS = re.compile(r"\W*see\s+also\b", re.IGNORECASE)
KEPT = 0.75
"""So much of the longer wording stands in the other when a ruling was split or joined and nothing else."""

SHORTER = 0.75
"""A wording of at most so many of the words of the one before is shorter, and not only trimmed."""


class Ended(NamedTuple):
    """What a version ends in its lists: all that is ruled of a subject, or of the rule of a number; or what the version
    of a number said of it, perhaps only the ruling that has some words; or what set a figure of it that it sets
    again, or changed what is as it was."""

    subject: str
    version: str = ""
    words: str = ""
    figure: Set | None = None
    restored: Restored | None = None


ALL = Ended("*")
"""In the place of a subject: every one."""
UNCHANGED = Ended("+")
"""In the place of a subject: what the version does not repeat is as it was, for it lists changes alone."""


class Issues:
    """All versions of a compendium, oldest first; `ended` is what each says in its lists to be ruled no more, or `ALL`
    where it takes the place of those before it, beside `UNCHANGED` what one says anywhere that lists changes alone."""

    def __init__(self, slots: Sequence[VersionSlot], ended: Sequence[frozenset[Ended]] = ()) -> None:
        self.slots = tuple(slots)
        self.ended = {slot.id: gone for slot, gone in zip(slots, ended, strict=False)}
        self.place = {slot.id: number for number, slot in enumerate(slots)}
        self.missing = [_missing_before(slots, at) for at in range(len(slots))]
        """The numbers of those not at hand directly before each."""

    def number_of(self, version: VersionId) -> str:
        """The number of a version."""
        return self.slots[self.place[version]].number


def tell_step(
    before: Attestation | None, after: Attestation | None, issues: Issues, since: VersionId | None = None
) -> tuple[Attestation, ...]:
    """What became of a ruling from one attestation to the next, None where there is none: the next with its change, and
    ahead of it a `dropped` one where a version between them is without the ruling. `since` is the first version that
    has the words of the one before."""
    end = issues.place[after.version] if after is not None else None
    gap = _dropped(before, issues, end, since or before.version) if before is not None else ()
    if after is None:
        return gap
    missing = issues.missing[issues.place[after.version]]
    if before is None:
        return (replace(after, change=Change.FIRST_SEEN, missing=missing),)
    old, new = _bared(before, after)
    similarity = word_similarity(old.words, new.words)
    change = change_between(old, new, similarity)
    layout = layout_between(before, after)
    similarity = round(similarity, 3)
    if (change, similarity, missing, layout) == (Change.SAME, 1.0, (), None):
        return (*gap, after)
    return (*gap, replace(after, change=change, similarity=similarity, missing=missing, layout=layout))


def name_missing(told: Iterable[Attestation], issues: Issues) -> tuple[str, ...]:
    """The numbers of all versions not at hand that may have carried a ruling."""
    missing = {number for each in told for number in each.missing}
    return tuple(number for slot in issues.slots if (number := slot.number) in missing) if missing else ()


def change_between(before: Attestation, after: Attestation, similarity: float) -> Change:
    """What became of a ruling between two versions that state it; the change that tells most.

    It goes by the words. Where a paragraph of rulings is parted into items, or one cut by a blank line grows
    together, the rulings are the same: that is told by `layout_between`.
    """
    found = Change.SAME
    if not spelled_alike(before.words, after.words):
        found = _rewording(before, after, similarity)
    elif _labelled(before, after):
        found = Change.RELABELLED
    elif is_elsewhere(before, after):
        found = Change.MOVED
    return found


def _labelled(before: Attestation, after: Attestation) -> bool:
    """Whether a ruling is called something else than it was."""
    becomes = before.kind != "erratum" and after.kind == "erratum"
    return becomes or after.placed_after(before) or after.clarifies(before)


def _bared(before: Attestation, after: Attestation) -> tuple[Attestation, Attestation]:
    """Two attestations, without the numbers of steps where these are all that parts them: what one version prints
    as a list the other says in a sentence, with `1)` and `2)`; or without sentences that only point elsewhere (`See
    also ...`), which rule nothing; or without the numbers that their compendium gives them (`100.1c A heron ...`),
    which count anew where one is added; or without the number of the rule they are on, which only a version sorted
    by rules has before its rulings; or without the *and* that joins two in one sentence. Where the other says it in
    sentences, each with the stem of the list, the stem counts once."""
    if spelled_alike(before.words, after.words):
        return before, after
    for drop in (_drop_numbers, _drop_pointers, _drop_own_number, _drop_joint):
        old, new = drop(before), drop(after)
        if (old is not before or new is not after) and spelled_alike(old.words, new.words):
            return old, new
    old, new = _drop_leads(before, after)
    if spelled_alike(old.words, new.words):
        return old, new
    listed = words_as_listed(before.text, after.text)
    return (replace(before, words=listed[0]), replace(after, words=listed[1])) if listed else (before, after)


def stated_alike(one: Attestation, other: Attestation) -> bool:
    """Whether two attestations say the same letter by letter, however it is laid out."""
    old, new = _bared(one, other)
    return spelled_alike(old.words, new.words)


def _drop_numbers(attestation: Attestation) -> Attestation:
    """An attestation whose words are without numbers at the beginnings of steps that run from one on."""
    numbers = [int(match["number"]) for match in _STEP.finditer(attestation.text)]
    if len(numbers) < 2 or numbers != list(range(1, len(numbers) + 1)):
        return attestation
    return replace(attestation, words=compare_words(_STEP.sub(r"\g<before>", attestation.text)))


def _drop_leads(before: Attestation, after: Attestation) -> tuple[Attestation, Attestation]:
    """Two attestations whose words are without the number of a rule before them, unless each has another."""
    leads = [_lead(each.text) for each in (before, after)]
    if len({number for number, _ in leads if number}) != 1:
        return before, after
    old, new = (
        replace(each, words=compare_words(each.text[end:])) if number else each
        for each, (number, end) in zip((before, after), leads, strict=True)
    )
    return old, new


def _lead(text: str) -> tuple[str, int]:
    """The number of a rule that a ruling begins with, perhaps behind the title of it, and where its words begin."""
    titled = _TITLED.match(text)
    if titled is not None:
        return titled["number"], titled.end()
    lead = leading_number(text)
    return (lead.number, len(text) - len(text[lead.span.end :].lstrip("]).: "))) if lead is not None else ("", 0)


def _drop_pointers(attestation: Attestation) -> Attestation:
    """An attestation whose words are without sentences that only point elsewhere, if others are left."""
    text = attestation.text
    said = [text[span.start : span.end] for span in find_sentences(text)]
    kept = [each for each in said if not _POINTS.match(each)]
    return replace(attestation, words=compare_words(" ".join(kept))) if 0 < len(kept) < len(said) else attestation


def _drop_joint(attestation: Attestation) -> Attestation:
    """An attestation whose words are without the one that joins it to another in the same sentence."""
    words = attestation.words
    if attestation.whole or len(words) < 2:
        return attestation
    kept = words[words[0] in _JOINTS : len(words) - (words[-1] in _JOINTS)]
    return replace(attestation, words=kept) if kept != words else attestation


def _drop_own_number(attestation: Attestation) -> Attestation:
    """An attestation whose words are without the number that it has in its compendium. A number in brackets is that of
    the rule it is on, and one before a small letter a figure."""
    number = _OWN.match(attestation.text)
    return replace(attestation, words=compare_words(attestation.text[number.end() :])) if number else attestation


def spelled_alike(first: Words, second: Words) -> bool:
    """Whether words are the same letter by letter: scanners and typists drop accents, leave or lose hyphens and
    blanks where a line was broken, and double letters (`cancelled`). Signs before numbers count, and every digit."""
    return first == second or _letters(first) == _letters(second)


def _letters(words: Words) -> str:
    return _DOUBLED.sub(r"\1", "".join(word[:1] + word[1:].replace("-", "") for word in unaccented_words(words)))


def _rewording(before: Attestation, after: Attestation, similarity: float) -> Change:
    """Other words in more or in fewer statements, little of them new or lost, are one ruling split or joined, unless
    what is in more statements was in as many before."""
    shared = similarity * (len(before.words) + len(after.words)) / 2
    if before.parts < after.parts and shared >= KEPT * len(after.words) and is_parted(before, after):
        return Change.SPLIT
    if before.parts > after.parts and shared >= KEPT * len(before.words) and is_parted(after, before):
        return Change.JOINED
    return Change.REWORDED


def layout_between(before: Attestation, after: Attestation) -> Layout | None:
    """How a ruling came to be laid out otherwise between two versions that state it."""
    if before.parts > after.parts or (before.whole and not after.whole):
        return Layout.JOINED
    if before.parts < after.parts or (after.whole and not before.whole):
        return Layout.SPLIT
    return None


def same_place(before: Attestation, after: Attestation) -> bool:
    """Whether two attestations stand under one heading, however it is spelled."""
    cards = before.section is SectionKind.CARD, after.section is SectionKind.CARD
    if all(cards) and set(subjects_in(before.term)) & set(subjects_in(after.term)):
        return True
    if all(cards):
        return same_card(subject_of(before.term), subject_of(after.term))
    return cards[0] == cards[1] and same_name(subject_of(before.term), subject_of(after.term))


def is_elsewhere(before: Attestation, after: Attestation) -> bool:
    """Whether a ruling stands under another heading than before and no more under that, whatever became of its words; a
    mere listing is no place."""
    return not (before.listed or after.listed or same_place(before, after) or _stays(before, after))


def is_shortened(before: Attestation, after: Attestation) -> bool:
    """Whether a wording is a fourth shorter than the one before, or more, and little but words of it in their order."""
    kept = sum(1 for _ in kept_words(after.words, before.words))
    return len(after.words) <= SHORTER * len(before.words) and kept >= STANDS * len(after.words)


def _stays(before: Attestation, after: Attestation) -> bool:
    """Whether a ruling stands under a heading of its own where it stood before, though it was put elsewhere too."""
    headed = ({_heading(each) for each in one.statements if each.section not in LISTINGS} for one in (before, after))
    old, new = headed
    return not old.isdisjoint(new)


def _heading(statement: Statement) -> tuple[SectionKind, str]:
    return statement.section, subject_of(statement.term)


def _dropped(last: Attestation, issues: Issues, end: int | None, since: VersionId) -> tuple[Attestation, ...]:
    """The first version at hand that does not have a ruling any more and would have it, as an attestation. What stands
    in lists alone, which are seldom whole, is no more where a version says so, of it or of all it does not repeat."""
    between = issues.slots[issues.place[last.version] + 1 : end]
    if not between:
        return ()
    sections = {statement.section for statement in last.statements}
    listed = sections <= LISTINGS
    if listed and not any(issues.ended.values()):
        return ()
    missing: list[str] = []
    for slot in between:
        gone = issues.ended.get(slot.id, frozenset())
        kept = listed or UNCHANGED in gone
        told = (
            _is_ended(last, issues.number_of(last.version), issues.number_of(since), gone)
            if kept
            else not sections <= slot.lacks
        )
        if not slot.at_hand:
            missing.append(slot.number)
        elif told:
            return (
                replace(
                    last,
                    version=slot.id,
                    date=slot.date,
                    statements=(),
                    text="",
                    words=(),
                    marks=(),
                    label=None,
                    effective=(),
                    change=Change.DROPPED,
                    layout=None,
                    similarity=0.0,
                    missing=tuple(missing),
                ),
            )
    return ()


def _is_ended(last: Attestation, version: str, since: str, gone: Collection[Ended]) -> bool:
    """Whether a version ends what stands in a list of the version of a number, in these words `since` another; what is
    on a rule by its number only where that is named, and it is an erratum."""
    if ALL in gone:
        return True
    numbers = {number for each in last.statements if last.kind == "erratum" and (number := number_of(each))}
    named = {*numbers, subject_of(last.term)}
    return any(each.subject in named and _is_meant(last, version, since, each) for each in gone)


def _is_meant(last: Attestation, version: str, since: str, ended: Ended) -> bool:
    """Whether a ruling is one that is ended of its subject. One known by some of its words says nothing else."""
    if ended.version not in {"", version}:
        return False
    if ended.restored is not None:
        return ended.restored.is_later(since) and ended.restored.undoes(last.text, last.term)
    if ended.figure is not None:
        before = tell_set(last.text, last.term)
        return before is not None and ended.figure.replaces(before)
    alone = len(tuple(find_sentences(last.text))) == 1 and not re.search(r",|\band\b", last.text)
    return not ended.words or (alone and set(compare_words(ended.words)) <= set(last.words))


def _missing_before(slots: Sequence[VersionSlot], at: int) -> tuple[str, ...]:
    """The numbers of the versions not at hand directly before one."""
    found: list[str] = []
    for slot in reversed(slots[:at]):
        if slot.at_hand:
            break
        found.append(slot.number)
    return tuple(reversed(found))


def tell_fused(lives: Iterable[Life]) -> tuple[Life, ...]:
    """Lives, each attestation that is not whole with the rulings in the same statements."""
    told = tuple(lives)
    apart = {n: life for n, life in enumerate(told) if not all(each.whole for each in life.attestations)}
    fused = (each for life in apart.values() for each in life.attestations if not each.whole)
    there: dict[tuple[VersionId, int], list[RulingId]] = {
        (each.version, statement.span.start): [] for each in fused for statement in each.statements
    }
    for life in told:
        for each in life.attestations:
            for statement in each.statements:
                if (names := there.get((each.version, statement.span.start))) is not None:
                    names.append(life.id)
    return tuple(
        replace(life, attestations=tuple(_fused(life, each, there) for each in life.attestations))
        if number in apart
        else life
        for number, life in enumerate(told)
    )


def _fused(life: Life, each: Attestation, there: Mapping[tuple[VersionId, int], Sequence[RulingId]]) -> Attestation:
    if each.whole:
        return each
    names = [name for said in each.statements for name in there[each.version, said.span.start] if name != life.id]
    return replace(each, fused_with=tuple(dict.fromkeys(names)))
