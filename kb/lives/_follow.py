"""Following: from the newest version at hand back to the oldest, every ruling is looked for in the one before.

What a version has and no newer one takes up is a ruling too, dropped after it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import NamedTuple

from kb.attested import Attestation, History, Life, VersionSlot
from kb.figured import tell_set
from kb.grouping import group_pairs
from kb.lives._apart import Cuts, find_apart
from kb.lives._changes import ALL, UNCHANGED, Ended, Issues, name_missing, tell_step
from kb.lives._departed import find_departed
from kb.lives._links import find_ground
from kb.lives._notices import tell_notices
from kb.lives._sayings import Saying, Sayings, hear_version
from kb.lives._seams import part_seams
from kb.lives._units import find_units, number_of
from kb.lives._wordings import Wording
from kb.memory import Memory, Recent
from kb.model import LISTINGS, CompendiumVersion, RulingId, Statement, VersionId, text_of
from kb.restored import tell_restored
from kb.rulings import mint_id, own_words, subject_of
from kb.text import has_words
from kb.withdrawn import takes_place, tell_corrected, tell_reverted, tell_withdrawn, tells_changes, tells_end


def follow_rulings(
    compendium: str,
    versions: Sequence[CompendiumVersion],
    slots: Sequence[VersionSlot],
    memory: Memory | None = None,
) -> History:
    """The lives of a compendium's rulings; `slots` are all its issues, at hand or not, oldest first.

    `versions` are those at hand, in any order. Time is linear in the number of statements: each wording is
    compared with a bounded number of units.
    """
    memory = memory or Memory()
    by_id = {version.id: version for version in versions}
    at_hand = [by_id[slot.id] for slot in reversed(slots) if slot.id in by_id]
    apart = find_apart(at_hand, memory)
    threads: list[list[Saying]] = []
    wordings: tuple[Wording, ...] = ()
    for version in at_hand:
        step = memory.ask(_step_back, compendium, version, apart[version.id], wordings, memory)
        threads += ([] for _ in range(len(step.wordings) - len(wordings)))
        for at, saying in step.said.items():
            threads[at].append(saying)
        wordings = step.wordings
    before = {each.id: older for each, older in zip(at_hand, (*at_hand[1:], None), strict=False)}
    ended = tuple(
        memory.ask(_ended, by_id[slot.id], before[slot.id]) if slot.id in by_id else frozenset() for slot in slots
    )
    teller = memory.ask(_Teller, tuple(slots), ended)
    whole = _join_departed(threads, [version.id for version in at_hand], teller.issues, memory)
    lives = teller.tell(compendium, whole)
    return History(tuple(slots), memory.ask(tell_notices, lives, tuple(at_hand)))


def _join_departed(
    threads: Sequence[list[Saying]], at_hand: Sequence[VersionId], issues: Issues, memory: Memory
) -> list[list[Saying]]:
    """What is said of each ruling, those as one of which the older part is told by words alone (`find_departed`); the
    versions are those `at_hand`, the newest first. Where silence drops nothing, none is."""
    ends = group_pairs((thread[0].attestation.version, number) for number, thread in enumerate(threads))
    begins = group_pairs((thread[-1].attestation.version, number) for number, thread in enumerate(threads))
    said = group_pairs((each.attestation.version, each) for thread in threads for each in thread)
    older: dict[int, int] = {}
    for version, before in pairwise(at_hand):
        if UNCHANGED in issues.ended[version]:
            continue
        lacks = issues.slots[issues.place[version]].lacks
        begun = tuple(begins.get(version, ()))
        ended = tuple(at for at in ends.get(before, ()) if threads[at][0].attestation.section not in lacks)
        first, last = tuple(threads[at][-1] for at in begun), tuple(threads[at][0] for at in ended)
        there = tuple(said.get(version, ())), tuple(said.get(before, ()))
        older |= {begun[new]: ended[old] for new, old in memory.ask(find_departed, first, last, *there)}
    joined = set(older.values())
    return [_chain(threads, at, older) for at in range(len(threads)) if at not in joined]


def _chain(threads: Sequence[list[Saying]], at: int, older: Mapping[int, int]) -> list[Saying]:
    found = list(threads[at])
    while (at := older.get(at, -1)) >= 0:
        found += threads[at]
    return found


def _ended(version: CompendiumVersion, before: CompendiumVersion | None) -> frozenset[Ended]:
    """The subjects that a version has in its lists only to say that nothing is ruled of them any more, rules by their
    numbers, to take back what another version said of them, to set a figure of theirs again or to say that it is as it
    was; all of them where it takes the place of the versions before. Of one that lists changes alone what it says so
    anywhere, and that all else is kept: it says that it does, and does not repeat the version at hand `before` it."""
    source = version.document.source
    opening = (each.words for each in version.statements[:1] if each.section in LISTINGS)
    asides = tuple(source.slice(each.span) for each in version.asides)
    if any(map(takes_place, (*asides, *opening))):
        return frozenset({ALL})
    if any(map(tells_changes, asides)) and not (before is not None and _repeats(version, before)):
        return frozenset({UNCHANGED, *(ended for each in version.statements if (ended := _ended_by(each)) is not None)})
    listed = (each for each in version.statements if each.section in LISTINGS)
    return frozenset(ended for each in listed if (ended := _ended_by(each)) is not None)


def _repeats(version: CompendiumVersion, before: CompendiumVersion) -> bool:
    """Whether a version has half or more of what the one before it states, in its words."""
    said = {each.words for each in version.statements}
    again = sum(each.words in said for each in before.statements)
    return 2 * again >= max(1, len(before.statements))


def _ended_by(statement: Statement) -> Ended | None:
    """What an entry of a list ends."""
    subject = number_of(statement) or subject_of(statement.term)
    back = tell_reverted(statement.words, statement.term)
    if back is not None:
        return Ended(subject, *back)
    corrected = tell_corrected(statement.words.removeprefix(f"{statement.term}: "))
    if corrected is not None:
        return Ended(subject, words=corrected.shared)
    restored = tell_restored(statement.words, statement.term)
    if restored is not None:
        return Ended(subject, restored=restored)
    if statement.reference:
        struck = "" if has_words(statement.words) else text_of(statement.pieces)
        listed = statement.section in LISTINGS
        ends = struck or tells_end(statement.words, statement.term if listed else "")
        told = struck or ("" if listed else tell_withdrawn(statement.words))
        return Ended(subject, words=told) if ends else None
    figure = tell_set(statement.words, statement.term)
    return Ended(subject, figure=figure) if figure is not None else None


class _Step(NamedTuple):
    """A version on the way back through the rulings, which are counted in the order in which they were found first."""

    said: Mapping[int, Saying]
    """What it says of rulings, by number."""
    wordings: tuple[Wording, ...]
    """The words by which each ruling is looked for in the version before it."""


def _step_back(
    compendium: str, version: CompendiumVersion, apart: tuple[Cuts, ...], known: tuple[Wording, ...], memory: Memory
) -> _Step:
    """Look in a version for the rulings that are `known` from newer ones by their words, and for those that none of
    them has; `apart` tells where rulings begin in its units, as far as older versions show it.

    Most words of a ruling are older than its newest version: a few steps behind an edit all is known as it was before.
    """
    wordings, here = [*known], dict[int, Saying]()
    for listed, units in enumerate(memory.ask(find_units, version)):
        if not units:
            continue
        parted, stated = part_seams(wordings, units, memory)
        ground = find_ground(parted, stated, memory)
        touched = ground.find_links(parted)
        own, elsewhere = tuple(parted[at] for at in touched), tuple(map(here.get, touched))
        kept = memory.ask(Sayings, compendium, version.id, bool(listed))
        cuts = () if listed else apart
        heard = memory.ask(hear_version, version, ground, own, elsewhere, cuts, bool(listed), kept)
        here |= {touched[number]: saying for number, saying in heard.continued}
        here |= enumerate(heard.fresh, start=len(wordings))
        wordings += (saying.wording for saying in heard.fresh)
        for at, saying in here.items():
            wordings[at] = saying.wording
    for at, wording in enumerate(wordings):
        if at not in here and wording.near:
            wordings[at] = memory.ask(_far, wording)
    return _Step(here, tuple(wordings))


def _far(wording: Wording) -> Wording:
    """A wording whose ruling the next version at hand does not carry."""
    return replace(wording, near=False)


class _Own(NamedTuple):
    """What a version says of a ruling; where it stands fused with others, also the newest that says it alone; and the
    first version that says it in these words."""

    saying: Saying
    alone: Saying | None
    since: VersionId


class _Teller:
    """Tells lives from what is said of each ruling. Between two versions that say what they did the change is known."""

    def __init__(self, slots: tuple[VersionSlot, ...], ended: tuple[frozenset[Ended], ...]) -> None:
        self.issues = Issues(slots, ended)
        self._steps: Recent[tuple[_Own | None, _Own | None], tuple[Attestation, ...]] = Recent()

    def tell(self, compendium: str, threads: Sequence[Sequence[Saying]]) -> tuple[Life, ...]:
        """The lives of a compendium's rulings from what is said of each, newest first."""
        steps = [tuple(_steps(thread)) for thread in threads]
        told = iter(self._steps.ask(self._tell, [step for each in steps for step in each]))
        taken: set[RulingId] = set()
        lives: list[Life] = []
        for thread, each in zip(threads, steps, strict=True):
            newest = thread[0].attestation
            attestations = tuple(attestation for _ in each for attestation in next(told))
            found = mint_id(newest.term, newest.words, taken)
            lives.append(Life(found, compendium, attestations, name_missing(attestations, self.issues)))
        return tuple(lives)

    def _tell(self, step: tuple[_Own | None, _Own | None]) -> tuple[Attestation, ...]:
        before, after = (_own(each) if each is not None else None for each in step)
        return tell_step(before, after, self.issues, step[0].since if step[0] is not None else None)


def _steps(thread: Sequence[Saying]) -> Iterator[tuple[_Own | None, _Own | None]]:
    """What is said of a ruling, oldest first, each with what was said before; at last with nothing said after."""
    alone = next((each for each in thread if each.attestation.whole), None)
    runs = (tuple(run) for _, run in groupby(reversed(thread), key=lambda each: each.attestation.words))
    firsts = ((each, run[0].attestation.version) for run in runs for each in run)
    own = (_Own(each, None if each.attestation.whole else alone, since) for each, since in firsts)
    return pairwise((None, *own, None))


def _own(own: _Own) -> Attestation:
    """An attestation without the label and date of the ruling before it in one statement.

    They are another's where the ruling, said later in the statement, is no erratum when it stands by itself. A date is
    printed behind what it dates: the first ruling has none that it has not by itself either.
    """
    attestation = own.saying.attestation
    if attestation.whole:
        return attestation
    said = own_words(attestation.statements[0])
    if said.startswith(attestation.text):
        undated = own.alone is not None and not own.alone.attestation.effective and not said.endswith(attestation.text)
        return replace(attestation, effective=()) if undated and attestation.effective else attestation
    if own.alone is None or len(attestation.statements) > 1:
        return attestation
    alone = own.alone.attestation
    if alone.label or alone.kind == "erratum":
        return attestation
    return replace(attestation, kind=alone.kind, label=None, effective=alone.effective and attestation.effective)
