"""A text as the collation sees it: bare words in order, and the marks between them.

In: a document. Out: `Atoms`. A word with hyphens is several atoms, so that `lamp- oil`, `Bellropes` and
`lamps-a` are differences of marks or of letters run together, not other words. Tables of contents and the furniture
of a web page (blocks of HTML that are links and pictures only) are no words of the text.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise

from kb.align import contents_clauses
from kb.grouping import group_pairs, group_runs
from kb.model import TOP, Clause, ClauseKind, Document, LinkKind, PieceKind
from kb.text import Span, drop_accents, word_forms
from kb.tokens import Stream, Token, TokenKind, fold
from kb.values import quick

_PART = re.compile(r"^[+−-](?=\d)[^\W_]+|[^\W_]+(?:['’][^\W_]+)*")
TITLE = 4
"""Above a table of contents at most so many words are its title."""
ENTRIES, MOSTLY = 4, 0.75
"""A table of contents names at least so many headings, and they are at least so much of it."""
PARTED = "\n"
"""Stands in a mark where one clause ends and another begins."""


@quick
@dataclass(frozen=True, slots=True)
class Atom:
    """A word without hyphens: `form` without case and accents, `text` as read, its place and clause."""

    form: str
    text: str
    span: Span
    clause: int
    emphasised: bool


@dataclass(frozen=True)
class Atoms:
    """The words of a text; `marks[i]` is what is read between word i - 1 and word i, images included."""

    document: Document = field(repr=False)
    items: tuple[Atom, ...] = field(repr=False)
    marks: tuple[str, ...] = field(repr=False)
    contents: tuple[int, ...]
    """The clauses that are a table of contents, its title included."""

    def __len__(self) -> int:
        return len(self.items)

    @cached_property
    def ranges(self) -> dict[int, tuple[int, int]]:
        """The first and the last but one word of each clause that has words."""
        found: dict[int, tuple[int, int]] = {}
        for at, atom in enumerate(self.items):
            found[atom.clause] = (found.get(atom.clause, (at, at))[0], at + 1)
        return found

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each word stands in it."""
        return Counter(atom.form for atom in self.items)

    @cached_property
    def clauses(self) -> tuple[int, ...]:
        """The clause of each word."""
        return tuple(atom.clause for atom in self.items)

    def begins(self, at: int) -> bool:
        """Whether a clause begins with word `at`; the end of the text counts."""
        return at in (0, len(self.items)) or self.items[at - 1].clause != self.items[at].clause

    def clause(self, at: int) -> Clause:
        """The clause of a word."""
        return self.document.clauses[self.items[at].clause]

    def span(self, start: int, end: int) -> Span:
        """The characters of words [start, end); right behind the word before where there are none."""
        if start < end:
            return Span(self.items[start].span.start, self.items[end - 1].span.end)
        at = self.items[start - 1].span.end if start else self.items[0].span.start if self.items else 0
        return Span(at, at)

    def stretches(self, words: Iterable[int]) -> list[tuple[int, int]]:
        """Rising words as unbroken stretches of single clauses."""
        runs = ((run.start, *filter(self.begins, run[1:]), run.stop) for run in group_runs(words))
        return [stretch for cuts in runs for stretch in pairwise(cuts)]

    def tail(self, at: int) -> str:
        """The marks that end a clause, where one ends before word `at`; else nothing."""
        return self.marks[at].partition(PARTED)[0].rstrip() if self.begins(at) else ""

    def broken(self, at: int) -> bool:
        """Whether a line of the source ends between word `at - 1` and word `at`."""
        return "\n" in self.written(at)

    def written(self, at: int) -> str:
        """The source between word `at - 1` and word `at`, as it stands."""
        return self.document.source.text[self.items[at - 1].span.end : self.items[at].span.start]


def read_atoms(stream: Stream, entries: Sequence[tuple[str, ...]] = ()) -> Atoms:
    """The words of a document and the marks between them; a contents list may be known by the entries of a base."""
    document = stream.document
    named = [*name_entries(document), *entries]
    contents = _with_title(stream, contents_clauses(document) | _bare_contents(document, stream, named))
    items: list[Atom] = []
    marks: list[str] = []
    mark = ""
    for index, clause in enumerate(document.clauses):
        if index in contents or _is_furniture(document, index):
            continue
        strong = _emphasised(clause)
        mark += PARTED if items else ""
        for token in stream.of_clause(index):
            gap = " " if token.gap and not mark.endswith(PARTED) else ""
            if token.kind is not TokenKind.WORD:
                mark += gap + token.text
                continue
            inner = 0
            for part, form, span, start, end in _parts(token, document):
                between = gap + token.text[inner:start] if not inner else token.text[inner:start]
                emphasised = bool(strong) and any(low <= span.start < high for low, high in strong)
                items.append(Atom(form, part, span, index, emphasised))
                marks.append(mark + between)
                mark, inner = "", end
            mark += token.text[inner:]
    marks.append(mark)
    return Atoms(document, tuple(items), tuple(marks), tuple(sorted(contents)))


def name_entries(document: Document) -> tuple[tuple[str, ...], ...]:
    """What a table of contents of a document may list: its headings, and the words of links into itself."""
    headings = [word_forms(heading.text) for heading in document.headings]
    return (*headings, *[word_forms(link.text) for link in document.links if link.kind is LinkKind.IN_PAGE])


def _bare_contents(document: Document, stream: Stream, entries: Iterable[tuple[str, ...]]) -> frozenset[int]:
    """The clauses of a table of contents without links: several headings, one after the other."""
    headings = group_pairs((words[0], words) for words in dict.fromkeys(entries) if words)
    named = {
        index: _count_headings(stream.words(index), headings)
        for index, clause in enumerate(document.clauses)
        if clause.kind is not ClauseKind.HEADING and headings
    }
    runs = group_runs(index for index, count in named.items() if count)
    return frozenset(index for run in runs if sum(named[each] for each in run) >= ENTRIES for index in run)


def _count_headings(words: Sequence[str], headings: Mapping[str, Sequence[tuple[str, ...]]]) -> int:
    """How many headings a clause names, 0 where they are less than most of its words."""
    at = count = held = 0
    while at < len(words):
        fitting = [each for each in headings.get(words[at], ()) if tuple(words[at : at + len(each)]) == each]
        size = max(map(len, fitting), default=0)
        count, held, at = count + bool(size), held + size, at + (size or 1)
    return count if held >= MOSTLY * len(words) else 0


def _with_title(stream: Stream, contents: frozenset[int]) -> frozenset[int]:
    """A table of contents with its title: a short clause right above it that is not the first of the text."""
    above = min(contents, default=0) - 1
    return contents | {above} if above > 0 and len(stream.words(above)) <= TITLE else contents


def bare(word: str) -> str:
    """A word's letters without case, accents and apostrophes."""
    folded = fold(word).replace("'", "")
    return folded if folded.isascii() else drop_accents(folded)


def same_mark(old: str, new: str) -> bool:
    """Whether two marks are read alike: where a clause ends in one of them, white space is no difference."""
    return old == new or (PARTED in old + new and "".join(old.split()) == "".join(new.split()))


@lru_cache(maxsize=50_000)
def _cut(word: str) -> tuple[tuple[str, str, int, int], ...]:
    """The words without hyphens in one: each as read, its bare letters, where it begins and ends."""
    return tuple((match.group(), bare(match.group()), *match.span()) for match in _PART.finditer(word))


def _parts(token: Token, document: Document) -> Iterator[tuple[str, str, Span, int, int]]:
    """The words without hyphens in a token, each with its bare letters, its span in the source and its place in the
    token."""
    found, begin = _cut(token.text), token.span.start
    if len(token.span) == len(token.text):
        for part, form, start, end in found:
            yield part, form, Span(begin + start, begin + end), start, end
        return
    written, at = document.source.slice(token.span), 0  # a line end, an entity or emphasis stands inside
    for number, (part, form, start, end) in enumerate(found):
        seen = written.find(part, at)
        first = seen if seen >= 0 else at
        at = first + len(part) if number + 1 < len(found) else len(written)
        at = min(max(at, first), len(written))
        yield part, form, Span(begin + first, begin + at), start, end


def _emphasised(clause: Clause) -> Sequence[tuple[int, int]]:
    """The stretches of source in which words are emphasised."""
    found: list[tuple[int, int]] = []
    opened: list[int] = []
    for piece in clause.pieces:
        if piece.tag in {"em", "strong", "i", "b"} and piece.kind is PieceKind.OPEN:
            opened.append(piece.span.end)
        elif piece.tag in {"em", "strong", "i", "b"} and piece.kind is PieceKind.CLOSE and opened:
            start = opened.pop()
            if not opened:
                found.append((start, piece.span.start))
    return found


def _is_furniture(document: Document, index: int) -> bool:
    """Whether a clause is of the page, not of the work: a block of HTML above the first heading, or mostly links."""
    clause = document.clauses[index]
    if clause.kind is not ClauseKind.HTML:
        return False
    if clause.section == TOP and document.headings:
        return True
    linked = sum(len("".join(link.text.split())) for link in document.links if link.clause == index)
    return linked >= 0.5 * len("".join(clause.text.split()))
