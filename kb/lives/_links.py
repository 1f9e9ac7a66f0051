"""Links: wordings of rulings and the units of one version come in, which sentences say which ruling goes out.

Candidates are the units that share rare words with a wording, or stand under the same heading; each is compared
word by word (Indel). The best links are taken first; a sentence taken is not taken again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple

from rapidfuzz.distance import Indel

from kb.lives._headings import match_subjects, rename_subjects
from kb.lives._units import Range, Unit
from kb.memory import Memory, Recent
from kb.similarity import WordIndex, Words, holds_words, index_words, stem_words, word_similarity
from kb.values import quick

LIKE = 0.6
"""Words so similar, under one heading, are one ruling."""
ALIKE = 0.85
"""Words so similar are one ruling wherever they stand, if they are enough to tell something."""
AKIN = 0.75
"""Words so similar are one ruling under one heading though each side says more, when a side has no heading, or under
another where one side holds the other whole."""
TELLING = 6
"""Words below this number tell too little to be followed to another heading."""
COVERED = 0.5
"""A sentence is part of a link when so much of it has its like on the other side."""
KINDRED, KINDRED_OPENING = 0.7, 0.4
"""Share of rare words by which a ruling rewritten from the ground up is known, the words of its heading left out;
less is enough when both begin with the same words."""
FEWEST = 0.4
"""Texts that share fewer of the distinct words of the shorter are not compared word by word."""
HALF = 0.5
"""Of a ruling rewritten in place that keeps half of its words so many of the rare ones need not be the same: `LIKE`."""
OPENING = 3
REWRITTEN = 0.35
_CANDIDATES = 12
_NEIGHBOURS = 40
_RAREST, _POSTINGS, _ENOUGH = 8, 60, 0.3
_LONG = 1500
_UNNUMBERED = -1

Rare = Mapping[str, tuple[int, int, str, tuple[int, ...]]]
"""Words that few units hold: how many, the first of them, the word, all of them; so they sort rarest first."""


@quick
@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """The words by which a ruling is looked for in the version before: those it has in the version after, without
    accents (`bare_words`). Each is the thing it is, as units are."""

    words: Words = field(repr=False)
    bounds: tuple[int, ...]
    subjects: frozenset[str]
    cards: frozenset[str]
    distinct: frozenset[str] = field(repr=False)
    near: bool
    """Whether the next version at hand carries it: a ruling seldom comes back after a gap."""
    erratum: bool = False

    @property
    def size(self) -> int:
        """How many sentences it has."""
        return len(self.bounds) - 1

    def part(self, run: Range) -> Words:
        """The words of some sentences."""
        return self.words[self.bounds[run[0]] : self.bounds[run[1]]]


@dataclass(frozen=True, slots=True)
class Link:
    """Sentences of a wording that say what sentences of a unit say."""

    wording: int
    unit: int
    mine: Range
    theirs: Range
    score: float
    same_subject: bool


Found = tuple[float, int, Link]
"""A link without a number for its wording: its place among others (`_worth`, the best is the least), unit, itself."""


class Ground:
    """Units in which wordings are looked for, under the names by which their subjects are known (`names`).

    What was found of wordings is kept: most wordings are the same after an edit, and so are most grounds.
    """

    def __init__(self, units: tuple[Unit, ...], names: Mapping[str, str]) -> None:
        self.stated = units
        """The units as they are stated, with their accents and under their own names."""
        self.units = rename_subjects([unit.bare() for unit in units], names)
        self.index = index_words(unit.words for unit in self.units)
        self.rare: Rare = {
            word: (len(there), there[0], word, there)
            for word, there in self.index.postings.items()
            if len(there) <= _POSTINGS
        }
        self.by_subject: dict[str, list[int]] = {}
        for number, unit in enumerate(self.units):
            for subject in sorted(unit.subjects):
                self.by_subject.setdefault(subject, []).append(number)
        self._known: Recent[Wording, tuple[Found, ...]] = Recent()

    def find_links(self, wordings: Sequence[Wording]) -> list[int]:
        """Look for wordings. The numbers of those that can have a link: they are like some unit, or of rulings that
        the next version has, which may be rewritten here. The others make no difference to any link."""
        found = self._known.ask(self._find, wordings)
        return [at for at, (wording, links) in enumerate(zip(wordings, found, strict=True)) if links or wording.near]

    def _find(self, wording: Wording) -> tuple[Found, ...]:
        compared = (_compare(wording, at, self.units[at]) for at in _candidates(wording, self))
        return tuple(
            (-_worth(link, wording, self.units[link.unit]), link.unit, link) for link in compared if link is not None
        )

    def links_to(self, wording: Wording) -> tuple[Found, ...]:
        """The links of one of the wordings last looked for, whatever others there are; they have no number yet."""
        return self._known[wording]


def find_ground(wordings: Sequence[Wording], units: tuple[Unit, ...], memory: Memory) -> Ground:
    """The ground of some units, their subjects under the names that the wordings have for them."""
    names = match_subjects(units, frozenset[str]().union(*(wording.subjects for wording in wordings)))
    return memory.ask(Ground, units, names)


def link_wordings(wordings: Sequence[Wording], ground: Ground, listed: bool = False) -> tuple[Link, ...]:
    """The links between wordings and units; several for one wording where it is cut up or repeated.

    `wordings` are some of those last looked for in the ground (`Ground.find_links`): all that can have a link. `listed`
    says that the units come from lists that only repeat rulings: nothing is replaced there.
    """
    found = sorted(
        (worth, at, unit, link) for at, wording in enumerate(wordings) for worth, unit, link in ground.links_to(wording)
    )
    ledger = _Ledger(wordings, ground.units)
    for _, at, _, link in found:
        ledger.offer(Link(at, link.unit, link.mine, link.theirs, link.score, link.same_subject))
    for link in () if listed else _replacements(ledger, ground):
        ledger.offer(link)
    for link in () if listed else tuple(ledger.crossing()):
        ledger.offer(link)
    return (*ledger.grown(), *(_restated(ledger) if listed else ()))


def _worth(link: Link, wording: Wording, unit: Unit) -> float:
    """What orders links: likeness first, then heading, neighbourhood and completeness."""
    whole = (link.mine == (0, wording.size)) + (link.theirs == (0, unit.size))
    return link.score + 0.05 * link.same_subject + 0.02 * wording.near + 0.01 * whole


def _candidates(wording: Wording, ground: Ground) -> list[int]:
    """Units worth comparing: equal ones, those that share rare words, those under the same heading.

    With equal words under the same heading nothing else is worth it.
    """
    units = ground.units
    equal = [number for number in ground.index.equal(wording.words) if not _other_card(wording, units[number])]
    if any(_same_subject(wording, units[number]) for number in equal):
        return equal
    found = dict.fromkeys(equal)
    sharers = _sharers(wording, ground.rare)
    found.update(dict.fromkeys(sharers[:_CANDIDATES]))
    for subject in sorted(wording.subjects):
        there = ground.by_subject.get(subject, [])
        if len(there) > _NEIGHBOURS:
            there = [number for number in sharers if subject in units[number].subjects][:_CANDIDATES]
        found.update(dict.fromkeys(there))
    return [number for number in found if not _other_card(wording, units[number])]


def _sharers(wording: Wording, rare: Rare) -> list[int]:
    """The units that share the rarest words of a wording, likest first. However many units there are, no more
    than a fixed number of postings is looked at."""
    known = sorted(entry for word in wording.distinct if (entry := rare.get(word)) is not None)
    rarest = [there for *_, there in known[:_RAREST]]
    counts = Counter(chain.from_iterable(rarest))
    enough = {number for number, count in counts.items() if count >= _ENOUGH * len(rarest)}
    scores = dict.fromkeys(enough, 0.0)
    for there in rarest:
        for number in enough.intersection(there):
            scores[number] += 1 / len(there)
    return sorted(enough, key=lambda number: (-scores[number], number))


def _same_subject(wording: Wording, unit: Unit) -> bool:
    return bool(wording.cards & unit.cards or wording.subjects & unit.subjects)


def _other_card(wording: Wording, unit: Unit) -> bool:
    return bool(wording.cards and unit.cards) and not wording.cards & unit.cards


def _compare(wording: Wording, at: int, unit: Unit) -> Link | None:
    """The link of a wording and a unit, or None when they have too little in common."""
    same_subject = _same_subject(wording, unit)
    if wording.words == unit.words:
        if not same_subject and len(wording.words) < TELLING - 2:
            return None
        return Link(_UNNUMBERED, at, (0, wording.size), (0, unit.size), 1.0, same_subject)
    mine, theirs = _matched(wording, unit)
    if mine is None or theirs is None:
        return None
    left = wording.part(mine)
    right = unit.part(theirs)
    score = word_similarity(left, right)
    full = mine == (0, wording.size) or theirs == (0, unit.size)
    told_apart = bool(wording.subjects and unit.subjects) and not same_subject
    enough = ALIKE if told_apart and not _holds(left, right) else LIKE if same_subject and full else AKIN
    if min(len(left), len(right)) < TELLING and not (same_subject and (score > ALIKE or full)):
        return None
    if score < enough:
        return None
    return Link(_UNNUMBERED, at, mine, theirs, score, same_subject)


def _holds(left: Words, right: Words) -> bool:
    """Whether one wording holds the other word for word, and that is long enough to be no turn of phrase."""
    return min(len(left), len(right)) >= 2 * TELLING and (holds_words(left, right) or holds_words(right, left))


def _matched(wording: Wording, unit: Unit) -> tuple[Range | None, Range | None]:
    """The runs of sentences on both sides that have their like on the other; none where too few words are shared."""
    left, right = wording.words, unit.words
    if len(wording.distinct & unit.distinct) < FEWEST * min(len(wording.distinct), len(unit.distinct)):
        return None, None
    if max(len(left), len(right)) > _LONG or (wording.size == 1 and unit.size == 1):
        return (0, wording.size), (0, unit.size)
    mine, theirs = bytearray(len(left)), bytearray(len(right))
    for block in Indel.editops(left, right).as_matching_blocks():
        mine[block.a : block.a + block.size] = b"\1" * block.size
        theirs[block.b : block.b + block.size] = b"\1" * block.size
    return _covered(mine, wording.bounds), _covered(theirs, unit.bounds)


def _covered(matched: bytearray, bounds: Sequence[int]) -> Range | None:
    """The run from the first to the last sentence that is covered."""
    kept = [
        number
        for number in range(len(bounds) - 1)
        if sum(matched[bounds[number] : bounds[number + 1]]) >= COVERED * (bounds[number + 1] - bounds[number])
    ]
    return (kept[0], kept[-1] + 1) if kept else None


class _Ledger:
    """Which sentences are taken, on both sides; links are offered best first."""

    def __init__(self, wordings: Sequence[Wording], units: Sequence[Unit]) -> None:
        self.wordings = wordings
        self.units = units
        self.taken: list[Link] = []
        self.by_wording: dict[int, list[Link]] = {}
        self.by_unit: dict[int, list[Link]] = {}

    def offer(self, link: Link) -> bool:
        """Take a link unless its sentences are taken; a second place for the same words must be almost equal."""
        if any(_overlap(link.theirs, other.theirs) for other in self.by_unit.get(link.unit, ())):
            return False
        again = [other for other in self.by_wording.get(link.wording, ()) if _overlap(link.mine, other.mine)]
        if again and not (link.score >= ALIKE and link.score > 0.93 * max(other.score for other in again)):
            return False
        self.taken.append(link)
        self.by_wording.setdefault(link.wording, []).append(link)
        self.by_unit.setdefault(link.unit, []).append(link)
        return True

    def crossing(self) -> Iterator[Link]:
        """Links between sentences that changed places: before a link in one text and behind it in the other."""
        for link in self.taken:
            wording, unit = self.wordings[link.wording], self.units[link.unit]
            if not link.same_subject or (wording.size == 1 or unit.size == 1):
                continue
            mine, theirs = self._rests(link)
            for left, right in ((mine.before, theirs.behind), (mine.behind, theirs.before)):
                words, others = wording.part(left), unit.part(right)
                if min(len(words), len(others)) >= TELLING and (score := word_similarity(words, others)) >= LIKE:
                    yield replace(link, mine=left, theirs=right, score=score)

    def grown(self) -> Iterator[Link]:
        """The links, each with the sentence of the unit after it when it is in no link and like the last of the
        wording, which has more sentences: that one was rewritten where it stands. So were the sentences that follow
        on both sides, up to the next link or the end, when half of them is kept, inflections aside."""
        for link in self.taken:
            wording, unit = self.wordings[link.wording], self.units[link.unit]
            mine, theirs = (rests.behind for rests in self._rests(link))
            if _rewritten(wording.part(mine), unit.part(theirs)):
                yield replace(link, mine=(link.mine[0], mine[1]), theirs=(link.theirs[0], theirs[1]))
                continue
            after = (link.theirs[1], link.theirs[1] + 1)
            if (
                link.mine[1] - link.mine[0] > link.theirs[1] - link.theirs[0]
                and after[1] <= unit.size
                and not any(_overlap(after, other.theirs) for other in self.by_unit[link.unit])
                and word_similarity(wording.part((link.mine[1] - 1, link.mine[1])), unit.part(after)) >= REWRITTEN
            ):
                yield replace(link, theirs=(link.theirs[0], after[1]))
            else:
                yield link

    def _rests(self, link: Link) -> tuple["_Rests", "_Rests"]:
        """The sentences beside a link that are in none, of its wording and of its unit."""
        mine = (other.mine for other in self.by_wording[link.wording])
        theirs = (other.theirs for other in self.by_unit[link.unit])
        return (
            _rests(link.mine, mine, self.wordings[link.wording].size),
            _rests(link.theirs, theirs, self.units[link.unit].size),
        )


class _Rests(NamedTuple):
    """The sentences that are in no link before and behind one; either run may be empty."""

    before: Range
    behind: Range


def _rests(run: Range, taken: Iterable[Range], size: int) -> _Rests:
    taken = tuple(taken)
    start = max((other[1] for other in taken if other[1] <= run[0]), default=0)
    end = min((other[0] for other in taken if other[0] >= run[1]), default=size)
    return _Rests((start, run[0]), (run[1], end))


def _rewritten(mine: Words, theirs: Words) -> bool:
    """Whether half of some sentences is kept, inflections aside."""
    return bool(mine and theirs) and word_similarity(stem_words(mine), stem_words(theirs)) >= HALF


def _overlap(first: Range, second: Range) -> bool:
    return first[0] < second[1] and second[0] < first[1]


def _replacements(ledger: _Ledger, ground: Ground) -> Iterator[Link]:
    """Rulings rewritten from the ground up: under one heading, both without a link, each the other's likest."""
    free = {number for number in range(len(ledger.units)) if number not in ledger.by_unit}
    scored: list[tuple[float, int, int]] = []
    for number, wording in enumerate(ledger.wordings):
        if number in ledger.by_wording or not wording.near:
            continue
        there = {unit for subject in wording.subjects for unit in ground.by_subject.get(subject, ()) if unit in free}
        for unit in sorted(there):
            share = _kinship(wording, ledger.units[unit], unit, ground.index)
            if share and not _other_card(wording, ledger.units[unit]):
                scored.append((share, number, unit))
    scored.sort(key=lambda each: (-each[0], each[1], each[2]))
    for _, number, unit in scored:
        wording, whole = ledger.wordings[number], ledger.units[unit]
        score = word_similarity(wording.words, whole.words)
        yield Link(number, unit, (0, wording.size), (0, whole.size), score, True)


def _restated(ledger: _Ledger) -> Iterator[Link]:
    """Errata of cards that a list tells in other words: a card with one erratum has no other that could be meant."""
    errata: dict[str, list[int]] = {}
    for number, wording in enumerate(ledger.wordings):
        for card in wording.cards if wording.erratum and wording.near else ():
            errata.setdefault(card, []).append(number)
    for at, unit in enumerate(ledger.units):
        if at in ledger.by_unit or not unit.erratum:
            continue
        meant = {number for card in unit.cards for number in errata.get(card, ())}
        for number in meant if len(meant) == 1 else ():
            wording = ledger.wordings[number]
            score = word_similarity(wording.words, unit.words)
            if score >= REWRITTEN:
                yield Link(number, at, (0, wording.size), (0, unit.size), score, True)


def _kinship(wording: Wording, unit: Unit, number: int, index: WordIndex) -> float:
    """How far two rulings under one heading treat of the same besides what the heading says; 0 for too little."""
    heading = {
        word for subject in wording.subjects | unit.subjects for part in subject.split("-") for word in _forms(part)
    }
    mine, theirs = (tuple(word for word in each.words if word not in heading) for each in (wording, unit))
    share = index.rare_share(mine, number)
    alike_opening = wording.words[:OPENING] == unit.words[:OPENING] or mine[:OPENING] == theirs[:OPENING]
    enough = KINDRED_OPENING if alike_opening else KINDRED
    likeness = word_similarity(wording.words, unit.words)
    if likeness >= HALF:
        enough = min(enough, LIKE)
    return share if share >= enough and likeness >= REWRITTEN else 0.0


def _forms(word: str) -> tuple[str, ...]:
    return (word, f"{word}s", f"{word}es", word.removesuffix("s"), f"{word}'s")
