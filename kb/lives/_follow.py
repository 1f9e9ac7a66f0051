"""Following: from the newest version at hand back to the oldest, every ruling is looked for in the one before.

What a version has and no newer one takes up is a ruling too, dropped after it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import NamedTuple

from kb.attested import Attestation, History, Life, VersionSlot
from kb.lives._changes import tell_changes
from kb.lives._links import Link, Wording, link_wordings
from kb.lives._seams import part_seams
from kb.lives._units import Range, Unit, bare_words, find_units
from kb.memory import Memory
from kb.model import CompendiumVersion, RulingId, Statement, VersionId
from kb.rulings import kind_of, mint_id, own_words
from kb.similarity import Words


@dataclass(slots=True)
class _Thread:
    """A ruling being followed back: its attestations so far, newest first, and its words for the next search."""

    order: tuple[int, bool, int, int]
    attestations: list[Attestation] = field(default_factory=list)
    words: Words = ()
    distinct: frozenset[str] = frozenset()
    bounds: tuple[int, ...] = (0,)
    subjects: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()


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
    there = [slot for slot in slots if slot.id in by_id]
    threads: list[_Thread] = []
    after: VersionId | None = None
    for place, slot in enumerate(reversed(there)):
        units = memory.ask(find_units, by_id[slot.id])
        for listed in (False, True):
            wordings, here = part_seams(
                [_wording(thread, {after, slot.id}) for thread in threads],
                [unit for unit in units if unit.listed is listed],
                memory,
            )
            taken = link_wordings(wordings, here, listed, memory)
            threads += _attest(threads, here, taken, by_id[slot.id], (place, listed))
        after = slot.id
    threads.sort(key=lambda thread: thread.order)
    ids: set[RulingId] = set()
    lives = tuple(_life(compendium, thread, slots, ids) for thread in threads)
    return History(compendium, tuple(slots), lives)


def _wording(thread: _Thread, neighbours: set[VersionId | None]) -> Wording:
    last = thread.attestations[-1]
    near, erratum = last.version in neighbours, last.kind == "erratum"
    return Wording(thread.words, thread.bounds, thread.subjects, thread.cards, thread.distinct, near, erratum)


@dataclass(frozen=True, slots=True)
class _Claim:
    """Sentences of a unit and the thread they belong to; None is a new one."""

    run: Range
    thread: int | None
    mine: Range = (0, 0)
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class _Part:
    """Sentences of a unit that say a ruling; `whole` when nothing else stands in the unit."""

    claim: _Claim
    unit: Unit
    whole: bool

    @property
    def rank(self) -> tuple[bool, float, int]:
        """Which of several places of the same words gives the wording: where it is at home, then the likest."""
        return not self.unit.listed, self.claim.score, -self.unit.home.span.start


def _attest(
    threads: Sequence[_Thread],
    units: Sequence[Unit],
    links: Iterable[Link],
    version: CompendiumVersion,
    place: tuple[int, bool],
) -> list[_Thread]:
    """Add what a version says to the threads, and return those that begin (in time: end) with it."""
    claims: dict[int, list[_Claim]] = {}
    for link in links:
        claims.setdefault(link.unit, []).append(_Claim(link.theirs, link.wording, link.mine, link.score))
    parts: dict[int, list[_Part]] = {}
    fresh: list[_Thread] = []
    for number, unit in enumerate(units):
        tiles = _tile(unit, claims.get(number, []))
        for claim in tiles:
            part = _Part(claim, unit, len(tiles) == 1)
            if claim.thread is None:
                thread = _Thread((*place, number, claim.run[0]))
                _continue(thread, version, [part])
                fresh.append(thread)
            else:
                parts.setdefault(claim.thread, []).append(part)
    for at, found in parts.items():
        if threads[at].attestations[-1].version == version.id:
            _repeat(threads[at], found)
        else:
            _continue(threads[at], version, found)
    return fresh


def tile_unit(unit: Unit, links: Sequence[Link]) -> list[tuple[Link | None, str]]:
    """A unit cut up by the links to it: each with its characters, and with None those no link takes up."""
    claims = [_Claim(link.theirs, number, link.mine, link.score) for number, link in enumerate(links)]
    return [
        (links[claim.thread] if claim.thread is not None else None, unit.part_text(claim.run))
        for claim in _tile(unit, claims)
    ]


def _tile(unit: Unit, claims: Sequence[_Claim]) -> list[_Claim]:
    """The claims on a unit, completed so that every sentence is in one: what is left over joins its neighbour
    when it leans on it, else is a ruling of its own."""
    if not claims:
        return [_Claim((0, unit.size), None)]
    found: list[_Claim] = []
    end = 0
    for claim in (*sorted(claims, key=lambda each: each.run), _Claim((unit.size, unit.size), None)):
        found += _leftover(unit, (end, claim.run[0]), found)
        if claim.run[0] < claim.run[1]:
            start = found.pop().run[0] if found and found[-1].thread == -1 else claim.run[0]
            found.append(_Claim((start, claim.run[1]), claim.thread, claim.mine, claim.score))
        end = claim.run[1]
    return found


def _leftover(unit: Unit, run: Range, before: list[_Claim]) -> list[_Claim]:
    """What becomes of sentences nobody claims. A thread of -1 asks the next claim to take them in."""
    start, end = run
    while before and start < end and (unit.leans(start) or before[-1].score < 0.8):
        last = before[-1]
        before[-1] = _Claim((last.run[0], start + 1), last.thread, last.mine, last.score)
        start += 1
    if start == end:
        return []
    if end < unit.size and unit.leans(end):
        return [_Claim((start, end), -1)]
    return [_Claim((start, end), None)]


def _continue(thread: _Thread, version: CompendiumVersion, found: Sequence[_Part]) -> None:
    """Add what a version says of a ruling: its parts in the order of the ruling's own sentences."""
    best: dict[Range, _Part] = {}
    for part in found:
        mine = part.claim.mine
        clash = next((other for other in best if other[0] < mine[1] and mine[0] < other[1]), None)
        if clash is None:
            best[mine] = part
        elif part.rank > best[clash].rank:
            del best[clash]
            best[mine] = part
    chosen = [best[mine] for mine in sorted(best)]
    words: list[str] = []
    bounds = [0]
    for part in chosen:
        start = part.unit.bounds[part.claim.run[0]]
        bounds += [len(words) + part.unit.bounds[at + 1] - start for at in range(*part.claim.run)]
        words += part.unit.part(part.claim.run)
    statements = tuple(dict.fromkeys(each for part in (*chosen, *found) for each in part.unit.statements))
    text = " ".join(part.unit.part_text(part.claim.run) for part in chosen)
    home = chosen[0].unit.home
    ordered, kind, marks, label, effective = _told(home, statements)
    attestation = Attestation(
        version=version.id,
        date=version.date,
        statements=ordered,
        text=text,
        words=tuple(words),
        term=home.term,
        section=home.section,
        kind=kind,
        marks=marks,
        label=label,
        effective=effective,
        whole=any(part.whole for part in found),
        parts=len(chosen),
    )
    thread.attestations.append(attestation)
    thread.words, thread.bounds = bare_words(words), tuple(bounds)
    thread.distinct = frozenset(thread.words)
    thread.subjects = frozenset(subject for part in found for subject in part.unit.subjects) or thread.subjects
    thread.cards = frozenset(card for part in found for card in part.unit.cards) or thread.cards


def _repeat(thread: _Thread, found: Sequence[_Part]) -> None:
    """Add places where a list of the same version says a ruling again."""
    attestation = thread.attestations[-1]
    statements = (*attestation.statements, *(each for part in found for each in part.unit.statements))
    ordered, kind, marks, label, effective = _told(attestation.statements[0], tuple(dict.fromkeys(statements)))
    thread.attestations[-1] = replace(
        attestation, statements=ordered, kind=kind, marks=marks, label=label, effective=effective
    )
    thread.subjects = thread.subjects.union(*(part.unit.subjects for part in found))
    thread.cards = thread.cards.union(*(part.unit.cards for part in found))


class _Told(NamedTuple):
    """All places of a ruling in a version, its home first, and what they say about it."""

    ordered: tuple[Statement, ...]
    kind: str
    marks: tuple[str, ...]
    label: str | None
    effective: tuple[str, ...]


def _told(home: Statement, statements: tuple[Statement, ...]) -> _Told:
    ordered = (home, *sorted((each for each in statements if each is not home), key=lambda each: each.span))
    kinds = [kind_of(statement) for statement in ordered]
    return _Told(
        ordered,
        "erratum" if "erratum" in kinds else kinds[0],
        tuple(dict.fromkeys(mark for statement in ordered for mark in statement.marks)),
        next((statement.label for statement in ordered if statement.label), None),
        tuple(sorted({statement.effective for statement in ordered if statement.effective})),
    )


def _own(attestation: Attestation, thread: _Thread) -> Attestation:
    """An attestation without the label and date of the ruling before it in one statement.

    They are another's where the ruling, said later in the statement, is no erratum when it stands by itself.
    """
    if attestation.whole or own_words(attestation.statements[0]).startswith(attestation.text):
        return attestation
    alone = next((each for each in thread.attestations if each.whole), None)
    if alone is None or len(attestation.statements) > 1 or alone.label or alone.kind == "erratum":
        return attestation
    return replace(attestation, kind=alone.kind, label=None, effective=alone.effective and attestation.effective)


def _life(compendium: str, thread: _Thread, slots: Sequence[VersionSlot], taken: set[RulingId]) -> Life:
    newest = thread.attestations[0]
    found = mint_id(newest.term, newest.words, taken)
    attestations, missing = tell_changes(tuple(map(_own, reversed(thread.attestations), repeat(thread))), slots)
    return Life(found, compendium, attestations, missing)
