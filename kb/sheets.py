"""Sources without versions: a sheet of questions and answers, and a card with its printings. Values only."""

from bisect import bisect_right
from dataclasses import dataclass, field

from kb.model import Aside, Document, Heading, SectionId, Statement, TermHeading
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
    """A ruling listed on the page of a card: what it cites (`href` as written, or empty), and its words; whether the
    page says that it is an erratum, and of what day, if it does."""

    label: str
    href: str
    text: str
    span: Span
    erratum: bool = False
    date: str = ""


@dataclass(frozen=True, slots=True)
class Printing:
    """One printing of a card: the set, where it stands, what it prints, and the rulings listed under it.

    `frame` is the class of its box without layout classes; `text` the words of its rules, paragraphs parted by
    line ends; `fields` are the small figures and signs of the frame by their class. `running` is how many lines of the
    text, from the first, are set in its own size: what is set smaller below them is a quotation or a remark. `version`
    is what the page calls the version of the card that it is of, where it has several.
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
    version: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A named card: its page, and its printings in the page's order; the rulings listed there under none of them, and
    the sets of which it only has the heading. `rest` is what stands there besides."""

    name: str
    document: Document
    printings: tuple[Printing, ...] = field(repr=False)
    rest: tuple[Span, ...] = field(default=(), repr=False)
    listed: tuple[CardRuling, ...] = field(default=(), repr=False)
    untold: tuple[Heading, ...] = field(default=(), repr=False)

    @property
    def permalink(self) -> str | None:
        """The address of its page."""
        return self.document.permalink

    @property
    def rulings(self) -> tuple[CardRuling, ...]:
        """All rulings its page lists, each once."""
        every = (each for printing in self.printings for each in printing.rulings)
        return tuple({each.span: each for each in (*every, *self.listed)}.values())

    @property
    def besides(self) -> str:
        """The words of what stands on its page besides."""
        starts = [span.start for span in self.rest]
        near = ((each, bisect_right(starts, each.span.start) - 1) for each in self.document.clauses)
        told = (each.told for each, at in near if at >= 0 and self.rest[at].holds(each.span))
        return " ".join(" ".join(words.split()) for words in told)
