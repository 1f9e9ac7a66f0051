"""Apart: a version and those before it come in, where one of its paragraphs holds several rulings of theirs goes out.

A file that runs its rulings together in paragraphs shows no longer where one ends. Where two rulings or more of an
older version stand in one paragraph, that shows it. What has an item or a row of its own is one, whatever was before.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from kb.lives._seams import tile_words, whole_texts
from kb.lives._units import Range, Unit, find_units, unaccented_words
from kb.lives._wordings import AKIN, TELLING
from kb.memory import Memory
from kb.model import CompendiumVersion, Statement, VersionId
from kb.similarity import Words, word_similarity


class Cuts(NamedTuple):
    """Words of a unit, by number, with which sentences begin: those of rulings, and those within a ruling."""

    starts: frozenset[int] = frozenset()
    inside: frozenset[int] = frozenset()


UNCUT = Cuts()
_MOST = 200
"""Under a heading with more rulings none is looked for that was reworded too."""
_ITEM = re.compile(r"\s*(?:[-*+•]\s|\d+[.)]\s|\||<(?:li|dd)\b)")
_CELL = re.compile(r"\|[ \t]*$")


def find_apart(versions: Sequence[CompendiumVersion], memory: Memory) -> Mapping[VersionId, tuple[Cuts, ...]]:
    """Of each unit of some versions under a heading of its own, in their order, where rulings of an older version begin
    in it; the versions are those at hand, the newest first."""
    found: dict[VersionId, tuple[Cuts, ...]] = {}
    older: tuple[_Said, ...] = ()
    for version in reversed(versions):
        units = memory.ask(find_units, version)[0]
        cuts = found[version.id] = memory.ask(_cut, version, units, older)
        older = (memory.ask(_Said, version, units, cuts), *older)
    return found


def _cut(version: CompendiumVersion, units: Sequence[Unit], older: Sequence["_Said"]) -> tuple[Cuts, ...]:
    return tuple(_cuts(unit, older) if unit.size > 1 and not _itemised(version, unit) else UNCUT for unit in units)


class _Said:
    """What a version states apart: its texts, and which of them are items or rows."""

    def __init__(self, version: CompendiumVersion, units: Sequence[Unit], cuts: Sequence[Cuts]) -> None:
        parts = (part for unit, own in zip(units, cuts, strict=True) for part in _parts(unit, own))
        items = (unit for unit in units if _itemised(version, unit))
        self.texts = whole_texts(parts)
        self.items = frozenset((about, unaccented_words(each.words)) for each in items for about in each.subjects)


def _parts(unit: Unit, cuts: Cuts) -> Iterator[tuple[Words, frozenset[str]]]:
    """The rulings that a version runs together in a unit, each with its headings."""
    for start, end in pairwise((0, *sorted(cuts.starts), len(unit.words))):
        yield unit.words[start:end], unit.subjects


def _itemised(version: CompendiumVersion, unit: Unit) -> bool:
    """Whether a version gives a ruling an item of a list or a row of a table of its own."""
    return any(_is_item(version, statement) for statement in unit.statements)


def _is_item(version: CompendiumVersion, statement: Statement) -> bool:
    source = version.document.source
    line = source.line_span(source.line_of(statement.span.start))
    before = source.text[line.start : statement.span.start]
    return _ITEM.match(source.slice(statement.span)) is not None or _CELL.search(before) is not None


def _cuts(unit: Unit, older: Sequence[_Said]) -> Cuts:
    """By the newest of the older versions that has two of the rulings in a unit."""
    words = unaccented_words(unit.words)
    for said in older:
        for subject in sorted(unit.subjects):
            there = said.texts.get(subject, {})
            tiles = [tile for tile in tile_words(words, there) if {*tile} <= {*unit.bounds}] if there else []
            near = list(_near(words, tiles, there)) if tiles else []
            if len(tiles) + len(near) > 1:
                own = {at for at, end in tiles if any((subject, words[at:end]) in each.items for each in older)}
                ends = {at for tile in (*tiles, *near) for at in tile}
                inside = {at for start, end in tiles for at in unit.bounds if start < at < end}
                return Cuts(frozenset(_standing(unit, ends, own)), frozenset(inside))
    return UNCUT


def _near(words: Words, tiles: Sequence[Range], there: Mapping[str, Sequence[Words]]) -> Iterator[Range]:
    """What stands between whole rulings and is another one, reworded."""
    gaps = [(start, end) for (_, start), (end, _) in pairwise(((0, 0), *tiles, (len(words), len(words))))]
    gaps = [(start, end) for start, end in gaps if end - start >= TELLING]
    if not gaps or sum(map(len, there.values())) > _MOST:
        return
    taken = {words[start:end] for start, end in tiles}
    others = [each for texts in there.values() for each in texts if each not in taken and len(each) >= TELLING]
    for start, end in gaps:
        if any(word_similarity(each, words[start:end]) >= AKIN for each in others):
            yield start, end


def _standing(unit: Unit, ends: set[int], own: set[int]) -> Iterator[int]:
    """Those of some words with which a sentence begins that does not lean on the one before, or is one's own item."""
    for sentence, at in enumerate(unit.bounds[:-1]):
        if sentence and at in ends and (at in own or not unit.leans(sentence)):
            yield at
