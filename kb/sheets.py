"""Sources without versions: a sheet of questions and answers, and a card with its printings. Values only."""

from bisect import bisect_right
from dataclasses import dataclass, field

from kb.model import Aside, Document, SectionId, Statement, TermHeading
from kb.text import Span


@dataclass(frozen=True, slots=True)
class Sheet:
    """A dated sheet of questions and answers that has no versions: its statements, questions as their context."""

    id: str
    title: str
    date: str
    document: Document
    statements: tuple[Statement, ...] = field(repr=False)
    terms: tuple[TermHeading, ...] = field(default=(), repr=False)
    asides: tuple[Aside, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class CardRuling:
    """A ruling listed under a printing of a card: what it cites (`href` as written, or empty), and its words."""

    label: str
    href: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Printing:
    """One printing of a card: the set, where it stands, what it prints, and the rulings listed under it.

    `frame` is the class of its box without layout classes; `text` the words of its rules, paragraphs parted by
    line ends; `fields` are the small figures and signs of the frame by their class. `running` is how many lines of the
    text, from the first, are set in its own size: what is set smaller below them is a quotation or a remark.
    """

    set: str
    anchor: SectionId
    span: Span
    frame: str
    name: str
    classification: str
    text: str
    fields: tuple[tuple[str, str], ...] = ()
    rulings: tuple[CardRuling, ...] = ()
    running: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A named card: its page, and its printings in the page's order; `rest` is what stands there besides them, and
    besides the rulings listed under them."""

    name: str
    document: Document
    printings: tuple[Printing, ...] = field(repr=False)
    rest: tuple[Span, ...] = field(default=(), repr=False)

    @property
    def permalink(self) -> str | None:
        """The address of its page."""
        return self.document.permalink

    @property
    def besides(self) -> str:
        """The words of what stands on its page besides."""
        starts = [span.start for span in self.rest]
        near = ((each, bisect_right(starts, each.span.start) - 1) for each in self.document.clauses)
        told = (each.told for each, at in near if at >= 0 and self.rest[at].holds(each.span))
        return " ".join(" ".join(words.split()) for words in told)
