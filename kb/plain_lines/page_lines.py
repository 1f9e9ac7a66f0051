"""Page lines: the lines of a plain text come in; those that stand at the edges of printed pages go out, and the lines
of the text without them.

A text taken out of a printed book has the heads and feet of its pages among its lines: a number, a title, or both. What
shows them: the numbers go up with the pages, a title comes again, and a page ends where it is full, amid a sentence
or at a form feed. A heading or a numbered part never parts a sentence, so what goes up alone is no page number. Where a
number and always the same title stand side by side, one such place shows all of them.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from kb.grouping import group_pairs, group_runs
from kb.plain import line_key
from kb.plain_lines.bare import is_capitals, is_titled, may_head
from kb.plain_lines.lines import Line, LineKind, ends_sentence, surely_goes_on
from kb.text import Span

LONGEST = 80
"""A page line has at most so many characters."""
LEAST_PAGES = 3
"""Fewer numbers or titles than these show no pages."""
LEAST_LINES = 3
"""At least so many lines with words stand on a page that is numbered, more where only a title tells it."""
LEAST_LINES_OF_TITLE = 10
MISSED = 3
"""So many pages further the next number may be: pages with pictures have none."""
SHOWN = 0.2
"""At least this share of the page lines part a sentence or stand beside a form feed, and at least `LEAST_SHOWN`."""
LEAST_SHOWN = 2
FULL = 0.75
"""A line at least as long as this share of the usual one was filled."""
LEAST_LETTERS = 6
"""A title that comes again without a number has at least so many letters: `OR` is none."""
TITLE_LINES = 4
"""So many of the first lines may be the title of the book."""
_WORD = "page|pag|p|seite|s|página|pagina|pág|pagg|blz"
_OF = "of|von|de|di|van|sur"
_COUNTED = re.compile(rf"[-–—\[(|\s]*(?:{_WORD})\.?\s+\d{{1,4}}\s*(?:/|{_OF})\s*\d{{1,4}}[-–—\])|\s]*", re.IGNORECASE)
_BARE = re.compile(rf"[-–—\[(|•·~\s]*(?:(?:{_WORD})\.?\s+)?(?P<number>\d{{1,4}})[-–—\])|•·~\s]*", re.IGNORECASE)
_NAMED = re.compile(rf"[\W_]*(?:{_WORD})\.?[\W_]*\d{{1,4}}(?:\s*(?:/|{_OF})\s*\d{{1,4}})?[\W_]*", re.IGNORECASE)
_FIRST = re.compile(r"(?P<number>\d{1,4})(?P<gap>\s*[|•·–—-]\s+|\s+)(?P<title>[^\W\d].*)")
_LAST = re.compile(
    rf"(?P<title>[^\W\d].*?)(?P<gap>\s+[|•·–—-]\s*|\s+)(?:(?:{_WORD})\.?\s+)?(?P<number>\d{{1,4}})", re.I
)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A line (index) that may tell the number of a page, and the words of its title.

    `first` says that the number stands before the title, `told` that nothing but a page is numbered so (`- 12 -`).
    """

    at: int
    number: int
    title: tuple[str, ...]
    first: bool
    told: bool


@dataclass(frozen=True, slots=True)
class Paged:
    """The lines of a text without those of its pages, and the spans of these, in order."""

    lines: tuple[Line, ...]
    pages: tuple[Span, ...]


def names_page(text: str) -> bool:
    """Whether words do nothing but name a page: its number behind the word for one (`[Page 12]`, `(p. 12)`)."""
    return _NAMED.fullmatch(text) is not None


def part_pages(text: str, lines: Sequence[Line]) -> Paged:
    """The lines of a text with the edges of its pages taken out.

    Where a sentence goes on behind the edge, its lines follow each other; else what blank lines stood there are one.
    """
    sheet = _Sheet(text, lines)
    found = sheet.find()
    kept: list[Line] = []
    run: list[int] = []
    for at, line in enumerate(lines):
        if line.kind is LineKind.BLANK or at in found:
            run.append(at)
            continue
        turned = bool(kept) and (at in sheet.feeds or any(each in found or each in sheet.feeds for each in run))
        if not turned:
            kept.extend(lines[each] for each in run if each not in found)
            kept.append(line)
        else:
            blank = next((lines[each] for each in run if lines[each].kind is LineKind.BLANK), None)
            if blank is not None and not sheet.runs_on(kept[-1], line):
                kept.append(blank)
            kept.append(replace(line, turned=True))
        run = []
    kept.extend(lines[each] for each in run if each not in found)
    return Paged(tuple(kept), tuple(lines[at].span for at in sorted(found)))


class _Sheet:
    """The lines of a text as they were printed, and what is known of its pages."""

    def __init__(self, text: str, lines: Sequence[Line]) -> None:
        self.text = text
        self.lines = lines
        self.written = [at for at, line in enumerate(lines) if line.kind is LineKind.TEXT]
        self.feeds = frozenset(_feeds(text, lines))
        lengths = [lines[at].length for at in self.written]
        self.usual = median(lengths) if lengths else 0

    def find(self) -> frozenset[int]:
        """The page lines (indices)."""
        short = [at for at in self.written if self.lines[at].length <= LONGEST and self._stands_apart(at)]
        found = {at for at in short if self._matches(_COUNTED, at)}
        candidates = [each for each in self._candidates(short) if each.at not in found]
        while chain := self._chain(candidates):
            found.update(chain)
            candidates = [each for each in candidates if each.at not in found]
        found |= self._titles(short, found)
        return frozenset(found)

    def runs_on(self, before: Line, line: Line) -> bool:
        """Whether the text goes on behind the edge of a page: a small letter follows, or a full line ends none."""
        if before.kind is not LineKind.TEXT or line.kind is not LineKind.TEXT or line.marker:
            return False
        if surely_goes_on(self.text, before, line):
            return True
        return not ends_sentence(self.text, before) and before.length >= FULL * self.usual

    def _stands_apart(self, at: int) -> bool:
        """Whether only white space stands before a line, as pieces need it."""
        start = self.lines[at].span.start
        return not self.text[self.text.rfind("\n", 0, start) + 1 : start].strip()

    def _matches(self, pattern: re.Pattern[str], at: int) -> re.Match[str] | None:
        return pattern.fullmatch(self.text, self.lines[at].span.start, self.lines[at].span.end)

    def _candidates(self, short: Sequence[int]) -> list[_Candidate]:
        """The lines that may tell a number; rows of a table and lines of contents stand together, and are none."""
        found: list[tuple[_Candidate, bool]] = []
        for at in short:
            bare = self._matches(_BARE, at)
            match = bare or self._matches(_FIRST, at) or self._matches(_LAST, at)
            if match is not None:
                title = () if bare else line_key(match["title"])
                wide = bare is not None or len(match["gap"]) > 1
                if not wide and not (is_titled(match["title"]) or is_capitals(match["title"])):
                    continue
                told = bare is not None and len(match.group()) > len(match["number"])
                found.append(
                    (_Candidate(at, int(match["number"]), title, match.start("number") == match.start(), told), wide)
                )
        often = Counter(each.title for each, _ in found)
        likely = [each for each, wide in found if wide or often[each.title] > 1]
        order = {at: number for number, at in enumerate(self.written)}
        by_order = {order[each.at]: each for each in likely}
        return [by_order[number] for run in group_runs(by_order) if len(run) < LEAST_PAGES for number in run]

    def _chain(self, candidates: Sequence[_Candidate]) -> list[int]:
        """The lines of the longest row of numbers that go up with the pages, empty where nothing shows them."""
        best: dict[int, tuple[int, int]] = {}
        behind: dict[int, int] = {}
        for number, each in enumerate(candidates):
            length, last = 1, -1
            for missed in range(1, MISSED + 1):
                known = best.get(each.number - missed)
                if known is not None and self._apart(candidates[known[1]].at, each.at) and known[0] >= length:
                    length, last = known[0] + 1, known[1]
            behind[number] = last
            if length >= best.get(each.number, (0, 0))[0]:
                best[each.number] = length, number
        length, at = max(best.values(), default=(0, -1))
        chain: list[_Candidate] = []
        while at >= 0:
            chain.append(candidates[at])
            at = behind[at]
        places = [each.at for each in chain]
        if length >= LEAST_PAGES and (beside := self._beside(places)):
            around = frozenset((*places, *beside))
            if any(self._shows(at, around) for at in places):
                return [*places, *beside]
        shown = _are_told(chain) or self._is_shown(places, frozenset(places))
        return places if length >= LEAST_PAGES and shown else []

    def _beside(self, places: Sequence[int]) -> list[int]:
        """The lines with one title, which stands beside numbers of pages only: above the first text of a page, and the
        number below its last, or the other way round. Empty where there are fewer than pages are shown by."""
        numbers = frozenset(places)
        near = {each for at in places for step in (-1, 1) if (each := self._neighbour(at, step, numbers)) is not None}
        named = ((self._title_of(at), at) for at in self.written if at not in numbers)
        by_title = {title: tuple(at) for title, at in group_pairs(named).items() if title}
        titles = [at for at in by_title.values() if near.issuperset(at[at[0] in self.written[:TITLE_LINES] :])]
        most = max(titles, key=len, default=())
        beside = [at for at in most if at in near]
        return beside if len(beside) >= max(LEAST_PAGES, len(places) - 1) else []

    def _title_of(self, at: int) -> tuple[str, ...]:
        """What a line is known by where it may be the title of pages, else nothing."""
        line = self.lines[at]
        if line.length > LONGEST or line.marker or not self._stands_apart(at) or not may_head(self.text, line):
            return ()
        words = line_key(self.text[line.span.start : line.span.end])
        return words if sum(map(len, words)) >= LEAST_LETTERS else ()

    def _apart(self, before: int, at: int, least: int = LEAST_LINES) -> bool:
        """Whether enough lines with words stand between two."""
        return bisect_left(self.written, at) - bisect_left(self.written, before) > least

    def _is_shown(self, members: Sequence[int], found: frozenset[int]) -> bool:
        """Whether enough of some page lines stand where a page ends."""
        shown = sum(self._shows(at, found) for at in members)
        return shown >= max(LEAST_SHOWN, SHOWN * len(members))

    def _shows(self, at: int, found: frozenset[int]) -> bool:
        """Whether a form feed stands beside a line, or a sentence goes on around it."""
        before, behind = self._neighbour(at, -1, found), self._neighbour(at, 1, found)
        if any(each in self.feeds for each in range((before if before is not None else -1) + 1, (behind or at) + 1)):
            return True
        if before is None or behind is None or may_head(self.text, self.lines[before]):
            return False
        return surely_goes_on(self.text, self.lines[before], self.lines[behind])

    def _neighbour(self, at: int, step: int, found: frozenset[int]) -> int | None:
        """The nearest line with words before or behind one that is no page line."""
        at += step
        while 0 <= at < len(self.lines):
            if self.lines[at].kind is not LineKind.BLANK and at not in found:
                return at if self.lines[at].kind is LineKind.TEXT else None
            at += step
        return None

    def _titles(self, short: Sequence[int], found: set[int]) -> set[int]:
        """The titles that come again on pages without a number of their own; that of the book on top is none."""
        named = ((self._title_of(at), at) for at in short if at not in found)
        titles: set[int] = set()
        for words, again in group_pairs(named).items():
            if not words:
                continue
            apart = all(self._apart(one, other, LEAST_LINES_OF_TITLE) for one, other in pairwise(again))
            if len(again) < LEAST_PAGES or not apart:
                continue
            around = frozenset((*found, *again))
            if self._is_shown(again, around):
                on_top = again[0] in self.written[:TITLE_LINES] and not self._shows(again[0], around)
                titles.update(again[on_top:])
        return titles


def _are_told(chain: Sequence[_Candidate]) -> bool:
    """Whether numbers are those of pages by how they stand: as such, or left and right of one title in turn."""
    sides = Counter((each.title, each.first) for each in chain if each.title)
    turns = any(
        times >= LEAST_SHOWN and sides[title, not first] >= LEAST_SHOWN for (title, first), times in sides.items()
    )
    return turns or 2 * sum(each.told for each in chain) > len(chain)


def _feeds(text: str, lines: Iterable[Line]) -> Iterator[int]:
    """The lines (indices) with a form feed before their words."""
    for at, line in enumerate(lines):
        end = text.find("\n", line.span.start) if line.kind is LineKind.BLANK else line.span.start
        start = text.rfind("\n", 0, line.span.start) + 1
        if "\f" in text[start : end if end >= 0 else len(text)]:
            yield at
