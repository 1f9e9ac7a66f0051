"""Seams: wordings of rulings and the units of one version come in, both with more sentences told apart go out.

A full stop that was lost, or a list printed as one item, runs rulings together inside a sentence. Where a sentence of
one side consists of whole texts of the other, under one heading, the other side shows where they meet. So it does where
*and*, *but* or a comma joins two of its texts that speak of the same thing, which the sentence names once.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from kb.lexicon import PRONOUNS
from kb.lives._lists import FEWEST, Item, Stem
from kb.lives._near_seams import find_meeting, shares_words
from kb.lives._stemmed import Listing, list_seams
from kb.lives._units import Range, Said, Unit, number_subjects, unaccented_words
from kb.lives._wordings import TELLING, Wording
from kb.memory import Memory, Recent
from kb.similarity import Words, holds_words
from kb.text import WORD

TILED = 0.75
"""So much of a sentence are whole texts of the other side where it consists of them: one of a list may be gone."""
JOINED = 3
"""So many words at least are what a sentence says behind the joint of what it spoke of before."""
_MANY = 200
"""Under a heading with more texts none is looked for in almost its words."""
_JOINTS = frozenset({"and", "but"})
Texts = Mapping[str, Mapping[str, tuple[Words, ...]]]
"""Whole texts without accents by the heading they stand under and by their first word, the longest first."""


class Seams:
    """The units of a version, and where wordings of rulings meet them."""

    def __init__(self, units: tuple[Unit, ...]) -> None:
        self.units = units
        self._texts = whole_texts((unit.words, unit.subjects) for unit in units)
        self._listing = Listing(units)
        self._with_lists = [number for number, unit in enumerate(units) if unit.stems]
        self._words = [unaccented_words(unit.words) for unit in units]
        self._distinct = [frozenset(words) for words in self._words]
        self._longest = [max(last - first for first, last in pairwise(unit.bounds)) for unit in units]
        self._by_subject = number_subjects(units)
        self._parted: Recent[Wording, Wording] = Recent()
        self._inside: Recent[Wording, tuple[int, ...]] = Recent()
        self._nearly: Recent[Wording, tuple[int, ...]] = Recent()

    def part_wordings(self, wordings: Sequence[Wording]) -> list[Wording]:
        """Wordings with a bound wherever units meet inside a sentence."""
        return self._parted.ask(self._part, wordings)

    def _part(self, wording: Wording) -> Wording:
        seams = tuple(_seams(wording, self._texts))
        joints = tuple(_joints(wording, self._texts))
        seams += tuple(_meetings(wording, self._texts))
        if wording.stems:
            seams += tuple(list_seams(wording, self._listing))
        seams += tuple(joint.at for joint in joints)
        if not seams:
            return wording
        bounds = tuple(sorted({*wording.bounds, *seams}))
        return replace(wording, bounds=bounds, stems=_with_joints(wording.stems, joints))

    def part_units(self, wordings: Sequence[Wording], memory: Memory) -> tuple[Unit, ...]:
        """Units with a bound wherever wordings meet inside a sentence. With the same bounds as in a build before it is
        the same unit: what a memory knows of it stays known."""
        holding = {number for numbers in self._inside.ask(self._find, wordings) for number in numbers}
        holding.update(self._with_lists)
        nearly = Counter(number for numbers in self._nearly.ask(self._find_near, wordings) for number in numbers)
        holding.update(number for number, count in nearly.items() if count > 1)
        if not holding:
            return self.units
        subjects = frozenset[str]().union(*(self.units[number].subjects for number in holding))
        near = [wording for wording in wordings if not subjects.isdisjoint(wording.subjects)]
        said, listing = whole_texts((each.words, each.subjects) for each in near), Listing(near)
        parted = list(self.units)
        for number in sorted(holding):
            joints = tuple(_joints(parted[number], said))
            joined = (*(joint.at for joint in joints), *_meetings(parted[number], said))
            seams = frozenset((*_seams(parted[number], said), *list_seams(parted[number], listing), *joined))
            if not seams <= frozenset(parted[number].bounds):
                parted[number] = memory.ask(_parted_unit, parted[number], seams, joints)
        return tuple(parted)

    def _find(self, wording: Wording) -> tuple[int, ...]:
        """The units in which a wording may stand inside a sentence: no others have seams by it."""
        words = wording.words
        return tuple(
            number
            for subject in wording.subjects
            for number in self._by_subject.get(subject, ())
            if len(words) < self._longest[number]
            and wording.distinct <= self._distinct[number]
            and holds_words(self._words[number], words)
        )

    def _find_near(self, wording: Wording) -> tuple[int, ...]:
        """The units in which a wording may stand inside a sentence in almost its words."""
        size = len(wording.words) + TELLING
        return tuple(
            number
            for subject in wording.subjects
            for number in self._by_subject.get(subject, ())
            if TELLING + TELLING <= size <= self._longest[number]
            and shares_words(wording.words, self._distinct[number])
        )


def part_seams(
    wordings: Sequence[Wording], units: tuple[Unit, ...], memory: Memory
) -> tuple[list[Wording], tuple[Unit, ...]]:
    """Wordings and units, in their order, with a bound wherever texts of the other side meet inside a sentence."""
    seams = memory.ask(Seams, units)
    return seams.part_wordings(wordings), seams.part_units(wordings, memory)


def whole_texts(texts: Iterable[tuple[Words, frozenset[str]]]) -> Texts:
    """Whole texts, each given with the headings it stands under."""
    found: dict[str, dict[str, dict[Words, None]]] = {}
    for each, subjects in texts:
        words = unaccented_words(each)
        for subject in subjects if words else ():
            found.setdefault(subject, {}).setdefault(words[0], {})[words] = None
    return {
        subject: {first: tuple(sorted(words, key=len, reverse=True)) for first, words in there.items()}
        for subject, there in found.items()
    }


def _parted_unit(unit: Unit, seams: frozenset[int], joints: tuple["_Joint", ...]) -> Unit:
    bounds, spans = [0], list[Range]()
    for (first, last), (start, end) in zip(pairwise(unit.bounds), unit.spans, strict=True):
        inside = [at for at in range(first + 1, last) if at in seams]
        words = [match.start() for match in WORD.finditer(unit.text, start, end)] if inside else []
        if len(words) != last - first:  # no seams, or folding parts words that stand as one
            inside = []
        cuts = [unit.text.rfind(" ", start, words[at - first]) + 1 for at in inside]
        bounds += [*inside, last]
        spans += ((first, last - (unit.text[last - 1] == " ")) for first, last in pairwise((start, *cuts, end)))
    made = tuple(joint for joint in joints if joint.at in bounds)
    return replace(unit, bounds=tuple(bounds), spans=tuple(spans), stems=_with_joints(unit.stems, made))


def _seams(text: Said, texts: Texts) -> Iterator[int]:
    """The words, by number, with which another text begins inside a sentence."""
    for start, end in pairwise(text.bounds):
        words = unaccented_words(text.words[start:end])
        for subject in sorted(text.subjects):
            there = texts.get(subject, {})
            if there.keys().isdisjoint(words) or words in there.get(words[0], ()):
                continue
            tiles = tuple(tile_words(words, there))
            if len(tiles) > 1 and sum(last - first for first, last in tiles) >= TILED * len(words):
                yield from (start + at for tile in tiles for at in tile if 0 < at < len(words))
                break


def _meetings(text: Said, texts: Texts) -> Iterator[int]:
    """The words, by number, with which the second of two texts begins in a sentence that says both in almost their
    words; none in what is a text as a whole."""
    whole = unaccented_words(text.words)
    for subject in sorted(text.subjects) if len(whole) >= 2 * TELLING else ():
        there = texts.get(subject, {})
        every = [each for found in there.values() for each in found]
        if whole in there.get(whole[0], ()) or not 1 < len(every) <= _MANY:
            continue
        for start, end in pairwise(text.bounds):
            at = find_meeting(whole[start:end], every) if end - start >= 2 * TELLING else None
            if at is not None:
                yield start + at


class _Joint(NamedTuple):
    """The joint by which a sentence says in one what two whole texts say, `at`, the words both begin with, from the
    start of the sentence to `named`, what comes of it behind the joint, and the end of the sentence."""

    start: int
    named: int
    at: int
    first: int
    end: int


def _joints(text: Said, texts: Texts) -> Iterator[_Joint]:
    """Where sentences join two texts: the first text stands before the joint, and behind it what the second says of the
    thing with which both begin."""
    for start, end in pairwise(text.bounds):
        words = unaccented_words(text.words[start:end])
        for subject in sorted(text.subjects) if words else ():
            joint = _joint(words, texts.get(subject, {}))
            if joint is not None:
                yield _Joint(*(start + at for at in joint))
                break


def _joint(words: Words, texts: Mapping[str, Sequence[Words]]) -> _Joint | None:
    there = texts.get(words[0], ())
    for at in sorted({len(each) for each in there if words[: len(each)] == each}):
        first = at + (not _JOINTS.isdisjoint(words[at : at + 1]))
        first += not PRONOUNS.isdisjoint(words[first : first + 1])
        if len(words) - first < JOINED:
            continue
        for named in range(at - 1, 0, -1):
            if (*words[:named], *words[first:]) in there:
                return _Joint(0, named, at, first, len(words))
    return None


def _with_joints(stems: tuple[Stem, ...], joints: Iterable[_Joint]) -> tuple[Stem, ...]:
    """Stems, and what joined sentences speak of as stems of two items, where that is words enough for one."""
    own = (
        Stem(each.start, each.named, (Item(each.start, each.named, each.at), Item(each.at, each.first, each.end)))
        for each in joints
        if each.named - each.start >= FEWEST
    )
    return tuple(sorted({*stems, *own}))


def tile_words(words: Words, texts: Mapping[str, Sequence[Words]]) -> Iterator[Range]:
    """Where whole texts, by their first word, stand in some words, from the left, the longest first."""
    at = 0
    while at < len(words):
        starting = texts.get(words[at], ())
        length = next((len(each) for each in starting if words[at : at + len(each)] == each), 0)
        if length:
            yield at, at + length
        at += length or 1
