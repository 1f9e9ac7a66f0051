"""The rules of a knowledge base's books by number, and which book each statement is about that names one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kb.corpus import WorkEntry
from kb.graph import Kb
from kb.instructions import entry_keys, heading_keys, place_by_number, quote_rule
from kb.memory import Memory
from kb.model import Clause, ClauseKind, CompendiumVersion, Document, SectionKind, Statement, WorkId, text_of
from kb.numbering import rule_of, whole_rule
from kb.rulebooks import BooksMeant, Borne, Rulebooks, read_rulebook
from kb.statements.splitting import row_cells
from kb.terms import name_key

Place = tuple[str, int]
"""The file of a statement and where it begins there."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """A statement that is about a rule by its number: the number, and which book is meant, or may be."""

    version: CompendiumVersion
    statement: Statement
    number: str
    borne: Borne

    @property
    def work(self) -> WorkId | None:
        """The book that is meant and has the rule."""
        return self.borne.work if self.borne.work in self.borne.among else None


def know_rulebooks(kb: Kb) -> Rulebooks:
    """The books with their rules by number; worked out once for the same texts of books."""
    texts = {work: tuple(each.document for each in book.pair) for work, book in kb.books.items()}
    manifest = kb.manifest
    works, games = tuple(book.work for book in kb.books.values()), (manifest.game, manifest.title)
    titles = {
        str(entry.id): (compendium.title, *filter(None, (entry.text.title,)))
        for compendium in manifest.compendia
        for entry in compendium.versions
    }
    return kb.memory.ask(_read, works, games, titles, texts, kb.memory)


def know_numbered(kb: Kb) -> Mapping[Place, Numbered]:
    """The statements of all versions that are about a rule by its number which some book has."""
    return kb.memory.ask(_find, kb)


def _read(
    works: tuple[WorkEntry, ...],
    games: tuple[str, ...],
    titles: Mapping[str, tuple[str, ...]],
    texts: Mapping[WorkId, tuple[Document, ...]],
    memory: Memory,
) -> Rulebooks:
    books = tuple(memory.ask(read_rulebook, work, each) for work, each in texts.items())
    headings = {
        work: frozenset(key for text in documents for each in text.headings for key in heading_keys(each.text))
        for work, documents in texts.items()
    }
    rows = {
        work: frozenset(name_key(text_of(row_cells(each.pieces)[0])) for text in documents for each in _rows(text))
        for work, documents in texts.items()
    }
    entries = {
        work: frozenset(key for text in documents for each in text.clauses for key in entry_keys(each))
        for work, documents in texts.items()
    }
    return Rulebooks(works, tuple(each for each in books if each.rules), games, titles, headings, rows, entries)


def _rows(text: Document) -> Iterator[Clause]:
    return (each for each in text.clauses if each.kind is ClauseKind.TABLE_ROW)


def _find(kb: Kb) -> Mapping[Place, Numbered]:
    rulebooks = know_rulebooks(kb)
    if not rulebooks.books:
        return {}
    found = (each for version in kb.versions.values() for each in _of_version(version, rulebooks))
    return {(each.version.document.source.path, each.statement.span.start): each for each in found}


def _of_version(version: CompendiumVersion, rulebooks: Rulebooks) -> Iterator[Numbered]:
    meant = BooksMeant(rulebooks, version)
    for statement in version.statements:
        number = rule_of(statement.words) if statement.section is not SectionKind.CARD else ""
        having = tuple(each.work for each in rulebooks.books if number and whole_rule(number, each.rules))
        if not having:
            continue
        placed = place_by_number(statement.words)
        quoted = quote_rule(placed.told if placed is not None else statement.words)
        borne = meant.bear(statement, number, quoted)
        yield Numbered(version, statement, number, Borne(borne.work, borne.bearing, having))
