"""The ordered passes: a manifest and the bytes of its texts come in, the knowledge base goes out.

Each pass is a pure function between values that do not change; the pipeline only orders them and tells how
long each took. A problem of a text is a diagnostic of the outcome; one bad text never stops the others.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.align import align
from kb.authorities import trace_authorities
from kb.borrowing import PLAIN_READERS, lend_to_witnesses
from kb.chronicle import Chronicle, rulings_in, write_chronicle
from kb.citations import Sources, gather_sources, verify_footnotes
from kb.corpus import CompendiumEntry, DocumentKind, Manifest, Text, VersionEntry, WorkEntry
from kb.coverage import account_words, report_lost
from kb.diagnostics import Diagnostic, Outcome, decode_source, in_order
from kb.emendations import find_emendations
from kb.graph import Book, Kb
from kb.memory import Memory
from kb.minted import Minted, read_minted
from kb.model import CompendiumVersion, Document, Edition, EditionId, Role, Ruling, VersionId
from kb.parallels import find_parallels
from kb.plain import PlainText
from kb.provenance import FootnoteVerdict
from kb.readers.cards import read_card
from kb.readers.compendium import Names, names_of, read_compendium, states_names
from kb.readers.faq import read_faq
from kb.readers.kramdown import read_document
from kb.recorded import compile_recorded
from kb.sheets import Card, Sheet
from kb.tokens import read_stream
from kb.witnesses import collate_book

Report = Callable[[str, int, float], None]
"""Called after each stage with its name, the number of things it handled, and its processor seconds."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A named step from one knowledge base in the making to the next."""

    name: str
    run: Callable[["Making"], "Making"]


@dataclass(frozen=True, slots=True)
class Making:
    """A knowledge base in the making: what goes in, what the passes have found so far."""

    manifest: Manifest | None
    texts: Mapping[str, bytes]
    kb: Kb
    diagnostics: tuple[Diagnostic, ...] = ()
    handled: int = 0


def _silent(_name: str, _handled: int, _seconds: float) -> None:
    return


def build_kb(
    manifest: Manifest, texts: Mapping[str, bytes], report: Report = _silent, memory: Memory | None = None
) -> Outcome[Kb]:
    """The knowledge base of a corpus from the raw bytes of its texts, by path in the corpus.

    A text the manifest names and `texts` lacks is listed as absent; the others go on without it. With the memory of a
    build of the same manifest before, only what depends on texts that changed is worked out again.
    """
    checked = tuple(sorted(texts))
    empty = Kb(manifest, {}, {}, {}, (), {}, (), checked=checked, memory=Memory() if memory is None else memory)
    making = Making(manifest, texts, empty)
    for stage in STAGES:
        began = time.process_time()
        making = stage.run(making)
        report(stage.name, making.handled, time.process_time() - began)
    diagnostics = in_order(making.diagnostics)
    return Outcome(replace(making.kb, diagnostics=diagnostics), diagnostics)


def read_texts(making: Making) -> Making:
    """Every text at hand becomes a document; those without a reader are listed, missing ones too."""
    assert making.manifest is not None
    site = making.manifest.upstream.site if making.manifest.upstream else None
    documents: dict[str, Document] = {}
    plain: dict[str, PlainText] = {}
    diagnostics: list[Diagnostic] = []
    unread: list[str] = []
    absent: list[str] = []
    for text in making.manifest.texts:
        data = making.texts.get(text.path)
        if data is None:
            absent.append(text.path)
        elif text.reader == CARDS:
            continue
        elif text.reader not in READABLE:
            unread.append(text.path)
        else:
            ask = making.kb.memory.ask
            plainly = text.reader in PLAIN_READERS
            outcome = ask(_read_plain, text, data) if plainly else ask(_read, text.path, data, site)
            diagnostics += outcome.diagnostics
            if isinstance(outcome.value, PlainText):
                plain[text.path] = outcome.value
                documents[text.path] = outcome.value.document
            elif outcome.value is not None:
                documents[text.path] = outcome.value
    kb = replace(making.kb, documents=documents, plain=plain, unread=tuple(unread), absent=tuple(absent))
    return _after(making, kb, diagnostics, len(documents))


READABLE = frozenset({"", "kramdown", "compendium", "faq", *PLAIN_READERS})
CARDS = "cards"
"""The reader of card pages: its texts are read by `read_cards`, and are no documents that others cite."""


def _read_plain(text: Text, data: bytes) -> Outcome[PlainText | None]:
    decoded = decode_source(text.path, data)
    if decoded.value is None:
        return Outcome(None, decoded.diagnostics)
    read = PLAIN_READERS[text.reader](decoded.value, None)
    return Outcome(read.value, decoded.diagnostics + read.diagnostics)


def _read(path: str, data: bytes, site: str | None) -> Outcome[Document | None]:
    decoded = decode_source(path, data)
    if decoded.value is None:
        return Outcome(None, decoded.diagnostics)
    read = read_document(decoded.value, site)
    return Outcome(read.value, decoded.diagnostics + read.diagnostics)


def borrow_structures(making: Making) -> Making:
    """The plain texts among the editions get the structure of their work's base; another text is no edition of it."""
    assert making.manifest is not None
    kb = making.kb
    outcome = lend_to_witnesses(making.manifest.works, kb.documents, kb.plain, kb.memory)
    documents = {**kb.documents, **{path: plain.document for path, plain in outcome.value.items()}}
    lent = replace(kb, documents=documents, plain={**kb.plain, **outcome.value})
    return _after(making, lent, outcome.diagnostics, len(outcome.value))


def read_versions(making: Making) -> Making:
    """The documents that are compendium versions are read as statements.

    A line that is a heading in one version and stands as a ruling in another is a heading there too: that one is read
    again. Second witnesses of a version are read too and kept apart: they attest no version of their own.
    """
    assert making.manifest is not None
    versions: dict[VersionId, CompendiumVersion] = {}
    witnesses: dict[VersionId, CompendiumVersion] = {}
    diagnostics: list[Diagnostic] = []
    for compendium in making.manifest.compendia:
        there = [each for each in (*compendium.issues, *compendium.witnesses) if each.text.path in making.kb.documents]
        read = {each.id: _read_version(making, compendium, each) for each in there}
        names = names_of(outcome.value for outcome in read.values())
        for entry in there:
            outcome = read[entry.id]
            if states_names(outcome.value, names):
                outcome = _read_version(making, compendium, entry, names)
            diagnostics += outcome.diagnostics
            (versions if entry.witness_of is None else witnesses)[entry.id] = outcome.value
    kb = replace(making.kb, versions=versions, witnesses=witnesses)
    handled = sum(len(each.statements) for each in (*versions.values(), *witnesses.values()))
    return _after(making, kb, diagnostics, handled)


def _read_version(
    making: Making, compendium: CompendiumEntry, entry: VersionEntry, names: Names | None = None
) -> Outcome[CompendiumVersion]:
    assert making.manifest is not None
    return making.kb.memory.ask(
        read_compendium,
        making.kb.documents[entry.text.path],
        version=entry.id,
        compendium=compendium.abbreviation,
        number=entry.number,
        date=entry.text.date,
        sections=making.manifest.sections,
        lacks=entry.profile.lacks,
        names=names,
    )


def write_chronicles(making: Making) -> Making:
    """The rulings of each compendium are followed through its versions and get their lasting ids."""
    manifest = making.manifest
    assert manifest is not None
    ask = making.kb.memory.ask
    minted: Outcome[tuple[Minted, ...]] = ask(read_minted, manifest.minted) if manifest.minted else Outcome(())
    diagnostics = list(minted.diagnostics)
    sheets = tuple(making.kb.sheets.values())
    texts = {**making.kb.versions, **making.kb.witnesses}
    chronicles: dict[str, Chronicle] = {}
    for entry in manifest.compendia:
        versions = {each.id for each in entry.versions}
        own = [each for each in minted.value if each.version in versions]
        outcome = ask(write_chronicle, entry, texts, own, sheets, manifest.minted)
        chronicles[entry.id] = outcome.value
        diagnostics += outcome.diagnostics
    kb = replace(making.kb, chronicles=chronicles)
    newest = kb.newest_version
    lives = [life for chronicle in chronicles.values() for life in chronicle.history.lives]
    kb = replace(kb, rulings=ask(rulings_in, newest.id, lives) if newest is not None else ())
    return _after(making, kb, diagnostics, len(lives))


def read_sheets(making: Making) -> Making:
    """The FAQ files at hand are read as answers with their questions."""
    assert making.manifest is not None
    sheets: dict[str, Sheet] = {}
    diagnostics: list[Diagnostic] = []
    for entry in making.manifest.documents:
        document = making.kb.documents.get(entry.text.path)
        if document is None or entry.kind is not DocumentKind.FAQ or entry.text.missing:
            continue
        outcome = making.kb.memory.ask(read_faq, document, name=entry.id, title=entry.text.title, date=entry.text.date)
        diagnostics += outcome.diagnostics
        sheets[entry.id] = outcome.value
    handled = sum(len(sheet.statements) for sheet in sheets.values())
    return _after(making, replace(making.kb, sheets=sheets), diagnostics, handled)


def read_cards(making: Making) -> Making:
    """The card pages at hand are read as cards, by path."""
    assert making.manifest is not None
    site = making.manifest.upstream.site if making.manifest.upstream else None
    cards: list[Card] = []
    diagnostics: list[Diagnostic] = []
    for text in sorted(making.manifest.cards, key=lambda text: text.path):
        data = making.texts.get(text.path)
        if data is None or text.reader != CARDS:
            continue
        page = making.kb.memory.ask(_read, text.path, data, site)
        diagnostics += page.diagnostics
        if page.value is not None:
            outcome = making.kb.memory.ask(read_card, page.value)
            diagnostics += outcome.diagnostics
            cards.append(outcome.value)
    return _after(making, replace(making.kb, cards=tuple(cards)), diagnostics, len(cards))


def compile_records(making: Making) -> Making:
    """The records of each work are made in its published text; without a hand-made emended text that is it."""
    kb = making.kb
    assert making.manifest is not None
    lives = [life for chronicle in kb.chronicles.values() for life in chronicle.history.lives]
    outcome = compile_recorded(making.manifest, kb.documents, lives, kb.versions, kb.memory)
    made = outcome.value
    manifest = replace(making.manifest, works=made.works)
    kb = replace(
        kb,
        manifest=manifest,
        documents={**kb.documents, **made.documents},
        absent=tuple(path for path in kb.absent if path not in made.documents),
        records=made.records,
        compiled=made.compiled,
    )
    count = sum(len(each.records) for each in made.records.values())
    return _after(replace(making, manifest=manifest), kb, outcome.diagnostics, count)


def pair_editions(making: Making) -> Making:
    """The editions of each work, aligned, and the records of its emended one."""
    assert making.manifest is not None
    return pair_works(making, making.manifest.works)


def pair_works(making: Making, works: Sequence[WorkEntry]) -> Making:
    """The books of some works: their editions at hand, aligned, and the records of their emended ones."""
    kept = {path: each for path, each in making.kb.documents.items() if not _is_refused(making.kb, path)}
    paths = {work.id: [edition.text.path for edition in work.editions] for work in works}
    own = {work: {path: kept[path] for path in paths[work] if path in kept} for work in paths}
    books = {work.id: making.kb.memory.ask(_book, work, own[work.id], making.kb.memory) for work in works}
    return _after(making, replace(making.kb, books=books), (), sum(len(book.emendations) for book in books.values()))


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
    emended = next((edition for edition in editions.values() if edition.role is Role.EMENDED), None)
    if base is None or emended is None:
        return Book(work, editions, base, emended, None, ())
    alignment = align(*(memory.ask(read_stream, edition.document) for edition in (base, emended)))
    records = find_emendations(base.document, emended.document, alignment)
    return Book(work, editions, base, emended, alignment, records)


def find_reprints(making: Making) -> Making:
    """The passages that the base editions of two works share."""
    ask = making.kb.memory.ask
    bases = {work: book.base.document for work, book in making.kb.books.items() if book.base is not None}
    parallels = ask(find_parallels, {work: ask(read_stream, document) for work, document in bases.items()})
    return _after(making, replace(making.kb, parallels=parallels), (), len(parallels))


def check_footnotes(making: Making) -> Making:
    """Every footnote of every document is compared with the texts it cites."""
    kb = making.kb
    sources = _sources(kb)
    records = {book.emended.document.source.path: book.emendations for book in kb.books.values() if book.emended}
    footnotes = {}
    diagnostics: list[Diagnostic] = []
    for path, document in kb.documents.items():
        if document.definitions:
            outcome = kb.memory.ask(verify_footnotes, document, sources, records.get(path, ()))
            footnotes[path] = outcome.value
            diagnostics += outcome.diagnostics
    return _after(making, replace(kb, footnotes=footnotes), diagnostics, sum(map(len, footnotes.values())))


def _sources(kb: Kb) -> Sources:
    """What footnotes may cite, with the names the manifest gives the works."""
    names = {
        edition.text.path: work.names or (work.title,)
        for work in (kb.manifest.works if kb.manifest else ())
        for edition in work.editions
        if edition.id == work.base
    }
    texts, versions = tuple(kb.documents.values()), tuple(kb.versions.values())
    return kb.memory.ask(gather_sources, texts, versions, {path: each[0] for path, each in names.items()})


def trace_records(making: Making) -> Making:
    """Each record gets its authorities: the rulings its footnotes stand for, and how exactly."""
    kb = making.kb
    sources = _sources(kb)
    lives = [life for chronicle in kb.chronicles.values() for life in chronicle.history.lives]
    older = [kb.memory.ask(rulings_in, version, lives) for version in reversed(list(kb.versions))]
    stated = (*kb.rulings, *(ruling for rulings in older for ruling in rulings))
    books = dict(kb.books)
    for work, book in kb.books.items():
        if book.emended is not None and book.emendations:
            document = book.emended.document
            verdicts = kb.footnotes.get(document.source.path, ())
            books[work] = kb.memory.ask(_with_authorities, book, document, verdicts, sources, stated)
    return _after(making, replace(kb, books=books), (), sum(len(book.emendations) for book in books.values()))


def _with_authorities(
    book: Book,
    emended: Document,
    verdicts: Sequence[FootnoteVerdict],
    sources: Sources,
    stated: Sequence[Ruling],
) -> Book:
    return replace(book, emendations=trace_authorities(book.emendations, emended, verdicts, sources, stated))


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
    return _after(making, replace(kb, collations=collations), diagnostics, count)


def account(making: Making) -> Making:
    """Every word of every document accounted for."""
    documents = (*making.kb.documents.values(), *(card.document for card in making.kb.cards))
    accounts = tuple(making.kb.memory.ask(account_words, document) for document in documents)
    lost = [found for pair in zip(documents, accounts, strict=True) for found in report_lost(*pair)]
    return _after(making, replace(making.kb, accounts=accounts), lost, sum(each.words for each in accounts))


def _after(making: Making, kb: Kb, diagnostics: Iterable[Diagnostic], handled: int) -> Making:
    return replace(making, kb=kb, diagnostics=making.diagnostics + tuple(diagnostics), handled=handled)


STAGES = (
    Stage("read texts", read_texts),
    Stage("borrow structure", borrow_structures),
    Stage("read compendia", read_versions),
    Stage("read questions and answers", read_sheets),
    Stage("read cards", read_cards),
    Stage("follow rulings", write_chronicles),
    Stage("apply records", compile_records),
    Stage("compare editions", pair_editions),
    Stage("find parallels", find_reprints),
    Stage("check footnotes", check_footnotes),
    Stage("trace authorities", trace_records),
    Stage("collate witnesses", collate_witnesses),
    Stage("account for words", account),
)
