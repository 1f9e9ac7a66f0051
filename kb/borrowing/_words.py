"""Words of a plain text and of its base as they are matched: a text comes in, its bare words with their places go out.

Witnesses lose dashes, hyphens and accents. So a word here is a run of letters and digits, folded, without accents.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from kb.align import contents_clauses
from kb.model import ClauseKind, Document
from kb.plain import CLAUSAL, Ground, Unit, parts_off_pages
from kb.text import Span, drop_accents

_RUN = re.compile(r"[^\W_]+")
SHORT = 160
"""Characters of a clause that may be a line of a list of names."""


@lru_cache(maxsize=1 << 15)
def bare(word: str) -> str:
    """A word without case and accents."""
    folded = word.casefold()
    return folded if folded.isascii() else drop_accents(folded, "NFKD")


def bare_words(text: str) -> tuple[str, ...]:
    """The bare words of a text."""
    return tuple(bare(word) for word in _RUN.findall(text))


@dataclass(frozen=True, slots=True)
class Side:
    """The words of one side in order. `owner[i]` is the unit or clause (index) of word i; `first[k]` is the first word
    of owner k, with one more entry for the end. `starts` and `ends` are offsets in the source, of a plain text only, as
    are `pages`, the heads and feet of its pages.
    """

    words: tuple[str, ...] = field(repr=False)
    owner: tuple[int, ...] = field(repr=False)
    first: tuple[int, ...] = field(repr=False)
    starts: tuple[int, ...] = field(default=(), repr=False)
    ends: tuple[int, ...] = field(default=(), repr=False)
    pages: Sequence[Span] = field(default=(), repr=False)

    def size(self, owner: int) -> int:
        """How many words one unit or clause has."""
        return self.first[owner + 1] - self.first[owner]

    def of(self, owner: int) -> tuple[str, ...]:
        """The words of one unit or clause."""
        return self.words[self.first[owner] : self.first[owner + 1]]


def read_side(text: str, units: Sequence[Unit], pages: Sequence[Span] = ()) -> Side:
    """The words of the units; those of a contents list, which repeats headings, and of `pages` are left out."""
    words: list[str] = []
    owner: list[int] = []
    first: list[int] = []
    starts: list[int] = []
    ends: list[int] = []
    for number, unit in enumerate(units):
        first.append(len(words))
        for match in _matches(text, unit, pages):
            words.append(bare(match.group()))
            owner.append(number)
            starts.append(match.start())
            ends.append(match.end())
    return Side(tuple(words), tuple(owner), (*first, len(words)), tuple(starts), tuple(ends), pages)


def _matches(text: str, unit: Unit, pages: Sequence[Span]) -> Iterator[re.Match[str]]:
    if unit.kind in CLAUSAL and not unit.contents:
        for part in parts_off_pages(pages, unit.content, unit.span.end):
            yield from _RUN.finditer(text, part.start, part.end)


def keep_rules(source: str, units: Sequence[Unit], base: Document) -> tuple[Unit, ...]:
    """The units, those of a contents list taken for items where the base has most of its lines as text of its own.

    A list of the phases of a turn looks like contents when each phase has a heading too.
    """
    contents = contents_clauses(base)
    own = {
        bare_words(clause.text)
        for number, clause in enumerate(base.clauses)
        if clause.kind is not ClauseKind.HEADING and number not in contents and len(clause.text) < SHORT
    }
    listed = [bare_words(source[unit.content : unit.span.end]) for unit in units if unit.contents]
    if not listed or 2 * sum(words in own for words in listed) < len(listed):
        return tuple(units)
    return tuple(replace(unit, contents=False, ground=Ground.FORM) if unit.contents else unit for unit in units)


def read_base(base: Document) -> Side:
    """The words of a base's clauses; those of its contents are left out."""
    contents = contents_clauses(base)
    words: list[str] = []
    owner: list[int] = []
    first: list[int] = []
    for number, clause in enumerate(base.clauses):
        first.append(len(words))
        if number not in contents:
            words.extend(bare_words(clause.text))
            owner.extend([number] * (len(words) - len(owner)))
    return Side(tuple(words), tuple(owner), (*first, len(words)))
