"""A page of a text: how it is shown comes in here, and the parts that go out are these."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kb.html._marks import Mark
from kb.html.inline import Link, Looks
from kb.model import Clause


@dataclass(frozen=True, slots=True)
class HeadingPart:
    """A heading: level and anchor as in the source, its words, and its inline HTML."""

    level: int
    id: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class TextPart:
    """Blocks between two headings, on one line of HTML."""

    html: str


Part = HeadingPart | TextPart


@dataclass(frozen=True, slots=True)
class Page:
    """How a document is shown: inline looks, ids of clauses by index, marks in order and apart, a pin's words.

    `pin` gives the words read out for the permalink of a clause; without it clauses have no permalink. `links` gives
    the links that the page adds to a clause, `beside` the HTML that it sets behind one, by its index; `also` what else
    clauses with a permalink are reached by.
    """

    looks: Looks = field(default_factory=Looks)
    ids: Mapping[int, str] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()
    pin: Callable[[str], str] | None = None
    links: Callable[[int], tuple[Link, ...]] = lambda _: ()
    beside: Callable[[int], str] = lambda _: ""
    also: Mapping[int, str] = field(default_factory=dict)


def marks_in(marks: tuple[Mark, ...], clause: Clause) -> tuple[Mark, ...]:
    """The marks that touch a clause; a place between words belongs to the clause that holds it.

    Marks are in order and apart, so that their starts and their ends both rise.
    """
    first = bisect_left(marks, clause.span.start, key=lambda mark: mark.span.end)
    last = bisect_right(marks, clause.span.end, lo=first, key=lambda mark: mark.span.start)
    return tuple(mark for mark in marks[first:last] if mark.span.overlaps(clause.span) or not len(mark.span))
