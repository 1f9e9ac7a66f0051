"""Stemmed: a list and sentences that begin with the words of its stem come in, which of them is which item goes out.

A stem is shared by much that has nothing else in common (`You may not ...`). A sentence is an item when it goes on as
the item does, or when one of the two only says more than the other.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from kb.grouping import group_pairs
from kb.lives._lists import FEWEST, Item, Stem
from kb.lives._units import Range, Said, number_subjects, unaccented_words
from kb.lives._wordings import ALIKE, HALF, Wording
from kb.similarity import Words, word_similarity

CROWD = 100
"""With more sentences of one opening under one heading, or more lists, none is looked at."""


class Found(NamedTuple):
    """A sentence that is an item: the numbers of the text and of the sentence, and how like they are with the stem."""

    text: int
    number: int
    item: Item
    score: float


class Listing:
    """The lists and the sentences of some texts by heading and opening words, to be found by those of other texts."""

    def __init__(self, texts: Sequence[Said]) -> None:
        self.texts = texts
        self._lists: dict[str, dict[Words, list[tuple[int, Stem]]]] = {}
        self._said: dict[str, Mapping[Words, Sequence[tuple[int, int]]]] = {}
        for at, text in enumerate(texts):
            for stem in text.stems:
                for subject in text.subjects:
                    lists = self._lists.setdefault(subject, {})
                    lists.setdefault(stem_words(text, stem)[:FEWEST], []).append((at, stem))

    def concerns(self, text: Said) -> bool:
        """Whether there can be anything to find: most texts are no lists, and stand under headings without one."""
        return bool(text.stems) or not self._lists.keys().isdisjoint(text.subjects)

    def sentences(self, text: Said) -> Iterator[tuple[Stem, Found]]:
        """The sentences that are items of a list in another text."""
        for stem in text.stems:
            opening = stem_words(text, stem)[:FEWEST]
            said = (self._openings(subject).get(opening, ()) for subject in sorted(text.subjects))
            for at, number in dict.fromkeys(place for there in said if len(there) <= CROWD for place in there):
                other = self.texts[at]
                words = unaccented_words(other.words[other.bounds[number] : other.bounds[number + 1]])
                for item, score in match_items(text, stem, other, words):
                    yield stem, Found(at, number, item, score)

    def lists(self, text: Said) -> Iterator[tuple[Stem, Found]]:
        """The lists that have sentences of another text as their items."""
        for subject in sorted(self._lists.keys() & text.subjects):
            lists = self._lists[subject]
            for number, (start, end) in enumerate(pairwise(text.bounds)):
                there = lists.get(unaccented_words(text.words[start : min(start + FEWEST, end)]), ())
                for at, stem in there if len(there) <= CROWD else ():
                    for item, score in match_items(self.texts[at], stem, text, unaccented_words(text.words[start:end])):
                        yield stem, Found(at, number, item, score)

    @cached_property
    def _under(self) -> Mapping[str, Sequence[int]]:
        return number_subjects(self.texts)

    def _openings(self, subject: str) -> Mapping[Words, Sequence[tuple[int, int]]]:
        """The sentences under a heading, by text and number, by the words with which they open."""
        if (known := self._said.get(subject)) is not None:
            return known
        said = self._said[subject] = group_pairs(
            (unaccented_words(self.texts[at].words[start : min(start + FEWEST, end)]), (at, number))
            for at in self._under.get(subject, ())
            for number, (start, end) in enumerate(pairwise(self.texts[at].bounds))
        )
        return said


def stem_words(text: Said, stem: Stem) -> Words:
    """The words of a stem."""
    return unaccented_words(text.words[stem.start : stem.end])


def match_items(text: Said, stem: Stem, other: Said, words: Words) -> Iterator[tuple[Item, float]]:
    """The items of a list that a sentence of another text may be, and how like they are, with the stem. Of a text that
    has a list with this stem too none is: lists are compared as wholes."""
    lead = stem_words(text, stem)
    rest = words[len(lead) :]
    if not rest or words[: len(lead)] != lead or any(stem_words(other, each) == lead for each in other.stems):
        return
    for item in stem.items:
        said = unaccented_words(text.words[item.first : item.end])
        if _same_item(said, rest):
            yield item, word_similarity((*lead, *said), words)


def _same_item(mine: Words, theirs: Words) -> bool:
    """Whether two texts that go on from one stem are the same, or one says more than the other and nothing less."""
    likeness = word_similarity(mine, theirs)
    shared = likeness * (len(mine) + len(theirs)) / 2
    return likeness >= ALIKE or (likeness >= HALF and round(shared) == min(len(mine), len(theirs)) >= 2)


def run_of(text: Said, item: Item) -> Range | None:
    """The sentences that an item is; None where it is not told apart."""
    try:
        return text.bounds.index(item.start), text.bounds.index(item.end)
    except ValueError:
        return None


def find_listed(wording: Wording, listing: Listing) -> Iterator[tuple[int, Range, Range, float, Range | None]]:
    """Links between a wording and units, one of which says as items of a list what the other says in sentences: the
    number of the unit, the sentences of both, likeness, and the stem that an item of the unit goes on from."""
    for _, found in listing.sentences(wording):
        if (run := run_of(wording, found.item)) is not None:
            yield found.text, run, (found.number, found.number + 1), found.score, None
    for stem, found in listing.lists(wording):
        if (run := run_of(listing.texts[found.text], found.item)) is not None:
            before = (stem.start, stem.end) if found.item.start > stem.start else None
            yield found.text, (found.number, found.number + 1), run, found.score, before


def list_seams(text: Said, others: Listing) -> Iterator[int]:
    """The words, by number, with which items begin in a text of which another text says one in a sentence."""
    for stem in dict.fromkeys(stem for stem, _ in others.sentences(text)):
        yield from (item.start for item in stem.items)
        yield from (item.end for item in stem.items)
