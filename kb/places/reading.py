"""What a reading page offers its reader: the text of a book comes in, its kinds of notes, how it is cited and where the
graph shows its clauses go out."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from kb.html import kind_of
from kb.interface import Words
from kb.model import ClauseKind, CompendiumVersion, Document, Edition
from kb.places.base import Base
from kb.places.linked import address_of
from kb.places.web import NodeKind, clause_node


@dataclass(frozen=True, slots=True)
class NoteKind:
    """A kind of labelled paragraph of a text: its name in class names, what readers call it, how many there are."""

    name: str
    label: str
    count: int


@dataclass(frozen=True, slots=True)
class Reader:
    """What a text offers: the kinds of its notes, a citation with `{place}` for the clause, whether it has marks.

    `graph` is the address of a clause on the graph page up to its id, `untied` are the ids of the clauses that are not
    there, in the order of the text.
    """

    kinds: tuple[NoteKind, ...]
    citation: str
    marked: bool
    graph: str = ""
    untied: tuple[str, ...] = ()


def find_untied(base: Base, owner: str, document: Document, ids: Iterable[str]) -> tuple[str, ...]:
    """Those of a text's clauses that nothing is known to lead to or from, or that the text in force has no more."""
    signed = zip(document.clauses, ids, strict=False)
    texts = (ident for clause, ident in signed if clause.kind is not ClauseKind.HEADING)
    return tuple(ident for ident in texts if not base.web.has(clause_node(owner, ident)))


def find_note_kinds(document: Document) -> tuple[NoteKind, ...]:
    """The kinds of labelled paragraphs in the order of their first; each is called what most of them are labelled."""
    labels = [clause.label for clause in document.clauses if clause.label and clause.note is not None]
    said: dict[str, Counter[str]] = {}
    for label in labels:
        said.setdefault(kind_of(label), Counter())[" ".join(label.split())] += 1
    return tuple(NoteKind(kind, _most(counts), counts.total()) for kind, counts in said.items())


def _most(counts: Counter[str]) -> str:
    return min(counts, key=lambda label: (-counts[label], label))


def newest_of(base: Base, files: Iterable[str]) -> CompendiumVersion | None:
    """The newest version among some files."""
    paths = set(files)
    found = [version for version in base.kb.versions.values() if version.document.source.path in paths]
    return max(found, key=lambda version: (version.date, version.id), default=None)


def cite_emended(base: Base, book: str, version: CompendiumVersion | None) -> str:
    """How a clause of an emended text is cited: the book, `{place}`, the version it was brought up to."""
    if version is None:
        return base.words("cite.emended.undated", book=book, place="{place}")
    return base.words("cite.emended", book=book, place="{place}", version=version.name)


def cite_ruling(base: Base, term: str, version: CompendiumVersion) -> str:
    """How a ruling that a version states is cited: version and date, the term, `{place}` for its first words."""
    name, words = version.name, base.words
    dated = words("dated", name=name, date=words.date(version.date)) if version.date else name
    return words("cite.ruling", version=dated, term=term, place="{place}")


def offer_rulings(base: Base, citation: str, kind: NodeKind, ids: Iterable[str], here: str) -> Reader:
    """What a page of rulings or answers offers: how they are cited, and where the graph shows them."""
    untied = tuple(ident for ident in ids if not base.web.has(f"{kind.value}:{ident}"))
    return Reader((), citation, False, address_of(f"{kind.value}:", here), untied)


def cite_published(words: Words, book: str, edition: Edition) -> str:
    """How a clause of a published text is cited."""
    if not edition.date:
        return words("cite.published.undated", book=book, place="{place}")
    return words("cite.published", book=book, place="{place}", date=words.date(edition.date))
