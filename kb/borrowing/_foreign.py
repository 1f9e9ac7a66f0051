"""Foreign matter: units and the clauses they hold come in; the units that are text of the work go out.

A page that carries a rulebook has other things before and behind it. The work begins with its title, or with its
contents, or with the first unit that holds a clause of the base; it ends with the last that does, and what speaks of
the same things right behind it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.borrowing._parting import Held
from kb.borrowing._words import Side, bare_words
from kb.diff import diff, matches
from kb.model import Document
from kb.plain import CLAUSAL, Unit, UnitKind
from kb.similarity import index_words, word_similarity
from kb.text import Span

TITLE = 0.6
"""Likeness of words from which a line is the title."""
LONGEST_TITLE = 20
"""A title has at most so many words."""
SAME_THINGS = 0.7
"""Share of a unit's telling words that the base knows too, from which an unmatched unit speaks of the work's things."""
LEAST = 3
"""Fewer telling words than these speak of nothing."""
BEFORE, BEHIND = "before the work", "behind the work"


def find_extent(
    units: Sequence[Unit], held: Sequence[tuple[Held, ...]], text: Side, base: Side, document: Document
) -> range:
    """The indices of the units that are text of the work; all of them where none holds a clause."""
    solid = [number for number in range(len(units)) if _is_solid(held[number], text, base, number)]
    if not solid:
        return range(len(units))
    first = solid[0]
    while first and held[first - 1]:
        first -= 1
    start = _find_title(text, document, first)
    if start is None:
        start = _find_contents(units, first)
    vocabulary = _Vocabulary(base)
    end = solid[-1] + 1
    while end < len(units) and (held[end] or vocabulary.knows(units[end], text.of(end))):
        end += 1
    return range(start, end)


def _is_solid(held: tuple[Held, ...], text: Side, base: Side, unit: int) -> bool:
    return any(2 * each.count >= min(text.size(unit), base.size(each.clause)) and each.count >= 4 for each in held)


def _titles(document: Document) -> Iterator[tuple[int | None, tuple[str, ...]]]:
    """What a work calls itself: its first heading, with its clause, and the title of its page."""
    for heading in document.headings[:1]:
        yield heading.clause, bare_words(heading.text)
    if document.title:
        yield None, bare_words(document.title)


def _find_title(text: Side, document: Document, first: int) -> int | None:
    """The unit nearest before the first solid one whose words are the work's title; that one may be it."""
    titles = [title for _, title in _titles(document) if title]
    for unit in range(first, -1, -1):
        words = text.of(unit)
        if len(words) <= LONGEST_TITLE and any(word_similarity(words, title) >= TITLE for title in titles):
            return unit
    return None


def match_title(of: list[int], text: Side, base: Side, unit: int, document: Document) -> None:
    """Match the words of the unit that begins the work with the base's first heading, where they are alike."""
    for clause, title in _titles(document):
        words = text.of(unit)
        if clause is None or len(words) > LONGEST_TITLE or word_similarity(words, title) < TITLE:
            continue
        for match in matches(diff(base.of(clause), words), len(base.of(clause))):
            at, place = text.first[unit] + match.new_start, base.first[clause] + match.old_start
            of[at : at + match.length] = range(place, place + match.length)


def _find_contents(units: Sequence[Unit], first: int) -> int:
    """The contents list with its heading, where one stands before the first solid unit."""
    listed = next((number for number in range(first) if units[number].contents), None)
    if listed is None:
        return first
    return listed - 1 if listed and units[listed - 1].kind is UnitKind.HEADING else listed


class _Vocabulary:
    """The words of a base that tell something."""

    def __init__(self, base: Side) -> None:
        self.known = frozenset(base.words)
        self.index = index_words([tuple(base.words)])

    def knows(self, unit: Unit, words: Sequence[str]) -> bool:
        """Whether a unit speaks of the same things as the base."""
        if unit.kind not in CLAUSAL or unit.kind is UnitKind.HEADING:
            return False
        telling = [word for word in words if self.index.rarity(word)]
        return len(telling) >= LEAST and sum(word in self.known for word in telling) >= SAME_THINGS * len(telling)


def cut_foreign(units: Sequence[Unit], extent: range) -> tuple[Unit, ...]:
    """The units of the work, with one foreign unit for what is before and one for what is behind them."""
    before, behind = units[: extent.start], units[extent.stop :]
    return (*_foreign(before, BEFORE), *units[extent.start : extent.stop], *_foreign(behind, BEHIND))


def _foreign(units: Sequence[Unit], reason: str) -> Iterator[Unit]:
    """Units as one that is foreign."""
    if units:
        span = Span(units[0].span.start, units[-1].span.end)
        yield replace(units[0], kind=UnitKind.FOREIGN, span=span, content=span.start, label=None, reason=reason)
