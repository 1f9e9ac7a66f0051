"""References: whether changed words only call a place of the text by what it is called now.

In: an alignment and an edit. Out: whether its words are, on both sides, numbers or names of the same rules and
sections, and these numbers. Who puts a section in before another one counts those behind it anew, and what cites them
follows: it leads where it led. The number that a rule begins with calls it as what cites it does.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from kb.align import Alignment
from kb.diff import Edit
from kb.model import ClauseKind, Document
from kb.numbering import chapter_of, find_cited, number_of, number_rules
from kb.text import Span
from kb.tokens import Stream, Token

FEWEST = 2
"""A heading of fewer words is as often a word for the thing."""
_MARKS = frozenset("*_\"“”„'‘’«»[]")
"""What stands around a name that is quoted."""
_Names = tuple[tuple[str, ...], tuple[str, ...]]


class References:
    """The numbers and names of the rules and sections of one alignment."""

    def __init__(self, alignment: Alignment) -> None:
        self.alignment = alignment
        self._cited: dict[tuple[int, int], tuple[tuple[str, Span], ...]] = {}

    def lead_alike(self, old_clause: int, new_clause: int, edit: Edit) -> bool:
        """Whether all words of an edit cite, on each side, what is cited on the other."""
        alignment = self.alignment
        if edit.inserts or edit.deletes:
            return False
        return bool(self.counted(old_clause, new_clause, edit)) or any(
            _names(alignment.old, old, (edit.old_start, edit.old_end))
            and _names(alignment.new, new, (edit.new_start, edit.new_end))
            for old, new in self._renamed
        )

    def counted(self, old_clause: int, new_clause: int, edit: Edit) -> tuple[tuple[str, str], ...]:
        """The published and the emended number of each rule that an edit counts anew, before it or where it is cited;
        none where it does anything else."""
        if edit.inserts or edit.deletes:
            return ()
        streams = self.alignment.old, self.alignment.new
        ranges = edit.side(0), edit.side(1)
        sides = [
            [token for token in stream.tokens[start:end] if token.is_word]
            for stream, (start, end) in zip(streams, ranges, strict=True)
        ]
        if not self._renumbered or not all(any(map(str.isdigit, token.text)) for side in sides for token in side):
            return ()
        clauses = old_clause, new_clause
        old, new = (self._numbers(side, clauses[side], tokens) for side, tokens in enumerate(sides))
        pairs = tuple(zip(old, new, strict=False)) if len(old) == len(new) else ()
        return pairs if all(pair in self._renumbered for pair in pairs) else ()

    def _numbers(self, side: int, clause: int, tokens: Sequence[Token]) -> list[str]:
        """The numbers that some tokens are of where words cite them; none where a token is of no such number."""
        document = (self.alignment.published, self.alignment.emended)[side]
        if (side, clause) not in self._cited:
            self._cited[side, clause] = (*_own_number(document, clause), *cited_in(document, clause))
        found: dict[Span, str] = {}
        for token in tokens:
            number = next((each for each in self._cited[side, clause] if each[1].holds(token.span)), None)
            if number is None:
                return []
            found[number[1]] = number[0]
        return list(found.values())

    @cached_property
    def _renumbered(self) -> frozenset[tuple[str, str]]:
        """The published and the emended number of each rule and section that has one on both sides."""
        return find_numbers(self.alignment)

    @cached_property
    def _renamed(self) -> tuple[_Names, ...]:
        """The published and the emended words of each heading that has others."""
        old, new = self.alignment.old, self.alignment.new
        heads = {heading.clause for heading in self.alignment.published.headings}
        pairs = ((pair.published[0], pair.emended[0]) for pair in self.alignment.pairs)
        named = ((_named(old, p), _named(new, e)) for p, e in pairs if p in heads)
        return tuple((p, e) for p, e in named if p != e and min(len(p), len(e)) >= FEWEST)


def find_numbers(alignment: Alignment) -> frozenset[tuple[str, str]]:
    """The published and the emended number of each rule and section that has one on both sides."""
    old, new = (numbered(each) for each in (alignment.published, alignment.emended))
    pairs = ((pair.published[0], pair.emended[0]) for pair in alignment.pairs)
    return frozenset((old[p], new[e]) for p, e in pairs if p in old and e in new)


def numbered(document: Document) -> dict[int, str]:
    """The number of each rule and section, by clause; one that stands twice leads nowhere."""
    chapters = ((each.clause, chapter_of(document.clauses[each.clause])) for each in document.headings)
    found = {clause: number for clause, number in chapters if number} | dict(number_rules(document).numbers)
    times = Counter(found.values())
    return {clause: number for clause, number in found.items() if times[number] == 1}


def _own_number(document: Document, clause: int) -> Iterator[tuple[str, Span]]:
    """The number that a rule or a section begins with, and where it stands in the source."""
    begins = document.clauses[clause]
    number = number_of(begins) or (chapter_of(begins) if begins.kind is ClauseKind.HEADING else "")
    at = document.source.text.find(number, begins.span.start, begins.span.end)
    if number and at >= 0:
        yield number, Span(at, at + len(number))


def _named(stream: Stream, clause: int) -> tuple[str, ...]:
    """The words of a heading without the number it begins with."""
    words = stream.words(clause)
    return words[1:] if words and words[0].isdigit() else words


def cited_in(document: Document, clause: int) -> Iterator[tuple[str, Span]]:
    """The numbers that a clause cites, each with where it stands in the source."""
    span = document.clauses[clause].span
    for cited in find_cited(document.source.slice(span)):
        yield cited.number, Span(span.start + cited.span.start, span.start + cited.span.end)


def _names(stream: Stream, name: Sequence[str], changed: tuple[int, int]) -> bool:
    """Whether changed tokens are words of a name that is quoted there."""
    start, end = changed
    words = [at for at in range(max(0, start - 2 * len(name)), end + 2 * len(name)) if _is_word(stream, at)]
    text = stream.document.source.text
    runs = (words[at : at + len(name)] for at in range(len(words) - len(name) + 1))
    return any(
        run[0] <= start
        and end <= run[-1] + 1
        and all(two - one == 1 for one, two in pairwise(run))
        and tuple(stream.tokens[at].form for at in run) == tuple(name)
        and _is_quoted(text, Span(stream.tokens[run[0]].span.start, stream.tokens[run[-1]].span.end))
        for run in runs
    )


def _is_quoted(text: str, span: Span) -> bool:
    """Whether a mark stands right before some words, and one right behind them."""
    return text[max(0, span.start - 1) : span.start] in _MARKS and text[span.end : span.end + 1] in _MARKS


def _is_word(stream: Stream, at: int) -> bool:
    return at < len(stream.tokens) and stream.tokens[at].is_word
