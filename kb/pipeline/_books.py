"""The passes over books: documents and rulings come in; books with their records, authorities and witnesses go out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from kb.align import align
from kb.authorities import RulingIds, index_rulings, trace_authorities
from kb.chronicle import Chronicle, rulings_of
from kb.citations import verify_footnotes
from kb.corpus import Manifest, WorkEntry
from kb.coverage import account_words, report_lost
from kb.diagnostics import Diagnostic
from kb.emendations import find_emendations
from kb.graph import Book, Kb
from kb.memory import Memory
from kb.model import Document, Edition, EditionId, Role, Ruling, VersionId, WorkId
from kb.parallels import find_parallels
from kb.pipeline._departures import find_orders, give_footnotes, give_rulings
from kb.pipeline._making import Making, after
from kb.provenance import FootnoteVerdict
from kb.recorded import compile_recorded
from kb.sources.addresses import Sources, gather_sources
from kb.titles import name_editions
from kb.tokens import read_stream
from kb.witnesses import collate_book

Verdicts = Mapping[str, tuple[FootnoteVerdict, ...]]
"""Verdicts on the footnotes of documents, by path."""


def compile_records(making: Making) -> Making:
    """The records of each work are made in its published text; without a hand-made emended text that is it."""
    kb = making.kb
    outcome = compile_recorded(kb.manifest, kb.documents, list(kb.lives), kb.versions, kb.memory)
    made = outcome.value
    kb = replace(
        kb,
        manifest=replace(kb.manifest, works=made.works),
        documents={**kb.documents, **made.documents},
        absent=tuple(path for path in kb.absent if path not in made.documents),
        records=made.records,
        compiled=made.compiled,
    )
    count = sum(len(each.records) for each in made.records.values())
    return after(making, kb, outcome.diagnostics, count)


def pair_editions(making: Making) -> Making:
    """The editions of each work, aligned, and the records of its emended one."""
    return pair_works(making, making.kb.manifest.works)


def pair_works(making: Making, works: Sequence[WorkEntry]) -> Making:
    """The books of some works: their editions at hand, aligned, and the records of their emended ones."""
    kept = {path: each for path, each in making.kb.documents.items() if not _is_refused(making.kb, path)}
    paths = {work.id: [edition.text.path for edition in work.editions] for work in works}
    own = {work: {path: kept[path] for path in paths[work] if path in kept} for work in paths}
    books = {work.id: making.kb.memory.ask(_book, work, own[work.id], making.kb.memory) for work in works}
    return after(making, replace(making.kb, books=books), (), sum(len(book.emendations) for book in books.values()))


def _is_refused(kb: Kb, path: str) -> bool:
    return path in kb.plain and kb.plain[path].refused


def _book(work: WorkEntry, documents: Mapping[str, Document], memory: Memory) -> Book:
    """A work's editions at hand; with a base and an emended one, the records between them."""
    editions: dict[EditionId, Edition] = {}
    for entry in work.editions:
        document = documents.get(entry.text.path)
        if document is not None:
            editions[entry.id] = Edition(entry.id, work.id, entry.role, entry.text.date, document)
    base = editions.get(work.base)
    if base is not None and base.role is Role.EMENDED:  # nothing is at hand that it was made of
        base = None
    emended = next((edition for edition in editions.values() if edition.role is Role.EMENDED), None)
    if base is None or emended is None:
        return Book(work, editions, base, emended, None, ())
    alignment = align(*(memory.ask(read_stream, edition.document) for edition in (base, emended)))
    records = find_emendations(base.document, emended.document, alignment)
    return Book(work, editions, base, emended, alignment, records)


def find_reprints(making: Making) -> Making:
    """The passages that the base editions of two works share."""
    memory = making.kb.memory
    bases = {work: book.base.document for work, book in making.kb.books.items() if book.base is not None}
    streams = {work: memory.ask(read_stream, document) for work, document in bases.items()}
    parallels = memory.ask(find_parallels, streams, memory)
    return after(making, replace(making.kb, parallels=parallels), (), len(parallels))


def check_footnotes(making: Making, known: Verdicts = MappingProxyType({})) -> Making:
    """Every footnote of every document is compared with the texts it cites, but for those whose verdicts are known."""
    kb = making.kb
    waiting = {path: each for path, each in kb.documents.items() if each.definitions and path not in known}
    if waiting:
        sources = _sources(kb)
        records = {book.emended.document.source.path: book.emendations for book in kb.books.values() if book.emended}
    footnotes = dict(known)
    diagnostics: list[Diagnostic] = []
    for path, document in waiting.items():
        outcome = kb.memory.ask(verify_footnotes, document, sources, records.get(path, ()))
        footnotes[path] = outcome.value
        diagnostics += outcome.diagnostics
    return after(making, replace(kb, footnotes=footnotes), diagnostics, sum(map(len, footnotes.values())))


def _sources(kb: Kb) -> Sources:
    """What footnotes may cite, with the names the manifest gives the texts; the pages of cards by links."""
    names = dict(_names(kb.manifest))
    texts, versions = tuple(kb.documents.values()), tuple(kb.versions.values())
    cards = tuple(card.document for card in kb.cards)
    return kb.memory.ask(gather_sources, texts, versions, names, kb.memory, cards)


def _names(manifest: Manifest) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What the manifest calls each text: a work and a compendium by title, abbreviation and other names, a version
    also with its number behind these, a printing with what its title has behind that of its work."""
    issues = name_editions(manifest.works)
    for document in manifest.documents:
        titled = (document.text.title,) if document.text.title else ()
        yield document.text.path, (*titled, *document.names)
    for work in manifest.works:
        for edition in work.editions:
            called = (work.title, *work.names, work.abbreviation) if edition.id == work.base else ()
            titled = (edition.text.title,) if edition.text.title != work.title else ()
            yield edition.text.path, (*titled, *called, *issues.get(edition.text.path, ()))
    for compendium in manifest.compendia:
        called = (compendium.title, *compendium.names, compendium.abbreviation)
        for version in (*compendium.issues, *compendium.missing):
            numbered = tuple(f"{name} {version.number}" for name in called)
            yield version.text.path, (version.text.title, *numbered, *called)


def trace_records(making: Making, traced: Mapping[WorkId, Book] = MappingProxyType({})) -> Making:
    """Each record gets its authorities, the rulings its footnotes stand for, and how exactly; but for books that are
    `traced` already."""
    kb, books = making.kb, {**making.kb.books, **traced}
    waiting = {work: book for work, book in kb.books.items() if book.emendations and work not in traced}
    if waiting:
        sources = _sources(kb)
        chronicles, versions = tuple(kb.chronicles.values()), tuple(kb.versions)
        named = kb.memory.ask(_name_rulings, kb.rulings, chronicles, versions)
    for work, book in waiting.items():
        assert book.emended is not None
        document = book.emended.document
        verdicts = kb.footnotes.get(document.source.path, ())
        books[work] = kb.memory.ask(_with_authorities, book, document, verdicts, sources, named)
    return after(making, replace(kb, books=books), (), sum(len(book.emendations) for book in books.values()))


def _name_rulings(
    newest: Sequence[Ruling], chronicles: Sequence[Chronicle], versions: Sequence[VersionId]
) -> RulingIds:
    """The ids of rulings by what states them: the newest first, then those of the versions from the last back."""
    stated = rulings_of((life for chronicle in chronicles for life in chronicle.history.lives), versions)
    return index_rulings((*newest, *(ruling for version in reversed(versions) for ruling in stated.get(version, ()))))


def _with_authorities(
    book: Book,
    emended: Document,
    verdicts: Sequence[FootnoteVerdict],
    sources: Sources,
    named: RulingIds,
) -> Book:
    orders = find_orders(book, verdicts, sources, named)
    records = give_footnotes(book.emendations, orders)
    traced = trace_authorities(records, emended, verdicts, sources, named)
    return replace(book, emendations=tuple(give_rulings(traced, orders)))


def collate_witnesses(making: Making) -> Making:
    """The texts of each work laid beside its base, and what the emended edition's records say of their differences."""
    kb, collations = making.kb, {}
    diagnostics: list[Diagnostic] = []
    for work, book in kb.books.items():
        if book.base is not None and len(book.editions) > 1:
            editions = tuple(book.editions.values())
            outcome = kb.memory.ask(collate_book, book.base, editions, book.emendations, kb.rulings, kb.memory)
            collations[work] = outcome.value
            diagnostics += outcome.diagnostics
    count = sum(len(each.variants) for each in collations.values())
    return after(making, replace(kb, collations=collations), diagnostics, count)


def account(making: Making) -> Making:
    """Every word of every document accounted for."""
    documents = (*making.kb.documents.values(), *(card.document for card in making.kb.cards))
    accounts = tuple(making.kb.memory.ask(account_words, document) for document in documents)
    lost = [found for pair in zip(documents, accounts, strict=True) for found in report_lost(*pair)]
    return after(making, replace(making.kb, accounts=accounts), lost, sum(each.words for each in accounts))
