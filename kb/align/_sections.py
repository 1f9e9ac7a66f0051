"""Sections of a text of which another has nothing: a published text and which of its clauses stand alone come in; the
highest headings of which the other has neither themselves nor anything below them go out.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from kb.model import ClauseKind, Document, Heading
from kb.text import Span

SEVERAL = 2
"""A section of fewer changes is told by its words."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of a published text with all that is below it, up to the next that is as high: what it spans, and its
    clauses by number, the heading too."""

    heading: Heading
    span: Span
    clauses: Sequence[int]
    worded: int
    """How many of its clauses say something, headings aside."""

    @property
    def id(self) -> str:
        """What it is known by as one change."""
        return f"{self.heading.id}~lacking"


def find_lacking(
    published: Document, alone: Collection[int], tells: Callable[[Section], bool] = lambda _: True
) -> Iterator[Section]:
    """The highest sections of a published text of which another has nothing, in order, where it has none of the clauses
    `alone` (by number); where one does not tell what is asked for, those below it."""
    lone, behind = frozenset(alone), 0
    for heading, end in _ends(published):
        if heading.span.start < behind:
            continue
        span = Span(heading.span.start, end)
        numbers = published.clauses_over(span)
        if all(at in lone or not published.clauses[at].current.strip() for at in numbers):
            clauses = [published.clauses[at] for at in numbers]
            worded = sum(each.kind is not ClauseKind.HEADING and bool(each.current.strip()) for each in clauses)
            section = Section(heading, span, numbers, worded)
            if tells(section):
                behind = end
                yield section


def _ends(document: Document) -> Iterator[tuple[Heading, int]]:
    """The headings of a text, each with where its section ends: at the next that is as high."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for at, heading in enumerate(document.headings):
        while opened and document.headings[opened[-1]].level >= heading.level:
            ends[opened.pop()] = heading.span.start
        opened.append(at)
    return ((each, ends.get(at, len(document.source.text))) for at, each in enumerate(document.headings))
