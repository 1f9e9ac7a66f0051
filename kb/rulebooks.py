"""Rulebooks: the books of a corpus come in; which of them words are about that name a rule by its number, and on what
ground, goes out.

Books of one game count alike: a base game and its expansion both have a 4.21. What says which is meant is, the soundest
first: the heading the words stand under, that the corpus has one book alone, the title of the text they stand in, that
one book alone has the number, words they quote from one of these rules alone. Where none of these does, or two say
otherwise, it is told which books have the number, and none is meant.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, cached_property

from kb.corpus import WorkEntry
from kb.model import CompendiumVersion, Document, Statement, WorkId
from kb.numbering import number_rules, rule_span, whole_rule
from kb.similarity import Words, compare_words, holds_words
from kb.titles import find_headed, name_works


class Bearing(Enum):
    """What says which book words are about that name a rule by its number."""

    NAMED = "named"
    """They name the book themselves."""
    HEADING = "heading"
    """A heading above them names it."""
    ALONE = "only-book"
    """The corpus has no other book."""
    TITLE = "title"
    """The title of the text they stand in names it, and no other."""
    NUMBER = "only-rule"
    """No other book has the number."""
    QUOTED = "quoted"
    """They quote words that stand in this rule of no other book."""


@dataclass(frozen=True, slots=True)
class Borne:
    """The book that words are about which name a rule by its number, and what says so; without one `among` are the
    books that have the number."""

    work: WorkId | None = None
    bearing: Bearing | None = None
    among: tuple[WorkId, ...] = ()


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A book with its numbered rules: the words of each with its parts, in every text of the book that has it."""

    work: WorkId
    rules: Mapping[str, tuple[Words, ...]] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Rulebooks:
    """The books of a corpus. `games` are the names of the game: in a title they name no book."""

    works: tuple[WorkEntry, ...] = ()
    books: tuple[Rulebook, ...] = ()
    games: tuple[str, ...] = ()
    titles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What versions are called besides the first heading of their text, by id."""
    headings: Mapping[WorkId, frozenset[str]] = field(default_factory=dict)
    """What the headings of each book are known by to errata, which may leave out their numbers."""
    rows: Mapping[WorkId, frozenset[str]] = field(default_factory=dict, repr=False)
    """What the rows of each book's tables begin with, folded."""
    entries: Mapping[WorkId, frozenset[str]] = field(default_factory=dict, repr=False)
    """What else of each book begins with a name of its own, by that, folded."""

    def only(self, titles: Iterable[str]) -> WorkEntry | None:
        """The only book that all titles may name which name any, by more than the name of the game."""
        named = [frozenset(work.id for work in name_works(title, self.works, self.games)) for title in titles]
        alone = frozenset(work.id for work in self.works).intersection(*(each for each in named if each))
        return next((work for work in self.works if any(named) and alone == {work.id}), None)


@dataclass(frozen=True)
class BooksMeant:
    """The books that the statements of one version are about; what its titles say is asked once for all of them."""

    rulebooks: Rulebooks
    version: CompendiumVersion

    def above(self, statement: Statement) -> WorkEntry | None:
        """The book that the nearest heading above a statement names which names one. What stands over all of a text and
        is the name of the game says nothing where there are several."""
        for heading in reversed(statement.path):
            work = self._headed(heading)
            if work is not None:
                return None if heading == self._vague else work
        return None

    def having(self, statement: Statement, row: str) -> WorkEntry | None:
        """The book that a row of a table is in which a statement names: that of the nearest heading above which names
        one, else the only one that has such a row."""
        above = self.above(statement)
        found = [each for each in self.rulebooks.works if row in self.rulebooks.rows.get(each.id, ())]
        return above or (found[0] if len(found) == 1 else None)

    def bear(self, statement: Statement, number: str, quoted: Sequence[str]) -> Borne:
        """Which book a statement is about that names a rule by its number and no book; `quoted` are the words it says
        are in the rule."""
        works = self.rulebooks.works
        above = self.above(statement)
        if above is not None:
            return Borne(above.id, Bearing.HEADING)
        if len(works) == 1:
            return Borne(works[0].id, Bearing.ALONE)
        having = [book for book in self.rulebooks.books if whole_rule(number, book.rules)]
        among = tuple(book.work for book in having)
        if self._title is not None:
            return Borne(self._title.id, Bearing.TITLE)
        if len(having) == 1:
            return Borne(among[0], Bearing.NUMBER)
        held = [_holding(having, number, compare_words(words)) for words in quoted]
        alone = frozenset(among).intersection(*(each for each in held if each)) if any(held) else frozenset()
        return Borne(min(alone), Bearing.QUOTED, among) if len(alone) == 1 else Borne(among=among)

    @cached_property
    def _headed(self) -> Callable[[str], WorkEntry | None]:
        """The book that a heading names: most statements stand under the same few."""
        return cache(lambda heading: find_headed(heading, self.rulebooks.works))

    @cached_property
    def _over_all(self) -> str | None:
        """The heading over all of the text, if there is one."""
        first, *others = self.version.document.headings or (None,)
        alone = first is not None and all(each is not None and each.level > first.level for each in others)
        return first.text if first is not None and alone else None

    @cached_property
    def _vague(self) -> str | None:
        """The heading over all of the text where it names no book more than others."""
        over = self._over_all
        return over if over is not None and self.rulebooks.only((over,)) is None else None

    @cached_property
    def _title(self) -> WorkEntry | None:
        """The book that the titles of the text name, and no other."""
        over = self._over_all
        titles = self.rulebooks.titles.get(self.version.id, ())
        return self.rulebooks.only((*((over,) if over is not None else ()), *titles))


def _holding(books: Sequence[Rulebook], number: str, words: Words) -> frozenset[WorkId]:
    """The books whose rule of a number has some words."""
    return frozenset(
        book.work
        for book in books
        if any(holds_words(rule, words) for rule in book.rules[whole_rule(number, book.rules)])
    )


def read_rulebook(work: WorkId, texts: Sequence[Document]) -> Rulebook:
    """A book with its numbered rules, from its texts."""
    found: dict[str, list[Words]] = {}
    for document in texts:
        numbering = number_rules(document)
        for number, at in numbering.clauses.items():
            span = rule_span(document, numbering, at)
            said = (each.current for each in document.clauses[at:] if each.span.start < span.end)
            found.setdefault(number, []).append(compare_words(" ".join(said)))
    return Rulebook(work, {number: tuple(said) for number, said in found.items()})
