"""Seams: wordings of rulings and the units of one version come in, both with more sentences told apart go out.

A full stop that was lost, or a list printed as one item, runs rulings together inside a sentence. Where a sentence of
one side consists of whole texts of the other, under one heading, the other side shows where they meet.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from kb.lives._links import Wording
from kb.lives._units import Range, Unit, bare_words
from kb.memory import Memory
from kb.similarity import Words
from kb.text import WORD

TILED = 0.75
"""So much of a sentence are whole texts of the other side where it consists of them: one of a list may be gone."""
Texts = Mapping[str, Mapping[str, tuple[Words, ...]]]
"""Whole texts without accents by the heading they stand under and by their first word, the longest first."""


def part_seams(
    wordings: Sequence[Wording], units: Sequence[Unit], memory: Memory
) -> tuple[tuple[Wording, ...], tuple[Unit, ...]]:
    """Wordings and units, in their order, with a bound wherever texts of the other side meet inside a sentence.

    A unit with the same bounds as in a build before is the same value: what a memory knows of it stays known.
    """
    said, stated = _whole(wordings), _whole(units)
    return (
        tuple(_parted_wording(wording, stated) for wording in wordings),
        tuple(
            memory.ask(_parted_unit, unit, seams) if (seams := frozenset(_seams(unit, said))) else unit
            for unit in units
        ),
    )


def _whole(texts: Iterable[Wording | Unit]) -> Texts:
    found: dict[str, dict[str, dict[Words, None]]] = {}
    for each in texts:
        words = bare_words(each.words)
        for subject in each.subjects if words else ():
            found.setdefault(subject, {}).setdefault(words[0], {})[words] = None
    return {
        subject: {first: tuple(sorted(words, key=len, reverse=True)) for first, words in there.items()}
        for subject, there in found.items()
    }


def _parted_wording(wording: Wording, texts: Texts) -> Wording:
    seams = tuple(_seams(wording, texts))
    return replace(wording, bounds=tuple(sorted({*wording.bounds, *seams}))) if seams else wording


def _parted_unit(unit: Unit, seams: frozenset[int]) -> Unit:
    bounds, spans = [0], list[Range]()
    for (first, last), (start, end) in zip(pairwise(unit.bounds), unit.spans, strict=True):
        inside = [at for at in range(first + 1, last) if at in seams]
        words = [match.start() for match in WORD.finditer(unit.text, start, end)] if inside else []
        if len(words) != last - first:  # no seams, or folding parts words that stand as one
            inside = []
        cuts = [unit.text.rfind(" ", start, words[at - first]) + 1 for at in inside]
        bounds += [*inside, last]
        spans += pairwise((start, *cuts, end))
    return replace(unit, bounds=tuple(bounds), spans=tuple(spans))


def _seams(text: Wording | Unit, texts: Texts) -> Iterator[int]:
    """The words, by number, with which another text begins inside a sentence."""
    for start, end in pairwise(text.bounds):
        words = bare_words(text.words[start:end])
        for subject in sorted(text.subjects):
            there = texts.get(subject, {})
            if there.keys().isdisjoint(words) or words in there.get(words[0], ()):
                continue
            tiles = tuple(_tiles(words, there))
            if len(tiles) > 1 and sum(last - first for first, last in tiles) >= TILED * len(words):
                yield from (start + at for tile in tiles for at in tile if 0 < at < len(words))
                break


def _tiles(words: Words, texts: Mapping[str, Sequence[Words]]) -> Iterator[Range]:
    """Where whole texts, by their first word, stand in some words, from the left, the longest first."""
    at = 0
    while at < len(words):
        starting = texts.get(words[at], ())
        length = next((len(each) for each in starting if words[at : at + len(each)] == each), 0)
        if length:
            yield at, at + length
        at += length or 1
